//! `-verify-diagnostics`: compares diagnostics with the expectations in comments.
//!
//! `expected-error {{text}}` at the end of a line expects an error on that line whose message contains `text`; `-warning`,
//! `-remark` and `-note` work alike. `@+2` and `@-2` are relative line numbers, `@below` and `@above` mean the next and the
//! previous line without an expectation, `@unknown` means no position. With `-re` after the severity, the parts of the text in
//! `{{…}}` are regular expressions.

use regex::Regex;
use tern_mlir::diagnostic::Severity;

use super::messages::{Message, Place};
use super::split::Chunk;

/// How strictly diagnostics are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Strictness {
    /// Every expected diagnostic must occur, and no other.
    All,
    /// Every expected diagnostic must occur; others are allowed.
    OnlyExpected,
}

/// An expected diagnostic.
struct Expectation {
    severity: Severity,
    /// `None` for a diagnostic without position.
    line: Option<u32>,
    text: String,
    regex: Option<Regex>,
    /// The position of the expectation itself, and the length of its text.
    place: Place,
    met: bool,
}

impl Expectation {
    fn is_met_by(&self, message: &Message) -> bool {
        match &self.regex {
            Some(regex) => regex.is_match(message.text()),
            None => message.text().contains(&self.text),
        }
    }
}

/// Compares the diagnostics of a chunk with its expectations. Returns the mismatches as messages.
pub(super) fn check(chunk: &Chunk<'_>, strictness: Strictness, said: &[Message]) -> Vec<Message> {
    let (mut expectations, mut wrong) = parse(chunk);
    for message in said {
        // Positions in other files match no line of this one.
        let line = message.place().map(|place| if place.file == chunk.file.name { place.line } else { 0 });
        let mut near_miss = None;
        let met = expectations.iter_mut().filter(|expected| expected.line == line).find(|expected| {
            let fits = expected.is_met_by(message);
            if fits && expected.severity != message.severity() {
                near_miss = Some((expected.place.clone(), expected.severity));
            }
            fits && expected.severity == message.severity()
        });
        match met {
            Some(expected) => expected.met = true,
            None if strictness == Strictness::OnlyExpected => {}
            None => wrong.push(unexpected(message, near_miss)),
        }
    }
    let (placed, unplaced): (Vec<_>, Vec<_>) = expectations
        .into_iter()
        .filter(|expected| !expected.met)
        .partition(|expected| expected.line.is_some());
    for expected in placed.into_iter().chain(unplaced) {
        let text = format!("expected {} \"{}\" was not produced", expected.severity, expected.text);
        let place = expected.line.is_some().then_some(expected.place);
        wrong.push(Message::new(Severity::Error, place, text).underlining(expected.text.len()));
    }
    wrong
}

fn unexpected(message: &Message, near_miss: Option<(Place, Severity)>) -> Message {
    let found = message.severity();
    match near_miss {
        Some((place, wanted)) => {
            let text = format!("'{found}' diagnostic emitted when expecting a '{wanted}'");
            Message::new(Severity::Error, Some(place), text)
        }
        None => {
            let text = format!("unexpected {found}: {}", message.text());
            Message::new(Severity::Error, message.place().cloned(), text)
        }
    }
}

/// Parses the expectations in a chunk; also returns errors in them.
fn parse(chunk: &Chunk<'_>) -> (Vec<Expectation>, Vec<Message>) {
    let syntax = Regex::new(
        r"expected-(error|note|remark|warning)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$",
    )
    .expect("a regular expression");
    let text = String::from_utf8_lossy(chunk.text);
    let (mut expectations, mut wrong): (Vec<Expectation>, Vec<Message>) = (Vec::new(), Vec::new());
    // Pending `@below` expectations, and the last line without an expectation, for `@above`.
    let mut below: Vec<usize> = Vec::new();
    let mut above = chunk.before.0 + 1;
    let count = text.split('\n').count() as u32;
    for (index, line) in text.split('\n').enumerate() {
        let number = chunk.before.0 + index as u32 + 1;
        let Some(found) = syntax.captures(line.trim_end()) else {
            for index in below.drain(..) {
                expectations[index].line = Some(number);
            }
            above = number;
            continue;
        };
        let column = found.get(0).map_or(0, |whole| whole.start()) as u32 + 1;
        let column = column + if index == 0 { chunk.before.1 } else { 0 };
        let place = Place { file: chunk.file.name.clone(), line: number, column };
        let text = &found[4];
        let regex = match found.get(2).map(|_| pattern(text)) {
            None => None,
            Some(Ok(regex)) => Some(regex),
            Some(Err(message)) => {
                wrong.push(Message::new(Severity::Error, Some(place), message));
                continue;
            }
        };
        let line = match found.get(3).map(|designator| designator.as_str()) {
            None => Some(number),
            Some("unknown") => None,
            Some("above") => Some(above),
            Some("below") => {
                below.push(expectations.len());
                Some(chunk.before.0 + count)
            }
            Some(offset) => Some(number.saturating_add_signed(offset.parse().unwrap_or(i32::MIN))),
        };
        let severity = match &found[1] {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            "remark" => Severity::Remark,
            _ => Severity::Note,
        };
        expectations.push(Expectation { severity, line, text: text.to_owned(), regex, place, met: false });
    }
    (expectations, wrong)
}

