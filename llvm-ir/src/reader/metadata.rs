//! Reads metadata: definitions of nodes, references to nodes, and attachments.

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use tern_support::dwarf::{ENCODINGS, OPERATIONS};

use super::known_kinds::KnownKind;
use super::lexer::{Token, few_digits, plainly_quoted, unescape};
use super::recovery::MOST_ERRORS;
use super::{Key, Reader, Result, TOO_LONG, decimal, integers};
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::Value;
use crate::instruction::AttachmentList;
use crate::metadata::{Field, FieldValue, JOINT, MdNode, MdNodeData, MdNodeKind, Metadata};
use crate::types::Type;

/// The message for metadata of metadata.
const ROUNDTRIP: &str = "invalid metadata-value-metadata roundtrip";

/// The message for the end of a tuple that is missing.
const UNENDED_NODE: &str = "expected end of metadata node";

impl<'a> Reader<'a> {
    /// Reads `!5 = …`.
    pub(super) fn node_definition(&mut self) -> Result<()> {
        let at = self.start;
        let number = self.marked_number().map_or_else(|| self.u32(), Ok)?;
        if !self.at(b'=') {
            return self.expect(b'=');
        }
        let node = match self.tables.nodes.get(number) {
            None => self.new_node(number)?,
            Some(node) if self.own()?.undefined_nodes.remove(&node).is_some() => node,
            Some(_) => return self.error_at(at, "Metadata id is already used"),
        };
        if !self.skip_node(node)? {
            self.advance();
            let data = self.numbered_node_body()?;
            self.own()?.module.metadata.nodes[node] = data;
        }
        Ok(())
    }

    /// Reads the definition of a numbered node, after the `=`.
    pub(super) fn numbered_node_body(&mut self) -> Result<MdNodeData> {
        if self.at_type() {
            return self.error("unexpected type in metadata definition");
        }
        let distinct = self.eat_word("distinct");
        self.node_body(distinct, true)
    }

