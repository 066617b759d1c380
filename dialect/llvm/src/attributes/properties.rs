//! Attributes of functions, globals, parameters, calls and instructions. Source: `LLVMAttrDefs.td`; LangRef: Function
//! Attributes, Parameter Attributes, Global Variables.

use crate::constraints::ANY_INTEGER;
use crate::enums::{
    CConv, Comdat, FastmathFlags, FramePointerKind, IntegerOverflowFlags, Linkage, ModRefInfo, TailCallKind,
    UWTableKind,
};
use crate::syntax::constant_range;
use crate::types::AddressSpaceLike;
use tern_mlir::context::Context;
use tern_mlir::declare::ParamKind::{self, Bool, Class, Declared, Enum, List, Unsigned};
use tern_mlir::declare::{AttrClass, Param, attribute_defs};

attribute_defs! { "llvm";
    /// An address space. LangRef: Pointer Type.
    ADDRESS_SPACE as AddressSpace = "address_space" {
        cpp: "LLVM_AddressSpaceAttr",
        params: {
            addressSpace: required(Unsigned(32)) as "unsigned",
        },
        format: "`<` $addressSpace `>`",
        interfaces: [AddressSpaceLike(|params| u32::try_from(params.first()?.as_u64()?).ok())],
    }

    /// A calling convention. LangRef: Calling Conventions.
    CCONV = "cconv" {
        cpp: "CConvAttr",
        summary: "LLVM Calling Convention specification",
        params: {
            CallingConv: required(Enum(CConv::DEF)) as "CConv",
        },
        format: "`<` $CallingConv `>`",
    }

    /// How the linker chooses among comdats of one name. LangRef: Comdats.
    COMDAT = "comdat" {
        cpp: "ComdatAttr",
        params: {
            comdat: required(Enum(Comdat::DEF)) as "comdat::Comdat",
        },
        format: "$comdat",
    }

    /// A linkage. LangRef: Linkage Types.
    LINKAGE = "linkage" {
        cpp: "LinkageAttr",
        summary: "LLVM Linkage specification",
        params: {
            linkage: required(Enum(Linkage::DEF)) as "linkage::Linkage",
        },
        format: "`<` $linkage `>`",
    }

    /// Which functions keep the frame pointer. LangRef: Function Attributes, `frame-pointer`.
    FRAME_POINTER_KIND = "framePointerKind" {
        cpp: "FramePointerKindAttr",
        params: {
            framePointerKind: required(Enum(FramePointerKind::DEF)) as "framePointerKind::FramePointerKind",
        },
        format: "`<` $framePointerKind `>`",
    }

    /// The kind of unwind table. LangRef: Function Attributes, `uwtable`.
    UWTABLE_KIND = "uwtableKind" {
        cpp: "UWTableKindAttr",
        params: {
            uwtableKind: required(Enum(UWTableKind::DEF)) as "uwtable::UWTableKind",
        },
        format: "`<` $uwtableKind `>`",
    }

    /// The tail call kind of a call. LangRef: `call` instruction.
    TAIL_CALL_KIND = "tailcallkind" {
        cpp: "TailCallKindAttr",
        summary: "LLVM Calling Convention specification",
        params: {
            tailCallKind: required(Enum(TailCallKind::DEF)) as "TailCallKind",
        },
        format: "`<` $tailCallKind `>`",
    }

    /// Kinds of overflow that are assumed not to happen. LangRef: `add` instruction.
    INTEGER_OVERFLOW_FLAGS = "overflow" {
        cpp: "LLVM_IntegerOverflowFlagsAttr",
        params: {
            value: required(Enum(IntegerOverflowFlags::DEF)) as "::mlir::LLVM::IntegerOverflowFlags",
        },
        format: "`<` $value `>`",
    }

    /// Fast-math flags: permissions to rewrite floating point arithmetic. LangRef: Fast-Math Flags.
    FASTMATH_FLAGS = "fastmath" {
        cpp: "LLVM_FastmathFlagsAttr",
        summary: "LLVM fastmath flags",
        params: {
            value: required(Enum(FastmathFlags::DEF)) as "::mlir::LLVM::FastmathFlags",
        },
        format: "`<` $value `>`",
    }

    /// The memory effects of a function, by kind of memory. LangRef: Function Attributes, `memory`.
    MEMORY_EFFECTS as MemoryEffects = "memory_effects" {
        cpp: "LLVM_MemoryEffectsAttr",
        params: {
            other: required(Enum(ModRefInfo::DEF)) as "ModRefInfo",
            argMem: required(Enum(ModRefInfo::DEF)) as "ModRefInfo",
            inaccessibleMem: required(Enum(ModRefInfo::DEF)) as "ModRefInfo",
            errnoMem: required(Enum(ModRefInfo::DEF)) as "ModRefInfo",
            targetMem0: required(Enum(ModRefInfo::DEF)) as "ModRefInfo",
            targetMem1: required(Enum(ModRefInfo::DEF)) as "ModRefInfo",
        },
        format: "`<` struct(params) `>`",
    }

    /// A range of integers that may wrap: `<i32, 0, 10>` is from 0 up to, but not including, 10. LangRef: Parameter Attributes,
    /// `range`.
    CONSTANT_RANGE as ConstantRange = "constant_range" {
        cpp: "LLVM_ConstantRangeAttr",
        params: {
            lower: required(Class(&ANY_INTEGER)) as "::llvm::APInt",
            upper: required(Class(&ANY_INTEGER)) as "::llvm::APInt",
        },
        parse: constant_range::parse, print: constant_range::print,
    }

    /// Bounds of `vscale`. LangRef: Function Attributes, `vscale_range`.
    VSCALE_RANGE as VScaleRange = "vscale_range" {
        cpp: "LLVM_VScaleRangeAttr",
        params: {
            minRange: required(Class(&ANY_INTEGER)) as "IntegerAttr",
            maxRange: required(Class(&ANY_INTEGER)) as "IntegerAttr",
        },
        format: "`<` struct(params) `>`",
    }

    /// Target features, each with `+` or `-`. LangRef: Function Attributes, `target-features`.
    TARGET_FEATURES as TargetFeatures = "target_features" {
        cpp: "LLVM_TargetFeaturesAttr",
        params: {
            features: default(List(&ParamKind::Class(&AttrClass::String)), "[]") as "::llvm::ArrayRef<StringAttr>",
        },
        format: "`<` `[` (`]`) : ($features^ `]`)? `>`",
        verify: target_features,
    }

    /// A target: triple, processor, features.
    TARGET as Target = "target" {
        cpp: "LLVM_TargetAttr",
        params: {
            triple: required(Class(&AttrClass::String)) as "StringAttr",
            chip: required(Class(&AttrClass::String)) as "StringAttr",
            features: optional(Declared(&[&TARGET_FEATURES])) as "TargetFeaturesAttr",
        },
        format: "`<` struct($triple, $chip, $features) `>`",
    }

    /// The type for which a kernel should be vectorized. LangRef: `vec_type_hint` metadata.
    VEC_TYPE_HINT as VecTypeHint = "vec_type_hint" {
        cpp: "LLVM_VecTypeHintAttr",
        params: {
            hint: required(Class(&AttrClass::Type)) as "TypeAttr",
            is_signed: default(Bool, "false") as "bool",
        },
        format: "`<` struct(params) `>`",
    }

    /// The number of bytes that can be read through the result. LangRef: `dereferenceable` metadata.
    DEREFERENCEABLE as Dereferenceable = "dereferenceable" {
        cpp: "LLVM_DereferenceableAttr",
        params: {
            bytes: required(Unsigned(64)) as "uint64_t",
            mayBeNull: default(Bool, "false") as "bool",
        },
        format: "`<` struct(params) `>`",
    }

    /// The size and element type of memory shared by a GPU workgroup.
    WORKGROUP_ATTRIBUTION as WorkgroupAttribution = "mlir.workgroup_attribution" {
        cpp: "WorkgroupAttributionAttr",
        params: {
            num_elements: required(Class(&ANY_INTEGER)) as "IntegerAttr",
            element_type: required(Class(&AttrClass::Type)) as "TypeAttr",
        },
        format: "`<` $num_elements `,` $element_type `>`",
    }
}

/// Checks that each feature begins with `+` or `-`, and is a single feature.
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
