//! Verifiers of `transform` scripts.

use tern_dialect_llvm::ConvertsToLlvm;
use tern_mlir::declare::{Trait, View};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::Verifier;
use tern_mlir::{Attribute, Ident, Op, OpRef, Region, ValueDef};

use super::{
    ApplyConversionPatterns, ApplyRegisteredPass, DialectToLlvm, NamedSequence, WITH_NAMED_SEQUENCE,
    is_handle,
};

/// Checks that `transform.with_named_sequence` is on a symbol table.
pub(super) fn attribute(verifier: &mut Verifier<'_>, op: OpRef<'_>, name: Ident, _: Attribute) {
    let is_table = op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::SymbolTable)));
    if op.context.str(name) == WITH_NAMED_SEQUENCE && !is_table {
        let message = format!(
            "\"{WITH_NAMED_SEQUENCE}\" attribute can only be attached to operations with symbol tables"
        );
        verifier.error_plain(op, message);
    }
}

/// Checks a named sequence: its parent is marked as containing sequences, its first argument is a handle, and each handle
/// argument states whether it is consumed.
pub(super) fn named_sequence(verifier: &mut Verifier<'_>, sequence: NamedSequence<View<'_>>) {
    let op = *sequence.0;
    let Some((inputs, _)) = tern_mlir::function::signature(op) else { return };
    if let Some(parent) = verifier.parent()
        && parent.attribute(WITH_NAMED_SEQUENCE).is_none()
    {
        let message =
            format!("expects the parent symbol table to have the '{WITH_NAMED_SEQUENCE}' attribute");
        let diagnostic = Diagnostic::error(op.body.op_location(op.op), message);
        let note = (parent.body.op_location(parent.op), "symbol table operation");
        return verifier.report(op, diagnostic.with_note(note.0, note.1));
    }
    let (body, regions) = op.body.regions(op.op);
    let Some(&entry) = regions.first().and_then(|&region| body.region_blocks(region).first()) else { return };
    let arguments = body.block_arguments(entry);
    if arguments.iter().map(|&argument| body.value_type(argument)).ne(inputs.iter().copied()) {
        return verifier
            .error(op, "expects the arguments of the entry block to be those of the function type");
    }
    if inputs.first().is_none_or(|&first| !is_handle(op.context, first)) {
        return verifier.error(
            op,
            "expects the first entry block argument to be of type implementing TransformHandleTypeInterface",
        );
    }
    let dictionaries = sequence.arg_attrs().unwrap_or_default();
    let is_readonly = |index: usize| {
        dictionaries.get(index).is_some_and(|all| all.entry(op.context, "transform.readonly").is_some())
    };
    let ops = body.block_ops(entry).map(|inner| OpRef::new(op.context, body, inner));
    let consumed = ops.filter(|inner| consumes(*inner)).flat_map(|inner| inner.operands());
    let indices = consumed.filter_map(|&operand| match body.value_def(operand) {
        ValueDef::Argument(block, index) if block == entry => Some(index as usize),
        _ => None,
    });
    if let Some(index) = indices.into_iter().find(|&index| is_readonly(index)) {
        verifier
            .error_plain(op, format!("argument #{index} is consumed in the body but is not marked as such"));
    }
}

/// Whether an operation invalidates its handle operand.
pub fn consumes(op: OpRef<'_>) -> bool {
    op.is(ApplyRegisteredPass::DEF)
        || ApplyConversionPatterns::unverified(op).is_some_and(|apply| !apply.preserve_handles())
}

/// The operations in a region.
fn children(op: OpRef<'_>, region: Region) -> Vec<Op> {
    let (body, _) = op.body.regions(op.op);
    body.region_blocks(region).iter().flat_map(|&block| body.block_ops(block)).collect()
}

/// Checks that the first region contains patterns, and the second one type converter.
pub(super) fn conversion(verifier: &mut Verifier<'_>, apply: ApplyConversionPatterns<View<'_>>) {
    let op = *apply.0;
    let (body, regions) = op.body.regions(op.op);
    let at = |inner: Op| OpRef::new(op.context, body, inner);
    let is_a = |inner: Op, interface: &str| {
        at(inner)
            .def()
            .is_some_and(|def| def.has(|t| matches!(t, Trait::Declared(name) if *name == interface)))
    };
    let error = |message: &str| {
        Diagnostic::error(op.body.op_location(op.op), format!("'{}' op {message}", op.name()))
    };
    let [patterns, converters @ ..] = regions else { return };
    if converters.len() > 1 {
        return verifier.error(op, "expected at most one default type converter region");
    }
    let patterns = children(op, *patterns);
    if let Some(&other) =
        patterns.iter().find(|&&inner| !is_a(inner, "ConversionPatternDescriptorOpInterface"))
    {
        let message = "expected pattern children ops to implement ConversionPatternDescriptorOpInterface";
        let diagnostic = error(message).with_note(body.op_location(other), "op without interface");
        return verifier.report(op, diagnostic);
    }
    let converters: Vec<Op> = converters.iter().flat_map(|&region| children(op, region)).collect();
    match converters[..] {
        [one] if !is_a(one, "TypeConverterBuilderOpInterface") => {
            let message = "expected default converter child op to implement TypeConverterBuilderOpInterface";
            let diagnostic = error(message).with_note(body.op_location(one), "op without interface");
            verifier.report(op, diagnostic);
        }
        [_] => {}
        [] if regions.len() == 1 => {
            // All supported patterns need a type converter.
            if let Some(&first) = patterns.first() {
                let message = "pattern descriptor does not specify type converter and apply_conversion_patterns op has no default type converter";
                let diagnostic = Diagnostic::error(op.body.op_location(op.op), message)
                    .with_note(body.op_location(first), "pattern descriptor op");
                verifier.report(op, diagnostic);
            }
        }
        _ => verifier.error(op, "expected exactly one op in default type converter region"),
    }
}

/// Checks that the dialect named has a conversion to `llvm`.
pub(super) fn dialect_to_llvm(verifier: &mut Verifier<'_>, patterns: DialectToLlvm<View<'_>>) {
    let (op, name) = (*patterns.0, patterns.0.context.str(patterns.dialect_name()));
    let wrong = match op.context.dialect(name) {
        None => "unknown dialect or dialect not loaded",
        Some(dialect) if dialect.interface::<ConvertsToLlvm>().is_some() => return,
        Some(_) => "dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded",
    };
    verifier.error(op, format!("{wrong}: {name}"));
}
