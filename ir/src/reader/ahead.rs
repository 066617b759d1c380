//! What stands at hand, as far as its first bytes tell.
//!
//! A reader mostly knows what to expect, and what LLVM prints is spaced in one way. So what is expected is looked for in the text itself,
//! and a token made only where that does not say enough: whatever the text, the answer is that of the token.

use super::lexer::{Token, WORD, few_digits, skip};
use super::{Key, Reader, Result};

/// What may follow a word, that is neither part of it nor of something that is no word.
const BEHIND_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = !WORD[byte] && !matches!(byte as u8, b':' | b'-' | b'$' | b'.' | b'"');
        byte += 1;
    }
    table
};

impl<'a> Reader<'a> {
    /// The first byte of the token at hand; at the end of the text zero, with which none begins.
    #[inline(always)]
    pub(super) fn first(&self) -> u8 {
        self.text.get(self.start).copied().unwrap_or(0)
    }

    /// Goes to the first token from `end` on, where one ends.
    #[inline(always)]
    pub(super) fn step_to(&mut self, end: usize) {
        let next = end + usize::from(self.text.get(end) == Some(&b' '));
        self.start = match self.text.get(next) {
            Some(&byte) if byte > b' ' && byte != b';' => next,
            _ => skip(self.text, next),
        };
    }

    /// Whether there is this token of one byte.
    #[inline(always)]
    pub(super) fn at(&self, punct: u8) -> bool {
        // All others are tokens by themselves, whatever follows.
        self.first() == punct
            && (!matches!(punct, b'!' | b'#')
                || matches!(self.token(), Token::Punct(found) if found == punct))
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

    #[cold]
    fn expected(&self, what: impl std::fmt::Display) -> Result<()> {
        self.error(format!("expected '{what}' here"))
    }

    #[inline(always)]
    pub(super) fn at_word(&self, word: &str) -> bool {
        let Some(rest) = self.text[self.start..].strip_prefix(word.as_bytes()) else { return false };
        rest.first().is_some_and(|&byte| BEHIND_WORD[usize::from(byte)]) || self.at_word_token(word)
    }

    #[inline(never)]
    fn at_word_token(&self, word: &str) -> bool {
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

    /// The word at hand, if it is one.
    #[inline(always)]
    pub(super) fn word(&self) -> Option<&'a [u8]> {
        let rest = &self.text[self.start..];
        let length = rest.iter().position(|&byte| !WORD[usize::from(byte)]);
        match length.and_then(|length| rest.split_at_checked(length)) {
            Some((word @ [_, ..], [behind, ..]))
                if BEHIND_WORD[usize::from(*behind)]
                    && !matches!(word, [b'0'..=b'9', ..] | [b'u' | b's', b'0', ..]) =>
            {
                Some(word)
            }
            Some(([], _)) => None,
            _ => self.word_token(),
        }
    }

    #[inline(never)]
    fn word_token(&self) -> Option<&'a [u8]> {
        match self.token() {
            Token::Word(text) => Some(text),
            _ => None,
        }
    }

    /// Reads a word by a table; leaves it where it is not in the table.
    #[inline(always)]
    pub(super) fn optional_word<T>(&mut self, find: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let word = self.word()?;
        let found = find(word)?;
        self.step_to(self.start + word.len());
        Some(found)
    }

    /// Whether there is the name of metadata, `!dbg`.
    #[inline(always)]
    pub(super) fn at_metadata_name(&self) -> bool {
        self.first() == b'!' && matches!(self.token(), Token::MetadataName(_))
    }

    /// Reads the name of a local or a block, if there is one.
    #[inline(always)]
    pub(super) fn local_key(&mut self) -> Option<Key> {
        if self.first() != b'%' {
            return None;
        }
        if let Some((number, end)) = few_digits(self.text, self.start + 1) {
            self.step_to(end);
            return Some(Key::Number(number));
        }
        self.local_token()
    }

    #[inline(never)]
    fn local_token(&mut self) -> Option<Key> {
        let Token::Local(name) = self.token() else { return None };
        self.advance();
        Some(self.key(name))
    }
}
