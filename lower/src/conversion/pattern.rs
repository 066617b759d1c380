//! Patterns: how operations are converted.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;
use tern_mlir::{Op, Value};

use super::rewriter::Rewriter;
use super::type_converter::TypeConverter;

/// Why a pattern does not fit an operation. Where nothing else fits either and the operation must not stay, this is said in
/// a note.
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

/// What comes of trying a pattern.
pub type Rewrite = Result<(), NoMatch>;

/// The operation that a pattern is to convert, with what stands for its operands: values of the types that the converter
/// of the pattern makes of theirs.
#[derive(Clone, Copy)]
pub struct Adaptor<'a> {
    /// The operation as it was.
    pub op: Op,
    /// What stands for its operands: one value for each, unless the pattern [takes several](ConversionPattern::takes_several).
    pub operands: &'a [Value],
    /// Where in `operands` what stands for each operand ends.
    pub(super) ends: &'a [usize],
}

impl<'a> Adaptor<'a> {
    /// What stands for the operand `index`; nothing where there is none.
    pub fn operand(&self, index: usize) -> &'a [Value] {
        self.range(index..index + 1)
    }

    /// What stands for each operand, in order.
    pub fn each_operand(&self) -> impl ExactSizeIterator<Item = &'a [Value]> {
        let this = *self;
        (0..self.ends.len()).map(move |index| this.operand(index))
    }

    /// What stands for those operands.
    pub fn range(&self, operands: Range<usize>) -> &'a [Value] {
        let end_before = |index: usize| match index.checked_sub(1) {
            Some(before) => self.ends.get(before).copied(),
            None => Some(0),
        };
        let range = end_before(operands.start).zip(end_before(operands.end));
        range.and_then(|(start, end)| self.operands.get(start..end)).unwrap_or_default()
    }
}

/// Converts operations.
///
/// A pattern decides whether it fits before it moves or removes blocks; operations that it made and values that it replaced are
/// undone where it fails. What it makes is converted in turn until it is legal.
pub trait ConversionPattern: Send + Sync {
    /// The names of the operations that it may fit.
    fn roots(&self) -> &[&'static str];

    /// Patterns of greater benefit are tried first; of equal ones, those that were added first.
    fn benefit(&self) -> u16 {
        1
    }

    /// Whether it knows what to do where other than one value stands for an operand. Any other pattern does not fit there.
    fn takes_several(&self) -> bool {
        false
    }

    /// Converts the operation: makes what replaces it right before it, and [replaces](Rewriter::replace) or
    /// [erases](Rewriter::erase) it.
    ///
    /// # Errors
    /// Where the pattern does not fit.
    fn match_and_rewrite(&self, op: Adaptor<'_>, rewriter: &mut Rewriter<'_, '_>) -> Rewrite;
}

/// A pattern that is a function.
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

/// The patterns of a conversion and, where it converts types, the converter.
pub struct Patterns<'a, 'c> {
    converter: Option<&'a TypeConverter<'c>>,
    entries: Vec<Entry<'a>>,
    by_root: FxHashMap<&'static str, Vec<usize>>,
}

impl<'a, 'c> Patterns<'a, 'c> {
    /// No patterns yet; types are converted by `converter`.
    pub fn new(converter: &'a TypeConverter<'c>) -> Self {
        Self { converter: Some(converter), entries: Vec::new(), by_root: FxHashMap::default() }
    }

    /// No patterns yet; types are not converted, and operands are taken as they are.
    pub fn untyped() -> Self {
        Self { converter: None, entries: Vec::new(), by_root: FxHashMap::default() }
    }

    /// The converter.
    pub fn converter(&self) -> Option<&'a TypeConverter<'c>> {
        self.converter
    }

    /// Adds a pattern.
    pub fn add(&mut self, pattern: impl ConversionPattern + 'a) {
        self.push(Box::new(pattern), self.converter.is_some());
    }

    /// Adds a function as the pattern for operations of these names, with benefit 1.
    pub fn on(&mut self, roots: &[&'static str], rewrite: PatternFn) {
        self.on_with(1, roots, rewrite);
    }

    /// Adds a function as the pattern for operations of these names.
    pub fn on_with(&mut self, benefit: u16, roots: &[&'static str], rewrite: PatternFn) {
        self.add(FromFunction { roots: roots.to_vec(), benefit, takes_several: false, rewrite });
    }

    /// Adds a function as the pattern for operations of these names, which knows what to do where other than one value stands
    /// for an operand.
    pub fn on_several(&mut self, roots: &[&'static str], rewrite: PatternFn) {
        self.add(FromFunction { roots: roots.to_vec(), benefit: 1, takes_several: true, rewrite });
    }

    /// Adds a function as the pattern for operations of these names; it is given the operands without any conversion of
    /// their types.
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

    /// The patterns that may fit an operation of this name, the ones to try first at first; and whether each is given
    /// converted operands.
    pub(super) fn of(&self, name: &str) -> impl Iterator<Item = (&dyn ConversionPattern, bool)> {
        let indices = self.by_root.get(name).map(Vec::as_slice).unwrap_or_default();
        indices.iter().map(|&index| (&*self.entries[index].pattern, self.entries[index].typed))
    }
}
