//! Reads attributes and attribute groups.

use super::lexer::{Token, unescape};
use super::tables::AttributeGroup;
use super::{Reader, Result};
use crate::attributes::values::{Access, AttributeValue, MemoryEffects, MemoryLocation};
use crate::attributes::{Attribute, AttributeClass, AttributeKind, AttributePlace, AttributeSetId};
use crate::instruction::Alignment;

/// The context in which attributes are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    /// In `attributes #0 = { … }`, where numbers have another syntax.
    Group,
    Function,
    /// At a call site.
    Call,
    Parameter,
    Result,
}

impl Where {
    /// The kind of entity that the attributes apply to.
    fn subject(self) -> AttributePlace {
        match self {
            Self::Group | Self::Function | Self::Call => AttributePlace::Function,
            Self::Parameter => AttributePlace::Parameter,
            Self::Result => AttributePlace::Result,
        }
    }

    fn plural(self) -> &'static str {
        match self {
            Self::Group | Self::Function | Self::Call => "functions",
            Self::Parameter => "parameters",
            Self::Result => "return values",
        }
    }
}

impl<'a> Reader<'a> {
    /// Reads all `attributes #n = { … }` of the file; they may begin at `places`. If groups have the same number, the last one counts.
    pub(super) fn attribute_groups(&mut self, places: impl IntoIterator<Item = usize>) -> Result<()> {
        for at in places {
            self.seek(at);
            // Ignore what only looks like a group. Errors in groups are reported when the top level is read.
            if let Ok((number, attributes)) = self.attribute_group() {
                let tables = self.own()?;
                let module = &tables.module;
                let set = module.attributes.set(&module.strings, attributes.clone());
                tables.attribute_groups.insert(number, AttributeGroup { attributes, set });
            }
        }
        self.seek(0);
        Ok(())
    }

    /// Skips `attributes #n = { … }` at the top level; the group has been read already.
    pub(super) fn known_attribute_group(&mut self) -> Result<()> {
        let start = self.start;
        if let Some(deferred) = &mut self.deferred
            && !deferred.landmarks.groups.pass(start)
        {
            return self.error("an attribute group that was not found beforehand");
        }
        self.attribute_group().map(drop)
    }

    /// Reads `attributes #n = { … }`.
    fn attribute_group(&mut self) -> Result<(u32, Vec<Attribute>)> {
        let start = self.start;
        self.expect_word("attributes")?;
        let Token::AttributeGroup(number) = self.token() else {
            return self.error("expected attribute group id");
        };
        self.advance();
        self.expect(b'=')?;
        self.expect(b'{')?;
        let mut attributes = Vec::new();
        self.misplaced = None;
        while !self.eat(b'}') {
            if !self.attribute(&mut attributes, Where::Group)? {
                return match self.token() {
                    Token::AttributeGroup(_) => {
                        self.error("cannot have an attribute group reference in an attribute group")
                    }
                    Token::Eof => self.error("unterminated attribute group"),
                    _ => self.error("unterminated attribute group: expected attribute or '}'"),
                };
            }
        }
        self.all_apply()?;
        if attributes.is_empty() {
            return self.error_at(start, "attribute group has no attributes");
        }
        Ok((number, attributes))
    }

    /// Reads the attributes of a parameter.
    pub(super) fn param_attributes(&mut self) -> Result<AttributeSetId> {
        self.value_attributes(Where::Parameter)
    }

    /// Reads the attributes of a return value.
    pub(super) fn result_attributes(&mut self) -> Result<AttributeSetId> {
        self.value_attributes(Where::Result)
    }

    #[inline(always)]
    fn value_attributes(&mut self, place: Where) -> Result<AttributeSetId> {
        if !self.at_attribute() {
            return Ok(AttributeSetId::default());
        }
        let before_value = self.before_value().filter(|_| place == Where::Parameter);
        if let Some((spelled, end)) = before_value
            && let Some(set) = self.recent.spelled_sets.get(spelled)
        {
            self.start = end;
            return Ok(set);
        }
        let mut attributes = std::mem::take(&mut self.attributes);
        self.misplaced = None;
        while self.at_attribute() && self.attribute(&mut attributes, place)? {}
        self.all_apply()?;
        let module = &self.tables.module;
        let set = match &*attributes {
            [] => AttributeSetId::default(),
            all => self.recent.sets.get(all, || module.attributes.set(&module.strings, all.to_vec())),
        };
        attributes.clear();
        self.attributes = attributes;
        if let Some((spelled, end)) = before_value
            && self.start == end
        {
            self.recent.spelled_sets.keep(spelled, set);
        }
        Ok(set)
    }

    /// The text up to the next name, if that is close, and the position of the name. Mostly the attributes of an argument.
    #[inline(always)]
    fn before_value(&self) -> Option<(&'a [u8], usize)> {
        /// Most attributes are shorter than this.
        const NEAR: usize = 64;
        let near = self.text.get(self.start..self.start + NEAR)?;
        // After a comma comes another argument.
        let length = memchr::memchr3(b'%', b'@', b',', near).filter(|&length| near[length] != b',')?;
        Some((&near[..length], self.start + length))
    }

