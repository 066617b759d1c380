//! Reads variables, aliases and ifuncs, and references to globals.

use super::lexer::{Name, Token};
use super::names::Named;
use super::tables::{AddressedBlock, UndefinedGlobal};
use super::use_lists::Place;
use super::{Key, NO_NUMBER, Reader, Result};
use crate::entity::StrId;
use crate::function::Block;
use crate::globals::{
    CodeModel, Comdat, ComdatData, ComdatKind, DllStorage, Global, GlobalKind, GlobalValue, Linkage,
    Sanitizer, TlsModel, UnnamedAddr, Variable, Visibility,
};
use crate::instruction::Alignment;
use crate::types::{Type, TypeKind};

/// The keywords that may precede `global`, `alias`, `define` and the like.
#[derive(Clone, Copy)]
pub(super) struct Prefix {
    pub(super) linkage: Linkage,
    pub(super) explicit_linkage: bool,
    pub(super) dso_local: bool,
    pub(super) visibility: Visibility,
    pub(super) dll_storage: DllStorage,
}

impl Prefix {
    pub(super) fn apply(self, value: &mut GlobalValue) {
        value.linkage = self.linkage;
        value.visibility = self.visibility;
        value.dll_storage = self.dll_storage;
        value.dso_local = self.dso_local || value.implies_dso_local();
    }
}

impl<'a> Reader<'a> {
    /// The global with this name; a placeholder if it is not defined yet. `address_space` is that of the pointer as which it is used,
    /// if it is.
    pub(super) fn global(&mut self, key: Key, address_space: Option<u32>, at: usize) -> Result<Global> {
        if let Some(&global) = self.tables.globals.get(&key) {
            let mut found = Some(self.tables.module.globals[global].address_space);
            if self.tables.undefined_globals.contains_key(&global)
                && let Some(undefined) = self.own()?.undefined_globals.get_mut(&global)
            {
                undefined.uses += 1;
                undefined.address_space = undefined.address_space.or(address_space);
                found = undefined.address_space;
            }
            if let (Some(found), Some(address_space)) = (found, address_space)
                && found != address_space
                && !self.failed.as_ref().is_some_and(|failed| failed.globals.contains(&key))
            {
                let pointer = |space| self.tables.module.types.pointer(space);
                let (found, expected) = (pointer(found), pointer(address_space));
                return self.error_at(at, self.of_another_type("@", key, found, expected));
            }
            return Ok(global);
        }
        let ty = self.tables.module.types.common.i8;
        let mut value = GlobalValue::new(None, ty, GlobalKind::Variable(Variable::default()));
        value.address_space = address_space.unwrap_or(0);
        let tables = self.own()?;
        let global = tables.module.globals.push(value);
        tables.globals.insert(key, global);
        let undefined = UndefinedGlobal { at, uses: 1, calls: 0, called_as: Vec::new(), address_space };
        tables.undefined_globals.insert(global, undefined);
        Ok(global)
    }

    /// Checks that a global is not defined yet. `function` is the address space of a function that is to be defined.
    pub(super) fn check_new(&self, key: Key, at: usize, function: Option<u32>) -> Result<()> {
        let Some(&global) = self.tables.globals.get(&key) else { return Ok(()) };
        let known = &self.tables.module.globals[global];
        let name = self.show_key(key);
        let Some(undefined) = self.tables.undefined_globals.get(&global) else {
            let message = match (function, known.as_function()) {
                (Some(_), Some(_)) => format!("invalid redefinition of function '{name}'"),
                (Some(_), None) => format!("redefinition of function '@{name}'"),
                (None, _) => format!("redefinition of global '@{name}'"),
            };
            return self.error_at(at, message);
        };
        let (Some(space), Some(found)) = (function, undefined.address_space) else { return Ok(()) };
        if space == found {
            return Ok(());
        }
        let pointer = |space| self.show_type(self.tables.module.types.pointer(space));
        let (expected, found) = (pointer(space), pointer(found));
        let message = match key {
            Key::Name(_) => format!(
                "invalid forward reference to function '{name}' with wrong type: expected '{expected}' but was '{found}'"
            ),
            Key::Number(_) => format!(
                "type of definition and forward reference of '@{name}' disagree: expected '{expected}' but was '{found}'"
            ),
        };
        self.error_at(undefined.at, message)
    }

