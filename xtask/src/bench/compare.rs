//! Measures whole commands, as ratios to upstream's tools, to LLVM's own parser, and to another build of Tern.

use std::path::Path;

use super::{Cost, command, cost, mebibytes, median_cost};
use crate::{Outcome, oracle};

/// Indices of the compared commands in arrays.
const UP_IMPORT: usize = 0;
const TERN_IMPORT: usize = 1;
const ONE_IMPORT: usize = 2;
const PARSE: usize = 3;
const UP_EXPORT: usize = 4;
const TERN_EXPORT: usize = 5;
const ONE_EXPORT: usize = 6;
const PRINT: usize = 7;
const OLD_IMPORT: usize = 8;
const OLD_EXPORT: usize = 9;

/// Prints the table's heading. `one` is Tern on one thread, `old` the other build.
pub(super) fn heading(old: bool) {
    let columns = |what: &str, floor: &str| {
        let old = if old { format!("{:>10}", "tern/old") } else { String::new() };
        let (ratio, one) = (format!("tern/{floor}"), format!("one/{floor}"));
        format!("{what}: {:>9}{ratio:>13}{one:>12}{:>9}{old}", "up/tern", "mem t/u")
    };
    println!("{:28}{:>6} | {} | {}", "file", "MiB", columns("import", "parse"), columns("export", "opt -S"));
}

/// Prints the table's row for a file. Returns whether Tern processed it.
pub(super) fn measure(tern: &Path, old: Option<&Path>, file: &Path, runs: usize) -> Outcome {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = |name: &str| folder.path().join(name);
    let (upstream_mlir, tern_mlir) = (out("upstream.mlir"), out("tern.mlir"));
    let translate = oracle::tool("mlir-translate");
    let opt = oracle::tool("opt");
    let import = ["--import-llvm", "--mlir-print-debuginfo"];
    // The inputs of export. If a tool cannot make them, the measurement shows that.
    let _ = command(&translate, &import, file, Some(&upstream_mlir)).status();
    let _ = command(tern, &["import"], file, Some(&tern_mlir)).status();
    let result = out("result");
    let on_one = |flag: &str, input: &Path| {
        let mut command = command(tern, &[flag], input, Some(&result));
        command.env("RAYON_NUM_THREADS", "1");
        command
    };
    let mut commands = vec![
        command(&translate, &import, file, Some(&result)),
        command(tern, &["import"], file, Some(&result)),
        on_one("import", file),
        command(&opt, &["-disable-output", "-disable-verify"], file, None),
        command(&translate, &["--mlir-to-llvmir"], &upstream_mlir, Some(&result)),
        command(tern, &["export"], &tern_mlir, Some(&result)),
        on_one("export", &tern_mlir),
        command(&opt, &["-S", "-disable-verify"], file, Some(&result)),
    ];
    if let Some(old) = old {
        commands.push(command(old, &["import"], file, Some(&result)));
        commands.push(command(old, &["export"], &tern_mlir, Some(&result)));
    }
    let mut seen: Vec<Vec<Option<Cost>>> = vec![Vec::new(); commands.len()];
    // The first run warms the caches.
    for _ in 0..=runs {
        for (command, seen) in commands.iter_mut().zip(&mut seen) {
            seen.push(cost(command)?);
        }
    }
    let costs: Vec<Option<Cost>> = seen.iter().map(|seen| median_cost(&seen[1..])).collect();
    let ratio = |a: usize, b: usize, figure: fn(Cost) -> f64| match (costs[a], costs[b]) {
        (Some(a), Some(b)) => format!("{:.2}", figure(a) / figure(b)),
        _ => "failed".to_owned(),
    };
    let seconds = |cost: Cost| cost.seconds;
    let memory = |cost: Cost| cost.memory as f64;
    let columns = |[upstream, tern, one, floor, old]: [usize; 5]| {
        let old = match costs.len() > old {
            true => format!("{:>10}", ratio(tern, old, seconds)),
            false => String::new(),
        };
        format!(
            "        {:>9}{:>13}{:>12}{:>9}{old}",
            ratio(upstream, tern, seconds),
            ratio(tern, floor, seconds),
            ratio(one, floor, seconds),
            ratio(tern, upstream, memory)
        )
    };
    println!(
        "{:28}{:6.1} | {} | {}",
        file.file_name().unwrap_or_default().to_string_lossy(),
        mebibytes(file),
        columns([UP_IMPORT, TERN_IMPORT, ONE_IMPORT, PARSE, OLD_IMPORT]),
        columns([UP_EXPORT, TERN_EXPORT, ONE_EXPORT, PRINT, OLD_EXPORT]),
    );
    Ok(costs[TERN_IMPORT].is_some() && costs[TERN_EXPORT].is_some())
}
