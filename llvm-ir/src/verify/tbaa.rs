//! Type-based alias analysis: access tags and types, in both formats. Source: LangRef, `tbaa` Metadata.

use num_bigint::BigUint;
use smallvec::SmallVec;

use super::{Body, Broken, Context, Rule, Subject, broken, check};
use crate::instruction::{Inst, Instruction};
use crate::metadata::{MdNode, Metadata};

/// The subjects of a sentence: the instruction, if there is one, and a node.
fn about(inst: Option<Inst>, node: MdNode) -> SmallVec<[Subject; 2]> {
    inst.map(Subject::from).into_iter().chain([Metadata::Node(node).into()]).collect()
}

/// The number of bits of the offsets in a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offsets {
    /// A scalar: only the offset zero.
    Zero,
    Bits(u32),
    /// A type without fields.
    None,
}

impl Body<'_, '_> {
    /// The access tag of an instruction. Tags that were found right are remembered.
    pub(super) fn tbaa(&self, inst: Inst, tag: MdNode) -> Rule {
        let is_any = !self.context.elements(tag).is_empty();
        check!(is_any, "TBAA metadata cannot have 0 operands", inst, Metadata::Node(tag));
        let accesses = matches!(
            self.inst(inst),
            Instruction::Load { .. }
                | Instruction::Store { .. }
                | Instruction::Call(_)
                | Instruction::VaArg { .. }
                | Instruction::AtomicRmw(_)
                | Instruction::CmpXchg(_)
        );
        check!(accesses, "This instruction shall not have a TBAA access tag!", inst);
        if self.context.right.tags.contains(tag) {
            return Ok(());
        }
        let &[first, .., last] = self.context.elements(tag) else {
            return Err(broken("Access type node must be a valid scalar type", about(Some(inst), tag)));
        };
        match (self.context.elements(tag).len(), first) {
            (3.., Metadata::Node(_)) => self.context.access_tag(Some(inst), tag)?,
            // LLVM's reader makes tags of scalar types, with a third operand for constant memory.
            (count, _) => {
                let is_scalar = self.context.is_scalar_with(tag, count == 3);
                let message = "Access type node must be a valid scalar type";
                if count == 3 && self.context.metadata_number(last).is_none_or(|it| it > 1) {
                    let message = match self.context.metadata_integer(last) {
                        None => "Immutability tag on struct tag metadata must be a constant",
                        Some(_) => "Immutability part of the struct tag metadata must be either 0 or 1",
                    };
                    return Err(broken(message, about(Some(inst), tag)));
                }
                if !is_scalar {
                    return Err(broken(message, about(Some(inst), tag)));
                }
            }
        }
        self.context.right.tags.insert(tag);
        Ok(())
    }
}

