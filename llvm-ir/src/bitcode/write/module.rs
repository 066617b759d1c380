//! Writes the block of a module: abbreviations, types, attributes, globals, and what the other files write.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sha1::{Digest, Sha1};
use tern_support::parallel;

use super::attributes;
use super::bits::{Abbrev, BitWriter};
use super::body::{Lookup, Memory};
use super::enumerate::{Ids, bits_for, list_of_variable};
use super::function::{self, Body, encoded};
use super::names::Characters;
use super::strings::StringTable;
use super::use_lists::Orders;
use super::{Options, constants, metadata, older, summary, use_lists};
use crate::addressed_blocks::before_their_function;
use crate::attributes::{AttributeListId, AttributeSetId};
use crate::bitcode::bitstream::Operand;
use crate::bitcode::codes::{
    block, constants as constant_code, function as function_code, metadata as metadata_code, module as code,
    operand_bundle_tags, sync_scope_names, ty as type_code, value_symtab,
};
use crate::bitcode::encodings::Coded;
use crate::datalayout::DataLayout;
use crate::entity::StrId;
use crate::function::{Block, Function};
use crate::globals::{Global, GlobalKind, GlobalValue, Variable};
use crate::instruction::BUNDLE_TAGS;
use crate::metadata::FIXED_KINDS;
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::versions::LlvmVersion;

/// The abbreviations of all blocks for constants, bodies and names, in the order of [`block_info`].
pub(super) mod abbrev {
    use crate::bitcode::write::bits::Abbrev;

    macro_rules! indices {
        ($($name:ident = $index:literal,)+) => { $(pub(in crate::bitcode::write) const $name: Abbrev = Abbrev::at($index);)+ };
    }

    indices! {
        NAME_8 = 0, NAME_7 = 1, NAME_6 = 2, BLOCK_NAME_6 = 3,
        SET_TYPE = 0, INTEGER = 1, CONSTANT_CAST = 2,
        LOAD = 0, STORE = 1, UNOP = 2, UNOP_FLAGS = 3, BINOP = 4, BINOP_FLAGS = 5, CAST = 6, CAST_FLAGS = 7, RET_VOID = 8,
        RET_VALUE = 9, BR = 10, COND_BR = 11, UNREACHABLE = 12, GEP = 13, CMP = 14, CMP_FLAGS = 15, DEBUG_VALUE = 16,
        DEBUG_LOC = 17,
    }
}

/// The synchronization scopes that LLVM knows.
const SCOPES: &[&str] = &["singlethread", ""];

/// What bodies need of the module.
pub(super) struct Shared {
    pub(super) layout: DataLayout,
    /// The name of the kind of attachment that holds locations.
    pub(super) dbg: Option<StrId>,
    /// The functions that use addresses of blocks of a function.
    pub(super) address_users: FxHashMap<Global, Vec<Global>>,
    /// The blocks whose address is taken before the body of a function, as LLVM's reader makes them.
    pub(super) addressed_blocks: FxHashMap<Global, Vec<Block>>,
    pub(super) orders: Orders,
    scopes: Vec<StrId>,
    tags: Vec<StrId>,
}

impl Shared {
    pub(super) fn new(module: &Module, orders: Orders) -> Self {
        let mut shared = Self {
            layout: module.layout(),
            dbg: module.strings.find(b"dbg"),
            address_users: use_lists::address_users(module),
            addressed_blocks: before_their_function(module),
            orders,
            scopes: Vec::new(),
            tags: Vec::new(),
        };
        let of_body = |global: &Global| Some(Own::of(module, module.globals[*global].as_function()?));
        let all: Vec<Own> = module.functions.par_iter().filter_map(of_body).collect();
        for own in all {
            own.scopes.into_iter().for_each(|scope| add(&mut shared.scopes, scope));
            own.tags.into_iter().for_each(|tag| add(&mut shared.tags, tag));
        }
        shared
    }

    /// The number of a synchronization scope.
    pub(super) fn scope(&self, module: &Module, scope: Option<StrId>) -> u64 {
        match scope {
            Some(scope) => number_of(module, scope, SCOPES, &self.scopes),
            None => 1,
        }
    }

