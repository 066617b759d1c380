//! The print cache: operations that differ only in which values they use print the same text except for names. The text of the
//! first one is recorded as a template, from which the others are printed ([`deferred_lines`](super::deferred_lines)).
//!
//! Templates are kept for operations without regions that print on one line. Their text follows from their shape and the names of
//! what they use, as what prints them sees no more than a [`PrintedOp`] shows.

use std::ops::Range;

use cranelift_entity::SecondaryMap;
use tern_support::text::{AT_ONCE, push_part, push_text};
use tern_support::ways;

use super::deferred_lines::SharedWordings;
use super::{PrintedOp, Printer};
use crate::attributes::Attribute;
use crate::body::{Block, OpParts, OpRef, OpShape, OpShapes, Value};

/// The maximum number of shapes in a printer's cache, and the maximum total length of their texts: constants may have many, each used
/// once.
pub(super) const MOST: usize = 1 << 15;
const MOST_TEXT: usize = 1 << 23;

/// The maximum length of a template's text; that of a `getelementptr` spells out structs.
const LONGEST: usize = 1 << 12;

/// The maximum number of operands, results and successors of an operation with a template. Each is searched for among the others,
/// which takes quadratic time.
const WIDEST: usize = 1 << 7;

/// The templates of a printer.
#[derive(Default)]
pub(super) struct Templates {
    /// The shapes of operations that have a template, or can have none.
    shapes: OpShapes,
    known: SecondaryMap<OpShape, Option<Template>>,
    wordings: Wordings,
    /// Receives the wordings when printing has finished, if deferred lines need them.
    shared: Option<SharedWordings>,
    recording: Option<Recording>,
}

impl Templates {
    /// A handle to the wordings, filled when printing has finished.
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

/// A range in one of the shared pools.
type Part = (u32, u32);

/// A cache entry: the text of operations of one shape.
#[derive(Clone, Copy)]
pub(super) struct Template {
    /// The address of the name of the default dialect at this place: it decides which prefixes are printed.
    dialect: usize,
    /// Its index among the wordings.
    pub(super) wording: u32,
    /// The length of its text.
    pub(super) length: u32,
}

/// Template texts with slots for names.
#[derive(Default)]
pub(super) struct Wordings {
    all: Vec<Wording>,
    /// Padded at the end, so that every text can be copied in fixed-size chunks.
    texts: Vec<u8>,
    /// The slots: positions in `texts` and what to insert there.
    slots: Vec<(u32, Slot)>,
}

/// The text of an operation, its slots, and its number of operands and successors.
#[derive(Clone, Copy)]
pub(super) struct Wording {
    text: Part,
    slots: Part,
    pub(super) uses: u32,
}

/// What is inserted into a text.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// The name of an operand, by index; successors are numbered after the operands.
    Use(u32),
    Alias(Attribute),
}

/// A template being recorded while an operation is printed.
struct Recording {
    /// Where names were printed: start, end, and the slot that replaces them.
    names: Vec<(usize, usize, Slot)>,
    /// Whether the text depends on something that a template cannot express.
    failed: bool,
}

impl Wordings {
    pub(super) fn get(&self, wording: u32) -> Wording {
        self.all[wording as usize]
    }

    /// Appends the text of a wording, calling `fill` to append each slot.
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

    /// Adds a text; each of `slots`, in order, replaces a range of it.
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
    pub(super) fn template(&mut self, op: OpRef<'_>, parts: &OpParts<'_>) -> Option<Template> {
        if !self.may_have_template(parts) {
            return None;
        }
        let shape = self.templates.shapes.find_parts(op.body, parts)?;
        self.templates.known[shape].filter(|template| template.dialect == self.dialect_address())
    }

