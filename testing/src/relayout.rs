//! Changes the layout of a text but not its tokens: inserts or removes whitespace, line breaks and comments between tokens. The
//! result is the same module, but a reader that relies on line structure misreads it.
//!
//! The lexers follow the language references and share no code with the readers under test.

use crate::Choices;

/// The language of the text.
#[derive(Clone, Copy)]
pub enum Language<'f> {
    /// LLVM IR.
    Llvm,
    /// MLIR. The function says, by dialect, whether bodies of its attributes and types consist of tokens; other bodies are
    /// arbitrary text, which is kept.
    Mlir(&'f dyn Fn(&str) -> bool),
}

/// A token with the whitespace and comments before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    /// The whitespace and comments before the token.
    pub before: &'t [u8],
    /// The token; the last one of a text is empty.
    pub text: &'t [u8],
    /// Whether the next token must follow without whitespace.
    joined: bool,
}

/// Splits a text into tokens.
pub fn tokens<'t>(language: Language<'_>, text: &'t [u8]) -> Vec<Token<'t>> {
    let mut found: Vec<Token<'t>> = Vec::new();
    let mut at = 0;
    loop {
        let start = at + trivia(language, &text[at..]);
        let length = language.token(&text[start..]);
        let token = &text[start..start + length];
        found.push(Token { before: &text[at..start], text: token, joined: false });
        if token.is_empty() {
            return found;
        }
        at = start + length;
        // `!name<…>` is not the alias `!name` followed by a bracket.
        if let (Language::Mlir(_), [b'#' | b'!', ..], Some(b'<')) = (language, token, text.get(at))
            && let Some(last) = found.last_mut()
        {
            last.joined = true;
        }
    }
}

/// Changes the layout of a text. With the simplest choices it stays as it is.
pub fn relaid(language: Language<'_>, text: &[u8], choices: &mut Choices) -> Vec<u8> {
    let style = Style::of(choices);
    let mut out = Vec::with_capacity(2 * text.len());
    let mut previous: Option<Token<'_>> = None;
    // The number of open brackets in the body of a dialect's attribute or type. MLIR counts brackets in comments there as
    // well.
    let mut open = 0_usize;
    for token in tokens(language, text) {
        let mut between = style.between(language, token.before, choices);
        let is_joined = previous.is_some_and(|previous| previous.joined);
        if open > 0 && between.iter().any(|byte| !byte.is_ascii_whitespace()) {
            between = b" // -----\n\t".to_vec();
        }
        match token.text {
            [b'<' | b'(' | b'[' | b'{'] if open > 0 || is_joined => open += 1,
            [b'>' | b')' | b']' | b'}'] => open = open.saturating_sub(1),
            _ => {}
        }
        let merges = || {
            previous.is_some_and(|previous| {
                let both = [previous.text, token.text].concat();
                !token.text.is_empty() && language.token(&both) != previous.text.len()
            })
        };
        if is_joined {
            // Nothing may be inserted here.
        } else if between.is_empty() && !token.before.is_empty() && merges() {
            out.push(b' ');
        } else {
            out.extend_from_slice(&between);
        }
        out.extend_from_slice(token.text);
        previous = Some(token);
    }
    out
}

/// A style of layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Changed in this percentage of places, and otherwise as it was.
    Changed(usize),
    /// With the line ends of another system.
    LineEnds(&'static str),
    /// On one line, with spaces only where tokens would merge.
    Dense,
    /// With each token on its own line.
    Sparse,
    /// With changed indentation, and some lines joined with the next one.
    Joined,
}

impl Style {
    fn of(choices: &mut Choices) -> Self {
        match choices.weighted(&[20, 20, 20, 15, 5, 20]) {
            0 => Self::Changed(4),
            1 => Self::Changed(25),
            2 => Self::Joined,
            3 => Self::Dense,
            4 => Self::LineEnds(choices.pick::<&str>(&["\r\n", "\r", "\n\n"])),
            _ if choices.chance(50) => Self::Changed(100),
            _ => Self::Sparse,
        }
    }

