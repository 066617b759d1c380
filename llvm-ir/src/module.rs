//! [`Module`], which owns everything that a text of LLVM IR describes.

use cranelift_entity::PrimaryMap;

use crate::attributes::Attributes;
use crate::constants::{Constant, ConstantKind, Constants};
use crate::datalayout::DataLayout;
use crate::diagnostic::Diagnostic;
use crate::entity::{StrId, Strings};
use crate::function::{Function, Value, ValueKind};
use crate::globals::{Comdat, ComdatData, Global, GlobalKind, GlobalValue};
use crate::instruction::{Inst, Instruction};
use crate::metadata::MetadataGraph;
use crate::summary::Summary;
use crate::types::{Type, TypeKind, Types};
use crate::verify::{Report, verify};
use crate::writer;

/// What the lines of module-level assembly from a certain one on are for, up to the next such. LLVM 22 and older have no such
/// properties. Source: LangRef, Module-Level Inline Assembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsmTarget {
    /// The index of the first line.
    pub first_line: usize,
    /// `target_features`; not empty.
    pub features: Option<StrId>,
    /// `target_cpu`; not empty.
    pub cpu: Option<StrId>,
}
use crate::use_lists::UseListOrder;

/// A module. Source: LangRef, Module Structure.
///
/// A clone is independent. Handles of one module are valid in the other only until either adds something; additions to one are
/// not visible in the other. For threads that work on the same module, use [`Module::sharing`].
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
    /// The processors and features for which lines of module-level assembly are, in the order of these.
    pub module_asm_targets: Vec<AsmTarget>,
    /// Comdats, in the order of their definition.
    pub comdats: PrimaryMap<Comdat, ComdatData>,
    /// All globals, by handle.
    pub globals: PrimaryMap<Global, GlobalValue>,
    /// The variables, in order.
    pub variables: Vec<Global>,
    /// The functions, in order.
    pub functions: Vec<Global>,
    /// The aliases, in order.
    pub aliases: Vec<Global>,
    /// The ifuncs, in order.
    pub ifuncs: Vec<Global>,
    /// The orders of uses of constants.
    pub use_list_orders: Vec<UseListOrder<Constant>>,
    /// How many orders of uses the reader has dropped, because they would mean something else in what is written. It warns of each.
    pub lost_use_list_orders: usize,
    /// The instructions that the reader has made of others at its end, in the order of making: the last uses of their operands. Orders of
    /// uses in bitcode depend on it, and nothing else.
    pub renewed: Vec<Renewed>,
    /// The module summary, if there is one.
    pub summary: Option<Box<Summary>>,
    /// The reader's warnings about the text.
    pub warnings: Vec<Diagnostic>,
}

/// An instruction that took the place of another at the end of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Renewed {
    pub body: Global,
    pub inst: Inst,
    /// Whether only what it calls is new.
    pub callee_only: bool,
    /// Whether its result has taken the place of that of the other.
    pub has_uses: bool,
}

impl Module {
    /// An empty module.
    pub fn new() -> Self {
        Self::default()
    }

