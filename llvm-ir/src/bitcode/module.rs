//! Reads what is outside of function bodies: the blocks of a file, and the globals of a module.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bitstream::{BlockInfo, Cursor, Entry, Result};
use super::codes::{
    block, identification, module as code, operand_bundle_tags, strtab, sync_scope_names, value_symtab,
};
use super::constants::Pool;
use super::encodings::Coded;
use super::metadata::{Around, MetadataList, NodeNames, bytes_of};
use super::summary::{self, UnreadSummary};
use super::tables::{Slot, Tables, UnreadBody, ValueEntry};
use super::{Identification, old_nodes};
use crate::constants::{Constant, ConstantKind};
use crate::diagnostic::Diagnostic;
use crate::entity::{StrId, Strings};
use crate::function::Function;
use crate::globals::{
    CodeModel, Comdat, ComdatData, ComdatKind, DllStorage, Global, GlobalKind, GlobalValue, Linkage,
    Sanitizer, TlsModel, UnnamedAddr, Variable, Visibility,
};
use crate::instruction::Alignment;
use crate::metadata::{FIXED_KINDS, MdNode, Metadata, fixed_kind};
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::versions::LlvmVersion;

/// A module in a file.
#[derive(Clone, Debug)]
pub(super) struct Part<'a> {
    /// The position after the id of its block.
    position: u64,
    strtab: &'a [u8],
    /// Who wrote it; empty if the file does not say.
    producer: Arc<str>,
}

impl Part<'_> {
    /// The version of LLVM that a module was written by, if it is newer than the usual one; otherwise that.
    pub(super) fn version(&self) -> LlvmVersion {
        let digits = self.producer.strip_prefix("LLVM").unwrap_or_default();
        let end = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
        let major = digits[..end].parse().unwrap_or(0).min(LlvmVersion::NEWEST.major().into());
        LlvmVersion::new(major).map_or(LlvmVersion::DEFAULT, |version| version.max(LlvmVersion::DEFAULT))
    }
}

/// Finds the modules of a file, each with its table of strings.
pub(super) fn parts<'a>(file: &Cursor<'a>) -> Result<Vec<Part<'a>>> {
    let mut cursor = file.clone();
    let mut parts: Vec<Part<'a>> = Vec::new();
    let mut without_strtab = 0;
    let mut producer: Arc<str> = Arc::default();
    loop {
        // A linker puts the streams of several files behind each other.
        if cursor.begins_stream() {
            producer = Arc::default();
            without_strtab = parts.len();
        }
        match cursor.advance() {
            Ok(Entry::End) => break,
            Ok(Entry::Block(block::IDENTIFICATION)) => {
                producer = read_identification(&mut cursor)?.producer.into()
            }
            Ok(Entry::Block(block::MODULE)) => {
                let position = cursor.position();
                cursor.skip_block()?;
                parts.push(Part { position, strtab: &[], producer: producer.clone() });
            }
            Ok(Entry::Block(block::STRTAB)) => {
                let strtab = read_strtab(&mut cursor)?;
                parts[without_strtab..].iter_mut().for_each(|part| part.strtab = strtab);
                without_strtab = parts.len();
            }
            Ok(Entry::Block(_)) => cursor.skip_block()?,
            // Some tools put other bytes behind the last block.
            Ok(Entry::Record(_)) | Err(_) if !parts.is_empty() => break,
            Ok(Entry::Record(_)) => return cursor.error("a record outside of all blocks"),
            Err(damage) => return Err(damage),
        }
    }
    Ok(parts)
}

/// Reads the identification block whose id was read.
pub(super) fn read_identification(cursor: &mut Cursor<'_>) -> Result<Identification> {
    cursor.enter(block::IDENTIFICATION, &BlockInfo::default())?;
    let mut found = Identification::default();
    let mut record = Vec::new();
    while let Some((code, _)) = cursor.next_record(&mut record)? {
        match code {
            identification::STRING => {
                found.producer = String::from_utf8_lossy(&bytes_of(&record)).into_owned();
            }
            identification::EPOCH => {
                found.epoch = record.first().copied().unwrap_or(0);
                if found.epoch != 0 {
                    return cursor
                        .error(format!("incompatible epoch: bitcode '{}' vs current: '0'", found.epoch));
                }
            }
            _ => {}
        }
    }
    Ok(found)
}

