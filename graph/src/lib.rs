//! Algorithms on graphs, written once for both languages: control-flow graphs of LLVM IR's functions and of MLIR's regions, call graphs.
//!
//! A graph that implements [`Flow`] has a [`Cfg`]: its reachable nodes in reverse post-order, with successors and predecessors. From it
//! follow [`Dominators`], [`Frontiers`], [`Loops`], [`Cycles`], [`PostDominators`] and [`ControlDependences`]. [`components`] finds strongly connected components of any graph.
//!
//! A graph whose blocks have instructions and values implements [`Ssa`]. It has [`Uses`], slices ([`backward_slice`], [`forward_slice`]) and
//! [`Liveness`].
//!
//! ```
//! use tern_graph::{Cfg, Dominators, Edges, Loops};
//!
//! // 0 → 1, 1 → 2, 2 → 1, 1 → 3
//! let graph = Edges::new(4, &[(0, 1), (1, 2), (2, 1), (1, 3)]);
//! let cfg = Cfg::of(&graph);
//! let dominators = Dominators::new(&cfg);
//! let node = |index| tern_graph::Node::from_u32(index);
//! assert_eq!(dominators.immediate(node(3)), Some(node(1)));
//! let loops = Loops::new(&cfg, &dominators);
//! let inner = loops.innermost(node(2)).unwrap();
//! assert_eq!((loops[inner].header, loops[inner].depth), (node(1), 1));
//! ```

mod cfg;
mod components;
mod cycles;
mod dominators;
mod flow;
mod frontiers;
mod lists;
mod liveness;
mod loops;
mod nest;
mod order;
mod post_dominators;
mod ssa;
mod tree;
mod walk;

pub use cfg::Cfg;
pub use components::{Components, components};
pub use cycles::{Cycle, CycleData, Cycles};
pub use dominators::Dominators;
pub use flow::{Edges, Flow, Node};
pub use frontiers::{ControlDependences, Frontiers};
pub use lists::Lists;
pub use liveness::Liveness;
pub use loops::{Loop, LoopData, Loops};
pub use order::{post_order, reachable, reverse_post_order};
pub use post_dominators::PostDominators;
pub use ssa::{Part, Ssa, Uses, backward_slice, forward_slice};
