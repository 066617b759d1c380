//! What instructions may have attached, and what that consists of. Source: LangRef, Metadata, and the kinds described there.

use cranelift_entity::SecondaryMap;
use num_bigint::BigUint;
use smallvec::SmallVec;

use super::metadata::NodeKind;
use super::{Body, Context, Rule, Subject, broken, check};
use crate::attributes::values::MemoryEffects;
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::instruction::{Alignment, CastOp, Inst, Instruction};
use crate::metadata::{MdNode, Metadata};
use crate::module::Module;
use crate::query::Callee;
use crate::types::Type;

macro_rules! attached {
    ($($kind:ident = $name:literal,)+) => {
        /// The kinds of attachments of instructions that have rules, in the order in which LLVM applies these.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(super) enum Attached { $($kind),+ }

        const KINDS: &[(&str, Attached)] = &[$(($name, Attached::$kind)),+];
    };
}

attached! {
    FpMath = "fpmath",
    Range = "range",
    NoAliasAddressSpace = "noalias.addrspace",
    InvariantGroup = "invariant.group",
    NonNull = "nonnull",
    Dereferenceable = "dereferenceable",
    DereferenceableOrNull = "dereferenceable_or_null",
    NoFree = "nofree",
    Tbaa = "tbaa",
    NoAlias = "noalias",
    AliasScope = "alias.scope",
    AccessGroup = "llvm.access.group",
    Align = "align",
    Prof = "prof",
    MemProf = "memprof",
    CallSite = "callsite",
    CalleeType = "callee_type",
    DiAssignId = "DIAssignID",
    Mmra = "mmra",
    Annotation = "annotation",
    Captures = "captures",
    AllocToken = "alloc_token",
    Dbg = "dbg",
    Loop = "llvm.loop",
}

/// The kinds of attachments that a module has and that have rules, by name.
pub(super) struct AttachedKinds(SecondaryMap<StrId, Option<Attached>>);

impl AttachedKinds {
    pub(super) fn of(module: &Module) -> Self {
        let mut kinds = SecondaryMap::new();
        for &(name, kind) in KINDS {
            if let Some(name) = module.strings.find(name.as_bytes()) {
                kinds[name] = Some(kind);
            }
        }
        Self(kinds)
    }

    pub(super) fn get(&self, name: StrId) -> Option<Attached> {
        self.0[name]
    }
}

/// What a list of ranges is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranges {
    Values,
    AddressSpaces,
    Addresses,
}

impl Body<'_, '_> {
    /// The rules for the attachments of an instruction, and that its `!dbg` is a location.
    pub(super) fn attachments(&self, inst: Inst) -> Rule {
        if !self.function.insts[inst].has_attachments() {
            return Ok(());
        }
        let mut attachments: SmallVec<[(Attached, MdNode); 4]> = SmallVec::new();
        let mut wrong_location = None;
        for &(kind, node) in self.function.inst_attachments(inst) {
            match self.context.attached.get(kind) {
                None | Some(Attached::Loop) => {}
                Some(Attached::Dbg) => {
                    let is_location = self.context.node_kinds[node] == NodeKind::DILocation;
                    wrong_location = wrong_location.or((!is_location).then_some(node));
                }
                Some(kind) => attachments.push((kind, node)),
            }
        }
        attachments.sort_by_key(|&(kind, _)| kind);
        attachments.into_iter().try_for_each(|(kind, node)| self.attachment(inst, kind, node))?;
        wrong_location.map_or(Ok(()), |node| {
            let about = [inst.into(), Metadata::Node(node).into()];
            Err(broken("invalid !dbg metadata attachment", about).of_debug_information())
        })
    }

