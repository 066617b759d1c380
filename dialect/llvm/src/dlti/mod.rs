//! The `dlti` dialect: data layout and target information. Source: MLIR's `DLTIAttrs.td`.

use tern_mlir::OpRef;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::context::Context;
use tern_mlir::declare::ParamKind::{self, Bool, Declared, List, Unsigned};
use tern_mlir::declare::{AttrDef, Dialect, Param, attribute_defs};
use tern_mlir::types::Type;

mod verify;

attribute_defs! { "dlti";
    /// An entry: a type or a string as the key, and a value.
    DL_ENTRY as DLEntry = "dl_entry" {
        params: { key: required(ParamKind::Attribute), value: required(ParamKind::Attribute) },
        parse: parse_entry, print: print_entry,
    }

    /// The layout of types in memory.
    DL_SPEC as DLSpec = "dl_spec" {
        params: { entries: required(List(&Declared(&[&DL_ENTRY]))) },
        parse: parse_entries, print: print_entries,
        verify: verify::list,
    }

    /// A map from keys to values.
    MAP = "map" {
        params: { entries: required(List(&Declared(&[&DL_ENTRY]))) },
        parse: parse_entries, print: print_entries,
        verify: verify::list,
    }

    /// The properties of a device.
    TARGET_DEVICE_SPEC = "target_device_spec" {
        params: { entries: required(List(&Declared(&[&DL_ENTRY]))) },
        parse: parse_entries, print: print_entries,
        verify: verify::device,
    }

    /// The devices of a system.
    TARGET_SYSTEM_SPEC = "target_system_spec" {
        params: { entries: required(List(&Declared(&[&DL_ENTRY]))) },
        parse: parse_entries, print: print_entries,
        verify: verify::system,
    }

    /// The alignment of function pointers.
    FUNCTION_POINTER_ALIGNMENT as FunctionPointerAlignment = "function_pointer_alignment" {
        params: { alignment: required(Unsigned(64)), function_dependent: required(Bool) },
        format: "`<` $alignment `,` `function_dependent` `=` $function_dependent `>`",
    }
}

/// The declaration of the dialect.
pub static DIALECT: Dialect =
    Dialect { attributes: ATTRIBUTES, verify_attribute: Some(verify::attribute), ..Dialect::new("dlti") };

/// The key of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key<'c> {
    /// A type as key.
    Type(Type),
    /// A name as key, such as `dlti.endianness`.
    Name(&'c str),
}

/// The entries of a `dl_spec`, a `map` or a `target_*_spec`.
pub fn entries<'c>(context: &'c Context, attribute: Attribute) -> impl Iterator<Item = (Key<'c>, Attribute)> {
    let params: &'c [Param] = match attribute.kind(context) {
        AttrKind::Declared { def, params } if def.dialect == "dlti" => params,
        _ => &[],
    };
    let list = params.first().and_then(Param::as_list).unwrap_or_default();
    list.iter().filter_map(Param::as_attribute).filter_map(|entry| parts(context, entry))
}

/// The key and the value of a `dl_entry`.
fn parts(context: &Context, entry: Attribute) -> Option<(Key<'_>, Attribute)> {
    let entry = DLEntry::of(context, entry)?;
    let key = match entry.key().kind(context) {
        AttrKind::Type(ty) => Key::Type(*ty),
        AttrKind::String { value, .. } => Key::Name(context.str(*value)),
        _ => return None,
    };
    Some((key, entry.value()))
}

/// Parses `<key, value>`.
fn parse_entry(parser: &mut Parser<'_, '_>, _: &'static AttrDef) -> ParseResult<Box<[Param]>> {
    parser.expect(b'<')?;
    let start = parser.offset();
    let key = parser.parse_attribute()?;
    if !matches!(key.kind(parser.context), AttrKind::Type(_) | AttrKind::String { .. }) {
        return Err(parser.error_at(start, "expected a type or a quoted string"));
    }
    parser.expect(b',')?;
    let value = parser.parse_attribute()?;
    parser.expect(b'>')?;
    Ok([Param::Attribute(key), Param::Attribute(value)].into())
}

