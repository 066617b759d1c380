//! Constants. Source: LangRef, Constants.
//!
//! A constant is interned in its module: equal constants have equal handles. Constants are canonical as LLVM's are: an
//! aggregate of zeros is [`ConstantKind::Zero`], one of `undef` is [`ConstantKind::Undef`], and an array or vector of simple
//! scalars is [`ConstantKind::Data`].

use cranelift_entity::entity_impl;
use num_bigint::{BigInt, BigUint};

use crate::entity::{Interner, StrId};
use crate::function::{Block, Local, Value};
use crate::globals::Global;
use crate::instruction::{BinaryOp, CastOp, Flags};
use crate::metadata::Metadata;
use crate::types::{Type, TypeKind, Types};

/// A handle to a constant, interned in its module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constant(u32);
entity_impl!(Constant, "const");

/// The value of a [`Constant`]; its type is stored beside it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstantKind {
    /// An integer of at most 64 bits, zero-extended.
    Integer(u64),
    /// A wider integer: little-endian limbs, as many as the width needs.
    BigInteger(Box<[u64]>),
    /// A floating point number: its bits in the type's format.
    Float(u128),
    /// `null` or `zeroinitializer`, depending on the type. Not used for integers and floats, whose zero is `Integer` or `Float`.
    Zero,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `none` of type `token`.
    None,
    /// The elements of an array, struct or vector.
    Aggregate(Box<[Constant]>),
    /// An array or vector of `i8`, `i16`, `i32`, `i64`, `half`, `bfloat`, `float` or `double`: the elements, little-endian.
    Data(Box<[u8]>),
    /// A scalable vector whose elements are all equal: `splat (i32 1)`.
    Splat(Constant),
    /// The address of a global.
    Global(Global),
    /// A constant expression, such as a cast or a `getelementptr`.
    Expr(Box<ConstantExpr>),
    /// `blockaddress(@f, %b)`.
    BlockAddress(Global, Block),
    /// `dso_local_equivalent @f`.
    DsoLocalEquivalent(Global),
    /// `no_cfi @f`.
    NoCfi(Global),
    /// `ptrauth (ptr p, i32 key, i64 discriminator, ptr address, ptr deactivation)`: five operands.
    PtrAuth(Box<[Constant; 5]>),
    /// `asm "…", "…"`: only as a callee.
    InlineAsm(Box<InlineAsm>),
    /// Metadata used as an argument of a call.
    Metadata(Metadata),
    /// A metadata argument that wraps values of the enclosing function: `metadata !DIArgList(i32 %x, i32 %y)`.
    ArgList(Box<[Value]>),
    /// A metadata argument that wraps a value of the enclosing function: `metadata i32 %x`.
    LocalMetadata(Local),
}

/// Defines a visitor of the operands of constants, and with `@` of constant expressions; with `mut`, for changing them.
macro_rules! constant_visitor {
    ($name:ident, $of_value:ident $(, $mut:tt)?) => {
        fn $name(& $($mut)? self, mut visit: impl FnMut(& $($mut)? Constant)) {
            match self {
                Self::Aggregate(elements) => elements.into_iter().for_each(visit),
                Self::Splat(value) | Self::Metadata(Metadata::Constant(value)) => visit(value),
                Self::PtrAuth(operands) => (& $($mut)? **operands).into_iter().for_each(visit),
                Self::Expr(expr) => expr.$name(visit),
                Self::ArgList(values) => values.into_iter().for_each(|value| $of_value(value, &mut visit)),
                Self::Integer(_)
                | Self::BigInteger(_)
                | Self::Float(_)
                | Self::Zero
                | Self::Undef
                | Self::Poison
                | Self::None
                | Self::Data(_)
                | Self::Global(_)
                | Self::BlockAddress(..)
                | Self::DsoLocalEquivalent(_)
                | Self::NoCfi(_)
                | Self::InlineAsm(_)
                | Self::Metadata(_)
                | Self::LocalMetadata(_) => {}
            }
        }
    };
    (@ $name:ident $(, $mut:tt)?) => {
        fn $name(& $($mut)? self, mut visit: impl FnMut(& $($mut)? Constant)) {
            match self {
                Self::Cast { value, .. } => visit(value),
                Self::Binary { lhs: a, rhs: b, .. }
                | Self::ExtractElement { vector: a, index: b }
                | Self::ShuffleVector { a, b, .. } => {
                    visit(a);
                    visit(b);
                }
                Self::GetElementPtr { base, indices, .. } => {
                    visit(base);
                    indices.into_iter().for_each(visit);
                }
                Self::InsertElement { vector, value, index } => {
                    visit(vector);
                    visit(value);
                    visit(index);
                }
            }
        }
    };
}

