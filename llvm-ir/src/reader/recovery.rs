//! Goes on after an error: with the next function or other entity at the top level.
//!
//! A reader that meets an error notes it and what the text may have defined in the part that is skipped. Errors that may only
//! follow from that are not reported: undefined names that may have been defined there, and whatever is wrong with an entity that
//! uses a type whose definition is wrong. Only the sequential reader goes on; the others leave the text to it. All of it takes time
//! linear in the text.

use rustc_hash::FxHashSet;

use super::lexer::{Lexer, Name, Token, UNKNOWN, skip};
use super::{Key, Reader, Result, adds_to_the_top_level};
use crate::diagnostic::Diagnostic;
use crate::entity::StrId;
use crate::globals::Global;

/// The number of errors after which a reader gives up.
pub(super) const MOST_ERRORS: usize = 20;

/// What a reader knows once it has met an error.
#[derive(Default)]
pub(super) struct Failed {
    /// The errors, in the order in which they were found; the first is the one that LLVM reports.
    errors: Vec<Diagnostic>,
    /// What may have been defined in skipped parts.
    pub(super) globals: FxHashSet<Key>,
    pub(super) types: FxHashSet<Key>,
    pub(super) comdats: FxHashSet<StrId>,
    pub(super) nodes: FxHashSet<u32>,
    /// Functions whose body has an error.
    pub(super) functions: FxHashSet<Global>,
    /// Whether the current entity uses a type whose definition is wrong.
    uses_wrong_type: bool,
    /// Whether the rest of the text could not be divided into tokens.
    is_lost: bool,
}