impl Context<'_> {
    /// `llvm.errno.tbaa`: the access tags of `errno`.
    pub(super) fn errno_tags(&self) -> Rule {
        let name = self.module.strings.find(b"llvm.errno.tbaa");
        let Some((_, tags)) = self.module.metadata.named.iter().find(|(known, _)| Some(*known) == name)
        else {
            return Ok(());
        };
        check!(!tags.is_empty(), "llvm.errno.tbaa must have at least one operand");
        tags.iter().try_for_each(|&tag| {
            let is_any = !self.elements(tag).is_empty();
            check!(is_any, "TBAA metadata cannot have 0 operands", Metadata::Node(tag));
            self.access_tag(None, tag)
        })
    }

    /// A tag: base type, access type, offset, and whether the memory is constant; in the new format also the size.
    fn access_tag(&self, inst: Option<Inst>, tag: MdNode) -> Rule {
        let wrong = |message: &'static str| broken(message, about(inst, tag));
        let operands = self.elements(tag);
        let is_path = matches!(operands[0], Metadata::Node(_)) && operands.len() >= 3;
        if !is_path {
            let message = "Old-style TBAA is no longer allowed, use struct-path TBAA instead";
            return Err(broken(message, inst.map(Subject::from)));
        }
        let access = match operands[1] {
            Metadata::Node(node) => Some(node),
            _ => None,
        };
        let is_new = access.is_some_and(|access| {
            let operands = self.elements(access);
            operands.len() >= 3 && matches!(operands[0], Metadata::Node(_))
        });
        if is_new {
            if !matches!(operands.len(), 4 | 5) {
                return Err(wrong("Access tag metadata must have either 4 or 5 operands"));
            }
            if self.metadata_integer(operands[3]).is_none() {
                return Err(wrong("Access size field must be a constant"));
            }
        } else if operands.len() >= 5 {
            return Err(wrong("Struct tag metadata must have either 3 or 4 operands"));
        }
        if let Some(&immutable) = operands.get(if is_new { 4 } else { 3 }) {
            let Some((_, value)) = self.metadata_integer(immutable) else {
                return Err(wrong("Immutability tag on struct tag metadata must be a constant"));
            };
            if value > BigUint::from(1_u32) {
                return Err(wrong("Immutability part of the struct tag metadata must be either 0 or 1"));
            }
        }
        let (Metadata::Node(base), Some(access)) = (operands[0], access) else {
            return Err(wrong(
                "Malformed struct tag metadata: base and access-type should be non-null and point to Metadata nodes",
            ));
        };
        if !is_new && !self.is_scalar_type(access) {
            return Err(wrong("Access type node must be a valid scalar type"));
        }
        let Some((ty, offset)) = self.metadata_integer(operands[2]) else {
            return Err(wrong("Offset must be constant integer"));
        };
        let bits = self.types().integer_width(ty).unwrap_or(64);
        self.access_path(inst, tag, (base, access), offset, bits, is_new)
    }

    /// The way from the base type by the offset leads to the access type.
    fn access_path(
        &self,
        inst: Option<Inst>,
        tag: MdNode,
        (base, access): (MdNode, MdNode),
        mut offset: BigUint,
        bits: u32,
        is_new: bool,
    ) -> Rule {
        let wrong = |message: &'static str| broken(message, about(inst, tag));
        let mut path: SmallVec<[MdNode; 8]> = SmallVec::new();
        let mut found = false;
        let mut next = Some(base);
        while let Some(node) = next.filter(|&node| self.elements(node).len() >= 2) {
            if path.contains(&node) {
                return Err(wrong("Cycle detected in struct path"));
            }
            path.push(node);
            // LLVM says nothing about a scalar that is none.
            let Some(offsets) = self.base_type(inst, node, is_new)? else { return Ok(()) };
            found |= node == access;
            let is_end = self.is_scalar_type(node) || node == access;
            if is_end && offset != BigUint::ZERO {
                return Err(wrong("Offset not zero at the point of scalar access"));
            }
            let agrees = match offsets {
                Offsets::Bits(known) => known == bits,
                Offsets::Zero => offset == BigUint::ZERO,
                Offsets::None => is_new,
            };
            if !agrees {
                return Err(wrong("Access bit-width not the same as description bit-width"));
            }
            if is_new && found {
                break;
            }
            next = self.field_at(inst, node, (&mut offset, bits), is_new)?;
        }
        match found {
            true => Ok(()),
            false => Err(wrong("Did not see access type in access path!")),
        }
    }

    /// A type that an access can begin with: a scalar, or a struct with its fields. `None` if it is no scalar in spite of two operands.
    fn base_type(
        &self,
        inst: Option<Inst>,
        node: MdNode,
        is_new: bool,
    ) -> Result<Option<Offsets>, Box<Broken>> {
        let wrong = |message: &'static str| Err(broken(message, about(inst, node)));
        let operands = self.elements(node);
        if operands.len() == 2 {
            return Ok(self.is_scalar_type(node).then_some(Offsets::Zero));
        }
        if is_new {
            if !operands.len().is_multiple_of(3) {
                return wrong("Access tag nodes must have the number of operands that is a multiple of 3!");
            }
            if self.metadata_integer(operands[1]).is_none() {
                return wrong("Type size nodes must be constants!");
            }
        } else {
            if operands.len() % 2 != 1 {
                return wrong("Struct tag nodes must have an odd number of operands!");
            }
            if self.metadata_string(operands[0]).is_none() {
                return wrong("Struct tag nodes have a string as their first operand");
            }
        }
        let (first, step) = if is_new { (3, 3) } else { (1, 2) };
        let mut last: Option<(u32, BigUint)> = None;
        for field in operands[first..].chunks_exact(step) {
            if !matches!(field[0], Metadata::Node(_)) {
                return wrong("Incorrect field entry in struct type node!");
            }
            let Some((ty, offset)) = self.metadata_integer(field[1]) else {
                return wrong("Offset entries must be constants!");
            };
            let bits = self.types().integer_width(ty).unwrap_or(64);
            if let Some((known, before)) = &last {
                if *known != bits {
                    return wrong("Bitwidth between the offsets and struct type entries must match");
                }
                if offset < *before {
                    return wrong("Offsets must be increasing!");
                }
            }
            if is_new && self.metadata_integer(field[2]).is_none() {
                return wrong("Member size entries must be constants!");
            }
            last = Some((bits, offset));
        }
        Ok(Some(last.map_or(Offsets::None, |(bits, _)| Offsets::Bits(bits))))
    }

    /// The type of the field at an offset, which becomes the offset in that field.
    fn field_at(
        &self,
        inst: Option<Inst>,
        node: MdNode,
        (offset, bits): (&mut BigUint, u32),
        is_new: bool,
    ) -> Result<Option<MdNode>, Box<Broken>> {
        let operands = self.elements(node);
        let as_node = |metadata| match metadata {
            Metadata::Node(node) => Some(node),
            _ => None,
        };
        if operands.len() == 2 {
            return Ok(as_node(operands[1]));
        }
        let (first, step) = if is_new { (3, 3) } else { (1, 2) };
        // In the new format, LLVM takes the parent and the size of a type without fields for a field.
        let whole = (operands.len() == first).then(|| (operands[0], self.offset(operands[1])));
        let mut found = whole;
        for field in operands[first..].chunks_exact(step) {
            let at = self.offset(field[1]);
            if at > *offset {
                break;
            }
            found = Some((field[0], at));
        }
        let Some((field, at)) = found else {
            let message = "Could not find TBAA parent in struct type node";
            return Err(broken(message, about(inst, node)));
        };
        let modulus = BigUint::from(1_u32) << bits;
        *offset = (&*offset + &modulus - at % &modulus) % &modulus;
        Ok(as_node(field))
    }

    fn offset(&self, metadata: Metadata) -> BigUint {
        self.metadata_integer(metadata).map(|(_, offset)| offset).unwrap_or_default()
    }

    /// Whether a node is a scalar type: a name, a parent, and no offset but zero; its parents are such, up to a root.
    fn is_scalar_type(&self, node: MdNode) -> bool {
        self.is_scalar_with(node, false)
    }

    /// The same; if `constant`, the third operand of the node itself is no offset but says that the memory is constant.
    fn is_scalar_with(&self, node: MdNode, constant: bool) -> bool {
        let mut seen: SmallVec<[MdNode; 8]> = SmallVec::new();
        let (mut node, mut skipped) = (node, constant);
        loop {
            let operands = self.elements(node);
            let is_right = match operands {
                [name, _] => self.metadata_string(*name).is_some(),
                [name, _, offset] => {
                    let is_zero =
                        || self.metadata_integer(*offset).is_some_and(|(_, it)| it == BigUint::ZERO);
                    self.metadata_string(*name).is_some() && (skipped || is_zero())
                }
                _ => false,
            };
            skipped = false;
            let parent = match operands.get(1) {
                Some(Metadata::Node(parent)) if is_right && !seen.contains(parent) => *parent,
                _ => return false,
            };
            seen.push(parent);
            if self.operand_count(parent) < 2 {
                return true;
            }
            node = parent;
        }
    }
}
