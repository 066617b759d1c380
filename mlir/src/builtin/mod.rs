//! The `builtin` dialect's operations. Its types and attributes are in [`crate::types`] and [`crate::attributes`].

mod folds;
pub mod memref;

use crate::asm::{OpParser, OpPrinter, ParseResult, PrintedOp};
use crate::attributes::NamedAttribute;
use crate::body::{OpRef, OpState};
use crate::context::Context;
use crate::declare::{AttrClass, Dialect, TypeConstraint, attribute_classes, op_interfaces, operations};
use crate::inlining::Inlinable;
use crate::types::Type;
use crate::verify::Verifier;

/// The `builtin` dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    interfaces: &[&Inlinable::ALL, &folds::FOLDS],
    ..Dialect::new("builtin")
};

fn any(_: &Context, _: Type) -> bool {
    true
}

/// The constraint that every type satisfies.
pub const ANY: TypeConstraint =
    TypeConstraint { summary: "any type", check: any, only: None, class: None, kind: None };

attribute_classes! {
    /// An array of dictionaries, as used for the attributes of parameters and results.
    pub DICTIONARIES: [crate::attributes::Attribute] = AttrClass::ArrayOf(&AttrClass::Dictionary);
}

op_interfaces! {
    /// The name and the visibility of a symbol. MLIR: `SymbolOpInterface`.
    SymbolOpInterface {
        attributes: { sym_name: optional(AttrClass::String), sym_visibility: optional(AttrClass::String) },
    }
}

operations! {
    /// The top-level container of operations.
    ModuleOp = "builtin.module" {
        traits: [AffineScope, DefaultDialect("builtin"), IsolatedFromAbove, NoRegionArguments, SymbolTable, Symbol, GraphRegion, SingleBlock, NoTerminator],
        attributes: { sym_name: optional(AttrClass::String), sym_visibility: optional(AttrClass::String) },
        regions: { bodyRegion: one(RegionSize::Sized(1)) },
        parse: parse_module, print: print_module,
        verify: verify_module,
    }

    /// A type conversion that no pass has resolved yet.
    UnrealizedConversionCast = "builtin.unrealized_conversion_cast" {
        traits: [Pure],
        operands: { inputs: variadic(ANY) },
        results: { outputs: variadic(ANY) },
        format: "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
    }
}

/// Checks that discardable attributes of modules have a dialect prefix.
fn verify_module(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let attributes = op.body.attributes(op.op).as_dictionary(op.context).unwrap_or_default();
    for entry in attributes {
        let name = op.context.str(entry.name);
        if !name.contains('.') {
            let message = format!("can only contain attributes with dialect-prefixed names, found: '{name}'");
            return verifier.error(op, message);
        }
    }
}

/// Parses `@name attributes {…} {…}`.
fn parse_module(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    if parser.at_symbol() {
        let name = parser.symbol_name()?;
        let value = context.attr(crate::AttrKind::String { value: name, ty: context.common.none });
        state.properties.push(NamedAttribute { name: context.ident("sym_name"), value });
    }
    if parser.eat_keyword("attributes") {
        state.attributes.extend(parser.optional_attr_dict()?);
    }
    parser.parse_region(state, &[])?;
    // A module has a block even if it is empty.
    if let Some(body) = &mut state.body
        && let &[region] = body.root_regions()
        && body.region_blocks(region).is_empty()
    {
        body.add_block(region);
    }
    Ok(())
}

fn print_module(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    if let Some(crate::AttrKind::String { value, .. }) =
        op.property("sym_name").map(|name| name.kind(op.context()))
    {
        printer.text(" ");
        printer.print_symbol_name(*value);
    }
    printer.print_attr_dict(op, &["sym_name"], true);
    printer.text(" ");
    printer.print_region(op, 0, true);
}
