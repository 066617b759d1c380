//! `tern stats`: what modules have, in numbers.

use std::path::PathBuf;

use serde::Serialize;
use tern_analysis::stats::Stats;

use super::super::{Files, Outcome};
use super::{each_file, print_json, print_lines, read_all};

const EXAMPLES: &str = "\
Examples:
  tern stats program.ll
  tern stats --json *.bc > stats.json
  tern stats --csv build/*.ll > stats.csv

Exit status:
  0  all files were counted
  1  at least one could not be read
  2  the command line is wrong";

/// Arguments of `tern stats`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,

    /// Print one object of JSON: {"files": [{"file": …, "stats": …}], "total": …}.
    #[arg(long)]
    json: bool,

    /// Print a table with a row for each file, and columns separated by commas.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

#[derive(Serialize)]
struct All {
    files: Vec<OfFile>,
    total: Stats,
}

#[derive(Serialize)]
struct OfFile {
    file: String,
    stats: Stats,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let count = |path: &std::path::Path| {
        let mut sum = Stats::default();
        read_all(path)?.iter().for_each(|named| sum.add(&Stats::of(&named.module)));
        Ok(sum)
    };
    let (found, all_read) = each_file(&args.files.files, count);
    let mut total = Stats::default();
    found.iter().for_each(|(_, stats)| total.add(stats));
    match (args.json, args.csv) {
        (true, _) => {
            let file = |(path, stats): (PathBuf, Stats)| OfFile { file: path.display().to_string(), stats };
            print_json(&All { files: found.into_iter().map(file).collect(), total })?;
        }
        (_, true) => {
            let header =
                "file,".to_owned() + &scalars(&total).map(|(name, _)| name.replace(' ', "_")).join(",");
            let row = |(path, stats): &(PathBuf, Stats)| {
                let name = path.display().to_string().replace('"', "\"\"");
                format!("\"{name}\",{}", scalars(stats).map(|(_, number)| number.to_string()).join(","))
            };
            print_lines(std::iter::once(header).chain(found.iter().map(row)))?;
        }
        _ => {
            print_lines(table(&total, found.len()))?;
        }
    }
    Ok(all_read)
}

fn scalars(stats: &Stats) -> [(&'static str, u64); 15] {
    [
        ("definitions", stats.definitions),
        ("declarations", stats.declarations),
        ("internal functions", stats.internal_functions),
        ("variables", stats.variables),
        ("aliases", stats.aliases),
        ("structs", stats.structs),
        ("blocks", stats.blocks),
        ("instructions", stats.instructions),
        ("largest function", stats.largest_function),
        ("estimated machine instructions", stats.code_size),
        ("loops", stats.loops),
        ("deepest loop", stats.loop_depth),
        ("irreducible cycles", stats.irreducible_cycles),
        ("instructions with source lines", stats.located),
        ("bytes of text", stats.sections.values().sum()),
    ]
}

fn table(stats: &Stats, files: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if files != 1 {
        lines.push(format!("{files:>10} files"));
    }
    lines.extend(scalars(stats).iter().map(|(name, number)| format!("{number:>10} {name}")));
    let mut section = |title: &str, mut rows: Vec<(String, u64)>| {
        if rows.is_empty() {
            return;
        }
        rows.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        lines.push(String::new());
        lines.push(format!("{title}:"));
        lines.extend(rows.into_iter().map(|(name, count)| format!("{count:>10} {name}")));
    };
    let owned = |map: &std::collections::BTreeMap<&'static str, u64>| {
        map.iter().map(|(&name, &count)| (name.to_owned(), count)).collect()
    };
    section("instructions", owned(&stats.opcodes));
    section("intrinsics", stats.intrinsics.clone().into_iter().collect());
    section("debug records", owned(&stats.debug_records));
    section("metadata", owned(&stats.metadata));
    section("bytes of text", owned(&stats.sections));
    lines
}
