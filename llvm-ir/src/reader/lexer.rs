//! The lexer: turns bytes into tokens, one at a time.

use std::borrow::Cow;

use super::integers;
use crate::float;

/// A token. Names and numbers are slices of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Eof,
    /// A punctuation character: `= , ( ) [ ] { } < > * | ! #`
    Punct(u8),
    Ellipsis,
    /// A keyword, or a type that is spelled like one.
    Word(&'a [u8]),
    /// An unquoted text followed by a colon: a label, or the name of a field.
    Label(&'a [u8]),
    /// `"…":`, without the quotes, still escaped.
    QuotedLabel(&'a [u8]),
    /// `%x`; quoted ones are still escaped.
    Local(Name<'a>),
    /// `@x`.
    Global(Name<'a>),
    /// `$x`.
    Comdat(Name<'a>),
    /// `!name`, still escaped.
    MetadataName(&'a [u8]),
    /// `#5`.
    AttributeGroup(u32),
    /// `^5`.
    Summary(u32),
    /// Decimal digits, perhaps with a sign; or `u0x…`, `s0x…`.
    Integer(&'a [u8]),
    /// A decimal with a point, or `0x…`.
    Float(&'a [u8]),
    /// `"…"`, still escaped.
    String(&'a [u8]),
    /// `c"…"`, still escaped.
    CString(&'a [u8]),
    /// An invalid token, with the message.
    Error(&'static str),
}

/// The name after a sigil.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name<'a> {
    Number(u32),
    Plain(&'a [u8]),
    Quoted(&'a [u8]),
}

/// Resolves escapes in a quoted text: `\\` is a backslash, `\` and two hex digits are a byte. Source: LangRef, Identifiers.
pub fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', text).is_none() {
        return Cow::Borrowed(text);
    }
    let digit =
        |byte: Option<&u8>| byte.and_then(|&byte| (byte as char).to_digit(16)).map(|digit| digit as u8);
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
        } else if rest.first() == Some(&b'\\') {
            out.push(b'\\');
            rest = &rest[1..];
        } else if let (Some(high), Some(low)) = (digit(rest.first()), digit(rest.get(1))) {
            out.push(high << 4 | low);
            rest = &rest[2..];
        } else {
            out.push(b'\\');
        }
    }
    Cow::Owned(out)
}

/// The message for a character that begins no token. Callers that expect a certain token replace it by their own message.
pub(super) const UNKNOWN: &str = "";

/// LLVM's message for a name that contains a NUL.
const NUL_IN_NAME: &str = "NUL character is not allowed in names";

/// Whether a quoted text, still escaped, contains a NUL.
fn has_nul(text: &[u8]) -> bool {
    memchr::memchr2(b'\\', 0, text).is_some() && unescape(text).contains(&0)
}

pub(super) struct Lexer<'a> {
    pub(super) text: &'a [u8],
    /// The position from which the next token is lexed.
    pub(super) position: usize,
}

const fn table(extra: &[u8], digits: bool) -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphabetic() || (digits && b.is_ascii_digit());
        byte += 1;
    }
    let mut i = 0;
    while i < extra.len() {
        table[extra[i] as usize] = true;
        i += 1;
    }
    table
}

/// Characters of an unquoted name.
pub(super) const LABEL: [bool; 256] = table(b"-$._", true);
/// Characters of a word. A word does not begin with a digit.
pub(super) const WORD: [bool; 256] = table(b"_", true);
/// Characters of a metadata name. It does not begin with a digit.
pub(super) const METADATA: [bool; 256] = table(b"-$._\\", true);

/// Whether a metadata name can begin with this byte after the exclamation mark.
#[inline(always)]
pub(super) fn begins_metadata_name(byte: u8) -> bool {
    METADATA[usize::from(byte)] && !byte.is_ascii_digit()
}

/// Whether a token can begin with a byte.
pub(super) const BEGINS: [bool; 256] = {
    let mut table = [true; 256];
    let blank = b" \t\n\r\0;/";
    let mut at = 0;
    while at < blank.len() {
        table[blank[at] as usize] = false;
        at += 1;
    }
    table
};

/// The position of the first token from `position` on, after spaces and comments.
#[inline(never)]
pub(super) fn skip(text: &[u8], position: usize) -> usize {
    // Most instructions and nodes are on a line of their own.
    match text.get(position..) {
        Some([b'\n', b' ', b' ', byte, ..]) if BEGINS[usize::from(*byte)] => position + 3,
        Some([b'\n' | b' ', byte, ..]) if BEGINS[usize::from(*byte)] => position + 1,
        _ => skip_more(text, position),
    }
}

#[inline(never)]
fn skip_more(text: &[u8], mut position: usize) -> usize {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    loop {
        match text.get(position) {
            Some(b' ') => {
                // There are many spaces between a label and the comment after it.
                while head(text, position) == SPACES {
                    position += 8;
                }
                position += ((head(text, position) ^ SPACES).trailing_zeros() / 8) as usize;
            }
            Some(b'\t' | b'\n' | b'\r' | 0) => position += 1,
            Some(b';') => {
                let rest = &text[position..];
                position += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            }
            Some(b'/') => match block_comment_end(text, position) {
                Some(end) => position = end,
                None => return position,
            },
            _ => return position,
        }
    }
}

/// The end of the comment `/* … */` that begins at `position`; `None` if there is none or it does not end.
#[cold]
fn block_comment_end(text: &[u8], position: usize) -> Option<usize> {
    let body = text[position..].strip_prefix(b"/*")?;
    memchr::memmem::find(body, b"*/").map(|length| position + length + 4)
}

/// The eight bytes at `from` as a little-endian number, padded with zeros at the end of the text.
#[inline(always)]
pub(super) fn head(text: &[u8], from: usize) -> u64 {
    match text.get(from..).and_then(<[u8]>::first_chunk) {
        Some(&bytes) => u64::from_le_bytes(bytes),
        None => last_head(text, from),
    }
}

#[cold]
fn last_head(text: &[u8], from: usize) -> u64 {
    let rest = text.get(from..).unwrap_or_default();
    rest.iter().rev().fold(0, |head, &byte| head << 8 | u64::from(byte))
}

/// The number that begins at `from` and its end, if it has few enough digits.
#[inline(always)]
pub(super) fn few_digits(text: &[u8], from: usize) -> Option<(u32, usize)> {
    let (mut rest, mut number, mut end) = (head(text, from), 0, from);
    loop {
        let digit = (rest as u8).wrapping_sub(b'0');
        if digit > 9 {
            return (end > from && end < from + 8).then_some((number, end));
        }
        number = number * 10 + u32::from(digit);
        rest >>= 8;
        end += 1;
    }
}

/// Like [`few_digits`], if the digits are a token by themselves.
#[inline(always)]
pub(super) fn short_number(text: &[u8], from: usize) -> Option<(u32, usize)> {
    let is_end = |end: usize| matches!(text.get(end), Some(b',' | b' ' | b'\n' | b')' | b'}' | b']'));
    few_digits(text, from).filter(|&(_, end)| is_end(end))
}

/// The contents of a quoted string at `from` and its end, if it is a token by itself and has no escapes.
#[inline(always)]
pub(super) fn plainly_quoted(text: &[u8], from: usize) -> Option<(&[u8], usize)> {
    let quoted = text.get(from + 1..)?;
    let length = memchr::memchr2(b'"', b'\\', quoted)?;
    let end = from + length + 2;
    matches!(quoted[length..], [b'"', b',' | b' ' | b')', ..]).then_some((&quoted[..length], end))
}

impl<'a> Lexer<'a> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.position + ahead).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn run(&self, from: usize, table: &[bool; 256]) -> usize {
        let length = self.text[from..].iter().position(|&byte| !table[usize::from(byte)]);
        length.map_or(self.text.len(), |length| from + length)
    }

    /// Lexes the token at the current position.
    pub(super) fn next(&mut self) -> Token<'a> {
        match self.text.get(self.position) {
            Some(&byte) => self.token(self.position, byte),
            None => Token::Eof,
        }
    }

    /// Lexes the token that begins at `start` with `byte`.
    #[inline(always)]
    fn token(&mut self, start: usize, byte: u8) -> Token<'a> {
        match byte {
            b'=' | b',' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'*' | b'|' | b':' => {
                self.position += 1;
                Token::Punct(byte)
            }
            b'%' => self.name(Token::Local),
            b'@' => self.name(Token::Global),
            b'0'..=b'9' | b'-' => self.integer(start),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' if !(byte == b'c' && self.peek(1) == b'"') => self.word(start),
            b'!' if !begins_metadata_name(self.peek(1)) => {
                self.position += 1;
                Token::Punct(b'!')
            }
            b'!' => {
                self.position = self.run(start + 1, &METADATA);
                Token::MetadataName(&self.text[start + 1..self.position])
            }
            _ => self.other(start, byte),
        }
    }

    /// Lexes a token that begins with a letter or another character of labels.
    #[inline(always)]
    fn word(&mut self, start: usize) -> Token<'a> {
        let end = self.run(start, &WORD);
        let word = &self.text[start..end];
        match self.text.get(end) {
            Some(b':') => {
                self.position = end + 1;
                Token::Label(word)
            }
            // A label may have characters that a word may not.
            Some(b'-' | b'$' | b'.') => self.label_or_word(start, end),
            _ if word.is_empty() || matches!(word, [b'u' | b's' | b'f', b'0', b'x', ..]) => {
                self.label_or_word(start, end)
            }
            _ => {
                self.position = end;
                Token::Word(word)
            }
        }
    }

    #[inline(never)]
    fn label_or_word(&mut self, start: usize, end: usize) -> Token<'a> {
        if let Some(end) = self.label_end(start) {
            self.position = end + 1;
            return Token::Label(&self.text[start..end]);
        }
        if end == start {
            self.position += 1;
            return Token::Error(UNKNOWN);
        }
        self.position = end;
        let word = &self.text[start..end];
        match word {
            [b'u' | b's', b'0', b'x', digits @ ..]
                if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) =>
            {
                Token::Integer(word)
            }
            // The bits of a floating-point number, as LLVM 23 spells them.
            [b'f', b'0', b'x', digits @ ..]
                if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) =>
            {
                Token::Float(word)
            }
            _ => Token::Word(word),
        }
    }

    /// Lexes a token with a less common first byte.
    #[inline(never)]
    fn other(&mut self, start: usize, byte: u8) -> Token<'a> {
        match byte {
            b'$' if self.label_end(start).is_none() => match self.name(Token::Comdat) {
                Token::Comdat(Name::Number(_)) => Token::Error(UNKNOWN),
                token => token,
            },
            b'#' => {
                self.position += 1;
                if self.peek(0).is_ascii_digit() {
                    return self.number().map_or_else(Token::Error, Token::AttributeGroup);
                }
                Token::Punct(b'#')
            }
            b'^' => {
                self.position += 1;
                self.number().map_or_else(Token::Error, Token::Summary)
            }
            b'"' => match self.quoted() {
                Err(error) => Token::Error(error),
                Ok(text) if self.peek(0) == b':' => {
                    self.position += 1;
                    match has_nul(text) {
                        true => Token::Error(NUL_IN_NAME),
                        false => Token::QuotedLabel(text),
                    }
                }
                Ok(text) => Token::String(text),
            },
            b'c' if self.peek(1) == b'"' => {
                self.position += 1;
                self.quoted().map_or_else(Token::Error, Token::CString)
            }
            b'.' if self.text[start..].starts_with(b"...") && self.label_end(start).is_none() => {
                self.position += 3;
                Token::Ellipsis
            }
            b'+' => self.numeric(start),
            // Other comments have been skipped already.
            b'/' if self.peek(1) == b'*' => {
                self.position = self.text.len();
                Token::Error("unterminated comment")
            }
            _ if LABEL[usize::from(byte)] => self.word(start),
            _ => {
                self.position += 1;
                Token::Error(UNKNOWN)
            }
        }
    }

    /// The end of a label that begins at `start`, if a colon follows.
    fn label_end(&self, start: usize) -> Option<usize> {
        let end = self.run(start, &LABEL);
        (self.text.get(end) == Some(&b':')).then_some(end)
    }

    /// Lexes a number, which is mostly a plain integer.
    #[inline(always)]
    fn integer(&mut self, start: usize) -> Token<'a> {
        let digits = start + usize::from(self.text[start] == b'-');
        let end = self.digits_end(digits);
        if end > digits && matches!(self.text.get(end), Some(b',' | b' ' | b'\n' | b')')) {
            self.position = end;
            Token::Integer(&self.text[start..end])
        } else {
            self.numeric(start)
        }
    }

    #[inline(always)]
    fn digits_end(&self, from: usize) -> usize {
        let length = self.text[from..].iter().position(|byte| !byte.is_ascii_digit());
        length.map_or(self.text.len(), |length| from + length)
    }

    /// Lexes a number of any kind, or a label that begins like one.
    #[inline(never)]
    fn numeric(&mut self, start: usize) -> Token<'a> {
        let digits = start + usize::from(matches!(self.peek(0), b'-' | b'+'));
        let end = self.digits_end(digits);
        if let Some(end) = self.label_end(start) {
            self.position = end + 1;
            return Token::Label(&self.text[start..end]);
        }
        if self.text[start..].starts_with(b"0x") {
            return self.hexadecimal(start);
        }
        let mut end = end;
        if end == digits {
            if let Some(end) = self.special_float_end(digits) {
                self.position = end;
                return Token::Float(&self.text[start..end]);
            }
            self.position += 1;
            return Token::Error(UNKNOWN);
        }
        if self.text.get(end) != Some(&b'.') {
            self.position = end;
            return match self.text[start] {
                b'+' => Token::Error(UNKNOWN),
                _ => Token::Integer(&self.text[start..end]),
            };
        }
        end = self.digits_end(end + 1);
        if matches!(self.text.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.text.get(end + 1), Some(b'-' | b'+')));
            let exponent = self.digits_end((end + 1 + sign).min(self.text.len()));
            if exponent > end + 1 + sign {
                end = exponent;
            }
        }
        self.position = end;
        Token::Float(&self.text[start..end])
    }

    /// The end of `inf`, `qnan`, `nan(0x1)` or `snan(0x1)` at `from`, as LLVM 23 spells numbers without digits.
    #[cold]
    fn special_float_end(&self, from: usize) -> Option<usize> {
        let end = self.run(from, &WORD);
        match &self.text[from..end] {
            b"inf" | b"qnan" => Some(end),
            b"nan" | b"snan" => {
                let payload = self.text[end..].strip_prefix(b"(0x")?;
                let length = payload.iter().position(|byte| !byte.is_ascii_hexdigit())?;
                (length > 0 && payload[length] == b')').then_some(end + length + 4)
            }
            _ => None,
        }
    }

    /// Lexes a floating-point number in hexadecimal: `0x…`, or with a letter that says its type, `0xH…`.
    fn hexadecimal(&mut self, start: usize) -> Token<'a> {
        let behind = start + 2;
        let kind =
            self.text.get(behind).copied().filter(|byte| matches!(byte, b'H' | b'K' | b'L' | b'M' | b'R'));
        let digits = behind + usize::from(kind.is_some());
        let length = self.text[digits..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        if length == 0 {
            self.position = start + 1;
            return Token::Error(UNKNOWN);
        }
        self.position = digits + length;
        let is_too_large = || float::low_word(&self.text[digits..self.position]) >= 1 << 16;
        match kind {
            Some(b'H') if is_too_large() => Token::Error("hexadecimal constant too large for half (16-bit)"),
            Some(b'R') if is_too_large() => {
                Token::Error("hexadecimal constant too large for bfloat (16-bit)")
            }
            _ => Token::Float(&self.text[start..self.position]),
        }
    }

    fn number(&mut self) -> Result<u32, &'static str> {
        let digits = &self.text[self.position..self.digits_end(self.position)];
        if digits.is_empty() {
            return Err(UNKNOWN);
        }
        self.position += digits.len();
        Ok(integers::value_number(digits))
    }

    /// Lexes a sigil with the name that follows.
    #[inline(always)]
    fn name(&mut self, make: impl Fn(Name<'a>) -> Token<'a>) -> Token<'a> {
        self.position += 1;
        let start = self.position;
        match self.peek(0) {
            b'0'..=b'9' => self.number().map_or_else(Token::Error, |number| make(Name::Number(number))),
            b'"' => match self.quoted() {
                Err(_) => Token::Error(match self.text[start - 1] {
                    b'$' => "end of file in COMDAT variable name",
                    _ => "end of file in global variable name",
                }),
                Ok(text) if has_nul(text) => Token::Error(NUL_IN_NAME),
                Ok(text) => make(Name::Quoted(text)),
            },
            byte if LABEL[usize::from(byte)] => {
                self.position = self.run(start, &LABEL);
                make(Name::Plain(&self.text[start..self.position]))
            }
            _ => Token::Error(UNKNOWN),
        }
    }

    /// Lexes a quoted text and returns the contents, still escaped.
    fn quoted(&mut self) -> Result<&'a [u8], &'static str> {
        let start = self.position + 1;
        match memchr::memchr(b'"', &self.text[start..]) {
            Some(length) => {
                self.position = start + length + 1;
                Ok(&self.text[start..start + length])
            }
            None => {
                self.position = self.text.len();
                Err("end of file in string constant")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer { text: text.as_bytes(), position: 0 };
        let next = || {
            lexer.position = skip(lexer.text, lexer.position);
            Some(lexer.next())
        };
        std::iter::from_fn(next).take_while(|token| *token != Token::Eof).collect()
    }

    #[test]
    fn what_is_plainly_quoted_is_the_token() {
        for text in ["\"a\", b", "\"\")", "\"a b\" c"] {
            let (quoted, end) = plainly_quoted(text.as_bytes(), 0).unwrap();
            let mut lexer = Lexer { text: text.as_bytes(), position: 0 };
            assert_eq!((lexer.next(), lexer.position), (Token::String(quoted), end), "{text}");
        }
        for text in ["\"a", "\"a\"", "\"a\":", "\"a\\22\", ", "\""] {
            assert!(plainly_quoted(text.as_bytes(), 0).is_none(), "{text}");
        }
    }

    #[test]
    fn names_labels_numbers() {
        assert_eq!(
            tokens("%x = -5 ; c\nfor.body: 1.5e+3 0xK1F !dbg !5 c\"a\" \"b\": u0xF"),
            [
                Token::Local(Name::Plain(b"x")),
                Token::Punct(b'='),
                Token::Integer(b"-5"),
                Token::Label(b"for.body"),
                Token::Float(b"1.5e+3"),
                Token::Float(b"0xK1F"),
                Token::MetadataName(b"dbg"),
                Token::Punct(b'!'),
                Token::Integer(b"5"),
                Token::CString(b"a"),
                Token::QuotedLabel(b"b"),
                Token::Integer(b"u0xF"),
            ]
        );
    }

    #[test]
    fn comments_end_with_any_line_end() {
        for text in ["; c\rx", " \0\t; c\r\n;\nx", "x", ";\0; \r \n x"] {
            assert_eq!(tokens(text), [Token::Word(b"x")], "{text:?}");
        }
    }

    #[test]
    fn numbers_that_are_tokens_by_themselves_are_read_at_once() {
        for (text, number) in [
            ("5,", Some(5)),
            ("1234567)", Some(1_234_567)),
            ("9876543 and so on", Some(9_876_543)),
            ("007 ", Some(7)),
            ("12345678 ", None),
            ("\u{ff}12 ", None),
            ("5", None),
            ("5.0 ", None),
            ("5: ", None),
            (", ", None),
        ] {
            let found = short_number(text.as_bytes(), 0);
            assert_eq!(found, number.map(|number| (number, text.find([',', ')', ' ']).unwrap())), "{text}");
        }
    }

    #[test]
    fn comments_are_skipped() {
        let text = "/* a */x/**/y /* b\n ; c */ ; d */ /* \nz/*/ * / */ w";
        assert_eq!(tokens(text), [b"x", b"y", b"z", b"w"].map(|word| Token::Word(word)));
        for text in ["/*", "x /* a * /", "/*/"] {
            assert_eq!(tokens(text).last(), Some(&Token::Error("unterminated comment")), "{text}");
        }
        assert_eq!(tokens("/ /").len(), 2);
    }

    #[test]
    fn names_have_no_nul_in_them() {
        for text in ["@\"a\\00\"", "%\"\0\"", "$\"\\00b\"", "\"a\\00\":"] {
            assert_eq!(tokens(text), [Token::Error(NUL_IN_NAME)], "{text}");
        }
        for text in ["@\"a\\5C00\"", "%\"\\\\00\"", "\"a\\00\"", "c\"\\00\""] {
            assert!(!matches!(tokens(text)[..], [Token::Error(_)]), "{text}");
        }
    }

    #[test]
    fn escapes() {
        assert_eq!(*unescape(br"a\5Cb\\\zz\4"), *br"a\b\\zz\4");
        assert!(matches!(tokens("\"abc")[..], [Token::Error(_)]));
        assert_eq!(tokens("%4294967297"), [Token::Local(Name::Number(1))]);
    }
}
