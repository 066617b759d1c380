//! The verifier.

/// Collects what is wrong.
pub struct Verifier<'c> {
    /// The context.
    pub context: &'c crate::context::Context,
    /// What was found.
    pub diagnostics: Vec<crate::diagnostic::Diagnostic>,
}

/// What is wrong with a module.
pub fn verify(context: &crate::Context, module: &crate::Module) -> Vec<crate::diagnostic::Diagnostic> {
    let mut verifier = Verifier { context, diagnostics: Vec::new() };
    verifier.body(module.body());
    verifier.diagnostics
}

impl Verifier<'_> {
    fn body(&mut self, body: &crate::Body) {
        for index in 0..body.op_count() {
            let op = crate::OpRef::new(self.context, body, cranelift_entity::EntityRef::new(index));
            if let Some(verify) = op.def().and_then(|def| def.verify) {
                verify(self, op);
            }
            if let Some(nested) = body.nested(op.op) {
                self.body(nested);
            }
        }
    }
}
