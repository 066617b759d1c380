// ARGS: -split-input-file -verify-diagnostics
// What is said of operations of NVVM and attributes of ROCDL that are wrong.

llvm.func @needs_two(%lo: i32, %selector: i32) {
  // expected-error @+1 {{mode 'b4e' requires 'hi' operand.}}
  %0 = nvvm.prmt #nvvm.permute_mode<b4e> %selector, %lo : i32
  llvm.return
}

// -----

llvm.func @needs_one(%lo: i32, %selector: i32) {
  // expected-error @+1 {{mode 'ecr' does not accept 'hi' operand.}}
  %0 = nvvm.prmt #nvvm.permute_mode<ecr> %selector, %lo, %lo : i32
  llvm.return
}

// -----

llvm.func @rounding(%a: f32) {
  // expected-error @+1 {{Only RN rounding mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types}}
  %0 = nvvm.convert.f32x2.to.f8x2 %a, %a {rnd = #nvvm.fp_rnd_mode<rz>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E5M2)
  llvm.return
}

// -----

llvm.func @saturation(%a: f32) {
  // expected-error @+1 {{Only SATFINITE saturation mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types}}
  %0 = nvvm.convert.f32x2.to.f8x2 %a, %a {rnd = #nvvm.fp_rnd_mode<rn>} : i16 (f8E5M2)
  llvm.return
}

// -----

llvm.func @format(%a: f32) {
  // expected-error @+1 {{Only 'f8E4M3FN', 'f8E5M2', and 'f8E8M0FNU' types are supported for conversions from f32x2 to f8x2}}
  %0 = nvvm.convert.f32x2.to.f8x2 %a, %a : i16 (f6E2M3FN)
  llvm.return
}

// -----

llvm.func @narrow(%a: f32) {
  // expected-error @+1 {{Only 'f6E2M3FN' and 'f6E3M2FN' types are supported for conversions from f32x2 to f6x2.}}
  %0 = nvvm.convert.f32x2.to.f6x2 %a, %a : i16 (f8E4M3FN)
  llvm.return
}

// -----

llvm.func @scales(%a: i32, %f: f32, %b: i16) {
  // expected-error @+1 {{unsupported Kind, ScaleVecSize and BlockScaleFormat attributes for mma.m16n8k32}}
  %0 = nvvm.mma.block_scale A[%a, %a, %a, %a] B[%a, %a] C[%f, %f, %f, %f] scaleA[%a, %b, %b] scaleB[%a, %b, %b] {
    shape = #nvvm.shape<m = 16, n = 8, k = 32>, multiplicandAPtxType = #nvvm.mma_type<e4m3>,
    multiplicandBPtxType = #nvvm.mma_type<e4m3>, scaleVecSize = #nvvm.scale_vec_size<x4>,
    blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>
  } : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @sparse_scales(%a: i32, %f: f32, %b: i16) {
  // expected-error @+1 {{unsupported BlockScaleFormat attribute for mma.m16n8k128.mxf4}}
  %0 = nvvm.mma.sp.block_scale A[%a, %a, %a, %a] B[%a, %a, %a, %a] C[%f, %f, %f, %f] sparseMetadata[%a] selector[%a] scaleA[%a, %b, %b] scaleB[%a, %b, %b] {
    shape = #nvvm.shape<m = 16, n = 8, k = 128>, multiplicandAPtxType = #nvvm.mma_type<e2m1>,
    multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>,
    blockScaleFormat = #nvvm.block_scale_format<ue4m3>, kind = #nvvm.block_scale_kind<mxf4>, orderedMetadata
  } : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @sparse_geometry(%a: i32, %f: f32, %b: i16) {
  // expected-error @+1 {{unsupported Geom for sparse mma with block scaling}}
  %0 = nvvm.mma.sp.block_scale A[%a, %a, %a, %a] B[%a, %a, %a, %a] C[%f, %f, %f, %f] sparseMetadata[%a] selector[%a] scaleA[%a, %b, %b] scaleB[%a, %b, %b] {
    shape = #nvvm.shape<m = 16, n = 8, k = 32>, multiplicandAPtxType = #nvvm.mma_type<e2m1>,
    multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>,
    blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, orderedMetadata
  } : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

// expected-error @+1 {{'"rocdl.kernel"' attribute attached to unexpected op}}
func.func @kernel() attributes { rocdl.kernel } { return }
