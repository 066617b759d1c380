//! Conversion patterns and the set of patterns of a pass.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;
use tern_mlir::{Op, Value};

use super::rewriter::Rewriter;
use super::type_converter::TypeConverter;

/// The reason why a pattern does not match an operation. If the operation is illegal and no other pattern matches either, it is
/// reported as a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoMatch(pub Cow<'static, str>);

impl From<&'static str> for NoMatch {
    fn from(reason: &'static str) -> Self {
        Self(reason.into())
    }
}

impl From<String> for NoMatch {
    fn from(reason: String) -> Self {
        Self(reason.into())
    }
}

/// The result of applying a pattern.
pub type Rewrite = Result<(), NoMatch>;

/// The operation that a pattern is to convert, with its converted operands: values of the types that the pattern's converter
/// gives. MLIR: `OpAdaptor`.
#[derive(Clone, Copy)]
pub struct Adaptor<'a> {
    /// The original operation.
    pub op: Op,
    /// The converted operands: one value for each, unless the pattern [takes several](ConversionPattern::takes_several).
    pub operands: &'a [Value],
    /// For each operand, the end of its range in `operands`.
    pub(super) ends: &'a [usize],
}

impl<'a> Adaptor<'a> {
    /// The values that replace the operand `index`; empty if there is no such operand.
    pub fn operand(&self, index: usize) -> &'a [Value] {
        self.range(index..index + 1)
    }

    /// The replacement values of each operand, in order.
    pub fn each_operand(&self) -> impl ExactSizeIterator<Item = &'a [Value]> {
        let this = *self;
        (0..self.ends.len()).map(move |index| this.operand(index))
    }

    /// The values that replace a range of operands.
    pub fn range(&self, operands: Range<usize>) -> &'a [Value] {
        let end_before = |index: usize| match index.checked_sub(1) {
            Some(before) => self.ends.get(before).copied(),
            None => Some(0),
        };
        let range = end_before(operands.start).zip(end_before(operands.end));
        range.and_then(|(start, end)| self.operands.get(start..end)).unwrap_or_default()
    }
}

/// Converts operations of certain names.
///
/// If a pattern fails, everything that it changed is rolled back. The operations that it makes are converted in turn until they
/// are legal.
pub trait ConversionPattern: Send + Sync {
    /// The names of the operations that the pattern applies to.
    fn roots(&self) -> &[&'static str];

    /// The priority: patterns of greater benefit are tried first; among equals, those added first.
    fn benefit(&self) -> u16 {
        1
    }

    /// Whether the pattern handles operands that were converted to other than one value. A pattern that does not never matches
    /// there.
    fn takes_several(&self) -> bool {
        false
    }

    /// Converts the operation: makes the replacement right before it, and [replaces](Rewriter::replace) or
    /// [erases](Rewriter::erase) it.
    ///
    /// # Errors
    /// If the pattern does not match.
    fn match_and_rewrite(&self, op: Adaptor<'_>, rewriter: &mut Rewriter<'_, '_>) -> Rewrite;
}

/// A pattern written as a function.
pub type PatternFn = fn(Adaptor<'_>, &mut Rewriter<'_, '_>) -> Rewrite;

struct FromFunction {
    roots: Vec<&'static str>,
    benefit: u16,
    takes_several: bool,
    rewrite: PatternFn,
}

impl ConversionPattern for FromFunction {
    fn roots(&self) -> &[&'static str] {
        &self.roots
    }

    fn benefit(&self) -> u16 {
        self.benefit
    }

    fn takes_several(&self) -> bool {
        self.takes_several
    }

    fn match_and_rewrite(&self, op: Adaptor<'_>, rewriter: &mut Rewriter<'_, '_>) -> Rewrite {
        (self.rewrite)(op, rewriter)
    }
}

struct Entry<'a> {
    pattern: Box<dyn ConversionPattern + 'a>,
    typed: bool,
}

/// The patterns of a conversion, with the type converter if it converts types.
pub struct Patterns<'a, 'c> {
    converter: Option<&'a TypeConverter<'c>>,
    entries: Vec<Entry<'a>>,
    by_root: FxHashMap<&'static str, Vec<usize>>,
}

impl<'a, 'c> Patterns<'a, 'c> {
    /// Creates an empty set of patterns that convert types with `converter`.
    pub fn new(converter: &'a TypeConverter<'c>) -> Self {
        Self { converter: Some(converter), entries: Vec::new(), by_root: FxHashMap::default() }
    }

    /// Creates an empty set of patterns that do not convert types: operands are passed unchanged.
    pub fn untyped() -> Self {
        Self { converter: None, entries: Vec::new(), by_root: FxHashMap::default() }
    }

    /// The type converter, if types are converted.
    pub fn converter(&self) -> Option<&'a TypeConverter<'c>> {
        self.converter
    }

    /// Adds a pattern. Of the patterns for an operation, those with the greater benefit are tried first, then those added first.
    pub fn add(&mut self, pattern: impl ConversionPattern + 'a) {
        self.push(Box::new(pattern), self.converter.is_some());
    }

    /// Adds a function as a pattern for operations of these names, with benefit 1.
    pub fn on(&mut self, roots: &[&'static str], rewrite: PatternFn) {
        self.on_with(1, roots, rewrite);
    }

    /// Adds a function as a pattern for operations of these names, with the given benefit.
    pub fn on_with(&mut self, benefit: u16, roots: &[&'static str], rewrite: PatternFn) {
        self.add(FromFunction { roots: roots.to_vec(), benefit, takes_several: false, rewrite });
    }

    /// Adds a function as a pattern for operations of these names; the function handles operands that were converted to other
    /// than one value.
    pub fn on_several(&mut self, roots: &[&'static str], rewrite: PatternFn) {
        self.add(FromFunction { roots: roots.to_vec(), benefit: 1, takes_several: true, rewrite });
    }

    /// Adds a function as a pattern for operations of these names; it gets the operands without conversion of their types.
    pub fn on_untyped(&mut self, roots: &[&'static str], rewrite: PatternFn) {
        let pattern = FromFunction { roots: roots.to_vec(), benefit: 1, takes_several: false, rewrite };
        self.push(Box::new(pattern), false);
    }

    fn push(&mut self, pattern: Box<dyn ConversionPattern + 'a>, typed: bool) {
        let (index, benefit) = (self.entries.len(), pattern.benefit());
        for &root in pattern.roots() {
            let indices = self.by_root.entry(root).or_default();
            let at = indices.partition_point(|&other| self.entries[other].pattern.benefit() >= benefit);
            indices.insert(at, index);
        }
        self.entries.push(Entry { pattern, typed });
    }

    /// The patterns for operations named `name`, in the order in which to try them, each with whether it gets converted
    /// operands.
    pub(super) fn of(&self, name: &str) -> impl Iterator<Item = (&dyn ConversionPattern, bool)> {
        let indices = self.by_root.get(name).map(Vec::as_slice).unwrap_or_default();
        indices.iter().map(|&index| (&*self.entries[index].pattern, self.entries[index].typed))
    }
}
