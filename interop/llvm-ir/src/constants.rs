//! Constants.

use llvm_ir::constant::{self, Float};
use llvm_ir::{Constant as Source, ConstantRef};
use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags};
use tern_llvm_ir::{Constant, ConstantExpr, ConstantKind, Type};

use crate::Converter;

impl Converter<'_> {
    /// A constant.
    pub(crate) fn constant(&mut self, constant: &ConstantRef) -> Constant {
        self.constant_of(constant, None)
    }

    /// A constant that is of this type, as far as that is known: a structure does not say itself whether its type has a name.
    fn constant_of(&mut self, constant: &ConstantRef, expected: Option<Type>) -> Constant {
        let source = self.source;
        let kind = match constant.as_ref() {
            Source::Int { bits, value } => {
                let ty = self.module.types.integer(*bits);
                return match bits {
                    0..=64 => self.module.constants.intern(ty, ConstantKind::Integer(*value)),
                    _ => {
                        let value = value.to_owned().into();
                        let kind = tern_llvm_ir::constants::integer_from_bigint(*bits, &value);
                        self.module.constants.intern(ty, kind)
                    }
                };
            }
            Source::Float(float) => {
                let ty = self.ty(&source.type_of(constant));
                return match float {
                    Float::Single(value) => self.float(ty, value.to_bits().into()),
                    Float::Double(value) => self.float(ty, value.to_bits().into()),
                    _ => self.unknown(ty, "value of a constant that is neither float nor double"),
                };
            }
            Source::Struct { values, .. } => {
                let ty = expected.unwrap_or_else(|| {
                    self.count_loss("name of the type of a structure");
                    self.ty(&source.type_of(constant))
                });
                return self.aggregate(ty, values);
            }
            Source::Array { elements, .. } => {
                let ty = self.ty(&source.type_of(constant));
                return self.aggregate(ty, elements);
            }
            Source::Vector(elements) => {
                let ty = self.ty(&source.type_of(constant));
                return self.aggregate(ty, elements);
            }
            Source::Null(ty) | Source::AggregateZero(ty) => {
                let ty = self.ty(ty);
                return self.module.constants.zero(&self.module.types, ty);
            }
            Source::Undef(_) => ConstantKind::Undef,
            Source::Poison(_) => ConstantKind::Poison,
            Source::TokenNone => ConstantKind::None,
            Source::GlobalReference { name, .. } => {
                return match self.globals.get(name) {
                    Some(&global) => self.module.address_of(global),
                    None => {
                        let ty = self.module.types.common.ptr;
                        self.unknown(ty, "global that is referred to")
                    }
                };
            }
            Source::BlockAddress => {
                let ty = self.module.types.common.ptr;
                return self.unknown(ty, "address of a block");
            }
            Source::PtrAuth { ptr, key, disc, addr_disc } => {
                let null = self.module.types.common.ptr;
                let null = self.module.constants.zero(&self.module.types, null);
                let parts = [ptr, key, disc, addr_disc].map(|part| self.constant(part));
                ConstantKind::PtrAuth(Box::new([parts[0], parts[1], parts[2], parts[3], null]))
            }
            expression => match self.expression(expression) {
                Some(expression) => ConstantKind::Expr(Box::new(expression)),
                None => {
                    let ty = self.ty(&source.type_of(constant));
                    return self.unknown(ty, "constant expression of another kind");
                }
            },
        };
        let ty = self.ty(&source.type_of(constant));
        self.module.constants.intern(ty, kind)
    }

    fn aggregate(&mut self, ty: Type, elements: &[ConstantRef]) -> Constant {
        let elements: Vec<Constant> = elements
            .iter()
            .zip(0..)
            .map(|(element, index)| {
                let expected = self.module.types.element(ty, index);
                self.constant_of(element, expected)
            })
            .collect();
        self.module.constants.aggregate(&self.module.types, ty, &elements)
    }

    fn expression(&mut self, expression: &Source) -> Option<ConstantExpr> {
        let mut binary = |op, lhs: &ConstantRef, rhs: &ConstantRef| {
            let (lhs, rhs) = (self.constant(lhs), self.constant(rhs));
            ConstantExpr::Binary { op, flags: Flags::empty(), lhs, rhs }
        };
        Some(match expression {
            Source::Add(e) => binary(BinaryOp::Add, &e.operand0, &e.operand1),
            Source::Sub(e) => binary(BinaryOp::Sub, &e.operand0, &e.operand1),
            Source::Mul(e) => binary(BinaryOp::Mul, &e.operand0, &e.operand1),
            Source::Xor(e) => binary(BinaryOp::Xor, &e.operand0, &e.operand1),
            Source::Trunc(e) => self.cast(CastOp::Trunc, &e.operand),
            Source::PtrToInt(e) => self.cast(CastOp::PtrToInt, &e.operand),
            Source::IntToPtr(e) => self.cast(CastOp::IntToPtr, &e.operand),
            Source::BitCast(e) => self.cast(CastOp::BitCast, &e.operand),
            Source::AddrSpaceCast(e) => self.cast(CastOp::AddrSpaceCast, &e.operand),
            Source::ExtractElement(e) => ConstantExpr::ExtractElement {
                vector: self.constant(&e.vector),
                index: self.constant(&e.index),
            },
            Source::InsertElement(e) => ConstantExpr::InsertElement {
                vector: self.constant(&e.vector),
                value: self.constant(&e.element),
                index: self.constant(&e.index),
            },
            Source::GetElementPtr(e) => return self.element_pointer(e),
            _ => return None,
        })
    }

    fn cast(&mut self, op: CastOp, value: &ConstantRef) -> ConstantExpr {
        ConstantExpr::Cast { op, value: self.constant(value) }
    }

    /// `llvm-ir` does not say what type a `getelementptr` steps through. With one index bytes are as likely as anything; with more,
    /// it is taken to be the type of the variable that the address is of.
    fn element_pointer(&mut self, expression: &constant::GetElementPtr) -> Option<ConstantExpr> {
        self.count_loss("type that a constant getelementptr steps through");
        let base = self.constant(&expression.address);
        let indices: Box<[Constant]> = expression.indices.iter().map(|index| self.constant(index)).collect();
        let element = match (self.module.constants.kind(base), &indices[..]) {
            (_, [] | [_]) => self.module.types.common.i8,
            (ConstantKind::Global(global), [_, inner @ ..]) => {
                let whole = self.module.globals[*global].ty;
                let step = |ty, &index: &Constant| match *self.module.constants.kind(index) {
                    ConstantKind::Integer(index) => self.module.types.element(ty, index),
                    _ => None,
                };
                inner.iter().try_fold(whole, step)?;
                whole
            }
            _ => return None,
        };
        let flags = if expression.in_bounds { Flags::INBOUNDS | Flags::NUSW } else { Flags::empty() };
        Some(ConstantExpr::GetElementPtr { flags, inrange: None, element, base, indices })
    }

    fn float(&self, ty: Type, bits: u128) -> Constant {
        self.module.constants.intern(ty, ConstantKind::Float(bits))
    }

    /// Something of this type that `llvm-ir` knows nothing more of.
    pub(crate) fn unknown(&mut self, ty: Type, what: &'static str) -> Constant {
        self.count_loss(what);
        self.module.constants.intern(ty, ConstantKind::Undef)
    }
}
