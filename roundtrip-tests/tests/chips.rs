//! Checks that Tern and `mlir-opt` agree on which chips support an operation of `nvvm`: for each operation that declares a
//! requirement, on chips around each number that occurs in one.

use std::collections::BTreeSet;

use tern_dialect_hardware::nvvm::chips::ChipRequirement;
use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::verify::verify;
use tern_roundtrip_tests::oracle;

/// One instance of each operation with a requirement.
const INSTANCES: &[&str] = &[
    "%r = nvvm.read.ptx.sreg.aggr.smem.size : i32",
    "%r = nvvm.read.ptx.sreg.cluster.ctaid.x : i32",
    "%r = nvvm.read.ptx.sreg.cluster.ctaid.y : i32",
    "%r = nvvm.read.ptx.sreg.cluster.ctaid.z : i32",
    "%r = nvvm.read.ptx.sreg.cluster.nctaid.x : i32",
    "%r = nvvm.read.ptx.sreg.cluster.nctaid.y : i32",
    "%r = nvvm.read.ptx.sreg.cluster.ctarank : i32",
    "%r = nvvm.read.ptx.sreg.clusterid.x : i32",
    "nvvm.cluster.arrive.relaxed",
    "nvvm.cluster.wait",
    "nvvm.clusterlaunchcontrol.try.cancel %shared, %shared",
    "%r = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %wide : i1",
    "%r = nvvm.convert.f32x4.to.f4x4 %floats, %i : vector<4xf32> -> i16 (f4E2M1FN)",
    "%r = nvvm.convert.f32x4.to.f6x4 %floats, %i : vector<4xf32> -> vector<4xi8> (f6E2M3FN)",
    "%r = nvvm.convert.f32x4.to.f8x4 %floats, %i : vector<4xf32> -> vector<4xi8> (f8E4M3FN)",
    "nvvm.cp.async.bulk.tensor.shared.cluster.global %cluster, %p, %shared, box[%i] : !llvm.ptr<7>, !llvm.ptr",
    "nvvm.cp.async.bulk.wait_group 0",
    "%r = nvvm.mapa %p, %i : !llvm.ptr -> !llvm.ptr",
    "%r = nvvm.redux.sync add %i, %i : i32 -> i32",
    "%r = nvvm.shfl.sync bfly %i, %i, %i, %i : i32 -> i32",
    "nvvm.tcgen05.alloc %p, %i : !llvm.ptr, i32",
    "nvvm.tcgen05.commit %p : !llvm.ptr",
    "nvvm.tcgen05.cp %tensor, %long {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}",
    "nvvm.tcgen05.dealloc %tensor, %i : !llvm.ptr<6>, i32",
    "nvvm.tcgen05.fence <before>",
    "%r = nvvm.tcgen05.ld %tensor {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : i32",
    "nvvm.tcgen05.st %tensor, %i {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : i32",
    "nvvm.tcgen05.relinquish_alloc_permit",
    "nvvm.tcgen05.shift %tensor : !llvm.ptr<6>",
    "nvvm.tcgen05.wait <load>",
    "nvvm.tcgen05.mma %tensor, %long, %long, %i, %bit {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} \
        : (!llvm.ptr<6>, i64, i64, i32, i1)",
    "nvvm.tcgen05.mma.sp %tensor, %long, %long, %i, %bit, %tensor {kind = #nvvm.tcgen05_mma_kind<f16>, \
        ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)",
    "nvvm.tcgen05.mma.block_scale %tensor, %long, %long, %i, %bit, %tensor, %tensor \
        {kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>} \
        : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)",
    "nvvm.tcgen05.mma.sp.block_scale %tensor, %long, %long, %i, %bit, %tensor, %tensor, %tensor \
        {kind = #nvvm.block_scale_kind<mxf8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>} \
        : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)",
    "nvvm.tcgen05.mma.ws %tensor, %long, %long, %i, %bit {kind = #nvvm.tcgen05_mma_kind<f16>} \
        : (!llvm.ptr<6>, i64, i64, i32, i1)",
    "nvvm.tcgen05.mma.ws.sp %tensor, %long, %long, %i, %bit, %tensor {kind = #nvvm.tcgen05_mma_kind<f16>} \
        : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)",
    "nvvm.wgmma.fence.aligned",
    "nvvm.wgmma.commit.group.sync.aligned",
    "nvvm.wgmma.wait.group.sync.aligned 0",
];

