//! The `amx` dialect: Intel's advanced matrix extensions, which multiply tiles. Source: MLIR's `AMX.td`.
//!
//! Operations on tiles in registers become LLVM's intrinsics. Loads and stores use a `memref`, which a pass must convert to a
//! pointer first; otherwise they cannot be exported.

use tern_export::Result;
use tern_export::extension::{
    AttributePlace, DialectTranslation, Missing, ToLlvm, TranslatesTo, Translation,
};
use tern_llvm_ir as ir;
use tern_mlir::asm::{ParamParser, ParamPrinter, ParseResult};
use tern_mlir::builtin::memref::StridedMemRef;
use tern_mlir::declare::ParamKind::{self, Signed};
use tern_mlir::declare::{Dialect, Param, TypeDef, View, operations, type_constraints, type_defs};
use tern_mlir::verify::Verifier;
use tern_mlir::{Context, OpRef, Type, TypeKind, Value};

use crate::constraints::{Element, INDEX, bf16, f16, f32, i8, i32, is_one_of};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    types: TYPES,
    interfaces: &[&TranslatesTo(&Tiles)],
    ..Dialect::new("amx")
};

type_defs! { "amx";
    /// A tile: `!amx.tile<16x64xi8>`.
    TILE as Tile = "tile" {
        params: { shape: required(ParamKind::List(&Signed(64))), elementType: required(ParamKind::Type) },
        parse: parse_tile, print: print_tile, verify: verify_tile,
    }
}

fn parse_tile(parser: &mut ParamParser<'_, '_>, _: &'static TypeDef) -> ParseResult<Box<[Param]>> {
    parser.expect(b'<')?;
    let (shape, _) = parser.dimensions()?;
    let element = parser.parse_type()?;
    parser.expect(b'>')?;
    let shape = shape.into_iter().map(Param::Signed).collect();
    Ok([Param::List(shape), Param::Type(element)].into())
}

fn print_tile(printer: &mut ParamPrinter<'_>, params: &[Param]) {
    let [Param::List(shape), Param::Type(element)] = params else { return };
    let shape: Vec<i64> =
        shape.iter().map(|size| if let Param::Signed(size) = size { *size } else { 0 }).collect();
    printer.text("<");
    printer.print_shape(&shape);
    printer.print_type(*element);
    printer.text(">");
}

const ELEMENTS: &[Element] = &[f32, f16, bf16, i32, i8];

fn verify_tile(context: &Context, params: &[Param]) -> std::result::Result<(), String> {
    match params {
        [_, Param::Type(element)] if is_one_of(context, *element, ELEMENTS) => Ok(()),
        _ => Err("failed to verify 'elementType': 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer".into()),
    }
}

/// The rows of a tile, its columns, and the type of its elements.
fn tile_parts(context: &Context, ty: Type) -> Option<(i64, i64, Type)> {
    let tile = Tile::of(context, ty)?;
    let [rows, columns] = tile.shape().collect::<Vec<_>>()[..] else { return None };
    Some((rows, columns, tile.elementType()))
}

fn is_tile(context: &Context, ty: Type, elements: &[Element]) -> bool {
    tile_parts(context, ty).is_some_and(|(_, _, element)| is_one_of(context, element, elements))
}

type_constraints! {
    /// A ranked memref.
    MEMREF = "memref of any type values", |c, t| matches!(t.kind(c), TypeKind::MemRef { .. }), kind MemRef;
    /// Any tile.
    ANY_TILE = "tile of 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer values",
        |c, t| is_tile(c, t, ELEMENTS);
    /// A tile of floats.
    TILE_F32 = "tile of 32-bit float values", |c, t| is_tile(c, t, &[f32]);
    /// A tile of 16-bit floats.
    TILE_HALVES = "tile of 16-bit float or bfloat16 type values", |c, t| is_tile(c, t, &[f16, bf16]);
    /// A tile of integers.
    TILE_I32 = "tile of 32-bit signless integer values", |c, t| is_tile(c, t, &[i32]);
    /// A tile of bytes.
    TILE_I8 = "tile of 8-bit signless integer values", |c, t| is_tile(c, t, &[i8]);
}

