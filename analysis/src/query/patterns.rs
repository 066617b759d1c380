//! Patterns for names, types and numbers.

use regex::bytes::Regex;

use super::syntax::Subject;

/// A pattern for names: a name, a glob or a regular expression.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub(super) kind: NamesKind,
    /// As it stands in the query.
    pub(super) text: String,
    /// Where it stands there.
    pub(super) offset: usize,
    pub(super) slot: usize,
}

#[derive(Clone, Debug)]
pub(super) enum NamesKind {
    Exact(Vec<u8>),
    Glob(Vec<u8>),
    Regex(Regex),
}

impl NamesKind {
    /// A name, or a glob if it has `*` or `?`.
    pub(super) fn of(text: &str) -> Self {
        match text.contains(['*', '?']) {
            true => Self::Glob(text.as_bytes().to_vec()),
            false => Self::Exact(text.as_bytes().to_vec()),
        }
    }

    pub(super) fn matches(&self, name: &[u8]) -> bool {
        match self {
            Self::Exact(exact) => exact == name,
            Self::Glob(glob) => glob_matches(glob, name),
            Self::Regex(regex) => regex.is_match(name),
        }
    }
}

impl Names {
    pub(super) fn matches(&self, name: &[u8]) -> bool {
        self.kind.matches(name)
    }
}

/// Whether a glob matches all of a name: `*` stands for anything, `?` for one byte.
fn glob_matches(glob: &[u8], name: &[u8]) -> bool {
    let (mut at, mut from) = (0, 0);
    // Where to go on if what follows the last star does not fit: behind the star, and one byte further in the name.
    let mut star: Option<(usize, usize)> = None;
    while from < name.len() {
        match glob.get(at) {
            Some(b'*') => {
                star = Some((at + 1, from));
                at += 1;
            }
            Some(&letter) if letter == b'?' || letter == name[from] => (at, from) = (at + 1, from + 1),
            _ => {
                let Some((behind, tried)) = star else { return false };
                star = Some((behind, tried + 1));
                (at, from) = (behind, tried + 1);
            }
        }
    }
    glob[at..].iter().all(|&letter| letter == b'*')
}

/// A pattern for types.
#[derive(Clone, Debug)]
pub(super) struct TypePattern {
    pub(super) kind: TypeKinds,
    pub(super) slot: usize,
}

#[derive(Clone, Debug)]
pub(super) enum TypeKinds {
    /// The type as LLVM prints it, without white space.
    Text(NamesKind),
    Integers,
    Floats,
    Pointers,
    Vectors,
    Arrays,
    Structs,
}

impl TypeKinds {
    /// Words for kinds of types.
    pub(super) const WORDS: [(&'static str, Self); 6] = [
        ("integers", Self::Integers),
        ("floats", Self::Floats),
        ("pointers", Self::Pointers),
        ("vectors", Self::Vectors),
        ("arrays", Self::Arrays),
        ("structs", Self::Structs),
    ];
}

/// Whether a word is the name of a type in LLVM IR.
pub(super) fn is_type_name(word: &str) -> bool {
    const NAMES: [&str; 13] = [
        "void",
        "half",
        "bfloat",
        "float",
        "double",
        "x86_fp80",
        "fp128",
        "ppc_fp128",
        "label",
        "metadata",
        "x86_amx",
        "token",
        "ptr",
    ];
    let width = word.strip_prefix('i').or_else(|| word.strip_prefix('b'));
    NAMES.contains(&word)
        || width.is_some_and(|width| {
            !width.is_empty() && width.bytes().all(|it| it.is_ascii_digit() || it == b'*')
        })
}

/// A comparison with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    pub(super) compare: Compare,
    pub(super) value: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compare {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Compare {
    pub(super) const SIGNS: [(&'static str, Self); 6] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("!=", Self::Unequal),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
    ];
}

impl Number {
    pub(super) fn holds(self, number: u64) -> bool {
        let ordering = number.cmp(&self.value);
        match self.compare {
            Compare::Equal => ordering.is_eq(),
            Compare::Unequal => ordering.is_ne(),
            Compare::Less => ordering.is_lt(),
            Compare::AtMost => ordering.is_le(),
            Compare::Greater => ordering.is_gt(),
            Compare::AtLeast => ordering.is_ge(),
        }
    }
}

/// Several subjects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Subjects(pub(super) &'static [Subject]);

impl std::fmt::Display for Subjects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, subject) in self.0.iter().enumerate() {
            let separator = match index {
                0 => "",
                _ if index + 1 == self.0.len() => " and ",
                _ => ", ",
            };
            write!(f, "{separator}{}", subject.plural())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{glob_matches, is_type_name};

    #[test]
    fn globs_match_whole_names() {
        for (glob, name, fits) in [
            ("*", "", true),
            ("a*c", "abc", true),
            ("a*c", "abcd", false),
            ("*b*", "abc", true),
            ("a?c", "abc", true),
            ("a?", "a", false),
            ("*ab", "aab", true),
            ("llvm.mem*.p0*", "llvm.memcpy.p0.p0.i64", true),
        ] {
            assert_eq!(glob_matches(glob.as_bytes(), name.as_bytes()), fits, "{glob} {name}");
        }
    }

    #[test]
    fn types_are_told_from_names() {
        assert!(["i1", "i128", "ptr", "double", "i*"].iter().all(|word| is_type_name(word)));
        assert!(["i", "index", "main", "b_1"].iter().all(|word| !is_type_name(word)));
    }
}
