//! Reads variables, aliases and ifuncs, and references to globals.

use super::lexer::Token;
use super::tables::UndefinedGlobal;
use super::use_lists::Place;
use super::{Key, NO_NUMBER, Reader, Result};
use crate::function::{Block, Function};
use crate::globals::{
    CodeModel, Comdat, ComdatData, ComdatKind, DllStorage, Global, GlobalKind, GlobalValue, Linkage,
    Sanitizer, TlsModel, UnnamedAddr, Variable, Visibility,
};
use crate::instruction::Alignment;
use crate::types::TypeKind;

/// The keywords that may precede `global`, `alias`, `define` and the like.
#[derive(Clone, Copy)]
pub(super) struct Prefix {
    pub(super) linkage: Linkage,
    pub(super) explicit_linkage: bool,
    pub(super) dso_local: bool,
    pub(super) visibility: Visibility,
    pub(super) dll_storage: DllStorage,
}

impl<'a> Reader<'a> {
    /// The global with this name; a placeholder if it is not defined yet.
    pub(super) fn global(&mut self, key: Key, address_space: u32, at: usize) -> Result<Global> {
        if let Some(&global) = self.tables.globals.get(&key) {
            if self.tables.undefined_globals.contains_key(&global)
                && let Some(undefined) = self.own()?.undefined_globals.get_mut(&global)
            {
                undefined.uses += 1;
            }
            return Ok(global);
        }
        let ty = self.tables.module.types.common.i8;
        let mut value = GlobalValue::new(None, ty, GlobalKind::Variable(Variable::default()));
        value.address_space = address_space;
        let tables = self.own()?;
        let global = tables.module.globals.push(value);
        tables.globals.insert(key, global);
        let undefined = UndefinedGlobal { at, uses: 1, calls: 0, called_as: Vec::new() };
        tables.undefined_globals.insert(global, undefined);
        Ok(global)
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
                if self.own()?.undefined_globals.remove(&global).is_none() {
                    let name = self.show_key(key);
                    let are_functions = matches!(value.kind, GlobalKind::Function(_))
                        && self.tables.module.globals[global].as_function().is_some();
                    return self.error_at(
                        at,
                        match are_functions {
                            true => format!("invalid redefinition of function '{name}'"),
                            false => format!("redefinition of global '@{name}'"),
                        },
                    );
                }
                if self.tables.module.globals[global].address_space != value.address_space
                    && !matches!(value.kind, GlobalKind::Function(_))
                {
                    let name = self.show_key(key);
                    return self.error_at(
                        at,
                        format!("forward reference and definition of global have different types: '@{name}'"),
                    );
                }
                self.own()?.module.globals[global] = value;
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
    pub(super) fn global_key(&mut self, key: Key, at: usize) -> Result<Key> {
        if let Key::Number(number) = key {
            if key == NO_NUMBER {
                let next = self.tables.next_global;
                self.own()?.next_global = next.saturating_add(1);
                return Ok(Key::Number(next));
            }
            if number < self.tables.next_global {
                return self.error_at(
                    at,
                    format!("variable expected to be numbered '@{}' or greater", self.tables.next_global),
                );
            }
            self.own()?.next_global = number.saturating_add(1);
        }
        Ok(key)
    }

    pub(super) fn prefix(&mut self) -> Prefix {
        let linkage = self.optional_word(Linkage::from_spelling);
        let dso_local = self.eat_word("dso_local");
        if !dso_local {
            self.eat_word("dso_preemptable");
        }
        Prefix {
            linkage: linkage.unwrap_or(Linkage::External),
            explicit_linkage: linkage.is_some(),
            dso_local,
            visibility: self.optional_word(Visibility::from_spelling).unwrap_or(Visibility::Default),
            dll_storage: self.optional_word(DllStorage::from_spelling).unwrap_or(DllStorage::Default),
        }
    }

    pub(super) fn apply_prefix(&self, prefix: Prefix, value: &mut GlobalValue, at: usize) -> Result<()> {
        let local = matches!(prefix.linkage, Linkage::Private | Linkage::Internal);
        if local && prefix.visibility != Visibility::Default {
            return self.error_at(at, "symbol with local linkage must have default visibility");
        }
        if local && prefix.dll_storage != DllStorage::Default {
            return self.error_at(at, "symbol with local linkage cannot have a DLL storage class");
        }
        if prefix.dso_local && prefix.dll_storage == DllStorage::Import {
            return self.error_at(at, "dso_location and DLL-StorageClass mismatch");
        }
        value.linkage = prefix.linkage;
        value.visibility = prefix.visibility;
        value.dll_storage = prefix.dll_storage;
        value.dso_local = prefix.dso_local || value.implies_dso_local();
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
        self.expect(b')')?;
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
        let key = self.key(name);
        let key = self.global_key(key, start)?;
        self.expect(b'=')?;
        let prefix = self.prefix();
        let tls = self.tls()?;
        let unnamed_addr = self.unnamed_addr();
        let mut value = match self.token() {
            Token::Word(word @ (b"alias" | b"ifunc")) => self.indirect_symbol(word)?,
            _ => self.variable(prefix)?,
        };
        (value.tls, value.unnamed_addr) = (tls, unnamed_addr);
        self.apply_prefix(prefix, &mut value, start)?;
        let comdat_of_own_name = value.comdat.is_some_and(|comdat| comdat == Comdat::from_u32(u32::MAX - 1));
        if comdat_of_own_name {
            value.comdat = Some(self.comdat_named_as(key, start)?);
        }
        self.note_order(match value.kind {
            GlobalKind::Variable(_) => Place::Variable,
            GlobalKind::Alias(_) => Place::Alias,
            GlobalKind::IFunc(_) | GlobalKind::Function(_) => Place::IFunc,
        })?;
        self.define_global(key, value, start).map(drop)
    }

    fn variable(&mut self, prefix: Prefix) -> Result<GlobalValue> {
        let address_space = if self.at_word("addrspace") { self.address_space()? } else { 0 };
        let externally_initialized = self.eat_word("externally_initialized");
        let constant = self.eat_word("constant");
        if !constant {
            self.expect_word("global")?;
        }
        let ty_start = self.start;
        let ty = self.ty()?;
        let declares =
            matches!(prefix.linkage, Linkage::External | Linkage::ExternWeak) && prefix.explicit_linkage;
        if matches!(
            self.tables.module.types.kind(ty),
            TypeKind::Void
                | TypeKind::Function { .. }
                | TypeKind::Label
                | TypeKind::Metadata
                | TypeKind::Token
                | TypeKind::X86Amx
        ) {
            return self.error_at(ty_start, "invalid type for global variable");
        }
        let initializer = if declares { None } else { Some(self.constant(ty)?) };
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
                    let text = self.string()?;
                    variable.code_model = CodeModel::from_spelling(self.tables.module.strings.get(text));
                    if variable.code_model.is_none() {
                        return self.error("invalid code model string");
                    }
                }
                Token::Word(word) if Sanitizer::from_spelling(word).is_some() => {
                    variable.sanitizers.extend(Sanitizer::from_spelling(word));
                    self.advance();
                }
                _ => self.common_field(&mut value)?,
            }
        }
        variable.sanitizers.sort();
        let attributes = self.function_attributes()?;
        variable.attributes = self.tables.module.attributes.set(&self.tables.module.strings, attributes);
        value.kind = GlobalKind::Variable(variable);
        Ok(value)
    }

    /// Reads `section "x"`, `partition "x"`, `comdat` or `align 8`.
    pub(super) fn common_field(&mut self, value: &mut GlobalValue) -> Result<()> {
        match self.token() {
            Token::Word(b"section") => {
                self.advance();
                value.section = Some(self.string()?);
            }
            Token::Word(b"partition") => {
                self.advance();
                value.partition = Some(self.string()?);
            }
            Token::Word(b"align") => value.alignment = self.alignment()?,
            Token::Word(b"comdat") => value.comdat = self.comdat()?,
            _ => return self.error("unknown global variable property!"),
        }
        Ok(())
    }

    /// Reads `comdat` or `comdat($x)`. A comdat with the global's own name is returned as a reserved number.
    pub(super) fn comdat(&mut self) -> Result<Option<Comdat>> {
        self.expect_word("comdat")?;
        if !self.eat(b'(') {
            return Ok(Some(Comdat::from_u32(u32::MAX - 1)));
        }
        let start = self.start;
        let Token::Comdat(name) = self.token() else { return self.error("expected comdat variable") };
        self.advance();
        let key = self.comdat_key(name);
        self.expect(b')')?;
        self.comdat_named_as(key, start).map(Some)
    }

    /// The comdat with this name; a placeholder if it is not defined yet.
    pub(super) fn comdat_named_as(&mut self, key: Key, at: usize) -> Result<Comdat> {
        let Key::Name(name) = key else { return self.error_at(at, "comdat cannot be unnamed") };
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
        let parenthesized = self.eat(b'(');
        let bytes = self.u64()?;
        if parenthesized {
            self.expect(b')')?;
        }
        match Alignment::new(bytes) {
            Some(alignment) if alignment.is_supported() => Ok(alignment),
            Some(_) => self.error_at(start, "huge alignments are not supported yet"),
            None => self.error_at(start, "alignment is not a power of two"),
        }
    }

    /// Reads `alias type, ptr @x` or `ifunc type, ptr @x`.
    fn indirect_symbol(&mut self, word: &[u8]) -> Result<GlobalValue> {
        self.advance();
        let ty = self.ty()?;
        self.expect(b',')?;
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
        let kind = if word == b"alias" { GlobalKind::Alias(target) } else { GlobalKind::IFunc(target) };
        let mut value = GlobalValue::new(None, ty, kind);
        value.address_space = space;
        while self.eat(b',') {
            match self.token() {
                Token::MetadataName(_) => {
                    let attachment = self.attachment()?;
                    value.attachments.push(attachment);
                }
                Token::Word(b"partition") => {
                    self.advance();
                    value.partition = Some(self.string()?);
                }
                _ => return self.error("unknown alias or ifunc property!"),
            }
        }
        Ok(value)
    }

    /// The block for a `blockaddress` of a function.
    pub(super) fn addressed_block(&mut self, function: Global, block: Key, at: usize) -> Result<Block> {
        if self.function.as_ref().is_some_and(|state| state.global == Some(function)) {
            return self.block(block, at);
        }
        if self.tables.defined_functions.contains(&function) {
            let found = self.tables.module.globals[function].as_function().and_then(|f| find_block(f, block));
            return match found {
                Some(block) => Ok(block),
                None => self.error_at(at, "referenced value is not a basic block"),
            };
        }
        let blocks = self.own()?.addressed_blocks.entry(function).or_default();
        if let Some(&(_, known, _)) = blocks.iter().find(|(key, _, _)| *key == block) {
            return Ok(known);
        }
        let id = Block::from_u32(blocks.len() as u32);
        blocks.push((block, id, at));
        Ok(id)
    }
}

/// Finds a block of a function that has been read, by name or by LLVM's number.
fn find_block(function: &Function, key: Key) -> Option<Block> {
    let number = match key {
        Key::Name(name) => {
            return function.layout.iter().copied().find(|&b| function.blocks[b].name == Some(name));
        }
        Key::Number(number) => number,
    };
    let unnamed_args =
        function.args.iter().filter(|&&arg| function.locals[arg].name.is_none()).count() as u32;
    let mut next = unnamed_args;
    for &block in &function.layout {
        if function.blocks[block].name.is_none() {
            if next == number {
                return Some(block);
            }
            next += 1;
        }
        let results =
            function.block_insts(block).iter().filter_map(|&inst| function.insts[inst].result.expand());
        next += results.filter(|&local| function.locals[local].name.is_none()).count() as u32;
    }
    None
}
