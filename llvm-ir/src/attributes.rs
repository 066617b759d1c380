//! Attributes of functions, parameters, return values, call sites and variables: their kinds, and the interned sets and lists
//! that a module holds. Source: LangRef, Parameter Attributes, Function Attributes.

pub mod keywords;
pub mod values;

use cranelift_entity::entity_impl;

use crate::entity::{Interner, Spellings, StrId};
use crate::types::Type;
use crate::versions::LlvmVersion;

/// The syntax after the keyword of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeClass {
    /// Nothing: `nounwind`. For `dead_on_return` a number in parentheses is optional.
    Enum,
    /// A number: `align 8`, `dereferenceable(16)`.
    Integer,
    /// A type in parentheses: `byval(i32)`.
    Type,
    /// A syntax of its own in parentheses: `memory(argmem: read)`, `range(i32 0, 5)`.
    Text,
}

/// The kind of entity that an attribute can apply to. Source: LLVM's Attributes.td.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributePlace {
    /// A function, a call site or a variable.
    Function,
    /// A parameter.
    Parameter,
    /// A return value.
    Result,
}

/// The version of a `since`; the oldest without.
macro_rules! since {
    () => {
        LlvmVersion::OLDEST
    };
    ($since:literal) => {
        LlvmVersion::since($since)
    };
}

/// Declares the kinds from rows `Kind = "keyword" class places`. `since` after a place is the first version of LLVM that has the attribute
/// there, if that is not the oldest; `since` after a class the first one that states the type.
macro_rules! attribute_kinds {
    ($($kind:ident = $spelling:literal $class:ident $((since $typed:literal))? $($place:ident $(since $since:literal)?)|+,)+) => {
        /// The attributes that LLVM knows, in the order in which it prints them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum AttributeKind { $($kind),+ }

        impl AttributeKind {
            /// All attribute kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// The keyword in LLVM's syntax.
            pub const fn spelling(self) -> &'static str {
                match self { $(Self::$kind => $spelling),+ }
            }

            /// The attribute with this keyword.
            pub fn from_spelling(text: &[u8]) -> Option<Self> {
                static SPELLINGS: Spellings<AttributeKind> =
                    Spellings::new(&[$((AttributeKind::$kind, $spelling)),+]);
                SPELLINGS.find(text)
            }

            /// The syntax after the keyword.
            pub const fn class(self) -> AttributeClass {
                match self { $(Self::$kind => AttributeClass::$class),+ }
            }

            /// The first version of LLVM that has the attribute for this kind of entity; `None` if no version has.
            pub fn since(self, place: AttributePlace) -> Option<LlvmVersion> {
                match self {
                    $(Self::$kind => match place {
                        $(AttributePlace::$place => Some(since!($($since)?)),)+
                        #[allow(unreachable_patterns)]
                        _ => None,
                    },)+
                }
            }

            /// The first version of LLVM whose attribute states a type, where older ones had it without: `byval`.
            pub fn typed_since(self) -> LlvmVersion {
                match self {
                    $(Self::$kind => since!($($typed)?),)+
                }
            }

            /// Whether the attribute can apply to this kind of entity. `align` of a function is included, because it is written
            /// as an attribute.
            pub const fn applies_to(self, place: AttributePlace) -> bool {
                match self { $(Self::$kind => matches!(place, $(AttributePlace::$place)|+)),+ }
            }
        }
    };
}

