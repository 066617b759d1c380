//! Attributes: where they stand, which exclude each other, their types and arguments. Source: LangRef, Parameter Attributes, Function
//! Attributes.

use rustc_hash::FxHashSet;

use super::right::typed;
use super::{Context, Rule, Subject, broken};
use crate::attributes::values::{
    Access, AllocKind, AllocSize, AttributeValue, FpClasses, Initializes, MemoryEffects, MemoryLocation,
    Range, VScaleRange,
};
use crate::attributes::{
    Attribute, AttributeKind as Kind, AttributeList, AttributeListId, AttributePlace, AttributeSetId,
};
use crate::function::Function;
use crate::globals::{Global, GlobalValue, UnnamedAddr};
use crate::instruction::Alignment;
use crate::intrinsics;
use crate::target_types::{Property, TargetType};
use crate::types::{Type, TypeKind, Types};
use crate::writer::attribute_to_string;

/// What has an attribute list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// A function that is no intrinsic, or a call of one.
    Function,
    Intrinsic,
    Asm,
}

/// The first byte count that is too large for an argument in memory.
const HUGE: u64 = 1 << 32;

/// The string attributes whose value is a truth value or empty.
const BOOLEANS: &[&str] = &[
    "allow_direct_access_in_hot_patch_function",
    "less-precise-fpmad",
    "loader-replaceable",
    "marked_for_windows_hot_patching",
    "no-infs-fp-math",
    "no-inline-line-tables",
    "no-jump-tables",
    "no-nans-fp-math",
    "no-signed-zeros-fp-math",
    "profile-sample-accurate",
    "use-sample-profile",
];

/// States of AArch64's SME, and the attributes that say how a function shares them.
const SHARED_STATES: [(&str, [&str; 6]); 2] = [
    (
        "za",
        [
            "aarch64_new_za",
            "aarch64_in_za",
            "aarch64_out_za",
            "aarch64_inout_za",
            "aarch64_preserves_za",
            "aarch64_za_state_agnostic",
        ],
    ),
    (
        "zt0",
        [
            "aarch64_new_zt0",
            "aarch64_in_zt0",
            "aarch64_out_zt0",
            "aarch64_inout_zt0",
            "aarch64_preserves_zt0",
            "aarch64_za_state_agnostic",
        ],
    ),
];

/// Whether LLVM knows a string attribute.
pub(super) fn is_known_text(key: &str) -> bool {
    BOOLEANS.contains(&key) || matches!(key, "denormal-fp-math" | "denormal-fp-math-f32")
}

/// Returns from a rule about attributes with a message and what has them, unless the condition holds.
macro_rules! check {
    ($condition:expr, $message:expr, $subject:expr $(,)?) => {
        if !$condition {
            return Err(broken($message, [$subject.clone()]));
        }
    };
}

/// Whether an attribute can apply to a value of a type, but for the width of a range. LLVM: `AttributeFuncs::typeIncompatible`.
pub(crate) fn can_apply(types: &Types, kind: Kind, ty: Type) -> bool {
    match kind {
        Kind::AllocAlign => types.integer_width(ty).is_some(),
        Kind::SExt | Kind::ZExt => types.bits_width(ty).is_some(),
        Kind::Range => types.integer_width(types.scalar(ty)).is_some(),
        Kind::NoAlias
        | Kind::Captures
        | Kind::NonNull
        | Kind::ReadNone
        | Kind::ReadOnly
        | Kind::Dereferenceable
        | Kind::DereferenceableOrNull
        | Kind::Writable
        | Kind::DeadOnUnwind
        | Kind::DeadOnReturn
        | Kind::Initializes
        | Kind::Nest
        | Kind::SwiftError
        | Kind::Preallocated
        | Kind::InAlloca
        | Kind::ByVal
        | Kind::StructRet
        | Kind::ByRef
        | Kind::ElementType
        | Kind::AllocatedPointer => types.is_pointer(ty),
        Kind::Alignment => types.is_pointer(types.scalar(ty)),
        Kind::NoFPClass => types.takes_fast_math(ty),
        Kind::NoUndef => ty != types.common.void,
        _ => true,
    }
}

