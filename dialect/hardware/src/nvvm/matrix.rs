//! Matrices distributed over the threads of a warp: loads, stores, products of fragments (`wmma`).

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_mlir::declare::{Access, AttrClass, Unverified, View, operations};
use tern_mlir::verify::Verifier;
use tern_mlir::{OpRef, Value};

use super::attributes::{LD_ST_MATRIX_ELT_TYPE, LD_ST_MATRIX_SHAPE, MMA_FRAG, MMA_LAYOUT, MMA_TYPES};
use super::constraints::STRUCTURE_OR_F64;
use super::fragments;
use super::names::{call, case, shape, space_of};
use crate::constraints::{ANY, I32, LLVM_TYPE, POINTER, POINTER_3, STRUCTURE};

operations! {
    /// Loads matrices distributed over the threads of a warp.
    LdMatrix = "nvvm.ldmatrix" {
        operands: { ptr: one(POINTER_3) },
        attributes: {
            num: required(AttrClass::Integer(32)), layout: required(AttrClass::Declared(&MMA_LAYOUT)),
            shape: required(AttrClass::Declared(&LD_ST_MATRIX_SHAPE)),
            eltType: required(AttrClass::Declared(&LD_ST_MATRIX_ELT_TYPE)),
        },
        results: { res: one(ANY) },
        format: "$ptr attr-dict `:` functional-type($ptr, $res)",
        verify: verify_ldmatrix,
        interfaces: [ToLlvm(ldmatrix)],
    }

    /// Stores matrices distributed over the threads of a warp.
    StMatrix = "nvvm.stmatrix" {
        operands: { ptr: one(POINTER_3), sources: variadic(I32) },
        attributes: {
            layout: required(AttrClass::Declared(&MMA_LAYOUT)),
            shape: required(AttrClass::Declared(&LD_ST_MATRIX_SHAPE)),
            eltType: required(AttrClass::Declared(&LD_ST_MATRIX_ELT_TYPE)),
        },
        format: "$ptr `,` $sources attr-dict `:` type(operands)",
        verify: verify_stmatrix,
        interfaces: [ToLlvm(stmatrix)],
    }

    /// Loads a fragment of a matrix.
    WMMALoad = "nvvm.wmma.load" {
        operands: { ptr: one(POINTER), stride: one(I32) },
        attributes: {
            m: required(AttrClass::Integer(32)), n: required(AttrClass::Integer(32)),
            k: required(AttrClass::Integer(32)), layout: required(AttrClass::Declared(&MMA_LAYOUT)),
            eltype: required(AttrClass::Declared(&MMA_TYPES)), frag: required(AttrClass::Declared(&MMA_FRAG)),
        },
        results: { res: one(STRUCTURE_OR_F64) },
        format: "$ptr `,` $stride attr-dict `:` functional-type($ptr, $res)",
        verify: verify_wmma_load,
        interfaces: [ToLlvm(wmma_load)],
    }

    /// Stores a fragment of a matrix.
    WMMAStore = "nvvm.wmma.store" {
        operands: { ptr: one(POINTER), args: variadic(LLVM_TYPE), stride: one(I32) },
        attributes: {
            m: required(AttrClass::Integer(32)), n: required(AttrClass::Integer(32)),
            k: required(AttrClass::Integer(32)), layout: required(AttrClass::Declared(&MMA_LAYOUT)),
            eltype: required(AttrClass::Declared(&MMA_TYPES)),
        },
        format: "$ptr `,` $stride `,` $args attr-dict `:` qualified(type($ptr)) `,` type($args)",
        verify: verify_wmma_store,
        interfaces: [ToLlvm(wmma_store)],
    }

    /// Multiplies fragments and adds an accumulator.
    WMMAMma = "nvvm.wmma.mma" {
        operands: { args: variadic(LLVM_TYPE) },
        attributes: {
            m: required(AttrClass::Integer(32)), n: required(AttrClass::Integer(32)),
            k: required(AttrClass::Integer(32)), layoutA: required(AttrClass::Declared(&MMA_LAYOUT)),
            layoutB: required(AttrClass::Declared(&MMA_LAYOUT)),
            eltypeA: required(AttrClass::Declared(&MMA_TYPES)),
            eltypeB: required(AttrClass::Declared(&MMA_TYPES)),
        },
        results: { res: one(STRUCTURE) },
        format: "$args attr-dict `:` functional-type($args, $res)",
        verify: verify_wmma_mma,
        interfaces: [ToLlvm(wmma_mma)],
    }
}

