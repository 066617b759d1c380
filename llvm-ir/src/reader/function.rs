//! Reads functions: headers, blocks, and the names in them.

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use super::globals::{NO_BLOCK, Prefix};
use super::lexer::{Token, few_digits, unescape};
use super::names::{Named, Names};
use super::tables::AddressedBlock;
use super::types::UNENDED_PARAMS;
use super::use_lists::Place;
use super::{Key, NO_NUMBER, Reader, Result, integers};
use crate::attributes::{Attribute, AttributeKind, AttributeList, AttributeSetId};
use crate::entity::{Spellings, StrId};
use crate::function::{Block, BlockData, Function, Local};
use crate::globals::{CALLING_CONVENTIONS, Global, GlobalKind, GlobalValue, Linkage};
use crate::instruction::{Alignment, Inst};
use crate::types::{Type, TypeKind};

const DEFINED: usize = usize::MAX;

/// The state of the function being read. Its memory is reused for the next function.
#[derive(Default)]
pub(super) struct FunctionState {
    pub(super) function: Function,
    /// The function's global, once its header has been read.
    pub(super) global: Option<Global>,
    pub(super) return_type: Option<Type>,
    /// The function type with which an inline asm expression would be called.
    pub(super) asm_type: Option<Type>,
    /// The instructions of the current block.
    pub(super) insts: Vec<Inst>,
    names: Names,
    /// Forward references: locals that are used but not defined yet, with the position of their first use.
    undefined_locals: FxHashMap<Local, usize>,
    /// For each block, the position of its first use; `DEFINED` once it is defined.
    first_uses: Vec<usize>,
    /// The number of the next unnamed value or block.
    next: u32,
}

/// The part of the state that a function's header determines.
#[derive(Default)]
pub(super) struct Header {
    global: Option<Global>,
    return_type: Option<Type>,
    names: Names,
    next: u32,
}

impl<'a> Reader<'a> {
    /// Begins a new function, or resumes one whose header has been read.
    pub(super) fn begin_function(&mut self, function: Function, header: &Header) {
        let state = self.function.insert(self.spare.take().unwrap_or_default());
        state.function = function;
        (state.global, state.return_type, state.asm_type) = (header.global, header.return_type, None);
        state.insts.clear();
        state.names.become_like(&header.names);
        state.undefined_locals = FxHashMap::default();
        state.first_uses.clear();
        state.next = header.next;
    }

    /// Sets the current function aside after its header, so that its body can be read by another reader.
    pub(super) fn end_header(&mut self) -> Result<(Function, Header)> {
        let state = self.state();
        if !state.undefined_locals.is_empty() || !state.first_uses.is_empty() {
            return self.error("a header that uses what the body defines");
        }
        let (global, return_type, next) = (state.global, state.return_type, state.next);
        let header = Header { global, return_type, names: std::mem::take(&mut state.names), next };
        Ok((self.end_function(), header))
    }

    /// Ends the current function and keeps the memory of its state.
    pub(super) fn end_function(&mut self) -> Function {
        let mut state = self.function.take().unwrap_or_default();
        let function = std::mem::take(&mut state.function);
        self.spare = Some(state);
        function
    }

    /// What a name of the current function stands for so far.
    pub(super) fn meaning(&self, key: Key) -> Option<Named> {
        self.function.as_ref()?.names.get(key)
    }

    #[inline]
    pub(super) fn state(&mut self) -> &mut FunctionState {
        self.function.get_or_insert_default()
    }

    /// Consumes `before` and a numbered local, if the local is defined and has type `ty`.
    #[inline(always)]
    pub(super) fn known_local(&mut self, before: &str, ty: Type) -> Option<Local> {
        let (number, end) = few_digits(self.text, self.behind(before)?)?;
        let state = self.function.as_ref()?;
        let Named::Local(local) = state.names.get(Key::Number(number))? else { return None };
        let is_right = state.function.locals[local].ty == ty;
        if is_right {
            self.step_to(end);
        }
        is_right.then_some(local)
    }

    /// The local with this name, of type `ty`; a placeholder if it is not defined yet.
    pub(super) fn local(&mut self, key: Key, ty: Type, at: usize) -> Result<Local> {
        let Some(state) = &mut self.function else {
            return self.error_at(at, "invalid use of function-local name");
        };
        match state.names.get(key) {
            None => {}
            Some(Named::Local(local)) => {
                let found = state.function.locals[local].ty;
                if found == ty {
                    return Ok(local);
                }
                return self.error_at(at, self.of_another_type("%", key, found, ty));
            }
            Some(Named::Block(_)) => {
                let label = self.tables.module.types.common.label;
                return self.error_at(at, self.of_another_type("%", key, label, ty));
            }
        }
        if !self.tables.module.types.is_first_class(ty) {
            return self.error_at(at, "invalid use of a non-first-class type");
        }
        let state = self.state();
        let local = state.function.add_local(ty, None);
        state.names.insert(key, Named::Local(local));
        state.undefined_locals.insert(local, at);
        Ok(local)
    }

