//! The attribute `#complex.number<:f32 1.0, 2.0>`.

use tern_mlir::asm::{ParamParser, ParamPrinter, ParseResult};
use tern_mlir::declare::ParamKind::{Attribute, Type};
use tern_mlir::declare::{AttrClass, AttrDef, Param, attribute_defs};
use tern_mlir::{AttrKind, TypeKind};

attribute_defs! { "complex";
    /// A complex number: its parts, which are floats of one type, and its type.
    NUMBER = "number" {
        params: { real: required(Attribute), imag: required(Attribute), r#type: required(Type) },
        parse: parse, print: print,
    }
}

/// Parses `<:f32 1.0, 2.0> : complex<f32>`. The trailing type is ignored; like upstream, the type is derived from that of the
/// parts.
fn parse(parser: &mut ParamParser<'_, '_>, _: &'static AttrDef) -> ParseResult<Box<[Param]>> {
    parser.expect(b'<')?;
    parser.expect(b':')?;
    let start = parser.offset();
    let part = parser.parse_type()?;
    if !matches!(part.kind(parser.context), TypeKind::Float(_)) {
        return Err(parser.error_at(start, "expected a floating point type"));
    }
    let real = parser.integer_of_type(part)?;
    parser.expect(b',')?;
    let imag = parser.integer_of_type(part)?;
    parser.expect(b'>')?;
    if parser.eat(b':') {
        parser.parse_type()?;
    }
    let ty = parser.context.ty(TypeKind::Complex(part));
    Ok([Param::Attribute(real), Param::Attribute(imag), Param::Type(ty)].into())
}

fn print(printer: &mut ParamPrinter<'_>, params: &[Param]) {
    let [Param::Attribute(real), Param::Attribute(imag), Param::Type(ty)] = params else { return };
    printer.text("<:");
    if let Some(part) = real.value_type(printer.context) {
        printer.print_type(part);
        printer.text(" ");
    }
    print_number(printer, *real);
    printer.text(", ");
    print_number(printer, *imag);
    printer.text("> : ");
    printer.print_type(*ty);
}

/// Prints a float without its type.
fn print_number(printer: &mut ParamPrinter<'_>, number: tern_mlir::Attribute) {
    if let AttrKind::Float { ty, .. } = number.kind(printer.context)
        && let TypeKind::Float(kind) = ty.kind(printer.context)
    {
        printer.print_class_attribute(&AttrClass::Float(*kind), number);
    }
}
