//! Graphs as those of the crate `petgraph`, for its algorithms.
//!
//! ```
//! use petgraph::algo::{is_cyclic_directed, tarjan_scc};
//! use tern_analysis::call_graph::CallGraph;
//! use tern_analysis::graph::Cfg;
//! use tern_analysis::petgraph::{of_calls, of_flow, of_picture};
//! use tern_analysis::picture::Picture;
//!
//! let text = b"define void @f() {\nentry:\n  br label %loop\nloop:\n  call void @g()\n  br label %loop\n}\ndeclare void @g()\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let calls = CallGraph::of(&module);
//! let graph = of_calls(&calls);
//! assert_eq!((graph.node_count(), graph.edge_count(), tarjan_scc(&graph).len()), (2, 1, 2));
//! let function = module.definitions().next().unwrap().2;
//! assert!(is_cyclic_directed(&of_flow(&Cfg::of(function))));
//! let drawn = of_picture(&Picture::call_graph(&module, &calls, calls.functions(), "calls"));
//! assert_eq!(drawn[drawn.node_indices().next().unwrap()].lines, ["@f"]);
//! ```

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;
use tern_llvm_ir::{Block, Global};

use crate::call_graph::{Call, CallGraph};
use crate::graph::Cfg;
use crate::picture::{Edge, Node, Picture};

/// The functions and ifuncs of a module, and a call on each edge. Nodes have the positions of [`CallGraph::functions`].
pub fn of_calls(calls: &CallGraph) -> DiGraph<Global, Call> {
    let mut graph = DiGraph::with_capacity(calls.functions().len(), calls.calls().count());
    let nodes: FxHashMap<Global, NodeIndex> =
        calls.functions().iter().map(|&function| (function, graph.add_node(function))).collect();
    for call in calls.calls() {
        if let (Some(&from), Some(&to)) = (nodes.get(&call.caller), nodes.get(&call.callee)) {
            graph.add_edge(from, to, call);
        }
    }
    graph
}

/// The reachable blocks of a function, in reverse post-order: the entry is the first.
pub fn of_flow(cfg: &Cfg<Block>) -> DiGraph<Block, ()> {
    let mut graph = DiGraph::with_capacity(cfg.order().len(), 2 * cfg.order().len());
    for &block in cfg.order() {
        graph.add_node(block);
    }
    let node = |block: Block| cfg.position(block).map(NodeIndex::new);
    for &block in cfg.order() {
        for successor in cfg.successors(block) {
            if let (Some(from), Some(to)) = (node(block), node(successor)) {
                graph.add_edge(from, to, ());
            }
        }
    }
    graph
}

/// A graph with labels. Nodes and edges have their positions in the picture.
pub fn of_picture(picture: &Picture) -> DiGraph<Node, Edge> {
    let mut graph = DiGraph::with_capacity(picture.nodes.len(), picture.edges.len());
    for node in &picture.nodes {
        graph.add_node(node.clone());
    }
    for edge in &picture.edges {
        graph.add_edge(NodeIndex::new(edge.from), NodeIndex::new(edge.to), edge.clone());
    }
    graph
}
