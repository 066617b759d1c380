//! What the crates of Tern share beside the languages: text, interning, ordered parallel work, and the tables of DWARF and of data
//! layouts. Internal: nothing here is a stable interface.

pub mod datalayout;
pub mod dwarf;
pub mod intern;
pub mod parallel;
pub mod text;
