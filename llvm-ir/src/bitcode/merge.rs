//! Puts bodies that were read, on any thread, into their module, in the order of the module: their nodes get their handles.

use std::ops::Range;

use cranelift_entity::packed_option::PackedOption;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use tern_support::ways;

use super::body::ReadBody;
use super::locations::{self, Location};
use super::metadata::{MetadataList, NodeNames, placeholder};
use crate::constants::ConstantKind;
use crate::function::{Block, Function, Value};
use crate::globals::{Global, GlobalKind};
use crate::instruction::{Inst, Instruction, RecordOperand};
use crate::metadata::{MdNode, MdNodeData, Metadata};
use crate::module::Module;

/// The handles of the nodes of a body in the module.
struct Handles {
    /// The first of the provisional handles.
    first: u32,
    /// The handles that are new; others are those of equal nodes elsewhere.
    new: Range<u32>,
    /// By the order of the nodes.
    nodes: Vec<PackedOption<MdNode>>,
    locations: LocationHandles,
}

/// The handles of the locations of the instructions of a body, in their order.
enum LocationHandles {
    /// One after the other, from this one on.
    Following(u32),
    Listed(Vec<MdNode>),
}

impl LocationHandles {
    fn of(&self, index: usize) -> MdNode {
        match self {
            Self::Following(first) => MdNode::from_u32(first + index as u32),
            Self::Listed(handles) => handles[index],
        }
    }
}

impl Handles {
    /// The handle of a node; `None` if it has none yet.
    fn of(&self, node: MdNode) -> Option<MdNode> {
        if let Some(location) = locations::index(node) {
            return Some(self.locations.of(location));
        }
        match node.as_u32().checked_sub(self.first) {
            None => Some(node),
            Some(own) => self.nodes[own as usize].expand(),
        }
    }

    fn change(&self, node: &mut MdNode) {
        *node = self.of(*node).expect("invariant: all nodes have handles");
    }

    fn metadata(&self, metadata: &mut Metadata) {
        if let Metadata::Node(node) = metadata {
            self.change(node);
        }
    }

    /// A location whose nodes have their handles; `None` if one of them has none yet.
    fn location(&self, mut location: Location) -> Option<Location> {
        for reference in [&mut location.scope, &mut location.inlined_at] {
            if let Some(node) = reference.expand() {
                *reference = self.of(node)?.into();
            }
        }
        Some(location)
    }
}

/// Puts bodies into a module whose nodes are those of `list`. Returns the orders of the uses of blocks.
pub(super) fn merge(
    module: &mut Module,
    names: &NodeNames,
    list: MetadataList,
    bodies: Vec<ReadBody>,
) -> FxHashMap<(Global, Block), Vec<u32>> {
    let MetadataList { mut nodes, locations, .. } = list;
    let mut numbering = Numbering::new(nodes.len() as u32, locations, &bodies);
    let surveys: Vec<Survey> = bodies.par_iter().map(|body| numbering.survey(body)).collect();
    let handles: Vec<Handles> =
        bodies.iter().zip(surveys).map(|(body, survey)| numbering.body(body, &survey)).collect();
    let first = nodes.len();
    nodes.resize_with(numbering.next as usize, placeholder);
    let mut rest = &mut nodes[first..];
    let places: Vec<(ReadBody, Handles, &mut [MdNodeData])> = bodies
        .into_iter()
        .zip(handles)
        .map(|(body, handles)| {
            let place;
            (place, rest) = std::mem::take(&mut rest).split_at_mut(handles.new.len());
            (body, handles, place)
        })
        .collect();
    let bodies: Vec<ReadBody> = places
        .into_par_iter()
        .map(|(mut body, handles, place)| {
            fill(&mut body, &handles, place, names);
            body
        })
        .collect();
    module.metadata.nodes = nodes.into_iter().collect();
    let mut orders = FxHashMap::default();
    for body in bodies {
        let ReadBody { global, mut function, node_operands, attachments, block_orders, .. } = body;
        orders.extend(block_orders.into_iter().map(|(block, order)| ((global, block), order)));
        set_node_operands(module, &mut function, node_operands);
        let data = &mut module.globals[global];
        data.attachments.extend(attachments);
        data.kind = GlobalKind::Function(function);
    }
    orders
}