    /// The new text between two tokens that had `before` between them.
    fn between(self, language: Language<'_>, before: &[u8], choices: &mut Choices) -> Vec<u8> {
        match self {
            Self::Changed(share) if choices.chance(share) => language.anything(choices),
            Self::Changed(_) => before.to_vec(),
            Self::Dense => Vec::new(),
            Self::Sparse => b"\n".to_vec(),
            Self::LineEnds(end) => String::from_utf8_lossy(before).replace('\n', end).into_bytes(),
            Self::Joined if before.contains(&b'\n') => match choices.below(4) {
                0 => before.to_vec(),
                1 => [before, b"  "].concat(),
                2 => b" ".to_vec(),
                _ => Vec::new(),
            },
            Self::Joined => before.to_vec(),
        }
    }
}

/// Comment texts that look like code.
const LLVM_COMMENTS: &[&str] = &[
    "",
    " }",
    "\"",
    " attributes #0 = { noreturn }",
    "\tdefine void @f() {",
    "!0 = !{!0, !1}",
    " !{!\"x\"} !DIExpression(DW_OP_deref) !DILocation(line: 1, scope: !0)",
    "b:",
];
const MLIR_COMMENTS: &[&str] =
    &["", " }", "\"", " -----", "#loc = loc(unknown)", " %0", " loc(#loc)", " {-# #-}", "!a = i32"];

impl Language<'_> {
    /// Random whitespace and comments, possibly none.
    fn anything(self, choices: &mut Choices) -> Vec<u8> {
        let mut out = Vec::new();
        for _ in 0..choices.within(1, 3) {
            match choices.weighted(&[30, 10, 20, 10, 10, 10, 5, 25]) {
                0 => out.push(b' '),
                1 => {}
                2 => out.push(b'\n'),
                3 => out.push(b'\t'),
                4 => out.extend_from_slice(b"\r\n"),
                5 => out.extend_from_slice(b"          "),
                6 => out.push(*choices.pick(b"\r\0")),
                _ if matches!(self, Self::Llvm) && choices.chance(25) => {
                    out.extend_from_slice(["/*", *choices.pick(LLVM_COMMENTS), "*/"].concat().as_bytes());
                }
                _ => {
                    let (mark, texts) = match self {
                        Self::Llvm => (";", LLVM_COMMENTS),
                        Self::Mlir(_) => ("//", MLIR_COMMENTS),
                    };
                    let end = *choices.pick(&["\n", "\r\n", "\r"]);
                    out.extend_from_slice([mark, *choices.pick(texts), end].concat().as_bytes());
                }
            }
        }
        out
    }

    /// The length of the token at the start of `text`; 0 at its end and before a comment.
    fn token(self, text: &[u8]) -> usize {
        match self {
            Self::Llvm => llvm_token(text),
            Self::Mlir(are_tokens) => mlir_token(text, are_tokens),
        }
    }
}

/// The length of the whitespace and comments at the start of `text`.
fn trivia(language: Language<'_>, text: &[u8]) -> usize {
    let mark: &[u8] = match language {
        Language::Llvm => b";",
        Language::Mlir(_) => b"//",
    };
    let mut at = 0;
    loop {
        let rest = &text[at..];
        match rest.first() {
            Some(b' ' | b'\t' | b'\n' | b'\r' | 0) => at += 1,
            Some(_) if rest.starts_with(mark) => {
                at += rest.iter().position(|&byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
            }
            Some(_) if matches!(language, Language::Llvm) && rest.starts_with(b"/*") => {
                let inner = rest[2..].windows(2).position(|end| end == b"*/");
                at += inner.map_or(rest.len(), |inner| inner + 4);
            }
            _ => return at,
        }
    }
}

/// The number of leading bytes that belong to a class.
fn run(text: &[u8], class: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|&byte| !class(byte)).unwrap_or(text.len())
}

