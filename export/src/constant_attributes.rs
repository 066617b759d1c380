//! Converts attributes to constants of a given type: the values of `llvm.mlir.constant` and of globals, and their elements.
//!
//! Source: the behaviour of `mlir-translate`; `roundtrip-tests/tests/constants.rs` compares all kinds of attributes and types. Where MLIR
//! makes a constant of another type, or crashes, this is an error.

use tern_dialect_llvm::attributes::{UNDEF, ZERO};
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::globals::GlobalKind;
use tern_llvm_ir::{Constant, Type, TypeKind};
use tern_mlir::int::IntValue;
use tern_mlir::resources::Resource;
use tern_mlir::types::FloatKind;
use tern_mlir::{AttrKind, Context};

use crate::{Exporter, mlir, types};

/// The constant, or an error message.
type Made = std::result::Result<Constant, &'static str>;

// Messages of MLIR.
const UNSUPPORTED: &str = "unsupported constant value";
const NOT_AN_INTEGER: &str = "expected integer type for integer attribute";
const OTHER_FLOAT: &str = "FloatAttr does not match expected type of the constant";
const NOT_A_STRUCT: &str = "expected an array attribute for a struct constant";
const NOT_SEQUENTIAL: &str = "expected sequential LLVM types wrapping a scalar";
const NO_SUCH_DATA: &str = "no known conversion for innermost element type";
const NO_RESOURCE: &str = "resource does not exist";
const OTHER_SIZE: &str = "raw data size does not match element type size";
const UNSUPPORTED_RESOURCE: &str = "unsupported dense_resource type";

// Messages for cases in which MLIR has none.
const OTHER_COUNT: &str = "attribute and type of the constant have a different number of elements";
const OTHER_NESTING: &str = "attribute and type of the constant have a different number of dimensions";
const OTHER_SEQUENCE: &str =
    "expected a vector attribute for a vector type, a tensor attribute for an array type";
const OTHER_STRING: &str = "expected an array of as many i8 elements as the string has bytes";
const NO_FUNCTION: &str = "expected the symbol of a function whose address has the type of the constant";
const TOO_LARGE: &str = "constant is too large";
const SPARSE_OUT_OF_BOUNDS: &str = "sparse elements do not fit the shape of the attribute";

/// The limit in bytes for constants that are larger than their text: splats, sparse elements.
const LARGEST_IMPLIED: usize = 1 << 30;

/// An element type and a shape.
struct Shaped<'c> {
    element: mlir::Type,
    shape: &'c [i64],
    is_vector: bool,
}

impl<'c> Shaped<'c> {
    /// The element type and shape of a vector or tensor type; `None` for other types.
    fn new(context: &'c Context, ty: mlir::Type) -> Option<Self> {
        Some(match ty.kind(context) {
            mlir::TypeKind::Vector { shape, element, .. } => {
                Self { element: *element, shape, is_vector: true }
            }
            mlir::TypeKind::RankedTensor { shape, element, .. } => {
                Self { element: *element, shape, is_vector: false }
            }
            _ => return None,
        })
    }

    fn count(&self) -> Option<usize> {
        self.shape.iter().try_fold(1usize, |count, &len| count.checked_mul(usize::try_from(len).ok()?))
    }
}

