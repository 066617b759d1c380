//! Operations that MLIR had up to version 16: `llvm.metadata`, and in it the access groups, alias scopes and TBAA nodes to which accesses
//! refer by name. Attributes took their place.
//!
//! The parser makes unknown operations of them, as it does of their generic form; [`Former`] finds the attributes by which
//! [`upgrade`](crate::versions::upgrade) replaces the references.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_mlir::asm::{ParseResult, Parser};
use tern_mlir::attributes::{AttrKind, Attribute, NamedAttribute};
use tern_mlir::body::{Body, Module, Op, OpState};
use tern_mlir::context::{Context, Ident};
use tern_mlir::declare::{AttrDef, OldForm, Param};
use tern_mlir::location::Location;

use crate::attributes::{
    ACCESS_GROUP, ALIAS_SCOPE, ALIAS_SCOPE_DOMAIN, TBAA_MEMBER, TBAA_ROOT, TBAA_TAG, TBAA_TYPE_DESCRIPTOR,
};

/// The operation that holds the others.
const METADATA: &str = "llvm.metadata";

/// The operations in it, with the attributes that took their place.
const ENTITIES: &[(&str, &AttrDef)] = &[
    ("llvm.access_group", &ACCESS_GROUP),
    ("llvm.alias_scope", &ALIAS_SCOPE),
    ("llvm.alias_scope_domain", &ALIAS_SCOPE_DOMAIN),
    ("llvm.tbaa_root", &TBAA_ROOT),
    ("llvm.tbaa_tag", &TBAA_TAG),
    ("llvm.tbaa_type_desc", &TBAA_TYPE_DESCRIPTOR),
];

/// The parser for one of these operations.
pub(crate) fn syntax(name: &str) -> Option<OldForm> {
    match name {
        METADATA => Some(metadata),
        "llvm.tbaa_root" | "llvm.tbaa_type_desc" => Some(tbaa_node),
        _ => ENTITIES.iter().any(|(other, _)| *other == name).then_some(entity as OldForm),
    }
}

/// Parses `@name attributes {…} { … }`.
fn metadata(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    symbol(parser, state)?;
    if parser.eat_keyword("attributes") {
        state.attributes.append(&mut parser.optional_attr_dict()?);
    }
    parser.parse_region(state, &[])
}

/// Parses `@name {…}`.
fn entity(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    symbol(parser, state)?;
    state.attributes.append(&mut parser.optional_attr_dict()?);
    Ok(())
}

fn symbol(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let name = parser.symbol_name()?;
    add(parser, state, "sym_name", Attribute::string(parser.context, parser.context.str(name)));
    Ok(())
}

fn add(parser: &Parser<'_, '_>, state: &mut OpState, name: &str, value: Attribute) {
    state.attributes.push(NamedAttribute { name: parser.context.ident(name), value });
}

/// Parses `@name {id = "int", members = {<@char, 0>}}`.
fn tbaa_node(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    symbol(parser, state)?;
    parser.expect(b'{')?;
    let fields = parser.list(b'}', |parser| {
        if parser.eat_keyword("members") {
            parser.expect(b'=')?;
            parser.expect(b'{')?;
            let members = parser.list(b'}', member)?;
            return Ok((None, members));
        }
        parser.expect_keyword("id")?;
        parser.expect(b'=')?;
        Ok((Some(parser.parse_attribute()?), Vec::new()))
    })?;
    let context = parser.context;
    for (identity, members) in fields {
        if let Some(identity) = identity {
            add(parser, state, "identity", identity);
            continue;
        }
        let (types, offsets): (Vec<Attribute>, Vec<i64>) = members.into_iter().unzip();
        add(parser, state, "members", Attribute::array(context, types));
        add(parser, state, "offsets", Attribute::dense_i64(context, &offsets));
    }
    Ok(())
}

/// Parses `<@char, 0>`.
fn member(parser: &mut Parser<'_, '_>) -> ParseResult<(Attribute, i64)> {
    parser.expect(b'<')?;
    let ty = parser.parse_attribute()?;
    parser.expect(b',')?;
    let at = parser.offset();
    let offset =
        i64::try_from(parser.integer()?).map_err(|_| parser.error_at(at, "expected 64-bit integer"))?;
    parser.expect(b'>')?;
    Ok((ty, offset))
}

