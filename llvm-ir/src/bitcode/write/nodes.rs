//! The records of metadata nodes: what LLVM stores of each, and which of its operands come first.

use std::cell::RefCell;
use std::hash::Hasher;
use std::ops::Range;

use cranelift_entity::EntityRef;
use num_bigint::{BigInt, Sign};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::{SmallVec, smallvec};
use tern_support::dwarf::{self, Table};
use tern_support::ways;

use super::older;
use crate::bitcode::codes::metadata as code;
use crate::bitcode::layouts::{
    CHECKSUMS, FLAG_NUMBERS, FLAGS, Held, LAYOUTS, Layout, LayoutField, OTHER_KINDS, SUBPROGRAM_FLAGS,
    SUBPROGRAM_NUMBERS, other_names,
};
use crate::bitcode::numbers::rotate;
use crate::constants::Constant;
use crate::entity::StrId;
use crate::function::Local;
use crate::metadata::{Field, FieldValue, Integer, MdNode, MdNodeData, MdNodeKind, Metadata, symbols};
use crate::module::Module;
use crate::versions::LlvmVersion;

/// Metadata with an id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Md {
    String(StrId),
    /// A node of the module, or one that only records have.
    Node(u32),
    Constant(Constant),
    /// A value of the current function.
    Local(Local),
    /// A list of arguments of the current function.
    ArgList(u32),
}

impl Md {
    /// An operand of a node; `None` for `null`.
    pub(super) fn of(metadata: Metadata) -> Option<Self> {
        match metadata {
            Metadata::Null => None,
            Metadata::String(string) => Some(Self::String(string)),
            Metadata::Node(node) => Some(Self::Node(node.as_u32())),
            Metadata::Constant(constant) => Some(Self::Constant(constant)),
        }
    }
}

/// An operand of the record of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Slot {
    Number(u64),
    /// The id of metadata plus one, or zero.
    Md(Option<Md>),
    /// The id of metadata.
    Id(Md),
}

impl Slot {
    fn md(self) -> Option<Md> {
        match self {
            Self::Md(md) => md,
            Self::Id(md) => Some(md),
            Self::Number(_) => None,
        }
    }

    fn node(self) -> Option<u32> {
        match self.md() {
            Some(Md::Node(node)) => Some(node),
            _ => None,
        }
    }
}

const ZERO: Slot = Slot::Number(0);

/// A slot in four bytes: the kind in the lowest bits, and above it a number or an index. What does not fit is beside it.
#[derive(Clone, Copy, PartialEq)]
struct Word(u32);

/// The number of bits of kinds.
const KIND: u32 = 3;

impl Word {
    const NUMBER: u32 = 0;
    const NULL: u32 = 1;
    const STRING: u32 = 2;
    const NODE: u32 = 3;
    const CONSTANT: u32 = 4;
    const NODE_ID: u32 = 5;
    /// The index of a slot beside the words.
    const OTHER: u32 = 6;

    /// The word for a slot, if it fits.
    fn new(slot: Slot) -> Option<Self> {
        let (kind, index) = match slot {
            Slot::Number(number) => (Self::NUMBER, number),
            Slot::Md(None) => (Self::NULL, 0),
            Slot::Md(Some(Md::String(string))) => (Self::STRING, string.index() as u64),
            Slot::Md(Some(Md::Node(node))) => (Self::NODE, node.into()),
            Slot::Md(Some(Md::Constant(constant))) => (Self::CONSTANT, constant.index() as u64),
            Slot::Id(Md::Node(node)) => (Self::NODE_ID, node.into()),
            Slot::Id(_) | Slot::Md(Some(Md::Local(_) | Md::ArgList(_))) => return None,
        };
        (index < 1 << (u32::BITS - KIND)).then_some(Self((index as u32) << KIND | kind))
    }

    fn slot(self, others: &[Slot]) -> Slot {
        let index = self.0 >> KIND;
        match self.0 & ((1 << KIND) - 1) {
            Self::NUMBER => Slot::Number(index.into()),
            Self::NULL => Slot::Md(None),
            Self::STRING => Slot::Md(Some(Md::String(StrId::new(index as usize)))),
            Self::NODE => Slot::Md(Some(Md::Node(index))),
            Self::CONSTANT => Slot::Md(Some(Md::Constant(Constant::new(index as usize)))),
            Self::NODE_ID => Slot::Id(Md::Node(index)),
            _ => others[index as usize],
        }
    }
}

/// The record of a node.
#[derive(Clone, Copy)]
pub(super) struct Form<'n> {
    pub(super) code: u32,
    words: Words<'n>,
    /// The number of zeros behind the words.
    zeros: usize,
    others: &'n [Slot],
}

#[derive(Clone, Copy)]
enum Words<'n> {
    Stored(&'n [Word]),
    /// Of a location, with the zeros.
    Made([Word; LOCATION]),
}

impl Form<'_> {
    fn words(&self) -> &[Word] {
        match &self.words {
            Words::Stored(words) => words,
            Words::Made(words) => &words[..LOCATION - self.zeros],
        }
    }

    /// The operands of the record.
    pub(super) fn slots(&self) -> impl Iterator<Item = Slot> {
        let words = self.words().iter().map(|word| word.slot(self.others));
        words.chain(std::iter::repeat_n(ZERO, self.zeros))
    }

    fn slot(&self, at: usize) -> Option<Slot> {
        let words = self.words();
        match words.get(at) {
            Some(word) => Some(word.slot(self.others)),
            None => (at < words.len() + self.zeros).then_some(ZERO),
        }
    }

    fn md(&self, at: usize) -> Option<Md> {
        self.slot(at)?.md()
    }
}

