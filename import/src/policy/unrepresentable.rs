//! What becomes of a construct that MLIR cannot represent: it is kept, or left out and counted, with the messages of MLIR's own importer.

use tern_mapping::asides;
use tern_mapping::instruction_metadata::MMRA;
use tern_mlir::Location;
use tern_mlir::diagnostic::{Diagnostic, Severity};

use crate::builder::New;
use crate::{Error, Importer, Tables};

impl<'c> Importer<'_, 'c> {
    /// Reports an error of MLIR's own importer that does not stop it.
    #[cold]
    pub(crate) fn report(&mut self, location: Location, message: impl FnOnce(&Self) -> String) {
        if self.policy.mlir_messages {
            let message = message(self);
            self.reports.messages.push(Diagnostic::error(location, message));
        }
    }

    /// Warns as MLIR's own importer does.
    pub(crate) fn warn(&mut self, location: Location, message: impl Into<String>) {
        if self.policy.mlir_messages {
            self.reports.messages.push(Diagnostic::new(Severity::Warning, location, message));
        }
    }

    /// Adds a warning that MLIR's own importer gives only with `--emit-expensive-warnings`.
    pub(crate) fn warn_expensively(&mut self, location: Location, message: impl FnOnce(&Self) -> String) {
        if self.options.expensive_warnings && self.policy.mlir_messages {
            let message = message(self);
            self.warn(location, message);
        }
    }

    /// Removes asides if they are not kept, and counts them as losses.
    pub(crate) fn without_asides(&mut self, mut new: New<'c>) -> New<'c> {
        if self.policy.keeps_all {
            return new;
        }
        for attribute in std::mem::take(&mut new.state.attributes) {
            let name = self.context.str(attribute.name);
            if name == MMRA.0 {
                new.state.attributes.push(attribute);
            } else if !asides::IMPLIED.contains(&name) {
                self.count_loss(name);
            }
        }
        new
    }

    /// Counts one construct as left out.
    pub(crate) fn count_loss(&mut self, what: &str) {
        match self.reports.losses.get_mut(what) {
            Some(count) => *count += 1,
            None => {
                self.reports.losses.insert(what.to_owned(), 1);
            }
        }
    }
}

impl<'c> Tables<'_, 'c> {
    /// The error for a construct that cannot be represented, in the words of MLIR's own importer. Silent if the construct will be kept
    /// in another form.
    #[cold]
    pub(crate) fn unrepresentable(&self, message: impl FnOnce(&Self) -> Error) -> Error {
        match self.policy.mlir_messages {
            true => message(self),
            false => Error::nothing(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::Context;

    /// However often a set of attributes occurs, and on however many threads its functions are imported.
    #[test]
    fn each_use_of_a_set_is_a_loss() {
        let body: String = (0..700).map(|at| format!("  %v{at} = add i32 {at}, 1\n")).collect();
        let function =
            |number| format!("define void @f{number}(ptr writable \"own\" %p) {{\n{body}  ret void\n}}\n");
        let text: String = (0..9).map(function).collect();
        let module = tern_llvm_ir::read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let options = crate::Options { compat: crate::Compat::Upstream, ..Default::default() };
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let context = Context::new(tern_dialect_llvm::DIALECTS);
            let import = pool.install(|| crate::import_with(&context, &module, options)).unwrap();
            assert_eq!(import.losses["parameter attribute llvm.writable"], 9, "{threads} threads");
            assert_eq!(import.losses["parameter attribute that is a string"], 9, "{threads} threads");
        }
    }
}
