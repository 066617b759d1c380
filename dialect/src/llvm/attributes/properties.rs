//! Properties of functions, globals, parameters, calls and instructions. Source: `LLVMAttrDefs.td`; LangRef: Function
//! Attributes, Parameter Attributes, Global Variables.

use crate::context::Context;
use crate::declare::ParamKind::{self, Bool, Class, Declared, Enum, List, Unsigned};
use crate::declare::{AttrClass, Param, attribute_defs};
use crate::llvm::constraints::ANY_INTEGER;
use crate::llvm::enums::{
    CConv, Comdat, FastmathFlags, FramePointerKind, IntegerOverflowFlags, Linkage, ModRefInfo, TailCallKind,
    UWTableKind,
};
use crate::llvm::syntax::constant_range;
use crate::llvm::types::AddressSpaceLike;

attribute_defs! { "llvm";
    /// An address space. LangRef: Pointer Type.
    ADDRESS_SPACE = "address_space" {
        params: { addressSpace: required(Unsigned(32)) },
        format: "`<` $addressSpace `>`",
        interfaces: [AddressSpaceLike(|params| u32::try_from(params.first()?.as_u64()?).ok())],
    }

    /// A calling convention. LangRef: Calling Conventions.
    CCONV = "cconv" {
        params: { CallingConv: required(Enum(CConv::DEF)) },
        format: "`<` $CallingConv `>`",
    }

    /// How the linker chooses among comdats of one name. LangRef: Comdats.
    COMDAT = "comdat" {
        params: { comdat: required(Enum(Comdat::DEF)) },
        format: "$comdat",
    }

    /// A linkage. LangRef: Linkage Types.
    LINKAGE = "linkage" {
        params: { linkage: required(Enum(Linkage::DEF)) },
        format: "`<` $linkage `>`",
    }

    /// Which functions keep the frame pointer. LangRef: Function Attributes, `frame-pointer`.
    FRAME_POINTER_KIND = "framePointerKind" {
        params: { framePointerKind: required(Enum(FramePointerKind::DEF)) },
        format: "`<` $framePointerKind `>`",
    }

    /// The kind of unwind table. LangRef: Function Attributes, `uwtable`.
    UWTABLE_KIND = "uwtableKind" {
        params: { uwtableKind: required(Enum(UWTableKind::DEF)) },
        format: "`<` $uwtableKind `>`",
    }

    /// Whether a call is a tail call. LangRef: `call` instruction.
    TAIL_CALL_KIND = "tailcallkind" {
        params: { tailCallKind: required(Enum(TailCallKind::DEF)) },
        format: "`<` $tailCallKind `>`",
    }

    /// Overflow that does not happen. LangRef: `add` instruction.
    INTEGER_OVERFLOW_FLAGS = "overflow" {
        params: { value: required(Enum(IntegerOverflowFlags::DEF)) },
        format: "`<` $value `>`",
    }

    /// Licences to rewrite floating point arithmetic. LangRef: Fast-Math Flags.
    FASTMATH_FLAGS = "fastmath" {
        params: { value: required(Enum(FastmathFlags::DEF)) },
        format: "`<` $value `>`",
    }

    /// What memory a function accesses, and how. LangRef: Function Attributes, `memory`.
    MEMORY_EFFECTS = "memory_effects" {
        params: {
            other: required(Enum(ModRefInfo::DEF)),
            argMem: required(Enum(ModRefInfo::DEF)),
            inaccessibleMem: required(Enum(ModRefInfo::DEF)),
            errnoMem: required(Enum(ModRefInfo::DEF)),
            targetMem0: required(Enum(ModRefInfo::DEF)),
            targetMem1: required(Enum(ModRefInfo::DEF)),
        },
        format: "`<` struct(params) `>`",
    }

    /// A range of integers of one width, which may wrap: `<i32, 0, 10>` is from 0 up to, not including, 10. LangRef: Parameter
    /// Attributes, `range`.
    CONSTANT_RANGE = "constant_range" {
        params: { lower: required(Class(&ANY_INTEGER)), upper: required(Class(&ANY_INTEGER)) },
        parse: constant_range::parse, print: constant_range::print,
    }

    /// Bounds of `vscale`. LangRef: Function Attributes, `vscale_range`.
    VSCALE_RANGE = "vscale_range" {
        params: { minRange: required(Class(&ANY_INTEGER)), maxRange: required(Class(&ANY_INTEGER)) },
        format: "`<` struct(params) `>`",
    }

    /// Features of the target, each with its `+` or `-`. LangRef: Function Attributes, `target-features`.
    TARGET_FEATURES = "target_features" {
        params: { features: default(List(&ParamKind::Class(&AttrClass::String)), "[]") },
        format: "`<` `[` (`]`) : ($features^ `]`)? `>`",
        verify: target_features,
    }

    /// A target: triple, processor, features.
    TARGET = "target" {
        params: {
            triple: required(Class(&AttrClass::String)),
            chip: required(Class(&AttrClass::String)),
            features: optional(Declared(&[&TARGET_FEATURES])),
        },
        format: "`<` struct($triple, $chip, $features) `>`",
    }

    /// The type that most of a kernel is vectorized for. LangRef: `vec_type_hint` metadata.
    VEC_TYPE_HINT = "vec_type_hint" {
        params: { hint: required(Class(&AttrClass::Type)), is_signed: default(Bool, "false") },
        format: "`<` struct(params) `>`",
    }

    /// How many bytes behind the result can be read. LangRef: `dereferenceable` metadata.
    DEREFERENCEABLE = "dereferenceable" {
        params: { bytes: required(Unsigned(64)), mayBeNull: default(Bool, "false") },
        format: "`<` struct(params) `>`",
    }

    /// Size and element type of memory that a workgroup of a GPU shares.
    WORKGROUP_ATTRIBUTION = "mlir.workgroup_attribution" {
        params: {
            num_elements: required(Class(&ANY_INTEGER)),
            element_type: required(Class(&AttrClass::Type)),
        },
        format: "`<` $num_elements `,` $element_type `>`",
    }
}

/// Checks that each feature is switched on or off, and stands alone.
fn target_features(context: &Context, params: &[Param]) -> Result<(), String> {
    for feature in params.first().and_then(Param::as_list).unwrap_or_default() {
        let text = feature.as_attribute().and_then(|feature| feature.as_str(context)).unwrap_or_default();
        let message = match text.as_bytes() {
            [] => "target features can not be null or empty",
            [first, ..] if !matches!(first, b'+' | b'-') => "target features must start with '+' or '-'",
            text if text.contains(&b',') => "target features can not contain ','",
            _ => continue,
        };
        return Err(message.to_owned());
    }
    Ok(())
}
