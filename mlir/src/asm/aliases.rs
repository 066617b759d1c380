//! Aliases of attributes: `#loop_annotation = #llvm.loop_annotation<…>`.
//!
//! Which attributes occur, and how deep they hold each other, is known only when all is printed. MLIR prints everything twice for
//! that; here the text has holes where names of aliases go ([`text`](super::text)). Aliases are defined before they are used, the
//! shallowest first; locations that only follow operations are defined behind the module.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tern_support::text::{push_number, push_text};

use super::PrintOptions;
use super::printer::Printer;
use super::text::{NumberHole, Piece, Text};
use crate::attributes::{AttrKind, Attribute};
use crate::context::Context;
use crate::declare::Param;
use crate::types::{Type, TypeKind};

/// What a printer does about aliases.
#[derive(Default)]
pub(super) enum Aliases {
    /// It prints attributes in full.
    #[default]
    Off,
    /// It notes which attributes there are, and leaves holes for the names of aliases.
    Collecting(Collector),
    /// It prints aliases.
    On(Arc<Names>),
}

/// The aliases of attributes, by index: where each stands in one text, 0 where there is none.
#[derive(Default)]
pub(super) struct Names {
    /// Each behind its length, a word.
    text: Vec<u8>,
    places: Vec<u32>,
}

impl Names {
    /// No names, with room for as many as there may be of attributes up to an index.
    fn with_room(count: usize, indices: usize) -> Self {
        /// About what a name takes with its length.
        const LENGTH: usize = 16;
        Self { text: Vec::with_capacity(count * LENGTH), places: vec![0; indices] }
    }

    /// The name of the alias of an attribute, with `#`.
    #[inline]
    pub(super) fn get(&self, attribute: Attribute) -> Option<&[u8]> {
        let start = *self.places.get(attribute.0 as usize)? as usize;
        let (before, name) = self.text.split_at(start);
        name.get(..u32::from_le_bytes(*before.last_chunk()?) as usize)
    }

    /// Room for the length of a name, and how the name begins.
    pub(super) fn beginning(base: &str) -> Vec<u8> {
        [&[0; 4], &b"#"[..], base.as_bytes()].concat()
    }

    /// Names an attribute by a [beginning](Self::beginning) and, but for the first, a number.
    pub(super) fn set(&mut self, attribute: Attribute, beginning: &[u8], number: u32) {
        let start = self.text.len() + 4;
        push_text(&mut self.text, beginning);
        if number != 0 {
            push_number(&mut self.text, number);
        }
        let index = attribute.0 as usize;
        if self.places.len() <= index {
            self.places.resize(index + 1, 0);
        }
        self.places[index] = start as u32;
        let length = (self.text.len() - start) as u32;
        self.text[start - 4..start].copy_from_slice(&length.to_le_bytes());
    }
}

impl Aliases {
    /// The same for a printer that prints a part.
    pub(super) fn fork(&self) -> Self {
        match self {
            Self::On(names) => Self::On(names.clone()),
            // What a part finds is added to what is known when it has its turn.
            Self::Collecting(collector) => Self::Collecting(Collector::like(collector)),
            Self::Off => Self::Off,
        }
    }
}

/// An attribute that was seen; there may be millions.
#[derive(Clone, Copy)]
struct Seen {
    attribute: Attribute,
    depth: u32,
    /// The name of its alias, without a number.
    alias: Option<AliasName>,
    /// Where that begins which it holds, where that follows it once it is needed earlier, and how much it is; [`IN_FRONT`] where
    /// more than locations of operations need it, so that it cannot be defined behind the module.
    children: u32,
    child_count: u32,
}

const IN_FRONT: u32 = u32::MAX;

/// A name that lies elsewhere as well, and so takes one word.
type AliasName = &'static &'static str;

/// What was seen so far.
#[derive(Default)]
pub(super) struct Collector {
    /// What is kept of those that were seen first and are found already: much less.
    settled: Vec<Settled>,
    seen: Vec<Seen>,
    /// What those that were seen hold.
    held: Vec<Attribute>,
    /// What is known of an attribute, by its index: 0 nothing, [`PLAIN`], or 1 more than its position among those that were seen.
    known: Vec<u32>,
    /// What turned out not to be deferrable after it was seen.
    kept_in_front: Vec<Attribute>,
    /// Attributes within those at hand, if they are deferrable.
    children: Vec<Attribute>,
    at_hand: AtHand,
    interesting: Interesting,
}

