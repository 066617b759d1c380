//! Validates a data layout string. Error messages are LLVM's, word for word.

/// `Err` holds the message for the user.
type Checked = Result<(), String>;

fn refused(message: &str) -> Checked {
    Err(message.to_owned())
}

fn malformed(form: &str) -> Checked {
    Err(format!("malformed specification, must be of the form \"{form}\""))
}

/// Checks a data layout string as LLVM does: specifications separated by dashes.
///
/// # Errors
/// LLVM's message for the first invalid specification.
pub fn check(text: &str) -> Checked {
    if text.is_empty() {
        return Ok(());
    }
    text.split('-').try_for_each(specification)?;
    let mut names: Vec<&str> =
        text.split('-').filter(|part| part.starts_with('p')).filter_map(|part| named(part).1).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("address space name `{}` already used", pair[0])),
        None => Ok(()),
    }
}

/// Splits the address space of a pointer off its name, which is in parentheses: `2(global)`.
pub(super) fn named(text: &str) -> (&str, Option<&str>) {
    let text = text.split(':').next().unwrap_or(text);
    match text.split_once('(') {
        Some((space, name)) => (space, Some(name.strip_suffix(')').unwrap_or(name))),
        None => (text, None),
    }
}

fn specification(text: &str) -> Checked {
    let Some(first) = text.chars().next() else { return refused("empty specification is not allowed") };
    let rest = &text[first.len_utf8()..];
    let parts: Vec<&str> = rest.split(':').collect();
    match first {
        'e' | 'E' if rest.is_empty() => Ok(()),
        'e' | 'E' => refused("malformed specification, must be just 'e' or 'E'"),
        'n' if rest.starts_with("i") => non_integral(&text[2..]),
        'n' => parts.iter().try_for_each(|part| size(part, "size")),
        'm' => mangling(rest),
        'p' => pointer(&parts),
        'i' | 'f' | 'v' | 'a' => primitive(first, &parts),
        // LLVM accepts this specifier and ignores it.
        's' => Ok(()),
        'S' if rest.is_empty() => malformed("S<size>"),
        'S' => alignment(rest, "stack natural", false).map(drop),
        'F' => function_pointer(rest),
        'P' | 'A' | 'G' if rest.is_empty() => malformed(&format!("{first}<address space>")),
        'P' | 'A' | 'G' => address_space(rest),
        _ => Err(format!("unknown specifier '{first}'")),
    }
}

fn number(text: &str, bits: u32) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number: &u32| digits && number >> bits == 0)
}

fn size(text: &str, what: &str) -> Checked {
    match number(text, 24) {
        _ if text.is_empty() => Err(format!("{what} component cannot be empty")),
        None | Some(0) => Err(format!("{what} must be a non-zero 24-bit integer")),
        Some(_) => Ok(()),
    }
}

fn address_space(text: &str) -> Checked {
    match number(text, 24) {
        Some(_) => Ok(()),
        None if text.is_empty() => refused("address space component cannot be empty"),
        None => refused("address space must be a 24-bit integer"),
    }
}

/// Parses an alignment in bits; zero is accepted only if `zero` is set.
fn alignment(text: &str, what: &str, zero: bool) -> Result<u32, String> {
    if text.is_empty() {
        return Err(format!("{what} alignment component cannot be empty"));
    }
    match number(text, 16) {
        None => Err(format!("{what} alignment must be a 16-bit integer")),
        Some(0) if zero => Ok(0),
        Some(0) => Err(format!("{what} alignment must be non-zero")),
        Some(bits) if bits % 8 != 0 || !bits.is_power_of_two() => {
            Err(format!("{what} alignment must be a power of two times the byte width"))
        }
        Some(bits) => Ok(bits),
    }
}

/// Parses the ABI alignment and the optional preferred alignment; returns the ABI alignment.
fn alignments(abi: &str, preferred: Option<&&str>, zero: bool) -> Result<u32, String> {
    let abi = alignment(abi, "ABI", zero)?;
    match preferred {
        Some(preferred) if alignment(preferred, "preferred", false)? < abi => {
            Err("preferred alignment cannot be less than the ABI alignment".to_owned())
        }
        _ => Ok(abi),
    }
}

