//! The macros that declare dialects, for this crate and others. See the [module above](super) for an example.

#[doc(hidden)]
pub use bitflags;

#[doc(hidden)]
pub use super::interfaces::{interface_accessor, interface_accessors, interface_setter};

/// Declares enums whose values are single cases. Generates a Rust enum and its [`EnumDef`](super::EnumDef) as `Name::DEF`.
///
/// ```ignore
/// enums! {
///     /// Atomic ordering. LangRef: Atomic Memory Ordering Constraints.
///     AtomicOrdering: 64 { NotAtomic = 0 => "not_atomic", Unordered = 1 => "unordered" }
/// }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __enums {
    ($($(#[doc = $doc:literal])* $name:ident: $width:literal $(, summary $summary:literal)? $(, cpp $cpp:literal $($parameter:ident)?)? {
        $($case:ident = $value:literal => $spelling:literal),+ $(,)?
    })+) => {
        /// All enums declared here whose values are single cases.
        pub static ENUMS: &[&$crate::declare::EnumDef] = &[$($name::DEF),+];

        $(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        #[repr(i64)]
        pub enum $name { $($case = $value),+ }

        impl $name {
            /// The declaration of this enum.
            pub const DEF: &'static $crate::declare::EnumDef = {
                static DEF: $crate::declare::EnumDef = $crate::declare::EnumDef {
                    name: stringify!($name),
                    doc: std::concat!($($doc, "\n"),*),
                    summary: $crate::declare::macros::first!($($summary,)? stringify!($name)),
                    cpp_name: $crate::declare::macros::option!($($cpp)?),
                    is_enum_parameter: $crate::declare::macros::is_enum_parameter!($($($parameter)?)?),
                    form: $crate::declare::EnumForm::Value($width),
                    cases: &[$($crate::declare::EnumCase { spelling: $spelling, value: $name::$case.value() }),+],
                    groups: &[],
                };
                &DEF
            };

            /// All cases, in order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$case),+];

            /// The keyword of the case.
            pub const fn spelling(self) -> &'static str {
                match self { $(Self::$case => $spelling),+ }
            }

            /// The case with this keyword.
            pub fn from_spelling(text: &str) -> Option<Self> {
                match text { $($spelling => Some(Self::$case),)+ _ => None }
            }

            /// The value in attributes.
            pub const fn value(self) -> u64 {
                self as i64 as u64
            }

            /// The case with this value in attributes.
            pub const fn from_value(value: u64) -> Option<Self> {
                match value as i64 { $($value => Some(Self::$case),)+ _ => None }
            }
        }

        $crate::declare::macros::holds_enum!($name, $name::from_value, $name::value);
        )+
    };
}
pub use __enums as enums;

/// An attribute of an enum holds the enum.
#[macro_export]
#[doc(hidden)]
macro_rules! __holds_enum {
    ($name:ident, $from:expr, $value:expr) => {
        impl $crate::declare::Holds for $name {
            type Read<'a> = Self;
            type Write<'a> = Self;
            fn read(
                context: &$crate::context::Context,
                attribute: $crate::attributes::Attribute,
            ) -> Option<Self> {
                $from($crate::declare::enum_value(context, attribute, Self::DEF.form)?)
            }
            fn write(value: Self) -> $crate::declare::FieldValue {
                $crate::declare::FieldValue::Integer($value(value))
            }
        }

        impl $crate::declare::HoldsParam for $name {
            type Read<'a> = Self;
            type Write<'a> = Self;
            fn read<'a>(_: &'a $crate::context::Context, param: &'a $crate::declare::Param) -> Option<Self> {
                $from(param.as_u64()?)
            }
            fn write(
                _: &$crate::context::Context,
                _: &$crate::declare::ParamKind,
                value: Self,
            ) -> $crate::declare::Param {
                $crate::declare::Param::Unsigned($value(value))
            }
        }
    };
}
pub use __holds_enum as holds_enum;

