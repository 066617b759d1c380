// Discardable attributes that nothing translates, and locations that debug information does not say, are left out. It is said
// how many of each kind, and that is the same for all commands.
// RUN: tern export %s
// RUN: tern export --deny-loss %s
// RUN: tern export --report json %s -o /dev/null
// RUN: tern roundtrip --json %s
#file = #llvm.di_file<"a.c" in "">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "s", file = #file, line = 1, subprogramFlags = Definition>
#v = #llvm.di_local_variable<scope = #sp, name = "v", file = #file>
module @named attributes {foo.module, llvm.unknown, nvvm.unknown} {
  llvm.comdat @__llvm_global_comdat {
    llvm.comdat_selector @selected any {foo.selector}
  } {foo.comdat}
  llvm.mlir.global external @g(1 : i32) {addr_space = 0 : i32, foo.global} : i32 loc("m.py":4:4)
  llvm.mlir.alias external @a {foo.alias} : i32 {
    %0 = llvm.mlir.addressof @g {foo.constant} : !llvm.ptr
    llvm.return {foo.end} %0 : !llvm.ptr
  }
  llvm.mlir.global_ctors ctors = [@hidden], priorities = [0 : i32], data = [#llvm.zero] {foo.ctors}
  llvm.func private @hidden() {
    llvm.return
  }
  // Translated, and not.
  llvm.func @kernel(%p: !llvm.ptr {foo.argument, llvm.unknown}) attributes {foo.function, nvvm.kernel, nvvm.maxntid = array<i32: 32>, nvvm.unknown} {
    %0 = llvm.mlir.constant(1 : i32) {foo.constant} : i32
    llvm.store %0, %p {foo.instruction, rocdl.last_use, nvvm.unknown, no_dialect} : i32, !llvm.ptr
    %1 = llvm.load %p {foo.instruction} : !llvm.ptr -> i32
    %2 = llvm.intr.smax(%0, %1) {foo.instruction} : (i32, i32) -> i32
    llvm.call @kernel(%p) {foo.instruction} : (!llvm.ptr {foo.argument}) -> ()
    llvm.return
  }
  llvm.func @s(%a: i32 loc("a.c":1:4)) -> i32 {
    %c = llvm.mlir.constant(3 : i32) : i32 loc("a.c":2:9)
    // All of it.
    %0 = llvm.add %a, %c : i32 loc("a.c":2:3)
    // Parts: another file, a name, several places, an end.
    %1 = llvm.add %0, %a : i32 loc("b.c":2:3)
    %2 = llvm.add %1, %a : i32 loc("name"("a.c":2:3))
    %3 = llvm.add %2, %a : i32 loc(fused["a.c":2:3, "a.c":2:5])
    %4 = llvm.add %3, %a : i32 loc("a.c":2:3 to 4:5)
    // None of it.
    %5 = llvm.add %4, %a : i32 loc("only a name")
    llvm.intr.dbg.value #v = %5 : i32 loc(unknown)
    llvm.return %5 : i32 loc(unknown)
  } loc(fused<#sp>["a.c":1:0])
  llvm.func @no_scope(%a: i32) -> i32 {
    %0 = llvm.add %a, %a : i32 loc("a.c":2:3)
    llvm.br ^end(%0 : i32) loc("a.c":2:4)
  ^end(%1: i32 loc("a.c":2:5)):
    llvm.return %1 : i32
  } loc("a.c":2:1)
}
