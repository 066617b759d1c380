//! The syntax of types of the dialect. Nested types may omit their prefix `!llvm.`: `!llvm.array<2 x struct<(i32, ptr)>>`.

use crate::constraints::is_compatible;
use crate::types::{self as llvm, PPC_FP128};
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::context::Context;
use tern_mlir::declare::{Param, TypeDef};
use tern_mlir::types::Type;

fn parse_inner(parser: &mut Parser<'_, '_>) -> ParseResult<Type> {
    parser.type_in_dialect("llvm")
}

fn print_inner(printer: &mut Printer<'_>, ty: Type) {
    // MLIR prints this type with its prefix, as it does for builtin floats.
    if ty.declared(printer.context, &PPC_FP128).is_some() || holds_others(printer.context, ty) {
        return printer.print_type(ty);
    }
    printer.print_type_in_dialect("llvm", ty);
}

/// Whether a type is an identified struct with a field that is not a type of LLVM: MLIR then prints it as a type of another
/// dialect.
fn holds_others(context: &Context, ty: Type) -> bool {
    llvm::struct_name(context, ty).is_some()
        && llvm::struct_fields(context, ty)
            .is_some_and(|(fields, _)| fields.iter().any(|&field| !is_compatible(context, field)))
}

fn print_list(printer: &mut Printer<'_>, types: impl IntoIterator<Item = Type>) {
    for (index, ty) in types.into_iter().enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        print_inner(printer, ty);
    }
}

/// The types in a list parameter.
fn types_of(list: &Param) -> impl Iterator<Item = Type> + '_ {
    list.as_list().unwrap_or_default().iter().filter_map(Param::as_type)
}

/// The syntax of arrays: `<4 x i32>`.
pub mod array {
    use super::{Param, ParseResult, Parser, Printer, TypeDef, parse_inner, print_inner};
    use crate::types::{FUNC, LABEL, METADATA, TOKEN, VOID};

    /// Parses the text after the mnemonic.
    pub fn parse(parser: &mut Parser<'_, '_>, _: &'static TypeDef) -> ParseResult<Box<[Param]>> {
        parser.expect(b'<')?;
        let start = parser.offset();
        let length = u64::try_from(parser.integer()?)
            .map_err(|_| parser.error_at(start, "expected the number of elements of an array"))?;
        parser.expect_x()?;
        let start = parser.offset();
        let element = parse_inner(parser)?;
        let context = parser.context;
        let bad = [&VOID, &LABEL, &METADATA, &FUNC, &TOKEN]
            .into_iter()
            .any(|def| element.declared(context, def).is_some());
        if bad {
            let text = tern_mlir::asm::type_to_string(context, element);
            return Err(parser.error_at(start, format!("invalid array element type: '{text}'")));
        }
        parser.expect(b'>')?;
        Ok([Param::Type(element), Param::Unsigned(length)].into())
    }

    /// Prints the text after the mnemonic.
    pub fn print(printer: &mut Printer<'_>, params: &[Param]) {
        let [Param::Type(element), Param::Unsigned(length)] = params else { return };
        printer.text("<");
        printer.number(*length);
        printer.text(" x ");
        print_inner(printer, *element);
        printer.text(">");
    }
}

/// The syntax of function types: `<i32 (ptr, ...)>`.
pub mod function {
    use super::{
        Param, ParseResult, Parser, Printer, TypeDef, parse_inner, print_inner, print_list, types_of,
    };
    use crate::types::{FUNC, LABEL, METADATA, VOID};
    use tern_mlir::context::Context;
    use tern_mlir::types::Type;

    /// The error if a type cannot be the result of a function.
    pub fn result_error(context: &Context, ty: Type) -> Option<String> {
        error(context, "result", ty, &[&FUNC, &METADATA, &LABEL])
    }