/// Declares enums whose values are sets of cases. Generates a `bitflags` struct and its [`EnumDef`](super::EnumDef) as
/// `Name::DEF`. Cases are in upstream's order; groups come last, after a `;`. As an attribute, a set is an integer of 32 bits, or
/// of the width given after the separator.
#[macro_export]
#[doc(hidden)]
macro_rules! __bit_enums {
    ($($(#[doc = $doc:literal])* $name:ident: $separator:literal $(, $width:literal)?
        $(, summary $summary:literal)? $(, cpp $cpp:literal $($parameter:ident)?)? {
        $($case:ident = $value:literal => $spelling:literal),+ $(,)?
        $(; $($group:ident = $group_value:literal => $group_spelling:literal),+ $(,)?)?
    })+) => {
        /// All enums declared here whose values are sets of cases.
        pub static BIT_ENUMS: &[&$crate::declare::EnumDef] = &[$($name::DEF),+];

        $(
        $crate::declare::macros::bitflags::bitflags! {
            $(#[doc = $doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            #[allow(missing_docs)]
            pub struct $name: u64 {
                $(#[doc = concat!("`", $spelling, "`")] const $case = $value;)+
                $($(#[doc = concat!("`", $group_spelling, "`")] const $group = $group_value;)+)?
            }
        }

        impl $name {
            /// The declaration of this enum.
            pub const DEF: &'static $crate::declare::EnumDef = {
                static DEF: $crate::declare::EnumDef = $crate::declare::EnumDef {
                    name: stringify!($name),
                    doc: std::concat!($($doc, "\n"),*),
                    summary: $crate::declare::macros::first!($($summary,)? stringify!($name)),
                    cpp_name: $crate::declare::macros::option!($($cpp)?),
                    is_enum_parameter: $crate::declare::macros::is_enum_parameter!($($($parameter)?)?),
                    form: $crate::declare::EnumForm::Bits(
                        $separator,
                        $crate::declare::macros::width_or!($($width)? 32),
                    ),
                    cases: &[$($crate::declare::EnumCase { spelling: $spelling, value: $value }),+],
                    groups: &[
                        $($($crate::declare::EnumCase { spelling: $group_spelling, value: $group_value }),+)?
                    ],
                };
                &DEF
            };
        }

        $crate::declare::macros::holds_enum!($name, $name::from_bits, |bits: Self| bits.bits());
        )+
    };
}
pub use __bit_enums as bit_enums;

#[macro_export]
#[doc(hidden)]
macro_rules! __is_enum_parameter {
    () => {
        false
    };
    (parameter) => {
        true
    };
}
pub use __is_enum_parameter as is_enum_parameter;

/// The first argument if it is given, else the default.
#[macro_export]
#[doc(hidden)]
macro_rules! __width_or {
    ($width:literal $($default:literal)?) => {
        $width
    };
}
pub use __width_or as width_or;

/// A declared name without the `r#` that Rust requires for names that are keywords.
pub const fn unescaped(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Declares the operations of a dialect, and generates `OPERATIONS`, the list of them. The clauses of a declaration must come in
/// the order of the example in the [module above](super); all but the name are optional.
///
/// Each operation becomes a type, `Load`, with the declaration (`Load::DEF`), the name (`Load::NAME`), a view (`Load::of`) with
/// an accessor for each operand, attribute, result, region and successor, and a builder (`Load::build`) that takes operands,
/// required attributes, result types (unless the traits `SameOperandsAndResultType` or `InferResults` say what they are) and
/// successors in the order of the declaration, and has a method for each attribute; one that is made by parts begins with `Load::start`.
///
/// The functions that a declaration names, other than parsers and those of `ResultName` and `Unreadable`, take the operation or
/// the typed view of it, [`Subject`](super::Subject): `Load<View<'_>>`, or `Load<Printed<'_>>` to print it.
#[macro_export]
#[doc(hidden)]
macro_rules! __operations {
    ($($(#[doc = $doc:literal])* $name:ident = $opname:literal { $($declaration:tt)* })+) => {
        /// All operations declared here.
        pub static OPERATIONS: &[&$crate::declare::OpDef] = &[$($name::DEF),+];

        $($crate::declare::macros::op_type! {
            [$($doc),*] $name $opname
            {
                static DEF: $crate::declare::OpDef =
                    $crate::declare::macros::op_def!($opname, "", [$($doc),*], $($declaration)*);
                &DEF
            }
            { $($declaration)* }
        })+
    };
}
pub use __operations as operations;

/// The type of a declared operation; see [`operations`].
#[macro_export]
#[doc(hidden)]
macro_rules! __op_type {
    ([$($doc:literal),*] $name:ident $opname:tt $def:block { $($declaration:tt)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<State>(
            /// A [`View`]($crate::declare::View), or [`New`]($crate::declare::New) for an operation that is being built.
            pub State,
        );

        // An operation may be called `Expect`.
        #[allow(clippy::self_named_constructors)]
        impl $name<()> {
            /// The declaration.
            pub const DEF: &'static $crate::declare::OpDef = $def;

            /// The operation's name.
            pub const NAME: &'static str = $opname;

            /// A view of `op`, which has been verified, if it is an operation of this kind.
            #[inline]
            pub fn of<'a>(
                op: impl Into<$crate::declare::View<'a>>,
            ) -> Option<$name<$crate::declare::View<'a>>> {
                let view = op.into();
                view.is($name::DEF).then_some($name(view))
            }

            /// A view of `op`, which has been verified.
            ///
            /// # Panics
            /// If it is not an operation of this kind.
            #[inline]
            pub fn expect<'a>(op: impl Into<$crate::declare::View<'a>>) -> $name<$crate::declare::View<'a>> {
                let view = op.into();
                $name::of(view).unwrap_or_else(|| panic!("`{}` is no `{}`", view.name(), $name::NAME))
            }

            /// A view of `op`, which may not have been verified, if it is an operation of this kind.
            #[inline]
            pub fn unverified(
                op: $crate::body::OpRef<'_>,
            ) -> Option<$name<$crate::declare::View<'_, $crate::declare::Unverified>>> {
                op.is($name::DEF).then_some($name($crate::declare::View::new(op)))
            }

            /// A view of `op`, which is printed, if it is an operation of this kind.
            pub fn printed(
                op: $crate::asm::PrintedOp<'_>,
            ) -> Option<$name<$crate::declare::Printed<'_>>> {
                op.is($name::DEF).then_some($name($crate::declare::View::printed(op)))
            }

            /// A view of `op`, which may not have been verified: an operation of this kind, or one of another name that has its
            /// parts.
            #[inline]
            pub fn like(
                op: $crate::body::OpRef<'_>,
            ) -> $name<$crate::declare::View<'_, $crate::declare::Unverified>> {
                $name::unverified(op).unwrap_or_else(|| $name($crate::declare::View::like(op, $name::DEF)))
            }
        }

        impl<'a, A> $crate::declare::Subject<$crate::body::OpRef<'a>> for $name<$crate::declare::View<'a, A>> {
            #[inline]
            fn of(op: $crate::body::OpRef<'a>) -> Self {
                debug_assert!(op.is($name::DEF), "`{}` is no `{}`", op.name(), $name::NAME);
                $name($crate::declare::View::new(op))
            }
        }

        impl<'a> $crate::declare::Subject<$crate::asm::PrintedOp<'a>> for $name<$crate::declare::Printed<'a>> {
            #[inline]
            fn of(op: $crate::asm::PrintedOp<'a>) -> Self {
                debug_assert!(op.is($name::DEF), "`{}` is no `{}`", op.name(), $name::NAME);
                $name($crate::declare::View::printed(op))
            }
        }

        impl From<$name<$crate::declare::New>> for $crate::declare::New {
            fn from(new: $name<$crate::declare::New>) -> Self {
                new.0
            }
        }

        $crate::declare::macros::op_view!($name $($declaration)*);
    };
}
pub use __op_type as op_type;

