//! Parses what follows the words for attributes, operations, places and memory effects.

use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::attributes::values::Access;
use tern_llvm_ir::globals::CALLING_CONVENTIONS;
use tern_llvm_ir::instruction::{Opcode, RmwOp};

use super::lexer::Token;
use super::operands::without_space;
use super::parser::{Parser, Result};
use super::syntax::{AttributeKey, AttributeTest, Expr, Globals, Nested, Subject, Test};
use super::words;

impl Parser<'_> {
    /// An opcode, an operation of `atomicrmw`, or both.
    pub(super) fn operation(&mut self) -> Result<Test> {
        let start = self.position();
        let found = self.next()?;
        let Token::Word(word) = &found else {
            return Err(self.error(start, format!("expected an operation, found {}", found.describe())));
        };
        let (opcode, rmw) = (Opcode::from_spelling(word.as_bytes()), RmwOp::from_spelling(word.as_bytes()));
        if opcode.is_none() && rmw.is_none() {
            let known = Opcode::all().map(Opcode::spelling).chain(RmwOp::ALL.iter().map(|it| it.spelling()));
            let note = words::nearest(word, known).map(|near| format!("did you mean `{near}`?"));
            return Err(self.error(start, format!("`{word}` is no operation")).with_notes(note));
        }
        Ok(Test::Operation(opcode, rmw))
    }

    /// An attribute, perhaps with its value: `noinline`, `align(8)`, `"key"="value"`.
    pub(super) fn attribute(&mut self) -> Result<AttributeTest> {
        let start = self.position();
        let key = match self.next()? {
            Token::Word(word) => match AttributeKind::from_spelling(word.as_bytes()) {
                Some(kind) => AttributeKey::Kind(kind),
                None if word.contains('-') => AttributeKey::String(word),
                None => {
                    let known = AttributeKind::ALL.iter().map(|it| it.spelling());
                    let note = match words::nearest(&word, known) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("an attribute that LLVM does not know is `\"{word}\"`"),
                    };
                    return Err(self.error(start, format!("`{word}` is no attribute")).with_notes([note]));
                }
            },
            Token::Quoted(text) => AttributeKey::String(text),
            other => {
                return Err(self.error(start, format!("expected an attribute, found {}", other.describe())));
            }
        };
        let begin = self.lexer.at;
        let value = match key {
            // In parentheses without a space before, or as LLVM writes it: `align 8`.
            AttributeKey::Kind(_) if self.lexer.text[begin..].starts_with('(') => {
                self.lexer.brackets()?;
                Some(without_space(&self.lexer.text[begin + 1..self.lexer.at - 1]))
            }
            AttributeKey::Kind(kind)
                if matches!(kind, AttributeKind::Alignment | AttributeKind::StackAlignment)
                    && matches!(self.peek()?, Token::Word(word) if word.parse::<u64>().is_ok()) =>
            {
                Some(self.number()?.value.to_string())
            }
            AttributeKey::String(_) if self.takes("=")? => {
                let start = self.position();
                match self.next()? {
                    Token::Quoted(text) | Token::Word(text) => Some(without_space(&text)),
                    other => {
                        return Err(
                            self.error(start, format!("expected a value, found {}", other.describe()))
                        );
                    }
                }
            }
            _ => None,
        };
        Ok(AttributeTest { key, value })
    }

    pub(super) fn convention(&mut self) -> Result<Test> {
        if let Token::Word(word) = self.peek()?
            && let Ok(number) = word.parse()
        {
            self.next()?;
            return Ok(Test::Convention(number));
        }
        let known: Vec<_> = CALLING_CONVENTIONS.iter().map(|&(number, name)| (name, number)).collect();
        Ok(Test::Convention(self.one_of("calling convention", &[&[("ccc", 0)], &known[..]].concat())?))
    }

    /// Where something stands: loops, functions, blocks.
    pub(super) fn place(&mut self, subject: Subject) -> Result<Test> {
        for word in ["loops", "loop", "a"] {
            if self.takes(word)? {
                if word == "a" {
                    self.expect("loop")?;
                }
                return Ok(Test::InLoops);
            }
        }
        let start = self.position();
        match self.peek()? {
            Token::Word(word) if Subject::of_noun(&word) == Some(Subject::Block) => match subject {
                Subject::Instruction => Ok(Test::InBlocks(self.nested_of(Subject::Block, subject)?)),
                _ => Err(self.error(start, "a block is in no other")),
            },
            Token::Local(name) if subject == Subject::Instruction => {
                self.next()?;
                let condition = Expr::Is(Test::Named(self.names_of(name, start)));
                let slot = self.slot();
                let nested = Nested { subject: Subject::Block, condition, slot, deep: false };
                Ok(Test::InBlocks(Box::new(nested)))
            }
            _ => Ok(Test::InFunctions(self.globals(Subject::Function, subject)?)),
        }
    }

    /// `may read`, `may write`, perhaps with the variables.
    pub(super) fn effects(&mut self, subject: Subject) -> Result<Test> {
        let access = self.one_of("access", &[("read", Access::Read), ("write", Access::Write)])?;
        let has_globals = match self.peek()? {
            Token::Global(_) | Token::Regex(_) | Token::Quoted(_) => true,
            Token::Word(word) => {
                Subject::of_noun(&word) == Some(Subject::Global) || word.contains(['*', '?'])
            }
            Token::Sign("(") => true,
            _ => false,
        };
        let globals = match has_globals {
            true => {
                let globals: Globals = self.globals(Subject::Global, subject)?;
                Some((globals, self.slot()))
            }
            false => None,
        };
        Ok(Test::May(access, globals))
    }
}
