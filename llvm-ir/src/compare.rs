//! Compares two modules and finds where they first differ.
//!
//! Modules are compared as text in normal form. The normal form drops what LLVM does not keep or numbers anew: the order of
//! attachments and of the fields of a node, fields with their default value, duplicates of nodes that are not distinct, unused
//! types and comdats, the order of type definitions, and the numbers of unnamed values and types, of nodes and of attribute
//! groups. It keeps names, and the order of globals, blocks and instructions; and orders of uses, of which one that the reader has dropped is a difference.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::entity::StrId;
use crate::globals::GlobalKind;
use crate::metadata::specialized::{Holds, Kind};
use crate::metadata::{
    FIXED_KINDS, Field, FieldValue, Integer, JOINT, MdNode, MdNodeKind, Metadata, fixed_kind, symbols,
};
use crate::module::Module;
use crate::writer;

/// The first difference between two modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The function that contains the lines, without its sigil.
    pub function: Option<String>,
    /// The line of the first module in normal form; `None` if its text has ended.
    pub before: Option<String>,
    /// The line of the second module in normal form; `None` if its text has ended.
    pub after: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = &self.function {
            writeln!(f, "in @{function}")?;
        }
        let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "<end of text>".to_owned());
        write!(f, "- {}\n+ {}", side(&self.before), side(&self.after))
    }
}

/// The first difference between two modules; `None` if they are the same.
///
/// # Panics
/// If a module has no text; see [`write`](crate::write()).
pub fn first_difference(before: &Module, after: &Module) -> Option<Difference> {
    let text = |module: &Module| {
        let mut module = module.clone();
        normalize(&mut module);
        let mut text = writer::try_write_used(&module).unwrap_or_else(|problem| panic!("{problem}"));
        if module.lost_use_list_orders != 0 {
            text.extend_from_slice(format!("{} orders of uses\n", module.lost_use_list_orders).as_bytes());
        }
        text
    };
    let (before, after) = (text(before), text(after));
    if before == after {
        return None;
    }
    let (before, after) = (String::from_utf8_lossy(&before), String::from_utf8_lossy(&after));
    Comparison::new(&before, &after).run()
}

/// Puts a module into normal form, except for numbering: sorts what has no order and removes redundant fields.
pub fn normalize(module: &mut Module) {
    sort_attachments(module);
    normalize_fields(module);
}

/// Sorts attachments: kinds that LLVM knows in its order, then others by name.
fn sort_attachments(module: &mut Module) {
    let strings = &module.strings;
    let rank = |kind: StrId| {
        let name = strings.get(kind);
        (fixed_kind(name).unwrap_or(FIXED_KINDS.len()), name)
    };
    let is_sorted = |attachments: &[(StrId, MdNode)]| attachments.is_sorted_by_key(|&(kind, _)| rank(kind));
    for global in module.globals.values_mut() {
        global.attachments.sort_by_key(|&(kind, _)| rank(kind));
        let GlobalKind::Function(function) = &mut global.kind else { continue };
        for inst in function.insts.keys() {
            let attachments = function.inst_attachments(inst);
            if is_sorted(attachments) {
                continue;
            }
            let mut attachments = attachments.to_vec();
            attachments.sort_by_key(|&(kind, _)| rank(kind));
            let attachments = function.push_attachments(&attachments);
            function.set_attachments(inst, attachments);
        }
    }
}

/// Defaults of fields other than zero, empty, `false` or `null`. Source: LLVM's reader.
const DEFAULTS: &[(&str, &str, Default)] = &[
    ("DIBasicType", "tag", Default::Symbol("DW_TAG_base_type")),
    ("DIFixedPointType", "tag", Default::Symbol("DW_TAG_base_type")),
    ("DIStringType", "tag", Default::Symbol("DW_TAG_string_type")),
    ("DITemplateValueParameter", "tag", Default::Symbol("DW_TAG_template_value_parameter")),
    ("DIMacroFile", "type", Default::Symbol("DW_MACINFO_start_file")),
    ("DICompileUnit", "emissionKind", Default::Symbol("NoDebug")),
    ("DICompileUnit", "nameTableKind", Default::Symbol("Default")),
    ("DICompileUnit", "splitDebugInlining", Default::True),
    ("DIGlobalVariable", "isDefinition", Default::True),
    ("DIDerivedType", "dwarfAddressSpace", Default::None),
    ("DISubrange", "count", Default::None),
    ("DIFile", "source", Default::None),
];

