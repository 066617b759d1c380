//! Folds operations on elements of vectors, arrays and structs.

use num_bigint::BigInt;
use tern_llvm_ir::constants::{Constant, ConstantExpr, ConstantKind};
use tern_llvm_ir::instruction::CastOp;
use tern_llvm_ir::{Type, TypeKind};

use super::{Folder, lanes};

impl Folder<'_> {
    fn index(&self, index: Constant) -> Option<u64> {
        self.unsigned(index).map(|index| u64::try_from(index).unwrap_or(u64::MAX))
    }

    /// Folds `extractelement`; an expression if the elements are not known.
    pub(super) fn extract_element(&mut self, vector: Constant, index: Constant) -> Option<Constant> {
        let mut vector = vector;
        loop {
            let ty = self.ty(vector);
            let TypeKind::Vector { len, scalable, element } = *self.module.types.kind(ty) else {
                return None;
            };
            if self.is_undef(index) || self.is_poison(vector) {
                return self.poison(element);
            }
            if self.is_undef(vector) {
                return self.undef(element);
            }
            let known = match self.index(index) {
                Some(index) if index >= u64::from(len) => match scalable {
                    true => None,
                    false => return self.poison(element),
                },
                Some(_) if self.is_null(vector) => return Some(self.zero(element)),
                Some(_) if scalable => self.module.constants.splat(&self.module.types, vector),
                Some(index) => {
                    lanes(len)?;
                    self.elements(vector).and_then(|all| all.get(usize::try_from(index).ok()?).copied())
                }
                None => None,
            };
            if known.is_some() {
                return known;
            }
            match (self.index(index), self.as_expression(vector)) {
                // Either the element inserted at this position, or an element of the vector before the insertion.
                (Some(place), Some(&ConstantExpr::InsertElement { vector: before, value, index: other }))
                    if let Some(other) = self.index(other) =>
                {
                    if other == place {
                        return Some(value);
                    }
                    vector = before;
                }
                _ => return self.expression(element, ConstantExpr::ExtractElement { vector, index }),
            }
        }
    }

    /// The element in a lane.
    fn lane(&mut self, vector: Constant, lane: usize) -> Option<Constant> {
        let i32_type = self.module.types.integer(32);
        let index = self.module.constants.integer(&self.module.types, i32_type, i64::try_from(lane).ok()?);
        self.extract_element(vector, index)
    }

    /// The elements of a fixed vector; expressions where they are not known.
    fn all_lanes(&mut self, vector: Constant) -> Option<Vec<Constant>> {
        let TypeKind::Vector { len, scalable: false, .. } = *self.module.types.kind(self.ty(vector)) else {
            return None;
        };
        let count = lanes(len)?;
        match self.elements(vector) {
            Some(elements) => Some(elements),
            None => (0..count).map(|lane| self.lane(vector, lane)).collect(),
        }
    }

    /// Folds `insertelement`; an expression for scalable vectors.
    pub(super) fn insert_element(
        &mut self,
        vector: Constant,
        value: Constant,
        index: Constant,
    ) -> Option<Constant> {
        let ty = self.ty(vector);
        if self.is_undef(index) {
            return self.poison(ty);
        }
        if self.is_null(vector) && self.is_null(value) {
            return Some(vector);
        }
        let TypeKind::Vector { len, scalable, .. } = *self.module.types.kind(ty) else { return None };
        let Some(lane) = self.index(index).filter(|_| !scalable) else {
            return self.expression(ty, ConstantExpr::InsertElement { vector, value, index });
        };
        if lane >= u64::from(len) {
            return self.poison(ty);
        }
        let mut elements = self.all_lanes(vector)?;
        *elements.get_mut(usize::try_from(lane).ok()?)? = value;
        Some(self.module.constants.aggregate(&self.module.types, ty, &elements))
    }

    /// Folds `shufflevector`. Negative mask entries yield poison. A scalable vector folds only if it is a splat; otherwise the
    /// result is an expression.
    pub(super) fn shuffle(&mut self, a: Constant, b: Constant, mask: &[i32]) -> Option<Constant> {
        let TypeKind::Vector { len, scalable, element } = *self.module.types.kind(self.ty(a)) else {
            return None;
        };
        let count = u32::try_from(mask.len()).ok()?;
        let ty = self.module.types.intern(TypeKind::Vector { len: count, scalable, element });
        if mask.iter().all(|&lane| lane < 0) {
            return self.poison(ty);
        }
        if scalable {
            if mask.iter().all(|&lane| lane == 0) {
                let first = self.lane(a, 0)?;
                if self.is_null(first) || self.is_undef(first) {
                    return self.splat(ty, first);
                }
            }
            return self.expression(ty, ConstantExpr::ShuffleVector { a, b, mask: mask.into() });
        }
        let (a, b) = (self.all_lanes(a)?, self.all_lanes(b)?);
        let count = lanes(len)?;
        let mut elements = Vec::with_capacity(mask.len());
        for &lane in mask {
            let chosen = match usize::try_from(lane) {
                Ok(lane) if lane < count => a.get(lane).copied(),
                Ok(lane) => b.get(lane - count).copied(),
                Err(_) => None,
            };
            // Any value would be correct; LLVM uses `undef`.
            elements.push(match chosen {
                Some(chosen) => chosen,
                None => self.undef(element)?,
            });
        }
        Some(self.module.constants.aggregate(&self.module.types, ty, &elements))
    }

    pub(super) fn extract_value(&mut self, aggregate: Constant, indices: &[u32]) -> Option<Constant> {
        let mut value = aggregate;
        for &index in indices {
            value = self.elements(value)?.get(index as usize).copied()?;
        }
        Some(value)
    }

    pub(super) fn insert_value(
        &mut self,
        aggregate: Constant,
        value: Constant,
        indices: &[u32],
    ) -> Option<Constant> {
        let Some((&first, rest)) = indices.split_first() else { return Some(value) };
        let ty = self.ty(aggregate);
        let mut elements = self.elements(aggregate)?;
        let slot = elements.get_mut(first as usize)?;
        *slot = self.insert_value(*slot, value, rest)?;
        Some(self.module.constants.aggregate(&self.module.types, ty, &elements))
    }

    /// Folds a bitcast from or to a vector, according to its layout in memory.
    pub(super) fn bitcast_vector(&mut self, value: Constant, ty: Type) -> Option<Constant> {
        if self.is_all_ones(value) && self.module.types.integer_width(self.module.types.scalar(ty)).is_some()
        {
            return self.all_ones(ty);
        }
        let from = self.ty(value);
        let (width, size) = (
            usize::try_from(self.sizes().bits(self.module.types.scalar(from))?).ok()?,
            usize::try_from(self.sizes().bits(self.module.types.scalar(ty))?).ok()?,
        );
        // With elements of the same size, the elements are cast one by one.
        if width == size && self.module.types.is_vector(from) && self.module.types.is_vector(ty) {
            let scalar = self.module.types.scalar(ty);
            return self
                .element_wise([value], ty, |folder, [value]| folder.cast(CastOp::BitCast, value, scalar));
        }
        let source = match self.is_fixed_vector(from) {
            true => self.elements(value)?,
            false => vec![value],
        };
        let mut bits = BigInt::ZERO;
        // Lanes of the result that stem from a single `undef` element. In a wider lane, such an element counts as zero.
        let mut undefined = Vec::new();
        for (lane, &element) in source.iter().enumerate() {
            let integer_type = self.module.types.integer(u32::try_from(width).ok()?);
            let element = match self.kind(element) {
                ConstantKind::Float(_) => self.bitcast_scalar(element, integer_type)?,
                ConstantKind::Undef | ConstantKind::Poison => {
                    if width > size {
                        undefined.extend(lane * width / size..(lane + 1) * width / size);
                    }
                    continue;
                }
                // The bits of other constants are unknown.
                _ => element,
            };
            let place = if self.layout.big_endian { source.len() - 1 - lane } else { lane };
            bits += self.unsigned(element)? << (place * width);
        }
        let scalar = self.module.types.scalar(ty);
        let count = match *self.module.types.kind(ty) {
            TypeKind::Vector { len, .. } => lanes(len)?,
            _ => 1,
        };
        let integer_type = self.module.types.integer(u32::try_from(size).ok()?);
        let mut elements = Vec::with_capacity(count);
        for lane in 0..count {
            let place = if self.layout.big_endian { count - 1 - lane } else { lane };
            let element = self.integer(integer_type, &(&bits >> (place * size)))?;
            elements.push(match scalar == integer_type {
                _ if undefined.contains(&lane) => self.undef(scalar)?,
                true => element,
                false => self.bitcast_scalar(element, scalar)?,
            });
        }
        match elements[..] {
            [only] if !self.module.types.is_vector(ty) => Some(only),
            _ => Some(self.module.constants.aggregate(&self.module.types, ty, &elements)),
        }
    }
}
