//! Operations as they were spelled from 2019 to 2022: those of the dialect `std`, with its name or without any, and those of `llvm`
//! that took the types of what they access from pointers.

use super::{ParseResult, Parser};
use crate::attributes::{Attribute, NamedAttribute};
use crate::body::OpState;
use crate::context::Context;
use crate::declare::EnumDef;
use crate::llvm::enums::{AtomicBinOp, AtomicOrdering};
use crate::llvm::traits::value_and_flag;

/// Operations of `std` and of `llvm`, and what they are called now, where more than the dialect changed. All others of the same name
/// are in the first of [`HEIRS`] that has them.
const RENAMED: &[(&str, &str)] = &[
    ("and", "arith.andi"),
    ("ceildivi_signed", "arith.ceildivsi"),
    ("divi_signed", "arith.divsi"),
    ("divi_unsigned", "arith.divui"),
    ("floordivi_signed", "arith.floordivsi"),
    ("fpext", "arith.extf"),
    ("fptrunc", "arith.truncf"),
    ("global_memref", "memref.global"),
    ("llvm.mlir.cast", "builtin.unrealized_conversion_cast"),
    ("llvm.mlir.null", "llvm.mlir.zero"),
    ("memref_cast", "memref.cast"),
    ("memref_reinterpret_cast", "memref.reinterpret_cast"),
    ("memref_reshape", "memref.reshape"),
    ("or", "arith.ori"),
    ("remi_signed", "arith.remsi"),
    ("remi_unsigned", "arith.remui"),
    ("sexti", "arith.extsi"),
    ("shift_left", "arith.shli"),
    ("shift_right_signed", "arith.shrsi"),
    ("shift_right_unsigned", "arith.shrui"),
    ("signed_shift_right", "arith.shrsi"),
    ("xor", "arith.xori"),
    ("zexti", "arith.extui"),
];

/// The dialects that `std` became.
const HEIRS: [&str; 5] = ["func", "arith", "cf", "memref", "math"];

/// Whether [`Parser::old_operation`] knows an old form of the operation `name`.
pub(super) fn is_known(name: &str) -> bool {
    const KNOWN: [&str; 6] =
        ["llvm.load", "llvm.store", "llvm.getelementptr", "llvm.atomicrmw", "llvm.cmpxchg", "memref.dim"];
    KNOWN.contains(&name)
}

/// Says what was meant where the old form left it out: `func @f()` without a body was a declaration, which is private now.
pub(super) fn complete(context: &Context, name: &str, spelled: &str, state: &mut OpState) {
    if name != "func.func" || !["func", "std.func"].contains(&spelled) {
        return;
    }
    let visibility = context.ident("sym_visibility");
    let declared = state
        .body
        .as_ref()
        .is_some_and(|body| body.root_regions().iter().all(|&region| body.region_blocks(region).is_empty()));
    if declared && state.properties.iter().all(|entry| entry.name != visibility) {
        let value = Attribute::string(context, "private");
        state.properties.push(NamedAttribute { name: visibility, value });
    }
}

impl Parser<'_, '_> {
    /// What the operation that was called `name` is called now.
    pub(super) fn heir(&self, name: &str) -> Option<String> {
        let name = name.strip_prefix("std.").unwrap_or(name);
        let name = match name.strip_prefix("loop.") {
            Some(rest) => return Some(format!("scf.{rest}")),
            None => name,
        };
        let is_known = |name: &String| self.context.op_name_data(self.context.op_name(name)).def.is_some();
        if name == "constant" {
            // What follows tells a function from a number.
            let rest = &self.lexer.text[self.lexer.position..];
            let is_function = rest.trim_ascii_start().starts_with(b"@");
            return Some(if is_function { "func.constant" } else { "arith.constant" }.to_owned());
        }
        let renamed = RENAMED.iter().find(|(old, _)| *old == name).map(|(_, new)| (*new).to_owned());
        let heirs = || HEIRS.iter().map(|dialect| format!("{dialect}.{name}")).find(is_known);
        renamed.or_else(heirs).filter(is_known)
    }

    /// Reads what follows the name of an operation that took a type from a pointer.
    pub(super) fn old_operation(&mut self, name: &str, state: &mut OpState) -> ParseResult<()> {
        match name {
            "llvm.load" => self.old_load(state),
            "llvm.store" => self.old_store(state),
            "memref.dim" => self.old_dim(state),
            "llvm.atomicrmw" => self.old_atomicrmw(state),
            "llvm.cmpxchg" => self.old_cmpxchg(state),
            _ => self.old_gep(state),
        }
    }

    /// `%p : !llvm<"float*">`
    fn old_load(&mut self, state: &mut OpState) -> ParseResult<()> {
        let address = self.parse_operand()?;
        state.attributes = self.optional_attr_dict()?;
        let start = self.offset();
        let ty = self.colon_type()?;
        let Some((_, pointee)) = self.pointee.take().filter(|(pointer, _)| *pointer == ty) else {
            return Err(self.error_at(start, "expected a pointer with the type that it points to"));
        };
        state.operands.push(self.resolve(address, ty)?);
        state.result_types.push(pointee);
        Ok(())
    }

