//! `enable-x86vector`: operations of `x86vector` become calls of intrinsics. Source: MLIR's `X86Vector.td`.

use tern_dialect_core::vector::types::{bit_width, type_of, vector_of};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::FloatKind;
use tern_mlir::{OpRef, TypeKind, Value};

use super::super::progressive::zero_attribute;
use super::{InstructionSet, call, illegal, operand};
use crate::conversion::{
    Adaptor, Legal, LlvmBuilder, MemRefDescriptor, NoMatch, Patterns, Rewrite, Rewriter,
};

pub(super) const X86VECTOR: InstructionSet = InstructionSet {
    option: "enable-x86vector",
    types: None,
    patterns: Some(patterns),
    legality: |legality| {
        let names: Vec<_> = OPERATIONS.iter().map(|operation| operation.name).collect();
        illegal(legality.dialect("x86vector", Legal::Yes), &names)
    },
};

/// An operation and the intrinsic that it becomes.
struct Operation {
    name: &'static str,
    intrinsic: Name,
    args: Args,
}

/// How the name of an intrinsic follows from the operation.
enum Name {
    /// The name as it is.
    Whole(&'static str),
    /// Followed by `.` and the size in bits of the vector of this operand or result.
    Sized(&'static str, &'static str),
    /// Followed by the suffix for the elements of this operand, the first for 32 bits and the second for 64, and its size.
    Typed(&'static str, &'static str, [&'static str; 2]),
    /// One of two names, for a memref of `bf16` or of `f16`, followed by the size of the result.
    OfMemory([&'static str; 2]),
}

/// How the arguments of the call follow from the operands.
enum Args {
    /// The operands.
    Operands,
    /// The operands, and a number of 8 bits with all bits set: all products, added to all elements.
    AndAllBits,
    /// The address of the buffer of a memref.
    Buffer,
    /// The vector, the values of elements that are not selected, and the mask.
    Compress,
}

static OPERATIONS: &[Operation] = &[
    Operation {
        name: "x86vector.avx512.mask.compress",
        intrinsic: Name::Whole("llvm.x86.avx512.mask.compress"),
        args: Args::Compress,
    },
    Operation {
        name: "x86vector.avx512.mask.rndscale",
        intrinsic: Name::Typed("llvm.x86.avx512.mask.rndscale", "src", [".ps", ".pd"]),
        args: Args::Operands,
    },
    Operation {
        name: "x86vector.avx512.mask.scalef",
        intrinsic: Name::Typed("llvm.x86.avx512.mask.scalef", "src", [".ps", ".pd"]),
        args: Args::Operands,
    },
    Operation {
        name: "x86vector.avx512.vp2intersect",
        intrinsic: Name::Typed("llvm.x86.avx512.vp2intersect", "a", [".d", ".q"]),
        args: Args::Operands,
    },
    Operation {
        name: "x86vector.avx512.dot",
        intrinsic: Name::Sized("llvm.x86.avx512bf16.dpbf16ps", "src"),
        args: Args::Operands,
    },
    Operation {
        name: "x86vector.avx512.cvt.packed.f32_to_bf16",
        intrinsic: Name::Sized("llvm.x86.avx512bf16.cvtneps2bf16", "a"),
        args: Args::Operands,
    },
    Operation {
        name: "x86vector.avx.rsqrt",
        intrinsic: Name::Whole("llvm.x86.avx.rsqrt.ps.256"),
        args: Args::Operands,
    },
    Operation {
        name: "x86vector.avx.intr.dot",
        intrinsic: Name::Whole("llvm.x86.avx.dp.ps.256"),
        args: Args::AndAllBits,
    },
    Operation {
        name: "x86vector.avx.dot.i8",
        intrinsic: Name::Sized("llvm.x86.avx2.vpdpbssd", "w"),
        args: Args::Operands,
    },
    Operation {
        name: "x86vector.avx.bcst_to_f32.packed",
        intrinsic: Name::OfMemory(["llvm.x86.vbcstnebf162ps", "llvm.x86.vbcstnesh2ps"]),
        args: Args::Buffer,
    },
    Operation {
        name: "x86vector.avx.cvt.packed.even.indexed_to_f32",
        intrinsic: Name::OfMemory(["llvm.x86.vcvtneebf162ps", "llvm.x86.vcvtneeph2ps"]),
        args: Args::Buffer,
    },
    Operation {
        name: "x86vector.avx.cvt.packed.odd.indexed_to_f32",
        intrinsic: Name::OfMemory(["llvm.x86.vcvtneobf162ps", "llvm.x86.vcvtneoph2ps"]),
        args: Args::Buffer,
    },
];

fn patterns(patterns: &mut Patterns<'_, '_>) {
    for operation in OPERATIONS {
        patterns.on(&[operation.name], convert);
    }
}

fn convert(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = b.op_ref(op.op);
    let operation = OPERATIONS.iter().find(|operation| operation.name == original.name());
    let operation = operation.ok_or("the operation has no intrinsic")?;
    let intrinsic = name(original, &operation.intrinsic).ok_or("the operation has no vector")?;
    let args = match operation.args {
        Args::Operands => op.operands.to_vec(),
        Args::AndAllBits => {
            let byte = b.context().common.i8;
            [op.operands, &[b.constant_int(byte, -1)]].concat()
        }
        Args::Buffer => vec![buffer(op, b)?],
        Args::Compress => compress(op, b)?,
    };
    call(op.op, b, &intrinsic, &args)
}

fn name(op: OpRef<'_>, name: &Name) -> Option<String> {
    let vector = |of: &str| {
        let vector = vector_of(op, of)?;
        let width = bit_width(op.context, vector.element)?;
        Some((width, vector.count() * i64::from(width)))
    };
    Some(match name {
        Name::Whole(name) => (*name).to_owned(),
        Name::Sized(prefix, of) => format!("{prefix}.{}", vector(of)?.1),
        Name::Typed(prefix, of, [narrow, wide]) => {
            let (width, size) = vector(of)?;
            format!("{prefix}{}.{size}", if width == 32 { narrow } else { wide })
        }
        Name::OfMemory([bf16, f16]) => {
            let TypeKind::MemRef { element, .. } = type_of(op, "a")?.kind(op.context) else { return None };
            let prefix =
                if matches!(element.kind(op.context), TypeKind::Float(FloatKind::F16)) { f16 } else { bf16 };
            format!("{prefix}{}", vector("dst")?.1)
        }
    })
}

/// The address of the first element of the memref.
fn buffer(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<Value, NoMatch> {
    let ty = type_of(b.op_ref(op.op), "a").ok_or("an operand is missing")?;
    let descriptor = MemRefDescriptor::new(operand(op, b, "a")?);
    let converter = b.converter();
    descriptor.buffer(b, converter, ty).ok_or_else(|| "the layout of the memref is not strided".into())
}

/// Elements that are not selected come from an operand, from a constant, or are 0.
fn compress(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<Vec<Value>, NoMatch> {
    let (mask, vector) = (operand(op, b, "k")?, operand(op, b, "a")?);
    let others = match b.group(op, "src").first() {
        Some(&value) => value,
        None => {
            let original = b.op_ref(op.op);
            let ty = original.result().map(|result| original.type_of(result)).ok_or("there is no result")?;
            let constant = original.property("constant_src");
            let value = constant.or_else(|| zero_attribute(b.context(), ty));
            let value = value.ok_or("the elements have no zero")?;
            let ty = b.convert_type(ty)?;
            b.constant(ty, value)
        }
    };
    Ok(vec![vector, others, mask])
}
