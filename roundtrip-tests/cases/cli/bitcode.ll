; Bitcode is read like text; `dis` prints what `llvm-dis` prints.
; RUN: llvm-as %s -o - | tern dis
; RUN: llvm-as %s -o - | tern import
; RUN: llvm-as %s -o - | tern check -
; RUN: llvm-as %s -o - | tern roundtrip -
; RUN: llvm-as %s -o - | tern dis --member a.o -
; RUN: tern dis %s
; RUN: tern as --data-layout=e-p:32:32 %s -o - | tern dis --show-annotations
; RUN: tern as --data-layout=e-q %s -o -
define i32 @double(i32 %x) {
  %y = shl nsw i32 %x, 1
  ret i32 %y
}
