; Bitcode is read like text; `dis` prints what `llvm-dis` prints.
; RUN: llvm-as %s -o - | tern dis
; RUN: llvm-as %s -o - | tern import
; RUN: llvm-as %s -o - | tern check -
; RUN: llvm-as %s -o - | tern roundtrip -
; RUN: llvm-as %s -o - | tern dis --member a.o -
; RUN: tern dis %s
define i32 @double(i32 %x) {
  %y = shl nsw i32 %x, 1
  ret i32 %y
}

^0 = module: (path: "bitcode.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "double", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 2)))
^2 = blockcount: 1
