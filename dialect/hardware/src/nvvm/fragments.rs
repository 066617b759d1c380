//! The distribution of matrices over the registers of a warp's threads: operand and result types of loads, stores and products.

use tern_dialect_llvm::types::{struct_fields, struct_literal};
use tern_mlir::asm::type_to_string;
use tern_mlir::declare::View;
use tern_mlir::verify::Verifier;
use tern_mlir::{Context, OpRef, Type, Value};

use super::enums::{MMAFrag, MMALayout, MMATypes};
use super::matrix::{WMMALoad, WMMAMma, WMMAStore};
use super::mma::{MmaSp, ProductInterface};
use super::names::shape;
use crate::constraints::{f16_type, vector};

/// A number of registers of a type.
type Registers = (usize, Type);

fn structure(context: &Context, (count, ty): Registers) -> Type {
    struct_literal(context, &vec![ty; count], false)
}

fn types_of(op: OpRef<'_>, operands: &[Value]) -> Vec<Type> {
    operands.iter().map(|&operand| op.type_of(operand)).collect()
}

/// The type of a register with two `f16`.
fn pair_of_halves(context: &Context) -> Type {
    vector(context, 2, f16_type(context))
}

// Fragments (`wmma`).

/// The registers of a fragment, given the numbers of rows and columns of the product, the element type, and the matrix that the
/// fragment belongs to.
fn fragment(op: OpRef<'_>, [m, n]: [u32; 2], element: MMATypes, of: MMAFrag) -> Option<Registers> {
    let common = &op.context.common;
    let multiplied = of != MMAFrag::C;
    Some(match element.spelling() {
        "f16" => (if multiplied { 8 } else { 4 }, pair_of_halves(op.context)),
        "f32" => (8, common.f32),
        "f64" => (if multiplied { 1 } else { 2 }, common.f64),
        "tf32" => (4, common.i32),
        "s32" => (8, common.i32),
        "s8" | "u8" => match if of == MMAFrag::A { m } else { n } {
            8 => (1, common.i32),
            16 => (2, common.i32),
            32 => (4, common.i32),
            _ => return None,
        },
        _ => return None,
    })
}

/// Reports a result that is not a struct of these registers.
fn verify_structure(verifier: &mut Verifier<'_>, op: OpRef<'_>, expected: Registers) {
    let result = op.result().map(|result| op.type_of(result));
    if result != Some(structure(op.context, expected)) {
        let (count, ty) = (expected.0, type_to_string(op.context, expected.1));
        verifier.error(
            op,
            format!("expected destination type is a structure of {count} elements of type '{ty}'"),
        );
    }
}

/// Checks the result of a fragment load.
pub(super) fn verify_load(verifier: &mut Verifier<'_>, load: WMMALoad<View<'_>>) {
    let (op, size) = (*load.0, [load.m(), load.n()]);
    let Some(expected) = fragment(op, size, load.eltype(), load.frag()) else { return };
    let f64 = op.context.common.f64;
    if expected != (1, f64) {
        return verify_structure(verifier, op, expected);
    }
    if op.result().map(|result| op.type_of(result)) != Some(f64) {
        verifier.error(op, "expected destination type to be f64");
    }
}

/// Checks the operands of a fragment store.
pub(super) fn verify_store(verifier: &mut Verifier<'_>, store: WMMAStore<View<'_>>) {
    let (op, size) = (*store.0, [store.m(), store.n()]);
    let Some((count, ty)) = fragment(op, size, store.eltype(), MMAFrag::C) else { return };
    let found = types_of(op, store.args());
    if found.len() != count {
        verifier.error(op, format!("expected {count} data operands"));
    } else if found.iter().any(|&found| found != ty) {
        verifier.error(op, format!("expected data operands of type '{}'", type_to_string(op.context, ty)));
    }
}

/// Checks the operands and the result of a product of fragments.
pub(super) fn verify_product(verifier: &mut Verifier<'_>, product: WMMAMma<View<'_>>) {
    let (op, size) = (*product.0, [product.m(), product.n()]);
    let (multiplied, added) = (product.eltypeA(), product.eltypeB());
    let (Some(a), Some(b), Some(c)) = (
        fragment(op, size, multiplied, MMAFrag::A),
        fragment(op, size, multiplied, MMAFrag::B),
        fragment(op, size, added, MMAFrag::C),
    ) else {
        return;
    };
    let expected: Vec<Type> = [a, b, c].into_iter().flat_map(|(count, ty)| vec![ty; count]).collect();
    let found = types_of(op, product.args());
    if found.len() != expected.len() {
        return verifier.error(op, format!("expected {} arguments", expected.len()));
    }
    if let Some(index) = found.iter().zip(&expected).position(|(found, expected)| found != expected) {
        let ty = type_to_string(op.context, expected[index]);
        return verifier.error(op, format!("expected argument {index} to be of type '{ty}'"));
    }
    verify_structure(verifier, op, c);
}

// Products of matrices of many shapes (`mma`).

/// The supported products for one factor type and one number of rows.
#[derive(Default)]
struct Variants {
    shapes: Vec<[i64; 3]>,
    a: Vec<Registers>,
    b: Vec<Registers>,
    c: Vec<Registers>,
    results: Vec<Type>,
}

fn is_integer(element: &str) -> bool {
    matches!(element, "s4" | "u4" | "s8" | "u8" | "b1")
}

