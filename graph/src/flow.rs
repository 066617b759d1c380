//! What a control-flow graph must tell of itself.

use cranelift_entity::{EntityRef, entity_impl};

/// A control-flow graph: nodes in an order, of which the first is the entry, and their successors.
pub trait Flow {
    /// A node, such as a block. Its index is below [`Self::bound`].
    type Node: EntityRef + PartialEq;

    /// A number that is greater than the index of each node.
    fn bound(&self) -> usize;

    /// All nodes, reachable or not. The first is the entry.
    fn nodes(&self) -> impl Iterator<Item = Self::Node>;

    /// The successors of a node, once for each edge, in their order.
    fn successors(&self, node: Self::Node) -> impl DoubleEndedIterator<Item = Self::Node>;
}

/// A node of [`Edges`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);
entity_impl!(Node, "node");

/// A graph as a list of edges.
#[derive(Clone, Debug)]
pub struct Edges {
    successors: Vec<Vec<Node>>,
}

impl Edges {
    /// The graph of the nodes 0 to `nodes` with these edges.
    ///
    /// # Panics
    /// If an edge has a node that is not below `nodes`.
    pub fn new(nodes: u32, edges: &[(u32, u32)]) -> Self {
        let mut successors = vec![Vec::new(); nodes as usize];
        for &(from, to) in edges {
            assert!(to < nodes, "an edge ends at a node of the graph");
            successors[from as usize].push(Node(to));
        }
        Self { successors }
    }
}

impl Flow for Edges {
    type Node = Node;

    fn bound(&self) -> usize {
        self.successors.len()
    }

    fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.successors.len() as u32).map(Node)
    }

    fn successors(&self, node: Node) -> impl DoubleEndedIterator<Item = Node> {
        self.successors[node.index()].iter().copied()
    }
}
