//! Caches the kinds of specialized nodes that a text uses. There are few kinds, each with thousands of nodes, so names of kinds
//! and fields are recognised by comparing bytes rather than by lexing.

use super::Reader;
use super::lexer::{BEGINS, few_digits, plainly_quoted};
use crate::entity::StrId;
use crate::metadata::specialized::{FieldDef, Holds, Kind, Numbers};
use crate::metadata::{Field, FieldValue, Metadata};

/// A kind of node that occurred, with its names interned.
pub(super) struct KnownKind<'a> {
    pub(super) kind: &'static Kind,
    pub(super) name: StrId,
    /// The first bytes of its name and the opening parenthesis.
    beginning: Beginning,
    /// Its fields, in the order of their declaration.
    pub(super) fields: Vec<KnownField<'a>>,
    /// The fields that are required, by bit.
    pub(super) required: u32,
    /// For each field position, the field that came next in the last node. Indexed by the position after the previous field.
    followers: Vec<usize>,
    /// The indices of the fields that tell whether a subprogram is a definition: `spFlags` and `isDefinition`.
    pub(super) definition: [Option<usize>; 2],
    /// Whether it has unnamed elements instead of fields.
    pub(super) is_expression: bool,
    /// The additional constraint on its fields, if there is one.
    pub(super) rule: Option<Rule>,
}

/// A constraint that involves several fields of a node.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// A subprogram that is a definition must be distinct.
    DefinitionIsDistinct,
    /// A file has both a checksum and its kind, or neither.
    ChecksumHasKind,
    /// A compile unit has its language in one of two spellings, and a version only with the newer one.
    OneLanguage,
    /// The value of an unsigned enumerator must not be negative.
    UnsignedIsNotNegative,
}

impl Rule {
    fn of(kind: &str) -> Option<Self> {
        match kind {
            "DISubprogram" => Some(Self::DefinitionIsDistinct),
            "DIFile" => Some(Self::ChecksumHasKind),
            "DICompileUnit" => Some(Self::OneLanguage),
            "DIEnumerator" => Some(Self::UnsignedIsNotNegative),
            _ => None,
        }
    }
}

/// A field of a known kind.
pub(super) struct KnownField<'a> {
    /// The name with a colon and a space, if that is short enough.
    label: Beginning,
    /// The length of the label.
    label_length: usize,
    /// The interned name, once the field has occurred.
    pub(super) name: Option<StrId>,
    /// Whether any node is a valid value.
    takes_nodes: bool,
    /// Whether any string is a valid value.
    takes_strings: bool,
    /// The largest number that is a valid value, if all numbers from zero up to it are.
    most: Option<u64>,
    /// Keyword values that occurred before; limited to a few.
    symbols: Vec<KnownSymbols<'a>>,
}

impl KnownField<'_> {
    fn of(field: &FieldDef) -> Self {
        let (takes_nodes, most) = match field.holds {
            Holds::Metadata | Holds::NotNull => (true, None),
            Holds::UnsignedOrMetadata(most) => (true, Some(most)),
            Holds::SignedOrNotNull(least) | Holds::SignedOrMetadata(least) => {
                (true, (least <= 0).then_some(i64::MAX as u64))
            }
            Holds::Unsigned(most) | Holds::Dwarf(_, most, _) => (false, Some(most)),
            Holds::Signed(least, most) => (false, u64::try_from(most).ok().filter(|_| least <= 0)),
            Holds::Integer | Holds::Bits => (false, Some(u64::MAX)),
            Holds::Flags(_) => (false, Some(u32::MAX.into())),
            Holds::OneOf(names, Numbers::Allowed, _) => (false, (names.len() as u64).checked_sub(1)),
            Holds::OneOf(_, Numbers::NotAllowed, _) => (false, None),
            Holds::List | Holds::String | Holds::Text | Holds::Bool => (false, None),
        };
        let label = [field.name.as_bytes(), b": "].concat();
        Self {
            label: Beginning::whole(&label).unwrap_or(Beginning::NONE),
            label_length: label.len(),
            name: None,
            takes_nodes,
            takes_strings: field.holds == Holds::String,
            most,
            symbols: Vec::new(),
        }
    }
}