    /// The number of a tag of operand bundles.
    pub(super) fn bundle_tag(&self, module: &Module, tag: StrId) -> u64 {
        number_of(module, tag, BUNDLE_TAGS, &self.tags)
    }
}

/// The names in a body that LLVM does not know, in order.
#[derive(Default)]
struct Own {
    scopes: Vec<StrId>,
    tags: Vec<StrId>,
}

impl Own {
    fn of(module: &Module, function: &Function) -> Self {
        let mut own = Self::default();
        let is_new = |name: StrId, known: &[&str]| known_number(module, name, known).is_none();
        for (_, inst) in function.instructions() {
            let inst = &function.insts[inst].inst;
            if let Some(scope) = inst.sync_scope().filter(|&scope| is_new(scope, SCOPES)) {
                add(&mut own.scopes, scope);
            }
            let bundles = inst.call_site().into_iter().flat_map(|call| &call.bundles);
            for bundle in bundles.filter(|bundle| is_new(bundle.tag, BUNDLE_TAGS)) {
                add(&mut own.tags, bundle.tag);
            }
        }
        own
    }
}

/// Appends a name to a list that does not have it.
fn add(list: &mut Vec<StrId>, name: StrId) {
    if !list.contains(&name) {
        list.push(name);
    }
}

/// The index of a name among those that LLVM knows.
fn known_number(module: &Module, name: StrId, known: &[&str]) -> Option<usize> {
    let text = module.strings.get(name);
    known.iter().position(|known| known.as_bytes() == text)
}

/// The index of a name among those that LLVM knows and those that the module adds.
fn number_of(module: &Module, name: StrId, known: &[&str], own: &[StrId]) -> u64 {
    let index = known_number(module, name, known)
        .unwrap_or_else(|| known.len() + own.iter().position(|&other| other == name).unwrap_or(0));
    index as u64
}

/// The bytes of a string as LLVM puts them in a record of 64-bit numbers.
pub(super) fn signed_bytes(text: &[u8]) -> impl Iterator<Item = u64> + '_ {
    text.iter().map(|&byte| byte as i8 as u64)
}

/// The bytes of a string as LLVM puts them in a record of 32-bit numbers.
fn characters(text: &[u8]) -> Vec<u64> {
    text.iter().map(|&byte| (byte as i8 as u32).into()).collect()
}

/// Writes the record of a string, with an abbreviation of six bits each if that is possible.
pub(super) fn write_string(out: &mut BitWriter, code: u32, text: &[u8], abbrev: Abbrev) {
    let abbrev = if Characters::of(text) == Characters::Char6 { abbrev } else { Abbrev::NONE };
    out.record(code, &characters(text), abbrev);
}

/// Writes the block of a module. `start` is the position of the identification.
pub(super) fn write(
    out: &mut BitWriter,
    ids: &Ids<'_>,
    options: &Options<'_>,
    strings: &mut StringTable,
    orders: Orders,
    start: u64,
) {
    let module = ids.module;
    let shared = &Shared::new(module, orders);
    out.enter(block::MODULE, 3);
    let content = out.position();
    out.record(code::VERSION, &[2], Abbrev::NONE);
    block_info(out, ids.type_width(), ids.version);
    write_types(out, ids);
    attributes::write_groups(out, ids);
    attributes::write_lists(out, ids);
    for &comdat in &ids.comdats {
        let comdat = &module.comdats[comdat];
        let name = module.strings.get(comdat.name);
        let record = [strings.add_name(name), name.len() as u64, comdat.kind.code().unwrap_or(0)];
        out.record(code::COMDAT, &record, Abbrev::NONE);
    }
    let names_offset = write_info(out, ids, options.name.as_bytes(), strings);
    constants::write_of_module(out, ids, shared);
    write_kinds(out, ids);
    metadata::write_of_module(out, ids);
    use_lists::write_of_module(out, ids, &shared.orders);
    write_names(
        out,
        block::OPERAND_BUNDLE_TAGS,
        operand_bundle_tags::BUNDLE_TAG,
        3,
        module,
        BUNDLE_TAGS,
        &shared.tags,
    );
    write_names(out, block::SYNC_SCOPE_NAMES, sync_scope_names::NAME, 2, module, SCOPES, &shared.scopes);
    let bodies = write_bodies(out, ids, shared);
    summary::write_of_module(out, ids, strings);
    let word = |position: u64| (position - start) / 32 + 1;
    out.patch(names_offset, word(out.position()) as u32);
    out.enter(block::VALUE_SYMTAB, 4);
    let head = Operand::Literal(value_symtab::FNENTRY.into());
    let abbrev = out.define(&[head, Operand::Vbr(8), Operand::Vbr(8)]);
    for (id, position) in bodies {
        out.record(value_symtab::FNENTRY, &[id, word(position)], abbrev);
    }
    out.exit();
    if let Some(hash) = strings.hash.take() {
        write_hash(out, hash, content);
    }
    out.exit();
}