    /// `%value, %p : !llvm<"float*">`
    fn old_store(&mut self, state: &mut OpState) -> ParseResult<()> {
        let value = self.parse_operand()?;
        self.expect(b',')?;
        let address = self.parse_operand()?;
        state.attributes = self.optional_attr_dict()?;
        let start = self.offset();
        let ty = self.colon_type()?;
        let Some((_, pointee)) = self.pointee.take().filter(|(pointer, _)| *pointer == ty) else {
            return Err(self.error_at(start, "expected a pointer with the type that it points to"));
        };
        let operands = [self.resolve(value, pointee)?, self.resolve(address, ty)?];
        state.operands.extend(operands);
        Ok(())
    }

    /// `%m, 1 : memref<4x?xf32>`: the number is a constant now.
    fn old_dim(&mut self, state: &mut OpState) -> ParseResult<()> {
        let context = self.context;
        let source = self.parse_operand()?;
        self.expect(b',')?;
        let start = self.offset();
        let number = i64::try_from(self.integer()?);
        let number = number.map_err(|_| self.error_at(start, "integer value too large"))?;
        state.attributes = self.optional_attr_dict()?;
        let ty = self.colon_type()?;
        let index = context.common.index;
        let mut constant = OpState::new(context.op_name("arith.constant"), state.location);
        let value = Attribute::integer(context, index, number);
        constant.properties.push(NamedAttribute { name: context.ident("value"), value });
        constant.result_types.push(index);
        let source = self.resolve(source, ty)?;
        let constant = self.imply(constant);
        state.operands.extend([Some(source), constant].into_iter().flatten());
        state.result_types.push(index);
        Ok(())
    }

    /// `fadd %p, %value monotonic : !llvm.float`
    fn old_atomicrmw(&mut self, state: &mut OpState) -> ParseResult<()> {
        self.old_enum("bin_op", AtomicBinOp::DEF, state)?;
        let address = self.parse_operand()?;
        self.expect(b',')?;
        let value = self.parse_operand()?;
        self.old_enum("ordering", AtomicOrdering::DEF, state)?;
        state.attributes = self.optional_attr_dict()?;
        let ty = self.colon_type()?;
        let pointer = crate::llvm::types::pointer(self.context, 0);
        let operands = [self.resolve(address, pointer)?, self.resolve(value, ty)?];
        state.operands.extend(operands);
        state.result_types.push(ty);
        Ok(())
    }

    /// `%p, %expected, %value acq_rel monotonic : !llvm.i32`
    fn old_cmpxchg(&mut self, state: &mut OpState) -> ParseResult<()> {
        let address = self.parse_operand()?;
        self.expect(b',')?;
        let expected = self.parse_operand()?;
        self.expect(b',')?;
        let value = self.parse_operand()?;
        self.old_enum("success_ordering", AtomicOrdering::DEF, state)?;
        self.old_enum("failure_ordering", AtomicOrdering::DEF, state)?;
        state.attributes = self.optional_attr_dict()?;
        let ty = self.colon_type()?;
        let pointer = crate::llvm::types::pointer(self.context, 0);
        let operands =
            [self.resolve(address, pointer)?, self.resolve(expected, ty)?, self.resolve(value, ty)?];
        state.operands.extend(operands);
        state.result_types.extend(value_and_flag(self.context, ty));
        Ok(())
    }

    /// The keyword of a case, as the property `name`.
    fn old_enum(&mut self, name: &str, cases: &'static EnumDef, state: &mut OpState) -> ParseResult<()> {
        let start = self.offset();
        let word = self.keyword()?;
        let value = std::str::from_utf8(word).ok().and_then(|word| cases.value(word));
        let Some(value) = value else {
            return Err(self.error_at(start, "expected a keyword of the operation"));
        };
        let value = super::params::enum_attribute(self.context, cases, value);
        state.properties.push(NamedAttribute { name: self.context.ident(name), value });
        Ok(())
    }

    /// `%p[%i, %j] : (!llvm<"float*">, !llvm.i64, !llvm.i64) -> !llvm<"float*">`
    fn old_gep(&mut self, state: &mut OpState) -> ParseResult<()> {
        let context = self.context;
        let base = self.parse_operand()?;
        self.expect(b'[')?;
        let indices = self.parse_operands()?;
        self.expect(b']')?;
        state.attributes = self.optional_attr_dict()?;
        self.expect(b':')?;
        self.expect(b'(')?;
        let start = self.offset();
        let mut element = None;
        let mut types = Vec::new();
        self.list(b')', |parser| {
            let ty = parser.parse_type()?;
            if types.is_empty() {
                element = parser.pointee.take().filter(|(pointer, _)| *pointer == ty);
            }
            types.push(ty);
            Ok(())
        })?;
        self.expect_arrow()?;
        let result = self.parse_type()?;
        let Some((_, element)) = element else {
            return Err(self.error_at(start, "expected a pointer with the type that it points to"));
        };
        self.check_counts(indices.len() + 1, types.len())?;
        let raw = vec![crate::llvm::syntax::gep::DYNAMIC_INDEX; indices.len()];
        for (operand, ty) in std::iter::once(base).chain(indices).zip(types) {
            state.operands.push(self.resolve(operand, ty)?);
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
}
