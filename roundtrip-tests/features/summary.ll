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
^3 = gv: (name: "table", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 0), refs: (^2, ^4))))
^4 = gv: (name: "visit", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 5, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 1, alwaysInline: 0, noUnwind: 0, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^2, tail: 1)), refs: (^1))))
^5 = flags: 8
^6 = blockcount: 1
