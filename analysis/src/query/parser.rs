//! Parses queries. The grammar is in `docs/QUERY.md`.

use regex::bytes::Regex;
use tern_llvm_ir::Diagnostic;

use super::lexer::{Lexer, Token};
use super::patterns::{Names, NamesKind};
use super::syntax::{Expr, Globals, Nested, Subject, Test};
use super::words;

pub(super) type Result<T> = std::result::Result<T, Diagnostic>;

/// How deep parentheses and nested queries may be.
const DEEPEST: usize = 64;

pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    /// The number of slots that parts of the query have so far.
    pub(super) slots: usize,
    /// How many nested queries and parentheses are open.
    depth: usize,
    /// Whether a word that is none of the language is a name: in parentheses where a name may stand.
    bare_names: bool,
    /// The subject of the query around this one.
    around: Option<Subject>,
}

/// Parses a whole query.
pub(super) fn parse(text: &str) -> Result<(Nested, usize)> {
    let lexer = Lexer { text, at: 0 };
    let mut parser = Parser { lexer, slots: 0, depth: 0, bare_names: false, around: None };
    let subject = parser.noun()?.unwrap_or(Subject::Instruction);
    let condition = parser.alternatives(subject)?;
    let start = parser.position();
    match parser.next()? {
        Token::End => {}
        Token::Sign(",") => {
            return Err(parser.error(start, "`,` means nothing here").with_notes(["write `or`".to_owned()]));
        }
        other => return Err(parser.error(start, format!("did not expect {}", other.describe()))),
    }
    let slot = parser.slot();
    Ok((Nested { subject, condition, slot, deep: true }, parser.slots))
}

