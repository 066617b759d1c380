//! Operations on tiles as values, which passes convert to intrinsics.

use tern_mlir::declare::ParamKind::Enum;
use tern_mlir::declare::{AttrClass, attribute_defs, enums, families, type_constraints};
use tern_mlir::{Context, OpRef, Type, TypeKind};

use super::{SVE_PREDICATE, SVE_VECTOR, element_of, is_register, is_tile};
use crate::arm_sve::mask_of;
use crate::constraints::{ANY, INDEX, bf16, f16, f32, i8, i16, i32, i64, is_vector, vector_parts};

enums! {
    /// Whether a slice of a tile is a row or a column.
    TileSliceLayout: 32 { Horizontal = 0 => "horizontal", Vertical = 1 => "vertical" }

    /// Whether an outer product is added or subtracted.
    CombiningKind: 32 { Add = 0 => "add", Sub = 1 => "sub" }

    /// The size of an element.
    TypeSize: 32 { Byte = 0 => "byte", Half = 1 => "half", Word = 2 => "word", Double = 3 => "double" }
}

attribute_defs! { "arm_sme";
    /// Whether a slice of a tile is a row or a column.
    TILE_SLICE_LAYOUT = "layout" {
        params: { value: required(Enum(TileSliceLayout::DEF)) },
        format: "`<` $value `>`",
    }

    /// Whether an outer product is added or subtracted.
    COMBINING_KIND = "kind" {
        params: { value: required(Enum(CombiningKind::DEF)) },
        format: "`<` $value `>`",
    }

    /// The size of an element.
    TYPE_SIZE = "type_size" {
        params: { value: required(Enum(TypeSize::DEF)) },
        format: "`<` $value `>`",
    }
}

fn is_memref(context: &Context, ty: Type, rank: Option<usize>) -> bool {
    match ty.kind(context) {
        TypeKind::MemRef { shape, .. } => rank.is_none_or(|rank| shape.len() == rank),
        _ => false,
    }
}

/// A tile with one type of elements.
fn is_tile_of(context: &Context, ty: Type, element: crate::constraints::Element) -> bool {
    is_tile(context, ty) && element(context, element_of(context, ty))
}

type_constraints! {
    /// An SME tile.
    TILE = "a vector type that fits into a SME tile", is_tile;
    /// A vector of any shape.
    VECTOR = "vector of any type values", |c, t| is_vector(c, t, &[], &[|_, _| true]), kind Vector;
    /// A ranked memref.
    MEMREF = "memref of any type values", |c, t| is_memref(c, t, None), kind MemRef;
    /// A memref of rank 2.
    MEMREF_2D = "2D memref of any type values", |c, t| is_memref(c, t, Some(2));
    /// The factor type of a sum of two outer products of 16-bit floats.
    HALVES = " of ranks 1scalable vector of 16-bit float or bfloat16 type values of length 8",
        |c, t| is_register(c, t, &[8], &[f16, bf16]);
    /// The factor type of a sum of two outer products of 16-bit integers.
    SHORTS = " of ranks 1scalable vector of 16-bit signless integer values of length 8",
        |c, t| is_register(c, t, &[8], &[i16]);
    /// The factor type of a sum of four outer products.
    BYTES_OR_SHORTS = " of ranks 1scalable vector of 8-bit signless integer values of length 16 or  of ranks 1scalable vector of 16-bit signless integer values of length 8",
        |c, t| is_register(c, t, &[16], &[i8]) || is_register(c, t, &[8], &[i16]);
    /// A tile of floats.
    TILE_F32 = "vector<[4]x[4]xf32> of 32-bit float values", |c, t| is_tile_of(c, t, f32);
    /// A tile of integers.
    TILE_I32 = "vector<[4]x[4]xi32> of 32-bit signless integer values", |c, t| is_tile_of(c, t, i32);
    /// A tile of integers.
    TILE_I32_OR_I64 = "vector<[4]x[4]xi32> of 32-bit signless integer values or vector<[2]x[2]xi64> of 64-bit signless integer values",
        |c, t| is_tile_of(c, t, i32) || is_tile_of(c, t, i64);
}