/// Passes on the constant that a value is.
fn constant_of(value: &Value, visit: impl FnOnce(&Constant)) {
    if let Some(constant) = value.constant() {
        visit(&constant);
    }
}

/// Passes on the constant that a value is, so that it can be changed.
pub(crate) fn constant_of_mut(value: &mut Value, visit: impl FnOnce(&mut Constant)) {
    if let Some(mut constant) = value.constant() {
        visit(&mut constant);
        *value = constant.into();
    }
}

impl ConstantKind {
    /// Whether this is an integer or a floating-point number.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Integer(_) | Self::BigInteger(_) | Self::Float(_))
    }

    /// The pointer of which it is an `addrspacecast`.
    pub fn addrspace_cast_of(&self) -> Option<Constant> {
        match self {
            Self::Expr(expr) => match **expr {
                ConstantExpr::Cast { op: CastOp::AddrSpaceCast, value } => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// The global that it names: its address, `dso_local_equivalent` or `no_cfi` of it, or the address of a block in it.
    pub fn global(&self) -> Option<Global> {
        match *self {
            Self::Global(global)
            | Self::DsoLocalEquivalent(global)
            | Self::NoCfi(global)
            | Self::BlockAddress(global, _) => Some(global),
            _ => None,
        }
    }

    /// Whether this is metadata as an operand.
    pub(crate) fn is_metadata(&self) -> bool {
        matches!(self, Self::Metadata(_) | Self::ArgList(_) | Self::LocalMetadata(_))
    }

    constant_visitor!(visit, constant_of);
    constant_visitor!(visit_mut, constant_of_mut, mut);

    /// Visits the constants that it consists of, in the order of the syntax.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Constant)) {
        self.visit(|operand| visit(*operand));
    }

    /// Visits the constants that it consists of, so that they can be changed. The result may not be canonical.
    pub fn for_each_operand_mut(&mut self, visit: impl FnMut(&mut Constant)) {
        self.visit_mut(visit);
    }

    /// The constants that it consists of, in the order of the syntax.
    pub fn operands(&self) -> Vec<Constant> {
        let mut operands = Vec::new();
        self.for_each_operand(|operand| operands.push(operand));
        operands
    }
}

/// A constant expression. Source: LangRef, Constant Expressions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ConstantExpr {
    /// `trunc (i64 x to i32)` and other casts.
    Cast { op: CastOp, value: Constant },
    /// `add nuw (i32 a, i32 b)`.
    Binary { op: BinaryOp, flags: Flags, lhs: Constant, rhs: Constant },
    /// `getelementptr inbounds inrange(a, b) (T, ptr p, i64 i)`. The bounds of `inrange` are stored as bits of the index width.
    GetElementPtr {
        flags: Flags,
        inrange: Option<(i64, i64)>,
        element: Type,
        base: Constant,
        indices: Box<[Constant]>,
    },
    /// `extractelement (<2 x i32> v, i32 i)`.
    ExtractElement { vector: Constant, index: Constant },
    /// `insertelement (<2 x i32> v, i32 x, i32 i)`.
    InsertElement { vector: Constant, value: Constant, index: Constant },
    /// `shufflevector (<2 x i32> a, <2 x i32> b, <2 x i32> m)`; −1 in the mask means poison.
    ShuffleVector { a: Constant, b: Constant, mask: Box<[i32]> },
}

impl ConstantExpr {
    constant_visitor!(@ visit);
    constant_visitor!(@ visit_mut, mut);

    /// The constant operands, in the order of the syntax.
    pub fn operands(&self) -> Vec<Constant> {
        let mut operands = Vec::new();
        self.visit(|operand| operands.push(*operand));
        operands
    }
}

/// An inline assembler expression. Source: LangRef, Inline Assembler Expressions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct InlineAsm {
    pub function_type: Type,
    pub template: StrId,
    pub constraints: StrId,
    pub side_effect: bool,
    pub align_stack: bool,
    pub intel_dialect: bool,
    pub unwind: bool,
}

/// A constant with its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConstantData {
    /// The constant's type.
    pub ty: Type,
    /// The constant's value.
    pub kind: ConstantKind,
}

/// The interned constants of a module.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    interner: Interner<Constant, ConstantData>,
}

impl Constants {
    /// Another handle to the same table.
    pub(crate) fn sharing(&self) -> Self {
        Self { interner: self.interner.sharing() }
    }

    /// Interns a constant of this type and kind as it is, without canonicalization. For aggregates use [`aggregate`](Self::aggregate).
    pub fn intern(&self, ty: Type, kind: ConstantKind) -> Constant {
        self.interner.intern(ConstantData { ty, kind })
    }

    /// The constant of this type and kind, if it is in the table.
    pub fn find(&self, ty: Type, kind: ConstantKind) -> Option<Constant> {
        self.interner.find(&ConstantData { ty, kind })
    }

