//! The stages of an import as upstream that a lossless import does not have.

mod alias_scopes;
mod attributes;
mod calls;
mod constant_order;
mod data_layout;
mod debug_info;
mod debug_records;
mod globals;
mod instruction_metadata;
mod instructions;
mod messages;
mod names;
mod order;

pub(crate) use debug_info::DebugInfo;
pub(crate) use instructions::is_unmodelled;
pub(crate) use order::walk_order;
