//! The lexer of MLIR's assembly: tokens are cut on demand from the bytes of the text.
//!
//! Source: MLIR Language Reference, "Common syntax", "Identifiers and keywords".

use std::borrow::Cow;

use super::byte_scan::position;

/// A token, with the relevant part of its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// The end of the text.
    Eof,
    /// Not a valid token; holds the error message.
    Error(&'static str),
    /// `llvm.add`, `i32`, `true`.
    Bare(&'a [u8]),
    /// `@name` or `@"name"`: without the `@`, with the quotes.
    At(&'a [u8]),
    /// `#name`: without the `#`.
    Hash(&'a [u8]),
    /// `!name`: without the `!`.
    Bang(&'a [u8]),
    /// `%name`: without the `%`.
    Percent(&'a [u8]),
    /// `^name`: without the `^`.
    Caret(&'a [u8]),
    /// `12`, `0x1F`.
    Integer(&'a [u8]),
    /// `1.5e+3`.
    Float(&'a [u8]),
    /// `"text"`: without the quotes, escapes as they are.
    String(&'a [u8]),
    /// `->`
    Arrow,
    /// `...`
    Ellipsis,
    /// `{-#`
    MetadataBegin,
    /// `#-}`
    MetadataEnd,
    /// A single character of punctuation.
    Punct(u8),
}

/// A position in a text, from which tokens are cut.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a [u8],
    pub(super) position: usize,
}

const NO_NAME: Token<'static> = Token::Error("invalid identifier");

/// Character classes, as bits.
const SPACE: u8 = 1;
pub(super) const BARE: u8 = 2;
pub(super) const SUFFIX: u8 = 4;
const DIGIT: u8 = 8;
const HEX: u8 = 16;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0 => SPACE,
            b'0'..=b'9' => BARE | SUFFIX | DIGIT | HEX,
            b'a'..=b'f' | b'A'..=b'F' => BARE | SUFFIX | HEX,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'.' => BARE | SUFFIX,
            b'-' => SUFFIX,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Whether a byte belongs to a class.
#[inline(always)]
pub(super) fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

/// The length of the name at the start of `text`, which follows a sigil.
#[inline]
pub(super) fn name_length(text: &[u8]) -> usize {
    let class = if text.first().is_some_and(u8::is_ascii_digit) { DIGIT } else { SUFFIX };
    text.iter().position(|&byte| !is(byte, class)).unwrap_or(text.len())
}

impl<'a> Lexer<'a> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.position + ahead).copied().unwrap_or(0)
    }

    /// Skips bytes of a class.
    fn skip(&mut self, class: u8) {
        let rest = self.text.get(self.position..).unwrap_or_default();
        self.position += rest.iter().position(|&byte| !is(byte, class)).unwrap_or(rest.len());
    }

    /// Skips white space.
    #[inline(always)]
    pub(super) fn skip_space(&mut self) {
        while let Some(&byte) = self.text.get(self.position)
            && is(byte, SPACE)
        {
            self.position += 1;
            // Skip indentation four spaces at a time.
            while let (b'\n', [b' ', b' ', b' ', b' ', ..]) = (byte, &self.text[self.position..]) {
                self.position += 4;
            }
        }
    }

    /// Whether a comment starts here; `byte` is the current byte.
    #[inline(always)]
    fn at_comment(&self, byte: u8) -> bool {
        byte == b'/' && self.peek(1) == b'/'
    }

    /// Skips the comment that starts here, up to the end of the line.
    fn skip_comment(&mut self) {
        let rest = &self.text[self.position..];
        self.position += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    /// Skips white space and comments.
    pub(super) fn skip_trivia(&mut self) {
        while let Some(&byte) = self.text.get(self.position) {
            if is(byte, SPACE) {
                self.skip_space();
            } else if self.at_comment(byte) {
                self.skip_comment();
            } else {
                return;
            }
        }
    }

    /// Cuts the next token; returns its start and the token.
    pub(super) fn next(&mut self) -> (usize, Token<'a>) {
        let mut token = Token::Eof;
        let start = self.read(&mut token);
        (start, token)
    }

    /// Cuts the next token into `token` and returns its start. An out parameter, because returning a token of several words takes
    /// longer than cutting it.
    #[inline(always)]
    pub(super) fn read(&mut self, token: &mut Token<'a>) -> usize {
        while let Some(&byte) = self.text.get(self.position) {
            if is(byte, SPACE) {
                self.skip_space();
            } else if self.at_comment(byte) {
                self.skip_comment();
            } else {
                let start = self.position;
                self.position += 1;
                self.token(start, byte, token);
                return start;
            }
        }
        *token = Token::Eof;
        self.position
    }

    /// Cuts the token that starts at `start` with the byte `first`, which is already consumed.
    #[inline(always)]
    fn token(&mut self, start: usize, first: u8, token: &mut Token<'a>) {
        let text = self.text;
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.skip(BARE);
                *token = Token::Bare(&text[start..self.position]);
            }
            b'%' => match self.name() {
                Some(name) => *token = Token::Percent(name),
                None => *token = NO_NAME,
            },
            b'^' => match self.name() {
                Some(name) => *token = Token::Caret(name),
                None => *token = NO_NAME,
            },
            b'(' | b')' | b'[' | b']' | b'}' | b'<' | b'>' | b':' | b',' | b'=' | b'+' | b'*' | b'?'
            | b'/' | b'|' => *token = Token::Punct(first),
            _ => *token = self.other(start, first),
        }
    }

    /// Consumes the name after a sigil; `None` if there is none.
    #[inline(always)]
    fn name(&mut self) -> Option<&'a [u8]> {
        let rest = &self.text[self.position..];
        let name = &rest[..name_length(rest)];
        self.position += name.len();
        (!name.is_empty()).then_some(name)
    }

    /// Cuts a token with a less frequent first byte.
    #[inline(never)]
    fn other(&mut self, start: usize, first: u8) -> Token<'a> {
        let text = self.text;
        match first {
            b'0'..=b'9' => self.number(start),
            b'"' => match self.string() {
                Ok(()) => Token::String(&text[start + 1..self.position - 1]),
                Err(message) => Token::Error(message),
            },
            b'@' => match self.peek(0) {
                b'"' => {
                    self.position += 1;
                    match self.string() {
                        Ok(()) => Token::At(&text[start + 1..self.position]),
                        Err(message) => Token::Error(message),
                    }
                }
                byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                    self.skip(BARE);
                    Token::At(&text[start + 1..self.position])
                }
                _ => Token::Error("@ identifier expected to start with letter or '_'"),
            },
            b'#' if (self.peek(0), self.peek(1)) == (b'-', b'}') => {
                self.position += 2;
                Token::MetadataEnd
            }
            b'{' if (self.peek(0), self.peek(1)) == (b'-', b'#') => {
                self.position += 2;
                Token::MetadataBegin
            }
            b'#' => self.name().map_or(NO_NAME, Token::Hash),
            b'!' => self.name().map_or(NO_NAME, Token::Bang),
            b'-' if self.peek(0) == b'>' => {
                self.position += 1;
                Token::Arrow
            }
            b'.' if self.peek(0) == b'.' && self.peek(1) == b'.' => {
                self.position += 2;
                Token::Ellipsis
            }
            b'{' | b'-' => Token::Punct(first),
            _ => Token::Error("unexpected character"),
        }
    }

    fn number(&mut self, start: usize) -> Token<'a> {
        let text = self.text;
        if text[start] == b'0' && self.peek(0) == b'x' && self.peek(1).is_ascii_hexdigit() {
            self.position += 2;
            self.skip(HEX);
            return Token::Integer(&text[start..self.position]);
        }
        self.skip(DIGIT);
        if self.peek(0) != b'.' {
            return Token::Integer(&text[start..self.position]);
        }
        self.position += 1;
        self.skip(DIGIT);
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.position += 1 + sign;
                self.skip(DIGIT);
            }
        }
        Token::Float(&text[start..self.position])
    }

    /// Consumes the rest of a string after its opening quote.
    fn string(&mut self) -> Result<(), &'static str> {
        loop {
            let rest = &self.text[self.position..];
            let Some(at) = position([b'"', b'\\', b'\n'], rest) else {
                return Err("expected '\"' in string literal");
            };
            self.position += at + 1;
            match rest[at] {
                b'"' => return Ok(()),
                b'\n' => return Err("expected '\"' in string literal"),
                _ => {
                    // An escape: a quote, a backslash, `n`, `t`, or two hexadecimal digits.
                    let byte = self.peek(0);
                    if matches!(byte, b'"' | b'\\' | b'n' | b't') {
                        self.position += 1;
                    } else if byte.is_ascii_hexdigit() && self.peek(1).is_ascii_hexdigit() {
                        self.position += 2;
                    } else {
                        return Err("unknown escape in string literal");
                    }
                }
            }
        }
    }
}