/// Declares families of operations as a table, and generates `TABLE`, the list of them. What the operations of a family share is
/// declared once, as in [`operations`]; types that differ are placeholders in brackets, which each operation fills in. If the
/// family has intrinsics, the name of an operation's intrinsic is the operation's name with the prefix replaced, unless the
/// operation gives it explicitly. An operation with a Rust name before its own becomes a type, as those of [`operations`] do. The
/// documentation is that of the family, unless the operation has its own; traits in brackets after the name are added to those of
/// the family.
///
/// ```ignore
/// families! { "rocdl." => "llvm.amdgcn.";
///     /// Converts a packed number of eight bits.
///     family [Res] {
///         traits: [Pure],
///         operands: { src: one(I32) },
///         attributes: { byteSel: required(AttrClass::Integer(32)) },
///         results: { res: one(Res) },
///         format: "attr-dict $src `[` $byteSel `]` `:` type($res)",
///         intrinsic: { immediates: &[(1, "byteSel")] },
///     }
///     "cvt.f32.bf8" (F32),
///     /// Converts a packed number of the format E4M3.
///     CvtF32Fp8: "cvt.f32.fp8" [Commutative] (F32) = "llvm.amdgcn.cvt.f32.fp8";
/// }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __families {
    ($prefix:literal => $llvm:literal; $(
        $(#[doc = $doc:literal])* family $types:tt $declaration:tt
        $($(#[doc = $own:literal])* $($view:ident:)? $name:literal
            $([$($extra:tt)+])? $(($($ty:ident),*))? $(= $intrinsic:literal)?),+;
    )+) => {
        /// All operations of the families declared here.
        pub static TABLE: &[&$crate::declare::OpDef] = {
            static FAMILIES: &[&[&$crate::declare::OpDef]] = &[$($crate::declare::macros::family!(
                [$($doc),*] $types $declaration
                $([$($own),*] [$($view)?] (std::concat!($prefix, $name)) ($($intrinsic,)? std::concat!($llvm, $name))
                    ([$($($extra)+,)?] [$($($ty),*)?]))+
            )),+];
            const LENGTH: usize = $crate::declare::macros::total_length(FAMILIES);
            &$crate::declare::macros::concat_slices::<&$crate::declare::OpDef, LENGTH>(FAMILIES)
        };

        $($crate::declare::macros::family_types! {
            [$($doc),*] $types $declaration
            $([$($own),*] [$($view)?] (std::concat!($prefix, $name)) ($($intrinsic,)? std::concat!($llvm, $name))
                ([$($($extra)+,)?] [$($($ty),*)?]))+
        })+
    };
}
pub use __families as families;

#[macro_export]
#[doc(hidden)]
macro_rules! __first {
    ($first:expr $(, $rest:expr)*) => {
        $first
    };
}
pub use __first as first;

#[macro_export]
#[doc(hidden)]
macro_rules! __family {
    ($docs:tt $types:tt $declaration:tt $($own:tt $view:tt $name:tt $intrinsic:tt $arguments:tt)+) => {
        &[$($crate::declare::macros::family_member!(
            $view $name $intrinsic [$own $docs] $types $arguments $declaration
        )),+]
    };
}
pub use __family as family;

/// The types of the operations of a family that have a Rust name.
#[macro_export]
#[doc(hidden)]
macro_rules! __family_types {
    ($docs:tt $types:tt $declaration:tt $($own:tt $view:tt $name:tt $intrinsic:tt $arguments:tt)+) => {
        $($crate::declare::macros::family_type!(
            $view $name $intrinsic [$own $docs] $types $arguments $declaration
        );)+
    };
}
pub use __family_types as family_types;

#[macro_export]
#[doc(hidden)]
macro_rules! __family_type {
    ([] $($rest:tt)*) => {};
    // An operation without documentation of its own has that of the family.
    ($view:tt $name:tt $intrinsic:tt [[] $docs:tt] $($rest:tt)*) => {
        $crate::declare::macros::family_type!($view $name $intrinsic $docs $($rest)*);
    };
    ($view:tt $name:tt $intrinsic:tt [$docs:tt [$($of_family:literal),*]] $($rest:tt)*) => {
        $crate::declare::macros::family_type!($view $name $intrinsic $docs $($rest)*);
    };
    ([$view:ident] ($name:expr) $intrinsic:tt $docs:tt $types:tt $arguments:tt $declaration:tt) => {
        $crate::declare::macros::op_type! {
            $docs $view ($name)
            { $crate::declare::macros::family_member!([] ($name) $intrinsic $docs $types $arguments $declaration) }
            $declaration
        }
    };
}
pub use __family_type as family_type;

#[macro_export]
#[doc(hidden)]
macro_rules! __family_member {
    ([$view:ident] $($rest:tt)*) => {
        $view::DEF
    };
    ($view:tt $name:tt $intrinsic:tt [[] $docs:tt] $($rest:tt)*) => {
        $crate::declare::macros::family_member!($view $name $intrinsic $docs $($rest)*)
    };
    ($view:tt $name:tt $intrinsic:tt [$docs:tt [$($of_family:literal),*]] $($rest:tt)*) => {
        $crate::declare::macros::family_member!($view $name $intrinsic $docs $($rest)*)
    };
    ([] $name:tt $intrinsic:tt $docs:tt $types:tt ([$($extra:tt)+] $arguments:tt)
        { traits: [$($traits:tt)*], $($declaration:tt)* }
    ) => {
        $crate::declare::macros::family_member!(
            [] $name $intrinsic $docs $types ([] $arguments) { traits: [$($extra)+ $($traits)*], $($declaration)* }
        )
    };
    ([] ($name:expr) ($($intrinsic:expr),+) $docs:tt [$($var:ident),*] ([] [$($ty:ident),*]) { $($declaration:tt)* }) => {{
        $(use $ty as $var;)*
        static DEF: $crate::declare::OpDef = $crate::declare::macros::op_def!(
            $name, $crate::declare::macros::first!($($intrinsic),+), $docs, $($declaration)*
        );
        &DEF
    }};
}
pub use __family_member as family_member;

/// The [`OpDef`](super::OpDef) of a declaration. `$named` is the intrinsic's name if the declaration does not give one.
#[macro_export]
#[doc(hidden)]
macro_rules! __op_def {
    ($opname:expr, $named:expr, [$($doc:literal),*],
        $(traits: [$($trait:ident $( ( $($trait_arg:tt)* ) )? $( { $($trait_fields:tt)* } )? ),* $(,)?],)?
        $(operands: { $($operand:ident: $arity:ident($constraint:expr $(, $segments:literal)?)),* $(,)? },)?
        $(attributes: { $($attribute:ident: $presence:ident $( ( $class:expr $(, $default:literal)? ) )?),* $(,)? },)?
        $(discardable: { $($aside:ident: $aside_presence:ident $( ( $aside_class:expr ) )?),* $(,)? },)?
        $(results: { $($result:ident: $result_arity:ident($result_constraint:expr)),* $(,)? },)?
        $(regions: { $($region:ident: $region_arity:ident($region_size:expr)),* $(,)? },)?
        $(successors: { $($successor:ident: $successor_arity:ident),* $(,)? },)?
        $(format: $format:literal,)?
        $(parse: $parse:expr, print: $print:expr,)?
        $(verify: $verify:expr,)?
        $(intrinsic: $($intrinsic:literal)? { $($intrinsic_field:ident: $intrinsic_value:expr),* $(,)? },)?
        $(interfaces: [$($interface:expr),* $(,)?],)?
    ) => {{
        #[allow(unused_imports)]
        use $crate::declare::{Arity, Presence, RegionSize, Trait};
        $crate::declare::OpDef {
            name: $opname,
            doc: std::concat!($($doc, "\n"),*),
            traits: &[$($($crate::declare::macros::op_trait!(
                $trait $( ( $($trait_arg)* ) )? $( { $($trait_fields)* } )?
            )),*)?],
            operands: &[$($($crate::declare::ValueDecl {
                name: $crate::declare::macros::unescaped(stringify!($operand)),
                arity: $crate::declare::macros::arity!($arity $(, $segments)?),
                constraint: &$constraint,
            }),*)?],
            attributes: &[$($($crate::declare::AttrDecl {
                name: $crate::declare::macros::unescaped(stringify!($attribute)),
                presence: $crate::declare::macros::presence!($presence $($(, $default)?)?),
                class: $crate::declare::macros::class!($presence $(, &$class)?),
            }),*)?],
            discardable: &[$($($crate::declare::AttrDecl {
                name: stringify!($aside),
                presence: $crate::declare::macros::presence!($aside_presence),
                class: $crate::declare::macros::class!($aside_presence $(, &$aside_class)?),
            }),*)?],
            results: &[$($($crate::declare::ValueDecl {
                name: stringify!($result),
                arity: $crate::declare::macros::arity!($result_arity),
                constraint: &$result_constraint,
            }),*)?],
            regions: &[$($($crate::declare::RegionDecl {
                name: stringify!($region),
                size: $region_size,
                variadic: $crate::declare::macros::is_variadic!($region_arity),
            }),*)?],
            successors: &[$($($crate::declare::SuccessorDecl {
                name: stringify!($successor),
                variadic: $crate::declare::macros::is_variadic!($successor_arity),
            }),*)?],
            assembly: $crate::declare::macros::assembly!($($format)? $($parse, $print)?),
            compiled: std::sync::OnceLock::new(),
            verify: $crate::declare::macros::option!($(|verifier, op| $verify(verifier, $crate::declare::Subject::of(op)))?),
            intrinsic: $crate::declare::macros::intrinsic!($((
                $crate::declare::macros::first!($($intrinsic,)? $named)
            ) { $($intrinsic_field: $intrinsic_value),* })?),
            interfaces: &[$($(&$interface),*)?],
        }
    }};
}
pub use __op_def as op_def;

/// Generates the accessors of an operation's typed view, and its builder. Clauses that need neither are skipped.
#[macro_export]
#[doc(hidden)]
macro_rules! __op_view {
    ($name:ident
        $(traits: $traits:tt,)?
        $(operands: { $($operand:ident: $arity:ident $constraint:tt),* $(,)? },)?
        $(attributes: { $($attribute:ident: $presence:ident $( ( $($class:tt)* ) )?),* $(,)? },)?
        $(discardable: { $($aside:ident: $aside_presence:ident $( ( $($aside_class:tt)* ) )?),* $(,)? },)?
        $(results: { $($result:ident: $result_arity:ident $result_constraint:tt),* $(,)? },)?
        $(regions: { $($region:ident: $region_arity:ident $region_size:tt),* $(,)? },)?
        $(successors: { $($successor:ident: $successor_arity:ident),* $(,)? },)?
        $(format: $format:literal,)?
        $(parse: $parse:expr, print: $print:expr,)?
        $(verify: $verify:expr,)?
        $(intrinsic: $($intrinsic:literal)? { $($overloads:tt)* },)?
        $(interfaces: $interfaces:tt,)?
    ) => {
        #[allow(non_snake_case, non_camel_case_types, dead_code, missing_docs, clippy::too_many_arguments)]
        const _: () = {
            // Positions in the declaration.
            enum Operand { $($($operand),*)? }
            enum Field { $($($attribute),*)? }
            enum ResultGroup { $($($result),*)? }
            enum RegionGroup { $($($region),*)? }
            enum Successor { $($($successor),*)? }

            impl<'a, A: $crate::declare::Access, O: $crate::asm::Shown<'a>> $name<$crate::declare::View<'a, A, O>> {
                $($($crate::declare::macros::operand_accessor!($operand, $arity);)*)?
                $($($crate::declare::macros::field_accessor!($attribute, $presence, $($($class)*)?);)*)?
                $($(
                    pub fn $aside(self) -> Option<$crate::attributes::Attribute> {
                        self.0.attribute(stringify!($aside))
                    }
                )*)?
                $($($crate::declare::macros::result_accessor!($result, $result_arity);)*)?
                $($($crate::declare::macros::successor_accessor!($successor, $successor_arity);)*)?
            }

            $(
                impl<'a, A: $crate::declare::Access> $name<$crate::declare::View<'a, A>> {
                    $($crate::declare::macros::region_accessor!($region, $region_arity);)*
                }
            )?

            impl $name<$crate::declare::New> {
                $crate::declare::macros::build! {
                    [$($traits)?] [] [$($({$attribute $presence ($($($class)*)?)})*)?]
                    $name [$($($operand $arity)*)?] [$($($result $result_arity)*)?]
                    [$($($successor $successor_arity)*)?]
                }
                $($($crate::declare::macros::field_setter!($attribute, $presence, $($($class)*)?);)*)?
            }
        };
    };
}
pub use __op_view as op_view;

