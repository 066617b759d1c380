; RUN: tern import %s
%node = type { i32, ptr, %other }
%other = type <{ i8, [3 x i24], <4 x float> }>
%empty = type {}

@a = external global %node
@b = external global %empty
@c = external global { half, bfloat, fp128, x86_fp80, ppc_fp128 }
@d = external global target("spirv.Image", void, 1, 2)

declare void @f(<vscale x 2 x i64>, ptr addrspace(5))

declare void @llvm.tilestored64.internal(i16, i16, ptr, i64, x86_amx)

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)

declare void @llvm.consume(metadata)
