//! Changes to globals: renaming, replacing, removing.

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::EditError;
use crate::constants::{Constant, ConstantKind, Constants, constant_of_mut};
use crate::entity::StrId;
use crate::function::Function;
use crate::globals::{Global, GlobalKind, GlobalValue, Variable};
use crate::instruction::{Instruction, RecordOperand};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::summary::{ValueEntry, ValueName};
use crate::types::Types;

impl Module {
    /// Gives a global another name, or a number. The summary of the module names it so, too.
    ///
    /// ```
    /// use tern_llvm_ir::edit::EditError;
    ///
    /// let mut module = tern_llvm_ir::read(b"@x = global ptr @y\n@y = global i8 0\n", "x.ll").unwrap();
    /// let y = module.global("y").unwrap();
    /// assert_eq!(module.rename_global(y, Some("x")), Err(EditError::NameTaken("x".to_owned())));
    /// module.rename_global(y, Some("z")).unwrap();
    /// assert!(String::from_utf8(tern_llvm_ir::write(&module)).unwrap().contains("@x = global ptr @z"));
    /// ```
    ///
    /// # Errors
    /// [`EditError::NameTaken`], [`EditError::NotAName`].
    pub fn rename_global(&mut self, global: Global, name: Option<&str>) -> Result<(), EditError> {
        let id = name.map(|name| self.usable_name(name)).transpose()?;
        if let Some(name) = name
            && self.global(name).is_some_and(|other| other != global)
        {
            return Err(EditError::NameTaken(name.to_owned()));
        }
        self.rename_in_summary(global, id);
        self.globals[global].name = id;
        Ok(())
    }

    /// Changes the entry of a global in the summary before its name changes. A summary cannot describe a global without a name.
    fn rename_in_summary(&mut self, global: Global, name: Option<StrId>) {
        let (old, guid) = (self.globals[global].name, self.guid(global));
        let Some(summary) = &mut self.summary else { return };
        for entry in summary.values.values_mut() {
            match (entry.name, name) {
                (ValueName::Name(known), _) if Some(known) != old => {}
                (ValueName::Guid(_), _) => {}
                (ValueName::Name(_), Some(name)) => entry.name = ValueName::Name(name),
                (ValueName::Name(_), None) => {
                    *entry = ValueEntry { name: ValueName::Guid(guid), summaries: Vec::new() };
                }
            }
        }
    }

    /// Replaces the address of a global by another constant wherever the module uses it: in operands, initializers, metadata, and
    /// inside other constants. Returns the number of places that change. Addresses of its blocks stay.
    ///
    /// ```
    /// let text = b"@x = global i8 0\n@y = global i8 1\n@p = global ptr getelementptr (i8, ptr @x, i64 1)\n";
    /// let mut module = tern_llvm_ir::read(text, "x.ll").unwrap();
    /// let (x, y) = (module.global("x").unwrap(), module.global("y").unwrap());
    /// let address = module.address_of(y);
    /// assert_eq!(module.replace_global(x, address), Ok(1));
    /// module.remove_global(x).unwrap();
    /// let text = String::from_utf8(tern_llvm_ir::write(&module)).unwrap();
    /// assert!(!text.contains("@x") && text.contains("getelementptr (i8, ptr @y, i64 1)"), "{text}");
    /// ```
    ///
    /// # Errors
    /// [`EditError::TypesDiffer`] if the constant has another type than the address.
    pub fn replace_global(&mut self, global: Global, new: Constant) -> Result<usize, EditError> {
        let old = self.address_of(global);
        let types = [old, new].map(|constant| self.constants.ty(constant));
        if types[0] != types[1] {
            return Err(self.types_differ(types[0], types[1]));
        }
        let behind = match *self.constants.kind(new) {
            ConstantKind::Global(behind) => Some(behind),
            _ => None,
        };
        Ok(self.replace_constants(|module, constant| match *module.constants.kind(constant) {
            ConstantKind::Global(known) if known == global => Some(new),
            ConstantKind::DsoLocalEquivalent(known) if known == global => {
                Some(module.similar(constant, behind.map(ConstantKind::DsoLocalEquivalent), new))
            }
            ConstantKind::NoCfi(known) if known == global => {
                Some(module.similar(constant, behind.map(ConstantKind::NoCfi), new))
            }
            _ => None,
        }))
    }