/// Writes the hash of the names of the module, and of what was written of it from this position on.
fn write_hash(out: &mut BitWriter, names: Sha1, content: u64) {
    let hash = names.chain_update(out.since(content)).finalize();
    let words = hash.chunks_exact(4).map(|it| u32::from_be_bytes([it[0], it[1], it[2], it[3]]).into());
    out.record(code::HASH, &words.collect::<Vec<_>>(), Abbrev::NONE);
}

/// Writes all bodies, on all threads. Returns for each the id of the function and the position.
fn write_bodies(out: &mut BitWriter, ids: &Ids<'_>, shared: &Shared) -> Vec<(u64, u64)> {
    let bodies: Vec<Body<'_>> = (0..)
        .zip(ids.module.definitions())
        .map(|(index, (global, _, function))| Body { index, global, function })
        .collect();
    let (width, info) = out.context();
    let mut positions = Vec::with_capacity(bodies.len());
    parallel::in_order(
        &bodies,
        |body, memory: &mut Memory, bytes: &mut Vec<u8>| {
            bytes.clear();
            let mut out = BitWriter::within(width, &info, std::mem::take(bytes));
            function::write(&mut out, ids, shared, body, memory);
            *bytes = out.finish();
        },
        |body, bytes| {
            positions.push((ids.global(body.global), out.position()));
            out.append(bytes);
        },
    );
    positions
}

/// Writes the abbreviations of all blocks for constants, bodies and names. Types have ids of `width` bits.
fn block_info(out: &mut BitWriter, width: u32, version: LlvmVersion) {
    use Operand::{Array, Char6, Fixed, Literal, Vbr};
    use function_code as fun;
    let ty = Fixed(width);
    let value = Vbr(6);
    let with = |code: u32, rest: &[Operand]| {
        std::iter::once(Literal(code.into())).chain(rest.iter().copied()).collect::<Vec<_>>()
    };
    let names = vec![
        vec![Fixed(3), Vbr(8), Array, Fixed(8)],
        with(value_symtab::ENTRY, &[Vbr(8), Array, Fixed(7)]),
        with(value_symtab::ENTRY, &[Vbr(8), Array, Char6]),
        with(value_symtab::BBENTRY, &[Vbr(8), Array, Char6]),
    ];
    let constants = vec![
        with(constant_code::SETTYPE, &[ty]),
        with(constant_code::INTEGER, &[Vbr(8)]),
        with(constant_code::CE_CAST, &[Fixed(4), ty, Vbr(8)]),
        with(constant_code::NULL, &[]),
    ];
    let mut location = vec![Vbr(6), Vbr(8), Vbr(6), Vbr(6), Fixed(1), Vbr(6), Vbr(3)];
    location.truncate(older::location_length(version) - 1);
    let bodies = vec![
        with(fun::INST_LOAD, &[value, ty, Vbr(4), Fixed(1)]),
        with(fun::INST_STORE, &[value, value, Vbr(4), Fixed(1)]),
        with(fun::INST_UNOP, &[value, Fixed(4)]),
        with(fun::INST_UNOP, &[value, Fixed(4), Fixed(8)]),
        with(fun::INST_BINOP, &[value, value, Fixed(4)]),
        with(fun::INST_BINOP, &[value, value, Fixed(4), Fixed(8)]),
        with(fun::INST_CAST, &[value, ty, Fixed(4)]),
        with(fun::INST_CAST, &[value, ty, Fixed(4), Fixed(8)]),
        with(fun::INST_RET, &[]),
        with(fun::INST_RET, &[value]),
        with(fun::INST_BR, &[value]),
        with(fun::INST_BR, &[value, value, value]),
        with(fun::INST_UNREACHABLE, &[]),
        with(fun::INST_GEP, &[Fixed(3), ty, Array, value]),
        with(fun::INST_CMP2, &[value, value, Fixed(6)]),
        with(fun::INST_CMP2, &[value, value, Fixed(6), Fixed(8)]),
        with(fun::DEBUG_RECORD_VALUE_SIMPLE, &[Vbr(7), Vbr(7), Vbr(7), value]),
        with(fun::DEBUG_LOC, &location),
    ];
    out.block_info(&[(block::VALUE_SYMTAB, names), (block::CONSTANTS, constants), (block::FUNCTION, bodies)]);
}