fn ldmatrix(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let load = LdMatrix(t.view());
    let count = i64::from(t.part(load.num())?);
    load_or_store(t, "ldmatrix", count)
}

fn stmatrix(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let count = StMatrix(t.view()).sources().len() as i64;
    load_or_store(t, "stmatrix", count)
}

fn load_or_store(t: &mut Translation<'_, '_, '_>, name: &str, count: i64) -> Result<()> {
    let op = t.op();
    let [m, n] = shape(op, "shape");
    let transposed = if case(op, "layout") == "col" { ".trans" } else { "" };
    let args = t.operands()?;
    let element = case(op, "eltType");
    call(t, &format!("{name}.sync.aligned.m{m}n{n}.x{count}{transposed}.{element}"), args)
}

fn verify_ldmatrix(verifier: &mut Verifier<'_>, load: LdMatrix<View<'_>>) {
    let op = *load.0;
    let (count, [m, n], layout) = (i64::from(load.num()), shape(op, "shape"), load.layout().spelling());
    match (m, n, load.eltType().spelling()) {
        (8, 8, "b16") => {
            if !matches!(count, 1 | 2 | 4) {
                return verifier.error(op, "expected num attribute to be 1, 2 or 4 for 8x8 matrix");
            }
        }
        (8, 8, _) => return verifier.error(op, "expected element type to be b16 for 8x8 matrix"),
        (8, 16, _) => {
            if !matches!(count, 1 | 2 | 4) {
                return verifier.error(op, "expected num attribute to be 1, 2 or 4 for 8x16 matrix");
            }
            if layout == "col" {
                return verifier.error(op, "expected layout to be row for 8x16 matrix");
            }
        }
        (16, 16, _) => {
            if !matches!(count, 1 | 2) {
                return verifier.error(op, "expected num attribute to be 1 or 2 for 16x16 matrix");
            }
            if layout != "col" {
                return verifier.error(op, "expected layout to be col for 16x16 matrix");
            }
        }
        _ => return verifier.error(op, "expected shape to be 8x8, 8x16 or 16x16"),
    }
    let registers = if m == 16 { count * 2 } else { count };
    let Some(result) = op.result() else { return };
    let ty = op.type_of(result);
    let fields = tern_dialect_llvm::types::struct_fields(op.context, ty).map(|(fields, _)| fields.len());
    if registers == 1 && ty != op.context.common.i32 {
        verifier.error(op, "expected destination type is i32");
    } else if registers > 1 && fields != Some(registers as usize) {
        verifier.error(
            op,
            format!("expected destination type is a structure of {registers} elements of type i32"),
        );
    }
}

fn verify_stmatrix(verifier: &mut Verifier<'_>, store: StMatrix<View<'_>>) {
    let op = *store.0;
    let (count, [m, n]) = (store.sources().len(), shape(op, "shape"));
    if !matches!(count, 1 | 2 | 4) {
        verifier.error(op, "expected num attribute to be 1, 2 or 4");
    }
    match (m, n, store.eltType().spelling()) {
        (8, 8, "b16") => {}
        (8, 8, _) => verifier.error(op, "expected element type to be b16 for 8x8 matrix"),
        (16, 8, "b8") => {
            if store.layout().spelling() != "col" {
                verifier.error(op, "expected layout to be col for 16x8 matrix");
            }
        }
        (16, 8, _) => verifier.error(op, "expected element type to be b8 for 16x8 matrix"),
        _ => verifier.error(op, "expected shape to be 8x8 or 16x8"),
    }
}

/// The name of the intrinsic of `wmma.load`, after `llvm.nvvm.`.
fn load_name<A: Access>(load: WMMALoad<View<'_, A>>) -> Option<String> {
    let load = WMMALoad(View::<Unverified>::new(*load.0));
    let (fragment, layout, element) = (load.frag()?, load.layout()?, load.eltype()?);
    let (fragment, layout, element) = (fragment.spelling(), layout.spelling(), element.spelling());
    let (m, n, k) = (load.m()?, load.n()?, load.k()?);
    Some(format!("wmma.m{m}n{n}k{k}.load.{fragment}.{layout}.stride.{element}"))
}

