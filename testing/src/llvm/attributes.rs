//! Generates attributes of functions, parameters, return values and call sites.

use tern_llvm_ir::attributes::{
    Attribute, AttributeKind as Kind, AttributeList, AttributeListId, AttributeSetId,
};
use tern_llvm_ir::globals::{GlobalValue, UnnamedAddr};
use tern_llvm_ir::{Type, TypeKind};

use super::Generator;

/// Function attributes that are valid on any function and in any combination.
const OF_FUNCTIONS: &[Kind] = &[
    Kind::NoUnwind,
    Kind::Cold,
    Kind::Convergent,
    Kind::CoroDestroyOnlyWhenComplete,
    Kind::DisableSanitizerInstrumentation,
    Kind::FnRetThunkExtern,
    Kind::Hot,
    Kind::HybridPatchable,
    Kind::InlineHint,
    Kind::MustProgress,
    Kind::NoBuiltin,
    Kind::NoCallback,
    Kind::NoCfCheck,
    Kind::NoCreateUndefOrPoison,
    Kind::NoDivergenceSource,
    Kind::NoDuplicate,
    Kind::NoFree,
    Kind::NoImplicitFloat,
    Kind::NoMerge,
    Kind::NoProfile,
    Kind::NoRecurse,
    Kind::NoRedZone,
    Kind::NoReturn,
    Kind::NoSanitizeBounds,
    Kind::NoSanitizeCoverage,
    Kind::NoSync,
    Kind::NonLazyBind,
    Kind::NullPointerIsValid,
    Kind::OptForFuzzing,
    Kind::MinSize,
    Kind::OptimizeForDebugging,
    Kind::OptimizeForSize,
    Kind::PresplitCoroutine,
    Kind::ReturnsTwice,
    Kind::SafeStack,
    Kind::SanitizeAddress,
    Kind::SanitizeAllocToken,
    Kind::SanitizeHWAddress,
    Kind::SanitizeMemTag,
    Kind::SanitizeMemory,
    Kind::SanitizeNumericalStability,
    Kind::SanitizeRealtime,
    Kind::SanitizeRealtimeBlocking,
    Kind::SanitizeThread,
    Kind::SanitizeType,
    Kind::ShadowCallStack,
    Kind::SkipProfile,
    Kind::Speculatable,
    Kind::SpeculativeLoadHardening,
    Kind::StackProtect,
    Kind::StackProtectReq,
    Kind::StackProtectStrong,
    Kind::StrictFP,
    Kind::WillReturn,
];

/// Attributes that are valid on any call.
const OF_CALLS: &[Kind] = &[
    Kind::NoUnwind,
    Kind::Cold,
    Kind::Convergent,
    Kind::CoroElideSafe,
    Kind::NoDuplicate,
    Kind::NoMerge,
    Kind::NoReturn,
    Kind::NoBuiltin,
    Kind::Builtin,
    Kind::NoInline,
    Kind::NoSync,
    Kind::ReturnsTwice,
    Kind::WillReturn,
];

/// Pairs of attributes that exclude each other.
const EXCLUSIVE: &[(Kind, Kind)] = &[
    (Kind::NoBuiltin, Kind::Builtin),
    (Kind::OptimizeForDebugging, Kind::MinSize),
    (Kind::OptimizeForDebugging, Kind::OptimizeForSize),
    (Kind::SanitizeRealtime, Kind::SanitizeRealtimeBlocking),
    (Kind::OptimizeNone, Kind::MinSize),
    (Kind::OptimizeNone, Kind::OptimizeForSize),
    (Kind::OptimizeNone, Kind::OptimizeForDebugging),
    (Kind::OptimizeNone, Kind::AlwaysInline),
    (Kind::OptimizeNone, Kind::InlineHint),
    (Kind::NoInline, Kind::AlwaysInline),
];

const MEMORY: [&str; 6] = [
    "none",
    "read",
    "argmem: readwrite",
    "argmem: read, inaccessiblemem: write",
    "write",
    "read, argmem: none",
];

