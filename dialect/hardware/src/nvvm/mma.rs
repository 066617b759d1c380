//! Matrix multiplication distributed over the threads of a warp (`mma`).

use tern_dialect_llvm::types::struct_fields;
use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp};
use tern_mlir::attributes::NamedAttribute;
use tern_mlir::declare::{AttrClass, Param, op_interfaces, operations};
use tern_mlir::verify::Verifier;
use tern_mlir::{Attribute, Context, OpRef, OpState, Type};

use super::attributes::{
    BLOCK_SCALE_FORMAT, MMA_B1_OP, MMA_BLOCK_SCALE_KIND, MMA_INT_OVERFLOW, MMA_KIND, MMA_LAYOUT, MMA_SHAPE,
    MMA_TYPES, SCALE_VEC_SIZE,
};
use super::enums::{MMAIntOverflow, MMATypes};
use super::fragments;
use super::names::{call, case, shape};
use crate::constraints::{I16, I32, LLVM_TYPE, STRUCTURE};

operations! {
    /// Multiplies matrices distributed over the threads of a warp, and adds an accumulator.
    Mma = "nvvm.mma.sync" {
        traits: [AttrSizedOperandSegments],
        operands: {
            operandA: variadic(LLVM_TYPE), operandB: variadic(LLVM_TYPE), operandC: variadic(LLVM_TYPE),
        },
        attributes: {
            shape: required(AttrClass::Declared(&MMA_SHAPE)), b1Op: optional(AttrClass::Declared(&MMA_B1_OP)),
            intOverflowBehavior: optional(AttrClass::Declared(&MMA_INT_OVERFLOW)),
            layoutA: required(AttrClass::Declared(&MMA_LAYOUT)),
            layoutB: required(AttrClass::Declared(&MMA_LAYOUT)),
            multiplicandAPtxType: optional(AttrClass::Declared(&MMA_TYPES)),
            multiplicandBPtxType: optional(AttrClass::Declared(&MMA_TYPES)),
        },
        results: { res: one(STRUCTURE) },
        parse: parse_product, print: print_product,
        verify: fragments::verify_mma,
        interfaces: [ToLlvm(mma_sync)],
    }

    /// Like `nvvm.mma.sync`, with a sparse first matrix.
    MmaSp = "nvvm.mma.sp.sync" {
        traits: [AttrSizedOperandSegments],
        operands: {
            operandA: variadic(LLVM_TYPE), operandB: variadic(LLVM_TYPE), operandC: variadic(LLVM_TYPE),
            sparseMetadata: one(I32), sparsitySelector: one(I32),
        },
        attributes: {
            shape: required(AttrClass::Declared(&MMA_SHAPE)),
            intOverflowBehavior: optional(AttrClass::Declared(&MMA_INT_OVERFLOW)),
            multiplicandAPtxType: optional(AttrClass::Declared(&MMA_TYPES)),
            multiplicandBPtxType: optional(AttrClass::Declared(&MMA_TYPES)), orderedMetadata: unit,
            kind: optional(AttrClass::Declared(&MMA_KIND)),
        },
        results: { res: one(STRUCTURE) },
        parse: parse_product, print: print_product,
        verify: fragments::verify_mma,
        interfaces: [ToLlvm(mma_sync)],
    }

    /// Like `nvvm.mma.sync`, with scales for blocks of the matrices.
    MmaBlockScale = "nvvm.mma.block_scale" {
        traits: [AttrSizedOperandSegments],
        operands: {
            operandA: variadic(LLVM_TYPE), operandB: variadic(LLVM_TYPE), operandC: variadic(LLVM_TYPE),
            scaleAData: one(I32), byteIdA: one(I16), threadIdA: one(I16), scaleBData: one(I32),
            byteIdB: one(I16), threadIdB: one(I16),
        },
        attributes: {
            shape: required(AttrClass::Declared(&MMA_SHAPE)),
            multiplicandAPtxType: optional(AttrClass::Declared(&MMA_TYPES)),
            multiplicandBPtxType: optional(AttrClass::Declared(&MMA_TYPES)),
            scaleVecSize: required(AttrClass::Declared(&SCALE_VEC_SIZE)),
            blockScaleFormat: required(AttrClass::Declared(&BLOCK_SCALE_FORMAT)),
            kind: required(AttrClass::Declared(&MMA_BLOCK_SCALE_KIND)),
        },
        results: { res: one(STRUCTURE) },
        parse: parse_product, print: print_product,
        verify: verify_block_scale,
        interfaces: [ToLlvm(mma_block_scale)],
    }

    /// Like `nvvm.mma.sp.sync`, with scales for blocks of the matrices.
    MmaSpBlockScale = "nvvm.mma.sp.block_scale" {
        traits: [AttrSizedOperandSegments],
        operands: {
            operandA: variadic(LLVM_TYPE), operandB: variadic(LLVM_TYPE), operandC: variadic(LLVM_TYPE),
            sparseMetadata: one(I32), sparsitySelector: one(I32), scaleAData: one(I32), byteIdA: one(I16),
            threadIdA: one(I16), scaleBData: one(I32), byteIdB: one(I16), threadIdB: one(I16),
        },
        attributes: {
            shape: required(AttrClass::Declared(&MMA_SHAPE)),
            multiplicandAPtxType: optional(AttrClass::Declared(&MMA_TYPES)),
            multiplicandBPtxType: optional(AttrClass::Declared(&MMA_TYPES)),
            scaleVecSize: required(AttrClass::Declared(&SCALE_VEC_SIZE)),
            blockScaleFormat: required(AttrClass::Declared(&BLOCK_SCALE_FORMAT)),
            kind: required(AttrClass::Declared(&MMA_BLOCK_SCALE_KIND)), orderedMetadata: unit,
        },
        results: { res: one(STRUCTURE) },
        parse: parse_product, print: print_product,
        verify: verify_block_scale,
        interfaces: [ToLlvm(mma_block_scale)],
    }
}