/// The abbreviations of the table of types.
struct TypeAbbrevs {
    pointer: Abbrev,
    function: Abbrev,
    literal: Abbrev,
    name: Abbrev,
    identified: Abbrev,
    array: Abbrev,
}

fn write_types(out: &mut BitWriter, ids: &Ids<'_>) {
    use Operand::{Array, Char6, Fixed, Literal, Vbr};
    out.enter(block::TYPE, 4);
    let width = Fixed(ids.type_width());
    let literal = |code: u32| Literal(code.into());
    let abbrevs = TypeAbbrevs {
        pointer: out.define(&[literal(type_code::OPAQUE_POINTER), Literal(0)]),
        function: out.define(&[literal(type_code::FUNCTION), Fixed(1), Array, width]),
        literal: out.define(&[literal(type_code::STRUCT_ANON), Fixed(1), Array, width]),
        name: out.define(&[literal(type_code::STRUCT_NAME), Array, Char6]),
        identified: out.define(&[literal(type_code::STRUCT_NAMED), Fixed(1), Array, width]),
        array: out.define(&[literal(type_code::ARRAY), Vbr(8), width]),
    };
    out.record(type_code::NUMENTRY, &[ids.types.len() as u64], Abbrev::NONE);
    for &ty in &ids.types {
        write_type(out, ids, ty, &abbrevs);
    }
    out.exit();
}