    /// Checks that earlier uses of a variable or alias are in its address space.
    fn check_space(&self, key: Key, space: u32, what: &str, at: usize) -> Result<()> {
        let global = self.tables.globals.get(&key);
        let undefined = global.and_then(|global| self.tables.undefined_globals.get(global));
        match undefined.and_then(|undefined| undefined.address_space) {
            Some(used) if used != space => {
                self.error_at(at, format!("forward reference and definition of {what} have different types"))
            }
            _ => Ok(()),
        }
    }

    /// Stores a defined global, at the end of the list for its kind.
    pub(super) fn define_global(&mut self, key: Key, mut value: GlobalValue, at: usize) -> Result<Global> {
        value.name = match key {
            Key::Name(name) => Some(name),
            Key::Number(_) => None,
        };
        let global = match self.tables.globals.get(&key).copied() {
            None => {
                let tables = self.own()?;
                let global = tables.module.globals.push(value);
                tables.globals.insert(key, global);
                global
            }
            Some(global) => {
                let tables = self.own()?;
                tables.undefined_globals.remove(&global);
                tables.module.globals[global] = value;
                global
            }
        };
        self.note_global(global, at);
        let module = &mut self.own()?.module;
        match module.globals[global].kind {
            GlobalKind::Variable(_) => module.variables.push(global),
            GlobalKind::Function(_) => module.functions.push(global),
            GlobalKind::Alias(_) => module.aliases.push(global),
            GlobalKind::IFunc(_) => module.ifuncs.push(global),
        }
        Ok(global)
    }

    /// The key for a definition. Numbers must ascend.
    pub(super) fn global_key(&mut self, key: Key, what: &str, at: usize) -> Result<Key> {
        if let Key::Number(number) = key {
            if key == NO_NUMBER {
                let next = self.tables.next_global;
                self.own()?.next_global = next.saturating_add(1);
                return Ok(Key::Number(next));
            }
            if number < self.tables.next_global {
                let next = self.tables.next_global;
                return self.error_at(at, format!("{what} expected to be numbered '@{next}' or greater"));
            }
            self.own()?.next_global = number.saturating_add(1);
        }
        Ok(key)
    }

    pub(super) fn prefix(&mut self) -> Result<Prefix> {
        let linkage = self.optional_word(Linkage::from_spelling);
        let dso_local = self.eat_word("dso_local");
        if !dso_local {
            self.eat_word("dso_preemptable");
        }
        let prefix = Prefix {
            linkage: linkage.unwrap_or(Linkage::External),
            explicit_linkage: linkage.is_some(),
            dso_local,
            visibility: self.optional_word(Visibility::from_spelling).unwrap_or(Visibility::Default),
            dll_storage: self.optional_word(DllStorage::from_spelling).unwrap_or(DllStorage::Default),
        };
        if dso_local && prefix.dll_storage == DllStorage::Import {
            return self.error("dso_location and DLL-StorageClass mismatch");
        }
        Ok(prefix)
    }

    /// Checks that local symbols have neither a visibility nor a DLL storage class.
    pub(super) fn check_prefix(&self, prefix: Prefix, at: usize) -> Result<()> {
        let local = matches!(prefix.linkage, Linkage::Private | Linkage::Internal);
        if local && prefix.visibility != Visibility::Default {
            return self.error_at(at, "symbol with local linkage must have default visibility");
        }
        if local && prefix.dll_storage != DllStorage::Default {
            return self.error_at(at, "symbol with local linkage cannot have a DLL storage class");
        }
        Ok(())
    }

    fn tls(&mut self) -> Result<Option<TlsModel>> {
        if !self.eat_word("thread_local") {
            return Ok(None);
        }
        if !self.eat(b'(') {
            return Ok(Some(TlsModel::GeneralDynamic));
        }
        let Some(model) = self.optional_word(TlsModel::from_spelling) else {
            return self.error("expected localdynamic, initialexec or localexec");
        };
        self.require(b')', "expected ')' after thread local model")?;
        Ok(Some(model))
    }

    pub(super) fn unnamed_addr(&mut self) -> UnnamedAddr {
        self.optional_word(UnnamedAddr::from_spelling).unwrap_or(UnnamedAddr::None)
    }