    /// The message for a value of type `found` that is used as one of type `expected`.
    #[cold]
    pub(super) fn of_another_type(&self, sigil: &str, key: Key, found: Type, expected: Type) -> String {
        let (name, label) = (self.show_key(key), self.tables.module.types.common.label);
        if expected == label {
            let is = if found == label { "cannot be an operand here" } else { "is not a basic block" };
            return format!("'{sigil}{name}' {is}");
        }
        let (found, expected) = (self.show_type(found), self.show_type(expected));
        format!("'{sigil}{name}' defined with type '{found}' but expected '{expected}'")
    }

    /// Defines the local `key`, or the next unnamed one.
    #[inline(always)]
    pub(super) fn define_local(&mut self, key: Option<Key>, ty: Type, at: usize) -> Result<Local> {
        let state = self.function.get_or_insert_default();
        let next = state.next;
        let (key, name) = match key {
            Some(Key::Name(name)) => (Key::Name(name), Some(name)),
            Some(Key::Number(number)) if number < next => {
                return self
                    .error_at(at, format!("instruction expected to be numbered '%{next}' or greater"));
            }
            Some(key) if key != NO_NUMBER => (key, None),
            _ => (Key::Number(next), None),
        };
        if let Key::Number(number) = key {
            state.next = number.saturating_add(1);
        }
        let placeholder = match state.names.get(key) {
            None => {
                let local = state.function.add_local(ty, name);
                state.names.insert(key, Named::Local(local));
                return Ok(local);
            }
            Some(Named::Local(local)) => Some(local),
            Some(Named::Block(block)) if state.first_uses[block.index()] != DEFINED => {
                return self.error_at(at, "instruction forward referenced with type 'label'");
            }
            Some(Named::Block(_)) => None,
        };
        let Some(local) = placeholder.filter(|local| state.undefined_locals.remove(local).is_some()) else {
            let name = self.show_key(key);
            return self.error_at(at, format!("multiple definition of local value named '{name}'"));
        };
        let data = &mut state.function.locals[local];
        data.name = name;
        let used_as = data.ty;
        if used_as != ty {
            let used_as = self.show_type(used_as);
            return self.error_at(at, format!("instruction forward referenced with type '{used_as}'"));
        }
        Ok(local)
    }

    /// The block with this name; a placeholder if it is not defined yet.
    #[inline(always)]
    pub(super) fn block(&mut self, key: Key, at: usize) -> Result<Block> {
        let state = self.state();
        match state.names.get(key) {
            None => {}
            Some(Named::Block(block)) => return Ok(block),
            Some(Named::Local(_)) => {
                let name = self.show_key(key);
                return self.error_at(at, format!("'%{name}' is not a basic block"));
            }
        }
        let block = state.function.blocks.push(BlockData::default());
        state.names.insert(key, Named::Block(block));
        state.first_uses.push(at);
        Ok(block)
    }

    /// Reads `label %b`.
    #[inline(always)]
    pub(super) fn label_block(&mut self) -> Result<Block> {
        let (key, at) = self.label()?;
        self.block(key, at)
    }

    fn define_block(&mut self, key: Option<Key>, at: usize) -> Result<Block> {
        let next = self.state().next;
        let (key, name) = match key {
            Some(Key::Name(name)) => (Key::Name(name), Some(name)),
            Some(Key::Number(number)) if number < next => {
                return self.error_at(at, format!("label expected to be numbered '{next}' or greater"));
            }
            Some(key) if key != NO_NUMBER => (key, None),
            _ => (Key::Number(next), None),
        };
        if let Key::Number(number) = key {
            self.state().next = number.saturating_add(1);
        }
        let is_value = matches!(self.state().names.get(key), Some(Named::Local(_)));
        let block = if is_value { None } else { Some(self.block(key, at)?) };
        let state = self.state();
        let block =
            block.filter(|block| std::mem::replace(&mut state.first_uses[block.index()], DEFINED) != DEFINED);
        let Some(block) = block else {
            let (name, called) = (self.show_key(key), if name.is_some() { "named" } else { "numbered" });
            return self.error_at(at, format!("unable to create block {called} '{name}'"));
        };
        state.function.blocks[block].name = name;
        state.function.layout.push(block);
        Ok(block)
    }

