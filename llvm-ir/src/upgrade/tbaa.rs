//! Access tags of loads and stores that named a type alone.

use rustc_hash::FxHashMap;

use super::bodies_that;
use super::nodes::Nodes;
use crate::function::Function;
use crate::globals::GlobalKind;
use crate::metadata::{MdNode, MdNodeKind, Metadata};
use crate::module::Module;

/// Replaces old access tags by tags of scalars.
pub(super) fn upgrade(module: &mut Module) {
    let Some(kind) = module.strings.find(b"tbaa") else { return };
    let has_old_tag = |function: &Function| {
        let mut tags = function.attachments.iter().filter(|(known, _)| *known == kind);
        tags.any(|(_, node)| is_old_tag(&module.metadata.nodes[*node].kind))
    };
    let functions = bodies_that(module, has_old_tag);
    let (mut new, mut nodes): (FxHashMap<MdNode, MdNode>, _) = (FxHashMap::default(), Nodes::default());
    let Module { globals, metadata, types, constants, .. } = module;
    for global in functions {
        let GlobalKind::Function(function) = &mut globals[global].kind else { continue };
        for (known, node) in &mut function.attachments {
            // What was made here is right.
            if *known != kind || !is_old_tag(&metadata.nodes[*node].kind) {
                continue;
            }
            let old = *node;
            *node = *new.entry(old).or_insert_with(|| {
                let zero = Metadata::Constant(constants.integer(types, types.common.i64, 0));
                let (ty, constant) = match *metadata_of(&metadata.nodes[old].kind) {
                    [name, parent, constant] => (nodes.tuple(metadata, &[name, parent]), Some(constant)),
                    _ => (old, None),
                };
                let mut tag = vec![Metadata::Node(ty), Metadata::Node(ty), zero];
                tag.extend(constant);
                nodes.tuple(metadata, &tag)
            });
        }
    }
}

fn metadata_of(kind: &MdNodeKind) -> &[Metadata] {
    match kind {
        MdNodeKind::Tuple(elements) => elements,
        MdNodeKind::Specialized { .. } => &[],
    }
}

/// Whether a node is no tag of today, should it be one.
fn is_old_tag(kind: &MdNodeKind) -> bool {
    !matches!(metadata_of(kind), [] | [Metadata::Node(_), _, _, ..])
}