op_interfaces! {
    /// What the products have in common.
    ProductInterface {
        operands: { operandA, operandB, operandC },
        attributes: {
            b1Op: optional(AttrClass::Declared(&MMA_B1_OP)),
            intOverflowBehavior: optional(AttrClass::Declared(&MMA_INT_OVERFLOW)),
            layoutA: optional(AttrClass::Declared(&MMA_LAYOUT)),
            layoutB: optional(AttrClass::Declared(&MMA_LAYOUT)),
            multiplicandAPtxType: optional(AttrClass::Declared(&MMA_TYPES)),
            multiplicandBPtxType: optional(AttrClass::Declared(&MMA_TYPES)),
            scaleVecSize: optional(AttrClass::Declared(&SCALE_VEC_SIZE)),
            blockScaleFormat: optional(AttrClass::Declared(&BLOCK_SCALE_FORMAT)),
            orderedMetadata: unit,
        },
    }
}

impl ProductInterface<OpRef<'_>> {
    /// The element types of the factors; empty if they are not given.
    pub(super) fn factors(self) -> [&'static str; 2] {
        let types = [self.multiplicandAPtxType(), self.multiplicandBPtxType()];
        types.map(|ty| ty.map_or("", |ty| ty.spelling()))
    }

    fn scale(self) -> &'static str {
        self.scaleVecSize().map_or("", |size| size.spelling())
    }

    fn scale_format(self) -> &'static str {
        self.blockScaleFormat().map_or("", |format| format.spelling())
    }
}

/// Additional operand groups in the syntax: a keyword, and the number of operands in brackets after it.
fn extras(name: &str) -> &'static [(&'static str, usize)] {
    match name {
        Mma::NAME => &[],
        MmaSp::NAME => &[("sparseMetadata", 1), ("selector", 1)],
        MmaBlockScale::NAME => &[("scaleA", 3), ("scaleB", 3)],
        _ => &[("sparseMetadata", 1), ("selector", 1), ("scaleA", 3), ("scaleB", 3)],
    }
}