/// Where the record of a node begins; it ends where the next one begins.
#[derive(Clone, Copy)]
struct Head {
    start: u32,
    code: u16,
    state: State,
    /// The number of zeros at the end of the record, which are not stored.
    zeros: u8,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Distinct,
    Unique,
    /// A unique location whose words are not stored but made of the node each time. Most nodes are such.
    Location,
}

/// The records of some nodes.
#[derive(Default)]
struct Forms {
    heads: Vec<Head>,
    words: Vec<Word>,
    /// Slots that do not fit into words.
    others: Vec<Slot>,
}

impl Forms {
    /// Adds a record. `location` is what [`LocationNames`] makes of its node.
    fn push(&mut self, code: u32, distinct: bool, slots: &[Slot], location: Option<[Word; LOCATION]>) {
        let zeros = slots.iter().rev().take(u8::MAX.into()).take_while(|&&slot| slot == ZERO).count();
        let (start, code) = (self.words.len() as u32, code as u16);
        let is_made = !distinct
            && location.is_some_and(|words| {
                slots.iter().map(|&slot| Word::new(slot)).eq(words.iter().map(|&word| Some(word)))
            });
        let slots = &slots[..slots.len() - zeros];
        let state = match distinct {
            true => State::Distinct,
            false if is_made => State::Location,
            false => State::Unique,
        };
        self.heads.push(Head { start, code, state, zeros: zeros as u8 });
        for &slot in if is_made { &[] } else { slots } {
            let word = Word::new(slot).unwrap_or_else(|| {
                self.others.push(slot);
                Word((self.others.len() as u32 - 1) << KIND | Word::OTHER)
            });
            self.words.push(word);
        }
    }

    fn range(&self, at: usize) -> Range<usize> {
        let end = self.heads.get(at + 1).map_or(self.words.len(), |next| next.start as usize);
        self.heads[at].start as usize..end
    }