fn read_strtab<'a>(cursor: &mut Cursor<'a>) -> Result<&'a [u8]> {
    cursor.enter(block::STRTAB, &BlockInfo::default())?;
    let mut record = Vec::new();
    let mut strtab = &[][..];
    while let Some(found) = cursor.next_record(&mut record)? {
        if let (strtab::BLOB, Some(blob)) = found {
            strtab = blob;
        }
    }
    Ok(strtab)
}

/// What is given by the ids of constants, which are read later.
#[derive(Default)]
struct Unresolved {
    /// The global, the id plus one, and the field.
    constants: Vec<(Global, u64, Field)>,
    /// Globals whose linkage implied a comdat.
    implicit_comdats: Vec<Global>,
}

#[derive(Clone, Copy)]
enum Field {
    Initializer,
    Prefix,
    Prologue,
    Personality,
    Target,
}

impl<'a> Tables<'a> {
    /// Empty tables for a module.
    pub(super) fn new(file: &Cursor<'a>, part: &Part<'a>, strings: &Strings, file_name: &'a str) -> Self {
        let mut module = Module::new();
        module.strings = strings.clone();
        let kinds = (0..)
            .zip(FIXED_KINDS)
            .map(|(number, name)| (number, (number as usize, module.strings.intern(name.as_bytes()))));
        let kinds = kinds.collect();
        Self {
            file: file.clone(),
            strtab: part.strtab,
            file_name,
            info: BlockInfo::default(),
            layout: module.layout(),
            names: NodeNames::new(&module.strings),
            dbg: module.strings.intern(b"dbg"),
            module,
            version: 0,
            types: Vec::new(),
            is_typed: false,
            pointers: FxHashMap::default(),
            attribute_groups: FxHashMap::default(),
            attribute_lists: Vec::new(),
            sections: Vec::new(),
            collectors: Vec::new(),
            comdats: Vec::new(),
            values: Vec::new(),
            pool: Pool::default(),
            metadata: MetadataList::default(),
            kinds,
            bundle_tags: Vec::new(),
            scopes: Vec::new(),
            bodies: Vec::new(),
            defined: Vec::new(),
            summaries: Vec::new(),
            summary_ids: Vec::new(),
            hash: None,
        }
    }

    /// Reads a module except for the bodies of its functions.
    pub(super) fn read_module(&mut self, part: &Part<'a>) -> Result<()> {
        let mut cursor = self.file.at(part.position);
        cursor.enter(block::MODULE, &self.info)?;
        let mut unresolved = Unresolved::default();
        let mut record = Vec::new();
        loop {
            match cursor.advance()? {
                Entry::End => break,
                Entry::Block(id) => self.module_part(&mut cursor, id)?,
                Entry::Record(abbreviation) => {
                    let (code, _) = cursor.record(abbreviation, &mut record)?;
                    self.module_record(&cursor, code, &record, &mut unresolved)?;
                }
            }
        }
        if self.bodies.len() != self.defined.len() {
            return cursor.error("a function that should have a body has none");
        }
        self.read_summary()?;
        // As in LLVM, a module without a name is called like the file.
        let name = self.module.strings.intern(self.file_name.as_bytes());
        self.module.source_filename.get_or_insert(name);
        self.resolve_constants(&cursor, unresolved)?;
        self.finish_metadata(&cursor)
    }

