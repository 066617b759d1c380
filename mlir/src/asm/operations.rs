//! Parsing of operations, regions and blocks, and resolution of value and block names.

use std::sync::Arc;

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::ParseResult;
use super::alias_table::AliasTable;
use super::lexer::Token;
use super::parser::{Parser, show};
use super::value_names::{Name, Named, Names};
use crate::attributes::{AttrKind, Attribute, NamedAttribute, NamedAttributes};
use crate::body::{Block, Body, Module, Op, OpState, Region, Value};
use crate::context::OpName;
use crate::declare::{Assembly, AttrClass, AttrDecl, OpDef, Trait};
use crate::diagnostic::Diagnostic;
use crate::location::Location;
use crate::types::Type;

/// A use of a value whose type is not known yet.
#[derive(Clone, Copy, Debug)]
pub struct Unresolved<'a> {
    name: Name<'a>,
    index: u32,
    offset: usize,
}

impl<'a> Unresolved<'a> {
    /// A use of `%name` at `offset`, without a result number.
    pub(super) fn single(name: Name<'a>, offset: usize) -> Self {
        Self { name, index: 0, offset }
    }

    /// Whether both are uses of the same value.
    pub fn is(&self, other: &Unresolved<'_>) -> bool {
        self.name == other.name && self.index == other.index
    }

    /// The name after the `%`.
    pub fn name(&self) -> &'a [u8] {
        self.name.text
    }
}

/// A region argument that the operation spells itself, as functions do.
#[derive(Clone, Copy, Debug)]
pub struct RegionArgument<'a> {
    /// The name after the `%`, if there is one.
    pub name: Option<&'a [u8]>,
    /// The argument's type.
    pub ty: Type,
    /// The argument's location.
    pub location: Location,
}

/// The parts of an operation that its assembly format has parsed so far, by declared group.
#[derive(Default, Debug)]
pub struct ParsedOp<'a> {
    /// Operands, by group.
    pub operands: SmallVec<[SmallVec<[Unresolved<'a>; 2]>; 4]>,
    /// Types of operands, by group; `None` if not spelled.
    pub operand_types: SmallVec<[Option<SmallVec<[Type; 2]>>; 4]>,
    /// Types of results, by group; `None` if not spelled.
    pub result_types: SmallVec<[Option<SmallVec<[Type; 2]>>; 2]>,
    /// Successors, by group.
    pub successors: SmallVec<[SmallVec<[Block; 2]>; 2]>,
    /// Inherent and discardable attributes.
    pub attributes: NamedAttributes,
}

/// A body that is being parsed.
#[derive(Default)]
pub(super) struct Frame<'a> {
    pub(super) body: Body,
    values: Names<'a, Named>,
    /// Placeholders for forward references, each with the offset of its first use.
    forward: FxHashMap<(&'a [u8], u32), (Value, usize)>,
    /// Resolved placeholders and the values that replace them.
    replaced: FxHashMap<Value, Value>,
    scopes: Vec<Scope<'a>>,
}

/// A region that is being parsed.
#[derive(Default)]
struct Scope<'a> {
    /// Names that go out of scope with the region rather than with the body.
    names: Vec<Name<'a>>,
    /// Its blocks; a block that is used but not defined yet has the offset of its first use.
    blocks: Names<'a, (Block, Option<usize>)>,
}