/// The function `build` of an operation. The first list is the traits: some say what the result types are. The second one collects
/// the required attributes of the third.
#[macro_export]
#[doc(hidden)]
macro_rules! __build {
    ([[]] $($rest:tt)*) => {
        $crate::declare::macros::build!([] $($rest)*);
    };
    ([[SameOperandsAndResultType $($traits:tt)*]] $required:tt $fields:tt $name:ident $operands:tt $results:tt $successors:tt) => {
        $crate::declare::macros::build!([] $required $fields $name $operands [] $successors);
    };
    ([[InferResults $($traits:tt)*]] $required:tt $fields:tt $name:ident $operands:tt $results:tt $successors:tt) => {
        $crate::declare::macros::build!([] $required $fields $name $operands [] $successors);
    };
    ([[$other:tt $($traits:tt)*]] $($rest:tt)*) => {
        $crate::declare::macros::build!([[$($traits)*]] $($rest)*);
    };
    ([] [$($required:tt)*] [{$field:ident required $class:tt} $($fields:tt)*] $($rest:tt)*) => {
        $crate::declare::macros::build!([] [$($required)* {$field $class}] [$($fields)*] $($rest)*);
    };
    ([] $required:tt [{$field:ident $presence:ident $class:tt} $($fields:tt)*] $($rest:tt)*) => {
        $crate::declare::macros::build!([] $required [$($fields)*] $($rest)*);
    };
    ([] [$({$field:ident ($($class:tt)*)})*] []
        $name:ident [$($operand:ident $arity:ident)*] [$($result:ident $result_arity:ident)*]
        [$($successor:ident $successor_arity:ident)*]
    ) => {
        /// An operation of this kind that has nothing yet.
        #[inline]
        pub fn start() -> Self {
            Self($crate::declare::New::of($name::DEF))
        }

        /// An operation of this kind.
        // Inlined, as all that is generated for an operation, so that it is compiled only where it is used.
        #[inline]
        pub fn build(
            $($operand: $crate::declare::macros::group_type!($arity, $crate::body::Value),)*
            $($field: <$crate::declare::macros::held!($($class)*) as $crate::declare::Holds>::Write<'_>,)*
            $($result: $crate::declare::macros::group_type!($result_arity, $crate::types::Type),)*
            $($successor: $crate::declare::macros::group_type!($successor_arity, $crate::body::Block),)*
        ) -> Self {
            #[allow(unused_mut)]
            let mut new = $crate::declare::New::of($name::DEF);
            $(new.group($crate::declare::macros::group_items!($arity, $operand));)*
            $(new.field(
                Field::$field as usize,
                <$crate::declare::macros::held!($($class)*) as $crate::declare::Holds>::write($field),
            );)*
            $(new.results($crate::declare::macros::group_items!($result_arity, $result));)*
            $(new.successors($crate::declare::macros::group_items!($successor_arity, $successor));)*
            Self(new)
        }
    };
}
pub use __build as build;

/// The type of a group of values in the parameters of `build`.
#[macro_export]
#[doc(hidden)]
macro_rules! __group_type {
    (one, $item:ty) => { $item };
    (optional, $item:ty) => { Option<$item> };
    ($variadic:ident, $item:ty) => { &[$item] };
}
pub use __group_type as group_type;

#[macro_export]
#[doc(hidden)]
macro_rules! __group_items {
    (one, $item:expr) => {
        &[$item]
    };
    (optional, $item:expr) => {
        $item.as_slice()
    };
    ($variadic:ident, $item:expr) => {
        $item
    };
}
pub use __group_items as group_items;

/// The type that says what the attributes of a class hold: it implements [`Holds`](super::Holds).
#[macro_export]
#[doc(hidden)]
macro_rules! __held {
    () => {
        bool
    };
    (AttrClass::Integer(8) $($rest:tt)*) => {
        u8
    };
    (AttrClass::Integer(16) $($rest:tt)*) => {
        u16
    };
    (AttrClass::Integer(32) $($rest:tt)*) => {
        u32
    };
    (AttrClass::Integer($width:literal) $($rest:tt)*) => {
        u64
    };
    (AttrClass::NonNegative(32) $($rest:tt)*) => {
        u32
    };
    (AttrClass::NonNegative($width:literal) $($rest:tt)*) => {
        u64
    };
    (AttrClass::Index $($rest:tt)*) => {
        i64
    };
    (AttrClass::Bool $($rest:tt)*) => {
        bool
    };
    (AttrClass::Flag $($rest:tt)*) => {
        bool
    };
    (AttrClass::Unit $($rest:tt)*) => {
        bool
    };
    (AttrClass::String $($rest:tt)*) => {
        $crate::context::Ident
    };
    (AttrClass::SymbolName $($rest:tt)*) => {
        $crate::context::Ident
    };
    (AttrClass::FlatSymbol $($rest:tt)*) => {
        $crate::context::Ident
    };
    (AttrClass::Type $($rest:tt)*) => {
        $crate::types::Type
    };
    (AttrClass::TypeOf $($rest:tt)*) => {
        $crate::types::Type
    };
    (AttrClass::Array $($rest:tt)*) => {
        [$crate::attributes::Attribute]
    };
    (AttrClass::ArrayOf $($rest:tt)*) => {
        [$crate::attributes::Attribute]
    };
    (AttrClass::Dictionary $($rest:tt)*) => {
        [$crate::attributes::NamedAttribute]
    };
    (AttrClass::DenseArray("i32") $($rest:tt)*) => {
        [i32]
    };
    (AttrClass::DenseArray("i64") $($rest:tt)*) => {
        [i64]
    };
    (AttrClass::Enum($name:ident::DEF) $($rest:tt)*) => {
        $name
    };
    (AttrClass::EnumProperty($name:ident::DEF) $($rest:tt)*) => {
        $name
    };
    (AttrClass::NamedEnum($keyword:literal, $name:ident::DEF) $($rest:tt)*) => {
        $name
    };
    (AttrClass::Declared(&$name:path) $($rest:tt)*) => {
        $name
    };
    (AttrClass::$($other:tt)*) => {
        $crate::attributes::Attribute
    };
    ($name:path $(, $default:literal)?) => {
        $name
    };
}
pub use __held as held;

#[macro_export]
#[doc(hidden)]
macro_rules! __field_accessor {
    ($name:ident, unit,) => {
        pub fn $name(self) -> bool {
            self.0.field_is_set(Field::$name as usize)
        }
    };
    ($name:ident, optional, $($class:tt)*) => {
        pub fn $name(
            self,
        ) -> Option<<$crate::declare::macros::held!($($class)*) as $crate::declare::Holds>::Read<'a>> {
            self.0.field::<$crate::declare::macros::held!($($class)*)>(Field::$name as usize)
        }
    };
    ($name:ident, required, $($class:tt)*) => {
        pub fn $name(
            self,
        ) -> A::Required<<$crate::declare::macros::held!($($class)*) as $crate::declare::Holds>::Read<'a>> {
            let value = self.0.field::<$crate::declare::macros::held!($($class)*)>(Field::$name as usize);
            self.0.required(value, stringify!($name))
        }
    };
    ($name:ident, $default:ident, $($class:tt)*) => {
        pub fn $name(
            self,
        ) -> A::Required<<$crate::declare::macros::held!($($class)*) as $crate::declare::Holds>::Read<'a>> {
            let value = self.0.field_or_default::<$crate::declare::macros::held!($($class)*)>(Field::$name as usize);
            self.0.required(value, stringify!($name))
        }
    };
}
pub use __field_accessor as field_accessor;

