//! Names of values and blocks in bytecode, which has no place for them. They are stored in locations: `loc("name"(…))` around the
//! location of the operation or argument, and `loc("^name"(…))` around that of the last operation of a block.
//!
//! Only files with a certain producer string have them: in other files such a location is just a location.

use crate::attributes::{AttrKind, Attribute};
use crate::body::{Body, Op, Value};
use crate::context::{Context, Ident};
use crate::location::Location;

/// Marks the name of a block; no value name starts with it.
const BLOCK: &[u8] = b"^";

/// The producer string of a file whose locations hold names.
pub(super) const PRODUCER_WITH_NAMES: &str = "Tern, names in locations";

/// The producer string of other files written by Tern.
pub(super) const PRODUCER: &str = "Tern";

/// The location of an operation, wrapped in the names of its results and of the block that it ends.
pub(super) fn location_of_op(context: &Context, body: &Body, op: Op) -> Attribute {
    let results: Vec<Value> = body.results(op).collect();
    let location = body.op_location(op).to_attribute(context);
    let named =
        results.into_iter().rfold(location, |location, result| name_value(context, body, result, location));
    let block = body.op_block(op).filter(|&block| body.block_last(block) == Some(op));
    match (block.and_then(|block| body.block_name(block)), named.kind(context)) {
        (Some(name), _) => name_block(context, context.bytes(name), named),
        // Wrap it once more, so that the actual name location is not mistaken for a stored name.
        (None, AttrKind::NameLocation { name, .. }) if context.bytes(*name).starts_with(BLOCK) => {
            name_block(context, b"", named)
        }
        (None, _) => named,
    }
}

fn name_block(context: &Context, name: &[u8], location: Attribute) -> Attribute {
    named_location(context, context.ident_of_bytes(&[BLOCK, name].concat()), location)
}

/// The location of a block argument, wrapped in its name.
pub(super) fn location_of_argument(context: &Context, body: &Body, argument: Value) -> Attribute {
    name_value(context, body, argument, body.value_location(argument).to_attribute(context))
}

fn name_value(context: &Context, body: &Body, value: Value, location: Attribute) -> Attribute {
    match (body.value_name(value), location.kind(context)) {
        (Some(name), _) => named_location(context, name, location),
        // Wrap it once more, so that the actual name location is not mistaken for a stored name.
        (None, AttrKind::NameLocation { .. }) => {
            named_location(context, context.common.empty_string, location)
        }
        (None, _) => location,
    }
}

fn named_location(context: &Context, name: Ident, child: Attribute) -> Attribute {
    context.attr(AttrKind::NameLocation { name, child })
}

/// Restores names from the location of an operation, which must be in its block already.
pub(super) fn take_from_op(context: &Context, body: &mut Body, op: Op, mut location: Attribute) {
    if let AttrKind::NameLocation { name, child } = location.kind(context)
        && let Some(name) = context.bytes(*name).strip_prefix(BLOCK)
    {
        location = *child;
        if let Some(block) = body.op_block(op).filter(|_| !name.is_empty()) {
            body.set_block_name(block, Some(context.ident_of_bytes(name)));
        }
    }
    let results: Vec<Value> = body.results(op).collect();
    for &result in &results {
        location = take_from_value(context, body, result, location);
    }
    body.set_location(op, Location::from_attribute(location));
    for result in results {
        body.set_argument_location(result, Location::from_attribute(location));
    }
}

/// Restores the name of a block argument from its location.
pub(super) fn take_from_argument(context: &Context, body: &mut Body, argument: Value, location: Attribute) {
    let location = take_from_value(context, body, argument, location);
    body.set_argument_location(argument, Location::from_attribute(location));
}

fn take_from_value(context: &Context, body: &mut Body, value: Value, location: Attribute) -> Attribute {
    match location.kind(context) {
        AttrKind::NameLocation { name, child } => {
            let name = (*name != context.common.empty_string).then_some(*name);
            body.set_value_name(value, name);
            *child
        }
        _ => location,
    }
}