const CHIPS: &[&str] = &[
    "sm_10", "sm_20", "sm_29", "sm_30", "sm_75", "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a",
    "sm_100f", "sm_101a", "sm_103", "sm_103a", "sm_110a", "sm_120a", "gfx90a", "sm_900a",
];

/// A device module for a chip with one function that contains the operation.
fn module(chip: &str, operation: &str) -> String {
    format!(
        "gpu.module @device [#nvvm.target<chip = \"{chip}\">] {{
  llvm.func @f(%i: i32, %long: i64, %wide: i128, %bit: i1, %floats: vector<4xf32>, %p: !llvm.ptr, %shared: !llvm.ptr<3>, \
    %tensor: !llvm.ptr<6>, %cluster: !llvm.ptr<7>) {{
    {operation}
    llvm.return
  }}
}}
"
    )
}

/// The name of the operation in a line.
fn name(instance: &str) -> &str {
    let operation = instance.split_once(" = nvvm.").map_or(instance, |(_, rest)| rest);
    operation.trim_start_matches("nvvm.").split([' ', '{']).next().unwrap_or_default()
}

#[test]
fn each_operation_with_a_requirement_has_an_instance() {
    let declared = tern_dialect_hardware::nvvm::DIALECT.operations.iter();
    let declared = declared.filter(|def| def.interface::<ChipRequirement>().is_some());
    let declared: BTreeSet<&str> = declared.map(|def| def.name.trim_start_matches("nvvm.")).collect();
    let instances: BTreeSet<&str> = INSTANCES.iter().map(|instance| name(instance)).collect();
    assert_eq!(declared, instances);
}

/// The errors that `mlir-opt` reports for modules of the same number of lines each in one text, by the number of the module.
fn reported_by_mlir_opt(modules: &[String]) -> Vec<(usize, String)> {
    let lines = modules[0].lines().count() + 1;
    let text = modules.join("// -----\n");
    let said = oracle::answer("mlir-opt", &["--split-input-file"], text.as_bytes()).said;
    let errors = said.lines().filter_map(|line| line.split_once(": error: "));
    let errors = errors.map(|(place, message)| {
        let line = place.split(':').nth(1).and_then(|line| line.parse::<usize>().ok());
        (line.expect("errors have a place").saturating_sub(1) / lines, message.to_owned())
    });
    errors.collect()
}

#[test]
fn chips_support_what_upstream_says() {
    let pairs = INSTANCES.iter().flat_map(|instance| CHIPS.iter().map(move |chip| module(chip, instance)));
    let modules: Vec<String> = pairs.collect();
    let context = tern_dialect_hardware::context();
    let mut ours = Vec::new();
    for (at, text) in modules.iter().enumerate() {
        let module = asm::parse(&context, "chips", text.as_bytes(), &ParseOptions::default());
        let module = module.unwrap_or_else(|errors| panic!("{text}{errors:?}"));
        ours.extend(verify(&context, &module).iter().map(|error| (at, error.message().to_owned())));
    }
    let upstream = reported_by_mlir_opt(&modules);
    let different = upstream.iter().zip(&ours).find(|(upstream, ours)| upstream != ours);
    if let Some((upstream, ours)) = different {
        panic!("mlir-opt: {upstream:?}, Tern: {ours:?}\n{}", modules[upstream.0.min(ours.0)]);
    }
    assert_eq!(upstream.len(), ours.len());
    assert!(ours.len() > modules.len() / 3, "chips do not support everything");
}