    /// The record at an index; `location` gives the words of a location that are not stored.
    fn get(&self, at: usize, location: impl FnOnce() -> [Word; LOCATION]) -> Form<'_> {
        let Head { code, zeros, state, .. } = self.heads[at];
        let words = match state {
            State::Location => Words::Made(location()),
            State::Distinct | State::Unique => Words::Stored(&self.words[self.range(at)]),
        };
        Form { code: code.into(), words, zeros: zeros.into(), others: &self.others }
    }

    /// Changes the nodes that a record refers to; all records if there is none.
    fn change_nodes(&mut self, at: Option<usize>, change: impl Fn(u32) -> u32) {
        let range = at.map_or(0..self.words.len(), |at| self.range(at));
        for word in &mut self.words[range] {
            match word.0 & ((1 << KIND) - 1) {
                kind @ (Word::NODE | Word::NODE_ID) => *word = Word(change(word.0 >> KIND) << KIND | kind),
                Word::OTHER => {
                    if let Slot::Md(Some(Md::Node(node))) | Slot::Id(Md::Node(node)) =
                        &mut self.others[(word.0 >> KIND) as usize]
                    {
                        *node = change(*node);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The number of operands of the record of a location.
const LOCATION: usize = 8;

/// The names of the fields of a location, in the order of its record. A name that the module does not have is missing.
#[derive(Clone, Copy)]
struct LocationNames([Option<StrId>; LOCATION - 1]);

impl LocationNames {
    fn new(module: &Module) -> Self {
        let names = ["line", "column", "scope", "inlinedAt", "isImplicitCode", "atomGroup", "atomRank"];
        Self(names.map(|name| module.strings.find(name.as_bytes())))
    }

    /// The record of a location whose operands fit into words.
    fn words(self, data: &MdNodeData) -> Option<[Word; LOCATION]> {
        let MdNodeKind::Specialized { fields, .. } = &data.kind else { return None };
        let null = Slot::Md(None);
        let mut slots = [ZERO, ZERO, ZERO, null, null, ZERO, ZERO, ZERO];
        for field in fields {
            let at = 1 + self.0.iter().position(|name| field.name.is_some() && *name == field.name)?;
            slots[at] = match field.value {
                FieldValue::Integer(number) => Slot::Number(number.to()?),
                FieldValue::Metadata(scope) if at == 3 => Slot::Id(Md::of(scope)?),
                FieldValue::Metadata(inlined_at) => Slot::Md(Md::of(inlined_at)),
                FieldValue::Bool(is_implicit) => Slot::Number(is_implicit.into()),
                _ => return None,
            };
        }
        let words = slots.map(Word::new);
        words.iter().all(Option::is_some).then(|| words.map(|word| word.unwrap_or(Word(0))))
    }
}

/// The records of all nodes. Nodes that are equal and not distinct are one.
pub(super) struct Nodes<'m> {
    all: AllForms<'m>,
    /// The node that stands for each; empty if all nodes are different.
    canonical: Vec<u32>,
}

/// The number of nodes whose records a thread makes at once.
const PART: usize = 4096;

/// The records of all nodes: those of the module in parts of [`PART`] nodes, and behind them nodes that only records have.
struct AllForms<'m> {
    module: &'m Module,
    location: LocationNames,
    parts: Vec<Forms>,
    /// The number of nodes of the module.
    count: usize,
    others: Forms,
}

impl<'m> AllForms<'m> {
    /// Makes the records of all nodes. Those of locations are not stored if `makes_locations`; then they cannot be changed.
    fn new(module: &'m Module, version: LlvmVersion, names: &Names, makes_locations: bool) -> Self {
        let nodes: Vec<&MdNodeData> = module.metadata.nodes.values().collect();
        let (count, location) = (nodes.len(), LocationNames::new(module));
        let parts = nodes.par_chunks(PART).enumerate().map(|(part, nodes)| {
            let mut records = Records::new(module, version, names, count);
            for (node, data) in (part * PART..).zip(nodes) {
                let location = if makes_locations { location.words(data) } else { None };
                records.add(node as u32, data, location);
            }
            records.made()
        });
        let made: Vec<(Forms, Forms)> = parts.collect();
        let parts = Vec::with_capacity(made.len());
        let mut all = Self { module, location, parts, count, others: Forms::default() };
        for (mut own, others) in made {
            // They are numbered in each part from the same number on.
            let before = all.others.heads.len() as u32;
            if before > 0 && !others.heads.is_empty() {
                own.change_nodes(None, |node| node + if node as usize >= count { before } else { 0 });
            }
            let mut slots = Vec::new();
            for at in 0..others.heads.len() {
                let form = others.get(at, Self::no_location);
                slots.extend(form.slots());
                all.others.push(form.code, others.heads[at].state == State::Distinct, &slots, None);
                slots.clear();
            }
            all.parts.push(own);
        }
        all
    }

    fn len(&self) -> usize {
        self.count + self.others.heads.len()
    }

    fn no_location() -> [Word; LOCATION] {
        unreachable!("invariant: nodes that only records have are no locations")
    }

    /// The records among which that of a node is, and its index.
    fn part(&self, node: u32) -> (&Forms, usize) {
        match (node as usize).checked_sub(self.count) {
            None => (&self.parts[node as usize / PART], node as usize % PART),
            Some(other) => (&self.others, other),
        }
    }

    fn get(&self, node: u32) -> Form<'_> {
        let (part, at) = self.part(node);
        part.get(at, || {
            let data = &self.module.metadata.nodes[MdNode::from_u32(node)];
            self.location.words(data).expect("invariant: it gave words when the record was made")
        })
    }

    fn is_distinct(&self, node: u32) -> bool {
        let (part, at) = self.part(node);
        part.heads[at].state == State::Distinct
    }

    /// Whether all nodes have different records, as in what compilers write: then each stands for itself. Nodes that would be equal once
    /// those that they refer to are the same presuppose others that are equal as they are.
    fn are_different(&self) -> bool {
        let nodes = (0..self.len() as u32).into_par_iter().filter(|&node| !self.is_distinct(node));
        let mut hashes: Vec<u64> = nodes
            .map(|node| {
                let form = self.get(node);
                hash_of(form, identity(self, form))
            })
            .collect();
        hashes.par_sort_unstable();
        hashes.windows(2).all(|pair| pair[0] != pair[1])
    }

    fn change_nodes(&mut self, node: u32, change: impl Fn(u32) -> u32) {
        let (part, at) = match (node as usize).checked_sub(self.count) {
            None => (&mut self.parts[node as usize / PART], node as usize % PART),
            Some(other) => (&mut self.others, other),
        };
        part.change_nodes(Some(at), change);
    }
}

/// The first operand of records apart from the lowest bit, by code.
const HEADS: &[(u32, u64)] = &[
    (code::SUBRANGE, 4),
    (code::BASIC_TYPE, 2),
    (code::FIXED_POINT_TYPE, 2),
    (code::STRING_TYPE, 2),
    (code::DERIVED_TYPE, 2),
    (code::SUBRANGE_TYPE, 2),
    (code::COMPOSITE_TYPE, 6),
    (code::SUBROUTINE_TYPE, 2),
    (code::SUBPROGRAM, 6),
    (code::GLOBAL_VAR, 4),
    (code::LOCAL_VAR, 2),
];

/// The order in which LLVM has the operands that are metadata, as indices into the record, where that is not the order of the record.
const ORDERS: &[(u32, &[usize])] = &[
    (code::STRING_TYPE, &[2, 6, 3, 4, 5]),
    (code::DERIVED_TYPE, &[3, 5, 2, 7, 9, 6, 11, 13]),
    (code::SUBRANGE_TYPE, &[2, 4, 1, 5, 8, 9, 10, 11, 12]),
    (code::COMPOSITE_TYPE, &[3, 5, 2, 7, 9, 6, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 25]),
    (code::SUBPROGRAM, &[4, 1, 2, 3, 6, 12, 14, 15, 8, 13, 17, 18, 19]),
    (code::LEXICAL_BLOCK, &[2, 1]),
    (code::LEXICAL_BLOCK_FILE, &[2, 1]),
    (code::GLOBAL_VAR, &[1, 2, 4, 6, 3, 9, 10, 12]),
    (code::OBJC_PROPERTY, &[1, 2, 5, 4, 7]),
];

/// The numbers of operands of records that are more than their layouts name.
const LENGTHS: &[(u32, usize)] = &[(code::COMPILE_UNIT, 23), (code::MACRO_FILE, 5), (code::FILE, 5)];

/// How the record of a kind of node is made.
enum Kind {
    Expression,
    Enumerator,
    Generic,
    Layout(KnownLayout),
}

/// A layout with what follows from it.
struct KnownLayout {
    layout: &'static Layout,
    /// The names of the fields.
    names: Vec<Option<StrId>>,
    /// The number of operands.
    length: usize,
    /// The first operand.
    head: u64,
}

impl KnownLayout {
    fn new(layout: &'static Layout, version: LlvmVersion, find: impl Fn(&str) -> Option<StrId>) -> Self {
        let last = layout.fields.iter().map(|field| field.at + 1).max().unwrap_or(1);
        let length = LENGTHS.iter().find(|(known, _)| *known == layout.code);
        let head = HEADS.iter().find(|(known, _)| *known == layout.code).map_or(0, |(_, head)| *head);
        let sizes = if older::has_metadata_sizes(version) { 0 } else { older::size_bit(layout) };
        Self {
            layout,
            names: layout.fields.iter().map(|field| find(field.name)).collect(),
            length: length.map_or(last, |(_, length)| *length).max(1),
            head: head & !sizes,
        }
    }

    /// The values of the fields, in the order of the layout. Fields usually have that order, too.
    fn values<'f>(&self, fields: &'f [Field]) -> SmallVec<[Option<&'f FieldValue>; 32]> {
        let count = self.names.len();
        let mut values: SmallVec<[Option<&'f FieldValue>; 32]> = smallvec![None; count];
        let mut next = 0;
        for field in fields {
            let places = (next..count).chain(0..next);
            let is_it = |at: &usize| field.name.is_some() && self.names[*at] == field.name;
            if let Some(at) = places.into_iter().find(is_it) {
                values[at].get_or_insert(&field.value);
                next = at + 1;
            }
        }
        values
    }
}

/// The names of kinds and fields, interned.
struct Names {
    kinds: FxHashMap<StrId, Kind>,
    others: FxHashMap<&'static str, StrId>,
}

impl Names {
    fn new(module: &Module, version: LlvmVersion) -> Self {
        let find = |name: &str| module.strings.find(name.as_bytes());
        let layouts =
            LAYOUTS.iter().map(|layout| (layout.kind, Kind::Layout(KnownLayout::new(layout, version, find))));
        let others = [Kind::Expression, Kind::Enumerator, Kind::Generic];
        let kinds = layouts.chain(OTHER_KINDS.iter().copied().zip(others));
        Self {
            kinds: kinds.filter_map(|(name, kind)| Some((find(name)?, kind))).collect(),
            others: other_names().filter_map(|name| Some((name, find(name)?))).collect(),
        }
    }

    fn is(&self, name: Option<StrId>, other: &str) -> bool {
        name.is_some() && self.others.get(other).copied() == name
    }
}

/// Whether nodes of this kind have a record.
pub(super) fn has_record(kind: &[u8]) -> bool {
    OTHER_KINDS.iter().any(|known| known.as_bytes() == kind)
        || LAYOUTS.iter().any(|layout| layout.kind.as_bytes() == kind)
}

impl<'m> Nodes<'m> {
    pub(super) fn new(module: &'m Module, version: LlvmVersion) -> Self {
        let names = Names::new(module, version);
        let all = AllForms::new(module, version, &names, !ways::is_plain());
        if !ways::is_plain() && all.are_different() {
            return Self { all, canonical: Vec::new() };
        }
        let all = AllForms::new(module, version, &names, false);
        let canonical = (0..all.len() as u32).collect();
        let mut nodes = Self { all, canonical };
        nodes.merge();
        nodes
    }

    /// The record of a node.
    pub(super) fn form(&self, node: u32) -> Form<'_> {
        self.all.get(node)
    }

    /// The code of the record of a node.
    pub(super) fn code(&self, node: u32) -> u32 {
        let (part, at) = self.all.part(node);
        part.heads[at].code.into()
    }

    /// The number of nodes.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Whether a node is distinct.
    pub(super) fn is_distinct(&self, node: u32) -> bool {
        self.all.is_distinct(node)
    }

    /// The node that stands for all that are equal to this one.
    pub(super) fn canonical(&self, node: u32) -> u32 {
        self.canonical.get(node as usize).copied().unwrap_or(node)
    }

    /// The metadata that stands for all that is equal to this.
    pub(super) fn canonical_md(&self, md: Md) -> Md {
        match md {
            Md::Node(node) => Md::Node(self.canonical(node)),
            other => other,
        }
    }

    /// The metadata that a node refers to, in LLVM's order.
    pub(super) fn operands(&self, node: u32) -> Operands<'_> {
        let form = self.form(node);
        let order = ORDERS.iter().find(|(known, _)| *known == form.code).map(|(_, order)| *order);
        Operands { form, order, next: 0 }
    }

    /// Finds equal nodes, operands before what refers to them.
    fn merge(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let count = self.count();
        let mut known = Known::new(count);
        let mut states = vec![State::New; count];
        let mut stack: Vec<(u32, bool)> = Vec::new();
        for start in 0..count as u32 {
            stack.push((start, false));
            while let Some((node, is_done)) = stack.pop() {
                let index = node as usize;
                if is_done {
                    states[index] = State::Done;
                    if !self.is_distinct(node) {
                        self.all.change_nodes(node, |operand| self.canonical[operand as usize]);
                        self.canonical[index] = known.find_or_add(&self.all, node);
                    }
                    continue;
                }
                if states[index] != State::New {
                    continue;
                }
                states[index] = State::Open;
                stack.push((node, true));
                if self.is_distinct(node) {
                    continue;
                }
                for slot in self.form(node).slots() {
                    if let Some(operand) = slot.node()
                        && states[operand as usize] == State::New
                    {
                        stack.push((operand, false));
                    }
                }
            }
        }
    }
}