    pub(super) fn calling_convention(&mut self) -> Result<u32> {
        // A shortcut for what mostly follows `call` and is not a calling convention.
        if self.common_type().is_some() || !self.first().is_ascii_lowercase() {
            return Ok(0);
        }
        let find = |word: &[u8]| {
            static SPELLINGS: Spellings<u32> = Spellings::new(CALLING_CONVENTIONS);
            SPELLINGS.find(word).or((word == b"ccc").then_some(0))
        };
        if let Some(number) = self.optional_word(find) {
            return Ok(number);
        }
        if self.eat_word("cc") {
            // LLVM keeps ten bits.
            return Ok(self.u32()? % 1024);
        }
        // `cc10` is a single word.
        if let Some(number) = self
            .optional_word(|word| std::str::from_utf8(word.strip_prefix(b"cc")?).ok()?.parse::<u32>().ok())
        {
            return Ok(number % 1024);
        }
        if self.eat_word("riscv_vls_cc") {
            if !self.eat(b'(') {
                // LLVM's reader skips what follows.
                self.advance();
                return Ok(114);
            }
            let length = self.u32()?;
            self.expect(b')')?;
            if !length.is_power_of_two() || !(32..=65536).contains(&length) {
                return self.error("unknown RISC-V ABI VLEN");
            }
            return Ok(112 + length.trailing_zeros() - 5);
        }
        Ok(0)
    }

    /// Reads `define …` or `declare …`.
    pub(super) fn function_definition(&mut self) -> Result<()> {
        let defines = self.at_word("define");
        self.advance();
        let mut attachments = Vec::new();
        while !defines && self.at_metadata_name() {
            attachments.push(self.attachment()?);
        }
        let linkage_start = self.start;
        let prefix = self.prefix()?;
        let calling_convention = self.calling_convention()?;
        let ret = self.result_attributes()?;
        let ret_start = self.start;
        let return_type = self.ty_or_void()?;
        self.check_linkage(prefix, defines, linkage_start)?;
        self.check_prefix(prefix, linkage_start)?;
        if !self.is_valid_return(return_type) {
            return self.error_at(ret_start, "invalid function return type");
        }
        let objection = match prefix.linkage {
            Linkage::External => None,
            Linkage::Appending | Linkage::Common => Some("invalid function linkage type"),
            Linkage::ExternWeak if defines => Some("invalid linkage for function definition"),
            Linkage::ExternWeak => None,
            _ if defines => None,
            _ => Some("invalid linkage for function declaration"),
        };
        if let Some(objection) = objection {
            return self.error_at(linkage_start, objection);
        }
        let name_start = self.start;
        let Token::Global(name) = self.token() else { return self.error("expected function name") };
        self.advance();
        let key = self.key(name);
        let key = self.global_key(key, "function", name_start)?;
        if !self.at(b'(') {
            return self.error("expected '(' in function argument list");
        }
        self.begin_function(Function::default(), &Header::default());
        let state = self.state();
        state.function.calling_convention = calling_convention;
        state.return_type = Some(return_type);
        let (params, varargs, param_sets) = self.params()?;
        let ty = TypeKind::Function { ret: return_type, params: params.into(), varargs };
        let ty = self.tables.module.types.intern(ty);
        let mut value = GlobalValue::new(None, ty, GlobalKind::Function(Box::default()));
        value.unnamed_addr = self.unnamed_addr();
        if self.at_word("addrspace") {
            value.address_space = self.address_space()?;
        } else {
            value.address_space = self.tables.layout.program_address_space;
        }
        prefix.apply(&mut value);
        let function_set = self.function_fields(key, &mut value)?;
        let is_sret =
            |&set: &AttributeSetId| self.tables.module.attribute(set, AttributeKind::StructRet).is_some();
        if return_type != self.tables.module.types.common.void && param_sets.first().is_some_and(is_sret) {
            return self.error_at(ret_start, "functions with 'sret' argument must return void");
        }
        let list = AttributeList { function: function_set, ret, params: param_sets };
        let list = self.tables.module.attributes.list(list);
        self.state().function.attributes = list;
        value.attachments = attachments;
        self.note_order(Place::Function)?;
        self.check_new(key, name_start, Some(value.address_space))?;
        let global = self.define_global(key, value, name_start)?;
        self.state().global = Some(global);
        if defines {
            while self.at_metadata_name() {
                let attachment = self.attachment()?;
                self.own()?.module.globals[global].attachments.push(attachment);
            }
            if self.skip_body(global)? {
                return Ok(());
            }
            let addressed = self.own()?.addressed_blocks.remove(&global).unwrap_or_default();
            self.addressed(addressed)?;
            self.body()?;
            self.note_body(global);
            self.own()?.defined_functions.insert(global);
        }
        let function = self.end_function();
        if let GlobalKind::Function(known) = &mut self.own()?.module.globals[global].kind {
            **known = function;
        }
        Ok(())
    }

