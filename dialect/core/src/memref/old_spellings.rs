//! The syntax of the dialect from 2019 to 2022, when its operations belonged to the dialect `std`.

use tern_mlir::asm::{ParseResult, Parser};
use tern_mlir::declare::OldSpellings;
use tern_mlir::{Attribute, NamedAttribute, OpState};

pub(super) static OLD_SPELLINGS: OldSpellings = OldSpellings {
    heir_of: &["", "std"],
    renamed: &[
        ("global_memref", "memref.global"),
        ("memref_cast", "memref.cast"),
        ("memref_reinterpret_cast", "memref.reinterpret_cast"),
        ("memref_reshape", "memref.reshape"),
    ],
    operation: |name| (name == "memref.dim").then_some(dim),
    ..OldSpellings::new()
};

/// Parses `%m, 1 : memref<4x?xf32>`; the dimension becomes a constant.
fn dim(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let source = parser.parse_operand()?;
    parser.expect(b',')?;
    let start = parser.offset();
    let number = i64::try_from(parser.integer()?);
    let number = number.map_err(|_| parser.error_at(start, "integer value too large"))?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    let index = context.common.index;
    let mut constant = OpState::new(context.op_name("arith.constant"), state.location);
    let value = Attribute::integer(context, index, number);
    constant.properties.push(NamedAttribute { name: context.ident("value"), value });
    constant.result_types.push(index);
    let source = parser.resolve(source, ty)?;
    let constant = parser.imply(constant);
    state.operands.extend([Some(source), constant].into_iter().flatten());
    state.result_types.push(index);
    Ok(())
}