attribute_kinds! {
    AllocAlign = "allocalign" Enum Parameter since 15,
    AllocatedPointer = "allocptr" Enum Parameter since 15,
    AlwaysInline = "alwaysinline" Enum Function,
    Builtin = "builtin" Enum Function,
    Cold = "cold" Enum Function,
    Convergent = "convergent" Enum Function,
    CoroDestroyOnlyWhenComplete = "coro_only_destroy_when_complete" Enum Function since 18,
    CoroElideSafe = "coro_elide_safe" Enum Function since 20,
    DeadOnReturn = "dead_on_return" Enum Parameter since 22,
    DeadOnUnwind = "dead_on_unwind" Enum Parameter since 18,
    DisableSanitizerInstrumentation = "disable_sanitizer_instrumentation" Enum Function since 14,
    Flatten = "flatten" Enum Function since 23,
    FnRetThunkExtern = "fn_ret_thunk_extern" Enum Function since 15,
    Hot = "hot" Enum Function since 12,
    HybridPatchable = "hybrid_patchable" Enum Function since 19,
    ImmArg = "immarg" Enum Parameter since 9,
    InReg = "inreg" Enum Parameter | Result,
    InlineHint = "inlinehint" Enum Function,
    JumpTable = "jumptable" Enum Function,
    MinSize = "minsize" Enum Function,
    MustProgress = "mustprogress" Enum Function since 12,
    Naked = "naked" Enum Function,
    Nest = "nest" Enum Parameter,
    NoAlias = "noalias" Enum Parameter | Result,
    NoBuiltin = "nobuiltin" Enum Function,
    NoCallback = "nocallback" Enum Function since 12,
    NoCfCheck = "nocf_check" Enum Function since 7,
    NoCreateUndefOrPoison = "nocreateundeforpoison" Enum Function since 22,
    NoDivergenceSource = "nodivergencesource" Enum Function since 20,
    NoDuplicate = "noduplicate" Enum Function,
    NoExt = "noext" Enum Parameter since 20 | Result since 20,
    NoFree = "nofree" Enum Function since 9 | Parameter since 10,
    NoIpa = "noipa" Enum Function since 23,
    NoImplicitFloat = "noimplicitfloat" Enum Function,
    NoInline = "noinline" Enum Function,
    NoMerge = "nomerge" Enum Function since 11,
    NoOutline = "nooutline" Enum Function since 23,
    NoProfile = "noprofile" Enum Function since 13,
    NoRecurse = "norecurse" Enum Function,
    NoRedZone = "noredzone" Enum Function,
    NoReturn = "noreturn" Enum Function,
    NoSanitizeBounds = "nosanitize_bounds" Enum Function since 15,
    NoSanitizeCoverage = "nosanitize_coverage" Enum Function since 13,
    NoSync = "nosync" Enum Function since 9,
    NoUndef = "noundef" Enum Parameter since 11 | Result since 11,
    NoUnwind = "nounwind" Enum Function,
    NonLazyBind = "nonlazybind" Enum Function,
    NonNull = "nonnull" Enum Parameter | Result,
    NullPointerIsValid = "null_pointer_is_valid" Enum Function since 11,
    OptForFuzzing = "optforfuzzing" Enum Function since 7,
    OptimizeForDebugging = "optdebug" Enum Function since 19,
    OptimizeForSize = "optsize" Enum Function,
    OptimizeNone = "optnone" Enum Function,
    PresplitCoroutine = "presplitcoroutine" Enum Function since 15,
    ReadNone = "readnone" Enum Parameter,
    ReadOnly = "readonly" Enum Parameter,
    Returned = "returned" Enum Parameter,
    ReturnsTwice = "returns_twice" Enum Function,
    SExt = "signext" Enum Parameter | Result,
    SafeStack = "safestack" Enum Function,
    SanitizeAddress = "sanitize_address" Enum Function,
    SanitizeAllocToken = "sanitize_alloc_token" Enum Function since 22,
    SanitizeHWAddress = "sanitize_hwaddress" Enum Function since 6,
    SanitizeMemTag = "sanitize_memtag" Enum Function since 9,
    SanitizeMemory = "sanitize_memory" Enum Function,
    SanitizeNumericalStability = "sanitize_numerical_stability" Enum Function since 19,
    SanitizeRealtime = "sanitize_realtime" Enum Function since 20,
    SanitizeRealtimeBlocking = "sanitize_realtime_blocking" Enum Function since 20,
    SanitizeThread = "sanitize_thread" Enum Function,
    SanitizeType = "sanitize_type" Enum Function since 20,
    ShadowCallStack = "shadowcallstack" Enum Function since 7,
    SkipProfile = "skipprofile" Enum Function since 16,
    Speculatable = "speculatable" Enum Function,
    SpeculativeLoadHardening = "speculative_load_hardening" Enum Function since 8,
    StackProtect = "ssp" Enum Function,
    StackProtectReq = "sspreq" Enum Function,
    StackProtectStrong = "sspstrong" Enum Function,
    StrictFP = "strictfp" Enum Function since 6,
    SwiftAsync = "swiftasync" Enum Parameter since 13,
    SwiftError = "swifterror" Enum Parameter,
    SwiftSelf = "swiftself" Enum Parameter,
    WillReturn = "willreturn" Enum Function since 9,
    Writable = "writable" Enum Parameter since 18,
    WriteOnly = "writeonly" Enum Parameter,
    ZExt = "zeroext" Enum Parameter | Result,
    ByRef = "byref" Type Parameter since 12,
    ByVal = "byval" Type(since 9) Parameter,
    ElementType = "elementtype" Type Parameter since 14 | Result since 23,
    InAlloca = "inalloca" Type(since 13) Parameter,
    Preallocated = "preallocated" Type Function since 11 | Parameter since 11,
    StructRet = "sret" Type(since 12) Parameter,
    Alignment = "align" Integer Function | Parameter | Result,
    AllocKind = "allockind" Text Function since 15,
    AllocSize = "allocsize" Text Function,
    Captures = "captures" Text Parameter since 20,
    DenormalFpEnv = "denormal_fpenv" Text Function since 23,
    Dereferenceable = "dereferenceable" Integer Parameter | Result,
    DereferenceableOrNull = "dereferenceable_or_null" Integer Parameter | Result,
    Memory = "memory" Text Function since 16,
    NoFPClass = "nofpclass" Text Parameter since 17 | Result since 17,
    StackAlignment = "alignstack" Integer Function | Parameter since 13 | Result since 22,
    UWTable = "uwtable" Text Function,
    VScaleRange = "vscale_range" Text Function since 13,
    Range = "range" Text Parameter since 19 | Result since 19,
    Initializes = "initializes" Text Parameter since 19,
}

