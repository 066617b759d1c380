//! Brings a module up to date that an older LLVM wrote, as LLVM 22 does when it reads one (`AutoUpgrade`). The readers of text and of
//! bitcode call it at their end, and nothing else knows the old constructs. What older LLVMs only spelled differently, the reader of text
//! knows.
//!
//! LLVM upgrades bitcode more than text, as it has to read all bitcode of older versions, but not their text. Text that an older LLVM
//! printed is therefore upgraded like the bitcode that it stands for, unless the caller wants what LLVM 22 reads ([`Upgrades`]); text
//! that a person wrote is upgraded as LLVM 22 upgrades text.

mod amdgcn;
mod arc;
mod arm;
mod attributes;
mod branch_protection;
mod data_layout;
pub(crate) mod debug_records;
pub(crate) mod folding;
mod functions;
mod generic;
mod intrinsics;
mod loops;
mod maker;
mod module_flags;
mod nodes;
mod nvvm;
pub(crate) mod nvvm_annotations;
mod riscv;
mod tbaa;
mod variables;
mod wasm;
mod x86;

use memchr::memmem;
use rayon::prelude::*;

use crate::function::Function;
use crate::globals::{Global, GlobalKind};
use crate::metadata::local_entities;
use crate::module::Module;
use crate::reader::Upgrades;
use crate::versions::{LlvmVersion, stated};
pub(crate) use intrinsics::is_old;

/// The order in which LLVM makes new declarations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Those that calls need come behind those that take the place of others.
    Bitcode,
    /// Each old declaration and its calls are upgraded before the next.
    Text,
}

/// What only the reader of bitcode knows of a module's age.
#[derive(Clone, Copy)]
pub(crate) struct Old {
    /// Whether the expressions of `llvm.dbg.declare` may begin with a superfluous `DW_OP_deref`.
    pub(crate) declares: bool,
    /// Whether properties of loops may have old names.
    pub(crate) loops: bool,
}

/// Upgrades a module that was read from bitcode. What depends on how bitcode encodes it is up to its reader.
pub(crate) fn module(module: &mut Module, is: Old) {
    metadata(module);
    old(module);
    if is.declares {
        debug_records::simplify_declares(module);
    }
    if is.loops {
        loops::upgrade(module);
    }
}

/// Upgrades the nodes of a module. No body needs to be there yet.
pub(crate) fn metadata(module: &mut Module) {
    module_flags::upgrade(module);
}

/// Upgrades a module that was read from this text, and whose nodes have been upgraded. `undeclared` are the intrinsics that were declared
/// because they are called, and may be old: they come first.
pub(crate) fn text(module: &mut Module, text: &[u8], upgrades: Upgrades, undeclared: &[Global]) {
    intrinsics::upgrade_undeclared(module, undeclared);
    variables::upgrade_sections(module);
    let is_upgraded_like_bitcode = match upgrades {
        Upgrades::Printed => is_printed_by_older(module, text),
        Upgrades::Unreadable => is_printed(text) && has_typed_pointers(beginning(text)),
    };
    if !is_upgraded_like_bitcode {
        return of_any_age(module, Order::Text);
    }
    if memmem::find(text, b"memory(").is_some() {
        attributes::restrict_target_memories(module);
    }
    old(module);
}

/// What LLVM upgrades in bitcode only.
fn old(module: &mut Module) {
    data_layout::upgrade(module);
    attributes::upgrade_strings(module);
    variables::upgrade_constructors(module);
    functions::upgrade(module);
    local_entities::move_to_subprograms(module, LlvmVersion::DEFAULT.major());
    of_any_age(module, Order::Bitcode);
    arc::upgrade(module);
}

/// What LLVM upgrades in text, too.
fn of_any_age(module: &mut Module, order: Order) {
    debug_records::upgrade(module);
    intrinsics::upgrade(module, order);
    tbaa::upgrade(module);
    nvvm_annotations::upgrade(module);
    branch_protection::upgrade(module);
}

/// The functions with bodies for which a question holds, in order.
fn bodies_that(module: &Module, question: impl Fn(&Function) -> bool + Sync) -> Vec<Global> {
    let holds = |global: &Global| {
        let function = module.globals[*global].as_function();
        function.is_some_and(|function| !function.is_declaration() && question(function))
    };
    module.functions.par_iter().copied().filter(holds).collect()
}

/// Takes the body of a function out of the module.
fn take_body(module: &mut Module, global: Global) -> Option<Box<Function>> {
    match &mut module.globals[global].kind {
        GlobalKind::Function(function) => Some(std::mem::take(function)),
        _ => None,
    }
}

/// The length of the beginning of a text in which signs of an older version are looked for.
const BEGINNING: usize = 1 << 20;

fn beginning(text: &[u8]) -> &[u8] {
    &text[..text.len().min(BEGINNING)]
}

/// Whether LLVM printed the text, by the comment at its beginning.
fn is_printed(text: &[u8]) -> bool {
    text.starts_with(b"; ModuleID = ")
}

/// Whether an LLVM before 21 printed the text: the compiler says that it is an older one, or the text has what has not been printed since
/// then.
fn is_printed_by_older(module: &Module, text: &[u8]) -> bool {
    is_printed(text)
        && (stated(module).is_some_and(|version| version.is_before(21)) || has_older_words(beginning(text)))
}

/// Whether the beginning of a text has what LLVM has not printed since version 21. If it has not, the text has little that must be
/// upgraded.
fn has_older_words(beginning: &[u8]) -> bool {
    stands_outside_of_strings(beginning, b" nocapture", |_| true)
        || stands_outside_of_strings(beginning, b"inaccessiblemem: none)", |_| true)
        || has_typed_pointers(beginning)
}

/// Whether the beginning of a text has pointers as LLVM 16 and older print them.
fn has_typed_pointers(beginning: &[u8]) -> bool {
    stands_outside_of_strings(beginning, b"* ", |before| {
        before.is_ascii_alphanumeric() || b"*)}]>".contains(&before)
    })
}

/// Whether a text has a word that is neither in a string nor in a comment, behind a byte for which a question holds.
fn stands_outside_of_strings(text: &[u8], word: &[u8], follows: fn(u8) -> bool) -> bool {
    // What is known of the line up to the previous place of the word.
    let (mut known, mut is_in_string, mut is_in_comment) = (0, false, false);
    memmem::find_iter(text, word).any(|at| {
        let mut piece = &text[known..at];
        if let Some(end) = memchr::memrchr(b'\n', piece) {
            (piece, is_in_string, is_in_comment) = (&piece[end + 1..], false, false);
        }
        // LLVM escapes quotes within strings.
        is_in_string ^= memchr::memchr_iter(b'"', piece).count() % 2 == 1;
        is_in_comment |= piece.contains(&b';');
        known = at;
        !is_in_string && !is_in_comment && at.checked_sub(1).is_some_and(|before| follows(text[before]))
    })
}

#[cfg(test)]
mod tests {
    use super::has_older_words;

    #[test]
    fn words_of_older_versions_are_not_looked_for_in_strings_and_comments() {
        let is_older = |rest: &str| has_older_words(format!("{rest}\n").as_bytes());
        assert!(is_older("declare void @f(ptr nocapture)"));
        assert!(is_older("@p = global i32* null") && is_older("@p = global [2 x i32]* null"));
        assert!(!is_older("@s = constant [6 x i8] c\"int* p\"") && !is_older("ret void ; i8* nocapture"));
        assert!(!is_older("@s = constant [4 x i8] c\"a * \"") && !is_older("!0 = !{!\"struct s* \"}"));
    }
}
