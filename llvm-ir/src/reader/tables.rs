//! The state that all parts of a text share: the module, and the symbol tables of the top level.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::Key;
use super::numbered::Numbered;
use super::summary::SummaryNames;
use super::use_lists::UseLists;
use crate::attributes::{Attribute, AttributeSetId};
use crate::datalayout::DataLayout;
use crate::diagnostic::Diagnostic;
use crate::entity::StrId;
use crate::function::Block;
use crate::globals::{Comdat, Global};
use crate::metadata::{MdNode, MdNodeData};
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// The message for an integer that does not fit its type.
pub(super) const TRUNCATED: &str = "integer constant is truncated to its type";

/// The number of changed integers that are reported individually.
const MOST_WARNINGS: usize = 8;

/// The module read so far, and the names at the top level.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) module: Module,
    /// The parsed data layout of the module.
    pub(super) layout: DataLayout,
    /// The data layout that the module gets, whatever the text says.
    pub(super) given_layout: Option<StrId>,
    pub(super) attribute_groups: FxHashMap<u32, AttributeGroup>,
    pub(super) globals: FxHashMap<Key, Global>,
    /// Forward references: globals that are used but not defined yet.
    pub(super) undefined_globals: FxHashMap<Global, UndefinedGlobal>,
    pub(super) next_global: u32,
    pub(super) types: FxHashMap<Key, Type>,
    /// The positions after the definitions of structs.
    pub(super) definition_ends: Vec<usize>,
    /// Forward references: types that are used but not defined yet, with the position of the first use.
    pub(super) undefined_types: FxHashMap<Type, usize>,
    pub(super) comdats: FxHashMap<StrId, Comdat>,
    pub(super) undefined_comdats: FxHashMap<Comdat, usize>,
    pub(super) nodes: Numbered<MdNode>,
    pub(super) undefined_nodes: FxHashMap<MdNode, usize>,
    pub(super) inline_nodes: FxHashMap<MdNodeData, MdNode>,
    /// The positions of unnumbered nodes that were read before their surroundings, in order.
    pub(super) inline_places: Vec<u32>,
    /// Blocks whose address was taken before their function was read.
    pub(super) addressed_blocks: FxHashMap<Global, Vec<AddressedBlock>>,
    /// Operands of `dso_local_equivalent` that are not defined yet, with their position.
    pub(super) equivalents: Vec<(Global, usize)>,
    /// The blocks for the next `blockaddress` constants, which override the names in the text.
    pub(super) given_blocks: VecDeque<(Global, Block)>,
    /// The positions of integers that LLVM changes when it reads them, with the message. Several threads may add to it.
    changed: Mutex<Vec<(usize, &'static str)>>,
    /// What the numbers of the entries of a summary stand for.
    pub(super) summary_names: Option<Box<SummaryNames>>,
    /// The directives behind the functions that order uses.
    pub(super) use_lists: UseLists,
    /// Whether debug information of bodies was met as intrinsics and as records. Several threads may set it.
    debug_formats: [AtomicBool; 2],
    /// Intrinsics that the reader declared for calls that may be of an older LLVM.
    pub(super) older_intrinsics: Vec<Global>,
    /// Functions whose body has been read.
    pub(super) defined_functions: FxHashSet<Global>,
}

impl Tables {
    /// The tables for an existing module.
    pub(super) fn of(module: Module) -> Self {
        let mut tables = Self { module, ..Self::default() };
        tables.parse_layout();
        let mut unnamed = 0;
        for (global, value) in &tables.module.globals {
            let key = value.name.map_or_else(
                || {
                    unnamed += 1;
                    Key::Number(unnamed - 1)
                },
                Key::Name,
            );
            tables.globals.insert(key, global);
        }
        let (types, mut numbers) = (&tables.module.types, 0..);
        for &id in &types.definitions {
            let name = types.structs[id].name.map(Key::Name);
            let key = name.or_else(|| numbers.next().map(Key::Number));
            tables.types.extend(key.map(|key| (key, types.intern(TypeKind::Identified(id)))));
        }
        tables
    }

    /// Records that LLVM reads an integer differently from how it is written.
    #[cold]
    pub(super) fn warn_at(&self, offset: usize, message: &'static str) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).push((offset, message));
    }

    /// Notes a format of debug information; returns whether it is the only one.
    #[inline(always)]
    pub(super) fn notes_debug_info(&self, format: DebugFormat) -> bool {
        let (this, other) = (format as usize, 1 - format as usize);
        if !self.debug_formats[this].load(Ordering::Relaxed) {
            self.debug_formats[this].store(true, Ordering::Relaxed);
        }
        !self.debug_formats[other].load(Ordering::Relaxed)
    }

    /// Whether debug information has been met in both formats.
    pub(super) fn has_both_formats(&self) -> bool {
        self.debug_formats.iter().all(|met| met.load(Ordering::Relaxed))
    }

    /// The module, with warnings about its text; `file` is the name of the text.
    pub(super) fn into_module(self, file: &str, text: &[u8]) -> Module {
        let Self { mut module, changed, .. } = self;
        let mut changed = changed.into_inner().unwrap_or_else(PoisonError::into_inner);
        changed.sort_unstable();
        changed.dedup();
        let shown = changed.iter().take(MOST_WARNINGS);
        module.warnings.extend(shown.map(|&(at, message)| Diagnostic::new(file, text, at, message)));
        if let Some(&(at, message)) = changed.get(MOST_WARNINGS) {
            let more = changed.len() - MOST_WARNINGS;
            module.warnings.push(Diagnostic::new(
                file,
                text,
                at,
                format!("{message}; with this, {more} integers are changed from here on"),
            ));
        }
        module
    }

    /// Parses the module's current data layout.
    pub(super) fn parse_layout(&mut self) {
        self.layout = self.module.layout();
    }
}

/// How debug information stands in bodies. All bodies of a text must have it in one way.
#[derive(Clone, Copy)]
pub(super) enum DebugFormat {
    Intrinsics,
    Records,
}

/// The uses of a global that is not defined yet.
pub(super) struct UndefinedGlobal {
    /// The position of the first use.
    pub(super) at: usize,
    /// The address space of the pointers as which it is used, once it is.
    pub(super) address_space: Option<u32>,
    /// The number of uses.
    pub(super) uses: usize,
    /// The number of uses as a callee.
    pub(super) calls: usize,
    /// The function types of these calls, ordered by last use.
    pub(super) called_as: Vec<Type>,
}

/// An attribute group: `attributes #n = { … }`.
pub(super) struct AttributeGroup {
    pub(super) attributes: Vec<Attribute>,
    /// The attribute set with exactly these attributes.
    pub(super) set: AttributeSetId,
}

/// A block whose address was taken before its function was read.
#[derive(Clone, Copy)]
pub(super) struct AddressedBlock {
    /// Its name or number.
    pub(super) key: Key,
    /// Its future handle.
    pub(super) block: Block,
    /// The type of its address.
    pub(super) ty: Type,
    /// The position of the name.
    pub(super) at: usize,
    /// The position of the name of the function.
    pub(super) function_at: usize,
}

/// Access to the tables: owned while the top level is read, shared while bodies are read in parallel.
pub(super) enum Access<'a> {
    Own(Box<Tables>),
    Shared(&'a Tables),
}

impl Deref for Access<'_> {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        match self {
            Self::Own(tables) => tables,
            Self::Shared(tables) => tables,
        }
    }
}
