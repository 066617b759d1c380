//! Conversion of elementwise operations on scalars and vectors. LLVM's vectors have one dimension; a vector of several
//! dimensions is converted to nested arrays, and one operation is made for each one-dimensional vector in them.

use tern_dialect_core::arith;
use tern_dialect_core::arith::interfaces::{
    ArithExactFlagInterface, ArithFastMathInterface, ArithIntegerOverflowFlagsInterface,
};
use tern_dialect_llvm::attributes::values;
use tern_dialect_llvm::enums::{FastmathFlags, IntegerOverflowFlags};
use tern_dialect_llvm::types::array_parts;
use tern_mlir::declare::{New, Param};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Context, NamedAttribute, OpRef, Type, TypeKind, Value};

use super::builder::{LlvmBuilder, element_at};
use super::pattern::{Adaptor, NoMatch, Rewrite};
use super::rewriter::Rewriter;
use super::type_converter::TypeConverter;
use crate::unrolling::product;

/// The target of an elementwise conversion: an operation with its inherent and discardable attributes.
#[derive(Clone, Debug)]
pub struct Elementwise {
    /// The operation, without operands and results.
    new: New,
    /// The discardable attributes, a dictionary.
    pub attributes: Attribute,
}

impl Elementwise {
    /// A target operation without discardable attributes: `llvm::FAdd::DEF`, or one with inherent attributes.
    pub fn new(context: &Context, new: impl Into<New>) -> Self {
        Self { new: new.into(), attributes: context.common.empty_dictionary }
    }

    /// A target operation with those attributes of `op` that it supports: fast-math flags, overflow flags, `exact`, and the
    /// discardable attributes. Fast-math flags that it does not support become a discardable attribute.
    pub fn like(op: OpRef<'_>, new: impl Into<New>) -> Self {
        let context = op.context;
        let mut all = Self { new: new.into(), attributes: op.body.attributes(op.op) };
        let has_flags = all.new.def().attribute("fastmathFlags").is_some();
        if let Some(flags) = ArithFastMathInterface(op).fastmath() {
            let of_llvm = fastmath_flags(flags);
            if !has_flags {
                let flags = Attribute::declare(context, &arith::FASTMATH, [Param::Unsigned(flags.bits())]);
                all.add_discardable(context, "fastmath", flags);
            } else if !of_llvm.is_empty() {
                all.add_inherent(context, "fastmathFlags", values::fastmath(context, of_llvm));
            }
        }
        if let Some(flags) = ArithIntegerOverflowFlagsInterface(op).overflowFlags()
            && !flags.is_empty()
        {
            let pairs = [
                (arith::IntegerOverflowFlags::NSW, IntegerOverflowFlags::NSW),
                (arith::IntegerOverflowFlags::NUW, IntegerOverflowFlags::NUW),
            ];
            let all_flags = pairs.into_iter().filter(|(ours, _)| flags.contains(*ours)).map(|(_, llvm)| llvm);
            let all_flags: IntegerOverflowFlags = all_flags.collect();
            let value = IntegerOverflowFlags::DEF.attribute(context, all_flags.bits());
            all.add_inherent(context, "overflowFlags", value);
        }
        if ArithExactFlagInterface(op).isExact() {
            all.add_inherent(context, "isExact", context.common.unit);
        }
        all
    }

    fn add_inherent(&mut self, context: &Context, name: &'static str, value: Attribute) {
        self.new.inherit(context, &[NamedAttribute { name: context.name(name), value }]);
    }

    /// Adds a discardable attribute. One of the same name is replaced.
    pub(crate) fn add_discardable(&mut self, context: &Context, name: &'static str, value: Attribute) {
        let mut entries = self.attributes.as_dictionary(context).unwrap_or_default().to_vec();
        entries.push(NamedAttribute { name: context.name(name), value });
        self.attributes = Attribute::dictionary(context, entries);
    }