impl Reader<'_> {
    /// Whether an error now would only follow from an earlier one.
    pub(super) fn follows(&self) -> bool {
        self.failed.as_ref().is_some_and(|failed| failed.uses_wrong_type)
    }

    /// Whether what is undefined at the end of the text can be told.
    pub(super) fn is_lost(&self) -> bool {
        self.failed.as_ref().is_some_and(|failed| failed.is_lost)
    }

    /// Notes that an entity uses a type, and tells whether the definition of that is wrong.
    #[inline]
    pub(super) fn is_wrong_type(&mut self, key: Key) -> bool {
        let Some(failed) = &mut self.failed else { return false };
        let is_wrong = failed.types.contains(&key);
        failed.uses_wrong_type |= is_wrong;
        is_wrong
    }

    /// Notes that a type has been defined: it is wrong if it uses another that is.
    pub(super) fn note_type(&mut self, key: Key) {
        if let Some(failed) = &mut self.failed
            && failed.uses_wrong_type
        {
            failed.types.insert(key);
        }
    }

    /// Notes an error.
    ///
    /// # Errors
    /// All errors, if they are too many.
    pub(super) fn note_error(&mut self, error: Diagnostic) -> Result<()> {
        let follows = self.follows();
        let failed = self.failed.get_or_insert_default();
        if !follows {
            failed.errors.push(error);
        }
        if failed.errors.len() < MOST_ERRORS { Ok(()) } else { self.check_errors() }
    }

    /// Returns the errors that were noted.
    pub(super) fn check_errors(&mut self) -> Result<()> {
        match self.failed.take() {
            None => Ok(()),
            Some(failed) => Err(Diagnostic::of_all(failed.errors)
                .unwrap_or_else(|| adds_to_the_top_level(self.file, self.text, self.start))),
        }
    }

    /// Goes on after an entity that begins at `begin`.
    #[inline(always)]
    pub(super) fn after_entity(&mut self, begin: usize, entity: Result<()>) -> Result<()> {
        match entity {
            Ok(()) if self.failed.is_none() => Ok(()),
            entity => self.after_wrong_entity(begin, entity),
        }
    }

    #[cold]
    fn after_wrong_entity(&mut self, begin: usize, entity: Result<()>) -> Result<()> {
        if let Err(error) = entity {
            if self.deferred.is_some() {
                return Err(error);
            }
            // The error may be in front of the current token, even where a name was used first.
            let wrong = if self.follows() { self.start } else { error.offset().clamp(begin, self.start) };
            self.note_error(error)?;
            // The function whose body is wrong, if it is that; it is declared.
            let function = self.function.as_ref().and_then(|state| state.global);
            let body = self.body_start.take().filter(|_| function.is_some());
            self.function = None;
            self.recent = Default::default();
            match (body, function) {
                (Some(open), Some(function)) => {
                    self.skip_to_entity(open, wrong, true);
                    self.failed.get_or_insert_default().functions.insert(function);
                }
                _ => self.skip_to_entity(begin, wrong, false),
            }
        }
        if let Some(failed) = &mut self.failed {
            failed.uses_wrong_type = false;
        }
        Ok(())
    }

    /// Skips the rest of an entity that is `wrong` at a position. All tokens are looked at from `begin` on: its opening brace if it is
    /// a body, whose braces may tell its end. Otherwise it ends where a line begins like an entity.
    fn skip_to_entity(&mut self, begin: usize, wrong: usize, is_body: bool) {
        let text = self.text;
        let mut lexer = Lexer { text, position: begin };
        let mut depth = 0_usize;
        loop {
            let start = skip(text, lexer.position);
            lexer.position = start;
            let token = lexer.next();
            match token {
                Token::Eof => break,
                // A string or comment that does not end.
                Token::Error(message) if message != UNKNOWN && lexer.position == text.len() => {
                    self.failed.get_or_insert_default().is_lost = true;
                    break;
                }
                Token::Punct(b'{') => depth += 1,
                Token::Punct(b'}') => {
                    depth = depth.saturating_sub(1);
                    if is_body && depth == 0 && start >= wrong {
                        break;
                    }
                }
                _ => {}
            }
            if start > begin && start >= wrong && begins_line(text, start) && begins_entity(text, start) {
                lexer.position = start;
                break;
            }
            if !is_body {
                self.note_skipped(token, lexer.position);
            }
        }
        self.seek(lexer.position);
    }

    /// Notes that a token that may define something is skipped; it ends at `end`.
    fn note_skipped(&mut self, token: Token<'_>, end: usize) {
        let strings = self.tables.module.strings.clone();
        let key = |name: Name<'_>| match name {
            Name::Number(number) => Key::Number(number),
            Name::Plain(name) => Key::Name(strings.intern(name)),
            Name::Quoted(name) => Key::Name(strings.intern(&super::unescape(name))),
        };
        let next = || Lexer { text: self.text, position: skip(self.text, end) }.next();
        let number = match (token, token == Token::Punct(b'!')) {
            (_, true) => match next() {
                Token::Integer(digits) => super::decimal(digits),
                _ => None,
            },
            _ => None,
        };
        let failed = self.failed.get_or_insert_default();
        match token {
            Token::Global(name) => drop(failed.globals.insert(key(name))),
            Token::Local(name) => drop(failed.types.insert(key(name))),
            Token::Comdat(name) => {
                if let Key::Name(name) = key(name) {
                    failed.comdats.insert(name);
                }
            }
            _ => failed.nodes.extend(number.and_then(|number| u32::try_from(number).ok())),
        }
    }
}

/// Whether only spaces precede a position in its line.
fn begins_line(text: &[u8], at: usize) -> bool {
    let before = text[..at].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    matches!(text[..at - before].last(), None | Some(b'\n' | b'\r'))
}

