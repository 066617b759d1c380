//! Aliases of attributes: `#loop_annotation = #llvm.loop_annotation<…>`.
//!
//! As MLIR does, everything is printed twice: the first time only to see which attributes occur, and how deep they hold
//! each other. Aliases are defined before they are used, the shallowest first; locations that only follow operations are
//! defined behind the module.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::printer::Printer;
use crate::attributes::{AttrKind, Attribute};
use crate::body::{Block, Body, Op, OpRef, Region};
use crate::context::{Context, OpName};
use crate::declare::Param;
use crate::parallel;
use crate::types::{Type, TypeKind};

/// What a printer does about aliases.
#[derive(Default)]
pub(super) enum Aliases {
    /// It prints attributes in full.
    #[default]
    Off,
    /// It looks which attributes there are.
    Collecting(Collector),
    /// It prints aliases.
    On(Arc<Names>),
}

/// The aliases of attributes, by index: where each stands in one text, 0 to 0 where there is none.
#[derive(Default)]
pub(super) struct Names {
    text: String,
    places: Vec<(u32, u32)>,
}

impl Names {
    fn get(&self, attribute: Attribute) -> Option<&str> {
        let &(start, end) = self.places.get(attribute.0 as usize)?;
        (start != end).then(|| &self.text[start as usize..end as usize])
    }

    fn set(&mut self, attribute: Attribute, base: &str, number: u32) {
        let start = self.text.len() as u32;
        self.text.push('#');
        self.text.push_str(base);
        if number != 0 {
            self.text.push_str(itoa::Buffer::new().format(number));
        }
        let index = attribute.0 as usize;
        if self.places.len() <= index {
            self.places.resize(index + 1, (0, 0));
        }
        self.places[index] = (start, self.text.len() as u32);
    }
}

impl Aliases {
    /// The same for a printer that prints a part.
    pub(super) fn fork(&self) -> Self {
        match self {
            Self::On(names) => Self::On(names.clone()),
            Self::Off | Self::Collecting(_) => Self::Off,
        }
    }
}

/// An attribute that was seen.
#[derive(Clone)]
struct Seen {
    attribute: Attribute,
    /// The name of its alias, without a number.
    alias: Option<&'static str>,
    depth: u32,
    /// Whether only locations of operations need it: it can be defined behind the module.
    deferrable: bool,
    /// What it holds, where that follows it once it is needed earlier.
    children: Children,
}

type Children = SmallVec<[Attribute; 4]>;

/// What was seen so far.
#[derive(Default)]
pub(super) struct Collector {
    seen: Vec<Seen>,
    /// One more than the position of an attribute among these, by its index.
    positions: Vec<u32>,
    /// What turned out not to be deferrable after it was seen.
    kept_in_front: Vec<Attribute>,
    /// Operations without regions that show nothing new: name, properties, attributes.
    shown: FxHashSet<(OpName, Attribute, Attribute)>,
    /// Attributes within the one at hand, and the greatest depth of them.
    children: Children,
    depth: u32,
    deferrable: bool,
    interesting: Interesting,
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
fn alias_of(context: &Context, kind: &AttrKind, distinct: bool) -> Option<&'static str> {
    match kind {
        AttrKind::Distinct { referenced, .. } if distinct && *referenced != context.common.unit => {
            Some("distinct")
        }
        AttrKind::Declared { def, .. } => def.alias,
        AttrKind::AffineMap(_) => Some("map"),
        AttrKind::IntegerSet(_) => Some("set"),
        AttrKind::UnknownLocation
        | AttrKind::FileLocation { .. }
        | AttrKind::NameLocation { .. }
        | AttrKind::CallSiteLocation { .. }
        | AttrKind::FusedLocation { .. } => Some("loc"),
        _ => None,
    }
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

    /// Whether an operation itself has something.
    fn op(&mut self, context: &Context, op: OpRef<'_>) -> bool {
        self.attribute(context, op.body.properties(op.op))
            || self.attribute(context, op.body.attributes(op.op))
            || self.op_types(context, op)
    }