impl Parser<'_> {
    pub(super) fn error(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        self.lexer.error(offset, message)
    }

    /// Where the next token begins.
    pub(super) fn position(&mut self) -> usize {
        self.lexer.skip_space();
        self.lexer.at
    }

    pub(super) fn next(&mut self) -> Result<Token> {
        self.lexer.next()
    }

    pub(super) fn peek(&self) -> Result<Token> {
        self.lexer.clone().next()
    }

    pub(super) fn slot(&mut self) -> usize {
        self.slots += 1;
        self.slots - 1
    }

    /// Takes a word or sign if it is the next.
    pub(super) fn takes(&mut self, text: &str) -> Result<bool> {
        let mut ahead = self.lexer.clone();
        let is_next = match ahead.next()? {
            Token::Word(word) => word == text,
            Token::Sign(sign) => sign == text,
            _ => false,
        };
        if is_next {
            self.lexer = ahead;
        }
        Ok(is_next)
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<()> {
        let start = self.position();
        if self.takes(text)? {
            return Ok(());
        }
        let found = self.next()?;
        Err(self.error(start, format!("expected `{text}`, found {}", found.describe())))
    }

    /// A word of a list; messages say what it is one of.
    pub(super) fn one_of<T: Copy>(&mut self, what: &str, known: &[(&'static str, T)]) -> Result<T> {
        let start = self.position();
        let found = self.next()?;
        let Token::Word(word) = &found else {
            return Err(self.error(start, format!("expected {what}, found {}", found.describe())));
        };
        if let Some((_, value)) = known.iter().find(|(text, _)| text == word) {
            return Ok(*value);
        }
        let error = self.error(start, format!("`{word}` is no {what}"));
        Err(match words::nearest(word, known.iter().map(|(text, _)| *text)) {
            Some(near) => error.with_notes([format!("did you mean `{near}`?")]),
            None => {
                let all: Vec<_> = known.iter().map(|(text, _)| format!("`{text}`")).collect();
                error.with_notes([format!("it is one of {}", all.join(", "))])
            }
        })
    }

    /// A noun, if one is next and is not a measure.
    fn noun(&mut self) -> Result<Option<Subject>> {
        let mut ahead = self.lexer.clone();
        let Token::Word(word) = ahead.next()? else { return Ok(None) };
        let subject = Subject::of_noun(&word);
        if subject.is_some() {
            self.lexer = ahead;
        }
        Ok(subject)
    }

    /// Parses what is nested in the query, within limits.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            return Err(self.error(self.lexer.at, "this is nested too deeply"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Conditions with `or` between.
    pub(super) fn alternatives(&mut self, subject: Subject) -> Result<Expr> {
        let mut list = self.joined("or", subject, Self::conjunction)?;
        Ok(if list.len() == 1 { list.remove(0) } else { Expr::Any(list) })
    }

    /// Conditions with `and` between.
    fn conjunction(&mut self, subject: Subject) -> Result<Expr> {
        let mut list = self.joined("and", subject, Self::sequence)?;
        Ok(if list.len() == 1 { list.remove(0) } else { Expr::All(list) })
    }

    /// Parts with a word between. No side of the word may be empty.
    fn joined(
        &mut self,
        word: &str,
        subject: Subject,
        part: fn(&mut Self, Subject) -> Result<Expr>,
    ) -> Result<Vec<Expr>> {
        let mut list = Vec::new();
        loop {
            let start = self.position();
            let expr = part(self, subject)?;
            let is_last = !matches!(self.peek()?, Token::Word(next) if next == word);
            if expr.is_empty() && !(is_last && list.is_empty()) {
                let error = self.missing(start)?;
                return Err(match subject {
                    Subject::Instruction => error.with_notes([format!("the opcode is `operation {word}`")]),
                    _ => error,
                });
            }
            list.push(expr);
            if is_last {
                return Ok(list);
            }
            self.next()?;
        }
    }

    /// Says that a condition is missing where the next token begins.
    fn missing(&self, start: usize) -> Result<Diagnostic> {
        let found = self.peek()?.describe();
        Ok(self.error(start, format!("expected a condition, found {found}")))
    }

    /// Conditions behind each other.
    pub(super) fn sequence(&mut self, subject: Subject) -> Result<Expr> {
        let mut list = Vec::new();
        loop {
            match self.peek()? {
                Token::End | Token::Sign(")") | Token::Sign(",") => break,
                Token::Word(word) if word == "or" || word == "and" => break,
                _ => list.push(self.unary(subject)?),
            }
        }
        Ok(if list.len() == 1 { list.remove(0) } else { Expr::All(list) })
    }

    fn unary(&mut self, subject: Subject) -> Result<Expr> {
        let mut fillers = 0;
        while let Token::Word(word) = self.peek()? {
            if !words::FILLERS.contains(&word.as_str()) {
                break;
            }
            self.next()?;
            fillers += 1;
        }
        let start = self.position();
        match self.peek()? {
            Token::Word(word) if word == "not" => {
                self.next()?;
                let of = self.deeper(|parser| parser.unary(subject))?;
                Ok(Expr::Not(Box::new(of)))
            }
            Token::Sign("(") => {
                self.next()?;
                let inner_start = self.position();
                let inner = self.deeper(|parser| parser.alternatives(subject))?;
                if inner.is_empty() {
                    return Err(self.missing(inner_start)?);
                }
                self.expect(")")?;
                Ok(inner)
            }
            Token::End if fillers > 0 => Err(self.missing(start)?),
            _ => self.condition(subject),
        }
    }

    /// A condition that is no name begins with a word.
    fn condition(&mut self, subject: Subject) -> Result<Expr> {
        let start = self.position();
        match self.next()? {
            Token::Word(word) => match self.word(&word, start, subject)? {
                Some(test) => Ok(Expr::Is(test)),
                None => self.unknown(&word, start, subject),
            },
            Token::Metadata(kind) => Ok(Expr::Is(Test::Attached(kind))),
            Token::Local(name) if subject == Subject::Block => {
                Ok(Expr::Is(Test::Named(self.names_of(name, start))))
            }
            Token::Global(name) if !matches!(subject, Subject::Instruction | Subject::Block) => {
                Ok(Expr::Is(Test::Named(self.names_of(name, start))))
            }
            Token::Regex(text) if subject != Subject::Instruction => {
                Ok(Expr::Is(Test::Named(self.regex(text, start)?)))
            }
            Token::Quoted(text) if subject != Subject::Instruction => {
                Ok(Expr::Is(Test::Named(self.quoted(text, start))))
            }
            other => Err(self
                .error(start, format!("{} is no condition of {}", other.describe(), subject.plural()))
                .with_notes(["write how it is related: `to`, `from`, `uses`, `in`, `named`".to_owned()])),
        }
    }

    /// A word that the language does not have, or not for this subject.
    fn unknown(&mut self, word: &str, start: usize, subject: Subject) -> Result<Expr> {
        if let Some(known) = words::find(word) {
            let message = format!("`{word}` is about {}, not about {}", known.subjects, subject.plural());
            let error = self.error(start, message);
            return Err(match self.around.filter(|around| known.subjects.0.contains(around)) {
                Some(around) => {
                    let plural = around.plural();
                    error.with_notes([format!("write `and` before it if it is about the {plural} before")])
                }
                None => error,
            });
        }
        if subject != Subject::Instruction && (self.bare_names || word.contains(['*', '?'])) {
            return Ok(Expr::Is(Test::Named(self.names_of(word.to_owned(), start))));
        }
        if Subject::of_noun(word).is_some() {
            return Err(self.error(start, format!("`{word}` stands first, or behind a word for a relation")));
        }
        let error = self.error(start, format!("`{word}` is no word for {}", subject.plural()));
        let keywords = super::conditions::keywords(subject);
        let known = words::applying_to(subject).chain(keywords.iter().copied()).chain(["and", "or", "not"]);
        let notes = match words::nearest(word, known) {
            Some(near) => vec![format!("did you mean `{near}`?")],
            None if subject == Subject::Block => vec![format!("a name is `%{word}` or `\"{word}\"`")],
            None if subject != Subject::Instruction => vec![format!("a name is `@{word}` or `\"{word}\"`")],
            None => Vec::new(),
        };
        Err(error.with_notes(notes))
    }

    pub(super) fn names_of(&mut self, text: String, offset: usize) -> Names {
        Names { kind: NamesKind::of(&text), text, offset, slot: self.slot() }
    }

    fn quoted(&mut self, text: String, offset: usize) -> Names {
        let kind = match text == "*" {
            true => NamesKind::Glob(vec![b'*']),
            false => NamesKind::Exact(text.as_bytes().to_vec()),
        };
        Names { kind, text, offset, slot: self.slot() }
    }

    pub(super) fn regex(&mut self, text: String, offset: usize) -> Result<Names> {
        let regex = Regex::new(&text).map_err(|error| {
            let last = error.to_string().lines().last().unwrap_or_default().to_owned();
            self.error(offset, format!("`/{text}/` is no regular expression")).with_notes([last])
        })?;
        Ok(Names { kind: NamesKind::Regex(regex), text, offset, slot: self.slot() })
    }

    /// A pattern for names.
    pub(super) fn names(&mut self, what: &str) -> Result<Names> {
        let start = self.position();
        match self.next()? {
            Token::Word(text) | Token::Global(text) | Token::Local(text) => Ok(self.names_of(text, start)),
            Token::Quoted(text) => Ok(self.quoted(text, start)),
            Token::Regex(text) => self.regex(text, start),
            other => Err(self.error(start, format!("expected {what}, found {}", other.describe()))),
        }
    }

    /// A nested query: a noun or opcode with conditions, or conditions in parentheses.
    fn nested(&mut self, default: Subject, outer: Subject) -> Result<Nested> {
        let names = default != Subject::Instruction;
        let (around, bare) = (self.around.replace(outer), self.bare_names);
        let parsed = self.deeper(|parser| {
            let in_parentheses = parser.takes("(")?;
            let noun = parser.noun()?;
            let subject = noun.unwrap_or(default);
            parser.bare_names = in_parentheses && names;
            let start = parser.position();
            let condition = match in_parentheses {
                true => parser.alternatives(subject)?,
                false => parser.sequence(subject)?,
            };
            if noun.is_none() && condition.is_empty() {
                return Err(parser.missing(start)?);
            }
            if in_parentheses {
                parser.expect(")")?;
            }
            Ok((subject, condition))
        });
        (self.around, self.bare_names) = (around, bare);
        let (subject, condition) = parsed?;
        let mut deep = false;
        super::visit_tests(&condition, &mut |test| deep |= super::nested_in(test).is_some());
        Ok(Nested { subject, condition, slot: self.slot(), deep })
    }

    /// A nested query for instructions or blocks.
    pub(super) fn nested_of(&mut self, wanted: Subject, outer: Subject) -> Result<Box<Nested>> {
        let start = self.position();
        if self.peek()? == Token::End {
            return Err(self.error(start, format!("expected {}, found the end", wanted.plural())));
        }
        let nested = self.nested(wanted, outer)?;
        match nested.subject == wanted {
            true => Ok(Box::new(nested)),
            false => {
                let message = format!("expected {}, found {}", wanted.plural(), nested.subject.plural());
                Err(self.error(start, message))
            }
        }
    }

    /// Whether a nested query for globals is next: a noun for them, or a parenthesis.
    pub(super) fn is_globals_query(&self) -> Result<bool> {
        Ok(match self.peek()? {
            Token::Word(word) => {
                Subject::of_noun(&word).is_some_and(|it| !matches!(it, Subject::Instruction | Subject::Block))
            }
            Token::Sign(sign) => sign == "(",
            _ => false,
        })
    }

    /// A set of globals: a name, or a query. Without a noun in parentheses, the query is for `default`.
    pub(super) fn globals(&mut self, default: Subject, outer: Subject) -> Result<Globals> {
        let start = self.position();
        if self.is_globals_query()? {
            let nested = self.nested(default, outer)?;
            if matches!(nested.subject, Subject::Instruction | Subject::Block) {
                let message = format!("expected {}, found {}", default.plural(), nested.subject.plural());
                return Err(self.error(start, message));
            }
            return Ok(Globals::Found(Box::new(nested)));
        }
        match self.peek()? {
            Token::Local(_) => Err(self.error(start, "a global is named `@…`")),
            _ => Ok(Globals::Named(self.names(&format!("{} or a name", default.plural()))?)),
        }
    }
}
