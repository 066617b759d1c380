//! Enums of dialects: one table maps spellings to values and back.

use smallvec::SmallVec;

use crate::attributes::Attribute;
use crate::context::Context;
use crate::types::Type;

/// A declared enum.
pub struct EnumDef {
    /// The enum's name: `AtomicOrdering`.
    pub name: &'static str,
    /// Documentation, for the reference manual.
    pub doc: &'static str,
    /// The name in diagnostics: the summary in ODS, or the enum's name.
    pub summary: &'static str,
    /// The C++ class, namespace included, for diagnostics that mention it.
    pub cpp_name: Option<&'static str>,
    /// Whether a parameter of this enum is an `EnumParameter` of ODS, whose diagnostics use the class name instead of the summary.
    pub is_enum_parameter: bool,
    /// How values combine, and how they are stored in an attribute.
    pub form: EnumForm,
    /// The cases, in upstream's order.
    pub cases: &'static [EnumCase],
    /// For bit sets: names for several bits, or alternative names for one bit. The printer prefers them.
    pub groups: &'static [EnumCase],
}

/// How values of an enum combine and how they are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumForm {
    /// A value is exactly one case, stored as an integer attribute of this width.
    Value(u32),
    /// A value is a set of cases, spelled with this separator and stored as an integer attribute of this width.
    Bits(&'static str, u32),
}

/// A case of an enum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnumCase {
    /// The keyword in assembly.
    pub spelling: &'static str,
    /// The value in attributes; for a bit set, the bits.
    pub value: u64,
}

impl EnumDef {
    /// All cases, then all groups.
    pub fn all(&self) -> impl Iterator<Item = &'static EnumCase> + use<> {
        self.cases.iter().chain(self.groups)
    }

    /// The spellings of a set in print order: groups first, later ones before earlier ones, then single bits. Bits covered by a
    /// group are not spelled again.
    pub fn spellings(&self, value: u64) -> SmallVec<[&'static str; 4]> {
        if value == 0 {
            return self.spelling(0).into_iter().collect();
        }
        let mut rest = value;
        let mut spellings = SmallVec::new();
        for group in self.groups.iter().rev() {
            if rest & group.value == group.value {
                rest &= !group.value;
                spellings.push(group.spelling);
            }
        }
        let bits = self.cases.iter().filter(|case| case.value != 0 && rest & case.value == case.value);
        spellings.extend(bits.map(|case| case.spelling));
        spellings
    }

    /// The integer attribute that stores `value`.
    pub fn attribute(&self, context: &Context, value: u64) -> Attribute {
        let (EnumForm::Value(width) | EnumForm::Bits(_, width)) = self.form;
        Attribute::integer(context, Type::integer(context, width), value as i64)
    }

    /// Whether `value` is a case, or a set of cases.
    pub fn holds(&self, value: u64) -> bool {
        match self.form {
            EnumForm::Value(_) => self.spelling(value).is_some(),
            EnumForm::Bits(..) => value & !self.all().fold(0, |all, case| all | case.value) == 0,
        }
    }

    /// The value of the case or group `spelling`; does not parse sets.
    pub fn value(&self, spelling: &str) -> Option<u64> {
        self.all().find(|case| case.spelling == spelling).map(|case| case.value)
    }

    /// The spelling of a single case or group with this value.
    pub fn spelling(&self, value: u64) -> Option<&'static str> {
        self.all().find(|case| case.value == value).map(|case| case.spelling)
    }
}

impl std::fmt::Debug for EnumDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Declares a Rust enum whose cases have spellings, with `spelling()` and `from_spelling()` from one table.
macro_rules! enum_spellings {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$case_meta:meta])* $case:ident = $spelling:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        $vis enum $name { $($(#[$case_meta])* $case,)+ }

        impl $name {
            /// All cases, in order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$case,)+];

            /// The keyword of the case.
            pub const fn spelling(self) -> &'static str {
                match self { $(Self::$case => $spelling,)+ }
            }

            /// The case with this keyword.
            pub fn from_spelling(text: &str) -> Option<Self> {
                match text { $($spelling => Some(Self::$case),)+ _ => None }
            }
        }
    };
}
pub(crate) use enum_spellings;
