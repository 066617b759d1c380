//! Scopes of accesses. Source: LangRef, `noalias` and `alias.scope` Metadata. A scope belongs to a domain. An access does not meet another
//! one that says `!noalias` of all scopes that the first has in a domain.

use tern_llvm_ir::metadata::MdNodeKind;
use tern_llvm_ir::{MdNode, Metadata, Module};

use super::location::Tags;

/// Whether accesses with this metadata may meet.
pub(super) fn may_meet(module: &Module, a: Tags, b: Tags) -> bool {
    let is_apart = |scopes: Option<MdNode>, noalias: Option<MdNode>| {
        scopes.zip(noalias).is_some_and(|(scopes, noalias)| is_excluded(module, scopes, noalias))
    };
    !is_apart(a.scopes, b.noalias) && !is_apart(b.scopes, a.noalias)
}

/// Whether, in some domain, a list has scopes and another list names all of them.
fn is_excluded(module: &Module, scopes: MdNode, noalias: MdNode) -> bool {
    let excluded: Vec<MdNode> = nodes(module, noalias).collect();
    excluded.iter().filter_map(|&scope| domain(module, scope)).any(|wanted| {
        let mut own = nodes(module, scopes).filter(|&scope| domain(module, scope) == Some(wanted)).peekable();
        own.peek().is_some() && own.all(|scope| excluded.contains(&scope))
    })
}

fn operands(module: &Module, node: MdNode) -> &[Metadata] {
    match module.metadata.nodes.get(node).map(|data| &data.kind) {
        Some(MdNodeKind::Tuple(operands)) => operands,
        _ => &[],
    }
}

fn nodes(module: &Module, list: MdNode) -> impl Iterator<Item = MdNode> + '_ {
    operands(module, list).iter().filter_map(|operand| match *operand {
        Metadata::Node(node) => Some(node),
        _ => None,
    })
}

fn domain(module: &Module, scope: MdNode) -> Option<MdNode> {
    match operands(module, scope).get(1) {
        Some(&Metadata::Node(node)) => Some(node),
        _ => None,
    }
}