/// The metadata that a node refers to.
#[derive(Clone, Copy)]
pub(super) struct Operands<'n> {
    form: Form<'n>,
    order: Option<&'static [usize]>,
    next: usize,
}

impl Operands<'_> {
    /// How many slots have been looked at.
    pub(super) fn position(&self) -> usize {
        self.next
    }

    /// Goes on behind so many slots.
    pub(super) fn from(self, next: usize) -> Self {
        Self { next, ..self }
    }
}

impl Iterator for Operands<'_> {
    type Item = Md;

    fn next(&mut self) -> Option<Md> {
        loop {
            let at = match self.order {
                Some(order) => *order.get(self.next)?,
                None => self.next,
            };
            self.next += 1;
            match self.form.slot(at) {
                Some(slot) => {
                    if let Some(md) = slot.md() {
                        return Some(md);
                    }
                }
                None if self.order.is_none() => return None,
                None => {}
            }
        }
    }
}

/// Different nodes, by what identifies them: a hash table that never grows.
struct Known {
    /// Half of a hash and a node plus one, or zero.
    table: Vec<(u32, u32)>,
}

impl Known {
    fn new(count: usize) -> Self {
        Self { table: vec![(0, 0); (count * 2).next_power_of_two()] }
    }

    /// The first node that was equal to this one.
    fn find_or_add(&mut self, forms: &AllForms<'_>, node: u32) -> u32 {
        let form = forms.get(node);
        let kept = identity(forms, form);
        let hash = hash_of(form, kept);
        let tag = (hash >> 32) as u32;
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (known_tag, known) = self.table[at];
            let Some(known) = known.checked_sub(1) else {
                self.table[at] = (tag, node + 1);
                return node;
            };
            if known_tag == tag && is_equal(forms, form, kept, known) {
                return known;
            }
            at = (at + 1) & mask;
        }
    }
}