/// Decodes the escapes in the text of a string (without its quotes); the lexer has validated them.
pub(super) fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (decoded, length) = match rest {
            [b'n', ..] => (b'\n', 1),
            [b't', ..] => (b'\t', 1),
            [quote @ (b'"' | b'\\'), ..] => (*quote, 1),
            [high, low, ..] => {
                let digit = |byte: u8| (byte as char).to_digit(16).unwrap_or(0) as u8;
                (digit(*high) << 4 | digit(*low), 2)
            }
            _ => break,
        };
        bytes.push(decoded);
        rest = &rest[length..];
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_cut_as_mlir_cuts_them() {
        use Token::{Arrow, At, Bare, Caret, Eof, Float, Hash, Integer, Percent, Punct, String};
        let text = br#"%a-b = x.y "s\22" @f @"g h" ^bb1 -> // rest
            1.5e+3 0xi32 12 #a.b<"#;
        let mut lexer = Lexer { text, position: 0 };
        let expected = [
            Percent(b"a-b"),
            Punct(b'='),
            Bare(b"x.y"),
            String(br"s\22"),
            At(b"f"),
            At(b"\"g h\""),
            Caret(b"bb1"),
            Arrow,
            Float(b"1.5e+3"),
            Integer(b"0"),
            Bare(b"xi32"),
            Integer(b"12"),
            Hash(b"a.b"),
            Punct(b'<'),
            Eof,
        ];
        for token in expected {
            assert_eq!(lexer.next().1, token);
        }
    }

    #[test]
    fn comments_end_with_any_line_end() {
        for text in ["// c\rx", " \0\t// c\r\n//\nx", "x", "//\0\r \n x"] {
            let mut lexer = Lexer { text: text.as_bytes(), position: 0 };
            let mut ahead = lexer;
            ahead.skip_trivia();
            assert_eq!(ahead.position, text.len() - 1, "{text:?}");
            assert_eq!(lexer.next(), (text.len() - 1, Token::Bare(b"x")), "{text:?}");
        }
    }

    #[test]
    fn bad_bytes_are_refused() {
        for text in [&b"\"open"[..], b"\"\\q\"", b"%", b"@1", b"~", b"\"a\nb\""] {
            assert!(matches!(Lexer { text, position: 0 }.next().1, Token::Error(_)), "{text:?}");
        }
    }

    #[test]
    fn escapes_become_bytes() {
        assert_eq!(&*unescape(br#"a\22\\\n\00\""#), b"a\"\\\n\0\"");
    }
}