fn store_name<A: Access>(store: WMMAStore<View<'_, A>>) -> Option<String> {
    let store = WMMAStore(View::<Unverified>::new(*store.0));
    let (layout, element) = (store.layout()?.spelling(), store.eltype()?.spelling());
    let (m, n, k) = (store.m()?, store.n()?, store.k()?);
    Some(format!("wmma.m{m}n{n}k{k}.store.d.{layout}.stride.{element}"))
}

/// The name of the intrinsic of `wmma.mma`. For `f16` it has the types of accumulator and result, otherwise the type of the
/// factors.
fn mma_name<A: Access>(product: WMMAMma<View<'_, A>>) -> Option<String> {
    let product = WMMAMma(View::<Unverified>::new(*product.0));
    let (a, b) = (product.eltypeA()?.spelling(), product.eltypeB()?.spelling());
    let types = if a == "f16" { format!("{b}.{a}") } else { a.to_owned() };
    let layouts = [product.layoutA()?.spelling(), product.layoutB()?.spelling()].join(".");
    let (m, n, k) = (product.m()?, product.n()?, product.k()?);
    Some(format!("wmma.m{m}n{n}k{k}.mma.{layouts}.{types}"))
}

/// Calls the intrinsic of this name on the operands. Export has checked that no attribute is missing.
fn call_named(t: &mut Translation<'_, '_, '_>, name: Option<String>) -> Result<()> {
    let Some(name) = name else { return t.error("lacks an attribute") };
    let args = t.operands()?;
    call(t, &name, args)
}

fn wmma_load(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    call_named(t, load_name(WMMALoad(t.view())))
}

fn wmma_store(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    call_named(t, store_name(WMMAStore(t.view())))
}

fn wmma_mma(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    call_named(t, mma_name(WMMAMma(t.view())))
}

/// Whether upstream supports an intrinsic; it supports none of `bf16`.
fn is_known(name: Option<String>) -> bool {
    name.is_some_and(|name| {
        !name.ends_with("bf16")
            && tern_llvm_ir::intrinsics::find(format!("llvm.nvvm.{name}").as_bytes()).is_some()
    })
}

/// Whether a pointer can point to a matrix: generic, global or shared memory.
fn is_accessible(op: OpRef<'_>, pointer: Value) -> bool {
    matches!(space_of(op, pointer), Some(0 | 1 | 3))
}

fn verify_wmma_load(verifier: &mut Verifier<'_>, load: WMMALoad<View<'_>>) {
    if !is_accessible(*load.0, load.ptr()) {
        return verifier.error(*load.0, "expected source pointer in memory space 0, 1, 3");
    }
    if !is_known(load_name(load)) {
        return verifier.error(*load.0, "invalid attribute combination");
    }
    fragments::verify_load(verifier, load);
}

fn verify_wmma_store(verifier: &mut Verifier<'_>, store: WMMAStore<View<'_>>) {
    let op = *store.0;
    if !is_accessible(op, store.ptr()) {
        return verifier.error(op, "expected operands to be a source pointer in memory space 0, 1, 3");
    }
    if !is_known(store_name(store)) {
        return verifier.error(op, "invalid attribute combination");
    }
    fragments::verify_store(verifier, store);
}

fn verify_wmma_mma(verifier: &mut Verifier<'_>, product: WMMAMma<View<'_>>) {
    let op = *product.0;
    // The intrinsic's name only includes the accumulator type if several are possible.
    let fits = match product.eltypeA().spelling() {
        "f16" => matches!(product.eltypeB().spelling(), "f16" | "f32"),
        "tf32" => product.eltypeB().spelling() == "f32",
        "f64" => product.eltypeB().spelling() == "f64",
        _ => product.eltypeB().spelling() == "s32",
    };
    if !fits || !is_known(mma_name(product)) {
        return verifier.error(op, "invalid attribute combination");
    }
    fragments::verify_product(verifier, product);
}
