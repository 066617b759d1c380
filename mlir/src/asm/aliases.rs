//! Attribute aliases in print, such as `#loop_annotation = #llvm.loop_annotation<…>`: which attributes get one, their names, and
//! the order of definitions.
//!
//! Which attributes occur, and how deeply they nest, is known only when everything is printed. MLIR prints the module twice for
//! that; here the text has holes for alias names ([`text`](super::text)). An alias is defined before its uses, in order of nesting
//! depth; aliases of locations that are used only after operations are defined behind the module.

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

/// How a printer handles aliases.
#[derive(Default)]
pub(super) enum Aliases {
    /// Attributes are printed in full.
    #[default]
    Off,
    /// Attributes are recorded, and holes are left for alias names.
    Collecting(Collector),
    /// Attributes are printed by their known alias names.
    On(Arc<Names>),
}

/// Alias names by attribute index. Each entry is a position in one text; 0 means that the attribute has no alias.
#[derive(Default)]
pub(super) struct Names {
    /// The names, each preceded by its length as a 32-bit word.
    text: Vec<u8>,
    places: Vec<u32>,
}

impl Names {
    /// An empty table with capacity for `count` names and for attributes with indices below `indices`.
    fn with_room(count: usize, indices: usize) -> Self {
        /// Estimated size of a name with its length.
        const LENGTH: usize = 16;
        Self { text: Vec::with_capacity(count * LENGTH), places: vec![0; indices] }
    }

    /// The name of an attribute's alias, including the `#`.
    #[inline]
    pub(super) fn get(&self, attribute: Attribute) -> Option<&[u8]> {
        let start = *self.places.get(attribute.0 as usize)? as usize;
        let (before, name) = self.text.split_at(start);
        name.get(..u32::from_le_bytes(*before.last_chunk()?) as usize)
    }

    /// A placeholder for the length, followed by `#` and the base name.
    pub(super) fn beginning(base: &str) -> Vec<u8> {
        [&[0; 4], &b"#"[..], base.as_bytes()].concat()
    }

    /// Names an attribute: a [beginning](Self::beginning), followed by `number` unless that is 0.
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
    /// The same mode for a printer that prints a part of the text.
    pub(super) fn fork(&self) -> Self {
        match self {
            Self::On(names) => Self::On(names.clone()),
            // Per-thread results are merged in order.
            Self::Collecting(collector) => Self::Collecting(Collector::like(collector)),
            Self::Off => Self::Off,
        }
    }
}

/// An attribute that has been seen. There may be millions.
#[derive(Clone, Copy)]
struct Seen {
    attribute: Attribute,
    depth: u32,
    /// The base name of its alias.
    alias: Option<AliasName>,
    /// The range in `held` of the attributes it holds, which have to be defined before the module as soon as this one has to.
    /// `child_count` is [`IN_FRONT`] if the attribute is used by more than locations of operations and so cannot be defined behind
    /// the module.
    children: u32,
    child_count: u32,
}

const IN_FRONT: u32 = u32::MAX;

/// A pointer to the declared name, so that it takes one word.
type AliasName = &'static &'static str;

/// Collects the attributes that occur in the printed text.
#[derive(Default)]
pub(super) struct Collector {
    /// For attributes whose `Seen` was handed over by `exchange_found`: the little that is still needed.
    settled: Vec<Settled>,
    seen: Vec<Seen>,
    /// The attributes held by those in `seen`, as ranges.
    held: Vec<Attribute>,
    /// By attribute index: 0 if unknown, [`PLAIN`], or the position among the seen attributes plus one.
    known: Vec<u32>,
    /// Attributes that were taken to be deferrable when first seen, and turned out not to be.
    kept_in_front: Vec<Attribute>,
    /// A stack of the attributes held by the deferrable attributes that are being visited.
    children: Vec<Attribute>,
    at_hand: AtHand,
    interesting: Interesting,
}

/// The attribute that is being visited rather than printed, if any.
#[derive(Clone, Copy, Default)]
struct AtHand {
    within: bool,
    deferrable: bool,
    /// The greatest depth of the attributes within it.
    depth: u32,
}

/// Marks an attribute that contains no aliased attribute.
const PLAIN: u32 = u32::MAX;

/// What remains of a `Seen` after it was handed over.
#[derive(Clone, Copy)]
struct Settled {
    depth: u32,
    named: bool,
    deferrable: bool,
}

