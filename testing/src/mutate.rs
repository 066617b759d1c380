//! Token-level mutations of texts: parts are removed, duplicated, moved, copied from other texts, or replaced by tokens of the
//! same kind. The result is nearly valid, and so gets farther into a reader than random bit flips.

use crate::Choices;

/// The lexical kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Whitespace and line ends.
    Space,
    /// `"…"`.
    String,
    /// `12`, `0x1F`, `1.0e5`.
    Number,
    /// A name with a sigil: `%`, `@`, `^`, `#`, `!`, `$`.
    Name,
    /// A word that names a type, such as `i32` or `!llvm.ptr`.
    Type,
    /// Any other word.
    Word,
    /// A single character.
    Punctuation,
}

/// Splits a text into tokens, without gaps.
pub fn tokens(text: &[u8]) -> Vec<(Kind, &[u8])> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let (kind, length) = match first {
            b'"' => (Kind::String, string_length(rest)),
            b';' => (Kind::Space, rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())),
            b'/' if rest.starts_with(b"//") => {
                (Kind::Space, rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()))
            }
            b' ' | b'\t' | b'\n' | b'\r' => {
                (Kind::Space, rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count())
            }
            b'0'..=b'9' => (Kind::Number, run(rest)),
            b'%' | b'@' | b'^' | b'#' | b'!' | b'$' => {
                let length = match rest.get(1) {
                    Some(b'"') => 1 + string_length(&rest[1..]),
                    _ => 1 + run(&rest[1..]),
                };
                (if first == b'!' && length > 3 { Kind::Type } else { Kind::Name }, length)
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let length = run(rest);
                (if is_type(&rest[..length]) { Kind::Type } else { Kind::Word }, length)
            }
            _ => (Kind::Punctuation, 1),
        };
        let (token, after) = rest.split_at(length.clamp(1, rest.len()));
        found.push((kind, token));
        rest = after;
    }
    found
}

fn run(text: &[u8]) -> usize {
    text.iter()
        .take_while(|&&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$'))
        .count()
}

fn string_length(text: &[u8]) -> usize {
    let mut escaped = false;
    let end = text.iter().skip(1).position(|&byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

fn is_type(word: &[u8]) -> bool {
    let numbered = |prefix: &[u8]| {
        word.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && rest.iter().all(u8::is_ascii_digit))
    };
    matches!(
        word,
        b"ptr" | b"void" | b"float" | b"double" | b"half" | b"label" | b"token" | b"metadata" | b"index"
    ) || numbered(b"i")
        || numbered(b"f")
        || numbered(b"bf")
}

/// A dictionary of replacement tokens, by kind.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    texts: Vec<Vec<u8>>,
    tokens: Vec<(Kind, Vec<u8>)>,
}

/// Numbers at the limits of common ranges.
const EDGES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775807",
    "8388607",
    "8388608",
    "16777216",
    "0x1",
    "1.0e400",
    "99999999999999999999999999999999",
];

