//! The syntax of operations in older versions: from 2019 to 2022, when element types were derived from pointer types, and up to MLIR 21.

use super::enums::{AtomicBinOp, AtomicOrdering};
use super::syntax::gep::DYNAMIC_INDEX;
use super::traits::value_and_flag;
use super::{former_operations, old_loops, old_types, types};
use tern_mlir::asm::{ParseResult, Parser};
use tern_mlir::attributes::{Attribute, NamedAttribute};
use tern_mlir::body::OpState;
use tern_mlir::declare::{EnumDef, OldForm, OldSpellings};

pub(super) static OLD_SPELLINGS: OldSpellings = OldSpellings {
    renamed: &[
        ("llvm.mlir.cast", "builtin.unrealized_conversion_cast"),
        ("llvm.mlir.null", "llvm.mlir.zero"),
    ],
    operation,
    former: former_operations::syntax,
    renamed_attributes: &[("di_void_result_type", "di_null_type")],
    former_attribute: old_loops::attribute,
    parenthesized: &[("weights", "branch_weights")],
    types: Some(&old_types::TYPES),
    ..OldSpellings::new()
};

fn operation(name: &str) -> Option<OldForm> {
    Some(match name {
        "llvm.load" => load,
        "llvm.store" => store,
        "llvm.atomicrmw" => atomicrmw,
        "llvm.cmpxchg" => cmpxchg,
        "llvm.getelementptr" => gep,
        _ if UNTYPED.iter().any(|row| row.0 == name) => untyped,
        "llvm.intr.lifetime.start" | "llvm.intr.lifetime.end" => lifetime,
        "llvm.mlir.global_ctors" | "llvm.mlir.global_dtors" => dictionary,
        _ => return None,
    })
}

/// Parses `%p : !llvm<"float*">`.
fn load(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let address = parser.parse_operand()?;
    state.attributes = parser.optional_attr_dict()?;
    let start = parser.offset();
    let ty = parser.colon_type()?;
    let pointee = parser.take_pointee(ty, start)?;
    state.operands.push(parser.resolve(address, ty)?);
    state.result_types.push(pointee);
    Ok(())
}

/// Parses `%value, %p : !llvm<"float*">`.
fn store(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let value = parser.parse_operand()?;
    parser.expect(b',')?;
    let address = parser.parse_operand()?;
    state.attributes = parser.optional_attr_dict()?;
    let start = parser.offset();
    let ty = parser.colon_type()?;
    let pointee = parser.take_pointee(ty, start)?;
    let operands = [parser.resolve(value, pointee)?, parser.resolve(address, ty)?];
    state.operands.extend(operands);
    Ok(())
}

/// Parses `fadd %p, %value monotonic : !llvm.float`.
fn atomicrmw(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    keyword(parser, "bin_op", AtomicBinOp::DEF, state)?;
    let address = parser.parse_operand()?;
    parser.expect(b',')?;
    let value = parser.parse_operand()?;
    keyword(parser, "ordering", AtomicOrdering::DEF, state)?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    let pointer = types::pointer(parser.context, 0);
    let operands = [parser.resolve(address, pointer)?, parser.resolve(value, ty)?];
    state.operands.extend(operands);
    state.result_types.push(ty);
    Ok(())
}

/// Parses `%p, %expected, %value acq_rel monotonic : !llvm.i32`.
fn cmpxchg(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let address = parser.parse_operand()?;
    parser.expect(b',')?;
    let expected = parser.parse_operand()?;
    parser.expect(b',')?;
    let value = parser.parse_operand()?;
    keyword(parser, "success_ordering", AtomicOrdering::DEF, state)?;
    keyword(parser, "failure_ordering", AtomicOrdering::DEF, state)?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    let pointer = types::pointer(parser.context, 0);
    let operands =
        [parser.resolve(address, pointer)?, parser.resolve(expected, ty)?, parser.resolve(value, ty)?];
    state.operands.extend(operands);
    state.result_types.extend(value_and_flag(parser.context, ty));
    Ok(())
}

