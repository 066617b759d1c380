//! Templates of operations: two operations that differ in nothing but which values they use print the same, but for the names of
//! these. So the text of the first one is kept, and the others are printed from it.
//!
//! Kept is what depends on nothing else: operations without regions, on one line. Custom syntax may look at an operation, its
//! attributes and the types of its operands and results, as in MLIR.

use std::hash::{BuildHasher, Hasher};
use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap};
use tern_text::{AT_ONCE, push_part};

use super::Printer;
use crate::attributes::Attribute;
use crate::body::{Block, Body, OpRef, Parts, Value};

/// How many templates a printer keeps, and how long the text of one may be: those of constants may be many, and are used once.
const MOST: usize = 1 << 15;
const LONGEST: usize = 1 << 9;

/// How many operands, results and successors an operation has at most that a template is kept for: the text of one with more is too
/// long, and to look each of them up among the others takes the square of the time.
const WIDEST: usize = LONGEST / 4;

/// The templates of a printer.
#[derive(Default)]
pub(super) struct Templates {
    /// By the hash of the shape; of two shapes with the same one, the first has a template.
    known: FxHashMap<u64, Template>,
    /// The shapes of all templates, their texts and their slots.
    shapes: Vec<u32>,
    /// With so much behind them that no part is at the end.
    texts: Vec<u8>,
    slots: Vec<(u32, Slot)>,
    recording: Option<Recording>,
}

/// A part of what is kept of all templates.
type Part = (u32, u32);

/// The text of an operation but for the names of what it uses, and where in it these go.
#[derive(Clone, Copy)]
struct Template {
    shape: Part,
    text: Part,
    slots: Part,
}

/// What goes into a template.
#[derive(Clone, Copy)]
enum Slot {
    Operand(u32),
    Successor(u32),
    Alias(Attribute),
    Distinct(u64),
}

/// What is known of the text of the operation that is being printed.
struct Recording {
    /// Where names stand, from and to.
    names: Vec<(usize, usize, Slot)>,
    /// Whether the text depends on something else.
    failed: bool,
}

