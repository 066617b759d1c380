//! What a module needs of LLVM: since when the constructs exist that it has, by what a downgrade to each version would replace.

use super::{LlvmVersion, Loss, replace_newer};
use crate::module::Module;

/// The oldest LLVM that has all that a module has, and why it is that one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needs {
    /// The version; [`LlvmVersion::OLDEST`] also where an older one would do.
    pub version: LlvmVersion,
    /// What older versions do not have, the newest first.
    pub constructs: Vec<Construct>,
}

/// A construct of a module that older versions of LLVM do not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Construct {
    /// The construct, and what becomes of it in older versions.
    pub what: String,
    /// The first version that has it.
    pub since: LlvmVersion,
    /// Whether older versions cannot express it at all.
    pub refused: bool,
    /// How often it occurs, and where first.
    pub loss: Loss,
}

/// What a module needs. Typed and opaque pointers make no difference here: each are written as the other.
///
/// ```
/// let text = b"define i32 @f(i32 %x) {\n  %y = freeze i32 %x\n  ret i32 %y\n}\n";
/// let module = tern_llvm_ir::read(text, "f.ll").unwrap();
/// let needs = tern_llvm_ir::versions::needs(&module);
/// assert_eq!(needs.version.major(), 10);
/// assert_eq!(needs.constructs[0].loss.first.as_deref(), Some("@f, block 0"));
/// ```
pub fn needs(module: &Module) -> Needs {
    let mut module = module.clone();
    let mut constructs: Vec<Construct> = Vec::new();
    let versions: Vec<LlvmVersion> = LlvmVersion::all().collect();
    for pair in versions.windows(2).rev() {
        let (older, since) = (pair[0], pair[1]);
        let (losses, problems) = replace_newer(&mut module, older, None);
        for (what, loss) in losses.iter() {
            let known = constructs.iter().any(|known| known.what == what);
            if !known {
                constructs.push(Construct {
                    what: what.to_owned(),
                    since,
                    refused: false,
                    loss: loss.clone(),
                });
            }
        }
        for problem in problems {
            let what =
                problem.message.split_once(" has no ").map_or(&*problem.message, |(_, what)| what).to_owned();
            match constructs.iter_mut().find(|known| known.what == what) {
                // What cannot be replaced is found again for each older version.
                Some(known) if known.since == since => known.loss.count += 1,
                Some(_) => {}
                None => {
                    constructs.push(Construct {
                        what,
                        since,
                        refused: true,
                        loss: Loss::of_refused(&problem),
                    });
                }
            }
        }
    }
    let version = constructs.first().map_or(LlvmVersion::OLDEST, |newest| newest.since);
    Needs { version, constructs }
}

/// Whether a module has pointers: values, or addresses of globals that it uses.
pub fn has_pointers(module: &Module) -> bool {
    let is_pointer = |ty| module.types.is_pointer(module.types.scalar(ty));
    let of_functions =
        module.functions().any(|(_, _, function)| function.locals.values().any(|it| is_pointer(it.ty)));
    of_functions || module.constants.ids().any(|constant| is_pointer(module.constants.ty(constant)))
}
