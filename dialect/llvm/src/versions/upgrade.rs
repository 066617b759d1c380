//! Brings a module of another version back to what it was before the downgrade.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_mlir::attributes::{AttrKind, Attribute, NamedAttribute, NamedAttributes};
use tern_mlir::body::{Body, Module, Op, OpRef, OpState, Point};
use tern_mlir::context::Context;
use tern_mlir::declare::{AttrClass, Param, Trait};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::location::Location;

use super::forms::{declaration, decode, name_of, parts, with_parts};
use super::references::default_of;
use super::style::short_name;
use super::{DISTINCT, MEMBERS, NEWER, REFERENCE, REFERENCED, TABLE, table};
use crate::attributes::MEMORY_EFFECTS;
use crate::enums::{GEPNoWrapFlags, ModRefInfo};
use crate::former_operations::Former;
use crate::{old_loops, ops};

/// Whether a module was brought to another version by [`downgrade`](super::downgrade).
pub fn is_downgraded(context: &Context, module: &Module) -> bool {
    module.body().attributes(module.root()).entry(context, TABLE).is_some()
}

/// Brings a module to [`MlirVersion::DEFAULT`](super::MlirVersion::DEFAULT): what was set aside is put back, what older versions have in
/// other forms gets today's.
///
/// # Errors
/// The table of attributes is not what `downgrade` makes.
pub fn upgrade(context: &Context, module: &mut Module) -> Result<(), Diagnostic> {
    let root = module.root();
    let attributes = module.body().attributes(root);
    let table = attributes.entry(context, TABLE);
    let members = attributes.entry(context, MEMBERS);
    let attributes = attributes.with_entry(context, TABLE, None).with_entry(context, MEMBERS, None);
    module.body_mut().set_attributes(root, attributes);
    if let Some(members) = members
        && put_members_back(context, module, members).is_none()
    {
        let location = module.body().op_location(root);
        return Err(Diagnostic::error(location, format!("the attribute `{MEMBERS}` is no list of members")));
    }
    let mut upgrade = Upgrade::new(context, table).map_err(|message| {
        Diagnostic::error(module.body().op_location(root), format!("the attribute `{TABLE}` {message}"))
    })?;
    let (references, former) =
        Former::of(context, module).map_err(|(location, message)| Diagnostic::error(location, message))?;
    if !references.is_empty() {
        upgrade.is_plain = false;
        upgrade.known = references;
    }
    if let Some(body) = module.body_mut().nested_mut(root) {
        body.erase_ops(&former);
    }
    upgrade.body(module.body_mut()).map_err(|(location, message)| Diagnostic::error(location, message))
}

/// The length of the longest vector of equal elements that becomes an array; its text is short whatever its length.
const LONGEST: usize = 1 << 16;

/// Makes the members of the module that its version lacked; `None` if the attribute has another form.
fn put_members_back(context: &Context, module: &mut Module, members: Attribute) -> Option<()> {
    let root = module.root();
    let body = module.body_mut().nested_mut(root)?;
    let &block = body.root_regions().first().and_then(|&region| body.region_blocks(region).first())?;
    for member in members.as_array(context)? {
        let &[name, entries, position, location] = member.as_array(context)? else { return None };
        let name = name.as_str(context).filter(|name| table::MEMBERS.contains(name))?;
        let is_location = matches!(
            location.kind(context),
            AttrKind::UnknownLocation
                | AttrKind::FileLocation { .. }
                | AttrKind::NameLocation { .. }
                | AttrKind::CallSiteLocation { .. }
                | AttrKind::FusedLocation { .. }
        );
        if !is_location {
            return None;
        }
        let mut state =
            OpState::new(context.op_name(&format!("llvm.{name}")), Location::from_attribute(location));
        let def = context.op_name_data(state.name).def?;
        for entry in entries.as_dictionary(context)? {
            let is_inherent = def.attribute(context.str(entry.name)).is_some();
            if is_inherent { &mut state.properties } else { &mut state.attributes }.push(*entry);
        }
        let op = body.create_op(context, state);
        let position = usize::try_from(position.as_u64(context)?).ok()?;
        let next = body.block_ops(block).nth(position);
        body.insert_op(next.map_or(Point::End(block), Point::Before), op);
    }
    Some(())
}

type Failure = (Location, String);

struct Upgrade<'c> {
    context: &'c Context,
    table: &'c [Attribute],
    /// The elements of the table by the forms that stand for them.
    forms: FxHashMap<Attribute, usize>,
    known: FxHashMap<Attribute, Attribute>,
    /// Whether anything needs to be replaced at all.
    is_plain: bool,
}

