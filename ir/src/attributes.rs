//! Attributes of functions, parameters, return values, call sites and variables. Source: LangRef, Parameter Attributes,
//! Function Attributes.

use cranelift_entity::entity_impl;

use crate::entity::{Interner, StrId};
use crate::types::Type;

/// What follows the keyword of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeClass {
    /// Nothing: `nounwind`.
    Enum,
    /// A number: `align 8`, `dereferenceable(16)`.
    Integer,
    /// A type in parentheses: `byval(i32)`.
    Type,
    /// Something of its own in parentheses: `memory(argmem: read)`, `range(i32 0, 5)`.
    Text,
}

macro_rules! attribute_kinds {
    ($($kind:ident = $spelling:literal $class:ident,)+) => {
        /// The attributes that LLVM knows, in the order in which it prints them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum AttributeKind { $($kind),+ }

        impl AttributeKind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// The keyword.
            pub const fn spelling(self) -> &'static str {
                match self { $(Self::$kind => $spelling),+ }
            }

            /// What follows the keyword.
            pub const fn class(self) -> AttributeClass {
                match self { $(Self::$kind => AttributeClass::$class),+ }
            }
        }
    };
}

attribute_kinds! {
    AllocAlign = "allocalign" Enum,
    AllocatedPointer = "allocptr" Enum,
    AlwaysInline = "alwaysinline" Enum,
    Builtin = "builtin" Enum,
    Cold = "cold" Enum,
    Convergent = "convergent" Enum,
    CoroDestroyOnlyWhenComplete = "coro_only_destroy_when_complete" Enum,
    CoroElideSafe = "coro_elide_safe" Enum,
    DeadOnReturn = "dead_on_return" Enum,
    DeadOnUnwind = "dead_on_unwind" Enum,
    DisableSanitizerInstrumentation = "disable_sanitizer_instrumentation" Enum,
    FnRetThunkExtern = "fn_ret_thunk_extern" Enum,
    Hot = "hot" Enum,
    HybridPatchable = "hybrid_patchable" Enum,
    ImmArg = "immarg" Enum,
    InReg = "inreg" Enum,
    InlineHint = "inlinehint" Enum,
    JumpTable = "jumptable" Enum,
    MinSize = "minsize" Enum,
    MustProgress = "mustprogress" Enum,
    Naked = "naked" Enum,
    Nest = "nest" Enum,
    NoAlias = "noalias" Enum,
    NoBuiltin = "nobuiltin" Enum,
    NoCallback = "nocallback" Enum,
    NoCfCheck = "nocf_check" Enum,
    NoCreateUndefOrPoison = "nocreateundeforpoison" Enum,
    NoDivergenceSource = "nodivergencesource" Enum,
    NoDuplicate = "noduplicate" Enum,
    NoExt = "noext" Enum,
    NoFree = "nofree" Enum,
    NoImplicitFloat = "noimplicitfloat" Enum,
    NoInline = "noinline" Enum,
    NoMerge = "nomerge" Enum,
    NoProfile = "noprofile" Enum,
    NoRecurse = "norecurse" Enum,
    NoRedZone = "noredzone" Enum,
    NoReturn = "noreturn" Enum,
    NoSanitizeBounds = "nosanitize_bounds" Enum,
    NoSanitizeCoverage = "nosanitize_coverage" Enum,
    NoSync = "nosync" Enum,
    NoUndef = "noundef" Enum,
    NoUnwind = "nounwind" Enum,
    NonLazyBind = "nonlazybind" Enum,
    NonNull = "nonnull" Enum,
    NullPointerIsValid = "null_pointer_is_valid" Enum,
    OptForFuzzing = "optforfuzzing" Enum,
    OptimizeForDebugging = "optdebug" Enum,
    OptimizeForSize = "optsize" Enum,
    OptimizeNone = "optnone" Enum,
    PresplitCoroutine = "presplitcoroutine" Enum,
    ReadNone = "readnone" Enum,
    ReadOnly = "readonly" Enum,
    Returned = "returned" Enum,
    ReturnsTwice = "returns_twice" Enum,
    SExt = "signext" Enum,
    SafeStack = "safestack" Enum,
    SanitizeAddress = "sanitize_address" Enum,
    SanitizeAllocToken = "sanitize_alloc_token" Enum,
    SanitizeHWAddress = "sanitize_hwaddress" Enum,
    SanitizeMemTag = "sanitize_memtag" Enum,
    SanitizeMemory = "sanitize_memory" Enum,
    SanitizeNumericalStability = "sanitize_numerical_stability" Enum,
    SanitizeRealtime = "sanitize_realtime" Enum,
    SanitizeRealtimeBlocking = "sanitize_realtime_blocking" Enum,
    SanitizeThread = "sanitize_thread" Enum,
    SanitizeType = "sanitize_type" Enum,
    ShadowCallStack = "shadowcallstack" Enum,
    SkipProfile = "skipprofile" Enum,
    Speculatable = "speculatable" Enum,
    SpeculativeLoadHardening = "speculative_load_hardening" Enum,
    StackProtect = "ssp" Enum,
    StackProtectReq = "sspreq" Enum,
    StackProtectStrong = "sspstrong" Enum,
    StrictFP = "strictfp" Enum,
    SwiftAsync = "swiftasync" Enum,
    SwiftError = "swifterror" Enum,
    SwiftSelf = "swiftself" Enum,
    WillReturn = "willreturn" Enum,
    Writable = "writable" Enum,
    WriteOnly = "writeonly" Enum,
    ZExt = "zeroext" Enum,
    ByRef = "byref" Type,
    ByVal = "byval" Type,
    ElementType = "elementtype" Type,
    InAlloca = "inalloca" Type,
    Preallocated = "preallocated" Type,
    StructRet = "sret" Type,
    Alignment = "align" Integer,
    AllocKind = "allockind" Text,
    AllocSize = "allocsize" Text,
    Captures = "captures" Text,
    Dereferenceable = "dereferenceable" Integer,
    DereferenceableOrNull = "dereferenceable_or_null" Integer,
    Memory = "memory" Text,
    NoFPClass = "nofpclass" Text,
    StackAlignment = "alignstack" Integer,
    UWTable = "uwtable" Text,
    VScaleRange = "vscale_range" Text,
    Range = "range" Text,
    Initializes = "initializes" Text,
}