#[macro_export]
#[doc(hidden)]
macro_rules! __field_setter {
    ($name:ident, unit,) => {
        #[inline]
        pub fn $name(mut self, set: bool) -> Self {
            if set {
                self.0.field(Field::$name as usize, $crate::declare::FieldValue::Integer(1));
            }
            self
        }
    };
    ($name:ident, $presence:ident, $($class:tt)*) => {
        pub fn $name<'v>(
            mut self,
            value: impl Into<
                Option<<$crate::declare::macros::held!($($class)*) as $crate::declare::Holds>::Write<'v>>,
            >,
        ) -> Self {
            if let Some(value) = value.into() {
                let value = <$crate::declare::macros::held!($($class)*) as $crate::declare::Holds>::write(value);
                self.0.field(Field::$name as usize, value);
            }
            self
        }
    };
}
pub use __field_setter as field_setter;

#[macro_export]
#[doc(hidden)]
macro_rules! __intrinsic {
    () => { None };
    (($name:expr) { $($field:ident: $value:expr),* }) => {
        Some(
            #[allow(clippy::needless_update)]
            $crate::declare::IntrinsicDecl { $($field: $value,)* ..$crate::declare::IntrinsicDecl::new($name) }
        )
    };
}
pub use __intrinsic as intrinsic;

