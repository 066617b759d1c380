//! Declares asides: discardable attributes that hold what MLIR does not model. Gives their names and the form of their values.
//! See `docs/MAPPING.md`.

use AsideType::{
    Bounds, Declared, Dictionaries, Dictionary, Flag, List, Number, Read, Text, Texts, Unit, Word, Words,
};
use tern_dialect_llvm::attributes::{FASTMATH_FLAGS, TAIL_CALL_KIND};
use tern_dialect_llvm::ops;
use tern_llvm_ir::globals::{CodeModel, DllStorage, Sanitizer, TlsModel};
use tern_llvm_ir::instruction::Flags;
use tern_mlir::builtin::ModuleOp;
use tern_mlir::declare::AttrDef;
use tern_mlir::{AttrKind, Attribute, Context};

/// The form of an aside's value. Export refuses an aside of another form.
#[derive(Clone, Copy, Debug)]
pub enum AsideType {
    /// A unit attribute.
    Unit,
    /// A unit attribute that stands for a flag of the instruction.
    Flag(Flags),
    /// A string.
    Text,
    /// An array of strings.
    Texts,
    /// A string that is a keyword accepted by the function.
    Word(fn(&[u8]) -> bool),
    /// An array of such strings.
    Words(fn(&[u8]) -> bool),
    /// An integer that is at most this large.
    Number(u64),
    /// `array<i64: low, high>`.
    Bounds,
    /// An array.
    List,
    /// A dictionary.
    Dictionary,
    /// An array of dictionaries.
    Dictionaries,
    /// An attribute with this declaration.
    Declared(&'static AttrDef),
    /// Any form: the code that reads the aside checks it.
    Read,
}

impl AsideType {
    /// Whether an attribute has this form.
    pub fn holds(self, context: &Context, attribute: Attribute) -> bool {
        let text = |attribute: Attribute| match attribute.kind(context) {
            AttrKind::String { value, .. } => Some(context.bytes(*value)),
            _ => None,
        };
        let is_word = |attribute, known: fn(&[u8]) -> bool| text(attribute).is_some_and(known);
        let is_list = |of: &dyn Fn(Attribute) -> bool| {
            attribute.as_array(context).is_some_and(|list| list.iter().all(|&element| of(element)))
        };
        match self {
            Unit | Flag(_) => attribute == context.common.unit,
            Text => text(attribute).is_some(),
            Texts => is_list(&|element| text(element).is_some()),
            Word(known) => is_word(attribute, known),
            Words(known) => is_list(&|element| is_word(element, known)),
            Number(most) => attribute.as_u64(context).is_some_and(|number| number <= most),
            Bounds => attribute.as_dense_i64(context).is_some_and(|bounds| bounds.len() == 2),
            List => is_list(&|_| true),
            Dictionary => attribute.as_dictionary(context).is_some(),
            Dictionaries => is_list(&|element| element.as_dictionary(context).is_some()),
            Declared(def) => attribute.declared(context, def).is_some(),
            Read => true,
        }
    }
}

impl std::fmt::Display for AsideType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unit | Flag(_) => "a unit attribute",
            Text => "a string",
            Texts => "a list of strings",
            Word(_) => "one of LLVM's keywords as a string",
            Words(_) => "a list of LLVM's keywords as strings",
            Number(u64::MAX) => "an integer that is not negative",
            Number(most) => return write!(f, "an integer from 0 to {most}"),
            Bounds => "a dense array of two `i64`",
            List => "a list",
            Dictionary => "a dictionary",
            Dictionaries => "a list of dictionaries",
            Declared(def) => return write!(f, "`#llvm.{}`", def.mnemonic),
            Read => "an attribute",
        })
    }
}

/// The declaration of an aside.
#[derive(Clone, Copy, Debug)]
pub struct Aside {
    /// The attribute's name.
    pub name: &'static str,
    /// The form of its value.
    pub form: AsideType,
    /// The names of the operations that have it; empty if operations of many kinds do. On another operation it says nothing.
    pub on: &'static [&'static str],
}

impl Aside {
    /// Whether an operation of this name can have it.
    pub fn stands_on(&self, op: &str) -> bool {
        self.on.is_empty() || self.on.contains(&op)
    }
}

/// The asides that stand for flags of an instruction whose operation is called `op`.
pub fn flags(op: &str) -> impl Iterator<Item = (&'static str, Flags)> {
    ALL.iter().filter_map(move |aside| match aside.form {
        Flag(flag) if aside.stands_on(op) => Some((aside.name, flag)),
        _ => None,
    })
}

/// The operations that have a symbol in LLVM IR.
const GLOBALS: &[&str] = &[ops::Func::NAME, ops::Global::NAME, ops::Alias::NAME, ops::IFunc::NAME];

