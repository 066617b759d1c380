//! Printing of operations, regions and blocks, and the choice of names for the values within them.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tern_support::ways;

use super::aliases::Unfinished;
use super::body_names::{BodyNames, Counters, Name, Shown};
use super::lexer::{SUFFIX, is};
use super::printer::Members;
use super::text::{LIMIT, Text};
use super::{Inherent, PrintOptions, PrintedOp, Printer, Style, format};
use crate::attributes::{AttrKind, Attribute, NamedAttribute, NamedAttributes};
use crate::body::{Block, Body, Module, Op, OpRef, Region, Value, ValueDef};
use crate::context::{Context, Ident};
use crate::declare::{Assembly, OpDef, Presence, Trait};
use crate::location::Location;

/// A printed module, except for what depends on the whole text: alias definitions and resources.
pub(super) struct PrintedModule<'m> {
    options: PrintOptions,
    module: &'m Module,
    unfinished: Unfinished,
}

impl PrintedModule<'_> {
    /// The complete text.
    pub(super) fn finish(self, context: &Context) -> Text {
        let Self { options, module, unfinished } = self;
        let text = unfinished.finish();
        if module.resources().is_empty() || options.local_scope {
            return text;
        }
        // Only resources that the printed text refers to are printed.
        let text = text.into_bytes(context);
        let mut printer = Printer::new(context, options);
        printer.resources(module.resources(), &text);
        printer.out.splice(0..0, text);
        Text::new(options, printer.take_pieces())
    }
}