/// The attribute that is being looked through, rather than printed, if any is.
#[derive(Clone, Copy, Default)]
struct AtHand {
    within: bool,
    deferrable: bool,
    /// The greatest depth of those within it.
    depth: u32,
}

/// What is known of an attribute that leads to no alias.
const PLAIN: u32 = u32::MAX;

/// What a thread keeps of an attribute that it has found.
#[derive(Clone, Copy)]
struct Settled {
    depth: u32,
    named: bool,
    deferrable: bool,
}

/// Attributes of one depth with one name of alias, and whether they are deferrable.
type Layer = ((u32, &'static str), Vec<(Attribute, bool)>);

/// Which attributes and types can lead to an alias; by index: 0 not known, 1 no, 2 yes.
#[derive(Default)]
struct Interesting {
    /// Whether `distinct` attributes have aliases, as in MLIR; in Tern's own spelling of metadata they would be many.
    distinct: bool,
    attributes: Vec<u8>,
    types: Vec<u8>,
}

/// The name of the alias of an attribute, if it has one. Those of `distinct` can be left out.
fn alias_of(context: &Context, kind: &AttrKind, distinct: bool) -> Option<AliasName> {
    match kind {
        AttrKind::Distinct { referenced, .. } if distinct && *referenced != context.common.unit => {
            Some(&"distinct")
        }
        AttrKind::Declared { def, .. } => def.alias.as_ref(),
        AttrKind::AffineMap(_) => Some(&"map"),
        AttrKind::IntegerSet(_) => Some(&"set"),
        AttrKind::UnknownLocation
        | AttrKind::FileLocation { .. }
        | AttrKind::NameLocation { .. }
        | AttrKind::CallSiteLocation { .. }
        | AttrKind::FusedLocation { .. } => Some(&"loc"),
        _ => None,
    }
}

/// Whether an attribute is printed as an alias, where there are any.
pub(crate) fn has_alias(context: &Context, attribute: Attribute) -> bool {
    alias_of(context, attribute.kind(context), true).is_some()
}

impl Interesting {
    fn attribute(&mut self, context: &Context, attribute: Attribute) -> bool {
        let index = attribute.0 as usize;
        match self.attributes.get(index) {
            Some(1) => return false,
            Some(2) => return true,
            Some(_) => {}
            None => self.attributes.resize(index + 1, 0),
        }
        let kind = attribute.kind(context);
        let found = alias_of(context, kind, self.distinct).is_some()
            || match kind {
                AttrKind::Array(elements) => elements.iter().any(|&element| self.attribute(context, element)),
                AttrKind::Dictionary(entries) => {
                    entries.iter().any(|entry| self.attribute(context, entry.value))
                }
                AttrKind::Distinct { referenced, .. } => self.attribute(context, *referenced),
                AttrKind::Declared { params, .. } => params.iter().any(|param| self.param(context, param)),
                AttrKind::Type(ty)
                | AttrKind::DenseElements { ty, .. }
                | AttrKind::DenseStrings { ty, .. }
                | AttrKind::DenseResource { ty, .. }
                | AttrKind::Sparse { ty, .. }
                | AttrKind::String { ty, .. } => self.ty(context, *ty),
                _ => false,
            };
        self.attributes[index] = if found { 2 } else { 1 };
        found
    }

    fn param(&mut self, context: &Context, param: &Param) -> bool {
        match param {
            Param::Attribute(attribute) => self.attribute(context, *attribute),
            Param::Type(ty) => self.ty(context, *ty),
            Param::List(params) => params.iter().any(|param| self.param(context, param)),
            _ => false,
        }
    }

    fn ty(&mut self, context: &Context, ty: Type) -> bool {
        let index = ty.0 as usize;
        match self.types.get(index) {
            Some(1) => return false,
            Some(2) => return true,
            Some(_) => {}
            None => self.types.resize(index + 1, 0),
        }
        // Bodies of identified structs hold types of LLVM, which hold no attributes.
        let found = match ty.kind(context) {
            TypeKind::RankedTensor { element, encoding, .. } => {
                encoding.is_some_and(|encoding| self.attribute(context, encoding))
                    || self.ty(context, *element)
            }
            TypeKind::MemRef { element, layout, memory_space, .. } => {
                let parts = layout.iter().chain(memory_space);
                parts.copied().any(|part| self.attribute(context, part)) || self.ty(context, *element)
            }
            TypeKind::UnrankedMemRef { element, memory_space } => {
                memory_space.is_some_and(|space| self.attribute(context, space)) || self.ty(context, *element)
            }
            TypeKind::Complex(element)
            | TypeKind::UnrankedTensor(element)
            | TypeKind::Vector { element, .. } => self.ty(context, *element),
            TypeKind::Tuple(types) => types.iter().any(|&ty| self.ty(context, ty)),
            TypeKind::Function { inputs, results } => {
                inputs.iter().chain(results).any(|&ty| self.ty(context, ty))
            }
            TypeKind::Declared { params, .. } => params.iter().any(|param| self.param(context, param)),
            _ => false,
        };
        self.types[index] = if found { 2 } else { 1 };
        found
    }
}

impl Seen {
    fn settled(&self) -> Settled {
        Settled { depth: self.depth, named: self.alias.is_some(), deferrable: self.deferrable() }
    }

    fn children<'h>(&self, held: &'h [Attribute]) -> &'h [Attribute] {
        let count = if self.deferrable() { self.child_count } else { 0 };
        &held[self.children as usize..][..count as usize]
    }

    fn deferrable(&self) -> bool {
        self.child_count != IN_FRONT
    }
}