    /// The type and kind of a constant.
    pub fn get(&self, constant: Constant) -> &ConstantData {
        self.interner.get(constant)
    }

    /// What a constant consists of. Takes constant time and no lock, as all lookups by handle.
    pub fn kind(&self, constant: Constant) -> &ConstantKind {
        &self.get(constant).kind
    }

    /// The type of a constant; that of a global is the pointer type.
    pub fn ty(&self, constant: Constant) -> Type {
        self.get(constant).ty
    }

    /// The number of constants.
    pub fn len(&self) -> usize {
        self.interner.len()
    }

    /// Whether there are no constants.
    pub fn is_empty(&self) -> bool {
        self.interner.is_empty()
    }

    /// The integer `value`, truncated or sign-extended to the width of `ty`.
    pub fn integer(&self, types: &Types, ty: Type, value: i64) -> Constant {
        let width = types.bits_width(ty).unwrap_or(64);
        if width <= 64 {
            return self.intern(ty, ConstantKind::Integer(value as u64 & mask(width)));
        }
        let kind = integer_from_bigint(width, &BigInt::from(value));
        self.intern(ty, kind)
    }

    /// A scalable vector whose elements are all `element`. LLVM has splat constants only of numbers; for others it uses an
    /// insertion and a shuffle.
    fn scalable_splat(&self, types: &Types, ty: Type, element: Constant) -> Constant {
        if self.kind(element).is_number() {
            return self.intern(ty, ConstantKind::Splat(element));
        }
        let (poison, index) =
            (self.intern(ty, ConstantKind::Poison), self.integer(types, types.common.i64, 0));
        let expression = |expr| self.intern(ty, ConstantKind::Expr(Box::new(expr)));
        let inserted = expression(ConstantExpr::InsertElement { vector: poison, value: element, index });
        expression(ConstantExpr::ShuffleVector { a: inserted, b: poison, mask: [0].into() })
    }

    /// The array, struct or vector of these elements, in canonical form.
    pub fn aggregate(&self, types: &Types, ty: Type, elements: &[Constant]) -> Constant {
        let all =
            |constants: &Self, is: fn(&ConstantKind) -> bool| elements.iter().all(|&e| is(constants.kind(e)));
        let scalable = matches!(types.kind(ty), TypeKind::Vector { scalable: true, .. });
        if elements.is_empty() || all(self, is_zero) {
            return self.intern(ty, ConstantKind::Zero);
        }
        if all(self, |kind| *kind == ConstantKind::Poison) {
            return self.intern(ty, ConstantKind::Poison);
        }
        if all(self, |kind| *kind == ConstantKind::Undef) {
            return self.intern(ty, ConstantKind::Undef);
        }
        if scalable {
            return self.scalable_splat(types, ty, elements[0]);
        }
        let element = match types.kind(ty) {
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => {
                types.data_element_size(*element)
            }
            _ => None,
        };
        if let Some(size) = element {
            let mut data = Vec::with_capacity(size * elements.len());
            for &element in elements {
                match *self.kind(element) {
                    ConstantKind::Integer(value) => data.extend_from_slice(&value.to_le_bytes()[..size]),
                    ConstantKind::Float(bits) => data.extend_from_slice(&bits.to_le_bytes()[..size]),
                    _ => {
                        data.clear();
                        break;
                    }
                }
            }
            if !data.is_empty() {
                return self.intern(ty, ConstantKind::Data(data.into()));
            }
        }
        self.intern(ty, ConstantKind::Aggregate(elements.into()))
    }

    /// The elements of an array, struct or vector. `None` for expressions and scalars, and for `undef` and the like if there
    /// would be more than 2²⁴.
    pub fn elements(&self, types: &Types, constant: Constant) -> Option<Vec<Constant>> {
        let ConstantData { ty, kind } = self.get(constant).clone();
        let count = usize::try_from(types.element_count(ty)?).ok()?;
        match kind {
            ConstantKind::Aggregate(elements) => Some(elements.into()),
            ConstantKind::Data(data) => {
                let element = types.element(ty, 0)?;
                let size = types.data_element_size(element)?;
                let float = types.is_float(element);
                Some(
                    data.chunks_exact(size)
                        .map(|bytes| self.intern(element, data_element(bytes, float)))
                        .collect(),
                )
            }
            ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison if count > MOST_IMPLIED => None,
            ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison => Some(
                (0..count)
                    .map(|index| {
                        let element = types.element(ty, index as u64).unwrap_or(ty);
                        match kind {
                            ConstantKind::Zero => self.zero(types, element),
                            _ => self.intern(element, kind.clone()),
                        }
                    })
                    .collect(),
            ),
            _ => None,
        }
    }

