//! Import straight to text: functions are imported, printed and dropped one after the other on each thread.

use std::sync::atomic::{AtomicBool, Ordering};

use tern_dialect::asm::{self, PrintOptions, Streamed, Text};
use tern_dialect::diagnostic::Diagnostic;
use tern_dialect::{Body, Context, parallel};

use crate::globals::weight;
use crate::{Compat, Import, Importer, Options, import_with, ir};

/// Imports a module as `options` say and prints it as `printing` says. The text is that of [`import_with`] printed by
/// [`asm::text`]; the bodies of functions are never all there at once, unless the options make them depend on each other. The module
/// of the result has then no functions.
///
/// # Errors
/// As [`import_with`].
pub fn import_to_text(
    context: &Context,
    module: &ir::Module,
    options: Options,
    printing: &PrintOptions,
) -> Result<(Import, Text), Vec<Diagnostic>> {
    let whole = || {
        let import = import_with(context, module, options)?;
        let text = asm::text(context, &import.module, printing);
        Ok((import, text))
    };
    let depend = options.compat == Compat::Upstream || options.intrinsic_operations;
    if depend || printing.generic || printing.unique_names {
        return whole();
    }
    let mut importer = Importer::new(context, module, options);
    let frame = importer.module(&[])?;
    let runs = parallel::runs(&module.functions, parallel::RUN, weight(module));
    let failed = AtomicBool::new(false);
    let maker = || -> Box<dyn FnMut(usize) -> Body + '_> {
        let mut importer = importer.clone();
        let (runs, failed) = (&runs, &failed);
        Box::new(move |run| {
            let (mut body, block) = Body::with_block();
            for &function in runs[run] {
                match importer.global(function) {
                    Ok(new) => {
                        let op = new.make(&mut body);
                        body.append_op(block, op);
                    }
                    Err(_) => failed.store(true, Ordering::Relaxed),
                }
            }
            body
        })
    };
    let text = asm::stream(context, &frame.module, Streamed { runs: runs.len(), maker: &maker }, printing);
    match failed.into_inner() {
        // What is wrong is said in the order of the whole.
        true => whole(),
        false => Ok((frame, text)),
    }
}
