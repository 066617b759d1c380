//! Dominance frontiers and control dependence.

use cranelift_entity::{EntityRef, SecondaryMap};

use crate::{Cfg, Dominators, Flow, PostDominators};

/// The dominance frontier of each node: where its dominance ends. Those nodes have a predecessor that the node dominates, and are not
/// strictly dominated by it themselves.
#[derive(Clone, Debug)]
pub struct Frontiers<N: EntityRef> {
    of: SecondaryMap<N, Vec<N>>,
}

impl<N: EntityRef + PartialEq> Frontiers<N> {
    /// Computes the frontiers of all reachable nodes. Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm".
    pub fn new(cfg: &Cfg<N>, dominators: &Dominators<N>) -> Self {
        let mut of = SecondaryMap::new();
        for &node in cfg.order() {
            for predecessor in cfg.predecessors(node) {
                climb(&mut of, node, predecessor, |at| dominators.immediate(at));
            }
        }
        Self { of }
    }

    /// The frontier of a node, in reverse post-order.
    pub fn of(&self, node: N) -> &[N] {
        &self.of[node]
    }
}

/// The nodes on whose branches each node depends: they have a successor from which every path leads through the node, and another from
/// which not. Source: Ferrante, Ottenstein, Warren, "The Program Dependence Graph and Its Use in Optimization".
pub fn control_dependences<G: Flow>(
    graph: &G,
    post_dominators: &PostDominators<G::Node>,
) -> SecondaryMap<G::Node, Vec<G::Node>> {
    let mut of = SecondaryMap::new();
    for branch in graph.nodes() {
        for successor in graph.successors(branch) {
            climb(&mut of, branch, successor, |at| post_dominators.immediate(at));
        }
    }
    of
}

/// Climbs a dominator tree from `from` to what dominates `node`, and adds `node` to the list of each node on the way.
fn climb<N: EntityRef + PartialEq>(
    of: &mut SecondaryMap<N, Vec<N>>,
    node: N,
    from: N,
    immediate: impl Fn(N) -> Option<N>,
) {
    let stop = immediate(node);
    let mut runner = Some(from);
    while let Some(at) = runner.filter(|&at| Some(at) != stop) {
        if of[at].last() != Some(&node) {
            of[at].push(node);
        }
        runner = immediate(at);
    }
}

#[cfg(test)]
mod tests {
    use super::{Frontiers, control_dependences};
    use crate::{Cfg, Dominators, Edges, Node, PostDominators};

    #[test]
    fn a_loop_ends_at_its_header() {
        let graph = Edges::new(4, &[(0, 1), (1, 2), (2, 1), (1, 3)]);
        let cfg = Cfg::of(&graph);
        let frontiers = Frontiers::new(&cfg, &Dominators::new(&cfg));
        let of =
            |node| frontiers.of(Node::from_u32(node)).iter().map(|node| node.as_u32()).collect::<Vec<_>>();
        assert_eq!([of(0), of(1), of(2), of(3)], [vec![], vec![1], vec![1], vec![]]);
        let dependences = control_dependences(&graph, &PostDominators::of(&graph));
        let of =
            |node| dependences[Node::from_u32(node)].iter().map(|node| node.as_u32()).collect::<Vec<_>>();
        assert_eq!([of(0), of(1), of(2), of(3)], [vec![], vec![1], vec![1], vec![]]);
    }
}