    /// A copy that shares the tables of types, constants and attributes, for threads that add to these in parallel: handles of
    /// additions are valid in all copies. Structs and globals are copied, not shared. Whatever is added to these must be added to
    /// each copy that is used afterwards.
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
            module_asm_targets: self.module_asm_targets.clone(),
            comdats: self.comdats.clone(),
            globals: self.globals.clone(),
            variables: self.variables.clone(),
            functions: self.functions.clone(),
            aliases: self.aliases.clone(),
            ifuncs: self.ifuncs.clone(),
            use_list_orders: self.use_list_orders.clone(),
            lost_use_list_orders: self.lost_use_list_orders,
            renewed: self.renewed.clone(),
            summary: self.summary.clone(),
            warnings: self.warnings.clone(),
        }
    }

    /// Checks a module that a program has built or changed: that its handles refer to what exists and the text that
    /// [`try_write`](crate::try_write) would write is the module, and if so, the rules of [`verify`]. Never panics, whatever the module.
    ///
    /// ```
    /// let mut module = tern_llvm_ir::Module::new();
    /// let i32 = module.types.common.i32;
    /// let f = module.add_function("f", i32, &[i32])?;
    /// let mut b = module.build(f).unwrap();
    /// let entry = b.block("entry");
    /// b.position_at_end(entry);
    /// b.br(entry);
    /// let report = module.verify();
    /// let sentence = "in @f: Entry block to function must not have predecessors!\nlabel %entry";
    /// assert!(report.described(&module).eq([sentence]));
    /// # Ok::<(), tern_llvm_ir::edit::EditError>(())
    /// ```
    pub fn verify(&self) -> Report {
        match writer::unwritable(self) {
            found if found.is_empty() => verify(self),
            found => Report { problems: found.iter().map(Into::into).collect(), ..Report::default() },
        }
    }

    /// A module without globals that shares the tables of strings, types, constants and attributes.
    pub(crate) fn sharing_tables(&self) -> Self {
        Self {
            strings: self.strings.clone(),
            types: self.types.sharing(),
            constants: self.constants.sharing(),
            attributes: self.attributes.sharing(),
            ..Self::default()
        }
    }

    /// Adds a global, at the end of the list for its kind.
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

    /// The address of a global, as a constant.
    pub fn address_of(&mut self, global: Global) -> Constant {
        let ty = self.types.pointer(self.globals[global].address_space);
        self.constants.intern(ty, ConstantKind::Global(global))
    }

    /// The type of a constant, or of a local of `function`. A block has no value and so no type.
    pub fn type_of(&self, function: &Function, value: Value) -> Type {
        match value.kind() {
            ValueKind::Local(local) => function.locals[local].ty,
            ValueKind::Constant(constant) => self.constants.ty(constant),
        }
    }

    /// The type of the value that an instruction of `function` allocates in memory or accesses there, if it does; `result` is the type
    /// of its result.
    pub fn accessed_type(
        &self,
        function: &Function,
        inst: &Instruction,
        result: Option<Type>,
    ) -> Option<Type> {
        Some(match inst {
            Instruction::Alloca(alloca) => alloca.allocated,
            Instruction::Load { .. } => result?,
            Instruction::Store { value, .. } => self.type_of(function, *value),
            Instruction::CmpXchg(cmpxchg) => self.type_of(function, cmpxchg.new),
            Instruction::AtomicRmw(rmw) => self.type_of(function, rmw.value),
            _ => return None,
        })
    }

    /// The type that an index of `getelementptr` other than the first selects in `ty`; `None` if there is none. Source: LangRef,
    /// `getelementptr`.
    pub(crate) fn indexed_type(&self, ty: Type, index: Value) -> Option<Type> {
        if let TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } = *self.types.kind(ty) {
            return Some(element);
        }
        let index = index.constant()?;
        if let ConstantKind::Integer(index) = *self.constants.kind(index) {
            return self.types.element(ty, index);
        }
        match *self.constants.kind(self.constants.splat(&self.types, index)?) {
            ConstantKind::Integer(index) => self.types.element(ty, index),
            _ => None,
        }
    }

    /// The parsed data layout; LangRef's defaults apply where the module's string is silent.
    pub fn layout(&self) -> DataLayout {
        DataLayout::parse(&self.data_layout.map(|layout| self.text(layout)).unwrap_or_default())
    }

    /// A string as text; invalid UTF-8 is replaced.
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

    /// Adds a global, a constant, a struct, and attributes that name it.
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
        // This would fail on constants that the original does not have.
        assert_eq!(crate::debug_info::strip(&mut original), 0);
        assert_eq!(crate::debug_info::strip(&mut clone), 0);
        grow(&mut original);
        assert_eq!(crate::write(&clone), crate::write(&original));
    }

    #[test]
    fn panics_can_be_caught() {
        let module = Module::new();
        let beyond = || module.types.kind(Type::from_u32(1000)).clone();
        assert!(std::panic::catch_unwind(beyond).is_err());
        assert_eq!(module.types.kind(module.types.common.void), &crate::TypeKind::Void);
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
