//! `tern layout`: how structs lie in memory.

use serde::Serialize;
use tern_analysis::layouts::{self, SourceLayout, StructLayout};

use super::super::Outcome;
use super::{Answers, One};
use crate::diagnostics::Report;

const EXAMPLES: &str = "\
Examples:
  tern layout program.ll                        all structs
  tern layout --struct struct.node program.ll   one, as LLVM IR has it
  tern layout --source --struct node debug.ll   as debug information describes it
  tern layout --padding program.ll              those with padding, the most wasteful first

Exit status:
  0  all went well
  1  FILE could not be read, or has no such struct
  2  the command line is wrong";

/// Shows offsets, sizes and padding of structs.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    module: One,

    /// The struct, by its name in LLVM IR without `%`, or in the source; may be repeated. Without it, all are shown.
    #[arg(long = "struct", value_name = "NAME")]
    names: Vec<String>,

    /// Show structs of the source, from debug information.
    #[arg(long)]
    source: bool,

    /// Show only structs with padding, those with the most first.
    #[arg(long)]
    padding: bool,

    #[command(flatten)]
    answers: Answers,
}

/// What both kinds of layouts have.
trait Layout: Serialize {
    fn name(&self) -> &str;
    fn padding(&self) -> u64;
    fn lines(&self) -> Vec<String>;
}

impl Layout for StructLayout {
    fn name(&self) -> &str {
        &self.name
    }

    fn padding(&self) -> u64 {
        self.padding
    }

    fn lines(&self) -> Vec<String> {
        let Self { name, size, alignment, padding, .. } = self;
        let mut lines = vec![format!("{name}: {size} bytes, aligned to {alignment}, {padding} of padding")];
        for field in &self.fields {
            if field.padding != 0 {
                lines.push(format!("{:>8} {:>8}  (padding)", field.offset - field.padding, field.padding));
            }
            lines.push(format!("{:>8} {:>8}  {}", field.offset, field.size, field.ty));
        }
        if self.tail_padding != 0 {
            lines.push(format!("{:>8} {:>8}  (padding)", self.size - self.tail_padding, self.tail_padding));
        }
        lines
    }
}

impl Layout for SourceLayout {
    fn name(&self) -> &str {
        &self.name
    }

    fn padding(&self) -> u64 {
        self.padding
    }

    fn lines(&self) -> Vec<String> {
        let bytes = |bits: u64| match bits % 8 {
            0 => (bits / 8).to_string(),
            rest => format!("{}:{rest}", bits / 8),
        };
        let Self { kind, name, size, padding, .. } = self;
        let mut lines =
            vec![format!("{kind} {name}: {} bytes, {} of padding", bytes(*size), bytes(*padding))];
        lines.extend(self.members.iter().map(|member| {
            let (offset, size) = (bytes(member.offset), bytes(member.size));
            format!("{offset:>8} {size:>8}  {} {}", member.ty, member.name)
        }));
        lines
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let named = args.module.read()?;
    match args.source {
        true => show(args, &named.name, layouts::source_layouts(&named.module)),
        false => show(args, &named.name, layouts::struct_layouts(&named.module)),
    }
}

fn show<L: Layout>(args: &Args, file: &str, mut layouts: Vec<L>) -> Outcome {
    if !args.names.is_empty() {
        let is_named = |layout: &L, name: &String| {
            layout.name() == name
                || layout.name().strip_prefix('%') == Some(name.strip_prefix('%').unwrap_or(name))
        };
        if let Some(missing) =
            args.names.iter().find(|name| !layouts.iter().any(|layout| is_named(layout, name)))
        {
            return Err(vec![Report::about_file(
                file,
                format!("there is no struct '{missing}' with a layout"),
            )]);
        }
        layouts.retain(|layout| args.names.iter().any(|name| is_named(layout, name)));
    }
    if args.padding {
        layouts.retain(|layout| layout.padding() != 0);
        layouts.sort_by_key(|layout| std::cmp::Reverse(layout.padding()));
    }
    args.answers.print(&layouts, layouts.iter().flat_map(Layout::lines))
}