/// The default value of a field.
#[derive(Clone, Copy)]
enum Default {
    Symbol(&'static str),
    True,
    /// There is no default: every value matters.
    None,
}

/// Whether a field could be omitted because it holds its default.
fn is_default(module: &Module, kind: &Kind, name: &str, value: &FieldValue) -> bool {
    let Some(known) = kind.fields.iter().find(|field| field.name == name) else { return false };
    // A subprogram's older fields and `spFlags` are two spellings of the same thing.
    if known.required || kind.name == "DISubprogram" && matches!(name, "isDefinition" | "spFlags") {
        return false;
    }
    let text = |id: StrId| module.strings.get(id);
    let other = DEFAULTS.iter().find(|(node, field, _)| *node == kind.name && *field == name);
    match (other, value) {
        (Some((.., Default::Symbol(symbol))), FieldValue::Symbols(found)) => {
            text(*found) == symbol.as_bytes()
        }
        (Some((.., Default::True)), FieldValue::Bool(value)) => *value,
        (Some(_), _) => false,
        (None, FieldValue::Metadata(operand)) => *operand == Metadata::Null,
        (None, FieldValue::Element(_) | FieldValue::Wide(_)) => false,
        // Where a node is also allowed, the number 0 differs from an absent field.
        (None, FieldValue::Integer(value)) => {
            *value == Integer::ZERO
                && !matches!(
                    known.holds,
                    Holds::SignedOrMetadata(_) | Holds::SignedOrNotNull(_) | Holds::Integer | Holds::Bits
                )
        }
        (None, FieldValue::Bool(value)) => !value,
        (None, FieldValue::String(value)) => text(*value).is_empty(),
        (None, FieldValue::Symbols(value)) => match known.holds {
            Holds::Flags(words) => text(*value).strip_prefix(words.prefix.as_bytes()) == Some(b"Zero"),
            Holds::Dwarf(table, ..) => table.number(&module.text(*value)) == Some(0),
            _ => false,
        },
    }
}

/// Sorts the fields of nodes and the flags in them in LLVM's order, and removes fields with their default.
fn normalize_fields(module: &mut Module) {
    let mut kinds: FxHashMap<StrId, Option<&'static Kind>> = FxHashMap::default();
    for node in module.metadata.nodes.keys() {
        let MdNodeKind::Specialized { kind, fields } = &module.metadata.nodes[node].kind else { continue };
        let known = *kinds.entry(*kind).or_insert_with(|| Kind::find(module.strings.get(*kind)));
        let Some(known) = known else { continue };
        let place = |field: &Field| {
            let name = field.name.map(|name| module.strings.get(name));
            known.fields.iter().position(|known| Some(known.name.as_bytes()) == name)
        };
        let mut kept: Vec<(Option<usize>, Field)> = Vec::with_capacity(fields.len());
        for field in fields {
            let at = place(field);
            let name = at.map_or("", |at| known.fields[at].name);
            let mut field = *field;
            // LLVM prints a number by its name if it has one.
            if let (Some(Holds::Dwarf(table, ..)), FieldValue::Integer(number)) =
                (at.map(|at| known.fields[at].holds), &field.value)
                && let Some((_, name)) = table.names.iter().find(|(it, _)| Some(*it) == number.to())
            {
                field.value = FieldValue::Symbols(module.strings.intern(name.as_bytes()));
            }
            if is_default(module, known, name, &field.value) {
                continue;
            }
            if let (Some(Holds::Flags(words)), FieldValue::Symbols(flags)) =
                (at.map(|at| known.fields[at].holds), &field.value)
            {
                let rank = |flag: &&[u8]| {
                    let name = flag.strip_prefix(words.prefix.as_bytes()).unwrap_or(flag);
                    words.names.iter().position(|known| known.as_bytes() == name).unwrap_or(usize::MAX)
                };
                let mut all: Vec<&[u8]> = symbols(module.strings.get(*flags)).collect();
                all.sort_by_key(rank);
                all.dedup();
                field.value = FieldValue::Symbols(module.strings.intern(&all.join(JOINT.as_bytes())));
            }
            kept.push((at, field));
        }
        // Unnamed elements are not fields and keep their order.
        kept.sort_by_key(|(at, _)| *at);
        let kept = kept.into_iter().map(|(_, field)| field).collect();
        if let MdNodeKind::Specialized { fields, .. } = &mut module.metadata.nodes[node].kind {
            *fields = kept;
        }
    }
}

/// Two texts in normal form, compared line by line. References by number are equal if the definitions that they refer to are
/// equal. So a difference is reported where it is, not where it first changes a number.
struct Comparison<'t> {
    before: Side<'t>,
    after: Side<'t>,
    /// Nodes and attribute groups that have been compared or are scheduled for it.
    compared: FxHashSet<(Reference, u64, u64)>,
    /// The correspondence of numbers of distinct nodes, attribute groups and unnamed globals.
    pairs: Pairs,
    /// The correspondence of numbers of unnamed values and blocks in the current function.
    locals: Pairs,
    /// Whether numbers after `%` are only used for values and blocks, not for types.
    only_locals: bool,
}

