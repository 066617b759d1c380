//! Changes to the attributes of functions and calls.

use super::{EditError, Editor};
use crate::attributes::{Attribute, AttributeKind, AttributeListId, AttributePlace, AttributeSetId};
use crate::globals::Global;
use crate::instruction::Inst;
use crate::module::Module;
use crate::types::TypeKind;

/// What of a function or call has an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeIndex {
    /// The function or call itself.
    Function,
    /// The return value.
    Result,
    /// A parameter or argument, by its position.
    Parameter(usize),
}

impl AttributeIndex {
    fn place(self) -> AttributePlace {
        match self {
            Self::Function => AttributePlace::Function,
            Self::Result => AttributePlace::Result,
            Self::Parameter(_) => AttributePlace::Parameter,
        }
    }
}

impl Module {
    /// The set of attributes at one place of a list.
    pub fn attribute_set(&self, list: AttributeListId, index: AttributeIndex) -> AttributeSetId {
        let list = self.attributes.get_list(list);
        match index {
            AttributeIndex::Function => list.function,
            AttributeIndex::Result => list.ret,
            AttributeIndex::Parameter(index) => list.params.get(index).copied().unwrap_or_default(),
        }
    }

    /// A list with another set of attributes at one place.
    pub fn with_attribute_set(
        &self,
        list: AttributeListId,
        index: AttributeIndex,
        set: AttributeSetId,
    ) -> AttributeListId {
        let mut list = self.attributes.get_list(list).clone();
        match index {
            AttributeIndex::Function => list.function = set,
            AttributeIndex::Result => list.ret = set,
            AttributeIndex::Parameter(index) => {
                if list.params.len() <= index {
                    list.params.resize(index + 1, AttributeSetId::default());
                }
                list.params[index] = set;
            }
        }
        self.attributes.list(list)
    }

    fn with_attribute(
        &self,
        list: AttributeListId,
        index: AttributeIndex,
        attribute: Attribute,
    ) -> Result<AttributeListId, EditError> {
        if let Some(kind) = attribute.kind()
            && (!kind.applies_to(index.place())
                // The alignment of a function is a property of its own.
                || kind == AttributeKind::Alignment && index == AttributeIndex::Function)
        {
            return Err(EditError::AttributeDoesNotApply(kind.spelling()));
        }
        let mut attributes = self.attributes.get(self.attribute_set(list, index)).to_vec();
        attributes.push(attribute);
        let set = self.attributes.set(&self.strings, attributes);
        Ok(self.with_attribute_set(list, index, set))
    }

    fn without_attribute(
        &self,
        list: AttributeListId,
        index: AttributeIndex,
        goes: impl Fn(Attribute) -> bool,
    ) -> AttributeListId {
        let attributes = self.attributes.get(self.attribute_set(list, index)).iter().copied();
        let kept: Vec<Attribute> = attributes.filter(|&attribute| !goes(attribute)).collect();
        let set = self.attributes.set(&self.strings, kept);
        self.with_attribute_set(list, index, set)
    }

    /// Adds an attribute to a function, its return value or a parameter, in place of one of the same kind or key.
    ///
    /// ```
    /// use tern_llvm_ir::attributes::{Attribute, AttributeKind};
    /// use tern_llvm_ir::edit::AttributeIndex;
    ///
    /// let mut module = tern_llvm_ir::read(b"declare void @f(ptr)\n", "f.ll").unwrap();
    /// let f = module.function("f").unwrap();
    /// module.add_attribute(f, AttributeIndex::Function, Attribute::Enum(AttributeKind::NoUnwind)).unwrap();
    /// module.add_attribute(f, AttributeIndex::Parameter(0), Attribute::Integer(AttributeKind::Alignment, 8)).unwrap();
    /// let misplaced = Attribute::Enum(AttributeKind::NoReturn);
    /// assert!(module.add_attribute(f, AttributeIndex::Parameter(0), misplaced).is_err());
    /// let text = String::from_utf8(tern_llvm_ir::write(&module)).unwrap();
    /// assert!(text.contains("declare void @f(ptr align 8) #0") && text.contains("attributes #0 = { nounwind }"), "{text}");
    /// module.remove_attributes(f, AttributeIndex::Function, |attribute| attribute.kind() == Some(AttributeKind::NoUnwind)).unwrap();
    /// assert!(!String::from_utf8(tern_llvm_ir::write(&module)).unwrap().contains("nounwind"));
    /// ```
    ///
    /// # Errors
    /// [`EditError::AttributeDoesNotApply`]; [`EditError::NothingToAttribute`] for another kind of global, and for a parameter that the
    /// function does not have.
    pub fn add_attribute(
        &mut self,
        function: Global,
        index: AttributeIndex,
        attribute: Attribute,
    ) -> Result<(), EditError> {
        let list = self.attribute_list(function, index)?;
        let list = self.with_attribute(list, index, attribute)?;
        self.set_attribute_list(function, list);
        Ok(())
    }

