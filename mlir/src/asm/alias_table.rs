//! The alias definitions of a text: finding them ahead of parsing, and resolving them on first use.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;
use tern_support::ways;

use super::aliases::has_alias;
use super::attributes::balanced_end;
use super::lexer::{Lexer, Token};
use super::parser::{Parser, show};
use super::{ParseResult, largest_expansion, largest_total_expansion};
use crate::attributes::Attribute;
use crate::types::Type;

/// The nesting limit of attributes and types, counted through aliases.
const MAX_HEIGHT: u32 = 20_000;

/// An alias: the offset of its definition, and its meaning once that is parsed.
#[derive(Clone, Copy)]
struct Alias {
    offset: usize,
    meaning: Meaning,
    /// Nesting depth of the definition.
    height: u32,
    /// Length of the printed definition in bytes, and how much of it comes from other aliases.
    size: u64,
    expanded: u64,
    /// For a pointer in an old spelling: the pointer type and its pointee.
    pointee: Option<(Type, Type)>,
}

impl Alias {
    /// An alias whose definition has not been parsed yet.
    fn unknown(offset: usize) -> Self {
        Self { offset, meaning: Meaning::Unknown, height: 0, size: 0, expanded: 0, pointee: None }
    }
}

#[derive(Clone, Copy)]
enum Meaning {
    Unknown,
    Busy,
    /// The definition is invalid; an error has been reported.
    Wrong,
    Attribute(Attribute),
    /// An attribute that is a location.
    Location(Attribute),
    Type(Type),
}

/// The aliases of a text by name, sigil included.
///
/// Printers number aliases (`#loc123`), and a text with debug information has hundreds of thousands of them, so numbered names are
/// looked up by number instead of by hash.
#[derive(Clone, Default)]
pub(super) struct AliasTable<'a> {
    all: Vec<Alias>,
    /// Offset of the last definition.
    end: usize,
    /// Index of the alias accessed last; the next definition usually belongs to the following index.
    latest: usize,
    /// For each name without its number: a table from the number to the alias's index plus one.
    numbered: FxHashMap<&'a [u8], Vec<u32>>,
    /// The same table for `#loc`, the most frequent name.
    locations: Vec<u32>,
    others: FxHashMap<&'a [u8], u32>,
    /// Bytes of text that all uses of aliases have expanded to so far, and the limit.
    expanded: Arc<AtomicU64>,
    most_expanded: u64,
}

/// Whether `base` is the name of location aliases without the number.
fn is_location(base: &[u8]) -> bool {
    matches!(base, [b'#', b'l', b'o', b'c'])
}

/// Splits a name into its base and the trailing number; `None` if a printer would not spell the number that way.
fn split(name: &[u8]) -> Option<(&[u8], usize)> {
    let (mut base, mut number, mut scale) = (name, 0_u32, 1_u32);
    while let Some((digit @ b'0'..=b'9', before)) = base.split_last() {
        number = number.wrapping_add(u32::from(digit - b'0').wrapping_mul(scale));
        scale = scale.wrapping_mul(10);
        base = before;
    }
    let digits = name.len() - base.len();
    let is_number = matches!(digits, 1..=9) && name[base.len()] != b'0';
    is_number.then_some((base, number as usize))
}

impl<'a> AliasTable<'a> {
    fn index(&self, name: &[u8]) -> Option<usize> {
        self.index_of(name, split(name))
    }

    /// As `index`, for a name that is already split.
    fn index_of(&self, name: &[u8], parts: Option<(&[u8], usize)>) -> Option<usize> {
        let by_number = || {
            let (base, number) = parts?;
            let numbers = if is_location(base) { &self.locations } else { self.numbered.get(base)? };
            numbers.get(number)?.checked_sub(1)
        };
        by_number().or_else(|| self.others.get(name).copied()).map(|index| index as usize)
    }