    fn attachment(&self, inst: Inst, kind: Attached, node: MdNode) -> Rule {
        let context = self.context;
        let is_load = matches!(self.inst(inst), Instruction::Load { .. });
        let is_pointer = self.types().is_pointer(self.result(inst));
        let count = context.operand_count(node);
        match kind {
            Attached::FpMath => self.accuracy(inst, node),
            Attached::Range => {
                let takes =
                    matches!(self.inst(inst), Instruction::Call(_) | Instruction::Invoke(_)) || is_load;
                check!(takes, "Ranges are only for loads, calls and invokes!", inst);
                context.ranges(inst.into(), node, self.result(inst), Ranges::Values)
            }
            Attached::NoAliasAddressSpace => {
                let takes = matches!(
                    self.inst(inst),
                    Instruction::Load { .. }
                        | Instruction::Store { .. }
                        | Instruction::AtomicRmw(_)
                        | Instruction::CmpXchg(_)
                        | Instruction::Call(_)
                );
                check!(takes, "noalias.addrspace are only for memory operations!", inst);
                context.ranges(inst.into(), node, self.result(inst), Ranges::AddressSpaces)
            }
            Attached::InvariantGroup => {
                let takes = is_load || matches!(self.inst(inst), Instruction::Store { .. });
                check!(takes, "invariant.group metadata is only for loads and stores", inst);
                Ok(())
            }
            Attached::NonNull => {
                check!(is_pointer, "nonnull applies only to pointer types", inst);
                check!(
                    is_load,
                    "nonnull applies only to load instructions, use attributes for calls or invokes",
                    inst
                );
                check!(count == 0, "nonnull metadata must be empty", inst);
                Ok(())
            }
            Attached::Dereferenceable | Attached::DereferenceableOrNull => {
                check!(
                    is_pointer,
                    "dereferenceable, dereferenceable_or_null apply only to pointer types",
                    inst
                );
                let takes =
                    is_load || matches!(self.inst(inst), Instruction::Cast { op: CastOp::IntToPtr, .. });
                check!(
                    takes,
                    "dereferenceable, dereferenceable_or_null apply only to load and inttoptr instructions, use attributes for calls or \
                     invokes",
                    inst,
                );
                check!(count == 1, "dereferenceable, dereferenceable_or_null take one operand!", inst);
                check!(
                    context.number_of_64_bits(node).is_some(),
                    "dereferenceable, dereferenceable_or_null metadata value must be an i64!",
                    inst,
                );
                Ok(())
            }
            Attached::NoFree => {
                check!(is_pointer, "nofree applies only to pointer types", inst);
                let takes = matches!(self.inst(inst), Instruction::Cast { op: CastOp::IntToPtr, .. });
                check!(takes, "nofree applies only to inttoptr instruction", inst);
                check!(count == 0, "nofree metadata must be empty", inst);
                Ok(())
            }
            Attached::Tbaa => self.tbaa(inst, node),
            Attached::NoAlias | Attached::AliasScope => context.alias_scopes(node),
            Attached::AccessGroup => context.access_group(node),
            Attached::Align => {
                check!(is_pointer, "align applies only to pointer types", inst);
                check!(
                    is_load,
                    "align applies only to load instructions, use attributes for calls or invokes",
                    inst
                );
                check!(count == 1, "align takes one operand!", inst);
                let Some(align) = context.number_of_64_bits(node) else {
                    return Err(broken("align metadata value must be an i64!", [inst.into()]));
                };
                check!(align.is_power_of_two(), "align metadata value must be a power of 2!", inst);
                check!(
                    align <= Alignment::MAX_BYTES,
                    "alignment is larger that implementation defined limit",
                    inst
                );
                Ok(())
            }
            Attached::Prof => self.profile(inst, node),
            Attached::MemProf => {
                let is_call = self.inst(inst).call_site().is_some();
                check!(is_call, "!memprof metadata should only exist on calls", inst);
                context.memory_profile(node)
            }
            Attached::CallSite => {
                let is_call = self.inst(inst).call_site().is_some();
                check!(is_call, "!callsite metadata should only exist on calls", inst);
                context.call_stack(node)
            }
            Attached::CalleeType => {
                let is_call = self.inst(inst).call_site().is_some();
                check!(is_call, "!callee_type metadata should only exist on calls", inst);
                context.callee_type(node)
            }
            Attached::DiAssignId => self.assignment(inst, node),
            Attached::Mmra => self.memory_relaxation(inst, node),
            Attached::Annotation => context.annotation(node),
            Attached::Captures => self.captures(inst, node),
            Attached::AllocToken => {
                let is_call = self.inst(inst).call_site().is_some();
                check!(is_call, "!alloc_token should only exist on calls", inst);
                let &[name, contains_pointer] = context.elements(node) else {
                    return Err(broken("!alloc_token must have 2 operands", [Metadata::Node(node).into()]));
                };
                let is_string = context.metadata_string(name).is_some();
                check!(is_string, "expected string", Metadata::Node(node));
                let is_integer = context.metadata_integer(contains_pointer).is_some();
                check!(is_integer, "expected integer constant", Metadata::Node(node));
                Ok(())
            }
            Attached::Dbg | Attached::Loop => Ok(()),
        }
    }

