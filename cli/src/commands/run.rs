//! `tern run`: compiles a module for this machine and runs it.

use std::path::{Path, PathBuf};

use super::Outcome;
use crate::files::Input;
use crate::llvm::{self, Argument, OutputFormat, Passes, Run, What};
use crate::{bitcode, files, languages};

const EXAMPLES: &str = "\
Arguments of a function:
  -5, 0x1f, 2.5, true     a number
  a.npy                   an array, for a memref or a pointer
  a.npy:out.npy           the same; what the function leaves in it is written to out.npy
  4x4xf32:out.npy         a new array of zeros

Memrefs are passed by way of `_mlir_ciface_NAME` where the module has that, else as the words of
their descriptors, or as bare pointers where the function has one parameter for each argument.

Examples:
  tern run program.ll one two                                       main, with two arguments
  tern run --function fibonacci program.mlir 30
  tern run --lower -O3 --function matmul examples/kernels/matmul.mlir a.npy b.npy 4x4xf64:c.npy
  tern run --function make --result ?x?xf32:made.npy kernel.mlir 3

Exit status:
  that of the program, if it is run from main; else
  0  the function returned
  1  FILE could not be read or compiled, or the arguments are not for this function
  2  the command line is wrong";

/// Arguments of `tern run`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to read; `-` is standard input.
    #[arg(value_name = "FILE")]
    input: PathBuf,

    /// The arguments of the program or the function.
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,

    /// Call this function instead of `main`, and print the number that it returns.
    #[arg(short, long, value_name = "NAME")]
    function: Option<String>,

    /// The function returns a memref of this type, which is written to the file; once for each.
    #[arg(long, value_name = "TYPE:FILE", requires = "function", value_parser = result)]
    result: Vec<(String, PathBuf)>,

    /// Look in this library, shared or an archive, for what the module only declares.
    #[arg(long, value_name = "LIBRARY")]
    load: Vec<PathBuf>,

    /// Lower MLIR's other dialects first, with `--convert-std-to-llvm`.
    #[arg(long)]
    lower: bool,

    #[command(flatten)]
    passes: Passes,
}

fn result(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once(':') {
        Some((ty, file)) if !file.is_empty() => Ok((ty.to_owned(), file.into())),
        _ => Err("expected TYPE:FILE, such as 4x4xf32:out.npy".to_owned()),
    }
}

/// Parses an argument; the syntax is described in the help text.
fn argument(text: &str) -> Argument {
    let (from, to) = match text.split_once(".npy:") {
        Some((stem, to)) => (format!("{stem}.npy"), Some(to)),
        None => match text.split_once(':') {
            Some((shape, to)) => (shape.to_owned(), Some(to)),
            None => (text.to_owned(), None),
        },
    };
    let to = to.map(PathBuf::from);
    if Path::new(&from).extension().is_some_and(|extension| extension == "npy") {
        Argument::File { from: from.into(), to }
    } else if to.is_some() || llvm::is_shape(&from) {
        Argument::Zeros { shape: from, to }
    } else {
        Argument::Number(from)
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let input = bitcode::module(Input::read(&args.input)?, None)?;
    let mut module = languages::for_llvm(input, args.lower)?;
    if args.passes != Passes::default() {
        module.bytes = llvm::transform(
            &module.name,
            &module.bytes,
            OutputFormat::Ll,
            &args.passes,
            &llvm::Target::default(),
        )?
        .into();
    }
    let what = match &args.function {
        Some(function) => What::Function {
            name: function.clone(),
            arguments: args.arguments.iter().map(|text| argument(text)).collect(),
            results: args.result.clone(),
        },
        None => What::Main {
            // As in a shell, the first argument is the program's name.
            arguments: [module.name.clone()].into_iter().chain(args.arguments.iter().cloned()).collect(),
        },
    };
    let ran = llvm::run(&module, Run { what, libraries: args.load.clone() })?;
    for (path, array) in ran.written {
        files::write(&path, array)?;
    }
    if let Some(number) = ran.number {
        files::write(Path::new("-"), Box::new(move |sink| writeln!(sink, "{number}")))?;
    }
    match ran.status {
        Some(status) => std::process::exit(status),
        None => Ok(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_told_apart() {
        let file =
            |from: &str, to: Option<&str>| Argument::File { from: from.into(), to: to.map(Into::into) };
        let zeros =
            |shape: &str, to: Option<&str>| Argument::Zeros { shape: shape.into(), to: to.map(Into::into) };
        for (text, expected) in [
            ("-5", Argument::Number("-5".into())),
            ("0x1f", Argument::Number("0x1f".into())),
            ("a.npy", file("a.npy", None)),
            ("c:/a.npy:b.npy", file("c:/a.npy", Some("b.npy"))),
            ("4x4xf32", zeros("4x4xf32", None)),
            ("4x4xf32:c.npy", zeros("4x4xf32", Some("c.npy"))),
            ("f64:c.npy", zeros("f64", Some("c.npy"))),
        ] {
            assert_eq!(argument(text), expected);
        }
        assert!(result("4x4xf32").is_err());
    }
}
