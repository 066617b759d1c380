//! Canonical forms of LLVM IR, for comparison.

use std::collections::HashMap;

use tern_llvm_ir::metadata::{FIXED_KINDS, fixed_kind};
use tern_llvm_ir::{GlobalKind, MdNode, Module, StrId};

/// Sorts attachments in the order in which LLVM keeps them: the kinds that LLVM knows, then others by their first use in the
/// module.
pub fn sort_attachments(module: &mut Module) {
    let mut ranks: HashMap<StrId, usize> = HashMap::new();
    let strings = &module.strings;
    let mut sort = |attachments: &mut [(StrId, MdNode)]| {
        for &(kind, _) in attachments.iter() {
            let next = FIXED_KINDS.len() + ranks.len();
            ranks.entry(kind).or_insert_with(|| fixed_kind(strings.get(kind)).unwrap_or(next));
        }
        attachments.sort_by_key(|(kind, _)| ranks[kind]);
    };
    for global in module.globals.values_mut() {
        sort(&mut global.attachments);
        let GlobalKind::Function(function) = &mut global.kind else { continue };
        for inst in function.insts.keys() {
            let mut attachments = function.inst_attachments(inst).to_vec();
            sort(&mut attachments);
            let attachments = function.push_attachments(&attachments);
            function.set_attachments(inst, attachments);
        }
    }
}

/// Normalizes the metadata of a module as LLVM does: merges equal nodes that are not distinct, and numbers nodes in the order
/// of their first use in the text. Comments are kept.
pub fn merged_nodes(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    loop {
        let mut first: HashMap<&str, &str> = HashMap::new();
        let mut twins: HashMap<String, String> = HashMap::new();
        for (name, content) in lines.iter().filter_map(|line| definition(line)) {
            if content.starts_with("distinct ") {
                continue;
            }
            match first.get(content) {
                Some(known) => {
                    twins.insert(name.to_owned(), (*known).to_owned());
                }
                None => {
                    first.insert(content, name);
                }
            }
        }
        if twins.is_empty() {
            break;
        }
        lines.retain(|line| definition(line).is_none_or(|(name, _)| !twins.contains_key(name)));
        for line in &mut lines {
            *line = renamed(line, |number| twins.get(number).cloned());
        }
    }
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let is_definition = |line: &&String| definition(line).is_some();
    let mut seen = Vec::new();
    for line in lines.iter().filter(|line| !is_definition(line)) {
        renamed(line, |number| {
            seen.push(number.to_owned());
            None
        });
    }
    let contents: HashMap<&str, &str> = lines.iter().filter_map(|line| definition(line)).collect();
    // In the order of first use in the text; operands of a node after the node.
    let mut stack: Vec<String> = seen.into_iter().rev().collect();
    while let Some(number) = stack.pop() {
        if numbers.contains_key(&number) {
            continue;
        }
        let mut within = Vec::new();
        if let Some(content) = contents.get(number.as_str()) {
            renamed(content, |inner| {
                within.push(inner.to_owned());
                None
            });
        }
        numbers.insert(number, numbers.len());
        stack.extend(within.into_iter().rev());
    }
    let renumber = |number: &str| numbers.get(number).map(usize::to_string);
    let (definitions, others): (Vec<String>, Vec<String>) = {
        let (definitions, others): (Vec<&String>, Vec<&String>) = lines.iter().partition(is_definition);
        let renamed_all =
            |lines: Vec<&String>| lines.into_iter().map(|line| renamed(line, renumber)).collect();
        (renamed_all(definitions), renamed_all(others))
    };
    let number_of = |line: &String| definition(line).and_then(|(name, _)| name.parse::<usize>().ok());
    let mut definitions = definitions;
    definitions.sort_by_key(number_of);
    [others, definitions].concat().join("\n")
}

/// Splits `!5 = …` into the number and the definition.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (name, content) = line.strip_prefix('!')?.split_once(" = ")?;
    name.bytes().all(|byte| byte.is_ascii_digit()).then_some((name, content))
}

/// Renumbers node references such as `!5` in a line, outside of strings.
fn renamed(line: &str, mut other: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    let mut quoted = false;
    while let Some(at) = rest.find(['"', '!']) {
        out.push_str(&rest[..=at]);
        let is_quote = rest.as_bytes()[at] == b'"';
        rest = &rest[at + 1..];
        if is_quote {
            quoted = !quoted;
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if !quoted && digits > 0 {
            match other(&rest[..digits]) {
                Some(number) => out.push_str(&number),
                None => out.push_str(&rest[..digits]),
            }
            rest = &rest[digits..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_one() {
        let text = "a !2, !x !3 \"!2\"\n!n = !{!4}\n!2 = !{!\"!3\"}\n!3 = !{!5}\n!4 = !{!6}\n!5 = !{}\n!6 = !{}\n!7 = distinct !{}";
        let merged = merged_nodes(text);
        assert_eq!(
            merged,
            "a !0, !x !1 \"!2\"\n!n = !{!1}\n!0 = !{!\"!3\"}\n!1 = !{!2}\n!2 = !{}\n!7 = distinct !{}"
        );
    }
}