/// The operations `llvm.metadata` of a module.
fn holders<'b>(context: &Context, body: &'b Body) -> impl Iterator<Item = Op> + use<'b> {
    let name = context.op_name(METADATA);
    let blocks = body.root_regions().iter().flat_map(|&region| body.region_blocks(region));
    blocks.flat_map(|&block| body.block_ops(block)).filter(move |&op| body.op_name(op) == name)
}

/// Whether a module has `llvm.metadata` operations.
pub(crate) fn are_in(context: &Context, module: &Module) -> bool {
    module.body().nested(module.root()).is_some_and(|body| holders(context, body).next().is_some())
}

/// An entity of a module, and where it is.
struct Entity {
    def: &'static AttrDef,
    attributes: Attribute,
    /// The `llvm.metadata` that holds it. Its references are resolved there.
    holder: Op,
    location: Location,
}

/// The entities of a module.
pub(crate) struct Former<'c> {
    context: &'c Context,
    entities: Vec<Entity>,
    by_name: FxHashMap<(Op, Ident), usize>,
    made: Vec<Option<Attribute>>,
}

/// What is wrong, and where.
type Failure = (Location, String);

impl<'c> Former<'c> {
    /// The attribute for each symbol reference to an entity, and the `llvm.metadata` operations, which nothing refers to afterwards.
    ///
    /// # Errors
    /// An entity refers to none, to one of another kind, or to itself.
    pub(crate) fn of(
        context: &'c Context,
        module: &Module,
    ) -> Result<(FxHashMap<Attribute, Attribute>, Vec<Op>), Failure> {
        let Some(body) = module.body().nested(module.root()) else { return Ok(Default::default()) };
        let holders: Vec<Op> = holders(context, body).collect();
        let mut former =
            Self { context, entities: Vec::new(), by_name: FxHashMap::default(), made: Vec::new() };
        for &holder in &holders {
            former.collect(body, holder);
        }
        former.made = vec![None; former.entities.len()];
        let mut attributes = FxHashMap::default();
        let names: Vec<((Op, Ident), usize)> =
            former.by_name.iter().map(|(name, index)| (*name, *index)).collect();
        for ((holder, name), index) in names {
            let Some(root) = symbol_name(context, body, holder) else { continue };
            let reference = context.attr(AttrKind::SymbolRef { root, nested: [name].into() });
            attributes.insert(reference, former.made(index)?);
        }
        Ok((attributes, holders))
    }

    fn collect(&mut self, body: &Body, holder: Op) {
        let (inner, regions) = body.regions(holder);
        for op in
            regions.iter().flat_map(|&region| inner.region_blocks(region)).flat_map(|&it| inner.block_ops(it))
        {
            let name = self.context.str(self.context.op_name_data(inner.op_name(op)).name);
            let Some((_, def)) = ENTITIES.iter().find(|(other, _)| *other == name) else { continue };
            let Some(symbol) = symbol_name(self.context, inner, op) else { continue };
            self.by_name.insert((holder, symbol), self.entities.len());
            let (attributes, location) = (inner.attributes(op), inner.op_location(op));
            self.entities.push(Entity { def, attributes, holder, location });
        }
    }

    /// Makes the attribute of an entity, after those of the entities that it refers to.
    fn made(&mut self, index: usize) -> Result<Attribute, Failure> {
        let mut pending = vec![(index, false)];
        let mut open = FxHashSet::default();
        while let Some((next, entered)) = pending.pop() {
            if self.made[next].is_some() {
                continue;
            }
            let entity = &self.entities[next];
            if entered {
                open.remove(&next);
                let made = self.attribute(entity).map_err(|message| (entity.location, message))?;
                self.made[next] = Some(made);
                continue;
            }
            pending.push((next, true));
            open.insert(next);
            for reference in self.references(entity) {
                let found = self.find(entity, reference).map_err(|message| (entity.location, message))?;
                if open.contains(&found) {
                    return Err((entity.location, "refers to itself".to_owned()));
                }
                pending.push((found, false));
            }
        }
        self.made[index].ok_or_else(|| (self.entities[index].location, "refers to itself".to_owned()))
    }