/// Valid keywords as spelled in the text, with their interned value.
struct KnownSymbols<'a> {
    beginning: Beginning,
    text: &'a [u8],
    symbols: StrId,
}

/// A field that was read.
pub(super) struct ReadField {
    /// Its index among the fields of its kind.
    pub(super) at: usize,
    pub(super) field: Field,
    /// Whether another field follows.
    pub(super) more: bool,
}

/// The number of keyword values cached per field.
const FEW: usize = 16;

/// The first bytes of a text, for testing in one step whether another text begins with them. A fixed-width comparison avoids
/// mispredicted branches.
#[derive(Clone, Copy)]
struct Beginning {
    bytes: u128,
    mask: u128,
}

const LENGTH: usize = size_of::<u128>();

impl Beginning {
    /// Matches no text.
    const NONE: Self = Self { bytes: 1, mask: 0 };

    /// The first bytes of a text, as many as fit.
    fn of(text: &[u8]) -> Self {
        let length = text.len().min(LENGTH);
        let mut bytes = [0; LENGTH];
        bytes[..length].copy_from_slice(&text[..length]);
        let mask = u128::MAX.checked_shr(8 * (LENGTH - length) as u32).unwrap_or(0);
        Self { bytes: u128::from_le_bytes(bytes), mask }
    }

    /// All of a text, if it fits.
    fn whole(text: &[u8]) -> Option<Self> {
        (text.len() <= LENGTH).then(|| Self::of(text))
    }

    fn begins(self, text: u128) -> bool {
        text & self.mask == self.bytes
    }
}

/// The bytes of a text that a [`Beginning`] is compared with; `None` near the end of the text.
fn first_bytes(text: &[u8], position: usize) -> Option<u128> {
    text.get(position..)?.first_chunk().copied().map(u128::from_le_bytes)
}

/// Whether the value of a field plainly ends at `place`.
fn ends_value(text: &[u8], place: usize) -> bool {
    matches!(text.get(place), Some(b',' | b')'))
}

