//! The syntax of `#llvm.constant_range<i32, 0, 10>`.

use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::declare::{AttrDef, Param};
use tern_mlir::types::{Type, TypeKind};

/// Parses the text after the mnemonic.
pub fn parse(parser: &mut Parser<'_, '_>, _: &'static AttrDef) -> ParseResult<Box<[Param]>> {
    parser.expect(b'<')?;
    let start = parser.offset();
    let ty = parser.parse_type()?;
    if !crate::constraints::is_integer(parser.context, ty) {
        return Err(parser.error_at(start, "expected integer type"));
    }
    parser.expect(b',')?;
    let lower = bound(parser, ty)?;
    parser.expect(b',')?;
    let upper = bound(parser, ty)?;
    parser.expect(b'>')?;
    Ok([Param::Attribute(lower), Param::Attribute(upper)].into())
}

/// Parses an integer; like MLIR, accepts `true` and `false`.
fn bound(parser: &mut Parser<'_, '_>, ty: Type) -> ParseResult<Attribute> {
    for (keyword, value) in [("true", 1), ("false", 0)] {
        if parser.eat_keyword(keyword) {
            return Ok(Attribute::integer(parser.context, ty, value));
        }
    }
    if !parser.at_integer() {
        return Err(parser.error_at(parser.offset(), "expected integer value"));
    }
    parser.integer_of_type(ty)
}

/// Prints the text after the mnemonic.
pub fn print(printer: &mut Printer<'_>, params: &[Param]) {
    let context = printer.context;
    printer.text("<");
    for (index, param) in params.iter().enumerate() {
        let Some(AttrKind::Integer { ty, value }) =
            param.as_attribute().map(|attribute| attribute.kind(context))
        else {
            continue;
        };
        let TypeKind::Integer { width, .. } = ty.kind(context) else { continue };
        if index == 0 {
            printer.print_type(*ty);
        }
        printer.text(", ");
        printer.text(&value.to_bigint(*width).to_string());
    }
    printer.text(">");
}