    /// Reads `@x = …`.
    pub(super) fn global_definition(&mut self) -> Result<()> {
        let start = self.start;
        let Token::Global(name) = self.token() else { return self.error("expected global name") };
        self.advance();
        let is_numbered = matches!(name, Name::Number(_));
        let key = self.key(name);
        let key = self.global_key(key, "global", start)?;
        self.require(
            b'=',
            if is_numbered { "expected '=' after name" } else { "expected '=' in global variable" },
        )?;
        let prefix = self.prefix()?;
        let tls = self.tls()?;
        let unnamed_addr = self.unnamed_addr();
        let mut value = match self.token() {
            Token::Word(word @ (b"alias" | b"ifunc")) => self.indirect_symbol(word, key, prefix, start)?,
            _ => self.variable(key, prefix, start)?,
        };
        (value.tls, value.unnamed_addr) = (tls, unnamed_addr);
        prefix.apply(&mut value);
        self.note_order(match value.kind {
            GlobalKind::Variable(_) => Place::Variable,
            GlobalKind::Alias(_) => Place::Alias,
            GlobalKind::IFunc(_) | GlobalKind::Function(_) => Place::IFunc,
        })?;
        self.define_global(key, value, start).map(drop)
    }

    fn variable(&mut self, key: Key, prefix: Prefix, start: usize) -> Result<GlobalValue> {
        self.check_prefix(prefix, start)?;
        let address_space = if self.at_word("addrspace") { self.address_space()? } else { 0 };
        let externally_initialized = self.eat_word("externally_initialized");
        let constant = self.eat_word("constant");
        if !constant {
            self.require_word("global", "expected 'global' or 'constant'")?;
        }
        let ty_start = self.start;
        let ty = self.ty()?;
        let declares =
            matches!(prefix.linkage, Linkage::External | Linkage::ExternWeak) && prefix.explicit_linkage;
        let initializer = if declares { None } else { Some(self.constant(ty)?) };
        if matches!(self.tables.module.types.kind(ty), TypeKind::Function { .. }) || !self.is_pointee(ty) {
            return self.error_at(ty_start, "invalid type for global variable");
        }
        self.check_new(key, start, None)?;
        self.check_space(key, address_space, "global", ty_start)?;
        let mut variable = Variable { constant, externally_initialized, initializer, ..Variable::default() };
        let mut value = GlobalValue::new(None, ty, GlobalKind::Variable(Variable::default()));
        value.address_space = address_space;
        while self.eat(b',') {
            match self.token() {
                Token::MetadataName(_) => {
                    let attachment = self.attachment()?;
                    value.attachments.push(attachment);
                }
                Token::Word(b"code_model") => {
                    self.advance();
                    variable.code_model = match self.token() {
                        Token::String(text) => CodeModel::from_spelling(text),
                        _ => None,
                    };
                    if variable.code_model.is_none() {
                        return self.error("expected global code model string");
                    }
                    self.advance();
                }
                Token::Word(b"section") => {
                    self.advance();
                    value.section = Some(self.string_or("expected global section string")?);
                }
                Token::Word(b"partition") => {
                    self.advance();
                    value.partition = Some(self.string_or("expected partition string")?);
                }
                Token::Word(b"align") => value.alignment = self.alignment()?,
                Token::Word(b"comdat") => value.comdat = self.comdat(key)?,
                Token::Word(word) if Sanitizer::from_spelling(word).is_some() => {
                    variable.sanitizers.extend(Sanitizer::from_spelling(word));
                    self.advance();
                }
                _ => return self.error("unknown global variable property!"),
            }
        }
        variable.sanitizers.sort();
        let attributes = self.function_attributes()?;
        variable.attributes = self.tables.module.attributes.set(&self.tables.module.strings, attributes);
        value.kind = GlobalKind::Variable(variable);
        Ok(value)
    }

    /// Reads `comdat` or `comdat($x)` of the global `key`, if there is one.
    pub(super) fn comdat(&mut self, key: Key) -> Result<Option<Comdat>> {
        let start = self.start;
        if !self.eat_word("comdat") {
            return Ok(None);
        }
        if !self.eat(b'(') {
            let Key::Name(name) = key else { return self.error("comdat cannot be unnamed") };
            return self.comdat_named_as(name, start).map(Some);
        }
        let start = self.start;
        let Token::Comdat(name) = self.token() else { return self.error("expected comdat variable") };
        self.advance();
        let name = self.comdat_name(name);
        self.require(b')', "expected ')' after comdat var")?;
        self.comdat_named_as(name, start).map(Some)
    }

