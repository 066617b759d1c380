//! Shared code of the tests across crates: translations in both directions, the tools that Tern is compared with, and sample
//! files.

pub mod agreement;
pub mod both_ways;
pub mod command;
pub mod hostile;
pub mod layout;
pub mod linking;
pub mod nodes;
pub mod oracle;
pub mod pipeline;
pub mod programs;
pub mod samples;
pub mod verdicts;
