//! Finds what a body needs that must be made in order, before bodies are exported in parallel. Finding it scans all operations,
//! in parallel; making it visits only one representative of each group of equal operations.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use rustc_hash::{FxHashMap, FxHashSet};
use tern_llvm_ir::instruction::AttachmentList;
use tern_mlir::{AttrKind, Attribute, Block, Op, OpName, OpRef, Type};

use crate::functions::BodyState;
use crate::op_facts::FactTables;

/// A group of operations with the same needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Requirement(u32);
entity_impl!(Requirement, "requirement");

/// The needs of a body.
#[derive(Default)]
pub(crate) struct Requirements {
    /// The distinct types of arguments and results, and those that constants mention.
    pub(crate) types: Vec<Type>,
    /// The blocks whose arguments become PHI nodes.
    pub(crate) joins: Vec<Block>,
    /// One representative per distinct operation, in export order; constants are not included.
    pub(crate) ops: PrimaryMap<Requirement, Op>,
    /// The metadata of the representative's instruction, if it has been made.
    pub(crate) made: SecondaryMap<Requirement, Option<AttachmentList>>,
    of_ops: SecondaryMap<Op, PackedOption<Requirement>>,
}

impl Requirements {
    /// Collects the needs of a body. In a subprogram each operation has a location of its own, so operations are not grouped.
    pub(crate) fn find(kinds: &FactTables<'_>, site: &BodyState<'_>, in_subprogram: bool) -> Self {
        let mut needs = Self::default();
        let body = site.body;
        let Some(&region) = body.root_regions().first() else { return needs };
        let mut seen = FxHashSet::default();
        let (types, mut last) = (&mut needs.types, None);
        let mut add = |ty: Type| {
            // Most types repeat the previous one.
            if last.replace(ty) != Some(ty) && seen.insert(ty) {
                types.push(ty);
            }
        };
        for (index, &block) in site.own_blocks(region).iter().enumerate() {
            let arguments = body.block_arguments(block);
            arguments.iter().for_each(|&argument| add(body.value_type(argument)));
            if index != 0 && !arguments.is_empty() {
                needs.joins.push(block);
            }
            for op in body.block_ops(block) {
                body.results(op).for_each(|result| add(body.value_type(result)));
                let op = OpRef::new(kinds.context, body, op);
                if kinds.is_constant(op) {
                    named_types(op).for_each(&mut add);
                }
            }
        }
        let mut known: FxHashMap<Key, Requirement> = FxHashMap::default();
        needs.of_ops.resize(body.op_count());
        for op in site.block_order.iter().flat_map(|&block| body.block_ops(block)) {
            let op = OpRef::new(kinds.context, body, op);
            if kinds.is_constant(op) {
                continue;
            }
            let kind = kinds.of(op);
            let key =
                (!in_subprogram && is_bare(op)).then(|| (op.body.op_name(op.op), op.body.properties(op.op)));
            let need = match key.filter(|_| !kind.is_record && !kind.calls_intrinsic) {
                None => needs.ops.push(op.op),
                Some(alike) => *known.entry(alike).or_insert_with(|| needs.ops.push(op.op)),
            };
            needs.of_ops[op.op] = need.into();
        }
        needs
    }

    /// Drops what is no longer needed, to save memory in large functions.
    pub(crate) fn settle(&mut self) {
        (self.types, self.joins, self.ops) = Default::default();
    }

    /// The metadata of an operation's instruction, if it has been made in advance.
    pub(crate) fn made_for(&self, op: Op) -> Option<AttachmentList> {
        self.of_ops[op].expand().and_then(|need| self.made[need])
    }
}

/// The key of a group of bare operations: name and properties.
type Key = (OpName, Attribute);

/// Whether an operation outside of any subprogram consists only of its name, its properties and its operands.
fn is_bare(op: OpRef<'_>) -> bool {
    op.body.op_location(op.op).offset().is_some()
        && op.body.attributes(op.op) == op.context.common.empty_dictionary
}

/// The types among the properties of an operation.
pub(crate) fn named_types(op: OpRef<'_>) -> impl Iterator<Item = Type> {
    let properties = op.body.properties(op.op).as_dictionary(op.context).unwrap_or_default();
    properties.iter().filter_map(move |entry| match entry.value.kind(op.context) {
        AttrKind::Type(ty) => Some(*ty),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use tern_llvm_ir::instruction::AttachmentList;
    use tern_mlir::asm::{self, ParseOptions};
    use tern_mlir::{Context, OpRef};

    use super::Requirements;
    use crate::op_facts::FactTables;
    use crate::{Exporter, Options};

    const FUNCTION: &[u8] = b"llvm.func @f(%p: !llvm.ptr, %a: i32) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.load %p : !llvm.ptr -> i32
  %2 = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> i32
  %3 = llvm.intr.smax(%0, %1) : (i32, i32) -> i32
  %4 = llvm.intr.smax(%2, %c) : (i32, i32) -> i32
  %5 = llvm.add %3, %4 {tern.attachments = {x = 0 : index}} : i32
  llvm.br ^end(%5 : i32)
^end(%r: i32):
  llvm.return %r : i32
}";

    #[test]
    fn equal_operations_share_a_requirement() {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = asm::parse(&context, "needs", FUNCTION, &ParseOptions::default()).unwrap();
        let members = module.body().nested(module.root()).unwrap();
        let func = members.block_ops(members.region_blocks(members.root_regions()[0])[0]).next().unwrap();
        let func = OpRef::new(&context, members, func);
        let resources = Default::default();
        let exporter = Exporter::new(&context, &resources, Options::default());
        let site = exporter.lay_out(func, members.nested(func.op).unwrap());
        let (kinds, body) = (FactTables::new(&context), site.body);
        let names = |needs: &Requirements| -> Vec<&str> {
            needs.ops.values().map(|&op| OpRef::new(&context, body, op).name()).collect()
        };
        let all = ["load", "load", "load", "intr.smax", "intr.smax", "add", "br", "return"];
        let all: Vec<String> = all.iter().map(|name| format!("llvm.{name}")).collect();
        // Calls of intrinsics are not grouped: the types of their operands determine what they declare.
        let mut alike = Requirements::find(&kinds, &site, false);
        assert_eq!(names(&alike), all[1..]);
        assert_eq!(names(&Requirements::find(&kinds, &site, true)), all);
        assert_eq!((alike.types.len(), alike.joins.len()), (2, 1));
        let first = *alike.ops.values().next().unwrap();
        let second = body.next_op(first).unwrap();
        assert!(alike.made_for(second).is_none());
        let list = AttachmentList::new(7, 1);
        let need = alike.ops.keys().next().unwrap();
        alike.made[need] = Some(list);
        alike.settle();
        assert_eq!((alike.made_for(first), alike.made_for(second)), (Some(list), Some(list)));
        assert!(alike.made_for(body.next_op(second).unwrap()).is_none());
    }
}
