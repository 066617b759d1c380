//! LLVM's intrinsics: which of their types are part of their names, and the attributes of their declarations.
//!
//! The tables are generated from LLVM 22's `Intrinsics*.td` by `cargo xtask intrinsics`, one for each target; `newer.txt` has those that
//! only LLVM 23 has. A table is parsed when an intrinsic of the target is first looked up.

mod declared;
mod mangling;
mod signature;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::attributes::{Attribute, AttributeKind, AttributeList, AttributeListId, AttributeSetId};
use crate::globals::GlobalKind;
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::versions::LlvmVersion;

pub use declared::declaration;
pub(crate) use declared::{Names, Undeclared, declare, rebuild};
pub(crate) use mangling::mangle;
pub use mangling::{full_name, overloaded_name};
pub(crate) use signature::Mismatch;
use signature::Signature;

/// The facts that LLVM's table gives about an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intrinsic {
    /// The function attributes, as spelled in the table.
    function: &'static str,
    /// The possible types.
    signature: Signature,
    /// The attributes of the result and the parameters, as spelled in the table.
    values: &'static str,
}

/// A part of an intrinsic's type that is not fixed, so that it becomes part of the name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overload {
    /// The return type.
    Result,
    /// A field of the returned struct.
    Field(usize),
    /// The type of the parameter with this index.
    Parameter(usize),
}

struct Table {
    /// The distinct sets of function attributes, which entries refer to by number.
    sets: Vec<&'static str>,
    /// The intrinsics: the name without `llvm.` and target, and the rest of the line. Sorted by name.
    intrinsics: Vec<(&'static str, &'static str)>,
}

macro_rules! tables {
    ($($target:literal),+ $(,)?) => {
        static TABLES: [(&str, LazyLock<Table>); [$($target),+].len()] =
            [$(($target, LazyLock::new(|| Table::new(include_str!(concat!($target, ".txt")))))),+];
    };
}
tables! {
    "aarch64", "amdgcn", "arm", "bpf", "dx", "hexagon", "loongarch", "mips", "nvvm", "ppc", "r600", "riscv", "s390", "spv",
    "ve", "wasm", "x86", "xcore",
}
static GENERIC: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("generic.txt")));
static NEWER: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("newer.txt")));

impl Table {
    fn new(text: &'static str) -> Self {
        let (mut sets, mut intrinsics) = (Vec::new(), Vec::new());
        let mut begin = 0;
        for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
            let (name, rest) = split(&text[begin..end]);
            begin = end + 1;
            if name.starts_with('@') { sets.push(rest) } else { intrinsics.push((name, rest)) }
        }
        Self { sets, intrinsics }
    }

    /// Finds an intrinsic by its name without target: an exact match, or the longest prefix if the rest is type suffixes.
    fn find(&self, name: &str) -> Option<(&'static str, Intrinsic)> {
        let mut prefix = name;
        loop {
            if let Ok(index) = self.intrinsics.binary_search_by(|(known, _)| (*known).cmp(prefix)) {
                let (known, line) = self.intrinsics[index];
                let (set, rest) = split(line);
                let set: Option<usize> = set.strip_prefix('@').and_then(|set| set.parse().ok());
                let function = set.and_then(|set| self.sets.get(set)).copied().unwrap_or_default();
                let (signature, values) = split(rest);
                let intrinsic = Intrinsic { function, signature: Signature::new(signature), values };
                // Only overloaded intrinsics have suffixes.
                if prefix.len() == name.len() || intrinsic.overloads().next().is_some() {
                    return Some((known, intrinsic));
                }
            }
            prefix = &prefix[..prefix.rfind('.')?];
        }
    }
}

/// The first word of a line, and the rest of the line.
fn split(line: &str) -> (&str, &str) {
    match memchr::memchr(b' ', line.as_bytes()) {
        Some(end) => (&line[..end], &line[end + 1..]),
        None => (line, ""),
    }
}

/// The intrinsic called `name`, which may have type suffixes: `llvm.smax.i32`, `llvm.smax`.
pub fn find(name: &[u8]) -> Option<Intrinsic> {
    let name = std::str::from_utf8(name).ok()?.strip_prefix("llvm.")?;
    table(name).and_then(|(table, rest)| table.find(rest)).map(|(_, intrinsic)| intrinsic)
}

/// The name without type suffixes: `llvm.smax` for `llvm.smax.i32`.
pub fn base_name(name: &str) -> Option<&str> {
    let short = name.strip_prefix("llvm.")?;
    let (_, rest) = table(short)?;
    let (known, _) = table(short)?.0.find(rest)?;
    name.get(..name.len() - rest.len() + known.len())
}

/// The first version of LLVM that has a generic intrinsic, by its name without `llvm.` and suffixes: `smax`. Intrinsics of targets are not
/// in the list.
pub fn since(short: &str) -> LlvmVersion {
    static SINCE: LazyLock<FxHashMap<&str, u8>> = LazyLock::new(|| all_since().collect());
    SINCE.get(short).map_or(LlvmVersion::OLDEST, |&since| LlvmVersion::since(since))
}

