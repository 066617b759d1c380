//! Shared code of the drop-in replacements for `mlir-translate` and `mlir-opt`: command-line syntax, splitting of inputs, and
//! printing and verification of diagnostics.

pub(crate) mod arguments;
mod chunks;
pub(crate) mod dialects;
mod expectations;
mod messages;
mod printing;
pub(crate) mod reading;
mod split;
pub(crate) mod test_dialect;
pub(crate) mod timing;

pub(crate) use chunks::ChunkArgs;
pub(crate) use messages::{Message, errors};
pub(crate) use printing::Printing;
pub(crate) use reading::Reading;
pub(crate) use split::{Chunk, Places};
pub(crate) use timing::{Clock, TimingArgs};