impl<'c> Printer<'c> {
    /// Prints a module without alias definitions; `print` prints the module operation.
    pub(super) fn module<'m>(
        mut self,
        module: &'m Module,
        print: impl FnOnce(&mut Self, OpRef<'_>),
    ) -> PrintedModule<'m> {
        if self.options.generic || self.options.unique_names {
            self.prepared = self.number_uniquely(module.body());
        }
        let prepared = self.prepared.remove(&address(module.body()));
        self.names =
            prepared.unwrap_or_else(|| Arc::new(self.number_body(module.body(), Counters::default())));
        let root = OpRef::new(self.context, module.body(), module.root());
        let options = self.options;
        let unfinished = self.collecting_aliases(|printer| print(printer, root));
        PrintedModule { options, module, unfinished }
    }

    /// Prints an operation and ends the line.
    pub(super) fn whole(&mut self, op: OpRef<'_>) {
        self.print_op(op);
        self.text("\n");
    }

    /// Prints a module with further operations, which are created in batches, in parallel.
    pub(super) fn in_batches<B: FnMut(usize) -> Body>(
        &mut self,
        root: OpRef<'_>,
        batches: usize,
        maker: &(impl Fn() -> B + Sync),
    ) {
        enum Item<'a> {
            /// The module operation, without its contents.
            Module,
            Members(&'a [Op]),
            Batch(usize),
        }
        let (body, regions) = root.body.regions(root.op);
        let names = self.names_of(root, body);
        self.prepared.insert(address(body), Arc::clone(&names));
        let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
        let members: Vec<Op> = blocks.flat_map(|&block| body.block_ops(block)).collect();
        let members =
            tern_support::parallel::runs(&members, tern_support::parallel::RUN, |&op| body.weight(op));
        let items = members.into_iter().map(Item::Members).chain((0..batches).map(Item::Batch));
        let items: Vec<Item<'_>> = std::iter::once(Item::Module).chain(items).collect();
        self.on_all_threads(&items, || {
            let mut make = maker();
            let names = &names;
            move |printer: &mut Printer<'c>, item: &Item<'_>| match *item {
                Item::Module => {
                    printer.members = Members::Apart;
                    printer.whole(root);
                }
                Item::Members(ops) => printer.as_members(root, names, body, ops.iter().copied()),
                Item::Batch(batch) => {
                    let made = make(batch);
                    // The addresses of dropped bodies may be reused, so forget them.
                    printer.prepared.clear();
                    let blocks = made.root_regions().iter().flat_map(|&region| made.region_blocks(region));
                    printer.as_members(root, names, &made, blocks.flat_map(|&block| made.block_ops(block)));
                }
            }
        });
    }

    /// Prints operations as the contents of an isolated operation's region.
    fn as_members(
        &mut self,
        owner: OpRef<'_>,
        names: &Arc<BodyNames>,
        body: &Body,
        ops: impl IntoIterator<Item = Op>,
    ) {
        let outer = (Arc::clone(&self.names), self.default_dialect);
        self.names = Arc::clone(names);
        self.default_dialect = owner.def().and_then(OpDef::default_dialect).unwrap_or_default();
        self.indent += 2;
        self.ops(body, ops, None);
        self.indent -= 2;
        (self.names, self.default_dialect) = outer;
    }

    /// Prints a single operation; it starts on a new line if it has regions.
    pub(super) fn single(&mut self, op: OpRef<'_>) {
        self.prepared = self.number_uniquely(op.body);
        self.names = self.prepared.remove(&address(op.body)).unwrap_or_default();
        if !op.body.regions(op.op).1.is_empty() {
            self.text("\n");
        }
        self.print_op_body(op);
    }

    /// Chooses the names in a body: given names, made unique, and numbers for the rest. Nested regions continue counting where the
    /// outer region ends.
    fn number_body(&self, body: &Body, start: Counters) -> BodyNames {
        let mut names = BodyNames::default();
        names.values.resize(body.value_count());
        names.blocks.resize(body.block_count());
        let mut numbering = Numbering::default();
        let mut pending: Vec<_> = body.root_regions().iter().map(|&region| (region, start, 0)).collect();
        while let Some((region, counters, visible)) = pending.pop() {
            numbering.counters = counters;
            numbering.forget_values(visible);
            self.number_region(body, region, &mut names, &mut numbering);
            names.after[region] = numbering.counters;
            if !body.nests_regions() {
                continue;
            }
            for &block in body.region_blocks(region) {
                for op in body.block_ops(block).filter(|&op| body.nested(op).is_none()) {
                    let regions = body.regions(op).1.iter();
                    pending
                        .extend(regions.map(|&region| (region, numbering.counters, numbering.named.len())));
                }
            }
        }
        names
    }

    /// Chooses the names in all bodies without reusing a number, in the order of MLIR's generic form, which visits the last region
    /// first.
    fn number_uniquely(&self, body: &Body) -> FxHashMap<usize, Arc<BodyNames>> {
        let mut all: FxHashMap<usize, (BodyNames, Numbering)> = FxHashMap::default();
        let mut counters = Counters::default();
        let mut pending: Vec<(&Body, Region)> =
            body.root_regions().iter().map(|&region| (body, region)).collect();
        while let Some((body, region)) = pending.pop() {
            let (names, numbering) = all.entry(address(body)).or_default();
            numbering.counters = counters;
            self.number_region(body, region, names, numbering);
            counters = numbering.counters;
            for &block in body.region_blocks(region) {
                for op in body.block_ops(block) {
                    let (inner, regions) = body.regions(op);
                    pending.extend(regions.iter().map(|&region| (inner, region)));
                }
            }
        }
        all.into_iter().map(|(body, (names, _))| (body, Arc::new(names))).collect()
    }

    fn number_region(&self, body: &Body, region: Region, names: &mut BodyNames, numbering: &mut Numbering) {
        for (index, &block) in body.region_blocks(region).iter().enumerate() {
            let block_name = body.block_name(block).filter(|_| !self.options.discard_names);
            names.blocks[block] = match block_name {
                Some(name) => names.other(numbering.unique_block(self, name)),
                None => names.numbered(Name::BLOCK, index as u32),
            };
            for &argument in body.block_arguments(block) {
                names.values[argument] = match self.name_of(body, argument, None) {
                    Some(name) => names.other(numbering.unique_value(self, name)),
                    None if index == 0 => {
                        numbering.counters.arguments += 1;
                        names.numbered(Name::ARGUMENT, numbering.counters.arguments - 1)
                    }
                    None => names.numbered(Name::VALUE, numbering.number()),
                };
            }
            for op in body.block_ops(block) {
                let Some(first) = body.result(op) else { continue };
                let is_group = body.results(op).len() > 1;
                names.has_groups |= is_group;
                names.values[first] = match self.name_of(body, first, Some(op)) {
                    Some(name) => names.other(numbering.unique_value(self, name)),
                    None => names.numbered(Name::VALUE, numbering.number()),
                };
                if is_group && self.names_results() {
                    for (value, name) in group_names(OpRef::new(self.context, body, op)) {
                        if value != first {
                            let shown = numbering.unique_value(self, self.context.ident(name));
                            names.values[value] = names.other(shown);
                        }
                    }
                }
            }
        }
    }

    /// The preferred name of a value, a result of `op` or a block argument.
    #[inline(always)]
    fn name_of(&self, body: &Body, value: Value, op: Option<Op>) -> Option<Ident> {
        if self.options.name_locations
            && let Some(name) = self.name_of_location(body.value_location(value))
        {
            return Some(name);
        }
        if !self.names_results() {
            return body.value_name(value).filter(|_| !self.options.discard_names);
        }
        let op = OpRef::new(self.context, body, op?);
        let name = op.def()?.traits.iter().find_map(|t| match t {
            Trait::ResultName(name) => name(op),
            _ => None,
        });
        let name = name.or_else(|| {
            let (_, name) = group_names(op).find(|(start, _)| *start == value)?;
            Some(name.to_owned())
        });
        Some(self.context.ident(&name?))
    }

    /// Whether operations suggest names for their results.
    fn names_results(&self) -> bool {
        self.options.discard_names && !self.options.generic
    }

    /// The name in a name location, with invalid characters replaced.
    fn name_of_location(&self, location: Location) -> Option<Ident> {
        let context = self.context;
        let mut pending = vec![location.attribute()?];
        let name = loop {
            match pending.pop()?.kind(context) {
                AttrKind::NameLocation { name, .. } => break *name,
                AttrKind::CallSiteLocation { callee, caller } => pending.extend([*caller, *callee]),
                AttrKind::FusedLocation { locations, .. } => pending.extend(locations.iter().rev()),
                _ => {}
            }
        };
        let bytes = context.bytes(name);
        let digit = bytes.first().is_some_and(u8::is_ascii_digit);
        let mut clean = if digit { b"_".to_vec() } else { Vec::new() };
        for byte in bytes {
            match byte {
                &byte if is(byte, SUFFIX) => clean.push(byte),
                b' ' => clean.push(b'_'),
                byte => clean.extend_from_slice(format!("{byte:X}").as_bytes()),
            }
        }
        (!clean.is_empty()).then(|| context.ident_of_bytes(&clean))
    }

    /// The names in the body of an isolated operation.
    fn names_of(&mut self, op: OpRef<'_>, body: &Body) -> Arc<BodyNames> {
        match self.prepared.remove(&address(body)) {
            Some(names) => names,
            None => {
                let region = op.body.op_block(op.op).and_then(|block| op.body.block_region(block));
                let start = region.map(|region| self.names.after[region]).unwrap_or_default();
                Arc::new(self.number_body(body, start))
            }
        }
    }

    /// Prints an operation nested in another one's syntax, without names for its results.
    pub fn print_operation(&mut self, op: PrintedOp<'_>) {
        let op = op.op;
        self.visit_location(op.body.op_location(op.op));
        self.print_form(op);
    }

    /// Prints an operation with result names and location.
    pub(super) fn print_op(&mut self, op: OpRef<'_>) {
        // Its location's alias comes before those of the operation's contents.
        self.visit_location(op.body.op_location(op.op));
        self.print_op_body(op);
        self.print_location(op.body.op_location(op.op));
    }

    fn print_op_body(&mut self, op: OpRef<'_>) {
        self.print_result_names(op);
        self.print_form(op);
    }

    /// Prints the custom or generic form of an operation, and records a template.
    fn print_form(&mut self, op: OpRef<'_>) {
        self.keeping_template(op, |printer| printer.print_anew(op));
    }

    fn print_anew(&mut self, op: OpRef<'_>) {
        let printed = PrintedOp::from(op);
        let is_unreadable = || op.facts().unreadable.is_some_and(|unreadable| unreadable(printed));
        if self.options.generic
            || self.options.for_mlir && is_unreadable()
            || self.options.style.is_some_and(|style| self.is_generic_in(style, printed))
        {
            return self.print_generic(op);
        }
        match op.def().map(|def| (def, &def.assembly)) {
            Some((def, Assembly::Format(_))) => {
                self.op_name(printed);
                self.print_formatted(printed, def);
            }
            Some((_, Assembly::Custom { print, .. })) => {
                self.op_name(printed);
                print(self, printed);
            }
            _ => self.print_generic(op),
        }
    }

    /// Whether another version of MLIR needs the generic form of an operation.
    #[cold]
    fn is_generic_in(&self, style: &dyn Style, op: PrintedOp<'_>) -> bool {
        let mixes = || op.def().is_some_and(|def| format::leaves_inherent_attributes(op, def));
        style.is_generic(op) || style.inherent() == Inherent::Apart && mixes()
    }

    /// Prints `%a, %b:2 = `.
    #[inline]
    fn print_result_names(&mut self, op: OpRef<'_>) {
        if !self.names.has_groups {
            if let Some(result) = op.result() {
                self.print_value_name(result);
                self.text(" = ");
            }
            return;
        }
        self.print_groups(op);
    }

    /// Prints the result names of an operation that may have several results.
    #[inline(never)]
    fn print_groups(&mut self, op: OpRef<'_>) {
        let mut results = op.body.results(op.op).peekable();
        let mut separator = "";
        while let Some(first) = results.next() {
            self.text(separator);
            separator = ", ";
            self.print_value_name(first);
            let mut count = 1;
            while results.next_if(|&value| !self.has_name(value)).is_some() {
                count += 1;
            }
            if count > 1 {
                self.text(":");
                self.number(count);
            }
        }
        if !separator.is_empty() {
            self.text(" = ");
        }
    }

    /// Whether a result begins a named or numbered group of results.
    fn has_name(&self, value: Value) -> bool {
        !matches!(self.names.value(value), Shown::Unknown)
    }

    fn op_name(&mut self, op: PrintedOp<'_>) {
        if let Some(name) = self.options.style.and_then(|style| style.name(op)) {
            return self.text(&name);
        }
        let name = op.name();
        let dialect = Some(self.default_dialect).filter(|dialect| !dialect.is_empty());
        let short = dialect.and_then(|dialect| name.strip_prefix(dialect)?.strip_prefix('.'));
        // If the rest of the name looks prefixed, keep the prefix.
        self.text(short.filter(|short| !short.contains('.')).unwrap_or(name));
    }

    fn visit_location(&mut self, location: Location) {
        if self.options.debug_info {
            self.visit(location.to_attribute(self.context), true);
        }
    }

    /// The location of an operation about to be printed, if it has an alias that is not named yet.
    pub(super) fn aliased_location(&mut self, op: OpRef<'_>) -> Option<Attribute> {
        let attribute = op.body.op_location(op.op).to_attribute(self.context);
        self.visit(attribute, true);
        self.awaits_alias(attribute).then_some(attribute)
    }

    /// Prints ` loc(…)` after an operation, by its alias, if locations are printed.
    fn print_location(&mut self, location: Location) {
        if !self.options.debug_info {
            return;
        }
        let attribute = location.to_attribute(self.context);
        self.text(" loc(");
        if !self.alias_as(attribute, true) {
            self.print_location_body(attribute);
        }
        self.text(")");
    }

    /// Prints ` loc(…)` after a block argument, if locations are printed. As in MLIR, the location gets an alias, but is printed
    /// in full.
    pub(crate) fn print_optional_location(&mut self, location: Location) {
        if !self.options.debug_info {
            return;
        }
        let attribute = location.to_attribute(self.context);
        self.visit(attribute, false);
        self.text(" loc(");
        self.print_location_body(attribute);
        self.text(")");
    }

    fn print_generic(&mut self, op: OpRef<'_>) {
        let style = self.options.style;
        let printed = PrintedOp::from(op);
        let name = style.and_then(|style| style.name(printed)).map(|name| self.context.ident(&name));
        self.quoted(name.unwrap_or(self.context.op_name_data(op.body.op_name(op.op)).name));
        self.text("(");
        self.print_operands(printed, op.operands());
        self.text(")");
        let successors = op.successors();
        if !successors.is_empty() {
            self.text("[");
            for (index, &block) in successors.iter().enumerate() {
                self.text(if index == 0 { "" } else { ", " });
                self.print_successor(printed, block);
            }
            self.text("]");
        }
        let among = style.is_some_and(|style| style.inherent() == Inherent::Among);
        if !among {
            self.print_prop_dict(printed, &[]);
        }
        let count = op.body.regions(op.op).1.len();
        if count != 0 {
            self.text(" (");
            for index in 0..count {
                self.text(if index == 0 { "" } else { ", " });
                self.print_region(printed, index, true);
            }
            self.text(")");
        }
        let attributes = op.body.attributes(op.op).as_dictionary(self.context).unwrap_or_default();
        if among {
            let mut all = self.inherent(printed, &[]);
            all.extend_from_slice(attributes);
            self.context.sort_by_name(&mut all);
            if !all.is_empty() {
                self.text(" ");
                self.print_dictionary(&all);
            }
        } else if !attributes.is_empty() {
            self.text(" ");
            self.print_dictionary(attributes);
        }
        self.text(" : ");
        let inputs: Vec<_> = op.operands().iter().map(|&value| op.type_of(value)).collect();
        let results = op.result_types();
        self.print_function_type(&inputs, &results);
    }

    #[inline(always)]
    fn print_value_name(&mut self, value: Value) {
        let context = self.context;
        self.no_template();
        self.text("%");
        match self.names.value(value) {
            Shown::Number(number) => self.number(number),
            Shown::Argument(number) => {
                self.text("arg");
                self.number(number);
            }
            Shown::Name(name) => self.out.extend_from_slice(context.bytes(name)),
            Shown::Suffixed(name, suffix) => {
                self.out.extend_from_slice(context.bytes(name));
                self.text("_");
                self.number(suffix);
            }
            Shown::Unknown => self.text("<<UNKNOWN SSA VALUE>>"),
        }
    }

    /// Prints a use of a value that is visible to `op`.
    pub fn print_operand(&mut self, op: PrintedOp<'_>, value: Value) {
        self.record_operand(op, value, |printer| printer.print_use(op.op.body, value));
    }

    /// As [`print_operand`](Self::print_operand), without recording it for a template.
    #[inline(always)]
    pub(super) fn print_use(&mut self, body: &Body, value: Value) {
        if self.names.has_groups
            && let ValueDef::Result(owner, index) = body.value_def(value)
            && body.results(owner).len() > 1
        {
            return self.print_one_of_several(body, owner, index as usize);
        }
        self.print_value_name(value);
    }

    /// Prints a use of result `index` of several: the name of its group, and the position within that if the group has several
    /// members.
    fn print_one_of_several(&mut self, body: &Body, owner: Op, index: usize) {
        let results: SmallVec<[Value; 8]> = body.results(owner).collect();
        let start = (0..=index).rev().find(|&at| self.has_name(results[at])).unwrap_or(0);
        self.print_value_name(results[start]);
        if start < index || results.get(index + 1).is_some_and(|&next| !self.has_name(next)) {
            self.text("#");
            self.number(index - start);
        }
    }

    /// Prints uses of values, separated by commas.
    pub fn print_operands(&mut self, op: PrintedOp<'_>, values: &[Value]) {
        for (index, &value) in values.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_operand(op, value);
        }
    }

    /// Prints `^name`.
    pub fn print_successor(&mut self, op: PrintedOp<'_>, block: Block) {
        self.record_successor(op, block, |printer| printer.print_block_name(block));
    }

    #[inline(always)]
    pub(super) fn print_block_name(&mut self, block: Block) {
        let context = self.context;
        self.no_template();
        self.text("^");
        match self.names.block(block) {
            Shown::Name(name) => self.out.extend_from_slice(context.bytes(name)),
            Shown::Suffixed(name, suffix) => {
                self.out.extend_from_slice(context.bytes(name));
                self.text("_");
                self.number(suffix);
            }
            Shown::Number(number) | Shown::Argument(number) => {
                self.text("bb");
                self.number(number);
            }
            Shown::Unknown => self.text("INVALIDBLOCK"),
        }
    }

    /// Prints `^name(%a, %b : types)`.
    pub fn print_successor_and_operands(&mut self, op: PrintedOp<'_>, block: Block, operands: &[Value]) {
        self.print_successor(op, block);
        if !operands.is_empty() {
            self.text("(");
            self.print_operands(op, operands);
            self.text(" : ");
            self.print_types(operands.iter().map(|&value| op.type_of(value)));
            self.text(")");
        }
    }

    /// Prints the attributes that the syntax does not spell: ` {…}` or ` attributes {…}`, if there are any.
    pub fn print_attr_dict(&mut self, op: PrintedOp<'_>, spelled: &[&'static str], keyword: bool) {
        self.attr_dict(op, spelled, keyword, false);
    }

    /// As [`print_attr_dict`](Self::print_attr_dict), including attributes that have their default value.
    pub fn print_full_attr_dict(&mut self, op: PrintedOp<'_>, spelled: &[&'static str]) {
        self.attr_dict(op, spelled, false, true);
    }

    /// Prints the inherent attributes that the syntax does not spell, including omitted ones that have a default: ` <{…}>`, if
    /// there are any.
    pub(super) fn print_prop_dict(&mut self, op: PrintedOp<'_>, spelled: &[&str]) {
        let entries = self.inherent(op, spelled);
        if entries.is_empty() {
            return;
        }
        self.text(" <");
        self.print_dictionary(&entries);
        self.text(">");
    }

    /// The inherent attributes that the syntax does not spell, including omitted ones that have a default, sorted.
    fn inherent(&self, op: PrintedOp<'_>, spelled: &[&str]) -> NamedAttributes {
        let context = self.context;
        let properties = op.properties().as_dictionary(context).unwrap_or_default();
        let mut entries: NamedAttributes =
            properties.iter().copied().filter(|entry| !spelled.contains(&context.str(entry.name))).collect();
        self.add_defaults(op, spelled, &mut entries);
        if let Some(style) = self.options.style {
            style.properties(op, &mut entries);
        }
        context.sort_by_name(&mut entries);
        entries
    }

    /// Adds the defaults of omitted inherent attributes.
    fn add_defaults(&self, op: PrintedOp<'_>, spelled: &[&str], entries: &mut NamedAttributes) {
        let context = self.context;
        for decl in op.def().map(|def| def.attributes).unwrap_or_default() {
            let Presence::Default(text) = decl.presence else { continue };
            let missing = !spelled.contains(&decl.name) && op.property(decl.name).is_none();
            if let Some(value) = crate::declare::default_value(context, decl.class, text).filter(|_| missing)
            {
                entries.push(NamedAttribute { name: context.ident(decl.name), value });
            }
        }
    }

    fn attr_dict(&mut self, op: PrintedOp<'_>, spelled: &[&'static str], keyword: bool, defaults: bool) {
        let context = self.context;
        let mut entries = NamedAttributes::new();
        let (declared, names) = (op.def().map_or(&[][..], |def| def.attributes), &op.op.facts().attributes);
        let elsewhere = |name: Ident| {
            let bytes = context.bytes(name);
            let mut spelled = spelled.iter().chain(&["operandSegmentSizes", "resultSegmentSizes"]);
            spelled.any(|spelled| tern_support::text::equal(spelled.as_bytes(), bytes))
        };
        for entry in op.properties().as_dictionary(context).unwrap_or_default() {
            if elsewhere(entry.name) {
                continue;
            }
            let decl = names.iter().position(|&name| name == entry.name).map(|index| &declared[index]);
            if defaults || !decl.is_some_and(|decl| crate::declare::is_default(context, decl, entry.value)) {
                entries.push(*entry);
            }
        }
        if defaults {
            self.add_defaults(op, spelled, &mut entries);
            context.sort_by_name(&mut entries);
        }
        let discardable = op.attributes().as_dictionary(context).unwrap_or_default();
        if !discardable.is_empty() {
            entries.extend_from_slice(discardable);
            context.sort_by_name(&mut entries);
        }
        if !entries.is_empty() {
            self.text(if keyword { " attributes " } else { " " });
            self.print_dictionary(&entries);
        }
    }

    /// Prints a region of `op`; the arguments of its entry block only if `entry_arguments`. An implicit terminator is omitted.
    pub fn print_region(&mut self, op: PrintedOp<'_>, index: usize, entry_arguments: bool) {
        self.print_region_with(op, index, entry_arguments, false);
    }

    /// As [`print_region`](Self::print_region), but prints an implicit terminator too if `terminator`.
    pub fn print_region_with(
        &mut self,
        op: PrintedOp<'_>,
        index: usize,
        entry_arguments: bool,
        terminator: bool,
    ) {
        let op = op.op;
        let (body, regions) = op.body.regions(op.op);
        let isolated = op.body.nested(op.op).is_some();
        let Some(&region) = regions.get(index) else { return };
        if self.options.skip_regions {
            return self.text("{...}");
        }
        let dialect = op.def().and_then(|def| def.default_dialect()).unwrap_or_default();
        let outer = std::mem::replace(&mut self.default_dialect, dialect);
        if isolated {
            let names = self.names_of(op, body);
            let saved = std::mem::replace(&mut self.names, names);
            self.region(body, region, op, entry_arguments, terminator);
            self.names = saved;
        } else {
            self.region(body, region, op, entry_arguments, terminator);
        }
        self.default_dialect = outer;
    }

    /// Runs `print` with the names of an isolated operation's body, for parts printed outside its region.
    pub(crate) fn with_names_of<R>(
        &mut self,
        op: PrintedOp<'_>,
        print: impl FnOnce(&mut Self, &Body) -> R,
    ) -> Option<R> {
        let op = op.op;
        let body = op.body.nested(op.op)?;
        let names = self.names_of(op, body);
        let saved = std::mem::replace(&mut self.names, names);
        let result = print(self, body);
        // The region, printed next, uses the same names.
        let names = std::mem::replace(&mut self.names, saved);
        self.prepared.insert(address(body), names);
        Some(result)
    }

    /// Prints a use of a value under its current name.
    pub fn print_value(&mut self, value: Value) {
        self.print_value_name(value);
    }

    fn region(
        &mut self,
        body: &Body,
        region: Region,
        owner: OpRef<'_>,
        entry_arguments: bool,
        terminator: bool,
    ) {
        self.text("{");
        self.indent += 2;
        let blocks = body.region_blocks(region);
        let has_empty_block = owner.def().is_some_and(OpDef::has_empty_block);
        let elide = owner.def().and_then(|def| {
            def.traits.iter().find_map(|t| match t {
                Trait::SingleBlockImplicitTerminator(name) if !terminator => Some(*name),
                _ => None,
            })
        });
        if blocks.is_empty() && self.options.generic && has_empty_block {
            // The generic form does not omit an empty entry block.
            self.indented_line(self.indent.saturating_sub(2));
            self.text("^bb0:");
        }
        let apart = self.members == Members::Apart;
        let predecessors = Predecessors::of(body, blocks);
        for (index, &block) in blocks.iter().enumerate() {
            let arguments = body.block_arguments(block);
            let is_empty = body.block_first(block).is_none() && (self.options.generic || !has_empty_block);
            if index != 0 || (entry_arguments && !arguments.is_empty()) || is_empty {
                self.block_header(body, block, predecessors.get(index), index == 0);
            }
            if apart {
                continue;
            }
            if body.holds_bodies() {
                self.bodies(body, block, elide);
            } else {
                self.ops(body, body.block_ops(block), elide);
            }
        }
        if apart {
            self.leave_out_members();
        }
        self.indent -= 2;
        self.new_line();
        self.text("}");
    }

    /// Prints the operations of a block that contains isolated operations, using all threads.
    fn bodies(&mut self, body: &Body, block: Block, elide: Option<&str>) {
        let ops: Vec<Op> = body.block_ops(block).collect();
        let runs = tern_support::parallel::runs(&ops, tern_support::parallel::RUN, |&op| body.weight(op));
        self.in_pieces(&runs, |printer, ops| printer.ops(body, ops.iter().copied(), elide));
    }

    /// Prints consecutive operations, except for an implicit terminator called `elide`.
    pub(super) fn ops(&mut self, body: &Body, ops: impl IntoIterator<Item = Op>, elide: Option<&str>) {
        for op in ops {
            let op = OpRef::new(self.context, body, op);
            if !self.options.generic && elide.is_some_and(|terminator| is_implicit(op, terminator)) {
                continue;
            }
            if self.piece_len() > ways::limit(LIMIT) {
                self.end_piece();
            }
            if !self.by_template(op) {
                self.new_line();
                self.print_op(op);
            }
        }
    }

    fn block_header(&mut self, body: &Body, block: Block, predecessors: &[Block], entry: bool) {
        self.indented_line(self.indent.saturating_sub(2));
        self.print_block_name(block);
        let arguments = body.block_arguments(block);
        if !arguments.is_empty() {
            self.text("(");
            for (index, &argument) in arguments.iter().enumerate() {
                self.text(if index == 0 { "" } else { ", " });
                self.print_value_name(argument);
                self.text(": ");
                self.print_type(body.value_type(argument));
                self.print_optional_location(body.value_location(argument));
            }
            self.text(")");
        }
        self.text(":");
        if entry {
            return;
        }
        match predecessors {
            [] => self.text("  // no predecessors"),
            [single] => {
                self.text("  // pred: ");
                self.print_block_name(*single);
            }
            several => {
                self.text("  // ");
                self.number(several.len());
                self.text(" preds: ");
                for (index, &predecessor) in several.iter().enumerate() {
                    self.text(if index == 0 { "" } else { ", " });
                    self.print_block_name(predecessor);
                }
            }
        }
    }
}