    /// Reads a block of the module whose id was read.
    fn module_part(&mut self, cursor: &mut Cursor<'a>, id: u32) -> Result<()> {
        let info = std::mem::take(&mut self.info);
        let position = cursor.position();
        let skipped = matches!(
            id,
            block::FUNCTION
                | block::USELIST
                | block::GLOBALVAL_SUMMARY
                | block::FULL_LTO_GLOBALVAL_SUMMARY
                | block::MODULE_STRTAB
        );
        let known = matches!(id, 0 | block::MODULE..=block::SYNC_SCOPE_NAMES);
        let entered = if skipped || !known { cursor.skip_block() } else { cursor.enter(id, &info) };
        self.info = info;
        entered?;
        match id {
            block::BLOCKINFO => {
                let mut info = std::mem::take(&mut self.info);
                let result = cursor.block_info(&mut info);
                self.info = info;
                result
            }
            block::FUNCTION => {
                let Some(&global) = self.defined.get(self.bodies.len()) else {
                    return cursor.error("the body of a function that is not declared to have one");
                };
                self.bodies.push(UnreadBody { global, position });
                Ok(())
            }
            block::PARAMATTR => self.attribute_lists(cursor),
            block::PARAMATTR_GROUP => self.attribute_groups(cursor),
            block::TYPE => self.type_block(cursor),
            block::CONSTANTS => self.constant_block(cursor),
            block::METADATA | block::METADATA_KIND => self.module_metadata(cursor),
            block::VALUE_SYMTAB => self.module_names(cursor),
            block::OPERAND_BUNDLE_TAGS => {
                let tags = self.name_list(cursor, operand_bundle_tags::BUNDLE_TAG)?;
                self.bundle_tags.extend(tags);
                Ok(())
            }
            block::SYNC_SCOPE_NAMES => {
                let scopes = self.name_list(cursor, sync_scope_names::NAME)?;
                let strings = &self.module.strings;
                self.scopes.extend(
                    scopes
                        .into_iter()
                        .map(|scope| Some(scope).filter(|&scope| !strings.get(scope).is_empty())),
                );
                Ok(())
            }
            block::GLOBALVAL_SUMMARY | block::FULL_LTO_GLOBALVAL_SUMMARY | block::MODULE_STRTAB => {
                self.summaries.push(UnreadSummary { id, position });
                Ok(())
            }
            _ if skipped || !known => Ok(()),
            _ => cursor.error("a block in a place where it cannot be"),
        }
    }

    /// The names in the records of a block that was entered.
    fn name_list(&mut self, cursor: &mut Cursor<'_>, code: u32) -> Result<Vec<StrId>> {
        let mut record = Vec::new();
        let mut names = Vec::new();
        while let Some((found, _)) = cursor.next_record(&mut record)? {
            if found == code {
                names.push(self.module.strings.intern(&bytes_of(&record)));
            }
        }
        Ok(names)
    }

    fn module_metadata(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        let mut metadata = std::mem::take(&mut self.metadata);
        let tables = &*self;
        let place = cursor.clone();
        let mut value =
            |id: u64, _: u64| tables.constant_at(&place, id).map(|constant| Some(constant.into()));
        let result = metadata.read_block(cursor, Around::module(tables), &mut value);
        for (number, name) in metadata.kinds.drain(..) {
            let next = self.kinds.values().map(|(place, _)| place + 1).max().unwrap_or(0);
            let fixed = fixed_kind(self.module.strings.get(name));
            let known = self.kinds.values().find(|(_, known)| *known == name).map(|(place, _)| *place);
            self.kinds.insert(number, (fixed.or(known).unwrap_or(next), name));
        }
        self.metadata = metadata;
        result
    }

    /// Reads the names of globals in the form of LLVM 4 and before.
    fn module_names(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        let mut record = Vec::new();
        while let Some((code, _)) = cursor.next_record(&mut record)? {
            if let (value_symtab::COMBINED_ENTRY, &[id, guid, ..]) = (code, &record[..]) {
                self.summary_ids.push((id, guid));
            }
            let (value, name) = match (code, &record[..]) {
                (value_symtab::ENTRY, [value, name @ ..]) => (*value, name),
                // Since there is a table of strings, these have offsets alone.
                (value_symtab::FNENTRY, [value, _, name @ ..]) if self.version < 2 => (*value, name),
                _ => continue,
            };
            let entry = usize::try_from(value).ok().and_then(|value| self.values.get(value));
            let global = match entry.map(|entry| entry.slot) {
                Some(Slot::Value(value)) => self.global_of(value),
                _ => None,
            };
            let Some(global) = global else { return cursor.error("a name for an unknown value") };
            let name = self.module.strings.intern(&bytes_of(name));
            self.module.globals[global].name = Some(name);
        }
        Ok(())
    }