/// The regular expression for a text with `{{…}}` parts.
fn pattern(text: &str) -> Result<Regex, String> {
    let mut pattern = String::new();
    let mut rest = text;
    while let Some((plain, tail)) = rest.split_once("{{") {
        let (expression, after) = tail.split_once("}}").ok_or("found start of regex with no end '}}'")?;
        pattern.push_str(&regex::escape(plain));
        pattern.push('(');
        pattern.push_str(expression);
        pattern.push(')');
        rest = after;
    }
    pattern.push_str(&regex::escape(rest));
    Regex::new(&pattern).map_err(|error| format!("invalid regex: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Input;

    /// The mismatches for `text` and the errors `said`, given by line.
    fn wrong(text: &str, strictness: Strictness, said: &[(Severity, Option<u32>, &str)]) -> Vec<String> {
        let file = Input::new("x", text.as_bytes().to_vec());
        let chunk = Chunk { file: &file, text: &file.bytes, before: (0, 0) };
        let message = |&(severity, line, text): &(Severity, Option<u32>, &str)| {
            let place = line.map(|line| Place { file: "x".to_owned(), line, column: 1 });
            Message::new(severity, place, text)
        };
        let said: Vec<_> = said.iter().map(message).collect();
        check(&chunk, strictness, &said).iter().map(|message| message.text().to_owned()).collect()
    }

    use Severity::{Error, Note, Warning};
    use Strictness::{All, OnlyExpected};

    #[test]
    fn places_are_counted_from_the_comment() {
        let text = "a // expected-error {{one}}\n// expected-error@+1 {{two}}\nb\n// expected-note @above {{three}}\n\
                    // expected-warning@below{{four}}\n// expected-error @unknown {{five}}\nc\n// expected-error@-4{{six}}";
        let said = [
            (Error, Some(1), "one!"),
            (Error, Some(3), "the two"),
            (Note, Some(3), "three"),
            (Warning, Some(7), "four"),
            (Error, None, "five"),
            (Error, Some(4), "six"),
        ];
        assert_eq!(wrong(text, All, &said), [""; 0]);
        assert_eq!(wrong(text, All, &[]).len(), 6);
    }

    #[test]
    fn what_is_not_expected_is_wrong() {
        assert_eq!(wrong("a", All, &[(Error, Some(1), "x")]), ["unexpected error: x"]);
        assert_eq!(wrong("a", OnlyExpected, &[(Error, Some(1), "x")]), [""; 0]);
        let near = wrong("a // expected-warning{{x}}", All, &[(Error, Some(1), "x")]);
        let expected = [
            "'error' diagnostic emitted when expecting a 'warning'",
            "expected warning \"x\" was not produced",
        ];
        assert_eq!(near, expected);
    }

    #[test]
    fn expressions_are_marked() {
        let text = "a // expected-error-re {{a.b {{[0-9]+}} c}}";
        assert_eq!(wrong(text, All, &[(Error, Some(1), "a.b 17 c")]), [""; 0]);
        assert_eq!(wrong(text, All, &[(Error, Some(1), "axb 17 c")]).len(), 2);
        assert_eq!(wrong("a // expected-error {{a {{.*}}}}", All, &[(Error, Some(1), "a b")]).len(), 2);
        assert!(wrong("// expected-error-re {{a {{[}}}}", All, &[])[0].starts_with("invalid regex"));
        assert_eq!(
            wrong("// expected-error-re {{a {{b}}", All, &[]),
            ["found start of regex with no end '}}'"]
        );
    }
}