    /// Creates the blocks whose address was taken before the body is read.
    pub(super) fn addressed(&mut self, blocks: Vec<AddressedBlock>) -> Result<()> {
        let global = self.function.as_ref().and_then(|state| state.global);
        let space = global.map_or(0, |global| self.tables.module.globals[global].address_space);
        let types = &self.tables.module.types;
        let found = types.pointer(space);
        for AddressedBlock { key, at, ty, .. } in blocks {
            if let Some(Named::Local(_)) = self.meaning(key) {
                return self.error_at(at, NO_BLOCK);
            }
            if ty != found {
                return self.error_at(at, self.of_another_type("", key, found, ty));
            }
            self.block(key, at)?;
        }
        Ok(())
    }

    fn params(&mut self) -> Result<(Vec<Type>, bool, Vec<AttributeSetId>)> {
        self.expect(b'(')?;
        let (mut types, mut sets, mut varargs) = (Vec::new(), Vec::new(), false);
        if self.eat(b')') {
            return Ok((types, varargs, sets));
        }
        loop {
            if self.token() == Token::Ellipsis {
                self.advance();
                varargs = true;
                break;
            }
            let start = self.start;
            let ty = self.ty()?;
            sets.push(self.param_attributes()?);
            if !self.is_valid_param(ty) {
                return self.error_at(start, "invalid type for function argument");
            }
            types.push(ty);
            let at = self.start;
            let key = self.local_key();
            let local = self.define_parameter(key, ty, start)?;
            // For a parameter, this value is a number as well; elsewhere it means that there is none.
            let has_number = key == Some(NO_NUMBER) && self.text[at + 1] != b'"';
            let state = self.state();
            if has_number {
                state.names.insert(NO_NUMBER, Named::Local(local));
            }
            state.function.args.push(local);
            if !self.eat(b',') {
                break;
            }
        }
        self.require(b')', UNENDED_PARAMS)?;
        Ok((types, varargs, sets))
    }

    /// Defines a parameter that begins at `at`.
    #[inline]
    fn define_parameter(&mut self, key: Option<Key>, ty: Type, at: usize) -> Result<Local> {
        let state = self.state();
        let next = state.next;
        match key {
            Some(Key::Number(number)) if number < next => {
                self.error_at(at, format!("argument expected to be numbered '%{next}' or greater"))
            }
            Some(Key::Name(_)) if key.is_some_and(|key| state.names.get(key).is_some()) => {
                let name = key.map(|key| self.show_key(key)).unwrap_or_default();
                self.error_at(at, format!("redefinition of argument '%{name}'"))
            }
            _ => self.define_local(key, ty, at),
        }
    }

    /// Checks that a function that is defined, or only declared, may have its linkage.
    fn check_linkage(&self, prefix: Prefix, defines: bool, at: usize) -> Result<()> {
        match prefix.linkage {
            Linkage::External => Ok(()),
            Linkage::ExternWeak if defines => self.error_at(at, "invalid linkage for function definition"),
            Linkage::ExternWeak => Ok(()),
            Linkage::Appending | Linkage::Common => self.error_at(at, "invalid function linkage type"),
            _ if !defines => self.error_at(at, "invalid linkage for function declaration"),
            _ => Ok(()),
        }
    }