    /// The global whose address a value is.
    pub(super) fn global_of(&self, value: crate::function::Value) -> Option<Global> {
        match *self.module.constants.kind(value.constant()?) {
            ConstantKind::Global(global) => Some(global),
            _ => None,
        }
    }

    fn module_record(
        &mut self,
        cursor: &Cursor<'_>,
        code: u32,
        record: &[u64],
        unresolved: &mut Unresolved,
    ) -> Result<()> {
        let strings = &self.module.strings;
        match code {
            code::VERSION => {
                self.version = record.first().copied().unwrap_or(0);
                if self.version > 2 {
                    return cursor.error("a module of an unknown version");
                }
            }
            code::TRIPLE => {
                let triple = strings.intern(&bytes_of(record));
                self.module.target_triple = Some(triple).filter(|_| !record.is_empty());
            }
            code::DATALAYOUT => {
                let layout = bytes_of(record);
                if let Err(message) = crate::datalayout::check(&String::from_utf8_lossy(&layout)) {
                    return cursor.error(message);
                }
                self.module.data_layout = Some(strings.intern(&layout)).filter(|_| !record.is_empty());
                self.layout = self.module.layout();
            }
            code::ASM => {
                let text = bytes_of(record);
                if !text.is_empty() {
                    let lines = text.strip_suffix(b"\n").unwrap_or(&text).split(|&byte| byte == b'\n');
                    self.module.module_asm.extend(lines.map(|line| strings.intern(line)));
                }
            }
            code::SOURCE_FILENAME => {
                self.module.source_filename = Some(strings.intern(&bytes_of(record)));
            }
            code::ASM_PROPERTY => {
                let message = "a property of the assembly of the module is left out";
                let warning = Diagnostic::of_bits(self.file_name, cursor.bit(), message);
                self.module.warnings.push(warning);
            }
            code::HASH => match summary::hash(record) {
                Some(hash) => self.hash = Some(hash),
                None => return cursor.error("the hash of a module has five words"),
            },
            code::SECTIONNAME => self.sections.push(strings.intern(&bytes_of(record))),
            code::GCNAME => self.collectors.push(strings.intern(&bytes_of(record))),
            code::COMDAT => self.comdat(cursor, record)?,
            code::GLOBALVAR => self.variable(cursor, record, unresolved)?,
            code::FUNCTION => self.function(cursor, record, unresolved)?,
            code::ALIAS | code::ALIAS_OLD | code::IFUNC => self.indirect(cursor, code, record, unresolved)?,
            _ => {}
        }
        Ok(())
    }