    /// Removes the attributes of a function, its return value or a parameter for which `goes` is true.
    ///
    /// # Errors
    /// [`EditError::NothingToAttribute`], as in [`add_attribute`](Self::add_attribute).
    pub fn remove_attributes(
        &mut self,
        function: Global,
        index: AttributeIndex,
        goes: impl Fn(Attribute) -> bool,
    ) -> Result<(), EditError> {
        let list = self.attribute_list(function, index)?;
        let list = self.without_attribute(list, index, goes);
        self.set_attribute_list(function, list);
        Ok(())
    }

    /// The attributes of a function that has this place.
    fn attribute_list(&self, global: Global, index: AttributeIndex) -> Result<AttributeListId, EditError> {
        let value = &self.globals[global];
        let params = match self.types.kind(value.ty) {
            TypeKind::Function { params, .. } => params.len(),
            _ => 0,
        };
        match (value.as_function(), index) {
            (Some(_), AttributeIndex::Parameter(index)) if index >= params => {
                Err(EditError::NothingToAttribute)
            }
            (Some(function), _) => Ok(function.attributes),
            (None, _) => Err(EditError::NothingToAttribute),
        }
    }

    fn set_attribute_list(&mut self, function: Global, list: AttributeListId) {
        if let Some(function) = self.globals[function].as_function_mut() {
            function.attributes = list;
        }
    }
}

impl Editor<'_> {
    /// Adds an attribute to a call, its result or an argument, in place of one of the same kind or key.
    ///
    /// # Errors
    /// [`EditError::AttributeDoesNotApply`]; [`EditError::NothingToAttribute`] for another instruction, and for an argument that the
    /// call does not have.
    pub fn add_call_attribute(
        &mut self,
        inst: Inst,
        index: AttributeIndex,
        attribute: Attribute,
    ) -> Result<(), EditError> {
        let list = self.call_attributes(inst, index)?;
        let list = self.module.with_attribute(list, index, attribute)?;
        self.set_call_attributes(inst, list);
        Ok(())
    }

    /// Removes the attributes of a call, its result or an argument for which `goes` is true.
    ///
    /// # Errors
    /// [`EditError::NothingToAttribute`], as in [`add_call_attribute`](Self::add_call_attribute).
    pub fn remove_call_attributes(
        &mut self,
        inst: Inst,
        index: AttributeIndex,
        goes: impl Fn(Attribute) -> bool,
    ) -> Result<(), EditError> {
        let list = self.call_attributes(inst, index)?;
        let list = self.module.without_attribute(list, index, goes);
        self.set_call_attributes(inst, list);
        Ok(())
    }

    fn call_attributes(&self, inst: Inst, index: AttributeIndex) -> Result<AttributeListId, EditError> {
        let call = self.function().insts[inst].inst.call_site().ok_or(EditError::NothingToAttribute)?;
        match index {
            AttributeIndex::Parameter(index) if index >= call.args.len() => {
                Err(EditError::NothingToAttribute)
            }
            _ => Ok(call.attributes),
        }
    }

    fn set_call_attributes(&mut self, inst: Inst, list: AttributeListId) {
        if let Some(call) = self.function_mut().insts[inst].inst.call_site_mut() {
            call.attributes = list;
        }
    }
}