    /// Reads the attributes of a function or variable, including groups.
    pub(super) fn function_attributes(&mut self) -> Result<Vec<Attribute>> {
        self.attributes_and_groups(Where::Function)
    }

    fn attributes_and_groups(&mut self, place: Where) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::new();
        (self.misplaced, self.builtin) = (None, None);
        loop {
            if let Token::AttributeGroup(number) = self.token() {
                // LLVM treats an undefined group as empty.
                if let Some(group) = self.tables.attribute_groups.get(&number) {
                    attributes.extend_from_slice(&group.attributes);
                }
                self.advance();
            } else if !self.attribute(&mut attributes, place)? {
                self.all_apply()?;
                return Ok(attributes);
            }
        }
    }

    /// Reports the last attribute of a list that stands where it does not apply. LLVM says first what is wrong with others in themselves.
    fn all_apply(&self) -> Result<()> {
        match self.misplaced {
            Some((at, place)) => {
                self.error_at(at, format!("this attribute does not apply to {}", place.plural()))
            }
            None => Ok(()),
        }
    }

    /// Reads the attributes of a call site as a set.
    pub(super) fn call_attributes(&mut self) -> Result<AttributeSetId> {
        if !self.at_attribute_or_group() {
            return Ok(AttributeSetId::default());
        }
        let Token::AttributeGroup(number) = self.token() else { return self.function_attribute_set() };
        let before = self.start;
        self.advance();
        // Mostly there is exactly one group and nothing else.
        let alone = match self.at_attribute_or_group().then(|| self.token()) {
            Some(Token::AttributeGroup(_) | Token::String(_)) => false,
            Some(Token::Word(word)) => {
                AttributeKind::from_spelling(word).is_none() && old_effects(word).is_none()
            }
            _ => true,
        };
        match self.tables.attribute_groups.get(&number) {
            Some(group) if alone => Ok(group.set),
            _ => {
                self.start = before;
                self.function_attribute_set()
            }
        }
    }

    fn function_attribute_set(&mut self) -> Result<AttributeSetId> {
        let attributes = self.attributes_and_groups(Where::Call)?;
        if attributes.is_empty() {
            return Ok(AttributeSetId::default());
        }
        Ok(self.tables.module.attributes.set(&self.tables.module.strings, attributes))
    }

    /// Whether an attribute may begin here. Types and values are mostly ruled out by their first byte.
    #[inline(always)]
    fn at_attribute(&self) -> bool {
        match self.first() {
            b'n' | b'"' => true,
            first => first.is_ascii_lowercase() && self.common_type().is_none(),
        }
    }

    fn at_attribute_or_group(&self) -> bool {
        self.at_attribute() || self.first() == b'#'
    }

    /// Reads an attribute, if one begins here. Returns whether there was one.
    fn attribute(&mut self, out: &mut Vec<Attribute>, place: Where) -> Result<bool> {
        if self.first() == b'"'
            && let Token::String(key) = self.token()
        {
            let key = self.tables.module.strings.intern(&unescape(key));
            self.advance();
            let value = if self.eat(b'=') { Some(self.string()?) } else { None };
            // LLVM does not distinguish an empty value from none.
            let value = value.filter(|&value| !self.tables.module.strings.get(value).is_empty());
            out.push(Attribute::String(key, value));
            return Ok(true);
        }
        let Some(word) = self.word() else { return Ok(false) };
        if place.subject() == AttributePlace::Function {
            if let Some(effects) = old_effects(word) {
                self.step_to(self.start + word.len());
                self.merge_effects(out, effects);
                return Ok(true);
            }
        } else if word == b"nocapture" {
            // LLVM reads it, but has no text of the result, and its verifier refuses it.
            if place.subject() == AttributePlace::Result {
                return self.error("this attribute does not apply to return values");
            }
            self.advance();
            out.push(Attribute::Text(AttributeKind::Captures, self.tables.module.strings.intern(b"none")));
            return Ok(true);
        }
        let Some(kind) = AttributeKind::from_spelling(word) else { return Ok(false) };
        let start = self.start;
        self.step_to(start + word.len());
        let attribute = match kind.class() {
            AttributeClass::Enum if kind == AttributeKind::DeadOnReturn && self.eat(b'(') => {
                let start = self.start;
                let bytes = self.u64()?;
                self.require(b')', "expected ')'")?;
                if bytes == 0 {
                    return self.error_at(start, "byte count specified must be non-zero");
                }
                Some(Attribute::Integer(kind, bytes))
            }
            AttributeClass::Enum => Some(Attribute::Enum(kind)),
            AttributeClass::Integer => {
                self.attribute_number(kind, place)?.map(|number| Attribute::Integer(kind, number))
            }
            AttributeClass::Type => {
                self.require(b'(', "expected '('")?;
                let ty = self.ty()?;
                self.require(b')', "expected ')'")?;
                Some(Attribute::Type(kind, ty))
            }
            AttributeClass::Text => {
                let text = self.attribute_value(kind)?;
                // LLVM takes this value for no range, and drops the attribute.
                let is_none = kind == AttributeKind::VScaleRange && text == "0,0";
                (!is_none).then(|| Attribute::Text(kind, self.tables.module.strings.intern(text.as_bytes())))
            }
        };
        // That of a function becomes its alignment.
        let is_alignment = kind == AttributeKind::Alignment && place != Where::Result;
        if !is_alignment && !kind.applies_to(place.subject()) {
            self.misplaced = Some((start, place));
        }
        if kind == AttributeKind::Builtin && place == Where::Function {
            self.builtin = Some(start);
        }
        out.extend(attribute);
        Ok(true)
    }

    /// Reads the number after `align`, `alignstack`, `dereferenceable` and `dereferenceable_or_null`.
    fn attribute_number(&mut self, kind: AttributeKind, place: Where) -> Result<Option<u64>> {
        let is_alignment = matches!(kind, AttributeKind::Alignment | AttributeKind::StackAlignment);
        if is_alignment && place == Where::Group {
            return self.alignment_of_group(kind);
        }
        let closes = kind != AttributeKind::Alignment || self.at(b'(');
        if closes {
            self.require(b'(', "expected '('")?;
        }
        let start = self.start;
        let value = match kind {
            AttributeKind::StackAlignment => self.u32()?.into(),
            _ => self.u64()?,
        };
        if closes {
            self.require(b')', "expected ')'")?;
        }
        match kind {
            AttributeKind::Alignment if !value.is_power_of_two() => {
                self.error_at(start, "alignment is not a power of two")
            }
            AttributeKind::StackAlignment if !value.is_power_of_two() => {
                self.error_at(start, "stack alignment is not a power of two")
            }
            AttributeKind::Alignment if value > Alignment::MAX_BYTES => {
                self.error_at(start, "huge alignments are not supported yet")
            }
            _ if value == 0 => self.error_at(start, "dereferenceable bytes must be non-zero"),
            _ => Ok(Some(value)),
        }
    }

    /// Reads the number after `align` or `alignstack` in a group. LLVM rounds it down to a power of two, and treats 0 as no stack
    /// alignment.
    fn alignment_of_group(&mut self, kind: AttributeKind) -> Result<Option<u64>> {
        self.expect(b'=')?;
        let start = self.start;
        let value = self.u32()?;
        if value == 0 && kind == AttributeKind::Alignment {
            return self.error_at(start, "alignment is not a power of two");
        }
        if !value.is_power_of_two() {
            self.tables.warn_at(start, "alignment is not a power of two: LLVM takes the next lower one");
        }
        Ok(value.checked_ilog2().map(|logarithm| 1 << logarithm))
    }

    /// Intersects the memory effects in `out` with those of an old attribute.
    fn merge_effects(&mut self, out: &mut Vec<Attribute>, effects: MemoryEffects) {
        let known = out.iter().position(|attribute| attribute.kind() == Some(AttributeKind::Memory));
        let previous = known.and_then(|at| match out.remove(at) {
            Attribute::Text(_, text) => MemoryEffects::parse(&self.tables.module.text(text)),
            _ => None,
        });
        let text = previous.unwrap_or(MemoryEffects::EVERYTHING).and(effects).to_string();
        out.push(Attribute::Text(AttributeKind::Memory, self.tables.module.strings.intern(text.as_bytes())));
    }
}

