//! Generates memory operations: `alloca`, loads and stores, atomics, address computations.

use tern_llvm_ir::instruction::{
    Alignment, Alloca, AtomicRmw, Atomicity, CmpXchg, Flags, Instruction, Ordering, RmwOp,
};
use tern_llvm_ir::versions::LlvmVersion;
use tern_llvm_ir::{StrId, Type, TypeKind};

use super::Generator;
use super::function::Body;

impl Body<'_> {
    pub(super) fn memory(&mut self) {
        match self.g.choices.weighted(&[20, 20, 20, 20, 5, 6, 8, 3, 2]) {
            0 => self.alloca(),
            1 => self.load(),
            2 => self.store(),
            3 => self.element_pointer(),
            4 => {
                let orderings = [Ordering::SeqCst, Ordering::Acquire, Ordering::Release, Ordering::AcqRel];
                let ordering = *self.g.choices.pick(&orderings);
                let scope = self.scope();
                let void = self.g.module.types.common.void;
                self.add(Instruction::Fence(Atomicity { ordering, scope }), void);
            }
            5 => self.cmpxchg(),
            6 => self.atomicrmw(),
            8 => self.error_access(),
            _ => {
                let ty = self.g.any_type();
                let list = self.operand(self.g.module.types.common.ptr);
                self.add(Instruction::VaArg { list }, ty);
            }
        }
    }

    fn pointer(&mut self) -> tern_llvm_ir::Value {
        self.value_where(|g, ty| g.module.types.is_pointer(ty), self.g.module.types.common.ptr).0
    }

    fn scope(&mut self) -> Option<StrId> {
        let scope = *self.g.choices.pick(&["", "", "singlethread", "agent", "a \"scope\""]);
        (!scope.is_empty()).then(|| self.g.text(scope))
    }

    fn alloca(&mut self) {
        let allocated = self.g.any_type();
        let is_count =
            |g: &Generator, ty: Type| g.module.types.integer_width(ty).is_some_and(|width| width > 1);
        let count = match self.g.choices.chance(20) {
            true => self.value_where(is_count, self.g.module.types.common.i32).0,
            false => self.g.i32(1).into(),
        };
        let result =
            if self.g.choices.chance(10) { self.g.pointer_type() } else { self.g.module.types.common.ptr };

        let alloca = Alloca {
            allocated,
            count,
            alignment: self.g.alignment(10),
            inalloca: self.g.choices.chance(3),
            swifterror: false,
        };
        self.add(Instruction::Alloca(alloca), result);
    }

    /// Whether values of a type can be accessed atomically.
    fn is_atomic(g: &Generator, ty: Type) -> bool {
        match g.module.types.kind(ty) {
            TypeKind::Integer(width) => matches!(width, 8 | 16 | 32 | 64 | 128),
            TypeKind::Pointer(_) | TypeKind::Float | TypeKind::Double | TypeKind::Half | TypeKind::BFloat => {
                true
            }
            _ => false,
        }
    }

    fn access_alignment(&mut self) -> Alignment {
        self.g.alignment(33)
    }

    fn load(&mut self) {
        let ty = self.g.any_type();
        let address = self.pointer();
        let volatile = self.g.choices.chance(15);
        let mut atomicity = Atomicity::NONE;
        if Self::is_atomic(self.g, ty) && self.g.choices.chance(20) {
            let orderings = [Ordering::Monotonic, Ordering::Unordered, Ordering::Acquire, Ordering::SeqCst];
            let ordering = *self.g.choices.pick(&orderings);
            atomicity = Atomicity { ordering, scope: self.scope() };
        }
        let alignment = self.access_alignment();
        self.add(Instruction::Load { address, alignment, volatile, atomicity }, ty);
    }

    fn store(&mut self) {
        let ty = self.g.any_type();
        let (value, address) = (self.operand(ty), self.pointer());
        let volatile = self.g.choices.chance(15);
        let mut atomicity = Atomicity::NONE;
        if Self::is_atomic(self.g, ty) && self.g.choices.chance(20) {
            let orderings = [Ordering::Monotonic, Ordering::Unordered, Ordering::Release, Ordering::SeqCst];
            let ordering = *self.g.choices.pick(&orderings);
            atomicity = Atomicity { ordering, scope: self.scope() };
        }
        let alignment = self.access_alignment();
        let void = self.g.module.types.common.void;
        self.add(Instruction::Store { value, address, alignment, volatile, atomicity }, void);
    }

    /// The permitted uses of a `swifterror` value other than passing it on.
    fn error_access(&mut self) {
        let (address, types) = (self.error_value(), self.g.module.types.common);
        let (volatile, alignment) = (false, self.access_alignment());
        let atomicity = Atomicity::NONE;
        if self.g.choices.chance(50) {
            self.add(Instruction::Load { address, alignment, volatile, atomicity }, types.ptr);
            return;
        }
        let value = self.operand(types.ptr);
        self.add(Instruction::Store { value, address, alignment, volatile, atomicity }, types.void);
    }

    fn cmpxchg(&mut self) {
        let is = |g: &Generator, ty: Type| {
            Self::is_atomic(g, ty)
                && (g.module.types.integer_width(ty).is_some() || g.module.types.is_pointer(ty))
        };
        let (expected, ty) = self.value_where(is, self.g.module.types.common.i32);
        let exchange = CmpXchg {
            address: self.pointer(),
            expected,
            new: self.operand(ty),
            weak: self.g.choices.chance(30),
            volatile: self.g.choices.chance(15),
            success: *self.g.choices.pick(&Ordering::ALL[2..]),
            failure: *self.g.choices.pick(&[Ordering::Monotonic, Ordering::Acquire, Ordering::SeqCst]),
            scope: self.scope(),
            alignment: self.access_alignment(),
        };
        let fields = [ty, self.g.module.types.common.i1].into();
        let result = self.g.module.types.intern(TypeKind::Struct { packed: false, fields });
        self.add(Instruction::CmpXchg(Box::new(exchange)), result);
    }

    fn atomicrmw(&mut self) {
        let known: Vec<RmwOp> =
            RmwOp::ALL.iter().copied().filter(|op| op.since() <= LlvmVersion::DEFAULT).collect();
        let op = *self.g.choices.pick(&known);
        let float = op.spelling().starts_with('f');
        let is = move |g: &Generator, ty: Type| match float {
            true => {
                let kind = g.module.types.kind(g.module.types.scalar(ty));
                let fixed = !matches!(g.module.types.kind(ty), TypeKind::Vector { scalable: true, .. });
                let whole = match g.module.types.kind(ty) {
                    TypeKind::Vector { len, .. } => len.is_power_of_two(),
                    _ => true,
                };
                fixed
                    && whole
                    && matches!(kind, TypeKind::Float | TypeKind::Double | TypeKind::Half | TypeKind::BFloat)
            }
            false => {
                let widest = if g.options.beyond_mlir { 128 } else { 64 };
                let fits = |width| width <= widest;
                Self::is_atomic(g, ty)
                    && (op == RmwOp::Xchg || g.module.types.integer_width(ty).is_some_and(fits))
            }
        };
        let common = self.g.module.types.common;
        let (value, ty) = self.value_where(is, if float { common.float } else { common.i64 });
        let rmw = AtomicRmw {
            op,
            address: self.pointer(),
            value,
            volatile: self.g.choices.chance(15),
            // LLVM 22 has no such operations.
            elementwise: false,
            atomicity: Atomicity { ordering: *self.g.choices.pick(&Ordering::ALL[2..]), scope: self.scope() },
            alignment: self.access_alignment(),
        };
        self.add(Instruction::AtomicRmw(Box::new(rmw)), ty);
    }

    fn element_pointer(&mut self) {
        let types = self.g.module.types.common;
        let (base, base_type) = self.value_where(Generator::is_address, types.ptr);
        let flags = *self.g.choices.pick(&[
            Flags::empty(),
            Flags::INBOUNDS | Flags::NUSW,
            Flags::INBOUNDS | Flags::NUSW | Flags::NUW,
            Flags::NUSW,
            Flags::NUSW | Flags::NUW,
            Flags::NUW,
        ]);
        let element = self.g.any_type();
        let shape = self.g.module.types.is_vector(base_type).then_some(base_type);
        let is_index = move |g: &Generator, ty: Type| match shape {
            None => g.module.types.integer_width(ty).is_some(),
            Some(shape) => {
                g.module.types.integer_width(ty).is_some()
                    || g.is_integral(ty) && g.module.types.with_scalar(shape, g.module.types.scalar(ty)) == ty
            }
        };
        let mut indices = vec![self.value_where(is_index, types.i64).0];
        let mut inner = element;
        while self.g.choices.chance(60) {
            inner = match self.g.module.types.kind(inner).clone() {
                TypeKind::Array { element, .. } => {
                    indices.push(self.value_where(is_index, types.i64).0);
                    element
                }
                TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                    let count = self.g.module.types.element_count(inner).unwrap_or(0);
                    if count == 0 {
                        break;
                    }
                    let index = self.g.choices.below(count as usize);
                    indices.push(self.g.i32(index as i64).into());
                    self.g.module.types.element(inner, index as u64).unwrap_or(inner)
                }
                _ => break,
            };
        }
        // A vector index makes the result a vector.
        let mut result = base_type;
        for &index in &indices {
            let ty = self.type_of(index);
            if self.g.module.types.is_vector(ty) && !self.g.module.types.is_vector(result) {
                result = self.g.module.types.with_scalar(ty, base_type);
            }
        }
        let indices = self.function.push_values(&indices);
        self.add(Instruction::GetElementPtr { flags, element, base, indices }, result);
    }
}
