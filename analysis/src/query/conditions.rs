//! The conditions that words stand for: those of the language's own table, and LLVM's opcodes, predicates, flags and others.

use tern_llvm_ir::Linkage;
use tern_llvm_ir::globals::{DllStorage, UnnamedAddr, Visibility};
use tern_llvm_ir::instruction::{
    BinaryOp, CastOp, DebugRecordKind, Flags, FloatPredicate, IntPredicate, Opcode, Ordering, RmwOp, TailKind,
};

use super::lexer::Token;
use super::parser::{Parser, Result};
use super::patterns::{Names, NamesKind};
use super::syntax::{Calls, Measure, Place, Property, Subject, Target, Test};
use super::words;

/// The opcodes that a word stands for: an opcode in either number, or a group of them.
pub(super) fn opcodes(word: &str) -> Option<Vec<Opcode>> {
    use Opcode::{
        AtomicRmw, Br, Call, CallBr, CatchPad, CatchRet, CatchSwitch, CleanupPad, CleanupRet, CmpXchg, FCmp,
        ICmp, IndirectBr, Invoke, LandingPad, Load, Resume, Ret, Store, Switch, Unreachable,
    };
    let one = |word: &str| {
        let record = || DebugRecordKind::from_spelling(word.as_bytes()).map(Opcode::DebugRecord);
        Some(match word {
            "call" => vec![Call, Invoke, CallBr],
            "binary" => BinaryOp::ALL.iter().map(|&op| Opcode::Binary(op)).collect(),
            "cast" => CastOp::ALL.iter().map(|&op| Opcode::Cast(op)).collect(),
            "compare" => vec![ICmp, FCmp],
            "access" => vec![Load, Store, CmpXchg, AtomicRmw],
            "branch" => vec![Br, Switch, IndirectBr],
            "terminator" => vec![
                Ret,
                Br,
                Switch,
                IndirectBr,
                Invoke,
                CallBr,
                Resume,
                CatchSwitch,
                CatchRet,
                CleanupRet,
                Unreachable,
            ],
            "pad" => vec![LandingPad, CatchSwitch, CatchPad, CleanupPad],
            // These are words of the language.
            "and" | "or" => return None,
            _ => vec![Opcode::from_spelling(word.as_bytes()).or_else(record)?],
        })
    };
    one(word).or_else(|| one(word.strip_suffix('s')?)).or_else(|| one(word.strip_suffix("es")?))
}

/// LLVM's words that are conditions of a subject.
pub(super) fn keywords(subject: Subject) -> Vec<&'static str> {
    match subject {
        Subject::Instruction => {
            let flags = Flags::KEYWORDS.iter().map(|(word, _)| *word);
            let orderings = spelled(Ordering::ALL, Ordering::spelling).into_iter().map(|(word, _)| word);
            Opcode::all().map(Opcode::spelling).chain(flags).chain(orderings).collect()
        }
        Subject::Block => Vec::new(),
        _ => Linkage::ALL.iter().map(|it| it.spelling()).collect(),
    }
}

/// Those that have a keyword, each with it.
fn spelled<T: Copy>(all: &[T], spelling: impl Fn(T) -> &'static str) -> Vec<(&'static str, T)> {
    all.iter().map(|&it| (spelling(it), it)).filter(|(keyword, _)| !keyword.is_empty()).collect()
}

/// Whether a word of the table applies to a subject.
fn applies(word: &str, subject: Subject) -> bool {
    words::find(word).is_some_and(|row| row.subjects.0.contains(&subject))
}

