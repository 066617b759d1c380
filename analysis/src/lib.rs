//! Analyses of LLVM IR.
//!
//! [`Analyses`](analyses::Analyses) computes on demand, keeps the results, and forgets those of a function that changes. Each analysis also
//! has a constructor of its own.
//!
//! | question | where |
//! |---|---|
//! | control flow, dominators, post-dominators, frontiers, loops, irreducible cycles | [`graph`] |
//! | users of a local, a constant, a global; slices | [`uses`] |
//! | calls between functions, recursion, reachability | [`call_graph`] |
//! | what functions and calls read and write, by location and by global variable | [`memory`] |
//! | whether two accesses to memory may meet | [`alias`] |
//! | what a pointer points into | [`objects`] |
//! | source lines, inlined calls, variables | [`lines`] |
//! | patterns of instructions, functions and variables, as a text | [`query`] |
//! | how likely branches are, how often blocks run | [`probabilities`], [`frequencies`] |
//! | bits and ranges of integers that are known | [`known`] |
//! | constant trip counts of loops, induction variables | [`trip_counts`] |
//! | values that are live, register pressure | [`liveness`] |
//! | counts | [`stats`] |
//! | how much machine code there will be, roughly | [`code_size`] |
//! | pictures: DOT, GraphML, JSON | [`picture`] |
//! | stack frames and the deepest stack | [`stack`] |
//! | offsets and padding of structs | [`layouts`] |

pub mod alias;
pub mod analyses;
pub mod call_graph;
pub mod code_size;
mod drawing;
mod floats;
pub mod frequencies;
mod indices;
pub mod integers;
pub mod known;
pub mod layouts;
pub mod lines;
pub mod liveness;
pub mod memory;
pub mod objects;
#[cfg(feature = "petgraph")]
pub mod petgraph;
pub mod picture;
pub mod probabilities;
pub mod query;
pub mod sections;
pub mod stack;
pub mod stats;
mod svg;
pub mod trip_counts;
pub mod uses;

pub use tern_llvm_ir::graph;

/// The programs of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../docs/ANALYSIS.md")]
struct Guide;