impl<'c> Upgrade<'c> {
    fn new(context: &'c Context, table: Option<Attribute>) -> Result<Self, &'static str> {
        let table = match table {
            None => &[],
            Some(table) => table.as_array(context).ok_or("is no list")?,
        };
        let mut forms = FxHashMap::default();
        for (index, element) in table.iter().enumerate() {
            let Some([what, entries]) = element.as_array(context) else {
                return Err("has an element that is no pair");
            };
            if entries.as_dictionary(context).is_none() {
                return Err("has an element without a dictionary");
            }
            if what.as_str(context).is_none() {
                forms.insert(*what, index);
            }
        }
        Ok(Self { context, table, forms, known: FxHashMap::default(), is_plain: table.is_empty() })
    }

    fn body(&mut self, body: &mut Body) -> Result<(), Failure> {
        let mut constants = Vec::new();
        for op in body.ops() {
            self.operation(body, op, &mut constants).map_err(|message| (body.op_location(op), message))?;
            if let Some(nested) = body.nested_mut(op) {
                self.body(nested)?;
            }
        }
        let unused: Vec<Op> = constants.into_iter().filter(|&op| !body.has_uses(op)).collect();
        body.erase_ops(&unused);
        for argument in body.arguments_in_use() {
            let location = body.value_location(argument);
            let location = self.location(location).map_err(|message| (location, message))?;
            body.set_argument_location(argument, location);
        }
        Ok(())
    }

    fn location(&mut self, location: Location) -> Result<Location, String> {
        match location.attribute() {
            Some(attribute) => Ok(Location::from_attribute(self.map(attribute)?)),
            None => Ok(location),
        }
    }

    /// Brings back an operation. `constants` gets those that were made for immediate arguments.
    fn operation(&mut self, body: &mut Body, op: Op, constants: &mut Vec<Op>) -> Result<(), String> {
        let context = self.context;
        let location = self.location(body.op_location(op))?;
        body.set_location(op, location);
        let attributes = self.map(body.attributes(op))?;
        let properties = self.map(body.properties(op))?;
        body.set_attributes(op, attributes);
        body.set_properties(op, properties);
        if let Some(newer) = attributes.entry(context, NEWER) {
            body.set_attributes(op, attributes.with_entry(context, NEWER, None));
            match newer.kind(context) {
                AttrKind::Dictionary(entries) => self.put_back(body, op, entries),
                AttrKind::String { value, .. } => {
                    body.set_op_name(op, context.op_name(&format!("llvm.{}", context.str(*value))));
                    body.set_properties(op, context.common.empty_dictionary);
                }
                AttrKind::Integer { .. } => constants.push(op),
                _ => {}
            }
        }
        self.older_forms(body, op);
        self.vectors(body, op);
        self.memory_effects(body, op);
        Ok(())
    }

    /// Puts back the inherent attributes that were set aside.
    fn put_back(&self, body: &mut Body, op: Op, aside: &[NamedAttribute]) {
        let names: FxHashSet<_> = aside.iter().map(|entry| entry.name).collect();
        let there = body.properties(op).as_dictionary(self.context).unwrap_or_default().iter();
        let mut all: NamedAttributes = there.filter(|entry| !names.contains(&entry.name)).copied().collect();
        all.extend_from_slice(aside);
        body.set_properties(op, Attribute::dictionary(self.context, all));
    }

    /// Replaces the forms of older versions by today's, also in modules that Tern did not write.
    fn older_forms(&self, body: &mut Body, op: Op) {
        let context = self.context;
        let view = OpRef::new(context, body, op);
        let Some(name) = short_name(view.def()) else { return };
        let (mut attributes, mut properties) = (body.attributes(op), body.properties(op));
        let mut take = |name: &'static str| {
            let all = [&mut attributes, &mut properties].into_iter();
            let there = all.filter(|all| all.entry(context, name).is_some());
            there
                .map(|all| std::mem::replace(all, all.with_entry(context, name, None)).entry(context, name))
                .last()?
        };
        let sizes = take("operand_segment_sizes");
        // Before MLIR 17 this was a discardable attribute.
        let has_tags = view.def().is_some_and(|def| def.attribute("tbaa").is_some());
        let tags = has_tags.then(|| take("llvm.tbaa")).flatten();
        let is_branch = view.def().is_some_and(|def| def.attribute("loop_annotation").is_some());
        let annotation = match is_branch {
            true => old_loops::annotation(context, body.attributes(op)),
            false => None,
        };
        if annotation.is_some() {
            take(old_loops::LOOP);
        }
        let effects = view.is(ops::Func::DEF).then(|| take("memory")).flatten();
        let inbounds = take("inbounds").filter(|_| view.is(ops::GetElementPtr::DEF));
        if name.starts_with("intr.lifetime.") {
            take("size");
        }
        let is_fence = view.is(ops::Fence::DEF);
        let empty = Attribute::string(context, "");
        body.set_attributes(op, attributes);
        body.set_properties(op, properties);
        if is_fence && body.properties(op).entry(context, "syncscope") == Some(empty) {
            body.set_property(context, op, "syncscope", None);
        }
        let mut set = |name: &'static str, value| {
            if body.properties(op).entry(context, name).is_none() {
                body.set_property(context, op, name, Some(value));
            }
        };
        if let Some(sizes) = sizes {
            set("operandSegmentSizes", sizes);
        }
        if let Some(tags) = tags {
            set("tbaa", tags);
        }
        if let Some(effects) = effects {
            set("memory_effects", effects);
        }
        if let Some(annotation) = annotation {
            set("loop_annotation", annotation);
        }
        if inbounds.is_some() {
            let flags = GEPNoWrapFlags::INBOUNDS.bits() as i64;
            set("noWrapFlags", Attribute::integer(context, context.common.i32, flags));
        }
        if table::GROUPS.iter().any(|row| row.2.contains(&name)) {
            self.groups(body, op);
        }
        if let Some((_, _, arguments)) = table::IMMEDIATES.iter().find(|row| row.1 == name) {
            self.immediates(body, op, arguments);
        }
    }

    /// Adds the kinds of memory that older versions do not know to memory effects: errno is other memory there, and nothing is said of the
    /// memories of the target, which are not accessed, as LLVM reads its older attributes.
    fn memory_effects(&self, body: &mut Body, op: Op) {
        let Some(effects) = body.properties(op).entry(self.context, "memory_effects") else { return };
        let Some(params) = effects.declared(self.context, &MEMORY_EFFECTS) else { return };
        let [other, _, _, rest @ ..] = params else { return };
        if rest.iter().all(|param| !matches!(param, Param::Absent)) {
            return;
        }
        let none = Param::Unsigned(ModRefInfo::NoModRef.value());
        let mut params = params.to_vec();
        for (param, value) in params[3..].iter_mut().zip([other, &none, &none]) {
            if matches!(param, Param::Absent) {
                *param = value.clone();
            }
        }
        let effects = Attribute::declare(self.context, &MEMORY_EFFECTS, params);
        body.set_property(self.context, op, "memory_effects", Some(effects));
    }

    /// Makes arrays of the vectors that were in their place before MLIR 17.
    fn vectors(&self, body: &mut Body, op: Op) {
        let context = self.context;
        let Some(def) = OpRef::new(context, body, op).def() else { return };
        for decl in def.attributes {
            let AttrClass::DenseArray(element) = *decl.class else { continue };
            let Some(value) = body.properties(op).entry(context, decl.name) else { continue };
            let AttrKind::DenseElements { ty, data, splat } = value.kind(context) else { continue };
            let Some((found, count)) = ty.elements(context) else { continue };
            let is_it = found.integer_width(context).is_some_and(|width| format!("i{width}") == element);
            let times = if *splat { count } else { 1 };
            if !is_it || times > LONGEST {
                continue;
            }
            let data = data.repeat(times);
            let array = context.attr(AttrKind::DenseArray { element: found, data: data.into() });
            body.set_property(context, op, decl.name, Some(array));
        }
    }

    /// Adds the sizes of a group of operands that older versions do not have.
    fn groups(&self, body: &mut Body, op: Op) {
        let context = self.context;
        let Some(def) = OpRef::new(context, body, op).def() else { return };
        let none = Attribute::dense_i32(context, &[]);
        let property = |name| body.properties(op).entry(context, name);
        let sizes = property("operandSegmentSizes").and_then(|sizes| sizes.as_dense_i32(context));
        let mut sizes = sizes.unwrap_or_else(|| vec![i32::try_from(body.operands(op).len()).unwrap_or(0)]);
        let has_bundles = property("op_bundle_sizes").is_some();
        let has_sizes = def.has(|of| matches!(of, Trait::AttrSizedOperandSegments));
        if has_sizes && sizes.len() + 1 == def.operands.len() {
            sizes.push(0);
            let sizes = Attribute::dense_i32(context, &sizes);
            body.set_property(context, op, "operandSegmentSizes", Some(sizes));
        }
        if !has_bundles {
            body.set_property(context, op, "op_bundle_sizes", Some(none));
        }
    }

    /// Makes attributes of immediate arguments that are operands.
    fn immediates(&self, body: &mut Body, op: Op, arguments: &[(usize, &'static str)]) {
        let context = self.context;
        let Some(def) = OpRef::new(context, body, op).def() else { return };
        let mut operands = body.operands(op).to_vec();
        if operands.len() != def.operands.len() + arguments.len() {
            return;
        }
        for &(position, property) in arguments.iter().rev() {
            let definition = OpRef::new(context, body, op).definition(operands[position]);
            let value = definition.filter(|op| op.is(ops::Constant::DEF)).and_then(|op| op.property("value"));
            let Some(value) = value else { return };
            operands.remove(position);
            body.set_property(context, op, property, Some(value));
        }
        body.set_operands(op, &operands);
    }

    /// The attribute of which the downgrade made `attribute`. Uses a work list, not recursion.
    fn map(&mut self, attribute: Attribute) -> Result<Attribute, String> {
        if self.is_plain {
            return Ok(attribute);
        }
        let mut pending = vec![(attribute, false)];
        let mut open = FxHashSet::default();
        while let Some((next, entered)) = pending.pop() {
            if self.known.contains_key(&next) {
                continue;
            }
            if entered {
                open.remove(&next);
                let new = self.of_parts(next)?;
                self.known.insert(next, new);
                continue;
            }
            if !open.insert(next) {
                return Err(format!("an element of `{TABLE}` refers to itself"));
            }
            pending.push((next, true));
            let known = &self.known;
            self.parts(next, &mut |part| {
                if !known.contains_key(&part) {
                    pending.push((part, false));
                }
            })?;
        }
        Ok(self.known[&attribute])
    }

    /// The element of the table that an attribute refers to or stands for.
    fn element(&self, attribute: Attribute) -> Result<Option<(Attribute, &'c [NamedAttribute])>, String> {
        let index = match attribute.as_dictionary(self.context) {
            Some([only]) if self.context.bytes(only.name) == REFERENCE.as_bytes() => {
                let index = only.value.as_u64(self.context).and_then(|index| usize::try_from(index).ok());
                Some(index.unwrap_or(usize::MAX))
            }
            _ => self.forms.get(&attribute).copied(),
        };
        let Some(index) = index else { return Ok(None) };
        let element = self.table.get(index).and_then(|element| element.as_array(self.context));
        match element {
            Some(&[what, entries]) => {
                Ok(Some((what, entries.as_dictionary(self.context).unwrap_or_default())))
            }
            _ => Err(format!("a reference to an element that `{TABLE}` does not have")),
        }
    }

    fn parts(&self, attribute: Attribute, visit: &mut dyn FnMut(Attribute)) -> Result<(), String> {
        match self.element(attribute)? {
            None => parts(self.context, attribute, visit),
            Some((what, entries)) => {
                parts(self.context, what, visit);
                entries.iter().for_each(|entry| visit(entry.value));
            }
        }
        Ok(())
    }

    /// An attribute whose parts are known.
    fn of_parts(&self, attribute: Attribute) -> Result<Attribute, String> {
        let context = self.context;
        let known = |part: Attribute| self.known.get(&part).copied().unwrap_or(part);
        let Some((what, entries)) = self.element(attribute)? else {
            return Ok(with_parts(context, attribute, &mut |part| known(part)));
        };
        let named = |name: &str| {
            let entry = entries.iter().find(|entry| context.bytes(entry.name) == name.as_bytes());
            entry.map(|entry| known(entry.value))
        };
        let (def, mut params) = match (what.as_str(context), what.kind(context)) {
            (Some(DISTINCT), _) => {
                let referenced = named(REFERENCED).unwrap_or(context.common.unit);
                return Ok(context.attr(AttrKind::Distinct { id: context.fresh_distinct(), referenced }));
            }
            (Some(mnemonic), _) => {
                let def = declaration(mnemonic).ok_or_else(|| format!("unknown attribute `{mnemonic}`"))?;
                (def, def.params.iter().map(default_of).collect::<Vec<Param>>())
            }
            (None, AttrKind::Declared { def, params }) => {
                let params =
                    params.iter().map(|param| super::forms::param_with_parts(param, &mut |part| known(part)));
                (*def, params.collect())
            }
            _ => return Err(format!("an element of `{TABLE}` that is neither a mnemonic nor an attribute")),
        };
        for (decl, param) in def.params.iter().zip(&mut params) {
            if let Some(value) = named(name_of(decl)) {
                *param = decode(context, decl.kind, value)
                    .ok_or_else(|| format!("`{}` of `{}` is of another kind", name_of(decl), def.mnemonic))?;
            }
        }
        Ok(Attribute::declare(context, def, params))
    }
}
