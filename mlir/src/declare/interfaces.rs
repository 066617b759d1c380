//! Interfaces: parts that operations of several kinds have by the same name.

use super::Holds;
use crate::asm::{PrintedOp, Whole};
use crate::body::OpRef;

/// Declares interfaces of operations: groups of operands and inherent attributes that operations of several kinds have by the same
/// names, all of them optional. Each becomes a type around an operation ([`OpRef`] or [`PrintedOp`]), with an accessor for each
/// part, or around an operation that is being built ([`New`](super::New)), with a method that sets each attribute. An operation
/// without a part has none. An attribute is `optional`, `unit`, or `default`: the default that the operation declares counts as set.
///
/// ```ignore
/// op_interfaces! {
///     /// Operations with fast-math flags. MLIR: `FastmathFlagsInterface`.
///     FastmathFlagsInterface {
///         attributes: { fastmathFlags: optional(AttrClass::Declared(&FASTMATH_FLAGS)) },
///     }
/// }
/// let flags = FastmathFlagsInterface(op).fastmathFlags();
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __op_interfaces {
    ($($(#[doc = $doc:literal])* $name:ident {
        $(operands: { $($operand:ident),+ $(,)? },)?
        $(attributes: { $($attribute:ident: $presence:ident $( ( $($class:tt)* ) )?),+ $(,)? },)?
    })+) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<State>(
            /// An operation, or [`New`]($crate::declare::New) for one that is being built.
            pub State,
        );

        impl $name<()> {
            /// The attributes, each with its class.
            pub const ATTRIBUTES: &'static [(&'static str, &'static $crate::declare::AttrClass)] = &[$($((
                $crate::declare::macros::unescaped(stringify!($attribute)),
                $crate::declare::macros::class!($presence $(, &$($class)*)?),
            )),+)?];

            /// Whether an operation declares the attributes.
            pub fn is_of(def: &$crate::declare::OpDef) -> bool {
                let declares = |name| def.attributes.iter().any(|decl| decl.name == name);
                Self::ATTRIBUTES.iter().all(|(name, _)| declares(*name))
            }
        }

        $crate::declare::macros::interface_accessors! {
            ($name<$crate::body::OpRef<'a>>) { $($($operand)+)? }
            { $($({ $attribute, $presence, $($($class)*)? })+)? }
        }
        $crate::declare::macros::interface_accessors! {
            ($name<$crate::asm::PrintedOp<'a>>) { $($($operand)+)? }
            { $($({ $attribute, $presence, $($($class)*)? })+)? }
        }

        #[allow(non_snake_case, missing_docs)]
        impl $name<$crate::declare::New> {
            $($($crate::declare::macros::interface_setter!($attribute, $presence, $($($class)*)?);)+)?
        }
    )+};
}
pub use __op_interfaces as op_interfaces;

#[macro_export]
#[doc(hidden)]
macro_rules! __interface_accessors {
    (($($type:tt)+) { $($operand:ident)* } { $({ $($attribute:tt)* })* }) => {
        #[allow(dead_code, non_snake_case, missing_docs)]
        impl<'a> $($type)+ {
            $(
                #[inline]
                pub fn $operand(self) -> &'a [$crate::body::Value] {
                    self.0.operand_group(stringify!($operand))
                }
            )*
            $($crate::declare::macros::interface_accessor!($($attribute)*);)*
        }
    };
}
pub use __interface_accessors as interface_accessors;

#[macro_export]
#[doc(hidden)]
macro_rules! __interface_accessor {
    ($name:ident, unit,) => {
        #[inline]
        pub fn $name(self) -> bool {
            self.0.property($crate::declare::macros::unescaped(stringify!($name))).is_some()
        }
    };
    ($name:ident, default, $($class:tt)*) => {
        pub fn $name(
            self,
        ) -> Option<<$crate::declare::macros::held!($($class)*) as $crate::declare::Holds>::Read<'a>> {
            self.0.named_field_or_default::<$crate::declare::macros::held!($($class)*)>(
                $crate::declare::macros::unescaped(stringify!($name)),
            )
        }
    };
    ($name:ident, optional, $($class:tt)*) => {
        pub fn $name(
            self,
        ) -> Option<<$crate::declare::macros::held!($($class)*) as $crate::declare::Holds>::Read<'a>> {
            self.0.named_field::<$crate::declare::macros::held!($($class)*)>(
                $crate::declare::macros::unescaped(stringify!($name)),
            )
        }
    };
}
pub use __interface_accessor as interface_accessor;