impl AttributeKind {
    /// The attribute of a keyword.
    pub fn from_spelling(text: &[u8]) -> Option<Self> {
        use std::sync::LazyLock;
        static TABLE: LazyLock<rustc_hash::FxHashMap<&[u8], AttributeKind>> = LazyLock::new(|| {
            AttributeKind::ALL.iter().map(|kind| (kind.spelling().as_bytes(), *kind)).collect()
        });
        TABLE.get(text).copied()
    }
}

/// An attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attribute {
    /// `nounwind`.
    Enum(AttributeKind),
    /// `align 8`.
    Integer(AttributeKind, u64),
    /// `byval(i32)`.
    Type(AttributeKind, Type),
    /// `memory(argmem: read)`: what stands in the parentheses; empty where there are none.
    Text(AttributeKind, StrId),
    /// `"key"="value"`, `"key"`.
    String(StrId, Option<StrId>),
}

impl Attribute {
    /// The kind; `None` for a string attribute.
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
    /// The empty set.
    fn default() -> Self {
        Self(0)
    }
}

impl Default for AttributeListId {
    /// The empty list.
    fn default() -> Self {
        Self(0)
    }
}

/// The attributes of a function or a call site.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttributeList {
    /// Of the function itself.
    pub function: AttributeSetId,
    /// Of the return value.
    pub ret: AttributeSetId,
    /// Of the parameters, as far as there are any: trailing empty sets are left out.
    pub params: Vec<AttributeSetId>,
}

/// The attributes of a module.
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
    /// The set of these attributes, sorted as LLVM sorts them. Of several of one kind or key the last one stands.
    pub fn set(&self, strings: &crate::entity::Strings, mut attributes: Vec<Attribute>) -> AttributeSetId {
        let key = |attribute: &Attribute| match *attribute {
            Attribute::String(key, _) => (None, strings.get(key)),
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

    /// The attributes of a set, in LLVM's order.
    pub fn get(&self, set: AttributeSetId) -> &[Attribute] {
        self.sets.get(set)
    }

    /// The list of these sets.
    pub fn list(&self, mut list: AttributeList) -> AttributeListId {
        while list.params.last().is_some_and(|set| *set == AttributeSetId::default()) {
            list.params.pop();
        }
        self.lists.intern(list)
    }

    /// The sets of a list.
    pub fn get_list(&self, list: AttributeListId) -> &AttributeList {
        self.lists.get(list)
    }
}
