//! How much machine code instructions become, as an estimate that knows no target. Source: LLVM's cost model for the size of code, as it is without a
//! target; `opt -passes='print<cost-model>' -cost-kind=code-size` prints it.
//!
//! ```
//! use tern_analysis::code_size::CodeSize;
//!
//! let text = b"define i64 @f(ptr %p, i32 %i) {\n  %w = zext i32 %i to i64\n  %q = getelementptr i64, ptr %p, i64 %w\n\
//!     \x20 %x = load i64, ptr %q\n  %y = udiv i64 %x, 10\n  ret i64 %y\n}\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (_, _, function) = module.definitions().next().unwrap();
//! // A division counts four times.
//! assert_eq!(CodeSize::new(&module).of_function(function), 8);
//! ```

use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::instruction::{BinaryOp, CallSite, CastOp};
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{
    ConstantKind, Function, Global, GlobalKind, Inst, Instruction, Linkage, Module, Type, TypeKind, Value,
    intrinsics,
};

use crate::indices::{self, Offset};
use crate::stack::is_static;

/// Estimates for the instructions of a module. The unit is the size of a simple instruction, such as an addition.
#[derive(Debug)]
pub struct CodeSize<'m> {
    module: &'m Module,
    layout: DataLayout,
}

/// The size of a division, which is a call or several instructions on many machines.
const EXPENSIVE: u32 = 4;

/// Functions of the C library that are an instruction or few where they are called. Those of C's math have a form for each type.
const SINGLE: &[&[u8]] = &[
    b"abs",
    b"ceil",
    b"copysign",
    b"cos",
    b"exp2",
    b"exp2f",
    b"exp2l",
    b"fabs",
    b"ffs",
    b"ffsl",
    b"floor",
    b"floorf",
    b"fmax",
    b"fmin",
    b"labs",
    b"llabs",
    b"pow",
    b"powf",
    b"powl",
    b"round",
    b"sin",
    b"sqrt",
];

/// Those of [`SINGLE`] that also have forms for `float` and `long double`, with an `f` or `l` behind the name.
const WITH_SUFFIX: &[&[u8]] = &[b"copysign", b"cos", b"fabs", b"fmax", b"fmin", b"sin", b"sqrt"];

/// Intrinsics that become no code.
const FREE: &[&str] = &[
    "llvm.allow.runtime.check",
    "llvm.allow.ubsan.check",
    "llvm.annotation",
    "llvm.arithmetic.fence",
    "llvm.assume",
    "llvm.coro.align",
    "llvm.coro.alloc",
    "llvm.coro.begin",
    "llvm.coro.begin.custom.abi",
    "llvm.coro.end",
    "llvm.coro.frame",
    "llvm.coro.free",
    "llvm.coro.size",
    "llvm.coro.subfn.addr",
    "llvm.coro.suspend",
    "llvm.dbg.assign",
    "llvm.dbg.declare",
    "llvm.dbg.label",
    "llvm.dbg.value",
    "llvm.experimental.gc.relocate",
    "llvm.experimental.gc.result",
    "llvm.experimental.noalias.scope.decl",
    "llvm.experimental.widenable.condition",
    "llvm.invariant.end",
    "llvm.invariant.start",
    "llvm.is.constant",
    "llvm.launder.invariant.group",
    "llvm.lifetime.end",
    "llvm.lifetime.start",
    "llvm.objectsize",
    "llvm.pseudoprobe",
    "llvm.ptr.annotation",
    "llvm.sideeffect",
    "llvm.ssa.copy",
    "llvm.strip.invariant.group",
    "llvm.threadlocal.address",
    "llvm.var.annotation",
];

impl<'m> CodeSize<'m> {
    /// Prepares to estimate.
    pub fn new(module: &'m Module) -> Self {
        Self { module, layout: module.layout() }
    }

    /// The size of all instructions of a function.
    pub fn of_function(&self, function: &Function) -> u64 {
        let entry = function.layout.first().copied();
        let size = |(block, inst)| u64::from(self.size(function, inst, || Some(block) == entry));
        function.instructions().map(size).sum()
    }

    /// The size of an instruction; zero for those that mostly are a part of others, or of none, and for debug records.
    pub fn of_inst(&self, function: &Function, inst: Inst) -> u32 {
        let entry = function.layout.first().map_or(&[][..], |&entry| function.block_insts(entry));
        self.size(function, inst, || entry.contains(&inst))
    }

    fn size(&self, function: &Function, inst: Inst, is_in_entry: impl Fn() -> bool) -> u32 {
        let data = &function.insts[inst];
        let ty = |value: Value| self.module.type_of(function, value);
        let result = data.result.expand().map(|result| function.locals[result].ty);
        match &data.inst {
            Instruction::DebugRecord(_)
            | Instruction::Phi { .. }
            | Instruction::ExtractValue { .. }
            | Instruction::Freeze(_) => 0,
            Instruction::Alloca(alloca) => u32::from(!is_static(self.module, alloca, is_in_entry)),
            Instruction::Binary { op, .. } => {
                use BinaryOp::{FDiv, FRem, SDiv, SRem, UDiv, URem};
                if matches!(op, FDiv | FRem | SDiv | SRem | UDiv | URem) { EXPENSIVE } else { 1 }
            }
            Instruction::Cast { op, value, .. } => {
                u32::from(!result.is_some_and(|to| self.is_free_cast(*op, ty(*value), to)))
            }
            &Instruction::GetElementPtr { element, base, indices, .. } => {
                u32::from(!self.is_free_address(element, base, function.list(indices)))
            }
            &Instruction::ShuffleVector { a, mask, .. } => match self.module.types.kind(ty(a)) {
                TypeKind::Vector { len, .. } => of_shuffle(function.list(mask), *len),
                _ => 1,
            },
            other => match other.call_site() {
                Some(call) => self.of_call(call),
                None => 1,
            },
        }
    }

