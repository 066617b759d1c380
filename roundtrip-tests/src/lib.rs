//! What the tests of the whole share: the way through both languages, the tools that Tern is compared with, and files to try.

pub mod agreement;
pub mod command;
pub mod hostile;
pub mod layout;
pub mod nodes;
pub mod oracle;
pub mod pipeline;
pub mod samples;
pub mod testing;
