; Byte types of LLVM 23: MLIR has none, so they are structs there. For older versions they are integers.
; RUN: tern import %s | tern export
; RUN: tern import %s | mlir-opt --allow-unregistered-dialect | tern export
; RUN: tern import %s
; RUN: tern convert --llvm 22 %s
; RUN: tern convert --llvm 14 %s
%pair = type { b8, b64 }

@address = global b64 bitcast (ptr @text to b64)
@text = global [3 x b8] c"ab\00"
@wide = global b128 -5
@vector = global <2 x b16> <b16 1, b16 -1>
@pair = global %pair { b8 7, b64 undef }
@none = global b8 0

define b8 @access(ptr %p, b8 signext %b, i1 %c) {
  %x = load b8, ptr %p, align 1
  store b8 %b, ptr %p, align 1
  %y = load atomic b8, ptr %p acquire, align 1
  store atomic b8 %y, ptr %p release, align 1
  %z = select i1 %c, b8 %x, b8 3
  %f = freeze b8 %z
  br label %next

next:
  %v = phi b8 [ %f, %0 ]
  ret b8 %v
}

define ptr @cast(b64 %b, ptr %p, float %f) {
  %q = bitcast b64 %b to ptr
  %a = bitcast ptr %p to b64
  %h = bitcast ptr %p to <2 x b32>
  %i = bitcast b64 %a to i64
  %g = bitcast float %f to b32
  ret ptr %q
}

define <4 x b8> @vectors(<4 x b8> %v, b8 %b, ptr %p) {
  %e = extractelement <4 x b8> %v, i32 1
  %i = insertelement <4 x b8> %v, b8 %b, i32 2
  %s = shufflevector <4 x b8> %v, <4 x b8> %i, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %w = bitcast <4 x b8> %s to b32
  %c = insertvalue %pair zeroinitializer, b8 %e, 0
  %l = load <4 x b8>, ptr %p, align 4
  store <4 x b8> <b8 1, b8 2, b8 3, b8 4>, ptr %p, align 4
  %r = call <4 x b8> @llvm.vector.reverse.v4b8(<4 x b8> %l)
  ret <4 x b8> %r
}

declare <4 x b8> @llvm.vector.reverse.v4b8(<4 x b8>)
