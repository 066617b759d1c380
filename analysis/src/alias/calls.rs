//! How instructions, calls above all, access a location. Source: LLVM, `AAResults::getModRefInfo`.

use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::attributes::values::{Access, MemoryEffects, MemoryLocation};
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::instruction::{CallSite, Ordering, TailKind};
use tern_llvm_ir::{Inst, Instruction, Value};

use super::location::{Location, Size, Tags};
use super::{Alias, Aliases};
use crate::memory::{Memory, known_callee};
use crate::objects::Object;
use crate::stack::is_static;

impl Aliases<'_> {
    /// How an instruction of the function may access a location. `memory` tells what callees do beyond what their attributes say.
    ///
    /// ```
    /// use tern_analysis::alias::{Aliases, Location, Size};
    /// use tern_analysis::{call_graph::CallGraph, memory::Memory};
    /// use tern_llvm_ir::attributes::values::Access;
    ///
    /// let text = b"@x = global i32 0\n@y = global i32 0\ndefine void @reset() {\n  store i32 0, ptr @x\n  ret void\n}\n\
    ///     define void @f() {\n  %own = alloca i32\n  store i32 1, ptr %own\n  call void @reset()\n  ret void\n}\n";
    /// let mut module = tern_llvm_ir::read(text, "f.ll").unwrap();
    /// let [x, y] = ["x", "y"].map(|name| {
    ///     let global = module.global(name).unwrap();
    ///     Location::new(module.address_of(global).into(), Size::Exact(4))
    /// });
    /// let f = module.globals[module.function("f").unwrap()].as_function().unwrap();
    /// let aliases = Aliases::of(&module, f);
    /// let insts = f.block_insts(f.layout[0]);
    /// let own = aliases.location(insts[1]).unwrap();
    /// let memory = Memory::of(&module, &CallGraph::of(&module));
    /// let by_call = |location| aliases.access(insts[2], &location, Some(&memory));
    /// assert_eq!([by_call(x), by_call(y), by_call(own)], [Access::Write, Access::None, Access::None]);
    /// ```
    pub fn access(&self, inst: Inst, location: &Location, memory: Option<&Memory>) -> Access {
        let instruction = &self.function.insts[inst].inst;
        let access = match (instruction.call_site(), self.location(inst)) {
            (Some(call), _) => self.by_call(inst, call, location, memory),
            // An ordered access is an order of others as well.
            (None, Some(own)) => match is_ordered(instruction) {
                true => Access::ReadWrite,
                false if self.alias(&own, location) == Alias::No => Access::None,
                false => own_access(instruction),
            },
            (None, None) => match instruction {
                Instruction::Fence(_) | Instruction::CatchPad { .. } | Instruction::CatchRet { .. } => {
                    Access::ReadWrite
                }
                _ => Access::None,
            },
        };
        access.and(self.possible(location))
    }

    /// How one call may access what another one accesses, so far as their order matters: what both only read is left out.
    pub fn access_between(&self, call: Inst, other: Inst, memory: Option<&Memory>) -> Access {
        let [(first, of_first), (second, of_second)] = match [call, other].map(|inst| {
            let site = self.function.insts[inst].inst.call_site()?;
            Some((site, self.effects(site, memory)))
        }) {
            [Some(first), Some(second)] => [first, second],
            _ => return Access::None,
        };
        if !of_first.writes() && !of_second.writes() {
            return Access::None;
        }
        let limit = match (of_first.reads(), of_first.writes()) {
            (true, true) => Access::ReadWrite,
            (false, true) => Access::Write,
            (true, false) => Access::Read,
            (false, false) => return Access::None,
        };
        let mut found = Access::None;
        if accesses_arguments_alone(of_second) {
            for (position, argument) in self.pointers_of(other, second) {
                let theirs = self.by_argument(second, position, of_second.access(MemoryLocation::ArgMem));
                // Reads need not be in order with reads.
                let matters = match theirs {
                    Access::None => Access::None,
                    Access::Read => Access::Write,
                    Access::Write | Access::ReadWrite => Access::ReadWrite,
                };
                found = found.or(self.access(call, &argument, memory).and(matters));
            }
            return found.and(limit);
        }
        if accesses_arguments_alone(of_first) {
            for (position, argument) in self.pointers_of(call, first) {
                let ours = self.by_argument(first, position, of_first.access(MemoryLocation::ArgMem));
                let theirs = self.access(other, &argument, memory);
                let matters = writes(ours) && theirs != Access::None || reads(ours) && writes(theirs);
                found = found.or(if matters { ours } else { Access::None });
            }
            return found.and(limit);
        }
        limit
    }

    fn effects(&self, call: &CallSite, memory: Option<&Memory>) -> MemoryEffects {
        match memory {
            Some(memory) => memory.call_effects(self.module, call),
            None => self.module.call_memory_effects(call),
        }
    }

    /// How a location can be accessed at all: what never changes is only read.
    fn possible(&self, location: &Location) -> Access {
        let is_read_only = |origin: &(Object, Value)| match origin.0 {
            Object::OwnArgument(position) => {
                let has = |kind| self.argument_has(position, kind);
                has(AttributeKind::NoAlias) && (has(AttributeKind::ReadOnly) || has(AttributeKind::ReadNone))
            }
            _ => false,
        };
        let origins = self.origins(location.pointer);
        let are_read_only = origins.is_some_and(|origins| origins.iter().all(is_read_only));
        if are_read_only || self.is_constant(location) { Access::Read } else { Access::ReadWrite }
    }

    fn argument_has(&self, position: usize, kind: AttributeKind) -> bool {
        let set = self.module.attribute_set(self.function.attributes, AttributeIndex::Parameter(position));
        self.module.attribute(set, kind).is_some()
    }

    fn by_call(&self, inst: Inst, call: &CallSite, location: &Location, memory: Option<&Memory>) -> Access {
        let tags = Tags::of(self.module, self.function, inst);
        let tagged = Location { tags, ..*location };
        if !self.may_meet_by_type(&tagged, location) || !self.may_meet_by_scope(&tagged, location) {
            return Access::None;
        }
        let origins = self.origins(location.pointer);
        let all = |is: &dyn Fn(Object, Value) -> bool| {
            origins.as_deref().is_some_and(|origins| origins.iter().all(|&(object, at)| is(object, at)))
        };
        let is_copied = |position| {
            self.module.call_has_attribute_at(call, AttributeIndex::Parameter(position), AttributeKind::ByVal)
        };
        // A tail call has no access to what its caller allocated.
        let is_tail = matches!(call.tail, TailKind::Tail | TailKind::MustTail);
        let passes_copy = (0..call.args.len()).any(is_copied);
        if is_tail && !passes_copy && all(&|object, _| matches!(object, Object::Alloca(_))) {
            return Access::None;
        }
        let name = self.module.named_callee(call).and_then(|callee| self.module.name(callee));
        let name = name.unwrap_or_default();
        if name.starts_with(b"llvm.stackrestore") && all(&|object, _| self.is_dynamic(object)) {
            return Access::Write;
        }
        let effects = self.effects(call, memory);

        // An object that has not escaped can only be accessed through arguments.
        let returns_twice = self.module.call_has_attribute(call, AttributeKind::ReturnsTwice);
        let is_unknown_to_others = |object: Object, at: Value| {
            let is_own = match object {
                Object::Alloca(_) => true,
                Object::Allocated(by) => by != inst && !returns_twice,
                Object::OwnArgument(_) => !returns_twice,
                _ => false,
            };
            is_own && !self.is_captured_before(at, inst)
        };
        let mut access = effects.access(MemoryLocation::Other);
        if all(&is_unknown_to_others) {
            access = Access::None;
        }
        let by_arguments = effects.access(MemoryLocation::ArgMem);
        if access.or(by_arguments) != access {
            for (position, argument) in self.pointers_of(inst, call) {
                let own = self.by_argument(call, position, by_arguments);
                if access.or(own) != access && self.alias(&argument, location) != Alias::No {
                    access = access.or(own);
                }
            }
        }
        let of_errno = effects.access(MemoryLocation::ErrnoMem);
        if access.or(of_errno) != access && self.may_be_errno(location) {
            access = access.or(of_errno);
        }
        if name.starts_with(b"llvm.invariant.start") {
            // It writes nothing; that it might keeps it in its place.
            access = access.and(Access::Read);
        }
        let of_variables = memory.zip(origins.as_deref()).and_then(|(memory, origins)| {
            let callee = known_callee(self.module, self.function, call)?;
            origins.iter().try_fold(Access::None, |access, &(object, _)| match object {
                Object::Global(variable) => Some(access.or(memory.access(self.module, callee, variable))),
                _ => None,
            })
        });
        of_variables.map_or(access, |possible| access.and(possible))
    }

    /// Whether an object is an `alloca` that takes stack when it runs.
    fn is_dynamic(&self, object: Object) -> bool {
        let Object::Alloca(inst) = object else { return false };
        let Instruction::Alloca(alloca) = &self.function.insts[inst].inst else { return false };
        let is_in_entry = || self.blocks[inst].expand() == self.function.layout.first().copied();
        !is_static(self.module, alloca, is_in_entry)
    }

    /// The pointers that a call passes, in arguments and operand bundles, each with the position of its argument.
    fn pointers_of<'c>(
        &'c self,
        inst: Inst,
        call: &'c CallSite,
    ) -> impl Iterator<Item = (Option<usize>, Location)> + 'c {
        let arguments = (0..call.args.len()).filter_map(move |position| {
            let location = Location::of_argument(self.module, self.function, inst, position)?;
            Some((Some(position), location))
        });
        let is_pointer =
            |value: &Value| self.module.types.is_pointer(self.module.type_of(self.function, *value));
        let bundled = call.bundles.iter().flat_map(|bundle| bundle.inputs.iter().copied());
        let bundled = bundled.filter(is_pointer).map(|value| (None, Location::new(value, Size::Around)));
        arguments.chain(bundled)
    }

    /// How a call may access what an argument points to, of what all arguments allow; of a pointer in a bundle if there is no position.
    fn by_argument(&self, call: &CallSite, position: Option<usize>, limit: Access) -> Access {
        let Some(position) = position else { return limit };
        let mut access = limit;
        for set in self.module.call_attributes(call, AttributeIndex::Parameter(position)) {
            let has = |kind| self.module.attribute(set, kind).is_some();
            if has(AttributeKind::ReadNone) {
                access = Access::None;
            }
            // Of `byval`, the callee gets a copy.
            if has(AttributeKind::ReadOnly) || has(AttributeKind::ByVal) {
                access = access.and(Access::Read);
            }
            if has(AttributeKind::WriteOnly) {
                access = access.and(Access::Write);
            }
        }
        access
    }

    /// Whether a location may be that of `errno`: an `int` of the C library.
    fn may_be_errno(&self, location: &Location) -> bool {
        const LARGEST_INT: u64 = 4;
        let is_larger = matches!(location.size, Size::Exact(bytes) if bytes > LARGEST_INT);
        let is_own = |object: Object| {
            matches!(object, Object::Alloca(_) | Object::Allocated(_) | Object::OwnArgument(_))
        };
        let origins = self.origins(location.pointer);
        let are_own = origins.is_some_and(|origins| origins.iter().all(|&(object, _)| is_own(object)));
        !is_larger && !are_own && self.may_be_errno_by_type(location)
    }

    /// Whether `!tbaa` allows it: `!llvm.errno.tbaa` lists the tags of accesses to `errno`.
    fn may_be_errno_by_type(&self, location: &Location) -> bool {
        let named = self.module.metadata.named.iter();
        let mut named = named.filter(|(name, _)| self.module.strings.get(*name) == b"llvm.errno.tbaa");
        let Some((_, tags)) = named.next() else { return true };
        tags.iter().any(|&tag| {
            let errno = Location { tags: Tags { tbaa: Some(tag), ..Tags::default() }, ..*location };
            self.may_meet_by_type(&errno, location)
        })
    }
}

fn reads(access: Access) -> bool {
    matches!(access, Access::Read | Access::ReadWrite)
}

fn writes(access: Access) -> bool {
    matches!(access, Access::Write | Access::ReadWrite)
}

fn accesses_arguments_alone(effects: MemoryEffects) -> bool {
    MemoryLocation::ALL.iter().all(|&it| it == MemoryLocation::ArgMem || effects.access(it) == Access::None)
}

/// How an instruction that is no call accesses its own location.
fn own_access(instruction: &Instruction) -> Access {
    match instruction {
        Instruction::Load { .. } => Access::Read,
        Instruction::Store { .. } => Access::Write,
        _ => Access::ReadWrite,
    }
}

/// Whether other accesses are ordered by this one.
fn is_ordered(instruction: &Instruction) -> bool {
    let (ordering, weakest) = match instruction {
        Instruction::Load { atomicity, .. } | Instruction::Store { atomicity, .. } => {
            (atomicity.ordering, Ordering::Unordered)
        }
        Instruction::AtomicRmw(it) => (it.atomicity.ordering, Ordering::Monotonic),
        Instruction::CmpXchg(it) => (it.success, Ordering::Monotonic),
        _ => return false,
    };
    ordering > weakest
}
