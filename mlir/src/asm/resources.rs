//! Resources in assembly: `{-# dialect_resources: { builtin: { key: "0x…" } }, external_resources: { … } #-}`.
//!
//! A blob is a string of hexadecimal digits: four bytes of alignment, then the contents. Source: MLIR Language Reference,
//! "Resources". Like `mlir-opt`, the printer writes only the dialect resources that the module refers to.

use super::lexer::{Lexer, Token, unescape};
use super::parser::{Parser, show};
use super::{ParseResult, Printer};
use crate::context::{Context, Ident};
use crate::resources::{Resource, ResourceGroup, Resources};

/// The owner of the resources that attributes refer to.
const BUILTIN: &[u8] = b"builtin";

impl<'a> Parser<'a, '_> {
    /// Parses `{-# … #-}`.
    pub(super) fn file_metadata(&mut self) -> ParseResult<()> {
        self.advance();
        while self.token != Token::MetadataEnd {
            match self.token {
                Token::Bare(b"dialect_resources") => {
                    let groups = self.resource_groups(false)?;
                    merge(&mut self.resources.dialect, groups);
                }
                Token::Bare(b"external_resources") => {
                    let groups = self.resource_groups(true)?;
                    merge(&mut self.resources.external, groups);
                }
                Token::Bare(key) => {
                    let message = format!("unknown key '{}' in file metadata dictionary", show(key));
                    return Err(self.error(message));
                }
                _ => return Err(self.error("expected identifier key in file metadata dictionary")),
            }
            if !self.eat(b',') && self.token != Token::MetadataEnd {
                return Err(self.error("expected '#-}' or ',' in file metadata dictionary"));
            }
        }
        self.advance();
        Ok(())
    }

    /// Parses `dialect_resources: { owner: { key: value } }`.
    fn resource_groups(&mut self, external: bool) -> ParseResult<Vec<ResourceGroup>> {
        self.advance();
        self.expect(b':')?;
        self.expect(b'{')?;
        self.list(b'}', |parser| {
            let Token::Bare(owner) = parser.token else {
                return Err(parser.error("expected identifier key for 'resource' entry"));
            };
            if !external && owner != BUILTIN {
                let name = show(owner);
                return Err(parser.error(match parser.context.dialect(&name) {
                    Some(_) => format!("unexpected 'resource' section for dialect '{name}'"),
                    None => format!("dialect '{name}' is unknown"),
                }));
            }
            let owner = parser.context.ident_of_bytes(owner);
            parser.advance();
            parser.expect(b':')?;
            parser.expect(b'{')?;
            let entries = parser.list(b'}', |parser| parser.resource(external))?;
            Ok(ResourceGroup { owner, entries })
        })
    }

    /// Parses `key: value`.
    fn resource(&mut self, external: bool) -> ParseResult<(Ident, Resource)> {
        let key = match self.token {
            Token::Bare(_) | Token::String(_) => self.keyword_or_string()?,
            _ => return Err(self.error("expected identifier key for 'resource' entry")),
        };
        self.expect(b':')?;
        let value = match self.token {
            Token::Bare(text @ (b"true" | b"false")) if external => Resource::Bool(text == b"true"),
            Token::String(text) if !external || text.starts_with(b"0x") => self.blob(key, text)?,
            Token::String(text) => Resource::String(self.context.ident_of_bytes(&unescape(text))),
            _ => {
                let wanted = if external { "string value" } else { "hex string blob" };
                return Err(self.error(format!("expected {wanted} for key '{}'", self.context.str(key))));
            }
        };
        self.advance();
        Ok((key, value))
    }

    fn blob(&self, key: Ident, text: &[u8]) -> ParseResult<Resource> {
        let wanted = || format!("expected hex string blob for key '{}'", self.context.str(key));
        let digits = text.strip_prefix(b"0x").filter(|digits| digits.len() % 2 == 0);
        let nibble = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
        let byte = |pair: &[u8]| Some(nibble(pair[0])? << 4 | nibble(pair[1])?);
        let bytes: Option<Vec<u8>> = digits.and_then(|digits| digits.chunks_exact(2).map(byte).collect());
        let Some(bytes) = bytes else { return Err(self.error(wanted())) };
        let Some((alignment, data)) = bytes.split_first_chunk() else {
            return Err(self.error(wanted() + " to encode alignment in first 4 bytes"));
        };
        let alignment = u32::from_le_bytes(*alignment);
        if data.is_empty() {
            return Ok(Resource::Blob { alignment: 0, data: Box::default() });
        }
        if !alignment.is_power_of_two() {
            let message = " to encode alignment in first 4 bytes, but got non-power-of-2 value: ";
            return Err(self.error(format!("{}{message}{alignment}", wanted())));
        }
        Ok(Resource::Blob { alignment, data: data.into() })
    }
}