/// All generic intrinsics that some version lacks, with the first that has them.
pub(crate) fn all_since() -> impl Iterator<Item = (&'static str, u8)> {
    let lines = include_str!("since.txt").lines().filter_map(|line| line.split_once(' '));
    let rows = lines.filter_map(|(since, names)| Some((since.parse().ok()?, names)));
    rows.flat_map(|(since, names)| names.split(' ').map(move |name| (name, since)))
}

/// The table for the target in a name, and the rest of the name.
fn table(name: &str) -> Option<(&'static Table, &str)> {
    let (target, rest) = name.split_once('.').unwrap_or((name, ""));
    match TABLES.iter().find(|(known, _)| *known == target) {
        Some((_, table)) => Some((table, rest)),
        None if NEWER.intrinsics.iter().any(|(known, _)| begins_with(name, known)) => Some((&NEWER, name)),
        None => Some((&GENERIC, name)),
    }
}

/// Whether a name is an intrinsic's, with or without suffixes.
fn begins_with(name: &str, intrinsic: &str) -> bool {
    name.strip_prefix(intrinsic).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl Intrinsic {
    /// The overloaded parts of the type, in the order of suffixes.
    pub fn overloads(self) -> impl Iterator<Item = Overload> {
        self.signature.overloads()
    }

    /// The overloaded types of the intrinsic as a function of type `ty`, in order; `None` if it cannot have that type.
    pub fn overloaded_types(self, module: &Module, ty: Type) -> Option<Vec<Type>> {
        self.signature.overloaded_types(module, ty)
    }

    /// Whether the intrinsic can have a function type; otherwise, what is wrong with it.
    pub(crate) fn matches(self, module: &Module, ty: Type) -> Result<(), Mismatch> {
        self.signature.matched(module, ty).map(drop)
    }

    /// The function type for these overloaded types; `None` if the intrinsic cannot have them. LLVM: `Intrinsic::getType`.
    pub fn type_with(self, module: &Module, overloaded: &[Type]) -> Option<Type> {
        self.signature.type_with(module, overloaded)
    }

    /// The function type of an intrinsic without overloaded types.
    pub fn fixed_type(self, module: &Module) -> Option<Type> {
        self.signature.fixed_type(module)
    }

    /// Whether the intrinsic takes variable arguments.
    pub fn is_variadic(self) -> bool {
        self.signature.is_variadic()
    }

    /// The return type, if it is neither overloaded nor `void`.
    pub fn fixed_result(self, module: &Module) -> Option<Type> {
        self.signature.fixed_result(module)
    }

    /// The attributes of LLVM's declaration of the intrinsic as a function of type `ty`.
    pub fn attributes(self, module: &Module, ty: Type) -> AttributeListId {
        let TypeKind::Function { ret, params, .. } = module.types.kind(ty).clone() else {
            return AttributeListId::default();
        };
        let function = set(module, self.function.split(' '), ret);
        let mut list = AttributeList { function, ret: AttributeSetId::default(), params: Vec::new() };
        for (place, attributes) in self.values.split(' ').filter_map(|entry| entry.split_once('=')) {
            let attributes = attributes.split(';');
            match place.parse::<usize>() {
                Ok(position) if position < params.len() => {
                    list.params.resize(list.params.len().max(position + 1), AttributeSetId::default());
                    list.params[position] = set(module, attributes, params[position]);
                }
                Ok(_) => {}
                Err(_) => list.ret = set(module, attributes, ret),
            }
        }
        module.attributes.list(list)
    }
}

/// Replaces the attributes of declared intrinsics by those of LLVM's own declarations, as LLVM's reader does for intrinsics with
/// a valid type.
pub fn redeclare(module: &mut Module) {
    for global in module.functions.clone() {
        let value = &module.globals[global];
        let ty = value.ty;
        let found = value.name.and_then(|name| find(module.strings.get(name)));
        let Some(intrinsic) = found.filter(|found| found.overloaded_types(module, ty).is_some()) else {
            continue;
        };
        let attributes = intrinsic.attributes(module, ty);
        if let GlobalKind::Function(function) = &mut module.globals[global].kind {
            function.attributes = attributes;
        }
    }
}

/// Removes what passes add to declared intrinsics of a newer LLVM, whose own declarations are not known: its reader does so as well.
pub(crate) fn redeclare_newer(module: &mut Module) {
    for global in module.functions.clone() {
        if !module.is_intrinsic(global) {
            continue;
        }
        let GlobalKind::Function(function) = &module.globals[global].kind else { continue };
        let list = module.attributes.get_list(function.attributes).clone();
        let mut attributes = module.attributes.get(list.function).to_vec();
        attributes.retain(|attribute| attribute.kind() != Some(AttributeKind::MustProgress));
        let changed = module.attributes.set(&module.strings, attributes);
        let changed = module.attributes.list(AttributeList { function: changed, ..list });
        if let GlobalKind::Function(function) = &mut module.globals[global].kind {
            function.attributes = changed;
        }
    }
}

/// Parses a set of attributes from the table, for an entity of type `ty`.
fn set<'t>(module: &Module, spelled: impl Iterator<Item = &'t str>, ty: Type) -> AttributeSetId {
    let mut attributes = Vec::new();
    for spelled in spelled.filter(|spelled| !spelled.is_empty()) {
        let (name, argument) = match spelled.split_once('(') {
            Some((name, argument)) => (name, argument.trim_end_matches(')')),
            None => (spelled, ""),
        };
        let Some(kind) = AttributeKind::from_spelling(name.as_bytes()) else { continue };
        attributes.push(match name {
            "align" | "dereferenceable" => {
                Attribute::Integer(kind, argument.parse().expect("invariant: tables hold numbers"))
            }
            "memory" => {
                let text = argument.replace(':', ": ").replace(',', ", ");
                Attribute::Text(kind, module.strings.intern(text.as_bytes()))
            }
            "captures" => Attribute::Text(kind, module.strings.intern(argument.as_bytes())),
            "range" => {
                let scalar = module.types.scalar(ty);
                let width = module.types.integer_width(scalar).unwrap_or(32);
                // The end of a range may only fit as a negative number.
                let wrapped = argument.split(',').map(|bound| match bound.parse::<i64>() {
                    Ok(bound) if width < 64 && bound >= 1 << (width - 1) => {
                        (bound - (1 << width)).to_string()
                    }
                    _ => bound.to_owned(),
                });
                let text = format!("i{width} {}", wrapped.collect::<Vec<_>>().join(", "));
                Attribute::Text(kind, module.strings.intern(text.as_bytes()))
            }
            _ => Attribute::Enum(kind),
        });
    }
    module.attributes.set(&module.strings, attributes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_of_their_target() {
        let targets = TABLES.iter().map(|(target, table)| (*target, &**table));
        for (target, table) in targets.chain([("generic", &*GENERIC), ("newer", &*NEWER)]) {
            assert!(!table.sets.is_empty(), "{target}");
            assert!(table.intrinsics.is_sorted_by(|a, b| a.0 < b.0), "{target}");
        }
    }

    #[test]
    fn names_may_have_suffixes() {
        assert_eq!(base_name("llvm.smax.i32"), Some("llvm.smax"));
        assert_eq!(base_name("llvm.memcpy.inline.p0.p0.i64"), Some("llvm.memcpy.inline"));
        assert_eq!(base_name("llvm.memcpy.p0.p0.i64"), Some("llvm.memcpy"));
        assert_eq!(base_name("llvm.nvvm.barrier0"), None);
        assert_eq!(base_name("llvm.trap.i32"), None);
        assert_eq!(find(b"llvm.aarch64.sve.psel.nxv4i1"), find(b"llvm.aarch64.sve.psel"));
        let overloads: Vec<_> = find(b"llvm.masked.load.v4i32.p0").unwrap().overloads().collect();
        assert_eq!(overloads, [Overload::Result, Overload::Parameter(0)]);
    }

    #[test]
    fn what_is_returned_may_be_fixed() {
        let module = Module::new();
        let fixed = |name: &str| find(name.as_bytes()).unwrap().fixed_result(&module);
        assert_eq!(fixed("llvm.smax"), None);
        assert_eq!(fixed("llvm.memset"), None);
        let pair = fixed("llvm.nvvm.elect.sync").unwrap();
        let vector = fixed("llvm.amdgcn.mfma.f32.16x16x32.f16").unwrap();
        let common = module.types.common;
        assert_eq!(module.types.struct_fields(pair), Some((&[common.i32, common.i1][..], false)));
        let expected =
            TypeKind::Vector { len: 4, scalable: false, element: module.types.intern(TypeKind::Float) };
        assert_eq!(*module.types.kind(vector), expected);
    }

    #[test]
    fn declarations_have_attributes() {
        let module = Module::new();
        let (i32, ptr) = (module.types.common.i32, module.types.common.ptr);
        let params = [ptr, ptr, i32, module.types.integer(1)].into();
        let ty =
            module.types.intern(TypeKind::Function { ret: module.types.common.void, params, varargs: false });
        let list = find(b"llvm.memcpy.p0.p0.i32").unwrap().attributes(&module, ty);
        let list = module.attributes.get_list(list).clone();
        assert_eq!(list.params.len(), 4);
        assert_eq!(module.attributes.get(list.params[3]), [Attribute::Enum(AttributeKind::ImmArg)]);
        let kinds: Vec<_> = module.attributes.get(list.function).iter().filter_map(|a| a.kind()).collect();
        assert_eq!(kinds.last(), Some(&AttributeKind::Memory));
    }
}
