//! Reads the fields of specialized nodes and checks them against the declarations in [`crate::metadata::specialized`].

use num_bigint::{BigInt, Sign};

use super::known_kinds::Rule;
use super::lexer::Token;
use super::{Reader, Result, decimal, integers};
use crate::metadata::specialized::{CHECKSUM_KIND, FieldDef, Holds, Kind, Numbers, Words};
use crate::metadata::{Field, FieldValue, Integer, JOINT, Metadata, symbols};

impl Reader<'_> {
    /// Reads the fields of a node of a known kind, from after the opening parenthesis up to and including the closing one. The
    /// node begins at `start`.
    ///
    /// # Errors
    /// LLVM's message, if its reader would not accept the fields.
    pub(super) fn node_fields(
        &mut self,
        fields: &mut Vec<Field>,
        known: usize,
        is_distinct: bool,
        start: usize,
    ) -> Result<()> {
        let kind = self.kinds[known].kind;
        // The fields read so far, by bit.
        let mut seen = 0_u32;
        let mut next = 0;
        let mut more = !self.at(b')') && !kind.fields.is_empty();
        while more {
            let at = match self.plain_field(known, next, seen) {
                Some(read) => {
                    fields.push(read.field);
                    more = read.more;
                    read.at
                }
                None => {
                    let at = self.field(known, seen, fields)?;
                    more = self.eat(b',');
                    at
                }
            };
            seen |= 1 << at;
            next = at + 1;
        }
        let close = self.start;
        self.expect(b')')?;
        let missing = self.kinds[known].required & !seen;
        if missing != 0 {
            let field = &kind.fields[missing.trailing_zeros() as usize];
            return self.error_at(close, format!("missing required field '{}'", field.name));
        }
        let has = |name| self.named(known, fields, name).is_some();
        let objection = match self.kinds[known].rule {
            None => None,
            Some(Rule::UnsignedIsNotNegative) => {
                let is_unsigned = self.named(known, fields, "isUnsigned") == Some(&FieldValue::Bool(true));
                let value = || self.named(known, fields, "value").and_then(|value| self.clamped(value));
                let is_negative = || value().is_some_and(|value| value < 0);
                (is_unsigned && is_negative()).then_some("unsigned enumerator with negative value")
            }
            Some(Rule::DefinitionIsDistinct) => (!is_distinct && self.is_definition(known, fields))
                .then_some("missing 'distinct', required for !DISubprogram that is a Definition"),
            Some(Rule::ChecksumHasKind) => (has("checksumkind") != has("checksum"))
                .then_some("'checksumkind' and 'checksum' must be provided together"),
            Some(Rule::OneLanguage) => match (has("language"), has("sourceLanguageName")) {
                (true, true) => {
                    Some("can only specify one of 'language' and 'sourceLanguageName' on !DICompileUnit")
                }
                (false, false) => {
                    Some("missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit")
                }
                (true, false) if has("sourceLanguageVersion") => Some(
                    "'sourceLanguageVersion' requires an associated 'sourceLanguageName' on !DICompileUnit",
                ),
                _ => None,
            },
        };
        match objection {
            None => Ok(()),
            Some(objection) => self.error_at(start, objection),
        }
    }

    /// Reads a field in any spelling, and returns the index of its declaration.
    #[inline(never)]
    fn field(&mut self, known: usize, seen: u32, fields: &mut Vec<Field>) -> Result<usize> {
        // The fast path may have left more space in front of the field.
        self.seek(self.start);
        let kind = self.kinds[known].kind;
        let at = self.field_label(kind, seen)?;
        let strings = &self.tables.module.strings;
        let intern = || strings.intern(kind.fields[at].name.as_bytes());
        let name = Some(*self.kinds[known].fields[at].name.get_or_insert_with(intern));
        match kind.fields[at].holds {
            Holds::List => {
                self.expect(b'{')?;
                let elements = self.list(b'}', "expected '}' here", Self::metadata)?.into_iter();
                fields.extend(elements.map(|element| Field { name, value: FieldValue::Element(element) }));
            }
            _ => fields.push(Field { name, value: self.checked_value(known, at)? }),
        }
        Ok(at)
    }

    /// Reads the value of a field that is no list.
    fn checked_value(&mut self, known: usize, at: usize) -> Result<FieldValue> {
        let start = self.start;
        let field = &self.kinds[known].kind.fields[at];
        let null = FieldValue::Metadata(Metadata::Null);
        let takes_metadata = matches!(
            field.holds,
            Holds::Metadata
                | Holds::NotNull
                | Holds::UnsignedOrMetadata(_)
                | Holds::SignedOrMetadata(_)
                | Holds::SignedOrNotNull(_)
        );
        let wrong = |reader: &Self| match takes_metadata {
            true => None,
            false => reader.objection(field, &null).err(),
        };
        let value = self.field_value(wrong)?;
        if let Err(message) = self.objection(field, &value) {
            return self.error_at(start, message);
        }
        // A zero with a sign is not an unsigned number.
        if integers::is_signed(&self.text[start..])
            && value == FieldValue::Integer(Integer::ZERO)
            && self
                .objection(field, &FieldValue::Integer((-1_i64).into()))
                .is_err_and(|said| said == UNSIGNED)
        {
            return self.error_at(start, UNSIGNED);
        }
        let strings = &self.tables.module.strings;
        if field.holds == Holds::Bits
            && let Some(value) = value.as_number(strings).filter(|value| value.sign() == Sign::Minus)
        {
            let modulus = BigInt::from(1) << integers::held_bits(&self.text[start..], &value);
            return Ok(FieldValue::number(strings, &(value + modulus)));
        }
        if let FieldValue::Symbols(symbols) = value {
            self.keep_symbols(known, at, start, symbols);
        }
        Ok(value)
    }

    /// Reads the name of a field and returns its index.
    fn field_label(&mut self, kind: &Kind, seen: u32) -> Result<usize> {
        let Token::Label(name) = self.token() else { return self.error("expected field label here") };
        let Some(at) = kind.fields.iter().position(|field| field.name.as_bytes() == name) else {
            return self.error(format!("invalid field '{}'", String::from_utf8_lossy(name)));
        };
        if seen & 1 << at != 0 {
            return self
                .error(format!("field '{}' cannot be specified more than once", kind.fields[at].name));
        }
        self.advance();
        Ok(at)
    }

    /// The value of the field called `name`.
    fn named<'f>(&self, known: usize, fields: &'f [Field], name: &str) -> Option<&'f FieldValue> {
        let place = self.kinds[known].kind.fields.iter().position(|field| field.name == name);
        self.placed(known, fields, place)
    }

    /// The value of the field whose index in the declaration is `place`.
    fn placed<'f>(&self, known: usize, fields: &'f [Field], place: Option<usize>) -> Option<&'f FieldValue> {
        let name = self.kinds[known].fields[place?].name?;
        fields.iter().find(|field| field.name == Some(name)).map(|field| &field.value)
    }

    /// Whether a subprogram with these fields is a definition. That is the default.
    fn is_definition(&mut self, known: usize, fields: &[Field]) -> bool {
        let [flags, says_so] = self.kinds[known].definition.map(|place| self.placed(known, fields, place));
        match (flags, says_so) {
            (Some(&FieldValue::Symbols(flags)), _) => {
                let has_flag = || {
                    symbols(self.tables.module.strings.get(flags)).any(|flag| {
                        flag == b"DISPFlagDefinition"
                            || decimal(flag).is_some_and(|bits| bits & DEFINITION != 0)
                    })
                };
                self.recent.definitions.get(&[flags], has_flag)
            }
            (Some(FieldValue::Integer(bits)), _) => {
                bits.to::<u64>().is_some_and(|bits| bits & DEFINITION != 0)
            }
            (None, Some(value)) => *value == FieldValue::Bool(true),
            _ => true,
        }
    }

    /// A number, clamped to 128 bits; no limit exceeds 64.
    fn clamped(&self, value: &FieldValue) -> Option<i128> {
        match value {
            FieldValue::Integer(value) => Some(value.get()),
            FieldValue::Wide(digits) => match self.tables.module.strings.get(*digits) {
                [b'-', ..] => Some(i128::MIN),
                _ => Some(i128::MAX),
            },
            _ => None,
        }
    }

    /// The reason why a value is invalid for a field, as an error.
    fn objection(&self, field: &FieldDef, value: &FieldValue) -> std::result::Result<(), String> {
        let name = field.name;
        let within = |value: i128, least: i128, most: i128| match value {
            _ if value > most => Err(format!("value for '{name}' too large, limit is {most}")),
            _ if value < least => Err(format!("value for '{name}' too small, limit is {least}")),
            _ => Ok(()),
        };
        let unsigned = |value: i128, most: u64| match value {
            0.. => within(value, 0, most.into()),
            _ => Err(UNSIGNED.to_owned()),
        };
        let text = |symbol| self.tables.module.text(symbol);
        if let Some(number) = self.clamped(value) {
            match field.holds {
                Holds::Integer | Holds::Bits => return Ok(()),
                Holds::Unsigned(most) | Holds::UnsignedOrMetadata(most) | Holds::Dwarf(_, most, _) => {
                    return unsigned(number, most);
                }
                Holds::Signed(least, most) => return within(number, least.into(), most.into()),
                Holds::SignedOrMetadata(least) | Holds::SignedOrNotNull(least) => {
                    return within(number, least.into(), i64::MAX.into());
                }
                Holds::Flags(words) => {
                    return match number {
                        ..0 => Err(format!("expected {}", words.called)),
                        _ if number > u32::MAX.into() => {
                            Err("expected 32-bit integer (too large)".to_owned())
                        }
                        _ => Ok(()),
                    };
                }
                Holds::OneOf(names, Numbers::Allowed, _) => {
                    return unsigned(number, names.len() as u64 - 1);
                }
                _ => {}
            }
        }
        match (field.holds, value) {
            (Holds::NotNull | Holds::SignedOrNotNull(_), FieldValue::Metadata(Metadata::Null)) => {
                Err(format!("'{name}' cannot be null"))
            }
            (
                Holds::Metadata
                | Holds::NotNull
                | Holds::UnsignedOrMetadata(_)
                | Holds::SignedOrMetadata(_)
                | Holds::SignedOrNotNull(_),
                FieldValue::Metadata(_),
            )
            | (Holds::String, FieldValue::String(_))
            | (Holds::Bool, FieldValue::Bool(_)) => Ok(()),
            (Holds::Text, FieldValue::String(text)) => {
                match self.tables.module.strings.get(*text).is_empty() {
                    true => Err(format!("'{name}' cannot be empty")),
                    false => Ok(()),
                }
            }
            (Holds::Dwarf(table, _, called), &FieldValue::Symbols(symbol)) => match text(symbol) {
                text if table.number(&text).is_some() => Ok(()),
                text if text.starts_with(table.prefix) && !text.contains(JOINT) => {
                    Err(format!("invalid {called} '{text}'"))
                }
                _ => Err(format!("expected {called}")),
            },
            (Holds::Flags(words), &FieldValue::Symbols(flags)) => {
                let is_flag = |flag: &str| words.hold(flag.as_bytes()) || flag.parse::<u32>().is_ok();
                match text(flags).split(JOINT).find(|flag| !is_flag(flag)) {
                    None => Ok(()),
                    Some(flag) if flag.starts_with(words.prefix) => {
                        Err(format!("invalid {} '{flag}'", words.called))
                    }
                    Some(_) => Err(format!("expected {}", words.called)),
                }
            }
            (Holds::Flags(Words { called, .. }) | Holds::Dwarf(_, _, called), _) => {
                Err(format!("expected {called}"))
            }
            (Holds::OneOf(names, _, called), &FieldValue::Symbols(symbols)) => {
                match text(symbols).split(JOINT).find(|symbol| !names.contains(symbol)) {
                    Some(_) if called != CHECKSUM_KIND => Err(format!("expected {called}")),
                    Some(symbol) => Err(format!("invalid {called} '{symbol}'")),
                    None if text(symbols).contains(JOINT) => Err("expected ')' here".to_owned()),
                    None => Ok(()),
                }
            }
            (Holds::OneOf(_, _, called), _) => Err(format!("expected {called}")),
            (
                Holds::Metadata
                | Holds::NotNull
                | Holds::UnsignedOrMetadata(_)
                | Holds::SignedOrMetadata(_)
                | Holds::SignedOrNotNull(_),
                _,
            ) => Err("expected metadata operand".to_owned()),
            (Holds::List, _) => Err("expected '{' here".to_owned()),
            (Holds::String | Holds::Text, _) => Err("expected string constant".to_owned()),
            (Holds::Unsigned(_), _) => Err(UNSIGNED.to_owned()),
            (Holds::Signed(..), _) => Err("expected signed integer".to_owned()),
            (Holds::Integer | Holds::Bits, _) => Err("expected integer".to_owned()),
            (Holds::Bool, _) => Err("expected 'true' or 'false'".to_owned()),
        }
    }
}

const UNSIGNED: &str = "expected unsigned integer";

/// `DISPFlagDefinition` in the flags of a subprogram.
const DEFINITION: u64 = 1 << 3;