fn is_equal(forms: &AllForms<'_>, form: Form<'_>, kept: Option<&'static [usize]>, other: u32) -> bool {
    let other = forms.get(other);
    form.code == other.code
        && kept == identity(forms, other)
        && match kept {
            Some(kept) => kept.iter().all(|&at| form.slot(at) == other.slot(at)),
            None => form.slots().eq(other.slots()),
        }
}

/// The hash of a record, or of the slots that identify it.
fn hash_of(form: Form<'_>, kept: Option<&'static [usize]>) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(form.code);
    match kept {
        Some(kept) => kept.iter().filter_map(|&at| form.slot(at)).for_each(|slot| hash(slot, &mut hasher)),
        None => form.slots().for_each(|slot| hash(slot, &mut hasher)),
    }
    hasher.finish()
}

fn hash(slot: Slot, hasher: &mut FxHasher) {
    let (kind, index) = match slot {
        Slot::Number(number) => return hasher.write_u64(number),
        Slot::Md(None) => (0, 0),
        Slot::Md(Some(md)) | Slot::Id(md) => match md {
            Md::String(string) => (1, string.index()),
            Md::Node(node) => (2, node as usize),
            Md::Constant(constant) => (3, constant.index()),
            Md::Local(local) => (4, local.index()),
            Md::ArgList(list) => (5, list as usize),
        },
    };
    hasher.write_u64(kind << 32 | index as u64);
}

/// The slots that identify a node, if those are not all: of members of types with an identifier, only the names, so that LLVM takes those
/// for equal that programs must define equally.
fn identity(forms: &AllForms<'_>, form: Form<'_>) -> Option<&'static [usize]> {
    /// `DW_TAG_member`.
    const MEMBER: Slot = Slot::Number(13);
    let (scope, kept): (usize, &'static [usize]) = match form.code {
        code::DERIVED_TYPE if form.slot(1) == Some(MEMBER) && form.md(2).is_some() => (5, &[1, 2, 5]),
        code::SUBPROGRAM if form.md(3).is_some() => match form.slot(9) {
            // Not a definition.
            Some(Slot::Number(flags)) if flags & 8 == 0 => (1, &[1, 3, 13]),
            _ => return None,
        },
        _ => return None,
    };
    let scope = forms.get(form.slot(scope)?.node()?);
    (scope.code == code::COMPOSITE_TYPE && scope.md(15).is_some()).then_some(kept)
}

/// Makes the records of nodes.
struct Records<'r> {
    module: &'r Module,
    version: LlvmVersion,
    names: &'r Names,
    /// The slots of the node whose record is made.
    slots: Vec<Slot>,
    own: Forms,
    /// Nodes that only records have, behind those of the module.
    others: Forms,
    /// The number of nodes of the module.
    count: usize,
    /// The numbers that keywords mean, by what they are keywords of.
    numbers: RefCell<FxHashMap<(StrId, usize), u64>>,
}

impl<'r> Records<'r> {
    fn new(module: &'r Module, version: LlvmVersion, names: &'r Names, count: usize) -> Self {
        let (own, others) = (Forms::default(), Forms::default());
        Self { module, version, names, slots: Vec::new(), own, others, count, numbers: RefCell::default() }
    }

    /// The records, in memory of exactly their size.
    fn made(self) -> (Forms, Forms) {
        let Forms { heads, words, others } = self.own;
        (Forms { heads: heads[..].into(), words: words[..].into(), others }, self.others)
    }

