//! The names under which the values and blocks of a body are printed.

use cranelift_entity::SecondaryMap;

use crate::body::{Block, Region, Value};
use crate::context::Ident;

/// Printed names of a body's values and blocks.
#[derive(Default)]
pub(super) struct BodyNames {
    pub(super) values: SecondaryMap<Value, Name>,
    pub(super) blocks: SecondaryMap<Block, Name>,
    /// Names that do not fit into a `Name`.
    others: Vec<Shown>,
    /// Whether any operation has more than one result.
    pub(super) has_groups: bool,
    /// The counters at the end of each region, where nested bodies continue.
    pub(super) after: SecondaryMap<Region, Counters>,
}

/// The next numbers to assign.
#[derive(Clone, Copy, Default)]
pub(super) struct Counters {
    pub(super) values: u32,
    pub(super) arguments: u32,
    /// The next suffix for duplicate names.
    pub(super) conflicts: u32,
}

/// How a value or block is printed: by its name, perhaps with a suffix, or by a number.
#[derive(Clone, Copy)]
pub(super) enum Shown {
    Unknown,
    Number(u32),
    Argument(u32),
    Name(Ident),
    Suffixed(Ident, u32),
}

/// A name packed into four bytes: a kind and a number.
#[derive(Clone, Copy)]
pub(super) struct Name(pub(super) u32);

impl Name {
    /// `%5`
    pub(super) const VALUE: u32 = 0;
    /// `%arg5`
    pub(super) const ARGUMENT: u32 = 1;
    /// `^bb5`
    pub(super) const BLOCK: u32 = 2;
    /// The number is an index into `others`.
    pub(super) const OTHER: u32 = 3;
    const NUMBER: u32 = 30;
    const UNKNOWN: Self = Self(u32::MAX);

    /// Packs a name; `None` if the number does not fit.
    pub(super) fn new(kind: u32, number: u32) -> Option<Self> {
        (number >> Self::NUMBER == 0).then_some(Self(kind << Self::NUMBER | number))
    }

    #[inline(always)]
    pub(super) fn kind(self) -> u32 {
        self.0 >> Self::NUMBER
    }

    #[inline(always)]
    pub(super) fn number(self) -> u32 {
        self.0 & ((1 << Self::NUMBER) - 1)
    }
}

impl Default for Name {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl BodyNames {
    /// A numbered name of the given kind.
    #[inline(always)]
    pub(super) fn numbered(&mut self, kind: u32, number: u32) -> Name {
        Name::new(kind, number).unwrap_or_else(|| {
            self.other(if kind == Name::ARGUMENT { Shown::Argument(number) } else { Shown::Number(number) })
        })
    }

    /// A name that is printed as `shown`.
    pub(super) fn other(&mut self, shown: Shown) -> Name {
        self.others.push(shown);
        Name::new(Name::OTHER, self.others.len() as u32 - 1).unwrap_or(Name::UNKNOWN)
    }

    /// How a value is printed.
    #[inline(always)]
    pub(super) fn value(&self, value: Value) -> Shown {
        self.shown(self.values[value])
    }

    /// How a block is printed.
    #[inline(always)]
    pub(super) fn block(&self, block: Block) -> Shown {
        self.shown(self.blocks[block])
    }

    #[inline(always)]
    fn shown(&self, name: Name) -> Shown {
        match name.kind() {
            Name::VALUE | Name::BLOCK => Shown::Number(name.number()),
            Name::ARGUMENT => Shown::Argument(name.number()),
            _ => self.others.get(name.number() as usize).copied().unwrap_or(Shown::Unknown),
        }
    }
}