/// Merges groups; the last value of a key wins.
fn merge(known: &mut Vec<ResourceGroup>, groups: Vec<ResourceGroup>) {
    for group in groups {
        let place = known.iter().position(|known| known.owner == group.owner).unwrap_or_else(|| {
            known.push(ResourceGroup { owner: group.owner, entries: Vec::new() });
            known.len() - 1
        });
        let known = &mut known[place];
        for (key, value) in group.entries {
            match known.entries.iter_mut().find(|(other, _)| *other == key) {
                Some(entry) => entry.1 = value,
                None => known.entries.push((key, value)),
            }
        }
    }
}

/// The keys of the resources that a printed module or attribute refers to, in order.
pub(crate) fn referenced_resources(context: &Context, text: &[u8]) -> Vec<Ident> {
    let mut keys = Vec::new();
    for at in memchr::memmem::find_iter(text, b"dense_resource<") {
        let mut lexer = Lexer { text, position: at + b"dense_resource<".len() };
        let key = match lexer.next().1 {
            Token::Bare(key) => context.ident_of_bytes(key),
            Token::String(key) => context.ident_of_bytes(&unescape(key)),
            _ => continue,
        };
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

impl Printer<'_> {
    /// Prints the resources of a module whose printed text is `text`.
    pub(super) fn resources(&mut self, resources: &Resources, text: &[u8]) {
        let context = self.context;
        let mut dialect = Vec::new();
        for group in &resources.dialect {
            let mut group = group.clone();
            if context.bytes(group.owner) == BUILTIN {
                let keys = referenced_resources(context, text);
                let place = |key: Ident| keys.iter().position(|&other| other == key);
                group.entries.retain(|(key, _)| place(*key).is_some());
                group.entries.sort_by_key(|(key, _)| place(*key));
            }
            dialect.push(group);
        }
        let mut external = resources.external.clone();
        if let Some(limit) = self.options.elide_resources {
            for group in dialect.iter_mut().chain(&mut external) {
                group.entries.retain(|(_, resource)| self.length(resource) <= limit);
            }
        }
        let sections = [("dialect_resources", &dialect), ("external_resources", &external)];
        let sections: Vec<_> = sections
            .into_iter()
            .map(|(name, groups)| (name, groups.iter().filter(|group| !group.entries.is_empty()).collect()))
            .filter(|(_, groups): &(_, Vec<&ResourceGroup>)| !groups.is_empty())
            .collect();
        if sections.is_empty() {
            return;
        }
        self.text("\n{-#\n");
        for (index, (name, groups)) in sections.iter().enumerate() {
            self.text(if index == 0 { "  " } else { ",\n  " });
            self.text(name);
            self.text(": {\n");
            for (index, group) in groups.iter().enumerate() {
                self.text(if index == 0 { "    " } else { ",\n    " });
                self.out.extend_from_slice(context.bytes(group.owner));
                self.text(": {\n");
                for (index, (key, resource)) in group.entries.iter().enumerate() {
                    self.text(if index == 0 { "      " } else { ",\n      " });
                    self.print_keyword_or_string(*key);
                    self.text(": ");
                    self.resource_value(resource);
                }
                self.text("\n    }");
            }
            self.text("\n  }");
        }
        self.text("\n#-}\n");
    }

    /// The length of a resource's printed value, in characters.
    fn length(&mut self, resource: &Resource) -> u64 {
        let start = self.out.len();
        self.resource_value(resource);
        let length = self.out.len() - start;
        self.out.truncate(start);
        length as u64
    }

    fn resource_value(&mut self, resource: &Resource) {
        match resource {
            Resource::Bool(value) => self.text(if *value { "true" } else { "false" }),
            Resource::String(text) => self.quoted(*text),
            Resource::Blob { alignment, data } => {
                self.text("\"0x");
                for &byte in alignment.to_le_bytes().iter().chain(data.iter()) {
                    self.hex(byte);
                }
                self.text("\"");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::asm::{ParseOptions, PrintOptions, parse, print};

    fn reprint(text: &str) -> Result<String, String> {
        let context = crate::test_dialect::context();
        let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
        let module = parse(&context, "test", text.as_bytes(), &options)
            .map_err(|found| found[0].message().to_owned())?;
        Ok(String::from_utf8(print(&context, &module, &PrintOptions::default())).unwrap())
    }

    const MODULE: &str = "module attributes {t.a = dense_resource<\"a b\"> : tensor<1xi32>, t.b = dense_resource<c> : tensor<0xi32>} {\n}\n";

    #[test]
    fn resources_that_are_referred_to_are_printed() {
        let text = format!(
            "{MODULE}{{-# dialect_resources: {{ builtin: {{ c: \"0x08000000\", u: \"0x0400000001\", \"a b\": \"0x04000000AB\"}} }},
            external_resources: {{xy: {{\"k 1\": false, s: \"a\\00\\FFb\\\\\"}}, empty: {{}}}} #-}}"
        );
        let expected = format!(
            "{MODULE}\n{{-#\n  dialect_resources: {{\n    builtin: {{\n      \"a b\": \"0x04000000AB\",\n      c: \"0x00000000\"\n    }}\n  }},\n  \
            external_resources: {{\n    xy: {{\n      \"k 1\": false,\n      s: \"a\\00\\FFb\\\\\"\n    }}\n  }}\n#-}}\n"
        );
        let printed = reprint(&text).unwrap();
        assert_eq!(printed, expected);
        assert_eq!(reprint(&printed).unwrap(), expected);
        let context = crate::Context::new(&[]);
        let module = parse(&context, "test", text.as_bytes(), &ParseOptions::default()).unwrap();
        let options = PrintOptions { elide_resources: Some(12), ..PrintOptions::default() };
        let elided = String::from_utf8(print(&context, &module, &options)).unwrap();
        assert!(!elided.contains("AB") && elided.contains("c: \"0x00000000\""), "{elided}");
    }

    #[test]
    fn wrong_resources_are_refused() {
        for (resources, message) in [
            ("foo: {}", "unknown key 'foo' in file metadata dictionary"),
            ("dialect_resources: {foo: {}}", "dialect 'foo' is unknown"),
            ("dialect_resources: {test: {}}", "unexpected 'resource' section for dialect 'test'"),
            ("dialect_resources: {builtin: {a: true}}", "expected hex string blob for key 'a'"),
            ("dialect_resources: {builtin: {a: \"0x0\"}}", "expected hex string blob for key 'a'"),
            (
                "dialect_resources: {builtin: {a: \"0x0300000001\"}}",
                "expected hex string blob for key 'a' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3",
            ),
            ("external_resources: {a: {b: 5}}", "expected string value for key 'b'"),
            ("external_resources: {\"a\": {}}", "expected identifier key for 'resource' entry"),
        ] {
            assert_eq!(reprint(&format!("module {{}}\n{{-# {resources} #-}}")).unwrap_err(), message);
        }
    }
}