    /// The name of a global, and the rest of its record.
    fn named<'r>(&self, cursor: &Cursor<'_>, record: &'r [u64]) -> Result<(Option<StrId>, &'r [u64])> {
        match record {
            _ if self.version < 2 => Ok((None, record)),
            [offset, size, rest @ ..] => Ok((self.name(cursor, *offset, *size)?, rest)),
            _ => cursor.error("the record of a global is too short"),
        }
    }

    fn comdat(&mut self, cursor: &Cursor<'_>, record: &[u64]) -> Result<()> {
        let (name, rest) = self.named(cursor, record)?;
        let (name, kind) = match (rest, self.version) {
            ([kind, ..], 2..) => (name, *kind),
            ([kind, _, name @ ..], _) => (Some(self.module.strings.intern(&bytes_of(name))), *kind),
            _ => return cursor.error("the record of a comdat is too short"),
        };
        let name = name.unwrap_or_else(|| self.module.strings.intern(b""));
        let kind = ComdatKind::of_code(kind).unwrap_or(ComdatKind::Any);
        let comdat = self.module.comdats.push(ComdatData { name, kind });
        self.comdats.push(comdat);
        Ok(())
    }

    /// The entry with this number plus one of a list.
    fn listed<T: Copy>(&self, cursor: &Cursor<'_>, list: &[T], number: u64) -> Result<Option<T>> {
        match number.checked_sub(1).map(|number| usize::try_from(number).ok().and_then(|at| list.get(at))) {
            None => Ok(None),
            Some(Some(found)) => Ok(Some(*found)),
            Some(None) => cursor.error("an unknown section, comdat or garbage collector"),
        }
    }

    pub(super) fn alignment(&self, cursor: &Cursor<'_>, code: u64) -> Result<Alignment> {
        match code {
            0 => Ok(Alignment::NONE),
            1..=33 => Ok(Alignment::new(1 << (code - 1)).unwrap_or(Alignment::NONE)),
            _ => cursor.error("an alignment is too large"),
        }
    }

    /// Fills in what all kinds of globals have.
    #[allow(clippy::too_many_arguments)]
    fn common(
        &self,
        value: &mut GlobalValue,
        linkage: u64,
        visibility: u64,
        dll_storage: Option<u64>,
        unnamed_addr: u64,
        dso_local: u64,
    ) {
        value.linkage = Linkage::of_code(linkage).unwrap_or(Linkage::External);
        let is_local = matches!(value.linkage, Linkage::Private | Linkage::Internal);
        if !is_local {
            value.visibility = Visibility::of_code(visibility).unwrap_or(Visibility::Default);
            // Before there was a field, the storage class was a linkage.
            let of_linkage = match linkage {
                5 => DllStorage::Import,
                6 => DllStorage::Export,
                _ => DllStorage::Default,
            };
            value.dll_storage = match dll_storage {
                Some(code) => DllStorage::of_code(code).unwrap_or(DllStorage::Default),
                None => of_linkage,
            };
        }
        value.unnamed_addr = UnnamedAddr::of_code(unnamed_addr).unwrap_or(UnnamedAddr::None);
        value.dso_local =
            (dso_local == 1 && value.dll_storage != DllStorage::Import) || value.implies_dso_local();
    }

    /// Whether a linkage implied a comdat before they were explicit.
    fn implies_comdat(linkage: u64) -> bool {
        matches!(linkage, 1 | 4 | 10 | 11)
    }

    fn partition(&self, cursor: &Cursor<'_>, fields: &[u64]) -> Result<Option<StrId>> {
        match *fields {
            [offset, size, ..] if self.version >= 2 => self.name(cursor, offset, size),
            _ => Ok(None),
        }
    }

    /// The element type of a typed pointer.
    fn pointee(&self, cursor: &Cursor<'_>, id: u64) -> Result<(u32, Type)> {
        match self.parts(id as u32) {
            &[element] if self.module.types.is_pointer(self.ty(cursor, id)?) => {
                Ok((element, self.ty(cursor, element.into())?))
            }
            _ => cursor.error("a pointer without an element type"),
        }
    }

    /// Adds a global whose type has this id.
    fn add(&mut self, value: GlobalValue, type_id: u32) -> Global {
        let global = self.module.add_global(value);
        let address = self.module.address_of(global);
        let pointer = self.module.constants.ty(address);
        let ty = self.pointer_to(pointer, type_id);
        self.values.push(ValueEntry { slot: Slot::Value(address.into()), ty });
        global
    }

    fn variable(&mut self, cursor: &Cursor<'_>, record: &[u64], unresolved: &mut Unresolved) -> Result<()> {
        let (name, record) = self.named(cursor, record)?;
        let &[type_id, bits, initializer, linkage, alignment, section, ref rest @ ..] = record else {
            return cursor.error("the record of a variable is too short");
        };
        // The positions are those in the record.
        let at = |index: usize| rest.get(index - 6).copied();
        let is_explicit = bits & 2 != 0;
        let (value_type, ty, space) = match is_explicit {
            true => (type_id as u32, self.ty(cursor, type_id)?, self.address_space(cursor, bits >> 2)?),
            false => {
                let (element, ty) = self.pointee(cursor, type_id)?;
                let pointer = self.ty(cursor, type_id)?;
                let TypeKind::Pointer(space) = *self.module.types.kind(pointer) else {
                    return cursor.error("a variable has no pointer type");
                };
                (element, ty, space)
            }
        };
        let mut variable = Variable {
            constant: bits & 1 != 0,
            externally_initialized: at(9).is_some_and(|field| field != 0),
            code_model: at(17).and_then(CodeModel::of_code),
            ..Variable::default()
        };
        if let Some(bits) = at(16) {
            let all = Sanitizer::ALL.iter().copied();
            variable
                .sanitizers
                .extend(all.filter(|sanitizer| sanitizer.code().is_some_and(|bit| bits & bit != 0)));
        }
        if let Some(attributes) = at(12) {
            let list = self.attributes_at(cursor, attributes, |_| None)?;
            variable.attributes = self.module.attributes.get_list(list).function;
        }
        let mut value = GlobalValue::new(name, ty, GlobalKind::Variable(variable));
        value.address_space = space;
        value.alignment = self.alignment(cursor, alignment)?;
        value.section = self.listed(cursor, &self.sections, section)?;
        value.comdat = self.listed(cursor, &self.comdats, at(11).unwrap_or(0))?;
        value.tls = match at(7).unwrap_or(0) {
            0 => None,
            code => Some(TlsModel::of_code(code).unwrap_or(TlsModel::GeneralDynamic)),
        };
        self.common(&mut value, linkage, at(6).unwrap_or(0), at(10), at(8).unwrap_or(0), at(13).unwrap_or(0));
        value.partition = self.partition(cursor, rest.get(8..).unwrap_or_default())?;
        let global = self.add(value, value_type);
        if initializer != 0 {
            unresolved.constants.push((global, initializer, Field::Initializer));
        }
        if at(11).is_none() && Self::implies_comdat(linkage) {
            unresolved.implicit_comdats.push(global);
        }
        Ok(())
    }

    fn function(&mut self, cursor: &Cursor<'_>, record: &[u64], unresolved: &mut Unresolved) -> Result<()> {
        let (name, record) = self.named(cursor, record)?;
        let &[
            type_id,
            convention,
            is_declaration,
            linkage,
            attributes,
            alignment,
            section,
            visibility,
            ref rest @ ..,
        ] = record
        else {
            return cursor.error("the record of a function is too short");
        };
        let at = |index: usize| rest.get(index - 8).copied();
        let declared = self.ty(cursor, type_id)?;
        let (type_id, ty) = match self.module.types.is_pointer(declared) {
            true => self.pointee(cursor, type_id)?,
            false => (type_id as u32, declared),
        };
        let TypeKind::Function { params, .. } = self.module.types.kind(ty).clone() else {
            return cursor.error("a function has another type");
        };
        if convention >= 1024 {
            return cursor.error("unknown calling convention");
        }
        let parts = self.parts(type_id);
        let element = |index: usize| {
            let parameter = *parts.get(index + 1)?;
            let &[element] = self.parts(parameter) else { return None };
            self.types.get(element as usize).map(|entry| entry.ty)
        };
        let mut function = Function::declared(&params);
        function.calling_convention = convention as u32;
        function.attributes = self.attributes_at(cursor, attributes, element)?;
        function.gc = self.listed(cursor, &self.collectors, at(8).unwrap_or(0))?;
        let mut value = GlobalValue::new(name, ty, GlobalKind::Function(Box::new(function)));
        value.address_space = match at(16) {
            Some(space) => self.address_space(cursor, space)?,
            None => self.layout.program_address_space,
        };
        value.alignment = self.alignment(cursor, alignment)?;
        value.section = self.listed(cursor, &self.sections, section)?;
        value.comdat = self.listed(cursor, &self.comdats, at(12).unwrap_or(0))?;
        self.common(&mut value, linkage, visibility, at(11), at(9).unwrap_or(0), at(15).unwrap_or(0));
        value.partition = self.partition(cursor, rest.get(9..).unwrap_or_default())?;
        if let Some(alignment) = at(19) {
            let alignment = self.alignment(cursor, alignment)?;
            if let GlobalKind::Function(function) = &mut value.kind {
                function.preferred_alignment = alignment;
            }
        }
        let global = self.add(value, type_id);
        for (field, index) in [(Field::Prologue, 10), (Field::Prefix, 13), (Field::Personality, 14)] {
            if let Some(id @ 1..) = at(index) {
                unresolved.constants.push((global, id, field));
            }
        }
        if is_declaration == 0 {
            self.defined.push(global);
        }
        if at(12).is_none() && Self::implies_comdat(linkage) {
            unresolved.implicit_comdats.push(global);
        }
        Ok(())
    }

    fn indirect(
        &mut self,
        cursor: &Cursor<'_>,
        code: u32,
        record: &[u64],
        unresolved: &mut Unresolved,
    ) -> Result<()> {
        let (name, record) = self.named(cursor, record)?;
        let too_short = || cursor.error("the record of an alias or ifunc is too short");
        let Some((&type_id, mut rest)) = record.split_first() else { return too_short() };
        let (value_type, ty, space) = match code {
            code::ALIAS_OLD => {
                let (element, ty) = self.pointee(cursor, type_id)?;
                let pointer = self.ty(cursor, type_id)?;
                let TypeKind::Pointer(space) = *self.module.types.kind(pointer) else { return too_short() };
                (element, ty, space)
            }
            _ => {
                let Some((&space, after)) = rest.split_first() else { return too_short() };
                rest = after;
                (type_id as u32, self.ty(cursor, type_id)?, self.address_space(cursor, space)?)
            }
        };
        let &[target, linkage, ref rest @ ..] = rest else { return too_short() };
        let at = |index: usize| rest.get(index).copied();
        let null = self.module.constants.intern(self.module.types.common.ptr, ConstantKind::Zero);
        let is_alias = code != code::IFUNC;
        let kind = if is_alias { GlobalKind::Alias(null) } else { GlobalKind::IFunc(null) };
        let mut value = GlobalValue::new(name, ty, kind);
        value.address_space = space;
        let after = if is_alias { 4 } else { 1 };
        let (dll, unnamed) = if is_alias { (at(1), at(3).unwrap_or(0)) } else { (Some(0), 0) };
        self.common(&mut value, linkage, at(0).unwrap_or(0), dll, unnamed, at(after).unwrap_or(0));
        if is_alias {
            value.tls = match at(2).unwrap_or(0) {
                0 => None,
                code => Some(TlsModel::of_code(code).unwrap_or(TlsModel::GeneralDynamic)),
            };
        }
        value.partition = self.partition(cursor, rest.get(after + 1..).unwrap_or_default())?;
        let global = self.add(value, value_type);
        unresolved.constants.push((global, target.saturating_add(1), Field::Target));
        Ok(())
    }

    /// Fills in constants that were read after the globals that have them.
    fn resolve_constants(&mut self, cursor: &Cursor<'_>, unresolved: Unresolved) -> Result<()> {
        for (global, id, field) in unresolved.constants {
            let constant: Constant = self.constant_at(cursor, id - 1)?;
            let ty = self.module.constants.ty(constant);
            let value = &mut self.module.globals[global];
            match (&mut value.kind, field) {
                (GlobalKind::Variable(variable), Field::Initializer) => {
                    if ty != value.ty {
                        return cursor.error("the initializer of a variable has another type");
                    }
                    variable.initializer = Some(constant);
                }
                (GlobalKind::Function(function), Field::Prefix) => function.prefix = Some(constant),
                (GlobalKind::Function(function), Field::Prologue) => function.prologue = Some(constant),
                (GlobalKind::Function(function), Field::Personality) => function.personality = Some(constant),
                (GlobalKind::Alias(target) | GlobalKind::IFunc(target), _) => {
                    if !self.module.types.is_pointer(ty) {
                        return cursor.error("an alias of something that is no pointer");
                    }
                    *target = constant;
                }
                _ => {}
            }
        }
        let known: FxHashMap<StrId, Comdat> =
            self.module.comdats.iter().map(|(comdat, data)| (data.name, comdat)).collect();
        let mut known = known;
        // Mach-O has no comdats.
        let triple = self.module.target_triple.map(|triple| self.module.text(triple).into_owned());
        let has_comdats =
            triple.is_none_or(|triple| !triple.contains("-apple-") && !triple.contains("darwin"));
        for global in unresolved.implicit_comdats.into_iter().filter(|_| has_comdats) {
            let Some(name) = self.module.globals[global].name else { continue };
            let comdats = &mut self.module.comdats;
            let comdat = *known
                .entry(name)
                .or_insert_with(|| comdats.push(ComdatData { name, kind: ComdatKind::Any }));
            self.module.globals[global].comdat = Some(comdat);
        }
        Ok(())
    }

    /// Puts metadata into the module.
    fn finish_metadata(&mut self, cursor: &Cursor<'_>) -> Result<()> {
        let mut metadata = std::mem::take(&mut self.metadata);
        metadata.finish(cursor, Around::module(self))?;
        for (value, attachments) in std::mem::take(&mut metadata.global_attachments) {
            let entry = usize::try_from(value).ok().and_then(|value| self.values.get(value));
            let global = match entry.map(|entry| entry.slot) {
                Some(Slot::Value(value)) => self.global_of(value),
                _ => None,
            };
            let Some(global) = global else { return cursor.error("an attachment to an unknown global") };
            let is_variable = matches!(self.module.globals[global].kind, GlobalKind::Variable(_));
            let mut sorted = self.attachments(cursor, &attachments)?;
            if metadata.old.has_old_variables && is_variable {
                let variable = self.names.kind(super::codes::metadata::GLOBAL_VAR);
                for (kind, node) in &mut sorted {
                    if *kind == self.dbg && old_nodes::is_of_kind(&metadata, *node, variable) {
                        let around = Around::module(self);
                        *node = old_nodes::variable_expression(&mut metadata, around, *node, None);
                    }
                }
            }
            self.module.globals[global].attachments.extend(sorted);
        }
        let dbg = self.dbg;
        let old = std::mem::take(&mut metadata.old);
        for (owner, node) in &old.global_variables {
            if let &Metadata::Constant(constant) = owner
                && let Some(global) = self.global_of(constant.into())
            {
                self.module.globals[global].attachments.push((dbg, *node));
            }
        }
        for (owner, node) in &old.function_subprograms {
            if let &Metadata::Constant(constant) = owner
                && let Some(global) = self.global_of(constant.into())
                && self.defined.contains(&global)
            {
                self.module.globals[global].attachments.push((dbg, *node));
            }
        }
        metadata.old = old;
        self.module.metadata.named = std::mem::take(&mut metadata.named);
        self.metadata = metadata;
        Ok(())
    }

    /// Attachments with the names of their kinds, in LLVM's order.
    pub(super) fn attachments(
        &self,
        cursor: &Cursor<'_>,
        attachments: &[(u64, MdNode)],
    ) -> Result<Vec<(StrId, MdNode)>> {
        let mut sorted = Vec::with_capacity(attachments.len());
        for (kind, node) in attachments {
            match self.kinds.get(kind) {
                Some(&(place, name)) => sorted.push((place, name, *node)),
                None => return cursor.error("unknown kind of metadata"),
            }
        }
        sorted.sort_by_key(|&(place, ..)| place);
        Ok(sorted.into_iter().map(|(_, name, node)| (name, node)).collect())
    }
}