fn print_entry(printer: &mut Printer<'_>, params: &[Param]) {
    let [Param::Attribute(key), Param::Attribute(value)] = params else { return };
    printer.text("<");
    printer.print_attribute(*key);
    printer.text(", ");
    printer.print_attribute(*value);
    printer.text(">");
}

/// Parses `<key = value, …>`. An entry may also be an attribute, `#dlti.dl_entry<key, value>`. Keys of devices and systems must
/// be strings.
fn parse_entries(parser: &mut Parser<'_, '_>, def: &'static AttrDef) -> ParseResult<Box<[Param]>> {
    let context = parser.context;
    let mnemonic = parser.offset().saturating_sub(def.mnemonic.len());
    let takes_types = std::ptr::eq(def, &DL_SPEC) || std::ptr::eq(def, &MAP);
    parser.expect(b'<')?;
    let mut entries: Vec<Param> = Vec::new();
    parser.list(b'>', |parser| {
        let start = parser.offset();
        let first = parser.parse_attribute()?;
        let entry = match first.kind(context) {
            AttrKind::Type(_) if !takes_types => None,
            AttrKind::Type(_) | AttrKind::String { .. } => {
                parser.expect(b'=')?;
                let value = parser.parse_attribute()?;
                Some(DLEntry::build(context, first, value).made())
            }
            _ => parts(context, first).map(|_| first),
        };
        let Some(entry) = entry else {
            return Err(parser.error_at(start, "invalid kind of attribute specified"));
        };
        entries.push(Param::Attribute(entry));
        Ok(())
    })?;
    let params = [Param::List(entries.into())];
    match def.verify.map_or(Ok(()), |verify| verify(context, &params)) {
        Ok(()) => Ok(params.into()),
        Err(message) => Err(parser.error_at(mnemonic, message)),
    }
}

fn print_entries(printer: &mut Printer<'_>, params: &[Param]) {
    let context = printer.context;
    let list = params.first().and_then(Param::as_list).unwrap_or_default();
    printer.text("<");
    for (index, entry) in list.iter().filter_map(Param::as_attribute).enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        if let Some(entry) = DLEntry::of(context, entry) {
            printer.print_attribute(entry.key());
            printer.text(" = ");
            printer.print_attribute(entry.value());
        }
    }
    printer.text(">");
}

/// The data layout that an operation has as a discardable attribute, `dlti.dl_spec`.
pub fn spec_of(op: OpRef<'_>) -> Option<Attribute> {
    op.attribute("dlti.dl_spec")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tern_mlir::asm::{ParseOptions, PrintOptions, parse, print};

    const TEXT: &str = "module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<3> = dense<64> : vector<4xi64>, \
        \"dlti.endianness\" = \"little\">, test.a = #dlti.dl_entry<\"x\", 1 : i8>, \
        test.b = #dlti.map<\"CPU\" = #dlti.map<\"L1\" = 5 : i32, i32 = 4 : i8>>, \
        test.c = #dlti.function_pointer_alignment<64, function_dependent = true>} {\n}\n";

    #[test]
    fn layouts_are_read_and_printed() {
        let context = Context::new(crate::DIALECTS);
        let module = parse(&context, "test", TEXT.as_bytes(), &ParseOptions::default()).expect("it parses");
        assert_eq!(String::from_utf8(print(&context, &module, &PrintOptions::default())).unwrap(), TEXT);
        let root = tern_mlir::OpRef::new(&context, module.body(), module.root());
        let spec = spec_of(root).unwrap();
        let names: Vec<_> =
            entries(&context, spec).map(|(key, value)| (key, value.as_str(&context))).collect();
        assert_eq!(names.len(), 2);
        assert_eq!(names[1], (Key::Name("dlti.endianness"), Some("little")));
    }

    #[test]
    fn bad_layouts_are_refused() {
        for bad in [
            "#dlti.dl_spec<1 = 2>",
            "#dlti.target_device_spec<>",
            "#dlti.dl_spec<\"a\" = 1, \"a\" = 2>",
            "#dlti.dl_spec<i32>",
        ] {
            let text = format!("module attributes {{test.a = {bad}}} {{\n}}\n");
            let context = Context::new(crate::DIALECTS);
            assert!(parse(&context, "test", text.as_bytes(), &ParseOptions::default()).is_err(), "{bad}");
        }
    }
}