impl Printer<'_> {
    /// Prints an operation as `print` does, by its template if there is one; otherwise keeps one if it can be.
    #[inline]
    pub(super) fn by_template(&mut self, op: OpRef<'_>, print: impl FnOnce(&mut Self)) {
        let parts = op.body.parts(op.op);
        let width = parts.operands.len() + parts.results().len() + parts.successors.len();
        if width > WIDEST || parts.has_regions || self.looks_through() {
            return print(self);
        }
        let hash = self.hash(op.body, &parts);
        match self.templates.known.get(&hash).copied() {
            Some(template) if self.is_like(op.body, &parts, template) => self.fill(op, &parts, template),
            Some(_) => print(self),
            None => self.record_template(op, hash, &parts, print),
        }
    }

    /// Prints an operation as `print` does, and keeps its template if it can be.
    #[inline(never)]
    fn record_template(
        &mut self,
        op: OpRef<'_>,
        hash: u64,
        parts: &Parts<'_>,
        print: impl FnOnce(&mut Self),
    ) {
        let room = self.templates.known.len() < MOST && self.templates.recording.is_none();
        if !room || is_ambiguous(parts.operands) || is_ambiguous(parts.successors) {
            return print(self);
        }
        self.templates.recording = Some(Recording { names: Vec::new(), failed: false });
        let (start, holes) = (self.out.len(), self.holes.marks());
        print(self);
        let Some(recording) = self.templates.recording.take() else { return };
        if !recording.failed && self.out.len() - start <= LONGEST {
            self.keep(hash, (op.body, parts), start, holes, recording.names);
        }
    }

    #[inline(always)]
    fn hash(&self, body: &Body, parts: &Parts<'_>) -> u64 {
        let (numbers, types) = shape(self.default_dialect, body, parts);
        let mut hasher = FxBuildHasher.build_hasher();
        for pair in numbers.as_chunks::<2>().0 {
            hasher.write_u64(u64::from(pair[0]) << 32 | u64::from(pair[1]));
        }
        types.for_each(|ty| hasher.write_u32(ty));
        hasher.finish()
    }

    /// Whether an operation has the shape of a template.
    #[inline(always)]
    fn is_like(&self, body: &Body, parts: &Parts<'_>, template: Template) -> bool {
        let (numbers, types) = shape(self.default_dialect, body, parts);
        match self.templates.shapes[range(template.shape)].split_first_chunk() {
            Some((first, rest)) => *first == numbers && types.eq(rest.iter().copied()),
            None => false,
        }
    }

    /// Keeps a template of what is printed from `start` on.
    fn keep(
        &mut self,
        hash: u64,
        (body, parts): (&Body, &Parts<'_>),
        start: usize,
        holes: (usize, usize),
        names: Vec<(usize, usize, Slot)>,
    ) {
        let (aliases, distinct) = self.holes.since(holes);
        let aliases =
            aliases.iter().map(|&(at, attribute)| (at as usize, at as usize, Slot::Alias(attribute)));
        let distinct = distinct.iter().map(|&(at, id)| (at as usize, at as usize, Slot::Distinct(id)));
        let mut all: Vec<_> = names.into_iter().chain(aliases).chain(distinct).collect();
        all.sort_by_key(|&(from, ..)| from);
        let (numbers, types) = shape(self.default_dialect, body, parts);
        let Templates { known, shapes, texts, slots, .. } = &mut self.templates;
        texts.truncate(texts.len().saturating_sub(AT_ONCE));
        let before = (shapes.len(), texts.len(), slots.len());
        shapes.extend(numbers.into_iter().chain(types));
        let mut done = start;
        for (from, to, slot) in all {
            texts.extend_from_slice(&self.out[done..from]);
            slots.push((texts.len() as u32, slot));
            done = to;
        }
        texts.extend_from_slice(&self.out[done..]);
        let part = |begin: usize, end: usize| (begin as u32, end as u32);
        let template = Template {
            shape: part(before.0, shapes.len()),
            text: part(before.1, texts.len()),
            slots: part(before.2, slots.len()),
        };
        texts.resize(texts.len() + AT_ONCE, 0);
        known.insert(hash, template);
    }

    #[inline(always)]
    fn fill(&mut self, op: OpRef<'_>, parts: &Parts<'_>, template: Template) {
        // What another operation holds is no part of the template of that.
        self.no_template();
        let (mut done, end) = template.text;
        for index in range(template.slots) {
            let (at, slot) = self.templates.slots[index];
            push_part(&mut self.out, &self.templates.texts, done as usize, at as usize);
            done = at;
            match slot {
                Slot::Operand(index) => self.print_use(op, parts.operands[index as usize]),
                Slot::Successor(index) => self.print_block_name(parts.successors[index as usize]),
                Slot::Alias(attribute) => self.holes.alias(&self.out, attribute),
                Slot::Distinct(id) => self.holes.distinct(&self.out, id),
            }
        }
        push_part(&mut self.out, &self.templates.texts, done as usize, end as usize);
    }

    /// Prints the name of a value that `op` uses.
    pub(super) fn record_operand(&mut self, op: OpRef<'_>, value: Value, print: impl FnOnce(&mut Self)) {
        let index = || op.operands().iter().position(|&operand| operand == value);
        self.record(|| Some(Slot::Operand(index()? as u32)), print);
    }

    /// Prints the name of a successor of `op`.
    pub(super) fn record_successor(&mut self, op: OpRef<'_>, block: Block, print: impl FnOnce(&mut Self)) {
        let index = || op.successors().iter().position(|&successor| successor == block);
        self.record(|| Some(Slot::Successor(index()? as u32)), print);
    }

    fn record(&mut self, slot: impl FnOnce() -> Option<Slot>, print: impl FnOnce(&mut Self)) {
        let Some(mut recording) = self.templates.recording.take() else { return print(self) };
        let start = self.out.len();
        print(self);
        match slot() {
            Some(slot) => recording.names.push((start, self.out.len(), slot)),
            None => recording.failed = true,
        }
        self.templates.recording = Some(recording);
    }

    /// Notes that what is printed now depends on more than a template says.
    pub(super) fn no_template(&mut self) {
        if let Some(recording) = &mut self.templates.recording {
            recording.failed = true;
        }
    }
}

/// The shape of an operation: what its text depends on, but for names. It is its name, where it
/// stands, attributes, types.
#[inline(always)]
fn shape(dialect: &'static str, body: &Body, parts: &Parts<'_>) -> ([u32; 8], impl Iterator<Item = u32>) {
    let (operands, results) = (parts.operands.iter().copied(), parts.results());
    let numbers = [
        parts.name.0,
        parts.properties.0,
        parts.attributes.0,
        operands.len() as u32,
        results.len() as u32,
        parts.successors.len() as u32,
        // Literals of one length at one place are the same; what a dialect is called never decides alone.
        dialect.as_ptr().addr() as u32,
        dialect.len() as u32,
    ];
    (numbers, operands.chain(results).map(|value| body.value_type(value).0))
}

fn range((begin, end): Part) -> Range<usize> {
    begin as usize..end as usize
}

/// Whether something is there twice, so that a name does not tell which of them is meant.
pub(super) fn is_ambiguous<T: PartialEq>(all: impl IntoIterator<Item = T, IntoIter: Clone>) -> bool {
    let mut rest = all.into_iter();
    while let Some(one) = rest.next() {
        if rest.clone().any(|other| other == one) {
            return true;
        }
    }
    false
}
