; A summary, with every kind of entry, and orders of uses.
; RUN: tern import %s
; RUN: tern import %s | tern export
; RUN: tern import %s | mlir-opt | tern export
source_filename = "tree.c"

@table = internal global [2 x ptr] [ptr @leaf, ptr @visit]
@count = global i32 0

define void @visit(ptr %node) {
  %n = load i32, ptr @count, align 4
  %m = add i32 %n, 1
  store i32 %m, ptr @count, align 4
  tail call void @leaf(ptr %node)
  ret void
}

declare void @leaf(ptr)

^0 = module: (path: "tree.o", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "count", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 0))))
^2 = gv: (name: "leaf")
^3 = gv: (name: "table", summaries: (variable: (module: ^0, flags: (linkage: internal, live: 1), varFlags: (readonly: 1), vTableFuncs: ((virtFunc: ^4, offset: 8)), refs: (^2, readonly ^4))))
^4 = gv: (name: "visit", summaries: (function: (module: ^0, flags: (linkage: external), insts: 5, funcFlags: (noInline: 1), calls: ((callee: ^2, tail: 1), (callee: ^9, hotness: hot)), typeIdInfo: (typeTests: (^5, 77), typeCheckedLoadConstVCalls: ((vFuncId: (^5, offset: 8), args: (1, 2)))), allocs: ((versions: (none), memProf: ((type: cold, stackIds: (8))))), callsites: ((callee: ^2, clones: (0), stackIds: (8))), params: ((param: 0, offset: [0, 7], calls: ((callee: ^2, param: 0, offset: [-1, 1])))), refs: (^1))))
^5 = typeid: (name: "_ZTS4Node", summary: (typeTestRes: (kind: single, sizeM1BitWidth: 0), wpdResolutions: ((offset: 0, wpdRes: (kind: singleImpl, singleImplName: "visit")))))
^6 = typeidCompatibleVTable: (name: "_ZTS4Node", summary: ((offset: 16, ^3)))
^7 = flags: 8
^8 = blockcount: 1
^9 = gv: (guid: 5)
