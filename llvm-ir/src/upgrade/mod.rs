//! Brings a module up to date that an older LLVM wrote, as LLVM 22 does when it reads one (`AutoUpgrade`). The readers of text and of
//! bitcode call it at their end, and nothing else knows the old constructs. What older LLVMs only spelled differently, the reader of text
//! knows.
//!
//! LLVM upgrades bitcode more than text, as it has to read all bitcode of older versions, but not their text. Text that an older LLVM
//! printed is therefore upgraded like the bitcode that it stands for; text that a person wrote is upgraded as LLVM 22 upgrades text.

mod attributes;
mod barriers;
mod data_layout;
mod intrinsics;
mod lifetimes;
mod module_flags;

use memchr::memmem;

use crate::module::Module;

/// The order in which LLVM makes new declarations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Those that calls need come behind those that take the place of others.
    Bitcode,
    /// Each old declaration and its calls are upgraded before the next.
    Text,
}

/// Upgrades a module that was read from bitcode. What depends on how bitcode encodes it is up to its reader.
pub(crate) fn module(module: &mut Module) {
    metadata(module);
    all_but_metadata(module);
}

/// Upgrades the nodes of a module. No body needs to be there yet.
pub(crate) fn metadata(module: &mut Module) {
    module_flags::upgrade(module);
}

/// Upgrades a module that was read from this text, and whose nodes have been upgraded.
pub(crate) fn text(module: &mut Module, text: &[u8]) {
    if !is_printed_by_older(text) {
        return intrinsics::upgrade(module, Order::Text);
    }
    if memmem::find(text, b"memory(").is_some() {
        attributes::restrict_target_memories(module);
    }
    all_but_metadata(module);
}

fn all_but_metadata(module: &mut Module) {
    data_layout::upgrade(module);
    attributes::upgrade_strings(module);
    intrinsics::upgrade(module, Order::Bitcode);
}

/// The length of the beginning of a text in which signs of an older version are looked for.
const BEGINNING: usize = 1 << 20;

/// Whether an LLVM before 21 printed the text. The comment at the beginning says that LLVM printed it; the others are words that it has
/// not printed since then. If none of them is at the beginning, the text has little that must be upgraded.
fn is_printed_by_older(text: &[u8]) -> bool {
    let beginning = &text[..text.len().min(BEGINNING)];
    text.starts_with(b"; ModuleID = ")
        && [&b" nocapture"[..], b"inaccessiblemem: none)", b"* "]
            .iter()
            .any(|word| memmem::find(beginning, word).is_some())
}
