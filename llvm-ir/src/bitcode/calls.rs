//! Reads the records of calls and operand bundles.

use smallvec::SmallVec;

use super::bitstream::Result;
use super::body::BodyReader;
use super::encodings::fast_math;
use super::tables::NO_TYPE;
use crate::attributes::{Attribute, AttributeKind, AttributeListId};
use crate::constants::{ConstantKind, InlineAsm};
use crate::function::{Block, Value};
use crate::instruction::{Args, Bundle, CallBr, CallSite, Flags, Instruction, Invoke, TailKind};
use crate::types::{Type, TypeKind};

/// Bits of the calling convention of calls and callbrs.
const TAIL: u64 = 1 << 0;
const MUST_TAIL: u64 = 1 << 14;
const EXPLICIT_TYPE: u64 = 1 << 15;
const NO_TAIL: u64 = 1 << 16;
const HAS_FAST_MATH: u64 = 1 << 17;

/// The bit of the calling convention of invokes that says that a function type follows.
const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;

/// Intrinsics whose pointer arguments had the element type that is an attribute today: the beginning of the name, and the argument.
const ELEMENT_TYPES: &[(&str, usize)] = &[
    ("llvm.preserve.array.access.index", 0),
    ("llvm.preserve.struct.access.index", 0),
    ("llvm.aarch64.ldaxr", 0),
    ("llvm.aarch64.ldxr", 0),
    ("llvm.arm.ldaex", 0),
    ("llvm.arm.ldrex", 0),
    ("llvm.arm.stlex", 1),
    ("llvm.arm.strex", 1),
    ("llvm.aarch64.stlxr", 1),
    ("llvm.aarch64.stxr", 1),
];

impl BodyReader<'_, '_> {
    pub(super) fn call(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let attributes = self.operand(record, &mut at)?;
        let bits = self.operand(record, &mut at)?;
        let mut flags = Flags::empty();
        if bits & HAS_FAST_MATH != 0 {
            flags = fast_math(self.operand(record, &mut at)?);
            if flags.is_empty() {
                return self.cursor.error("fast-math flags that are none");
            }
        }
        let tail = match bits {
            _ if bits & MUST_TAIL != 0 => TailKind::MustTail,
            _ if bits & NO_TAIL != 0 => TailKind::NoTail,
            _ if bits & TAIL != 0 => TailKind::Tail,
            _ => TailKind::None,
        };
        let convention = (bits & 0x7ff) >> 1;
        let is_explicit = bits & EXPLICIT_TYPE != 0;
        let (mut call, ty) = self.call_site(record, &mut at, attributes, convention, is_explicit)?;
        call.tail = tail;
        // As in LLVM, the flags are dropped if the result cannot have them.
        if self.tables.module.types.takes_fast_math(ty) {
            call.flags = flags;
        } else if !flags.is_empty() {
            return self.cursor.error("fast-math flags of a call without a floating-point result");
        }
        self.push(Instruction::Call(Box::new(call)), Some(ty))
    }

    pub(super) fn invoke(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let attributes = self.operand(record, &mut at)?;
        let bits = self.operand(record, &mut at)?;
        let (normal, unwind) = (self.operand(record, &mut at)?, self.operand(record, &mut at)?);
        let (normal, unwind) = (self.block(normal)?, self.block(unwind)?);
        let is_explicit = bits & INVOKE_EXPLICIT_TYPE != 0;
        let convention = bits & !INVOKE_EXPLICIT_TYPE;
        let (call, ty) = self.call_site(record, &mut at, attributes, convention, is_explicit)?;
        self.push(Instruction::Invoke(Box::new(Invoke { call, normal, unwind })), Some(ty))
    }

    pub(super) fn callbr(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let attributes = self.operand(record, &mut at)?;
        let bits = self.operand(record, &mut at)?;
        let fallthrough = self.operand(record, &mut at)?;
        let fallthrough = self.block(fallthrough)?;
        let count = self.operand(record, &mut at)?;
        let mut indirect: Vec<Block> = Vec::new();
        for _ in 0..count {
            let block = self.operand(record, &mut at)?;
            indirect.push(self.block(block)?);
        }
        let convention = (bits & 0x7ff) >> 1;
        let is_explicit = bits & EXPLICIT_TYPE != 0;
        let (mut call, ty) = self.call_site(record, &mut at, attributes, convention, is_explicit)?;
        self.label_constraints(&mut call, &indirect)?;
        self.push(Instruction::CallBr(Box::new(CallBr { call, fallthrough, indirect })), Some(ty))
    }