    /// Adds the record of a node.
    fn add(&mut self, node: u32, data: &MdNodeData, location: Option<[Word; LOCATION]>) {
        self.slots.clear();
        let mut code = self.push(data);
        let mut distinct = data.distinct;
        // LLVM makes nodes that refer to themselves distinct.
        if !distinct && self.slots.iter().any(|slot| slot.node() == Some(node)) {
            distinct = true;
            match (code, self.slots.first_mut()) {
                (code::NODE, _) => code = code::DISTINCT_NODE,
                (_, Some(Slot::Number(head))) => *head |= 1,
                _ => {}
            }
        }
        self.own.push(code, distinct, &self.slots, location.filter(|_| code == code::LOCATION));
    }

    /// Adds the slots of a node; returns the code.
    fn push(&mut self, data: &MdNodeData) -> u32 {
        let names = self.names;
        let distinct = data.distinct;
        let (kind, fields) = match &data.kind {
            MdNodeKind::Tuple(operands) => {
                self.slots.extend(operands.iter().map(|&operand| Slot::Md(Md::of(operand))));
                return if distinct { code::DISTINCT_NODE } else { code::NODE };
            }
            MdNodeKind::Specialized { kind, fields } => (*kind, &fields[..]),
        };
        match names.kinds.get(&kind) {
            Some(Kind::Expression) => {
                self.expression(distinct, fields);
                code::EXPRESSION
            }
            Some(Kind::Enumerator) => {
                let slots = self.enumerator(distinct, fields);
                self.slots.extend(slots);
                code::ENUMERATOR
            }
            Some(Kind::Generic) => {
                let slots = self.generic(distinct, fields);
                self.slots.extend(slots);
                code::GENERIC_DEBUG
            }
            Some(Kind::Layout(known)) => {
                self.by_layout(known, distinct, fields);
                known.layout.code
            }
            None => code::NODE,
        }
    }

    fn expression(&mut self, distinct: bool, fields: &[Field]) {
        self.slots.push(Slot::Number(6 | u64::from(distinct)));
        for field in fields {
            let number = match &field.value {
                FieldValue::Integer(value) => word(value),
                FieldValue::Symbols(symbol) => self.number_of_keyword(*symbol, 0, |name| {
                    let tables = [dwarf::OPERATIONS, dwarf::ENCODINGS];
                    tables.iter().find_map(|table| number_of(*table, name)).unwrap_or(0)
                }),
                _ => 0,
            };
            self.slots.push(Slot::Number(number));
        }
    }

    /// The number of a keyword, which is found once for each thing that it is a keyword of.
    fn number_of_keyword(&self, keyword: StrId, of: usize, find: impl FnOnce(&[u8]) -> u64) -> u64 {
        let mut numbers = self.numbers.borrow_mut();
        *numbers.entry((keyword, of)).or_insert_with(|| find(self.module.strings.get(keyword)))
    }

    fn enumerator(&self, distinct: bool, fields: &[Field]) -> Vec<Slot> {
        let names = self.names;
        let find =
            |name: &str| fields.iter().find(|field| names.is(field.name, name)).map(|field| &field.value);
        let is_unsigned = find("isUnsigned") == Some(&FieldValue::Bool(true));
        let value = find("value").and_then(|value| value.as_number(&self.module.strings)).unwrap_or_default();
        let mut width = least_width(&value);
        // A leading zero tells large numbers from negative ones.
        if !is_unsigned && value.sign() == Sign::Plus {
            width += 1;
        }
        let name = match find("name") {
            Some(&FieldValue::String(name)) => self.given_string(name),
            _ => None,
        };
        let head = 4 | u64::from(is_unsigned) << 1 | u64::from(distinct);
        let mut slots = vec![Slot::Number(head), Slot::Number(width.into()), Slot::Md(name)];
        slots.extend(wide_words(width, &value).into_iter().map(Slot::Number));
        slots
    }

    fn generic(&self, distinct: bool, fields: &[Field]) -> Vec<Slot> {
        let names = self.names;
        let (mut tag, mut header, mut operands) = (0, None, Vec::new());
        for field in fields {
            match &field.value {
                FieldValue::Symbols(symbol) => {
                    tag = number_of(dwarf::TAGS, self.module.strings.get(*symbol)).unwrap_or(0);
                }
                FieldValue::Integer(value) => tag = word(value),
                FieldValue::String(string) if names.is(field.name, "header") => {
                    header = self.given_string(*string);
                }
                FieldValue::Element(element) => operands.push(Slot::Md(Md::of(*element))),
                _ => {}
            }
        }
        let mut slots = vec![u64::from(distinct), tag, 0].into_iter().map(Slot::Number).collect::<Vec<_>>();
        slots.push(Slot::Md(header));
        slots.extend(operands);
        slots
    }

    /// A string; none if it is empty.
    fn given_string(&self, string: StrId) -> Option<Md> {
        (!self.module.strings.get(string).is_empty()).then_some(Md::String(string))
    }

    fn by_layout(&mut self, known: &KnownLayout, distinct: bool, fields: &[Field]) {
        self.slots.resize(known.length, Slot::Number(0));
        self.slots[0] = Slot::Number(known.head | u64::from(distinct));
        // What keywords mean depends on the field; zero are expressions.
        let kind = known.layout.code as usize * 64 + 1;
        for (of, (field, value)) in (kind..).zip(known.layout.fields.iter().zip(known.values(fields))) {
            let at = field.at;
            let old = match self.slots.get(at) {
                Some(Slot::Number(old)) => *old,
                _ => 0,
            };
            let put = self.slot(field, of, value, old);
            match self.slots.get_mut(at) {
                Some(slot) => {
                    if let Some(put) = put {
                        *slot = put;
                    }
                }
                None => self.slots.extend(put.filter(|_| value.is_some())),
            }
        }
        self.irregular(known.layout.code, fields);
    }

