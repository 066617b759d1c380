//! `#llvm.constant_range<i32, 0, 10>`.

use crate::asm::{ParseResult, Parser, Printer};
use crate::attributes::AttrKind;
use crate::declare::{AttrDef, Param};
use crate::types::TypeKind;

/// Reads what follows the mnemonic.
pub fn parse(parser: &mut Parser<'_, '_>, _: &'static AttrDef) -> ParseResult<Box<[Param]>> {
    parser.expect(b'<')?;
    let start = parser.offset();
    let ty = parser.parse_type()?;
    if !crate::llvm::constraints::is_integer(parser.context, ty) {
        return Err(parser.error_at(start, "expected integer type"));
    }
    parser.expect(b',')?;
    let lower = parser.integer_of_type(ty)?;
    parser.expect(b',')?;
    let upper = parser.integer_of_type(ty)?;
    parser.expect(b'>')?;
    Ok([Param::Attribute(lower), Param::Attribute(upper)].into())
}

/// Prints what follows the mnemonic.
pub fn print(printer: &mut Printer<'_, '_>, params: &[Param]) {
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