    /// `!fpmath`: a positive number of type `float`.
    fn accuracy(&self, inst: Inst, node: MdNode) -> Rule {
        let is_float = self.is_float(self.result(inst));
        check!(is_float, "fpmath requires a floating point result!", inst);
        let &[operand] = self.context.elements(node) else {
            return Err(broken("fpmath takes one operand!", [inst.into()]));
        };
        let (constants, common) = (self.context.constants(), self.types().common);
        let accuracy = match operand {
            Metadata::Constant(constant) => match *constants.kind(constant) {
                ConstantKind::Float(bits) => Some((constants.ty(constant), bits)),
                _ => None,
            },
            _ => None,
        };
        let Some((ty, bits)) = accuracy else {
            return Err(broken("invalid fpmath accuracy!", [inst.into()]));
        };
        check!(ty == common.float, "fpmath accuracy must have float type", inst);
        let accuracy = f32::from_bits(bits as u32);
        let is_positive = accuracy.is_finite() && accuracy > 0.0;
        check!(is_positive, "fpmath accuracy not a positive number!", inst);
        Ok(())
    }

    /// `!prof`: weights of branches, or values.
    fn profile(&self, inst: Inst, node: MdNode) -> Rule {
        let (context, whole) = (self.context, Metadata::Node(node));
        let operands = context.elements(node);
        let name = context.profile_name(node)?;
        // The number of weights: of successors, of the values of a select, or of a call that is made at all.
        let weighed = match self.inst(inst) {
            Instruction::Br { .. } => 1,
            Instruction::CondBr { .. } | Instruction::Select { .. } => 2,
            Instruction::Switch(switch) => switch.cases.len() + 1,
            Instruction::Call(_) => 1,
            Instruction::IndirectBr { .. } | Instruction::CallBr(_) => self.inst(inst).successors().len(),
            _ => 0,
        };
        let is_invoke = matches!(self.inst(inst), Instruction::Invoke(_));
        if name == b"unknown" {
            let takes = weighed != 0 || is_invoke;
            check!(
                takes,
                "'unknown' !prof should only appear on instructions on which 'branch_weights' would",
                whole
            );
            return context.unknown_profile(node);
        }
        check!(operands.len() >= 2, "!prof annotations should have no less than 2 operands", whole);
        match name {
            b"branch_weights" => {
                // Without weights, LLVM takes the origin for one.
                let has_origin = operands.len() > 2 && context.metadata_string(operands[1]).is_some();
                let weights = &operands[1 + usize::from(has_origin)..];
                if is_invoke {
                    let is_right = matches!(weights.len(), 1 | 2);
                    check!(is_right, "Wrong number of InvokeInst branch_weights operands", whole);
                } else {
                    let takes = weighed != 0;
                    check!(takes, "!prof branch_weights are not allowed for this instruction", whole);
                    check!(weights.len() == weighed, "Wrong number of operands", whole);
                }
                for &weight in weights {
                    check!(weight != Metadata::Null, "second operand should not be null", whole);
                    let is_integer = context.metadata_integer(weight).is_some();
                    check!(is_integer, "!prof brunch_weights operand is not a const int");
                }
                Ok(())
            }
            b"VP" => {
                check!(operands.len() >= 5, "invalid value profiling metadata", whole);
                let Some(kind) = context.metadata_number(operands[1]) else {
                    return Err(broken("VP !prof missing kind argument", [whole.into()]));
                };
                check!(kind <= 2, "Invalid VP !prof kind", whole);
                let is_odd = operands.len() % 2 == 1;
                check!(is_odd, "VP !prof should have an even number of arguments after 'VP'", whole);
                let takes = kind == 2 || self.inst(inst).call_site().is_some();
                check!(
                    takes,
                    "VP !prof indirect call or memop size expected to be applied to CallBase instructions only",
                    whole,
                );
                Ok(())
            }
            _ => Err(broken("expected either branch_weights or VP profile name", [whole.into()])),
        }
    }

