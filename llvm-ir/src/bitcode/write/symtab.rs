//! Writes the symbol table: what linkers need to know of a module without reading it. Source: LLVM, `IRSymtab.h`, `Mangler`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::libcalls::Libcalls;
use super::strings::StringTable;
use super::triple::{Format, Triple};
use crate::bitcode::encodings::Coded;
use crate::constants::{Constant, ConstantExpr, ConstantKind};
use crate::globals::{Comdat, DllStorage, Global, GlobalKind, GlobalValue, Linkage, UnnamedAddr, Visibility};
use crate::metadata::{MdNodeKind, Metadata};
use crate::module::Module;
use crate::sizes::Sizes;

/// The version of the format.
const VERSION: u32 = 3;

/// The number of words of the header.
const HEADER: usize = 19;

/// The flags of symbols.
mod flag {
    pub(super) const HAS_UNCOMMON: u32 = 1 << 2;
    pub(super) const UNDEFINED: u32 = 1 << 3;
    pub(super) const WEAK: u32 = 1 << 4;
    pub(super) const COMMON: u32 = 1 << 5;
    pub(super) const INDIRECT: u32 = 1 << 6;
    pub(super) const USED: u32 = 1 << 7;
    pub(super) const TLS: u32 = 1 << 8;
    pub(super) const MAY_OMIT: u32 = 1 << 9;
    pub(super) const GLOBAL: u32 = 1 << 10;
    pub(super) const FORMAT_SPECIFIC: u32 = 1 << 11;
    pub(super) const UNNAMED_ADDR: u32 = 1 << 12;
    pub(super) const EXECUTABLE: u32 = 1 << 13;
}

/// A string of the table: its offset and size.
type Str = [u32; 2];

/// The module has no symbol table.
struct Unsupported;

type Result<T> = std::result::Result<T, Unsupported>;

struct Builder<'w, 'm> {
    module: &'m Module,
    strings: &'w mut StringTable,
    triple: Triple<'m>,
    layout: crate::datalayout::DataLayout,
    libcalls: Libcalls,
    used: FxHashSet<Global>,
    comdats: Vec<[u32; 3]>,
    comdat_ids: FxHashMap<Comdat, i32>,
    symbols: Vec<[u32; 6]>,
    uncommons: Vec<[u32; 6]>,
    /// Numbers of globals without names.
    unnamed: FxHashMap<Global, usize>,
    linker_options: Vec<u8>,
}

/// Adds the strings of the symbol table, and makes the table; `None` if the module has none.
pub(super) fn build(
    module: &Module,
    source: &[u8],
    version: &str,
    strings: &mut StringTable,
) -> Option<Vec<u8>> {
    // The names in assembly are known to who can read it.
    if !module.module_asm.is_empty() {
        return None;
    }
    let text = |id: Option<crate::StrId>| id.map_or(&b""[..], |id| module.strings.get(id));
    let triple = text(module.target_triple);
    let producer = add(strings, version.as_bytes());
    let target = add(strings, triple);
    let source = add(strings, source);
    if text(module.data_layout).is_empty() {
        return None;
    }
    let triple = Triple::of(std::str::from_utf8(triple).unwrap_or_default());
    let mut builder = Builder {
        module,
        strings,
        triple,
        layout: module.layout(),
        libcalls: Libcalls::of(&triple),
        used: used(module),
        comdats: Vec::new(),
        comdat_ids: FxHashMap::default(),
        symbols: Vec::new(),
        uncommons: Vec::new(),
        unnamed: FxHashMap::default(),
        linker_options: Vec::new(),
    };
    builder.finish(producer, target, source).ok()
}

fn add(strings: &mut StringTable, text: &[u8]) -> Str {
    [strings.add(text) as u32, text.len() as u32]
}

