//! Finds landmarks in a text before it is read: the ends of bodies, attribute groups, and unnumbered metadata nodes.
//!
//! The text is searched by bytes, on all threads. A match may be inside a string or comment, and a text that is not laid out as
//! LLVM prints it has no matches. So each landmark is only a hint, which the reader verifies when it gets there. If one is wrong
//! or missing, the landmarks are found by lexing the text instead.

use std::collections::HashSet;
use std::ops::Range;

use memchr::memmem;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use tern_support::ways;

use super::lexer::{Lexer, Token, skip};

/// The size of text that a thread searches at once. It should stay in the thread's cache, because it is searched several times.
const PART: usize = 1 << 17;

/// The landmarks of a text.
#[derive(Default)]
pub(super) struct Landmarks {
    /// `attributes #` at the start of a line.
    pub(super) groups: Places,
    /// Each `}` that may end a body.
    pub(super) ends: Places,
    /// An upper bound on the number of bodies.
    pub(super) bodies: usize,
    /// Unnumbered metadata nodes. Of nodes with the same spelling, only the first may be listed, unless `are_exact` is set.
    pub(super) nodes: Places,
    /// Whether the landmarks were found by tokens.
    pub(super) are_exact: bool,
}

/// Ascending positions in a text, consumed in order.
#[derive(Default)]
pub(super) struct Places {
    all: Vec<usize>,
    /// The index of the next position.
    next: usize,
}

impl Places {
    fn of(all: Vec<usize>) -> Self {
        Self { all, next: 0 }
    }

    /// The number of positions.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Consumes the next position if it equals `position`; returns whether it does.
    pub(super) fn pass(&mut self, position: usize) -> bool {
        let is_next = self.all.get(self.next) == Some(&position);
        self.next += usize::from(is_next);
        is_next
    }

    /// Whether all positions have been consumed.
    pub(super) fn all_passed(&self) -> bool {
        self.next == self.all.len()
    }

    /// All positions.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.all.iter().copied()
    }

    /// The first position that is not before `position`. Arguments of successive calls must not descend.
    pub(super) fn from(&mut self, position: usize) -> Option<usize> {
        while self.all.get(self.next).is_some_and(|&place| place < position) {
            self.next += 1;
        }
        self.all.get(self.next).copied()
    }
}

impl Landmarks {
    /// Searches a text by bytes, in parallel unless `alone`.
    pub(super) fn of(text: &[u8], alone: bool) -> Self {
        if alone {
            return Self::within(text, 0..text.len());
        }
        let length = ways::limit(PART);
        let parts = (0..text.len().div_ceil(length)).into_par_iter().map(|part| {
            let begin = part * length;
            Self::within(text, begin..(begin + length).min(text.len()))
        });
        let mut all = Self::default();
        for mut part in parts.collect::<Vec<_>>() {
            all.groups.all.append(&mut part.groups.all);
            all.ends.all.append(&mut part.ends.all);
            all.nodes.all.append(&mut part.nodes.all);
            all.bodies += part.bodies;
        }
        all
    }

    /// Finds the landmarks by lexing the text, whatever its layout.
    pub(super) fn by_tokens(text: &[u8]) -> Self {
        let mut found =
            Self { groups: Places::of(groups_by_tokens(text)), are_exact: true, ..Self::default() };
        let mut depth = 0_usize;
        // The two previous tokens, ignoring keywords that may precede any node.
        let mut before = [Token::Eof; 2];
        let mut mark = 0;
        for (start, token) in Tokens::from(text, 0) {
            match token {
                Token::Word(b"define") if depth == 0 => found.bodies += 1,
                Token::Punct(open @ (b'{' | b'(')) => {
                    depth += usize::from(open == b'{');
                    let is_node = match before[1] {
                        Token::Punct(b'!') => open == b'{',
                        Token::MetadataName(name) => open == b'(' && name != b"DIArgList",
                        _ => false,
                    };
                    // The definition of a numbered or named node.
                    if is_node && before[0] != Token::Punct(b'=') {
                        found.nodes.all.push(mark);
                    }
                }
                Token::Punct(b'}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        found.ends.all.push(start);
                    }
                }
                Token::Punct(b'!') | Token::MetadataName(_) => mark = start,
                _ => {}
            }
            if !matches!(token, Token::Word(b"distinct" | b"metadata")) {
                before = [before[1], token];
            }
        }
        found
    }

    /// The landmarks that begin in a part of a text.
    fn within(text: &[u8], part: Range<usize>) -> Self {
        let mut spelled = HashSet::with_hasher(FxBuildHasher);
        let mut is_new = |node| spelling(node).is_none_or(|spelling| spelled.insert(spelling));
        let mut nodes = Places::default();
        marks(text, part.clone(), |at| {
            if begins_inline_node(text, at) && is_new(&text[at..]) {
                nodes.all.push(at);
            }
        });
        let ends: Vec<usize> = find(text, part.clone(), b"\n}").map(|line_break| line_break + 1).collect();
        let (bodies, groups) = (ends.len(), Places::of(groups(text, part)));
        Self { groups, ends: Places::of(ends), bodies, nodes, are_exact: false }
    }
}