    /// Reads `!name = !{…}`.
    pub(super) fn named_metadata(&mut self, name: &'a [u8]) -> Result<()> {
        self.advance();
        let name = self.tables.module.strings.intern(&unescape(name));
        self.expect(b'=')?;
        self.require(b'!', "Expected '!' here")?;
        self.require(b'{', "Expected '{' here")?;
        let nodes = self.list(b'}', UNENDED_NODE, Self::node_of_named)?;
        let named = &mut self.own()?.module.metadata.named;
        match named.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.extend(nodes),
            None => named.push((name, nodes)),
        }
        Ok(())
    }

    /// Reads a node in a named metadata list: `!5` or `!DIExpression(…)`.
    fn node_of_named(&mut self) -> Result<MdNode> {
        match self.token() {
            Token::MetadataName(b"DIExpression") => self.inline_node(),
            Token::Punct(b'!') => {
                let start = self.start;
                let number = self.marked_number().map_or_else(|| self.u32(), Ok)?;
                self.numbered_node(number, start)
            }
            _ => self.error("Expected '!' here"),
        }
    }

    /// Reads a node: `!5`, `!{…}` or `!DILocation(…)`.
    pub(super) fn node(&mut self) -> Result<MdNode> {
        if let Some(node) = self.short_node()? {
            return Ok(node);
        }
        let start = self.start;
        match self.token() {
            Token::MetadataName(_) => self.inline_node(),
            Token::Punct(b'!') => {
                let number = self.marked_number();
                self.marked_node(start, number)
            }
            _ => self.error("expected '!' here"),
        }
    }

    /// Consumes a reference with a short number, which is the most common kind of node.
    #[inline(always)]
    pub(super) fn short_node(&mut self) -> Result<Option<MdNode>> {
        let start = self.start;
        match self.short_number(start + 1) {
            Some((number, end)) if self.first() == b'!' => {
                self.step_to(end);
                self.numbered_node(number, start).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Consumes an exclamation mark and the number after it. If it is not plainly a number, consumes only the mark.
    #[inline]
    fn marked_number(&mut self) -> Option<u32> {
        let behind = self.start + 1;
        let (number, end) = self.short_number(behind).unzip();
        self.step_to(end.unwrap_or(behind));
        number
    }

    /// Reads the rest of a node after its exclamation mark: its number, if that has not been consumed yet, or a tuple.
    fn marked_node(&mut self, mark: usize, number: Option<u32>) -> Result<MdNode> {
        if number.is_none() && self.token() == Token::Punct(b'{') {
            self.seek(mark);
            return self.inline_node();
        }
        let number = number.map_or_else(|| self.u32(), Ok)?;
        self.numbered_node(number, mark)
    }

    /// Reads an unnumbered node that is not distinct. As in LLVM, equal ones are the same node.
    fn inline_node(&mut self) -> Result<MdNode> {
        let is_expected = self.tables.inline_places.get(self.next_inline_place) == Some(&(self.start as u32));
        self.next_inline_place += usize::from(is_expected);
        let data = self.node_body(false, false)?;
        if let Some(&node) = self.tables.inline_nodes.get(&data) {
            return Ok(node);
        }
        let tables = self.own()?;
        let node = tables.module.metadata.nodes.push(data.clone());
        tables.inline_nodes.insert(data, node);
        Ok(node)
    }

    #[inline]
    fn numbered_node(&mut self, number: u32, at: usize) -> Result<MdNode> {
        if let Some(node) = self.tables.nodes.get(number) {
            return Ok(node);
        }
        let node = self.new_node(number)?;
        // LLVM names the place of the number.
        self.own()?.undefined_nodes.insert(node, at + 1);
        Ok(node)
    }

    fn new_node(&mut self, number: u32) -> Result<MdNode> {
        let kind = MdNodeKind::Tuple(Box::default());
        let tables = self.own()?;
        let node = tables.module.metadata.nodes.push(MdNodeData { distinct: false, kind });
        tables.nodes.insert(number, node);
        Ok(node)
    }

    fn node_body(&mut self, distinct: bool, is_numbered: bool) -> Result<MdNodeData> {
        let start = self.start;
        if let Some(known) = self.plain_kind() {
            return self.specialized_node(known, distinct, start, true);
        }
        if let Some(name) = self.metadata_name() {
            if name == b"DIArgList" && !is_numbered {
                return self.argument_list(distinct);
            }
            let Some(known) = self.known_kind(name) else {
                return self.error_at(start, "expected metadata type");
            };
            return self.specialized_node(known, distinct, start, false);
        }
        self.require(b'!', "Expected '!' here")?;
        self.expect(b'{')?;
        let mut operands = std::mem::take(&mut self.operands);
        self.nested(|reader| reader.list_into(&mut operands, b'}', UNENDED_NODE, Self::metadata))?;
        let kind = MdNodeKind::Tuple(operands.drain(..).collect());
        self.operands = operands;
        Ok(MdNodeData { distinct, kind })
    }

    /// Reads the rest of a specialized node of a known kind, from the opening parenthesis on or after it. The node begins at `start`.
    #[inline(always)]
    fn specialized_node(
        &mut self,
        known: usize,
        distinct: bool,
        start: usize,
        is_open: bool,
    ) -> Result<MdNodeData> {
        let KnownKind { kind, name, is_expression, .. } = self.kinds[known];
        if kind.distinct && !distinct {
            // LLVM names one kind so.
            let parentheses = if kind.fields.is_empty() { "()" } else { "" };
            let message = format!("missing 'distinct', required for !{}{parentheses}", kind.name);
            return self.error_at(start, message);
        }
        if !is_open {
            self.expect(b'(')?;
        }
        // Field lists are most of what the reader allocates, so allocate exactly: collect in scratch memory first.
        let mut fields = std::mem::take(&mut self.fields);
        self.nested(|reader| match is_expression {
            true => reader.list_into(&mut fields, b')', "expected ')' here", Self::expression_element),
            false => reader.node_fields(&mut fields, known, distinct, start),
        })?;
        let kind = MdNodeKind::Specialized { kind: name, fields: fields.drain(..).collect() };
        self.fields = fields;
        Ok(MdNodeData { distinct, kind })
    }

    /// Reads the rest of `!DIArgList(i32 1)` as a node, which LLVM allows; the name has been read.
    fn argument_list(&mut self, distinct: bool) -> Result<MdNodeData> {
        let kind = self.tables.module.strings.intern(b"DIArgList");
        self.expect(b'(')?;
        let field =
            |reader: &mut Self| Ok(Field { name: None, value: FieldValue::Metadata(reader.metadata()?) });
        let fields = self.nested(|reader| reader.list(b')', "expected ')' here", field))?;
        Ok(MdNodeData { distinct, kind: MdNodeKind::Specialized { kind, fields: fields.into() } })
    }

    /// Reads an operation or a number of `!DIExpression(…)`. LLVM prints expressions inline, so only valid ones can be accepted.
    fn expression_element(&mut self) -> Result<Field> {
        match self.token() {
            Token::Word(word) if word.starts_with(b"DW_") => {
                let tables = [(OPERATIONS, "DWARF op"), (ENCODINGS, "DWARF attribute encoding")];
                let mut tables = tables.iter().filter(|(table, _)| word.starts_with(table.prefix.as_bytes()));
                let Some((table, called)) = tables.next() else {
                    return self.error("expected unsigned integer");
                };
                let text = String::from_utf8_lossy(word);
                if table.number(&text).is_none() {
                    return self.error(format!("invalid {called} '{text}'"));
                }
                self.advance();
                let symbol = self.tables.module.strings.intern(word);
                Ok(Field { name: None, value: FieldValue::Symbols(symbol) })
            }
            Token::Integer(text) if !integers::is_signed(text) => {
                let number = decimal(text)
                    .or_else(|| integers::value(text).and_then(|value| u64::try_from(value).ok()));
                let Some(number) = number else {
                    return self.error("element too large, limit is 18446744073709551615");
                };
                self.advance();
                Ok(Field { name: None, value: FieldValue::Integer(number.into()) })
            }
            _ => self.error("expected unsigned integer"),
        }
    }

    /// Reads the value of a field that is no list; `wrong` tells why it may be no metadata.
    pub(super) fn field_value(&mut self, wrong: impl FnOnce(&Self) -> Option<String>) -> Result<FieldValue> {
        match self.first() {
            b'!' => return self.metadata().map(FieldValue::Metadata),
            b'"' => {
                if let Some((text, end)) = plainly_quoted(self.text, self.start).filter(|_| !self.lexes_all())
                {
                    self.step_to(end);
                    return Ok(FieldValue::String(self.tables.module.strings.intern(text)));
                }
            }
            _ => {}
        }
        if let Some((number, end)) = self.short_number(self.start) {
            let digits = &self.text[self.start..end];
            self.step_to(end);
            return match self.at(b'|') {
                // Flags, of which the first is a number.
                true => self.joined_flags(digits),
                false => Ok(FieldValue::Integer(u64::from(number).into())),
            };
        }
        match self.token() {
            Token::String(text) => {
                self.advance();
                Ok(FieldValue::String(self.tables.module.strings.intern(&unescape(text))))
            }
            Token::Integer(text) => {
                let strings = &self.tables.module.strings;
                let value = match decimal(text) {
                    Some(value) => Some(FieldValue::Integer(value.into())),
                    None => integers::value(text).map(|value| FieldValue::number(strings, &value)),
                };
                let Some(value) = value else { return self.error(TOO_LONG) };
                self.advance();
                match self.token() {
                    // Flags, of which the first is a number.
                    Token::Punct(b'|') => self.joined_flags(text),
                    _ => Ok(value),
                }
            }
            Token::Word(b"true" | b"false") => {
                let value = self.at_word("true");
                self.advance();
                Ok(FieldValue::Bool(value))
            }
            Token::Word(word) if word != b"null" && !self.at_type() => {
                self.advance();
                self.joined_flags(word)
            }
            _ => match wrong(self) {
                Some(message) => self.error(message),
                None => self.metadata().map(FieldValue::Metadata),
            },
        }
    }

    /// Reads keywords and numbers joined by `|`; the first has been read.
    fn joined_flags(&mut self, first: &'a [u8]) -> Result<FieldValue> {
        let in_decimal = |text: &'a [u8]| match (text, integers::unsigned(text)) {
            ([b'u', b'0', b'x', digits @ ..], Some(bits))
                if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) =>
            {
                Cow::Owned(bits.to_string().into_bytes())
            }
            _ => Cow::Borrowed(text),
        };
        let mut symbols = in_decimal(first);
        while self.eat(b'|') {
            let (Token::Word(next) | Token::Integer(next)) = self.token() else {
                return self.error("expected debug info flag");
            };
            self.advance();
            symbols.to_mut().extend(JOINT.bytes().chain(in_decimal(next).iter().copied()));
        }
        Ok(FieldValue::Symbols(self.tables.module.strings.intern(&symbols)))
    }

    /// Reads an operand of a node: `null`, `!"text"`, a node, or a constant.
    pub(super) fn metadata(&mut self) -> Result<Metadata> {
        if let Some(node) = self.short_node()? {
            return Ok(Metadata::Node(node));
        }
        match self.token() {
            Token::Word(b"null") => {
                self.advance();
                Ok(Metadata::Null)
            }
            Token::Punct(b'!') => {
                let start = self.start;
                let number = self.marked_number();
                match self.token() {
                    Token::String(_) if number.is_none() => self.string().map(Metadata::String),
                    _ => self.marked_node(start, number).map(Metadata::Node),
                }
            }
            Token::MetadataName(_) => self.node().map(Metadata::Node),
            _ => {
                let start = self.start;
                let ty = self.type_of_metadata()?;
                if ty == self.tables.module.types.common.metadata {
                    return self.error_at(start, ROUNDTRIP);
                }
                self.constant(ty).map(Metadata::Constant)
            }
        }
    }

    /// Reads the values of a `!DIArgList(…)` that is used as a value, not as a node.
    pub(super) fn argument_values(&mut self) -> Result<Vec<Value>> {
        self.advance();
        self.expect(b'(')?;
        self.list(b')', "expected ')' here", |reader| {
            let start = reader.start;
            let ty = reader.type_of_metadata()?;
            if ty == reader.tables.module.types.common.metadata {
                return reader.error_at(start, ROUNDTRIP);
            }
            reader.value(ty)
        })
    }

    /// Reads the type of a value as metadata.
    fn type_of_metadata(&mut self) -> Result<Type> {
        if self.at_type() { self.ty() } else { self.error("expected metadata operand") }
    }

    /// Reads what follows the type `metadata` of an argument, as a value.
    pub(super) fn metadata_argument(&mut self) -> Result<Value> {
        if self.at_word("null") {
            return self.error("expected metadata operand");
        }
        let metadata = self.metadata_value()?;
        let module = &self.tables.module;
        Ok(module.constants.intern(module.types.common.metadata, metadata).into())
    }

    /// Reads what follows the type `metadata` of an argument.
    pub(super) fn metadata_value(&mut self) -> Result<ConstantKind> {
        if self.token() == Token::MetadataName(b"DIArgList") {
            return Ok(ConstantKind::ArgList(self.argument_values()?.into()));
        }
        if self.at_word("null") {
            return self.error("expected metadata operand");
        }
        if self.at_type() && !self.at_word("metadata") {
            let ty = self.ty()?;
            let start = self.start;
            if let Some(key) = self.local_key() {
                return self.local(key, ty, start).map(ConstantKind::LocalMetadata);
            }
            return Ok(ConstantKind::Metadata(Metadata::Constant(self.constant(ty)?)));
        }
        self.metadata().map(ConstantKind::Metadata)
    }

    /// Reads `, !kind !5, …` after an instruction.
    pub(super) fn attachments(&mut self) -> Result<AttachmentList> {
        let start = self.state().function.attachments.len();
        while self.eat(b',') {
            if !self.at_metadata_name() {
                return self.error("expected metadata after comma");
            }
            let attachment = self.attachment()?;
            self.state().function.attachments.push(attachment);
        }
        let len = self.state().function.attachments.len() - start;
        Ok(AttachmentList::new(start, len))
    }

    /// Reads `!kind !5`.
    pub(super) fn attachment(&mut self) -> Result<(StrId, MdNode)> {
        let Some(kind) = self.metadata_name() else { return self.error("expected metadata attachment") };
        let kind = match self.recent.kinds.get(kind) {
            Some(kind) => kind,
            None => {
                let name = self.tables.module.strings.intern(&unescape(kind));
                self.recent.kinds.keep(kind, name);
                name
            }
        };
        Ok((kind, self.node()?))
    }

    /// Reads a reference to a block's label.
    #[inline(always)]
    pub(super) fn label(&mut self) -> Result<(Key, usize)> {
        if let Some(name) = self.behind("label %")
            && let Some((number, end)) = few_digits(self.text, name)
        {
            let at = name - 1;
            self.step_to(end);
            return Ok((Key::Number(number), at));
        }
        let start = self.start;
        let ty = self.ty()?;
        if ty != self.tables.module.types.common.label {
            self.value(ty)?;
            return self.error_at(start, "expected a basic block");
        }
        self.block_name()
    }

    /// Reads the name of a block, and returns it with its position.
    #[inline(always)]
    pub(super) fn block_name(&mut self) -> Result<(Key, usize)> {
        let at = self.start;
        match self.local_key() {
            Some(key) => Ok((key, at)),
            None => {
                // Whatever else stands there is no value of type `label`.
                self.constant(self.tables.module.types.common.label)?;
                self.error_at(at, "expected a basic block")
            }
        }
    }

    /// Returns an error for the first node that is used but not defined.
    pub(super) fn check_nodes(&self) -> Result<()> {
        match self.undefined_nodes().into_iter().next() {
            Some((at, message)) => self.error_at(at, message),
            None => Ok(()),
        }
    }

    /// The nodes that are used but not defined, with the messages, in order.
    pub(super) fn undefined_nodes(&self) -> Vec<(usize, String)> {
        let skipped = self.failed.iter().flat_map(|failed| &failed.nodes);
        let skipped: FxHashSet<MdNode> =
            skipped.filter_map(|&number| self.tables.nodes.get(number)).collect();
        let undefined = self.tables.undefined_nodes.iter().filter(|(node, _)| !skipped.contains(node));
        let mut undefined: Vec<_> = undefined.map(|(&node, &at)| (at, node)).collect();
        undefined.sort_unstable_by_key(|&(at, _)| at);
        undefined.truncate(MOST_ERRORS);
        let message = |(at, node): (usize, MdNode)| {
            let number = self.tables.nodes.number_of(node).unwrap_or(node.as_u32());
            (at, format!("use of undefined metadata '!{number}'"))
        };
        undefined.into_iter().map(message).collect()
    }
}