fn write_type(out: &mut BitWriter, ids: &Ids<'_>, ty: Type, abbrevs: &TypeAbbrevs) {
    let module = ids.module;
    let id = |ty: &Type| ids.ty(*ty);
    let plain = |code: u32| (code, Vec::new(), Abbrev::NONE);
    let (code, record, abbrev) = match module.types.kind(ty) {
        TypeKind::Void => plain(type_code::VOID),
        TypeKind::Half => plain(type_code::HALF),
        TypeKind::BFloat => plain(type_code::BFLOAT),
        TypeKind::Float => plain(type_code::FLOAT),
        TypeKind::Double => plain(type_code::DOUBLE),
        TypeKind::X86Fp80 => plain(type_code::X86_FP80),
        TypeKind::Fp128 => plain(type_code::FP128),
        TypeKind::PpcFp128 => plain(type_code::PPC_FP128),
        TypeKind::Label => plain(type_code::LABEL),
        TypeKind::Metadata => plain(type_code::METADATA),
        TypeKind::X86Amx => plain(type_code::X86_AMX),
        TypeKind::Token => plain(type_code::TOKEN),
        TypeKind::Integer(width) => (type_code::INTEGER, vec![u64::from(*width)], Abbrev::NONE),
        TypeKind::Byte(width) => (type_code::BYTE, vec![u64::from(*width)], Abbrev::NONE),
        TypeKind::Pointer(space) => {
            let abbrev = if *space == 0 { abbrevs.pointer } else { Abbrev::NONE };
            (type_code::OPAQUE_POINTER, vec![u64::from(*space)], abbrev)
        }
        TypeKind::TypedPointer { pointee, space } => {
            (type_code::POINTER, vec![id(pointee), u64::from(*space)], Abbrev::NONE)
        }
        TypeKind::Function { ret, params, varargs } => {
            let record = [u64::from(*varargs), id(ret)].into_iter().chain(params.iter().map(id)).collect();
            (type_code::FUNCTION, record, abbrevs.function)
        }
        TypeKind::Struct { packed, fields } => {
            let record = std::iter::once(u64::from(*packed)).chain(fields.iter().map(id)).collect();
            (type_code::STRUCT_ANON, record, abbrevs.literal)
        }
        TypeKind::Identified(identified) => {
            let definition = &module.types.structs[*identified];
            if let Some(name) =
                definition.name.map(|name| module.strings.get(name)).filter(|name| !name.is_empty())
            {
                write_string(out, type_code::STRUCT_NAME, name, abbrevs.name);
            }
            let fields = definition.fields.as_deref();
            let packed = std::iter::once(u64::from(definition.packed));
            let record = packed.chain(fields.unwrap_or_default().iter().map(id)).collect();
            match fields {
                Some(_) => (type_code::STRUCT_NAMED, record, abbrevs.identified),
                None => (type_code::OPAQUE, record, Abbrev::NONE),
            }
        }
        TypeKind::Array { len, element } => (type_code::ARRAY, vec![*len, id(element)], abbrevs.array),
        TypeKind::Vector { len, scalable, element } => {
            let mut record = vec![u64::from(*len), id(element)];
            record.extend(scalable.then_some(1));
            (type_code::VECTOR, record, Abbrev::NONE)
        }
        TypeKind::TargetExt { name, types, integers } => {
            write_string(out, type_code::STRUCT_NAME, module.strings.get(*name), abbrevs.name);
            let mut record = vec![types.len() as u64];
            record.extend(types.iter().map(id));
            record.extend(integers.iter().map(|&integer| u64::from(integer)));
            (type_code::TARGET_TYPE, record, Abbrev::NONE)
        }
    };
    out.record(code, &record, abbrev);
}

/// The numbers of strings of globals, from one on: sections, or garbage collectors.
#[derive(Default)]
struct Numbered(FxHashMap<StrId, u64>);

impl Numbered {
    /// Writes a string that is met for the first time.
    fn add(&mut self, out: &mut BitWriter, module: &Module, code: u32, text: Option<StrId>) {
        let Some(text) = text.filter(|&text| !module.strings.get(text).is_empty()) else { return };
        if !self.0.contains_key(&text) {
            write_string(out, code, module.strings.get(text), Abbrev::NONE);
            self.0.insert(text, self.0.len() as u64 + 1);
        }
    }

    fn get(&self, text: Option<StrId>) -> u64 {
        text.and_then(|text| self.0.get(&text)).copied().unwrap_or(0)
    }
}

/// Writes what describes the module and its globals. Returns the position where the offset of the table of functions belongs.
fn write_info(out: &mut BitWriter, ids: &Ids<'_>, name: &[u8], strings: &mut StringTable) -> u64 {
    let module = ids.module;
    let text = |id: Option<StrId>| id.map_or(&b""[..], |id| module.strings.get(id));
    let mut assembly = Vec::new();
    for &line in &module.module_asm {
        assembly.extend_from_slice(module.strings.get(line));
        assembly.push(b'\n');
    }
    let header = [
        (code::TRIPLE, text(module.target_triple)),
        (code::DATALAYOUT, text(module.data_layout)),
        (code::ASM, &assembly),
    ];
    for (code, text) in header {
        if !text.is_empty() {
            write_string(out, code, text, Abbrev::NONE);
        }
    }
    let (mut sections, mut collectors) = (Numbered::default(), Numbered::default());
    for &global in module.variables.iter().chain(&module.functions) {
        let value = &module.globals[global];
        sections.add(out, module, code::SECTIONNAME, value.section);
        let gc = value.as_function().and_then(|function| function.gc);
        collectors.add(out, module, code::GCNAME, gc);
    }
    let simple = simple_variable(out, ids, &sections);
    let source = module.source_filename.map_or(name, |name| module.strings.get(name));
    let element = match Characters::of(source) {
        Characters::Char6 => Operand::Char6,
        Characters::SevenBits => Operand::Fixed(7),
        Characters::EightBits => Operand::Fixed(8),
    };
    let abbrev = out.define(&[Operand::Literal(code::SOURCE_FILENAME.into()), Operand::Array, element]);
    let source: Vec<u64> = source.iter().map(|&byte| byte.into()).collect();
    out.record(code::SOURCE_FILENAME, &source, abbrev);
    let mut writer = GlobalWriter { out, ids, strings, sections, collectors, record: Vec::new() };
    for &global in &module.variables {
        writer.variable(&module.globals[global], simple);
    }
    for &global in &module.functions {
        writer.function(global);
    }
    for &global in module.aliases.iter().chain(&module.ifuncs) {
        writer.indirect(&module.globals[global]);
    }
    let out = writer.out;
    let abbrev = out.define(&[Operand::Literal(code::VSTOFFSET.into()), Operand::Fixed(32)]);
    out.record(code::VSTOFFSET, &[0], abbrev);
    out.position() - 32
}