    /// The index of the alias `name`, defined at `offset`; `None` if there is no alias of this name.
    fn index_at(&self, name: &[u8], offset: usize) -> Option<usize> {
        let next = self.latest + 1;
        match self.all.get(next) {
            Some(alias) if alias.offset == offset => Some(next),
            _ => self.index(name),
        }
    }

    /// Whether all definitions start before `offset`.
    pub(super) fn ends_before(&self, offset: usize) -> bool {
        self.end <= offset
    }

    /// The index of the alias `name`; adds an unresolved alias at `offset` if there is none.
    fn index_or_new(&mut self, name: &'a [u8], offset: usize) -> usize {
        let parts = split(name);
        if let Some(index) = self.index_of(name, parts) {
            return index;
        }
        let index = self.all.len() as u32;
        self.end = self.end.max(offset);
        self.all.push(Alias::unknown(offset));
        // Scattered numbers are hashed, because the table would waste memory on the gaps.
        match parts.filter(|&(_, number)| number <= 2 * self.all.len()) {
            Some((base, number)) => {
                let numbers = match is_location(base) {
                    true => &mut self.locations,
                    false => self.numbered.entry(base).or_default(),
                };
                if numbers.len() <= number {
                    numbers.resize(number + 1, 0);
                }
                numbers[number] = index + 1;
            }
            None => {
                self.others.insert(name, index);
            }
        }
        index as usize
    }
}

impl<'a> AliasTable<'a> {
    fn empty(text: &[u8]) -> Self {
        Self { most_expanded: largest_total_expansion(text.len()), ..Self::default() }
    }