/// The globals that `llvm.used` and `llvm.compiler.used` list.
fn used(module: &Module) -> FxHashSet<Global> {
    let lists = ["llvm.used", "llvm.compiler.used"].into_iter().filter_map(|name| module.global(name));
    let mut used = FxHashSet::default();
    for list in lists {
        if let GlobalKind::Variable(variable) = &module.globals[list].kind
            && let Some(initializer) = variable.initializer
            && let ConstantKind::Aggregate(elements) = module.constants.kind(initializer)
        {
            used.extend(elements.iter().filter_map(|&element| global_of(module, element, false)));
        }
    }
    used
}

/// The global that a constant is, behind casts, or the one that it is a part of.
fn global_of(module: &Module, constant: Constant, with_parts: bool) -> Option<Global> {
    let mut constant = constant;
    loop {
        match module.constants.kind(constant) {
            ConstantKind::Global(global) => return Some(*global),
            ConstantKind::Expr(expr) => match &**expr {
                ConstantExpr::Cast { value, .. } => constant = *value,
                ConstantExpr::GetElementPtr { base, .. } if with_parts => constant = *base,
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// The global that is behind aliases.
pub(super) fn object(module: &Module, global: Global) -> Option<Global> {
    let mut met = FxHashSet::default();
    let mut global = global;
    while let GlobalKind::Alias(aliasee) = module.globals[global].kind {
        if !met.insert(global) {
            return None;
        }
        global = global_of(module, aliasee, true)?;
    }
    Some(global)
}

fn is_local(value: &GlobalValue) -> bool {
    matches!(value.linkage, Linkage::Private | Linkage::Internal)
}

fn is_declaration(value: &GlobalValue) -> bool {
    match &value.kind {
        GlobalKind::Variable(variable) => variable.initializer.is_none(),
        GlobalKind::Function(function) => function.is_declaration(),
        GlobalKind::Alias(_) | GlobalKind::IFunc(_) => false,
    }
}

impl Builder<'_, '_> {
    fn finish(&mut self, producer: Str, target: Str, source: Str) -> Result<Vec<u8>> {
        let module = self.module;
        if self.triple.format() == Format::Coff {
            for string in self.strings_of("llvm.linker.options", false) {
                self.linker_options.push(b' ');
                self.linker_options.extend(string);
            }
        }
        let mut libraries = Vec::new();
        if self.triple.format() == Format::Elf {
            for string in self.strings_of("llvm.dependent-libraries", true) {
                libraries.push(add(self.strings, &string));
            }
        }
        let lists = [&module.functions, &module.variables, &module.aliases, &module.ifuncs];
        for &global in lists.into_iter().flatten() {
            self.symbol(global)?;
        }
        self.offset_table();
        let options = std::mem::take(&mut self.linker_options);
        let options = add(self.strings, &options);
        let modules = [[0, self.symbols.len() as u32, 0]];
        let mut words: Vec<u32> = vec![0; HEADER];
        let mut header = vec![VERSION];
        header.extend(producer);
        let mut range = |part: Vec<u32>, count: usize| {
            header.extend([words.len() as u32 * 4, count as u32]);
            words.extend(part);
        };
        range(modules.concat(), 1);
        range(self.comdats.concat(), self.comdats.len());
        range(self.symbols.concat(), self.symbols.len());
        range(self.uncommons.concat(), self.uncommons.len());
        let end = words.len() as u32 * 4;
        words.extend(libraries.concat());
        for string in [target, source, options, [end, libraries.len() as u32]] {
            header.extend(string);
        }
        words[..HEADER].copy_from_slice(&header);
        Ok(words.into_iter().flat_map(u32::to_le_bytes).collect())
    }

    /// The strings in the nodes of named metadata, or only the first of each.
    fn strings_of(&self, name: &str, only_first: bool) -> Vec<Vec<u8>> {
        let metadata = &self.module.metadata;
        let named =
            metadata.named.iter().filter(|(known, _)| self.module.strings.get(*known) == name.as_bytes());
        let mut strings = Vec::new();
        for node in named.flat_map(|(_, nodes)| nodes) {
            let MdNodeKind::Tuple(operands) = &metadata.nodes[*node].kind else { continue };
            let count = if only_first { 1 } else { operands.len() };
            strings.extend(operands.iter().take(count).filter_map(|operand| match operand {
                Metadata::String(string) => Some(self.module.strings.get(*string).to_vec()),
                _ => None,
            }));
        }
        strings
    }

    /// Code for x86 can refer to the table of offsets, which no IR mentions.
    fn offset_table(&mut self) {
        let is_x86 = self.triple.arch.starts_with('i') && self.triple.arch.ends_with("86");
        let is_x86_64 = self.triple.arch.starts_with("x86_64");
        let is_large = matches!(self.code_model(), Some(3 | 4));
        if self.triple.format() == Format::Elf && (is_x86 || is_x86_64 && is_large) {
            let name = add(self.strings, b"_GLOBAL_OFFSET_TABLE_");
            let ir_name = add(self.strings, b"");
            let flags = flag::UNDEFINED | flag::GLOBAL | flag::USED;
            self.symbols.push([name[0], name[1], ir_name[0], ir_name[1], u32::MAX, flags]);
        }
    }

    /// The module flag for the code model.
    fn code_model(&self) -> Option<u64> {
        let module = self.module;
        let flags = module
            .metadata
            .named
            .iter()
            .find(|(name, _)| module.strings.get(*name) == b"llvm.module.flags")?;
        flags.1.iter().find_map(|&node| {
            let MdNodeKind::Tuple(operands) = &module.metadata.nodes[node].kind else { return None };
            let [_, Metadata::String(name), Metadata::Constant(value)] = operands[..] else { return None };
            match module.constants.kind(value) {
                ConstantKind::Integer(value) if module.strings.get(name) == b"Code Model" => Some(*value),
                _ => None,
            }
        })
    }

    fn flags(&self, global: Global) -> u32 {
        let module = self.module;
        let value = &module.globals[global];
        let name = value.name.map_or(&b""[..], |name| module.strings.get(name));
        let section = value.section.map_or(&b""[..], |section| module.strings.get(section));
        let is_executable = object(module, global).is_some_and(|object| {
            matches!(module.globals[object].kind, GlobalKind::Function(_) | GlobalKind::IFunc(_))
        });
        let is_variable = matches!(value.kind, GlobalKind::Variable(_));
        let is_weak = matches!(
            value.linkage,
            Linkage::LinkOnce | Linkage::LinkOnceOdr | Linkage::Weak | Linkage::WeakOdr | Linkage::ExternWeak
        );
        let is_special = value.linkage == Linkage::Private
            || name.starts_with(b"llvm.")
            || is_variable && section == b"llvm.metadata";
        [
            (value.linkage == Linkage::AvailableExternally || is_declaration(value), flag::UNDEFINED),
            (is_weak, flag::WEAK),
            (value.linkage == Linkage::Common, flag::COMMON),
            (matches!(value.kind, GlobalKind::Alias(_)), flag::INDIRECT),
            (self.used.contains(&global) || self.libcalls.keep(name), flag::USED),
            (value.tls.is_some(), flag::TLS),
            (can_be_omitted(value), flag::MAY_OMIT),
            (!is_local(value), flag::GLOBAL),
            (is_special, flag::FORMAT_SPECIFIC),
            (value.unnamed_addr == UnnamedAddr::Global, flag::UNNAMED_ADDR),
            (is_executable, flag::EXECUTABLE),
        ]
        .into_iter()
        .filter(|(is, _)| *is)
        .fold(value.visibility.code().unwrap_or(0) as u32, |flags, (_, flag)| flags | flag)
    }

    fn uncommon(&mut self, at: &mut Option<usize>) -> &mut [u32; 6] {
        let index = *at.get_or_insert_with(|| {
            let empty = add(self.strings, b"");
            self.uncommons.push([0, 0, empty[0], empty[1], empty[0], empty[1]]);
            self.uncommons.len() - 1
        });
        &mut self.uncommons[index]
    }

    fn symbol(&mut self, global: Global) -> Result<()> {
        let module = self.module;
        let value = &module.globals[global];
        let symbol_name = self.symbol_name(global);
        let name = add(self.strings, &symbol_name);
        let ir_name = add(self.strings, value.name.map_or(&b""[..], |name| module.strings.get(name)));
        let mut flags = self.flags(global);
        let mut uncommon = None;
        if value.linkage == Linkage::Common {
            let GlobalKind::Variable(_) = value.kind else { return Err(Unsupported) };
            let sizes = Sizes { strings: &module.strings, types: &module.types, layout: &self.layout };
            let size = sizes.allocated(value.ty).unwrap_or(0) as u32;
            let alignment = value.alignment.bytes().unwrap_or(0) as u32;
            let entry = self.uncommon(&mut uncommon);
            (entry[0], entry[1]) = (size, alignment);
        }
        let object = object(module, global).ok_or(Unsupported)?;
        let comdat = match module.globals[object].comdat {
            Some(comdat) => self.comdat(comdat)?,
            None => -1,
        };
        if self.triple.format() == Format::Coff {
            self.export(global);
            if flags & flag::WEAK != 0
                && let GlobalKind::Alias(aliasee) = value.kind
            {
                let fallback = global_of(module, aliasee, false).ok_or(Unsupported)?;
                let name = self.symbol_name(fallback);
                let name = add(self.strings, &name);
                self.uncommon(&mut uncommon)[2..4].copy_from_slice(&name);
            }
        }
        let section = module.globals[object].section.map_or(&b""[..], |section| module.strings.get(section));
        if !section.is_empty() {
            self.uncommon(&mut uncommon);
            let section = add(self.strings, section);
            self.uncommon(&mut uncommon)[4..6].copy_from_slice(&section);
        }
        if uncommon.is_some() {
            flags |= flag::HAS_UNCOMMON;
        }
        self.symbols.push([name[0], name[1], ir_name[0], ir_name[1], comdat as u32, flags]);
        Ok(())
    }

    fn comdat(&mut self, comdat: Comdat) -> Result<i32> {
        if let Some(&id) = self.comdat_ids.get(&comdat) {
            return Ok(id);
        }
        let module = self.module;
        let data = &module.comdats[comdat];
        let mut name = module.strings.get(data.name).to_vec();
        if self.triple.format() == Format::Coff {
            let leader = module.global(&name).ok_or(Unsupported)?;
            if is_local(&module.globals[leader]) {
                self.comdat_ids.insert(comdat, -1);
                return Ok(-1);
            }
            name = self.mangled(leader);
        }
        let id = self.comdats.len() as i32;
        self.comdat_ids.insert(comdat, id);
        let name = add(self.strings, &name);
        // The numbers are those of records less one.
        self.comdats.push([name[0], name[1], data.kind.code().unwrap_or(1) as u32 - 1]);
        Ok(id)
    }

    fn symbol_name(&mut self, global: Global) -> Vec<u8> {
        let mut name = match self.module.globals[global].dll_storage {
            DllStorage::Import => b"__imp_".to_vec(),
            _ => Vec::new(),
        };
        name.extend(self.mangled(global));
        name
    }

    /// The name of a global in object files.
    fn mangled(&mut self, global: Global) -> Vec<u8> {
        let value = &self.module.globals[global];
        let mangling = self.layout.mangling;
        let private: &[u8] = match mangling {
            _ if value.linkage != Linkage::Private => b"",
            Some(b'e' | b'w') => b".L",
            Some(b'l') => b"L#",
            Some(b'm') => b"$",
            Some(b'o' | b'x') => b"L",
            Some(b'a') => b"L..",
            _ => b"",
        };
        let mut prefix: &[u8] = if matches!(mangling, Some(b'o' | b'x')) { b"_" } else { b"" };
        let Some(name) = value.name.map(|name| self.module.strings.get(name)).filter(|name| !name.is_empty())
        else {
            let next = self.unnamed.len() + 1;
            let number = *self.unnamed.entry(global).or_insert(next);
            return [private, prefix, format!("__unnamed_{number}").as_bytes()].concat();
        };
        if let Some(verbatim) = name.strip_prefix(b"\x01") {
            return verbatim.to_vec();
        }
        let is_decorated = mangling == Some(b'x') && name.starts_with(b"?");
        if is_decorated {
            prefix = b"";
        }
        let (instead, suffix) = match is_decorated || name.starts_with(b"?") && mangling == Some(b'w') {
            true => (None, String::new()),
            false => self.convention(global),
        };
        [private, instead.unwrap_or(prefix), name, suffix.as_bytes()].concat()
    }

    /// The prefix and suffix that Microsoft's calling conventions ask for.
    fn convention(&self, global: Global) -> (Option<&'static [u8]>, String) {
        let module = self.module;
        let function = object(module, global).and_then(|object| module.globals[object].as_function());
        let Some(function) = function else { return (None, String::new()) };
        let is_x86 = self.layout.mangling == Some(b'x');
        let (prefix, at): (Option<&'static [u8]>, &str) = match function.calling_convention {
            64 if is_x86 => (None, "@"),
            65 if is_x86 => (Some(b"@"), "@"),
            80 => (Some(b""), "@@"),
            _ => return (None, String::new()),
        };
        let sizes = Sizes { strings: &module.strings, types: &module.types, layout: &self.layout };
        let word = u64::from(self.layout.pointer_size(0)) / 8;
        let bytes: u64 = function
            .args
            .iter()
            .map(|&arg| sizes.allocated(function.locals[arg].ty).unwrap_or(0).next_multiple_of(word.max(1)))
            .sum();
        (prefix, format!("{at}{bytes}"))
    }

    /// Adds the linker's options for a global that is exported.
    fn export(&mut self, global: Global) {
        let value = &self.module.globals[global];
        let is_gnu = self.triple.is_windows_gnu();
        let name = self.mangled(global);
        if value.dll_storage == DllStorage::Export && !is_declaration(value) {
            let is_msvc = self.triple.is_windows() && !is_gnu;
            self.linker_options.extend_from_slice(if is_msvc { b" /EXPORT:" } else { b" -export:" });
            let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_@#".contains(byte);
            let quoted = value.name.is_some_and(|name| !self.module.strings.get(name).iter().all(is_plain));
            let quote: &[u8] = if quoted { b"\"" } else { b"" };
            let shown = match is_gnu && self.layout.mangling == Some(b'x') {
                true => name.strip_prefix(b"_").unwrap_or(&name),
                false => &name,
            };
            let data: &[u8] = match (&value.kind, is_msvc) {
                (GlobalKind::Function(_), _) => b"",
                (_, true) => b",DATA",
                (_, false) => b",data",
            };
            self.linker_options.extend([quote, shown, quote, data].concat());
        }
        if value.visibility == Visibility::Hidden && !is_declaration(value) && is_gnu {
            self.linker_options.extend_from_slice(b" -exclude-symbols:");
            self.linker_options.extend(name);
        }
    }
}

/// Whether linkers may leave out a symbol if it is not needed.
fn can_be_omitted(value: &GlobalValue) -> bool {
    let is_constant = match &value.kind {
        GlobalKind::Variable(variable) => variable.constant,
        _ => true,
    };
    value.linkage == Linkage::LinkOnceOdr
        && (value.unnamed_addr == UnnamedAddr::Global
            || is_constant && value.unnamed_addr != UnnamedAddr::None)
}
