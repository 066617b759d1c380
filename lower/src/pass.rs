//! What a pass is.

use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{Body, Context, Location, Op, OpRef};

use crate::options::{OptionDecl, OptionValues};

/// A transformation of an operation and of all that is in it.
///
/// A pass leaves alone what is around its operation, so that a pipeline can run it on several operations at once.
pub trait Pass: Send + Sync {
    /// Changes the operation.
    ///
    /// # Errors
    /// Where the pass could not do its work; [`Target::error`] has said why. The pipeline ends then.
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed>;
}

/// A pass could not do its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

/// The declaration of a pass.
pub struct PassDef {
    /// The name in pipelines: `strip-debuginfo`.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The operation that it runs on; `None` where it runs on any.
    pub anchor: Option<&'static str>,
    /// Its options.
    pub options: &'static [OptionDecl],
    /// Makes the pass; an error is what is wrong with the values of the options.
    pub make: fn(&OptionValues) -> Result<Box<dyn Pass>, String>,
}

impl std::fmt::Debug for PassDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The operation that a pass works on, and where it says what it has to say.
pub struct Target<'a> {
    /// The context of the module.
    pub context: &'a Context,
    /// The body that the operation stands in.
    pub body: &'a mut Body,
    /// The operation.
    pub op: Op,
    /// What the passes had to say so far.
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
}

impl Target<'_> {
    /// The operation, to be looked at.
    pub fn op(&self) -> OpRef<'_> {
        OpRef::new(self.context, self.body, self.op)
    }

    /// Says what is wrong.
    #[cold]
    pub fn error(&mut self, location: Location, message: impl Into<String>) -> Failed {
        self.diagnostics.push(Diagnostic::error(location, message));
        Failed
    }

    /// Says something, with whatever severity and notes.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