    fn of_call(&self, call: &CallSite) -> u32 {
        let module = self.module;
        let is_function = |&callee: &Global| {
            let value = &module.globals[callee];
            value.as_function().is_some() && value.ty == call.function_type
        };
        let Some(callee) = module.named_callee(call).filter(is_function) else {
            return call.args.len() as u32 + 1;
        };
        if module.is_intrinsic(callee) {
            let name = String::from_utf8_lossy(module.name(callee).unwrap_or_default());
            let base = intrinsics::base_name(&name).unwrap_or(&name);
            return u32::from(!FREE.contains(&base));
        }
        let TypeKind::Function { params, .. } = module.types.kind(module.globals[callee].ty) else {
            return 1;
        };
        if self.is_single_instruction(callee) { 1 } else { params.len() as u32 + 1 }
    }

    fn is_single_instruction(&self, callee: Global) -> bool {
        if matches!(self.module.globals[callee].linkage, Linkage::Internal | Linkage::Private) {
            return false;
        }
        let name = self.module.name(callee).unwrap_or_default();
        let stem = name.strip_suffix(b"f").or_else(|| name.strip_suffix(b"l"));
        SINGLE.contains(&name) || stem.is_some_and(|stem| WITH_SUFFIX.contains(&stem))
    }

    fn sizes(&self) -> Sizes<'_> {
        Sizes { strings: &self.module.strings, types: &self.module.types, layout: &self.layout }
    }

    /// Whether a cast changes nothing in a register: between pointers and integers of a size that the target has, and truncation to such.
    fn is_free_cast(&self, op: CastOp, from: Type, to: Type) -> bool {
        let types = &self.module.types;
        let is_native = |ty: Type| {
            let bits = self.sizes().bits(ty).filter(|_| !self.sizes().is_scalable(ty));
            bits.is_some_and(|bits| self.layout.native_integers.iter().any(|&width| u64::from(width) == bits))
        };
        let pointer_size = |ty| {
            types.address_space(types.scalar(ty)).map(|space| u64::from(self.layout.pointer_size(space)))
        };
        let scalar_bits = |ty| self.sizes().bits(types.scalar(ty));
        match op {
            CastOp::IntToPtr => {
                is_native(types.scalar(from))
                    && scalar_bits(from).zip(pointer_size(to)).is_some_and(|(a, b)| a <= b)
            }
            CastOp::PtrToInt | CastOp::PtrToAddr => {
                is_native(types.scalar(to))
                    && scalar_bits(to).zip(pointer_size(from)).is_some_and(|(a, b)| a >= b)
            }
            CastOp::BitCast => from == to || types.is_pointer(from) && types.is_pointer(to),
            CastOp::Trunc => is_native(to),
            _ => false,
        }
    }

    /// Whether an address is one that a load or store can compute itself: a pointer, and perhaps a number of bytes in a register.
    fn is_free_address(&self, element: Type, base: Value, indices: &[Value]) -> bool {
        if self.is_global(base) {
            return false;
        }
        let offsets = indices::offsets(self.module, &self.sizes(), element, indices.iter().copied());
        let Some(offsets) = offsets else { return false };
        let (mut sum, mut scaled) = (0_i128, None);
        for offset in offsets {
            let (index, bytes) = match offset {
                Offset::Field(bytes) => {
                    sum += i128::from(bytes);
                    continue;
                }
                Offset::Times(index, bytes) => (index, bytes),
            };
            match indices::constant(self.module, index) {
                Some(known) => sum = sum.wrapping_add(known.signed().wrapping_mul(i128::from(bytes))),
                // No address has two registers that are scaled.
                None if scaled.is_some_and(|scale| scale != 0) => return false,
                None => scaled = Some(bytes),
            }
        }
        sum == 0 && matches!(scaled, None | Some(0 | 1))
    }

    /// Whether a pointer is a global variable, or a function, perhaps behind casts.
    fn is_global(&self, base: Value) -> bool {
        let Some(mut constant) = base.constant() else { return false };
        loop {
            match self.module.constants.kind(constant) {
                ConstantKind::Global(global) => {
                    return !matches!(self.module.globals[*global].kind, GlobalKind::IFunc(_));
                }
                kind => match kind.addrspace_cast_of() {
                    Some(inner) => constant = inner,
                    None => return false,
                },
            }
        }
    }
}

/// The size of a shuffle of two vectors of so many elements.
fn of_shuffle(mask: &[u32], count: u32) -> u32 {
    const POISON: u32 = u32::MAX;
    let mut taken = mask.iter().zip(0..).filter(|(from, _)| **from != POISON);
    let Some((&from, at)) = taken.next() else { return 0 };
    // The elements of one vector from `begin` on, in their order.
    let begin = i64::from(from) - at;
    let is_in_order = taken.all(|(&from, at)| {
        i64::from(from) - at == begin && (i64::from(from) < i64::from(count)) == (begin < i64::from(count))
    });
    let is_whole = mask.len() >= count as usize;
    match is_in_order {
        true if is_whole && (begin == 0 || begin == i64::from(count)) && has_only(mask, count) => 0,
        true => 1,
        // To take a part of a vector is an instruction of its own.
        false if is_whole => 1,
        false => 2,
    }
}

/// Whether no element behind the first so many is taken from a vector.
fn has_only(mask: &[u32], count: u32) -> bool {
    mask.iter().skip(count as usize).all(|&from| from == u32::MAX)
}
