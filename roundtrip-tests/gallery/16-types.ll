; Types
; Every type of LLVM.
%point = type { double, double }
%list = type { i32, ptr, %point }
%packed = type <{ i8, i32 }>
%unknown = type opaque
%0 = type { i1 }

@half = external global half
@bfloat = external global bfloat
@float = external global float
@double = external global double
@x86_fp80 = external global x86_fp80
@fp128 = external global fp128
@ppc_fp128 = external global ppc_fp128
@bit = external global i1
@wide = external global i128
@odd = external global i97
@pointer = external global ptr
@far = external addrspace(5) global ptr addrspace(3)
@array = external global [3 x [2 x i8]]
@vector = external global <4 x float>
@pointers = external global <2 x ptr>
@struct = external global %list
@unnamed = external global %0
@packed = external global %packed
@opaque = external global %unknown
@literal = external global { i32, <{ i8, i16 }> }
@empty = external global {}
@target = external global target("spirv.Image", float, 1, 0, 2)

declare void @function(<vscale x 2 x i64>, {}, [0 x i8])

declare x86_amx @llvm.x86.tilezero.internal(i16, i16)

declare token @llvm.coro.save(ptr)

declare void @llvm.experimental.noalias.scope.decl(metadata)

declare target("aarch64.svcount") @variadic(i32, ...)
