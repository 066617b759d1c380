//! Creates constants in the order of MLIR's own importer: operands before the constants that use them, the last operand first.

use rustc_hash::FxHashSet;
use tern_dialect_llvm::ops;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::{Constant, Type, TypeKind};
use tern_mlir::int::IntValue;
use tern_mlir::types::TypeKind as Mlir;
use tern_mlir::{AttrKind, Attribute, Value};

use crate::builder::New;
use crate::constants::scalable_mask;
use crate::functions::BodyState;
use crate::{Error, Importer, Result, Tables};

/// A node of the walk: a constant, or a value that is needed but not a constant of the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Constant(Constant),
    Zero(Type),
    /// The poison vector into which a splat's element is inserted.
    Poison(Type),
    /// The address of a function that only another constant mentions.
    Address(tern_llvm_ir::Global),
}

impl Importer<'_, '_> {
    /// The value of a constant. It and its operands are created after all constants so far.
    pub(crate) fn constant_in_order(
        &mut self,
        site: &mut BodyState<'_>,
        constant: Constant,
    ) -> Result<Value> {
        let root = Part::Constant(constant);
        let mut entered = FxHashSet::from_iter([root]);
        let mut stack = vec![(root, self.parts(constant))];
        while let Some((part, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) => {
                    let known = match next {
                        Part::Constant(constant) => site.constants.contains_key(&constant),
                        Part::Zero(ty) => site.zeros.contains_key(&ty),
                        Part::Poison(ty) => site.poisons.contains_key(&ty),
                        Part::Address(_) => false,
                    };
                    if !known && entered.insert(next) {
                        let parts = match next {
                            Part::Constant(constant) => self.parts(constant),
                            Part::Zero(ty) => self.parts_of_zero(ty),
                            Part::Poison(_) | Part::Address(_) => Vec::new(),
                        };
                        stack.push((next, parts));
                    }
                }
                None => {
                    match *part {
                        Part::Constant(constant) => {
                            let value = self.make_constant(site, constant)?;
                            site.constants.insert(constant, value);
                        }
                        Part::Zero(ty) => {
                            let value = self.zero(site, ty);
                            site.zeros.insert(ty, value);
                        }
                        Part::Poison(ty) => {
                            let imported = self.ty(ty);
                            let value =
                                site.emit(New::of(self.context, ops::Poison::start()).result(imported));
                            site.poisons.insert(ty, value);
                        }
                        Part::Address(global) => {
                            let space = self.ir.globals[global].address_space;
                            let ty = tern_dialect_llvm::types::pointer(self.context, space);
                            let new = self.address_of(global).result(ty);
                            site.emit(new);
                        }
                    }
                    stack.pop();
                }
            }
        }
        Ok(site.constants[&constant])
    }

    /// The splat of a scalable vector. Its parts must have been created.
    pub(crate) fn ordered_splat(
        &mut self,
        site: &mut BodyState<'_>,
        ty: Type,
        element: Value,
    ) -> Result<Value> {
        let value_of = |site: &BodyState<'_>, part| match part {
            Part::Constant(constant) => site.constants[&constant],
            Part::Zero(ty) => site.zeros[&ty],
            Part::Poison(ty) => site.poisons[&ty],
            Part::Address(_) => unreachable!("an address is not a part of a splat"),
        };
        let index = value_of(site, self.zero_part(self.ir.types.common.i64));
        let base = value_of(site, self.poison_part(ty));
        let TypeKind::Vector { len, .. } = *self.ir.types.kind(ty) else {
            return Err(Error::new("a splat that is no vector"));
        };
        let imported = self.ty(ty);
        let insert = New::of(self.context, ops::InsertElement::start()).operands([base, element, index]);
        let inserted = site.emit(insert.result(imported));
        let mask = scalable_mask(0, len)?;
        let shuffle = New::of(self.context, ops::ShuffleVector::start().mask(&mask[..]));
        Ok(site.emit(shuffle.operands([inserted, base]).result(imported)))
    }

    fn zero(&mut self, site: &mut BodyState<'_>, ty: Type) -> Value {
        let new = match self.zero_attribute(ty) {
            Some(value) => New::of(self.context, ops::Constant::start().value(value)),
            None => New::of(self.context, ops::Zero::start()),
        };
        let ty = self.ty(ty);
        site.emit(new.result(ty))
    }

    /// Nested arrays of plain data as one dense attribute.
    pub(crate) fn nested_data(&mut self, constant: Constant) -> Option<Attribute> {
        let context = self.context;
        let (constants, types) = (&self.ir.constants, &self.ir.types);
        let mut shape = Vec::new();
        let mut level = vec![constant];
        let (element, vector) = loop {
            let &first = level.first()?;
            let ty = constants.ty(first);
            shape.push(i64::try_from(types.element_count(ty)?).ok()?);
            match constants.kind(first) {
                ConstantKind::Data(_) => break (types.element(ty, 0)?, types.is_vector(ty)),
                ConstantKind::Aggregate(_) if types.struct_fields(ty).is_none() => {}
                _ => return None,
            }
            let parts = level.iter().map(|&part| match constants.kind(part) {
                ConstantKind::Aggregate(elements) => Some(&elements[..]),
                _ => None,
            });
            level = parts.collect::<Option<Vec<_>>>()?.concat();
            // Numbers that LLVM does not store as packed data.
            let scalar = constants.ty(*level.first()?);
            if types.integer_width(scalar).or_else(|| types.float_width(scalar)).is_some() {
                break (scalar, types.is_vector(ty));
            }
        };
        if *types.kind(element) == TypeKind::PpcFp128 {
            return None;
        }
        let width = types.integer_width(element).or_else(|| types.float_width(element))?;
        let size = width.div_ceil(8).max(1) as usize;
        let mut data = Vec::new();
        for &part in &level {
            match constants.kind(part) {
                ConstantKind::Data(bytes) => data.extend_from_slice(bytes),
                ConstantKind::Integer(bits) => data.extend_from_slice(bits.to_le_bytes().get(..size)?),
                ConstantKind::BigInteger(limbs) => {
                    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                    data.extend_from_slice(bytes.get(..size)?);
                }
                ConstantKind::Float(bits) => data.extend_from_slice(bits.to_le_bytes().get(..size)?),
                _ => return None,
            }
        }
        let splat = data.chunks_exact(size).all(|chunk| chunk == &data[..size]);
        let data = if splat { data[..size].into() } else { data.into() };
        let element = self.ty(element);
        let ty = context.ty(match vector {
            true => {
                let scalable = vec![false; shape.len()].into();
                Mlir::Vector { shape: shape.into(), scalable, element }
            }
            false => Mlir::RankedTensor { shape: shape.into(), element, encoding: None },
        });
        Some(context.attr(AttrKind::DenseElements { ty, data, splat }))
    }

    /// The zero of a number, or of an array or vector of numbers, as an attribute.
    pub(crate) fn zero_attribute(&mut self, ty: Type) -> Option<Attribute> {
        let context = self.context;
        let mut shape = Vec::new();
        let mut scalar = ty;
        let mut vector = false;
        while let TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } =
            self.ir.types.kind(scalar)
        {
            shape.push(i64::try_from(self.ir.types.element_count(scalar)?).ok()?);
            vector = self.ir.types.is_vector(scalar);
            scalar = *element;
        }
        let element = self.ty(scalar);
        let width = match self.ir.types.kind(scalar) {
            TypeKind::Integer(width) => *width,
            TypeKind::PpcFp128 => return None,
            _ => self.ir.types.float_width(scalar)?,
        };
        if shape.is_empty() {
            return Some(match self.ir.types.is_float(scalar) {
                true => Attribute::float(context, element, 0),
                false => context.attr(AttrKind::Integer { ty: element, value: IntValue::from_u64(width, 0) }),
            });
        }
        let ty = match vector {
            true if self.ir.types.is_vector(ty) => self.ty(ty),
            true => {
                let scalable = vec![false; shape.len()].into();
                context.ty(Mlir::Vector { shape: shape.into(), scalable, element })
            }
            false => context.ty(Mlir::RankedTensor { shape: shape.into(), element, encoding: None }),
        };
        let data = vec![0; width.div_ceil(8).max(1) as usize].into();
        Some(context.attr(AttrKind::DenseElements { ty, data, splat: true }))
    }
}

