//! Translates constants: to operations where a value is needed, and to attributes elsewhere.

use tern_dialect_llvm::attributes::BLOCK_ADDRESS;
use tern_dialect_llvm::ops;
use tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX;
use tern_dialect_tern::constants::PtrAuth;
use tern_llvm_ir::constants::{ConstantExpr, ConstantKind};
use tern_llvm_ir::instruction::Flags;
use tern_llvm_ir::{Constant, TypeKind};
use tern_mapping::asides;
use tern_mapping::flags::subset;
use tern_mlir::attributes::NamedAttribute;
use tern_mlir::declare::Param;
use tern_mlir::int::IntValue;
use tern_mlir::types::TypeKind as Mlir;
use tern_mlir::{AttrKind, Attribute, Location, Type, Value};

use crate::beyond_mlir::is_foreign_vector;
use crate::builder::{New, binary, cast, string, symbol};
use crate::functions::{BodyState, Values};
use crate::op_cache::{CachedOp, RawIndices};
use crate::{Error, Importer, Result, ir};

impl<'c> Importer<'_, 'c> {
    /// A constant of plain data as the `value` of `llvm.mlir.constant` or of a global.
    pub(crate) fn plain_attribute(&mut self, constant: Constant) -> Option<Attribute> {
        let (context, module) = (self.context, self.ir);
        let data = module.constants.get(constant);
        let imported = self.ty(data.ty);
        Some(match &data.kind {
            ConstantKind::Integer(bits) => {
                let width = module.types.integer_width(data.ty)?;
                context.attr(AttrKind::Integer { ty: imported, value: IntValue::from_u64(width, *bits) })
            }
            ConstantKind::BigInteger(limbs) => {
                let width = module.types.integer_width(data.ty)?;
                let value = IntValue::from_limbs(width, limbs.iter().copied());
                context.attr(AttrKind::Integer { ty: imported, value })
            }
            ConstantKind::Float(bits) => {
                if *module.types.kind(data.ty) == TypeKind::PpcFp128 {
                    return None;
                }
                Attribute::float(context, imported, *bits)
            }
            ConstantKind::Data(bytes) => {
                let element = module.types.element(data.ty, 0)?;
                if !module.types.is_vector(data.ty) && element == module.types.common.i8 {
                    return Some(string(context, bytes));
                }
                let count = module.types.element_count(data.ty)?;
                if module.types.is_byte(element) {
                    return None;
                }
                let size = module.types.data_element_size(element)?;
                self.dense(data.ty, &[i64::try_from(count).ok()?], (element, size), bytes)
            }
            ConstantKind::Aggregate(_) if self.policy.dense_aggregates => return self.nested_data(constant),
            ConstantKind::Zero if self.policy.dense_aggregates => return self.zero_attribute(data.ty),
            _ => return None,
        })
    }

    /// The elements of plain data, which have this type and size in bytes.
    fn dense(
        &mut self,
        ty: ir::Type,
        shape: &[i64],
        (element, size): (ir::Type, usize),
        bytes: &[u8],
    ) -> Attribute {
        let context = self.context;
        let element = self.ty(element);
        let ty = match self.ir.types.is_vector(ty) {
            true => self.ty(ty),
            false => context.ty(Mlir::RankedTensor { shape: shape.into(), element, encoding: None }),
        };
        let splat = bytes.chunks_exact(size).all(|chunk| chunk == &bytes[..size]);
        let data = if splat { &bytes[..size] } else { bytes };
        context.attr(AttrKind::DenseElements { ty, data: data.into(), splat })
    }

    /// A constant as an attribute. What has no attribute of its own is represented by its keyword or text in LLVM's syntax.
    pub(crate) fn constant_attribute(&mut self, constant: Constant) -> Attribute {
        let (context, module) = (self.context, self.ir);
        if let Some(attribute) = self.plain_attribute(constant)
            && !matches!(attribute.kind(context), AttrKind::String { .. } | AttrKind::DenseElements { .. })
        {
            return attribute;
        }
        let data = module.constants.get(constant).clone();
        if let ConstantKind::Global(global) = data.kind
            && module.globals[global].address_space == 0
        {
            return symbol(context, self.symbol(global));
        }
        if let ConstantKind::BlockAddress(global, block) = data.kind
            && module.globals[global].address_space == 0
        {
            return self.block_address(global, block);
        }
        // Everything else is kept in LLVM's own syntax.
        let text = ir::writer::constant_to_string(module, constant);
        let mut entries =
            vec![NamedAttribute { name: context.ident("constant"), value: string(context, text.as_bytes()) }];
        let mut blocks = Vec::new();
        if !self.decided.block_tags.is_empty() {
            self.addressed_within(constant, &mut blocks);
        }
        if !blocks.is_empty() {
            let value = Attribute::array(context, blocks);
            entries.push(NamedAttribute { name: context.ident(asides::BLOCKS), value });
        }
        let structs = ir::writer::structs_of_constant(module, constant);
        if !structs.is_empty() {
            let types: Vec<_> = structs.into_iter().map(|id| self.named_struct(id)).collect();
            let value = Attribute::array(context, types);
            entries.push(NamedAttribute { name: context.ident(asides::TYPES), value });
        }
        Attribute::dictionary(context, entries)
    }

    /// An entry of [`asides::TYPES`].
    fn named_struct(&mut self, id: ir::types::StructId) -> Attribute {
        let (context, module) = (self.context, self.ir);
        let ty = module.types.intern(TypeKind::Identified(id));
        let attribute = Attribute::of_type(context, self.ty(ty));
        if module.types.structs[id].name.is_some() {
            return attribute;
        }
        let spelled = ir::writer::type_to_string(module, ty);
        let number = spelled.trim_start_matches('%').parse().expect("structs without a name are numbered");
        Attribute::array(context, [Attribute::integer(context, context.common.index, number), attribute])
    }

    /// Collects the blocks whose addresses a constant takes, in the order of its text. The recursion is bounded: the reader
    /// limits the nesting of constants.
    fn addressed_within(&mut self, constant: Constant, blocks: &mut Vec<Attribute>) {
        match self.ir.constants.kind(constant) {
            ConstantKind::BlockAddress(global, block) => blocks.push(self.block_address(*global, *block)),
            kind => {
                for operand in kind.operands() {
                    self.addressed_within(operand, blocks);
                }
            }
        }
    }

    /// `#llvm.blockaddress<function = @f, tag = <id = n>>`
    fn block_address(&mut self, global: ir::Global, block: ir::Block) -> Attribute {
        let tag = self.block_tag(global, block).expect("invariant: blocks whose address is taken have tags");
        let tag = self.block_tag_attribute(tag);
        let function = symbol(self.context, self.symbol(global));
        Attribute::declare(self.context, &BLOCK_ADDRESS, [Param::Attribute(function), Param::Attribute(tag)])
    }

    /// The value of a constant in a function or initializer, created on first use.
    #[inline(always)]
    pub(crate) fn constant(&mut self, site: &mut BodyState<'_>, constant: Constant) -> Result<Value> {
        if let Some(&value) = site.constants.get(&constant) {
            return Ok(value);
        }
        if self.policy.walks() {
            return self.constant_in_order(site, constant);
        }
        let value = self.make_constant(site, constant)?;
        site.constants.insert(constant, value);
        Ok(value)
    }

    /// The operation for a constant that needs exactly one operation without operands; without its result.
    fn alone(&mut self, constant: Constant) -> Option<New<'c>> {
        let (context, module) = (self.context, self.ir);
        if let Some(value) = self.plain_attribute(constant) {
            return Some(New::of(context, ops::Constant::start().value(value)));
        }
        let data = module.constants.get(constant);
        Some(match data.kind {
            ConstantKind::Zero => {
                self.report_scalable_zero(data.ty);
                New::of(context, ops::Zero::start())
            }
            ConstantKind::Undef => New::of(context, ops::Undef::start()),
            ConstantKind::Poison => New::of(context, ops::Poison::start()),
            ConstantKind::None => New::of(context, ops::NoneToken::start()),
            ConstantKind::Global(global) => self.address_of(global),
            ConstantKind::NoCfi(global) if self.policy.keeps_all => {
                self.address_of(global).unit_aside(asides::NO_CFI, true)
            }
            ConstantKind::DsoLocalEquivalent(global) => {
                New::of(context, ops::DSOLocalEquivalent::start().function_name(self.symbol(global)))
                    .in_tern(self.is_refused_constant(constant))
            }
            ConstantKind::BlockAddress(global, block) => {
                let address = self.block_address(global, block);
                New::of(context, ops::BlockAddress::start().block_addr(address))
            }
            _ => return None,
        })
    }

    /// The cached form of a constant that is an operation without operands.
    fn cached_alone(&mut self, constant: Constant, ty: Type) -> Option<CachedOp> {
        self.alone(constant).map(|mut new| CachedOp::of(&mut new, Some(ty)))
    }

    pub(crate) fn make_constant(&mut self, site: &mut BodyState<'_>, constant: Constant) -> Result<Value> {
        let (context, module) = (self.context, self.ir);
        let ty = self.ty(module.constants.ty(constant));
        let form = match self.policy.repeats {
            false => self.cached_alone(constant, ty),
            true => {
                // Computing a missing entry needs the whole importer, so the cache is taken out meanwhile.
                let mut known = std::mem::take(&mut self.ops.constants);
                let form = known.get(&[constant], || self.cached_alone(constant, ty));
                self.ops.constants = known;
                form
            }
        };
        if let Some(form) = form {
            return Ok(site.emit_cached(form, Location::unknown(context)));
        }
        let data = module.constants.get(constant).clone();
        let new = match data.kind {
            ConstantKind::NoCfi(_) | ConstantKind::PtrAuth(_) if !self.policy.keeps_all => {
                return Err(self.unhandled_constant(constant));
            }
            ConstantKind::PtrAuth(operands) => {
                let operands = operands
                    .iter()
                    .map(|&operand| self.constant(site, operand))
                    .collect::<Result<Vec<_>>>()?;
                New::op(context, PtrAuth::NAME).operands(operands).result(ty)
            }
            ConstantKind::Float(bits) => {
                // `ppc_fp128`: stored as the bits of an integer.
                let wide = Type::integer(context, 128);
                let value = IntValue::from_limbs(128, [bits as u64, (bits >> 64) as u64]);
                let value = context.attr(AttrKind::Integer { ty: wide, value });
                let bits = site.emit(New::of(context, ops::Constant::start().value(value)).result(wide));
                site.constexpr(New::of(context, ops::Bitcast::start()).operands([bits]).result(ty))
            }
            ConstantKind::Integer(_) | ConstantKind::BigInteger(_) if module.types.is_byte(data.ty) => {
                let width = module.types.bits_width(data.ty).unwrap_or(8);
                let bits = module.constants.intern(module.types.integer(width), data.kind);
                let bits = self.constant(site, bits)?;
                site.constexpr(
                    New::of(context, ops::Bitcast::start()).in_tern(true).operands([bits]).result(ty),
                )
            }
            ConstantKind::Data(_) => {
                let elements = module.constants.elements(&module.types, constant);
                let Some(elements) = elements else {
                    return Err(Error::new("plain data of a type that holds none"));
                };
                return self.aggregate(site, data.ty, &elements);
            }
            ConstantKind::Splat(element) if self.policy.walks() => {
                let element = self.constant(site, element)?;
                return self.ordered_splat(site, data.ty, element);
            }
            ConstantKind::Splat(element) => {
                // The splat of a scalable vector becomes a shuffle of its first element, the form that LLVM itself used to print.
                let element = self.constant(site, element)?;
                let zero = Attribute::integer(context, context.common.i32, 0);
                let zero = New::of(context, ops::Constant::start().value(zero)).result(context.common.i32);
                let zero = site.emit(zero);
                let base = site.emit(New::of(context, ops::Poison::start()).result(ty));
                let refused = self.is_refused_constant(constant);
                let insert = New::of(context, ops::InsertElement::start()).in_tern(refused);
                let insert = insert.operands([base, element, zero]).result(ty);
                let inserted = site.emit(site.constexpr(insert));
                let lanes = module.types.kind(data.ty).clone();
                let TypeKind::Vector { len, .. } = lanes else {
                    return Err(Error::new("a splat that is no vector"));
                };
                let mask = scalable_mask(0, len)?;
                let shuffle = New::of(context, ops::ShuffleVector::start().mask(&mask[..])).in_tern(refused);
                site.constexpr(shuffle.operands([inserted, base]).result(ty))
            }
            ConstantKind::Aggregate(elements) => return self.aggregate(site, data.ty, &elements),
            ConstantKind::Expr(expr) => {
                return self.expression(site, &expr, ty, self.is_refused_constant(constant));
            }
            ConstantKind::InlineAsm(_) => {
                return Err(Error::new("inline assembly other than as the callee of a call"));
            }
            ConstantKind::Metadata(_) | ConstantKind::LocalMetadata(_) | ConstantKind::ArgList(_) => {
                return Err(Error::new("metadata as an operand of an instruction other than a call"));
            }
            _ => return Err(Error::new("plain data of a type that holds none")),
        };
        Ok(site.emit(new))
    }

    /// `llvm.mlir.addressof` without its result.
    pub(crate) fn address_of(&mut self, global: ir::Global) -> New<'c> {
        New::of(self.context, ops::AddressOf::start().global_name(self.symbol(global)))
    }

    fn aggregate(&mut self, site: &mut BodyState<'_>, ty: ir::Type, elements: &[Constant]) -> Result<Value> {
        let context = self.context;
        let vector = self.ir.types.is_vector(ty);
        let refused = self.policy.satisfies_verifier && is_foreign_vector(self.ir, ty);
        let imported = self.ty(ty);
        let mut value = site.emit(New::of(context, ops::Undef::start()).result(imported));
        for (index, &element) in elements.iter().enumerate() {
            let element = self.constant(site, element)?;
            let new = if vector {
                let position = Attribute::integer(context, context.common.i32, index as i64);
                let position = New::of(context, ops::Constant::start().value(position));
                let position = site.emit(position.result(context.common.i32));
                New::of(context, ops::InsertElement::start())
                    .in_tern(refused)
                    .operands([value, element, position])
            } else {
                let position = [index as i64];
                New::of(context, ops::InsertValue::start().position(&position[..])).operands([value, element])
            };
            value = site.emit(site.constexpr(new.result(imported)));
        }
        Ok(value)
    }

    fn expression(
        &mut self,
        site: &mut BodyState<'_>,
        expr: &ConstantExpr,
        ty: Type,
        refused: bool,
    ) -> Result<Value> {
        let context = self.context;
        let new = match expr {
            ConstantExpr::Cast { op, value } => {
                let value = self.constant(site, *value)?;
                self.operation_of_flags(cast(context, *op), Flags::empty()).operands([value])
            }
            ConstantExpr::Binary { op, flags, lhs, rhs } => {
                let (lhs, rhs) = (self.constant(site, *lhs)?, self.constant(site, *rhs)?);
                self.operation_of_flags(binary(context, *op), *flags).operands([lhs, rhs])
            }
            ConstantExpr::GetElementPtr { flags, inrange, element, base, indices } => {
                let base = self.constant(site, *base)?;
                let indices: Vec<ir::Value> = indices.iter().map(|&index| index.into()).collect();
                let mut operands = Values::from_slice(&[base]);
                let indices = self.gep_indices(site, *element, &indices, &mut operands)?;
                let mut new = self.gep(*flags, *element, &indices).operands(operands);
                if let Some((low, high)) = inrange.filter(|_| self.policy.keeps_all) {
                    new = new.aside(asides::INRANGE, Attribute::dense_i64(context, &[low, high]));
                }
                new
            }
            ConstantExpr::ExtractElement { vector, index } => {
                let operands = [self.constant(site, *vector)?, self.constant(site, *index)?];
                New::of(context, ops::ExtractElement::start()).operands(operands)
            }
            ConstantExpr::InsertElement { vector, value, index } => {
                let operands = [
                    self.constant(site, *vector)?,
                    self.constant(site, *value)?,
                    self.constant(site, *index)?,
                ];
                New::of(context, ops::InsertElement::start()).operands(operands)
            }
            ConstantExpr::ShuffleVector { a, b, mask } => {
                let operands = [self.constant(site, *a)?, self.constant(site, *b)?];
                let mask = match (ty.kind(context), &**mask) {
                    (Mlir::Vector { shape, scalable, .. }, &[number]) if scalable.contains(&true) => {
                        scalable_mask(number, shape[0] as u32)?
                    }
                    _ => mask.to_vec(),
                };
                New::of(context, ops::ShuffleVector::start().mask(&mask[..])).operands(operands)
            }
        };
        Ok(site.emit(site.constexpr(new.in_tern(refused).result(ty))))
    }

    /// The `rawConstantIndices` of a `getelementptr`. Indices that are not constant there are appended to `operands`.
    #[inline(always)]
    pub(crate) fn gep_indices(
        &mut self,
        site: &mut BodyState<'_>,
        element: ir::Type,
        indices: &[ir::Value],
        operands: &mut Values,
    ) -> Result<RawIndices> {
        let module = self.ir;
        let mut raw = RawIndices::default();
        let mut ty = element;
        for (position, &index) in indices.iter().enumerate() {
            let constant = index.constant().map(|constant| module.constants.get(constant));
            let small = constant.and_then(|data| match data.kind {
                ConstantKind::Integer(bits) if data.ty == module.types.common.i32 => Some(bits as u32 as i32),
                _ => None,
            });
            let into_struct = position > 0 && module.types.struct_fields(ty).is_some();
            match small.filter(|&value| into_struct && value != DYNAMIC_INDEX) {
                Some(value) => {
                    raw.push(value);
                    self.visit_unused(site, index)?;
                }
                None => {
                    raw.push(DYNAMIC_INDEX);
                    operands.push(self.value(site, index)?);
                }
            }
            if position > 0 {
                let field = small.map_or(0, |value| value as u64);
                ty = module.types.element(ty, field).unwrap_or(ty);
            }
        }
        Ok(raw)
    }

    /// `llvm.getelementptr` without its operands.
    pub(crate) fn gep(&mut self, flags: Flags, element: ir::Type, indices: &[i32]) -> New<'c> {
        let refused = self.steps_into_struct(element, indices);
        let new = ops::GetElementPtr::start()
            .elem_type(self.ty(element))
            .noWrapFlags(subset(flags))
            .rawConstantIndices(indices);
        self.built(new).in_tern(refused)
    }
}