    /// Replaces the addresses of blocks, which were the last arguments of assembly that jumps, by constraints of labels.
    fn label_constraints(&self, call: &mut CallSite, blocks: &[Block]) -> Result<()> {
        let module = &self.tables.module;
        let Some(callee) = call.callee.constant() else { return Ok(()) };
        let ConstantKind::InlineAsm(asm) = module.constants.kind(callee) else { return Ok(()) };
        let constraints: Vec<&[u8]> =
            module.strings.get(asm.constraints).split(|&byte| byte == b',').collect();
        if blocks.is_empty() || constraints.iter().any(|constraint| constraint.starts_with(b"!")) {
            return Ok(());
        }
        let is_address = |(arg, block): (&Value, &Block)| {
            let constant = arg.constant().map(|constant| module.constants.kind(constant));
            matches!(constant, Some(ConstantKind::BlockAddress(_, address)) if address == block)
        };
        let Some(first) = call.args.len().checked_sub(blocks.len()) else {
            return self.cursor.error("a callbr has fewer arguments than blocks");
        };
        if !call.args[first..].iter().zip(blocks).all(is_address) {
            return self.cursor.error("an argument of a callbr is not the address of its block");
        }
        let mut argument = 0;
        let mut labelled: Vec<Vec<u8>> = Vec::with_capacity(constraints.len());
        for constraint in constraints {
            let is_label = takes_argument(constraint) && argument >= first;
            argument += usize::from(takes_argument(constraint));
            labelled.push([if is_label { &b"!"[..] } else { b"" }, constraint].concat());
        }
        let TypeKind::Function { ret, params, varargs } = module.types.kind(call.function_type) else {
            return Ok(());
        };
        let params = params.iter().copied().take(first).collect();
        let function_type = module.types.intern(TypeKind::Function { ret: *ret, params, varargs: *varargs });
        let constraints = module.strings.intern(&labelled.join(&b','));
        let asm = InlineAsm { function_type, constraints, ..(**asm).clone() };
        let ty = module.constants.ty(callee);
        call.callee = module.constants.intern(ty, ConstantKind::InlineAsm(Box::new(asm))).into();
        call.function_type = function_type;
        call.args.truncate(first);
        Ok(())
    }

    /// Reads the callee and the arguments. Also returns the type of the result.
    fn call_site(
        &mut self,
        record: &[u64],
        at: &mut usize,
        attributes: u64,
        convention: u64,
        is_explicit: bool,
    ) -> Result<(CallSite, Type)> {
        if convention >= 1024 {
            return self.cursor.error("unknown calling convention");
        }
        let explicit = match is_explicit {
            true => {
                let id = self.operand(record, at)?;
                Some((id as u32, self.tables.ty(&self.cursor, id)?))
            }
            false => None,
        };
        let (callee, callee_id) = self.typed_value(record, at)?;
        let callee_type = self.type_of(callee);
        let (type_id, function_type) = match explicit {
            Some(explicit) => explicit,
            None => self.known_pointee(callee_id)?,
        };
        let types = &self.tables.module.types;
        let TypeKind::Function { ret, params, varargs } = types.kind(function_type) else {
            return self.cursor.error("a call of something that is no function");
        };
        if !types.is_pointer(callee_type) {
            return self.cursor.error("a call of something that is no pointer");
        }
        let mut args = Args::with_capacity(params.len());
        // The ids of the types of arguments, if pointers have element types.
        let mut ids: SmallVec<[u32; 8]> = SmallVec::new();
        for &param in params {
            args.push(self.value_of(record, at, param)?);
        }
        if self.tables.is_typed {
            ids.extend(self.parts(type_id).iter().skip(1).copied());
        }
        if *varargs {
            while *at < record.len() {
                let (value, id) = self.typed_value(record, at)?;
                args.push(value);
                ids.push(id);
            }
        } else if *at != record.len() {
            return self.cursor.error("a call has too many arguments");
        }
        let element = |index: usize| Some(self.pointee(*ids.get(index)?)?.1);
        let mut list = self.tables.attributes_at(&self.cursor, attributes, element)?;
        if self.tables.is_typed {
            list = self.element_types(callee, list, &ids);
        }
        self.result_type = match self.tables.is_typed {
            true => self.parts(type_id).first().copied().unwrap_or(NO_TYPE),
            false => NO_TYPE,
        };
        let call = CallSite {
            callee,
            function_type,
            args,
            calling_convention: convention as u32,
            attributes: list,
            bundles: std::mem::take(&mut self.bundles).into(),
            flags: Flags::empty(),
            tail: TailKind::None,
        };
        Ok((call, *ret))
    }

