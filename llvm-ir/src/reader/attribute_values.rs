//! Reads the values in parentheses of attributes that have a syntax of their own, and spells them as LLVM prints them.

use num_bigint::BigInt;

use super::lexer::{Token, unescape};
use super::{Reader, Result, integers};
use crate::attributes::AttributeKind;
use crate::attributes::words::{ALLOC_KINDS, FP_CLASSES, MEMORY_LOCATIONS, alloc_kinds, fp_classes};

/// Kinds of memory access; the index has a bit for reads and one for writes.
const ACCESSES: [&str; 4] = ["none", "read", "write", "readwrite"];

/// What a function captures of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Captured {
    /// 0: nothing; 1: whether it is null; 2: the address.
    address: usize,
    /// 0: nothing; 1: read-only provenance; 2: provenance.
    provenance: usize,
}

impl Captured {
    fn spelled(self) -> String {
        let parts = [
            ["", "address_is_null", "address"][self.address],
            ["", "read_provenance", "provenance"][self.provenance],
        ];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
    }
}

impl Reader<'_> {
    /// Reads the value of an attribute, including the parentheses. For `uwtable` they are optional.
    ///
    /// # Errors
    /// LLVM's message, if its reader would not accept the value.
    pub(super) fn attribute_value(&mut self, kind: AttributeKind) -> Result<String> {
        if kind == AttributeKind::UWTable && self.token() != Token::Punct(b'(') {
            return Ok(String::new());
        }
        self.expect(b'(')?;
        let text = match kind {
            AttributeKind::AllocKind => self.alloc_kind(),
            AttributeKind::AllocSize => self.alloc_size(),
            AttributeKind::Captures => self.captures(),
            AttributeKind::Memory => self.memory_effects(),
            AttributeKind::NoFPClass => self.float_classes(),
            AttributeKind::UWTable => self.unwind_table(),
            AttributeKind::VScaleRange => self.vscale_range(),
            AttributeKind::Range => self.constant_range(),
            AttributeKind::Initializes => self.initialized_ranges(),
            _ => self.error("expected attribute"),
        }?;
        self.expect(b')')?;
        Ok(text)
    }

    /// Reads `"alloc,zeroed"`.
    fn alloc_kind(&mut self) -> Result<String> {
        let start = self.start;
        let Token::String(text) = self.token() else { return self.error("expected allockind value") };
        let text = unescape(text);
        self.advance();
        let text = String::from_utf8_lossy(&text);
        let mut bits = 0;
        for part in text.split(',') {
            match ALLOC_KINDS.iter().position(|kind| *kind == part) {
                Some(bit) => bits |= 1 << bit,
                None => return self.error_at(start, format!("unknown allockind {part}")),
            }
        }
        Ok(alloc_kinds(bits))
    }

    /// Reads `0` or `0, 1`: indices of parameters.
    fn alloc_size(&mut self) -> Result<String> {
        let size = self.u32()?;
        if !self.eat(b',') {
            return Ok(size.to_string());
        }
        let start = self.start;
        match self.u32()? {
            count if count == size => {
                self.error_at(start, "'allocsize' indices can't refer to the same parameter")
            }
            // LLVM uses this value to mean that there is no second index.
            u32::MAX => Ok(size.to_string()),
            count => Ok(format!("{size},{count}")),
        }
    }

    /// Reads `address, read_provenance, ret: address`.
    fn captures(&mut self) -> Result<String> {
        let (mut of_result, mut other, mut result) = (false, None, None);
        loop {
            if self.token() == Token::Label(b"ret") {
                if result.is_some() || of_result {
                    return self.error("duplicate 'ret' location");
                }
                self.advance();
                of_result = true;
            }
            let known: &mut Option<Captured> = if of_result { &mut result } else { &mut other };
            let part = match self.token() {
                Token::Word(b"none") => Captured::default(),
                Token::Word(b"address_is_null") => Captured { address: 1, provenance: 0 },
                Token::Word(b"address") => Captured { address: 2, provenance: 0 },
                Token::Word(b"read_provenance") => Captured { address: 0, provenance: 1 },
                Token::Word(b"provenance") => Captured { address: 0, provenance: 2 },
                _ => {
                    return self.error(
                        "expected one of 'none', 'address', 'address_is_null', 'provenance' or 'read_provenance'",
                    );
                }
            };
            // `none` excludes other components.
            *known = Some(match *known {
                None => part,
                Some(before) if before == Captured::default() || part == Captured::default() => {
                    return self.error("cannot use 'none' with other component");
                }
                Some(before) => Captured {
                    address: before.address.max(part.address),
                    provenance: before.provenance.max(part.provenance),
                },
            });
            self.advance();
            if !self.eat(b',') {
                break;
            }
        }
        let other = other.unwrap_or_default();
        let result = result.unwrap_or(other);
        Ok(match (other == result, other == Captured::default()) {
            (true, _) => other.spelled(),
            (false, true) => format!("ret: {}", result.spelled()),
            (false, false) => format!("{}, ret: {}", other.spelled(), result.spelled()),
        })
    }

    /// Reads `read, argmem: none`.
    fn memory_effects(&mut self) -> Result<String> {
        // The accesses by location, and the default for unlisted locations.
        let (mut by_location, mut default) = ([0; MEMORY_LOCATIONS.len()], 0);
        let mut seen = false;
        loop {
            let access = |word: &[u8]| ACCESSES.iter().position(|access| access.as_bytes() == word);
            let location = |name: &[u8]| MEMORY_LOCATIONS.iter().position(|known| known.as_bytes() == name);
            let at = match self.token() {
                Token::Label(name) | Token::Word(name) => location(name),
                _ => None,
            };
            match at {
                Some(at) => {
                    if matches!(self.token(), Token::Word(_)) {
                        self.advance();
                        return self.error("expected ':' after location");
                    }
                    self.advance();
                    let Some(found) = self.optional_word(access) else {
                        return self.error("expected access kind (none, read, write, readwrite)");
                    };
                    by_location[at] = found;
                    seen = true;
                }
                None => {
                    let start = self.start;
                    let Some(found) = self.optional_word(access) else {
                        return self.error(
                            "expected memory location (argmem, inaccessiblemem, errnomem) or access kind (none, read, \
                             write, readwrite)",
                        );
                    };
                    if seen {
                        return self.error_at(start, "default access kind must be specified first");
                    }
                    default = found;
                    by_location = [found; MEMORY_LOCATIONS.len()];
                }
            }
            if !self.eat(b',') {
                break;
            }
        }
        let others = MEMORY_LOCATIONS.iter().zip(by_location).filter(|(_, access)| *access != default);
        let mut parts: Vec<String> =
            others.map(|(location, access)| format!("{location}: {}", ACCESSES[access])).collect();
        if default != 0 || parts.is_empty() {
            parts.insert(0, ACCESSES[default].to_owned());
        }
        Ok(parts.join(", "))
    }

    /// Reads `nan pinf` or `3`.
    fn float_classes(&mut self) -> Result<String> {
        let start = self.start;
        let mut bits = 0;
        if let Token::Integer(_) = self.token() {
            // LLVM drops the higher bits.
            bits = u64::from(self.u64()? as u32);
            if bits == 0 || bits > 0x3ff {
                return self.error_at(start, "invalid mask value for 'nofpclass'");
            }
        } else {
            let class = |word: &[u8]| FP_CLASSES.iter().find(|(name, _)| name.as_bytes() == word);
            while let Some((_, more)) = self.optional_word(class) {
                bits |= more;
            }
            if bits == 0 || self.token() != Token::Punct(b')') {
                return self.error("expected nofpclass test mask");
            }
        }
        Ok(fp_classes(bits))
    }

    /// Reads `sync`. The result for `async` is empty, because that is the meaning of `uwtable` without parentheses.
    fn unwind_table(&mut self) -> Result<String> {
        let kinds = |word: &[u8]| match word {
            b"sync" => Some("sync"),
            b"async" => Some(""),
            _ => None,
        };
        match self.optional_word(kinds) {
            Some(kind) => Ok(kind.to_owned()),
            None => self.error("expected unwind table kind"),
        }
    }

    /// Reads `1, 16` or `4`.
    fn vscale_range(&mut self) -> Result<String> {
        let least = self.u32()?;
        let most = if self.eat(b',') { self.u32()? } else { least };
        Ok(format!("{least},{most}"))
    }

    /// Reads `i32 0, 5`.
    fn constant_range(&mut self) -> Result<String> {
        let start = self.start;
        let ty = self.ty()?;
        let Some(width) = self.tables.module.types.integer_width(ty) else {
            return self.error_at(start, "the range must have integer type!");
        };
        let lower = self.range_limit(width)?;
        self.expect(b',')?;
        let at = self.start;
        let upper = self.range_limit(width)?;
        if lower == upper && lower != BigInt::ZERO {
            return self.error_at(at, "the range represent the empty set but limits aren't 0!");
        }
        Ok(format!("i{width} {lower}, {upper}"))
    }

    /// Reads `(0, 4), (8, 16)`. The ranges must be ascending and must not touch each other.
    fn initialized_ranges(&mut self) -> Result<String> {
        let start = self.start;
        let mut ranges: Vec<(BigInt, BigInt)> = Vec::new();
        loop {
            self.expect(b'(')?;
            let lower = self.range_limit(64)?;
            self.expect(b',')?;
            let upper = self.range_limit(64)?;
            if lower == upper {
                return self.error("the range should not represent the full or empty set!");
            }
            self.expect(b')')?;
            ranges.push((lower, upper));
            if !self.eat(b',') {
                break;
            }
        }
        let ordered = ranges.iter().all(|(lower, upper)| lower < upper)
            && ranges.windows(2).all(|pair| pair[0].1 < pair[1].0);
        if !ordered {
            return self.error_at(start, "Invalid (unordered or overlapping) range list");
        }
        let shown: Vec<String> =
            ranges.into_iter().map(|(lower, upper)| format!("({lower}, {upper})")).collect();
        Ok(shown.join(", "))
    }

    /// Reads an integer of `width` bits, with or without a sign, and returns it as a signed one.
    fn range_limit(&mut self, width: u32) -> Result<BigInt> {
        let start = self.start;
        let Token::Integer(text) = self.token() else { return self.error("expected integer") };
        let value = self.big_integer()?;
        if integers::held_bits(text, &value) > u64::from(width) {
            return self.error_at(start, "integer is too large for the bit width of specified type");
        }
        let signed = value.bit(u64::from(width) - 1) && value.sign() == num_bigint::Sign::Plus;
        Ok(if signed { value - (BigInt::from(1) << width) } else { value })
    }
}
