//! Enums of dialects: one table for spelling and value, both ways.

use smallvec::SmallVec;

use crate::attributes::Attribute;
use crate::context::Context;
use crate::types::Type;

/// An enum that a dialect declares.
pub struct EnumDef {
    /// The name: `AtomicOrdering`.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// What diagnostics call it: the summary in ODS, or the name.
    pub summary: &'static str,
    /// Its class in MLIR's C++, namespace included, where diagnostics say it.
    pub cpp_name: Option<&'static str>,
    /// Whether a parameter of this enum is an `EnumParameter` of ODS, whose diagnostics name the class and not the summary.
    pub is_enum_parameter: bool,
    /// How its values combine and how it is stored in an attribute.
    pub form: EnumForm,
    /// The cases.
    pub cases: &'static [EnumCase],
    /// Cases of sets that stand for several bits, or for one under another name; they are preferred in print.
    pub groups: &'static [EnumCase],
}

/// How values of an enum combine and are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumForm {
    /// One of the cases; as an attribute, an integer of this width.
    Value(u32),
    /// A set of cases, joined by this separator; as an attribute, an integer of this width.
    Bits(&'static str, u32),
}

/// A case of an enum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnumCase {
    /// The spelling.
    pub spelling: &'static str,
    /// The value.
    pub value: u64,
}

impl EnumDef {
    /// Cases and groups.
    pub fn all(&self) -> impl Iterator<Item = &'static EnumCase> + use<> {
        self.cases.iter().chain(self.groups)
    }

    /// The spellings that make up a set, in the order in which they are printed: groups first, the later ones before the
    /// earlier ones, then bits. Bits of a group are not spelled again.
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

    /// The attribute that holds a value.
    pub fn attribute(&self, context: &Context, value: u64) -> Attribute {
        let (EnumForm::Value(width) | EnumForm::Bits(_, width)) = self.form;
        Attribute::integer(context, Type::integer(context, width), value as i64)
    }

    /// The value of a spelling; of one case, not of a set.
    pub fn value(&self, spelling: &str) -> Option<u64> {
        self.all().find(|case| case.spelling == spelling).map(|case| case.value)
    }

    /// The spelling of the value of one case.
    pub fn spelling(&self, value: u64) -> Option<&'static str> {
        self.all().find(|case| case.value == value).map(|case| case.spelling)
    }
}

impl std::fmt::Debug for EnumDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// A Rust enum whose cases have spellings: `spelling()` and `from_spelling()` from one table.
macro_rules! enum_spellings {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$case_meta:meta])* $case:ident = $spelling:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        $vis enum $name { $($(#[$case_meta])* $case,)+ }

        impl $name {
            /// All cases.
            pub const ALL: &'static [Self] = &[$(Self::$case,)+];

            /// How the case is spelled.
            pub const fn spelling(self) -> &'static str {
                match self { $(Self::$case => $spelling,)+ }
            }

            /// The case that is spelled so.
            pub fn from_spelling(text: &str) -> Option<Self> {
                match text { $($spelling => Some(Self::$case),)+ _ => None }
            }
        }
    };
}
pub(crate) use enum_spellings;
