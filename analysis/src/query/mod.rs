//! Queries: patterns for instructions, blocks, functions and variables of a module, and for how they are related. `docs/QUERY.md`
//! describes the language.
//!
//! ```
//! use tern_analysis::query::Query;
//!
//! let text = b"@x = global i32 0\ndefine void @set() {\nentry:\n  store i32 1, ptr @x\n  ret void\n}\n\
//!     define void @main() {\n  call void @set()\n  ret void\n}\n";
//! let module = tern_llvm_ir::read(text, "x.ll").unwrap();
//! let query = Query::parse("store to @x in functions called from main").unwrap();
//! let answers = query.run(&module);
//! assert_eq!(answers[0].to_string(), "@set %entry: store i32 1, ptr @x, align 4");
//! assert_eq!(query.count(&module), 1);
//!
//! let error = Query::parse("stor to @x").unwrap_err();
//! assert_eq!((error.column(), error.message()), (1, "`stor` is no word for instructions"));
//! assert_eq!(error.notes(), ["did you mean `store`?"]);
//! ```

mod answers;
mod bodies;
mod conditions;
mod constants;
mod facts;
mod globals;
mod lexer;
mod operands;
mod parser;
mod patterns;
mod plain;
mod relations;
mod syntax;
mod words;

use rayon::prelude::*;
use tern_llvm_ir::{Block, Diagnostic, Global, Inst, Module};

pub use answers::Answer;
pub use syntax::Subject;
pub use words::Word;

use facts::{Facts, Scope};
use syntax::{Expr, Globals, Nested, Operand, Target, Test};

/// A query, for any module.
#[derive(Clone, Debug)]
pub struct Query {
    nested: Nested,
    slots: usize,
    /// Whether debug records are looked at: only if a word names them.
    records: bool,
    /// Names of globals without wildcards, each with its offset in the text.
    names: Vec<(String, usize)>,
}

/// What a query finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// An instruction in a function.
    Instruction(Global, Block, Inst),
    /// A block of a function.
    Block(Global, Block),
    /// A function, variable, alias or ifunc.
    Global(Global),
}

impl Query {
    /// Parses a query.
    ///
    /// # Errors
    /// What is wrong with the text, with its column, and the words that may be meant as a note.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let (nested, slots) = parser::parse(text)?;
        let mut this = Self { nested, slots, records: false, names: Vec::new() };
        let (mut records, mut names) = (false, Vec::new());
        visit_tests(&this.nested.condition, &mut |test| {
            if let Test::Opcode(opcodes) = test {
                let is_record =
                    |opcode: &_| matches!(opcode, tern_llvm_ir::instruction::Opcode::DebugRecord(_));
                records |= opcodes.iter().any(is_record);
            }
            if let Some(Globals::Named(named)) = globals_in(test)
                && let patterns::NamesKind::Exact(_) = named.kind
            {
                names.push((named.text.clone(), named.offset));
            }
        });
        (this.records, this.names) = (records, names);
        Ok(this)
    }

    /// What the query looks for.
    pub fn subject(&self) -> Subject {
        self.nested.subject
    }

    /// The rows of the table of words: words and what follows, what they are about, what they mean.
    pub fn words() -> &'static [Word] {
        words::WORDS
    }

    /// The names in the query that the module has no global of, each with its offset in the text. Such a query is not wrong, but may
    /// find nothing.
    pub fn unknown_names(&self, module: &Module) -> Vec<(&str, usize)> {
        let has = |name: &str| module.global(name).is_some();
        self.names.iter().filter(|(name, _)| !has(name)).map(|(name, at)| (name.as_str(), *at)).collect()
    }

    /// Finds everything in a module, in its order.
    pub fn find(&self, module: &Module) -> Vec<Found> {
        let facts = Facts::new(module, self.slots);
        let condition = &self.nested.condition;
        match self.nested.subject {
            Subject::Instruction | Subject::Block => {
                let per_function: Vec<Vec<Found>> = module
                    .functions
                    .par_iter()
                    .map(|&global| {
                        let mut found = Vec::new();
                        if let Some(scope) = Scope::new(&facts, global) {
                            self.find_in(&scope, &mut found);
                        }
                        found
                    })
                    .collect();
                per_function.concat()
            }
            subject => {
                let globals = facts.of_subject(subject);
                let chosen = globals.into_par_iter().filter(|&global| facts.global_is(condition, global));
                chosen.map(Found::Global).collect()
            }
        }
    }

    fn find_in(&self, scope: &Scope<'_, '_>, found: &mut Vec<Found>) {
        let (function, condition) = (scope.function, &self.nested.condition);
        if self.nested.subject == Subject::Block {
            let blocks = function.layout.iter().filter(|&&block| scope.block_is(condition, block));
            found.extend(blocks.map(|&block| Found::Block(scope.global, block)));
            return;
        }
        for (block, inst) in function.instructions() {
            let is_seen = self.records || function.insts[inst].inst.debug_record().is_none();
            if is_seen && scope.inst_is(condition, block, inst) {
                found.push(Found::Instruction(scope.global, block, inst));
            }
        }
    }

    /// How much the query finds in a module.
    pub fn count(&self, module: &Module) -> usize {
        self.find(module).len()
    }

    /// Finds everything in a module, and describes it. Without lines of the text, which the module does not know: see
    /// [`describe`](Self::describe).
    pub fn run(&self, module: &Module) -> Vec<Answer> {
        self.describe(module, &self.find(module), None)
    }

    /// Describes what was found; with the text that the module was read from, answers have lines.
    pub fn describe(&self, module: &Module, found: &[Found], text: Option<&[u8]>) -> Vec<Answer> {
        answers::describe(module, found, text)
    }
}

/// The set of globals that a test names directly.
fn globals_in(test: &Test) -> Option<&Globals> {
    match test {
        Test::To(Target::Globals(it))
        | Test::From(Target::Globals(it))
        | Test::InFunctions(it)
        | Test::Calls(_, it, _)
        | Test::May(_, Some((it, _)))
        | Test::Operand(_, Operand::Globals(it, _))
        | Test::NotOperand(_, Operand::Globals(it, _))
        | Test::DependsOn(Operand::Globals(it, _), _)
        | Test::Initializer(Operand::Globals(it, _)) => Some(it),
        _ => None,
    }
}

/// The query that a test has in it.
fn nested_in(test: &Test) -> Option<&Nested> {
    match test {
        Test::To(Target::Result(it, _))
        | Test::From(Target::Result(it, _))
        | Test::UsedBy(it)
        | Test::Feeds(it)
        | Test::InBlocks(it)
        | Test::Containing(it)
        | Test::Operand(_, Operand::Result(it))
        | Test::NotOperand(_, Operand::Result(it))
        | Test::DependsOn(Operand::Result(it), _) => Some(it),
        _ => match globals_in(test)? {
            Globals::Found(it) => Some(it),
            Globals::Named(_) => None,
        },
    }
}

/// Visits the tests of a condition, those of queries in it as well.
fn visit_tests<'q>(expr: &'q Expr, visit: &mut impl FnMut(&'q Test)) {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        match expr {
            Expr::All(list) | Expr::Any(list) => pending.extend(list),
            Expr::Not(inner) => pending.push(inner),
            Expr::Is(test) => {
                visit(test);
                pending.extend(nested_in(test).map(|nested| &nested.condition));
            }
        }
    }
}

#[cfg(test)]
mod tests;
