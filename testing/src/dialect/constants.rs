//! Generates operations that make constants.

use tern_dialect_llvm::constraints::{is_float, is_integer, is_scalable_vector};
use tern_dialect_llvm::enums::Linkage;
use tern_dialect_llvm::types::{self, TARGET, array_parts, has_zero, ppc_fp128, struct_fields};
use tern_mlir::{AttrKind, Attribute, Type, TypeKind, Value};

use super::function::Code;
use super::{Generator, Symbol};

/// The maximum number of elements of a constant.
const MOST_ELEMENTS: u64 = 64;

impl Generator<'_> {
    /// A random number of this type as an attribute; `None` for non-numeric types.
    pub(super) fn number(&mut self, ty: Type) -> Option<Attribute> {
        let context = self.context;
        if is_integer(context, ty) {
            return Some(self.integer_value(ty));
        }
        let TypeKind::Float(kind) = *ty.kind(context) else { return None };
        if !is_float(context, ty) {
            return None;
        }
        let (sign, quiet) = (1u128 << (kind.width() - 1), self.choices.chance(15));
        let mut bits = match self.choices.below(3) {
            0 => 0,
            1 => sign,
            _ => {
                let bits = u128::from(self.choices.bits()) << 64 | u128::from(self.choices.bits());
                let bits = if kind.width() == 128 { self.choices.moderate(bits, 112) } else { bits };
                bits & (sign | (sign - 1))
            }
        };
        if kind.width() == 80 {
            // An x87 number whose integer bit does not match its exponent is invalid.
            bits = if quiet { 0x3fff_8000_0000_0000_0000 } else { bits & sign };
        }
        Some(Attribute::float(context, ty, bits))
    }

    /// The bytes of a number, as in dense elements.
    fn element(&mut self, ty: Type) -> Option<Vec<u8>> {
        Some(match self.number(ty)?.kind(self.context) {
            AttrKind::Integer { value, .. } => {
                let width = ty.integer_width(self.context)? as usize;
                value.limbs().iter().flat_map(|limb| limb.to_le_bytes()).take(width.div_ceil(8)).collect()
            }
            AttrKind::Float { bits, .. } => {
                let TypeKind::Float(kind) = ty.kind(self.context) else { return None };
                bits.get().to_le_bytes().into_iter().take(kind.width().div_ceil(8) as usize).collect()
            }
            _ => return None,
        })
    }

    /// A `dense<…>` attribute of a type with numeric elements.
    fn dense(&mut self, ty: Type, element: Type, count: u64, only_splat: bool) -> Option<Attribute> {
        if count == 0 || count > MOST_ELEMENTS {
            return None;
        }
        let splat = only_splat || count == 1 || self.choices.chance(40);
        let stored = if splat { 1 } else { count };
        let mut elements: Vec<Vec<u8>> = Vec::new();
        for _ in 0..stored {
            elements.push(self.element(element)?);
        }
        let splat = elements.iter().all(|bytes| *bytes == elements[0]);
        let data = if splat { elements.swap_remove(0) } else { elements.concat() };
        Some(self.context.attr(AttrKind::DenseElements { ty, data: data.into(), splat }))
    }

    /// An attribute for a value of this type, as in `llvm.mlir.constant` and in globals.
    pub(super) fn value_attribute(&mut self, ty: Type) -> Option<Attribute> {
        let context = self.context;
        if let Some(number) = self.number(ty) {
            return Some(number);
        }
        if let TypeKind::Vector { shape, element, .. } = ty.kind(context) {
            return self.dense(ty, *element, shape[0] as u64, is_scalable_vector(context, ty));
        }
        if let Some((fields, _)) = struct_fields(context, ty) {
            let fields: Option<Vec<_>> = fields.iter().map(|&field| self.number(field)).collect();
            return Some(Attribute::array(context, fields?));
        }
        let (mut shape, mut element) = (Vec::new(), ty);
        while let Some((inner, length)) = array_parts(context, element) {
            (element, _) = (inner, shape.push(i64::try_from(length).ok()?));
        }
        if shape.is_empty() {
            return None;
        }
        let count: i64 = shape.iter().product();
        if element == context.common.i8
            && shape.len() == 1
            && count as u64 <= MOST_ELEMENTS
            && self.choices.chance(50)
        {
            let text: Vec<u8> = (0..count).map(|at| b"a\0\"\\\xffz\n"[at as usize % 7]).collect();
            let value = context.ident_of_bytes(&text);
            return Some(context.attr(AttrKind::String { value, ty: context.common.none }));
        }
        // A vector in arrays becomes further dimensions, whose element type is that of the vector.
        let mut is_vector = false;
        if let TypeKind::Vector { shape: inner, scalable, element: of } = element.kind(context) {
            if scalable[0] {
                return None;
            }
            shape.extend(inner);
            (element, is_vector) = (*of, true);
        }
        let elements = context.ty(match is_vector {
            true => TypeKind::Vector {
                shape: shape.clone().into(),
                scalable: vec![false; shape.len()].into(),
                element,
            },
            false => TypeKind::RankedTensor { shape: shape.clone().into(), element, encoding: None },
        });
        self.dense(elements, element, shape.iter().product::<i64>() as u64, false)
    }
}