impl Collector {
    /// A collector of the same kind that has seen nothing.
    fn like(&self) -> Self {
        let interesting = Interesting { distinct: self.interesting.distinct, ..Interesting::default() };
        let (seen, known) =
            (Vec::with_capacity(self.seen.capacity()), Vec::with_capacity(self.known.capacity()));
        Self { interesting, seen, known, ..Self::default() }
    }

    /// Notes that an attribute that was seen before occurs in the one at hand.
    fn record(&mut self, attribute: Attribute, depth: u32) {
        if self.at_hand.within {
            if self.at_hand.deferrable {
                self.children.push(attribute);
            }
            self.at_hand.depth = self.at_hand.depth.max(depth);
        }
    }

    /// What is known of the attribute at a position.
    fn at(&self, position: u32) -> Settled {
        match self.settled.get(position as usize) {
            Some(&settled) => settled,
            None => self.seen[position as usize - self.settled.len()].settled(),
        }
    }

    /// The attribute at a position, if it is not found already.
    fn fresh(&mut self, position: u32) -> Option<&mut Seen> {
        self.seen.get_mut((position as usize).checked_sub(self.settled.len())?)
    }

    /// Where an attribute is among those that were seen.
    fn position(&self, attribute: Attribute) -> Option<u32> {
        let known = *self.known.get(attribute.0 as usize)?;
        if known == PLAIN { None } else { known.checked_sub(1) }
    }

    /// Whether an attribute is known to lead to no alias.
    fn is_plain(&self, attribute: Attribute) -> bool {
        self.known.get(attribute.0 as usize) == Some(&PLAIN)
    }

    fn know(&mut self, attribute: Attribute, known: u32) {
        let index = attribute.0 as usize;
        if self.known.len() <= index {
            self.known.resize(index + 1, 0);
        }
        self.known[index] = known;
    }

    /// Adds an attribute to those that were seen.
    fn add(&mut self, seen: Seen) -> u32 {
        let position = (self.settled.len() + self.seen.len()) as u32;
        self.know(seen.attribute, position + 1);
        self.seen.push(seen);
        position
    }

    /// Notes that an attribute and what it holds are needed before the module.
    fn keep_in_front(&mut self, attribute: Attribute) {
        let mut pending: SmallVec<[Attribute; 4]> = SmallVec::from_slice(&[attribute]);
        while let Some(attribute) = pending.pop() {
            let Some(position) = self.position(attribute) else { continue };
            let deferrable = match self.fresh(position) {
                Some(seen) => {
                    let seen = std::mem::replace(seen, Seen { child_count: IN_FRONT, ..*seen });
                    pending.extend_from_slice(seen.children(&self.held));
                    seen.deferrable()
                }
                // Who has found it knows what it holds.
                None => std::mem::replace(&mut self.settled[position as usize].deferrable, false),
            };
            if deferrable {
                self.kept_in_front.push(attribute);
            }
        }
    }

