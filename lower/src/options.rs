//! Options of passes: their declarations, and parsing and printing of `{index-bitwidth=32 use-bare-ptr-memref-call-conv}`.

/// A declared option of a pass.
#[derive(Debug)]
pub struct OptionDecl {
    /// The name, such as `index-bitwidth`.
    pub name: &'static str,
    /// The kind of values that it takes.
    pub kind: OptionKind,
    /// The default value, as it would be spelled in a pipeline.
    pub default: &'static str,
    /// A one-line description.
    pub summary: &'static str,
}

/// The kind of values that an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `true` or `false`; an option without a value means `true`.
    Flag,
    /// An integer: decimal, or with the prefix `0x`, `0b` or `0` in base 16, 2 or 8.
    Integer,
    /// Any text.
    String,
    /// Strings separated by commas.
    List,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// The values of the options of a pass, checked against their declarations.
#[derive(Debug)]
pub struct OptionValues {
    decls: &'static [OptionDecl],
    /// One entry for each declaration, in the same order; `None` means the default.
    values: Vec<Option<String>>,
}

impl OptionValues {
    /// Parses `name=value name …`. A value may be in braces or quotes.
    ///
    /// # Errors
    /// If an option is not declared, or its value is not of the declared kind.
    pub fn parse(decls: &'static [OptionDecl], text: &str) -> Result<Self, String> {
        let mut values: Vec<Option<String>> = vec![None; decls.len()];
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (name, value, after) = next(rest)?;
            rest = after;
            let Some(index) = decls.iter().position(|decl| decl.name == name) else {
                return Err(format!("<Pass-Options-Parser>: no such option {name}\n"));
            };
            let value = checked(&decls[index], value)?;
            match (&mut values[index], decls[index].kind) {
                // A list may be given in several parts, which are joined.
                (Some(earlier), OptionKind::List) => {
                    earlier.push(',');
                    earlier.push_str(&value);
                }
                (slot, _) => *slot = Some(value),
            }
        }
        Ok(Self { decls, values })
    }

    /// The text of the option `name`: the given value, or the default.
    ///
    /// # Panics
    /// If the option is not declared, which is a bug in the pass.
    pub fn text(&self, name: &str) -> &str {
        let index = self.decls.iter().position(|decl| decl.name == name);
        let index = index.unwrap_or_else(|| panic!("option {name} is not declared"));
        self.values[index].as_deref().unwrap_or(self.decls[index].default)
    }

    /// The value of the flag `name`.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// The value of the integer option `name`.
    pub fn integer(&self, name: &str) -> i64 {
        integer(self.text(name)).unwrap_or_default()
    }

    /// The strings of the list option `name`.
    pub fn list(&self, name: &str) -> Vec<&str> {
        let text = self.text(name);
        if text.is_empty() { Vec::new() } else { text.split(',').collect() }
    }

    /// All options with their values, as printed in a pipeline: `{a=1 b=true}`; empty if there are none.
    pub fn to_text(&self) -> String {
        let shown: Vec<String> = self
            .decls
            .iter()
            .map(|decl| (decl.name, self.text(decl.name)))
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| match text.contains(|c: char| c.is_whitespace() || c == ',') {
                true => format!("{name}={{{text}}}"),
                false => format!("{name}={text}"),
            })
            .collect();
        if shown.is_empty() { String::new() } else { format!("{{{}}}", shown.join(" ")) }
    }
}

/// Splits off the first option; returns its name, its value if any, and the rest of the text.
fn next(text: &str) -> Result<(&str, Option<&str>, &str), String> {
    let end = text.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let Some(rest) = rest.strip_prefix('=') else { return Ok((name, None, rest.trim_start())) };
    let closing = match rest.chars().next() {
        Some('{') => closing_brace(rest),
        Some(quote @ ('"' | '\'')) => rest[1..].find(quote).map(|at| at + 1),
        _ => {
            let (value, rest) = rest.split_at(unquoted(rest));
            return Ok((name, Some(value), rest.trim_start()));
        }
    };
    let Some(closing) = closing else { return Err(format!("missing end of the value of option {name}")) };
    Ok((name, Some(&rest[1..closing]), rest[closing + 1..].trim_start()))
}

/// The length of an unquoted value, which ends at the next space outside braces.
fn unquoted(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            c if c.is_whitespace() && depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// The position of the brace that closes the one at the beginning of `text`.
pub(crate) fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Checks a value against the declaration and returns it in canonical spelling.
fn checked(decl: &OptionDecl, value: Option<&str>) -> Result<String, String> {
    let name = decl.name;
    let given = value.unwrap_or_default();
    let value = match (decl.kind, value) {
        (OptionKind::Flag, None | Some("" | "true" | "TRUE" | "True" | "1")) => Some("true"),
        (OptionKind::Flag, Some("false" | "FALSE" | "False" | "0")) => Some("false"),
        (OptionKind::Flag, Some(value)) => {
            return Err(format!(
                "for the --{name} option: '{value}' is invalid value for boolean argument! Try 0 or 1"
            ));
        }
        (_, None) => None,
        (OptionKind::Integer, Some(value)) => integer(value).map(|_| value),
        (OptionKind::Choice(words), Some(value)) => words.contains(&value).then_some(value),
        (OptionKind::String | OptionKind::List, value) => value,
    };
    let what = match decl.kind {
        OptionKind::Integer => format!("for the --{name} option: '{given}' value invalid for long argument!"),
        OptionKind::Choice(words) => {
            format!("for the --{name} option: Cannot find option named '{given}'! Try {}", words.join(", "))
        }
        _ => format!("for the --{name} option: requires a value!"),
    };
    value.map(str::to_owned).ok_or(what)
}

fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = match digits.get(..2) {
        Some("0x" | "0X") => i64::from_str_radix(&digits[2..], 16),
        Some("0b" | "0B") => i64::from_str_radix(&digits[2..], 2),
        _ => digits.parse(),
    };
    magnitude.ok().filter(|_| !digits.starts_with(['+', '-'])).map(|n| if negative { -n } else { n })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECLS: &[OptionDecl] = &[
        OptionDecl { name: "width", kind: OptionKind::Integer, default: "0", summary: "" },
        OptionDecl { name: "bare", kind: OptionKind::Flag, default: "false", summary: "" },
        OptionDecl { name: "only", kind: OptionKind::List, default: "", summary: "" },
        OptionDecl {
            name: "mode",
            kind: OptionKind::Choice(&["fast", "slow"]),
            default: "fast",
            summary: "",
        },
    ];

    #[test]
    fn values_are_read_and_shown() {
        let values = OptionValues::parse(DECLS, "width=0x20  bare only=a,b mode={slow} only=c").unwrap();
        assert_eq!((values.integer("width"), values.flag("bare"), values.text("mode")), (32, true, "slow"));
        assert_eq!(values.list("only"), ["a", "b", "c"]);
        assert_eq!(values.to_text(), "{width=0x20 bare=true only={a,b,c} mode=slow}");
        let defaults = OptionValues::parse(DECLS, "").unwrap();
        assert_eq!(defaults.to_text(), "{width=0 bare=false mode=fast}");
        assert!(defaults.list("only").is_empty());
    }

    #[test]
    fn wrong_values_are_refused() {
        for wrong in ["width=x", "width", "bare=maybe", "mode=odd", "other", "only={a", "width=--1"] {
            assert!(OptionValues::parse(DECLS, wrong).is_err(), "{wrong}");
        }
    }
}