    /// Prints an operation by `print`, and records a template if possible.
    #[inline(always)]
    pub(super) fn keeping_template(&mut self, op: OpRef<'_>, print: impl FnOnce(&mut Self)) {
        let parts = op.body.parts(op.op);
        let Templates { shapes, wordings, recording, .. } = &self.templates;
        let room = shapes.len() < MOST
            && wordings.texts.len() < MOST_TEXT
            && recording.is_none()
            && !ways::is_plain();
        if !room
            || !self.may_have_template(&parts)
            || is_ambiguous(parts.operands)
            || is_ambiguous(parts.successors)
        {
            return print(self);
        }
        let shape = self.templates.shapes.intern(op.body, op.op);
        if self.templates.known[shape].is_some() {
            return print(self);
        }
        self.templates.recording = Some(Recording { names: Vec::new(), failed: false });
        let (start, holes) = (self.out.len(), self.holes.marks());
        print(self);
        let Some(recording) = self.templates.recording.take() else { return };
        if !recording.failed && self.out.len() - start <= LONGEST {
            let uses = parts.operands.len() + parts.successors.len();
            self.keep(shape, uses, start, holes, recording.names);
        }
    }

    fn may_have_template(&self, parts: &OpParts<'_>) -> bool {
        let width = parts.operands.len() + parts.results().len() + parts.successors.len();
        width <= WIDEST && !parts.has_regions && !self.looks_through()
    }

    fn dialect_address(&self) -> usize {
        self.default_dialect.as_ptr().addr()
    }

    /// Adds a template for the text printed from `start` on, of operations with this number of operands and successors.
    fn keep(
        &mut self,
        shape: OpShape,
        uses: usize,
        start: usize,
        holes: (usize, usize),
        names: Vec<(usize, usize, Slot)>,
    ) {
        let (aliases, distinct) = self.holes.since(holes);
        // Numbers of distinct attributes depend on what was printed before.
        if !distinct.is_empty() {
            return;
        }
        let aliases =
            aliases.iter().map(|&(at, attribute)| (at as usize, at as usize, Slot::Alias(attribute)));
        let mut slots: Vec<_> = names.into_iter().chain(aliases).collect();
        slots.sort_by_key(|&(from, ..)| from);
        slots.iter_mut().for_each(|(from, to, _)| (*from, *to) = (*from - start, *to - start));
        let dialect = self.dialect_address();
        let Templates { known, wordings, .. } = &mut self.templates;
        let text = &self.out[start..];
        let wording = wordings.add(text, &slots, uses);
        known[shape] = Some(Template { dialect, wording, length: text.len() as u32 });
    }

    /// Prints the name of a value used by `op`, recording it as a slot.
    pub(super) fn record_operand(&mut self, op: PrintedOp<'_>, value: Value, print: impl FnOnce(&mut Self)) {
        let index = || op.operands().iter().position(|&operand| operand == value);
        self.record(|| Some(Slot::Use(index()? as u32)), print);
    }

    /// Prints the name of a successor of `op`, recording it as a slot.
    pub(super) fn record_successor(
        &mut self,
        op: PrintedOp<'_>,
        block: Block,
        print: impl FnOnce(&mut Self),
    ) {
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

    /// Discards the template being recorded, because the text depends on more than its shape.
    pub(super) fn no_template(&mut self) {
        if let Some(recording) = &mut self.templates.recording {
            recording.failed = true;
        }
    }
}

/// Reserves space for `more` elements, and over-reserves: untouched pages are free, reallocation is not.
fn grow_seldom<T>(all: &mut Vec<T>, more: usize) {
    if all.capacity() - all.len() < more {
        all.reserve(more + 7 * all.len());
    }
}

fn range((begin, end): Part) -> Range<usize> {
    begin as usize..end as usize
}

/// Whether an item occurs twice, so that its name does not show which occurrence is meant.
pub(super) fn is_ambiguous<T: PartialEq>(all: impl IntoIterator<Item = T, IntoIter: Clone>) -> bool {
    let mut rest = all.into_iter();
    while let Some(one) = rest.next() {
        if rest.clone().any(|other| other == one) {
            return true;
        }
    }
    false
}