impl Dictionary {
    /// Collects the tokens of these texts. The texts are kept, as sources of larger parts.
    pub fn of(texts: Vec<Vec<u8>>) -> Self {
        let mut seen = std::collections::BTreeSet::new();
        for text in &texts {
            for (kind, token) in tokens(text) {
                if kind != Kind::Space && token.len() < 80 {
                    seen.insert((kind as u8, token.to_vec()));
                }
            }
        }
        let mut all = Vec::new();
        for (_, token) in seen {
            let kind = tokens(&token).first().map_or(Kind::Punctuation, |&(kind, _)| kind);
            all.push((kind, token));
        }
        Self { texts, tokens: all }
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Picks one of the texts.
    pub fn text(&self, choices: &mut Choices) -> &[u8] {
        if self.texts.is_empty() { b"" } else { choices.pick(&self.texts).as_slice() }
    }

    /// Picks a token of this kind.
    fn token(&self, kind: Kind, choices: &mut Choices) -> Vec<u8> {
        if kind == Kind::Number && choices.chance(60) {
            return choices.pick(EDGES).as_bytes().to_vec();
        }
        let fitting: Vec<&Vec<u8>> =
            self.tokens.iter().filter(|(found, _)| *found == kind).map(|(_, token)| token).collect();
        if fitting.is_empty() { Vec::new() } else { (*choices.pick(&fitting)).clone() }
    }

    /// Mutates a text in a few places.
    pub fn mutated(&self, text: &[u8], choices: &mut Choices) -> Vec<u8> {
        let mut parts: Vec<(Kind, Vec<u8>)> =
            tokens(text).into_iter().map(|(kind, token)| (kind, token.to_vec())).collect();
        for _ in 0..choices.within(1, 4) {
            self.change(&mut parts, choices);
        }
        parts.into_iter().flat_map(|(_, token)| token).collect()
    }

    fn replace(&self, parts: &mut [(Kind, Vec<u8>)], choices: &mut Choices) {
        let places: Vec<usize> =
            (0..parts.len()).filter(|&at| !matches!(parts[at].0, Kind::Space | Kind::Punctuation)).collect();
        if places.is_empty() {
            return;
        }
        let at = *choices.pick(&places);
        let kind = parts[at].0;
        // Prefer tokens of the text itself: a defined name, a type in use.
        let own: Vec<usize> = places.iter().copied().filter(|&other| parts[other].0 == kind).collect();
        parts[at].1 = match choices.chance(50) {
            true => self.token(kind, choices),
            false => parts[*choices.pick(&own)].1.clone(),
        };
    }

    fn change(&self, parts: &mut Vec<(Kind, Vec<u8>)>, choices: &mut Choices) {
        if parts.is_empty() {
            parts.extend(owned(self.text(choices)));
            return;
        }
        let start = choices.below(parts.len());
        let length = match choices.weighted(&[60, 30, 10]) {
            0 => 1,
            1 => choices.within(1, 10),
            _ => choices.within(1, 200),
        };
        let end = (start + length).min(parts.len());
        match choices.weighted(&[35, 15, 15, 10, 10, 5, 5]) {
            0 => self.replace(parts, choices),
            1 => {
                parts.drain(start..end);
            }
            2 => {
                let copy = parts[start..end].to_vec();
                let to = choices.below(parts.len() + 1);
                parts.splice(to..to, copy);
            }
            3 => {
                let other = choices.below(parts.len());
                parts.swap(start, other);
            }
            4 => {
                let other = owned(self.text(choices));
                if other.is_empty() {
                    return;
                }
                let from = choices.below(other.len());
                let until = (from + length).min(other.len());
                parts.splice(start..start, other[from..until].to_vec());
            }
            5 => {
                // Produces deep nesting and long lists.
                let times = *choices.pick(&[10, 100, 1000, 10_000]);
                let piece = parts[start..end.min(start + 4)].to_vec();
                let repeated = piece.iter().cycle().take(times).cloned().collect::<Vec<_>>();
                parts.splice(start..start, repeated);
            }
            _ => {
                let kind =
                    *choices.pick(&[Kind::Word, Kind::Type, Kind::Number, Kind::Punctuation, Kind::Name]);
                let token = self.token(kind, choices);
                parts.insert(start, (kind, token));
                parts.insert(start + 1, (Kind::Space, b" ".to_vec()));
            }
        }
    }
}

fn owned(text: &[u8]) -> Vec<(Kind, Vec<u8>)> {
    tokens(text).into_iter().map(|(kind, token)| (kind, token.to_vec())).collect()
}

/// Random byte-level mutations: flips bits, removes or duplicates ranges.
pub fn bytes(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    let mut changed = text.to_vec();
    for _ in 0..choices.within(1, 4) {
        if changed.is_empty() {
            break;
        }
        let at = choices.below(changed.len());
        let end = (at + choices.within(1, 20)).min(changed.len());
        match choices.below(5) {
            0 => changed[at] ^= 1 << choices.below(8),
            1 => changed[at] = choices.below(256) as u8,
            2 => {
                changed.drain(at..end);
            }
            3 => {
                let copy = changed[at..end].to_vec();
                let to = choices.below(changed.len());
                changed.splice(to..to, copy);
            }
            _ => changed.truncate(at),
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"define i32 @f(i32 %x) { ; note\n  ret i32 %x, !a !\"b\\\"c\"\n}\n";

    #[test]
    fn tokens_are_the_text() {
        let found = tokens(TEXT);
        assert_eq!(found.concat_tokens(), TEXT);
        assert!(found.contains(&(Kind::Type, b"i32")) && found.contains(&(Kind::Name, b"@f")));
        assert!(found.contains(&(Kind::Space, b"; note")));
    }

    trait Concat {
        fn concat_tokens(&self) -> Vec<u8>;
    }

    impl Concat for Vec<(Kind, &[u8])> {
        fn concat_tokens(&self) -> Vec<u8> {
            self.iter().flat_map(|(_, token)| token.to_vec()).collect()
        }
    }

    #[test]
    fn the_same_choices_make_the_same_mutation() {
        let dictionary = Dictionary::of(vec![TEXT.to_vec(), b"declare void @g(ptr, i64 7)".to_vec()]);
        let mut changed = 0;
        for seed in 0..200 {
            let once = dictionary.mutated(TEXT, &mut Choices::from_seed(seed));
            assert_eq!(once, dictionary.mutated(TEXT, &mut Choices::from_seed(seed)));
            changed += usize::from(once != TEXT);
            let _ = bytes(&once, &mut Choices::from_seed(seed));
        }
        assert!(changed > 150, "{changed}");
    }
}