/// Calls `found` with the position of each exclamation mark in a part of a text. Exclamation marks are so dense in debug
/// information that a search for each would be slower than looking at every chunk.
#[inline(always)]
fn marks(text: &[u8], part: Range<usize>, mut found: impl FnMut(usize)) {
    const LENGTH: usize = u32::BITS as usize;
    let mut at = part.start;
    while let Some(next) = memchr::memchr(b'!', &text[at..part.end]) {
        at += next;
        loop {
            let rest = &text[at..part.end];
            let mut marks = match rest.first_chunk() {
                Some(chunk) => marks_in(chunk),
                None => {
                    let mut chunk = [0; LENGTH];
                    chunk[..rest.len()].copy_from_slice(rest);
                    marks_in(&chunk)
                }
            };
            // The next one is far away, so search for it.
            if marks == 0 {
                break;
            }
            while marks != 0 {
                found(at + marks.trailing_zeros() as usize);
                marks &= marks - 1;
            }
            at = (at + LENGTH).min(part.end);
        }
    }
}

/// A bit mask of the exclamation marks in a chunk.
#[inline(always)]
fn marks_in(chunk: &[u8; 32]) -> u32 {
    /// A one in each byte.
    const EACH: u64 = u64::MAX / 0xff;
    /// A multiplier that gathers the lowest bit of each byte in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (words, _) = chunk.as_chunks();
    let bits = |word: [u8; 8]| {
        let others = u64::from_le_bytes(word) ^ (EACH * b'!' as u64);
        let marks = !(((others & (EACH * 0x7f)) + EACH * 0x7f) | others) & (EACH * 0x80);
        (marks >> 7).wrapping_mul(GATHER) >> 56
    };
    words.iter().rev().fold(0, |all, &word| all << 8 | bits(word) as u32)
}

/// The positions in a part of a text where `attributes #` is at the start of a line.
fn groups(text: &[u8], part: Range<usize>) -> Vec<usize> {
    const GROUP: &[u8] = b"\nattributes #";
    let first = (part.start == 0 && text.starts_with(&GROUP[1..])).then_some(0);
    first.into_iter().chain(find(text, part, GROUP).map(|line_break| line_break + 1)).collect()
}

/// The tokens of a text with their positions.
struct Tokens<'t>(Lexer<'t>);