/// An attribute with its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attribute {
    /// `nounwind`.
    Enum(AttributeKind),
    /// `align 8`.
    Integer(AttributeKind, u64),
    /// `byval(i32)`.
    Type(AttributeKind, Type),
    /// `memory(argmem: read)`: the text in the parentheses; empty if there are none.
    Text(AttributeKind, StrId),
    /// `"key"="value"`, `"key"`.
    String(StrId, Option<StrId>),
}

impl Attribute {
    /// The attribute's kind; `None` for a string attribute.
    pub fn kind(self) -> Option<AttributeKind> {
        match self {
            Self::Enum(kind) | Self::Integer(kind, _) | Self::Type(kind, _) | Self::Text(kind, _) => {
                Some(kind)
            }
            Self::String(..) => None,
        }
    }
}

/// A set of attributes, interned in its module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttributeSetId(u32);
entity_impl!(AttributeSetId, "attrs");

/// The attributes of a function or a call site, interned in its module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttributeListId(u32);
entity_impl!(AttributeListId, "attrlist");

impl Default for AttributeSetId {
    /// The empty attribute set, which has the same handle in all modules.
    fn default() -> Self {
        Self(0)
    }
}

impl Default for AttributeListId {
    /// The empty attribute list, which has the same handle in all modules.
    fn default() -> Self {
        Self(0)
    }
}

/// The attributes of a function or a call site, as interned sets.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttributeList {
    /// The attributes of the function itself.
    pub function: AttributeSetId,
    /// The attributes of the return value.
    pub ret: AttributeSetId,
    /// The attributes of the parameters. Trailing empty sets are left out.
    pub params: Vec<AttributeSetId>,
}

/// The interned attribute sets and lists of a module.
#[derive(Clone, Debug)]
pub struct Attributes {
    sets: Interner<AttributeSetId, Box<[Attribute]>>,
    lists: Interner<AttributeListId, AttributeList>,
}

impl Default for Attributes {
    fn default() -> Self {
        let (sets, lists) = (Interner::default(), Interner::default());
        sets.intern(Box::default());
        lists.intern(AttributeList::default());
        Self { sets, lists }
    }
}

impl Attributes {
    /// Another handle to the same tables.
    pub(crate) fn sharing(&self) -> Self {
        Self { sets: self.sets.sharing(), lists: self.lists.sharing() }
    }

    /// Interns a set of attributes, in LLVM's order. If several have the same kind or key, the last one wins.
    pub fn set(&self, strings: &crate::entity::Strings, mut attributes: Vec<Attribute>) -> AttributeSetId {
        let key = |attribute: &Attribute| match *attribute {
            Attribute::String(key, _) => (None, strings.get(key)),
            // With a number, which LLVM 23 introduced, it is among the others that have one.
            Attribute::Integer(AttributeKind::DeadOnReturn, _) => (Some(AttributeKind::Captures), &b"+"[..]),
            _ => (attribute.kind(), &[][..]),
        };
        // `None` sorts first, but string attributes come last.
        attributes.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            a.0.is_none().cmp(&b.0.is_none()).then(a.cmp(&b))
        });
        attributes.reverse();
        attributes.dedup_by(|a, b| key(a) == key(b));
        attributes.reverse();
        self.sets.intern(attributes.into())
    }

    /// The number of lists.
    pub(crate) fn count(&self) -> usize {
        self.lists.len()
    }

    /// The number of sets.
    pub(crate) fn set_count(&self) -> usize {
        self.sets.len()
    }

    /// The sets that there are now.
    pub(crate) fn sets(&self) -> impl Iterator<Item = AttributeSetId> + use<> {
        (0..self.set_count() as u32).map(AttributeSetId::from_u32)
    }

    /// The attributes in a set, in LLVM's order.
    pub fn get(&self, set: AttributeSetId) -> &[Attribute] {
        self.sets.get(set)
    }

    /// Interns a list of sets.
    pub fn list(&self, mut list: AttributeList) -> AttributeListId {
        while list.params.last().is_some_and(|set| *set == AttributeSetId::default()) {
            list.params.pop();
        }
        self.lists.intern(list)
    }

    /// The sets in a list.
    pub fn get_list(&self, list: AttributeListId) -> &AttributeList {
        self.lists.get(list)
    }
}