    /// The error if a type cannot be a parameter of a function.
    pub fn argument_error(context: &Context, ty: Type) -> Option<String> {
        error(context, "argument", ty, &[&VOID, &FUNC])
    }

    fn error(context: &Context, what: &str, ty: Type, invalid: &[&'static TypeDef]) -> Option<String> {
        invalid.iter().find(|def| ty.declared(context, def).is_some())?;
        let found = tern_mlir::asm::type_to_string(context, ty);
        Some(format!("invalid function {what} type: '{found}'"))
    }

    /// Parses the text after the mnemonic.
    pub fn parse(parser: &mut Parser<'_, '_>, _: &'static TypeDef) -> ParseResult<Box<[Param]>> {
        let context = parser.context;
        parser.expect(b'<')?;
        let start = parser.offset();
        let result = parse_inner(parser)?;
        if let Some(message) = result_error(context, result) {
            return Err(parser.error_at(start, message));
        }
        parser.expect(b'(')?;
        let mut variadic = false;
        let mut parameters = Vec::new();
        while !parser.at(b')') {
            if parser.eat_ellipsis() {
                variadic = true;
                break;
            }
            let start = parser.offset();
            let parameter = parse_inner(parser)?;
            if let Some(message) = argument_error(context, parameter) {
                return Err(parser.error_at(start, message));
            }
            parameters.push(Param::Type(parameter));
            if !parser.eat(b',') {
                break;
            }
        }
        parser.expect(b')')?;
        parser.expect(b'>')?;
        Ok([Param::Type(result), Param::List(parameters.into()), Param::Bool(variadic)].into())
    }

    /// Prints the text after the mnemonic.
    pub fn print(printer: &mut Printer<'_>, params: &[Param]) {
        let [Param::Type(result), parameters, Param::Bool(variadic)] = params else { return };
        printer.text("<");
        print_inner(printer, *result);
        printer.text(" (");
        print_list(printer, types_of(parameters));
        if *variadic {
            printer.text(if types_of(parameters).next().is_some() { ", ..." } else { "..." });
        }
        printer.text(")>");
    }
}

/// The syntax of structs: `<(i32, ptr)>`, `<packed (i8)>`, `<"name", (i32)>`, `<"name", opaque>`; a reference inside its own
/// body is `<"name">`.
pub mod structure {
    use super::{Param, ParseResult, Parser, Printer, Type, TypeDef, parse_inner, print_list, types_of};
    use crate::types::{FUNC, LABEL, METADATA, TOKEN, VOID, struct_identified_ident};
    use tern_mlir::context::StructBody;

    /// Parses the text after the mnemonic.
    pub fn parse(parser: &mut Parser<'_, '_>, _: &'static TypeDef) -> ParseResult<Box<[Param]>> {
        let context = parser.context;
        parser.expect(b'<')?;
        if !parser.at_string() {
            if parser.at_keyword("opaque") {
                return Err(parser.error("only identified structs can be opaque"));
            }
            let packed = parser.eat_keyword("packed");
            let fields = parse_fields(parser)?;
            parser.expect(b'>')?;
            let fields = fields.into_iter().map(Param::Type).collect();
            return Ok([Param::Absent, Param::List(fields), Param::Bool(packed)].into());
        }
        let start = parser.offset();
        let name = parser.string()?;
        let ty = struct_identified_ident(context, name);
        let identified = || [Param::String(name), Param::List([].into()), Param::Bool(false)].into();
        if parser.open_types.contains(&ty) {
            // Inside its own body, only the name is given.
            if parser.at(b',') {
                return Err(parser.error_at(start, "identifier already used for an enclosing struct"));
            }
            parser.expect(b'>')?;
            return Ok(identified());
        }
        if parser.at(b'>') {
            return Err(parser.error_at(start, "struct without a body only allowed in a recursive struct"));
        }
        parser.expect(b',')?;
        let body = if parser.eat_keyword("opaque") {
            StructBody { fields: None, packed: false }
        } else {
            let packed = parser.eat_keyword("packed");
            parser.open_types.push(ty);
            let fields = parse_fields(parser);
            parser.open_types.pop();
            StructBody { fields: Some(fields?.into()), packed }
        };
        parser.expect(b'>')?;
        let opaque = body.fields.is_none();
        if context.set_struct_body(ty, body) {
            return Ok(identified());
        }
        let message = match opaque {
            true => "redeclaring defined struct as opaque",
            false => "identified type already used with a different body",
        };
        Err(parser.error_at(start, message))
    }

