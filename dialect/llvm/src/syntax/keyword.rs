//! Optional keywords for enum cases, such as linkage and visibility.

use tern_mlir::asm::format::Element;
use tern_mlir::asm::{Directive, Parser, Printer};
use tern_mlir::attributes::{Attribute, NamedAttribute, NamedAttributes};
use tern_mlir::declare::EnumDef;

use super::{always_begins, always_present};
use crate::as_linkage;
use crate::enums::{Linkage, UnnamedAddr, Visibility};

/// Parses an optional keyword of `def`; returns its value.
pub(super) fn optional(parser: &mut Parser<'_, '_>, def: &EnumDef) -> Option<u64> {
    if !parser.at_any_keyword() {
        return None;
    }
    let case = def.cases.iter().find(|case| !case.spelling.is_empty() && parser.at_keyword(case.spelling))?;
    parser.eat_keyword(case.spelling);
    Some(case.value)
}

/// Parses optional keywords for `linkage` and `visibility_`; adds the default if one is omitted.
pub(super) fn parse_linkage_and_visibility(parser: &mut Parser<'_, '_>, attributes: &mut NamedAttributes) {
    let context = parser.context;
    let linkage = optional(parser, Linkage::DEF).and_then(Linkage::from_value).unwrap_or(Linkage::External);
    let visibility =
        optional(parser, Visibility::DEF).and_then(Visibility::from_value).unwrap_or(Visibility::Default);
    add(parser, attributes, "linkage", crate::linkage(context, linkage));
    add(parser, attributes, "visibility_", Visibility::DEF.attribute(context, visibility.value()));
}

/// Parses an optional keyword for `unnamed_addr`; adds the default if it is omitted.
pub(super) fn parse_unnamed_addr(parser: &mut Parser<'_, '_>, attributes: &mut NamedAttributes) {
    let context = parser.context;
    let value =
        optional(parser, UnnamedAddr::DEF).and_then(UnnamedAddr::from_value).unwrap_or(UnnamedAddr::None);
    add(parser, attributes, "unnamed_addr", UnnamedAddr::DEF.attribute(context, value.value()));
}

/// Adds an attribute.
pub(super) fn add(
    parser: &Parser<'_, '_>,
    attributes: &mut NamedAttributes,
    name: &'static str,
    value: Attribute,
) {
    attributes.push(NamedAttribute { name: parser.context.name(name), value });
}

/// Prints a keyword followed by a space, unless it is empty.
pub(super) fn print_spaced(printer: &mut Printer<'_>, keyword: &str) {
    if !keyword.is_empty() {
        printer.text(keyword);
        printer.text(" ");
    }
}

/// Prints `visibility_`.
pub(super) fn print_visibility(printer: &mut Printer<'_>, visibility: Option<Visibility>) {
    print_spaced(printer, visibility.map_or("", Visibility::spelling));
}

/// Prints `unnamed_addr`.
pub(super) fn print_unnamed_addr(printer: &mut Printer<'_>, value: Option<UnnamedAddr>) {
    print_spaced(printer, value.map_or("", UnnamedAddr::spelling));
}

/// `custom<LLVMLinkage>($linkage)`.
pub const LINKAGE: Directive = Directive {
    name: "LLVMLinkage",
    parse: |parser, parsed, args| {
        let [Element::Attribute(decl)] = args else { return Ok(()) };
        let linkage =
            optional(parser, Linkage::DEF).and_then(Linkage::from_value).unwrap_or(Linkage::External);
        let value = crate::linkage(parser.context, linkage);
        parsed.attributes.push(NamedAttribute { name: parser.context.name(decl.name), value });
        Ok(())
    },
    begins: always_begins,
    is_present: always_present,
    print: |printer, op, args| {
        let [Element::Attribute(decl)] = args else { return };
        let linkage = op.property(decl.name).and_then(|linkage| as_linkage(op.context(), linkage));
        printer.text(linkage.unwrap_or(Linkage::External).spelling());
    },
};
