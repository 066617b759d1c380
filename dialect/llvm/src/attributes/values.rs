//! Functions that convert between enums and the attributes that hold one value of them.

use super::{
    CCONV, COMDAT, FASTMATH_FLAGS, FRAME_POINTER_KIND, INTEGER_OVERFLOW_FLAGS, LINKAGE, TAIL_CALL_KIND,
    UWTABLE_KIND,
};
use crate::enums::{
    AsmDialect, AtomicBinOp, AtomicOrdering, CConv, Comdat, FCmpPredicate, FPExceptionBehavior,
    FastmathFlags, FramePointerKind, GEPNoWrapFlags, ICmpPredicate, IntegerOverflowFlags, Linkage,
    RoundingMode, TailCallKind, UWTableKind, UnnamedAddr, Visibility,
};
use tern_mlir::attributes::Attribute;
use tern_mlir::context::Context;
use tern_mlir::declare::{AttrDef, Param};

fn declared(context: &Context, def: &'static AttrDef, value: u64) -> Attribute {
    Attribute::declare(context, def, [Param::Unsigned(value)])
}

fn declared_value(context: &Context, def: &'static AttrDef, attribute: Attribute) -> Option<u64> {
    attribute.declared(context, def)?.first()?.as_u64()
}

macro_rules! declared_values {
    ($($(#[doc = $doc:literal])* $make:ident, $read:ident: $enum:ident in $def:ident;)+) => {$(
        $(#[doc = $doc])*
        pub fn $make(context: &Context, value: $enum) -> Attribute {
            declared(context, &$def, value.value())
        }

        #[doc = concat!("The value of [`", stringify!($make), "`].")]
        pub fn $read(context: &Context, attribute: Attribute) -> Option<$enum> {
            $enum::from_value(declared_value(context, &$def, attribute)?)
        }
    )+};
}

declared_values! {
    /// `#llvm.linkage<internal>`
    linkage, as_linkage: Linkage in LINKAGE;
    /// `#llvm.cconv<fastcc>`
    cconv, as_cconv: CConv in CCONV;
    /// `#llvm<comdat any>`
    comdat, as_comdat: Comdat in COMDAT;
    /// `#llvm.tailcallkind<tail>`
    tail_call_kind, as_tail_call_kind: TailCallKind in TAIL_CALL_KIND;
    /// `#llvm.framePointerKind<all>`
    frame_pointer_kind, as_frame_pointer_kind: FramePointerKind in FRAME_POINTER_KIND;
    /// `#llvm.uwtableKind<async>`
    uwtable_kind, as_uwtable_kind: UWTableKind in UWTABLE_KIND;
}

/// `#llvm.fastmath<nnan>`
pub fn fastmath(context: &Context, flags: FastmathFlags) -> Attribute {
    declared(context, &FASTMATH_FLAGS, flags.bits())
}

/// The flags in a [`fastmath`] attribute.
pub fn as_fastmath(context: &Context, attribute: Attribute) -> Option<FastmathFlags> {
    Some(FastmathFlags::from_bits_retain(declared_value(context, &FASTMATH_FLAGS, attribute)?))
}

/// The attribute `#llvm.overflow<nsw>`. Operations store their flags differently, see [`overflow`].
pub fn overflow_attribute(context: &Context, flags: IntegerOverflowFlags) -> Attribute {
    declared(context, &INTEGER_OVERFLOW_FLAGS, flags.bits())
}

/// The property `overflowFlags`, as in `llvm.add`.
pub fn overflow(context: &Context, flags: IntegerOverflowFlags) -> Attribute {
    bits(context, flags.bits())
}

/// The flags in an [`overflow`] property.
pub fn as_overflow(context: &Context, attribute: Attribute) -> Option<IntegerOverflowFlags> {
    attribute.as_u64(context).map(IntegerOverflowFlags::from_bits_retain)
}

/// The property `noWrapFlags` of `llvm.getelementptr`.
pub fn gep_no_wrap(context: &Context, flags: GEPNoWrapFlags) -> Attribute {
    bits(context, flags.bits())
}

/// The flags in a [`gep_no_wrap`] property.
pub fn as_gep_no_wrap(context: &Context, attribute: Attribute) -> Option<GEPNoWrapFlags> {
    attribute.as_u64(context).map(GEPNoWrapFlags::from_bits_retain)
}

/// Operations store flag sets as 32-bit integers.
fn bits(context: &Context, bits: u64) -> Attribute {
    Attribute::integer(context, context.common.i32, bits as i64)
}

macro_rules! integer_values {
    ($($(#[doc = $doc:literal])* $make:ident, $read:ident: $enum:ident;)+) => {$(
        $(#[doc = $doc])*
        pub fn $make(context: &Context, value: $enum) -> Attribute {
            Attribute::integer(context, context.common.i64, value.value() as i64)
        }

        #[doc = concat!("The value of [`", stringify!($make), "`].")]
        pub fn $read(context: &Context, attribute: Attribute) -> Option<$enum> {
            $enum::from_value(attribute.as_u64(context)?)
        }
    )+};
}

integer_values! {
    /// `visibility_`
    visibility, as_visibility: Visibility;
    /// `unnamed_addr`
    unnamed_addr, as_unnamed_addr: UnnamedAddr;
    /// `asm_dialect`
    asm_dialect, as_asm_dialect: AsmDialect;
    /// `predicate` of `llvm.icmp`
    icmp_predicate, as_icmp_predicate: ICmpPredicate;
    /// `predicate` of `llvm.fcmp`
    fcmp_predicate, as_fcmp_predicate: FCmpPredicate;
    /// `ordering`
    atomic_ordering, as_atomic_ordering: AtomicOrdering;
    /// `bin_op` of `llvm.atomicrmw`
    atomic_bin_op, as_atomic_bin_op: AtomicBinOp;
    /// `roundingmode`
    rounding_mode, as_rounding_mode: RoundingMode;
    /// `fpExceptionBehavior`
    fp_exception_behavior, as_fp_exception_behavior: FPExceptionBehavior;
    /// `comdat` of `llvm.comdat_selector`
    comdat_selection, as_comdat_selection: Comdat;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_were_made() {
        let c = Context::new(crate::DIALECTS);
        for value in [Linkage::External, Linkage::Common] {
            assert_eq!(as_linkage(&c, linkage(&c, value)), Some(value));
        }
        let flags = FastmathFlags::NNAN | FastmathFlags::AFN;
        assert_eq!(as_fastmath(&c, fastmath(&c, flags)), Some(flags));
        assert_eq!(as_linkage(&c, fastmath(&c, flags)), None);
        let flags = GEPNoWrapFlags::INBOUNDS | GEPNoWrapFlags::NUW;
        assert_eq!(as_gep_no_wrap(&c, gep_no_wrap(&c, flags)), Some(flags));
        let ordering = AtomicOrdering::SeqCst;
        assert_eq!(as_atomic_ordering(&c, atomic_ordering(&c, ordering)), Some(ordering));
    }
}