/// Whether an operation is an implicit terminator: last in its block and of this name, without operands, discardable attributes or
/// operations in its regions.
fn is_implicit(op: OpRef<'_>, terminator: &str) -> bool {
    let (inner, regions) = op.body.regions(op.op);
    let holds = |&region: &Region| {
        inner.region_blocks(region).iter().any(|&block| inner.block_first(block).is_some())
    };
    op.body.next_op(op.op).is_none()
        && op.name() == terminator
        && op.operands().is_empty()
        && op.body.attributes(op.op) == op.context.common.empty_dictionary
        && !regions.iter().any(holds)
}

/// The predecessors of a region's blocks, all lists concatenated.
struct Predecessors {
    all: Vec<Block>,
    /// The start of each block's list in `all`, and the end of the last one.
    starts: Vec<u32>,
}

impl Predecessors {
    fn of(body: &Body, blocks: &[Block]) -> Self {
        if blocks.len() < 2 {
            return Self { all: Vec::new(), starts: Vec::new() };
        }
        let mut index_of = SecondaryMap::<Block, u32>::with_capacity(body.block_count());
        for (index, &block) in blocks.iter().enumerate() {
            index_of[block] = index as u32;
        }
        let edges = || {
            blocks.iter().flat_map(|&block| {
                let last = body.block_last(block);
                last.map(|last| body.successors(last)).unwrap_or_default().iter().map(move |&to| (block, to))
            })
        };
        let mut starts = vec![0; blocks.len() + 1];
        for (_, to) in edges() {
            starts[index_of[to] as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut all = vec![blocks[0]; edges().count()];
        for (from, to) in edges() {
            let at = &mut next[index_of[to] as usize];
            all[*at as usize] = from;
            *at += 1;
        }
        Self { all, starts }
    }

    fn get(&self, index: usize) -> &[Block] {
        match self.starts.get(index..index + 2) {
            Some(&[start, end]) => &self.all[start as usize..end as usize],
            _ => &[],
        }
    }
}

/// Identifies a body for as long as it is not moved.
fn address(body: &Body) -> usize {
    std::ptr::from_ref(body).addr()
}

#[derive(Default)]
struct Numbering {
    counters: Counters,
    used_values: FxHashSet<Ident>,
    /// The names of values, in the order in which they were assigned.
    named: Vec<Ident>,
    used_blocks: FxHashSet<Ident>,
}

impl Numbering {
    fn number(&mut self) -> u32 {
        self.counters.values += 1;
        self.counters.values - 1
    }

    fn unique_value(&mut self, printer: &Printer<'_>, name: Ident) -> Shown {
        let shown = unique(&mut self.used_values, &mut self.counters.conflicts, printer, name);
        self.named.push(match shown {
            Shown::Suffixed(name, suffix) => suffixed(printer.context, name, suffix),
            _ => name,
        });
        shown
    }

    /// Ends a scope: only the first `visible` value names stay in use, so that sibling regions can reuse the others.
    fn forget_values(&mut self, visible: usize) {
        for name in self.named.drain(visible.min(self.named.len())..) {
            self.used_values.remove(&name);
        }
    }

    fn unique_block(&mut self, printer: &Printer<'_>, name: Ident) -> Shown {
        unique(&mut self.used_blocks, &mut self.counters.conflicts, printer, name)
    }
}

/// The name, with a numeric suffix if it is already in use.
fn unique(used: &mut FxHashSet<Ident>, conflicts: &mut u32, printer: &Printer<'_>, name: Ident) -> Shown {
    if used.insert(name) {
        return Shown::Name(name);
    }
    let context = printer.context;
    loop {
        let suffix = *conflicts;
        *conflicts += 1;
        if used.insert(suffixed(context, name, suffix)) {
            return Shown::Suffixed(name, suffix);
        }
    }
}

fn suffixed(context: &Context, name: Ident, suffix: u32) -> Ident {
    context.ident_of_bytes(&[context.bytes(name), format!("_{suffix}").as_bytes()].concat())
}

/// The first value of each result group with the group's declared name, for an operation with several groups, as in ODS. Which
/// groups are unnamed upstream is not known here.
fn group_names(op: OpRef<'_>) -> impl Iterator<Item = (Value, &'static str)> {
    let groups = op.def().map(|def| def.results).filter(|groups| groups.len() > 1).unwrap_or_default();
    groups.iter().filter_map(move |group| Some((op.result_group(group.name).next()?, group.name)))
}