    /// The comdat with this name; a placeholder if it is not defined yet.
    fn comdat_named_as(&mut self, name: StrId, at: usize) -> Result<Comdat> {
        if let Some(&comdat) = self.tables.comdats.get(&name) {
            return Ok(comdat);
        }
        let tables = self.own()?;
        let comdat = tables.module.comdats.push(ComdatData { name, kind: ComdatKind::Any });
        tables.comdats.insert(name, comdat);
        tables.undefined_comdats.insert(comdat, at);
        Ok(comdat)
    }

    /// Reads `align 8`.
    #[inline(always)]
    pub(super) fn alignment(&mut self) -> Result<Alignment> {
        self.expect_word("align")?;
        let start = self.start;
        let bytes = self.u64()?;
        match Alignment::new(bytes) {
            Some(alignment) if alignment.is_supported() => Ok(alignment),
            Some(_) => self.error_at(start, "huge alignments are not supported yet"),
            None => self.error_at(start, "alignment is not a power of two"),
        }
    }

    /// Reads `alias type, ptr @x` or `ifunc type, ptr @x`.
    fn indirect_symbol(
        &mut self,
        word: &[u8],
        key: Key,
        prefix: Prefix,
        name_start: usize,
    ) -> Result<GlobalValue> {
        self.advance();
        let is_alias = word == b"alias";
        if is_alias && matches!(prefix.linkage, Linkage::Appending | Linkage::Common | Linkage::ExternWeak) {
            return self.error_at(name_start, "invalid linkage type for alias");
        }
        self.check_prefix(prefix, name_start)?;
        let ty_start = self.start;
        let ty = self.ty()?;
        self.require(b',', "expected comma after alias or ifunc's type")?;
        let start = self.start;
        let target = match self.token() {
            // An expression states its own type.
            Token::Word(b"getelementptr" | b"bitcast" | b"addrspacecast" | b"inttoptr") => {
                let any = self.tables.module.types.common.void;
                self.constant(any)?
            }
            _ => self.typed_constant()?,
        };
        let target_type = self.tables.module.constants.ty(target);
        let TypeKind::Pointer(space) = *self.tables.module.types.kind(target_type) else {
            return self.error_at(start, "An alias or ifunc must have pointer type");
        };
        self.check_new(key, name_start, None)?;
        self.check_space(key, space, "alias", ty_start)?;
        let kind = if is_alias { GlobalKind::Alias(target) } else { GlobalKind::IFunc(target) };
        let mut value = GlobalValue::new(None, ty, kind);
        value.address_space = space;
        while self.eat(b',') {
            match self.token() {
                Token::MetadataName(_) if !is_alias => {
                    let attachment = self.attachment()?;
                    value.attachments.push(attachment);
                }
                Token::Word(b"partition") => {
                    self.advance();
                    value.partition = Some(self.string_or("expected partition string")?);
                }
                _ => return self.error("unknown alias or ifunc property!"),
            }
        }
        Ok(value)
    }

    /// The block for a `blockaddress` of type `ty` of a function, which stands at `at`.
    pub(super) fn addressed_block(
        &mut self,
        function: Global,
        at: usize,
        block: Key,
        block_start: usize,
        ty: Type,
    ) -> Result<Block> {
        if self.function.as_ref().is_some_and(|state| state.global == Some(function)) {
            if let Some(Named::Local(_)) = self.meaning(block) {
                return self.error_at(block_start, NO_BLOCK);
            }
            return self.block(block, block_start);
        }
        if self.tables.defined_functions.contains(&function) {
            let Key::Name(name) = block else { return self.error_at(block_start, NUMBERED) };
            let blocks = self.tables.module.globals[function].as_function();
            let found = blocks.and_then(|blocks| {
                blocks.layout.iter().copied().find(|&block| blocks.blocks[block].name == Some(name))
            });
            return match found {
                Some(block) => Ok(block),
                None => self.error_at(block_start, NO_BLOCK),
            };
        }
        let blocks = self.own()?.addressed_blocks.entry(function).or_default();
        if let Some(known) = blocks.iter().find(|known| known.key == block) {
            return Ok(known.block);
        }
        let known = AddressedBlock {
            key: block,
            block: Block::from_u32(blocks.len() as u32),
            ty,
            at: block_start,
            function_at: at,
        };
        blocks.push(known);
        Ok(known.block)
    }
}

/// The message for a `blockaddress` of something that is no block.
pub(super) const NO_BLOCK: &str = "referenced value is not a basic block";

/// The message for a `blockaddress` by number of a block that has been read.
const NUMBERED: &str = "cannot take address of numeric label after the function is defined";