fn same(_: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

fn element(context: &Context, ty: Type) -> Option<Type> {
    Some(element_of(context, ty))
}

/// The vector type of a row or column of a tile.
fn slice_of(context: &Context, ty: Type) -> Option<Type> {
    let (shape, scalable, element) = vector_parts(context, ty)?;
    let (shape, scalable) = (shape.get(1..)?.into(), scalable.get(1..)?.into());
    Some(context.ty(TypeKind::Vector { shape, scalable, element }))
}

fn mask_of_slice(context: &Context, ty: Type) -> Option<Type> {
    mask_of(context, slice_of(context, ty)?)
}

/// The tile type for the outer product of two vectors.
fn tile_of(context: &Context, ty: Type) -> Option<Type> {
    let (shape, _, element) = vector_parts(context, ty)?;
    let size = *shape.first()?;
    Some(context.ty(TypeKind::Vector { shape: [size; 2].into(), scalable: [true; 2].into(), element }))
}

/// The type of an operand or of the result, by name.
fn type_of(op: OpRef<'_>, name: &str) -> Option<Type> {
    let operand = op.operand_group(name).first().copied();
    operand.or_else(|| op.result_group(name).next()).map(|value| op.type_of(value))
}

fn have_same_element(op: OpRef<'_>, a: &str, b: &str) -> bool {
    let element = |name| {
        let ty = type_of(op, name)?;
        match ty.kind(op.context) {
            TypeKind::MemRef { element, .. } => Some(*element),
            _ => Some(element_of(op.context, ty)),
        }
    };
    element(a) == element(b)
}

/// Whether two operands are both present or both absent.
fn are_paired(op: OpRef<'_>, a: &str, b: &str) -> bool {
    op.operand_group(a).is_empty() == op.operand_group(b).is_empty()
}

/// Whether the result's elements are `times` as wide as those of the operands.
fn is_wider(op: OpRef<'_>, times: u32) -> bool {
    let width = |name| {
        let ty = element_of(op.context, type_of(op, name)?);
        ty.integer_width(op.context).or(match ty {
            ty if ty == op.context.common.f32 => Some(32),
            _ => Some(16),
        })
    };
    width("lhs").map(|width| width * times) == width("result")
}

families! { "arm_sme." => "";
    /// Replaces the value of a tile.
    family [] {
        traits: [Pure, Declared("ArmSMETileOpInterface"), AllTypesMatch(&["tile", "result"])],
        operands: { tile: one(TILE) },
        results: { result: one(TILE) },
        format: "$tile attr-dict `:` type($result)",
    }
    "copy_tile";

    /// Extracts a row or column of a tile.
    family [] {
        traits: [
            Declared("ArmSMETileOpInterface"), Pure,
            TypesMatchWith {
                summary: "type of 'result' matches type of 'tile' slice",
                from: "tile", to: "result", transform: slice_of
            },
        ],
        operands: { tile: one(TILE), tile_slice_index: one(INDEX) },
        attributes: { layout: default(AttrClass::Declared(&TILE_SLICE_LAYOUT), "horizontal") },
        results: { result: one(SVE_VECTOR) },
        format: "$tile `[` $tile_slice_index `]` (`layout` `` $layout^)? attr-dict `:` type($result) `from` \
            type($tile)",
    }
    "extract_tile_slice";

    /// Adds the sum of two outer products to a tile (`mopa`), or subtracts it (`mops`).
    family [Lhs, Result] {
        traits: [
            Pure, Declared("ArmSMETileOpInterface"), AttrSizedOperandSegments, AllTypesMatch(&["lhs", "rhs"]),
            TypesMatchWith {
                summary: "lhsMask has i1 element type and same shape as lhs",
                from: "lhs", to: "lhsMask", transform: mask_of
            },
            TypesMatchWith {
                summary: "rhsMask has i1 element type and same shape as rhs",
                from: "rhs", to: "rhsMask", transform: mask_of
            },
            Predicate {
                summary: "both `lhsMask` and `rhsMask` should be provided or neither",
                check: |op| are_paired(op, "lhsMask", "rhsMask")
            },
            TypesMatchWith {
                summary: "`result` and `acc` have the same type",
                from: "result", to: "acc", transform: same
            },
            Predicate {
                summary: "tile element size equals input element size * 2",
                check: |op| is_wider(op, 2)
            },
        ],
        operands: {
            lhs: one(Lhs), rhs: one(VECTOR),
            lhsMask: optional(VECTOR), rhsMask: optional(VECTOR),
            acc: optional(VECTOR),
        },
        results: { result: one(Result) },
        format: "$lhs `,` $rhs oilist( `acc` `` `(` $acc `)` | `masks` `` `(` $lhsMask `,` $rhsMask `)` ) \
            attr-dict `:` type($lhs) `,` type($rhs) `into` type($result)",
    }
    "fmopa_2way" (HALVES, TILE_F32),
    "fmops_2way" (HALVES, TILE_F32),
    "smopa_2way" (SHORTS, TILE_I32),
    "smops_2way" (SHORTS, TILE_I32),
    "umopa_2way" (SHORTS, TILE_I32),
    "umops_2way" (SHORTS, TILE_I32);

    /// A tile with unspecified contents.
    family [] {
        traits: [Declared("ArmSMETileOpInterface"), Pure],
        results: { tile: one(TILE) },
        format: "attr-dict `:` type($tile)",
    }
    "get_tile";

    /// Replaces a row or column of a tile.
    family [] {
        traits: [
            Declared("ArmSMETileOpInterface"), Pure, AllTypesMatch(&["tile", "result"]),
            TypesMatchWith {
                summary: "type of 'vector' matches type of 'tile' slice",
                from: "tile", to: "vector", transform: slice_of
            },
        ],
        operands: {
            vector: one(SVE_VECTOR),
            tile: one(TILE), tile_slice_index: one(INDEX),
        },
        attributes: { layout: default(AttrClass::Declared(&TILE_SLICE_LAYOUT), "horizontal") },
        results: { result: one(TILE) },
        format: "$vector `,` $tile `[` $tile_slice_index `]` (`layout` `` $layout^)? attr-dict `:` \
            type($vector) `into` type($result)",
    }
    "insert_tile_slice";

    /// Loads a row or column of a tile.
    family [] {
        traits: [
            Declared("ArmSMETileOpInterface"),
            Predicate {
                summary: "all of {tile, base} have same element type",
                check: |op| have_same_element(op, "tile", "base")
            },
            AllTypesMatch(&["tile", "result"]),
            TypesMatchWith {
                summary: "`mask` has i1 element type and the shape is a slice of `result`",
                from: "result", to: "mask", transform: mask_of_slice
            },
        ],
        operands: {
            base: one(MEMREF),
            mask: one(SVE_PREDICATE),
            tile: one(TILE), indices: variadic(INDEX),
            tile_slice_index: one(INDEX),
        },
        attributes: { layout: default(AttrClass::Declared(&TILE_SLICE_LAYOUT), "horizontal") },
        results: { result: one(TILE) },
        format: "$base `[` $indices `]` `,` $mask `,` $tile `,` $tile_slice_index (`layout` `` $layout^)? \
            attr-dict `:` type($base) `,` type($mask) `,` type($result)",
    }
    "load_tile_slice";

    /// Adds the outer product of two vectors to a tile, or subtracts it.
    family [] {
        traits: [
            Pure, Declared("ArmSMETileOpInterface"), AttrSizedOperandSegments, AllTypesMatch(&["lhs", "rhs"]),
            TypesMatchWith {
                summary: "lhsMask has i1 element type and same shape as lhs",
                from: "lhs", to: "lhsMask", transform: mask_of
            },
            TypesMatchWith {
                summary: "rhsMask has i1 element type and same shape as rhs",
                from: "rhs", to: "rhsMask", transform: mask_of
            },
            Predicate {
                summary: "both `lhsMask` and `rhsMask` should be provided or neither",
                check: |op| are_paired(op, "lhsMask", "rhsMask")
            },
            TypesMatchWith {
                summary: "resulttype is derived from `lhs` and `rhs`",
                from: "lhs", to: "result", transform: tile_of
            },
            TypesMatchWith {
                summary: "acctype is derived from `lhs` and `rhs`",
                from: "lhs", to: "acc", transform: tile_of
            },
        ],
        operands: {
            lhs: one(SVE_VECTOR),
            rhs: one(SVE_VECTOR),
            lhsMask: optional(SVE_PREDICATE),
            rhsMask: optional(SVE_PREDICATE),
            acc: optional(TILE),
        },
        attributes: { kind: default(AttrClass::Declared(&COMBINING_KIND), "add") },
        results: { result: one(TILE) },
        format: "$lhs `,` $rhs oilist( `kind` `` $kind | `acc` `` `(` $acc `)` | `masks` `` `(` $lhsMask `,` \
            $rhsMask `)` ) attr-dict `:` type($lhs) `,` type($rhs)",
    }
    "outerproduct";

    /// Adds the sum of four outer products to a tile (`mopa`), or subtracts it (`mops`). The letters before give the signedness
    /// of the factors.
    family [] {
        traits: [
            Pure, Declared("ArmSMETileOpInterface"), AttrSizedOperandSegments, AllTypesMatch(&["lhs", "rhs"]),
            TypesMatchWith {
                summary: "lhsMask has i1 element type and same shape as lhs",
                from: "lhs", to: "lhsMask", transform: mask_of
            },
            TypesMatchWith {
                summary: "rhsMask has i1 element type and same shape as rhs",
                from: "rhs", to: "rhsMask", transform: mask_of
            },
            Predicate {
                summary: "both `lhsMask` and `rhsMask` should be provided or neither",
                check: |op| are_paired(op, "lhsMask", "rhsMask")
            },
            TypesMatchWith {
                summary: "`result` and `acc` have the same type",
                from: "result", to: "acc", transform: same
            },
            Predicate {
                summary: "tile element size equals input element size * 4",
                check: |op| is_wider(op, 4)
            },
        ],
        operands: {
            lhs: one(BYTES_OR_SHORTS),
            rhs: one(VECTOR), lhsMask: optional(VECTOR),
            rhsMask: optional(VECTOR), acc: optional(VECTOR),
        },
        results: {
            result: one(TILE_I32_OR_I64),
        },
        format: "$lhs `,` $rhs oilist( `acc` `` `(` $acc `)` | `masks` `` `(` $lhsMask `,` $rhsMask `)` ) \
            attr-dict `:` type($lhs) `,` type($rhs) `into` type($result)",
    }
    "smopa_4way", "smops_4way", "sumopa_4way", "sumops_4way", "umopa_4way", "umops_4way", "usmopa_4way",
    "usmops_4way";

    /// Stores a row or column of a tile.
    family [] {
        traits: [
            Declared("ArmSMETileOpInterface"),
            Predicate {
                summary: "all of {tile, base} have same element type",
                check: |op| have_same_element(op, "tile", "base")
            },
            TypesMatchWith {
                summary: "`mask` has i1 element type and the shape is a slice of `tile`",
                from: "tile", to: "mask", transform: mask_of_slice
            },
        ],
        operands: {
            tile: one(TILE), tile_slice_index: one(INDEX),
            mask: one(SVE_PREDICATE),
            base: one(MEMREF), indices: variadic(INDEX),
        },
        attributes: { layout: default(AttrClass::Declared(&TILE_SLICE_LAYOUT), "horizontal") },
        format: "$tile `,` $tile_slice_index `,` $mask `,` $base `[` $indices `]` (`layout` `` $layout^)? \
            attr-dict `:` type($base) `,` type($mask) `,` type($tile)",
    }
    "store_tile_slice";

    /// The number of elements of this size in a vector in streaming mode.
    family [] {
        traits: [Pure],
        attributes: { type_size: required(AttrClass::Declared(&TYPE_SIZE)) },
        results: { res: one(INDEX) },
        format: "$type_size attr-dict",
    }
    "streaming_vl";

    /// Loads a tile.
    family [] {
        traits: [
            Declared("ArmSMETileOpInterface"), AttrSizedOperandSegments,
            Predicate {
                summary: "all of {result, base} have same element type",
                check: |op| have_same_element(op, "result", "base")
            },
            TypesMatchWith {
                summary: "padding type matches element type of result",
                from: "result", to: "padding", transform: element
            },
            TypesMatchWith {
                summary: "mask has i1 element type and same shape as result",
                from: "result", to: "mask", transform: mask_of
            },
            Predicate {
                summary: "both `padding` and `mask` should be provided or neither",
                check: |op| are_paired(op, "padding", "mask")
            },
        ],
        operands: {
            base: one(MEMREF_2D), indices: variadic(INDEX), padding: optional(ANY),
            mask: optional(VECTOR),
        },
        attributes: { layout: default(AttrClass::Declared(&TILE_SLICE_LAYOUT), "horizontal") },
        results: { result: one(TILE) },
        format: "$base `[` $indices `]` (`,` $padding `,` $mask^)? (`layout` `` $layout^)?attr-dict `:` \
            type($base) `,` type($result)",
    }
    "tile_load";

    /// Stores a tile.
    family [] {
        traits: [
            Declared("ArmSMETileOpInterface"), AttrSizedOperandSegments,
            Predicate {
                summary: "all of {valueToStore, base} have same element type",
                check: |op| have_same_element(op, "valueToStore", "base")
            },
            TypesMatchWith {
                summary: "mask has i1 element type and same shape as valueToStore",
                from: "valueToStore", to: "mask", transform: mask_of
            },
        ],
        operands: {
            valueToStore: one(TILE),
            base: one(MEMREF_2D), indices: variadic(INDEX),
            mask: optional(VECTOR),
        },
        attributes: { layout: default(AttrClass::Declared(&TILE_SLICE_LAYOUT), "horizontal") },
        format: "$valueToStore `,` $base `[` $indices `]` (`,` $mask^)? (`layout` `` $layout^)?attr-dict `:` \
            type($base) `,` type($valueToStore)",
    }
    "tile_store";

    /// A tile of zeros.
    family [] {
        traits: [Declared("ArmSMETileOpInterface"), Pure],
        results: { res: one(TILE) },
        format: "attr-dict `:` type($res)",
    }
    "zero";
}