/// Parses `A[%a, …] B[%b, …] C[%c, …] keyword[…] … attributes : (type, type, type) -> type`.
fn parse_product(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let op_name = context.str(context.op_name_data(state.name).name).to_owned();
    let extras = extras(&op_name);
    let mut groups = Vec::new();
    for keyword in ["A", "B", "C"].into_iter().chain(extras.iter().map(|(keyword, _)| *keyword)) {
        let start = parser.offset();
        parser.expect_keyword(keyword)?;
        parser.expect(b'[')?;
        let operands = parser.parse_operands()?;
        parser.expect(b']')?;
        let expected = extras.iter().find(|(known, _)| *known == keyword).map(|(_, count)| *count);
        if let Some(expected) = expected.filter(|&expected| expected != operands.len()) {
            let found = operands.len();
            return Err(
                parser.error_at(start, format!("{keyword} expects {expected} operands, found {found}"))
            );
        }
        groups.push(operands);
    }
    let mut attributes = parser.optional_attr_dict()?;
    parser.expect(b':')?;
    let types_at = parser.offset();
    parser.expect(b'(')?;
    let mut types = Vec::new();
    parser.list(b')', |parser| {
        types.push(parser.parse_type()?);
        Ok(())
    })?;
    parser.expect_arrow()?;
    state.result_types.push(parser.parse_type()?);
    let [a, b, _] = types[..] else {
        return Err(parser.error_at(
            types_at,
            "expected one type for each operand segment but got ".to_owned()
                + &types.len().to_string()
                + " types",
        ));
    };
    let mut sizes = Vec::new();
    let (i32, i16) = (context.common.i32, context.common.i16);
    for (index, group) in groups.into_iter().enumerate() {
        match index {
            0..3 => sizes.push(group.len() as i32),
            _ => sizes.extend(group.iter().map(|_| 1)),
        }
        for (position, operand) in group.into_iter().enumerate() {
            let ty = match (index, position) {
                (0..3, _) => types[index],
                (_, 0) => i32,
                _ => i16,
            };
            state.operands.push(parser.resolve(operand, ty)?);
        }
    }
    for (name, ty) in [("multiplicandAPtxType", a), ("multiplicandBPtxType", b)] {
        if attributes.iter().any(|entry| context.str(entry.name) == name) {
            continue;
        }
        let Some(inferred) = multiplicand(context, ty) else {
            if op_name == Mma::NAME {
                continue;
            }
            return Err(parser.op_name_error(format!(
                "attribute {name} is not provided explicitly and cannot be inferred"
            )));
        };
        let value = Attribute::declare(context, &MMA_TYPES, [Param::Unsigned(inferred.value())]);
        attributes.push(NamedAttribute { name: context.ident(name), value });
    }
    let sizes = Attribute::dense_i32(context, &sizes);
    attributes.push(NamedAttribute { name: context.ident("operandSegmentSizes"), value: sizes });
    state.attributes.extend(attributes);
    Ok(())
}

fn print_product(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    let context = op.context();
    // Upstream prints the oldest of these operations with two blanks.
    let gap = if op.is(Mma::DEF) { "  " } else { " " };
    let mut elided = vec!["operandSegmentSizes"];
    let mut types = Vec::new();
    let product = ProductInterface(op);
    let factors = [product.multiplicandAPtxType(), product.multiplicandBPtxType()];
    let matrices = [product.operandA(), product.operandB(), product.operandC()];
    for (index, (keyword, operands)) in ["A", "B", "C"].into_iter().zip(matrices).enumerate() {
        printer.text(if index == 0 { " " } else { gap });
        print_operands(printer, op, keyword, operands);
        types.extend(operands.first().map(|&operand| op.type_of(operand)));
    }
    let names = ["multiplicandAPtxType", "multiplicandBPtxType"];
    for ((name, factor), ty) in names.into_iter().zip(factors).zip(&types) {
        if factor.is_some() && factor == multiplicand(context, *ty) {
            elided.push(name);
        }
    }
    let matrices: usize = matrices.iter().map(|operands| operands.len()).sum();
    let mut rest = op.operands().get(matrices..).unwrap_or_default();
    for (keyword, count) in extras(op.name()) {
        let (operands, after) = rest.split_at((*count).min(rest.len()));
        printer.text(" ");
        print_operands(printer, op, keyword, operands);
        rest = after;
    }
    if gap.len() == 2 {
        printer.text(" ");
    }
    printer.print_attr_dict(op, &elided, false);
    printer.text(" : ");
    let results: Vec<Type> = op.result().map(|result| op.type_of(result)).into_iter().collect();
    printer.print_function_type(&types, &results);
}

