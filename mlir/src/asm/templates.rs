//! Templates of operations: two operations that differ in nothing but which values they use print the same, but for the names of
//! these. So the text of the first one is kept, and the others are printed from it
//! ([`template_lines`](super::template_lines)).
//!
//! Kept is what depends on nothing else: operations without regions, on one line. Custom syntax may look at an operation, its
//! attributes and the types of its operands and results, as in MLIR.

use std::hash::{BuildHasher, Hasher};
use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap};
use tern_support::text::{AT_ONCE, push_part, push_text};

use super::Printer;
use super::template_lines::SharedWordings;
use crate::attributes::Attribute;
use crate::body::{Block, Body, OpRef, Parts, Value};

/// How many templates a printer keeps, and how long the texts of all may be: those of constants may be many, and are used once.
pub(super) const MOST: usize = 1 << 15;
const MOST_TEXT: usize = 1 << 23;

/// How long the text of a template may be: that of a `getelementptr` spells structs out.
const LONGEST: usize = 1 << 12;

/// How many operands, results and successors an operation has at most that a template is kept for: to look each of them up among the
/// others takes the square of the time.
const WIDEST: usize = 1 << 7;

/// The templates of a printer.
#[derive(Default)]
pub(super) struct Templates {
    /// By the hash of the shape; of two shapes with the same one, the first has a template.
    known: FxHashMap<u64, Template>,
    /// The shapes of all templates.
    shapes: Vec<u64>,
    /// The shape of the operation at hand.
    shape: Box<Shape>,
    wordings: Wordings,
    /// Where the wordings go when all is printed, if anybody needs them then.
    shared: Option<SharedWordings>,
    recording: Option<Recording>,
}

/// What the text of an operation depends on, but for names.
struct Shape {
    parts: [u64; Self::FIXED + WIDEST],
    /// How many there are.
    count: usize,
}

impl Shape {
    /// How many parts there are before types.
    const FIXED: usize = 3;

    fn parts(&self) -> &[u64] {
        &self.parts[..self.count]
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self { parts: [0; Self::FIXED + WIDEST], count: 0 }
    }
}

impl Templates {
    /// Where the wordings will be.
    pub(super) fn shared(&mut self) -> SharedWordings {
        self.shared.get_or_insert_default().clone()
    }
}

impl Drop for Templates {
    fn drop(&mut self) {
        if let Some(shared) = &self.shared {
            shared.get_or_init(|| std::mem::take(&mut self.wordings));
        }
    }
}

/// A part of what is kept of all templates.
type Part = (u32, u32);

/// What operations of a shape print.
#[derive(Clone, Copy)]
pub(super) struct Template {
    shape: Part,
    /// Its index among the wordings.
    pub(super) wording: u32,
    /// How long it is.
    pub(super) length: u32,
}

/// The texts of operations but for the names of what these use.
#[derive(Default)]
pub(super) struct Wordings {
    all: Vec<Wording>,
    /// With so much behind them that no part is at the end.
    texts: Vec<u8>,
    /// Where in the texts something goes.
    slots: Vec<(u32, Slot)>,
}

/// The text of an operation, its slots, and how many operands and successors there are.
#[derive(Clone, Copy)]
pub(super) struct Wording {
    text: Part,
    slots: Part,
    pub(super) uses: u32,
}

/// What goes into a text.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// The name of an operand; those of successors follow them.
    Use(u32),
    Alias(Attribute),
}

/// What is known of the text of the operation that is being printed.
struct Recording {
    /// Where names stand, from and to.
    names: Vec<(usize, usize, Slot)>,
    /// Whether the text depends on something else.
    failed: bool,
}

impl Wordings {
    pub(super) fn get(&self, wording: u32) -> Wording {
        self.all[wording as usize]
    }

    /// Appends a text, and where something goes into it what `fill` appends.
    #[inline(always)]
    pub(super) fn append(
        &self,
        wording: Wording,
        out: &mut Vec<u8>,
        mut fill: impl FnMut(&mut Vec<u8>, Slot),
    ) {
        let (mut done, end) = wording.text;
        for &(at, slot) in &self.slots[range(wording.slots)] {
            push_part(out, &self.texts, done as usize, at as usize);
            done = at;
            fill(out, slot);
        }
        push_part(out, &self.texts, done as usize, end as usize);
    }

    /// Adds a text that has slots in order, each instead of what is between two places.
    fn add(&mut self, text: &[u8], slots: &[(usize, usize, Slot)], uses: usize) -> u32 {
        self.texts.truncate(self.texts.len().saturating_sub(AT_ONCE));
        let before = (self.texts.len(), self.slots.len());
        grow_seldom(&mut self.texts, text.len() + AT_ONCE);
        grow_seldom(&mut self.slots, slots.len());
        let mut done = 0;
        for &(from, to, slot) in slots {
            push_text(&mut self.texts, &text[done..from]);
            self.slots.push((self.texts.len() as u32, slot));
            done = to;
        }
        push_text(&mut self.texts, &text[done..]);
        let part = |begin: usize, end: usize| (begin as u32, end as u32);
        self.all.push(Wording {
            text: part(before.0, self.texts.len()),
            slots: part(before.1, self.slots.len()),
            uses: uses as u32,
        });
        self.texts.resize(self.texts.len() + AT_ONCE, 0);
        self.all.len() as u32 - 1
    }
}