operations! {
    /// Fills a tile from memory, row by row.
    TileLoad = "amx.tile_load" {
        traits: [AttrSizedOperandSegments, Declared("AMXIntrinsicOp"), Declared("MemoryEffectOpInterface::Trait")],
        operands: { base: one(MEMREF), indices: variadic(INDEX), stride: optional(INDEX) },
        results: { res: one(ANY_TILE) },
        format: "$base `[` $indices `]` (`,` $stride^ )? attr-dict`:` type($base) `into` qualified(type($res))",
        verify: verify_load,
    }

    /// Adds the products of rows and columns to a tile, for pairs of 16-bit floats.
    TileMulF = "amx.tile_mulf" {
        traits: [Pure, Declared("AMXIntrinsicOp"), AllTypesMatch(&["acc", "res"])],
        operands: { lhs: one(TILE_HALVES), rhs: one(TILE_HALVES), acc: one(TILE_F32) },
        results: { res: one(TILE_F32) },
        format: "$lhs `,` $rhs `,` $acc attr-dict `:` qualified(type($lhs)) `,` qualified(type($rhs)) `,` \
            qualified(type($acc))",
        verify: verify_floats,
        interfaces: [ToLlvm(multiply_floats)],
    }

    /// Adds the products of rows and columns to a tile, for groups of four bytes.
    TileMulI = "amx.tile_muli" {
        traits: [Pure, Declared("AMXIntrinsicOp"), AllTypesMatch(&["acc", "res"])],
        operands: { lhs: one(TILE_I8), rhs: one(TILE_I8), acc: one(TILE_I32) },
        attributes: { isZextLhs: unit, isZextRhs: unit },
        results: { res: one(TILE_I32) },
        format: "$lhs (`zext` $isZextLhs^)? `,` $rhs (`zext` $isZextRhs^)? `,` $acc attr-dict `:` \
            qualified(type($lhs)) `,` qualified(type($rhs)) `,` qualified(type($acc))",
        verify: verify_integers,
        interfaces: [ToLlvm(multiply_integers)],
    }

    /// Writes a tile to memory, row by row.
    TileStore = "amx.tile_store" {
        traits: [AttrSizedOperandSegments, Declared("AMXIntrinsicOp")],
        operands: { base: one(MEMREF), indices: variadic(INDEX), val: one(ANY_TILE), stride: optional(INDEX) },
        format: "$base `[` $indices `]` `,` $val (`,` $stride^ )?attr-dict `:` type($base) `,` \
            qualified(type($val))",
        verify: verify_store,
    }

    /// A tile of zeros.
    TileZero = "amx.tile_zero" {
        traits: [Declared("AMXIntrinsicOp"), Declared("MemoryEffectOpInterface::Trait")],
        results: { res: one(ANY_TILE) },
        format: "attr-dict `:` qualified(type($res))",
        verify: verify_zero,
        interfaces: [ToLlvm(zero)],
    }
}

/// The decoded type of a value, if it is a tile.
fn tile(op: OpRef<'_>, value: Value) -> Option<(i64, i64, Type)> {
    tile_parts(op.context, op.type_of(value))
}

/// The size of a row in bits.
fn row_bits(context: &Context, (_, columns, element): (i64, i64, Type)) -> i64 {
    let bits = match element.integer_width(context) {
        Some(width) => i64::from(width),
        None if element == context.common.f32 => 32,
        None => 16,
    };
    columns.saturating_mul(bits)
}

/// Checks that a tile fits in a register: 16 rows of 64 bytes, in units of four bytes.
fn verify_size(verifier: &mut Verifier<'_>, op: OpRef<'_>, value: Value) {
    let Some(tile) = tile(op, value) else { return };
    let bits = row_bits(op.context, tile);
    if !(0..=16).contains(&tile.0) {
        verifier.error(op, format!("bad row height: {}", tile.0));
    } else if !(0..=512).contains(&bits) || bits % 32 != 0 {
        verifier.error(op, format!("bad column width: {}", bits / 8));
    }
}

fn verify_zero(verifier: &mut Verifier<'_>, zero: TileZero<View<'_>>) {
    verify_size(verifier, *zero.0, zero.res());
}

fn verify_load(verifier: &mut Verifier<'_>, load: TileLoad<View<'_>>) {
    verify_size(verifier, *load.0, load.res());
    verify_indices(verifier, *load.0, load.base(), load.indices(), load.stride());
}

fn verify_store(verifier: &mut Verifier<'_>, store: TileStore<View<'_>>) {
    verify_size(verifier, *store.0, store.val());
    verify_indices(verifier, *store.0, store.base(), store.indices(), store.stride());
}

fn verify_indices(
    verifier: &mut Verifier<'_>,
    op: OpRef<'_>,
    base: Value,
    indices: &[Value],
    stride: Option<Value>,
) {
    let TypeKind::MemRef { shape, .. } = op.type_of(base).kind(op.context) else { return };
    if indices.len() != shape.len() {
        verifier.error(op, format!("requires {} indices", shape.len()));
    } else if stride.is_none() {
        verify_rows(verifier, op, op.type_of(base));
    }
}