impl Context<'_> {
    /// Whether a function is an intrinsic of LLVM's table, whose attributes are those of the table, whatever the text says.
    fn has_known_attributes(&self, global: Global, ty: Type) -> bool {
        let module = self.module;
        module.is_intrinsic(global)
            && intrinsics::find(self.name(global).as_bytes()).is_some_and(|it| it.matches(module, ty).is_ok())
    }

    /// The size of a type in memory in bytes; that of scalable vectors if their factor is one.
    fn least_bytes(&self, ty: Type) -> Option<u64> {
        match (self.types().is_scalable(ty), self.types().struct_fields(ty)) {
            (false, _) => self.sizes().allocated(ty),
            (true, Some((fields, _))) => {
                fields.iter().try_fold(0u64, |sum, &field| sum.checked_add(self.least_bytes(field)?))
            }
            (true, None) => match *self.types().kind(ty) {
                TypeKind::Array { len, element } => self.least_bytes(element)?.checked_mul(len),
                TypeKind::Vector { len, element, .. } => {
                    Some(self.sizes().bits(element)?.checked_mul(len.into())?.div_ceil(8))
                }
                _ => Some(0),
            },
        }
    }

    /// The attributes of a function.
    pub(super) fn function_attributes(
        &self,
        global: Global,
        value: &GlobalValue,
        function: &Function,
    ) -> Rule {
        let subject = &Subject::from(global);
        let list = self.module.attributes.get_list(function.attributes);
        let count = function.args.len();
        let has = |set, kind| self.module.attribute(set, kind).is_some();
        check!(list.params.len() <= count, "Attribute after last parameter!", subject);
        if function.attributes == AttributeListId::default() || self.has_known_attributes(global, value.ty) {
            return Ok(());
        }
        let owner = if self.module.is_intrinsic(global) { Owner::Intrinsic } else { Owner::Function };
        self.attribute_list(list, value.ty, owner, subject)?;
        check!(
            !has(list.function, Kind::JumpTable) || value.unnamed_addr == UnnamedAddr::Global,
            "Attribute 'jumptable' requires 'unnamed_addr'",
            subject,
        );
        self.function_values(list, value.ty, subject)?;
        check!(
            !has(list.function, Kind::Builtin),
            "Attribute 'builtin' can only be applied to a callsite.",
            subject,
        );
        check!(
            !list.params.iter().any(|&set| has(set, Kind::ElementType)),
            "Attribute 'elementtype' can only be applied to a callsite.",
            subject,
        );
        check!(
            self.string(list, "aarch64_zt0_undef").is_none(),
            "Attribute 'aarch64_zt0_undef' can only be applied to a callsite.",
            subject,
        );
        if has(list.function, Kind::Naked) {
            let used = self.used_argument(function);
            if let Some(argument) = used {
                return Err(broken("cannot use argument of naked function", [argument]));
            }
        }
        Ok(())
    }

    /// The first argument of a function that it uses.
    fn used_argument(&self, function: &Function) -> Option<Subject> {
        let mut used = FxHashSet::default();
        for &block in &function.layout {
            for &inst in function.block_insts(block) {
                let instruction = &function.insts[inst].inst;
                instruction.for_each_operand(function, |operand| used.extend(operand.local()));
            }
        }
        let argument = function.args.iter().find(|argument| used.contains(argument))?;
        Some(crate::function::Value::from(*argument).into())
    }

    /// The attributes of a call.
    pub(super) fn call_attributes(
        &self,
        list: AttributeListId,
        ty: Type,
        owner: Owner,
        subject: &Subject,
    ) -> Rule {
        let list = self.module.attributes.get_list(list);
        self.attribute_list(list, ty, owner, subject)?;
        check!(
            self.module.attribute(list.function, Kind::JumpTable).is_none(),
            "Attribute 'jumptable' requires 'unnamed_addr'",
            subject,
        );
        self.function_values(list, ty, subject)
    }

    /// The attributes of a set may stand where it stands.
    fn may_stand(&self, set: AttributeSetId, place: AttributePlace, subject: &Subject) -> Rule {
        for &attribute in self.module.attributes.get(set) {
            let Some(kind) = attribute.kind() else { continue };
            // The alignment of a function is no attribute.
            let is_alignment = kind == Kind::Alignment && place == AttributePlace::Function;
            if kind.applies_to(place) && !is_alignment {
                continue;
            }
            let text = attribute_to_string(self.module, attribute);
            let message = match place {
                AttributePlace::Function => format!("Attribute '{text}' does not apply to functions!"),
                AttributePlace::Parameter => format!("Attribute '{text}' does not apply to parameters"),
                AttributePlace::Result => {
                    format!("Attribute '{text}' does not apply to function return values")
                }
            };
            return Err(broken(message, [subject.clone()]));
        }
        Ok(())
    }

    fn string(&self, list: &AttributeList, key: &str) -> Option<&str> {
        std::str::from_utf8(self.module.string_attribute(list.function, key)?).ok()
    }

    fn value<T: AttributeValue>(&self, set: AttributeSetId) -> Option<T> {
        self.module.attribute_value(set)
    }

    /// The rules for the sets of a list that do not depend on whether a function or a call has it.
    fn attribute_list(&self, list: &AttributeList, ty: Type, owner: Owner, subject: &Subject) -> Rule {
        let TypeKind::Function { ret, params, .. } = self.types().kind(ty) else { return Ok(()) };
        if !self.is_right(list.ret, *ret, AttributePlace::Result) {
            self.may_stand(list.ret, AttributePlace::Result, subject)?;
            self.parameter_attributes(list.ret, *ret, subject)?;
            self.right.value_sets.insert(list.ret, typed(*ret, AttributePlace::Result as u8));
        }
        let mut seen: FxHashSet<Kind> = FxHashSet::default();
        for (index, &param) in params.iter().enumerate() {
            let Some(&set) = list.params.get(index) else { break };
            if set == AttributeSetId::default() {
                continue;
            }
            let has = |kind| self.module.attribute(set, kind).is_some();
            let is_right = self.is_right(set, param, AttributePlace::Parameter);
            if !is_right {
                self.may_stand(set, AttributePlace::Parameter, subject)?;
            }
            if owner != Owner::Intrinsic {
                check!(!has(Kind::ImmArg), "immarg attribute only applies to intrinsics", subject);
                check!(
                    owner == Owner::Asm || !has(Kind::ElementType),
                    "Attribute 'elementtype' can only be applied to intrinsics and inline asm.",
                    subject,
                );
            }
            if !is_right {
                self.parameter_attributes(set, param, subject)?;
                self.right.value_sets.insert(set, typed(param, AttributePlace::Parameter as u8));
            }
            if has(Kind::Nest) {
                check!(seen.insert(Kind::Nest), "More than one parameter has attribute nest!", subject);
            }
            if has(Kind::Returned) {
                let first = seen.insert(Kind::Returned);
                check!(first, "More than one parameter has attribute returned!", subject);
                check!(
                    self.is_same_bits(param, *ret),
                    "Incompatible argument and return types for 'returned' attribute",
                    subject,
                );
            }
            if has(Kind::StructRet) {
                let first = seen.insert(Kind::StructRet);
                check!(first, "Cannot have multiple 'sret' parameters!", subject);
                check!(index < 2, "Attribute 'sret' is not on first or second parameter!", subject);
            }
            for kind in [Kind::SwiftSelf, Kind::SwiftAsync, Kind::SwiftError] {
                let is_first = !has(kind) || seen.insert(kind);
                check!(is_first, format!("Cannot have multiple '{}' parameters!", kind.spelling()), subject);
            }
            let is_last = index + 1 == params.len();
            check!(!has(Kind::InAlloca) || is_last, "inalloca isn't on the last parameter!", subject);
        }
        self.function_set(list, subject)
    }

    /// Whether a set was found right for a value of a type.
    fn is_right(&self, set: AttributeSetId, ty: Type, place: AttributePlace) -> bool {
        set == AttributeSetId::default() || self.right.value_sets.contains(set, typed(ty, place as u8))
    }

    /// Whether a value of one type can become one of the other without a change of its bits.
    pub(super) fn is_same_bits(&self, from: Type, to: Type) -> bool {
        let types = self.types();
        if from == to {
            return true;
        }
        if types.is_pointer(from) && types.is_pointer(to) {
            return false;
        }
        let bits = |ty| self.sizes().bits(ty);
        let amx = |ty| *types.kind(ty) == TypeKind::X86Amx;
        match (types.is_vector(from), types.is_vector(to)) {
            (true, true) => {
                types.is_scalable(from) == types.is_scalable(to)
                    && !types.is_pointer(types.scalar(from))
                    && !types.is_pointer(types.scalar(to))
                    && bits(from) == bits(to)
            }
            (true, false) => amx(to) && bits(from) == Some(8192),
            (false, true) => amx(from) && bits(to) == Some(8192),
            (false, false) => false,
        }
    }

    /// The attributes of a parameter, an argument or a result of type `ty`.
    pub(super) fn parameter_attributes(&self, set: AttributeSetId, ty: Type, subject: &Subject) -> Rule {
        if set == AttributeSetId::default() {
            return Ok(());
        }
        let attributes = self.module.attributes.get(set);
        self.booleans(attributes)?;
        let has = |kind| attributes.iter().any(|attribute| attribute.kind() == Some(kind));
        let only_range =
            attributes.iter().all(|attribute| matches!(attribute.kind(), Some(Kind::ImmArg | Kind::Range)));
        check!(
            !has(Kind::ImmArg) || only_range,
            "Attribute 'immarg' is incompatible with other attributes except the 'range' attribute",
            subject,
        );
        let exclusive = [
            has(Kind::ByVal),
            has(Kind::InAlloca),
            has(Kind::Preallocated),
            has(Kind::StructRet) || has(Kind::InReg),
            has(Kind::Nest),
            has(Kind::ByRef),
        ];
        check!(
            exclusive.into_iter().filter(|&has| has).count() <= 1,
            "Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!",
            subject,
        );
        for (one, other) in [
            (Kind::InAlloca, Kind::ReadOnly),
            (Kind::StructRet, Kind::Returned),
            (Kind::ZExt, Kind::SExt),
            (Kind::ReadNone, Kind::ReadOnly),
            (Kind::ReadNone, Kind::WriteOnly),
            (Kind::ReadOnly, Kind::WriteOnly),
        ] {
            self.excluded(attributes, one, other, subject)?;
        }
        for other in [Kind::ReadNone, Kind::ReadOnly] {
            check!(
                !has(Kind::Writable) || !has(other),
                format!("Attributes writable and {} are incompatible!", other.spelling()),
                subject,
            );
        }
        for &attribute in attributes {
            let message = || {
                let text = attribute_to_string(self.module, attribute);
                format!("Attribute '{text}' applied to incompatible type!")
            };
            check!(self.fits(attribute, set, ty), message(), subject);
        }
        if self.types().is_pointer(ty) {
            self.pointer_attributes(attributes, subject)?;
        }
        if let Some(Initializes(ranges)) = self.value(set) {
            check!(!ranges.is_empty(), "Attribute 'initializes' does not support empty list", subject);
            let ordered = ranges.windows(2).all(|pair| pair[0].1 < pair[1].0)
                && ranges.iter().all(|(begin, end)| begin < end);
            check!(ordered, "Attribute 'initializes' does not support unordered ranges", subject);
        }
        if let Some(FpClasses(bits)) = self.value(set) {
            check!(bits != 0, "Attribute 'nofpclass' must have at least one test bit set", subject);
        }
        Ok(())
    }

    fn excluded(&self, attributes: &[Attribute], one: Kind, other: Kind, subject: &Subject) -> Rule {
        let has = |kind| attributes.iter().any(|attribute| attribute.kind() == Some(kind));
        check!(
            !has(one) || !has(other),
            format!("Attributes '{} and {}' are incompatible!", one.spelling(), other.spelling()),
            subject,
        );
        Ok(())
    }

    /// Whether an attribute can apply to a value of a type.
    fn fits(&self, attribute: Attribute, set: AttributeSetId, ty: Type) -> bool {
        let types = self.types();
        match attribute.kind() {
            Some(Kind::Range) => {
                let width = types.integer_width(types.scalar(ty));
                width.is_some() && self.value(set).map(|range: Range| range.width) == width
            }
            Some(kind) => can_apply(types, kind, ty),
            None => true,
        }
    }

    /// The alignment of a pointer, and the type of an argument in memory.
    fn pointer_attributes(&self, attributes: &[Attribute], subject: &Subject) -> Rule {
        for &attribute in attributes {
            if let Attribute::Integer(Kind::Alignment, bytes) = attribute {
                check!(bytes <= Alignment::MAX_BYTES, "huge alignment values are unsupported", subject);
            }
        }
        for wanted in [Kind::ByVal, Kind::ByRef, Kind::InAlloca, Kind::Preallocated] {
            let found = attributes.iter().find(|attribute| attribute.kind() == Some(wanted));
            let Some(&Attribute::Type(kind, ty)) = found else { continue };
            check!(
                self.sizes().is_sized(ty),
                format!("Attribute '{}' does not support unsized types!", kind.spelling()),
                subject,
            );
            let is_elsewhere = |target: &TargetType| !target.has(Property::Local);
            let is_wrong = kind == Kind::ByVal && self.target_type_within(ty, is_elsewhere);
            check!(!is_wrong, "'byval' argument has illegal target extension type", subject);
            check!(
                self.least_bytes(ty).is_some_and(|bytes| bytes < HUGE),
                format!("huge '{}' arguments are unsupported", kind.spelling()),
                subject,
            );
        }
        Ok(())
    }

    /// String attributes that are truth values.
    fn booleans(&self, attributes: &[Attribute]) -> Rule {
        for attribute in attributes {
            let Attribute::String(key, Some(value)) = *attribute else { continue };
            let (key, value) = (self.module.text(key), self.module.text(value));
            let is_right = !BOOLEANS.contains(&&*key) || matches!(&*value, "" | "true" | "false");
            super::check!(is_right, format!("invalid value for '{key}' attribute: {value}"));
        }
        Ok(())
    }

    /// Function attributes that exclude or require each other, or attributes of parameters.
    fn function_set(&self, list: &AttributeList, subject: &Subject) -> Rule {
        if list.function == AttributeSetId::default() {
            return Ok(());
        }
        if !self.right.function_sets.contains(list.function) {
            self.exclusions(list, subject)?;
        }
        if let Some(effects) = self.value::<MemoryEffects>(list.function) {
            let writable =
                list.params.iter().any(|&set| self.module.attribute(set, Kind::Writable).is_some());
            let writes = matches!(effects.access(MemoryLocation::ArgMem), Access::Write | Access::ReadWrite);
            check!(
                !writable || writes,
                "Attribute writable and memory without argmem: write are incompatible!",
                subject,
            );
        }
        Ok(())
    }

    /// Where function attributes stand, and which exclude or require each other.
    fn exclusions(&self, list: &AttributeList, subject: &Subject) -> Rule {
        self.may_stand(list.function, AttributePlace::Function, subject)?;
        let attributes = self.module.attributes.get(list.function);
        self.booleans(attributes)?;
        let has = |kind| attributes.iter().any(|attribute| attribute.kind() == Some(kind));
        self.excluded(attributes, Kind::NoInline, Kind::AlwaysInline, subject)?;
        if has(Kind::OptimizeNone) {
            check!(has(Kind::NoInline), "Attribute 'optnone' requires 'noinline'!", subject);
            for other in [Kind::OptimizeForSize, Kind::MinSize, Kind::OptimizeForDebugging] {
                self.excluded(attributes, other, Kind::OptimizeNone, subject)?;
            }
        }
        self.excluded(attributes, Kind::SanitizeRealtime, Kind::SanitizeRealtimeBlocking, subject)?;
        for other in [Kind::OptimizeForSize, Kind::MinSize] {
            self.excluded(attributes, other, Kind::OptimizeForDebugging, subject)?;
        }
        self.streaming(list, subject)
    }

    /// The attributes of functions that use AArch64's SME.
    fn streaming(&self, list: &AttributeList, subject: &Subject) -> Rule {
        let has = |key: &str| self.string(list, key).is_some();
        check!(
            !has("aarch64_pstate_sm_enabled") || !has("aarch64_pstate_sm_compatible"),
            "Attributes 'aarch64_pstate_sm_enabled and aarch64_pstate_sm_compatible' are incompatible!",
            subject,
        );
        for (state, keys) in SHARED_STATES {
            let used = keys.iter().filter(|key| has(key)).count();
            check!(
                used <= 1,
                format!(
                    "Attributes 'aarch64_new_{state}', 'aarch64_in_{state}', 'aarch64_out_{state}', 'aarch64_inout_{state}', \
                     'aarch64_preserves_{state}' and 'aarch64_za_state_agnostic' are mutually exclusive"
                ),
                subject,
            );
        }
        Ok(())
    }

    /// The arguments of function attributes. Comes after [`function_set`](Self::function_set).
    fn function_values(&self, list: &AttributeList, ty: Type, subject: &Subject) -> Rule {
        if list.function == AttributeSetId::default() {
            return Ok(());
        }
        self.allocation(list, ty, subject)?;
        if !self.right.function_sets.contains(list.function) {
            self.own_values(list, subject)?;
            self.right.function_sets.insert(list.function);
        }
        if let Some(name) = self.string(list, "vector-function-abi-variant") {
            let is_right = self.is_vector_variant(name, ty);
            check!(is_right, format!("invalid name for a VFABI variant: {name}"), subject);
        }
        self.modular_format(list, ty, subject)
    }

    /// The arguments of function attributes that depend on nothing else.
    fn own_values(&self, list: &AttributeList, subject: &Subject) -> Rule {
        if let Some(VScaleRange { least, most }) = self.value(list.function) {
            check!(least != 0, "'vscale_range' minimum must be greater than 0", subject);
            let is_power = least.is_power_of_two();
            check!(is_power, "'vscale_range' minimum must be power-of-two value", subject);
            let most = most.unwrap_or(least);
            check!(least <= most, "'vscale_range' minimum cannot be greater than maximum", subject);
            let is_power = most.is_power_of_two() || most == least;
            check!(is_power, "'vscale_range' maximum must be power-of-two value", subject);
        }
        self.one_of(
            list,
            "frame-pointer",
            &["all", "non-leaf", "none", "reserved", "non-leaf-no-reserve"],
            subject,
        )?;
        for key in ["patchable-function-prefix", "patchable-function-entry", "warn-stack-size"] {
            if let Some(value) = self.string(list, key) {
                let is_number =
                    value.bytes().all(|byte| byte.is_ascii_digit()) && value.parse::<u32>().is_ok();
                check!(is_number, format!("\"{key}\" takes an unsigned integer: {value}"), subject);
            }
        }
        self.one_of(list, "sign-return-address", &["none", "all", "non-leaf"], subject)?;
        self.one_of(list, "sign-return-address-key", &["a_key", "b_key"], subject)?;
        super::check!(
            self.string(list, "sign-return-address-key").is_none()
                || self.string(list, "sign-return-address").is_some(),
            "'sign-return-address-key' present without `sign-return-address`",
        );
        for key in ["branch-target-enforcement", "branch-protection-pauth-lr", "guarded-control-stack"] {
            self.one_of(list, key, &["", "true", "false"], subject)?;
        }
        for key in ["denormal-fp-math", "denormal-fp-math-f32"] {
            let Some(value) = self.string(list, key) else { continue };
            let is_mode =
                |mode: &str| matches!(mode, "" | "ieee" | "preserve-sign" | "positive-zero" | "dynamic");
            let (output, input) = value.split_once(',').unwrap_or((value, ""));
            check!(
                is_mode(output) && is_mode(input),
                format!("invalid value for '{key}' attribute: {value}"),
                subject,
            );
        }
        self.target_features(list, subject)
    }

    /// `target-features`: names, each after a sign.
    fn target_features(&self, list: &AttributeList, subject: &Subject) -> Rule {
        let features = self.string(list, "target-features").filter(|features| !features.is_empty());
        for feature in features.into_iter().flat_map(|features| features.split(',')) {
            super::check!(
                !feature.is_empty(),
                "target-features attribute should not contain an empty string"
            );
            let is_signed = feature.starts_with(['+', '-']);
            check!(is_signed, format!("target feature '{feature}' must start with a '+' or '-'"), subject,);
        }
        Ok(())
    }

    fn one_of(&self, list: &AttributeList, key: &str, known: &[&str], subject: &Subject) -> Rule {
        let Some(value) = self.string(list, key) else { return Ok(()) };
        let is_known = known.contains(&value);
        check!(is_known, format!("invalid value for '{key}' attribute: {value}"), subject);
        Ok(())
    }

    /// `allocsize`, `allockind` and `alloc-variant-zeroed`.
    fn allocation(&self, list: &AttributeList, ty: Type, subject: &Subject) -> Rule {
        let TypeKind::Function { params, .. } = self.types().kind(ty) else { return Ok(()) };
        if let Some(AllocSize { size, count }) = self.value(list.function) {
            let places = [("element size", Some(size)), ("number of elements", count)];
            for (name, place) in places.into_iter().filter_map(|(name, place)| Some((name, place?))) {
                let param = params.get(place as usize).copied();
                check!(param.is_some(), format!("'allocsize' {name} argument is out of bounds"), subject);
                check!(
                    param.is_some_and(|param| self.types().integer_width(param).is_some()),
                    format!("'allocsize' {name} argument must refer to an integer parameter"),
                    subject,
                );
            }
        }
        if let Some(kind) = self.value(list.function) {
            Self::allocation_kind(kind)?;
        }
        self.zeroed_variant(list, ty)
    }

    fn allocation_kind(kind: AllocKind) -> Rule {
        let ways = ["alloc", "realloc", "free"].into_iter().filter(|name| kind.has(name)).count();
        super::check!(ways == 1, "'allockind()' requires exactly one of alloc, realloc, and free");
        super::check!(
            !kind.has("free") || !["uninitialized", "zeroed", "aligned"].iter().any(|name| kind.has(name)),
            "'allockind(\"free\")' doesn't allow uninitialized, zeroed, or aligned modifiers.",
        );
        super::check!(
            !kind.has("uninitialized") || !kind.has("zeroed"),
            "'allockind()' can't be both zeroed and uninitialized",
        );
        Ok(())
    }

    /// The function that `alloc-variant-zeroed` names.
    fn zeroed_variant(&self, list: &AttributeList, ty: Type) -> Rule {
        let Some(name) = self.string(list, "alloc-variant-zeroed") else { return Ok(()) };
        super::check!(!name.is_empty(), "'alloc-variant-zeroed' must not be empty");
        let Some(variant) = self.module.function(name).map(|global| self.global(global)) else {
            return Ok(());
        };
        let Some(function) = variant.as_function() else { return Ok(()) };
        let other = self.module.attributes.get_list(function.attributes);
        let family = self.string(list, "alloc-family");
        super::check!(
            family.is_none() || family == self.string(other, "alloc-family"),
            "'alloc-variant-zeroed' must name a function belonging to the same 'alloc-family'",
        );
        super::check!(
            self.value(other.function).is_some_and(|kind: AllocKind| kind.has("zeroed")),
            "'alloc-variant-zeroed' must name a function with 'allockind(\"zeroed\")'",
        );
        super::check!(
            variant.ty == ty,
            "'alloc-variant-zeroed' must name a function with the same signature",
        );
        Ok(())
    }

    /// `modular-format`: a comma-separated list whose second part is the number of the first variable argument.
    fn modular_format(&self, list: &AttributeList, ty: Type, subject: &Subject) -> Rule {
        let (Some(value), TypeKind::Function { params, varargs, .. }) =
            (self.string(list, "modular-format"), self.types().kind(ty))
        else {
            return Ok(());
        };
        let parts: Vec<_> = value.split(',').collect();
        check!(parts.len() >= 5, "modular-format attribute requires at least 5 arguments", subject);
        let Ok(first) = parts[2].parse::<usize>() else {
            return Err(broken(
                "modular-format attribute first arg index is not an integer",
                [subject.clone()],
            ));
        };
        let most = params.len() + usize::from(*varargs);
        check!(
            (1..=most).contains(&first),
            "modular-format attribute first arg index is out of bounds",
            subject,
        );
        Ok(())
    }
}