impl Code<'_, '_> {
    /// A constant of this type, made at this point.
    pub(super) fn constant(&mut self, ty: Type) -> Value {
        let context = self.g.context;
        if ty == types::token(context) {
            return self.value("llvm.mlir.none", &[], Vec::new(), ty);
        }
        let simple = ty.declared(context, &TARGET).is_some() || ty == ppc_fp128(context);
        let kind = self.g.choices.weighted(&[70, 12, 10, 8]);
        if kind == 0 && !simple {
            if types::address_space(context, ty).is_some()
                && self.g.choices.chance(60)
                && let Some(value) = self.address(ty)
            {
                return value;
            }
            if let Some(value) = self.g.value_attribute(ty) {
                let properties = vec![self.g.entry("value", value)];
                return self.value("llvm.mlir.constant", &[], properties, ty);
            }
        }
        let zero = ty.declared(context, &TARGET).is_none() || has_zero(context, ty);
        let name = match kind {
            2 => "llvm.mlir.undef",
            _ if kind == 3 || !zero => "llvm.mlir.poison",
            _ => "llvm.mlir.zero",
        };
        self.value(name, &[], Vec::new(), ty)
    }

    /// An integer constant with this value.
    pub(super) fn int(&mut self, ty: Type, value: i64) -> Value {
        let value = self.g.int(ty, value);
        let properties = vec![self.g.entry("value", value)];
        self.value("llvm.mlir.constant", &[], properties, ty)
    }

    /// The address of a global or function in the module, as a pointer of this type.
    pub(super) fn address(&mut self, ty: Type) -> Option<Value> {
        let context = self.g.context;
        let space = types::address_space(context, ty)?;
        let of_space = |symbols: &[Symbol]| {
            symbols.iter().filter(|symbol| symbol.space == space).copied().collect::<Vec<Symbol>>()
        };
        let (variables, mut functions) = (of_space(&self.g.variables), of_space(&self.g.functions));
        let symbols = [variables, functions.clone()].concat();
        functions.retain(|symbol| symbol.linkage != Linkage::ExternWeak);
        if space == 0 && !self.g.tags.is_empty() && self.g.choices.chance(15) {
            let (function, tag) = *self.g.choices.pick(&self.g.tags);
            let address = self.g.block_address(function, tag);
            let properties = vec![self.g.entry("block_addr", address)];
            return Some(self.value("llvm.blockaddress", &[], properties, ty));
        }
        if symbols.is_empty() {
            return None;
        }
        if !functions.is_empty() && self.g.choices.chance(10) {
            let name = self.g.choices.pick(&functions).name;
            let properties = vec![self.g.entry("function_name", self.g.symbol(name))];
            return Some(self.value("llvm.dso_local_equivalent", &[], properties, ty));
        }
        let name = self.g.choices.pick(&symbols).name;
        Some(self.address_of(name, ty))
    }

    pub(super) fn address_of(&mut self, name: tern_mlir::Ident, ty: Type) -> Value {
        let properties = vec![self.g.entry("global_name", self.g.symbol(name))];
        self.value("llvm.mlir.addressof", &[], properties, ty)
    }
}