    /// `!mmra`: a tag, or a list of tags, at what accesses memory.
    fn memory_relaxation(&self, inst: Inst, node: MdNode) -> Rule {
        let takes = match self.inst(inst) {
            Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::AtomicRmw(_)
            | Instruction::CmpXchg(_)
            | Instruction::Fence(_) => true,
            other => other
                .call_site()
                .is_some_and(|call| self.context.module.call_memory_effects(call) != MemoryEffects::NOTHING),
        };
        let whole = Metadata::Node(node);
        check!(takes, "!mmra metadata attached to unexpected instruction kind", inst, whole);
        let context = self.context;
        let is_tag = |metadata: Metadata| match metadata {
            Metadata::Node(node) if context.is_tuple(metadata) => {
                matches!(context.elements(node), [Metadata::String(_), Metadata::String(_)])
            }
            _ => false,
        };
        if is_tag(whole) {
            return Ok(());
        }
        check!(context.is_tuple(whole), "!mmra expected to be a metadata tuple", inst, whole);
        for &operand in context.elements(node) {
            check!(is_tag(operand), "!mmra metadata tuple operand is not an MMRA tag", inst, operand);
        }
        Ok(())
    }

    /// `!captures`: what of a stored pointer is captured.
    fn captures(&self, inst: Inst, node: MdNode) -> Rule {
        let whole = Metadata::Node(node);
        let Instruction::Store { value, .. } = *self.inst(inst) else {
            return Err(broken(
                "!captures metadata can only be applied to store instructions",
                [inst.into()],
            ));
        };
        let is_pointer = self.is_pointer(self.type_of(value));
        check!(
            is_pointer,
            "!captures metadata can only be applied to store with value operand of pointer type",
            inst,
        );
        let operands = self.context.elements(node);
        check!(!operands.is_empty(), "!captures metadata cannot be empty", inst);
        for &operand in operands {
            let Some(text) = self.context.metadata_string(operand) else {
                return Err(broken("!captures metadata must be a list of strings", [whole.into()]));
            };
            let is_known =
                matches!(text, b"address" | b"address_is_null" | b"provenance" | b"read_provenance");
            check!(is_known, "invalid entry in !captures metadata", whole, operand);
        }
        Ok(())
    }

    /// `!DIAssignID`: at what writes memory.
    fn assignment(&self, inst: Inst, node: MdNode) -> Rule {
        let writes = match self.inst(inst) {
            Instruction::Alloca(_) | Instruction::Store { .. } => true,
            Instruction::Call(call) => match self.context.module.called(call) {
                Callee::Intrinsic(callee) => {
                    let name = self.context.name(callee);
                    ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."]
                        .iter()
                        .any(|prefix| name.starts_with(prefix))
                }
                _ => false,
            },
            _ => false,
        };
        check!(debug writes, "!DIAssignID attached to unexpected instruction kind", inst, Metadata::Node(node));
        Ok(())
    }
}

/// A range of numbers of some bits: from `low` up to but not including `high`, which may be smaller.
struct Interval {
    low: BigUint,
    high: BigUint,
    bits: u32,
}