/// One of the two texts.
struct Side<'t> {
    /// All lines except definitions of nodes and attribute groups.
    lines: Vec<&'t str>,
    /// The definitions of nodes and attribute groups, by number.
    definitions: FxHashMap<(Reference, u64), &'t str>,
    has_unnamed_types: bool,
}

/// The kind of a reference by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Reference {
    /// A metadata node: `!5`.
    Node,
    /// An attribute group: `#5`.
    Group,
    /// An unnamed global: `@5`.
    Global,
    /// An unnamed value or block: `%5`, `5:`.
    Local,
}

/// A one-to-one correspondence between the numbers of two texts.
#[derive(Default)]
struct Pairs {
    after: FxHashMap<(Reference, u64), u64>,
    before: FxHashMap<(Reference, u64), u64>,
}

impl Pairs {
    /// Whether the two numbers may correspond; if so, records that they do.
    fn are_one(&mut self, kind: Reference, before: u64, after: u64) -> bool {
        *self.after.entry((kind, before)).or_insert(after) == after
            && *self.before.entry((kind, after)).or_insert(before) == before
    }
}

impl<'t> Side<'t> {
    fn new(text: &'t str) -> Self {
        let mut side =
            Self { lines: Vec::new(), definitions: FxHashMap::default(), has_unnamed_types: false };
        for line in text.lines().filter(|line| !line.is_empty()) {
            match definition(line) {
                Some(name) => {
                    side.definitions.insert(name, line);
                }
                None => {
                    side.has_unnamed_types |= line
                        .strip_prefix('%')
                        .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
                    side.lines.push(line);
                }
            }
        }
        side
    }
}

/// The node or attribute group that a line defines, if any.
fn definition(line: &str) -> Option<(Reference, u64)> {
    let (kind, rest) = match line.strip_prefix('!') {
        Some(rest) => (Reference::Node, rest),
        None => (Reference::Group, line.strip_prefix("attributes #")?),
    };
    let (number, _) = rest.split_once(" = ")?;
    Some((kind, number.parse().ok()?))
}

/// A piece of a line: a reference by number, or the text between references.
#[derive(PartialEq, Eq, Debug)]
enum Piece<'t> {
    Reference(Reference, u64),
    Text(&'t str),
}

