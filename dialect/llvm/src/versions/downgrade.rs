//! Brings a module to what a version has.

use rustc_hash::FxHashSet;
use tern_mlir::attributes::{AttrKind, Attribute, NamedAttribute, NamedAttributes};
use tern_mlir::body::{Body, Module, Op, OpRef, OpState, Point, Value};
use tern_mlir::context::{Context, Ident};
use tern_mlir::declare::Presence;
use tern_mlir::location::Location;
use tern_mlir::types::{Type, TypeKind};

use super::references::References;
use super::style::{lacks_property, short_name};
use super::table::{self, Without};
use super::{MEMBERS, MlirVersion, NEWER, TABLE, V19, V24};
use crate::enums::GEPNoWrapFlags;
use crate::{ops, types};

/// Changes a module to one that a version of MLIR has all constructs of, to be printed in the [style](MlirVersion::style) of that version.
/// Nothing changes for [`MlirVersion::DEFAULT`].
pub fn downgrade(context: &Context, module: &mut Module, version: MlirVersion) {
    if version == MlirVersion::DEFAULT {
        return;
    }
    let symbols = newer_symbols(context, module, version);
    let mut downgrade = Downgrade {
        context,
        version,
        symbols,
        references: References::new(context, version),
        has_changed: false,
    };
    downgrade.body(module.body_mut());
    downgrade.members(module);
    if version > MlirVersion::DEFAULT && !downgrade.has_changed {
        return;
    }
    let table = downgrade.references.into_table();
    let root = module.root();
    let attributes = module.body().attributes(root).with_entry(context, TABLE, Some(table));
    module.body_mut().set_attributes(root, attributes);
}

/// The symbols that no operation of the version defines: those of aliases, ifuncs, and variables whose initializer needs a stand-in.
fn newer_symbols(context: &Context, module: &Module, version: MlirVersion) -> FxHashSet<Ident> {
    let (body, regions) = module.body().regions(module.root());
    let members: Vec<Op> = regions
        .iter()
        .flat_map(|&region| body.region_blocks(region))
        .flat_map(|&block| body.block_ops(block))
        .collect();
    let symbol = |op: OpRef<'_>| match op.property("sym_name")?.kind(context) {
        AttrKind::String { value, .. } => Some(*value),
        _ => None,
    };
    let mut symbols = FxHashSet::default();
    let mut changes = true;
    while std::mem::take(&mut changes) {
        for op in members.iter().map(|&op| OpRef::new(context, body, op)) {
            if op.is(ops::Func::DEF) || !is_stand_in(op, version, &symbols) {
                continue;
            }
            changes |= symbol(op).is_some_and(|symbol| symbols.insert(symbol));
        }
    }
    symbols
}

/// Whether the version lacks an operation, or what it would lack of it changes what it does.
fn is_stand_in(op: OpRef<'_>, version: MlirVersion, symbols: &FxHashSet<Ident>) -> bool {
    let Some(name) = short_name(op.def()) else { return false };
    let context = op.context;
    let is_newer_symbol = |property| {
        let symbol = op.property(property).and_then(|symbol| symbol.as_symbol(context));
        symbol.is_some_and(|symbol| symbols.contains(&symbol))
    };
    let changes = |row: &&table::PropertyRow| {
        row.without == Without::Changed
            && version < row.since
            && (row.on.is_empty() || row.on.contains(&name))
            && is_set(op, row.name)
    };
    let has_newer_keyword = || {
        let newer = table::KEYWORDS.iter().filter(|row| version < row.0 && row.1 == name);
        newer.into_iter().any(|(_, _, property, words)| {
            let value = op.property(property).and_then(|value| value.as_u64(context));
            let cases = crate::enums::AtomicBinOp::DEF;
            words.iter().any(|word| value.is_some() && cases.value(word) == value)
        })
    };
    let in_initializer = || {
        let Some(body) = op.body.nested(op.op).filter(|_| op.is(ops::Global::DEF)) else { return false };
        body.ops().into_iter().any(|inner| is_stand_in(OpRef::new(context, body, inner), version, symbols))
    };
    // Until MLIR 16, only the result of a landing pad itself can be resumed.
    let resumes_other = || {
        let landed = op.operands().first().and_then(|&value| op.definition(value));
        version < V19 && op.is(ops::Resume::DEF) && !landed.is_some_and(|it| it.is(ops::Landingpad::DEF))
    };
    // In MLIR 24, calls take no tokens.
    let takes_token = || {
        let is_token = |&value: &Value| op.type_of(value).declared(context, &types::TOKEN).is_some();
        version >= V24
            && [ops::Call::DEF, ops::Invoke::DEF, ops::CallIntrinsic::DEF].iter().any(|def| op.is(def))
            && op.operands().iter().any(is_token)
    };
    table::lacks(table::OPERATIONS, version, name) && kin(op).is_none()
        || resumes_other()
        || takes_token()
        || is_newer_symbol("callee")
        || is_newer_symbol("global_name")
        || table::PROPERTIES.iter().any(|row| changes(&row))
        || has_newer_keyword()
        || in_initializer()
}

