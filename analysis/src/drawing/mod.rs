//! Layered layout of graphs, after Sugiyama, Tagawa and Toda: edges go down from layer to layer but for those that close a cycle, which
//! go up. `layers` puts nodes into layers and orders them, `place` gives them coordinates.
//!
//! Boxes are in every other layer; the layers between have the labels of edges. An edge that passes a layer has a place of its own
//! there, and runs vertically through it, so that no edge crosses a box.

mod layers;
mod place;

pub(crate) use layers::Layers;
pub(crate) use place::Placed;

/// A box to place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// An edge to draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Whether it should go up.
    pub(crate) back: bool,
    /// The width of its label; 0 if it has none.
    pub(crate) label: f64,
}

/// What takes a place in a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Box(usize),
    /// Where an edge passes; its label is here if that is the first of its places.
    Pass {
        edge: usize,
        first: bool,
    },
}

/// The most places that edges take. What would need more has long edges that go straight, perhaps through boxes.
const MOST_PASSES: usize = 200_000;