/// Gives the nodes of bodies their handles. A location that is there already is not repeated.
struct Numbering {
    /// The first of the provisional handles of each body.
    first: u32,
    next: u32,
    /// The locations of the module, and those of bodies that may be met again.
    known: FxHashMap<Location, MdNode>,
    /// Which bodies have locations with an anchor, by the nodes of the module.
    owners: Vec<Owner>,
}

/// Which bodies have locations with this [`anchor`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    None,
    Body(Global),
    Several,
}

/// What sets the locations of different functions apart.
fn anchor(location: &Location) -> Option<MdNode> {
    location.inlined_at.expand().or(location.scope.expand())
}

/// The anchors of the locations of a body that are nodes of the module, whose number is `count`. Some are repeated.
fn anchors(body: &ReadBody, count: u32) -> Vec<MdNode> {
    let mut anchors = Vec::new();
    let nodes = body.location_nodes.iter().map(|(location, _)| location);
    for location in nodes.chain(&body.locations) {
        if let Some(node) = anchor(location).filter(|node| node.as_u32() < count)
            && anchors.last() != Some(&node)
        {
            anchors.push(node);
        }
    }
    anchors
}

/// What is found out about the nodes of a body before they get their handles.
struct Survey {
    /// Which nodes are locations, whose handles may be those of equal nodes elsewhere.
    is_location: Vec<bool>,
    /// Whether all locations of instructions are of this body alone.
    is_apart: bool,
}

impl Numbering {
    fn new(first: u32, mut known: FxHashMap<Location, MdNode>, bodies: &[ReadBody]) -> Self {
        let mut owners = vec![Owner::None; first as usize];
        let anchors: Vec<Vec<MdNode>> = bodies.par_iter().map(|body| anchors(body, first)).collect();
        for (body, anchors) in bodies.iter().zip(anchors) {
            for node in anchors {
                let owner = &mut owners[node.as_u32() as usize];
                *owner = match *owner {
                    Owner::None => Owner::Body(body.global),
                    Owner::Body(known) if known == body.global => continue,
                    _ => Owner::Several,
                };
            }
        }
        known.reserve(bodies.iter().map(|body| body.location_nodes.len()).sum());
        Self { first, next: first, known, owners }
    }

    fn take(&mut self) -> MdNode {
        self.next += 1;
        MdNode::from_u32(self.next - 1)
    }

    fn survey(&self, body: &ReadBody) -> Survey {
        let mut is_location = vec![false; body.nodes.len()];
        for (_, node) in &body.location_nodes {
            is_location[(node.as_u32() - self.first) as usize] = true;
        }
        let is_apart = body.locations.iter().all(|location| self.is_of_one_body(location, &is_location));
        Survey { is_location, is_apart }
    }

    /// The handles of the nodes of a body: first what is no location, then the locations.
    fn body(&mut self, body: &ReadBody, survey: &Survey) -> Handles {
        let begin = self.next;
        let is_location = survey.is_location.iter();
        let nodes = is_location.map(|&is_location| (!is_location).then(|| self.take()).into()).collect();
        let locations = LocationHandles::Listed(Vec::new());
        let mut handles = Handles { first: self.first, new: begin..self.next, nodes, locations };
        for &(location, node) in &body.location_nodes {
            let own = (node.as_u32() - self.first) as usize;
            if handles.nodes[own].is_none() {
                handles.nodes[own] = match handles.location(location) {
                    Some(location) => self.known_location(location),
                    // It refers to a later location, so LLVM's writer has not written it.
                    None => self.take(),
                }
                .into();
            }
        }
        handles.locations = match survey.is_apart {
            true => {
                let first = self.next;
                self.next += body.locations.len() as u32;
                LocationHandles::Following(first)
            }
            false => {
                let handle = |&location: &Location| match self.is_of_one_body(&location, &survey.is_location)
                {
                    true => self.take(),
                    false => self
                        .known_location(handles.location(location).expect("invariant: nodes have handles")),
                };
                LocationHandles::Listed(body.locations.iter().map(handle).collect())
            }
        };
        handles.new.end = self.next;
        handles
    }

