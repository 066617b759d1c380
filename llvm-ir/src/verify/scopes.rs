//! Where chains of debug information end: the outermost location of an inlined one, the subprogram of a scope. Source: LangRef,
//! DILocation, DILexicalBlock.

use cranelift_entity::{EntityRef, SecondaryMap};

use super::Context;
use super::metadata::NodeKind;
use crate::metadata::views::{DILocation, MetadataRef, View};
use crate::metadata::{MdNode, Metadata};
use crate::module::Module;

/// Where a node leads.
#[derive(Clone, Copy, Default)]
enum End {
    #[default]
    Unknown,
    /// The chain breaks off, or goes in a circle.
    Nowhere,
    At(MdNode),
}

/// Where locations and scopes within functions lead.
pub(super) struct Scopes(Vec<End>);

impl Scopes {
    pub(super) fn new(module: &Module, kinds: &SecondaryMap<MdNode, NodeKind>) -> Self {
        let mut ends = vec![End::Unknown; module.metadata.nodes.len()];
        let mut path = Vec::new();
        for start in module.metadata.nodes.keys() {
            let mut at = start;
            let end = loop {
                match ends[at.index()] {
                    End::Unknown => {}
                    known => break known,
                }
                ends[at.index()] = End::Nowhere;
                path.push(at);
                match next(module, kinds, at) {
                    Some(next) if next != at => at = next,
                    Some(_) => break End::At(at),
                    None => break End::Nowhere,
                }
            };
            path.drain(..).for_each(|node| ends[node.index()] = end);
        }
        Self(ends)
    }

    fn end(&self, node: MdNode) -> Option<MdNode> {
        match self.0.get(node.index()) {
            Some(&End::At(end)) => Some(end),
            _ => None,
        }
    }
}

/// The next node of a chain; the node itself at its end.
fn next(module: &Module, kinds: &SecondaryMap<MdNode, NodeKind>, node: MdNode) -> Option<MdNode> {
    match kinds[node] {
        NodeKind::DISubprogram => Some(node),
        NodeKind::DILexicalBlock | NodeKind::DILexicalBlockFile => module
            .node(node)
            .field("scope")?
            .metadata()?
            .node()
            .filter(|&scope| kinds[scope].is_local_scope()),
        NodeKind::DILocation => {
            let at = DILocation::of(module, node).inlined_at().and_then(MetadataRef::node);
            Some(at.filter(|&at| kinds[at] == NodeKind::DILocation).unwrap_or(node))
        }
        _ => None,
    }
}

impl Context<'_> {
    fn scopes(&self) -> &Scopes {
        self.scopes.get_or_init(|| Scopes::new(self.module, &self.node_kinds))
    }

    /// The subprogram that a scope within a function belongs to.
    pub(super) fn subprogram_of(&self, scope: Option<Metadata>) -> Option<MdNode> {
        match scope? {
            Metadata::Node(scope) if self.node_kinds[scope].is_local_scope() => self.scopes().end(scope),
            _ => None,
        }
    }

    /// The scope of a node.
    pub(super) fn scope_of_node(&self, node: MdNode) -> Option<Metadata> {
        self.module.node(node).field("scope")?.metadata().map(MetadataRef::metadata)
    }

    /// The scope of a location.
    pub(super) fn scope_of(&self, location: MdNode) -> Option<Metadata> {
        DILocation::of(self.module, location).scope().map(MetadataRef::metadata)
    }

    /// The location of the outermost call into which a location was inlined; the location itself if it was not.
    pub(super) fn outermost(&self, location: MdNode) -> Option<MdNode> {
        self.scopes().end(location)
    }

    pub(super) fn is_inlined(&self, location: MdNode) -> bool {
        DILocation::of(self.module, location).inlined_at().is_some()
    }
}