/// Defines the abbreviation of variables without further properties.
fn simple_variable(out: &mut BitWriter, ids: &Ids<'_>, sections: &Numbered) -> Abbrev {
    use Operand::{Fixed, Literal, Vbr};
    let module = ids.module;
    if module.variables.is_empty() {
        return Abbrev::NONE;
    }
    let all = || module.variables.iter().map(|&global| &module.globals[global]);
    let alignment = all().map(|value| encoded(value.alignment)).max().unwrap_or(0);
    let ty = all().map(|value| ids.ty(value.ty)).max().unwrap_or(0);
    let up_to = |most: u64| match most {
        0 => Literal(0),
        most => Fixed(bits_for(most + 1)),
    };
    out.define(&[
        Literal(code::GLOBALVAR.into()),
        Vbr(8),
        Vbr(8),
        Fixed(bits_for(ty + 1)),
        Vbr(6),
        Vbr(6),
        Fixed(5),
        up_to(alignment),
        up_to(sections.0.len() as u64),
    ])
}

struct GlobalWriter<'w, 'm> {
    out: &'w mut BitWriter,
    ids: &'w Ids<'m>,
    strings: &'w mut StringTable,
    sections: Numbered,
    collectors: Numbered,
    record: Vec<u64>,
}

impl GlobalWriter<'_, '_> {
    fn text(&mut self, text: Option<StrId>) {
        let text = text.map_or(&b""[..], |text| self.ids.module.strings.get(text));
        self.record.extend([self.strings.add_name(text), text.len() as u64]);
    }

    fn emit(&mut self, code: u32, abbrev: Abbrev) {
        self.out.record(code, &self.record, abbrev);
        self.record.clear();
    }

    fn attributes(&self, list: AttributeListId) -> u64 {
        self.ids.attributes(list)
    }

    fn variable(&mut self, value: &GlobalValue, simple: Abbrev) {
        let GlobalKind::Variable(variable) = &value.kind else { return };
        self.text(value.name);
        self.record.extend([
            self.ids.ty(value.ty),
            u64::from(value.address_space) << 2 | 2 | u64::from(variable.constant),
            variable.initializer.map_or(0, |initializer| self.ids.constant(initializer) + 1),
            value.linkage.code().unwrap_or(0),
            encoded(value.alignment),
            self.sections.get(value.section),
        ]);
        if !has_more(self.ids.module, value, variable) {
            return self.emit(code::GLOBALVAR, simple);
        }
        let attributes = match variable.attributes == AttributeSetId::default() {
            true => 0,
            false => self.attributes(list_of_variable(self.ids.module, variable.attributes)),
        };
        self.record.extend([
            value.visibility.code().unwrap_or(0),
            value.tls.and_then(Coded::code).unwrap_or(0),
            value.unnamed_addr.code().unwrap_or(0),
            variable.externally_initialized.into(),
            value.dll_storage.code().unwrap_or(0),
            self.ids.comdat(value.comdat),
            attributes,
            value.dso_local.into(),
        ]);
        self.text(value.partition);
        let sanitizers = variable.sanitizers.iter().filter_map(|sanitizer| sanitizer.code());
        self.record.extend([
            sanitizers.fold(0, |all, bit| all | bit),
            variable.code_model.and_then(Coded::code).unwrap_or(0),
        ]);
        self.emit(code::GLOBALVAR, Abbrev::NONE);
    }