/// Splits a line into pieces. Quoted parts are text.
fn pieces(line: &str) -> Vec<Piece<'_>> {
    let bytes = line.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    let label = digits(0);
    if label > 0 && bytes.get(label) == Some(&b':') {
        pieces.extend(line[..label].parse().ok().map(|number| Piece::Reference(Reference::Local, number)));
        (start, at) = (label, label);
    }
    while at < bytes.len() {
        let kind = match bytes[at] {
            b'"' => {
                at += 1 + bytes[at + 1..].iter().take_while(|&&byte| byte != b'"').count();
                None
            }
            b'!' => Some(Reference::Node),
            b'#' => Some(Reference::Group),
            b'@' => Some(Reference::Global),
            b'%' => Some(Reference::Local),
            _ => None,
        };
        at += 1;
        let Some(kind) = kind else { continue };
        let end = at + digits(at);
        if let Ok(number) = line[at..end].parse() {
            pieces.push(Piece::Text(&line[start..at]));
            pieces.push(Piece::Reference(kind, number));
            (start, at) = (end, end);
        }
    }
    pieces.push(Piece::Text(&line[start..]));
    pieces
}

impl<'t> Comparison<'t> {
    fn new(before: &'t str, after: &'t str) -> Self {
        let (before, after) = (Side::new(before), Side::new(after));
        let only_locals = !before.has_unnamed_types && !after.has_unnamed_types;
        Self {
            before,
            after,
            compared: FxHashSet::default(),
            pairs: Pairs::default(),
            locals: Pairs::default(),
            only_locals,
        }
    }

    fn run(mut self) -> Option<Difference> {
        let mut function = None;
        for index in 0..self.before.lines.len().max(self.after.lines.len()) {
            let lines = (self.before.lines.get(index).copied(), self.after.lines.get(index).copied());
            let differ = match lines {
                (Some(before), Some(after)) => self.lines(before, after),
                (before, after) => Some((before, after)),
            };
            let line = lines.0.or(lines.1).unwrap_or_default();
            if line.starts_with("define ") || line.starts_with("declare ") {
                function = function_name(line);
                // Arguments have the first numbers; those in the header were compared above.
            }
            if let Some((before, after)) = differ {
                let text = |line: Option<&str>| line.map(str::to_owned);
                return Some(Difference { function, before: text(before), after: text(after) });
            }
            if line == "}" {
                function = None;
                self.locals = Pairs::default();
            }
        }
        None
    }

    /// Compares two lines and everything they refer to; returns the first lines that differ.
    fn lines(&mut self, before: &'t str, after: &'t str) -> Option<(Option<&'t str>, Option<&'t str>)> {
        let mut work = vec![(before, after)];
        while let Some((before, after)) = work.pop() {
            if !self.references(before, after, &mut work) {
                return Some((Some(before), Some(after)));
            }
        }
        None
    }

    /// Whether two lines are equal except for definitions that they refer to, which are added to `work`.
    fn references(&mut self, before: &'t str, after: &'t str, work: &mut Vec<(&'t str, &'t str)>) -> bool {
        let (ours, theirs) = (pieces(before), pieces(after));
        if ours.len() != theirs.len() {
            return false;
        }
        let start = work.len();
        for pair in ours.iter().zip(&theirs) {
            let (kind, one, other) = match pair {
                (Piece::Text(one), Piece::Text(other)) if one == other => continue,
                (&Piece::Reference(kind, one), &Piece::Reference(other_kind, other))
                    if kind == other_kind =>
                {
                    (kind, one, other)
                }
                _ => return false,
            };
            let same = match kind {
                Reference::Local if self.only_locals => self.locals.are_one(kind, one, other),
                Reference::Local => one == other,
                Reference::Global => self.pairs.are_one(kind, one, other),
                Reference::Node | Reference::Group => {
                    let name = (kind, one);
                    let defined =
                        (self.before.definitions.get(&name), self.after.definitions.get(&(kind, other)));
                    match defined {
                        (Some(before), Some(after)) => {
                            if self.compared.insert((kind, one, other)) {
                                work.push((before, after));
                            }
                            // For nodes that are not distinct, only the content counts.
                            !before.contains(" = distinct ") || self.pairs.are_one(kind, one, other)
                        }
                        // Digits in a name or in other text.
                        _ => one == other,
                    }
                }
            };
            if !same {
                return false;
            }
        }
        work[start..].reverse();
        true
    }
}

