//! Programs that read LLVM IR of a fixed version with further rules: what each wants and refuses, as data.

use cranelift_entity::EntityRef;

use super::losses::problem;
use super::rewriter::Rewriter;
use super::{Downgrade, LlvmVersion};
use crate::constants::ConstantKind;
use crate::function::Value;
use crate::globals::Global;
use crate::instruction::{AtomicRmw, Inst, Instruction, RmwOp};
use crate::metadata::{MdNodeData, MdNodeKind, Metadata};
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// A program that reads LLVM IR.
#[derive(Debug, PartialEq, Eq)]
pub struct Consumer {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The version of LLVM whose IR it reads.
    pub version: LlvmVersion,
    /// The beginnings of the target triples that it takes; none if it takes any.
    pub targets: &'static [&'static str],
    /// The target triple of a module that has none.
    pub triple: Option<&'static str>,
    /// The data layout of a module that has none.
    pub data_layout: Option<&'static str>,
    /// Named metadata with numbers that a module must have; it gets them if it has not.
    pub marks: &'static [(&'static str, &'static [i32])],
    /// Operations of `atomicrmw` on a type, by the width of floating-point numbers, that are calls of an intrinsic there.
    pub atomics: &'static [(RmwOp, u32, &'static str)],
    /// Instructions that it has no code for.
    pub no_instructions: &'static [&'static str],
    /// Types that it has no code for.
    pub no_types: &'static [&'static str],
}

const ANY: Consumer = Consumer {
    name: "",
    about: "",
    version: LlvmVersion::DEFAULT,
    targets: &[],
    triple: None,
    data_layout: None,
    marks: &[],
    atomics: &[],
    no_instructions: &[],
    no_types: &[],
};

/// Exceptions and jumps to addresses, for which machines without a stack have no code.
const NO_UNWINDING: &[&str] = &[
    "callbr",
    "catchpad",
    "catchret",
    "catchswitch",
    "cleanuppad",
    "cleanupret",
    "indirectbr",
    "invoke",
    "landingpad",
    "resume",
];

const NVPTX: Consumer = Consumer {
    targets: &["nvptx64-", "nvptx-"],
    triple: Some("nvptx64-nvidia-cuda"),
    data_layout: Some(
        "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-\
         v64:64:64-v128:128:128-n16:32:64",
    ),
    no_instructions: NO_UNWINDING,
    no_types: &["x86_fp80", "fp128", "ppc_fp128", "x86_amx"],
    ..ANY
};

/// All that are known. Sources: NVIDIA's NVVM IR specification and the library; AMD's documentation of Vitis HLS and of the tools for AI
/// engines; what the compilers of these write themselves.
pub const CONSUMERS: &[Consumer] = &[
    Consumer {
        name: "nvvm",
        about: "NVIDIA's libnvvm for GPUs before Blackwell, up to compute_90",
        version: LlvmVersion::since(7),
        marks: &[("nvvmir.version", &[2, 0, 3, 1])],
        atomics: &[
            (RmwOp::FAdd, 32, "llvm.nvvm.atomic.load.add.f32"),
            (RmwOp::FAdd, 64, "llvm.nvvm.atomic.load.add.f64"),
        ],
        ..NVPTX
    },
    Consumer {
        name: "nvvm-blackwell",
        about: "NVIDIA's libnvvm for Blackwell, from compute_100 on",
        version: LlvmVersion::since(20),
        marks: &[("nvvmir.version", &[2, 0, 3, 2])],
        ..NVPTX
    },
    Consumer {
        name: "vitis-hls",
        about: "AMD's Vitis HLS, high-level synthesis for FPGAs",
        version: LlvmVersion::since(7),
        triple: Some("fpga64-xilinx-none"),
        data_layout: Some(
            "e-m:e-i64:64-i128:128-i256:256-i512:512-i1024:1024-i2048:2048-i4096:4096-n8:16:32:64-S128-v16:16-v24:32-\
             v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
        ),
        no_instructions: NO_UNWINDING,
        no_types: &["x86_fp80", "fp128", "ppc_fp128", "x86_amx"],
        ..ANY
    },
    Consumer {
        name: "metal",
        about: "Apple's Metal, for GPUs",
        version: LlvmVersion::since(5),
        targets: &["air64"],
        triple: Some("air64-apple-macosx13.0.0"),
        data_layout: Some(
            "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-\
             v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32",
        ),
        no_instructions: NO_UNWINDING,
        no_types: &["double", "x86_fp80", "fp128", "ppc_fp128", "x86_amx"],
        ..ANY
    },
    Consumer {
        name: "aie",
        about: "AMD's compiler xchesscc for AI engines",
        version: LlvmVersion::since(15),
        no_instructions: NO_UNWINDING,
        no_types: &["x86_fp80", "fp128", "ppc_fp128", "x86_amx"],
        ..ANY
    },
    Consumer {
        name: "aie-peano",
        about: "AMD's open compiler Peano for AI engines",
        version: LlvmVersion::since(19),
        no_instructions: NO_UNWINDING,
        no_types: &["x86_fp80", "fp128", "ppc_fp128", "x86_amx"],
        ..ANY
    },
];