/// The intrinsics whose operands had no types until MLIR 16, when all pointers of theirs were of one type: the operands, and what is between
/// them. Those of the last one are in the reverse order.
const UNTYPED: &[(&str, &[Untyped], Option<&str>)] = &[
    ("llvm.intr.coro.begin", &[Untyped::Token, Untyped::Pointer], None),
    ("llvm.intr.coro.free", &[Untyped::Token, Untyped::Pointer], None),
    ("llvm.intr.coro.id", &[Untyped::Integer, Untyped::Pointer, Untyped::Pointer, Untyped::Pointer], None),
    ("llvm.intr.coro.resume", &[Untyped::Pointer], None),
    ("llvm.intr.coro.save", &[Untyped::Pointer], None),
    ("llvm.intr.eh.typeid.for", &[Untyped::Pointer], None),
    ("llvm.intr.stackrestore", &[Untyped::Pointer], None),
    ("llvm.intr.vaend", &[Untyped::Pointer], None),
    ("llvm.intr.vastart", &[Untyped::Pointer], None),
    ("llvm.intr.vacopy", &[Untyped::Pointer, Untyped::Pointer], Some("to")),
];

/// The type that an operand of [`UNTYPED`] has.
#[derive(Clone, Copy)]
enum Untyped {
    Pointer,
    Token,
    Integer,
}

/// Parses `%a, %b {…} : i32`, with the type of the result, if there is one.
fn untyped(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let name = context.op_name_data(state.name).name;
    let (_, operands, word) =
        UNTYPED.iter().find(|row| row.0 == context.str(name)).expect("it has this form");
    for (index, operand) in operands.iter().enumerate() {
        match word {
            Some(word) if index > 0 && parser.eat_keyword(word) => {}
            Some(word) if index > 0 => return Err(parser.error(format!("expected '{word}'"))),
            _ if index > 0 => parser.expect(b',')?,
            _ => {}
        }
        let operand_name = parser.parse_operand()?;
        let ty = match operand {
            Untyped::Pointer => types::pointer(context, 0),
            Untyped::Token => types::token(context),
            Untyped::Integer => context.common.i32,
        };
        state.operands.push(parser.resolve(operand_name, ty)?);
    }
    if word.is_some() {
        state.operands.reverse();
    }
    state.attributes = parser.optional_attr_dict()?;
    if parser.at(b':') {
        state.result_types.push(parser.colon_type()?);
    }
    Ok(())
}

/// Parses `-1, %p : !llvm.ptr`, with the size that MLIR has had up to 21.
fn lifetime(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parser.integer()?;
    parser.expect(b',')?;
    let address = parser.parse_operand()?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    state.operands.push(parser.resolve(address, ty)?);
    Ok(())
}

/// Parses `{ctors = [@f], priorities = [0 : i32]}`, without the data that there is since MLIR 20.
fn dictionary(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

/// Parses the keyword of an enum case into the property `name`.
fn keyword(
    parser: &mut Parser<'_, '_>,
    name: &str,
    cases: &'static EnumDef,
    state: &mut OpState,
) -> ParseResult<()> {
    let start = parser.offset();
    let word = parser.keyword()?;
    let value = std::str::from_utf8(word).ok().and_then(|word| cases.value(word));
    let Some(value) = value else {
        return Err(parser.error_at(start, "expected a keyword of the operation"));
    };
    let value = cases.attribute(parser.context, value);
    state.properties.push(NamedAttribute { name: parser.context.ident(name), value });
    Ok(())
}

/// Parses `%p[%i, %j] : (!llvm<"float*">, !llvm.i64, !llvm.i64) -> !llvm<"float*">`.
fn gep(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let base = parser.parse_operand()?;
    parser.expect(b'[')?;
    let indices = parser.parse_operands()?;
    parser.expect(b']')?;
    state.attributes = parser.optional_attr_dict()?;
    parser.expect(b':')?;
    parser.expect(b'(')?;
    let start = parser.offset();
    let mut element = None;
    let mut types = Vec::new();
    parser.list(b')', |parser| {
        let ty = parser.parse_type()?;
        if types.is_empty() {
            element = Some(parser.take_pointee(ty, start)?);
        }
        types.push(ty);
        Ok(())
    })?;
    parser.expect_arrow()?;
    let result = parser.parse_type()?;
    let Some(element) = element else {
        return Err(parser.error_at(start, "expected a pointer with the type that it points to"));
    };
    parser.check_counts(indices.len() + 1, types.len())?;
    let raw = vec![DYNAMIC_INDEX; indices.len()];
    for (operand, ty) in std::iter::once(base).chain(indices).zip(types) {
        state.operands.push(parser.resolve(operand, ty)?);
    }
    state.result_types.push(result);
    for (name, value) in [
        ("rawConstantIndices", Attribute::dense_i32(context, &raw)),
        ("elem_type", Attribute::of_type(context, element)),
    ] {
        state.properties.push(NamedAttribute { name: context.ident(name), value });
    }
    Ok(())
}
