//! The words of the language, in one table: what each is about, what follows it, and what it means. The parser asks it which words
//! apply, and `docs/QUERY.md` shows it.

use super::patterns::Subjects;
use super::syntax::Subject::{self, Alias, Block, Function, Global, Instruction};

/// A word of the language, or several with the same form.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word; several are separated by spaces.
    pub(super) words: &'static str,
    /// What follows.
    pub(super) form: &'static str,
    pub(super) subjects: Subjects,
    /// What it means.
    pub(super) about: &'static str,
}

const fn word(
    words: &'static str,
    form: &'static str,
    subjects: &'static [Subject],
    about: &'static str,
) -> Word {
    Word { words, form, subjects: Subjects(subjects), about }
}

const INST: &[Subject] = &[Instruction];
const BLOCK: &[Subject] = &[Block];
const FUNC: &[Subject] = &[Function];
const GLOB: &[Subject] = &[Global];
const SYMBOL: &[Subject] = &[Function, Global, Alias];
const BODY: &[Subject] = &[Function, Global];
const ALL: &[Subject] = &Subject::ALL;

/// The words that are not LLVM's own.
pub(super) const WORDS: &[Word] = &[
    word(
        "binary cast compare access branch terminator pad",
        "",
        INST,
        "a group of opcodes: two operands; conversion; `icmp`, `fcmp`; memory access; `br`, `switch`, `indirectbr`; end of a block; exception handler",
    ),
    word(
        "operation",
        "NAME",
        INST,
        "the opcode, or the operation of `atomicrmw`; needed for those that are called `and` and `or`",
    ),
    word("volatile atomic", "", INST, "the access is volatile, or atomic"),
    word("tail musttail notail", "", INST, "the marker of a call"),
    word(
        "direct indirect asm",
        "",
        INST,
        "the call names a function, goes through a pointer, or is inline assembly",
    ),
    word("intrinsic", "", &[Instruction, Function], "a call of an intrinsic; an intrinsic"),
    word("inalloca", "", INST, "`alloca inalloca`"),
    word("cleanup", "", INST, "`landingpad` with `cleanup`"),
    word("ordering", "ORDERING", INST, "the memory ordering: `seq_cst`"),
    word("scope", "NAME", INST, "the synchronization scope"),
    word(
        "of",
        "TYPE or @NAME",
        &[Instruction, Global],
        "the type that is accessed, allocated, compared, converted from, indexed, or else results; or the accessed global",
    ),
    word(
        "to",
        "TARGET",
        INST,
        "the callee of a call, the global or allocation that an address points into, the block of a branch, the type of a conversion",
    ),
    word(
        "from",
        "TARGET",
        INST,
        "the global or allocation that an address points into; an instruction that makes an operand",
    ),
    word("returning", "TYPE", &[Instruction, Function], "the type of the result"),
    word("taking", "TYPE", &[Instruction, Function], "the type of an operand or parameter"),
    word(
        "operand",
        "[N] is VALUE",
        INST,
        "the operand with this number, from 0 in LLVM's order, where the callee comes last; but blocks, which LLVM numbers as well, are left out, and the parent of a pad comes first; without a number, any",
    ),
    word("operands", "NUMBER", INST, "how many operands there are, blocks left out"),
    word("uses", "VALUE", INST, "an operand is this, or a constant made of it"),
    word(
        "depends",
        "on VALUE",
        INST,
        "as `uses`, through any number of instructions and PHI nodes; memory is not followed",
    ),
    word(
        "used",
        "[by INSTRUCTIONS]",
        &[Instruction, Function, Global, Alias],
        "something uses it; such an instruction does",
    ),
    word("unused", "", &[Instruction, Function, Global, Alias], "nothing uses it"),
    word("feeds", "INSTRUCTIONS", INST, "as `used by`, through any number of instructions and PHI nodes"),
    word(
        "attribute",
        "ATTRIBUTE",
        &[Instruction, Function, Global],
        "the attribute of a function or variable, or of a call by itself or by its callee",
    ),
    word(
        "parameter",
        "attribute ATTRIBUTE",
        &[Instruction, Function],
        "the attribute of a parameter or argument",
    ),
    word("result", "attribute ATTRIBUTE", &[Instruction, Function], "the attribute of the result"),
    word("bundle", "NAME", INST, "the tag of an operand bundle"),
    word("convention", "NAME", &[Instruction, Function], "the calling convention: `fastcc`, `ccc`, a number"),
    word("in", "loops, FUNCTIONS or BLOCKS", &[Instruction, Block], "where it stands"),
    word("depth", "NUMBER", &[Instruction, Block], "the number of loops around it"),
    word(
        "at",
        "FILE[:LINE[-LINE]]",
        &[Instruction, Function],
        "the line of the source by debug information, inlined code included; of a function, that of its definition",
    ),
    word(
        "may",
        "read or write [GLOBALS]",
        &[Instruction, Function],
        "it may access memory, or these variables, with what it calls",
    ),
    word("align", "NUMBER", &[Instruction, Function, Global], "the alignment in bytes; 0 if there is none"),
    word(
        "size",
        "NUMBER",
        &[Instruction, Global],
        "the bytes that are allocated or accessed; an `alloca` of a count that is not constant has none",
    ),
    word("section comdat partition gc personality", "NAME", BODY, "it has one of this name; `\"*\"` is any"),
    word(
        "local hidden protected dllimport dllexport dso_local unnamed_addr local_unnamed_addr",
        "",
        SYMBOL,
        "`local` is `internal` or `private`; the others are LLVM's, as are the words for linkage",
    ),
    word("thread_local", "", &[Global, Alias], "a variable of threads"),
    word("addrspace", "NUMBER", SYMBOL, "the address space"),
    word("declared defined", "", BODY, "without, and with a body or initializer"),
    word("constant externally_initialized", "", GLOB, "properties of variables"),
    word("initializer", "VALUE", GLOB, "the initial value"),
    word(
        "called",
        "[from FUNCTIONS]",
        FUNC,
        "some call reaches it, perhaps by a pointer; one of these functions calls it",
    ),
    word("calling", "FUNCTIONS", FUNC, "it calls one of these"),
    word(
        "reachable",
        "[from FUNCTIONS]",
        &[Function, Block],
        "calls lead to it from one of these, itself included; of a block, branches from the entry do",
    ),
    word("reaching", "FUNCTIONS", FUNC, "calls lead from it to one of these, itself included"),
    word("recursive variadic", "", FUNC, "it may call itself; it takes `...`"),
    word("address", "taken", FUNC, "its address is used other than to call it"),
    word("containing", "INSTRUCTIONS", &[Function, Block], "it has such an instruction"),
    word("instructions", "NUMBER", &[Function, Block], "how many it has, debug records apart"),
    word("blocks loops parameters stack", "NUMBER", FUNC, "how many it has; the bytes of its allocas"),
    word("entry header", "", BLOCK, "the first block; the header of a loop"),
    word("predecessors successors", "NUMBER", BLOCK, "edges into it and out of it"),
    word(
        "named",
        "NAME",
        ALL,
        "its name, without `@` or `%`; of an instruction, that of its result. Functions, globals and blocks can be named without this word",
    ),
];

/// Words that may stand before a condition, and mean nothing.
pub(super) const FILLERS: [&str; 6] = ["with", "that", "which", "where", "are", "is"];

impl Word {
    /// The row of the word in the table of a document: word and form, subjects, meaning.
    pub fn row(&self) -> [String; 3] {
        let words: Vec<String> = self.words.split(' ').map(|word| format!("`{word}`")).collect();
        let form = if self.form.is_empty() { String::new() } else { format!(" {}", self.form) };
        [words.join(", ") + &form, self.subjects.to_string(), self.about.to_owned()]
    }
}

/// The row of a word.
pub(super) fn find(text: &str) -> Option<&'static Word> {
    WORDS.iter().find(|row| row.words.split(' ').any(|word| word == text))
}

/// The words that apply to a subject.
pub(super) fn applying_to(subject: Subject) -> impl Iterator<Item = &'static str> {
    let rows = WORDS.iter().filter(move |row| row.subjects.0.contains(&subject));
    rows.flat_map(|row| row.words.split(' '))
}

/// The known word that is most like another one, if one is.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |other: &'a str| (strsim::jaro_winkler(word, other), other);
    let best = known.map(likeness).max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (best.0 > 0.8).then_some(best.1)
}
