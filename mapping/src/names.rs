//! Escapes names of values, blocks and struct types that MLIR's syntax cannot spell or would read as something else.
//!
//! An escaped name is `$$` followed by the name, with every byte outside `[A-Za-z0-9._-]` replaced by `$` and two hex digits.

use std::borrow::Cow;

/// The kind of entity that has a name. Determines which spellings MLIR's printer generates for unnamed entities, which names must avoid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// The result of an operation; `%0` means that it is unnamed.
    Result,
    /// The argument of a block; `%0` and `%arg0` mean that it is unnamed.
    Argument,
    /// A block; `^0` and `^bb0` mean that it is unnamed.
    Block,
}

const ESCAPE: &[u8] = b"$$";

/// Converts an LLVM name to an identifier of MLIR's syntax, without the sigil.
pub fn to_mlir(name: &[u8], named: Named) -> Cow<'_, [u8]> {
    if is_spellable(name) && !name.starts_with(ESCAPE) && !reads_as_unnamed(name, named) {
        return Cow::Borrowed(name);
    }
    let mut escaped = ESCAPE.to_vec();
    for &byte in name {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-') {
            escaped.push(byte);
        } else {
            escaped.push(b'$');
            escaped.extend([byte >> 4, byte & 15].map(|nibble| b"0123456789ABCDEF"[usize::from(nibble)]));
        }
    }
    Cow::Owned(escaped)
}

/// Converts an identifier of MLIR's syntax to an LLVM name: the inverse of [`to_mlir`]. An identifier that only looks like an
/// escaped name is returned unchanged.
pub fn to_llvm(identifier: &[u8]) -> Cow<'_, [u8]> {
    let unescaped = identifier.strip_prefix(ESCAPE).and_then(unescape);
    unescaped.map_or(Cow::Borrowed(identifier), Cow::Owned)
}

fn unescape(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut name = Vec::with_capacity(rest.len());
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'$' {
            name.push(byte);
            continue;
        }
        let digits = rest.split_at_checked(2)?;
        let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
        name.push(digit(digits.0[0])? << 4 | digit(digits.0[1])?);
        rest = digits.1;
    }
    Some(name)
}

/// Whether a name is MLIR's `suffix-id` and not a number.
fn is_spellable(name: &[u8]) -> bool {
    let punctuation = |byte: u8| matches!(byte, b'$' | b'.' | b'_' | b'-');
    name.first().is_some_and(|&first| first.is_ascii_alphabetic() || punctuation(first))
        && name.iter().all(|&byte| byte.is_ascii_alphanumeric() || punctuation(byte))
}

fn reads_as_unnamed(name: &[u8], named: Named) -> bool {
    let prefix: &[u8] = match named {
        Named::Result => return false,
        Named::Argument => b"arg",
        Named::Block => b"bb",
    };
    name.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && rest.iter().all(u8::is_ascii_digit))
}

/// Converts the name of an identified struct type; an unnamed one is identified by `number`.
pub fn struct_to_mlir(name: Option<&[u8]>, number: u32) -> Cow<'_, [u8]> {
    match name {
        Some(name) if name.starts_with(ESCAPE) => Cow::Owned([ESCAPE, name].concat()),
        Some(name) => Cow::Borrowed(name),
        None => Cow::Owned(format!("$${number}").into_bytes()),
    }
}

/// The name of the struct that stands for a vector for which MLIR has no type. It holds an array of the vector's elements.
pub fn vector_to_mlir(vector: &str) -> Vec<u8> {
    [ESCAPE, vector.as_bytes()].concat()
}

/// Whether a struct with this name stands for a vector; if so, whether for a scalable one.
pub fn stands_for_vector(name: &[u8]) -> Option<bool> {
    let vector = name.strip_prefix(ESCAPE)?.strip_prefix(b"<")?;
    Some(vector.starts_with(b"vscale x "))
}

/// The name of the struct that stands for a byte type of LLVM 23, for which MLIR has no type. It holds an integer of that width.
pub fn byte_to_mlir(width: u32) -> Vec<u8> {
    [ESCAPE, b"b", width.to_string().as_bytes()].concat()
}

/// The width of the byte type that a struct with this name stands for.
pub fn stands_for_byte(name: &[u8]) -> Option<u32> {
    let digits = name.strip_prefix(ESCAPE)?.strip_prefix(b"b")?;
    let width = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (byte_to_mlir(width) == name).then_some(width)
}

/// The LLVM name of an identified struct type, `None` if it is unnamed: the inverse of [`struct_to_mlir`].
pub fn struct_to_llvm(name: &[u8]) -> Option<&[u8]> {
    match name.strip_prefix(ESCAPE) {
        Some(rest) if !rest.is_empty() && rest.iter().all(u8::is_ascii_digit) => None,
        Some(rest) if rest.starts_with(ESCAPE) => Some(rest),
        _ => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_comes_back() {
        let names: &[&[u8]] = &[
            b"x",
            b"for.body",
            b"a b",
            b"0",
            b"7up",
            b"",
            b"$$",
            b"$$41",
            b"$",
            b"\xff\0",
            b"arg0",
            b"bb12",
            b"-x",
        ];
        for named in [Named::Result, Named::Argument, Named::Block] {
            for &name in names {
                let identifier = to_mlir(name, named);
                assert!(is_spellable(&identifier), "{identifier:?}");
                assert!(!reads_as_unnamed(&identifier, named));
                assert_eq!(*to_llvm(&identifier), *name);
            }
        }
    }

    #[test]
    fn ordinary_names_stay_as_they_are() {
        assert_eq!(*to_mlir(b"for.body", Named::Block), *b"for.body");
        assert_eq!(*to_mlir(b"arg0", Named::Result), *b"arg0");
        assert_eq!(*to_mlir(b"arg0", Named::Argument), *b"$$arg0");
        assert_eq!(*to_mlir(b"a b", Named::Result), *b"$$a$20b");
        assert_eq!(*to_llvm(b"$$x$zz"), *b"$$x$zz");
    }

    #[test]
    fn struct_names_come_back() {
        let names: [Option<&[u8]>; 5] = [None, Some(b"struct.S"), Some(b"$$0"), Some(b"$$"), Some(b"a b")];
        for name in names {
            assert_eq!(struct_to_llvm(&struct_to_mlir(name, 7)), name);
        }
    }
}
