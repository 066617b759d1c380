//! Attributes and calling conventions.

use llvm_ir::function::{CallingConvention, FunctionAttribute, ParameterAttribute};
use tern_llvm_ir::attributes::{
    Attribute, AttributeKind as Kind, AttributeList, AttributeListId, AttributeSetId,
};

use crate::Converter;

impl Converter<'_> {
    /// The attributes of a function or of a call.
    pub(crate) fn attributes<'p>(
        &mut self,
        function: &[FunctionAttribute],
        ret: &[ParameterAttribute],
        params: impl Iterator<Item = &'p [ParameterAttribute]>,
    ) -> AttributeListId {
        let list = AttributeList {
            function: self.of_function(function),
            ret: self.of_parameter(ret),
            params: params.map(|attributes| self.of_parameter(attributes)).collect(),
        };
        self.module.attributes.list(list)
    }

    fn of_parameter(&mut self, attributes: &[ParameterAttribute]) -> AttributeSetId {
        use ParameterAttribute as P;
        let mut found = Vec::new();
        for attribute in attributes {
            found.push(match attribute {
                P::ZeroExt => Attribute::Enum(Kind::ZExt),
                P::SignExt => Attribute::Enum(Kind::SExt),
                P::InReg => Attribute::Enum(Kind::InReg),
                P::NoAlias => Attribute::Enum(Kind::NoAlias),
                P::NoFree => Attribute::Enum(Kind::NoFree),
                P::Nest => Attribute::Enum(Kind::Nest),
                P::Returned => Attribute::Enum(Kind::Returned),
                P::NonNull => Attribute::Enum(Kind::NonNull),
                P::SwiftSelf => Attribute::Enum(Kind::SwiftSelf),
                P::SwiftError => Attribute::Enum(Kind::SwiftError),
                P::ImmArg => Attribute::Enum(Kind::ImmArg),
                P::NoUndef => Attribute::Enum(Kind::NoUndef),
                // LLVM 21 has no other spelling for it.
                P::NoCapture => Attribute::Text(Kind::Captures, self.module.strings.intern(b"none")),
                P::Alignment(bytes) => Attribute::Integer(Kind::Alignment, *bytes),
                P::Dereferenceable(bytes) => Attribute::Integer(Kind::Dereferenceable, *bytes),
                P::DereferenceableOrNull(bytes) => Attribute::Integer(Kind::DereferenceableOrNull, *bytes),
                P::ByVal(ty) => Attribute::Type(Kind::ByVal, self.ty(ty)),
                P::Preallocated(ty) => Attribute::Type(Kind::Preallocated, self.ty(ty)),
                P::InAlloca(ty) => Attribute::Type(Kind::InAlloca, self.ty(ty)),
                P::SRet(ty) => Attribute::Type(Kind::StructRet, self.ty(ty)),
                P::StringAttribute { kind, value } => self.string_attribute(kind, value),
                P::UnknownAttribute | P::UnknownTypeAttribute(_) => {
                    self.count_loss("attribute of a parameter or result");
                    continue;
                }
            });
        }
        self.module.attributes.set(&self.module.strings, found)
    }

    fn of_function(&mut self, attributes: &[FunctionAttribute]) -> AttributeSetId {
        let mut found = Vec::new();
        for attribute in attributes {
            match attribute {
                FunctionAttribute::StringAttribute { kind, value } => {
                    found.push(self.string_attribute(kind, value))
                }
                FunctionAttribute::AlignStack(bytes) => {
                    found.push(Attribute::Integer(Kind::StackAlignment, *bytes));
                }
                other => match plain(other) {
                    Some(kind) => found.push(Attribute::Enum(kind)),
                    None => self.count_loss("attribute of a function"),
                },
            }
        }
        self.module.attributes.set(&self.module.strings, found)
    }

    fn string_attribute(&self, key: &str, value: &str) -> Attribute {
        let string = |text: &str| self.module.strings.intern(text.as_bytes());
        Attribute::String(string(key), (!value.is_empty()).then(|| string(value)))
    }

    /// The number of a calling convention.
    pub(crate) fn calling_convention(&mut self, convention: CallingConvention) -> u32 {
        use CallingConvention as C;
        match convention {
            C::C => 0,
            C::Fast => 8,
            C::Cold => 9,
            C::GHC => 10,
            C::AnyReg => 13,
            C::PreserveMost => 14,
            C::PreserveAll => 15,
            C::Swift => 16,
            C::CXX_FastTLS => 17,
            C::X86_StdCall => 64,
            C::X86_FastCall => 65,
            C::ARM_APCS => 66,
            C::ARM_AAPCS => 67,
            C::ARM_AAPCS_VFP => 68,
            C::X86_ThisCall => 70,
            C::PTX_Kernel => 71,
            C::PTX_Device => 72,
            C::X86_64_SysV => 78,
            C::Win64 => 79,
            C::X86_VectorCall => 80,
            C::AMDGPU_Kernel => 91,
            C::Numbered(number) => number,
            _ => {
                self.count_loss("calling convention");
                0
            }
        }
    }
}

/// Attributes of functions that are keywords.
fn plain(attribute: &FunctionAttribute) -> Option<Kind> {
    use FunctionAttribute as F;
    Some(match attribute {
        F::AlwaysInline => Kind::AlwaysInline,
        F::Builtin => Kind::Builtin,
        F::Cold => Kind::Cold,
        F::Convergent => Kind::Convergent,
        F::InlineHint => Kind::InlineHint,
        F::JumpTable => Kind::JumpTable,
        F::MinimizeSize => Kind::MinSize,
        F::Naked => Kind::Naked,
        F::NoBuiltin => Kind::NoBuiltin,
        F::NoCFCheck => Kind::NoCfCheck,
        F::NoDuplicate => Kind::NoDuplicate,
        F::NoFree => Kind::NoFree,
        F::NoImplicitFloat => Kind::NoImplicitFloat,
        F::NoInline => Kind::NoInline,
        F::NoMerge => Kind::NoMerge,
        F::NonLazyBind => Kind::NonLazyBind,
        F::NoRedZone => Kind::NoRedZone,
        F::NoReturn => Kind::NoReturn,
        F::NoRecurse => Kind::NoRecurse,
        F::WillReturn => Kind::WillReturn,
        F::NoSync => Kind::NoSync,
        F::NoUnwind => Kind::NoUnwind,
        F::OptNone => Kind::OptimizeNone,
        F::OptSize => Kind::OptimizeForSize,
        F::ReturnsTwice => Kind::ReturnsTwice,
        F::SafeStack => Kind::SafeStack,
        F::SanitizeAddress => Kind::SanitizeAddress,
        F::SanitizeMemory => Kind::SanitizeMemory,
        F::SanitizeThread => Kind::SanitizeThread,
        F::SanitizeHWAddress => Kind::SanitizeHWAddress,
        F::SanitizeMemTag => Kind::SanitizeMemTag,
        F::ShadowCallStack => Kind::ShadowCallStack,
        F::SpeculativeLoadHardening => Kind::SpeculativeLoadHardening,
        F::Speculatable => Kind::Speculatable,
        F::StackProtect => Kind::StackProtect,
        F::StackProtectReq => Kind::StackProtectReq,
        F::StackProtectStrong => Kind::StackProtectStrong,
        F::StrictFP => Kind::StrictFP,
        _ => return None,
    })
}
