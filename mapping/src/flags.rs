//! The flags of instructions and what holds them in the dialect: attributes that several operations declare, or asides.

use std::borrow::Cow;

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::interfaces::{
    DisjointFlagInterface, ExactFlagInterface, FastmathFlagsInterface, IntegerOverflowFlagsInterface,
    NonNegFlagInterface,
};
use tern_dialect_llvm::ops;
use tern_llvm_ir::instruction::{Flags, Opcode};
use tern_mlir::declare::New;
use tern_mlir::{Attribute, Context, OpRef};

use crate::asides;
use crate::enums::SameFlags;

/// Flags as far as the dialect has them in this set; `None` if there are none.
pub fn subset<F: SameFlags>(flags: Flags) -> Option<F> {
    (!(flags & F::ALL).is_empty()).then(|| F::of(flags))
}

/// Gives the flags of an instruction to its operation.
pub fn set(context: &Context, mut new: New, flags: Flags) -> New {
    if flags.is_empty() {
        return new;
    }
    match subset(flags) {
        Some(fast) if FastmathFlagsInterface::is_of(new.def()) => {
            new = FastmathFlagsInterface(new).fastmathFlags(fast).0;
        }
        Some(fast) => new.discardable(asides::FASTMATH, llvm::fastmath(context, fast)),
        None => {}
    }
    // `nuw` of `getelementptr` is one of its own flags.
    if IntegerOverflowFlagsInterface::is_of(new.def()) {
        new = IntegerOverflowFlagsInterface(new).overflowFlags(subset(flags)).0;
    }
    if flags.contains(Flags::EXACT) {
        new = ExactFlagInterface(new).isExact(true).0;
    }
    if flags.contains(Flags::DISJOINT) {
        new = DisjointFlagInterface(new).isDisjoint(true).0;
    }
    if flags.contains(Flags::NNEG) {
        new = NonNegFlagInterface(new).nonNeg(true).0;
    }
    for (aside, flag) in asides::flags(new.def().name) {
        if flags.contains(flag) {
            new.discardable(aside, context.common.unit);
        }
    }
    new
}

/// The flags of the instruction with this opcode that an operation becomes.
///
/// # Errors
/// If an attribute is malformed, or the instruction cannot have a flag.
pub fn of(op: OpRef<'_>, opcode: Opcode) -> Result<Flags, Cow<'static, str>> {
    let mut flags = fast_math(op)?;
    if let Some(overflow) = IntegerOverflowFlagsInterface(op).overflowFlags() {
        flags |= overflow.flags().ok_or("malformed attribute 'overflowFlags'")?;
    }
    if opcode == Opcode::GetElementPtr
        && let Some(no_wrap) = ops::GetElementPtr::like(op).noWrapFlags()
    {
        flags |= no_wrap.flags().ok_or("malformed attribute 'noWrapFlags'")?;
    }
    flags.set(Flags::EXACT, ExactFlagInterface(op).isExact());
    flags.set(Flags::DISJOINT, DisjointFlagInterface(op).isDisjoint());
    flags.set(Flags::NNEG, NonNegFlagInterface(op).nonNeg());
    for (aside, flag) in asides::flags(op.name()) {
        flags.set(flag, op.attribute(aside).is_some());
    }
    match flags - opcode.flags() {
        none if none.is_empty() => Ok(flags),
        others => Err(format!("cannot have the flags {others}").into()),
    }
}

/// The fast-math flags of the instruction that an operation becomes.
///
/// # Errors
/// If the attribute has bits that are no flags.
pub fn fast_math(op: OpRef<'_>) -> Result<Flags, &'static str> {
    match (FastmathFlagsInterface(op).fastmathFlags(), op.attribute(asides::FASTMATH)) {
        (Some(flags), _) => flags.flags().ok_or(MALFORMED_FAST_MATH),
        (None, Some(flags)) => fast_math_of(op.context, flags),
        (None, None) => Ok(Flags::empty()),
    }
}

/// The flags that an attribute of fast-math flags holds.
///
/// # Errors
/// If it has bits that are no flags, or is another attribute.
pub fn fast_math_of(context: &Context, flags: Attribute) -> Result<Flags, &'static str> {
    llvm::as_fastmath(context, flags).and_then(SameFlags::flags).ok_or(MALFORMED_FAST_MATH)
}

const MALFORMED_FAST_MATH: &str = "malformed fast-math flags";