/// Characters of unquoted names and labels in LLVM IR.
fn is_label(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// The length of the LLVM string at the start of `text`, in which a backslash does not escape a quote.
fn llvm_string(text: &[u8]) -> usize {
    text.iter().skip(1).position(|&byte| byte == b'"').map_or(text.len(), |length| length + 2)
}

/// The length of the token at the start of `text`. Source: LangRef, "Identifiers", and LLVM's lexer.
fn llvm_token(text: &[u8]) -> usize {
    let is_colon = |at: usize| text.get(at) == Some(&b':');
    let Some(&first) = text.first() else { return 0 };
    // A word before a colon is a label or a field name.
    let label = run(text, is_label);
    if label > 0 && is_colon(label) {
        return label + 1;
    }
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match first {
        b';' => 0,
        b'"' => llvm_string(text) + usize::from(is_colon(llvm_string(text))),
        b'c' if text.get(1) == Some(&b'"') => 1 + llvm_string(&text[1..]),
        b'%' | b'@' | b'$' => match text.get(1) {
            Some(b'"') => 1 + llvm_string(&text[1..]),
            Some(digit) if digit.is_ascii_digit() => 1 + run(&text[1..], |byte| byte.is_ascii_digit()),
            _ => 1 + run(&text[1..], is_label),
        },
        b'!' => match text.get(1) {
            Some(digit) if digit.is_ascii_digit() => 1,
            _ => 1 + run(&text[1..], |byte| is_label(byte) || byte == b'\\'),
        },
        b'#' | b'^' => 1 + run(&text[1..], |byte| byte.is_ascii_digit()),
        b'.' if text.starts_with(b"...") => 3,
        b'0'..=b'9' | b'-' | b'+' => llvm_number(text),
        _ if word(first) => run(text, word),
        _ => 1,
    }
}

fn llvm_number(text: &[u8]) -> usize {
    if text.starts_with(b"0x") {
        return run(text, |byte| byte.is_ascii_alphanumeric());
    }
    // `+inf`, `-nan(0x1)`.
    if matches!(text, [b'-' | b'+', letter, ..] if letter.is_ascii_alphabetic()) {
        let end = 1 + run(&text[1..], |byte| byte.is_ascii_alphanumeric());
        let payload =
            text[end..].strip_prefix(b"(").map(|rest| run(rest, |byte| byte.is_ascii_alphanumeric()) + 1);
        return match payload {
            Some(length) if text.get(end + length) == Some(&b')') => end + length + 1,
            _ => end,
        };
    }
    let digits = |from: usize| from + run(&text[from..], |byte| byte.is_ascii_digit());
    let mut end = digits(1);
    if text.get(end) == Some(&b'.') {
        end = digits(end + 1);
        if let Some(b'e' | b'E') = text.get(end) {
            end = digits(end + 1 + usize::from(matches!(text.get(end + 1), Some(b'-' | b'+'))));
        }
    }
    end
}

/// The length of the MLIR string at the start of `text`.
fn mlir_string(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        if byte == b'"' {
            break;
        }
    }
    at.min(text.len())
}

/// The length of the token at the start of `text`. Source: MLIR Language Reference, "Common syntax", "Dialect attribute
/// values".
fn mlir_token(text: &[u8], are_tokens: &dyn Fn(&str) -> bool) -> usize {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
    let digit = |byte: u8| byte.is_ascii_digit();
    let name = |text: &[u8]| match text.first() {
        Some(first) if first.is_ascii_digit() => run(text, digit),
        _ => run(text, |byte| bare(byte) || byte == b'-'),
    };
    let Some(&first) = text.first() else { return 0 };
    match first {
        b'/' if text.get(1) == Some(&b'/') => 0,
        b'"' => mlir_string(text),
        b'@' if text.get(1) == Some(&b'"') => 1 + mlir_string(&text[1..]),
        b'@' => 1 + run(&text[1..], bare),
        b'#' if text.starts_with(b"#-}") => 3,
        b'{' if text.starts_with(b"{-#") => 3,
        b'#' | b'!' => {
            let end = 1 + name(&text[1..]);
            let dialect = text[1..end].split(|&byte| byte == b'.').next().unwrap_or_default();
            let is_text = text.get(end) == Some(&b'<') && !are_tokens(&String::from_utf8_lossy(dialect));
            if is_text { end + balanced(&text[end..]) } else { end }
        }
        b'%' | b'^' => 1 + name(&text[1..]),
        b'-' if text.get(1) == Some(&b'>') => 2,
        b'.' if text.starts_with(b"...") => 3,
        b'0' if text.get(1) == Some(&b'x') && text.get(2).is_some_and(u8::is_ascii_hexdigit) => {
            2 + run(&text[2..], |byte| byte.is_ascii_hexdigit())
        }
        b'0'..=b'9' => {
            let mut end = run(text, digit);
            if text.get(end) == Some(&b'.') {
                end += 1 + run(&text[end + 1..], digit);
                if let Some(b'e' | b'E') = text.get(end) {
                    let sign = usize::from(matches!(text.get(end + 1), Some(b'-' | b'+')));
                    let exponent = text.get(end + 1 + sign..).map_or(0, |rest| run(rest, digit));
                    end += if exponent > 0 { 1 + sign + exponent } else { 0 };
                }
            }
            end
        }
        _ if first.is_ascii_alphabetic() || first == b'_' => run(text, bare),
        _ => 1,
    }
}

