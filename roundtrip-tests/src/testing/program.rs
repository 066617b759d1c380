//! What a program is made of.

use std::fmt;

use super::element::{Element, Operator};
use super::memref::MemRef;

/// A value of a function, by its number.
pub type Var = usize;

/// The type of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// An element, or an index.
    Element(Element),
    /// A ranked memref.
    MemRef(MemRef),
    /// An unranked memref, and what it really is.
    Unranked(MemRef),
}

/// A number in an operation: in its attributes or as an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// In the attributes.
    Static(i64),
    /// An operand, and what it is known to be; `None` where that depends on the iteration.
    Dynamic(Var, Option<i64>),
}

/// A group of offsets, sizes and strides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// For each dimension of the source (`subview`), or one in all (`reinterpret_cast`).
    pub offsets: Vec<Number>,
    /// For each dimension.
    pub sizes: Vec<Number>,
    /// For each dimension.
    pub strides: Vec<Number>,
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Small numbers as an element.
    Constant(Var, Vec<i64>),
    /// Two elements make one.
    Binary(Var, Operator, Var, Var),
    /// `arith.index_cast` of an integer.
    IndexCast(Var, Var),
    /// `memref.load`
    Load(Var, Var, Vec<Var>),
    /// `memref.store` of a value
    Store(Var, Var, Vec<Var>),
    /// `memref.dim`: the result, the memref, the dimension as a value and what that is.
    Dim(Var, Var, Var, usize),
    /// `memref.rank`
    Rank(Var, Var),
    /// `memref.cast`
    Cast(Var, Var),
    /// `memref.reinterpret_cast`
    Reinterpret(Var, Var, View),
    /// `memref.subview`, and the dimensions that the result does not have
    Subview(Var, Var, View, Vec<usize>),
    /// `memref.transpose`: which dimension of the source each dimension of the result is.
    Transpose(Var, Var, Vec<usize>),
    /// `memref.expand_shape`: which dimensions of the result each dimension of the source becomes, and its sizes.
    Expand(Var, Var, Vec<Vec<usize>>, Vec<Number>),
    /// `memref.collapse_shape`
    Collapse(Var, Var, Vec<Vec<usize>>),
    /// `memref.alloc` or `memref.alloca`
    Alloc {
        /// The result.
        to: Var,
        /// The sizes that the type does not show.
        sizes: Vec<Var>,
        /// Whether it is on the stack.
        stack: bool,
        /// The alignment that is asked for.
        alignment: Option<u32>,
    },
    /// `memref.dealloc`
    Dealloc(Var),
    /// `memref.copy` from one to the other
    Copy(Var, Var),
    /// `scf.for`
    For(Loop),
    /// `func.call` of a function of the program
    Call(Vec<Var>, usize, Vec<Var>),
}

/// A loop from zero in steps of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Zero.
    pub from: Var,
    /// How many iterations there are.
    pub count: Var,
    /// One.
    pub step: Var,
    /// The number of the iteration.
    pub iteration: Var,
    /// What is carried from one iteration to the next: before the first one, in each, and after the last one.
    pub carried: Vec<(Var, Var, Var)>,
    /// What is done.
    pub body: Vec<Statement>,
    /// What is carried on.
    pub yields: Vec<Var>,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// The types of all values; parameters are the first ones.
    pub types: Vec<Type>,
    /// How many of the values are parameters.
    pub parameters: usize,
    /// What it does.
    pub body: Vec<Statement>,
    /// What it returns.
    pub results: Vec<Var>,
    /// Whether it asks for a wrapper that C can call.
    pub c_interface: bool,
}

/// What the first function is called with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Small numbers as an element.
    Element(Vec<i64>),
    /// Small numbers as the elements of a buffer, and the offset of the memref in it.
    Buffer(Vec<Vec<i64>>, i64),
}

/// Functions, of which the last one is called from without.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Callees first.
    pub functions: Vec<Function>,
    /// What the last function is called with.
    pub arguments: Vec<Argument>,
}

impl Program {
    /// The function that is called from without.
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
    /// Panics if the value is none: the program is wrong.
    pub fn memref(&self, var: Var) -> &MemRef {
        match &self.types[var] {
            Type::MemRef(memref) | Type::Unranked(memref) => memref,
            Type::Element(element) => panic!("%{var} is no memref but {element}"),
        }
    }
}

impl Type {
    /// The memref, ranked or not.
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