/// Whether the tokens at a position plainly begin an entity at the top level.
fn begins_entity(text: &[u8], at: usize) -> bool {
    let mut lexer = Lexer { text, position: at };
    let mut next = || {
        lexer.position = skip(text, lexer.position);
        lexer.next()
    };
    match next() {
        Token::Word(b"define" | b"declare") => true,
        Token::Word(b"attributes") => matches!(next(), Token::AttributeGroup(_)),
        Token::Word(b"module") => next() == Token::Word(b"asm"),
        Token::Global(_) | Token::Comdat(_) | Token::Summary(_) => next() == Token::Punct(b'='),
        Token::Local(_) => next() == Token::Punct(b'=') && next() == Token::Word(b"type"),
        Token::MetadataName(_) => next() == Token::Punct(b'='),
        Token::Punct(b'!') => matches!(next(), Token::Integer(_)) && next() == Token::Punct(b'='),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::read;

    /// The lines and messages of all errors in a text.
    fn errors(text: &str) -> Vec<String> {
        let error = read(text.as_bytes(), "test.ll").expect_err("the text is wrong");
        error.all().map(|error| format!("{}: {}", error.line(), error.message())).collect()
    }

    #[test]
    fn reading_goes_on_after_an_error() {
        let text = "@a = global i8 1.0\ndefine void @f() {\n  %x = add i32 1, { 2 }\n  foo\n}\n\
                    define void @g() {\n  call void @f()\n  call void @h()\n  ret void\n}\n\
                    define void @i() {\n  bar\n}\n!0 = !{!1, !2}\n!1 = !DIFoo()\n@b = global ptr @c\n";
        assert_eq!(
            errors(text),
            [
                "1: floating point constant invalid for type",
                "3: expected type",
                "8: use of undefined value '@h'",
                "12: expected instruction opcode",
                "14: use of undefined metadata '!2'",
                "15: expected metadata type",
                "16: use of undefined value '@c'",
            ]
        );
    }

    #[test]
    fn the_first_error_is_the_one_of_llvm() {
        let text = "@a = global ptr @b\n@c = global i8 1.0\n";
        let error = read(text.as_bytes(), "test.ll").unwrap_err();
        assert_eq!((error.line(), error.all().count()), (2, 2));
    }

    #[test]
    fn what_follows_from_an_error_is_not_reported() {
        // Names that are defined in what is skipped, and types that hold a wrong one.
        let text = "%t = type { i8, foo }\n%u = type { %t }\n@a = global foo 1\n$c = comdat foo\n!0 = !DIFoo()\n\
                    define void @f(foo %x) {\n  ret void\n}\n@x = global ptr @a, comdat($c), !k !0\n\
                    define void @g(ptr %p) {\n  call void @f(i32 1)\n  %a = alloca %u\n  \
                    %y = getelementptr %t, ptr %p, i32 0, i32 1\n  ret void\n}\n";
        let lines: Vec<String> = errors(text).into_iter().map(|error| error[..1].to_owned()).collect();
        assert_eq!(lines, ["1", "3", "4", "5", "6"]);
        // Blocks of a body that is wrong.
        let text = "define void @f() {\nb:\n  foo\n}\n@a = global ptr blockaddress(@f, %b)\n";
        assert_eq!(errors(text), ["3: expected instruction opcode"]);
    }

    #[test]
    fn a_body_may_lack_its_end() {
        let text = "define void @f() {\n  ret void\n\ndefine void @g() {\n  foo\n}\n";
        assert_eq!(errors(text), ["4: expected instruction opcode", "5: expected instruction opcode"]);
        let text = "define void @f() {\n  foo }\n}\ndefine void @g() { bar }\ndefine void @h() { baz }";
        let opcode = "expected instruction opcode";
        assert_eq!(
            errors(text),
            [
                "2: ".to_owned() + opcode,
                "3: expected top-level entity".into(),
                "4: ".to_owned() + opcode,
                "5: ".to_owned() + opcode
            ]
        );
        assert_eq!(errors("@a = global foo\n@b = global ptr @d\n@c = global [1 x i8] c\"").len(), 2);
        assert_eq!(errors("@a = global half 0xH12345\n@b = global i8 1.0\n@c = global ptr @d\n").len(), 3);
    }

    #[test]
    fn there_are_at_most_twenty_errors() {
        let text = "@a = global foo\n".repeat(100);
        assert_eq!(errors(&text).len(), super::MOST_ERRORS);
        let uses: String = (0..100).map(|at| format!("@a{at} = global ptr @b{at}\n")).collect();
        assert_eq!(errors(&uses).len(), super::MOST_ERRORS);
    }
}