impl Consumer {
    /// The consumer of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        CONSUMERS.iter().find(|consumer| consumer.name == name)
    }
}

impl Downgrade {
    /// Gives a module what the consumer wants of it, and notes what that refuses.
    pub(super) fn for_consumer(&mut self, module: &mut Module) {
        let Some(consumer) = self.consumer else { return };
        let text = |text: Option<&str>| text.map(|text| module.strings.intern(text.as_bytes()));
        let defaults = (text(consumer.triple), text(consumer.data_layout));
        module.target_triple = module.target_triple.or(defaults.0);
        module.data_layout = module.data_layout.or(defaults.1);
        self.layout = module.layout();
        let triple = module.target_triple.map_or("none".into(), |triple| module.text(triple).into_owned());
        let is_right = |&beginning: &&str| triple.starts_with(beginning);
        if !consumer.targets.is_empty() && !consumer.targets.iter().any(is_right) {
            let wanted = consumer.targets.join(" or ");
            let message =
                format!("{} is for targets that begin with {wanted}, this is for {triple}", consumer.about);
            self.problems.push(problem(module, None, None, message));
        }
        for &(name, numbers) in consumer.marks {
            mark(module, name, numbers);
        }
        for ty in (0..module.types.count()).map(Type::new) {
            let word = match module.types.kind(ty) {
                TypeKind::Double => "double",
                TypeKind::X86Fp80 => "x86_fp80",
                TypeKind::Fp128 => "fp128",
                TypeKind::PpcFp128 => "ppc_fp128",
                TypeKind::X86Amx => "x86_amx",
                _ => continue,
            };
            if consumer.no_types.contains(&word) && is_used(module, ty) {
                self.problems.push(problem(
                    module,
                    None,
                    None,
                    format!("{} has no type `{word}`", consumer.about),
                ));
            }
        }
    }

    /// Notes an instruction that the consumer refuses.
    pub(super) fn refused_by_consumer(&mut self, rewriter: &Rewriter<'_>, inst: Inst) {
        let Some(consumer) = self.consumer else { return };
        let spelling = rewriter.function.insts[inst].inst.opcode().spelling();
        if consumer.no_instructions.contains(&spelling) {
            let Rewriter { module, global, function, block, .. } = rewriter;
            let message = format!("{} has no `{spelling}`", consumer.about);
            self.problems.push(problem(module, Some(*global), Some((function, *block)), message));
        }
    }

    /// The call by which the consumer has an atomic operation.
    pub(super) fn atomic_of_consumer(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        rmw: &AtomicRmw,
        ty: Type,
    ) -> Option<Instruction> {
        let width = rewriter.module.types.float_width(ty)?;
        let row = |&&(op, of, _): &&(RmwOp, u32, &str)| op == rmw.op && of == width;
        let &(.., name) = self.consumer?.atomics.iter().find(row)?;
        let params = [rewriter.type_of(rmw.address), ty];
        let space = rewriter.module.types.address_space(params[0])?;
        let args: [Value; 2] = [rmw.address, rmw.value];
        let call = self.call_of(rewriter, &format!("{name}.p{space}"), ty, &params, &args);
        Some(Instruction::Call(Box::new(call)))
    }
}

/// Whether a module has values of a type or of vectors of it.
fn is_used(module: &Module, ty: Type) -> bool {
    let is_of = |other: Type| module.types.scalar(other) == ty;
    let of_functions = |&global: &Global| {
        let function = module.globals[global].as_function();
        function.is_some_and(|function| function.locals.values().any(|local| is_of(local.ty)))
    };
    module.variables.iter().any(|&global| is_of(module.globals[global].ty))
        || module.functions.iter().any(of_functions)
}

/// Adds named metadata with a node of numbers, unless the module has such.
fn mark(module: &mut Module, name: &str, numbers: &[i32]) {
    let name = module.strings.intern(name.as_bytes());
    if module.metadata.named.iter().any(|(known, _)| *known == name) {
        return;
    }
    let i32 = module.types.common.i32;
    let number = |&number: &i32| {
        let bits = u64::from(number as u32);
        Metadata::Constant(module.constants.intern(i32, ConstantKind::Integer(bits)))
    };
    let operands: Vec<Metadata> = numbers.iter().map(number).collect();
    let data = MdNodeData { kind: MdNodeKind::Tuple(operands.into()), distinct: false };
    let known = module.metadata.nodes.iter().find(|(_, known)| **known == data).map(|(node, _)| node);
    let node = known.unwrap_or_else(|| module.metadata.nodes.push(data));
    module.metadata.named.push((name, vec![node]));
}
