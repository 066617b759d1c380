//! Reads the values in parentheses of attributes that have a syntax of their own, and spells them as LLVM prints them.

use num_bigint::BigInt;

use super::lexer::{Token, unescape};
use super::{Reader, Result, integers};
use crate::attributes::AttributeKind;
use crate::attributes::keywords::FP_CLASSES;
use crate::attributes::values::{
    Access, AllocKind, AllocSize, Captured, Captures, DenormalFpEnv, DenormalMode, Denormals, FpClasses,
    Initializes, MemoryEffects, MemoryLocation, Range, UnwindTable, VScaleRange,
};

/// What `target_mem` names.
const TARGET_MEMORIES: &[MemoryLocation] = &[MemoryLocation::TargetMem0, MemoryLocation::TargetMem1];

impl Reader<'_> {
    /// Reads the value of an attribute, including the parentheses. For `uwtable` they are optional.
    ///
    /// # Errors
    /// LLVM's message, if its reader would not accept the value.
    pub(super) fn attribute_value(&mut self, kind: AttributeKind) -> Result<String> {
        if kind == AttributeKind::UWTable && self.token() != Token::Punct(b'(') {
            return Ok(String::new());
        }
        self.require(b'(', "expected '('")?;
        let text = match kind {
            AttributeKind::AllocKind => self.alloc_kind()?.to_string(),
            AttributeKind::AllocSize => self.alloc_size()?.to_string(),
            AttributeKind::Captures => self.captures()?.to_string(),
            AttributeKind::DenormalFpEnv => self.denormal_fp_env()?.to_string(),
            AttributeKind::Memory => self.memory_effects()?.to_string(),
            AttributeKind::NoFPClass => self.float_classes()?.to_string(),
            AttributeKind::UWTable => self.unwind_table()?.to_string(),
            AttributeKind::VScaleRange => self.vscale_range()?.to_string(),
            AttributeKind::Range => self.constant_range()?.to_string(),
            AttributeKind::Initializes => self.initialized_ranges()?.to_string(),
            _ => return self.error("expected attribute"),
        };
        let unended = match kind {
            AttributeKind::Memory => "unterminated memory attribute",
            AttributeKind::Captures => "expected ',' or ')'",
            _ => "expected ')'",
        };
        self.require(b')', unended)?;
        Ok(text)
    }

    /// Reads `"alloc,zeroed"`.
    fn alloc_kind(&mut self) -> Result<AllocKind> {
        let start = self.start;
        let Token::String(text) = self.token() else { return self.error("expected allockind value") };
        let text = unescape(text);
        self.advance();
        match AllocKind::of_words(&String::from_utf8_lossy(&text)) {
            Ok(kind) => Ok(kind),
            Err(part) => self.error_at(start, format!("unknown allockind {part}")),
        }
    }

    /// Reads `0` or `0, 1`: indices of parameters.
    fn alloc_size(&mut self) -> Result<AllocSize> {
        let size = self.u32()?;
        if !self.eat(b',') {
            return Ok(AllocSize { size, count: None });
        }
        let start = self.start;
        match self.u32()? {
            count if count == size => {
                self.error_at(start, "'allocsize' indices can't refer to the same parameter")
            }
            // LLVM uses this value to mean that there is no second index.
            count => Ok(AllocSize { size, count: (count != u32::MAX).then_some(count) }),
        }
    }

    /// Reads `address, read_provenance, ret: address`.
    fn captures(&mut self) -> Result<Captures> {
        let (mut of_result, mut other, mut result) = (false, None, None);
        loop {
            match self.token() {
                Token::Label(b"ret") => {
                    self.advance();
                    if std::mem::replace(&mut of_result, true) {
                        return self.error("duplicate 'ret' location");
                    }
                }
                Token::Word(b"ret") => {
                    self.advance();
                    return self.error("expected ':'");
                }
                _ => {}
            }
            let known: &mut Option<Captured> = if of_result { &mut result } else { &mut other };
            let part = match self.token() {
                Token::Word(b"none") => Some(Captured::NOTHING),
                Token::Word(word) => Captured::component(word),
                _ => None,
            };
            let Some(part) = part else {
                return self.error(
                    "expected one of 'none', 'address', 'address_is_null', 'provenance' or 'read_provenance'",
                );
            };
            self.advance();
            // `none` excludes other components.
            *known = Some(match *known {
                None => part,
                Some(before) if before == Captured::NOTHING || part == Captured::NOTHING => {
                    return self.error("cannot use 'none' with other component");
                }
                Some(before) => before.or(part),
            });
            if !self.eat(b',') {
                break;
            }
        }
        let other = other.unwrap_or(Captured::NOTHING);
        Ok(Captures { result: result.unwrap_or(other), other })
    }

    /// Reads `read, argmem: none`.
    fn memory_effects(&mut self) -> Result<MemoryEffects> {
        let mut effects = MemoryEffects::NOTHING;
        let (mut seen, mut seen_target) = (false, false);
        // The memories of the target have one name for all of them since LLVM 23.
        let locations = |name: &[u8]| match name {
            b"target_mem" => Some(TARGET_MEMORIES),
            _ => {
                MemoryLocation::ALL[1..].chunks(1).find(|location| location[0].spelling().as_bytes() == name)
            }
        };
        loop {
            let at = match self.token() {
                Token::Label(name) | Token::Word(name) => locations(name),
                _ => None,
            };
            match at {
                Some(at) => {
                    let start = self.start;
                    if matches!(self.token(), Token::Word(_)) {
                        self.advance();
                        return self.error("expected ':' after location");
                    }
                    self.advance();
                    let Some(found) = self.optional_word(Access::from_spelling) else {
                        return self.error("expected access kind (none, read, write, readwrite)");
                    };
                    if at.len() > 1 && seen_target {
                        return self
                            .error_at(start, "target memory default access kind must be specified first");
                    }
                    effects = at.iter().fold(effects, |effects, &at| effects.with(at, found));
                    seen_target |= TARGET_MEMORIES.contains(&at[0]);
                    seen = true;
                }
                None => {
                    let Some(found) = self.optional_word(Access::from_spelling) else {
                        return self.error(
                            "expected memory location (argmem, inaccessiblemem, errnomem) or access kind (none, read, \
                             write, readwrite)",
                        );
                    };
                    if seen {
                        return self.error("default access kind must be specified first");
                    }
                    effects = MemoryEffects::new(|_| found);
                }
            }
            if !self.eat(b',') {
                return Ok(effects);
            }
        }
    }

    /// Reads `dynamic|ieee, float: ieee`, `dynamic` or `float: ieee`.
    fn denormal_fp_env(&mut self) -> Result<DenormalFpEnv> {
        let is_float = |token| token == Token::Label(b"float");
        let all = if is_float(self.token()) { DenormalMode::default() } else { self.denormal_mode()? };
        let mut float = all;
        let follows = self.eat(b',');
        if is_float(self.token()) {
            if !follows && all != DenormalMode::default() {
                return self.error("expected ',' before float:");
            }
            self.advance();
            float = self.denormal_mode()?;
        } else if self.token() == Token::Word(b"float") {
            self.advance();
            return self.error("expected ':' before float denormal_fpenv");
        } else if !self.at(b')') {
            return self.error("unterminated denormal_fpenv");
        }
        Ok(DenormalFpEnv { all, float })
    }

    /// Reads `dynamic|ieee` or `dynamic`.
    fn denormal_mode(&mut self) -> Result<DenormalMode> {
        let kind = |reader: &mut Self| match reader.optional_word(Denormals::from_spelling) {
            Some(kind) => Ok(kind),
            None => {
                reader.error("expected denormal behavior kind (ieee, preservesign, positivezero, dynamic)")
            }
        };
        let output = kind(self)?;
        let input = if self.eat(b'|') { kind(self)? } else { output };
        Ok(DenormalMode { output, input })
    }

    /// Reads `nan pinf` or `3`.
    fn float_classes(&mut self) -> Result<FpClasses> {
        let mut bits = 0;
        if let Token::Integer(_) = self.token() {
            // LLVM drops the higher bits.
            bits = u64::from(self.u64()? as u32);
            if bits == 0 || bits > 0x3ff {
                return self.error("invalid mask value for 'nofpclass'");
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
        Ok(FpClasses(bits))
    }

    /// Reads `sync` or `async`.
    fn unwind_table(&mut self) -> Result<UnwindTable> {
        let kinds = |word: &[u8]| match word {
            b"sync" => Some(UnwindTable::Sync),
            b"async" => Some(UnwindTable::Async),
            _ => None,
        };
        match self.optional_word(kinds) {
            Some(kind) => Ok(kind),
            None => self.error("expected unwind table kind"),
        }
    }

    /// Reads `1, 16` or `4`.
    fn vscale_range(&mut self) -> Result<VScaleRange> {
        let least = self.u32()?;
        let most = if self.eat(b',') { self.u32()? } else { least };
        Ok(VScaleRange { least, most: (most != 0).then_some(most) })
    }

    /// Reads `i32 0, 5`.
    fn constant_range(&mut self) -> Result<Range> {
        let start = self.start;
        let ty = self.ty()?;
        let Some(width) = self.tables.module.types.integer_width(ty) else {
            return self.error_at(start, "the range must have integer type!");
        };
        let lower = self.range_limit(width)?;
        self.require(b',', "expected ','")?;
        let upper = self.range_limit(width)?;
        if lower == upper && lower != BigInt::ZERO {
            return self.error("the range represent the empty set but limits aren't 0!");
        }
        Ok(Range { width, lower, upper })
    }

    /// Reads `(0, 4), (8, 16)`. The ranges must be ascending and must not touch each other.
    fn initialized_ranges(&mut self) -> Result<Initializes> {
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        // The limits have 64 bits.
        let limit = |reader: &mut Self| Ok(i64::try_from(reader.range_limit(64)?).unwrap_or_default());
        loop {
            self.require(b'(', "expected '('")?;
            let lower = limit(self)?;
            self.require(b',', "expected ','")?;
            let upper = limit(self)?;
            if lower == upper {
                return self.error("the range should not represent the full or empty set!");
            }
            self.require(b')', "expected ')'")?;
            ranges.push((lower, upper));
            if !self.eat(b',') {
                break;
            }
        }
        let ordered = ranges.iter().all(|(lower, upper)| lower < upper)
            && ranges.windows(2).all(|pair| pair[0].1 < pair[1].0);
        match ordered {
            true => Ok(Initializes(ranges)),
            false => self.error("Invalid (unordered or overlapping) range list"),
        }
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
