//! Puts mutants into the source: a mutated function gets one body per mutant and a switch at run time, so that all mutants are
//! built at once.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use serde_json::Value;

/// The environment variable that selects the active mutant; 0 or unset means none.
pub(super) const VARIABLE: &str = "TERN_MUTANT";

/// The code that is added to the crate.
pub(super) const SWITCH: &str = "
pub(crate) fn the_mutant_at_work() -> usize {
    static MUTANT: std::sync::LazyLock<usize> = std::sync::LazyLock::new(|| {
        std::env::var(\"TERN_MUTANT\").ok().and_then(|number| number.parse().ok()).unwrap_or(0)
    });
    *MUTANT
}
";

/// A line and a column, both from 1; columns count characters.
type Place = (usize, usize);

/// A mutation of the source, as listed by cargo-mutants.
#[derive(Clone, Debug)]
pub(super) struct Mutant {
    /// The identifying number, from 1.
    pub(super) number: usize,
    pub(super) name: String,
    /// Relative to the root of the workspace.
    pub(super) file: PathBuf,
    place: Range<Place>,
    replacement: String,
    function: Range<Place>,
}

impl Mutant {
    /// Reads an entry of the list. `None` for mutations that cannot be switched at run time: of constants, and of functions
    /// whose return type cannot be named.
    pub(super) fn read(number: usize, value: &Value) -> Option<Self> {
        let place = |value: &Value| -> Option<Place> {
            let number = |name: &str| usize::try_from(value[name].as_u64()?).ok();
            Some((number("line")?, number("column")?))
        };
        let span = |value: &Value| Some(place(&value["start"])?..place(&value["end"])?);
        let function = value.get("function").filter(|function| !function.is_null())?;
        let result = function["return_type"].as_str()?;
        if result.contains("impl ") {
            return None;
        }
        Some(Self {
            number,
            name: value["name"].as_str()?.to_owned(),
            file: value["file"].as_str()?.into(),
            place: span(&value["span"])?,
            replacement: value["replacement"].as_str()?.to_owned(),
            function: span(&function["span"])?,
        })
    }
}

/// The source file with a switch in each mutated function, and the line range of each mutant's body.
pub(super) fn switched(text: &str, mutants: &[&Mutant]) -> (String, Vec<(Range<usize>, usize)>) {
    let lines: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |(line, column): Place| {
        let start = lines[line - 1];
        let letters = text[start..].char_indices().nth(column - 1);
        letters.map_or(text.len(), |(at, _)| start + at)
    };
    let range = |places: &Range<Place>| offset(places.start)..offset(places.end);
    // A nested function is part of the outer one.
    let mut functions: Vec<Range<usize>> = mutants.iter().map(|mutant| range(&mutant.function)).collect();
    functions.sort_by_key(|function| (function.start, std::cmp::Reverse(function.end)));
    functions.dedup_by(|inner, outer| inner.start < outer.end);
    let mut by_function: BTreeMap<usize, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        let place = range(&mutant.place);
        let function = functions.iter().position(|function| function.contains(&place.start));
        by_function.entry(function.unwrap_or(functions.len())).or_default().push(mutant);
    }

    let (mut out, mut bodies, mut done) = (String::with_capacity(2 * text.len()), Vec::new(), 0);
    for (function, mutants) in by_function {
        let Some(function) = functions.get(function) else { continue };
        let Some(start) = body(&text[function.clone()]).map(|at| function.start + at) else { continue };
        // Without the braces.
        let body = start + 1..function.end - 1;
        out.push_str(&text[done..body.start]);
        out.push_str("\nmatch crate::the_mutant_at_work() {\n");
        let mut line = out.matches('\n').count() + 1;
        for mutant in mutants {
            let place = range(&mutant.place);
            let (before, after) = (&text[body.start..place.start], &text[place.end..body.end]);
            let arm = format!("{} => {{{before}{}{after}\n}}\n", mutant.number, mutant.replacement);
            let end = line + arm.matches('\n').count();
            bodies.push((line..end, mutant.number));
            line = end;
            out.push_str(&arm);
        }
        out.push_str("_ => {");
        out.push_str(&text[body.clone()]);
        out.push_str("\n}\n}\n");
        done = body.end;
    }
    out.push_str(&text[done..]);
    (out, bodies)
}

/// The position of the function body: the first brace after comments and attributes, each of which is on its own line.
fn body(function: &str) -> Option<usize> {
    let mut at = 0;
    for line in function.split_inclusive('\n') {
        let text = line.trim_start();
        if !text.starts_with("//")
            && !text.starts_with("#[")
            && let Some(brace) = line.find('{')
        {
            return Some(at + brace);
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(number: usize, place: Range<Place>, replacement: &str, function: Range<Place>) -> Mutant {
        let replacement = replacement.to_owned();
        Mutant { number, name: String::new(), file: PathBuf::new(), place, replacement, function }
    }

    #[test]
    fn a_function_gets_a_body_for_each_mutant() {
        let text = "/// {\nfn f(é: u8) -> bool {\n    é == 1 // is it?\n}\nfn g() {}\n";
        let mutants = [
            mutant(7, (3, 7)..(3, 9), "!=", (1, 1)..(4, 2)),
            mutant(9, (3, 5)..(3, 11), "true", (1, 1)..(4, 2)),
        ];
        let (text, bodies) = switched(text, &mutants.iter().collect::<Vec<_>>());
        let expected = "/// {\nfn f(é: u8) -> bool {\nmatch crate::the_mutant_at_work() {\n\
            7 => {\n    é != 1 // is it?\n\n}\n9 => {\n    true // is it?\n\n}\n_ => {\n    é == 1 // is it?\n\n}\n}\n}\nfn g() {}\n";
        assert_eq!(text, expected);
        assert_eq!(bodies, [(4..8, 7), (8..12, 9)]);
    }

    #[test]
    fn what_is_in_a_function_within_is_mutated_with_that_around_it() {
        let text = "fn f() -> u8 { fn g() -> u8 { 1 }\n g() + 1 }";
        let outer = (1, 1)..(2, 11);
        let mutants =
            [mutant(1, (1, 31)..(1, 32), "2", (1, 16)..(1, 34)), mutant(2, (2, 6)..(2, 7), "-", outer)];
        let (text, _) = switched(text, &mutants.iter().collect::<Vec<_>>());
        assert_eq!(text.matches("match crate").count(), 1, "{text}");
        assert!(text.contains("1 => { fn g() -> u8 { 2 }\n g() + 1 \n}"), "{text}");
        assert!(text.contains("2 => { fn g() -> u8 { 1 }\n g() - 1 \n}"), "{text}");
    }
}
