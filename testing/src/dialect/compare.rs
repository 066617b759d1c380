//! Compares two modules in one context.

use std::collections::HashMap;
use std::hash::Hash;

use tern_mlir::asm::{attribute_to_string, type_to_string};
use tern_mlir::declare::{AttrClass, Param, Presence};
use tern_mlir::{
    AttrKind, Attribute, Block, Body, Context, Location, Module, Op, OpRef, Region, Value, ValueDef,
};

/// The first difference between two modules: in operations, operands, results, attributes, regions, successors or locations.
/// Names of values and blocks are ignored; `distinct` attributes are equal if they correspond one to one.
pub fn difference(context: &Context, left: &Module, right: &Module) -> Option<String> {
    let mut pairs = Pairs { context, distinct: HashMap::new() };
    pairs.operations((left.body(), left.root()), (right.body(), right.root()), &mut Within::default()).err()
}

struct Pairs<'c> {
    context: &'c Context,
    /// The mapping of `distinct` identities from left to right.
    distinct: HashMap<u64, u64>,
}

/// The correspondence of values and blocks of two bodies.
#[derive(Default)]
struct Within {
    values: HashMap<Value, Value>,
    blocks: HashMap<Block, Block>,
}

type Same = Result<(), String>;

/// Whether both lists correspond element by element, consistently with all earlier matches.
fn match_up<T: Copy + Eq + Hash>(known: &mut HashMap<T, T>, here: &[T], there: &[T]) -> bool {
    here.len() == there.len() && here.iter().zip(there).all(|(a, b)| *known.entry(*a).or_insert(*b) == *b)
}

