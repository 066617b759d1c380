//! Errors and warnings of an import. With [`Compat::Upstream`](crate::Compat::Upstream) the messages, their locations and their
//! order are those of MLIR's own importer, which stops at the first construct that it cannot represent.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tern_llvm_ir::instruction::{DebugRecord, RecordOperand};
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::writer::Excerpts;
use tern_llvm_ir::{Global, Inst, MdNode, Value};
use tern_mlir::Location;
use tern_mlir::diagnostic::Diagnostic;

use crate::{Tables, ir};

/// An error, with one message or several: the cause first, followed by what failed because of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    messages: Vec<(Option<Location>, String)>,
}

impl Error {
    /// An error without a location; the importer knows that of the instruction.
    #[cold]
    pub fn new(message: impl Into<String>) -> Self {
        Self { messages: vec![(None, message.into())] }
    }

    #[cold]
    pub(crate) fn at(location: Location, message: impl Into<String>) -> Self {
        Self { messages: vec![(Some(location), message.into())] }
    }

    /// An error without messages yet; the caller adds them with [`Error::and`].
    #[cold]
    pub(crate) fn nothing() -> Self {
        Self { messages: Vec::new() }
    }

    /// Adds a message about something that fails because of this error.
    #[cold]
    pub(crate) fn and(mut self, location: Option<Location>, message: impl Into<String>) -> Self {
        self.messages.push((location, message.into()));
        self
    }

    /// Prefixes all messages with the name of the enclosing entity.
    #[cold]
    pub(crate) fn within(mut self, name: &str) -> Self {
        self.messages.iter_mut().for_each(|(_, message)| *message = format!("{name}: {message}"));
        self
    }
}

/// Prints pieces of the module for messages. What prints is created lazily, for as many threads as print at once: the first print of each
/// numbers the module on all threads, so no lock may be held meanwhile.
pub(crate) struct Pieces<'m> {
    module: &'m ir::Module,
    idle: Mutex<Vec<Excerpts<'m>>>,
}

impl<'m> Pieces<'m> {
    pub(crate) fn of(module: &'m ir::Module) -> Self {
        Self { module, idle: Mutex::default() }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Excerpts<'m>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn print(&self, print: impl FnOnce(&mut Excerpts<'m>) -> String) -> String {
        let idle = self.idle().pop();
        let mut excerpts = idle.unwrap_or_else(|| Excerpts::new(self.module));
        let text = print(&mut excerpts);
        self.idle().push(excerpts);
        text
    }
}

impl Tables<'_, '_> {
    /// Converts an error to diagnostics.
    pub(crate) fn diagnostics(&self, error: Error) -> impl Iterator<Item = Diagnostic> {
        let unknown = Location::unknown(self.context);
        error
            .messages
            .into_iter()
            .map(move |(location, message)| Diagnostic::error(location.unwrap_or(unknown), message))
    }

    /// A metadata operand as LLVM quotes it in a message.
    pub(crate) fn metadata_text(&self, metadata: Metadata) -> String {
        self.pieces.print(|pieces| pieces.metadata(metadata))
    }

    /// A node as LLVM quotes it in a message.
    pub(crate) fn node_text(&self, node: MdNode) -> String {
        self.metadata_text(Metadata::Node(node))
    }

    /// An instruction as LLVM quotes it in a message.
    pub(crate) fn instruction_text(&self, global: Global, inst: Inst) -> String {
        self.pieces.print(|pieces| pieces.instruction(global, inst))
    }

    /// A value of a function as LLVM quotes it in a message.
    pub(crate) fn value_text(&self, global: Global, value: Value) -> String {
        self.pieces.print(|pieces| pieces.value(global, value))
    }

    /// A debug record as LLVM prints it, or the call that it replaced, depending on the options.
    pub(crate) fn record_text(&self, global: Global, record: &DebugRecord) -> String {
        self.pieces.print(|pieces| match self.options.debug_records_as_calls {
            true => pieces.record_as_call(global, record),
            false => pieces.record(global, record),
        })
    }

    /// An operand of a debug record as LLVM quotes it in a message.
    pub(crate) fn record_operand_text(&self, global: Global, operand: &RecordOperand) -> String {
        self.pieces.print(|pieces| pieces.record_operand(global, operand))
    }

    /// A global as LLVM quotes it in a message.
    pub(crate) fn global_text(&self, global: Global) -> String {
        self.pieces.print(|pieces| pieces.global(global))
    }
}