    /// What was found since the last call, in exchange for what is empty and has room for more.
    pub(super) fn exchange_found(&mut self, found: &mut Found) {
        self.settled.extend(self.seen.iter().map(Seen::settled));
        std::mem::swap(&mut self.kept_in_front, &mut found.kept_in_front);
        std::mem::swap(&mut self.seen, &mut found.seen);
        std::mem::swap(&mut self.held, &mut found.held);
    }

    /// Adds what another collector found that knows nothing that this one does not, and empties that. The result is that of one
    /// collector that sees all in this order, since what an attribute holds is always found with it.
    pub(super) fn append(&mut self, found: &mut Found) {
        if self.seen.is_empty() {
            // The first one, often with most of all.
            std::mem::swap(&mut self.seen, &mut found.seen);
            std::mem::swap(&mut self.held, &mut found.held);
            for at in 0..self.seen.len() {
                self.know(self.seen[at].attribute, at as u32 + 1);
            }
            // It knew nothing before.
            found.kept_in_front.clear();
            return;
        }
        for attribute in found.kept_in_front.drain(..) {
            self.keep_in_front(attribute);
        }
        for mut seen in found.seen.drain(..) {
            if self.position(seen.attribute).is_none() {
                let children = seen.children(&found.held);
                seen.children = self.held.len() as u32;
                self.held.extend_from_slice(children);
                self.add(seen);
            } else if !seen.deferrable() {
                self.keep_in_front(seen.attribute);
            }
        }
        found.held.clear();
    }

    /// The aliases, and the order of their definitions before the module and behind it.
    fn finish(self) -> (Names, [Vec<Attribute>; 2]) {
        let mut layers: Vec<Layer> = Vec::new();
        let mut places: FxHashMap<(u32, &str), usize> = FxHashMap::default();
        let mut names = Names::with_room(self.seen.len(), self.known.len());
        // The same by where the name lies, of which there may be several.
        let mut known: FxHashMap<(u32, *const &str), usize> = FxHashMap::default();
        // One layer has most of them, in long runs.
        let (mut at, mut last) = (0, None);
        for seen in self.seen {
            let Some(base) = seen.alias else { continue };
            let same = (seen.depth, std::ptr::from_ref(base));
            if last.replace(same) != Some(same) {
                at = *known.entry(same).or_insert_with(|| {
                    let key = (seen.depth, *base);
                    *places.entry(key).or_insert_with(|| {
                        layers.push((key, Vec::new()));
                        layers.len() - 1
                    })
                });
            }
            layers[at].1.push((seen.attribute, seen.deferrable()));
        }
        layers.sort_unstable_by_key(|layer| layer.0);
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        let mut definitions = [const { Vec::new() }; 2];
        for ((_, base), layer) in &layers {
            let (count, beginning) = (counts.entry(*base).or_default(), Names::beginning(base));
            for &(attribute, deferred) in layer {
                names.set(attribute, &beginning, *count);
                definitions[usize::from(deferred)].push(attribute);
                *count += 1;
            }
        }
        (names, definitions)
    }
}

/// What a thread finds in a part of the text.
#[derive(Default)]
pub(super) struct Found {
    /// What it did not know before.
    seen: Vec<Seen>,
    /// What that holds.
    held: Vec<Attribute>,
    /// What it knew before, and took to be deferrable.
    kept_in_front: Vec<Attribute>,
}

/// What is printed, but for the definitions of its aliases: for these nothing is needed but the context.
pub(super) struct Unfinished<'c> {
    context: &'c Context,
    options: PrintOptions,
    pieces: Vec<Piece>,
    aliases: Aliases,
}

impl<'c> Unfinished<'c> {
    /// The text, around which aliases get their names and definitions.
    pub(super) fn finish(self) -> Text<'c> {
        let text = Text::new(self.context, self.options, self.pieces);
        let Aliases::Collecting(collector) = self.aliases else { return text };
        let (names, [before, behind]) = collector.finish();
        text.with_aliases(names, before, behind)
    }
}