impl Pairs<'_> {
    fn operations(&mut self, left: (&Body, Op), right: (&Body, Op), within: &mut Within) -> Same {
        let (a, b) = (OpRef::new(self.context, left.0, left.1), OpRef::new(self.context, right.0, right.1));
        let at = |what: &str| Err(format!("{what} of '{}' differ", a.name()));
        if a.name() != b.name() {
            return Err(format!("'{}' against '{}'", a.name(), b.name()));
        }
        if !match_up(&mut within.values, a.operands(), b.operands()) {
            return at("operands");
        }
        let (results, others) = (a.body.results(a.op), b.body.results(b.op));
        if results.len() != others.len() {
            return at("results");
        }
        for (result, other) in results.zip(others) {
            self.values(a.body, result, b.body, other, within)?;
        }
        self.attributes(a, b, a.body.properties(a.op), b.body.properties(b.op))?;
        self.attributes(a, b, a.body.attributes(a.op), b.body.attributes(b.op))?;
        let (location, other) = (a.body.op_location(a.op), b.body.op_location(b.op));
        if !self.locations(location, other) {
            return at("locations");
        }
        if !match_up(&mut within.blocks, a.successors(), b.successors()) {
            return at("successors");
        }
        let ((body, regions), (other, others)) = (a.body.regions(a.op), b.body.regions(b.op));
        if regions.len() != others.len() {
            return at("regions");
        }
        let mut inner = Within::default();
        let within = if a.body.nested(a.op).is_some() { &mut inner } else { within };
        for (&region, &second) in regions.iter().zip(others) {
            self.regions((body, region), (other, second), within)?;
        }
        Ok(())
    }

    fn regions(&mut self, left: (&Body, Region), right: (&Body, Region), within: &mut Within) -> Same {
        let (blocks, others) = (left.0.region_blocks(left.1), right.0.region_blocks(right.1));
        if blocks.len() != others.len() {
            return Err(format!("{} blocks against {}", blocks.len(), others.len()));
        }
        for (&block, &other) in blocks.iter().zip(others) {
            if *within.blocks.entry(block).or_insert(other) != other {
                return Err("blocks are in another order".to_owned());
            }
            let (arguments, second) = (left.0.block_arguments(block), right.0.block_arguments(other));
            if arguments.len() != second.len() {
                return Err(format!("{} arguments of a block against {}", arguments.len(), second.len()));
            }
            for (&argument, &second) in arguments.iter().zip(second) {
                self.values(left.0, argument, right.0, second, within)?;
            }
        }
        for (&block, &other) in blocks.iter().zip(others) {
            let (ops, second): (Vec<Op>, Vec<Op>) =
                (left.0.block_ops(block).collect(), right.0.block_ops(other).collect());
            if ops.len() != second.len() {
                return Err(format!("{} operations in a block against {}", ops.len(), second.len()));
            }
            for (op, second) in ops.into_iter().zip(second) {
                self.operations((left.0, op), (right.0, second), within)?;
            }
        }
        Ok(())
    }

    fn values(&mut self, left: &Body, a: Value, right: &Body, b: Value, within: &mut Within) -> Same {
        let (ty, other) = (left.value_type(a), right.value_type(b));
        if ty != other {
            let (ty, other) = (type_to_string(self.context, ty), type_to_string(self.context, other));
            return Err(format!("values of types {ty} and {other}"));
        }
        let argument = matches!(left.value_def(a), ValueDef::Argument(..));
        if argument && !self.locations(left.value_location(a), right.value_location(b)) {
            return Err("locations of arguments differ".to_owned());
        }
        match *within.values.entry(a).or_insert(b) == b {
            true => Ok(()),
            false => Err("another value is used before its definition".to_owned()),
        }
    }

    fn locations(&mut self, a: Location, b: Location) -> bool {
        let (a, b) = (a.to_attribute(self.context), b.to_attribute(self.context));
        self.same(a, b)
    }

    /// Compares two dictionaries of an operation; a missing entry has the default of its declaration.
    fn attributes(&mut self, a: OpRef<'_>, b: OpRef<'_>, left: Attribute, right: Attribute) -> Same {
        let context = self.context;
        let entries = |dictionary: Attribute| dictionary.as_dictionary(context).unwrap_or_default();
        let names = entries(left).iter().chain(entries(right)).map(|entry| entry.name);
        for name in names {
            let text = context.str(name);
            let decl = a.def().and_then(|def| def.attribute(text));
            let value = |op: OpRef<'_>, dictionary: Attribute| {
                dictionary.get(context, name).or_else(|| {
                    let decl = decl?;
                    let implied = matches!(decl.presence, Presence::Default(_) | Presence::Implied(_));
                    implied.then(|| op.property_or_default(decl.name)).flatten()
                })
            };
            let same = match (value(a, left), value(b, right)) {
                (Some(left), Some(right)) => self.same(left, right),
                // Segment sizes that are all zero may be missing, and enum cases that are not printed.
                (Some(value), None) | (None, Some(value)) => {
                    let case = match decl.map(|decl| decl.class) {
                        Some(AttrClass::Enum(def) | AttrClass::EnumProperty(def)) => {
                            value.as_u64(context).and_then(|value| def.spelling(value))
                        }
                        _ => None,
                    };
                    let empty = |data: &[u8]| data.is_empty();
                    case == Some("")
                        || matches!(value.kind(context), AttrKind::DenseArray { data, .. } if empty(data))
                }
                (None, None) => true,
            };
            if !same {
                let show = |value: Option<Attribute>| {
                    value.map_or_else(|| "nothing".to_owned(), |value| attribute_to_string(context, value))
                };
                let (left, right) = (show(left.get(context, name)), show(right.get(context, name)));
                return Err(format!("'{text}' of '{}': {left} against {right}", a.name()));
            }
        }
        Ok(())
    }

    fn same(&mut self, a: Attribute, b: Attribute) -> bool {
        let context = self.context;
        if let (AttrKind::Distinct { id, referenced }, AttrKind::Distinct { id: other, referenced: second }) =
            (a.kind(context), b.kind(context))
        {
            return *self.distinct.entry(*id).or_insert(*other) == *other && self.same(*referenced, *second);
        }
        if a == b {
            return true;
        }
        let mut lists = |a: &[Attribute], b: &[Attribute]| {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.same(a, b))
        };
        match (a.kind(context), b.kind(context)) {
            (AttrKind::Array(a), AttrKind::Array(b)) => lists(a, b),
            (AttrKind::Dictionary(a), AttrKind::Dictionary(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| a.name == b.name && self.same(a.value, b.value))
            }
            (AttrKind::Declared { def, params }, AttrKind::Declared { def: other, params: second }) => {
                std::ptr::eq(*def, *other)
                    && params.len() == second.len()
                    && params.iter().zip(second).all(|(a, b)| self.same_param(a, b))
            }
            (
                AttrKind::NameLocation { name, child },
                AttrKind::NameLocation { name: other, child: second },
            ) => name == other && self.same(*child, *second),
            (
                AttrKind::CallSiteLocation { callee, caller },
                AttrKind::CallSiteLocation { callee: other, caller: second },
            ) => self.same(*callee, *other) && self.same(*caller, *second),
            (
                AttrKind::FusedLocation { locations, metadata },
                AttrKind::FusedLocation { locations: others, metadata: second },
            ) => {
                lists(locations, others)
                    && match (metadata, second) {
                        (Some(a), Some(b)) => self.same(*a, *b),
                        (None, None) => true,
                        _ => false,
                    }
            }
            _ => false,
        }
    }

    fn same_param(&mut self, a: &Param, b: &Param) -> bool {
        match (a, b) {
            (Param::Attribute(a), Param::Attribute(b)) => self.same(*a, *b),
            (Param::List(a), Param::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same_param(a, b))
            }
            _ => a == b,
        }
    }
}
