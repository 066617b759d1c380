//! Parses what follows the words of a query: targets, values, types, numbers, places of the source.

use super::lexer::{Lexer, Token};
use super::parser::{Parser, Result};
use super::patterns::{Compare, NamesKind, Number, TypeKinds, TypePattern, is_type_name};
use super::syntax::{Operand, Source, Subject, Target};
use super::words;

impl Parser<'_> {
    /// What an instruction leads to, or comes from.
    pub(super) fn target(&mut self, outer: Subject) -> Result<Target> {
        let start = self.position();
        match self.peek()? {
            Token::Local(_) => Ok(Target::Local(self.names("a name")?)),
            Token::Sign("<" | "[" | "{") => Ok(Target::Type(self.type_pattern()?)),
            Token::Word(word) if is_type_name(&word) => Ok(Target::Type(self.type_pattern()?)),
            Token::Word(word) if self.begins_instructions(&word) => {
                // Functions may have such names: `call to select`.
                let names = self.names_of(word, start);
                Ok(Target::Result(self.nested_of(Subject::Instruction, outer)?, Some(names)))
            }
            Token::Sign("(") if self.first_is_opcode(start)? => {
                Ok(Target::Result(self.nested_of(Subject::Instruction, outer)?, None))
            }
            _ => Ok(Target::Globals(self.globals(Subject::Function, outer)?)),
        }
    }

    /// Whether the first word in the parenthesis at `start` begins a query for instructions.
    fn first_is_opcode(&self, start: usize) -> Result<bool> {
        let mut ahead = Lexer { text: self.lexer.text, at: start };
        loop {
            match ahead.next()? {
                Token::Sign("(") => {}
                Token::Word(word) if word == "not" => {}
                Token::Word(word) => return Ok(self.begins_instructions(&word)),
                _ => return Ok(false),
            }
        }
    }

    /// Whether a word is an opcode, a group of opcodes or the noun.
    pub(super) fn begins_instructions(&self, word: &str) -> bool {
        Subject::of_noun(word) == Some(Subject::Instruction) || super::conditions::opcodes(word).is_some()
    }

    /// A value.
    pub(super) fn operand(&mut self, outer: Subject) -> Result<Operand> {
        let start = self.position();
        let word = match self.peek()? {
            Token::Word(word) => word,
            Token::Local(_) => return Ok(Operand::Local(self.names("a name")?)),
            Token::Sign("(") if self.first_is_opcode(start)? => {
                return Ok(Operand::Result(self.nested_of(Subject::Instruction, outer)?));
            }
            Token::Global(_) | Token::Quoted(_) | Token::Regex(_) | Token::Sign("(") => {
                let globals = self.globals(Subject::Global, outer)?;
                return Ok(Operand::Globals(globals, self.slot()));
            }
            other => return Err(self.error(start, format!("expected a value, found {}", other.describe()))),
        };
        if self.begins_instructions(&word) || word == "operation" {
            return Ok(Operand::Result(self.nested_of(Subject::Instruction, outer)?));
        }
        if self.is_globals_query()? {
            let globals = self.globals(Subject::Global, outer)?;
            return Ok(Operand::Globals(globals, self.slot()));
        }
        self.next()?;
        Ok(match word.as_str() {
            // `constant 0` is `0`.
            "constant" => match self.peek()? {
                Token::Word(next) if literal(&next).is_some() => {
                    self.next()?;
                    literal(&next).unwrap_or(Operand::Constant)
                }
                _ => Operand::Constant,
            },
            "argument" => Operand::Argument,
            "of" => Operand::OfType(self.type_pattern()?),
            _ => literal(&word).ok_or_else(|| {
                let known =
                    ["constant", "argument", "of", "zero", "null", "undef", "poison", "true", "false"];
                let note = match words::nearest(&word, known.into_iter()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("a global is `@{word}`, a local is `%{word}`"),
                };
                self.error(start, format!("`{word}` is no value")).with_notes([note])
            })?,
        })
    }

    /// A type, or a pattern for types.
    pub(super) fn type_pattern(&mut self) -> Result<TypePattern> {
        let start = self.position();
        let kind = match self.peek()? {
            Token::Word(word) => {
                let class = TypeKinds::WORDS.iter().find(|(text, _)| *text == word);
                match class {
                    Some((_, class)) => {
                        self.next()?;
                        class.clone()
                    }
                    None if is_type_name(&word) || word == "target" => {
                        TypeKinds::Text(NamesKind::of(&without_space(&self.lexer.type_text()?)))
                    }
                    None => {
                        let classes = TypeKinds::WORDS.iter().map(|(text, _)| *text);
                        let note = match words::nearest(&word, classes.chain(["float", "double", "ptr"])) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!("a struct is `%{word}`"),
                        };
                        return Err(self.error(start, format!("`{word}` is no type")).with_notes([note]));
                    }
                }
            }
            Token::Local(_) | Token::Sign("[" | "<" | "{") => {
                TypeKinds::Text(NamesKind::of(&without_space(&self.lexer.type_text()?)))
            }
            Token::Regex(text) => {
                self.next()?;
                TypeKinds::Text(self.regex(text, start)?.kind)
            }
            other => return Err(self.error(start, format!("expected a type, found {}", other.describe()))),
        };
        Ok(TypePattern { kind, slot: self.slot() })
    }

    /// A number, perhaps with a comparison.
    pub(super) fn number(&mut self) -> Result<Number> {
        let mut compare = Compare::Equal;
        if let Token::Sign(sign) = self.peek()?
            && let Some((_, found)) = Compare::SIGNS.iter().find(|(text, _)| *text == sign)
        {
            self.next()?;
            compare = *found;
        }
        let start = self.position();
        let found = self.next()?;
        match &found {
            Token::Word(word) => word.parse().ok(),
            _ => None,
        }
        .map(|value| Number { compare, value })
        .ok_or_else(|| self.error(start, format!("expected a number, found {}", found.describe())))
    }

    /// A place in the source: `f.c`, `f.c:12`, `f.c:10-20`.
    pub(super) fn source(&mut self) -> Result<Source> {
        let start = self.position();
        let text = match self.next()? {
            Token::Word(text) | Token::Quoted(text) => text,
            other => {
                let message = format!("expected `FILE:LINE`, found {}", other.describe());
                return Err(self.error(start, message));
            }
        };
        let whole = || Source { file: text.clone(), first: 1, last: u32::MAX };
        let Some((file, lines)) = text.rsplit_once(':') else { return Ok(whole()) };
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) if first <= last => Ok(Source { file: file.to_owned(), first, last }),
            (Ok(_), Ok(_)) => Err(self.error(start, "the last line is before the first")),
            _ => Err(self.error(start, format!("`{lines}` is no line, nor `FIRST-LAST`"))),
        }
    }
}

/// A constant that is written without a sign.
fn literal(word: &str) -> Option<Operand> {
    Some(match word {
        "zero" | "null" | "zeroinitializer" => Operand::Zero,
        "undef" => Operand::Undef,
        "poison" => Operand::Poison,
        "true" | "false" | "none" => Operand::Text(word.to_owned()),
        _ => match word.parse() {
            Ok(number) => Operand::Integer(number),
            Err(_) => {
                let is_number =
                    word.trim_start_matches(['-', '+']).starts_with(|it: char| it.is_ascii_digit());
                return is_number.then(|| Operand::Text(word.to_owned()));
            }
        },
    })
}

pub(super) fn without_space(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}