impl Tables<'_, '_> {
    /// The globals that a constant mentions, in the order in which the walk finds them.
    pub(crate) fn named_globals(&self, constant: Constant) -> Vec<tern_llvm_ir::Global> {
        let mut globals = Vec::new();
        let mut entered = FxHashSet::from_iter([constant]);
        let mut stack = vec![constant];
        while let Some(constant) = stack.pop() {
            if let ConstantKind::Global(global) = *self.ir.constants.kind(constant) {
                globals.push(global);
            }
            for part in self.parts(constant) {
                match part {
                    Part::Constant(part) if entered.insert(part) => stack.push(part),
                    Part::Address(global) => globals.push(global),
                    _ => {}
                }
            }
        }
        globals
    }

    /// The operands of a constant.
    fn parts(&self, constant: Constant) -> Vec<Part> {
        let data = self.ir.constants.get(constant);
        let constants = |list: &[Constant]| list.iter().map(|&part| Part::Constant(part)).collect();
        match &data.kind {
            ConstantKind::Aggregate(elements) => constants(elements),
            // A splat is an `insertelement` into poison that is shuffled; the operands of the insertion come before it.
            ConstantKind::Splat(element) => vec![
                Part::Constant(*element),
                self.zero_part(self.ir.types.common.i64),
                self.poison_part(data.ty),
            ],
            ConstantKind::Zero => self.parts_of_zero(data.ty),
            ConstantKind::DsoLocalEquivalent(global) | ConstantKind::NoCfi(global) => {
                let address = self.ir.constants.find(data.ty, ConstantKind::Global(*global));
                vec![address.map_or(Part::Address(*global), Part::Constant)]
            }
            ConstantKind::PtrAuth(operands) => constants(&operands[..]),
            ConstantKind::Expr(expr) => constants(&expr.operands()),
            _ => Vec::new(),
        }
    }

