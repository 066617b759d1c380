//! Lookahead without lexing.
//!
//! The reader mostly knows which token to expect, and LLVM prints tokens with uniform spacing. So the expected token is compared
//! with the bytes of the text directly, and a token is lexed only if that is inconclusive. The result is always the same as if a
//! token had been lexed.

use super::lexer::{
    BEGINS, LABEL, METADATA, Token, WORD, begins_metadata_name, few_digits, head, short_number, skip,
};
use super::{Key, Reader, Result};

/// Bytes that plainly end a word when they follow it: they are not part of the word, and do not make it another token, such as a
/// label.
const BEHIND_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = !WORD[byte] && !matches!(byte as u8, b':' | b'-' | b'$' | b'.' | b'"');
        byte += 1;
    }
    table
};

/// The first eight bytes of a word, in the format of [`head`].
#[inline(always)]
const fn beginning(word: &str) -> u64 {
    let (word, mut bytes, mut at) = (word.as_bytes(), [0; size_of::<u64>()], 0);
    while at < word.len() && at < bytes.len() {
        bytes[at] = word[at];
        at += 1;
    }
    u64::from_le_bytes(bytes)
}

/// Whether a text with this [`head`] begins with `word`, or with the first eight bytes of it.
#[inline(always)]
fn begins_with(head: u64, word: &str) -> bool {
    let length = word.len().min(size_of::<u64>());
    head << (64 - 8 * length) == beginning(word) << (64 - 8 * length)
}

/// Whether a text with this [`head`] begins with `word` as a token of its own. For words of fewer than eight bytes.
#[inline(always)]
pub(super) fn begins_with_word(head: u64, word: &str) -> bool {
    let behind = head.checked_shr(8 * word.len() as u32);
    begins_with(head, word) && behind.is_some_and(|behind| BEHIND_WORD[behind as usize & 0xff])
}

impl<'a> Reader<'a> {
    /// The first byte of the current token; zero at the end of the text.
    #[inline(always)]
    pub(super) fn first(&self) -> u8 {
        self.text.get(self.start).copied().unwrap_or(0)
    }

    /// Whether to lex a token wherever the bytes of the text could tell, for comparison.
    #[inline(always)]
    pub(super) fn lexes_all(&self) -> bool {
        #[cfg(debug_assertions)]
        return self.lexes_all;
        #[cfg(not(debug_assertions))]
        false
    }

    /// The [`head`] of the text at the current token.
    #[inline(always)]
    pub(super) fn ahead(&self) -> u64 {
        if self.lexes_all() { 0 } else { head(self.text, self.start) }
    }

    /// The number that plainly begins at `from`, and its end.
    #[inline(always)]
    pub(super) fn short_number(&self, from: usize) -> Option<(u32, usize)> {
        if self.lexes_all() { None } else { short_number(self.text, from) }
    }

    /// Moves to the first token from `end` on, where the current token ends.
    #[inline(always)]
    pub(super) fn step_to(&mut self, end: usize) {
        if self.lexes_all() {
            return self.seek(end);
        }
        let next = end + usize::from(self.text.get(end) == Some(&b' '));
        self.start = match self.text.get(next) {
            Some(&byte) if BEGINS[usize::from(byte)] => next,
            _ => skip(self.text, next),
        };
    }

    /// Whether the current token is this punctuation character.
    #[inline(always)]
    pub(super) fn at(&self, punct: u8) -> bool {
        if self.lexes_all() {
            return self.token() == Token::Punct(punct);
        }
        // Other punctuation is always a token by itself. `#` is one if no number follows, and `!` needs the lexer.
        let by_itself = || match punct {
            b'!' => false,
            b'#' => self.text.get(self.start + 1).is_some_and(u8::is_ascii_alphabetic),
            _ => true,
        };
        self.first() == punct
            && (by_itself() || matches!(self.token(), Token::Punct(found) if found == punct))
    }

    #[inline(always)]
    pub(super) fn eat(&mut self, punct: u8) -> bool {
        let found = self.at(punct);
        if found {
            self.step_to(self.start + 1);
        }
        found
    }

    #[inline(always)]
    pub(super) fn expect(&mut self, punct: u8) -> Result<()> {
        if self.eat(punct) { Ok(()) } else { self.expected(punct as char) }
    }

    /// Consumes a punctuation character; `message` is the error if there is another token.
    #[inline(always)]
    pub(super) fn require(&mut self, punct: u8, message: &str) -> Result<()> {
        if self.eat(punct) { Ok(()) } else { self.error(message) }
    }

    /// Consumes a keyword; `message` is the error if there is another token.
    #[inline(always)]
    pub(super) fn require_word(&mut self, word: &str, message: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { self.error(message) }
    }

    #[cold]
    fn expected(&self, what: impl std::fmt::Display) -> Result<()> {
        self.error(format!("expected '{what}' here"))
    }

