//! The representation of programs.

use std::fmt;

use super::element::{Element, Operator};
use super::memref_type::MemRef;

/// A value of a function, by index.
pub type Var = usize;

/// The type of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// An element, or an index.
    Element(Element),
    /// A ranked memref.
    MemRef(MemRef),
    /// An unranked memref, with its actual ranked type.
    Unranked(MemRef),
}

/// A number of an operation: static, or an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// A static number.
    Static(i64),
    /// An operand, with its known value; `None` if that depends on the iteration.
    Dynamic(Var, Option<i64>),
}

/// The offsets, sizes and strides of a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// One per dimension of the source for `subview`, a single one for `reinterpret_cast`.
    pub offsets: Vec<Number>,
    /// One per dimension.
    pub sizes: Vec<Number>,
    /// One per dimension.
    pub strides: Vec<Number>,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// An element made from small numbers.
    Constant(Var, Vec<i64>),
    /// A binary operation on elements.
    Binary(Var, Operator, Var, Var),
    /// `arith.index_cast` of an integer.
    IndexCast(Var, Var),
    /// `memref.load`
    Load(Var, Var, Vec<Var>),
    /// `memref.store`
    Store(Var, Var, Vec<Var>),
    /// `memref.dim`: the result, the memref, the dimension as a value, and its number.
    Dim(Var, Var, Var, usize),
    /// `memref.rank`
    Rank(Var, Var),
    /// `memref.cast`
    Cast(Var, Var),
    /// `memref.reinterpret_cast`
    Reinterpret(Var, Var, View),
    /// `memref.subview`, with the dimensions that the result drops.
    Subview(Var, Var, View, Vec<usize>),
    /// `memref.transpose`: for each dimension of the result, the dimension of the source.
    Transpose(Var, Var, Vec<usize>),
    /// `memref.expand_shape`: for each dimension of the source, the dimensions of the result, whose sizes follow.
    Expand(Var, Var, Vec<Vec<usize>>, Vec<Number>),
    /// `memref.collapse_shape`
    Collapse(Var, Var, Vec<Vec<usize>>),
    /// `memref.alloc` or `memref.alloca`
    Alloc {
        /// The result.
        to: Var,
        /// The dynamic sizes.
        sizes: Vec<Var>,
        /// Whether it is a stack allocation.
        stack: bool,
        /// The requested alignment.
        alignment: Option<u32>,
    },
    /// `memref.dealloc`
    Dealloc(Var),
    /// `memref.copy` from the first to the second
    Copy(Var, Var),
    /// `scf.for`
    For(Loop),
    /// `func.call` of a function of the program
    Call(Vec<Var>, usize, Vec<Var>),
}

/// A loop from zero in steps of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The constant zero, the lower bound.
    pub from: Var,
    /// The number of iterations, the upper bound.
    pub count: Var,
    /// The constant one, the step.
    pub step: Var,
    /// The induction variable.
    pub iteration: Var,
    /// The loop-carried values: the initial value, the region argument, and the result.
    pub carried: Vec<(Var, Var, Var)>,
    /// The statements of the loop body.
    pub body: Vec<Statement>,
    /// The values yielded to the next iteration.
    pub yields: Vec<Var>,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// The types of all values; the parameters come first.
    pub types: Vec<Type>,
    /// The number of parameters.
    pub parameters: usize,
    /// The statements.
    pub body: Vec<Statement>,
    /// The returned values.
    pub results: Vec<Var>,
    /// Whether a C wrapper is requested.
    pub c_interface: bool,
}

/// An argument for the entry function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An element made from small numbers.
    Element(Vec<i64>),
    /// A buffer with elements made from small numbers, and the offset of the memref in it.
    Buffer(Vec<Vec<i64>>, i64),
}

/// A program; its last function is the entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The functions, callees first.
    pub functions: Vec<Function>,
    /// The arguments of the entry function.
    pub arguments: Vec<Argument>,
}

impl Program {
    /// The entry function.
    pub fn entry(&self) -> &Function {
        &self.functions[self.functions.len() - 1]
    }
}

impl Function {
    /// The types of the parameters.
    pub fn parameter_types(&self) -> &[Type] {
        &self.types[..self.parameters]
    }

    /// The types of the results.
    pub fn result_types(&self) -> impl Iterator<Item = &Type> {
        self.results.iter().map(|&result| &self.types[result])
    }

    /// The type of a memref.
    ///
    /// # Panics
    ///
    /// If the value is not a memref, which is a bug in the program.
    pub fn memref(&self, var: Var) -> &MemRef {
        match &self.types[var] {
            Type::MemRef(memref) | Type::Unranked(memref) => memref,
            Type::Element(element) => panic!("%{var} is not a memref but {element}"),
        }
    }
}

impl Type {
    /// The memref type, whether ranked or not.
    pub fn as_memref(&self) -> Option<&MemRef> {
        match self {
            Self::MemRef(memref) | Self::Unranked(memref) => Some(memref),
            Self::Element(_) => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element(element) => write!(f, "{element}"),
            Self::MemRef(memref) => write!(f, "{memref}"),
            Self::Unranked(memref) => write!(f, "memref<*x{}>", memref.element),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Static(number) => write!(f, "{number}"),
            Self::Dynamic(var, _) => write!(f, "%{var}"),
        }
    }
}