impl<'t> Tokens<'t> {
    fn from(text: &'t [u8], position: usize) -> Self {
        Self(Lexer { text, position })
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = (usize, Token<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let start = skip(self.0.text, self.0.position);
        self.0.position = start;
        let token = self.0.next();
        (token != Token::Eof).then_some((start, token))
    }
}

/// The positions of attribute groups (`attributes #0 = {`), whatever the layout. Lexes the whole text.
pub(super) fn groups_by_tokens(text: &[u8]) -> Vec<usize> {
    if memmem::find(text, b"attributes").is_none() {
        return Vec::new();
    }
    let mut groups = Vec::new();
    // The number of tokens of a group's beginning that were read, and their position.
    let (mut read, mut begin) = (0, 0);
    for (start, token) in Tokens::from(text, 0) {
        read = match (read, token) {
            (_, Token::Word(b"attributes")) => {
                begin = start;
                1
            }
            (1, Token::AttributeGroup(_)) => 2,
            (2, Token::Punct(b'=')) => 3,
            (3, Token::Punct(b'{')) => {
                groups.push(begin);
                0
            }
            _ => 0,
        };
    }
    groups
}

/// The position after the closing bracket that matches the first opening one from `position` on.
pub(super) fn end_by_tokens(text: &[u8], position: usize) -> usize {
    let mut depth = 0_usize;
    for (start, token) in Tokens::from(text, position) {
        match token {
            Token::Punct(b'(' | b'{') => depth += 1,
            Token::Punct(b')' | b'}') if depth < 2 => return start + 1,
            Token::Punct(b')' | b'}') => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The positions in a part of a text where `needle` begins.
fn find<'t>(text: &'t [u8], part: Range<usize>, needle: &'t [u8]) -> impl Iterator<Item = usize> {
    let end = (part.end + needle.len() - 1).min(text.len());
    memmem::find_iter(&text[part.start..end], needle).map(move |at| part.start + at)
}

/// Whether the exclamation mark at `at` begins an unnumbered node (`!{…}`, `!DIExpression(…)`), rather than an attachment
/// (`!DIAssignID !5`) or the definition of a numbered node (`!5 = !{…}`).
#[inline(always)]
fn begins_inline_node(text: &[u8], at: usize) -> bool {
    // Most are references by number, and most others are definitions.
    matches!(text.get(at + 1), Some(b'{' | b'A'..=b'Z'))
        && !text[..at].ends_with(b"= ")
        && is_inline_node(&text[..at], &text[at..])
}

#[inline(never)]
fn is_inline_node(before: &[u8], node: &[u8]) -> bool {
    if before.ends_with(b"= distinct ") {
        return false;
    }
    let name = node[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name == 0 || node.get(1 + name) == Some(&b'(') && !node.starts_with(b"!DIArgList(")
}

/// The beginning of a node up to its first closing parenthesis or brace; nodes that differ there are different. `None` if that is
/// far away.
pub(super) fn spelling(node: &[u8]) -> Option<&[u8]> {
    let near = &node[..node.len().min(1 << 10)];
    memchr::memchr2(b')', b'}', near).map(|length| &near[..length])
}

#[cfg(test)]
mod tests {
    use super::{Landmarks, PART, marks};

    #[test]
    fn what_lies_across_two_parts_is_found_once() {
        for shift in [0, 1, 2, 12] {
            let mut text = vec![b' '; 3 * PART];
            text[..12].copy_from_slice(b"attributes #");
            for (at, landmark) in
                [(PART, &b"\nattributes #"[..]), (2 * PART, b"\n}"), (2 * PART + 40, b"!DIX(")]
            {
                text[at - shift..][..landmark.len()].copy_from_slice(landmark);
            }
            for mut found in [Landmarks::of(&text, false), Landmarks::of(&text, true)] {
                assert_eq!(found.groups.all, [0, PART - shift + 1]);
                let end = 2 * PART - shift + 1;
                assert_eq!(found.ends.from(PART), Some(end));
                assert_eq!(found.ends.from(end), Some(end));
                assert_eq!(found.ends.from(end + 1), None);
                assert_eq!(found.nodes.from(0), Some(2 * PART + 40 - shift));
                assert_eq!(found.nodes.all.len(), 1);
            }
        }
    }

    #[test]
    fn all_marks_of_a_part_are_found() {
        let text: Vec<u8> = (0..1000_u32)
            .map(|at| {
                if at.wrapping_mul(2_654_435_761) >> 16 & 0xff < at * at / 4000 {
                    b'!'
                } else {
                    b' ' + (at % 3) as u8 * 2
                }
            })
            .collect();
        for part in [0..0, 0..1, 0..1000, 3..997, 500..900, 990..1000] {
            let mut found = Vec::new();
            marks(&text, part.clone(), |at| found.push(at));
            let expected: Vec<usize> = part.filter(|&at| text[at] == b'!').collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn inline_nodes_are_found_once() {
        let text = b"!DIA(1) !5 !dbg !DIA(2) !DIA(1) !x !{} !DIArgList(i32 1)";
        assert_eq!(Landmarks::of(text, true).nodes.all, [0, 16, 35]);
    }

    #[test]
    fn nodes_with_numbers_are_none_of_them() {
        let text = b"!0 = !{!5}\n!1 = distinct !DIA(x: !DIB())\n!2 = !{!{}}\n";
        assert_eq!(Landmarks::of(text, true).nodes.all, [33, 48]);
    }

    #[test]
    fn nodes_that_never_end_are_not_followed_to_the_end_of_the_text() {
        // Quadratic behaviour would take hours here.
        let text = b"!{".repeat(1 << 20);
        assert_eq!(Landmarks::of(&text, true).nodes.all.len(), 1 << 20);
    }
}