impl Exporter<'_> {
    /// Converts an attribute to a constant of type `ty`.
    ///
    /// # Errors
    /// The message, if the attribute does not stand for a constant of this type.
    pub(crate) fn constant_of(&mut self, attribute: mlir::Attribute, ty: Type) -> Made {
        let context = self.context;
        match attribute.kind(context) {
            AttrKind::Integer { ty: from, value } => self.integer_of(*from, value, ty),
            AttrKind::Declared { .. } if attribute.declared(context, &ZERO).is_some() => {
                Ok(self.ir.constants.zero(&self.ir.types, ty))
            }
            AttrKind::Declared { .. } if attribute.declared(context, &UNDEF).is_some() => {
                Ok(self.ir.constants.intern(ty, ConstantKind::Undef))
            }
            AttrKind::Array(elements) => self.elements_of(elements, ty),
            _ if self.is_struct(ty) => Err(NOT_A_STRUCT),
            AttrKind::Float { ty: format, bits } => match format.kind(context) {
                mlir::TypeKind::Float(format) => self.float_of(*format, bits.get(), ty),
                _ => Err(UNSUPPORTED),
            },
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
                let function = self.tables.symbols.get(root).copied();
                let function = function.filter(|&function| {
                    let value = &self.ir.globals[function];
                    matches!(value.kind, GlobalKind::Function(_))
                        && *self.ir.types.kind(ty) == TypeKind::Pointer(value.address_space)
                });
                function.map(|function| self.ir.address_of(function)).ok_or(NO_FUNCTION)
            }
            AttrKind::DenseElements { ty: shaped, data, splat } => {
                let shaped = Shaped::new(context, *shaped).ok_or(UNSUPPORTED)?;
                match splat {
                    true => self.splat_of(shaped.element, data, ty),
                    false => self.dense_of(&shaped, data, ty),
                }
            }
            AttrKind::DenseResource { ty: shaped, key } => self.resource_of(*shaped, *key, ty),
            AttrKind::Sparse { ty: shaped, indices, values } => {
                let shaped = Shaped::new(context, *shaped).ok_or(UNSUPPORTED)?;
                let data = sparse_data(context, &shaped, *indices, *values)?;
                self.each_of(&shaped, &data, ty)
            }
            AttrKind::String { value, .. } => {
                let bytes = context.bytes(*value);
                let fits = match *self.ir.types.kind(ty) {
                    TypeKind::Array { len, element } => {
                        len == bytes.len() as u64 && element == self.ir.types.common.i8
                    }
                    _ => false,
                };
                if !fits {
                    return Err(OTHER_STRING);
                }
                Ok(self.data(ty, bytes.to_vec()))
            }
            _ => Err(UNSUPPORTED),
        }
    }

    /// The elements of an attribute as separate constants of type `ty`.
    pub(crate) fn constants_of(
        &mut self,
        attribute: mlir::Attribute,
        ty: Type,
    ) -> std::result::Result<Vec<Constant>, &'static str> {
        let AttrKind::DenseElements { ty: shaped, data, splat } = attribute.kind(self.context) else {
            return Err(UNSUPPORTED);
        };
        let shaped = Shaped::new(self.context, *shaped).ok_or(UNSUPPORTED)?;
        let count = shaped.count().ok_or(TOO_LARGE)?;
        match splat {
            true if count > LARGEST_IMPLIED / size_of::<Constant>() => Err(TOO_LARGE),
            true => Ok(vec![self.element_of(shaped.element, data, ty)?; count]),
            false => self.scalars_of(shaped.element, data, count, ty),
        }
    }

    fn is_struct(&self, ty: Type) -> bool {
        matches!(self.ir.types.kind(ty), TypeKind::Struct { .. } | TypeKind::Identified(_))
    }

    /// An integer in the width of `ty`. Unsigned and one-bit integers are zero-extended, all others sign-extended.
    fn integer_of(&mut self, from: mlir::Type, value: &IntValue, ty: Type) -> Made {
        let Some(width) = self.ir.types.integer_width(ty) else {
            return Err(if self.is_struct(ty) { NOT_A_STRUCT } else { NOT_AN_INTEGER });
        };
        let (found, signed) = match from.kind(self.context) {
            mlir::TypeKind::Integer { width, signedness } => {
                (*width, *width != 1 && *signedness != mlir::types::Signedness::Unsigned)
            }
            // The type `index`.
            _ => (64, true),
        };
        Ok(match found == width {
            true => self.integer(ty, value),
            false => self.integer(ty, &value.resized(found, signed, width)),
        })
    }

    /// A floating point number. LLVM lacks some formats; an integer type of the same width then takes the bits.
    fn float_of(&mut self, format: FloatKind, bits: u128, ty: Type) -> Made {
        let width = format.width();
        if self.ir.types.integer_width(ty) == Some(width) {
            return Ok(self.integer(ty, &IntValue::from_limbs(width, [bits as u64, (bits >> 64) as u64])));
        }
        match types::float(format).as_ref() == Some(self.ir.types.kind(ty)) {
            true => Ok(self.ir.constants.intern(ty, ConstantKind::Float(bits))),
            false => Err(if self.is_struct(ty) { NOT_A_STRUCT } else { OTHER_FLOAT }),
        }
    }

    /// An array or struct of constants.
    fn elements_of(&mut self, elements: &[mlir::Attribute], ty: Type) -> Made {
        let array = match *self.ir.types.kind(ty) {
            TypeKind::Array { len, .. } => Some(len),
            _ if self.is_struct(ty) => None,
            _ => return Err(UNSUPPORTED),
        };
        let found = elements.len() as u64;
        if array.is_none() && self.ir.types.element_count(ty).unwrap_or(0) != found {
            return Err(OTHER_COUNT);
        }
        let mut constants = Vec::with_capacity(elements.len());
        for (index, &element) in elements.iter().enumerate() {
            let element_type = self.ir.types.element(ty, index as u64).ok_or(OTHER_COUNT)?;
            constants.push(self.constant_of(element, element_type)?);
        }
        let made = self.ir.constants.aggregate(&self.ir.types, ty, &constants);
        // As in LLVM, any number of zeros makes an array of zeros.
        let is_any = matches!(self.ir.constants.kind(made), ConstantKind::Zero | ConstantKind::Undef);
        if is_any || array.is_none_or(|len| len == found) { Ok(made) } else { Err(OTHER_COUNT) }
    }

    /// One element of dense data.
    fn element_of(&mut self, element: mlir::Type, bytes: &[u8], ty: Type) -> Made {
        let context = self.context;
        match element.kind(context) {
            mlir::TypeKind::Integer { width, .. } => {
                self.integer_of(element, &IntValue::from_le_bytes(*width, bytes), ty)
            }
            mlir::TypeKind::Index => self.integer_of(element, &IntValue::from_le_bytes(64, bytes), ty),
            mlir::TypeKind::Float(format) => {
                let mut wide = [0; 16];
                wide[..bytes.len()].copy_from_slice(bytes);
                self.float_of(*format, u128::from_le_bytes(wide), ty)
            }
            mlir::TypeKind::Complex(part) => {
                if !self.is_struct(ty) {
                    return Err(UNSUPPORTED);
                }
                if self.ir.types.element_count(ty) != Some(2) {
                    return Err(OTHER_COUNT);
                }
                let (first, second) = bytes.split_at(bytes.len() / 2);
                let mut parts = Vec::with_capacity(2);
                for (index, bytes) in [first, second].into_iter().enumerate() {
                    let field = self.ir.types.element(ty, index as u64).ok_or(OTHER_COUNT)?;
                    parts.push(self.element_of(*part, bytes, field)?);
                }
                Ok(self.ir.constants.aggregate(&self.ir.types, ty, &parts))
            }
            _ => Err(UNSUPPORTED),
        }
    }

    /// An array or vector whose scalars all have the same value. As in MLIR, the number of elements of the attribute is ignored.
    fn splat_of(&mut self, element: mlir::Type, bytes: &[u8], ty: Type) -> Made {
        let (count, inner) = match *self.ir.types.kind(ty) {
            // LLVM writes a single number for all elements of a scalable vector.
            TypeKind::Vector { scalable: true, element, .. } => (1, element),
            TypeKind::Vector { len, element, .. } => (u64::from(len), element),
            TypeKind::Array { len, element } => (len, element),
            _ => return Err(NOT_SEQUENTIAL),
        };
        let nested = matches!(self.ir.types.kind(inner), TypeKind::Vector { .. } | TypeKind::Array { .. });
        let child = match nested {
            true => self.splat_of(element, bytes, inner)?,
            false => self.element_of(element, bytes, inner)?,
        };
        // Zeros take no space, whatever their number.
        if count == 0 || child == self.ir.constants.zero(&self.ir.types, inner) {
            return Ok(self.ir.constants.intern(ty, ConstantKind::Zero));
        }
        let count = usize::try_from(count).map_err(|_| TOO_LARGE)?;
        let bits = match *self.ir.constants.kind(child) {
            ConstantKind::Integer(bits) => Some(u128::from(bits)),
            ConstantKind::Float(bits) => Some(bits),
            _ => None,
        };
        let raw = self.ir.types.data_element_size(inner).zip(bits);
        // A few bytes of text may stand for more than the available memory.
        let bytes = count.checked_mul(raw.map_or(size_of::<Constant>(), |(size, _)| size));
        if bytes.is_none_or(|bytes| bytes > LARGEST_IMPLIED) {
            return Err(TOO_LARGE);
        }
        Ok(match raw.filter(|_| self.ir.types.element_count(ty).is_some()) {
            Some((size, bits)) => self.data(ty, bits.to_le_bytes()[..size].repeat(count)),
            None => self.ir.constants.aggregate(&self.ir.types, ty, &vec![child; count]),
        })
    }

    /// Dense data that is not a splat. As in MLIR, elements of the right size are reinterpreted as bytes, whatever their type.
    fn dense_of(&mut self, shaped: &Shaped<'_>, data: &[u8], ty: Type) -> Made {
        let count = shaped.count().ok_or(TOO_LARGE)?;
        let size = self.ir.types.data_element_size(self.innermost(ty));
        // MLIR packs one-bit elements.
        let is_packed = shaped.element.integer_width(self.context) == Some(1);
        if count != 0 && !is_packed && size.is_some() && size == data.len().checked_div(count) {
            return self.raw(shaped, data, ty);
        }
        self.each_of(shaped, data, ty)
    }

    /// Dense data of which each element is converted separately.
    fn each_of(&mut self, shaped: &Shaped<'_>, data: &[u8], ty: Type) -> Made {
        let count = shaped.count().ok_or(TOO_LARGE)?;
        let scalars = self.scalars_of(shaped.element, data, count, self.innermost(ty));
        let fits = self.check_shape(shaped.shape, None, ty);
        // MLIR checks the shape before it notices that the element type is not an integer.
        if let (Err(NOT_AN_INTEGER), Err(NOT_SEQUENTIAL)) = (&scalars, fits) {
            return Err(NOT_SEQUENTIAL);
        }
        let scalars = scalars?;
        fits?;
        Ok(self.nested(ty, &scalars))
    }

    fn scalars_of(
        &mut self,
        element: mlir::Type,
        data: &[u8],
        count: usize,
        ty: Type,
    ) -> std::result::Result<Vec<Constant>, &'static str> {
        // Empty data stands for zeros: a sparse attribute without elements.
        let size = data.len().checked_div(count).unwrap_or(0);
        let elements = (0..count).map(|index| &data[index * size..(index + 1) * size]);
        elements.map(|bytes| self.element_of(element, bytes, ty)).collect()
    }

    /// Reinterprets bytes as nested arrays and vectors of type `ty`.
    fn raw(&mut self, shaped: &Shaped<'_>, mut data: &[u8], ty: Type) -> Made {
        self.check_shape(shaped.shape, Some(shaped.is_vector), ty)?;
        Ok(self.nested_data(ty, &mut data))
    }

    /// The contents of a blob from the module's resources.
    fn resource_of(&mut self, shaped: mlir::Type, key: mlir::Ident, ty: Type) -> Made {
        let context = self.context;
        let size = self.ir.types.data_element_size(self.innermost(ty)).ok_or(NO_SUCH_DATA)?;
        let groups = self.tables.resources.dialect.iter();
        let entries =
            groups.filter(|group| context.str(group.owner) == "builtin").flat_map(|group| &group.entries);
        let blob = entries.filter(|(known, _)| *known == key).find_map(|(_, resource)| match resource {
            Resource::Blob { data, .. } => Some(&data[..]),
            _ => None,
        });
        let data = blob.ok_or(NO_RESOURCE)?;
        let elements = match shaped.kind(context) {
            mlir::TypeKind::MemRef { shape, element, .. } => {
                Shaped { element: *element, shape, is_vector: false }
            }
            _ => Shaped::new(context, shaped).ok_or(UNSUPPORTED_RESOURCE)?,
        };
        let count = elements.count().filter(|&count| count != 0);
        if count.map(|count| data.len() / count) != Some(size) {
            return Err(OTHER_SIZE);
        }
        let holds_vectors = matches!(elements.element.kind(context), mlir::TypeKind::Vector { .. });
        if matches!(shaped.kind(context), mlir::TypeKind::MemRef { .. }) || holds_vectors {
            return Err(UNSUPPORTED_RESOURCE);
        }
        self.raw(&elements, data, ty)
    }

    /// The scalar type of nested arrays and vectors.
    fn innermost(&self, mut ty: Type) -> Type {
        while let TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } = *self.ir.types.kind(ty)
        {
            ty = element;
        }
        ty
    }

    /// Checks that nested arrays and vectors of type `ty` have this shape. `vector` tells whether the last dimension must be a
    /// vector (`true`) or an array (`false`); `None` allows both.
    fn check_shape(
        &self,
        shape: &[i64],
        vector: Option<bool>,
        mut ty: Type,
    ) -> std::result::Result<(), &'static str> {
        let mut result = Ok(());
        for (dimension, &found) in shape.iter().enumerate() {
            let is_last = dimension + 1 == shape.len();
            let (wanted, element, is_vector) = match *self.ir.types.kind(ty) {
                TypeKind::Array { len, element } => (Some(len), element, false),
                // A scalable vector stores fewer elements than its type counts.
                TypeKind::Vector { len, scalable, element } if is_last => {
                    ((!scalable).then_some(u64::from(len)), element, true)
                }
                // If the array is empty, no scalars are missing.
                TypeKind::Vector { .. } if found == 0 => return Err(OTHER_COUNT),
                _ if is_last && vector.is_some() => return Err(OTHER_NESTING),
                _ => return Err(NOT_SEQUENTIAL),
            };
            if u64::try_from(found).ok() != wanted {
                result = Err(OTHER_COUNT);
            } else if is_last && vector.is_some_and(|vector| vector != is_vector) {
                result = result.and(Err(OTHER_SEQUENCE));
            }
            // An empty array may have any element type.
            if found == 0 {
                return result;
            }
            ty = element;
        }
        match self.ir.types.kind(ty) {
            TypeKind::Array { .. } | TypeKind::Vector { .. } => Err(OTHER_NESTING),
            _ if shape.is_empty() => Err(OTHER_NESTING),
            _ => result,
        }
    }

    /// Groups scalars in row-major order into arrays and vectors of type `ty`, which has the same number of scalars.
    fn nested(&self, ty: Type, scalars: &[Constant]) -> Constant {
        let (element, count) = match (self.ir.types.kind(ty), self.ir.types.element_count(ty)) {
            (TypeKind::Array { element, .. } | TypeKind::Vector { element, .. }, Some(count)) => {
                (*element, count as usize)
            }
            _ => return scalars[0],
        };
        if scalars.is_empty() {
            return self.ir.constants.intern(ty, ConstantKind::Zero);
        }
        let parts = scalars.chunks_exact(scalars.len() / count);
        let parts: Vec<Constant> = parts.map(|part| self.nested(element, part)).collect();
        self.ir.constants.aggregate(&self.ir.types, ty, &parts)
    }

    /// Takes the data of nested arrays and vectors of type `ty` from the front of `data`.
    fn nested_data(&self, ty: Type, data: &mut &[u8]) -> Constant {
        let count = self.ir.types.element_count(ty).unwrap_or(0) as usize;
        let element = self.ir.types.element(ty, 0).unwrap_or(ty);
        if let Some(size) = self.ir.types.data_element_size(element) {
            let (first, rest) = data.split_at((size * count).min(data.len()));
            *data = rest;
            return self.data(ty, first.to_vec());
        }
        let parts: Vec<Constant> = (0..count).map(|_| self.nested_data(element, data)).collect();
        self.ir.constants.aggregate(&self.ir.types, ty, &parts)
    }

    /// An array or vector of plain data.
    fn data(&self, ty: Type, bytes: Vec<u8>) -> Constant {
        let zero = bytes.iter().all(|&byte| byte == 0);
        let kind = if zero { ConstantKind::Zero } else { ConstantKind::Data(bytes.into()) };
        self.ir.constants.intern(ty, kind)
    }
}

