//! Parses the command-line syntax of LLVM's tools: `-flag`, `--flag`, `-flag=false`, `-option value`, `-option=value`, in any
//! order.
//!
//! Arguments are rewritten to the form that clap parses: options with two dashes, values after `=`, flags without a value.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{ArgAction, Command};

/// A set of names that are accepted as options though the command does not declare them, such as pass names.
pub(crate) struct Extra<'a> {
    /// The declared option that collects such names with their values: `--option=name=value`.
    pub(crate) option: &'a str,
    /// The accepted names.
    pub(crate) names: &'a [&'a str],
}

/// Whether the program was called by the name `tool`, possibly with a suffix (`mlir-opt-22`, `mlir-opt.exe`).
pub(crate) fn is_called(arguments: &[OsString], tool: &str) -> bool {
    let name = arguments.first().and_then(|program| Path::new(program).file_name());
    name.is_some_and(|name| name.to_string_lossy().starts_with(tool))
}

/// Rewrites `arguments`, which follow the name of the subcommand, to the form that `command` parses.
///
/// # Errors
/// If an argument is not an option, with a suggestion for a misspelled one; or if the value of a flag is invalid.
pub(crate) fn normalized(
    command: &Command,
    extra: Option<&Extra<'_>>,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Vec<OsString>, String> {
    let mut out = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            out.push(argument);
            out.extend(arguments);
            break;
        }
        let Some((name, value)) = argument.to_str().and_then(option) else {
            out.push(argument);
            continue;
        };
        if matches!(name, "help" | "h" | "help-list") {
            out.push("--help".into());
            continue;
        }
        let known = command.get_arguments().find(|arg| {
            !arg.is_positional()
                && (arg.get_long_and_visible_aliases().is_some_and(|names| names.contains(&name))
                    || arg.get_all_aliases().is_some_and(|names| names.contains(&name))
                    || (name.len() == 1 && arg.get_short() == name.chars().next()))
        });
        let Some(known) = known else {
            match extra.filter(|extra| extra.names.contains(&name)) {
                Some(extra) => {
                    let given = value.map(|value| format!("={value}")).unwrap_or_default();
                    out.push(format!("--{}={name}{given}", extra.option).into());
                    continue;
                }
                None => return Err(unknown(command, extra, &argument, name)),
            }
        };
        let Some(long) = known.get_long() else {
            if matches!(known.get_action(), ArgAction::SetTrue) {
                out.push(format!("-{name}").into());
                continue;
            }
            let value = value.map(OsString::from).or_else(|| arguments.next());
            let value = value.ok_or_else(|| format!("for the -{name} option: requires a value!"))?;
            out.extend([format!("-{name}").into(), value]);
            continue;
        };
        if matches!(known.get_action(), ArgAction::SetTrue) {
            match value {
                None | Some("" | "true" | "TRUE" | "True" | "1") => out.push(format!("--{long}").into()),
                Some("false" | "FALSE" | "False" | "0") => {}
                Some(value) => {
                    return Err(format!(
                        "for the --{long} option: '{value}' is invalid value for boolean argument! Try 0 or 1"
                    ));
                }
            }
            continue;
        }
        let optional = known.get_num_args().is_some_and(|range| range.min_values() == 0);
        let mut whole = OsString::from(format!("--{long}"));
        match value {
            Some(value) => whole.push(format!("={value}")),
            None if optional => {}
            None => match arguments.next() {
                Some(value) => {
                    whole.push("=");
                    whole.push(value);
                }
                None => return Err(format!("for the --{long} option: requires a value!")),
            },
        }
        out.push(whole);
    }
    Ok(out)
}

/// The name and the value of an option, if `argument` looks like one.
fn option(argument: &str) -> Option<(&str, Option<&str>)> {
    let name = argument.strip_prefix('-')?;
    let name = name.strip_prefix('-').unwrap_or(name);
    if name.is_empty() {
        return None;
    }
    Some(name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value))))
}

/// A name counts as a misspelling if at most one character in this many differs.
const MISSPELLED: usize = 4;

fn unknown(command: &Command, extra: Option<&Extra<'_>>, argument: &OsStr, name: &str) -> String {
    let options = command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(clap::Arg::get_long);
    let names = options.chain(extra.map(|extra| extra.names).unwrap_or_default().iter().copied());
    let distances = names.map(|other| (strsim::levenshtein(name, other), other));
    let nearest = distances.min().filter(|&(distance, _)| distance <= name.len().div_ceil(MISSPELLED));
    let argument = argument.to_string_lossy();
    let message = format!("Unknown command line argument '{argument}'.  Try: '{command} --help'");
    match nearest {
        Some((_, nearest)) => format!("{message}\nDid you mean '--{nearest}'?"),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::*;

    fn normal(line: &str) -> Result<String, String> {
        let command = Command::new("tool")
            .arg(Arg::new("flag").long("print-generic").action(ArgAction::SetTrue))
            .arg(Arg::new("split").long("split-input-file").num_args(0..=1).require_equals(true))
            .arg(Arg::new("pass").long("pass").hide(true).action(ArgAction::Append))
            .arg(Arg::new("output").short('o'))
            .arg(Arg::new("input"));
        let extra = Extra { option: "pass", names: &["canonicalize"] };
        normalized(&command, Some(&extra), line.split(' ').map(Into::into))
            .map(|all| all.iter().map(|one| one.to_str().unwrap()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn one_dash_is_as_good_as_two() {
        for (line, normalized) in [
            ("-print-generic a --print-generic=1 -print-generic=false", "--print-generic a --print-generic"),
            ("-split-input-file a -o b", "--split-input-file a -o b"),
            ("--split-input-file=-- - -o=-", "--split-input-file=-- - -o -"),
            ("-canonicalize -canonicalize=a=b,c", "--pass=canonicalize --pass=canonicalize=a=b,c"),
            ("-- -print-generic", "-- -print-generic"),
            ("-o -print-generic", "-o -print-generic"),
        ] {
            assert_eq!(normal(line).as_deref(), Ok(normalized));
        }
    }

    #[test]
    fn the_nearest_option_is_suggested() {
        for (line, message) in [
            (
                "-canonicaliz",
                "Unknown command line argument '-canonicaliz'.  Try: 'tool --help'\nDid you mean '--canonicalize'?",
            ),
            (
                "--print-generci",
                "Unknown command line argument '--print-generci'.  Try: 'tool --help'\nDid you mean '--print-generic'?",
            ),
            ("-inline", "Unknown command line argument '-inline'.  Try: 'tool --help'"),
            (
                "-print-generic=x",
                "for the --print-generic option: 'x' is invalid value for boolean argument! Try 0 or 1",
            ),
            ("-o", "for the -o option: requires a value!"),
        ] {
            assert_eq!(normal(line), Err(message.to_owned()));
        }
    }
}