    /// Finds definitions (`#x = …`, `!x = …`) at the beginnings of lines. This is fast but only a guess: the parser verifies it
    /// when it reaches the definitions.
    fn of_lines(text: &'a [u8]) -> Self {
        // Few lines begin with a sigil, so search for newline plus sigil. A match across the end of a part belongs to that part.
        let lines = |from: usize, begin: &'static [u8]| {
            let part = &text[from..(from + PART + 1).min(text.len())];
            memchr::memmem::find_iter(part, begin).map(move |newline| from + newline + 1)
        };
        let parts = (0..text.len()).step_by(PART);
        let lines = parts.flat_map(|from| lines(from, b"\n#").chain(lines(from, b"\n!")));
        let lines = std::iter::once(0).chain(lines);
        let mut aliases = Self::empty(text);
        for start in lines {
            if !matches!(text.get(start), Some(b'#' | b'!')) {
                continue;
            }
            let mut lexer = Lexer { text, position: start };
            if let (_, Token::Hash(_) | Token::Bang(_)) = lexer.next() {
                let name = &text[start..lexer.position];
                if lexer.next().1 == Token::Punct(b'=') {
                    aliases.index_or_new(name, lexer.position);
                }
            }
        }
        aliases
    }

    /// Finds definitions by tokenizing the text, so they are found in any layout: outside all brackets or, if brackets are
    /// unbalanced, at the beginning of a line. As slow as tokenizing the whole text.
    pub(super) fn of_tokens(text: &'a [u8]) -> Self {
        let mut aliases = Self::empty(text);
        let mut lexer = Lexer { text, position: 0 };
        let mut depth = 0_usize;
        loop {
            let (start, token) = lexer.next();
            match token {
                Token::Eof => return aliases,
                Token::Punct(b'(' | b'[' | b'{') => depth += 1,
                Token::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Token::Hash(_) | Token::Bang(_) => {
                    let end = lexer.position;
                    // The brackets after a dialect's name may contain arbitrary text.
                    if text.get(end) == Some(&b'<') {
                        lexer.position = balanced_end(text, end).unwrap_or(end);
                        continue;
                    }
                    let begins_line = || matches!(text[..start].last(), None | Some(b'\n'));
                    let mut ahead = lexer;
                    if (depth == 0 || begins_line()) && ahead.next().1 == Token::Punct(b'=') {
                        aliases.index_or_new(&text[start..end], ahead.position);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether two tables have definitions at the same offsets.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let offsets = |table: &Self| {
            let mut offsets: Vec<usize> = table.all.iter().map(|alias| alias.offset).collect();
            offsets.sort_unstable();
            offsets
        };
        offsets(self) == offsets(other)
    }
}

/// Size of the parts that are searched for one sigil and then for the other: small enough to stay in the CPU cache.
const PART: usize = 1 << 17;

impl<'a> Parser<'a, '_> {
    /// Finds the definitions at the beginnings of lines, because aliases may be used before their definition.
    pub(super) fn find_aliases(&mut self) {
        let find = if ways::is_plain() { AliasTable::of_tokens } else { AliasTable::of_lines };
        self.take_aliases(find(self.lexer.text));
    }

    /// Starts with a table of aliases that were found beforehand.
    pub(super) fn take_aliases(&mut self, aliases: AliasTable<'a>) {
        // Nearly all aliases stand for attributes; few stand for types.
        self.context.reserve_attributes(aliases.all.len());
        self.aliases = Arc::new(aliases);
    }

    /// Whether every alias in the table was defined at the top level, which has been parsed. If not, the search mistook some other
    /// text for a definition.
    pub(super) fn all_aliases_are_defined(&self) -> bool {
        self.defined_aliases == self.aliases.all.len()
    }

    /// Mutable access to the table. Parsers of parts share a table in which every alias is already resolved; for them this is an
    /// error.
    fn aliases_mut(&mut self) -> ParseResult<&mut AliasTable<'a>> {
        if Arc::get_mut(&mut self.aliases).is_none() {
            return Err(self.error("an alias is defined within a body"));
        }
        Ok(Arc::make_mut(&mut self.aliases))
    }

    /// Checks and consumes the definition of an alias.
    pub(super) fn alias_definition(&mut self) -> ParseResult<()> {
        let start = self.start;
        let name = &self.lexer.text[start..self.lexer.position];
        self.advance();
        if !self.at(b'=') {
            return self.expect(b'=');
        }
        let offset = self.lexer.position;
        let index = self.aliases.index_at(name, offset);
        if index.is_some_and(|index| self.aliases.all[index].offset != offset) {
            let kind = if name[0] == b'#' { "attribute" } else { "type" };
            return Err(
                self.error_at(start, format!("redefinition of {kind} alias id '{}'", show(&name[1..])))
            );
        }
        let index = match index {
            Some(index) => index,
            None => self.aliases_mut()?.index_or_new(name, offset),
        };
        self.defined_aliases += 1;
        self.define_alias(name, index, offset)?;
        Ok(())
    }

    /// Parses the definition of an alias.
    fn define_alias(&mut self, name: &'a [u8], index: usize, offset: usize) -> ParseResult<Alias> {
        let busy = Alias { meaning: Meaning::Busy, ..Alias::unknown(offset) };
        self.aliases_mut()?.all[index] = busy;
        self.seek(offset);
        let outer = (self.deepest, self.expanded);
        (self.deepest, self.expanded) = (self.depth, 0);
        let meaning = self.alias_meaning(name, offset);
        let alias = match meaning {
            Ok(meaning) => {
                let expanded = self.expanded;
                // An attribute that is printed as an alias takes little text at each use.
                let size = match meaning {
                    Meaning::Attribute(attribute) | Meaning::Location(attribute)
                        if has_alias(self.context, attribute) =>
                    {
                        0
                    }
                    _ => expanded + (self.start - offset) as u64,
                };
                let height = self.deepest - self.depth;
                Alias { offset, meaning, height, size, expanded, pointee: self.pointee.take() }
            }
            Err(_) => Alias { meaning: Meaning::Wrong, ..busy },
        };
        (self.deepest, self.expanded) = (self.deepest.max(outer.0), outer.1);
        let aliases = self.aliases_mut()?;
        (aliases.all[index], aliases.latest) = (alias, index);
        meaning.map(|_| alias)
    }

    fn alias_meaning(&mut self, name: &'a [u8], offset: usize) -> ParseResult<Meaning> {
        let meaning = match name[0] {
            b'#' => match self.parse_attribute()? {
                location if location.is_location(self.context) => Meaning::Location(location),
                attribute => Meaning::Attribute(attribute),
            },
            _ => {
                // Old spelling: `!a = type i32`.
                if self.options.old_spellings {
                    self.eat_keyword("type");
                }
                Meaning::Type(self.parse_type()?)
            }
        };
        let largest = largest_expansion(self.lexer.text.len());
        if self.expanded > largest {
            let message = format!("alias stands for more than {largest} bytes of text, by way of others");
            return Err(self.error_at(offset, message));
        }
        Ok(meaning)
    }

    /// Resolves the alias at the current token.
    fn alias(&mut self) -> ParseResult<Meaning> {
        let name = &self.lexer.text[self.start..self.lexer.position];
        let known = self.aliases.index(name).map(|index| (index, self.aliases.all[index]));
        let alias = match known {
            Some((index, Alias { meaning: Meaning::Unknown, offset, .. })) => {
                let (lexer, start, token) = (self.lexer, self.start, self.token);
                let alias = self.define_alias(name, index, offset);
                // After an error, too: what follows is looked for behind this use.
                (self.lexer, self.start, self.token) = (lexer, start, token);
                alias?
            }
            Some((_, Alias { meaning: Meaning::Busy, .. })) => {
                return Err(self.error("alias refers to itself"));
            }
            Some((_, Alias { meaning: Meaning::Wrong, .. })) => {
                return Err(self.error("the definition of this alias is wrong"));
            }
            Some((_, alias)) => alias,
            None => {
                let kind = if name[0] == b'#' { "attribute" } else { "type" };
                return Err(self.error(format!("undefined symbol alias id '{}' ({kind})", show(&name[1..]))));
            }
        };
        self.pointee = alias.pointee;
        let depth = self.depth + alias.height;
        if depth > MAX_HEIGHT {
            return Err(self.error("nested too deeply"));
        }
        self.deepest = self.deepest.max(depth);
        self.expanded = self.expanded.saturating_add(alias.size);
        // An alias that does not expand other aliases may be used without limit.
        if alias.size > 0 && alias.expanded > 0 {
            let before = self.aliases.expanded.fetch_add(alias.size, Ordering::Relaxed);
            if before > self.aliases.most_expanded {
                return Err(self.error("aliases stand for too much text"));
            }
        }
        self.advance();
        Ok(alias.meaning)
    }

    pub(super) fn attribute_alias(&mut self) -> ParseResult<Attribute> {
        let start = self.start;
        match self.alias()? {
            Meaning::Attribute(attribute) | Meaning::Location(attribute) => Ok(attribute),
            _ => Err(self.error_at(start, "expected an attribute alias")),
        }
    }

    /// Resolves an alias to a location; `None` if it stands for another attribute.
    pub(super) fn location_alias(&mut self) -> ParseResult<Option<Attribute>> {
        Ok(match self.alias()? {
            Meaning::Location(location) => Some(location),
            _ => None,
        })
    }

    pub(super) fn type_alias(&mut self) -> ParseResult<Type> {
        let start = self.start;
        match self.alias()? {
            Meaning::Type(ty) => Ok(ty),
            _ => Err(self.error_at(start, "expected a type alias")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AliasTable, PART};
    use crate::asm::{ParseOptions, PrintOptions, parse, parse_type, print};

    #[test]
    fn a_type_by_itself_defines_no_aliases() {
        let context = crate::Context::new(&[]);
        for text in ["!a\n!a = i32", "!a !a = i32", "!a"] {
            let error = parse_type(&context, text.as_bytes(), &ParseOptions::default()).unwrap_err();
            assert_eq!(error.message(), "undefined symbol alias id 'a' (type)", "{text}");
        }
    }

    #[test]
    fn names_are_found_as_they_are_spelled() {
        let names: Vec<String> = ["", "0", "1", "01", "10", "3000000", "99999999999", "1x"]
            .iter()
            .flat_map(|number| ["#loc", "!loc", "#"].map(|base| format!("{base}{number}")))
            .collect();
        let mut table = AliasTable::default();
        for (offset, name) in names.iter().enumerate() {
            assert!(table.index(name.as_bytes()).is_none(), "{name}");
            assert_eq!(table.index_or_new(name.as_bytes(), offset), offset);
            assert_eq!(table.index_or_new(name.as_bytes(), 1000), offset);
        }
        for (offset, name) in names.iter().enumerate() {
            assert_eq!(table.index(name.as_bytes()), Some(offset), "{name}");
            // The result must not depend on the alias accessed last.
            for latest in [0, offset.saturating_sub(1), offset, names.len()] {
                table.latest = latest;
                assert_eq!(table.index_at(name.as_bytes(), offset), Some(offset), "{name}");
                assert_eq!(table.index_at(name.as_bytes(), 2000), Some(offset), "{name}");
            }
        }
        assert!(table.numbered.values().all(|numbers| numbers.len() < 100) && table.locations.len() < 100);
        assert!(table.locations.len() > 10);
    }

    /// Parses `text` and prints it with locations. Also pads it until it is large enough to be searched in parts, and compares.
    fn printed(text: &str) -> Result<String, String> {
        let read = |text: &str| {
            let context = crate::test_dialect::context();
            let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
            let module = parse(&context, "t", text.as_bytes(), &options)
                .map_err(|errors| errors.iter().map(|error| error.message().to_owned()).collect::<Vec<_>>())
                .map_err(|messages| messages.join("\n"))?;
            let options = PrintOptions { debug_info: true, ..PrintOptions::default() };
            Ok(String::from_utf8_lossy(&print(&context, &module, &options)).into_owned())
        };
        let small = read(text);
        assert_eq!(read(&format!("{text}\n//{}", "-".repeat(PART))), small, "{text}");
        small
    }

    #[test]
    fn aliases_are_found_wherever_they_are_defined() {
        let module = "module { test.func @f(%x: !t) { test.return loc(#b) } loc(#a) } loc(#a)";
        let (a, b, t) = ("#a = loc(\"x\":1:1)", "#b = loc(\"y\":2:2)", "!t = i32");
        let module = module.replace("!t)", "!t loc(#b))");
        let expected = printed(&[a, b, t, &module].join("\n")).unwrap();
        for text in [
            format!("{module}\n{a} {b} {t}"),
            format!("{module} {a} // }}\n {b}\t{t}"),
            format!("{t} {module} // #b = loc(unknown)\n  {a}\r{b}"),
            format!("#b\n=\nloc(\"y\":2:2) {module} !t // = i8\n = // i16\n i32\r\n#a= loc(\"x\":1:1)"),
        ] {
            assert_eq!(printed(&text).as_ref(), Ok(&expected), "{text}");
        }
    }

    #[test]
    fn what_looks_like_a_definition_is_none() {
        // Unknown dialects may have arbitrary text in their brackets.
        let text = "\"x.y\"() {a = #x.y<\n#a = 1, #b = 2>, b = #a} : () -> ()\n#a = 5 : i32 #b = 6 : i32\n";
        assert!(printed(text).unwrap().contains("b = 5 : i32"));
        let text = text.replace("b = #a", "b = #c");
        assert_eq!(printed(&text).unwrap_err(), "undefined symbol alias id 'c' (attribute)");
        let twice = printed("#a = 5 : i32 #a = 6 : i32\nmodule attributes {a.b = #a} {}");
        assert_eq!(twice.unwrap_err(), "redefinition of attribute alias id 'a'");
        let inside = printed("module { #a = 5 : i32\n }");
        assert_eq!(inside.unwrap_err(), "expected operation name in quotes");
    }

    #[test]
    fn definitions_are_found_across_parts() {
        let context = crate::test_dialect::context();
        for (before, alias) in (0..4).flat_map(|before| [(before, "#a = 1 : i8"), (before, "!a = i8")]) {
            let sigil = &alias[..1];
            let start = format!("module attributes {{x = {sigil}a}} {{\n}}\n//");
            let comment = "x".repeat(PART - before - start.len());
            let text = format!("{start}{comment}\n{alias}\n");
            assert!(
                parse(&context, "test", text.as_bytes(), &ParseOptions::default()).is_ok(),
                "{before} {alias}"
            );
        }
    }

    /// The diagnostics for a chain of definitions, each of which uses the previous one twice; the first one is `first`.
    fn doubled(levels: usize, first: &str, next: impl Fn(usize) -> String, user: &str) -> Vec<String> {
        let context = crate::test_dialect::context();
        let mut text = format!("{first}\n");
        (0..levels).for_each(|level| text.push_str(&format!("{}\n", next(level))));
        text.push_str(user);
        let parsed = parse(&context, "test.mlir", text.as_bytes(), &ParseOptions::default());
        parsed.map_or_else(|said| said.iter().map(|said| said.message().to_owned()).collect(), |_| Vec::new())
    }

    /// Parsing goes on behind the operation that uses the alias, not behind the definition.
    #[test]
    fn wrong_definitions_are_reported_once() {
        let context = crate::test_dialect::context();
        let text = "#w = #other\n#a = [#missing]\ntest.func @f(!test.ptr) attributes {x.y = #a}\n";
        let said = parse(&context, "test.mlir", text.as_bytes(), &ParseOptions::default()).unwrap_err();
        let said: Vec<&str> = said.iter().map(|said| said.message()).collect();
        assert_eq!(
            said,
            ["other", "missing"].map(|it| format!("undefined symbol alias id '{it}' (attribute)"))
        );
    }

    #[test]
    fn what_doubles_is_limited() {
        let types = |levels: usize| {
            let next = |n| format!("!a{} = tuple<!a{n}, !a{n}>", n + 1);
            doubled(
                levels,
                "!a0 = i8",
                next,
                &format!("test.func @f(!test.ptr) attributes {{x.y = !a{levels}}}"),
            )
        };
        assert_eq!(types(8), [""; 0]);
        let said = types(40);
        assert_eq!(said[0], "alias stands for more than 1048576 bytes of text, by way of others");
        assert!(said[1..].iter().all(|said| said == "the definition of this alias is wrong"), "{said:?}");
        let attributes = |levels: usize| {
            let next = |n| format!("#a{} = [#a{n}, #a{n}]", n + 1);
            doubled(levels, "#a0 = 1", next, &format!("module attributes {{x.y = #a{levels}}} {{}}"))
        };
        assert_eq!(attributes(8), [""; 0]);
        assert_eq!(attributes(40)[0], said[0]);
        // These are printed as aliases again, so they do not expand.
        let nodes = |levels: usize| {
            let next = |n| format!("#a{} = #test.node<#a{n}, #a{n}>", n + 1);
            doubled(
                levels,
                "#a0 = #test.node<>",
                next,
                &format!("module attributes {{x.y = #a{levels}}} {{}}"),
            )
        };
        assert_eq!(nodes(40), [""; 0]);
    }

    #[test]
    fn all_uses_together_are_limited() {
        let element = "a".repeat(1000);
        let first = format!("#a0 = [\"{element}\", \"{element}\"]");
        let next = |_: usize| {
            "#a1 = [#a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0]".to_owned()
        };
        let users = "module attributes {x.y = #a1} {}\n".repeat(20_000);
        let said = doubled(1, &first, next, &users);
        assert!(said.is_empty(), "{said:?}");
        let next = |_: usize| format!("#a1 = [{}]", ["#a0"; 300].join(", "));
        let said = doubled(1, &first, next, &users);
        assert_eq!(said.first().map(String::as_str), Some("aliases stand for too much text"));
    }
}
