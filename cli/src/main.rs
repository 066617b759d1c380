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
    /// Makes a module of the llvm dialect of a module of LLVM IR.
    ///
    /// PHI nodes become block arguments, constants become operations, metadata becomes attributes. Nothing is lost: `tern
    /// export` gives the same module back. Locations are printed where the module has debug information.
    ///
    /// IN is checked first as LLVM's verifier does, and up to twenty errors are reported. Debug information that is broken or of another
    /// version is left out, as LLVM does, with a warning; it counts as left out.
    Import(Deferred<commands::import::Args>),
    /// Makes a module of LLVM IR of a module of the llvm dialect.
    ///
    /// Block arguments become PHI nodes. Everything that mlir-translate's importer writes is read, too.
    /// Tern writes text and bitcode itself. Optimization, assembly and object files need the LLVM library, if it was built with it.
    Export(Deferred<commands::export::Args>),
    /// Writes LLVM IR for another version of LLVM: bitcode if the name of OUT ends in `.bc`, otherwise text.
    ///
    /// What is newer than that version is replaced by what means the same, or left out if it is a hint; each is reported. Below LLVM 15,
    /// pointers get types, which are inferred from their uses. Without --llvm and --for, OUT is for the version that `!llvm.ident` names, as the
    /// module as its own LLVM would read it; if it names none, for LLVM 22.
    Convert(Deferred<commands::convert::Args>),
    /// Carries modules to the other language and back and compares: a verdict for each file.
    ///
    /// LLVM IR goes to the llvm dialect and back; MLIR goes to LLVM IR and back. `identical`: the same text comes back, comments and blanks
    /// aside. `same module`: the text is another, but only in what is no part of the module, such as the order of attachments, numbers, types
    /// that nothing uses, and old spellings that are brought up to date. `differs`: the module that comes back is another one, or
    /// something was left out, such as a location; the first difference is shown, and what was left out. `failed`: the module could not be
    /// read, is wrong, or has something that the other language cannot say.
    Roundtrip(Deferred<commands::roundtrip::Args>),
    /// Reads and verifies files of LLVM IR and of MLIR, and says what is wrong with them.
    #[command(visible_alias = "verify")]
    Check(Deferred<commands::check::Args>),
    /// Translates as mlir-translate does; `translate` can be left out.
    Translate(Deferred<commands::translate::Args>),
    /// Reads, verifies, transforms and prints MLIR as mlir-opt does.
    Opt(Deferred<commands::opt::Args>),
    /// Runs a program, or one function of it, in this process. Needs the feature `llvm`.
    ///
    /// LLVM IR, bitcode and the llvm dialect are compiled as they are; what is called must be trusted as any program.
    Run(Deferred<commands::run::Args>),
    /// Recognises memrefs in the signatures of functions that MLIR lowered, and restores them.
    ///
    /// IN is LLVM IR or a module of the llvm dialect. A group of parameters is a memref where the function, its wrapper for C
    /// (_mlir_ciface_…) or a caller treats them as the fields of a descriptor; what the elements are is known by accesses. A signature
    /// is restored where all is known of at least one memref, and where lowering it gives the same LLVM IR back. Sizes, strides and
    /// offsets are left open: memref<?xf32, strided<[?], offset: ?>>.
    RaiseMemref(Deferred<commands::raise_memref::Args>),
    /// Prints bitcode of any version of LLVM as text, as `llvm-dis` of LLVM 22 does.
    ///
    /// The bitcode may be in an archive, an offload bundle or an object.
    #[command(visible_alias = "llvm-dis")]
    Dis(Deferred<commands::dis::Args>),
    /// Writes a text of LLVM IR as bitcode, as `llvm-as` of LLVM 22 does.
    #[command(visible_alias = "llvm-as")]
    As(Deferred<commands::assemble::Args>),
    /// Prints the blocks and records of bitcode with their names, abbreviations, positions and sizes in bits, and sums by kind of block.
    ///
    /// The bitcode may be in an archive, an offload bundle or an object. Positions are those in its member.
    BitcodeDump(Deferred<commands::bitcode_dump::Args>),
    /// Counts what modules have: functions, instructions by opcode, loops, metadata, bytes of text by section.
    Stats(Deferred<commands::analyses::stats::Args>),
    /// Shows the call graph of a module as DOT, SVG, GraphML or JSON.
    Callgraph(Deferred<commands::analyses::callgraph::Args>),
    /// Shows the control-flow graph of a function as DOT, SVG, GraphML or JSON.
    Cfg(Deferred<commands::analyses::cfg::Args>),
    /// Lists the calls of a function.
    Callers(Deferred<commands::analyses::callers::Args>),
    /// Lists the calls in a function.
    Callees(Deferred<commands::analyses::callers::Args>),
    /// Lists the instructions that a value depends on, or those that depend on it.
    Slice(Deferred<commands::analyses::slice::Args>),
    /// Says how much stack functions take, alone and with what they call.
    Stack(Deferred<commands::analyses::stack::Args>),
    /// Lists the loops of functions: headers, nesting, trip counts, induction variables.
    Loops(Deferred<commands::analyses::loops::Args>),
    /// Lists the bits and bounds of integers that are known.
    Ranges(Deferred<commands::analyses::ranges::Args>),
    /// Shows offsets, sizes and padding of structs.
    Layout(Deferred<commands::analyses::layout::Args>),
    /// Lists the instructions that come from a line of the source, inlined ones as well.
    Where(Deferred<commands::analyses::line::Args>),
    /// Finds instructions, blocks, functions and variables by a pattern.
    Query(Deferred<commands::analyses::query::Args>),
    /// Says what files hold: language, producer, target, sizes, and the oldest LLVM that has all that is in them, and why.
    ///
    /// A construct counts as needed if an older LLVM would not say the same without loss; `tern convert --llvm N` says what becomes of
    /// each. MLIR is exported first, as far as it can be.
    Info(Deferred<commands::info::Args>),
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
    /// Removes names, debug information and unused declarations, as passes of LLVM 22 do.
    ///
    /// Without options, it removes debug information and names, as `opt -passes=strip`.
    Strip(Deferred<commands::strip::Args>),
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
        Command::Opt(args) => commands::opt::run(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::RaiseMemref(args) => commands::raise_memref::run(&args),
        Command::Dis(args) => commands::dis::run(&args),
        Command::As(args) => commands::assemble::run(&args),
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
        Command::Link(args) => commands::link::run(&args),
        Command::Extract(args) => commands::extract::run(&args),
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