    fn function(&mut self, global: Global) {
        let value = &self.ids.module.globals[global];
        let Some(function) = value.as_function() else { return };
        self.text(value.name);
        let constant = |constant: Option<crate::Constant>| constant.map_or(0, |it| self.ids.constant(it) + 1);
        let Function { prefix, prologue, personality, .. } = function;
        let record = [
            self.ids.ty(value.ty),
            function.calling_convention.into(),
            function.is_declaration().into(),
            value.linkage.code().unwrap_or(0),
            self.attributes(self.ids.attributes_of(global)),
            encoded(value.alignment),
            self.sections.get(value.section),
            value.visibility.code().unwrap_or(0),
            self.collectors.get(function.gc),
            value.unnamed_addr.code().unwrap_or(0),
            constant(*prologue),
            value.dll_storage.code().unwrap_or(0),
            self.ids.comdat(value.comdat),
            constant(*prefix),
            constant(*personality),
            value.dso_local.into(),
            value.address_space.into(),
        ];
        self.record.extend(record);
        self.text(value.partition);
        self.emit(code::FUNCTION, Abbrev::NONE);
    }

    fn indirect(&mut self, value: &GlobalValue) {
        let (constant, is_alias) = match value.kind {
            GlobalKind::Alias(constant) => (constant, true),
            GlobalKind::IFunc(constant) => (constant, false),
            _ => return,
        };
        self.text(value.name);
        self.record.extend([
            self.ids.ty(value.ty),
            value.address_space.into(),
            self.ids.constant(constant),
            value.linkage.code().unwrap_or(0),
            value.visibility.code().unwrap_or(0),
        ]);
        if is_alias {
            self.record.extend([
                value.dll_storage.code().unwrap_or(0),
                value.tls.and_then(Coded::code).unwrap_or(0),
                value.unnamed_addr.code().unwrap_or(0),
            ]);
        }
        self.record.push(value.dso_local.into());
        self.text(value.partition);
        self.emit(if is_alias { code::ALIAS } else { code::IFUNC }, Abbrev::NONE);
    }
}

/// Whether a variable has properties that the short form of its record lacks.
fn has_more(module: &Module, value: &GlobalValue, variable: &Variable) -> bool {
    value.tls.is_some()
        || value.visibility.code() != Some(0)
        || value.unnamed_addr.code() != Some(0)
        || variable.externally_initialized
        || value.dll_storage.code() != Some(0)
        || value.comdat.is_some()
        || variable.attributes != AttributeSetId::default()
        || value.dso_local
        || value.partition.is_some_and(|partition| !module.strings.get(partition).is_empty())
        || !variable.sanitizers.is_empty()
        || variable.code_model.is_some()
}

fn write_kinds(out: &mut BitWriter, ids: &Ids<'_>) {
    out.enter(block::METADATA_KIND, 3);
    let own = ids.other_kinds().iter().map(|&kind| ids.module.strings.get(kind));
    for (number, name) in (0..).zip(FIXED_KINDS.iter().map(|kind| kind.as_bytes()).chain(own)) {
        let record: Vec<u64> = std::iter::once(number).chain(signed_bytes(name)).collect();
        out.record(metadata_code::KIND, &record, Abbrev::NONE);
    }
    out.exit();
}

fn write_names(
    out: &mut BitWriter,
    id: u32,
    code: u32,
    width: u32,
    module: &Module,
    known: &[&str],
    own: &[StrId],
) {
    out.enter(id, width);
    let own = own.iter().map(|&name| module.strings.get(name));
    for name in known.iter().map(|name| name.as_bytes()).chain(own) {
        out.record(code, &signed_bytes(name).collect::<Vec<_>>(), Abbrev::NONE);
    }
    out.exit();
}