    /// Fields that layouts do not tell.
    fn irregular(&mut self, code: u32, fields: &[Field]) {
        let names = self.names;
        let find =
            |name: &str| fields.iter().find(|field| names.is(field.name, name)).map(|field| &field.value);
        let is_true =
            |name: &str, default: bool| find(name).map_or(default, |it| *it == FieldValue::Bool(true));
        let number = |table: Table, value: &FieldValue| self.constant_of(table, value);
        match code {
            code::FILE => {
                if let Some(FieldValue::Symbols(kind)) = find("checksumkind") {
                    let kind = self.module.strings.get(*kind);
                    let at = CHECKSUMS.iter().position(|known| known.as_bytes() == kind);
                    self.slots[3] = Slot::Number(at.map_or(0, |at| at as u64 + 1));
                }
            }
            code::COMPILE_UNIT => {
                let language = find("language").map(|it| number(dwarf::LANGUAGES, it));
                let name = find("sourceLanguageName").map(|it| number(dwarf::LANGUAGE_NAMES, it) | 1 << 63);
                let version = find("sourceLanguageVersion").map(|it| number(dwarf::LANGUAGES, it));
                for (at, value) in [(1, language), (1, name), (22, version)] {
                    if let Some(value) = value {
                        self.slots[at] = Slot::Number(value);
                    }
                }
            }
            code::MACRO_FILE => {
                // `DW_MACINFO_start_file`.
                let ty = find("type").map_or(3, |it| number(dwarf::MACRO_TYPES, it));
                self.slots[1] = Slot::Number(ty);
            }
            code::SUBPROGRAM if self.slots[9] == Slot::Number(0) => {
                let has = |field: &Field| {
                    field.name.is_some_and(|name| self.module.strings.get(name) == b"spFlags")
                };
                if !fields.iter().any(has) {
                    let virtuality = find("virtuality").map_or(0, |it| number(dwarf::VIRTUALITIES, it));
                    let flags = virtuality & 3
                        | u64::from(is_true("isLocal", false)) << 2
                        | u64::from(is_true("isDefinition", true)) << 3
                        | u64::from(is_true("isOptimized", false)) << 4;
                    self.slots[9] = Slot::Number(flags);
                }
            }
            code::FIXED_POINT_TYPE => {
                self.slots.truncate(9);
                for name in ["numerator", "denominator"] {
                    let given = fields.iter().find(|field| {
                        field.name.is_some_and(|known| self.module.strings.get(known) == name.as_bytes())
                    });
                    let value = given.and_then(|field| field.value.as_number(&self.module.strings));
                    let value = value.unwrap_or_default();
                    let width = least_width(&value);
                    let words = wide_words(width, &value);
                    let head = (words.len() as u64) << 32 | u64::from(width);
                    self.slots.extend([head].into_iter().chain(words).map(Slot::Number));
                }
            }
            code::GLOBAL_VAR if find("isDefinition").is_none() => {
                self.slots[8] = Slot::Number(1);
            }
            _ => {}
        }
    }

    fn constant_of(&self, table: Table, value: &FieldValue) -> u64 {
        match value {
            FieldValue::Symbols(symbol) => number_of(table, self.module.strings.get(*symbol)).unwrap_or(0),
            FieldValue::Integer(value) => word(value),
            _ => 0,
        }
    }