/// Whether an inherent attribute is there and not the default.
fn is_set(op: OpRef<'_>, name: &'static str) -> bool {
    let Some(value) = op.property(name) else { return false };
    let Some(decl) = op.def().and_then(|def| def.attribute(name)) else { return true };
    let is_empty = value.as_array(op.context).is_some_and(<[_]>::is_empty);
    !is_empty && !tern_mlir::declare::is_default(op.context, decl, value)
}

/// The operation of the same meaning that older versions have instead of a newer one, and its attribute `value`.
fn kin(op: OpRef<'_>) -> Option<(&'static str, Option<Attribute>)> {
    let ty = op.result().map(|result| op.type_of(result))?;
    if op.is(ops::Poison::DEF) {
        return Some(("llvm.mlir.undef", None));
    }
    if !op.is(ops::Zero::DEF) {
        return None;
    }
    match types::address_space(op.context, ty) {
        Some(_) => Some(("llvm.mlir.null", None)),
        None => Some(("llvm.mlir.constant", Some(zero(op.context, ty)?))),
    }
}

/// Zero as the value of a constant of a type: numbers, and vectors and arrays of these.
fn zero(context: &Context, ty: Type) -> Option<Attribute> {
    match ty.kind(context) {
        TypeKind::Integer { .. } => Some(Attribute::integer(context, ty, 0)),
        TypeKind::Float(_) => Some(Attribute::float(context, ty, 0)),
        TypeKind::Vector { element, .. } => splat_of_zero(context, ty, *element),
        _ => {
            let (mut shape, mut element) = (Vec::new(), ty);
            while let Some((inner, length)) = types::array_parts(context, element) {
                shape.push(i64::try_from(length).ok().filter(|&length| length > 0)?);
                element = inner;
            }
            if shape.is_empty() {
                return None;
            }
            let tensor = TypeKind::RankedTensor { shape: shape.into(), element, encoding: None };
            matches!(element.kind(context), TypeKind::Integer { .. } | TypeKind::Float(_))
                .then(|| splat_of_zero(context, context.ty(tensor), element))?
        }
    }
}

fn splat_of_zero(context: &Context, ty: Type, element: Type) -> Option<Attribute> {
    let width = match element.kind(context) {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Float(kind) => kind.width(),
        _ => return None,
    };
    let data = vec![0; width.div_ceil(8) as usize].into();
    Some(context.attr(AttrKind::DenseElements { ty, data, splat: true }))
}

struct Downgrade<'c> {
    context: &'c Context,
    version: MlirVersion,
    symbols: FxHashSet<Ident>,
    references: References<'c>,
    /// Whether there is a stand-in for a newer version.
    has_changed: bool,
}