    /// Reads the fields after the parameters in a header, in their order.
    fn function_fields(&mut self, key: Key, value: &mut GlobalValue) -> Result<AttributeSetId> {
        let mut attributes = self.function_attributes()?;
        if self.eat_word("section") {
            value.section = Some(self.string()?);
        }
        if self.eat_word("partition") {
            value.partition = Some(self.string()?);
        }
        value.comdat = self.comdat(key)?;
        if self.at_word("align") {
            value.alignment = self.alignment()?;
        }
        if self.eat_word("prefalign") {
            self.require(b'(', "expected '('")?;
            let start = self.start;
            let bytes = self.u64()?;
            let Some(alignment) = Alignment::new(bytes).filter(|_| bytes != 0) else {
                return self.error_at(start, "alignment is not a power of two");
            };
            self.require(b')', "expected ')'")?;
            self.state().function.preferred_alignment = alignment;
        }
        if self.eat_word("gc") {
            let gc = self.string()?;
            self.state().function.gc = Some(gc);
        }
        if self.eat_word("prefix") {
            self.state().function.prefix = Some(self.typed_constant()?);
        }
        if self.eat_word("prologue") {
            self.state().function.prologue = Some(self.typed_constant()?);
        }
        if self.eat_word("personality") {
            self.state().function.personality = Some(self.typed_constant()?);
        }
        if let Some(at) = self.builtin {
            return self.error_at(at, "'builtin' attribute not valid on function");
        }
        // The alignment may be among the attributes.
        let is_alignment = |attribute: &Attribute| attribute.kind() == Some(AttributeKind::Alignment);
        if let Some(&Attribute::Integer(_, bytes)) =
            attributes.iter().rfind(|&attribute| is_alignment(attribute))
        {
            value.alignment = Alignment::new(bytes).unwrap_or(value.alignment);
            attributes.retain(|attribute| !is_alignment(attribute));
        }
        Ok(self.tables.module.attributes.set(&self.tables.module.strings, attributes))
    }

    /// Reads `{ … }`. Returns the position of the closing brace.
    pub(super) fn body(&mut self) -> Result<usize> {
        self.body_start = Some(self.start);
        if !self.eat(b'{') {
            return self.error("expected '{' in function body");
        }
        if self.at(b'}') || self.at_word("uselistorder") {
            return self.error("function body requires at least one basic block");
        }
        while !self.at(b'}') && !self.at_word("uselistorder") {
            self.basic_block()?;
        }
        if self.at_word("uselistorder") {
            self.use_lists_of_function()?;
        }
        let state = self.state();
        let locals = state.undefined_locals.iter().map(|(local, at)| (*at, Named::Local(*local)));
        let blocks = state.function.blocks.keys().zip(&state.first_uses);
        let blocks = blocks.filter(|(_, at)| **at != DEFINED).map(|(block, at)| (*at, Named::Block(block)));
        if let Some((at, named)) = locals.chain(blocks).min_by_key(|(at, _)| *at) {
            let name = state.names.key_of(named).map(|key| self.show_key(key)).unwrap_or_default();
            return self.error_at(at, format!("use of undefined value '%{name}'"));
        }
        let close = self.start;
        self.expect(b'}')?;
        self.body_start = None;
        Ok(close)
    }

    #[inline(always)]
    fn basic_block(&mut self) -> Result<()> {
        let start = self.start;
        let label = self.block_label();
        let block = self.define_block(label, start)?;
        loop {
            while self.at(b'#') {
                let start = self.start;
                self.debug_record()?;
                self.note_instruction(start);
            }
            let start = self.start;
            let ends = self.instruction()?;
            self.note_instruction(start);
            if ends {
                break;
            }
        }
        let state = self.state();
        state.function.set_block_insts(block, &state.insts);
        state.insts.clear();
        Ok(())
    }

    /// Consumes the label of a block, if there is one.
    fn block_label(&mut self) -> Option<Key> {
        if !self.lexes_all()
            && let Some((number, end)) = few_digits(self.text, self.start)
            && self.text.get(end) == Some(&b':')
        {
            self.step_to(end + 1);
            return Some(Key::Number(number));
        }
        let key = match self.token() {
            Token::Label(text) => self.label_key(text),
            Token::QuotedLabel(b"") => NO_NUMBER,
            Token::QuotedLabel(text) => Key::Name(self.tables.module.strings.intern(&unescape(text))),
            _ => return None,
        };
        self.advance();
        Some(key)
    }

    fn label_key(&mut self, text: &[u8]) -> Key {
        match text.iter().all(u8::is_ascii_digit) {
            true => Key::Number(integers::value_number(text)),
            false => Key::Name(self.tables.module.strings.intern(text)),
        }
    }

    pub(super) fn intern_scope(&mut self) -> Result<Option<StrId>> {
        if !self.eat_word("syncscope") {
            return Ok(None);
        }
        self.require(b'(', "Expected '(' in syncscope")?;
        let Token::String(_) = self.token() else {
            return self.error("Expected synchronization scope name");
        };
        let scope = self.string()?;
        self.require(b')', "Expected ')' in syncscope")?;
        // The system scope has an empty name.
        Ok((!self.tables.module.strings.get(scope).is_empty()).then_some(scope))
    }
}