/// Whether a name is only a number, as printers give unnamed values and blocks: `%0`, `%arg1`, `^bb2`.
fn is_number(name: &[u8], prefix: &[u8]) -> bool {
    let digits = name.strip_prefix(prefix).unwrap_or(name);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

impl<'a, 'c> Parser<'a, 'c> {
    #[inline(always)]
    pub(super) fn frame(&mut self) -> &mut Frame<'a> {
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The body that is being parsed.
    #[inline(always)]
    pub(super) fn body(&mut self) -> &mut Body {
        &mut self.frame().body
    }

    /// Parses the whole text as a module.
    pub(super) fn module(mut self) -> Result<Module, Vec<Diagnostic>> {
        let read = self.top_level();
        if read.is_err() || !self.all_aliases_are_defined() {
            // Perhaps an alias definition is not laid out as printers do: search again by tokens.
            let aliases = AliasTable::of_tokens(self.lexer.text);
            if !aliases.is_like(&self.aliases) {
                let mut parser = Self::with_aliases(
                    self.context,
                    self.lexer.text,
                    self.base,
                    self.options,
                    Arc::default(),
                );
                parser.take_aliases(aliases);
                parser.advance();
                let block = parser.top_level()?;
                return parser.whole_module(block);
            }
        }
        self.whole_module(read?)
    }

    /// Parses the whole text into a block.
    pub(super) fn top_level(&mut self) -> Result<Block, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let frame = self.frame();
        let region = frame.body.add_root_region();
        let block = frame.body.add_block(region);
        frame.scopes.push(Scope::default());
        while self.token != Token::Eof {
            let result = match self.token {
                Token::Hash(_) | Token::Bang(_) => self.alias_definition(),
                Token::MetadataBegin => self.file_metadata(),
                _ => self.operation(block),
            };
            if let Err(error) = result {
                errors.append(&mut self.earlier);
                errors.push(error);
                self.frames.truncate(1);
                (self.default_dialect, self.custom_op) = ("builtin", None);
                if self.options.stop_at_first_error || !self.skip_to_next_operation() {
                    break;
                }
            }
        }
        self.close_frame_names();
        if errors.is_empty() {
            // As upstream: undefined uses are reported only if everything else is valid.
            self.undeclared.sort_unstable();
            let uses = self.undeclared.iter();
            errors.extend(uses.map(|&at| self.error_at(at, "use of undeclared SSA value name")));
        }
        if errors.is_empty() { Ok(block) } else { Err(errors) }
    }

    /// The module made of the operations in the top-level block.
    pub(super) fn whole_module(mut self, block: Block) -> Result<Module, Vec<Diagnostic>> {
        let resources = std::mem::take(&mut self.resources);
        let mut module = self.module_of(block)?;
        module.set_resources(resources);
        Ok(module)
    }

    /// The module that is the only operation of the top-level block, if there is one.
    pub(super) fn only_module(&mut self, block: Block) -> Option<Op> {
        let module = self.context.op_name("builtin.module");
        let body = self.body();
        let only = body.block_first(block).filter(|&first| body.block_last(block) == Some(first))?;
        (body.op_name(only) == module).then_some(only)
    }

    fn module_of(mut self, block: Block) -> Result<Module, Vec<Diagnostic>> {
        let context = self.context;
        let only_module = self.only_module(block);
        let mut body = self.frames.pop().unwrap_or_default().body;
        let ops: Vec<Op> = body.block_ops(block).collect();
        let module_name = context.op_name("builtin.module");
        // The location of the start of the text, at line 0 of a file.
        let location = match self.options.before {
            (0, _) => Location::from_attribute(context.attr(AttrKind::FileLocation {
                file: context.ident(&context.sources().file(self.base).unwrap_or_default()),
                line: 0,
                column: 0,
                end: None,
            })),
            _ => Location::from_offset(self.base),
        };
        if let [only] = ops[..]
            && (only_module.is_some() || self.options.no_implicit_module)
        {
            return Ok(Module::from_body(body, only));
        }
        if self.options.no_implicit_module {
            let message = format!("source must contain a single top-level operation, found: {}", ops.len());
            return Err(vec![Diagnostic::error(location, message)]);
        }
        // Wrap everything in a new module.
        Ok(Module::new(|outer| {
            let mut state = OpState::new(module_name, location);
            state.body = Some(Box::new(std::mem::take(&mut body)));
            outer.create_op(context, state)
        }))
    }

    /// For error recovery, skips to the next line that begins a top-level operation. Returns whether there is one.
    fn skip_to_next_operation(&mut self) -> bool {
        let text = self.lexer.text;
        let mut at = self.lexer.position;
        while let Some(newline) = memchr::memchr(b'\n', &text[at.min(text.len())..]) {
            at += newline + 1;
            let rest = &text[at.min(text.len())..];
            // Only unindented lines: indented ones belong to the operation that was given up.
            if rest.starts_with(b"module") || rest.starts_with(b"\"") || self.begins_with_dialect(rest) {
                self.seek(at);
                return true;
            }
        }
        false
    }

    /// Whether a text begins with the namespace of a known dialect, followed by a dot.
    fn begins_with_dialect(&self, text: &[u8]) -> bool {
        let end = text.iter().position(|&c| !(c.is_ascii_alphanumeric() || c == b'_'));
        end.is_some_and(|end| text[end] == b'.' && self.context.dialect(&show(&text[..end])).is_some())
    }

    /// Parses an operation and appends it to `block`.
    fn operation(&mut self, block: Block) -> ParseResult<()> {
        self.nested(|parser| parser.operation_inner(block))
    }

    fn operation_inner(&mut self, block: Block) -> ParseResult<()> {
        let mut names: SmallVec<[(&'a [u8], u32, usize); 1]> = SmallVec::new();
        if self.at_operand() {
            loop {
                let Token::Percent(name) = self.token else {
                    return Err(self.error("expected valid ssa identifier"));
                };
                let at = self.start;
                self.advance();
                let count = if self.eat(b':') { self.integer()? } else { 1 };
                if !(1..=i128::from(u16::MAX)).contains(&count) {
                    return Err(self.error_at(at, "expected named operation to have at least 1 result"));
                }
                names.push((name, count as u32, at));
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b'=')?;
        }
        let start = self.start;
        let op = self.unnamed_operation(block)?;
        self.append_read(block, op);
        let mut results = self.body().results(op);
        let expected: u32 = names.iter().map(|(_, count, _)| count).sum();
        if !names.is_empty() && expected as usize != results.len() {
            let message = match results.len() {
                0 => "cannot name an operation with no results".to_owned(),
                count => format!("operation defines {count} results but was provided {expected} to bind"),
            };
            return Err(self.error_at(names.first().map_or(start, |name| name.2), message));
        }
        for (name, count, at) in names {
            let Some(first) = results.next() else { break };
            self.define_results(Name::new(name), first, count, at)?;
            results.by_ref().take(count as usize - 1).for_each(drop);
        }
        Ok(())
    }

    /// Appends a parsed operation to `block`.
    pub(super) fn append_read(&mut self, block: Block, op: Op) {
        self.body().append_op(block, op);
        if let Some(deferred) = &mut self.deferred {
            deferred.made(op, self.frames.len());
        }
    }

    /// Defines the name of an operation's results.
    pub(super) fn define_results(
        &mut self,
        name: Name<'a>,
        first: Value,
        count: u32,
        at: usize,
    ) -> ParseResult<()> {
        self.define_values(name, first, count, at)?;
        if count == 1 && !name.is_number() && !is_number(name.text, b"") {
            let ident = self.context.ident_of_bytes(name.text);
            self.body().set_value_name(first, Some(ident));
        }
        Ok(())
    }

    /// Parses an operation from its name on, after the names of its results.
    fn unnamed_operation(&mut self, block: Block) -> ParseResult<Op> {
        let (location, line) = (self.location(), self.line());
        let before = self.before(line);
        let mut state = match self.token {
            Token::String(_) => self.generic_operation(location)?,
            Token::Bare(name) => self.custom_operation(name, location)?,
            _ => return Err(self.error("expected operation name in quotes")),
        };
        let end = self.end();
        if let Some(location) = self.optional_location()? {
            state.location = location;
        }
        for implied in std::mem::take(&mut self.implied) {
            self.body().append_op(block, implied);
        }
        let context = self.context;
        let op = self.body().create_op_of(context, &mut state);
        if let Some(before) = before {
            self.keep(before, op, &end);
        }
        Ok(op)
    }

    /// Creates an operation that the spelling of the current one implies, to be inserted before it. Returns its result.
    pub fn imply(&mut self, state: OpState) -> Option<Value> {
        let context = self.context;
        let op = self.body().create_op(context, state);
        self.implied.push(op);
        self.body().result(op)
    }

    /// Parses `"dialect.name"(…) …`.
    fn generic_operation(&mut self, location: Location) -> ParseResult<OpState> {
        let start = self.start;
        let name = self.string()?;
        let Ok(text) = std::str::from_utf8(self.context.bytes(name)).map(str::to_owned) else {
            return Err(self.error_at(start, "operation names that are not UTF-8 are not supported"));
        };
        if text.is_empty() {
            return Err(self.error_at(start, "empty operation name is invalid"));
        }
        if text.contains('\0') {
            return Err(self.error_at(start, "null character not allowed in operation name"));
        }
        let mut state = OpState::new(self.context.op_name(&text), location);
        let mut def = self.context.op_name_data(state.name).def;
        // A stand-in may have references in the place of its attributes.
        let stands_in = def.is_none();
        if def.is_none() {
            match self.of_stand_in(&text) {
                Some(name) => {
                    state.name = self.context.op_name(&name);
                    def = self.context.op_name_data(state.name).def;
                }
                None => self.check_unregistered(&text, self.start)?,
            }
        }
        self.expect(b'(')?;
        let operands = self.list(b')', Self::parse_operand)?;
        if self.eat(b'[') {
            state.successors = self.list(b']', Self::parse_successor)?.into();
        }
        if self.eat(b'<') {
            state.properties = self.optional_attr_dict()?;
            self.expect(b'>')?;
            if !stands_in {
                self.convert_properties(def, &mut state.properties, start)?;
            }
        }
        if self.eat(b'(') {
            let isolated = def.is_some_and(OpDef::is_isolated);
            if isolated {
                self.push_frame();
            }
            let dialect = def.and_then(OpDef::default_dialect).unwrap_or_default();
            let outer = std::mem::replace(&mut self.default_dialect, dialect);
            let regions = self.list(b')', |parser| parser.region_here(isolated, &[]))?;
            self.default_dialect = outer;
            match isolated {
                true => state.body = Some(Box::new(self.pop_frame())),
                false => state.regions = regions.into(),
            }
        } else if def.is_some_and(OpDef::is_isolated) {
            state.body = Some(Box::default());
        }
        let attributes = self.optional_attr_dict()?;
        sort_attributes(def, attributes, &mut state, self.context);
        if !self.eat(b':') {
            return Err(self.error("expected ':' followed by operation type"));
        }
        let type_start = self.start;
        let (inputs, results) = self.function_type_parts()?;
        if inputs.len() != operands.len() {
            let (found, expected) = (inputs.len(), operands.len());
            let plural = if expected == 1 { "" } else { "s" };
            return Err(self
                .error_at(type_start, format!("expected {expected} operand type{plural} but had {found}")));
        }
        for (operand, ty) in operands.into_iter().zip(inputs) {
            let value = self.resolve(operand, ty)?;
            state.operands.push(value);
        }
        state.result_types = results.into();
        Ok(state)
    }

    #[cold]
    fn unknown_dialect(&self, dialect: &str, op: &str, tried: &str, at: usize) -> Diagnostic {
        let mut names: Vec<&str> = self.context.dialects().iter().map(|dialect| dialect.namespace).collect();
        names.sort_unstable();
        let note = format!(
            "Available dialects: {} ; for more info on dialect registration see https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management",
            names.join(", ")
        );
        self.error_at(at, format!("Dialect `{dialect}' not found for custom op '{op}' {tried}"))
            .with_note(self.location_at(at), note)
    }

    /// Normalizes the properties of an operation in generic form.
    ///
    /// # Errors
    /// A property whose attribute is not of the declared kind; the message is MLIR's.
    fn convert_properties(
        &mut self,
        def: Option<&'static OpDef>,
        properties: &mut [NamedAttribute],
        start: usize,
    ) -> ParseResult<()> {
        let context = self.context;
        let Some(def) = def else { return Ok(()) };
        for index in 0..properties.len() {
            let entry = properties[index];
            let name = context.str(entry.name);
            let Some(decl) = def.attribute(name) else { continue };
            if let Some(value) = super::params::property_value(context, decl.class, entry.value) {
                properties[index].value = value;
                continue;
            }
            let all =
                super::attribute_to_string(context, Attribute::dictionary(context, properties.to_vec()));
            let value = super::attribute_to_string(context, entry.value);
            let what = match decl.class {
                AttrClass::NamedEnum(_, of) => {
                    let of = of.cpp_name.unwrap_or(of.name);
                    format!("expected {of}Attr or IntegerAttr storage for {of}")
                }
                _ => format!("Invalid attribute `{name}` in property conversion: {value}"),
            };
            let op = def.name;
            return Err(self.error_at(start, format!("invalid properties {all} for op {op}: {what}")));
        }
        Ok(())
    }

    /// Checks that an undeclared operation is acceptable; the verifier asks its dialect again.
    fn check_unregistered(&self, name: &str, at: usize) -> ParseResult<()> {
        let known = name.split_once('.').is_some_and(|(dialect, _)| self.context.dialect(dialect).is_some());
        if known || self.options.allow_unregistered_dialects {
            return Ok(());
        }
        let message = "operation being parsed with an unregistered dialect. If this is intended, please use \
                       -allow-unregistered-dialect with the MLIR tool used";
        Err(self.error_at(at, message))
    }

    /// Parses `dialect.name …`.
    fn custom_operation(&mut self, name: &'a [u8], location: Location) -> ParseResult<OpState> {
        let start = self.start;
        if let Some(&(op_name, def)) = self.cache.operations.get(name) {
            return self.declared_operation(op_name, def, "", location);
        }
        let text = std::str::from_utf8(name).unwrap_or_default();
        let full = match text.contains('.') {
            true => std::borrow::Cow::Borrowed(text),
            // At the top level and in modules the default dialect is `builtin`; in other operations it is another dialect or none.
            false if self.default_dialect.is_empty() => std::borrow::Cow::Borrowed(text),
            false => std::borrow::Cow::Owned(format!("{}.{text}", self.default_dialect)),
        };
        let mut op_name = self.context.op_name(&full);
        let mut full = full;
        if self.options.old_spellings
            && let Some(renamed) = self.renamed(text, &full)
        {
            op_name = self.context.op_name(&renamed);
            full = renamed.into();
        }
        let Some(def) = self.context.op_name_data(op_name).def else {
            if let Some(former) = self.former_operation(&full) {
                self.advance();
                let mut state = OpState::new(op_name, location);
                former(self, &mut state)?;
                return Ok(state);
            }
            let dialect = full.split_once('.').map_or("", |(dialect, _)| dialect);
            let tried = match text.contains('.') {
                true => String::new(),
                false => format!(" (tried '{}.{text}' as well)", self.default_dialect),
            };
            if self.context.dialect(dialect).is_none() {
                return Err(self.unknown_dialect(dialect, text, &tried, start));
            }
            return Err(self.error_at(start, format!("custom op '{text}' is unknown{tried}")));
        };
        if text.contains('.') && !self.options.old_spellings {
            self.cache.operations.insert(name, (op_name, def));
        }
        self.declared_operation(op_name, def, text, location)
    }

    /// Parses a declared operation after its name; `text` is the spelled name if old spellings are accepted.
    fn declared_operation(
        &mut self,
        op_name: OpName,
        def: &'static OpDef,
        text: &str,
        location: Location,
    ) -> ParseResult<OpState> {
        let start = self.start;
        let outer = self.custom_op.replace((def.name, start));
        let mut state = OpState::new(op_name, location);
        self.advance();
        let after_name = self.start;
        let read = match &def.assembly {
            Assembly::Generic => {
                return Err(self.error_at(start, format!("op '{}' has no custom assembly form", def.name)));
            }
            Assembly::Custom { parse, .. } => parse(self, &mut state),
            Assembly::Format(_) => self.formatted_operation(def, &mut state),
        };
        if let Err(error) = read {
            let old_form = self.options.old_spellings.then(|| self.old_form(def.name)).flatten();
            let Some(old_form) = old_form else { return Err(error) };
            self.seek(after_name);
            state = OpState::new(op_name, location);
            old_form(self, &mut state)?;
        }
        if self.options.old_spellings {
            self.complete_old(def.name, text, &mut state);
        }
        self.custom_op = outer;
        if def.is_isolated() && state.body.is_none() {
            state.body = Some(Box::default());
        }
        let mut attributes = std::mem::take(&mut state.attributes);
        if !state.properties.is_empty() {
            attributes.append(&mut state.properties);
        }
        sort_attributes(Some(def), attributes, &mut state, self.context);
        Ok(state)
    }

    // Values.

    /// Parses `%name` or `%name#1`.
    pub fn parse_operand(&mut self) -> ParseResult<Unresolved<'a>> {
        let Token::Percent(name) = self.token else { return Err(self.error("expected SSA operand")) };
        let offset = self.start;
        let after_name = self.lexer.position;
        self.advance();
        let mut index = 0;
        // An alias may follow an operand too, but its name is not a number.
        if let Token::Hash(number) = self.token
            && (self.start == after_name || number.iter().all(u8::is_ascii_digit))
        {
            index = std::str::from_utf8(number)
                .ok()
                .and_then(|number| number.parse().ok())
                .ok_or_else(|| self.error("invalid SSA value result number"))?;
            self.advance();
        }
        Ok(Unresolved { name: Name::new(name), index, offset })
    }

    /// Parses operands separated by commas, if there are any.
    pub fn parse_operands(&mut self) -> ParseResult<SmallVec<[Unresolved<'a>; 2]>> {
        let mut operands = SmallVec::new();
        while self.at_operand() {
            operands.push(self.parse_operand()?);
            if !self.eat(b',') {
                break;
            }
        }
        Ok(operands)
    }

    /// The used value, of type `ty`; a placeholder if it is a forward reference.
    pub fn resolve(&mut self, operand: Unresolved<'a>, ty: Type) -> ParseResult<Value> {
        let Unresolved { name, index, offset } = operand;
        if let Some(value) = self.known_value(operand)? {
            let found = self.body().value_type(value);
            if found == ty {
                return Ok(value);
            }
            let (expected, found) =
                (super::type_to_string(self.context, ty), super::type_to_string(self.context, found));
            let message = format!(
                "use of value '%{}' expects different type than prior uses: '{expected}' vs '{found}'",
                show(name.text)
            );
            let location = match self.frame().values.get(name) {
                Some(Named { at, .. }) => self.location_at(at as usize),
                None => self.body().value_location(value),
            };
            return Err(self.error_at(offset, message).with_note(location, "prior use here"));
        }
        let context = self.context;
        let op_name = context.op_name("builtin.unrealized_conversion_cast");
        let (location, empty) = (self.location_at(offset), context.common.empty_dictionary);
        let frame = self.frame();
        let placeholder = frame.body.create_simple(op_name, location, &[], &[ty], empty, empty);
        let value = frame.body.made_result(placeholder);
        frame.forward.insert((name.text, index), (value, offset));
        Ok(value)
    }

    /// The used value or its placeholder, if either exists.
    #[inline]
    pub(super) fn known_value(&mut self, operand: Unresolved<'a>) -> ParseResult<Option<Value>> {
        let Unresolved { name, index, offset } = operand;
        let frame = self.frame();
        match frame.values.get(name) {
            Some(Named { count, .. }) if index >= count => {
                Err(self.error_at(offset, "reference to invalid result number"))
            }
            Some(Named { first, .. }) => Ok(Some(Value::new(first.index() + index as usize))),
            None => Ok(frame.forward.get(&(name.text, index)).map(|(value, _)| *value)),
        }
    }

    /// The offset of a name's sigil; `name` must be a slice of the text.
    fn name_at(&self, name: &[u8]) -> usize {
        (name.as_ptr() as usize).saturating_sub(self.lexer.text.as_ptr() as usize + 1)
    }

    fn define_values(&mut self, name: Name<'a>, first: Value, count: u32, at: usize) -> ParseResult<()> {
        let named = Named { first, count, at: self.name_at(name.text) as u32 };
        let frame = self.frame();
        if let Some(Named { at: defined, .. }) = frame.values.define(name, named) {
            let location = self.location_at(defined as usize);
            let message = format!("redefinition of SSA value '%{}'", show(name.text));
            return Err(self.error_at(at, message).with_note(location, "previously defined here"));
        }
        if let [_, .., scope] = &mut frame.scopes[..] {
            scope.names.push(name);
        }
        if frame.forward.is_empty() {
            return Ok(());
        }
        for index in 0..count {
            let frame = self.frame();
            let Some((placeholder, used)) = frame.forward.remove(&(name.text, index)) else { continue };
            let value = Value::new(first.index() + index as usize);
            let (expected, found) = (frame.body.value_type(placeholder), frame.body.value_type(value));
            frame.replaced.insert(placeholder, value);
            if expected != found {
                let (expected, found) = (
                    super::type_to_string(self.context, expected),
                    super::type_to_string(self.context, found),
                );
                let message =
                    format!("definition of SSA value '%{}#{index}' has type '{found}'", show(name.text));
                let location = self.location_at(used);
                let note = format!("previously used here with type '{expected}'");
                return Err(self.error_at(at, message).with_note(location, note));
            }
        }
        Ok(())
    }

    /// Reports undefined names, and replaces placeholders by their values.
    fn close_frame_names(&mut self) {
        let undeclared: Vec<usize> = self.frame().forward.drain().map(|(_, (_, at))| at).collect();
        self.undeclared.extend(undeclared);
        let frame = self.frame();
        if !frame.replaced.is_empty() {
            let replaced = &frame.replaced;
            frame.body.map_operands(|operand| *replaced.get(&operand).unwrap_or(&operand));
        }
    }

    /// Begins a body.
    pub(super) fn push_frame(&mut self) {
        let values = std::mem::take(&mut self.cache.values);
        self.frames.push(Frame { values, ..Frame::default() });
    }

    pub(super) fn pop_frame(&mut self) -> Body {
        self.close_frame_names();
        let mut frame = self.frames.pop().unwrap_or_default();
        frame.values.clear();
        self.cache.values = frame.values;
        frame.body
    }

    // Regions and blocks.

    /// Parses a region of an operation into `state`; its entry block has the arguments `args`.
    pub fn parse_region(&mut self, state: &mut OpState, args: &[RegionArgument<'a>]) -> ParseResult<()> {
        let def = self.context.op_name_data(state.name).def;
        let dialect = def.and_then(OpDef::default_dialect).unwrap_or_default();
        let outer = (std::mem::replace(&mut self.default_dialect, dialect), self.custom_op.take());
        if def.is_some_and(OpDef::is_isolated) {
            self.push_frame();
            self.region_here(true, args)?;
            state.body = Some(Box::new(self.pop_frame()));
        } else {
            let region = self.region_here(false, args)?;
            state.regions.push(region);
        }
        (self.default_dialect, self.custom_op) = outer;
        Ok(())
    }

    /// As [`parse_region`](Self::parse_region), then adds the implicit terminator if there is none.
    pub fn parse_region_with_terminator(
        &mut self,
        state: &mut OpState,
        args: &[RegionArgument<'a>],
    ) -> ParseResult<()> {
        self.parse_region(state, args)?;
        self.ensure_terminator(state);
        Ok(())
    }

    /// Adds a region without blocks to the operation.
    pub fn add_empty_region(&mut self, state: &mut OpState) {
        state.regions.push(self.body().add_region());
    }

    /// The operation's last region, and the body that holds it: one of its own if it is isolated. `None` if no region has been parsed.
    pub fn last_region<'s>(&'s mut self, state: &'s mut OpState) -> Option<(&'s mut Body, Region)> {
        match (&mut state.body, state.regions.last()) {
            (_, Some(&region)) => Some((self.body(), region)),
            (Some(body), None) => {
                let &region = body.root_regions().last()?;
                Some((body, region))
            }
            (None, None) => None,
        }
    }

    /// Adds the implicit terminator at the end of the operation's last region if it has none, creating the block if necessary.
    /// MLIR: `ensureTerminator`.
    pub fn ensure_terminator(&mut self, state: &mut OpState) {
        let context = self.context;
        let def = context.op_name_data(state.name).def;
        let implicit = def.and_then(|def| {
            def.traits.iter().find_map(|t| match t {
                Trait::SingleBlockImplicitTerminator(name) => Some(*name),
                _ => None,
            })
        });
        let single = def.is_some_and(|def| def.has(|t| matches!(t, Trait::SingleBlock)));
        if implicit.is_none() && !single {
            return;
        }
        let location = state.location;
        let Some((body, region)) = self.last_region(state) else { return };
        let block = match *body.region_blocks(region) {
            [] => body.add_block(region),
            [.., block] => block,
        };
        let Some(name) = implicit else { return };
        let terminated = body.block_last(block).is_some_and(|last| {
            context.op_name_data(body.op_name(last)).def.is_some_and(OpDef::is_terminator)
        });
        if !terminated {
            let mut terminator = OpState::new(context.op_name(name), location);
            let regions = context.op_name_data(terminator.name).def.map_or(&[][..], |def| def.regions);
            for _ in regions.iter().filter(|region| !region.variadic) {
                let region = body.add_region();
                body.add_block(region);
                terminator.regions.push(region);
            }
            let terminator = body.create_op(context, terminator);
            body.append_op(block, terminator);
        }
    }

    /// Parses a region into the current body.
    pub(super) fn region_here(&mut self, root: bool, args: &[RegionArgument<'a>]) -> ParseResult<Region> {
        let open = self.start;
        self.expect(b'{')?;
        let frame = self.frame();
        let region = if root { frame.body.add_root_region() } else { frame.body.add_region() };
        frame.scopes.push(Scope::default());
        let mut block = None;
        if !args.is_empty() {
            if let Token::Caret(_) = self.token {
                return Err(self.error("invalid block name in region with named arguments"));
            }
            let entry = self.body().add_block(region);
            for arg in args {
                let value = self.body().add_argument(entry, arg.ty, arg.location);
                if let Some(name) = arg.name {
                    self.define_argument(name, value, open)?;
                }
            }
            block = Some(entry);
        }
        loop {
            if let Some(block) = block {
                self.repeat(block)?;
            }
            match (self.token, block) {
                (Token::Punct(b'}'), _) => break,
                (Token::Caret(name), _) => block = Some(self.block_header(name, region)?),
                (Token::Eof, _) => return Err(self.error("expected '}' at the end of a region")),
                (_, Some(block)) => self.operation(block)?,
                (_, None) => block = Some(self.body().add_block(region)),
            }
        }
        self.advance();
        let scope = self.frame().scopes.pop().unwrap_or_default();
        let mut undefined: Vec<usize> = scope.blocks.all().filter_map(|(_, used)| used).collect();
        undefined.sort_unstable();
        let undefined_block = |at: usize| {
            let name = &self.lexer.text[at + 1..Name::end(self.lexer.text, at + 1).0];
            self.error_at(at, format!("reference to an undefined block '^{}'", show(name)))
        };
        let mut errors: Vec<_> = undefined.into_iter().map(undefined_block).collect();
        if let Some(last) = errors.pop() {
            self.earlier.append(&mut errors);
            return Err(last);
        }
        let frame = self.frame();
        match frame.scopes.is_empty() {
            true => frame.values.clear(),
            false => scope.names.iter().for_each(|&name| frame.values.remove(name)),
        }
        Ok(region)
    }

    fn define_argument(&mut self, name: &'a [u8], value: Value, at: usize) -> ParseResult<()> {
        if !is_number(name, b"arg") {
            let ident = self.context.ident_of_bytes(name);
            self.body().set_value_name(value, Some(ident));
        }
        self.define_values(Name::new(name), value, 1, at)
    }

    /// Parses `^name(%a: type, …):`.
    fn block_header(&mut self, name: &'a [u8], region: Region) -> ParseResult<Block> {
        let at = self.start;
        self.advance();
        let key = Name::of_block(name);
        let block = match self.frame().scopes.last().and_then(|scope| scope.blocks.get(key)) {
            Some((_, None)) => {
                return Err(self.error_at(at, format!("redefinition of block '^{}'", show(name))));
            }
            Some((block, Some(_))) => block,
            None => self.body().create_block(),
        };
        if let Some(scope) = self.frame().scopes.last_mut() {
            scope.blocks.set(key, (block, None));
        }
        self.body().append_block(region, block);
        if !key.is_number() && !is_number(name, b"bb") {
            let ident = self.context.ident_of_bytes(name);
            self.body().set_block_name(block, Some(ident));
        }
        if self.eat(b'(') {
            self.list(b')', |parser| {
                let at = parser.start;
                let Token::Percent(name) = parser.token else {
                    return Err(parser.error("expected SSA operand"));
                };
                let location = parser.location();
                parser.advance();
                let ty = parser.colon_type()?;
                let location = parser.optional_location()?.unwrap_or(location);
                let value = parser.body().add_argument(block, ty, location);
                parser.define_argument(name, value, at)
            })?;
        }
        self.expect(b':')?;
        Ok(block)
    }

    /// Parses `^name`.
    pub fn parse_successor(&mut self) -> ParseResult<Block> {
        let Token::Caret(name) = self.token else { return Err(self.error("expected block name")) };
        let at = self.start;
        self.advance();
        Ok(self.block_named(name, at))
    }

    /// The block called `name`, used at `at`; created if it is a forward reference.
    pub(super) fn block_named(&mut self, name: &'a [u8], at: usize) -> Block {
        if let Some(block) = self.known_block(name) {
            return block;
        }
        let block = self.body().create_block();
        if let Some(scope) = self.frame().scopes.last_mut() {
            scope.blocks.set(Name::of_block(name), (block, Some(at)));
        }
        block
    }

    pub(super) fn known_block(&mut self, name: &[u8]) -> Option<Block> {
        let scope = self.frame().scopes.last()?;
        scope.blocks.get(Name::of_block(name)).map(|(block, _)| block)
    }

    /// Parses `(%a, %b : type, type)` if present: the operands that a terminator passes to a successor.
    pub fn parse_successor_operands(&mut self) -> ParseResult<Vec<Value>> {
        if !self.eat(b'(') {
            return Ok(Vec::new());
        }
        let operands = self.parse_operands()?;
        self.expect(b':')?;
        let mut values = Vec::with_capacity(operands.len());
        for (index, operand) in operands.into_iter().enumerate() {
            if index != 0 {
                self.expect(b',')?;
            }
            let ty = self.parse_type()?;
            values.push(self.resolve(operand, ty)?);
        }
        self.expect(b')')?;
        Ok(values)
    }
}

/// Splits attributes into properties (those that the declaration names) and discardable attributes of `state`.
fn sort_attributes(
    def: Option<&'static OpDef>,
    attributes: NamedAttributes,
    state: &mut OpState,
    context: &crate::Context,
) {
    let declared = &context.facts(state.name).attributes;
    let sizes = [context.common.operand_segment_sizes, context.common.result_segment_sizes];
    for entry in attributes {
        let index = declared.iter().position(|name| *name == entry.name);
        let decl = index.and_then(|index| def?.attributes.get(index));
        // An attribute that MLIR declares as a property is one only if it is spelled as a property.
        let is_inherent = |decl: &AttrDecl| {
            !matches!(decl.class, AttrClass::NamedEnum(..)) || entry.value.as_u64(context).is_some()
        };
        let inherent = decl.is_some_and(is_inherent) || def.is_some() && sizes.contains(&entry.name);
        if inherent { &mut state.properties } else { &mut state.attributes }.push(entry);
    }
}

/// A dictionary entry for a literal name.
pub(super) fn entry(context: &crate::Context, name: &'static str, value: Attribute) -> NamedAttribute {
    NamedAttribute { name: context.name(name), value }
}