impl Generator {
    fn set(&self, attributes: Vec<Attribute>) -> AttributeSetId {
        self.module.attributes.set(&self.module.strings, attributes)
    }

    /// Interns a set of attributes, dropping those that others exclude.
    fn set_of_function(&self, mut attributes: Vec<Attribute>) -> AttributeSetId {
        for &(stays, goes) in EXCLUSIVE {
            if attributes.iter().any(|it| it.kind() == Some(stays)) {
                attributes.retain(|it| it.kind() != Some(goes));
            }
        }
        self.set(attributes)
    }

    fn attribute_text(&self, kind: Kind, text: &str) -> Attribute {
        Attribute::Text(kind, self.text(text))
    }

    /// An attribute with one of these texts as its argument.
    fn one_text(&mut self, kind: Kind, texts: &[&str]) -> Attribute {
        let text = *self.choices.pick(texts);
        self.attribute_text(kind, text)
    }

    fn string_attribute(&mut self) -> Attribute {
        let (key, value) = *self.choices.pick(&[
            ("key", Some("value")),
            ("alone", None),
            ("target-cpu", Some("x86-64")),
            ("a strange key", Some("\\ \u{7f} \"x\"")),
            ("frame-pointer", Some("all")),
            ("llvm.something", Some("")),
            ("prefer-vector-width", Some("256")),
        ]);
        Attribute::String(
            self.text(key),
            value.filter(|value| !value.is_empty()).map(|value| self.text(value)),
        )
    }

    /// Attributes for a function of this type.
    pub(super) fn function_attributes(
        &mut self,
        ty: Type,
        value: &GlobalValue,
        defined: bool,
    ) -> AttributeListId {
        let mut function = Vec::new();
        while self.choices.chance(40) {
            function.push(Attribute::Enum(*self.choices.pick(OF_FUNCTIONS)));
        }
        if self.choices.chance(15) {
            function.push(match self.choices.below(6) {
                0 => Attribute::Integer(Kind::StackAlignment, 1 << self.choices.below(9)),
                1 => self.one_text(Kind::UWTable, &["", "sync"]),
                2 => self.one_text(Kind::VScaleRange, &["1,16", "2,0", "4,4"]),
                3 => self.one_text(Kind::AllocKind, &["\"alloc,zeroed\"", "\"free\""]),
                4 => Attribute::Enum(Kind::AlwaysInline),
                _ => Attribute::Enum(Kind::NoInline),
            });
        }
        if self.choices.chance(8) && defined {
            function.extend([Kind::NoInline, Kind::OptimizeNone].map(Attribute::Enum));
        }
        if self.choices.chance(20) {
            let memory = *self.choices.pick(&MEMORY);
            function.push(self.attribute_text(Kind::Memory, memory));
        }
        while self.choices.chance(20) {
            function.push(self.string_attribute());
        }
        if self.choices.chance(4) {
            function.extend(self.allocation_size(ty));
        }
        // Parameters of a naked function must be unused.
        if self.choices.chance(4) && !defined {
            function.push(Attribute::Enum(Kind::Naked));
        }
        if value.unnamed_addr == UnnamedAddr::Global && self.choices.chance(8) {
            function.push(Attribute::Enum(Kind::JumpTable));
        }
        let function = self.set_of_function(function);
        self.signature_attributes(ty, function, true)
    }

    /// `allocsize` of one or two integer parameters.
    fn allocation_size(&mut self, ty: Type) -> Option<Attribute> {
        let TypeKind::Function { params, .. } = self.module.types.kind(ty).clone() else { return None };
        let is_integer = |at: &usize| self.module.types.integer_width(params[*at]).is_some();
        let sizes: Vec<usize> = (0..params.len()).filter(is_integer).collect();
        let text = match *sizes {
            [] => return None,
            [first, second, ..] if self.choices.chance(50) => format!("{first},{second}"),
            [first, ..] => first.to_string(),
        };
        Some(self.attribute_text(Kind::AllocSize, &text))
    }