#[macro_export]
#[doc(hidden)]
macro_rules! __arity {
    (one) => {
        Arity::One
    };
    (optional) => {
        Arity::Optional
    };
    (variadic) => {
        Arity::Variadic
    };
    (variadic_of_variadic, $segments:literal) => {
        Arity::VariadicOfVariadic($segments)
    };
}
pub use __arity as arity;

#[macro_export]
#[doc(hidden)]
macro_rules! __presence {
    (required) => {
        Presence::Required
    };
    (optional) => {
        Presence::Optional
    };
    (unit) => {
        Presence::Optional
    };
    (default, $default:literal) => {
        Presence::Default($default)
    };
    (implied, $default:literal) => {
        Presence::Implied($default)
    };
}
pub use __presence as presence;

#[macro_export]
#[doc(hidden)]
macro_rules! __class {
    (unit) => {
        &$crate::declare::AttrClass::Unit
    };
    ($presence:ident, $class:expr) => {
        $class
    };
}
pub use __class as class;

#[macro_export]
#[doc(hidden)]
macro_rules! __is_variadic {
    (one) => {
        false
    };
    (variadic) => {
        true
    };
}
pub use __is_variadic as is_variadic;

#[macro_export]
#[doc(hidden)]
macro_rules! __assembly {
    () => {
        $crate::declare::Assembly::Generic
    };
    ($format:literal) => {
        $crate::declare::Assembly::Format($format)
    };
    ($parse:expr, $print:expr) => {
        $crate::declare::Assembly::Custom {
            parse: $parse,
            print: |printer, op| $print(printer, $crate::declare::Subject::of(op)),
        }
    };
}
pub use __assembly as assembly;

/// A trait of an operation; functions may take a typed view.
#[macro_export]
#[doc(hidden)]
macro_rules! __op_trait {
    (SymbolUser($verify:expr)) => {
        Trait::SymbolUser(|verifier, op| $verify(verifier, $crate::declare::Subject::of(op)))
    };
    (RegionVerifier($verify:expr)) => {
        Trait::RegionVerifier(|verifier, op| $verify(verifier, $crate::declare::Subject::of(op)))
    };
    (RegionBranch($edges:expr)) => {
        Trait::RegionBranch(|op| $edges($crate::declare::Subject::of(op)))
    };
    (UnknownEffectsIf($is_unknown:expr)) => {
        Trait::UnknownEffectsIf(|op| $is_unknown($crate::declare::Subject::of(op)))
    };
    (Predicate { summary: $summary:expr, check: $check:expr $(,)? }) => {
        Trait::Predicate { summary: $summary, check: |op| $check($crate::declare::Subject::of(op)) }
    };
    ($($trait:tt)*) => {
        Trait::$($trait)*
    };
}
pub use __op_trait as op_trait;

#[macro_export]
#[doc(hidden)]
macro_rules! __option {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}
pub use __option as option;

#[macro_export]
#[doc(hidden)]
macro_rules! __operand_accessor {
    ($name:ident, one) => {
        pub fn $name(self) -> A::Required<$crate::body::Value> {
            let group = self.0.operand_group_at(Operand::$name as usize);
            self.0.required(group.first().copied(), stringify!($name))
        }
    };
    ($name:ident, optional) => {
        pub fn $name(self) -> Option<$crate::body::Value> {
            self.0.operand_group_at(Operand::$name as usize).first().copied()
        }
    };
    ($name:ident, $variadic:ident) => {
        pub fn $name(self) -> &'a [$crate::body::Value] {
            self.0.operand_group_at(Operand::$name as usize)
        }
    };
}
pub use __operand_accessor as operand_accessor;

#[macro_export]
#[doc(hidden)]
macro_rules! __result_accessor {
    ($name:ident, one) => {
        pub fn $name(self) -> A::Required<$crate::body::Value> {
            let result = self.0.result_group_at(ResultGroup::$name as usize).next();
            self.0.required(result, stringify!($name))
        }
    };
    ($name:ident, optional) => {
        pub fn $name(self) -> Option<$crate::body::Value> {
            self.0.result_group_at(ResultGroup::$name as usize).next()
        }
    };
    ($name:ident, $variadic:ident) => {
        pub fn $name(self) -> impl ExactSizeIterator<Item = $crate::body::Value> + Clone {
            self.0.result_group_at(ResultGroup::$name as usize)
        }
    };
}
pub use __result_accessor as result_accessor;

/// The accessor of a region, which is given with the body that holds it.
#[macro_export]
#[doc(hidden)]
macro_rules! __region_accessor {
    ($name:ident, one) => {
        pub fn $name(self) -> A::Required<(&'a $crate::body::Body, $crate::body::Region)> {
            let (body, regions) = self.0.regions_from(RegionGroup::$name as usize);
            self.0.required(regions.first().map(|&region| (body, region)), stringify!($name))
        }
    };
    ($name:ident, $variadic:ident) => {
        pub fn $name(self) -> (&'a $crate::body::Body, &'a [$crate::body::Region]) {
            self.0.regions_from(RegionGroup::$name as usize)
        }
    };
}
pub use __region_accessor as region_accessor;

#[macro_export]
#[doc(hidden)]
macro_rules! __successor_accessor {
    ($name:ident, one) => {
        pub fn $name(self) -> A::Required<$crate::body::Block> {
            let group = self.0.successor_group_at(Successor::$name as usize);
            self.0.required(group.first().copied(), stringify!($name))
        }
    };
    ($name:ident, variadic) => {
        pub fn $name(self) -> &'a [$crate::body::Block] {
            self.0.successor_group_at(Successor::$name as usize)
        }
    };
}
pub use __successor_accessor as successor_accessor;