/// Checks that rows follow from the type of the memref, as the operation has no stride.
fn verify_rows(verifier: &mut Verifier<'_>, op: OpRef<'_>, base: Type) {
    let TypeKind::MemRef { shape, .. } = base.kind(op.context) else { return };
    if shape.len() < 2 {
        return verifier.error(op, "requires at least 2D memref");
    }
    let strides = StridedMemRef::of(op.context, base).map(|memref| memref.strides);
    if strides.is_none_or(|strides| strides.last() != Some(&1)) {
        verifier.error(op, "requires memref with unit innermost stride");
    }
}

fn verify_floats(verifier: &mut Verifier<'_>, product: TileMulF<View<'_>>) {
    verify_product(verifier, *product.0, [product.lhs(), product.rhs(), product.acc()], 2);
}

fn verify_integers(verifier: &mut Verifier<'_>, product: TileMulI<View<'_>>) {
    verify_product(verifier, *product.0, [product.lhs(), product.rhs(), product.acc()], 4);
}

/// Checks that two tiles can be multiplied with elements in groups of this size, and added to the last one.
fn verify_product(verifier: &mut Verifier<'_>, op: OpRef<'_>, tiles: [Value; 3], group: i64) {
    for value in tiles {
        verify_size(verifier, op, value);
    }
    let [Some(lhs), Some(rhs), Some(acc)] = tiles.map(|value| tile(op, value)) else { return };
    let depth = lhs.1 / group;
    if acc.0 != lhs.0 || acc.1 != rhs.1 / group || depth != rhs.0 {
        verifier.error(op, format!("bad mult shape: {} x {} x {depth}", acc.0, acc.1));
    }
}

/// The translation of tiles: LLVM has a single tile type, and instructions take the sizes.
struct Tiles;

impl DialectTranslation for Tiles {
    fn translates_attribute(&self, _: &str, _: AttributePlace) -> bool {
        false
    }

    fn ty(&self, context: &Context, module: &mut ir::Module, ty: Type) -> Option<ir::Type> {
        tile_parts(context, ty).map(|_| module.types.intern(ir::TypeKind::X86Amx))
    }
}

/// The rows of a tile and the bytes of a row, as operands of instructions.
fn sizes(
    t: &mut Translation<'_, '_, '_>,
    value: std::result::Result<Value, Missing>,
) -> Result<[ir::Value; 2]> {
    let Some(tile) = value.ok().and_then(|value| tile(t.op(), value)) else {
        return t.error("requires tiles of two dimensions");
    };
    let bytes = row_bits(t.context(), tile) / 8;
    Ok([t.integer(16, tile.0), t.integer(16, bytes)])
}

fn zero(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let sizes = sizes(t, TileZero(t.view()).res())?.to_vec();
    let tile = t.intrinsic("llvm.x86.tilezero.internal", sizes)?;
    t.define(tile)
}

/// Calls the intrinsic `name` for the product of the first two tiles, which is added to the last one.
fn multiply(
    t: &mut Translation<'_, '_, '_>,
    name: &str,
    [lhs, rhs, acc]: [std::result::Result<Value, Missing>; 3],
) -> Result<()> {
    let ([rows, depth], [_, columns]) = (sizes(t, lhs)?, sizes(t, rhs)?);
    let args = vec![rows, columns, depth, t.input(acc)?, t.input(lhs)?, t.input(rhs)?];
    let product = t.intrinsic(name, args)?;
    t.define(product)
}

fn multiply_floats(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let product = TileMulF(t.view());
    let lhs = product.lhs().ok().and_then(|lhs| tile(t.op(), lhs));
    let is_f16 = lhs.is_some_and(|(_, _, element)| f16(t.context(), element));
    let element = if is_f16 { "fp16" } else { "bf16" };
    let tiles = [product.lhs(), product.rhs(), product.acc()];
    multiply(t, &format!("llvm.x86.tdp{element}ps.internal"), tiles)
}

fn multiply_integers(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let product = TileMulI(t.view());
    let [lhs, rhs] =
        [product.isZextLhs(), product.isZextRhs()].map(|is_unsigned| if is_unsigned { "u" } else { "s" });
    let tiles = [product.lhs(), product.rhs(), product.acc()];
    multiply(t, &format!("llvm.x86.tdpb{lhs}{rhs}d.internal"), tiles)
}