    /// Puts constants in the place of the addresses of all blocks of functions, those for which `new` has one. Returns in how many places.
    pub fn replace_block_addresses(&mut self, new: impl Fn(&Self, Global) -> Option<Constant>) -> usize {
        self.replace_constants(|module, constant| match *module.constants.kind(constant) {
            ConstantKind::BlockAddress(function, _) => new(module, function),
            _ => None,
        })
    }

    /// Replaces constants, and those that they are in.
    fn replace_constants(&mut self, new: impl Fn(&Self, Constant) -> Option<Constant>) -> usize {
        let mut replaced = FxHashMap::default();
        // One pass suffices: a constant is interned after its operands.
        for constant in self.constants.ids() {
            let instead = new(self, constant)
                .or_else(|| with_replaced(&self.constants, &self.types, constant, &replaced));
            if let Some(instead) = instead.filter(|&instead| instead != constant) {
                replaced.insert(constant, instead);
            }
        }
        let mut count = 0;
        if replaced.is_empty() {
            return count;
        }
        self.for_each_constant_mut(|_, constant| {
            if let Some(&instead) = replaced.get(constant) {
                *constant = instead;
                count += 1;
            }
        });
        count
    }

    /// A constant of the type of `like` and of this kind, or `new` if there is no kind.
    fn similar(&self, like: Constant, kind: Option<ConstantKind>, new: Constant) -> Constant {
        kind.map_or(new, |kind| self.constants.intern(self.constants.ty(like), kind))
    }

    /// Removes a global, and returns its contents. The entry for its handle stays and is empty. A summary of the module refers to it
    /// by GUID from then on.
    ///
    /// ```
    /// use tern_llvm_ir::edit::EditError;
    ///
    /// let text = b"@x = global i8 0\n@y = global ptr @x\n";
    /// let mut module = tern_llvm_ir::read(text, "x.ll").unwrap();
    /// let (x, y) = (module.global("x").unwrap(), module.global("y").unwrap());
    /// assert_eq!(module.remove_global(x).err(), Some(EditError::StillUsed(1)));
    /// module.remove_global(y).unwrap();
    /// module.remove_global(x).unwrap();
    /// assert_eq!(module.listed_globals().count(), 0);
    /// ```
    ///
    /// # Errors
    /// [`EditError::StillUsed`] if something besides the global itself refers to it, or to one of its blocks.
    pub fn remove_global(&mut self, global: Global) -> Result<GlobalValue, EditError> {
        let uses = self.uses_where(|kind| kind.global() == Some(global), Some(global));
        if uses != 0 {
            return Err(EditError::StillUsed(uses));
        }
        Ok(self.take_global(global))
    }

    /// Removes those of some globals that nothing in the module uses, not even themselves.
    pub(crate) fn remove_unused_globals(&mut self, among: &[Global]) {
        if among.is_empty() {
            return;
        }
        let used = self.used_globals();
        for &global in among.iter().filter(|global| !used.contains(global)) {
            self.take_global(global);
        }
    }

    fn take_global(&mut self, global: Global) -> GlobalValue {
        for list in [&mut self.variables, &mut self.functions, &mut self.aliases, &mut self.ifuncs] {
            list.retain(|&other| other != global);
        }
        self.rename_in_summary(global, None);
        let void = self.types.common.void;
        let nothing = GlobalValue::new(None, void, GlobalKind::Variable(Variable::default()));
        std::mem::replace(&mut self.globals[global], nothing)
    }

