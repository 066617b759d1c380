//! Functions that convert between enums and the attributes that hold one value of them.

use tern_mlir::attributes::Attribute;
use tern_mlir::context::Context;
use tern_mlir::declare::{AttrDef, Param};

use super::{CCONV, COMDAT, FASTMATH_FLAGS, FRAME_POINTER_KIND, LINKAGE, TAIL_CALL_KIND, UWTABLE_KIND};
use crate::enums::{
    AsmDialect, CConv, Comdat, FPExceptionBehavior, FastmathFlags, FramePointerKind, Linkage, RoundingMode,
    TailCallKind, UWTableKind,
};

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
    /// `asm_dialect`
    asm_dialect, as_asm_dialect: AsmDialect;
    /// `roundingmode`
    rounding_mode, as_rounding_mode: RoundingMode;
    /// `fpExceptionBehavior`
    fp_exception_behavior, as_fp_exception_behavior: FPExceptionBehavior;
}

#[cfg(test)]
mod tests {
    use tern_mlir::declare::{AttrClass, Holds};

    use super::*;
    use crate::enums::{AtomicOrdering, GEPNoWrapFlags};

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
        let class = AttrClass::Enum(GEPNoWrapFlags::DEF);
        assert_eq!(GEPNoWrapFlags::read(&c, GEPNoWrapFlags::write(flags).attribute(&c, &class)), Some(flags));
        let ordering = AtomicOrdering::SeqCst;
        let class = AttrClass::Enum(AtomicOrdering::DEF);
        assert_eq!(
            AtomicOrdering::read(&c, AtomicOrdering::write(ordering).attribute(&c, &class)),
            Some(ordering)
        );
    }
}
