//! Objects that pointers point into: which of them differ, and how large they are.

use tern_llvm_ir::attributes::values::AllocSize;
use tern_llvm_ir::attributes::{Attribute, AttributeKind};
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{ConstantKind, Global, GlobalKind, Inst, Instruction, Value};

use super::Aliases;
use crate::integers::Integer;
use crate::objects::{Object, origins};

/// An object, and the value that points to it or of which nothing is known.
pub(super) type Origin = (Object, Value);

impl Aliases<'_> {
    /// The objects that a pointer may point into. Null points to none, unless objects may be there. `None` if there are too many.
    pub(super) fn origins(&self, pointer: Value) -> Option<std::rc::Rc<[Origin]>> {
        if let Some(known) = self.pointers.borrow().origins.get(&pointer) {
            return known.clone();
        }
        let found = origins(self.module, self.function, pointer).map(|mut found| {
            found.retain(|&(object, value)| object != Object::Nothing || self.may_be_an_object(value));
            found.into()
        });
        self.pointers.borrow_mut().origins.insert(pointer, found.clone());
        found
    }

    /// Whether an object may be at a constant address: null where it is valid.
    fn may_be_an_object(&self, value: Value) -> bool {
        let is_zero =
            value.constant().is_some_and(|it| *self.module.constants.kind(it) == ConstantKind::Zero);
        is_zero && self.may_null_be_an_object(value)
    }

    /// Whether an object may be at null in the address space of a pointer.
    fn may_null_be_an_object(&self, pointer: Value) -> bool {
        let space = self.module.types.address_space(self.module.type_of(self.function, pointer));
        self.is_null_valid || space != Some(0)
    }

    /// Whether two pointers point into objects that cannot overlap.
    pub(super) fn are_apart(&self, a: Value, b: Value) -> bool {
        let (Some(a), Some(b)) = (self.origins(a), self.origins(b)) else { return false };
        a.iter().all(|&a| b.iter().all(|&b| self.differ(a, b) || self.differ(b, a)))
    }

    /// Whether two objects differ; the second is the one that more is known of.
    fn differ(&self, (a, at): Origin, (b, to): Origin) -> bool {
        let is_own = matches!(b, Object::Alloca(_) | Object::Allocated(_) | Object::OwnArgument(_));
        match a {
            Object::Nothing => false,
            // A caller cannot know what the function allocates.
            Object::Argument(_) => is_own,
            Object::Unknown => {
                let Some(local) = at.local() else { return is_own };
                // Values such as loaded pointers are those of objects whose address is known elsewhere.
                let inst = self.function.locals[local].inst.expand();
                is_own && inst.is_some_and(|inst| !self.is_captured_by(to, inst))
            }
            _ => a.is_identified() && b.is_identified() && b != Object::Nothing && a != b,
        }
    }

    /// Whether a pointer is to the beginning of an object that is smaller than this.
    pub(super) fn is_smaller_than(&self, pointer: Value, bytes: u64) -> bool {
        let origins = self.origins(pointer);
        let Some(&[(object, at)]) = origins.as_deref() else { return false };
        let size = self.object_size(object).filter(|_| at == pointer);
        size.is_some_and(|size| {
            size.bytes.checked_next_multiple_of(size.alignment).is_some_and(|size| size < bytes)
        })
    }

    /// How many bytes can be accessed from a pointer on, at least, by its attributes: the object is as large. A pointer that may be null
    /// besides is to no object then.
    pub(super) fn dereferenceable(&self, pointer: Value) -> u64 {
        let Some(local) = pointer.local() else { return 0 };
        let module = self.module;
        let of = |set| {
            let or_null = module.attribute_number(set, AttributeKind::DereferenceableOrNull);
            let or_null = or_null.filter(|_| !self.may_null_be_an_object(pointer));
            let always = module.attribute_number(set, AttributeKind::Dereferenceable);
            always.max(or_null).unwrap_or(0)
        };
        match self.function.locals[local].inst.expand() {
            None => of(module.argument_attributes(self.function, local)),
            Some(inst) => {
                let Some(call) = self.function.insts[inst].inst.call_site() else { return 0 };
                module.call_attributes(call, AttributeIndex::Result).map(of).max().unwrap_or(0)
            }
        }
    }

    /// Whether an access of this many bytes to an object touches all of it.
    pub(super) fn is_whole(&self, object: Object, bytes: u64) -> bool {
        self.object_size(object).is_some_and(|size| size.bytes == bytes)
    }

    fn object_size(&self, object: Object) -> Option<ObjectSize> {
        match object {
            Object::Alloca(inst) => self.alloca_size(inst),
            Object::Global(global) => self.variable_size(global),
            Object::Allocated(inst) => self.allocated_size(inst),
            Object::OwnArgument(position) => {
                let set =
                    self.module.attribute_set(self.function.attributes, AttributeIndex::Parameter(position));
                let Some(Attribute::Type(_, ty)) = self.module.attribute(set, AttributeKind::ByVal) else {
                    return None;
                };
                let alignment = self.module.attribute_number(set, AttributeKind::Alignment).unwrap_or(1);
                Some(ObjectSize { bytes: self.sizes().allocated(ty)?, alignment })
            }
            Object::Argument(_) | Object::Nothing | Object::Unknown => None,
        }
    }

    fn sizes(&self) -> Sizes<'_> {
        Sizes { strings: &self.module.strings, types: &self.module.types, layout: &self.layout }
    }

    fn alloca_size(&self, inst: Inst) -> Option<ObjectSize> {
        let instruction = &self.function.insts[inst].inst;
        let Instruction::Alloca(alloca) = instruction else { return None };
        let sizes = self.sizes();
        let count = u64::try_from(Integer::of(self.module, alloca.count.constant()?)?.unsigned()).ok()?;
        let element = sizes.allocated(alloca.allocated).filter(|_| !sizes.is_scalable(alloca.allocated))?;
        let implied = || sizes.implied_alignment(instruction, alloca.allocated);
        let alignment = alloca.alignment.bytes().or_else(implied).unwrap_or(1);
        Some(ObjectSize { bytes: element.checked_mul(count)?, alignment })
    }

    fn variable_size(&self, global: Global) -> Option<ObjectSize> {
        let value = &self.module.globals[global];
        let GlobalKind::Variable(variable) = &value.kind else { return None };
        if variable.initializer.is_none() || value.linkage.is_interposable() {
            return None;
        }
        let bytes = self.sizes().allocated(value.ty).filter(|_| !self.sizes().is_scalable(value.ty))?;
        Some(ObjectSize { bytes, alignment: value.alignment.bytes().unwrap_or(1) })
    }

    /// What `allocsize` says of a call with constant arguments.
    fn allocated_size(&self, inst: Inst) -> Option<ObjectSize> {
        let module = self.module;
        let call = self.function.insts[inst].inst.call_site()?;
        let stated =
            |list| module.attribute_value::<AllocSize>(module.attribute_set(list, AttributeIndex::Function));
        let callee = || module.globals[module.named_callee(call)?].as_function();
        let stated_size = stated(call.attributes).or_else(|| stated(callee()?.attributes))?;
        let argument = |position: u32| {
            let value = call.args.get(usize::try_from(position).ok()?)?;
            u64::try_from(Integer::of(module, value.constant()?)?.unsigned()).ok()
        };
        let count = match stated_size.count {
            Some(count) => argument(count)?,
            None => 1,
        };
        Some(ObjectSize { bytes: argument(stated_size.size)?.checked_mul(count)?, alignment: 1 })
    }

    /// Whether a pointer is to the beginning of an `alloca` or a global variable.
    pub(super) fn is_beginning(&self, pointer: Value) -> bool {
        matches!(self.origins(pointer).as_deref(), Some(&[(object, at)])
        if at == pointer && match object {
            Object::Alloca(_) => true,
            Object::Global(global) => {
                let is_named = pointer.constant().is_some_and(|it| {
                    *self.module.constants.kind(it) == ConstantKind::Global(global)
                });
                is_named && matches!(self.module.globals[global].kind, GlobalKind::Variable(_))
            }
            _ => false,
        })
    }

    /// Whether all objects that a pointer may point into are constants.
    pub(super) fn are_constant(&self, pointer: Value) -> bool {
        let is_constant = |global: Global| matches!(&self.module.globals[global].kind, GlobalKind::Variable(it) if it.constant);
        let Some(origins) = self.origins(pointer) else { return false };
        origins.iter().all(|&(object, _)| matches!(object, Object::Global(global) if is_constant(global)))
    }
}

/// The size of an object, and what it is a multiple of in memory.
struct ObjectSize {
    bytes: u64,
    alignment: u64,
}
