//! Generates computations: arithmetic, comparisons, conversions, operations on vectors and aggregates.

use tern_llvm_ir::function::Value;
use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, Instruction, IntPredicate};
use tern_llvm_ir::{Type, TypeKind};

use super::Generator;
use super::function::Body;

const FAST_MATH: [Flags; 7] =
    [Flags::REASSOC, Flags::NNAN, Flags::NINF, Flags::NSZ, Flags::ARCP, Flags::CONTRACT, Flags::AFN];

/// The flags that a binary operation supports.
fn flags_of(op: BinaryOp) -> &'static [Flags] {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => &[Flags::NUW, Flags::NSW],
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => &[Flags::EXACT],
        BinaryOp::Or => &[Flags::DISJOINT],
        _ => &[],
    }
}

impl Body<'_> {
    /// A random subset of the flags.
    fn some_of(&mut self, flags: &[Flags]) -> Flags {
        flags
            .iter()
            .copied()
            .filter(|_| self.g.choices.chance(30))
            .fold(Flags::empty(), |all, flag| all | flag)
    }

    pub(super) fn fast_math(&mut self) -> Flags {
        match self.g.choices.weighted(&[60, 10, 30]) {
            0 => Flags::empty(),
            1 => Flags::FAST,
            _ => self.some_of(&FAST_MATH),
        }
    }

    /// Adds a random instruction.
    pub(super) fn instruction(&mut self) {
        match self.g.choices.weighted(&[20, 10, 12, 8, 6, 6, 5, 8, 8, 25, 20]) {
            0 => self.binary(),
            1 => self.float_binary(),
            2 => self.cast(),
            3 => self.icmp(),
            4 => self.fcmp(),
            5 => self.select(),
            6 => {
                let ty = self.carried_type();
                let value = self.operand(ty);
                self.add(Instruction::Freeze(value), ty);
            }
            7 => self.vector(),
            8 => self.aggregate(),
            9 => self.memory(),
            _ => self.call(),
        }
    }

    fn binary(&mut self) {
        let op = loop {
            let op = *self.g.choices.pick(BinaryOp::ALL);
            if !op.is_float() {
                break op;
            }
            // The simplest choices select the first one.
        };
        let (lhs, ty) = self.value_where(Generator::is_integral, self.g.module.types.common.i32);
        let rhs = self.operand(ty);
        let flags = self.some_of(flags_of(op));
        self.add(Instruction::Binary { op, flags, lhs, rhs }, ty);
    }

    fn float_binary(&mut self) {
        let (value, ty) = self.value_where(Generator::is_floating, self.g.module.types.common.double);
        let flags = self.fast_math();
        if self.g.choices.chance(15) {
            self.add(Instruction::FNeg { flags, value }, ty);
            return;
        }
        let op = *self.g.choices.pick(&[
            BinaryOp::FAdd,
            BinaryOp::FSub,
            BinaryOp::FMul,
            BinaryOp::FDiv,
            BinaryOp::FRem,
        ]);
        let rhs = self.operand(ty);
        self.add(Instruction::Binary { op, flags, lhs: value, rhs }, ty);
    }

    fn like(&self, shape: Type, scalar: Type) -> Type {
        self.g.module.types.with_scalar(shape, scalar)
    }

    fn width(&self, ty: Type) -> u32 {
        let types = &self.g.module.types;
        let scalar = types.scalar(ty);
        types.integer_width(scalar).or_else(|| types.float_width(scalar)).unwrap_or(0)
    }

    fn cast(&mut self) {
        let common = self.g.module.types.common;
        match self.g.choices.below(6) {
            0 => {
                let (value, from) = self.value_where(Generator::is_integral, common.i32);
                let width = self.width(from);
                let to_width = match self.g.choices.below(3) {
                    _ if width == 1 => 8,
                    0 => 1,
                    1 => width * 2,
                    _ => width - 1,
                };
                let to = self.like(from, self.g.module.types.integer(to_width.min(8_388_608)));
                let (op, flags) = match to_width.min(8_388_608).cmp(&width) {
                    std::cmp::Ordering::Less => (CastOp::Trunc, self.some_of(&[Flags::NUW, Flags::NSW])),
                    std::cmp::Ordering::Equal => return,
                    std::cmp::Ordering::Greater if self.g.choices.chance(50) => {
                        (CastOp::SExt, Flags::empty())
                    }
                    std::cmp::Ordering::Greater => (CastOp::ZExt, self.some_of(&[Flags::NNEG])),
                };
                self.add(Instruction::Cast { op, flags, value }, to);
            }
            1 => {
                let (value, from) = self.value_where(Generator::is_floating, common.double);
                let scalar = self.g.float_type();
                let to = self.like(from, scalar);
                let op = match self.width(to).cmp(&self.width(from)) {
                    std::cmp::Ordering::Less => CastOp::FpTrunc,
                    std::cmp::Ordering::Greater => CastOp::FpExt,
                    std::cmp::Ordering::Equal => return,
                };
                let flags = self.fast_math();
                self.add(Instruction::Cast { op, flags, value }, to);
            }
            2 => {
                let (value, from) = self.value_where(Generator::is_floating, common.float);
                let op = *self.g.choices.pick(&[CastOp::FpToSi, CastOp::FpToUi]);
                let scalar = self.g.integer_type();
                let to = self.like(from, scalar);
                self.add(Instruction::Cast { op, flags: Flags::empty(), value }, to);
            }
            3 => {
                let (value, from) = self.value_where(Generator::is_integral, common.i32);
                let op = *self.g.choices.pick(&[CastOp::SiToFp, CastOp::UiToFp]);
                let scalar = self.g.float_type();
                let to = self.like(from, scalar);
                let flags = match op {
                    CastOp::UiToFp => self.some_of(&[Flags::NNEG]),
                    _ => Flags::empty(),
                };
                self.add(Instruction::Cast { op, flags, value }, to);
            }
            4 => self.pointer_cast(),
            _ => {
                let is = |g: &Generator, ty| g.is_integral(ty) || g.is_floating(ty);
                let (value, from) = self.value_where(is, common.i32);
                if let Some(to) = self.same_size(from) {
                    self.add(Instruction::Cast { op: CastOp::BitCast, flags: Flags::empty(), value }, to);
                }
            }
        }
    }

    fn pointer_cast(&mut self) {
        let common = self.g.module.types.common;
        let (op, value, to) = match self.g.choices.below(4) {
            0 => {
                let (value, from) = self.value_where(Generator::is_address, common.ptr);
                let scalar = self.g.integer_type();
                (CastOp::PtrToInt, value, self.like(from, scalar))
            }
            1 => {
                let (value, from) = self.value_where(Generator::is_integral, common.i64);
                let scalar = self.g.pointer_type();
                (CastOp::IntToPtr, value, self.like(from, scalar))
            }
            2 => {
                let value = self.operand(common.ptr);
                (CastOp::PtrToAddr, value, common.i64)
            }
            _ => {
                let (value, from) = self.value_where(Generator::is_address, common.ptr);
                let scalar = self.g.pointer_type();
                if self.g.module.types.scalar(from) == scalar {
                    return;
                }
                (CastOp::AddrSpaceCast, value, self.like(from, scalar))
            }
        };
        self.add(Instruction::Cast { op, flags: Flags::empty(), value }, to);
    }

    /// Another type of the same size.
    fn same_size(&mut self, ty: Type) -> Option<Type> {
        let types = &self.g.module.types;
        let scalar = types.scalar(ty);
        let width = self.width(ty);
        if types.integer_width(scalar).is_some() {
            let float = match width {
                16 => self.g.choices.pick(&[TypeKind::Half, TypeKind::BFloat]).clone(),
                32 => TypeKind::Float,
                64 => TypeKind::Double,
                80 => TypeKind::X86Fp80,
                128 if !self.g.options.beyond_mlir => TypeKind::Fp128,
                128 => self.g.choices.pick(&[TypeKind::Fp128, TypeKind::PpcFp128]).clone(),
                _ if ty == scalar && width.is_multiple_of(8) && width <= 600 => {
                    let types = &self.g.module.types;
                    let element = types.common.i8;
                    return Some(types.intern(TypeKind::Vector { len: width / 8, scalable: false, element }));
                }
                _ => return None,
            };
            return Some(self.like(ty, self.g.module.types.intern(float)));
        }
        Some(self.like(ty, self.g.module.types.integer(width)))
    }

    fn icmp(&mut self) {
        let is = |g: &Generator, ty| g.is_integral(ty) || g.is_address(ty);
        let (lhs, ty) = self.value_where(is, self.g.module.types.common.i32);
        let rhs = self.operand(ty);
        let predicate = *self.g.choices.pick(IntPredicate::ALL);
        let flags = self.some_of(&[Flags::SAMESIGN]);
        let result = self.like(ty, self.g.module.types.common.i1);
        self.add(Instruction::ICmp { predicate, flags, lhs, rhs }, result);
    }

    fn fcmp(&mut self) {
        let (lhs, ty) = self.value_where(Generator::is_floating, self.g.module.types.common.float);
        let rhs = self.operand(ty);
        let predicate = *self.g.choices.pick(FloatPredicate::ALL);
        let flags = self.fast_math();
        let result = self.like(ty, self.g.module.types.common.i1);
        self.add(Instruction::FCmp { predicate, flags, lhs, rhs }, result);
    }

    fn select(&mut self) {
        let ty = self.carried_type();
        let i1 = self.g.module.types.common.i1;
        let by_element = self.g.module.types.is_vector(ty) && self.g.choices.chance(60);
        let condition = self.operand(if by_element { self.like(ty, i1) } else { i1 });
        let (then, otherwise) = (self.operand(ty), self.operand(ty));
        let flags = if self.g.module.types.takes_fast_math(ty) { self.fast_math() } else { Flags::empty() };
        self.add(Instruction::Select { flags, condition, then, otherwise }, ty);
    }

    fn vector(&mut self) {
        let types = &self.g.module.types;
        let otherwise = types.intern(TypeKind::Vector { len: 4, scalable: false, element: types.common.i32 });
        let (vector, ty) = self.value_where(|g, ty| g.module.types.is_vector(ty), otherwise);
        let TypeKind::Vector { len, scalable, element } = *self.g.module.types.kind(ty) else { return };
        let is_index = |g: &Generator, ty: Type| g.module.types.integer_width(ty).is_some();
        match self.g.choices.below(3) {
            0 => {
                let index = self.value_where(is_index, self.g.module.types.common.i64).0;
                self.add(Instruction::ExtractElement { vector, index }, element);
            }
            1 => {
                let value = self.operand(element);
                let index = self.value_where(is_index, self.g.module.types.common.i32).0;
                self.add(Instruction::InsertElement { vector, value, index }, ty);
            }
            _ => {
                let b = self.operand(ty);
                let count = if scalable { len as usize } else { self.g.choices.within(1, 6) };
                let poison = self.g.choices.chance(30);
                let mut mask: Vec<u32> = Vec::new();
                for _ in 0..count {
                    mask.push(match scalable {
                        true => {
                            if poison {
                                u32::MAX
                            } else {
                                0
                            }
                        }
                        false if self.g.choices.chance(15) => u32::MAX,
                        false => self.g.choices.below(2 * len as usize) as u32,
                    });
                }
                let mask = self.function.push_numbers(&mask);
                let result = TypeKind::Vector { len: count as u32, scalable, element };
                let result = self.g.module.types.intern(result);
                self.add(Instruction::ShuffleVector { a: vector, b, mask }, result);
            }
        }
    }

    fn aggregate(&mut self) {
        let types = &self.g.module.types;
        let fields = [types.common.i32, types.common.double].into();
        let otherwise = types.intern(TypeKind::Struct { packed: false, fields });
        let has_elements = |g: &Generator, ty: Type| {
            let types = &g.module.types;
            types.is_aggregate(ty) && types.element_count(ty).is_some_and(|count| count > 0)
        };
        let (aggregate, ty) = self.value_where(has_elements, otherwise);
        let (mut indices, mut element) = (Vec::new(), ty);
        while has_elements(self.g, element) && (indices.is_empty() || self.g.choices.chance(50)) {
            let count = self.g.module.types.element_count(element).unwrap_or(1);
            let index = self.g.choices.below(count as usize);
            indices.push(index as u32);
            element = self.g.module.types.element(element, index as u64).unwrap_or(element);
        }
        let indices = self.function.push_numbers(&indices);
        if self.g.choices.chance(50) {
            self.add(Instruction::ExtractValue { aggregate, indices }, element);
        } else {
            let value: Value = self.operand(element);
            self.add(Instruction::InsertValue { aggregate, value, indices }, ty);
        }
    }
}
