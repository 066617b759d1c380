//! What a query is once it is parsed. It belongs to no module; what it finds in one is kept by the number of its part, its *slot*.

use tern_llvm_ir::Linkage;
use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::attributes::values::Access;
use tern_llvm_ir::globals::{DllStorage, UnnamedAddr, Visibility};
use tern_llvm_ir::instruction::{Flags, FloatPredicate, IntPredicate, Opcode, Ordering, RmwOp, TailKind};

use super::patterns::{Names, Number, TypePattern};

/// What a query looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Instructions; debug records only if a word names them.
    Instruction,
    /// Basic blocks.
    Block,
    /// Functions, defined and declared.
    Function,
    /// Global variables.
    Global,
    /// Aliases and ifuncs.
    Alias,
}

impl Subject {
    pub(super) const ALL: [Self; 5] =
        [Self::Instruction, Self::Block, Self::Function, Self::Global, Self::Alias];

    /// The noun in a query.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Instruction => "instructions",
            Self::Block => "blocks",
            Self::Function => "functions",
            Self::Global => "globals",
            Self::Alias => "aliases",
        }
    }

    /// The subject that a noun names, in either number.
    pub(super) fn of_noun(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| {
            let plural = it.plural();
            word == plural || Some(word) == plural.strip_suffix(if plural == "aliases" { "es" } else { "s" })
        })
    }
}

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Not(Box<Expr>),
    Is(Test),
}

impl Expr {
    /// Whether it is no condition at all.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::All(list) if list.is_empty())
    }
}

/// A query for things within another query, or a whole one.
#[derive(Clone, Debug)]
pub(super) struct Nested {
    pub(super) subject: Subject,
    pub(super) condition: Expr,
    /// Where the set of globals, or what else is found once for a module or function, is kept.
    pub(super) slot: usize,
    /// Whether there are queries in the condition.
    pub(super) deep: bool,
}

/// A set of globals.
#[derive(Clone, Debug)]
pub(super) enum Globals {
    /// Those of any kind with such a name.
    Named(Names),
    /// Those that a query finds.
    Found(Box<Nested>),
}

/// A kind of value.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Constant,
    Argument,
    Integer(i128),
    /// The text of a number or of another constant, without its type.
    Text(String),
    /// Zero of any type, `null` among them.
    Zero,
    Undef,
    Poison,
    /// A global of this set, or a constant that consists of it.
    Globals(Globals, usize),
    Local(Names),
    OfType(TypePattern),
    /// The result of such an instruction.
    Result(Box<Nested>),
}

/// What an instruction leads to or comes from.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A callee, or what an address points into.
    Globals(Globals),
    /// A block that is branched to, or a local that is the address.
    Local(Names),
    /// The type that a conversion results in.
    Type(TypePattern),
    /// An instruction that makes an operand, or allocates what an address points into; or functions that have the name of an opcode.
    Result(Box<Nested>, Option<Names>),
}

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Own,
    Parameter,
    Result,
}

/// An attribute, with its value if that matters.
#[derive(Clone, Debug)]
pub(super) struct AttributeTest {
    pub(super) key: AttributeKey,
    /// Without white space.
    pub(super) value: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) enum AttributeKey {
    Kind(AttributeKind),
    String(String),
}

/// A part of a file of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Source {
    pub(super) file: String,
    pub(super) first: u32,
    pub(super) last: u32,
}

/// A number that functions, blocks and others have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    Depth,
    Align,
    Size,
    AddressSpace,
    Instructions,
    Blocks,
    Loops,
    Parameters,
    Stack,
    Predecessors,
    Successors,
    Operands,
}

/// A relation between functions that calls make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calls {
    From,
    To,
    Reachable,
    Reaching,
}

/// A text that globals may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Property {
    Section,
    Comdat,
    Partition,
    Gc,
    Personality,
}

/// A property or relation that one word names, with what follows it.
#[derive(Clone, Debug)]
pub(super) enum Test {
    Named(Names),
    Opcode(Vec<Opcode>),
    IntPredicate(IntPredicate),
    FloatPredicate(FloatPredicate),
    Rmw(RmwOp),
    /// Either of the two.
    Operation(Option<Opcode>, Option<RmwOp>),
    Flag(Flags),
    Volatile,
    Atomic,
    Weak,
    Tail(TailKind),
    Cleanup,
    InAlloca,
    Direct,
    Indirect,
    Asm,
    Intrinsic,
    Ordering(Ordering),
    Scope(Names),
    OfType(TypePattern),
    Returning(TypePattern),
    Taking(TypePattern),
    To(Target),
    From(Target),
    DependsOn(Operand, usize),
    UsedBy(Box<Nested>),
    Feeds(Box<Nested>),
    Operand(Option<usize>, Operand),
    /// The operand is another; without a number, none is this.
    NotOperand(Option<usize>, Operand),
    Attached(String),
    Attribute(Place, AttributeTest),
    Bundle(Names),
    Convention(u32),
    InLoops,
    InFunctions(Globals),
    InBlocks(Box<Nested>),
    At(Source),
    May(Access, Option<(Globals, usize)>),
    Measure(Measure, Number),
    Property(Property, Names),
    Local,
    Linkage(Linkage),
    Visibility(Visibility),
    Dll(DllStorage),
    UnnamedAddr(UnnamedAddr),
    DsoLocal,
    ThreadLocal,
    Declared(bool),
    Used(bool),
    ConstantVariable,
    ExternallyInitialized,
    Initializer(Operand),
    Called,
    Calls(Calls, Globals, usize),
    Recursive,
    AddressTaken,
    Variadic,
    Containing(Box<Nested>),
    Entry,
    Header,
    Reachable,
}