    /// The references of an entity to others.
    fn references(&self, entity: &Entity) -> Vec<Attribute> {
        let field = |name| entity.attributes.entry(self.context, name);
        let single = ["domain", "access_type", "base_type"].into_iter().filter_map(field);
        let members = field("members").and_then(|members| members.as_array(self.context));
        single.chain(members.into_iter().flatten().copied()).collect()
    }

    fn find(&self, entity: &Entity, reference: Attribute) -> Result<usize, String> {
        let name = reference.as_symbol(self.context).ok_or("expected the name of an operation beside it")?;
        let found = self.by_name.get(&(entity.holder, name)).copied();
        found.ok_or_else(|| format!("`@{}` is not in its `{METADATA}`", self.context.str(name)))
    }

    /// Makes the attribute of an entity. The attributes that it refers to exist.
    fn attribute(&self, entity: &Entity) -> Result<Attribute, String> {
        let context = self.context;
        let field = |name| entity.attributes.entry(context, name);
        let optional = |name| field(name).map_or(Param::Absent, Param::Attribute);
        let reference = |reference: Attribute, kinds: &[&'static AttrDef]| {
            let found = self.find(entity, reference)?;
            let made = self.made[found]
                .filter(|_| kinds.iter().any(|def| std::ptr::eq(*def, self.entities[found].def)));
            made.map(Param::Attribute).ok_or_else(|| "refers to an operation of another kind".to_owned())
        };
        let named = |name, kind| reference(field(name).ok_or_else(|| format!("requires `{name}`"))?, &[kind]);
        let distinct = || {
            let referenced = context.common.unit;
            Param::Attribute(context.attr(AttrKind::Distinct { id: context.fresh_distinct(), referenced }))
        };
        let params = match entity.def.mnemonic {
            "access_group" => vec![distinct()],
            "alias_scope_domain" => vec![distinct(), optional("description")],
            "alias_scope" => vec![distinct(), named("domain", &ALIAS_SCOPE_DOMAIN)?, optional("description")],
            "tbaa_root" => vec![optional("identity")],
            "tbaa_tag" => {
                let offset =
                    field("offset").and_then(|offset| offset.as_i64(context)).ok_or("requires `offset`")?;
                vec![
                    named("base_type", &TBAA_TYPE_DESCRIPTOR)?,
                    named("access_type", &TBAA_TYPE_DESCRIPTOR)?,
                    Param::Signed(offset),
                    Param::Bool(field("constant").is_some()),
                ]
            }
            _ => {
                let identity =
                    field("identity").and_then(|it| it.as_str(context)).ok_or("requires an identity")?;
                let members =
                    field("members").and_then(|members| members.as_array(context)).unwrap_or_default();
                let offsets =
                    field("offsets").and_then(|offsets| offsets.as_dense_i64(context)).unwrap_or_default();
                if members.len() != offsets.len() {
                    return Err("expected as many offsets as members".to_owned());
                }
                let members = members.iter().zip(offsets).map(|(&member, offset)| {
                    let ty = reference(member, &[&TBAA_ROOT, &TBAA_TYPE_DESCRIPTOR])?;
                    let params = vec![ty, Param::Signed(offset)];
                    Ok(Param::Attribute(Attribute::declare(context, &TBAA_MEMBER, params)))
                });
                let members = members.collect::<Result<_, String>>()?;
                vec![Param::String(context.ident(identity)), Param::List(members)]
            }
        };
        Ok(Attribute::declare(context, entity.def, params))
    }
}

/// The name of an operation that is a symbol.
fn symbol_name(context: &Context, body: &Body, op: Op) -> Option<Ident> {
    let name = body
        .attributes(op)
        .entry(context, "sym_name")
        .or_else(|| body.properties(op).entry(context, "sym_name"))?;
    Some(context.ident(name.as_str(context)?))
}