impl Interval {
    /// How far a number is behind another.
    fn distance(&self, from: &BigUint, to: &BigUint) -> BigUint {
        let modulus = BigUint::from(1_u32) << self.bits;
        (to + &modulus - from) % modulus
    }

    fn overlaps(&self, other: &Self) -> bool {
        let within = |range: &Self, low: &BigUint| {
            self.distance(&range.low, low) < self.distance(&range.low, &range.high)
        };
        within(self, &other.low) || within(other, &self.low)
    }

    fn touches(&self, other: &Self) -> bool {
        self.high == other.low || self.low == other.high
    }

    /// The lower limit with the bit of the sign inverted, so that the order is that of signed numbers.
    fn signed_low(&self) -> BigUint {
        &self.low ^ (BigUint::from(1_u32) << (self.bits - 1))
    }
}

impl Context<'_> {
    /// The only operand, if it is an `i64`.
    fn number_of_64_bits(&self, node: MdNode) -> Option<u64> {
        let (ty, value) = self.metadata_integer(*self.elements(node).first()?)?;
        (ty == self.types().common.i64).then(|| u64::try_from(value).ok()).flatten()
    }

    /// Pairs of limits of ranges: in order, apart from each other.
    pub(super) fn ranges(&self, of: Subject, node: MdNode, ty: Type, kind: Ranges) -> Rule {
        let whole = Metadata::Node(node);
        let operands = self.elements(node);
        check!(operands.len().is_multiple_of(2), "Unfinished range!", whole);
        check!(operands.len() >= 2, "It should have at least one range!", whole);
        let mut read: SmallVec<[Interval; 2]> = SmallVec::new();
        for pair in operands.chunks_exact(2) {
            let Some((ty_low, low)) = self.metadata_integer(pair[0]) else {
                return Err(broken("The lower limit must be an integer!", []));
            };
            let Some((ty_high, high)) = self.metadata_integer(pair[1]) else {
                return Err(broken("The upper limit must be an integer!", []));
            };
            check!(ty_low == ty_high, "Range pair types must match!", of);
            match kind {
                Ranges::AddressSpaces => {
                    let is_right = ty_low == self.types().common.i32;
                    check!(is_right, "noalias.addrspace type must be i32!", of);
                }
                Ranges::Values | Ranges::Addresses => {
                    let is_right = ty_low == self.types().scalar(ty);
                    check!(is_right, "Range types must match instruction type!", of);
                }
            }
            let bits = self.types().integer_width(ty_low).unwrap_or(64);
            let max = (BigUint::from(1_u32) << bits) - 1_u32;
            let is_full = low == max;
            let differs = low != high || is_full || low == BigUint::ZERO;
            check!(differs, "The upper and lower limits cannot be the same value", of);
            let range = Interval { low, high, bits };
            let is_right = range.low != range.high || is_full && kind == Ranges::Addresses;
            check!(is_right, "Range must not be empty!", whole);
            if let Some(last) = read.last() {
                check!(!range.overlaps(last), "Intervals are overlapping", whole);
                check!(range.signed_low() > last.signed_low(), "Intervals are not in order", whole);
                check!(!range.touches(last), "Intervals are contiguous", whole);
            }
            read.push(range);
        }
        if let [first, _, .., last] = &read[..] {
            check!(!first.overlaps(last), "Intervals are overlapping", whole);
            check!(!first.touches(last), "Intervals are contiguous", whole);
        }
        Ok(())
    }

    /// The name of a profile: the first operand.
    pub(super) fn profile_name(&self, node: MdNode) -> Result<&[u8], Box<super::Broken>> {
        let whole = Metadata::Node(node);
        let Some(&first) = self.elements(node).first() else {
            return Err(broken("!prof annotations should have at least 1 operand", [whole.into()]));
        };
        check!(first != Metadata::Null, "first operand should not be null", whole);
        let name = self.metadata_string(first);
        name.ok_or_else(|| broken("expected string with name of the !prof annotation", [whole.into()]))
    }

    /// `!{!"unknown", !"pass"}`: a profile that a pass could not keep.
    pub(super) fn unknown_profile(&self, node: MdNode) -> Rule {
        let whole = Metadata::Node(node);
        let &[_, pass] = self.elements(node) else {
            return Err(broken("'unknown' !prof should have a single additional operand", [whole.into()]));
        };
        let is_string = self.metadata_string(pass).is_some();
        check!(is_string, "'unknown' !prof should have an additional operand of type string", whole);
        let is_filled = self.metadata_string(pass).is_some_and(|pass| !pass.is_empty());
        check!(is_filled, "the 'unknown' !prof operand should not be an empty string", whole);
        Ok(())
    }

    /// A list of scopes of aliases.
    pub(super) fn alias_scopes(&self, list: MdNode) -> Rule {
        // The operands of specialized nodes are no scopes; these have none.
        let has_none =
            matches!(self.node_kinds[list], NodeKind::Tuple | NodeKind::DIExpression | NodeKind::DIAssignID);
        check!(has_none, "scope list must consist of MDNodes", Metadata::Node(list));
        for &scope in self.elements(list) {
            let Metadata::Node(scope) = scope else {
                return Err(broken("scope list must consist of MDNodes", [Metadata::Node(list).into()]));
            };
            self.alias_scope(scope)?;
        }
        Ok(())
    }

    fn alias_scope(&self, scope: MdNode) -> Rule {
        let whole = Metadata::Node(scope);
        let operands = self.elements(scope);
        let names = |node: MdNode, operand: Metadata| {
            operand == Metadata::Node(node) || self.metadata_string(operand).is_some()
        };
        let counted = matches!(operands.len(), 2 | 3);
        check!(counted, "scope must have two or three operands", whole);
        let named = names(scope, operands[0]);
        check!(named, "first scope operand must be self-referential or string", whole);
        if let Some(&third) = operands.get(2) {
            let is_string = self.metadata_string(third).is_some();
            check!(is_string, "third scope operand must be string (if used)", whole);
        }
        let Metadata::Node(domain) = operands[1] else {
            return Err(broken("second scope operand must be MDNode", [whole.into()]));
        };
        let (whole, operands) = (Metadata::Node(domain), self.elements(domain));
        let counted = matches!(operands.len(), 1 | 2);
        check!(counted, "domain must have one or two operands", whole);
        let named = names(domain, operands[0]);
        check!(named, "first domain operand must be self-referential or string", whole);
        if let Some(&second) = operands.get(1) {
            let is_string = self.metadata_string(second).is_some();
            check!(is_string, "second domain operand must be string (if used)", whole);
        }
        Ok(())
    }

    /// `!llvm.access.group`: a distinct node without operands, or a list of such.
    fn access_group(&self, node: MdNode) -> Rule {
        // Tuples, and the nodes of debug information that have no operands. The others have some, of which one is no node.
        let is_list = |node| {
            matches!(self.node_kinds[node], NodeKind::Tuple | NodeKind::DIAssignID | NodeKind::DIExpression)
        };
        let is_group = |node| {
            is_list(node) && self.elements(node).is_empty() && self.module.metadata.nodes[node].distinct
        };
        if is_group(node) {
            return Ok(());
        }
        let whole = Metadata::Node(node);
        check!(is_list(node), "Access scope list must consist of MDNodes", whole);
        for &operand in self.elements(node) {
            let Metadata::Node(group) = operand else {
                return Err(broken("Access scope list must consist of MDNodes", [whole.into()]));
            };
            check!(is_group(group), "Access scope list contains invalid access scope", whole);
        }
        Ok(())
    }

    fn call_stack(&self, node: MdNode) -> Rule {
        let operands = self.elements(node);
        let is_any = !operands.is_empty();
        check!(is_any, "call stack metadata should have at least 1 operand", Metadata::Node(node));
        for &operand in operands {
            let is_integer = self.metadata_integer(operand).is_some();
            check!(is_integer, "call stack metadata operand should be constant integer", operand);
        }
        Ok(())
    }

    /// `!memprof`: for each context, its call stack, a tag, and sizes.
    fn memory_profile(&self, node: MdNode) -> Rule {
        let contexts = self.elements(node);
        check!(
            !contexts.is_empty(),
            "!memprof annotations should have at least 1 metadata operand (MemInfoBlock)",
            Metadata::Node(node),
        );
        for &context in contexts {
            let Metadata::Node(block) = context else { continue };
            let operands = self.elements(block);
            check!(
                operands.len() >= 2,
                "Each !memprof MemInfoBlock should have at least 2 operands",
                context
            );
            let is_some = operands[0] != Metadata::Null;
            check!(is_some, "!memprof MemInfoBlock first operand should not be null", context);
            let Metadata::Node(stack) = operands[0] else {
                return Err(broken(
                    "!memprof MemInfoBlock first operand should be an MDNode",
                    [context.into()],
                ));
            };
            self.call_stack(stack)?;
            let is_string = self.metadata_string(operands[1]).is_some();
            check!(is_string, "!memprof MemInfoBlock second operand should be an MDString", context);
            let nodes = operands[2..].iter().map(|operand| match operand {
                Metadata::Node(node) => Some(self.elements(*node)),
                _ => None,
            });
            let nodes: Option<Vec<&[Metadata]>> = nodes.collect();
            let Some(nodes) = nodes else {
                let message = "Not all !memprof MemInfoBlock operands 2 to N are MDNode";
                return Err(broken(message, [context.into()]));
            };
            let paired = nodes.iter().all(|operands| operands.len() == 2);
            check!(
                paired,
                "Not all !memprof MemInfoBlock operands 2 to N are MDNode with 2 operands",
                context
            );
            let numbers =
                nodes.iter().all(|operands| operands.iter().all(|it| self.metadata_integer(*it).is_some()));
            check!(
                numbers,
                "Not all !memprof MemInfoBlock operands 2 to N are MDNode with ConstantInt operands",
                context,
            );
        }
        Ok(())
    }

    /// `!callee_type`: a list of generalized types.
    fn callee_type(&self, node: MdNode) -> Rule {
        let not_a_list = "The callee_type metadata must be a list of type metadata nodes";
        let may_be_list = matches!(self.node_kinds[node], NodeKind::Tuple | NodeKind::DIExpression);
        check!(may_be_list, not_a_list, Metadata::Node(node));
        for &operand in self.elements(node) {
            let Metadata::Node(ty) = operand else {
                return Err(broken(not_a_list, [operand.into()]));
            };
            let &[offset, name] = self.elements(ty) else {
                let message = "Well-formed generalized type metadata must contain exactly two operands";
                return Err(broken(message, [operand.into()]));
            };
            let is_zero = self.metadata_number(offset) == Some(0);
            check!(is_zero, "The first operand of type metadata for functions must be zero", operand);
            let is_generalized =
                self.metadata_string(name).is_some_and(|name| name.ends_with(b".generalized"));
            check!(
                is_generalized,
                "Only generalized type metadata can be part of the callee_type metadata list",
                operand,
            );
        }
        Ok(())
    }

    /// `!annotation`: strings, and tuples of strings.
    fn annotation(&self, node: MdNode) -> Rule {
        check!(self.node_kinds[node] == NodeKind::Tuple, "annotation must be a tuple");
        let operands = self.elements(node);
        check!(!operands.is_empty(), "annotation must have at least one operand");
        for &operand in operands {
            let are_strings = match operand {
                Metadata::Node(node) => {
                    self.is_tuple(operand)
                        && self.elements(node).iter().all(|it| self.metadata_string(*it).is_some())
                }
                _ => self.metadata_string(operand).is_some(),
            };
            check!(are_strings, "operands must be a string or a tuple of strings");
        }
        Ok(())
    }
}