/// The products with 16 rows: tiles of 8 rows, with as many columns as fit in a register. `None` if the factor type is not
/// supported.
fn variants_of_16(op: OpRef<'_>, element: &str, [m, n, k]: [i64; 3], sparse: bool) -> Option<Variants> {
    let (context, common) = (op.context, &op.context.common);
    let halves = pair_of_halves(context);
    let (columns, register) = match element {
        "tf32" => (4, common.i32),
        "bf16" => (8, common.i32),
        "f16" => (8, halves),
        "s8" | "u8" => (16, common.i32),
        "s4" | "u4" => (32, common.i32),
        "b1" if !sparse => (128, common.i32),
        "e4m3" | "e5m2" | "e3m2" | "e2m3" | "e2m1" if sparse => (32, common.i32),
        _ => return None,
    };
    let c = match is_integer(element) {
        true => vec![(4, common.i32)],
        false => vec![(2, halves), (4, common.f32)],
    };
    let results = match element {
        "tf32" | "bf16" => vec![(4, common.f32)],
        _ => c.clone(),
    };
    let shapes = match (sparse, columns) {
        (false, _) => vec![columns, columns * 2],
        (true, _) if matches!(element, "e4m3" | "e5m2" | "e3m2" | "e2m3" | "e2m1") => vec![64],
        (true, _) => vec![columns * 2, columns * 4],
    };
    let tiles = |rows: i64| rows / 8 * (k / columns);
    // A sparse matrix stores half of its elements.
    let of_a = if sparse { tiles(m) / 2 } else { tiles(m) };
    Some(Variants {
        shapes: shapes.into_iter().map(|k| [16, 8, k]).collect(),
        a: vec![(of_a.max(0) as usize, register)],
        b: vec![(tiles(n).max(0) as usize, register)],
        c,
        results: results.into_iter().map(|registers| structure(context, registers)).collect(),
    })
}

/// The products with 8 rows: at most one for each factor type.
fn variants_of_8(op: OpRef<'_>, element: &str) -> Variants {
    let (context, common) = (op.context, &op.context.common);
    let halves = pair_of_halves(context);
    let (k, ab, c) = match element {
        "f16" => (4, (2, halves), vec![(4, halves), (8, common.f32)]),
        "f64" => (4, (1, common.f64), vec![(2, common.f64)]),
        "s8" | "u8" => (16, (1, common.i32), vec![(2, common.i32)]),
        "s4" | "u4" => (32, (1, common.i32), vec![(2, common.i32)]),
        "b1" => (128, (1, common.i32), vec![(2, common.i32)]),
        _ => return Variants::default(),
    };
    let results = c.iter().map(|&registers| structure(context, registers)).collect();
    Variants { shapes: vec![[8, 8, k]], a: vec![ab], b: vec![ab], c, results }
}

/// The element type of an accumulator, which is a register or a struct of registers.
fn accumulated(context: &Context, ty: Type) -> Type {
    struct_fields(context, ty).and_then(|(fields, _)| fields.first().copied()).unwrap_or(ty)
}

/// Checks `nvvm.mma.sync` and `nvvm.mma.sp.sync`.
pub(super) fn verify_mma(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let size: [i64; 3] = shape(op, "shape");
    let [m, n, k] = size;
    let product = ProductInterface(op);
    let [element, other] = product.factors();
    let sparse = op.is(MmaSp::DEF);
    let result = op.result().map(|result| op.type_of(result));
    let variants = match m {
        16 => {
            let Some(variants) = variants_of_16(op, element, size, sparse) else {
                return verifier.error_plain(op, format!("invalid shape or multiplicand type: {element}"));
            };
            let added = types_of(op, product.operandC()).first().map(|&ty| accumulated(context, ty));
            if added != result.map(|ty| accumulated(context, ty)) {
                return verifier.error(op, "ctype does not match dtype");
            }
            variants
        }
        // Upstream accepts these for sparse products as well.
        8 => variants_of_8(op, element),
        _ => Variants::default(),
    };
    if !variants.shapes.contains(&size) {
        return verifier.error(op, format!("unimplemented variant for MMA shape <{m}, {n}, {k}>"));
    }
    let show = |ty: &Type| type_to_string(context, *ty);
    let list = |types: &[Type]| types.iter().map(show).collect::<Vec<_>>().join(", ");
    let matrices = [
        ("A", product.operandA(), &variants.a),
        ("B", product.operandB(), &variants.b),
        ("C", product.operandC(), &variants.c),
    ];
    for (name, operands, expected) in matrices {
        let found = types_of(op, operands);
        if expected.iter().any(|&(count, ty)| found == vec![ty; count]) {
            continue;
        }
        let expected = expected.iter().map(|(count, ty)| format!("{count}x{} ", show(ty)));
        let (expected, found) = (expected.collect::<String>(), list(&found));
        return verifier.error(
            op,
            format!(
                "Could not match types for the {name} operands; expected one of {expected}but got {found}"
            ),
        );
    }
    if let Some(result) = result.filter(|result| !variants.results.contains(result)) {
        let (expected, found) = (list(&variants.results), show(&result));
        return verifier.error(
            op,
            format!(
                "Could not match allowed types for the result; expected one of {expected} but got {found}"
            ),
        );
    }
    if element == "b1" && product.b1Op().is_none() {
        return verifier.error(op, "op requires b1Op attribute");
    }
    if is_integer(element) && element != "b1" && product.intOverflowBehavior().is_none() {
        return verifier.error(op, "op requires intOverflowBehavior attribute");
    }
    let layouts = (product.layoutA(), product.layoutB());
    if !sparse
        && layouts != (Some(MMALayout::Row), Some(MMALayout::Col))
        && (size, element) != ([8, 8, 4], "f16")
    {
        verifier.error(op, format!("requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for shape <{m}, {n}, {k}> with element types {element} and {other}. Only m8n8k4 with f16 supports other layouts."));
    }
}