/// Attributes of one depth and alias name, each with whether it is deferrable.
type Layer = ((u32, &'static str), Vec<(Attribute, bool)>);

/// A cache of which attributes and types can contain an aliased attribute. By index: 0 unknown, 1 no, 2 yes.
#[derive(Default)]
struct Interesting {
    /// Whether `distinct` attributes get aliases, as in MLIR. With Tern's own names they do not, because there would be many.
    distinct: bool,
    attributes: Vec<u8>,
    types: Vec<u8>,
}

/// The base name of an attribute's alias, if it gets one; `distinct` attributes get one only if `distinct`.
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

/// Whether an attribute is printed as an alias if aliases are on.
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
        // Bodies of identified structs hold LLVM types only, which contain no attributes.
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
    /// An empty collector with the same settings and capacity.
    fn like(&self) -> Self {
        let interesting = Interesting { distinct: self.interesting.distinct, ..Interesting::default() };
        let (seen, known) =
            (Vec::with_capacity(self.seen.capacity()), Vec::with_capacity(self.known.capacity()));
        Self { interesting, seen, known, ..Self::default() }
    }

    /// Notes that a known attribute occurs in the one being visited.
    fn record(&mut self, attribute: Attribute, depth: u32) {
        if self.at_hand.within {
            if self.at_hand.deferrable {
                self.children.push(attribute);
            }
            self.at_hand.depth = self.at_hand.depth.max(depth);
        }
    }

    /// Depth, name and deferrability of the attribute at a position.
    fn at(&self, position: u32) -> Settled {
        match self.settled.get(position as usize) {
            Some(&settled) => settled,
            None => self.seen[position as usize - self.settled.len()].settled(),
        }
    }

    /// The attribute at a position, unless it was already handed over.
    fn fresh(&mut self, position: u32) -> Option<&mut Seen> {
        self.seen.get_mut((position as usize).checked_sub(self.settled.len())?)
    }

    /// The position of an attribute among the seen ones.
    fn position(&self, attribute: Attribute) -> Option<u32> {
        let known = *self.known.get(attribute.0 as usize)?;
        if known == PLAIN { None } else { known.checked_sub(1) }
    }

    /// Whether an attribute is known to contain no aliased attribute.
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

    /// Appends an attribute to the seen ones.
    fn add(&mut self, seen: Seen) -> u32 {
        let position = (self.settled.len() + self.seen.len()) as u32;
        self.know(seen.attribute, position + 1);
        self.seen.push(seen);
        position
    }

    /// Marks an attribute, and everything it holds, as needed before the module.
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
                // The collector that owns its `Seen` knows what it holds, and continues there.
                None => std::mem::replace(&mut self.settled[position as usize].deferrable, false),
            };
            if deferrable {
                self.kept_in_front.push(attribute);
            }
        }
    }

    /// Moves what was found since the last call into `found`; takes the empty buffers of `found` in exchange.
    pub(super) fn exchange_found(&mut self, found: &mut Found) {
        self.settled.extend(self.seen.iter().map(Seen::settled));
        std::mem::swap(&mut self.kept_in_front, &mut found.kept_in_front);
        std::mem::swap(&mut self.seen, &mut found.seen);
        std::mem::swap(&mut self.held, &mut found.held);
    }

    /// Merges what another collector found, and empties `found`. That collector must know nothing that this one does not. The
    /// result is that of a single collector that visits everything in this order, because what an attribute holds is always found
    /// together with it.
    pub(super) fn append(&mut self, found: &mut Found) {
        if self.seen.is_empty() {
            // The first part, which is often the largest.
            std::mem::swap(&mut self.seen, &mut found.seen);
            std::mem::swap(&mut self.held, &mut found.held);
            for at in 0..self.seen.len() {
                self.know(self.seen[at].attribute, at as u32 + 1);
            }
            // There were no earlier parts; the marks in `seen` are already final.
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

    /// The alias names, and the definitions in order: those before the module and those behind it.
    fn finish(self) -> (Names, [Vec<Attribute>; 2]) {
        let mut layers: Vec<Layer> = Vec::new();
        let mut places: FxHashMap<(u32, &str), usize> = FxHashMap::default();
        let mut names = Names::with_room(self.seen.len(), self.known.len());
        // A cache of `places` by the address of the name; one name may have several addresses.
        let mut known: FxHashMap<(u32, *const &str), usize> = FxHashMap::default();
        // Most attributes are in one layer, in long runs.
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

/// What one thread found while it printed a part of the text.
#[derive(Default)]
pub(super) struct Found {
    /// Attributes that were new to the thread.
    seen: Vec<Seen>,
    /// The attributes held by those in `seen`, as ranges.
    held: Vec<Attribute>,
    /// Attributes that the thread already knew and had taken to be deferrable.
    kept_in_front: Vec<Attribute>,
}

/// A printed text without its alias definitions. To finish it, only the context is needed.
pub(super) struct Unfinished {
    options: PrintOptions,
    pieces: Vec<Piece>,
    aliases: Aliases,
}

impl Unfinished {
    /// Names the aliases and adds their definitions before and behind the text.
    pub(super) fn finish(self) -> Text {
        let text = Text::new(self.options, self.pieces);
        let Aliases::Collecting(collector) = self.aliases else { return text };
        let (names, [before, behind]) = collector.finish();
        text.with_aliases(names, before, behind)
    }
}

impl<'c> Printer<'c> {
    /// Runs `print` and collects the aliased attributes of what it prints.
    pub(super) fn collecting_aliases(mut self, print: impl FnOnce(&mut Self)) -> Unfinished {
        if !self.options.local_scope {
            let mut collector = Collector::default();
            // `distinct` attributes get aliases only if values are named as in MLIR.
            collector.interesting.distinct = self.options.discard_names;
            // There may be as many as there are attributes; when operations are created while they are printed, most of their
            // locations do not exist yet. Unused capacity costs nothing.
            let room = self.context.attribute_count();
            collector.seen.reserve(room);
            collector.known.reserve(room);
            self.aliases = Aliases::Collecting(collector);
        }
        print(&mut self);
        let pieces = self.take_pieces();
        Unfinished { options: self.options, pieces, aliases: self.aliases }
    }

    /// A printer for the definitions of aliases.
    pub(super) fn with_aliases(context: &'c Context, options: PrintOptions, names: &Arc<Names>) -> Self {
        let mut printer = Self::new(context, options);
        printer.aliases = Aliases::On(Arc::clone(names));
        printer
    }

    /// Prints definitions of aliases to `text`, which must be empty, leaving holes for the numbers of distinct attributes.
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

    /// Prints the alias of an attribute and returns true if it has one. While another attribute is being visited, visits this one
    /// instead.
    #[inline(always)]
    pub(super) fn alias(&mut self, attribute: Attribute) -> bool {
        let Aliases::On(names) = &self.aliases else { return self.alias_as(attribute, false) };
        let Some(name) = names.get(attribute) else { return false };
        push_text(&mut self.out, name);
        true
    }

    /// As `alias`; `deferrable` tells that this use allows a definition behind the module.
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

    /// Whether an attribute that was seen will get an alias, whose name is not known yet.
    pub(super) fn awaits_alias(&self, attribute: Attribute) -> bool {
        let Aliases::Collecting(collector) = &self.aliases else { return false };
        collector.position(attribute).is_some_and(|position| collector.at(position).named)
    }

    /// Whether an attribute is known to contain no aliased attribute.
    pub(super) fn is_plain(&self, attribute: Attribute) -> bool {
        matches!(&self.aliases, Aliases::Collecting(collector) if collector.is_plain(attribute))
    }

    /// Whether an attribute is being visited, in which case the printed text will be discarded.
    pub(super) fn looks_through(&self) -> bool {
        matches!(&self.aliases, Aliases::Collecting(collector) if collector.at_hand.within)
    }

    /// Records an attribute and everything it holds, if aliases are being collected.
    pub(super) fn visit(&mut self, attribute: Attribute, deferrable: bool) {
        let context = self.context;
        let Aliases::Collecting(collector) = &mut self.aliases else { return };
        if let Some(position) = collector.position(attribute) {
            let Settled { depth, deferrable: is_deferrable, .. } = collector.at(position);
            // Usually the attribute is already known to be needed in front.
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
        // It may have become needed in front while its children were visited.
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

    /// Visits an attribute held by the one that is being visited.
    pub(super) fn look_at(&mut self, attribute: Attribute) {
        let Aliases::Collecting(collector) = &self.aliases else { return };
        let deferrable = collector.at_hand.deferrable;
        self.visit(attribute, deferrable);
    }

    /// Visits the attributes that an attribute holds, in print order.
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
