//! Options of passes: `{index-bitwidth=32 use-bare-ptr-memref-call-conv}`.

/// A declared option of a pass.
#[derive(Debug)]
pub struct OptionDecl {
    /// Its name: `index-bitwidth`.
    pub name: &'static str,
    /// What its values are.
    pub kind: OptionKind,
    /// The value where it is not given, as it would be spelled.
    pub default: &'static str,
    /// What it says, in one line.
    pub summary: &'static str,
}

/// What the values of an option are.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `true`, `false`, or nothing, which is `true`.
    Flag,
    /// A number, in decimal or, with `0x`, `0b` or `0`, another base.
    Integer,
    /// Any text.
    String,
    /// Any texts, with commas between them.
    List,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// The values of the options of a pass, all declared and well formed.
#[derive(Debug)]
pub struct OptionValues {
    decls: &'static [OptionDecl],
    /// In the order of the declarations.
    values: Vec<Option<String>>,
}

impl OptionValues {
    /// Reads `name=value name …`; values may be in braces or quotes.
    ///
    /// # Errors
    /// An option that is not declared, or a value that is none.
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
                // A list may be given in several parts.
                (Some(earlier), OptionKind::List) => {
                    earlier.push(',');
                    earlier.push_str(&value);
                }
                (slot, _) => *slot = Some(value),
            }
        }
        Ok(Self { decls, values })
    }

    /// The text of the option `name`: what was given, or the default.
    ///
    /// # Panics
    /// Where the option is not declared: that is an error in the declaration of the pass.
    pub fn text(&self, name: &str) -> &str {
        let index = self.decls.iter().position(|decl| decl.name == name);
        let index = index.unwrap_or_else(|| panic!("option {name} is not declared"));
        self.values[index].as_deref().unwrap_or(self.decls[index].default)
    }

    /// Whether the flag `name` is set.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// The number `name`.
    pub fn integer(&self, name: &str) -> i64 {
        integer(self.text(name)).unwrap_or_default()
    }

    /// The texts of the list `name`.
    pub fn list(&self, name: &str) -> Vec<&str> {
        let text = self.text(name);
        if text.is_empty() { Vec::new() } else { text.split(',').collect() }
    }

    /// All options with their values, as a pipeline is printed: `{a=1 b=true}`, nothing where there are none.
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

/// Splits off the first option: its name, its value if it has one, and what comes after it.
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

/// The length of a value up to the next space outside braces.
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

/// Where the brace that `text` begins with is closed.
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

/// The value in the one spelling that it has.
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
