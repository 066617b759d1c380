//! The module.

use cranelift_entity::PrimaryMap;

use crate::attributes::Attributes;
use crate::constants::{Constant, ConstantKind, Constants};
use crate::datalayout::DataLayout;
use crate::diagnostic::Diagnostic;
use crate::entity::{StrId, Strings};
use crate::function::{Function, Value, ValueKind};
use crate::globals::{Comdat, ComdatData, Global, GlobalKind, GlobalValue};
use crate::metadata::MetadataGraph;
use crate::types::{Type, Types};

/// A module. Source: LangRef, Module Structure.
///
/// A clone is independent: a handle of one module is good in the other as long as neither adds anything, and what is added to one is
/// not in the other. [`Module::sharing`] is for threads that work on one module.
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
    /// What the reader has to say of a text that it accepts.
    pub warnings: Vec<Diagnostic>,
}

impl Module {
    /// An empty module.
    pub fn new() -> Self {
        Self::default()
    }

    /// A copy of the module that has the tables of types, constants and attributes in common with it, so that threads that each have
    /// one can add to these side by side, and handles of what is added are good in all. Structs and globals are copied: whatever is
    /// added of these must be added to all that are used afterwards.
    pub fn sharing(&self) -> Self {
        Self {
            strings: self.strings.clone(),
            types: self.types.sharing(),
            constants: self.constants.sharing(),
            attributes: self.attributes.sharing(),
            metadata: self.metadata.clone(),
            source_filename: self.source_filename,
            data_layout: self.data_layout,
            target_triple: self.target_triple,
            module_asm: self.module_asm.clone(),
            comdats: self.comdats.clone(),
            globals: self.globals.clone(),
            variables: self.variables.clone(),
            functions: self.functions.clone(),
            aliases: self.aliases.clone(),
            ifuncs: self.ifuncs.clone(),
            warnings: self.warnings.clone(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attributes::{Attribute, AttributeKind};
    use crate::globals::Variable;
    use crate::types::IdentifiedStruct;

    /// Adds a global, a constant, a struct and attributes that name it.
    fn grow(module: &mut Module) {
        let name = module.strings.intern(b"llvm.dbg.added");
        let ty = module.types.add_struct(IdentifiedStruct { name: Some(name), fields: None, packed: false });
        let kind = GlobalKind::Variable(Variable::default());
        let global = module.add_global(GlobalValue::new(Some(name), ty, kind));
        module.address_of(global);
        module.attributes.set(&module.strings, vec![Attribute::Type(AttributeKind::ByVal, ty)]);
    }

    #[test]
    fn a_clone_is_independent() {
        let text = b"@x = global i32 1\ndefine ptr @f(ptr byval(i32) %p) {\n  ret ptr @x\n}\n";
        let mut original = crate::read(text, "test").unwrap();
        let before = (original.types.count(), original.constants.len());
        let mut clone = original.clone();
        assert_eq!(crate::write(&clone), crate::write(&original));
        grow(&mut clone);
        assert_eq!((original.types.count(), original.constants.len()), before);
        // Constants that the original does not have would be looked at here.
        assert!(!crate::debug_info::strip(&mut original));
        assert!(!crate::debug_info::strip(&mut clone));
        grow(&mut original);
        assert_eq!(crate::write(&clone), crate::write(&original));
    }

    #[test]
    fn copies_that_share_have_the_handles_of_each_other() {
        let module = Module::new();
        let other = module.sharing();
        let ty = other.types.integer(77);
        assert_eq!(module.types.kind(ty), &crate::TypeKind::Integer(77));
        let constant = module.constants.integer(&module.types, ty, 5);
        assert_eq!(other.constants.ty(constant), ty);
    }
}