/// The name of the function that a line declares or begins to define.
fn function_name(line: &str) -> Option<String> {
    let rest = &line[line.find('@')? + 1..];
    let end = match rest.strip_prefix('"') {
        Some(quoted) => quoted.find('"')? + 2,
        None => rest.find('(')?,
    };
    Some(rest[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(before: &str, after: &str) -> Option<Difference> {
        let read =
            |text: &str| crate::read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        first_difference(&read(before), &read(after))
    }

    #[track_caller]
    fn same(before: &str, after: &str) {
        assert_eq!(difference(before, after), None);
        assert_eq!(difference(after, before), None);
    }

    /// Checks the lines that differ. `…` in `lines` stands for omitted text.
    #[track_caller]
    fn differs(before: &str, after: &str, function: Option<&str>, lines: [&str; 2]) {
        let found = difference(before, after).expect("a difference");
        assert_eq!(found.function.as_deref(), function, "{found}");
        assert_eq!([found.before.as_deref(), found.after.as_deref()], lines.map(Some), "{found}");
        assert!(difference(after, before).is_some());
    }

    #[test]
    fn what_has_no_order_may_have_any() {
        same(
            "define void @f(ptr %p) {\n  %v = load i32, ptr %p, !mine !0, !range !1, !invariant.load !2, !a !0\n  ret void\n}\n\
             !0 = !{!\"a\"}\n!1 = !{i32 0, i32 5}\n!2 = !{}\n",
            "define void @f(ptr %p) {\n  %v = load i32, ptr %p, !a !7, !range !8, !invariant.load !9, !mine !7\n  ret void\n}\n\
             !7 = !{!\"a\"}\n!9 = !{}\n!8 = !{i32 0, i32 5}\n",
        );
        same(
            "@x = global i32 0, !b !0, !a !1\n!0 = !{i32 1}\n!1 = !{i32 2}\n",
            "@x = global i32 0, !a !0, !b !1\n!0 = !{i32 2}\n!1 = !{i32 1}\n",
        );
        same(
            "declare void @f() nounwind cold\n",
            "declare void @f() #3\nattributes #3 = { cold nounwind }\n",
        );
        same(
            "!n = !{!0}\n!0 = !DIFile(directory: \"/w\", filename: \"a.c\")\n",
            "!n = !{!0}\n!0 = !DIFile(filename: \"a.c\", directory: \"/w\")\n",
        );
        same(
            "!n = !{!0}\n!0 = !DIBasicType(flags: DIFlagVector | DIFlagPublic, size: 0, name: \"\", tag: DW_TAG_base_type)\n",
            "!n = !{!0}\n!0 = !DIBasicType(flags: DIFlagPublic | DIFlagVector)\n",
        );
    }

    #[test]
    fn what_nothing_uses_is_nothing() {
        same(
            "%unused = type { i32 }\n%used = type { i32 }\n$c = comdat any\n@x = global %used zeroinitializer\n!0 = !{}\n",
            "%used = type { i32 }\n@x = global %used zeroinitializer\n",
        );
    }

    #[test]
    fn numbers_are_not_compared() {
        same(
            "%7 = type { i32 }\n%3 = type { %7, ptr }\n@5 = global %3 zeroinitializer\n@9 = global ptr @5\n",
            "%0 = type { %1, ptr }\n%1 = type { i32 }\n@0 = global %0 zeroinitializer\n@1 = global ptr @0\n",
        );
    }

    #[test]
    fn nodes_that_hold_the_same_are_one_unless_they_are_distinct() {
        let twins = "!n = !{!0, !1}\n!0 = !{!\"x\", !2}\n!1 = !{!\"x\", !3}\n!2 = !{i32 1}\n!3 = !{i32 1}\n";
        same(twins, "!n = !{!0, !0}\n!0 = !{!\"x\", !1}\n!1 = !{i32 1}\n");
        differs(
            "!n = !{!0, !1}\n!0 = distinct !{i32 1}\n!1 = distinct !{i32 1}\n",
            "!n = !{!0, !0}\n!0 = distinct !{i32 1}\n",
            None,
            ["!n = !{!0, !1}", "!n = !{!0, !0}"],
        );
        differs(
            "!n = !{!0}\n!0 = distinct !{i32 1}\n",
            "!n = !{!0}\n!0 = !{i32 1}\n",
            None,
            ["!0 = distinct !{i32 1}", "!0 = !{i32 1}"],
        );
    }

    #[test]
    fn a_difference_is_found_where_it_is() {
        // The missing node changes the numbers of all others.
        differs(
            "!n = !{!0, !1}\n!0 = !{!2, !3}\n!1 = !{!\"b\"}\n!2 = !{!\"a\"}\n!3 = !{!\"c\"}\n",
            "!n = !{!0, !1}\n!0 = !{!2, !3}\n!1 = !{!\"b\"}\n!2 = !{!\"a\"}\n!3 = !{!\"d\"}\n",
            None,
            ["!2 = !{!\"c\"}", "!2 = !{!\"d\"}"],
        );
        // So does a missing instruction, but the branch before it is unchanged.
        let body = |more: &str| {
            format!(
                "define i32 @f(i32 %0) {{\n  br label %x\nx:\n  %2 = add i32 %0, 1\n{more}  br label %4\n4:\n  ret i32 %0\n}}\n"
            )
        };
        differs(
            &body("  %3 = add i32 %0, 2\n"),
            &body("  %3 = add i32 %0, 3\n"),
            Some("f"),
            ["  %3 = add i32 %0, 2", "  %3 = add i32 %0, 3"],
        );
        differs(
            "define void @f() #0 {\n  ret void\n}\nattributes #0 = { cold }\n",
            "define void @f() #0 {\n  ret void\n}\nattributes #0 = { hot }\n",
            Some("f"),
            ["attributes #0 = { cold }", "attributes #0 = { hot }"],
        );
    }

    #[test]
    fn a_number_is_its_name() {
        let module = |node: &str| format!("!n = !{{!0}}\n!0 = {node}\n");
        same(
            &module("!DISubroutineType(cc: 200, types: null)"),
            &module("!DISubroutineType(cc: DW_CC_LLVM_Swift, types: null)"),
        );
    }

    #[test]
    fn a_field_that_says_something_counts() {
        for (before, after) in [
            ("!DISubrange(count: 0)", "!DISubrange()"),
            ("!DISubrange(count: 1, lowerBound: 0)", "!DISubrange(count: 1)"),
            (
                "!DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, dwarfAddressSpace: 0)",
                "!DIDerivedType(tag: DW_TAG_pointer_type, baseType: null)",
            ),
            ("!DIBasicType(tag: DW_TAG_unspecified_type)", "!DIBasicType()"),
            ("!DIBasicType(name: \"a\")", "!DIBasicType(name: \"b\")"),
            (
                "!DIFile(filename: \"f\", directory: \"d\", source: \"\")",
                "!DIFile(filename: \"f\", directory: \"d\")",
            ),
        ] {
            let module = |node: &str| format!("!n = !{{!0}}\n!0 = {node}\n");
            let found = difference(&module(before), &module(after));
            assert!(found.is_some(), "{before} {after}");
        }
    }

    #[test]
    fn order_and_names_count() {
        let globals = ["@x = global i32 0\n@y = global i32 0\n", "@y = global i32 0\n@x = global i32 0\n"];
        assert!(difference(globals[0], globals[1]).is_some());
        assert!(difference("declare void @f()\n", "").is_some_and(|found| found.after.is_none()));
        assert!(difference("declare void @f(i32 %x)\n", "declare void @f(i64 %x)\n").is_some());
        let named = |name: &str| format!("define i32 @f(i32 %{name}) {{\n  ret i32 %{name}\n}}\n");
        assert!(difference(&named("x"), &named("y")).is_some());
    }
}