#[macro_export]
#[doc(hidden)]
macro_rules! __interface_setter {
    ($name:ident, unit,) => {
        #[inline]
        pub fn $name(mut self, set: bool) -> Self {
            if set {
                let value = $crate::declare::FieldValue::Integer(1);
                self.0.named_field($crate::declare::macros::unescaped(stringify!($name)), value);
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
                self.0.named_field($crate::declare::macros::unescaped(stringify!($name)), value);
            }
            self
        }
    };
}
pub use __interface_setter as interface_setter;

impl<'a> OpRef<'a> {
    /// The inherent attribute `name`, if it is set and holds what `H` says. For generated code.
    pub fn named_field<H: Holds + ?Sized>(self, name: &'static str) -> Option<H::Read<'a>> {
        H::read(self.context, self.property(name)?)
    }

    /// Like [`named_field`](Self::named_field); the default that the operation declares if the attribute is not set.
    pub fn named_field_or_default<H: Holds + ?Sized>(self, name: &'static str) -> Option<H::Read<'a>> {
        H::read(self.context, self.property_or_default(name)?)
    }
}

impl<'a> PrintedOp<'a> {
    /// As [`OpRef::named_field`].
    pub fn named_field<H: Holds + ?Sized>(self, name: &'static str) -> Option<H::Read<'a>> {
        self.whole().named_field::<H>(name)
    }

    /// As [`OpRef::named_field_or_default`].
    pub fn named_field_or_default<H: Holds + ?Sized>(self, name: &'static str) -> Option<H::Read<'a>> {
        self.whole().named_field_or_default::<H>(name)
    }
}

#[cfg(test)]
// The macro declares `pub` items, as dialects in other crates need them.
#[allow(unreachable_pub)]
mod tests {
    use crate::declare::{AttrClass, New};
    use crate::test_dialect::{Icmp, Shl, context};
    use crate::{Body, Location, OpRef};

    super::op_interfaces! {
        /// A comparison.
        Comparison {
            operands: { lhs },
            attributes: { predicate: optional(AttrClass::String), isExact: unit },
        }

        /// A shift.
        Amount { attributes: { amount: default(AttrClass::Integer(32)) }, }
    }

    #[test]
    fn parts_are_set_and_read_by_name() {
        let c = context();
        let mut body = Body::new();
        let new = Comparison(New::of(Icmp::DEF)).predicate(c.ident("slt")).isExact(false).0;
        let op = body.create_op(&c, new.state(&c, &body, Location::unknown(&c)));
        let comparison = Comparison(OpRef::new(&c, &body, op));
        assert_eq!(comparison.predicate().map(|predicate| c.str(predicate)), Some("slt"));
        assert!(!comparison.isExact() && comparison.lhs().is_empty());
        let names: Vec<&str> = Comparison::ATTRIBUTES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["predicate", "isExact"]);
        assert!(!Comparison::is_of(Icmp::DEF) && Amount::is_of(Shl::DEF));
    }

    #[test]
    fn a_declared_default_counts_as_set() {
        let c = context();
        let mut body = Body::new();
        let mut amount = |new: New| {
            let op = body.create_op(&c, new.state(&c, &body, Location::unknown(&c)));
            Amount(OpRef::new(&c, &body, op)).amount()
        };
        let start = || {
            let mut new = New::of(Shl::DEF);
            new.results(&[c.common.i1]);
            new
        };
        assert_eq!(amount(start()), Some(1));
        assert_eq!(amount(Amount(start()).amount(7).0), Some(7));
        // An operation without the attribute has no default of it.
        assert_eq!(amount(New::of(Icmp::DEF)), None);
        assert_eq!(Amount::ATTRIBUTES.len(), 1);
    }

    #[test]
    #[should_panic(expected = "`test.icmp` has no `isExact`")]
    fn what_is_not_declared_is_not_set() {
        let _ = Comparison(New::of(Icmp::DEF)).isExact(true);
    }
}