    /// A pointer as one of type `ty`, which may be to another address space. Of two casts only the outer is needed.
    pub fn addrspace_cast(&self, pointer: Constant, ty: Type) -> Constant {
        let mut pointer = pointer;
        while let Some(inner) = self.kind(pointer).addrspace_cast_of() {
            pointer = inner;
        }
        if self.ty(pointer) == ty {
            return pointer;
        }
        let expr = ConstantExpr::Cast { op: CastOp::AddrSpaceCast, value: pointer };
        self.intern(ty, ConstantKind::Expr(Box::new(expr)))
    }

    /// The zero of a type: an integer or float of value zero, or [`ConstantKind::Zero`].
    pub fn zero(&self, types: &Types, ty: Type) -> Constant {
        let kind = match types.kind(ty) {
            TypeKind::Integer(0..=64) | TypeKind::Byte(0..=64) => ConstantKind::Integer(0),
            TypeKind::Integer(width) | TypeKind::Byte(width) => {
                ConstantKind::BigInteger(vec![0; width.div_ceil(64) as usize].into())
            }
            _ if types.is_float(ty) => ConstantKind::Float(0),
            TypeKind::Token => ConstantKind::None,
            _ => ConstantKind::Zero,
        };
        self.intern(ty, kind)
    }

    /// Whether an address computation of type `found` equals its base: all indices are zero, or it indexes into something undefined.
    pub(crate) fn is_base(&self, types: &Types, found: Type, base: Constant, indices: &[Constant]) -> bool {
        let is_undefined =
            |constant| matches!(self.kind(constant), ConstantKind::Undef | ConstantKind::Poison);
        let is_zero = |&index: &Constant| match self.kind(index) {
            ConstantKind::Integer(0) | ConstantKind::Zero => true,
            ConstantKind::BigInteger(limbs) => limbs.iter().all(|&limb| limb == 0),
            _ => is_undefined(index),
        };
        self.ty(base) == found
            && matches!(types.kind(found), TypeKind::Pointer(_))
            && (is_undefined(base) || indices.iter().all(is_zero))
    }

    /// The common element of a vector whose elements are all equal.
    pub fn splat(&self, types: &Types, constant: Constant) -> Option<Constant> {
        let ConstantData { ty, kind } = self.get(constant);
        let TypeKind::Vector { element, .. } = types.kind(*ty) else { return None };
        let element = *element;
        match kind {
            ConstantKind::Splat(value) => Some(*value),
            ConstantKind::Zero => Some(self.zero(types, element)),
            ConstantKind::Aggregate(elements) => {
                elements.iter().all(|e| *e == elements[0]).then(|| elements[0])
            }
            ConstantKind::Data(data) => {
                let size = types.data_element_size(element)?;
                let first = data.get(..size)?;
                let same = data.chunks_exact(size).all(|chunk| chunk == first);
                let kind = data_element(first, types.is_float(element));
                same.then(|| self.intern(element, kind))
            }
            _ => None,
        }
    }
}

/// An element of plain data, from its little-endian bytes.
pub(crate) fn data_element(bytes: &[u8], float: bool) -> ConstantKind {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let value = u64::from_le_bytes(wide);
    if float { ConstantKind::Float(value.into()) } else { ConstantKind::Integer(value) }
}

fn is_zero(kind: &ConstantKind) -> bool {
    match kind {
        ConstantKind::Integer(0) | ConstantKind::Float(0) | ConstantKind::Zero | ConstantKind::None => true,
        ConstantKind::BigInteger(limbs) => limbs.iter().all(|&limb| limb == 0),
        _ => false,
    }
}

/// The limit on elements that are created for a constant that does not list them. An array type may have more elements than there
/// is memory.
pub(crate) const MOST_IMPLIED: usize = 1 << 24;

/// A mask of the lowest `width` bits.
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// `value` in two's complement, truncated to `width` bits.
pub fn integer_from_bigint(width: u32, value: &BigInt) -> ConstantKind {
    let modulus = BigInt::from(1) << width;
    let wrapped = ((value % &modulus) + &modulus) % &modulus;
    let limbs: Vec<u64> = wrapped.iter_u64_digits().collect();
    if width <= 64 {
        return ConstantKind::Integer(limbs.first().copied().unwrap_or(0));
    }
    let mut limbs = limbs;
    limbs.resize(width.div_ceil(64) as usize, 0);
    ConstantKind::BigInteger(limbs.into())
}

/// The value of limbs that hold a signed integer of `width` bits.
pub fn bigint_from_limbs(width: u32, limbs: &[u64]) -> BigInt {
    let digits = limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect();
    let value = BigInt::from(BigUint::new(digits));
    let sign = width.wrapping_sub(1);
    let negative = limbs.get((sign / 64) as usize).is_some_and(|limb| limb >> (sign % 64) & 1 == 1);
    if negative { value - (BigInt::from(1) << width) } else { value }
}