/// Declares asides: a constant for the name of each, the form of its value, and the operations it is `on` if these are few; and
/// `ALL`.
macro_rules! asides {
    (@on) => {
        &[]
    };
    (@on $on:expr) => {
        $on
    };
    ($($(#[doc = $doc:literal])+ $constant:ident = $name:literal: $form:expr $(, on $on:expr)?;)+) => {
        $($(#[doc = $doc])+ pub const $constant: &str = $name;)+

        /// The declarations of all asides.
        pub static ALL: &[Aside] = &[$(Aside {
            name: $name,
            form: $form,
            on: asides!(@on $($on)?),
        }),+];
    };
}

asides! {
    /// Module: the metadata table, with one element per node.
    METADATA = "llvm.metadata": List, on &[ModuleOp::NAME];
    /// Module: named metadata, in order.
    NAMED_METADATA = "llvm.named_metadata": List, on &[ModuleOp::NAME];
    /// Module: fields that the attributes of debug information do not model, keyed by attribute.
    METADATA_FIELDS = "llvm.md_fields": List, on &[ModuleOp::NAME];
    /// Module: metadata kinds that LLVM does not know, in order of first use.
    METADATA_KINDS = "llvm.md_kinds": Texts, on &[ModuleOp::NAME];
    /// Module: the exact data layout string. Upstream's name.
    DATA_LAYOUT = "llvm.data_layout": Text, on &[ModuleOp::NAME];
    /// Module: the data layout as MLIR models it, for modules without a layout string. Upstream's name.
    DL_SPEC = "dlti.dl_spec": Read;
    /// Module: the target triple. Upstream's name.
    TARGET_TRIPLE = "llvm.target_triple": Text, on &[ModuleOp::NAME];
    /// Module: the lines of module-level assembly. Upstream's name.
    MODULE_ASM = "llvm.module_asm": Read, on &[ModuleOp::NAME];
    /// Module: the processors and features for which pieces of module-level assembly are.
    MODULE_ASM_TARGETS = "llvm.module_asm_targets": Dictionaries, on &[ModuleOp::NAME];
    /// Module: the entries of the module summary in LLVM's syntax, without their numbers. Globals are named as in LLVM IR.
    SUMMARY = "llvm.summary": Texts, on &[ModuleOp::NAME];
    /// Module and functions: the orders of uses. See [`ORDER`].
    USE_LIST_ORDERS = "llvm.use_list_orders": Dictionaries, on &[ModuleOp::NAME, ops::Func::NAME];
    /// Module: the name of the source file.
    SOURCE_FILENAME = "llvm.source_filename": Text, on &[ModuleOp::NAME];

    /// Metadata attachments, by kind.
    ATTACHMENTS = "llvm.md": Dictionary;
    /// The number that tells a loop apart from others with the same annotation.
    LOOP_ID = "llvm.loop_id": Number(u64::MAX);
    /// For each argument of a call that takes metadata: a value, metadata, or a list of values.
    METADATA_ARGS = "llvm.metadata_args": List;
    /// The operation computes a constant expression.
    CONSTEXPR = "llvm.constexpr": Unit;
    /// `addressof` stands for `no_cfi`.
    NO_CFI = "llvm.no_cfi": Unit, on &[ops::AddressOf::NAME];
    /// The `inrange` of a constant `getelementptr`.
    INRANGE = "llvm.inrange": Bounds, on &[ops::GetElementPtr::NAME];

    /// The global has no name.
    UNNAMED = "llvm.unnamed": Unit, on GLOBALS;
    /// The name of the entry block.
    ENTRY_BLOCK = "llvm.entry_block": Text, on &[ops::Func::NAME];
    /// Metadata, fast-math flags and the order of incoming values of PHI nodes.
    PHIS = "llvm.phis": Dictionaries;
    /// The block exists only to split an edge.
    EDGE = "llvm.edge": Unit, on &[ops::Br::NAME];

    /// The partition of a global.
    PARTITION = "llvm.partition": Text, on GLOBALS;
    /// The code model of a global variable.
    CODE_MODEL = "llvm.code_model": Word(|word| CodeModel::from_spelling(word).is_some()), on &[ops::Global::NAME];
    /// The DLL storage class of a global.
    DLL_STORAGE = "llvm.dll_storage": Word(|word| DllStorage::from_spelling(word).is_some()), on GLOBALS;
    /// The thread-local storage model of a global, unless it is the general dynamic one.
    TLS_MODEL = "llvm.tls_model": Word(|word| TlsModel::from_spelling(word).is_some()), on GLOBALS;
    /// The sanitizer markers of a global variable.
    SANITIZE = "llvm.sanitize": Words(|word| Sanitizer::from_spelling(word).is_some()), on &[ops::Global::NAME];
    /// The initializer of a global variable, if no region computes it.
    INITIALIZER = "llvm.initializer": Read, on &[ops::Global::NAME];
    /// The preferred alignment of a function.
    PREFERRED_ALIGNMENT = "llvm.prefalign": Number(1 << 32), on &[ops::Func::NAME];
    /// The prefix data of a function.
    PREFIX = "llvm.prefix": Read, on &[ops::Func::NAME];
    /// The prologue data of a function.
    PROLOGUE = "llvm.prologue": Read, on &[ops::Func::NAME];
    /// The personality of a function, if it is not a plain symbol.
    PERSONALITY = "llvm.personality": Read, on &[ops::Func::NAME];
    /// A calling convention by number.
    CALLING_CONVENTION = "llvm.cc": Number(1023);

    /// Attributes of a function, call site or global for which there is no field.
    PASSTHROUGH = "llvm.passthrough": List;
    /// Parameter attributes of an operation without `arg_attrs`.
    ARG_ATTRS = "llvm.arg_attrs": Dictionaries;
    /// Return attributes of an operation without `res_attrs`.
    RES_ATTRS = "llvm.res_attrs": Dictionaries;

    /// Fast-math flags of an operation without the field.
    FASTMATH = "llvm.fastmath": Declared(&FASTMATH_FLAGS);
    /// The mask of a scalable `shufflevector` is poison.
    POISON_MASK = "llvm.poison_mask": Unit, on &[ops::ShuffleVector::NAME];
    /// `icmp samesign`.
    SAMESIGN = "llvm.samesign": Flag(Flags::SAMESIGN), on &[ops::ICmp::NAME];
    /// The tail call kind of an operation without the field.
    TAIL = "llvm.tail": Declared(&TAIL_CALL_KIND);
    /// `alloca swifterror`.
    SWIFTERROR = "llvm.swifterror": Unit, on &[ops::Alloca::NAME];
    /// `atomicrmw fmaximumnum` or `fminimumnum`; the operation has `fmaximum` or `fminimum`.
    NUMBER = "llvm.number": Unit;
    /// `atomicrmw elementwise`.
    ELEMENTWISE = "llvm.elementwise": Unit;
    /// The clauses of a landing pad: constants that MLIR does not accept as clauses, and units for operands.
    CLAUSES = "llvm.clauses": List, on &[ops::Landingpad::NAME];
    /// `asm unwind`.
    UNWIND = "llvm.unwind": Unit;

    /// `llvm.call_intrinsic` stands for a debug record, not for a call.
    DEBUG_RECORD = "llvm.debug_record": Unit, on &[ops::CallIntrinsic::NAME];
    /// The resolver of an ifunc as a constant, if it is not a plain symbol.
    RESOLVER = "llvm.resolver": Read, on &[ops::IFunc::NAME];
    /// The address space of a function.
    ADDRESS_SPACE = "llvm.addr_space": Number(0xff_ffff), on &[ops::Func::NAME];
}

/// In an entry of [`METADATA_FIELDS`]: whether the node is distinct, if that does not follow from its kind.
pub const DISTINCT: &str = "distinct";
/// In an element of [`METADATA_ARGS`]: the number of a value that does not dominate the call. In one of [`USE_LIST_ORDERS`]: of any
/// argument or result.
pub const LOCAL: &str = "local";
/// In an element of [`USE_LIST_ORDERS`]: the indexes. What is used is [`CONSTANT`], [`LOCAL`] or [`BLOCK`].
pub const ORDER: &str = "order";
/// In an element of [`USE_LIST_ORDERS`]: a constant.
pub const CONSTANT: &str = "constant";
/// In an element of [`USE_LIST_ORDERS`]: the number of a block in the order of the function.
pub const BLOCK: &str = "block";
/// Accompanies a constant in LLVM's syntax: the blocks whose addresses it takes, in order. Needed because the blocks may lose
/// their LLVM names.
pub const BLOCKS: &str = "blocks";
/// In an element of [`MODULE_ASM_TARGETS`]: the index of the first line, and the strings of the two properties.
pub const FIRST_LINE: &str = "first_line";
#[allow(missing_docs)]
pub const FEATURES: &str = "target_features";
#[allow(missing_docs)]
pub const CPU: &str = "target_cpu";
/// Beside a constant in LLVM's syntax: the identified structs that it names, as types, or as a pair of number and type where LLVM's
/// syntax names a struct by number.
pub const TYPES: &str = "types";
/// The symbol of the operation that holds all comdats. Upstream's name.
pub const COMDATS: &str = "__llvm_global_comdat";

/// Asides that do not affect the program itself: they are left out without a warning when importing as MLIR's own importer does.
pub const IMPLIED: &[&str] = &[ENTRY_BLOCK, EDGE, CONSTEXPR, UNNAMED, DEBUG_RECORD];