/// The limit for the lanes of a scalable shuffle.
const MOST_LANES: u32 = 1 << 20;

/// The mask of a scalable shuffle. LLVM keeps a single number; MLIR has one for each lane.
pub(crate) fn scalable_mask(number: i32, lanes: u32) -> Result<Vec<i32>> {
    match lanes <= MOST_LANES {
        true => Ok(vec![number; lanes as usize]),
        false => Err(Error::new(format!(
            "a shuffle of {lanes} scalable lanes is too large for the dialect, which spells them out: more than {MOST_LANES}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::Context;

    use super::MOST_LANES;

    /// A shuffle, a splat in a function and one in an initializer have as many lanes, and no more.
    #[test]
    fn masks_of_scalable_shuffles_are_bounded() {
        for compat in [crate::Compat::Lossless, crate::Compat::Upstream] {
            for (lanes, fits) in [(MOST_LANES, true), (MOST_LANES + 1, false), (u32::MAX, false)] {
                let vector = format!("<vscale x {lanes} x i32>");
                let shuffle = format!("{vector} %v, {vector} %v, {vector} zeroinitializer");
                let function = |body| format!("define {vector} @f({vector} %v) {{\n{body}\n}}\n");
                for source in [
                    function(format!("  %s = shufflevector {shuffle}\n  ret {vector} %s")),
                    function(format!("  ret {vector} splat (i32 1)")),
                    format!("@g = global {vector} splat (i32 1)\n"),
                ] {
                    let module = tern_llvm_ir::read(source.as_bytes(), "lanes.ll");
                    let module = module.unwrap_or_else(|error| panic!("{error}"));
                    let context = Context::new(tern_dialect_llvm::DIALECTS);
                    let options = crate::Options { compat, ..Default::default() };
                    match crate::import_with(&context, &module, options) {
                        Ok(_) => assert!(fits, "{source}"),
                        Err(errors) => assert!(
                            !fits && errors[0].message().contains("scalable lanes is too large"),
                            "{source}: {errors:?}"
                        ),
                    }
                }
            }
        }
    }
}