    /// Makes one operation of this kind.
    pub fn make(&self, b: &mut Rewriter<'_, '_>, operands: &[Value], result: Type) -> Value {
        let mut new = self.new.clone();
        new.group(operands);
        new.results(&[result]);
        let op = b.create(new);
        b.body_mut().set_attributes(op, self.attributes);
        b.body().made_result(op)
    }

    /// Replaces `op` by this operation, or by one for each one-dimensional vector of a nested array.
    ///
    /// # Errors
    /// If the type of the result cannot be converted.
    pub fn replace(&self, op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
        let result = b.converted_result(op.op)?;
        let value = each_part(b, op.operands, result, |b, operands, ty| self.make(b, operands, ty))?;
        b.replace(op.op, &[value]);
        Ok(())
    }
}

/// The fast-math flags in the `llvm` dialect.
pub(crate) fn fastmath_flags(flags: arith::FastMathFlags) -> FastmathFlags {
    use arith::FastMathFlags as Arith;
    let pairs = [
        (Arith::NNAN, FastmathFlags::NNAN),
        (Arith::NINF, FastmathFlags::NINF),
        (Arith::NSZ, FastmathFlags::NSZ),
        (Arith::ARCP, FastmathFlags::ARCP),
        (Arith::CONTRACT, FastmathFlags::CONTRACT),
        (Arith::AFN, FastmathFlags::AFN),
        (Arith::REASSOC, FastmathFlags::REASSOC),
    ];
    pairs.into_iter().filter(|(ours, _)| flags.contains(*ours)).map(|(_, llvm)| llvm).collect()
}

/// Applies `make` to converted operands, with a result of the converted type `result`. For nested arrays, applies it to each
/// one-dimensional vector and reassembles the result. MLIR: `handleMultidimensionalVectors`.
///
/// # Errors
/// If operands and result differ in shape.
pub(crate) fn each_part(
    b: &mut Rewriter<'_, '_>,
    operands: &[Value],
    result: Type,
    mut make: impl FnMut(&mut Rewriter<'_, '_>, &[Value], Type) -> Value,
) -> Result<Value, NoMatch> {
    let context = b.context();
    let sizes = |ty: Type| {
        let (mut sizes, mut ty) = (Vec::new(), ty);
        while let Some((inner, length)) = array_parts(context, ty) {
            sizes.push(length as i64);
            ty = inner;
        }
        sizes
    };
    let shape = match operands.first() {
        Some(&first) => sizes(b.type_of(first)),
        None => Vec::new(),
    };
    if shape.is_empty() {
        return Ok(make(b, operands, result));
    }
    if sizes(result) != shape || operands.iter().any(|&operand| sizes(b.type_of(operand)) != shape) {
        return Err("operands and result are not vectors of one shape".into());
    }
    b.unroll(product(&shape))?;
    let mut whole = b.poison(result);
    let mut position = vec![0; shape.len()];
    let part = element_at(context, result, &position);
    if shape.contains(&0) {
        return Ok(whole);
    }
    loop {
        let parts: Vec<Value> = operands.iter().map(|&operand| b.extract_value(operand, &position)).collect();
        let made = make(b, &parts, part);
        whole = b.insert_value(whole, made, &position);
        // Advances the position, the last dimension fastest.
        let Some(dimension) = (0..shape.len()).rev().find(|&at| position[at] + 1 < shape[at]) else {
            return Ok(whole);
        };
        position[dimension] += 1;
        position[dimension + 1..].fill(0);
    }
}

/// Whether `ty` is a float type, or a vector of one, that LLVM represents as an integer. MLIR:
/// `isUnsupportedFloatingPointType`.
pub(crate) fn is_unsupported_float(converter: &TypeConverter<'_>, ty: Type) -> bool {
    let element = ty.element_or_self(converter.context());
    matches!(element.kind(converter.context()), TypeKind::Float(_)) && !converter.is_legal(element)
}