    /// Adds the element types that the types of pointers implied.
    fn element_types(&self, callee: Value, list: AttributeListId, ids: &[u32]) -> AttributeListId {
        let module = &self.tables.module;
        let Some(callee) = callee.constant() else { return list };
        let indices: SmallVec<[usize; 2]> = match module.constants.kind(callee) {
            ConstantKind::Global(global) => {
                let name = module.globals[*global].name.map(|name| module.strings.get(name));
                let is_called = |known: &str| name.is_some_and(|name| name.starts_with(known.as_bytes()));
                let found = ELEMENT_TYPES.iter().filter(|(known, _)| is_called(known));
                found.map(|&(_, index)| index).collect()
            }
            ConstantKind::InlineAsm(asm) => indirect_arguments(module.strings.get(asm.constraints)),
            _ => return list,
        };
        if indices.is_empty() {
            return list;
        }
        let mut list = module.attributes.get_list(list).clone();
        for index in indices {
            let Some((_, element)) = ids.get(index).and_then(|&id| self.pointee(id)) else { continue };
            if list.params.len() <= index {
                list.params.resize(index + 1, Default::default());
            }
            let mut attributes = module.attributes.get(list.params[index]).to_vec();
            if attributes.iter().all(|attribute| attribute.kind() != Some(AttributeKind::ElementType)) {
                attributes.push(Attribute::Type(AttributeKind::ElementType, element));
                list.params[index] = module.attributes.set(&module.strings, attributes);
            }
        }
        module.attributes.list(list)
    }

    pub(super) fn bundle(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let tag = self.operand(record, &mut at)?;
        let tag = usize::try_from(tag).ok().and_then(|tag| self.tables.bundle_tags.get(tag));
        let Some(&tag) = tag else { return self.cursor.error("unknown tag of an operand bundle") };
        let mut inputs = Vec::new();
        while at < record.len() {
            inputs.push(self.bundle_input(record, &mut at)?);
        }
        self.nodes_are_of_bundle();
        self.bundles.push(Bundle { tag, inputs });
        Ok(())
    }

    /// A value or, behind a mark, metadata.
    fn bundle_input(&mut self, record: &[u64], at: &mut usize) -> Result<Value> {
        const METADATA: u64 = 0x8000_0000;
        if record.get(*at) == Some(&METADATA) {
            *at += 1;
            let operand = self.operand(record, at)?;
            let metadata = self.tables.module.types.common.metadata;
            // As LLVM writes it, the id counts from that of the next value, whatever the version.
            return self.value_with_id(self.next_value().wrapping_sub(operand as u32), metadata);
        }
        Ok(self.typed_value(record, at)?.0)
    }
}

/// Whether a constraint of inline assembly is one of an argument.
fn takes_argument(constraint: &[u8]) -> bool {
    let is_result = constraint.first() == Some(&b'=') && !is_indirect(constraint);
    !matches!(constraint, [b'~' | b'!', ..]) && !is_result
}

/// Whether a constraint of inline assembly is one of memory, whose address is the argument.
fn is_indirect(constraint: &[u8]) -> bool {
    matches!(constraint, [b'*', ..] | [b'=', b'*', ..] | [b'=', b'&', b'*', ..])
}

/// The arguments of inline assembly that are addresses of what the assembly reads or writes.
fn indirect_arguments(constraints: &[u8]) -> SmallVec<[usize; 2]> {
    let mut indices = SmallVec::new();
    let mut argument = 0;
    for constraint in constraints.split(|&byte| byte == b',') {
        if takes_argument(constraint) {
            if is_indirect(constraint) {
                indices.push(argument);
            }
            argument += 1;
        }
    }
    indices
}

#[cfg(test)]
mod tests {
    #[test]
    fn indirect_operands_of_assembly_are_arguments() {
        let indices = |text: &str| super::indirect_arguments(text.as_bytes()).to_vec();
        assert_eq!(indices("=*m,=r,r,*m,~{memory}"), [0, 2]);
        assert_eq!(indices("=r,r,~{cc}"), Vec::<usize>::new());
    }
}