    /// Attributes for a call.
    pub(super) fn call_attributes(&mut self, ty: Type) -> AttributeListId {
        let mut function = Vec::new();
        while self.choices.chance(15) {
            function.push(Attribute::Enum(*self.choices.pick(OF_CALLS)));
        }
        if self.choices.chance(8) {
            let memory = *self.choices.pick(&MEMORY);
            function.push(self.attribute_text(Kind::Memory, memory));
        }
        if self.choices.chance(8) {
            function.push(self.string_attribute());
        }
        let function = self.set_of_function(function);
        if self.choices.chance(60) {
            return self.module.attributes.list(AttributeList { function, ..AttributeList::default() });
        }
        self.signature_attributes(ty, function, false)
    }

    /// Combines these function attributes with generated ones for parameters and result.
    fn signature_attributes(
        &mut self,
        ty: Type,
        function: AttributeSetId,
        of_function: bool,
    ) -> AttributeListId {
        let TypeKind::Function { ret, params, varargs } = self.module.types.kind(ty).clone() else {
            return self.module.attributes.list(AttributeList { function, ..AttributeList::default() });
        };
        let given = self.module.attributes.get(function);
        let writes = !given.iter().any(|it| it.kind() == Some(Kind::Memory));
        let mut returned = false;
        let mut ret_set = Vec::new();
        if ret != self.module.types.common.void {
            self.value_attributes(ret, &mut ret_set);
        }
        let ret_set = self.set(ret_set);
        // Attributes that only one parameter may have.
        let mut once = vec![Kind::SwiftSelf, Kind::SwiftAsync, Kind::SwiftError, Kind::AllocatedPointer];
        let mut sets = Vec::new();
        for (index, &param) in params.iter().enumerate() {
            let mut set = Vec::new();
            self.value_attributes(param, &mut set);
            self.parameter_attributes(param, index == 0 && ret == self.module.types.common.void, &mut set);
            if !writes {
                set.retain(|it| it.kind() != Some(Kind::Writable));
            }
            if of_function {
                let last = index + 1 == params.len() && !varargs;
                self.passing_attributes(param, last, &mut once, &mut set);
            }
            if param == ret && !returned && self.choices.chance(8) {
                returned = true;
                let fits = |kind| !matches!(kind, Some(Kind::StructRet | Kind::SwiftError | Kind::InAlloca));
                set.retain(|it| fits(it.kind()));
                set.push(Attribute::Enum(Kind::Returned));
            }
            sets.push(self.set(set));
        }
        self.module.attributes.list(AttributeList { function, ret: ret_set, params: sets })
    }

    /// Attributes that are valid on parameters and results.
    fn value_attributes(&mut self, ty: Type, set: &mut Vec<Attribute>) {
        if !self.choices.chance(40) {
            return;
        }
        if self.choices.chance(40) {
            set.push(Attribute::Enum(Kind::NoUndef));
        }
        if self.choices.chance(8) {
            set.push(self.string_attribute());
        }
        let kind = self.module.types.kind(ty).clone();
        match kind {
            TypeKind::Integer(width) => {
                if self.choices.chance(40) {
                    set.push(Attribute::Enum(*self.choices.pick(&[Kind::SExt, Kind::ZExt, Kind::NoExt])));
                }
                if self.choices.chance(25) && (2..=64).contains(&width) {
                    let most = if width < 8 { 1 } else { 100 };
                    set.push(self.attribute_text(Kind::Range, &format!("i{width} -1, {most}")));
                }
            }
            TypeKind::Pointer(_) => {
                for kind in [Kind::NoAlias, Kind::NonNull] {
                    if self.choices.chance(20) {
                        set.push(Attribute::Enum(kind));
                    }
                }
                if self.choices.chance(25) {
                    set.push(Attribute::Integer(Kind::Alignment, 1 << self.choices.below(10)));
                }
                if self.choices.chance(20) {
                    let kind = *self.choices.pick(&[Kind::Dereferenceable, Kind::DereferenceableOrNull]);
                    set.push(Attribute::Integer(kind, 1 + self.choices.below(1000) as u64));
                }
            }
            _ if self.is_floating(ty) && self.choices.chance(30) => {
                let classes = *self.choices.pick(&["nan", "inf", "nan pinf", "snan nsub", "all"]);
                set.push(self.attribute_text(Kind::NoFPClass, classes));
            }
            _ => {}
        }
    }

