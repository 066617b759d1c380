//! Exports constants, from operations that compute them and from attributes.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::attributes::{BLOCK_ADDRESS, BLOCK_TAG};
use tern_dialect_llvm::ops;
use tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX;
use tern_dialect_tern::constants::PtrAuth;
use tern_llvm_ir::constants::{ConstantExpr, ConstantKind};
use tern_llvm_ir::instruction::{CastOp, Opcode};
use tern_llvm_ir::{Constant, Type, TypeKind};
use tern_mapping::asides;
use tern_mapping::enums::ToIr;
use tern_mlir::int::IntValue;
use tern_mlir::{AttrKind, Ident, OpRef};

use crate::expressions::MAX_PARTS;
use crate::fold::Predicate;
use crate::functions::BodyState;
use crate::op_facts::OpFacts;
use crate::{Exporter, Result, mlir};

impl Exporter<'_> {
    /// Whether an operation computes a constant: always, or because it is marked as a constant expression.
    pub(crate) fn is_constant_op(&self, op: OpRef<'_>) -> bool {
        self.tables.facts.is_constant(op)
    }

    /// Evaluates an operation that computes a constant and stores its value in `site`.
    pub(crate) fn constant_op(&mut self, site: &mut BodyState<'_>, op: OpRef<'_>) -> Result<()> {
        let Some(result) = op.result() else { return Ok(()) };
        let context = self.context;
        if !self.kind(op).is_constant || op.body.attributes(op.op) != context.common.empty_dictionary {
            self.check_attributes(op)?;
            self.foreign_other_attributes(op)?;
        }
        let Some(ty) = self.ty(op.type_of(result)) else { return self.error(op, "type without LLVM IR") };
        let name = self.kind(op).model_name;
        if matches!(name, ops::InsertValue::NAME | ops::InsertElement::NAME)
            && let Some(elements) = self.insertion(site, op)?
        {
            site.partial.insert(result, (ty, elements));
            return Ok(());
        }
        let simple = |exporter: &mut Self, kind| Ok(exporter.ir.constants.intern(ty, kind));
        let constant = match name {
            ops::Constant::NAME => {
                let Some(value) = ops::Constant::like(op).value() else {
                    return self.error(op, "expects a value");
                };
                // MLIR's verifier may refuse it, but its bits may still fit the type.
                if let Err(message) = llvm::constant_fits(context, value, op.type_of(result)) {
                    return self.error(op, message);
                }
                self.constant_of(value, ty).or_else(|message| self.plain_error(op, message))
            }
            ops::Zero::NAME => Ok(self.ir.constants.zero(&self.ir.types, ty)),
            ops::Undef::NAME => simple(self, ConstantKind::Undef),
            ops::Poison::NAME => simple(self, ConstantKind::Poison),
            ops::NoneToken::NAME => simple(self, ConstantKind::None),
            ops::AddressOf::NAME => {
                let global = self.named_global(op, ops::AddressOf::like(op).global_name())?;
                let kind = match op.attribute(asides::NO_CFI) {
                    Some(_) => ConstantKind::NoCfi(global),
                    None => ConstantKind::Global(global),
                };
                simple(self, kind)
            }
            ops::DSOLocalEquivalent::NAME => {
                let global = self.named_global(op, ops::DSOLocalEquivalent::like(op).function_name())?;
                simple(self, ConstantKind::DsoLocalEquivalent(global))
            }
            ops::BlockAddress::NAME => {
                let address = ops::BlockAddress::like(op).block_addr();
                match address.and_then(|address| self.block_address(address)) {
                    Some((global, block)) => simple(self, ConstantKind::BlockAddress(global, block)),
                    None => {
                        self.error(op, "expects an existing block label target in the referenced function")
                    }
                }
            }
            _ => self.expression(site, op, ty),
        }?;
        site.define_constant(result, constant);
        Ok(())
    }

    /// The global that a constant refers to by its symbol.
    fn named_global(&self, op: OpRef<'_>, symbol: Option<Ident>) -> Result<tern_llvm_ir::Global> {
        match symbol.and_then(|symbol| self.tables.symbols.get(&symbol)) {
            Some(&global) => Ok(global),
            None => self.error(op, "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'"),
        }
    }

    /// The constant that a value stands for.
    pub(crate) fn constant_value(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        value: mlir::Value,
    ) -> Result<Constant> {
        if let Some((ty, elements)) = site.partial.get(&value) {
            let (ty, elements) = (*ty, elements.clone());
            let constant = self.ir.constants.aggregate(&self.ir.types, ty, &elements);
            site.partial.remove(&value);
            site.define_constant(value, constant);
            return Ok(constant);
        }
        match site.values[value].and_then(tern_llvm_ir::Value::constant) {
            Some(constant) => Ok(constant),
            None => self.error(op, "operand of a constant expression must be a constant"),
        }
    }

    /// The elements after an insertion into an aggregate, if it is at a single index of the outermost level.
    fn insertion(&mut self, site: &mut BodyState<'_>, op: OpRef<'_>) -> Result<Option<Vec<Constant>>> {
        let operands = op.operands();
        let (container, value) = match operands {
            [container, value, ..] => (*container, *value),
            _ => return self.error(op, "expects a container and a value"),
        };
        let index = if self.kind(op).model_name == ops::InsertElement::NAME {
            let Some(&position) = operands.get(2) else { return self.error(op, "expects a position") };
            let position = self.constant_value(site, op, position)?;
            match *self.ir.constants.kind(position) {
                ConstantKind::Integer(index) => vec![index as i64],
                _ => return Ok(None),
            }
        } else {
            ops::InsertValue::like(op).position().unwrap_or_default()
        };
        let value = self.constant_value(site, op, value)?;
        // An aggregate without other uses is moved, so that long chains of insertions take linear time.
        let elements = match site.partial.contains_key(&container) && site.body.has_one_use(container) {
            true => site.partial.remove(&container).map(|(_, elements)| elements),
            false => {
                let container = self.constant_value(site, op, container)?;
                self.ir.constants.elements(&self.ir.types, container)
            }
        };
        let Some(mut elements) = elements else { return Ok(None) };
        if self.set_element(&mut elements, &index, value) {
            Ok(Some(elements))
        } else {
            self.error(op, "position out of bounds")
        }
    }

    fn set_element(&mut self, elements: &mut [Constant], index: &[i64], value: Constant) -> bool {
        let Some((&first, rest)) = index.split_first() else { return false };
        let Some(slot) = usize::try_from(first).ok().and_then(|first| elements.get_mut(first)) else {
            return false;
        };
        if rest.is_empty() {
            *slot = value;
            return true;
        }
        let ty = self.ir.constants.ty(*slot);
        let Some(mut inner) = self.ir.constants.elements(&self.ir.types, *slot) else { return false };
        let done = self.set_element(&mut inner, rest, value);
        *slot = self.ir.constants.aggregate(&self.ir.types, ty, &inner);
        done
    }

    fn expression(&mut self, site: &mut BodyState<'_>, op: OpRef<'_>, ty: Type) -> Result<Constant> {
        let context = self.context;
        let mut operands = Vec::new();
        for &operand in op.operands() {
            operands.push(self.constant_value(site, op, operand)?);
        }
        let OpFacts { model_name, cast, binary, .. } = self.kind(op);
        // Operations without a constant expression in LLVM can only be folded.
        let is_expression = match (cast, binary) {
            (Some(cast), _) => cast.can_be_constant(),
            (_, Some(binary)) => binary.can_be_constant(),
            _ => {
                !matches!(model_name, ops::ICmp::NAME | ops::FCmp::NAME | ops::Select::NAME | ops::FNeg::NAME)
            }
        };
        if (self.tables.policy.uses_builder || !is_expression)
            && let Some(folded) = self.folded_expression(op, &operands, ty)
        {
            return Ok(folded);
        }
        if !is_expression {
            return self.error(op, "is no constant expression");
        }
        if let (Some(cast), [value]) = (cast, &operands[..]) {
            return self.constant_cast(op, cast, *value, ty);
        }
        if let (Some(binary), [lhs, rhs]) = (binary, &operands[..]) {
            let flags = self.flags(op, Opcode::Binary(binary))?;
            let expr = ConstantExpr::Binary { op: binary, flags, lhs: *lhs, rhs: *rhs };
            return self.made(op, ty, expr);
        }
        let expr = match (model_name, &operands[..]) {
            (ops::GetElementPtr::NAME, [base, dynamic @ ..]) => {
                let gep = ops::GetElementPtr::like(op);
                let Some(element) = gep.elem_type().and_then(|ty| self.ty(ty)) else {
                    return self.error(op, "element type without LLVM IR");
                };
                let raw = gep.rawConstantIndices().unwrap_or_default();
                let mut dynamic = dynamic.iter();
                let i32_type = self.ir.types.common.i32;
                let mut indices = Vec::with_capacity(raw.len());
                for index in raw {
                    indices.push(match index {
                        DYNAMIC_INDEX => match dynamic.next() {
                            Some(&index) => index,
                            None => return self.error(op, "fewer operands than dynamic indices"),
                        },
                        index => self.ir.constants.integer(&self.ir.types, i32_type, i64::from(index)),
                    });
                }
                if dynamic.next().is_some() {
                    return self.error(op, "more operands than dynamic indices");
                }
                let inrange = op.attribute(asides::INRANGE).and_then(|range| range.as_dense_i64(context));
                let inrange = inrange.and_then(|range| Some((*range.first()?, *range.get(1)?)));
                let flags = self.flags(op, Opcode::GetElementPtr)?;
                ConstantExpr::GetElementPtr { flags, inrange, element, base: *base, indices: indices.into() }
            }
            (ops::ExtractElement::NAME, &[vector, index]) => ConstantExpr::ExtractElement { vector, index },
            (ops::InsertElement::NAME, &[vector, value, index]) => {
                ConstantExpr::InsertElement { vector, value, index }
            }
            (ops::ShuffleVector::NAME, &[a, b]) => {
                let mask = ops::ShuffleVector::like(op).mask().unwrap_or_default();
                let scalable = matches!(self.ir.types.kind(ty), TypeKind::Vector { scalable: true, .. });
                // The splat of a scalable vector.
                if scalable
                    && let ConstantKind::Expr(expr) = self.ir.constants.kind(a)
                    && let ConstantExpr::InsertElement { value, .. } = **expr
                    && self.ir.constants.kind(value).is_number()
                {
                    return Ok(self.ir.constants.aggregate(&self.ir.types, ty, &[value]));
                }
                // LLVM keeps a single number for a scalable mask.
                let kept = if scalable { mask.get(..1).unwrap_or_default() } else { &mask[..] };
                ConstantExpr::ShuffleVector { a, b, mask: kept.into() }
            }
            (ops::ExtractValue::NAME, &[aggregate]) => {
                let position = ops::ExtractValue::like(op).position().unwrap_or_default();
                let mut value = aggregate;
                for index in position {
                    let elements = self.ir.constants.elements(&self.ir.types, value);
                    match elements.and_then(|elements| elements.get(usize::try_from(index).ok()?).copied()) {
                        Some(element) => value = element,
                        None => return self.error(op, "position out of bounds"),
                    }
                }
                return Ok(value);
            }
            (PtrAuth::NAME, &[a, b, c, d, e]) => {
                return Ok(self.ir.constants.intern(ty, ConstantKind::PtrAuth(Box::new([a, b, c, d, e]))));
            }
            _ => return self.error(op, "is no constant expression"),
        };
        self.made(op, ty, expr)
    }

    /// A constant expression.
    ///
    /// # Errors
    /// If its text would contain too many constants.
    fn made(&mut self, op: OpRef<'_>, ty: Type, expr: ConstantExpr) -> Result<Constant> {
        match self.expressions.make(&self.ir.constants, ty, expr) {
            Some(made) => Ok(made),
            None => self.error(op, format!("is a constant expression of more than {MAX_PARTS} constants")),
        }
    }

    /// Folds an operation on constants as LLVM's builder does.
    fn folded_expression(&mut self, op: OpRef<'_>, operands: &[Constant], ty: Type) -> Option<Constant> {
        let OpFacts { model_name, cast, binary, .. } = self.kind(op);
        if let (ops::GetElementPtr::NAME, [base, dynamic @ ..]) = (model_name, operands) {
            let gep = ops::GetElementPtr::like(op);
            let flags = self.flags(op, Opcode::GetElementPtr).ok()?;
            let element = self.ty(gep.elem_type()?)?;
            let raw = gep.rawConstantIndices()?;
            let mut dynamic = dynamic.iter();
            let i32_type = self.ir.types.common.i32;
            let indices = raw.into_iter().map(|index| match index {
                DYNAMIC_INDEX => dynamic.next().copied(),
                index => Some(self.ir.constants.integer(&self.ir.types, i32_type, i64::from(index))),
            });
            let indices = indices.collect::<Option<Vec<_>>>()?;
            return self.folder().get_element_ptr(flags, element, *base, indices);
        }
        if let (Some(cast), [value]) = (cast, operands) {
            return self.folder().cast(cast, *value, ty);
        }
        if let (Some(binary), [lhs, rhs]) = (binary, operands) {
            return self.folder().binary(binary, *lhs, *rhs);
        }
        match (model_name, operands) {
            (ops::ICmp::NAME, &[lhs, rhs]) => {
                let predicate = ops::ICmp::like(op).predicate()?;
                self.folder().compare(Predicate::Int(predicate.to_ir()), lhs, rhs)
            }
            (ops::FCmp::NAME, &[lhs, rhs]) => {
                let predicate = ops::FCmp::like(op).predicate()?;
                self.folder().compare(Predicate::Float(predicate.to_ir()), lhs, rhs)
            }
            (ops::Select::NAME, &[condition, then, otherwise]) => {
                self.folder().select(condition, then, otherwise)
            }
            (ops::FNeg::NAME, &[value]) => self.folder().negate(value),
            _ => None,
        }
    }

    /// A cast of a constant. A cast of bits to `ppc_fp128` yields that number, one to a byte type that byte.
    fn constant_cast(&mut self, op: OpRef<'_>, cast: CastOp, value: Constant, ty: Type) -> Result<Constant> {
        if cast == CastOp::BitCast
            && *self.ir.types.kind(ty) == TypeKind::PpcFp128
            && let ConstantKind::BigInteger(limbs) = self.ir.constants.kind(value)
        {
            let bits = u128::from(limbs[0]) | u128::from(limbs[1]) << 64;
            return Ok(self.ir.constants.intern(ty, ConstantKind::Float(bits)));
        }
        let kind = self.ir.constants.kind(value);
        let types = &self.ir.types;
        if cast == CastOp::BitCast
            && types.is_byte(ty)
            && types.bits_width(ty) == types.integer_width(self.ir.constants.ty(value))
            && matches!(kind, ConstantKind::Integer(_) | ConstantKind::BigInteger(_))
        {
            return Ok(self.ir.constants.intern(ty, kind.clone()));
        }
        self.made(op, ty, ConstantExpr::Cast { op: cast, value })
    }

    pub(crate) fn integer(&self, ty: Type, value: &IntValue) -> Constant {
        let kind = match value {
            IntValue::Small(bits) => ConstantKind::Integer(*bits),
            IntValue::Big(limbs) => ConstantKind::BigInteger(limbs.clone()),
        };
        self.ir.constants.intern(ty, kind)
    }

    /// The function and the block that a `#llvm.blockaddress` refers to.
    fn block_address(
        &mut self,
        attribute: mlir::Attribute,
    ) -> Option<(tern_llvm_ir::Global, tern_llvm_ir::Block)> {
        let context = self.context;
        let params = attribute.declared(context, &BLOCK_ADDRESS)?;
        let function = params.first()?.as_attribute()?.as_symbol(context)?;
        let tag = params.get(1)?.as_attribute()?.declared(context, &BLOCK_TAG)?.first()?.as_u64()?;
        let global = *self.tables.symbols.get(&function)?;
        let block = self.tagged_block(global, u32::try_from(tag).ok()?)?;
        Some((global, block))
    }

    /// Makes the struct of an entry of [`asides::TYPES`]; with the number by which the text names it, if it does.
    fn struct_of_text(&mut self, entry: mlir::Attribute) -> Option<Option<(u32, Type)>> {
        let context = self.context;
        if let Some(ty) = entry.as_type(context) {
            self.ty(ty)?;
            return Some(None);
        }
        let &[number, ty] = entry.as_array(context)? else { return None };
        let ty = self.ty(ty.as_type(context)?)?;
        Some(Some((u32::try_from(number.as_i64(context)?).ok()?, ty)))
    }

    /// The constant for an attribute, without a given type.
    pub(crate) fn constant_of_attribute(&mut self, attribute: mlir::Attribute) -> Option<Constant> {
        let context = self.context;
        match attribute.kind(context) {
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::DenseElements { ty, .. } => {
                let ty = self.ty(*ty)?;
                self.constant_of(attribute, ty).ok()
            }
            AttrKind::SymbolRef { root, .. } => {
                let global = *self.tables.symbols.get(root)?;
                Some(self.ir.address_of(global))
            }
            // The text may name anything of the module.
            AttrKind::Dictionary(_) if self.put_off() => None,
            AttrKind::Dictionary(_) => {
                let text = attribute.get(context, context.ident("constant"))?;
                let text = self.bytes(text)?.to_vec();
                let blocks = attribute.get(context, context.ident(asides::BLOCKS));
                let blocks = blocks.and_then(|blocks| blocks.as_array(context)).unwrap_or_default();
                let blocks: Option<Vec<_>> = blocks.iter().map(|&block| self.block_address(block)).collect();
                let types = attribute.get(context, context.ident(asides::TYPES));
                let types = types.and_then(|types| types.as_array(context)).unwrap_or_default();
                let structs: Option<Vec<_>> = types.iter().map(|&entry| self.struct_of_text(entry)).collect();
                let structs: Vec<_> = structs?.into_iter().flatten().collect();
                tern_llvm_ir::reader::read_constant(&mut self.ir, &text, &blocks?, &structs).ok()
            }
            _ => {
                let (global, block) = self.block_address(attribute)?;
                let ty = self.ir.types.pointer(self.ir.globals[global].address_space);
                Some(self.ir.constants.intern(ty, ConstantKind::BlockAddress(global, block)))
            }
        }
    }
}