fn print_operands(
    printer: &mut OpPrinter<'_>,
    op: PrintedOp<'_>,
    keyword: &str,
    operands: &[tern_mlir::Value],
) {
    printer.text(keyword);
    printer.text("[");
    printer.print_operands(op, operands);
    printer.text("]");
}

/// The element type of a factor, as far as the type of its registers determines it.
fn multiplicand(context: &Context, ty: Type) -> Option<MMATypes> {
    let f16 = crate::constraints::f16;
    if f16(context, ty) || crate::constraints::is_vector(context, ty, &[2], &[f16]) {
        return Some(MMATypes::F16);
    }
    (ty == context.common.f64).then_some(MMATypes::F64)
}

/// The element type of an accumulator.
fn accumulator(context: &Context, ty: Type) -> &'static str {
    let ty = struct_fields(context, ty).and_then(|(fields, _)| fields.first().copied()).unwrap_or(ty);
    match multiplicand(context, ty) {
        Some(found) => found.spelling(),
        None if ty == context.common.f32 => "f32",
        None if ty == context.common.i32 => "s32",
        None => "",
    }
}

/// The element types of the accumulator and the result.
fn accumulators(op: OpRef<'_>) -> (&'static str, &'static str) {
    let c = ProductInterface(op).operandC().first().map(|&value| op.type_of(value));
    let d = op.result().map(|result| op.type_of(result));
    let name = |ty: Option<Type>| ty.map_or("", |ty| accumulator(op.context, ty));
    (name(c), name(d))
}

