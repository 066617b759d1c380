//! `tern layout`: how structs lie in memory.

use serde::Serialize;
use tern_analysis::layouts::{self, Member, SourceLayout, StructLayout};

use super::super::Outcome;
use super::{Answers, One};
use crate::diagnostics::Report;

const EXAMPLES: &str = "\
Examples:
  tern layout program.ll                        all structs
  tern layout --struct struct.node program.ll   one, as LLVM IR has it
  tern layout --source --struct node debug.ll   as debug information describes it
  tern layout --padding program.ll              those with padding, the most wasteful first

With --source, padding is what no member has, base classes counted by their members; of an enum, what no variant has. It is
not known of classes with virtual bases, whose places debug information does not have, or with bases that are only declared.

Exit status:
  0  all went well
  1  FILE could not be read, or has no such struct
  2  the command line is wrong";

/// Arguments of `tern layout`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    module: One,

    /// The struct, by its name in LLVM IR without `%`, or in the source; may be repeated. Without it, all are shown.
    ///
    /// A name in the source can have scopes: `ns::Outer::Inner`. If none has this name, those are shown whose names end with it.
    #[arg(long = "struct", value_name = "NAME")]
    names: Vec<String>,

    /// Show structs of the source, from debug information.
    #[arg(long)]
    source: bool,

    /// Show only structs with padding, those with the most first. Structs whose padding is not known are left out.
    #[arg(long)]
    padding: bool,

    #[command(flatten)]
    answers: Answers,
}

/// What both kinds of layouts have.
trait Layout: Serialize {
    /// Whether this is the whole name.
    fn is_named(&self, name: &str) -> bool;

    /// Whether this is the name, or its end behind a scope.
    fn answers_to(&self, name: &str) -> bool;

    /// The padding as far as it is known.
    fn padding(&self) -> u64;

    fn lines(&self) -> Vec<String>;
}

impl Layout for StructLayout {
    fn is_named(&self, name: &str) -> bool {
        self.name == name || self.name.strip_prefix('%') == Some(name.strip_prefix('%').unwrap_or(name))
    }

    fn answers_to(&self, name: &str) -> bool {
        self.is_named(name)
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
    fn is_named(&self, name: &str) -> bool {
        self.name == name
    }

    fn answers_to(&self, name: &str) -> bool {
        self.answers_to(name)
    }

    fn padding(&self) -> u64 {
        self.padding.unwrap_or(0)
    }

    fn lines(&self) -> Vec<String> {
        let Self { kind, name, size, .. } = self;
        let padding = self.padding.map_or_else(
            || "padding not known".to_owned(),
            |padding| format!("{} of padding", bytes(padding)),
        );
        let mut lines = vec![format!("{kind} {name}: {} bytes, {padding}", bytes(*size))];
        lines.extend(self.discriminant.iter().map(|member| line(member, "(discriminant)")));
        lines.extend(self.members.iter().map(|member| line(member, &member.name)));
        for variant in &self.variants {
            let value = variant.value.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
            lines.push(format!("  {}{value}:", variant.name));
            lines.extend(variant.members.iter().map(|member| line(member, &member.name)));
        }
        lines
    }
}

/// A member of the source: its place, its size, its type, and what it is called.
fn line(member: &Member, called: &str) -> String {
    let offset = match member.offset {
        Some(offset) => bytes(offset),
        None if member.virtual_base => "virtual".to_owned(),
        None => "?".to_owned(),
    };
    let called = if member.base { "(base)" } else { called };
    let line = format!("{offset:>8} {:>8}  {} {called}", bytes(member.size), member.ty);
    line.trim_end().to_owned()
}

/// A number of bits in bytes, with the bits beyond them behind a colon.
fn bytes(bits: u64) -> String {
    match bits % 8 {
        0 => (bits / 8).to_string(),
        rest => format!("{}:{rest}", bits / 8),
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
        let mut shown = vec![false; layouts.len()];
        for name in &args.names {
            let is_whole = layouts.iter().any(|layout| layout.is_named(name));
            let is_it = |layout: &L| if is_whole { layout.is_named(name) } else { layout.answers_to(name) };
            if !layouts.iter().any(is_it) {
                let missing = format!("there is no struct '{name}' with a layout");
                return Err(vec![Report::about_file(file, missing)]);
            }
            for (shown, layout) in shown.iter_mut().zip(&layouts) {
                *shown |= is_it(layout);
            }
        }
        let mut shown = shown.into_iter();
        layouts.retain(|_| shown.next() == Some(true));
    }
    if args.padding {
        layouts.retain(|layout| layout.padding() != 0);
        layouts.sort_by_key(|layout| std::cmp::Reverse(layout.padding()));
    }
    args.answers.print(&layouts, layouts.iter().flat_map(Layout::lines))
}