fn mangling(rest: &str) -> Checked {
    match rest.strip_prefix(':') {
        None | Some("") => malformed("m:<mangling>"),
        Some("e" | "l" | "o" | "m" | "x" | "w" | "a") => Ok(()),
        Some(_) => refused("unknown mangling mode"),
    }
}

fn non_integral(rest: &str) -> Checked {
    let Some(spaces) = rest.strip_prefix(':') else {
        return malformed("ni:<address space>[:<address space>]...");
    };
    spaces.split(':').try_for_each(|space| match address_space(space) {
        Ok(()) if number(space, 24) == Some(0) => refused("address space 0 cannot be non-integral"),
        checked => checked,
    })
}

fn pointer(parts: &[&str]) -> Checked {
    if !(3..=5).contains(&parts.len()) {
        return malformed("p[<n>]:<size>:<abi>[:<pref>[:<idx>]]");
    }
    let flags: String = parts[0].chars().take_while(char::is_ascii_alphabetic).collect();
    if let Some(flag) = flags.chars().find(|flag| !matches!(flag, 'u' | 'e')) {
        return Err(format!("'{flag}' is not a valid pointer specification flag"));
    }
    let (space, name) = named(&parts[0][flags.len()..]);
    if let Some(name) = name {
        let is_ended = parts[0].ends_with(')') && !name.is_empty();
        match name {
            _ if !is_ended || name.contains(')') => return refused("Expected `( address space name )`"),
            "P" | "G" | "A" => {
                return refused("Cannot use predefined address space names P/G/A in data layout");
            }
            _ => {}
        }
    }
    if !space.is_empty() {
        address_space(space)?;
    }
    if !flags.is_empty() && number(space, 24).unwrap_or(0) == 0 {
        return refused("address space 0 cannot be unstable or have external state");
    }
    size(parts[1], "pointer size")?;
    alignments(parts[2], parts.get(3), false)?;
    let Some(index) = parts.get(4) else { return Ok(()) };
    size(index, "index size")?;
    if number(index, 24) > number(parts[1], 24) {
        return refused("index size cannot be larger than the pointer size");
    }
    Ok(())
}

fn primitive(first: char, parts: &[&str]) -> Checked {
    if !(2..=3).contains(&parts.len()) {
        return malformed(match first {
            'a' => "a:<abi>[:<pref>]",
            'i' => "i<size>:<abi>[:<pref>]",
            'f' => "f<size>:<abi>[:<pref>]",
            _ => "v<size>:<abi>[:<pref>]",
        });
    }
    if first == 'a' {
        if !matches!(number(parts[0], 24), Some(0)) && !parts[0].is_empty() {
            return refused("size must be zero");
        }
        return alignments(parts[1], parts.get(2), true).map(drop);
    }
    size(parts[0], "size")?;
    let abi = alignments(parts[1], parts.get(2), false)?;
    if first == 'i' && parts[0] == "8" && abi != 8 {
        return refused("i8 must be 8-bit aligned");
    }
    Ok(())
}

fn function_pointer(rest: &str) -> Checked {
    match rest.chars().next() {
        None => malformed("F<type><abi>"),
        Some('i' | 'n') => alignment(&rest[1..], "ABI", false).map(drop),
        Some(other) => Err(format!("unknown function pointer alignment type '{other}'")),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn layouts_are_those_of_llvm() {
        for text in [
            "",
            "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            "E-m:a-Fi64-i64:64-n32:64-S128-v256:256:256-v512:512:512",
            "e-p:64:64:64:64-a:0:64-A5-G1-P0-ni:7:8-pu3:32:32-s:8",
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn others_are_refused() {
        for (text, message) in [
            ("ee", "malformed specification, must be just 'e' or 'E'"),
            ("e-", "empty specification is not allowed"),
            ("m:q", "unknown mangling mode"),
            ("p:64:3", "ABI alignment must be a power of two times the byte width"),
            ("p:64:64:32", "preferred alignment cannot be less than the ABI alignment"),
            ("p:64:64:64:128", "index size cannot be larger than the pointer size"),
            ("i8:16", "i8 must be 8-bit aligned"),
            ("i0:8", "size must be a non-zero 24-bit integer"),
            ("Fi", "ABI alignment component cannot be empty"),
            ("ni:0", "address space 0 cannot be non-integral"),
            ("#vjkr32", "unknown specifier '#'"),
        ] {
            assert_eq!(check(text), Err(message.to_owned()), "{text}");
        }
    }
}
