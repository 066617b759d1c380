//! Properties of loops for the vectorizer, which had other names in LLVM 3.

use rustc_hash::FxHashMap;

use super::nodes::Nodes;
use crate::entity::Strings;
use crate::globals::GlobalKind;
use crate::metadata::{MdNode, MdNodeKind, Metadata, MetadataGraph};
use crate::module::Module;

const OLD: &str = "llvm.vectorizer.";
const NEW: &str = "llvm.loop.vectorize.";

/// Replaces attachments that have properties with old names.
pub(super) fn upgrade(module: &mut Module) {
    let Some(kind) = module.strings.find(b"llvm.loop") else { return };
    let mut nodes = Nodes::default();
    let mut new: FxHashMap<MdNode, MdNode> = FxHashMap::default();
    let Module { globals, metadata, strings, functions, .. } = module;
    for global in functions {
        let GlobalKind::Function(function) = &mut globals[*global].kind else { continue };
        for (known, node) in &mut function.attachments {
            if *known == kind {
                *node = *new.entry(*node).or_insert_with(|| upgraded(metadata, strings, &mut nodes, *node));
            }
        }
    }
}

fn upgraded(graph: &mut MetadataGraph, strings: &Strings, nodes: &mut Nodes, node: MdNode) -> MdNode {
    let MdNodeKind::Tuple(elements) = graph.nodes[node].kind.clone() else { return node };
    let new: Vec<Metadata> =
        elements.iter().map(|&element| property(graph, strings, nodes, element).unwrap_or(element)).collect();
    if new[..] == elements[..] { node } else { nodes.tuple(graph, &new) }
}

/// A property with its new name, if it has an old one.
fn property(
    graph: &mut MetadataGraph,
    strings: &Strings,
    nodes: &mut Nodes,
    element: Metadata,
) -> Option<Metadata> {
    let Metadata::Node(node) = element else { return None };
    let MdNodeKind::Tuple(parts) = &graph.nodes[node].kind else { return None };
    let Some(&Metadata::String(name)) = parts.first() else { return None };
    let rest = strings.get(name).strip_prefix(OLD.as_bytes())?;
    let new = match rest {
        b"unroll" => b"llvm.loop.interleave.count".to_vec(),
        rest => [NEW.as_bytes(), rest].concat(),
    };
    let mut parts = parts.to_vec();
    parts[0] = Metadata::String(strings.intern(&new));
    Some(Metadata::Node(nodes.tuple(graph, &parts)))
}