    /// Zeros of the element types of an aggregate, each type once.
    fn parts_of_zero(&self, ty: Type) -> Vec<Part> {
        let types = &self.ir.types;
        let elements: Vec<Type> = match (types.kind(ty), types.struct_fields(ty)) {
            (_, Some((fields, _))) => fields.to_vec(),
            (TypeKind::Array { element, len: 1.. } | TypeKind::Vector { element, .. }, _) => {
                vec![*element]
            }
            _ => Vec::new(),
        };
        elements.into_iter().map(|element| self.zero_part(element)).collect()
    }

    fn zero_part(&self, ty: Type) -> Part {
        let kind = match self.ir.types.kind(ty) {
            TypeKind::Integer(width) if *width > 64 => {
                ConstantKind::BigInteger(vec![0; width.div_ceil(64) as usize].into())
            }
            TypeKind::Integer(_) => ConstantKind::Integer(0),
            _ if self.ir.types.is_float(ty) => ConstantKind::Float(0),
            _ => ConstantKind::Zero,
        };
        self.ir.constants.find(ty, kind).map_or(Part::Zero(ty), Part::Constant)
    }

    fn poison_part(&self, ty: Type) -> Part {
        self.ir.constants.find(ty, ConstantKind::Poison).map_or(Part::Poison(ty), Part::Constant)
    }
}

#[cfg(test)]
mod tests {
    use tern_llvm_ir::TypeKind;
    use tern_llvm_ir::constants::ConstantKind;
    use tern_mlir::Context;

    use crate::{Importer, Options};

    /// Constants whose operands share sub-constants would double in size with each level.
    #[test]
    fn what_constants_share_is_gone_through_once() {
        let module = tern_llvm_ir::read(b"@g = global i8 0", "shared.ll").expect("it is LLVM IR");
        let global = module.variables[0];
        let ptr = module.types.common.ptr;
        let mut ty = ptr;
        let mut constant = module.constants.intern(ptr, ConstantKind::Global(global));
        for _ in 0..60 {
            ty = module.types.intern(TypeKind::Array { len: 2, element: ty });
            constant = module.constants.aggregate(&module.types, ty, &[constant, constant]);
        }
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let importer = Importer::new(&context, &module, Options::default(), None);
        assert_eq!(importer.named_globals(constant), [global]);
    }
}