/// The meaning of an attribute that `memory(…)` has replaced.
fn old_effects(word: &[u8]) -> Option<MemoryEffects> {
    let only = |locations: &[MemoryLocation]| {
        let access = |location| if locations.contains(&location) { Access::ReadWrite } else { Access::None };
        Some(MemoryEffects::new(access))
    };
    match word {
        b"readnone" => Some(MemoryEffects::NOTHING),
        b"readonly" => Some(MemoryEffects::new(|_| Access::Read)),
        b"writeonly" => Some(MemoryEffects::new(|_| Access::Write)),
        b"argmemonly" => only(&[MemoryLocation::ArgMem]),
        b"inaccessiblememonly" => only(&[MemoryLocation::InaccessibleMem]),
        b"inaccessiblemem_or_argmemonly" => only(&[MemoryLocation::ArgMem, MemoryLocation::InaccessibleMem]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_old_become_memory_effects() {
        let effects = |words: &[&str]| {
            let effects = words.iter().map(|word| old_effects(word.as_bytes()).unwrap());
            effects.fold(MemoryEffects::EVERYTHING, MemoryEffects::and).to_string()
        };
        assert_eq!(effects(&["readonly"]), "read");
        assert_eq!(effects(&["argmemonly", "readonly"]), "argmem: read");
        assert_eq!(effects(&["readonly", "argmemonly"]), "argmem: read");
        assert_eq!(effects(&["readonly", "writeonly"]), "none");
    }
}
