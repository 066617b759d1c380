//! The commands' interface to the LLVM library. Without the feature `llvm`, the functions report how to get it.

#[cfg(any(not(feature = "llvm"), test))]
#[cfg_attr(
    feature = "llvm",
    expect(dead_code, reason = "with the library, only tests want to know what is said without it")
)]
mod absent;
#[cfg(feature = "llvm")]
mod linked;

#[cfg(not(feature = "llvm"))]
pub(crate) use absent::{run, served, transform, verify};
#[cfg(feature = "llvm")]
pub(crate) use linked::{run, served, transform, verify};

use std::path::PathBuf;

use crate::files::Text;

/// The output format of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum OutputFormat {
    /// The text of LLVM IR
    #[default]
    Ll,
    /// Bitcode
    Bc,
    /// An object, in the format of the target
    Obj,
    /// Assembly
    Asm,
}

/// What LLVM does to a module before it is written or run.
#[derive(Clone, Default, PartialEq, Eq, Debug, clap::Args)]
#[command(next_help_heading = "Options of the LLVM library")]
pub(crate) struct Passes {
    /// Optimise, and make code as good as that.
    #[arg(short = 'O', value_name = "LEVEL", value_parser = ["0", "1", "2", "3", "s", "z"])]
    pub(crate) level: Option<String>,

    /// Run these passes instead of those of the level, as `opt -passes` takes them.
    #[arg(long, value_name = "PIPELINE")]
    pub(crate) passes: Option<String>,
}

/// What code is made for.
#[derive(Clone, Default, PartialEq, Eq, Debug, clap::Args)]
#[command(next_help_heading = "Options of the LLVM library")]
pub(crate) struct Target {
    /// Make code for this target instead of the module's.
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,

    /// Make code for this processor; `native` is the one that this runs on.
    #[arg(long, value_name = "NAME")]
    pub(crate) cpu: Option<String>,

    /// Make use of these features of the processor, or not: +avx2,-sse4a.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) features: Option<String>,

    /// How code finds what is elsewhere.
    #[arg(long, value_name = "MODEL", value_parser = ["pic", "static", "dynamic-no-pic"])]
    pub(crate) relocation: Option<String>,
}

/// An argument of a function to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    /// A number for a scalar parameter.
    Number(String),
    /// An array from a `.npy` file; the array may be written to another file after the call.
    File { from: PathBuf, to: Option<PathBuf> },
    /// An array of zeros; may be written to a file after the call.
    Zeros { shape: String, to: Option<PathBuf> },
}

/// The code to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// The program's `main`, with these arguments, the first of which is the program's name.
    Main { arguments: Vec<String> },
    /// A function. `results` gives the types of the memrefs that it returns, and the files to write them to.
    Function { name: String, arguments: Vec<Argument>, results: Vec<(String, PathBuf)> },
}

/// The code to run, and the libraries in which to look up symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) what: What,
    pub(crate) libraries: Vec<PathBuf>,
}

/// The outcome of a run.
#[derive(Default)]
pub(crate) struct Ran {
    /// The exit status of `main`.
    pub(crate) status: Option<i32>,
    /// The number that a function returned.
    pub(crate) number: Option<String>,
    /// The arrays to be written to files.
    pub(crate) written: Vec<(PathBuf, Text)>,
}

/// Whether an argument is an array type: sizes followed by a letter, unlike a hexadecimal number.
pub(crate) fn is_shape(text: &str) -> bool {
    let is_size = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.rsplit_once('x').is_some_and(|(sizes, element)| {
        sizes.split('x').all(is_size)
            && element.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && sizes != "0"
    })
}
