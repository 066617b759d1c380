//! Runs the optimiser of LLVM.

use std::fmt;
use std::str::FromStr;

use inkwell::OptimizationLevel;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::TargetMachine;
use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// The optimisation level, as in `clang -O…`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Level {
    O0,
    O1,
    #[default]
    O2,
    O3,
    Os,
    Oz,
}

/// Each level with its name and the level for the code generator.
const LEVELS: [(Level, &str, OptimizationLevel); 6] = [
    (Level::O0, "0", OptimizationLevel::None),
    (Level::O1, "1", OptimizationLevel::Less),
    (Level::O2, "2", OptimizationLevel::Default),
    (Level::O3, "3", OptimizationLevel::Aggressive),
    (Level::Os, "s", OptimizationLevel::Default),
    (Level::Oz, "z", OptimizationLevel::Default),
];

impl Level {
    /// The pass pipeline of this level, in the syntax of [`run`].
    pub fn pipeline(self) -> String {
        format!("default<O{self}>")
    }

    pub(crate) fn of_code_generator(self) -> OptimizationLevel {
        LEVELS[self as usize].2
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(LEVELS[*self as usize].1)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let level = LEVELS.iter().find(|level| level.1 == text);
        level.map(|level| level.0).ok_or_else(|| format!("no level `{text}`: there are 0, 1, 2, 3, s, z"))
    }
}

/// Runs passes on a valid module. `pipeline` has the syntax of `opt -passes`, such as `default<O2>` or `instcombine,gvn`.
///
/// `machine` supplies the target's cost model; [`Target::machine`](crate::target::Target::machine) makes one. Passes may crash
/// on a module that the verifier rejects.
///
/// # Errors
///
/// [`Error::Unsupported`] if the pipeline has an error.
pub fn run(module: &Module<'_>, pipeline: &str, machine: &TargetMachine) -> Result<()> {
    let ran = module.run_passes(pipeline, machine, PassBuilderOptions::create());
    ran.map_err(|message| Error::Unsupported(format!("passes `{pipeline}`: {}", message.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use crate::{from_llvm, transfer};
    use inkwell::context::Context;

    const TEXT: &[u8] = b"define i32 @f() {\n  %p = alloca i32\n  store i32 3, ptr %p\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n";

    #[test]
    fn levels_and_pipelines_do_what_opt_does() {
        let context = Context::create();
        for pipeline in [Level::O1.pipeline(), "mem2reg".to_owned()] {
            let module = transfer::read(&context, TEXT, "f.ll").unwrap();
            run(&module, &pipeline, &Target::default().machine(&module).unwrap()).unwrap();
            let text = String::from_utf8(tern_llvm_ir::write(&from_llvm(&module).unwrap())).unwrap();
            assert!(text.contains("ret i32 3") && !text.contains("alloca"), "{text}");
        }
        let module = transfer::read(&context, TEXT, "f.ll").unwrap();
        let error = run(&module, "no-such-pass", &Target::default().machine(&module).unwrap()).unwrap_err();
        assert!(error.to_string().contains("unknown pass name 'no-such-pass'"), "{error}");
    }

    #[test]
    fn levels_have_names() {
        for (index, (level, name, _)) in LEVELS.into_iter().enumerate() {
            assert_eq!((level as usize, name.parse()), (index, Ok(level)));
        }
        assert!("4".parse::<Level>().is_err());
    }
}
