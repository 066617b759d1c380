//! The module.

use cranelift_entity::PrimaryMap;

use crate::attributes::Attributes;
use crate::constants::{Constant, ConstantKind, Constants};
use crate::datalayout::DataLayout;
use crate::entity::{StrId, Strings};
use crate::function::{Function, Value, ValueKind};
use crate::globals::{Comdat, ComdatData, Global, GlobalKind, GlobalValue};
use crate::metadata::MetadataGraph;
use crate::types::{Type, Types};

/// A module. Source: LangRef, Module Structure.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Module {
    pub strings: Strings,
    pub types: Types,
    pub constants: Constants,
    pub attributes: Attributes,
    pub metadata: MetadataGraph,
    pub source_filename: Option<StrId>,
    pub data_layout: Option<StrId>,
    pub target_triple: Option<StrId>,
    /// Module-level inline assembly, by line.
    pub module_asm: Vec<StrId>,
    /// Comdats, in the order of their definition.
    pub comdats: PrimaryMap<Comdat, ComdatData>,
    /// All globals, by handle.
    pub globals: PrimaryMap<Global, GlobalValue>,
    /// Variables, in order.
    pub variables: Vec<Global>,
    /// Functions, in order.
    pub functions: Vec<Global>,
    /// Aliases, in order.
    pub aliases: Vec<Global>,
    /// Ifuncs, in order.
    pub ifuncs: Vec<Global>,
}

impl Module {
    /// An empty module.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a global at the end of its kind.
    pub fn add_global(&mut self, value: GlobalValue) -> Global {
        let global = self.globals.next_key();
        match value.kind {
            GlobalKind::Variable(_) => self.variables.push(global),
            GlobalKind::Function(_) => self.functions.push(global),
            GlobalKind::Alias(_) => self.aliases.push(global),
            GlobalKind::IFunc(_) => self.ifuncs.push(global),
        }
        self.globals.push(value)
    }

    /// The address of a global.
    pub fn address_of(&mut self, global: Global) -> Constant {
        let ty = self.types.pointer(self.globals[global].address_space);
        self.constants.intern(ty, ConstantKind::Global(global))
    }

    /// The type of a value of `function`.
    pub fn type_of(&self, function: &Function, value: Value) -> Type {
        match value.kind() {
            ValueKind::Local(local) => function.locals[local].ty,
            ValueKind::Constant(constant) => self.constants.ty(constant),
        }
    }

    /// What the module says of sizes and alignments; LangRef's defaults where it says nothing.
    pub fn layout(&self) -> DataLayout {
        DataLayout::parse(&self.data_layout.map(|layout| self.text(layout)).unwrap_or_default())
    }

    /// The text of a string, as far as it is UTF-8.
    pub fn text(&self, id: StrId) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.strings.get(id))
    }
}