    /// Whether the types of its operands or results have.
    fn op_types(&mut self, context: &Context, op: OpRef<'_>) -> bool {
        op.body.results(op.op).any(|value| self.ty(context, op.type_of(value)))
            || op.operands().iter().any(|&value| self.ty(context, op.type_of(value)))
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

impl Collector {
    /// Notes that an attribute that was seen before occurs in the one at hand.
    fn record(&mut self, position: u32) {
        let seen = &self.seen[position as usize];
        self.children.push(seen.attribute);
        self.depth = self.depth.max(seen.depth);
    }

    /// Where an attribute is among those that were seen.
    fn position(&self, attribute: Attribute) -> Option<u32> {
        self.positions.get(attribute.0 as usize)?.checked_sub(1)
    }

    /// Adds an attribute to those that were seen.
    fn add(&mut self, seen: Seen) -> u32 {
        let (index, position) = (seen.attribute.0 as usize, self.seen.len() as u32);
        if self.positions.len() <= index {
            self.positions.resize(index + 1, 0);
        }
        self.positions[index] = position + 1;
        self.seen.push(seen);
        position
    }

    /// Notes that an attribute and what it holds are needed before the module.
    fn keep_in_front(&mut self, attribute: Attribute) {
        let mut pending = Children::from_slice(&[attribute]);
        while let Some(attribute) = pending.pop() {
            let Some(position) = self.position(attribute) else { continue };
            let seen = &mut self.seen[position as usize];
            if std::mem::replace(&mut seen.deferrable, false) {
                self.kept_in_front.push(attribute);
                pending.append(&mut seen.children);
            }
        }
    }

    /// What was found behind the first `known` attributes.
    fn found_since(&mut self, known: usize, found: &mut Found) {
        found.kept_in_front.clear();
        found.kept_in_front.append(&mut self.kept_in_front);
        found.seen.clear();
        found.seen.extend(self.seen[known..].iter().cloned());
    }

    /// Adds what another collector found that knows nothing that this one does not. The result is that of one collector that
    /// sees all in this order, since what an attribute holds is always found with it.
    fn append(&mut self, found: &mut Found) {
        for attribute in found.kept_in_front.drain(..) {
            self.keep_in_front(attribute);
        }
        for seen in found.seen.drain(..) {
            if self.position(seen.attribute).is_none() {
                self.add(seen);
            } else if !seen.deferrable {
                self.keep_in_front(seen.attribute);
            }
        }
    }

    /// The aliases, and the order of their definitions, with whether they stand behind the module.
    fn finish(self) -> (Names, Vec<(Attribute, bool)>) {
        let mut layers: Vec<Layer> = Vec::new();
        // One layer has most of them, in long runs.
        let mut at = 0;
        for seen in self.seen {
            let Some(base) = seen.alias else { continue };
            let key = (seen.depth, base);
            if layers.get(at).is_none_or(|layer| layer.0 != key) {
                at = layers.iter().position(|layer| layer.0 == key).unwrap_or(layers.len());
            }
            if at == layers.len() {
                layers.push((key, Vec::new()));
            }
            layers[at].1.push((seen.attribute, seen.deferrable));
        }
        layers.sort_unstable_by_key(|layer| layer.0);
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        let mut names = Names::default();
        for ((_, base), layer) in &layers {
            let count = counts.entry(*base).or_default();
            for &(attribute, _) in layer {
                names.set(attribute, base, *count);
                *count += 1;
            }
        }
        (names, layers.into_iter().flat_map(|layer| layer.1).collect())
    }
}

impl Printer<'_, '_> {
    /// Runs `print` once to see which attributes it prints, and once, with aliases and their definitions around it, for good.
    pub(super) fn with_aliases(&mut self, mut print: impl FnMut(&mut Self)) {
        if self.options.local_scope {
            return print(self);
        }
        let mut collector = Collector::default();
        // Names as MLIR has them go with aliases as it has them.
        collector.interesting.distinct = self.options.discard_names;
        self.aliases = Aliases::Collecting(collector);
        let start = self.out.len();
        print(self);
        self.out.truncate(start);
        let Aliases::Collecting(collector) = std::mem::take(&mut self.aliases) else { return };
        let (names, definitions) = collector.finish();
        self.aliases = Aliases::On(Arc::new(names));
        self.define(&definitions, false);
        print(self);
        self.define(&definitions, true);
    }

    fn define(&mut self, definitions: &[(Attribute, bool)], deferred: bool) {
        let due = definitions.iter().filter(|definition| definition.1 == deferred);
        let due: Vec<Attribute> = due.map(|definition| definition.0).collect();
        self.in_pieces(&due.chunks(parallel::RUN).collect::<Vec<_>>(), |printer, attributes| {
            for &attribute in attributes {
                printer.alias(attribute);
                printer.text(" = ");
                printer.print_attribute_body(attribute);
                printer.text("\n");
            }
        });
    }

    /// Prints the alias of an attribute, if it has one; while aliases are collected, visits the attribute instead.
    pub(super) fn alias(&mut self, attribute: Attribute) -> bool {
        match &self.aliases {
            Aliases::Off => false,
            Aliases::On(names) => {
                let Some(name) = names.get(attribute) else { return false };
                self.out.extend_from_slice(name.as_bytes());
                true
            }
            Aliases::Collecting(collector) => {
                let deferrable = collector.deferrable;
                self.visit(attribute, deferrable);
                true
            }
        }
    }

    /// Whether aliases are being collected.
    pub(super) fn collecting(&self) -> bool {
        matches!(self.aliases, Aliases::Collecting(_))
    }

    /// Notes an attribute and what it holds.
    pub(super) fn visit(&mut self, attribute: Attribute, deferrable: bool) {
        let context = self.context;
        let Aliases::Collecting(collector) = &mut self.aliases else { return };
        if let Some(position) = collector.position(attribute) {
            if !deferrable {
                collector.keep_in_front(attribute);
            }
            return collector.record(position);
        }
        if !collector.interesting.attribute(context, attribute) {
            return;
        }
        let alias = alias_of(context, attribute.kind(context), collector.interesting.distinct);
        let depth = u32::from(alias.is_some());
        let position = collector.add(Seen { attribute, alias, depth, deferrable, children: Children::new() });
        // It holds no other attributes.
        if let AttrKind::FileLocation { .. } = attribute.kind(context) {
            return collector.record(position);
        }
        let outer = (
            std::mem::take(&mut collector.children),
            std::mem::take(&mut collector.depth),
            std::mem::replace(&mut collector.deferrable, deferrable),
        );
        let start = self.out.len();
        self.print_attribute_body(attribute);
        self.out.truncate(start);
        let Aliases::Collecting(collector) = &mut self.aliases else { return };
        let children = std::mem::replace(&mut collector.children, outer.0);
        let depth = std::mem::replace(&mut collector.depth, outer.1);
        collector.deferrable = outer.2;
        let seen = &mut collector.seen[position as usize];
        if seen.deferrable {
            seen.children = children;
        }
        if depth != 0 {
            seen.depth = depth + 1;
        }
        collector.record(position);
    }

    /// Collects the attributes of an operation that has nothing to show for it. Returns whether it has something.
    pub(super) fn is_interesting(&mut self, op: OpRef<'_>) -> bool {
        let context = self.context;
        let Aliases::Collecting(collector) = &mut self.aliases else { return true };
        let typed = collector.interesting.op_types(context, op);
        if !typed && !collector.interesting.op(context, op) {
            return false;
        }
        let parts = (op.body.op_name(op.op), op.body.properties(op.op), op.body.attributes(op.op));
        typed || !op.body.regions(op.op).1.is_empty() || collector.shown.insert(parts)
    }

    /// Collects what the regions of an operation hold.
    pub(super) fn collect_regions(&mut self, op: OpRef<'_>) {
        if self.options.skip_regions {
            return;
        }
        let (body, regions) = op.body.regions(op.op);
        for &region in regions {
            self.collect_region(body, region);
        }
    }

    fn collect_region(&mut self, body: &Body, region: Region) {
        for &block in body.region_blocks(region) {
            for &argument in body.block_arguments(block) {
                self.print_optional_location(body.value_location(argument));
            }
            self.collect_block(body, block, None);
        }
    }
}

/// What a thread finds in a run of operations.
#[derive(Default)]
struct Found {
    /// What it did not know before.
    seen: Vec<Seen>,
    /// What it knew before, and took to be deferrable.
    kept_in_front: Vec<Attribute>,
}

impl Printer<'_, '_> {
    /// Collects what the operations of a block hold; what holds bodies on all threads.
    pub(super) fn collect_block(&mut self, body: &Body, block: Block, elide: Option<&str>) {
        let all: Vec<Op> = body.block_ops(block).collect();
        let weight = |&op: &Op| body.weight(op);
        let runs = if body.holds_bodies() { parallel::runs(&all, parallel::RUN, weight) } else { Vec::new() };
        let Aliases::Collecting(collector) = &self.aliases else { return };
        if runs.len() < 2 {
            return self.ops(body, all, elide);
        }
        let distinct = collector.interesting.distinct;
        let mut nowhere = Vec::new();
        let start = self.fork(&mut nowhere);
        let find = |ops: &&[Op], collector: &mut Collector, found: &mut Found| {
            let known = collector.seen.len();
            collector.interesting.distinct = distinct;
            let mut text = Vec::new();
            let mut printer = start.fork(&mut text);
            printer.aliases = Aliases::Collecting(std::mem::take(collector));
            printer.ops(body, ops.iter().copied(), elide);
            if let Aliases::Collecting(collected) = printer.aliases {
                *collector = collected;
            }
            collector.found_since(known, found);
        };
        parallel::in_order(&runs, find, |_, found| {
            if let Aliases::Collecting(collector) = &mut self.aliases {
                collector.append(found);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::asm::{ParseOptions, PrintOptions, parse, print};

    fn reprint(text: &str, options: &PrintOptions) -> String {
        let context = crate::Context::new();
        let module = parse(&context, "test", text.as_bytes(), &ParseOptions::default()).expect("it parses");
        String::from_utf8(print(&context, &module, options)).unwrap()
    }

    #[test]
    fn the_shallowest_aliases_come_first() {
        let text = "#root = #llvm.tbaa_root<id = \"r\">\n#z = #llvm.tbaa_type_desc<id = \"z\", members = {<#root, 0>}>\n\
            module attributes {a = #z, b = #llvm.loop_annotation<mustProgress = true>, c = 1 : i8} {\n}\n";
        let expected = "#loop_annotation = #llvm.loop_annotation<mustProgress = true>\n\
            #tbaa_root = #llvm.tbaa_root<id = \"r\">\n\
            #tbaa_type_desc = #llvm.tbaa_type_desc<id = \"z\", members = {<#tbaa_root, 0>}>\n\
            module attributes {a = #tbaa_type_desc, b = #loop_annotation, c = 1 : i8} {\n}\n";
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
