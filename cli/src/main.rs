//! The `tern` command: translation of LLVM IR to MLIR's `llvm` dialect and back, and tools around it.

mod bitcode;
mod blocks;
mod bytes;
mod commands;
mod deferred;
mod diagnostics;
mod files;
mod ir;
mod kind;
mod languages;
mod llvm;
mod names;
mod progress;
mod upstream;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::analyses::callers::{self, End};
use deferred::Deferred;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Examples:
  tern import program.ll -o program.mlir      LLVM IR to the llvm dialect
  tern export program.mlir -o program.ll      and back
  clang -S -emit-llvm -o - f.c | tern import  from standard input to standard output
  tern dis program.bc -o program.ll           bitcode as text, as llvm-dis
  tern as program.ll -o program.bc            text as bitcode, as llvm-as
  tern link a.ll b.bc -o program.ll           modules to one, as llvm-link
  tern extract --func f program.ll            a function alone, as llvm-extract
  tern strip program.ll                       without names and debug information
  tern convert --llvm 14 new.ll -o old.ll     for an older LLVM
  tern info program.bc                        what is this, and which LLVM does it need?
  tern query 'store to @x in loops' *.ll      where is this done?
  tern roundtrip *.ll                         is anything lost?
  tern check program.ll program.mlir          what is wrong with these?
  tern export --emit obj -O2 program.mlir -o program.o   with the LLVM library
  tern run --function f program.mlir 5        as well
  tern -import-llvm program.ll                as mlir-translate
  tern -mlir-to-llvmir program.mlir
  tern opt -strip-debuginfo program.mlir      as mlir-opt
  tern raise-memref kernel.ll                 which parameters are memrefs?

What a file holds is told by its content, not by its name; `-` is standard input.

Exit status:
  0  all went well
  1  an input is wrong, could not be read, or did not survive the round trip
  2  the command line is wrong";

/// Carries programs between LLVM IR and MLIR's llvm dialect, both ways, and loses nothing.
#[derive(Parser)]
#[command(name = "tern", version, after_help = EXAMPLES, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Import(commands::import::Args),
    Export(commands::export::Args),
    Convert(commands::convert::Args),
    Roundtrip(commands::roundtrip::Args),
    #[command(visible_alias = "verify")]
    Check(commands::check::Args),
    Translate(commands::translate::Args),
    /// Reads, verifies, transforms and prints MLIR as mlir-opt does.
    Opt(Deferred<commands::opt::Args>),
    Run(commands::run::Args),
    RaiseMemref(commands::raise_memref::Args),
    /// Prints bitcode of any version of LLVM as text, as `llvm-dis` of LLVM 22 does.
    ///
    /// The bitcode may be in an archive, an offload bundle or an object.
    #[command(visible_alias = "llvm-dis")]
    Dis(Deferred<commands::dis::Args>),
    /// Writes a text of LLVM IR as bitcode, as `llvm-as` of LLVM 22 does.
    #[command(visible_alias = "llvm-as")]
    As(Deferred<commands::assemble::Args>),
    BitcodeDump(commands::bitcode_dump::Args),
    Stats(commands::analyses::stats::Args),
    Callgraph(commands::analyses::callgraph::Args),
    Cfg(commands::analyses::cfg::Args),
    /// Lists the calls of a function.
    Callers(commands::analyses::callers::Args),
    /// Lists the calls in a function.
    Callees(commands::analyses::callers::Args),
    Slice(commands::analyses::slice::Args),
    Stack(commands::analyses::stack::Args),
    Loops(commands::analyses::loops::Args),
    Ranges(commands::analyses::ranges::Args),
    Layout(commands::analyses::layout::Args),
    Where(commands::analyses::line::Args),
    Query(commands::analyses::query::Args),
    Info(commands::info::Args),
    /// Links modules of LLVM IR, text and bitcode of any version, to one, as `llvm-link` of LLVM 22 does.
    ///
    /// Options have the names of that tool, and may begin with one dash.
    #[command(visible_alias = "llvm-link")]
    Link(Deferred<commands::link::Args>),
    /// Takes functions, variables and aliases out of a module, as `llvm-extract` of LLVM 22 does.
    ///
    /// Other globals that they use become declarations. Internal globals become visible, so that the parts of a module can be linked
    /// again. Options have the names of that tool, and may begin with one dash.
    #[command(visible_alias = "llvm-extract")]
    Extract(Deferred<commands::extract::Args>),
    Strip(commands::strip::Args),
}

fn main() -> ExitCode {
    if let Some(status) = llvm::served() {
        return status;
    }
    let arguments = commands::translate::normalized(std::env::args_os().collect());
    let arguments = arguments.and_then(commands::opt::normalized);
    let arguments = match arguments.and_then(commands::normalized) {
        Ok(arguments) => arguments,
        Err(message) => {
            for line in message.lines() {
                eprintln!("tern: {line}");
            }
            return ExitCode::from(2);
        }
    };
    let command = Cli::parse_from(arguments).command;
    let run = || match command {
        Command::Import(args) => commands::import::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Roundtrip(args) => commands::roundtrip::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Translate(args) => commands::translate::run(&args),
        Command::Opt(Deferred(args)) => commands::opt::run(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::RaiseMemref(args) => commands::raise_memref::run(&args),
        Command::Dis(Deferred(args)) => commands::dis::run(&args),
        Command::As(Deferred(args)) => commands::assemble::run(&args),
        Command::BitcodeDump(args) => commands::bitcode_dump::run(&args),
        Command::Stats(args) => commands::analyses::stats::run(&args),
        Command::Callgraph(args) => commands::analyses::callgraph::run(&args),
        Command::Cfg(args) => commands::analyses::cfg::run(&args),
        Command::Callers(args) => callers::run(&args, End::Callers),
        Command::Callees(args) => callers::run(&args, End::Callees),
        Command::Slice(args) => commands::analyses::slice::run(&args),
        Command::Stack(args) => commands::analyses::stack::run(&args),
        Command::Loops(args) => commands::analyses::loops::run(&args),
        Command::Ranges(args) => commands::analyses::ranges::run(&args),
        Command::Layout(args) => commands::analyses::layout::run(&args),
        Command::Where(args) => commands::analyses::line::run(&args),
        Command::Query(args) => commands::analyses::query::run(&args),
        Command::Info(args) => commands::info::run(&args),
        Command::Link(Deferred(args)) => commands::link::run(&args),
        Command::Extract(Deferred(args)) => commands::extract::run(&args),
        Command::Strip(args) => commands::strip::run(&args),
    };
    // The main thread joins the pool: after parallel work, no other thread must be woken to continue.
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK);
    let result = match has_stack() {
        true => {
            // On failure, a default pool is created when parallel work starts.
            let _ = pool.use_current_thread().build_global();
            run()
        }
        false => match pool.build_global() {
            Ok(()) => rayon::scope(|_| run()),
            Err(_) => run(),
        },
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reports) => {
            diagnostics::emit(&reports);
            ExitCode::FAILURE
        }
    }
}

/// The stack size of the thread that runs a command, and of the pool.
const STACK: usize = 8 << 20;

/// Whether the main thread has at least that much stack.
#[cfg(target_os = "linux")]
fn has_stack() -> bool {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Stack);
    limit.current.is_none_or(|bytes| bytes >= STACK as u64)
}

/// On other systems the main thread has a smaller stack.
#[cfg(not(target_os = "linux"))]
fn has_stack() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
