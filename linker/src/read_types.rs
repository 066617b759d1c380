//! Types of debug information with an identifier that nothing refers to that is linked. LLVM has read them with the module, so they are
//! what later modules mean by the identifier. It reads what only one function refers to with the function.

use rustc_hash::FxHashSet;
use tern_llvm_ir::attributes::AttributeListId;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::globals::GlobalKind;
use tern_llvm_ir::handles::HandlesMut;
use tern_llvm_ir::{Constant, ConstantKind, MdNode, Metadata, Module, StrId, Type};

use crate::metadata::State;
use crate::mover::Mover;

/// Which functions refer to a node, as far as they are not linked.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Readers {
    #[default]
    None,
    /// Only the function of this number.
    One(usize),
    /// Several, or something else.
    All,
}

/// The nodes that a function refers to directly.
#[derive(Default)]
struct Roots {
    nodes: Vec<MdNode>,
    constants: FxHashSet<Constant>,
}

impl HandlesMut for Roots {
    fn string(&mut self, _: &mut StrId) {}

    fn ty(&mut self, _: &mut Type) {}

    fn constant(&mut self, constant: &mut Constant) {
        self.constants.insert(*constant);
    }

    fn node(&mut self, node: &mut MdNode) {
        self.nodes.push(*node);
    }

    fn metadata(&mut self, metadata: &mut Metadata) {
        if let Metadata::Node(node) = metadata {
            self.nodes.push(*node);
        }
    }

    fn attributes(&mut self, _: &mut AttributeListId) {}

    fn call_attributes(&mut self, _: &mut AttributeListId) {}
}

/// Notes for a node, and all that it refers to, what reads it.
fn note(source: &Module, readers: &mut SecondaryMap<MdNode, Readers>, roots: Vec<MdNode>, by: Readers) {
    let mut open: Vec<(MdNode, Readers)> = roots.into_iter().map(|node| (node, by)).collect();
    while let Some((node, by)) = open.pop() {
        let both = match readers[node] {
            Readers::None => by,
            known if known == by => continue,
            _ => Readers::All,
        };
        if readers[node] == both {
            continue;
        }
        readers[node] = both;
        open.extend(source.metadata.nodes[node].kind.operands().filter_map(|operand| match operand {
            Metadata::Node(operand) => Some((*operand, both)),
            _ => None,
        }));
    }
}

impl Mover<'_> {
    /// Carries the types with an identifier that LLVM has read without linking them.
    pub(crate) fn carry_read_types(&mut self) {
        let mut types: Vec<MdNode> = Vec::new();
        let mut linked = Vec::new();
        for node in self.source.metadata.nodes.keys() {
            match self.nodes[node] {
                State::Unseen if self.identifier_of(node).is_some() => types.push(node),
                State::Unseen => {}
                State::Open(_) | State::Done(_) => linked.push(node),
            }
        }
        if types.is_empty() {
            return;
        }
        let mut readers: SecondaryMap<MdNode, Readers> = SecondaryMap::new();
        let mut number = 0;
        for global in self.source.listed_globals().collect::<Vec<_>>() {
            let value = &mut self.source.globals[global];
            let attached = value.attachments.iter().map(|(_, node)| *node);
            let GlobalKind::Function(function) = &mut value.kind else {
                linked.extend(attached);
                continue;
            };
            let mut roots = Roots { nodes: attached.collect(), ..Roots::default() };
            if function.is_declaration() {
                linked.append(&mut roots.nodes);
                continue;
            }
            // The handles are not changed.
            function.for_each_handle_mut(&mut roots);
            roots.nodes.extend(roots.constants.iter().filter_map(|&constant| {
                match self.source.constants.kind(constant) {
                    ConstantKind::Metadata(Metadata::Node(node)) => Some(*node),
                    _ => None,
                }
            }));
            note(&self.source, &mut readers, roots.nodes, Readers::One(number));
            number += 1;
        }
        note(&self.source, &mut readers, linked, Readers::All);
        for node in types.into_iter().filter(|&node| readers[node] == Readers::All) {
            self.map_node(node);
        }
    }
}
