; ARGS: --import-llvm --mlir-print-debuginfo --split-input-file --emit-expensive-warnings
; Debug records and calls of their intrinsics: what they are about, and where.
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
  %y = add i32 %x, 1
  call void @llvm.dbg.value(metadata i32 %x, metadata !5, metadata !DIExpression()), !dbg !6
  call void @g()
  call void @llvm.dbg.value(metadata i32 %x, metadata !5, metadata !DIExpression()), !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
  %y = add i32 %x, 1
  call void @llvm.dbg.value(metadata i32 7, metadata !5, metadata !DIExpression()), !dbg !6
  call void @g()
  call void @llvm.dbg.value(metadata i32 7, metadata !5, metadata !DIExpression()), !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
  %y = add i32 %x, 1
  call void @llvm.dbg.value(metadata i32 undef, metadata !5, metadata !DIExpression()), !dbg !6
  call void @g()
  call void @llvm.dbg.value(metadata i32 undef, metadata !5, metadata !DIExpression()), !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
  %y = add i32 %x, 1
  call void @llvm.dbg.value(metadata i32 poison, metadata !5, metadata !DIExpression()), !dbg !6
  call void @g()
  call void @llvm.dbg.value(metadata i32 poison, metadata !5, metadata !DIExpression()), !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
  %y = add i32 %x, 1
  call void @llvm.dbg.value(metadata ptr @g, metadata !5, metadata !DIExpression()), !dbg !6
  call void @g()
  call void @llvm.dbg.value(metadata ptr @g, metadata !5, metadata !DIExpression()), !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
  %y = add i32 %x, 1
  call void @llvm.dbg.declare(metadata ptr %p, metadata !5, metadata !DIExpression()), !dbg !6
  call void @g()
  call void @llvm.dbg.declare(metadata ptr %p, metadata !5, metadata !DIExpression()), !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
  %y = add i32 %x, 1
  call void @llvm.dbg.declare(metadata ptr undef, metadata !5, metadata !DIExpression()), !dbg !6
  call void @g()
  call void @llvm.dbg.declare(metadata ptr undef, metadata !5, metadata !DIExpression()), !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
  %y = add i32 %x, 1
  call void @llvm.dbg.label(metadata !7), !dbg !6
  call void @g()
  call void @llvm.dbg.label(metadata !7), !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_value(i32 %x, !5, !DIExpression(), !6)
  %y = add i32 %x, 1
    #dbg_value(i32 %x, !5, !DIExpression(), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_value(i32 %x, !5, !DIExpression(), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_value(i32 7, !5, !DIExpression(), !6)
  %y = add i32 %x, 1
    #dbg_value(i32 7, !5, !DIExpression(), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_value(i32 7, !5, !DIExpression(), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_value(!10, !5, !DIExpression(), !6)
  %y = add i32 %x, 1
    #dbg_value(!10, !5, !DIExpression(), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_value(!10, !5, !DIExpression(), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
  %y = add i32 %x, 1
    #dbg_value(!DIArgList(i32 %x, i32 %y), !5, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_value(!DIArgList(i32 %x, i32 %y), !5, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_value(!DIArgList(), !5, !DIExpression(), !6)
  %y = add i32 %x, 1
    #dbg_value(!DIArgList(), !5, !DIExpression(), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_value(!DIArgList(), !5, !DIExpression(), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_declare(ptr %p, !5, !DIExpression(), !6)
  %y = add i32 %x, 1
    #dbg_declare(ptr %p, !5, !DIExpression(), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_declare(ptr %p, !5, !DIExpression(), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_declare(!10, !5, !DIExpression(), !6)
  %y = add i32 %x, 1
    #dbg_declare(!10, !5, !DIExpression(), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_declare(!10, !5, !DIExpression(), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_declare(ptr poison, !5, !DIExpression(), !6)
  %y = add i32 %x, 1
    #dbg_declare(ptr poison, !5, !DIExpression(), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_declare(ptr poison, !5, !DIExpression(), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_label(!7, !6)
  %y = add i32 %x, 1
    #dbg_label(!7, !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_label(!7, !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_assign(i32 %x, !5, !DIExpression(), !9, ptr %p, !DIExpression(), !6)
  %y = add i32 %x, 1
    #dbg_assign(i32 %x, !5, !DIExpression(), !9, ptr %p, !DIExpression(), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_assign(i32 %x, !5, !DIExpression(), !9, ptr %p, !DIExpression(), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare void @g()
define void @f(i32 %x, ptr %p) !dbg !2 {
    #dbg_assign(!DIArgList(i32 %x), !5, !DIExpression(DW_OP_LLVM_arg, 0), !9, ptr %p, !DIExpression(), !6)
  %y = add i32 %x, 1
    #dbg_assign(!DIArgList(i32 %x), !5, !DIExpression(DW_OP_LLVM_arg, 0), !9, ptr %p, !DIExpression(), !6)
  call void @g(), !dbg !6
  br label %e
e:
  %z = phi i32 [ %y, %0 ]
    #dbg_assign(!DIArgList(i32 %x), !5, !DIExpression(DW_OP_LLVM_arg, 0), !9, ptr %p, !DIExpression(), !6)
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare i32 @llvm.smax.i32(i32, i32)
define i32 @f(i32 %x) !dbg !2 {
    #dbg_value(i32 %x, !5, !DIExpression(), !6)
  %y = call i32 @llvm.smax.i32(i32 %x, i32 1)
    #dbg_value(i32 %y, !5, !DIExpression(), !6)
    #dbg_value(i32 %x, !5, !DIExpression(), !6)
  ret i32 %y
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare i32 @h()
declare i32 @p(...)
define i32 @f(i32 %x) personality ptr @p !dbg !2 {
  %y = invoke i32 @h() to label %a unwind label %b, !dbg !6
a:
    #dbg_value(i32 %y, !5, !DIExpression(), !6)
  ret i32 %y
b:
  %l = landingpad { ptr, i32 } cleanup
    #dbg_value({ ptr, i32 } %l, !5, !DIExpression(), !6)
  resume { ptr, i32 } %l
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

declare i32 @h()
declare i32 @p(...)
define i32 @f(i1 %c) personality ptr @p !dbg !2 {
  br i1 %c, label %i, label %a
i:
  %y = invoke i32 @h() to label %a unwind label %b, !dbg !6
a:
  %q = phi i32 [ 1, %0 ], [ %y, %i ]
    #dbg_value(i32 %q, !5, !DIExpression(), !6)
  ret i32 %q
b:
  %m = phi i1 [ %c, %i ]
  %l = landingpad { ptr, i32 } cleanup
    #dbg_value(i1 %m, !5, !DIExpression(), !6)
  resume { ptr, i32 } %l
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}

; // -----

define i32 @f(i32 %x) !dbg !2 {
  ret i32 %x
u:
  %y = add i32 %x, 1
    #dbg_value(i32 %y, !5, !DIExpression(), !6)
  br label %v
v:
    #dbg_value(i32 %y, !5, !DIExpression(), !6)
  ret i32 %y
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 5)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DIAssignID()
!10 = !{}
