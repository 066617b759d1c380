//! `enable-amx`: operations of `amx` become calls of intrinsics, and tiles become `!llvm.x86_amx`. Source: MLIR's `AMX.td`.

use tern_dialect_core::vector::types::{bit_width, type_of};
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::x86_amx;
use tern_mlir::builtin::memref::StridedMemRef;
use tern_mlir::declare::Param;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::{DYNAMIC, FloatKind};
use tern_mlir::{Context, Type, TypeKind, Value};

use super::{InstructionSet, call, illegal, operand};
use crate::conversion::{
    Adaptor, LlvmBuilder, MemRefDescriptor, NoMatch, Patterns, Rewrite, Rewriter, TypeConverter,
};
use crate::memref::element_address;

pub(super) const AMX: InstructionSet = InstructionSet {
    option: "enable-amx",
    types: Some(types),
    patterns: Some(patterns),
    legality: |legality| {
        illegal(
            legality,
            &["amx.tile_zero", "amx.tile_load", "amx.tile_store", "amx.tile_mulf", "amx.tile_muli"],
        )
    },
};

fn types(converter: &mut TypeConverter<'_>) {
    converter.add_conversion(|converter, ty| {
        let context = converter.context();
        Tile::of(context, ty).map(|_| Ok(x86_amx(context)))
    });
}

fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&["amx.tile_zero"], zero);
    patterns.on(&["amx.tile_load"], load);
    patterns.on(&["amx.tile_store"], store);
    patterns.on(&["amx.tile_mulf"], multiply_floats);
    patterns.on(&["amx.tile_muli"], multiply_integers);
}

/// The type of a tile: `!amx.tile<rows x columns x element>`.
struct Tile {
    rows: i64,
    columns: i64,
    element: Type,
}

impl Tile {
    fn of(context: &Context, ty: Type) -> Option<Self> {
        let TypeKind::Declared { def, params } = ty.kind(context) else { return None };
        let ("amx", "tile", [Param::List(shape), Param::Type(element)]) =
            (def.dialect, def.mnemonic, &params[..])
        else {
            return None;
        };
        let [Param::Signed(rows), Param::Signed(columns)] = shape[..] else { return None };
        Some(Self { rows, columns, element: *element })
    }

    /// The tile type of an operand or of the result.
    fn in_operation(b: &Rewriter<'_, '_>, op: Adaptor<'_>, name: &str) -> Result<Self, NoMatch> {
        let original = b.op_ref(op.op);
        let of_result = || original.result_group(name).next().map(|result| original.type_of(result));
        let ty = type_of(original, name).or_else(of_result);
        ty.and_then(|ty| Self::of(b.context(), ty)).ok_or_else(|| "requires tiles of two dimensions".into())
    }

    /// Makes the number of rows, and that of bytes in a row.
    fn sizes(&self, b: &mut Rewriter<'_, '_>) -> [Value; 2] {
        let i16 = Type::integer(b.context(), 16);
        let bytes = self.columns.saturating_mul(bytes_of(b.context(), self.element));
        [b.constant_int(i16, self.rows), b.constant_int(i16, bytes)]
    }
}

/// The size of an element of a tile or buffer in bytes.
fn bytes_of(context: &Context, element: Type) -> i64 {
    bit_width(context, element).map_or(0, |width| i64::from(width / 8))
}

fn zero(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let sizes = Tile::in_operation(b, op, "res")?.sizes(b);
    call(op.op, b, "llvm.x86.tilezero.internal", &sizes)
}

fn load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let [rows, bytes] = Tile::in_operation(b, op, "res")?.sizes(b);
    let [address, stride] = place(op, b)?;
    call(op.op, b, "llvm.x86.tileloadd64.internal", &[rows, bytes, address, stride])
}

fn store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let [rows, bytes] = Tile::in_operation(b, op, "val")?.sizes(b);
    let [address, stride] = place(op, b)?;
    let tile = operand(op, b, "val")?;
    call(op.op, b, "llvm.x86.tilestored64.internal", &[rows, bytes, address, stride, tile])
}

/// The address of the first row in memory, and the distance of rows in bytes.
fn place(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<[Value; 2], NoMatch> {
    let ty = type_of(b.op_ref(op.op), "base").ok_or("an operand is missing")?;
    let memref = StridedMemRef::of(b.context(), ty).ok_or("the layout of the memref is not strided")?;
    let base = operand(op, b, "base")?;
    let address = element_address(b, ty, base, b.group(op, "indices"), false)?;
    let (i64, bytes) = (b.context().common.i64, bytes_of(b.context(), memref.element));
    let second_last = memref.strides.len().checked_sub(2);
    let stride = match (b.group(op, "stride").first(), second_last) {
        (Some(&stride), _) => stride,
        (None, None) => return Err("requires a memref of two dimensions".into()),
        (None, Some(dimension)) => match memref.strides[dimension] {
            DYNAMIC => MemRefDescriptor::new(base).stride(b, dimension),
            stride => return Ok([address, b.constant_int(i64, stride.wrapping_mul(bytes))]),
        },
    };
    let bytes = b.constant_int(i64, bytes);
    Ok([address, b.create_value(llvm::Mul::build(bytes, stride))])
}

fn multiply(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, intrinsic: &str) -> Rewrite {
    let [lhs, rhs] = [Tile::in_operation(b, op, "lhs")?, Tile::in_operation(b, op, "rhs")?];
    let ([rows, depth], [_, columns]) = (lhs.sizes(b), rhs.sizes(b));
    let tiles = [operand(op, b, "acc")?, operand(op, b, "lhs")?, operand(op, b, "rhs")?];
    call(op.op, b, intrinsic, &[&[rows, columns, depth], &tiles[..]].concat())
}

fn multiply_floats(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let element = Tile::in_operation(b, op, "lhs")?.element;
    let is_f16 = matches!(element.kind(b.context()), TypeKind::Float(FloatKind::F16));
    multiply(op, b, if is_f16 { "llvm.x86.tdpfp16ps.internal" } else { "llvm.x86.tdpbf16ps.internal" })
}

fn multiply_integers(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = b.op_ref(op.op);
    let sign = |name| if original.property(name).is_some() { 'u' } else { 's' };
    let intrinsic = format!("llvm.x86.tdpb{}{}d.internal", sign("isZextLhs"), sign("isZextRhs"));
    multiply(op, b, &intrinsic)
}