/// Declares classes of attributes: each becomes a `static` of type [`AttrClass`](super::AttrClass), and a type of the same name
/// that says what its attributes hold (see [`Holds`](super::Holds)).
///
/// ```ignore
/// attribute_classes! {
///     /// A power of two.
///     ALIGNMENT: u64 = AttrClass::Confined { .. };
/// }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __attribute_classes {
    ($($(#[doc = $doc:literal])* $visibility:vis $name:ident: $held:ty = $class:expr;)+) => {$(
        $(#[doc = $doc])*
        $visibility static $name: $crate::declare::AttrClass = $class;

        /// What attributes of the class of this name hold.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
        $visibility type $name = $held;
    )+};
}
pub use __attribute_classes as attribute_classes;

/// Declares the attributes of a dialect. Each becomes a `static` of type [`AttrDef`](super::AttrDef). One with a Rust name becomes a
/// type as well, with a view (`DIFile::of`) that has an accessor for each parameter, and a builder (`DIFile::build`) that takes the
/// required parameters and has a method for each of the others.
///
/// ```ignore
/// attribute_defs! { "llvm";
///     /// A source file. LangRef: DIFile.
///     DI_FILE as DIFile = "di_file" {
///         params: { name: required(ParamKind::Class(&AttrClass::String)), directory: required(..) },
///         format: "`<` $name `in` $directory `>`",
///         alias: "di_file",
///     }
/// }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __attribute_defs {
    ($dialect:literal; $($(#[doc = $doc:literal])* $name:ident $(as $view:ident)? = $mnemonic:literal { $($declaration:tt)* })+) => {
        /// All attributes declared here.
        pub static ATTRIBUTES: &[&$crate::declare::AttrDef] = &[$(&$name),+];

        $crate::declare::macros::param_defs! {
            AttrDef, $dialect; $($(#[doc = $doc])* $name = $mnemonic { $($declaration)* })+
        }

        $($crate::declare::macros::attribute_type!($name $($declaration)*);)+

        $($crate::declare::macros::param_type! {
            [$($view)?] AttrDef $name [$($doc),*] { $($declaration)* }
        })+
    };
}
pub use __attribute_defs as attribute_defs;

/// The type that says what a declared attribute holds: the enum that is its only parameter, or the attribute.
#[macro_export]
#[doc(hidden)]
macro_rules! __attribute_type {
    ($name:ident $(cpp: $cpp:literal,)? $(summary: $summary:literal,)?
        params: { $param:ident: $presence:ident($(ParamKind::)? Enum($enum:ident::DEF) $(, $default:literal)?) $(as $as:literal)? $(,)? },
        $($rest:tt)*
    ) => {
        /// What the attribute of this name holds.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
        pub type $name = $enum;
    };
    ($name:ident $($declaration:tt)*) => {
        /// The attribute of this name.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
        pub type $name = $crate::attributes::Attribute;
    };
}
pub use __attribute_type as attribute_type;

/// Declares the types of a dialect, as [`attribute_defs`] does for attributes. Each becomes a `static` of type
/// [`TypeDef`](super::TypeDef).
#[macro_export]
#[doc(hidden)]
macro_rules! __type_defs {
    ($dialect:literal; $($(#[doc = $doc:literal])* $name:ident $(as $view:ident)? = $mnemonic:literal { $($declaration:tt)* })+) => {
        /// All types declared here.
        pub static TYPES: &[&$crate::declare::TypeDef] = &[$(&$name),+];

        $crate::declare::macros::param_defs! {
            TypeDef, $dialect; $($(#[doc = $doc])* $name = $mnemonic { $($declaration)* })+
        }

        $($crate::declare::macros::param_type! {
            [$($view)?] TypeDef $name [$($doc),*] { $($declaration)* }
        })+
    };
}
pub use __type_defs as type_defs;

/// The type of a declared attribute or type that has a Rust name.
#[macro_export]
#[doc(hidden)]
macro_rules! __param_type {
    ([] $($rest:tt)*) => {};
    ([$view:ident] $def:ident $name:ident [$($doc:literal),*] {
        $(cpp: $cpp:literal,)?
        $(summary: $summary:literal,)?
        params: {
            $($param:ident: $presence:ident($($kind:tt)*) $(as $cpp_type:literal)?),* $(,)?
        },
        $($rest:tt)*
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $view<State>(
            /// [`Params`]($crate::declare::Params), or [`NewParams`]($crate::declare::NewParams) while it is being built.
            pub State,
        );

        #[allow(non_snake_case, non_camel_case_types, dead_code, missing_docs, clippy::too_many_arguments)]
        const _: () = {
            // Positions in the declaration.
            enum Field { $($param),* }
            type Handle = <$crate::declare::$def as $crate::declare::ParamDef>::Handle;

            impl $view<()> {
                /// A view of `it`, if it is of this kind.
                #[inline]
                pub fn of(
                    context: &$crate::context::Context,
                    it: Handle,
                ) -> Option<$view<$crate::declare::Params<'_>>> {
                    $crate::declare::Params::of(context, &$name, it).map($view)
                }
            }

            impl<'a> $view<$crate::declare::Params<'a>> {
                $($crate::declare::macros::param_accessor!($param $presence $($kind)*);)*
            }

            impl<'c> $view<$crate::declare::NewParams<'c, $crate::declare::$def>> {
                $crate::declare::macros::param_build! {
                    $view $name 'c [] [$({$param $presence [$($kind)*]})*]
                }
                $($crate::declare::macros::param_setter!($param $($kind)*);)*

                /// What was built.
                pub fn made(self) -> Handle {
                    self.0.made()
                }
            }
        };
    };
}
pub use __param_type as param_type;

/// The function `build` of an attribute or a type, whose parameters are the required ones.
#[macro_export]
#[doc(hidden)]
macro_rules! __param_build {
    ($view:ident $name:ident $c:lifetime [$($required:tt)*] [{$param:ident required $kind:tt} $($rest:tt)*]) => {
        $crate::declare::macros::param_build!($view $name $c [$($required)* {$param $kind}] [$($rest)*]);
    };
    ($view:ident $name:ident $c:lifetime $required:tt [{$param:ident $presence:ident $kind:tt} $($rest:tt)*]) => {
        $crate::declare::macros::param_build!($view $name $c $required [$($rest)*]);
    };
    ($view:ident $name:ident $c:lifetime [$({$param:ident [$($kind:tt)*]})*] []) => {
        /// One of this kind. Parameters that are not given have their default.
        pub fn build(
            context: &$c $crate::context::Context,
            $($param: <$crate::declare::macros::param_held!($($kind)*) as $crate::declare::HoldsParam>::Write<'_>,)*
        ) -> Self {
            #[allow(unused_mut)]
            let mut new = $crate::declare::NewParams::of(context, &$name);
            $(new.set::<$crate::declare::macros::param_held!($($kind)*)>(Field::$param as usize, $param);)*
            Self(new)
        }
    };
}
pub use __param_build as param_build;

#[macro_export]
#[doc(hidden)]
macro_rules! __param_accessor {
    ($param:ident optional $($kind:tt)*) => {
        pub fn $param(
            self,
        ) -> Option<<$crate::declare::macros::param_held!($($kind)*) as $crate::declare::HoldsParam>::Read<'a>> {
            self.0.get::<$crate::declare::macros::param_held!($($kind)*)>(Field::$param as usize)
        }
    };
    ($param:ident $presence:ident $($kind:tt)*) => {
        pub fn $param(
            self,
        ) -> <$crate::declare::macros::param_held!($($kind)*) as $crate::declare::HoldsParam>::Read<'a> {
            self.0.required::<$crate::declare::macros::param_held!($($kind)*)>(
                Field::$param as usize,
                $crate::declare::macros::unescaped(stringify!($param)),
            )
        }
    };
}
pub use __param_accessor as param_accessor;

#[macro_export]
#[doc(hidden)]
macro_rules! __param_setter {
    ($param:ident $($kind:tt)*) => {
        // Parameters are called as in MLIR: `is…` as well.
        #[allow(clippy::wrong_self_convention)]
        pub fn $param<'v>(
            mut self,
            value: impl Into<
                Option<<$crate::declare::macros::param_held!($($kind)*) as $crate::declare::HoldsParam>::Write<'v>>,
            >,
        ) -> Self {
            if let Some(value) = value.into() {
                self.0.set::<$crate::declare::macros::param_held!($($kind)*)>(Field::$param as usize, value);
            }
            self
        }
    };
}
pub use __param_setter as param_setter;

/// The type that says what parameters of a kind hold: it implements [`HoldsParam`](super::HoldsParam).
#[macro_export]
#[doc(hidden)]
macro_rules! __param_held {
    (ParamKind::$($kind:tt)*) => {
        $crate::declare::macros::param_held!($($kind)*)
    };
    (Bool $($default:tt)*) => {
        bool
    };
    (Signed($width:literal) $($default:tt)*) => {
        i64
    };
    (Unsigned(64) $($default:tt)*) => {
        u64
    };
    (Unsigned($width:literal) $($default:tt)*) => {
        u32
    };
    (Symbolic($table:expr) $($default:tt)*) => {
        u32
    };
    (String $($default:tt)*) => {
        $crate::context::Ident
    };
    (Type $($default:tt)*) => {
        $crate::types::Type
    };
    (Attribute $($default:tt)*) => {
        $crate::attributes::Attribute
    };
    (Declared($defs:expr) $($default:tt)*) => {
        $crate::attributes::Attribute
    };
    (Enum($name:ident::DEF) $($default:tt)*) => {
        $name
    };
    (Class(&$($class:tt)*) $($default:tt)*) => {
        $crate::declare::OfClass<$crate::declare::macros::held!($($class)*)>
    };
    (List(&$($kind:tt)*) $($default:tt)*) => {
        $crate::declare::ListOf<$crate::declare::macros::param_held!($($kind)*)>
    };
    (Braced(&$($kind:tt)*) $($default:tt)*) => {
        $crate::declare::ListOf<$crate::declare::macros::param_held!($($kind)*)>
    };
}
pub use __param_held as param_held;

#[macro_export]
#[doc(hidden)]
macro_rules! __param_defs {
    ($def:ident, $dialect:literal; $($(#[doc = $doc:literal])* $name:ident = $mnemonic:literal {
        $(cpp: $cpp:literal,)?
        $(summary: $summary:literal,)?
        $(params: {
            $($param:ident: $presence:ident($kind:expr $(, $default:literal)?) $(as $cpp_type:literal)?),* $(,)?
        },)?
        $(format: $format:literal,)?
        $(parse: $parse:expr, print: $print:expr,)?
        $(alias: $alias:literal,)?
        $(verify: $verify:expr,)?
        $(interfaces: [$($interface:expr),* $(,)?],)?
    })+) => {$(
        $(#[doc = $doc])*
        pub static $name: $crate::declare::$def = {
            #[allow(unused_imports)]
            use $crate::declare::Presence;
            $crate::declare::$def {
                dialect: $dialect,
                mnemonic: $mnemonic,
                doc: std::concat!($($doc, "\n"),*),
                cpp_name: $crate::declare::macros::option!($($cpp)?),
                summary: $crate::declare::macros::option!($($summary)?),
                params: &[$($($crate::declare::ParamDecl {
                    name: $crate::declare::macros::unescaped(stringify!($param)),
                    presence: $crate::declare::macros::presence!($presence $(, $default)?),
                    kind: &$kind,
                    cpp_type: $crate::declare::macros::option!($($cpp_type)?),
                }),*)?],
                assembly: $crate::declare::macros::param_assembly!($($format)? $($parse, $print)?),
                compiled: std::sync::OnceLock::new(),
                alias: $crate::declare::macros::option!($($alias)?),
                verify: $crate::declare::macros::option!($($verify)?),
                interfaces: &[$($(&$interface),*)?],
            }
        };
    )+};
}
pub use __param_defs as param_defs;

#[macro_export]
#[doc(hidden)]
macro_rules! __param_assembly {
    () => {
        $crate::declare::ParamAssembly::None
    };
    ($format:literal) => {
        $crate::declare::ParamAssembly::Format($format)
    };
    ($parse:expr, $print:expr) => {
        $crate::declare::ParamAssembly::Custom { parse: $parse, print: $print }
    };
}
pub use __param_assembly as param_assembly;

/// Declares constraints on types. Each becomes a `static` of type [`TypeConstraint`](super::TypeConstraint).
///
/// ```ignore
/// type_constraints! {
///     /// `i1`.
///     I1 = "1-bit signless integer", |c, t| t == c.common.i1, only |c| c.common.i1;
/// }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __type_constraints {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident = $summary:literal, $check:expr
            $(, only $only:expr)? $(, class $class:expr)? $(, kind $kind:ident)?;
    )+) => {$(
        $(#[doc = $doc])*
        pub static $name: $crate::declare::TypeConstraint = $crate::declare::TypeConstraint {
            summary: $summary,
            check: $check,
            only: $crate::declare::macros::option!($($only)?),
            class: $crate::declare::macros::option!($(&$class)?),
            kind: $crate::declare::macros::option!($($crate::declare::BuiltinKind::$kind)?),
        };
    )+};
}
pub use __type_constraints as type_constraints;

/// Concatenates several static slices into one array, so that a dialect can be declared in several files.
///
/// ```ignore
/// static OPERATIONS: &[&OpDef] = &concat!(&OpDef; arithmetic::OPERATIONS, memory::OPERATIONS);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __concat {
    ($element:ty; $($part:path),+ $(,)?) => {{
        const LENGTH: usize = 0 $(+ $part.len())+;
        $crate::declare::macros::concat_slices::<$element, LENGTH>(&[$($part),+])
    }};
}
pub use __concat as concat;

/// The total number of elements.
pub const fn total_length<T>(parts: &[&[T]]) -> usize {
    let (mut length, mut part) = (0, 0);
    while part < parts.len() {
        length += parts[part].len();
        part += 1;
    }
    length
}

/// See [`concat!`]. The parts must have `N` elements in total, and `N` must not be zero.
pub const fn concat_slices<T: Copy, const N: usize>(parts: &[&[T]]) -> [T; N] {
    let mut first = 0;
    while parts[first].is_empty() {
        first += 1;
    }
    let mut all = [parts[first][0]; N];
    let (mut next, mut part) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            all[next] = parts[part][index];
            next += 1;
            index += 1;
        }
        part += 1;
    }
    all
}
