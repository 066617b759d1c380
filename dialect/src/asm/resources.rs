//! Resources as text: `{-# dialect_resources: { builtin: { key: "0x…" } }, external_resources: { group: { … } } #-}`.

use super::lexer::Token;
use super::parser::{Parser, show};
use super::{ParseResult, Printer};
use crate::attributes::{AttrKind, Attribute};
use crate::body::{Body, Module, Op};
use crate::context::Ident;
use crate::declare::Param;
use crate::resources::ResourceValue;

impl Parser<'_, '_> {
    /// Reads `{-# … #-}`.
    pub(super) fn resources(&mut self) -> ParseResult<()> {
        self.advance();
        while self.token != Token::MetadataEnd {
            let start = self.start;
            let key = self.resource_key("expected identifier key in file metadata dictionary")?;
            self.expect(b':')?;
            match self.context.bytes(key) {
                b"dialect_resources" => self.resource_groups(true)?,
                b"external_resources" => self.resource_groups(false)?,
                other => {
                    let message = format!("unknown key '{}' in file metadata dictionary", show(other));
                    return Err(self.error_at(start, message));
                }
            }
            if !self.eat(b',') {
                break;
            }
        }
        if self.token != Token::MetadataEnd {
            return Err(self.error("expected '#-}' at the end of resources"));
        }
        self.advance();
        Ok(())
    }

    fn resource_key(&mut self, otherwise: &str) -> ParseResult<Ident> {
        match self.optional_keyword() {
            Some(key) => Ok(self.context.ident_of_bytes(key)),
            None => Err(self.error(otherwise)),
        }
    }

    fn resource_groups(&mut self, of_dialects: bool) -> ParseResult<()> {
        self.expect(b'{')?;
        self.list(b'}', |parser| {
            let start = parser.start;
            let group = parser.resource_key("expected identifier key for 'resource' entry")?;
            let name = parser.context.str(group);
            if of_dialects && name != "builtin" {
                let message = match parser.context.dialect(name) {
                    Some(_) => format!("unexpected 'resource' section for dialect '{name}'"),
                    None => format!("dialect '{name}' is unknown"),
                };
                return Err(parser.error_at(start, message));
            }
            parser.expect(b':')?;
            parser.expect(b'{')?;
            parser.list(b'}', |parser| parser.resource(group, of_dialects))
        })?;
        Ok(())
    }

    fn resource(&mut self, group: Ident, of_dialect: bool) -> ParseResult<()> {
        let key = self.keyword_or_string()?;
        self.expect(b':')?;
        let start = self.start;
        let context = self.context;
        let value = match self.token {
            Token::Bare(word @ (b"true" | b"false")) => {
                self.advance();
                ResourceValue::Bool(word == b"true")
            }
            Token::String(_) => ResourceValue::Text(self.string()?),
            _ if of_dialect => return Err(self.not_a_blob(start, key, "")),
            _ => return Err(self.error("expected a string or a boolean as the value of a resource")),
        };
        if !of_dialect {
            context.resources().tables().add_external(group, key, value);
            return Ok(());
        }
        let ResourceValue::Text(text) = value else { return Err(self.not_a_blob(start, key, "")) };
        let bytes = context.bytes(text);
        let digits = bytes.strip_prefix(b"0x").unwrap_or_default();
        // Alignment and data are whole bytes.
        if digits.len() < 8 || !digits.len().is_multiple_of(2) || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(self.not_a_blob(start, key, ""));
        }
        let byte =
            |at: usize| u32::from_str_radix(&show(&digits[2 * at..2 * at + 2]), 16).unwrap_or_default();
        let alignment = (0..4).fold(0, |sum, at| sum | byte(at) << (8 * at));
        if alignment != 0 && !alignment.is_power_of_two() {
            let more =
                format!(" to encode alignment in first 4 bytes, but got non-power-of-2 value: {alignment}");
            return Err(self.not_a_blob(start, key, &more));
        }
        // Of no data, MLIR keeps no alignment.
        let digits = if digits.len() == 8 { vec![b'0'; 8] } else { digits.to_ascii_uppercase() };
        let blob = [b"0x", &digits[..]].concat();
        context.resources().tables().set_blob(key, context.ident_of_bytes(&blob));
        Ok(())
    }

    #[cold]
    fn not_a_blob(&self, at: usize, key: Ident, more: &str) -> crate::diagnostic::Diagnostic {
        let key = self.context.str(key);
        self.error_at(at, format!("expected hex string blob for key '{key}'{more}"))
    }
}

/// The keys that attributes of a module name, in the order in which they are met.
struct Keys<'c> {
    context: &'c crate::Context,
    found: Vec<Ident>,
}

impl Keys<'_> {
    fn body(&mut self, body: &Body) {
        for &region in body.root_regions() {
            for &block in body.region_blocks(region) {
                body.block_ops(block).for_each(|op| self.op(body, op));
            }
        }
    }

    fn op(&mut self, body: &Body, op: Op) {
        self.attribute(body.properties(op));
        self.attribute(body.attributes(op));
        let (inner, regions) = body.regions(op);
        for &region in regions {
            for &block in inner.region_blocks(region) {
                inner.block_ops(block).for_each(|op| self.op(inner, op));
            }
        }
    }

    fn attribute(&mut self, attribute: Attribute) {
        match attribute.kind(self.context) {
            AttrKind::DenseResource { key, .. } if !self.found.contains(key) => self.found.push(*key),
            AttrKind::Array(elements) => elements.iter().for_each(|&element| self.attribute(element)),
            AttrKind::Dictionary(entries) => entries.iter().for_each(|entry| self.attribute(entry.value)),
            AttrKind::Distinct { referenced, .. } => self.attribute(*referenced),
            AttrKind::Declared { params, .. } => params.iter().for_each(|param| self.param(param)),
            _ => {}
        }
    }

    fn param(&mut self, param: &Param) {
        match param {
            Param::Attribute(attribute) => self.attribute(*attribute),
            Param::List(params) => params.iter().for_each(|param| self.param(param)),
            _ => {}
        }
    }
}