    /// The globals that constants in the module name: in initializers and the like, operands, debug records and metadata.
    ///
    /// ```
    /// let mut module = tern_llvm_ir::read(b"@x = global i8 0\n@y = global ptr @x\n", "x.ll").unwrap();
    /// let x = module.global("x").unwrap();
    /// assert!(module.used_globals().into_iter().eq([x]));
    /// ```
    pub fn used_globals(&mut self) -> FxHashSet<Global> {
        let mut seen: SecondaryMap<Constant, bool> = SecondaryMap::with_capacity(self.constants.len());
        let mut open = Vec::new();
        let mut see = |constant: Constant, open: &mut Vec<Constant>| {
            if !std::mem::replace(&mut seen[constant], true) {
                open.push(constant);
            }
        };
        self.for_each_constant_mut(|_, constant| see(*constant, &mut open));
        let mut used = FxHashSet::default();
        while let Some(constant) = open.pop() {
            let kind = self.constants.kind(constant);
            used.extend(kind.global());
            kind.for_each_operand(|operand| see(operand, &mut open));
        }
        used
    }

    /// The number of places where a constant stands that is of such a kind or has an operand, of any depth, that is. Places in
    /// `except` do not count.
    pub(super) fn uses_where(&mut self, is: impl Fn(&ConstantKind) -> bool, except: Option<Global>) -> usize {
        let mut holds: SecondaryMap<Constant, bool> = SecondaryMap::with_capacity(self.constants.len());
        for constant in self.constants.ids() {
            let kind = self.constants.kind(constant);
            let mut held = is(kind);
            kind.for_each_operand(|operand| held |= holds[operand]);
            if held {
                holds[constant] = true;
            }
        }
        let mut count = 0;
        self.for_each_constant_mut(|owner, constant| {
            count += usize::from(holds[*constant] && (owner.is_none() || owner != except));
        });
        count
    }

    /// Visits the places where constants stand: initializers and the like, operands, debug records and metadata; with the global, for
    /// those that belong to one. Constants inside others are not visited.
    pub fn for_each_constant_mut(&mut self, mut visit: impl FnMut(Option<Global>, &mut Constant)) {
        for (global, value) in &mut self.globals {
            let mut visit = |constant: &mut Constant| visit(Some(global), constant);
            match &mut value.kind {
                GlobalKind::Variable(variable) => variable.initializer.iter_mut().for_each(visit),
                GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => visit(constant),
                GlobalKind::Function(function) => constants_of_function(function, &mut visit),
            }
        }
        for node in self.metadata.nodes.values_mut() {
            for operand in node.kind.operands_mut() {
                if let Metadata::Constant(constant) = operand {
                    visit(None, constant);
                }
            }
        }
    }
}

fn constants_of_function(function: &mut Function, visit: &mut impl FnMut(&mut Constant)) {
    let Function { prefix, prologue, personality, .. } = function;
    [prefix, prologue, personality].into_iter().flatten().for_each(&mut *visit);
    for index in 0..function.layout.len() {
        for inst in function.block_insts(function.layout[index]).to_vec() {
            function.for_each_operand_mut(inst, |value| constant_of_mut(value, &mut *visit));
            let Instruction::DebugRecord(record) = &mut function.insts[inst].inst else { continue };
            record.values_mut().for_each(|value| constant_of_mut(value, &mut *visit));
            for operand in &mut record.operands {
                if let RecordOperand::Metadata(Metadata::Constant(constant)) = operand {
                    visit(constant);
                }
            }
        }
    }
}

/// The constant with its operands replaced; `None` if none of them is.
fn with_replaced(
    constants: &Constants,
    types: &Types,
    constant: Constant,
    replaced: &FxHashMap<Constant, Constant>,
) -> Option<Constant> {
    let data = constants.get(constant);
    let mut any = false;
    data.kind.for_each_operand(|operand| any |= replaced.contains_key(&operand));
    if !any {
        return None;
    }
    let mut kind = data.kind.clone();
    kind.for_each_operand_mut(|operand| *operand = *replaced.get(operand).unwrap_or(operand));
    Some(match kind {
        ConstantKind::Aggregate(elements) => constants.aggregate(types, data.ty, &elements),
        kind => match kind.addrspace_cast_of() {
            Some(pointer) => constants.addrspace_cast(pointer, data.ty),
            None => constants.intern(data.ty, kind),
        },
    })
}
