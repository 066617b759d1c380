//! The syntax of operations from 2019 to 2022, which derived element types from pointer types.

use super::enums::{AtomicBinOp, AtomicOrdering};
use super::syntax::gep::DYNAMIC_INDEX;
use super::traits::value_and_flag;
use super::{old_types, types};
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