    /// Attributes that are only valid on parameters.
    fn parameter_attributes(&mut self, ty: Type, for_result: bool, set: &mut Vec<Attribute>) {
        if !self.module.types.is_pointer(ty) {
            if self.choices.chance(5) && self.module.types.is_first_class(ty) {
                set.push(Attribute::Enum(Kind::InReg));
            }
            return;
        }
        if self.choices.chance(30) {
            set.push(match self.choices.below(6) {
                0 => Attribute::Enum(Kind::ReadOnly),
                1 => Attribute::Enum(Kind::WriteOnly),
                2 => Attribute::Enum(Kind::ReadNone),
                3 => Attribute::Enum(Kind::NoFree),
                4 => self.one_text(
                    Kind::Captures,
                    &["none", "address", "address_is_null, read_provenance", "ret: address, provenance"],
                ),
                _ => self.one_text(Kind::Initializes, &["(0, 4)", "(0, 4), (8, 16)", "(-8, 0)"]),
            });
        }
        if self.choices.chance(20) && !set.iter().any(|it| it.kind() == Some(Kind::ReadNone)) {
            let pointee = self.type_where(Self::is_fixed, self.module.types.common.i32);
            let ty_attribute = |kind| Attribute::Type(kind, pointee);
            let (exclusive, writes) = match self.choices.below(5) {
                0 => (ty_attribute(Kind::ByVal), false),
                1 => (ty_attribute(Kind::ByRef), false),
                2 if for_result => (ty_attribute(Kind::StructRet), true),
                3 if for_result => (Attribute::Enum(Kind::Nest), false),
                _ => (Attribute::Enum(Kind::InReg), false),
            };
            set.push(exclusive);
            if writes && self.choices.chance(50) && !set.iter().any(|it| it.kind() == Some(Kind::ReadOnly)) {
                set.push(Attribute::Enum(Kind::Writable));
                set.push(Attribute::Enum(Kind::DeadOnUnwind));
            }
        }
        if self.choices.chance(5) {
            set.push(Attribute::Enum(Kind::DeadOnReturn));
        }
    }

    /// Parameter attributes that affect the calling convention, so that callers must repeat them.
    fn passing_attributes(&mut self, ty: Type, last: bool, once: &mut Vec<Kind>, set: &mut Vec<Attribute>) {
        if self.module.types.integer_width(ty).is_some() && self.choices.chance(2) {
            set.push(Attribute::Enum(Kind::AllocAlign));
        }
        if ty != self.module.types.common.ptr || !self.choices.chance(15) {
            return;
        }
        let pointee = self.type_where(Self::is_fixed, self.module.types.common.i32);
        let attribute = match self.choices.below(6) {
            0 if last => Attribute::Type(Kind::InAlloca, pointee),
            0 | 1 => Attribute::Type(Kind::Preallocated, pointee),
            _ => {
                let kind = *self.choices.pick(&[
                    Kind::SwiftError,
                    Kind::SwiftSelf,
                    Kind::SwiftAsync,
                    Kind::AllocatedPointer,
                ]);
                if !once.contains(&kind) {
                    return;
                }
                once.retain(|it| *it != kind);
                Attribute::Enum(kind)
            }
        };
        // This excludes all other attributes.
        set.clear();
        set.push(attribute);
    }
}