    fn parse_fields(parser: &mut Parser<'_, '_>) -> ParseResult<Vec<Type>> {
        parser.expect(b'(')?;
        parser.list(b')', |parser| {
            let start = parser.offset();
            let field = parse_inner(parser)?;
            let context = parser.context;
            let bad = [&VOID, &LABEL, &METADATA, &FUNC, &TOKEN]
                .into_iter()
                .any(|def| field.declared(context, def).is_some());
            if bad {
                let text = tern_mlir::asm::type_to_string(context, field);
                return Err(parser.error_at(start, format!("invalid LLVM structure element type: '{text}'")));
            }
            Ok(field)
        })
    }

    /// Prints the text after the mnemonic.
    pub fn print(printer: &mut Printer<'_>, params: &[Param]) {
        let [name, body, packed] = params else { return };
        printer.text("<");
        let Param::String(name) = name else {
            printer.text(if *packed == Param::Bool(true) { "packed (" } else { "(" });
            print_list(printer, types_of(body));
            printer.text(")>");
            return;
        };
        let context = printer.context;
        let ty = struct_identified_ident(context, *name);
        printer.quoted(*name);
        if printer.open_types.contains(&ty) {
            printer.text(">");
            return;
        }
        match context.struct_body(ty) {
            Some(StructBody { fields: Some(fields), packed }) => {
                printer.text(if *packed { ", packed (" } else { ", (" });
                printer.open_types.push(ty);
                print_list(printer, fields.iter().copied());
                printer.open_types.pop();
                printer.text(")>");
            }
            _ => printer.text(", opaque>"),
        }
    }
}

/// The syntax of target extension types: `<"name", !llvm.ptr, 1, 2>`, types before integers.
pub mod target_extension {
    use super::{Param, ParseResult, Parser, Printer, TypeDef};

    /// Parses the text after the mnemonic.
    pub fn parse(parser: &mut Parser<'_, '_>, def: &'static TypeDef) -> ParseResult<Box<[Param]>> {
        parser.expect(b'<')?;
        let Param::String(name) = parser.param_of(def, 0)? else {
            return Err(parser.error("expected string"));
        };
        let (mut types, mut ints) = (Vec::new(), Vec::new());
        while parser.eat(b',') {
            let start = parser.offset();
            if let Some(int) = parser.optional_integer()? {
                let int =
                    u32::try_from(int).map_err(|_| parser.error_at(start, "integer value too large"))?;
                ints.push(Param::Unsigned(u64::from(int)));
            } else if ints.is_empty() {
                types.push(Param::Type(super::parse_inner(parser)?));
            } else {
                return Err(parser.error("failed to parse parameter list for target extension type"));
            }
        }
        parser.expect(b'>')?;
        Ok([Param::String(name), Param::List(types.into()), Param::List(ints.into())].into())
    }

    /// Prints the text after the mnemonic.
    pub fn print(printer: &mut Printer<'_>, params: &[Param]) {
        let [Param::String(name), types, ints] = params else { return };
        printer.text("<");
        printer.quoted(*name);
        for ty in super::types_of(types) {
            printer.text(", ");
            printer.print_type(ty);
        }
        for int in ints.as_list().unwrap_or_default().iter().filter_map(Param::as_u64) {
            printer.text(", ");
            printer.number(int);
        }
        printer.text(">");
    }
}
