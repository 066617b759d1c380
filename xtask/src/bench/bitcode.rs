//! Measures reading and writing bitcode, as ratios to LLVM's. Writing is what `tern convert` and `opt -o` take beyond reading.

use std::path::Path;
use std::process::Command;

use super::{Cost, command, cost, mebibytes, median_cost};
use crate::{Outcome, oracle};

/// Prints the table's heading.
pub(super) fn heading() {
    println!(
        "\nbitcode: seconds of LLVM, and Tern's as a ratio to it, on all threads and on one; peak memory as a ratio"
    );
    println!(
        "{:28}{:>6}{:>10}{:>8}{:>8}{:>10}{:>8}{:>8}{:>10}{:>10}",
        "file", "MiB", "read", "all", "one", "write", "all", "one", "mem read", "mem write"
    );
}

/// Prints the table's row for a text, which is made bitcode first.
pub(super) fn measure(tern: &Path, file: &Path, runs: usize) -> Outcome {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [input, output] = ["in.bc", "out.bc"].map(|name| folder.path().join(name));
    let assembled = cost(Command::new(oracle::tool("llvm-as")).arg(file).arg("-o").arg(&input))?;
    let opt = oracle::tool("opt");
    let on_one = |mut command: Command| {
        command.env("RAYON_NUM_THREADS", "1");
        command
    };
    let read = || command(tern, &["dis", "--disable-verify", "--disable-output"], &input, None);
    let convert = || command(tern, &["convert"], &input, Some(&output));
    let flags = ["-disable-verify", "--preserve-bc-uselistorder=0"];
    let commands: [&dyn Fn() -> Command; 6] = [
        &|| command(&opt, &["-disable-verify", "-disable-output"], &input, None),
        &|| command(&opt, &flags, &input, Some(&output)),
        &read,
        &convert,
        &|| on_one(read()),
        &|| on_one(convert()),
    ];
    let mut costs = commands.map(|_| Vec::new());
    for _ in 0..runs {
        for (costs, command) in costs.iter_mut().zip(&commands) {
            costs.push(cost(&mut command())?);
        }
    }
    let medians = costs.map(|costs| median_cost(&costs));
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    print!("{name:28}{:6.1}", mebibytes(file));
    let [Some(read), Some(write), Some(reads), Some(converts), Some(reads_on_one), Some(converts_on_one)] =
        medians
    else {
        println!("  one of them fails");
        return Ok(false);
    };
    let beyond = |whole: Cost, part: Cost| whole.seconds - part.seconds;
    let memory = |ours: Cost, theirs: Cost| ours.memory as f64 / theirs.memory as f64;
    println!(
        "{:10.3}{:8.2}{:8.2}{:10.3}{:8.2}{:8.2}{:10.2}{:10.2}",
        read.seconds,
        reads.seconds / read.seconds,
        reads_on_one.seconds / read.seconds,
        beyond(write, read),
        beyond(converts, reads) / beyond(write, read),
        beyond(converts_on_one, reads_on_one) / beyond(write, read),
        memory(reads, read),
        memory(converts, write),
    );
    Ok(assembled.is_some())
}