impl<'a> Reader<'a> {
    /// Consumes the name of a known kind, with the exclamation mark and the opening parenthesis. Returns the kind's index.
    #[inline(always)]
    pub(super) fn plain_kind(&mut self) -> Option<usize> {
        if self.lexes_all() {
            return None;
        }
        let (text, name) = (self.text, self.start + 1);
        let first = first_bytes(text, name).filter(|_| self.first() == b'!')?;
        let is_it = |known: &KnownKind<'_>| {
            let length = known.kind.name.len();
            known.beginning.begins(first)
                && matches!(text.get(name + length..), Some([b'(', next, ..]) if BEGINS[usize::from(*next)])
                && (length < LENGTH || text[name..].starts_with(known.kind.name.as_bytes()))
        };
        let known = self.kinds.iter().position(is_it)?;
        self.start = name + self.kinds[known].kind.name.len() + 1;
        Some(known)
    }

    /// The index of a kind by name; adds it if it is new.
    pub(super) fn known_kind(&mut self, name: &[u8]) -> Option<usize> {
        if let Some(known) = self.kinds.iter().position(|known| known.kind.name.as_bytes() == name) {
            return Some(known);
        }
        let kind = Kind::find(name)?;
        let place = |name: &str| kind.fields.iter().position(|field| field.name == name);
        self.kinds.push(KnownKind {
            kind,
            name: self.tables.module.strings.intern(name),
            beginning: Beginning::of(&[name, b"("].concat()),
            fields: kind.fields.iter().map(KnownField::of).collect(),
            required: kind.fields.iter().rev().fold(0, |all, field| all << 1 | u32::from(field.required)),
            followers: (0..=kind.fields.len()).collect(),
            definition: ["spFlags", "isDefinition"].map(place),
            is_expression: kind.name == "DIExpression",
            rule: Rule::of(kind.name),
        });
        Some(self.kinds.len() - 1)
    }

    /// Consumes a field that is spelled as LLVM prints it, is at position `from` or later, is not in `seen`, and has an interned
    /// name. Comparing bytes is faster than lexing. Does not skip further space before the next field.
    #[inline(always)]
    pub(super) fn plain_field(&mut self, known: usize, from: usize, seen: u32) -> Option<ReadField> {
        if self.lexes_all() {
            return None;
        }
        let first = first_bytes(self.text, self.start)?;
        let KnownKind { fields, followers, .. } = &mut self.kinds[known];
        let is_it = |field: &KnownField<'_>| field.label.begins(first);
        let follower = followers.get_mut(from)?;
        if !fields.get(*follower).is_some_and(is_it) {
            *follower = from + fields.get(from..)?.iter().position(is_it)?;
        }
        let at = *follower;
        if seen & 1 << at != 0 {
            return None;
        }
        let field = &self.kinds[known].fields[at];
        let (value, end) = self.plain_value(field, self.start + field.label_length)?;
        let name = field.name?;
        let (next, more) = match self.text.get(end..)? {
            [b',', b' ', ..] => (end + 2, true),
            [b')', ..] => (end, false),
            _ => return None,
        };
        self.start = next;
        Some(ReadField { at, field: Field { name: Some(name), value }, more })
    }

    /// The value at `start` and its end, if it is plainly a valid value of the field.
    #[inline(always)]
    fn plain_value(&self, field: &KnownField<'a>, start: usize) -> Option<(FieldValue, usize)> {
        match self.text.get(start)? {
            b'!' => {
                let (number, end) = few_digits(self.text, start + 1).filter(|_| field.takes_nodes)?;
                Some((FieldValue::Metadata(Metadata::Node(self.tables.nodes.get(number)?)), end))
            }
            b'"' => {
                let (text, end) = plainly_quoted(self.text, start).filter(|_| field.takes_strings)?;
                Some((FieldValue::String(self.tables.module.strings.intern(text)), end))
            }
            b'0'..=b'9' => {
                let (number, end) = few_digits(self.text, start)?;
                let number = u64::from(number);
                field.most.filter(|&most| number <= most)?;
                Some((FieldValue::Integer(number.into()), end))
            }
            _ => {
                let known = self.known_symbols(field, start)?;
                Some((FieldValue::Symbols(known.symbols), start + known.text.len()))
            }
        }
    }

    /// The cached keywords of the field that the text at `start` begins with.
    fn known_symbols<'k>(&self, field: &'k KnownField<'a>, start: usize) -> Option<&'k KnownSymbols<'a>> {
        let first = first_bytes(self.text, start)?;
        let is_it = |known: &&KnownSymbols<'_>| {
            known.beginning.begins(first)
                && (known.text.len() <= LENGTH || self.text[start..].starts_with(known.text))
                && ends_value(self.text, start + known.text.len())
        };
        field.symbols.iter().find(is_it)
    }

    /// Adds keywords that begin at `start` to the cache of a field, if they are spelled as LLVM prints them.
    pub(super) fn keep_symbols(&mut self, known: usize, at: usize, start: usize, symbols: StrId) {
        let length = self.tables.module.strings.get(symbols).len();
        let text = &self.text[start..(start + length).min(self.text.len())];
        let all = &mut self.kinds[known].fields[at].symbols;
        if all.len() < FEW
            && text == self.tables.module.strings.get(symbols)
            && ends_value(self.text, start + length)
        {
            all.push(KnownSymbols { beginning: Beginning::of(text), text, symbols });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Beginning, first_bytes};
    use crate::{read, write};

    #[test]
    fn beginnings_are_told_apart() {
        let begins =
            |beginning: &[u8], text: &[u8]| Some(Beginning::whole(beginning)?.begins(first_bytes(text, 0)?));
        assert_eq!(begins(b"line:", b"line: 5, column: 7"), Some(true));
        assert_eq!(begins(b"line:", b"lines: 5, column: 7"), Some(false));
        assert_eq!(begins(b"", b"lines: 5, column: 7"), Some(true));
        assert_eq!(begins(b"0123456789abcdef", b"0123456789abcdef"), Some(true));
        assert_eq!(begins(b"0123456789abcdef", b"0123456789abcdeg"), Some(false));
        assert_eq!(begins(b"0123456789abcdefg", b"0123456789abcdefgh"), None);
        assert_eq!(begins(b"line:", b"line: 5"), None);
    }

    #[test]
    fn keywords_that_a_field_had_are_read_as_before() {
        let text = |flags: &[&str]| {
            let types = flags.iter().zip(3..).map(|(flags, number)| {
                format!("!{number} = !DIDerivedType(tag: DW_TAG_member, baseType: !2, flags: {flags})\n")
            });
            let types: String = types.collect();
            let all: Vec<String> = (0..flags.len()).map(|number| format!("!{}", number + 3)).collect();
            format!("!n = !{{{}}}\n!2 = !DIBasicType(name: \"i\")\n{types}", all.join(", "))
        };
        let reprinted = |flags: &[&str]| {
            let module = read(text(flags).as_bytes(), "").map_err(drop)?;
            String::from_utf8(write(&module)).map_err(drop)
        };
        let plain = ["DIFlagPublic", "DIFlagPublic | DIFlagVector", "DIFlagPublic | 5", "DIFlagPublic"];
        let expected = reprinted(&plain[..3]).unwrap();
        for flags in &plain[..3] {
            assert!(expected.contains(&format!("flags: {flags})")), "{expected}");
        }
        // Each has a valid value in another spelling.
        let spaced = ["DIFlagPublic ", "DIFlagPublic|DIFlagVector", "DIFlagPublic |  5", " DIFlagPublic"];
        let both = [&plain[..], &spaced].concat();
        assert_eq!(reprinted(&both), reprinted(&[plain, plain].concat()));
        for wrong in
            ["DIFlagPublics", "DIFlagPublic | DIFlagVecto", "DIFlagPublic |", "DIFlagPublic DIFlagVector"]
        {
            assert!(reprinted(&[&plain[..], &[wrong]].concat()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn fields_are_read_however_they_are_spaced_and_ordered() {
        let text = |location: &str| {
            format!(
                "!n = !{{!0, !1}}\n!0 = !DILocation({location})\n!1 = distinct !DISubprogram(name: \"f\")\n"
            )
        };
        let location =
            |text: &str| read(text.as_bytes(), "").map(|module| write(&module)).map_err(|it| it.to_string());
        let expected = location(&text("line: 12, column: 7, scope: !1")).unwrap();
        for spaced in [
            "line:12,column:7,scope:!1",
            "  line:  12 ,\n column: 7, scope: !1 ",
            "line: 000000012, column: 0000000007, scope: !00000000001",
        ] {
            assert_eq!(location(&text(spaced)).as_ref(), Ok(&expected), "{spaced}");
        }
        for wrong in [
            "line: 12, lines: 7, scope: !1",
            "scope: !1, line: 1, scope: !1",
            "line: 1, line: 2",
            "scope: !1,",
            "line : 12, scope: !1",
        ] {
            assert!(location(&text(wrong)).is_err(), "{wrong}");
        }
        assert!(location(&text("scope: !1, column: 7, line: 12")).is_ok());
    }

    #[test]
    fn kinds_of_which_one_begins_as_another_are_told_apart_wherever_the_text_ends() {
        let lines = [
            "!0 = !DIGlobalVariable(name: \"a\")\n",
            "!1 = !DIGlobalVariableExpression(var: !0, expr: !DIExpression())\n",
        ];
        let (text, first) = (lines.concat(), lines[0].len());
        // A line break after the last definition makes no difference.
        let whole = [0, first - 1, first, text.len() - 1, text.len()];
        for end in 0..=text.len() {
            assert_eq!(read(&text.as_bytes()[..end], "").is_ok(), whole.contains(&end), "{end}");
        }
    }
}