    /// Whether the current token is this keyword.
    #[inline(always)]
    pub(super) fn at_word(&self, word: &str) -> bool {
        if self.lexes_all() {
            return self.token() == Token::Word(word.as_bytes());
        }
        let ahead = head(self.text, self.start);
        let is_plain = match word.len() {
            8 => self.text.get(self.start + 8).is_some_and(|&behind| BEHIND_WORD[usize::from(behind)]),
            _ => begins_with_word(ahead, word),
        };
        begins_with(ahead, word) && (is_plain || self.at_word_token(word))
    }

    #[inline(never)]
    fn at_word_token(&self, word: &str) -> bool {
        let end = self.start + word.len();
        if self.text.get(end).is_some_and(|&behind| BEHIND_WORD[usize::from(behind)]) {
            return self.text.get(self.start..end).is_some_and(|text| text == word.as_bytes());
        }
        matches!(self.token(), Token::Word(text) if text == word.as_bytes())
    }

    #[inline(always)]
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.step_to(self.start + word.len());
        }
        found
    }

    #[inline(always)]
    pub(super) fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(word) }
    }

    /// The current token, if it is a word.
    #[inline(always)]
    pub(super) fn word(&self) -> Option<&'a [u8]> {
        if self.lexes_all() {
            return self.word_token();
        }
        let ahead = head(self.text, self.start);
        let (mut rest, mut length) = (ahead, 0);
        while WORD[rest as usize & 0xff] {
            (rest, length) = (rest >> 8, length + 1);
        }
        let mut behind = rest as u8;
        if length == size_of::<u64>() {
            let more = self.text[self.start + length..].iter().take_while(|&&byte| WORD[usize::from(byte)]);
            length += more.count();
            behind = self.text.get(self.start + length).copied().unwrap_or(0);
        }
        // Integers can look like words: if they begin with a digit, or have a zero as their second character (`u0x`, `s0x`).
        let integer = (ahead as u8).is_ascii_digit() || (ahead >> 8) as u8 == b'0';
        match length {
            0 => None,
            _ if integer || !BEHIND_WORD[usize::from(behind)] => self.word_token(),
            _ => self.text.get(self.start..self.start + length),
        }
    }

    #[inline(never)]
    fn word_token(&self) -> Option<&'a [u8]> {
        match self.token() {
            Token::Word(text) => Some(text),
            _ => None,
        }
    }

    /// Looks up the current word and consumes it if it is found.
    #[inline(always)]
    pub(super) fn optional_word<T>(&mut self, find: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let word = self.word()?;
        let found = find(word)?;
        self.step_to(self.start + word.len());
        Some(found)
    }

    /// Whether the current token is a metadata name, such as `!dbg`.
    #[inline(always)]
    pub(super) fn at_metadata_name(&self) -> bool {
        if self.lexes_all() {
            return matches!(self.token(), Token::MetadataName(_));
        }
        self.first() == b'!'
            && self.text.get(self.start + 1).is_some_and(|&first| begins_metadata_name(first))
    }

    /// Consumes a metadata name, if there is one, and returns it without the exclamation mark.
    #[inline(always)]
    pub(super) fn metadata_name(&mut self) -> Option<&'a [u8]> {
        if self.lexes_all() {
            let Token::MetadataName(name) = self.token() else { return None };
            self.advance();
            return Some(name);
        }
        if !self.at_metadata_name() {
            return None;
        }
        let behind = &self.text[self.start + 1..];
        let length = behind.iter().take_while(|&&byte| METADATA[usize::from(byte)]).count();
        self.step_to(self.start + 1 + length);
        Some(&behind[..length])
    }

    /// Consumes the name of a local or a block, if there is one.
    #[inline(always)]
    pub(super) fn local_key(&mut self) -> Option<Key> {
        if self.first() != b'%' {
            return None;
        }
        if !self.lexes_all()
            && let Some((number, end)) = few_digits(self.text, self.start + 1)
        {
            self.step_to(end);
            return Some(Key::Number(number));
        }
        self.local_token()
    }

    /// The end of `expected` if the text continues with it. It has at most eight bytes and may consist of several tokens, spaced
    /// as LLVM prints them. It must end at a token boundary or with the sigil of a name.
    #[inline(always)]
    pub(super) fn behind(&self, expected: &str) -> Option<usize> {
        begins_with(self.ahead(), expected).then_some(self.start + expected.len())
    }

    /// The name at the current token with its sigil, if it is neither quoted nor a number.
    #[inline(always)]
    pub(super) fn plain_name(&self, sigil: u8) -> Option<&'a [u8]> {
        if self.lexes_all() {
            return None;
        }
        let [first, name @ ..] = &self.text[self.start..] else { return None };
        let is_part = |byte: u8| LABEL[usize::from(byte)];
        if *first != sigil || !name.first().is_some_and(|&byte| is_part(byte) && !byte.is_ascii_digit()) {
            return None;
        }
        let length = name.iter().position(|&byte| !is_part(byte))?;
        self.text.get(self.start..self.start + 1 + length)
    }

    #[inline(never)]
    fn local_token(&mut self) -> Option<Key> {
        let Token::Local(name) = self.token() else { return None };
        self.advance();
        Some(self.key(name))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexer::{Name, Token};
    use super::super::{Key, Reader};

    /// Pieces of text that are not adjacent to each other, so that the end of each token is visible.
    const PIECES: &[&str] = &[
        "ptr",
        "align",
        "addrspace",
        "volatile",
        "i32",
        "i8",
        "label",
        "load",
        "getelementptr",
        "c",
        "cc10",
        "u0x5",
        "s0x",
        "s0",
        "x86_fp80",
        "5",
        "-5",
        "1.5",
        "0x1F",
        "12345678",
        "123456789",
        "99999999999",
        "%5",
        "%12345678",
        "%99999999999",
        "%a.b",
        "%-x",
        "%\"q r\"",
        "%",
        "@5",
        "@a",
        "@\"q\"",
        "@",
        "!5",
        "!dbg",
        "!",
        "!\"s\"",
        "#5",
        "#",
        "#dbg_value",
        "\"s\"",
        "\"s",
        "c\"s\"",
        "...",
        "$c",
        "a-b",
        "a.b",
        "5a",
        "=",
        ",",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "*",
        "|",
        ":",
        "\u{e4}",
    ];

    /// Texts between tokens, some of which change the tokens around them.
    const BETWEEN: &[&str] = &[
        " ",
        "",
        "  ",
        "\n  ",
        "\n\n",
        "\t",
        "\r\n",
        "\0",
        ";c\n",
        " ; c\n  ",
        "                    ",
        ":",
        ",",
        "a",
    ];

    /// Calls `check` with a reader at each combination of pieces.
    fn at_each(mut check: impl FnMut(&mut dyn FnMut() -> Reader<'static>, &str)) {
        for first in PIECES {
            for between in BETWEEN {
                for second in ["", "5", "x", "%1", "align 8", ":", "!dbg !5", "\"s\""] {
                    let text: &'static str = format!("{first}{between}{second}").leak();
                    check(&mut || Reader::new(text.as_bytes(), ""), text);
                }
            }
        }
    }

    /// Whether the token was found, and the position after it.
    fn behind(mut reader: Reader<'_>, found: bool) -> (bool, usize) {
        if found {
            reader.advance();
        }
        (found, reader.start)
    }

    #[test]
    fn what_is_at_hand_is_what_the_token_says() {
        at_each(|reader, text| {
            let token = reader().token();
            for punct in *b"=,()[]{}<>*|:!#" {
                let mut ahead = reader();
                let found = ahead.eat(punct);
                assert_eq!((found, ahead.start), behind(reader(), token == Token::Punct(punct)), "{text:?}");
            }
            for word in ["ptr", "align", "addrspace", "volatile", "c", "i32", "i8", "s0", "x86_fp80", "load"]
            {
                let mut ahead = reader();
                let found = ahead.eat_word(word);
                let expected = token == Token::Word(word.as_bytes());
                assert_eq!((found, ahead.start), behind(reader(), expected), "{word} in {text:?}");
            }
            let word = match token {
                Token::Word(word) => Some(word),
                _ => None,
            };
            assert_eq!(reader().word(), word, "{text:?}");
            let name = match token {
                Token::MetadataName(name) => Some(name),
                _ => None,
            };
            assert_eq!(reader().at_metadata_name(), name.is_some(), "{text:?}");
            let mut ahead = reader();
            assert_eq!(ahead.metadata_name(), name, "{text:?}");
            assert_eq!(ahead.start, behind(reader(), name.is_some()).1, "{text:?}");
            let mut ahead = reader();
            let found = ahead.optional_word(|word| (word != b"load").then(|| word.to_vec()));
            let expected = word.filter(|word| *word != b"load").map(<[u8]>::to_vec);
            assert_eq!(found, expected, "{text:?}");
            assert_eq!((found.is_some(), ahead.start), behind(reader(), expected.is_some()), "{text:?}");
        });
    }

    #[test]
    fn names_at_hand_are_those_of_the_token() {
        at_each(|reader, text| {
            let token = reader().token();
            let mut ahead = reader();
            let key = ahead.local_key();
            let number = match key {
                Some(Key::Number(number)) => Some(number),
                _ => None,
            };
            assert_eq!(
                (key.is_some(), ahead.start),
                behind(reader(), matches!(token, Token::Local(_))),
                "{text:?}"
            );
            let expected = match token {
                Token::Local(Name::Number(number)) => Some(number),
                _ => None,
            };
            assert_eq!(number, expected, "{text:?}");
            let plain = match token {
                Token::Global(Name::Plain(name)) => Some([b"@", name].concat()),
                _ => None,
            };
            // At the end of the text, a name is not recognised as plain.
            let found = reader().plain_name(b'@').map(<[u8]>::to_vec);
            assert!(
                found == plain || found.is_none() && plain.is_some_and(|name| name.len() == text.len()),
                "{text:?}"
            );
        });
    }

    #[test]
    fn numbers_at_hand_are_those_of_the_token() {
        at_each(|reader, text| {
            let mut ahead = reader();
            let mut slow = reader();
            let fast = ahead.u64().map_err(|error| error.to_string());
            assert_eq!(fast, slow.long_u64().map_err(|error| error.to_string()), "{text:?}");
            assert_eq!(ahead.start, slow.start, "{text:?}");
        });
    }
}