impl Downgrade<'_> {
    fn body(&mut self, body: &mut Body) {
        for op in body.ops() {
            self.operation(body, op);
            if let Some(nested) = body.nested_mut(op) {
                self.body(nested);
            }
        }
        for argument in body.arguments_in_use() {
            let location = self.location(body.value_location(argument));
            body.set_argument_location(argument, location);
        }
    }

    /// Moves stand-ins for members of the module that nothing refers to into an attribute.
    fn members(&self, module: &mut Module) {
        let (context, root) = (self.context, module.root());
        let Some(body) = module.body_mut().nested_mut(root) else { return };
        let Some(&block) = body.root_regions().first().and_then(|&region| body.region_blocks(region).first())
        else {
            return;
        };
        let (mut aside, mut moved) = (Vec::new(), Vec::new());
        for (position, op) in body.block_ops(block).enumerate() {
            let view = OpRef::new(context, body, op);
            let Some(name) = short_name(view.def()).filter(|name| table::MEMBERS.contains(name)) else {
                continue;
            };
            if view.attribute(NEWER) != Some(context.common.unit) {
                continue;
            }
            let attributes = body.attributes(op).with_entry(context, NEWER, None);
            let all = [body.properties(op), attributes];
            let entries = all.iter().filter_map(|all| all.as_dictionary(context)).flatten().copied();
            let member = [
                Attribute::string(context, name),
                Attribute::dictionary(context, entries.collect::<Vec<_>>()),
                Attribute::integer(context, context.common.index, position as i64),
                body.op_location(op).to_attribute(context),
            ];
            aside.push(Attribute::array(context, member));
            moved.push(op);
        }
        if moved.is_empty() {
            return;
        }
        body.erase_ops(&moved);
        let aside = Attribute::array(context, aside);
        let attributes = module.body().attributes(root).with_entry(context, MEMBERS, Some(aside));
        module.body_mut().set_attributes(root, attributes);
    }

    fn location(&mut self, location: Location) -> Location {
        match location.attribute() {
            Some(attribute) => Location::from_attribute(self.references.map(attribute).attribute),
            None => location,
        }
    }

    fn operation(&mut self, body: &mut Body, op: Op) {
        if self.version > MlirVersion::DEFAULT {
            if is_stand_in(OpRef::new(self.context, body, op), self.version, &self.symbols) {
                self.mark(body, op, self.context.common.unit);
                self.has_changed = true;
            }
            return;
        }
        let location = self.location(body.op_location(op));
        body.set_location(op, location);
        let attributes = self.references.map(body.attributes(op)).attribute;
        body.set_attributes(op, attributes);
        let view = OpRef::new(self.context, body, op);
        let Some(name) = short_name(view.def()) else {
            let properties = self.references.map(body.properties(op)).attribute;
            return body.set_properties(op, properties);
        };
        let stands_in = is_stand_in(view, self.version, &self.symbols);
        let kin = kin(view).filter(|_| table::lacks(table::OPERATIONS, self.version, name));
        if let (false, Some((kin, value))) = (stands_in, kin) {
            body.set_op_name(op, self.context.op_name(kin));
            let value = value.map(|value| NamedAttribute { name: self.context.name("value"), value });
            body.set_properties(
                op,
                Attribute::dictionary(self.context, value.into_iter().collect::<Vec<_>>()),
            );
            return self.mark(body, op, Attribute::string(self.context, name));
        }
        let (properties, aside, stands_in) = self.properties(view, name, stands_in);
        body.set_properties(op, Attribute::dictionary(self.context, properties));
        match (stands_in, aside.is_empty()) {
            (true, _) => return self.mark(body, op, self.context.common.unit),
            (false, false) => {
                let aside = Attribute::dictionary(self.context, aside);
                self.mark(body, op, aside);
            }
            (false, true) => {}
        }
        self.immediates(body, op, name);
    }

    fn mark(&self, body: &mut Body, op: Op, value: Attribute) {
        let attributes = body.attributes(op).with_entry(self.context, NEWER, Some(value));
        body.set_attributes(op, attributes);
    }

    /// The inherent attributes as the version has them, those that are set aside, and whether the operation is a stand-in.
    fn properties(
        &mut self,
        op: OpRef<'_>,
        name: &'static str,
        mut stands_in: bool,
    ) -> (NamedAttributes, NamedAttributes, bool) {
        let context = self.context;
        let (mut kept, mut aside) = (NamedAttributes::new(), NamedAttributes::new());
        let all = op.body.properties(op.op).as_dictionary(context).unwrap_or_default();
        let mapped: NamedAttributes = all
            .iter()
            .map(|entry| NamedAttribute { value: self.references.map(entry.value).attribute, ..*entry })
            .collect();
        let decl = |entry: &NamedAttribute| op.def()?.attribute(context.str(entry.name));
        let is_foreign = |downgrade: &mut Self, entry: &NamedAttribute| {
            downgrade.references.map(entry.value).is_foreign
                && !matches!(context.str(entry.name), "arg_attrs" | "res_attrs")
        };
        for entry in all {
            let is_required = decl(entry).is_some_and(|decl| decl.presence == Presence::Required);
            stands_in |= is_required && is_foreign(self, entry);
        }
        if stands_in {
            return (mapped, aside, true);
        }
        for (entry, new) in all.iter().zip(mapped) {
            let property = context.str(entry.name);
            if property == "noWrapFlags" {
                let flags = entry.value.as_u64(context).unwrap_or(0);
                let inbounds = GEPNoWrapFlags::INBOUNDS.bits();
                if flags & inbounds == inbounds {
                    kept.push(NamedAttribute {
                        value: Attribute::integer(context, context.common.i32, inbounds as i64),
                        ..*entry
                    });
                }
                if flags != inbounds && flags != 0 {
                    aside.push(*entry);
                }
            } else if lacks_property(self.version, name, property) || is_foreign(self, entry) {
                let is_default = decl(entry)
                    .is_some_and(|decl| tern_mlir::declare::is_default(context, decl, entry.value));
                if !is_default {
                    aside.push(new);
                }
            } else {
                kept.push(new);
            }
        }
        (kept, aside, false)
    }

    /// Makes operands of immediate arguments that the version has as such.
    fn immediates(&self, body: &mut Body, op: Op, name: &str) {
        let context = self.context;
        let Some((_, _, arguments)) =
            table::IMMEDIATES.iter().find(|row| self.version < row.0 && row.1 == name)
        else {
            return;
        };
        let mut operands = body.operands(op).to_vec();
        for &(position, property) in *arguments {
            let Some(value) = body.properties(op).entry(context, property) else { continue };
            let Some(ty) = value.value_type(context) else { continue };
            let mut state = OpState::new(context.op_name(ops::Constant::NAME), body.op_location(op));
            state.properties.push(NamedAttribute { name: context.name("value"), value });
            let mark = NamedAttribute { name: context.name(NEWER), value: Attribute::bool(context, true) };
            state.attributes.push(mark);
            state.result_types.push(ty);
            let constant = body.create_op(context, state);
            body.insert_op(Point::Before(op), constant);
            operands.insert(position.min(operands.len()), body.made_result(constant));
            body.set_property(context, op, property, None);
        }
        body.set_operands(op, &operands);
    }
}