    /// The handle of a location, which gets one if it has none.
    fn known_location(&mut self, location: Location) -> MdNode {
        let next = MdNode::from_u32(self.next);
        let handle = *self.known.entry(location).or_insert(next);
        self.next += u32::from(handle == next);
        handle
    }

    /// Whether no other body and no node of the module has this location of an instruction. `is_location` tells which nodes of the
    /// body are locations.
    fn is_of_one_body(&self, location: &Location, is_location: &[bool]) -> bool {
        let is_own_location = |node: PackedOption<MdNode>| {
            let own = node.expand().and_then(|node| node.as_u32().checked_sub(self.first));
            own.is_some_and(|own| is_location[own as usize])
        };
        if ways::is_plain() || is_own_location(location.scope) || is_own_location(location.inlined_at) {
            return false;
        }
        let owner = |node: MdNode| self.owners.get(node.as_u32() as usize);
        anchor(location).is_some_and(|node| owner(node) != Some(&Owner::Several))
    }
}

/// Puts the new nodes of a body into their place, and gives what refers to nodes their handles.
fn fill(body: &mut ReadBody, handles: &Handles, place: &mut [MdNodeData], names: &NodeNames) {
    if body.nodes.is_empty() && body.locations.is_empty() {
        return;
    }
    let mut put = |handle: MdNode, mut data: MdNodeData| {
        if let Some(at) = handle.as_u32().checked_sub(handles.new.start) {
            data.kind.operands_mut().for_each(|operand| handles.metadata(operand));
            place[at as usize] = data;
        }
    };
    for (data, handle) in std::mem::take(&mut body.nodes).into_iter().zip(&handles.nodes) {
        put(handle.expect("invariant: all nodes have handles"), data);
    }
    for (index, location) in std::mem::take(&mut body.locations).iter().enumerate() {
        put(handles.locations.of(index), location.node(names));
    }
    rename(body, handles);
}

/// Replaces the provisional handles in a function.
fn rename(body: &mut ReadBody, handles: &Handles) {
    body.attachments.iter_mut().for_each(|(_, node)| handles.change(node));
    body.node_operands.iter_mut().flat_map(|(_, nodes)| nodes).for_each(|node| handles.change(node));
    body.function.attachments.iter_mut().for_each(|(_, node)| handles.change(node));
    for data in body.function.insts.values_mut() {
        if let Instruction::DebugRecord(record) = &mut data.inst {
            record.location.iter_mut().for_each(|node| handles.change(node));
            for operand in &mut record.operands {
                if let RecordOperand::Metadata(metadata) = operand {
                    handles.metadata(metadata);
                }
            }
        }
    }
}

/// Puts the nodes that are operands of instructions in place of their placeholders.
fn set_node_operands(module: &Module, function: &mut Function, node_operands: Vec<(Inst, Vec<MdNode>)>) {
    let (constants, ty) = (&module.constants, module.types.common.metadata);
    let placeholder = constants.find(ty, ConstantKind::Metadata(Metadata::Null)).map(Value::from);
    for (inst, nodes) in node_operands {
        let mut nodes = nodes.into_iter();
        function.for_each_operand_mut(inst, |operand| {
            if Some(*operand) == placeholder
                && let Some(node) = nodes.next()
            {
                *operand = constants.intern(ty, ConstantKind::Metadata(Metadata::Node(node))).into();
            }
        });
    }
}
