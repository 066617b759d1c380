//! Helpers shared by all Tern crates, independent of any IR: fast text output, interning, ordered parallel work, and the DWARF and
//! data layout tables. Internal: nothing here is a stable interface.

pub mod datalayout;
pub mod dwarf;
pub mod intern;
pub mod parallel;
pub mod text;
pub mod ways;