impl<'c> Printer<'c> {
    /// Runs `print`, and collects the aliases in what it prints.
    pub(super) fn collecting_aliases(mut self, print: impl FnOnce(&mut Self)) -> Unfinished<'c> {
        if !self.options.local_scope {
            let mut collector = Collector::default();
            // Names as MLIR has them go with aliases as it has them.
            collector.interesting.distinct = self.options.discard_names;
            // There may be as many as there are attributes, and most of those of locations are yet to be made where operations are
            // made as they are printed. Room that is not used costs nothing.
            let room = self.context.attribute_count();
            collector.seen.reserve(room);
            collector.known.reserve(room);
            self.aliases = Aliases::Collecting(collector);
        }
        print(&mut self);
        let pieces = self.take_pieces();
        Unfinished { context: self.context, options: self.options, pieces, aliases: self.aliases }
    }

    /// A printer of definitions of aliases.
    pub(super) fn with_aliases(context: &'c Context, options: PrintOptions, names: &Arc<Names>) -> Self {
        let mut printer = Self::new(context, options);
        printer.aliases = Aliases::On(Arc::clone(names));
        printer
    }

    /// Prints definitions of aliases to `text`, which is empty, with holes for numbers.
    pub(super) fn definitions(
        &mut self,
        attributes: &[Attribute],
        text: &mut Vec<u8>,
        numbers: &mut Vec<NumberHole>,
    ) {
        std::mem::swap(&mut self.out, text);
        for &attribute in attributes {
            self.alias(attribute);
            self.text(" = ");
            self.print_attribute_body(attribute);
            self.text("\n");
        }
        std::mem::swap(&mut self.out, text);
        self.holes.exchange_distinct(numbers);
    }

    /// Prints the alias of an attribute, if it has one; where attributes are looked through, looks through this one instead.
    #[inline(always)]
    pub(super) fn alias(&mut self, attribute: Attribute) -> bool {
        let Aliases::On(names) = &self.aliases else { return self.alias_as(attribute, false) };
        let Some(name) = names.get(attribute) else { return false };
        push_text(&mut self.out, name);
        true
    }

    /// The same for an attribute of which the alias can be defined behind the module if `deferrable`.
    pub(super) fn alias_as(&mut self, attribute: Attribute, deferrable: bool) -> bool {
        match &mut self.aliases {
            Aliases::Off => false,
            Aliases::On(_) => self.alias(attribute),
            Aliases::Collecting(collector) if collector.at_hand.within => {
                let deferrable = collector.at_hand.deferrable;
                self.visit(attribute, deferrable);
                true
            }
            Aliases::Collecting(collector) => {
                if collector.is_plain(attribute) {
                    return false;
                }
                self.visit(attribute, deferrable);
                let named = self.awaits_alias(attribute);
                if named {
                    self.holes.alias(&self.out, attribute);
                }
                named
            }
        }
    }

    /// Whether an attribute that was seen gets an alias whose name is not known yet.
    pub(super) fn awaits_alias(&self, attribute: Attribute) -> bool {
        let Aliases::Collecting(collector) = &self.aliases else { return false };
        collector.position(attribute).is_some_and(|position| collector.at(position).named)
    }

    /// Whether it is known that an attribute leads to no alias.
    pub(super) fn is_plain(&self, attribute: Attribute) -> bool {
        matches!(&self.aliases, Aliases::Collecting(collector) if collector.is_plain(attribute))
    }

    /// Whether an attribute is being looked through, so that nothing that is printed now stays.
    pub(super) fn looks_through(&self) -> bool {
        matches!(&self.aliases, Aliases::Collecting(collector) if collector.at_hand.within)
    }

    /// Notes an attribute and what it holds, where aliases are collected.
    pub(super) fn visit(&mut self, attribute: Attribute, deferrable: bool) {
        let context = self.context;
        let Aliases::Collecting(collector) = &mut self.aliases else { return };
        if let Some(position) = collector.position(attribute) {
            let Settled { depth, deferrable: is_deferrable, .. } = collector.at(position);
            // Mostly that is known.
            if !deferrable && is_deferrable {
                collector.keep_in_front(attribute);
            }
            return collector.record(attribute, depth);
        }
        if collector.is_plain(attribute) {
            return;
        }
        let alias = alias_of(context, attribute.kind(context), collector.interesting.distinct);
        if alias.is_none() && !collector.interesting.attribute(context, attribute) {
            return collector.know(attribute, PLAIN);
        }
        let depth = u32::from(alias.is_some());
        let child_count = if deferrable { 0 } else { IN_FRONT };
        let position = collector.add(Seen { attribute, alias, depth, children: 0, child_count });
        // These hold no other attributes.
        if let AttrKind::FileLocation { .. } | AttrKind::UnknownLocation = attribute.kind(context) {
            return collector.record(attribute, depth);
        }
        let at_hand = AtHand { within: true, deferrable, depth: 0 };
        let outer = std::mem::replace(&mut collector.at_hand, at_hand);
        let (children, start) = (collector.children.len(), self.out.len());
        self.look_within(attribute);
        self.out.truncate(start);
        let Aliases::Collecting(collector) = &mut self.aliases else { return };
        let AtHand { depth: within, .. } = std::mem::replace(&mut collector.at_hand, outer);
        let depth = if within == 0 { depth } else { within + 1 };
        let held = collector.held.len();
        // It may have been needed earlier meanwhile.
        let deferrable = collector.at(position).deferrable;
        if deferrable {
            collector.held.extend_from_slice(&collector.children[children..]);
        }
        collector.children.truncate(children);
        let child_count = collector.held.len() - held;
        if let Some(seen) = collector.fresh(position) {
            seen.depth = depth;
            if deferrable {
                (seen.children, seen.child_count) = (held as u32, child_count as u32);
            }
        }
        collector.record(attribute, depth);
    }

    /// Visits an attribute within the one that is looked through.
    pub(super) fn look_at(&mut self, attribute: Attribute) {
        let Aliases::Collecting(collector) = &self.aliases else { return };
        let deferrable = collector.at_hand.deferrable;
        self.visit(attribute, deferrable);
    }

    /// Visits what an attribute holds, in the order in which it is printed.
    fn look_within(&mut self, attribute: Attribute) {
        let common = &self.context.common;
        match attribute.kind(self.context) {
            AttrKind::Declared { def, params } => self.print_declared_attribute(def, params, false),
            AttrKind::NameLocation { child, .. } if *child != common.unknown_location => self.look_at(*child),
            AttrKind::CallSiteLocation { callee, caller } => {
                self.look_at(*callee);
                self.look_at(*caller);
            }
            AttrKind::FusedLocation { locations, metadata } => {
                metadata.iter().chain(&**locations).for_each(|&within| self.look_at(within));
            }
            AttrKind::Distinct { referenced, .. } if *referenced != common.unit => self.look_at(*referenced),
            AttrKind::Array(elements) => elements.iter().for_each(|&element| self.look_at(element)),
            _ => self.print_attribute_body(attribute),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::asm::{ParseOptions, PrintOptions, parse, print};

    fn reprint(text: &str, options: &PrintOptions) -> String {
        let context = crate::test_dialect::context();
        let module = parse(&context, "test", text.as_bytes(), &ParseOptions::default()).expect("it parses");
        String::from_utf8(print(&context, &module, options)).unwrap()
    }

    #[test]
    fn the_shallowest_aliases_come_first() {
        let text = "#root = #test.node<\"r\">\n#z = #test.node<#root, 0>\n\
            module attributes {t.a = #z, t.b = #test.node<true>, t.c = 1 : i8} {\n}\n";
        let expected = "#node = #test.node<\"r\">\n#node1 = #test.node<true>\n#node2 = #test.node<#node, 0 : i64>\n\
            module attributes {t.a = #node2, t.b = #node1, t.c = 1 : i8} {\n}\n";
        let printed = reprint(text, &PrintOptions::default());
        assert_eq!(printed, expected);
        assert_eq!(reprint(&printed, &PrintOptions::default()), expected);
    }

    #[test]
    fn locations_of_operations_are_defined_behind_the_module() {
        let text = "module attributes {a = loc(\"kept\")} {\n} loc(\"deferred\")\n";
        let options = PrintOptions { debug_info: true, ..PrintOptions::default() };
        let printed = reprint(text, &options);
        assert_eq!(
            printed,
            "#loc1 = loc(\"kept\")\nmodule attributes {a = #loc1} {\n} loc(#loc)\n#loc = loc(\"deferred\")\n"
        );
        assert_eq!(reprint(&printed, &options), printed);
    }
}
