//! Puts bodies that were read, on any thread, into their module, in the order of the module: their nodes get their handles.

use rustc_hash::FxHashMap;

use super::body::ReadBody;
use super::metadata::{Location, MetadataList};
use crate::constants::ConstantKind;
use crate::function::{Block, Function, Value};
use crate::globals::{Global, GlobalKind};
use crate::instruction::{Instruction, RecordOperand};
use crate::metadata::{MdNode, MdNodeData, Metadata};
use crate::module::Module;
use crate::versions::LlvmVersion;

/// What `llvm-dis` shows of a file beside its module: the version of LLVM, whose spelling it has if it is newer than the usual one, and
/// the orders of the uses of blocks, where the file says that they differ from those of reading.
#[derive(Clone, Debug, Default)]
pub struct AsRead {
    pub(super) version: LlvmVersion,
    orders: FxHashMap<(Global, Block), Vec<u32>>,
}

impl AsRead {
    /// The version in whose spelling the module is shown.
    pub(crate) fn version(&self) -> LlvmVersion {
        self.version
    }

    /// Brings the uses of a block by terminators, the latest first, into order.
    pub(crate) fn arrange(&self, function: Global, block: Block, uses: &mut [Block]) {
        let Some(order) = self.orders.get(&(function, block)) else { return };
        // The address of the block may be a further use. It precedes the terminators, so it comes last.
        if order.len() != uses.len() && order.len() != uses.len() + 1 {
            return;
        }
        let mut keyed: Vec<(u32, Block)> = order.iter().copied().zip(uses.iter().copied()).collect();
        keyed.sort_by_key(|&(key, _)| key);
        uses.iter_mut().zip(keyed).for_each(|(place, (_, block))| *place = block);
    }
}

/// The handles of the nodes of a body in the module.
struct Handles {
    /// The handle of the first node of a body.
    first: u32,
    new: Vec<Option<MdNode>>,
}

impl Handles {
    fn of(&self, node: MdNode) -> Option<MdNode> {
        match node.as_u32().checked_sub(self.first) {
            None => Some(node),
            Some(own) => self.new.get(own as usize).copied().flatten(),
        }
    }

    fn change(&self, node: &mut MdNode) {
        if let Some(new) = self.of(*node) {
            *node = new;
        }
    }

    fn metadata(&self, metadata: &mut Metadata) {
        if let Metadata::Node(node) = metadata {
            self.change(node);
        }
    }
}

/// Puts bodies into a module whose nodes are those of `list`.
pub(super) fn merge(module: &mut Module, list: MetadataList, bodies: Vec<ReadBody>) -> AsRead {
    let mut orders = AsRead::default();
    let MetadataList { nodes, mut locations, .. } = list;
    let first = nodes.len() as u32;
    let more: usize = bodies.iter().map(|body| body.nodes.len()).sum();
    let mut all = nodes;
    all.reserve(more);
    locations.reserve(bodies.iter().map(|body| body.locations.len()).sum());
    for body in bodies {
        let ReadBody {
            global,
            mut function,
            nodes,
            locations: own,
            node_operands,
            attachments,
            block_orders,
            ..
        } = body;
        orders.orders.extend(block_orders.into_iter().map(|(block, order)| ((global, block), order)));
        if !nodes.is_empty() {
            let handles = place(&mut all, &mut locations, nodes, own, first);
            rename(module, &mut function, &handles, node_operands);
            let mut attachments = attachments;
            attachments.iter_mut().for_each(|(_, node)| handles.change(node));
            module.globals[global].attachments.extend(attachments);
        } else {
            module.globals[global].attachments.extend(attachments);
        }
        module.globals[global].kind = GlobalKind::Function(function);
    }
    module.metadata.nodes = all.into_iter().collect();
    orders
}

/// Appends the nodes of a body. A location that is there already is not repeated.
fn place(
    all: &mut Vec<MdNodeData>,
    known: &mut FxHashMap<Location, MdNode>,
    nodes: Vec<MdNodeData>,
    locations: Vec<(Location, MdNode)>,
    first: u32,
) -> Handles {
    let mut handles = Handles { first, new: vec![None; nodes.len()] };
    let mut is_location = vec![false; nodes.len()];
    for (_, node) in &locations {
        if let Some(own) = node.as_u32().checked_sub(first) {
            is_location[own as usize] = true;
        }
    }
    let mut next = all.len() as u32;
    let mut take = || {
        next += 1;
        MdNode::from_u32(next - 1)
    };
    for (new, _) in handles.new.iter_mut().zip(&is_location).filter(|(_, is_location)| !**is_location) {
        *new = Some(take());
    }
    let mut placed: Vec<u32> = Vec::with_capacity(locations.len());
    for (mut location, node) in locations {
        let Some(own) = node.as_u32().checked_sub(first) else { continue };
        if handles.new[own as usize].is_some() {
            continue;
        }
        handles.metadata(&mut location.scope);
        handles.metadata(&mut location.inlined_at);
        let handle = *known.entry(location).or_insert_with(|| {
            placed.push(own);
            take()
        });
        handles.new[own as usize] = Some(handle);
    }
    let mut nodes: Vec<Option<MdNodeData>> = nodes.into_iter().map(Some).collect();
    let others = (0..is_location.len()).filter(|&own| !is_location[own]);
    for own in others.chain(placed.into_iter().map(|own| own as usize)) {
        if let Some(mut data) = nodes[own].take() {
            data.kind.operands_mut().for_each(|operand| handles.metadata(operand));
            all.push(data);
        }
    }
    handles
}

/// Replaces the provisional handles in a function.
fn rename(
    module: &Module,
    function: &mut Function,
    handles: &Handles,
    node_operands: Vec<(crate::instruction::Inst, Vec<MdNode>)>,
) {
    function.attachments.iter_mut().for_each(|(_, node)| handles.change(node));
    for data in function.insts.values_mut() {
        if let Instruction::DebugRecord(record) = &mut data.inst {
            record.location.iter_mut().for_each(|node| handles.change(node));
            for operand in &mut record.operands {
                if let RecordOperand::Metadata(metadata) = operand {
                    handles.metadata(metadata);
                }
            }
        }
    }
    let (constants, ty) = (&module.constants, module.types.common.metadata);
    let placeholder = constants.find(ty, ConstantKind::Metadata(Metadata::Null)).map(Value::from);
    for (inst, nodes) in node_operands {
        let mut nodes = nodes.into_iter();
        function.for_each_operand_mut(inst, |operand| {
            if Some(*operand) == placeholder
                && let Some(mut node) = nodes.next()
            {
                handles.change(&mut node);
                *operand = constants.intern(ty, ConstantKind::Metadata(Metadata::Node(node))).into();
            }
        });
    }
}