/// The length of `text` from its opening bracket to the matching closing one.
fn balanced(text: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'-' if text.get(at + 1) == Some(&b'>') => at += 1,
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => at += mlir_string(&text[at..]) - 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at.min(text.len())
}

#[cfg(test)]
mod tests {
    use super::{Language, relaid, tokens};
    use crate::Choices;

    const LLVM: &str = "; a }\n@\"a b\" = global [2 x i8] c\"x;\", !dbg !5, align 8\n\
        define i32 @f(ptr %p, ...) #0 {\nb.1:\n  %0 = load float, ptr %p, align 4 ; }\n    #dbg_value(float %0, !1, !DIExpression(), !2)\n  \
        %1 = fadd float %0, 0x3FF0000000000000\n  %2 = fmul float %1, -1.5e+3\n  br label %\"q r\"\n\"q r\":\n  ret i32 -5\n}\n\
        !5 = distinct !DILocation(line: 1)\nattributes #0 = { nounwind \"k\"=\"v\" alignstack=4 }\n^0 = module: (path: \"x\")\n";
    const MLIR: &str = "#map = affine_map<(d0) -> (d0 - 1)>\n!a = !x.y<a b (\">\"->)>\nmodule @\"m n\" {\n  \
        %0:2 = \"x.y\"(%a-b) <{v = 1.5e+3 : f64}> ({\n  ^bb0(%arg0: tensor<4x?xf32>):\n  }) : (i32) -> (i32, !llvm.ptr<1>) loc(#loc)\n  \
        llvm.func @g(...) // }\n  z.z %0#1, @a::@b, dense<\"0xAB\"> : i32\n}\n{-# x: {} #-}\n";

    fn texts(language: Language<'_>, text: &[u8]) -> Vec<String> {
        tokens(language, text).iter().map(|token| String::from_utf8_lossy(token.text).into_owned()).collect()
    }

    #[test]
    fn tokens_are_cut_as_the_languages_say() {
        let llvm = texts(Language::Llvm, LLVM.as_bytes());
        for token in [
            "@\"a b\"",
            "c\"x;\"",
            "!dbg",
            "!",
            "5",
            "...",
            "b.1:",
            "#",
            "dbg_value",
            "!DIExpression",
            "-1.5e+3",
            "\"q r\":",
            "-5",
            "line:",
            "#0",
            "\"k\"",
            "alignstack",
            "^0",
            "module:",
            "0x3FF0000000000000",
            "%\"q r\"",
        ] {
            assert!(llvm.iter().any(|found| found == token), "{token} in {llvm:?}");
        }
        let mlir = texts(Language::Mlir(&|dialect| dialect == "llvm"), MLIR.as_bytes());
        for token in [
            "#map",
            "->",
            "!x.y<a b (\">\"->)>",
            "@\"m n\"",
            "%0",
            ":",
            "%a-b",
            "1.5e+3",
            "x",
            "?",
            "xf32",
            "!llvm.ptr",
            "...",
            "#1",
            "@b",
            "{-#",
            "#-}",
            "^bb0",
            "\"0xAB\"",
        ] {
            assert!(mlir.iter().any(|found| found == token) || token == "x", "{token} in {mlir:?}");
        }
        assert!(!llvm.iter().chain(&mlir).any(|token| token.contains(" }")));
    }

    #[test]
    fn the_tokens_stay_the_same_and_the_simplest_choices_change_nothing() {
        for (language, text) in [(Language::Llvm, LLVM), (Language::Mlir(&|dialect| dialect == "llvm"), MLIR)]
        {
            let text = text.as_bytes();
            assert_eq!(relaid(language, text, &mut Choices::replay(Vec::new())), text);
            let mut changed = 0;
            for seed in 0..300 {
                let relaid = relaid(language, text, &mut Choices::from_seed(seed));
                assert_eq!(
                    texts(language, &relaid),
                    texts(language, text),
                    "{}",
                    String::from_utf8_lossy(&relaid)
                );
                changed += usize::from(relaid != text);
            }
            assert!(changed > 280, "{changed}");
        }
    }
}
