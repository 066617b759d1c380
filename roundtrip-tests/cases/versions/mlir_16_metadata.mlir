// What accesses refer to, memory effects, weights and `void` in debug information as MLIR 16 prints them.
// RUN: tern export %s
#void = #llvm.di_subroutine_type<types = #llvm.di_void_result_type>
#file = #llvm.di_file<"f.c" in "">
#unit = #llvm.di_compile_unit<sourceLanguage = DW_LANG_C99, file = #file, producer = "t", isOptimized = false, emissionKind = Full>
#f = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "f", file = #file, line = 1, scopeLine = 1, subprogramFlags = Definition, type = #void>
module {
  llvm.metadata @metadata {
    llvm.access_group @group1
    llvm.access_group @group2
    llvm.alias_scope_domain @domain {description = "dom"}
    llvm.alias_scope @scope1 {description = "s1", domain = @domain}
    llvm.alias_scope @scope2 {domain = @domain}
    llvm.tbaa_type_desc @struct {id = "struct", members = {<@int, 0>, <@int, 4>}}
    llvm.tbaa_type_desc @int {id = "int", members = {<@root, 0>}}
    llvm.tbaa_root @root {id = "C"}
    llvm.tbaa_tag @tag {access_type = @int, base_type = @struct, constant, offset = 4 : i64}
  }
  llvm.func @h(!llvm.ptr) attributes {memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>}
  llvm.func @f(%p: !llvm.ptr, %c: i1, %x: i32) {
    %v = llvm.load %p {access_groups = [@metadata::@group1, @metadata::@group2], alias_scopes = [@metadata::@scope1], llvm.tbaa = [@metadata::@tag], noalias_scopes = [@metadata::@scope2]} : !llvm.ptr -> i32
    llvm.store %v, %p {alias_scopes = [@metadata::@scope1], llvm.tbaa = [@metadata::@tag]} : i32, !llvm.ptr
    llvm.call @h(%p) {llvm.tbaa = [@metadata::@tag]} : (!llvm.ptr) -> ()
    llvm.cond_br %c weights(dense<[3, 4]> : vector<2xi32>), ^a, ^b
  ^a:
    llvm.switch %x : i32, ^b [
      1: ^b
    ] {branch_weights = dense<7> : vector<2xi32>}
  ^b:
    llvm.return
  } loc(fused<#f>["f.c":1:1])
}
