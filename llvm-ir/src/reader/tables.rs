//! What all parts of a text share: the module, and what names stand for in it.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::Key;
use super::numbered::Numbered;
use crate::attributes::{Attribute, AttributeSetId};
use crate::datalayout::DataLayout;
use crate::diagnostic::Diagnostic;
use crate::entity::StrId;
use crate::function::Block;
use crate::globals::{Comdat, Global};
use crate::metadata::{MdNode, MdNodeData};
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// What is said of an integer that its type does not have.
pub(super) const TRUNCATED: &str = "integer constant is truncated to its type";

/// How many integers are reported one by one.
const MOST_WARNINGS: usize = 8;

/// The module as far as it is read, and the names at the top level.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) module: Module,
    /// The data layout of the module, parsed once.
    pub(super) layout: DataLayout,
    pub(super) attribute_groups: FxHashMap<u32, AttributeGroup>,
    pub(super) globals: FxHashMap<Key, Global>,
    /// Globals that are used but not defined yet.
    pub(super) undefined_globals: FxHashMap<Global, UndefinedGlobal>,
    pub(super) next_global: u32,
    pub(super) types: FxHashMap<Key, Type>,
    /// What stands behind the definitions of structs.
    pub(super) definition_ends: Vec<usize>,
    /// Types that are used but not defined yet, and where.
    pub(super) undefined_types: FxHashMap<Type, usize>,
    pub(super) comdats: FxHashMap<StrId, Comdat>,
    pub(super) undefined_comdats: FxHashMap<Comdat, usize>,
    pub(super) nodes: Numbered<MdNode>,
    pub(super) undefined_nodes: FxHashMap<MdNode, usize>,
    pub(super) inline_nodes: FxHashMap<MdNodeData, MdNode>,
    /// Where nodes without a number begin that were read before what they stand in, in order.
    pub(super) inline_places: Vec<u32>,
    /// Blocks of functions not read yet whose address was taken.
    pub(super) addressed_blocks: FxHashMap<Global, Vec<AddressedBlock>>,
    /// Blocks whose addresses are taken next, whatever the text calls them.
    pub(super) given_blocks: VecDeque<(Global, Block)>,
    /// Where integers stand of which LLVM makes others, and which. Several threads may find some.
    changed: Mutex<Vec<(usize, &'static str)>>,
    /// Functions whose body is read.
    pub(super) defined_functions: FxHashSet<Global>,
}

impl Tables {
    /// The tables for a module that is there already.
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

    /// Takes down that LLVM takes another integer than the one that stands there.
    #[cold]
    pub(super) fn warn_at(&self, offset: usize, message: &'static str) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).push((offset, message));
    }

    /// The module, with warnings about its text, which is a file of this name.
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

    /// Parses the data layout that the module has now.
    pub(super) fn parse_layout(&mut self) {
        self.layout = self.module.layout();
    }
}

/// How a global is used that is not defined yet.
pub(super) struct UndefinedGlobal {
    /// Where first.
    pub(super) at: usize,
    /// How often.
    pub(super) uses: usize,
    /// How often as a callee.
    pub(super) calls: usize,
    /// The function types of these calls, that of the last one last.
    pub(super) called_as: Vec<Type>,
}

/// `attributes #n = { … }`
pub(super) struct AttributeGroup {
    pub(super) attributes: Vec<Attribute>,
    /// The set of just these.
    pub(super) set: AttributeSetId,
}

/// A block whose address was taken before its function was read: its name, which handle it will have, where it was named.
pub(super) type AddressedBlock = (Key, Block, usize);

/// How a reader has the tables: who reads the top level owns them, those who read bodies side by side share them.
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
