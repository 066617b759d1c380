//! The interface of a pass, its declaration, and the target that it works on.

use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{Body, Context, Location, Op, OpRef};

use crate::options::{OptionDecl, OptionValues};

/// A transformation of an operation and of everything nested in it.
///
/// A pass must not touch anything around its operation, so that a pipeline can run it on several operations in parallel.
pub trait Pass: Send + Sync {
    /// Transforms the operation of `target`.
    ///
    /// # Errors
    /// If the pass fails. The reason has been reported through [`Target::error`]; the pipeline stops.
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed>;
}

/// The error of a pass that failed; the reason has been reported as a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

/// The declaration of a pass.
pub struct PassDef {
    /// The name of the pass in pipelines, such as `strip-debuginfo`.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The operation that it runs on; `None` if it runs on any.
    pub anchor: Option<&'static str>,
    /// The options that it accepts.
    pub options: &'static [OptionDecl],
    /// Makes the pass from the values of its options; the error says which value is wrong.
    pub make: fn(&OptionValues) -> Result<Box<dyn Pass>, String>,
}

impl std::fmt::Debug for PassDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The operation that a pass works on, and the sink for the diagnostics of the pass.
pub struct Target<'a> {
    /// The context of the module.
    pub context: &'a Context,
    /// The body that holds the operation.
    pub body: &'a mut Body,
    /// The operation that the pass runs on.
    pub op: Op,
    /// The diagnostics reported so far.
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
}

impl Target<'_> {
    /// A read-only view of the operation.
    pub fn op(&self) -> OpRef<'_> {
        OpRef::new(self.context, self.body, self.op)
    }

    /// Does `work`, and undoes its changes of the body if it fails. Diagnostics stay.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn all_or_nothing(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let before = self.body.begin_edits();
        let result = work(self);
        if result.is_err() {
            self.body.roll_back(before);
        }
        self.body.end_edits();
        result
    }

    /// Reports an error at the operation.
    #[cold]
    pub fn error(&mut self, location: Location, message: impl Into<String>) -> Failed {
        self.diagnostics.push(Diagnostic::error(location, message));
        Failed
    }

    /// Reports a diagnostic with any severity and notes.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