    /// The operand for a field; `None` if it is what the record has already.
    fn slot(&mut self, field: &LayoutField, of: usize, value: Option<&FieldValue>, old: u64) -> Option<Slot> {
        let number = |value: Option<&FieldValue>| match value {
            Some(FieldValue::Integer(value)) => word(value),
            Some(FieldValue::Bool(value)) => u64::from(*value),
            _ => 0,
        };
        let keyword = |symbol: &StrId, find: &dyn Fn(&[u8]) -> u64| self.number_of_keyword(*symbol, of, find);
        let words = |words: &[&str]| match value {
            Some(FieldValue::Symbols(symbol)) => keyword(symbol, &|symbol| {
                words.iter().position(|known| known.as_bytes() == symbol).unwrap_or(0) as u64
            }),
            other => number(other),
        };
        let flags = |prefix: &str, numbers: &[(u32, [&str; 3])], bits: &[(u64, &str)]| match value {
            Some(FieldValue::Symbols(joined)) => {
                keyword(joined, &|joined| number_of_flags(prefix, numbers, bits, joined))
            }
            other => number(other),
        };
        Some(match field.holds {
            Held::Node | Held::KeptNode => Slot::Md(self.md(value)),
            Held::NodeId => self.md(value).map_or(Slot::Number(0), Slot::Id),
            Held::Size(_) if !older::has_metadata_sizes(self.version) => Slot::Number(number(value)),
            Held::Bound if self.version.is_before(11) => self.old_bound(field.at, value),
            Held::Bound | Held::Size(_) => match value {
                Some(FieldValue::Integer(value)) => Slot::Md(Some(self.number_md(word(value) as i64))),
                other => Slot::Md(self.md(other)),
            },
            Held::ConstantBound => match value {
                Some(FieldValue::Integer(value)) => Slot::Md(Some(self.constant_expression(word(value)))),
                other => Slot::Md(self.md(other)),
            },
            Held::String | Held::KeptString => match value {
                Some(FieldValue::String(string)) => Slot::Md(self.given_string(*string)),
                other => Slot::Md(self.md(other)),
            },
            Held::GivenString => match value {
                Some(FieldValue::String(string)) => Slot::Md(Some(Md::String(*string))),
                _ => return None,
            },
            Held::Number | Held::KeptNumber | Held::Low(_) | Held::Column => {
                Slot::Number(field.holds.stored(number(value)))
            }
            Held::Signed | Held::Rotated | Held::VirtualIndex | Held::KeptBool => Slot::Number(number(value)),
            Held::NumberPlusOne => Slot::Number(value.map_or(0, |value| number(Some(value)) + 1)),
            Held::NumberOrOnes => {
                Slot::Number(value.map_or(u64::MAX, |value| field.holds.stored(number(Some(value)))))
            }
            Held::Bool(default) => Slot::Number(value.map_or(default.into(), |value| number(Some(value)))),
            Held::Bit(bit) => Slot::Number(old | if number(value) != 0 { bit } else { 0 }),
            Held::Part(from, _) | Held::PartBool(from) => Slot::Number(old | number(value) << from),
            Held::Dwarf(_, default) if value.is_none() => match default {
                u64::MAX => Slot::Number(0),
                default => Slot::Number(default),
            },
            Held::Dwarf(table, _) | Held::KeptDwarf(table) => Slot::Number(match value {
                Some(FieldValue::Symbols(symbol)) => {
                    keyword(symbol, &|name| number_of(table, name).unwrap_or(0))
                }
                other => number(other),
            }),
            Held::Flags => Slot::Number(flags("DIFlag", FLAG_NUMBERS, FLAGS)),
            Held::SubprogramFlags => Slot::Number(flags("DISPFlag", SUBPROGRAM_NUMBERS, SUBPROGRAM_FLAGS)),
            Held::OneOf(names) | Held::KeptOneOf(names) => Slot::Number(words(names)),
            // Those are more than one operand: see `irregular`.
            Held::Wide => return None,
        })
    }

    /// A bound of a range before it was metadata: the count since LLVM 7, the first index since 11.
    fn old_bound(&self, at: usize, value: Option<&FieldValue>) -> Slot {
        let number = match value {
            Some(FieldValue::Integer(value)) => word(value) as i64,
            _ => 0,
        };
        match at {
            1 if self.version.is_before(7) => {
                Slot::Number(if value.is_some() { number as u64 } else { u64::MAX })
            }
            1 => Slot::Md(self.md(value)),
            _ => Slot::Number(rotate(number)),
        }
    }

    fn md(&self, value: Option<&FieldValue>) -> Option<Md> {
        match value {
            Some(FieldValue::Metadata(metadata)) => Md::of(*metadata),
            Some(FieldValue::String(string)) => self.given_string(*string),
            Some(FieldValue::Integer(value)) => Some(self.number_md(word(value) as i64)),
            _ => None,
        }
    }

    /// A number as metadata.
    fn number_md(&self, value: i64) -> Md {
        let types = &self.module.types;
        Md::Constant(self.module.constants.integer(types, types.common.i64, value))
    }

    /// The node of an expression that is a signed constant.
    fn constant_expression(&mut self, value: u64) -> Md {
        let operation = number_of(dwarf::OPERATIONS, b"DW_OP_consts").unwrap_or(0);
        self.others.push(code::EXPRESSION, false, &[6, operation, value].map(Slot::Number), None);
        Md::Node((self.count + self.others.heads.len()) as u32 - 1)
    }
}

/// The number that joined flags mean.
fn number_of_flags(prefix: &str, numbers: &[(u32, [&str; 3])], bits: &[(u64, &str)], joined: &[u8]) -> u64 {
    let flag = |text: &[u8]| {
        let text = std::str::from_utf8(text).unwrap_or_default();
        let name = text.strip_prefix(prefix)?;
        let number = numbers.iter().find_map(|(position, names)| {
            let at = names.iter().position(|known| *known == name)?;
            Some((at as u64 + 1) << position)
        });
        number.or_else(|| bits.iter().find(|(_, known)| *known == name).map(|(bit, _)| *bit))
    };
    let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse().ok();
    symbols(joined).filter_map(|text| flag(text).or_else(|| number(text))).fold(0, |all, bits| all | bits)
}

/// The number of a constant of DWARF.
fn number_of(table: Table, name: &[u8]) -> Option<u64> {
    table.names.iter().find(|(_, known)| known.as_bytes() == name).map(|(number, _)| *number)
}

/// The lowest 64 bits of a number.
fn word(value: &Integer) -> u64 {
    value.get() as u64
}

/// The least width of a number, without a sign if it is not negative.
fn least_width(value: &BigInt) -> u32 {
    let width = match value.sign() {
        Sign::Minus => (-value - 1_u32).bits() + 1,
        _ => value.bits().max(1),
    };
    width as u32
}

/// The words of a number of some width that are not zero, and at least one, each with its sign in the lowest bit.
pub(super) fn wide_words(width: u32, value: &BigInt) -> Vec<u64> {
    let modulus = BigInt::from(1) << width;
    let wrapped = ((value % &modulus) + &modulus) % &modulus;
    let mut words: Vec<u64> = wrapped.iter_u64_digits().map(|word| rotate(word as i64)).collect();
    if words.is_empty() {
        words.push(0);
    }
    words
}