/// The part `sp.` or `sp.ordered.metadata.` of the intrinsic's name, if the first matrix is sparse.
fn sparse(op: OpRef<'_>) -> &'static str {
    let is_sparse = op.is(MmaSp::DEF) || op.is(MmaSpBlockScale::DEF);
    match (is_sparse, ProductInterface(op).orderedMetadata()) {
        (true, true) => "sp.ordered.metadata.",
        (true, false) => "sp.",
        (false, _) => "",
    }
}

/// The shape in the intrinsic's name, such as `m16n8k16`.
fn geometry(op: OpRef<'_>) -> String {
    let [m, n, k] = shape(op, "shape");
    format!("m{m}n{n}k{k}")
}

/// The name of the intrinsic without scales, after `llvm.nvvm.`.
fn name(op: OpRef<'_>) -> String {
    let [a, b] = ProductInterface(op).factors();
    let (c, d) = accumulators(op);
    let is_sparse = !sparse(op).is_empty();
    let layouts = if is_sparse {
        "row.col".to_owned()
    } else {
        let layouts = [ProductInterface(op).layoutA(), ProductInterface(op).layoutB()];
        layouts.map(|layout| layout.map_or("", |layout| layout.spelling())).join(".")
    };
    let saturates = ProductInterface(op).intOverflowBehavior() == Some(MMAIntOverflow::Satfinite);
    let saturation = if saturates { ".satfinite" } else { "" };
    let kind = match case(op, "kind") {
        "" => String::new(),
        kind => format!("kind.{kind}."),
    };
    let (bits, types) = match a {
        "b1" => {
            let operation = ProductInterface(op).b1Op().map_or("", |operation| operation.spelling());
            (format!("{}.", operation.replace('_', ".")), "b1".to_owned())
        }
        "f16" => (String::new(), format!("{d}.{c}")),
        "bf16" | "tf32" | "f64" => (String::new(), a.to_owned()),
        "e4m3" | "e5m2" | "e3m2" | "e2m3" | "e2m1" => (String::new(), format!("{kind}{d}.{a}.{b}.{c}")),
        _ if a == b => (String::new(), a.to_owned()),
        _ => (String::new(), format!("{a}.{b}")),
    };
    format!("mma.{}{bits}{}.{layouts}{saturation}.{types}", sparse(op), geometry(op))
}

/// The name of the intrinsic with scales, after `llvm.nvvm.`.
fn scaled_name(op: OpRef<'_>) -> String {
    let [a, b] = ProductInterface(op).factors();
    let (c, d) = accumulators(op);
    let scale = match ProductInterface(op).scale() {
        "x1" => ".scale.1x",
        "x2" => ".scale.2x",
        "x4" => ".scale.4x",
        _ => "",
    };
    let (kind, format) = (case(op, "kind"), ProductInterface(op).scale_format());
    let (sparse, geometry) = (sparse(op), geometry(op));
    format!("mma.{sparse}block.scale.{geometry}.row.col.{kind}{scale}.{d}.{a}.{b}.{c}.{format}")
}

fn mma_sync(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let args = t.operands()?;
    let name = name(t.op());
    call(t, &name, args)
}

fn mma_block_scale(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let args = t.operands()?;
    let name = scaled_name(t.op());
    call(t, &name, args)
}

/// Performs upstream's checks of kinds, scales and formats; then checks that the intrinsic exists.
fn verify_block_scale(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let [m, n, k] = shape::<3>(op, "shape");
    let is_sparse = !sparse(op).is_empty();
    let (kind, scale) = (case(op, "kind"), ProductInterface(op).scale());
    let format = ProductInterface(op).scale_format();
    let geometry = geometry(op);
    let mut found = Vec::new();
    // Sparse matrices have twice the depth.
    match (m, n, if is_sparse { k / 2 } else { k }) {
        (16, 8, 32) => {
            if (kind, scale, format) != ("mxf8f6f4", "x1", "ue8m0") {
                found.push(format!("Kind, ScaleVecSize and BlockScaleFormat attributes for mma.{geometry}"));
            }
        }
        (16, 8, 64) => {
            if ProductInterface(op).factors() != ["e2m1", "e2m1"] {
                found.push(format!("MMATypes attribute for mma.{geometry}.(mxf4nvf4|mxf4)"));
            }
            match (kind, scale, format) {
                ("mxf4", ..) => {
                    if scale != "x2" {
                        found.push(format!("ScaleVecSize attribute for mma.{geometry}.mxf4"));
                    }
                    if format != "ue8m0" {
                        found.push(format!("BlockScaleFormat attribute for mma.{geometry}.mxf4"));
                    }
                }
                ("mxf4nvf4", "x2", "ue8m0") | ("mxf4nvf4", "x4", "ue4m3") => {}
                ("mxf4nvf4", ..) => {
                    found.push(format!(
                        "ScaleVecSize and BlockScaleFormat attributes for mma.{geometry}.mxf4nvf4"
                    ));
                }
                _ => found.push(format!("Kind attribute for mma.{geometry}")),
            }
        }
        _ => {
            let what = if is_sparse { "sparse mma" } else { "mma" };
            found.push(format!("Geom for {what} with block scaling"));
        }
    }
    for what in &found {
        verifier.error(op, format!("unsupported {what}"));
    }
    let exists =
        || tern_llvm_ir::intrinsics::find(format!("llvm.nvvm.{}", scaled_name(op)).as_bytes()).is_some();
    if found.is_empty() && !exists() {
        verifier.error(op, format!("unimplemented variant for MMA shape <{m}, {n}, {k}>"));
    }
}