impl Printer<'_, '_> {
    /// Prints the resources that a module refers to, and external ones, if there are any.
    pub(super) fn resources(&mut self, module: &Module) {
        let context = self.context;
        let tables = context.resources().tables();
        if tables.blobs.is_empty() && tables.external.is_empty() {
            return;
        }
        let mut keys = Keys { context, found: Vec::new() };
        // What is in regions that are not printed is not referred to.
        if !self.options.skip_regions {
            keys.body(module.body());
        }
        let blob = |key: &Ident| {
            let blob = tables.blobs.iter().find(|(found, _)| found == key)?;
            Some((*key, ResourceValue::Text(blob.1)))
        };
        let builtin = (context.ident("builtin"), keys.found.iter().filter_map(blob).collect());
        let sections =
            [("dialect_resources", vec![builtin]), ("external_resources", tables.external.clone())];
        let limit = self.options.elide_resources.unwrap_or(u64::MAX);
        let mut text = Vec::new();
        for (name, groups) in sections {
            let groups = groups.into_iter().filter_map(|(group, entries)| {
                let entries: Vec<String> = entries
                    .into_iter()
                    .filter_map(|(key, value)| {
                        let value = self.resource_value(value);
                        let shown = value.len() as u64 <= limit;
                        shown.then(|| format!("      {}: {value}", self.resource_key_text(key)))
                    })
                    .collect();
                let group = context.str(group);
                (!entries.is_empty()).then(|| format!("    {group}: {{\n{}\n    }}", entries.join(",\n")))
            });
            let groups: Vec<String> = groups.collect();
            if !groups.is_empty() {
                text.push(format!("  {name}: {{\n{}\n  }}", groups.join(",\n")));
            }
        }
        drop(tables);
        if !text.is_empty() {
            self.text(&format!("\n{{-#\n{}\n#-}}\n", text.join(",\n")));
        }
    }

    fn resource_value(&mut self, value: ResourceValue) -> String {
        match value {
            ResourceValue::Bool(value) => value.to_string(),
            ResourceValue::Text(text) => self.aside(|printer| printer.quoted(text)),
        }
    }

    fn resource_key_text(&mut self, key: Ident) -> String {
        self.aside(|printer| printer.print_keyword_or_string(key))
    }

    /// What `print` prints, which is taken back.
    fn aside(&mut self, print: impl FnOnce(&mut Self)) -> String {
        let start = self.out.len();
        print(self);
        let text = String::from_utf8_lossy(&self.out[start..]).into_owned();
        self.out.truncate(start);
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::Context;
    use crate::asm::{ParseOptions, PrintOptions, parse, print};

    const MODULE: &str = "module attributes {x.a = dense_resource<a> : tensor<1xi8>} {\n}\n";

    #[test]
    fn resources_come_back() {
        let context = Context::new();
        let resources = "{-#\n  external_resources: {\n    z: {\n      \"b c\": true,\n      d: \"x\\0A\"\n    }\n  },\n  \
            dialect_resources: {\n    builtin: {\n      unused: \"0x0400000001\",\n      a: \"0x04000000ff\"\n    }\n  }\n#-}\n";
        let text = format!("{MODULE}{resources}");
        let module = parse(&context, "t", text.as_bytes(), &ParseOptions::default()).expect("it parses");
        let printed = "\n{-#\n  dialect_resources: {\n    builtin: {\n      a: \"0x04000000FF\"\n    }\n  },\n  \
            external_resources: {\n    z: {\n      \"b c\": true,\n      d: \"x\\0A\"\n    }\n  }\n#-}\n";
        let show = |options| String::from_utf8(print(&context, &module, &options)).unwrap();
        assert_eq!(show(PrintOptions::default()), format!("{MODULE}{printed}"));
        let elided = show(PrintOptions { elide_resources: Some(8), ..PrintOptions::default() });
        assert!(!elided.contains("dialect_resources") && elided.contains("\"b c\": true"), "{elided}");
    }

    #[test]
    fn wrong_resources_are_refused() {
        for (text, message) in [
            ("x", "expected ':'"),
            ("foo: {}", "unknown key 'foo'"),
            ("dialect_resources: {llvm: {}}", "unexpected 'resource' section for dialect 'llvm'"),
            ("dialect_resources: {builtin: {a: \"zz\"}}", "expected hex string blob for key 'a'"),
            ("dialect_resources: {builtin: {a: 3}}", "expected hex string blob for key 'a'"),
            ("dialect_resources: {builtin: {a: \"0x0300000001\"}}", "got non-power-of-2 value: 3"),
            ("dialect_resources: {builtin: {a: \"0x0", "expected"),
        ] {
            let context = Context::new();
            let errors =
                parse(&context, "t", format!("{{-# {text} #-}}").as_bytes(), &ParseOptions::default());
            let errors = errors.expect_err(text);
            assert!(errors[0].message().contains(message), "{text}: {}", errors[0].message());
        }
    }
}