impl Printer<'_> {
    /// The template of an operation, if there is one.
    #[inline(always)]
    pub(super) fn template(&mut self, op: OpRef<'_>, parts: &Parts<'_>) -> Option<Template> {
        if !self.may_have_template(parts) {
            return None;
        }
        let hash = self.find_shape(op.body, parts);
        let Templates { known, shapes, shape, .. } = &self.templates;
        let template = known.get(&hash).copied()?;
        let (other, shape) = (&shapes[range(template.shape)], shape.parts());
        // Compared without a call.
        let same = other.len() == shape.len() && other.iter().zip(shape).all(|(one, other)| one == other);
        same.then_some(template)
    }

    /// Prints an operation as `print` does, and keeps its template if it can be.
    #[inline(always)]
    pub(super) fn keeping_template(&mut self, op: OpRef<'_>, print: impl FnOnce(&mut Self)) {
        let parts = op.body.parts(op.op);
        let Templates { known, wordings, recording, .. } = &self.templates;
        let room = known.len() < MOST && wordings.texts.len() < MOST_TEXT && recording.is_none();
        if !room
            || !self.may_have_template(&parts)
            || is_ambiguous(parts.operands)
            || is_ambiguous(parts.successors)
        {
            return print(self);
        }
        let hash = self.find_shape(op.body, &parts);
        if self.templates.known.contains_key(&hash) {
            return print(self);
        }
        self.templates.recording = Some(Recording { names: Vec::new(), failed: false });
        let (start, holes) = (self.out.len(), self.holes.marks());
        print(self);
        let Some(recording) = self.templates.recording.take() else { return };
        if !recording.failed && self.out.len() - start <= LONGEST {
            self.keep((op.body, &parts), start, holes, recording.names);
        }
    }

    fn may_have_template(&self, parts: &Parts<'_>) -> bool {
        let width = parts.operands.len() + parts.results().len() + parts.successors.len();
        width <= WIDEST && !parts.has_regions && !self.looks_through()
    }

    /// Finds the shape of an operation: what its text depends on, but for names. It is its name, where it stands, its attributes,
    /// and types. Returns its hash.
    #[inline(always)]
    fn find_shape(&mut self, body: &Body, parts: &Parts<'_>) -> u64 {
        let widths = [parts.operands.len(), parts.results().len(), parts.successors.len()];
        let widths = widths.iter().fold(0, |all, &width| all << 8 | width as u32);
        // Literals at one place are the same; what a dialect is called never decides alone.
        let dialect = self.default_dialect.as_ptr().addr() as u64;
        let pair = |first: u32, second: u32| u64::from(first) << 32 | u64::from(second);
        let type_of = |value| u64::from(body.value_type(value).0);
        let shape = &mut self.templates.shape;
        let mut hasher = FxBuildHasher.build_hasher();
        let mut set = |place: &mut u64, part| {
            *place = part;
            hasher.write_u64(part);
        };
        // There is room for all of an operation that may have a template.
        let [first, second, third, types @ ..] = &mut shape.parts;
        set(first, pair(parts.name.0, widths));
        set(second, pair(parts.properties.0, parts.attributes.0));
        set(third, dialect);
        let (operands, results) = types.split_at_mut(parts.operands.len());
        operands.iter_mut().zip(parts.operands).for_each(|(place, &operand)| set(place, type_of(operand)));
        results.iter_mut().zip(parts.results()).for_each(|(place, result)| set(place, type_of(result)));
        shape.count = Shape::FIXED + parts.operands.len() + parts.results().len();
        hasher.finish()
    }

    /// Keeps a template of what is printed from `start` on.
    fn keep(
        &mut self,
        (body, parts): (&Body, &Parts<'_>),
        start: usize,
        holes: (usize, usize),
        names: Vec<(usize, usize, Slot)>,
    ) {
        let (aliases, distinct) = self.holes.since(holes);
        // Their numbers depend on what was printed before.
        if !distinct.is_empty() {
            return;
        }
        let aliases =
            aliases.iter().map(|&(at, attribute)| (at as usize, at as usize, Slot::Alias(attribute)));
        let mut slots: Vec<_> = names.into_iter().chain(aliases).collect();
        slots.sort_by_key(|&(from, ..)| from);
        slots.iter_mut().for_each(|(from, to, _)| (*from, *to) = (*from - start, *to - start));
        let hash = self.find_shape(body, parts);
        let Templates { known, shapes, shape, wordings, .. } = &mut self.templates;
        let (begin, shape) = (shapes.len() as u32, shape.parts());
        grow_seldom(shapes, shape.len());
        shapes.extend_from_slice(shape);
        let text = &self.out[start..];
        let wording = wordings.add(text, &slots, parts.operands.len() + parts.successors.len());
        let shape = (begin, shapes.len() as u32);
        known.insert(hash, Template { shape, wording, length: text.len() as u32 });
    }

    /// Prints the name of a value that `op` uses.
    pub(super) fn record_operand(&mut self, op: OpRef<'_>, value: Value, print: impl FnOnce(&mut Self)) {
        let index = || op.operands().iter().position(|&operand| operand == value);
        self.record(|| Some(Slot::Use(index()? as u32)), print);
    }

    /// Prints the name of a successor of `op`.
    pub(super) fn record_successor(&mut self, op: OpRef<'_>, block: Block, print: impl FnOnce(&mut Self)) {
        let index = || op.successors().iter().position(|&successor| successor == block);
        self.record(|| Some(Slot::Use((op.operands().len() + index()?) as u32)), print);
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

/// Makes room for so much more, if there is none, and then for much more than that: room that is not used costs nothing, to copy what
/// is there does.
fn grow_seldom<T>(all: &mut Vec<T>, more: usize) {
    if all.capacity() - all.len() < more {
        all.reserve(more + 7 * all.len());
    }
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