impl Parser<'_> {
    /// The condition that begins with a word; `None` if there is none for this subject.
    pub(super) fn word(&mut self, word: &str, start: usize, subject: Subject) -> Result<Option<Test>> {
        if subject == Subject::Instruction
            && let Some(test) = self.keyword_of_instructions(word)?
        {
            return Ok(Some(test));
        }
        if matches!(subject, Subject::Function | Subject::Global | Subject::Alias)
            && let Some(test) = keyword_of_globals(word)
        {
            return Ok(Some(test));
        }
        if !applies(word, subject) {
            return Ok(None);
        }
        if let Some(test) = flag(word) {
            return Ok(Some(test));
        }
        if let Some((measure, _)) = MEASURES.iter().find(|(_, known)| *known == word) {
            return Ok(Some(Test::Measure(*measure, self.number()?)));
        }
        if let Some((property, _)) = PROPERTIES.iter().find(|(_, known)| *known == word) {
            return Ok(Some(Test::Property(*property, self.names("a name")?)));
        }
        match subject {
            Subject::Function => match self.of_functions(word, subject)? {
                Some(test) => Ok(Some(test)),
                None => self.relation(word, start, subject),
            },
            _ => self.relation(word, start, subject),
        }
    }

    /// LLVM's own words for instructions, with what may follow an opcode.
    fn keyword_of_instructions(&mut self, word: &str) -> Result<Option<Test>> {
        if let Some(found) = opcodes(word) {
            let narrowed = match found[..] {
                [Opcode::ICmp] => self.narrowed(IntPredicate::from_spelling, Test::IntPredicate)?,
                [Opcode::FCmp] => self.narrowed(FloatPredicate::from_spelling, Test::FloatPredicate)?,
                [Opcode::AtomicRmw] => self.narrowed(RmwOp::from_spelling, Test::Rmw)?,
                _ => None,
            };
            return Ok(Some(narrowed.unwrap_or(Test::Opcode(found))));
        }
        let tail = TailKind::from_spelling(word.as_bytes()).map(Test::Tail);
        let flag = || Flags::from_keyword(word.as_bytes()).map(Test::Flag);
        let ordering = || Ordering::from_spelling(word.as_bytes()).map(Test::Ordering);
        let weak = || (word == "weak").then_some(Test::Weak);
        Ok(tail.or_else(flag).or_else(ordering).or_else(weak))
    }

    /// A predicate or operation directly behind its opcode.
    fn narrowed<T>(
        &mut self,
        find: impl Fn(&[u8]) -> Option<T>,
        test: impl Fn(T) -> Test,
    ) -> Result<Option<Test>> {
        let Token::Word(next) = self.peek()? else { return Ok(None) };
        // `atomicrmw and volatile` is two conditions.
        let found = if matches!(next.as_str(), "and" | "or") { None } else { find(next.as_bytes()) };
        if found.is_some() {
            self.next()?;
        }
        Ok(found.map(test))
    }

    /// Conditions of functions alone.
    fn of_functions(&mut self, word: &str, subject: Subject) -> Result<Option<Test>> {
        let relation = match word {
            "called" => {
                // `called by` is `called from`.
                if !self.takes("from")? && !self.takes("by")? {
                    return Ok(Some(Test::Called));
                }
                Calls::From
            }
            "calling" => Calls::To,
            "reachable" => {
                self.expect("from")?;
                Calls::Reachable
            }
            "reaching" => Calls::Reaching,
            "address" => {
                self.expect("taken")?;
                return Ok(Some(Test::AddressTaken));
            }
            _ => return Ok(None),
        };
        let globals = self.globals(Subject::Function, subject)?;
        Ok(Some(Test::Calls(relation, globals, self.slot())))
    }

    /// Conditions with something behind the word.
    fn relation(&mut self, word: &str, start: usize, subject: Subject) -> Result<Option<Test>> {
        Ok(Some(match word {
            "named" => Test::Named(self.names("a name")?),
            "operation" => self.operation()?,
            "ordering" => {
                Test::Ordering(self.one_of("ordering", &spelled(Ordering::ALL, Ordering::spelling))?)
            }
            "scope" => Test::Scope(self.names("the name of a scope")?),
            "of" => match self.peek()? {
                Token::Global(_) => Test::From(Target::Globals(self.globals(Subject::Global, subject)?)),
                _ => Test::OfType(self.type_pattern()?),
            },
            "to" => Test::To(self.target(subject)?),
            "from" => Test::From(self.target(subject)?),
            "returning" => Test::Returning(self.type_pattern()?),
            "taking" => Test::Taking(self.type_pattern()?),
            "operand" => {
                let place = match self.peek()? {
                    Token::Word(word) => word.parse().ok(),
                    _ => None,
                };
                if place.is_some() {
                    self.next()?;
                }
                self.expect("is")?;
                let negated = self.takes("not")?;
                let operand = self.operand(subject)?;
                match negated {
                    true => Test::NotOperand(place, operand),
                    false => Test::Operand(place, operand),
                }
            }
            "uses" => Test::Operand(None, self.operand(subject)?),
            "depends" => {
                self.expect("on")?;
                let operand = self.operand(subject)?;
                Test::DependsOn(operand, self.slot())
            }
            "used" => match self.takes("by")? {
                true => Test::UsedBy(self.nested_of(Subject::Instruction, subject)?),
                false => Test::Used(true),
            },
            "unused" => Test::Used(false),
            "feeds" => Test::Feeds(self.nested_of(Subject::Instruction, subject)?),
            "attribute" => Test::Attribute(Place::Own, self.attribute()?),
            "parameter" => {
                self.expect("attribute")?;
                Test::Attribute(Place::Parameter, self.attribute()?)
            }
            "result" => {
                self.expect("attribute")?;
                Test::Attribute(Place::Result, self.attribute()?)
            }
            "bundle" => Test::Bundle(self.names("the tag of a bundle")?),
            "convention" => self.convention()?,
            "in" => self.place(subject)?,
            "at" => Test::At(self.source()?),
            "may" => self.effects(subject)?,
            "initializer" => Test::Initializer(self.operand(subject)?),
            "containing" => Test::Containing(self.nested_of(Subject::Instruction, subject)?),
            "reachable" => Test::Reachable,
            _ => return Err(self.error(start, format!("`{word}` means nothing here"))),
        }))
    }
}

