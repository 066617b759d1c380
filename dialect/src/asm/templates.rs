//! Templates of operations: two operations that differ in nothing but which values they use print the same, but for the names of
//! these. So the text of the first one is kept, and the others are printed from it.
//!
//! Kept is what depends on nothing else: operations without regions, on one line. Custom syntax may look at an operation, its
//! attributes and the types of its operands and results, as in MLIR.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Printer;
use crate::attributes::Attribute;
use crate::body::{Block, OpRef, Value};

/// How many templates a printer keeps, and how long the text of one may be: those of constants may be many, and are used once.
const MOST: usize = 1 << 13;
const LONGEST: usize = 1 << 9;

/// How many operands, results and successors an operation has at most that a template is kept for: the text of one with more is too
/// long, and to look each of them up among the others takes the square of the time.
const WIDEST: usize = LONGEST / 4;

/// The templates of a printer.
#[derive(Default)]
pub(super) struct Templates {
    known: FxHashMap<Shape, Template>,
    recording: Option<Recording>,
}

/// What the text of an operation depends on, but for names: its name, where it stands, attributes, types.
type Shape = SmallVec<[u32; 14]>;

/// The text of an operation but for the names of what it uses, and where these go.
struct Template {
    text: Box<[u8]>,
    slots: Box<[(u32, Slot)]>,
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

impl Printer<'_, '_> {
    /// Prints an operation as `print` does, by its template if there is one; otherwise keeps one if it can be.
    pub(super) fn by_template(&mut self, op: OpRef<'_>, print: impl FnOnce(&mut Self)) {
        let width = op.operands().len() + op.body.results(op.op).len() + op.successors().len();
        if width > WIDEST || !op.body.regions(op.op).1.is_empty() || self.looks_through() {
            return print(self);
        }
        let shape = self.shape(op);
        let templates = std::mem::take(&mut self.templates);
        if let Some(template) = templates.known.get(&shape) {
            self.fill(op, template);
            self.templates = templates;
            return;
        }
        self.templates = templates;
        let room = self.templates.known.len() < MOST && self.templates.recording.is_none();
        if !room || is_ambiguous(op.operands()) || is_ambiguous(op.successors()) {
            return print(self);
        }
        self.templates.recording = Some(Recording { names: Vec::new(), failed: false });
        let (start, holes) = (self.out.len(), self.holes.marks());
        print(self);
        let Some(recording) = self.templates.recording.take() else { return };
        if !recording.failed && self.out.len() - start <= LONGEST {
            let template = self.template(start, holes, recording.names);
            self.templates.known.insert(shape, template);
        }
    }

    fn shape(&self, op: OpRef<'_>) -> Shape {
        let body = op.body;
        let (operands, results, successors) = (op.operands(), body.results(op.op), op.successors());
        let mut shape = Shape::from_slice(&[
            body.op_name(op.op).0,
            body.properties(op.op).0,
            body.attributes(op.op).0,
            operands.len() as u32,
            results.len() as u32,
            successors.len() as u32,
            // Literals of one length at one place are the same; what a dialect is called never decides alone.
            self.default_dialect.as_ptr().addr() as u32,
            self.default_dialect.len() as u32,
        ]);
        shape.extend(operands.iter().map(|&value| body.value_type(value).0));
        shape.extend(results.map(|value| body.value_type(value).0));
        shape
    }

    /// Makes a template of what is printed from `start` on.
    fn template(&self, start: usize, holes: (usize, usize), names: Vec<(usize, usize, Slot)>) -> Template {
        let (aliases, distinct) = self.holes.since(holes);
        let aliases =
            aliases.iter().map(|&(at, attribute)| (at as usize, at as usize, Slot::Alias(attribute)));
        let distinct = distinct.iter().map(|&(at, id)| (at as usize, at as usize, Slot::Distinct(id)));
        let mut all: Vec<_> = names.into_iter().chain(aliases).chain(distinct).collect();
        all.sort_by_key(|&(from, ..)| from);
        let (mut text, mut slots, mut done) = (Vec::new(), Vec::with_capacity(all.len()), start);
        for (from, to, slot) in all {
            text.extend_from_slice(&self.out[done..from]);
            slots.push((text.len() as u32, slot));
            done = to;
        }
        text.extend_from_slice(&self.out[done..]);
        Template { text: text.into(), slots: slots.into() }
    }

    fn fill(&mut self, op: OpRef<'_>, template: &Template) {
        let mut done = 0;
        for &(at, slot) in &template.slots {
            self.out.extend_from_slice(&template.text[done..at as usize]);
            done = at as usize;
            match slot {
                Slot::Operand(index) => self.print_operand(op, op.operands()[index as usize]),
                Slot::Successor(index) => self.print_successor(op, op.successors()[index as usize]),
                Slot::Alias(attribute) => self.holes.alias(&self.out, attribute),
                Slot::Distinct(id) => self.holes.distinct(&self.out, id),
            }
        }
        self.out.extend_from_slice(&template.text[done..]);
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

/// Whether something is there twice, so that a name does not tell which of them is meant.
pub(super) fn is_ambiguous<T: PartialEq>(all: &[T]) -> bool {
    all.iter().enumerate().any(|(index, one)| all[..index].contains(one))
}