/// The elements of a sparse attribute as dense little-endian data in row-major order; unlisted elements are zero.
fn sparse_data(
    context: &Context,
    shaped: &Shaped<'_>,
    indices: mlir::Attribute,
    values: mlir::Attribute,
) -> std::result::Result<Vec<u8>, &'static str> {
    let (
        AttrKind::DenseElements { data: indices, splat: same_index, .. },
        AttrKind::DenseElements { ty, data: values, splat },
    ) = (indices.kind(context), values.kind(context))
    else {
        return Err(UNSUPPORTED);
    };
    let rank = shaped.shape.len();
    let coordinates = indices.as_chunks().0;
    let count = match Shaped::new(context, *ty).and_then(|values| values.count()) {
        // For a splat of the values, the number of elements follows from the coordinates.
        _ if *splat && !same_index => coordinates.len().checked_div(rank),
        count => count,
    };
    let count = count.ok_or(UNSUPPORTED)?;
    let size = if *splat { values.len() } else { values.len().checked_div(count).unwrap_or(0) };
    // A sparse attribute may be far larger than its text.
    let places = shaped.count().filter(|&places| places <= LARGEST_IMPLIED / size.max(size_of::<Constant>()));
    let mut data = vec![0; places.ok_or(TOO_LARGE)? * size];
    for element in 0..count {
        let mut position = 0;
        for (axis, &len) in shaped.shape.iter().enumerate() {
            let index = if *same_index { 0 } else { element * rank + axis };
            let coordinate = coordinates.get(index).map(|bytes| u64::from_le_bytes(*bytes));
            let coordinate = coordinate.filter(|&coordinate| coordinate < len as u64);
            position = position * len as usize + coordinate.ok_or(SPARSE_OUT_OF_BOUNDS)? as usize;
        }
        let from = if *splat { 0 } else { element * size };
        let (to, value) =
            (data.get_mut(position * size..(position + 1) * size), values.get(from..from + size));
        to.zip(value).map(|(to, value)| to.copy_from_slice(value)).ok_or(SPARSE_OUT_OF_BOUNDS)?;
    }
    Ok(data)
}