const MEASURES: [(Measure, &str); 12] = [
    (Measure::Depth, "depth"),
    (Measure::Align, "align"),
    (Measure::Size, "size"),
    (Measure::AddressSpace, "addrspace"),
    (Measure::Instructions, "instructions"),
    (Measure::Blocks, "blocks"),
    (Measure::Loops, "loops"),
    (Measure::Parameters, "parameters"),
    (Measure::Stack, "stack"),
    (Measure::Predecessors, "predecessors"),
    (Measure::Successors, "successors"),
    (Measure::Operands, "operands"),
];

const PROPERTIES: [(Property, &str); 5] = [
    (Property::Section, "section"),
    (Property::Comdat, "comdat"),
    (Property::Partition, "partition"),
    (Property::Gc, "gc"),
    (Property::Personality, "personality"),
];

/// Words that are whole conditions.
fn flag(word: &str) -> Option<Test> {
    Some(match word {
        "volatile" => Test::Volatile,
        "atomic" => Test::Atomic,
        "direct" => Test::Direct,
        "indirect" => Test::Indirect,
        "asm" => Test::Asm,
        "intrinsic" => Test::Intrinsic,
        "inalloca" => Test::InAlloca,
        "cleanup" => Test::Cleanup,
        "thread_local" => Test::ThreadLocal,
        "declared" => Test::Declared(true),
        "defined" => Test::Declared(false),
        "constant" => Test::ConstantVariable,
        "externally_initialized" => Test::ExternallyInitialized,
        "recursive" => Test::Recursive,
        "variadic" => Test::Variadic,
        "entry" => Test::Entry,
        "header" => Test::Header,
        _ => return None,
    })
}

/// LLVM's words for what all globals have.
fn keyword_of_globals(word: &str) -> Option<Test> {
    let bytes = word.as_bytes();
    Some(match word {
        "local" => Test::Local,
        "dso_local" => Test::DsoLocal,
        "" | "default" => return None,
        _ => {
            let linkage = Linkage::from_spelling(bytes).map(Test::Linkage);
            let visibility = || Visibility::from_spelling(bytes).map(Test::Visibility);
            let dll = || DllStorage::from_spelling(bytes).map(Test::Dll);
            let address = || UnnamedAddr::from_spelling(bytes).map(Test::UnnamedAddr);
            linkage.or_else(visibility).or_else(dll).or_else(address)?
        }
    })
}

/// All names.
pub(super) fn any_name(names: &Names) -> bool {
    matches!(&names.kind, NamesKind::Glob(glob) if glob.iter().all(|&letter| letter == b'*'))
}
