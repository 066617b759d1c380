//! The declaration language: what an operation, attribute, type or enum is, said once.
//!
//! A declaration follows MLIR's ODS closely enough that upstream's `.td` reads side by side with it: same names, same
//! order, same assembly-format notation. It drives parsing, printing, verification, typed accessors, builders and the
//! reference manual.
//!
//! ```ignore
//! operations! {
//!     /// Integer addition. LangRef: `add` instruction.
//!     Add = "llvm.add" {
//!         traits: [Pure, Commutative, SameOperandsAndResultType],
//!         operands: { lhs: one(INT_OR_VECTOR), rhs: one(INT_OR_VECTOR) },
//!         attributes: { overflowFlags: default(OVERFLOW_FLAGS, "none") },
//!         results: { res: one(INT_OR_VECTOR) },
//!         format: "$lhs `,` $rhs ($overflowFlags^)? attr-dict `:` type($res)",
//!     }
//! }
//! ```

mod check;
mod classes;
mod defaults;
mod enums;
mod facts;
pub mod macros;
mod old_spellings;

use std::any::Any;

use thin_vec::ThinVec;

pub use check::check;
pub use classes::attribute_error;
pub(crate) use classes::{fits, is_flag, optional_property};
pub(crate) use defaults::{constant_default, default_param, default_value, is_default};
pub(crate) use enums::enum_spellings;
pub use enums::{EnumCase, EnumDef, EnumForm};
pub(crate) use facts::Facts;
pub use macros::{
    attribute_defs, bit_enums, concat, enums, families, operations, type_constraints, type_defs,
};
pub use old_spellings::{OldForm, OldSpellings, OldTypes};

use crate::asm::format::CompiledFormat;
use crate::asm::{OpParser, OpPrinter, ParamParser, ParamPrinter, ParseResult};
use crate::attributes::Attribute;
use crate::body::{OpRef, OpState};
use crate::bytecode::BytecodeAttribute;
use crate::context::{Context, Ident};
use crate::types::{Type, TypeKind};
use crate::verify::{RegionEdge, Verifier};

/// A dialect: a namespace and what it declares.
pub struct Dialect {
    /// The namespace: `llvm`.
    pub namespace: &'static str,
    /// Its operations.
    pub operations: &'static [&'static OpDef],
    /// Its attributes.
    pub attributes: &'static [&'static AttrDef],
    /// Its types.
    pub types: &'static [&'static TypeDef],
    /// Its enums.
    pub enums: &'static [&'static EnumDef],
    /// Its `custom<…>` directives in assembly formats.
    pub directives: &'static [crate::asm::Directive],
    /// What the dialect demands of its operations beyond what their declarations say.
    pub verify_operation: Option<fn(&mut Verifier<'_>, OpRef<'_>)>,
    /// Checks a discardable attribute in this dialect's namespace (`llvm.noalias`) on an operation.
    pub verify_attribute: Option<fn(&mut Verifier<'_>, OpRef<'_>, Ident, Attribute)>,
    /// Checks an attribute in this dialect's namespace on a parameter or result of a function.
    pub verify_parameter: Option<VerifyParameter>,
    /// The attributes that have an encoding in bytecode, by their codes; all others are written as text there.
    pub bytecode: &'static [BytecodeAttribute],
    /// How it was spelled from 2019 to 2022.
    pub old_spellings: Option<&'static OldSpellings>,
    /// Whether there may be operations that it does not declare. MLIR: `allowUnknownOperations`.
    pub unknown_operations: bool,
    /// Whether there may be types and attributes that it does not declare.
    pub unknown_types: bool,
    /// The message for a type that it does not declare, by what follows the namespace; without it, MLIR's default.
    pub unknown_type: Option<fn(&str) -> String>,
    /// What other crates know about the dialect as a whole.
    pub interfaces: Interfaces,
}

impl Dialect {
    /// A dialect that declares nothing yet.
    pub const fn new(namespace: &'static str) -> Self {
        Self {
            namespace,
            operations: &[],
            attributes: &[],
            types: &[],
            enums: &[],
            directives: &[],
            verify_operation: None,
            verify_attribute: None,
            verify_parameter: None,
            bytecode: &[],
            old_spellings: None,
            unknown_operations: false,
            unknown_types: false,
            unknown_type: None,
            interfaces: &[],
        }
    }

    /// What the crate of `I` knows about the dialect.
    pub fn interface<I: Any>(&self) -> Option<&'static I> {
        find_interface(self.interfaces)
    }
}

/// What crates that this one does not know have to say about a dialect or an operation, each in a type of its own: how it is
/// translated, for instance. MLIR: dialect and operation interfaces.
pub type Interfaces = &'static [&'static (dyn Any + Send + Sync)];

fn find_interface<I: Any>(interfaces: Interfaces) -> Option<&'static I> {
    interfaces.iter().find_map(|interface| (*interface as &'static dyn Any).downcast_ref())
}

/// A declared operation.
pub struct OpDef {
    /// The full name: `llvm.add`.
    pub name: &'static str,
    /// What it is; the first line is the summary.
    pub doc: &'static str,
    /// Its traits.
    pub traits: &'static [Trait],
    /// Its operands.
    pub operands: &'static [ValueDecl],
    /// Its inherent attributes.
    pub attributes: &'static [AttrDecl],
    /// Its results.
    pub results: &'static [ValueDecl],
    /// Its regions.
    pub regions: &'static [RegionDecl],
    /// Its successors.
    pub successors: &'static [SuccessorDecl],
    /// Its syntax.
    pub assembly: Assembly,
    /// `assembly` of the kind `Format`, compiled when it is first needed.
    pub compiled: std::sync::OnceLock<CompiledFormat>,
    /// What it demands beyond what the rest of the declaration says.
    pub verify: Option<fn(&mut Verifier<'_>, OpRef<'_>)>,
    /// The LLVM intrinsic that it stands for.
    pub intrinsic: Option<IntrinsicDecl>,
    /// What other crates know about the operation.
    pub interfaces: Interfaces,
}

/// How an operation stands for a call of an LLVM intrinsic, in both directions.
///
/// The arguments of the call are the operands in their order, with the `immediates` inserted at their positions. Fast-math
/// flags, access groups, alias scopes, TBAA tags, argument and result attributes and operand bundles are carried where
/// the operation declares attributes or operands for them.
#[derive(Debug)]
pub struct IntrinsicDecl {
    /// The name without suffixes for types: `llvm.smax`.
    pub name: &'static str,
    /// The results whose types make the suffixes; of an intrinsic that returns a struct, the fields.
    pub overloaded_results: &'static [u32],
    /// The arguments of the call whose types make the suffixes that follow.
    pub overloaded_operands: &'static [u32],
    /// The arguments of the call that must be constants: their positions, and the attributes that hold them.
    pub immediates: &'static [(u32, &'static str)],
    /// Whether import makes a call of the intrinsic by name all the same, as upstream's does.
    pub export_only: bool,
    /// Whether the above is all there is to it; otherwise the intrinsic needs code of its own in both directions.
    pub regular: bool,
}

impl IntrinsicDecl {
    /// An intrinsic that is not overloaded and has no immediate arguments.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            overloaded_results: &[],
            overloaded_operands: &[],
            immediates: &[],
            export_only: false,
            regular: true,
        }
    }
}

impl std::fmt::Debug for OpDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The syntax of an operation.
pub enum Assembly {
    /// Generic form only.
    Generic,
    /// MLIR's declarative assembly format.
    Format(&'static str),
    /// Truly irregular syntax, written by hand.
    Custom {
        /// Reads what follows the name, up to and excluding the location.
        parse: fn(&mut OpParser<'_, '_>, &mut OpState) -> ParseResult<()>,
        /// Prints what follows the name.
        print: fn(&mut OpPrinter<'_>, OpRef<'_>),
    },
}

/// How many values a declared operand or result stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
    /// Any number of groups, whose sizes are in the dense array attribute of this name.
    VariadicOfVariadic(&'static str),
}

/// A declared operand or result.
#[derive(Debug)]
pub struct ValueDecl {
    /// The name in assembly formats and accessors.
    pub name: &'static str,
    /// How many.
    pub arity: Arity,
    /// Which types.
    pub constraint: &'static TypeConstraint,
}

/// A condition on a type.
pub struct TypeConstraint {
    /// As in diagnostics: `signless integer or LLVM dialect-compatible vector of signless integer`.
    pub summary: &'static str,
    /// Whether a type satisfies it.
    pub check: fn(&Context, Type) -> bool,
    /// The only type that does, where there is only one: assembly formats need not spell it.
    pub only: Option<fn(&Context) -> Type>,
    /// What all types that do are made of, if they are of one declaration: assembly formats spell them without
    /// `!dialect.mnemonic`.
    pub class: Option<&'static TypeDef>,
    /// The kind of builtin type that all types that do are of, which assembly formats demand before the condition itself.
    pub kind: Option<BuiltinKind>,
}

/// Kinds of builtin types that types of a constraint can be of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltinKind {
    /// `i32`.
    Integer,
    /// `vector<4xi32>`.
    Vector,
    /// `memref<4xi32>`, ranked.
    MemRef,
}

impl BuiltinKind {
    /// The name in diagnostics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Integer => "builtin.integer",
            Self::Vector => "builtin.vector",
            Self::MemRef => "builtin.memref",
        }
    }

    /// Whether a type is of the kind.
    pub fn holds(self, context: &Context, ty: Type) -> bool {
        match ty.kind(context) {
            TypeKind::Integer { .. } => self == Self::Integer,
            TypeKind::Vector { .. } => self == Self::Vector,
            TypeKind::MemRef { .. } => self == Self::MemRef,
            _ => false,
        }
    }
}

impl std::fmt::Debug for TypeConstraint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.summary)
    }
}

/// A declared inherent attribute.
#[derive(Debug)]
pub struct AttrDecl {
    /// The name.
    pub name: &'static str,
    /// Whether it must be there.
    pub presence: Presence,
    /// Which attributes.
    pub class: &'static AttrClass,
}

/// Whether a declared attribute must be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// It must.
    Required,
    /// It need not.
    Optional,
    /// Where it is not there, this is meant: the spelling of an enum case, a number, `true` or `false`, `""`, `[]`.
    Default(&'static str),
    /// `DefaultValuedOptionalAttr`: the same, but the generic form does not spell it where it is not there.
    Implied(&'static str),
}

/// Which attributes a declared attribute can be; decides how an assembly format spells it.
#[derive(Debug)]
pub enum AttrClass {
    /// Any.
    Any,
    /// `UnitAttr`.
    Unit,
    /// `UnitProp`: a flag, `unit` or `false`; formats spell what stands beside it.
    Flag,
    /// `OptionalProp`: an array of at most one attribute of the class; formats spell that one.
    OptionalProperty(&'static AttrClass),
    /// `I1Attr`, `BoolAttr`.
    Bool,
    /// A signless integer attribute of this width: `I32Attr`, `I64Attr`. Formats spell it without its type.
    Integer(u32),
    /// As `Integer`, and not negative.
    NonNegative(u32),
    /// `F64Attr` and its kin. Formats spell it without its type.
    Float(crate::types::FloatKind),
    /// `IndexAttr`.
    Index,
    /// `StrAttr`.
    String,
    /// `SymbolNameAttr`: a string that formats spell `@name`.
    SymbolName,
    /// `FlatSymbolRefAttr`.
    FlatSymbol,
    /// `SymbolRefAttr`.
    Symbol,
    /// `TypeAttr`.
    Type,
    /// `TypeAttrOf<...>`, with its summary.
    TypeOf(&'static TypeConstraint),
    /// `TypedAttrInterface`: any attribute that has a type.
    Typed,
    /// `ArrayAttr`.
    Array,
    /// `TypedArrayAttrBase`: an array of these, with the summary of the elements.
    ArrayOf(&'static AttrClass),
    /// `DictionaryAttr`.
    Dictionary,
    /// `DenseI32ArrayAttr` and its kin, by the spelling of the element type.
    DenseArray(&'static str),
    /// `ElementsAttr`.
    Elements,
    /// An enum stored as an integer attribute, spelled by its keyword: `AtomicOrdering`.
    Enum(&'static EnumDef),
    /// `EnumProp` of an enum of which a value is one case: spelled as `Enum` is, but no attribute upstream.
    EnumProperty(&'static EnumDef),
    /// `NamedEnumProp`: an enum stored as an integer attribute, spelled `keyword<case>`: `overflow<nsw>`.
    NamedEnum(&'static str, &'static EnumDef),
    /// A declared attribute; formats spell it without `#dialect.mnemonic`.
    Declared(&'static AttrDef),
    /// One of several declared attributes.
    AnyDeclared(&'static [&'static AttrDef]),
    /// `ConfinedAttr`: one of the class `base` that satisfies `check` too; spelled as the class is.
    Confined {
        /// The class.
        base: &'static AttrClass,
        /// As in diagnostics, what is said of the class included.
        summary: &'static str,
        /// Whether an attribute of the class satisfies it.
        check: fn(&Context, Attribute) -> bool,
    },
    /// Anything that satisfies `check`.
    Other {
        /// As in diagnostics.
        summary: &'static str,
        /// Whether an attribute satisfies it.
        check: fn(&Context, Attribute) -> bool,
    },
}

/// A declared region.
#[derive(Debug)]
pub struct RegionDecl {
    /// The name.
    pub name: &'static str,
    /// How many blocks: any number, or exactly one where `Sized`.
    pub size: RegionSize,
    /// Whether it stands for any number of regions.
    pub variadic: bool,
}

/// How many blocks a region has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionSize {
    /// `AnyRegion`.
    Any,
    /// `SizedRegion<n>`.
    Sized(u32),
    /// `MaxSizedRegion<n>`.
    Max(u32),
    /// `MinSizedRegion<n>`.
    Min(u32),
}

/// A declared successor.
#[derive(Debug)]
pub struct SuccessorDecl {
    /// The name.
    pub name: &'static str,
    /// Whether it stands for any number of successors.
    pub variadic: bool,
}

/// A trait of an operation, named as in ODS.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub enum Trait {
    AffineScope,
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    AutomaticAllocationScope,
    /// `BranchOpInterface`: which groups of operands the successors are given, in the order of the successors.
    Branch(&'static [&'static str]),
    /// `CastOpInterface`: whether values of the types of the operands can become values of the types of the results.
    Cast(fn(&Context, &[Type], &[Type]) -> bool),
    Commutative,
    ConstantLike,
    /// Works on each element of vectors and tensors alone.
    Elementwise,
    /// `getDefaultDialect`: in the regions of the operation, names of this dialect need no prefix.
    DefaultDialect(&'static str),
    FunctionLike,
    GraphRegion,
    /// `HasParent<...>`: the operation stands in one of these.
    HasParent(&'static [&'static str]),
    IsolatedFromAbove,
    NoMemoryEffect,
    NoRegionArguments,
    NoTerminator,
    Pure,
    /// Which operations MLIR prints in a custom form that its own parser refuses or reads as something else. The condition may
    /// depend on attributes, types and numbers of operands only.
    Unreadable(fn(OpRef<'_>) -> bool),
    /// `getAsmResultNames`: a name for the result, where the operation has one to offer.
    ResultName(fn(OpRef<'_>) -> Option<String>),
    SameOperandsAndResultElementType,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
    SameOperandsElementType,
    SameOperandsShape,
    SameTypeOperands,
    SingleBlock,
    SingleBlockImplicitTerminator(&'static str),
    /// `hasRegionVerifier`: what is demanded of the regions once all that is in them is right.
    RegionVerifier(fn(&mut Verifier<'_>, OpRef<'_>)),
    Symbol,
    SymbolTable,
    /// `RegionBranchOpInterface`: the edges along which values are handed to regions and out of them.
    RegionBranch(fn(OpRef<'_>) -> Vec<RegionEdge<'_>>),
    /// `SymbolUserOpInterface`: what is demanded of the symbols that the operation names.
    SymbolUser(fn(&mut Verifier<'_>, OpRef<'_>)),
    Terminator,
    /// `AllTypesMatch<[names]>`: the types of these operands, results and typed attributes are one.
    AllTypesMatch(&'static [&'static str]),
    /// `TypesMatchWith<summary, lhs, rhs, transform>`: the type of `to` is `transform` of the type of `from`.
    TypesMatchWith {
        summary: &'static str,
        from: &'static str,
        to: &'static str,
        transform: fn(&Context, Type) -> Option<Type>,
    },
    /// `ShapedTypeMatchesElementCountAndTypes<shaped, elements>`: of the group `elements` there are as many as `shaped` has
    /// elements, and of their type.
    ElementsMatch {
        shaped: &'static str,
        elements: &'static str,
    },
    /// `InferTypeOpInterface`: the types of the results, where they follow from the types of the operands and the inherent
    /// attributes. Formats need not spell them.
    InferResults(fn(&Context, &[Type], Attribute) -> Option<Vec<Type>>),
    /// `PredOpTrait`: a condition on the whole operation, with its summary.
    Predicate {
        summary: &'static str,
        check: fn(OpRef<'_>) -> bool,
    },
    /// `WeightedBranchOpInterface`: `branch_weights` are as many as successors.
    WeightedBranch,
    /// An interface or trait that has no consequence here but is declared upstream.
    Declared(&'static str),
}

impl OpDef {
    /// Whether the operation has a trait, by pattern of its kind.
    pub fn has(&self, is: impl Fn(&Trait) -> bool) -> bool {
        self.traits.iter().any(is)
    }

    /// Whether the operation is isolated from above, so that it owns a body.
    pub fn is_isolated(&self) -> bool {
        self.has(|t| matches!(t, Trait::IsolatedFromAbove))
    }

    /// Whether the operation ends a block.
    pub fn is_terminator(&self) -> bool {
        self.has(|t| matches!(t, Trait::Terminator))
    }

    /// The dialect whose operations need no prefix in the regions of this one.
    pub fn default_dialect(&self) -> Option<&'static str> {
        self.traits.iter().find_map(|t| match t {
            Trait::DefaultDialect(name) => Some(*name),
            _ => None,
        })
    }

    /// What the crate of `I` knows about the operation.
    pub fn interface<I: Any>(&self) -> Option<&'static I> {
        find_interface(self.interfaces)
    }

    /// Whether the regions of the operation have a block even if there is nothing in it. A [`Body`](crate::Body) may leave it
    /// out.
    pub fn has_empty_block(&self) -> bool {
        self.has(|t| matches!(t, Trait::NoTerminator))
            && self.regions.iter().all(|region| region.size == RegionSize::Sized(1))
    }

    /// The declared attribute `name`.
    pub fn attribute(&self, name: &str) -> Option<&'static AttrDecl> {
        self.attributes.iter().find(|decl| decl.name == name)
    }
}

/// A typed view of an operation, made by [`operations!`](macros).
pub trait Operation<'a>: Sized + Copy {
    /// The declaration.
    const DEF: &'static OpDef;
    /// The view of `op`, if it is such an operation.
    fn cast(op: OpRef<'a>) -> Option<Self>;
    /// The operation.
    fn op(self) -> OpRef<'a>;
}

/// Checks the parameters of an attribute or type; an error is the message.
pub type VerifyParams = fn(&Context, &[Param]) -> Result<(), String>;

/// A declared attribute.
pub struct AttrDef {
    /// The dialect's namespace.
    pub dialect: &'static str,
    /// What follows the namespace: `di_file`.
    pub mnemonic: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// The name of its class in MLIR's C++, which diagnostics say: `LLVM_DIFileAttr`.
    pub cpp_name: Option<&'static str>,
    /// What diagnostics call it where it is what a property must be: the summary in ODS.
    pub summary: Option<&'static str>,
    /// Its parameters.
    pub params: &'static [ParamDecl],
    /// Its syntax after the mnemonic.
    pub assembly: ParamAssembly<AttrDef>,
    /// The syntax, compiled when it is first needed.
    pub compiled: std::sync::OnceLock<CompiledFormat>,
    /// A name for its aliases, if MLIR gives it one: `di_file`.
    pub alias: Option<&'static str>,
    /// What it demands of its parameters; an error is the message.
    pub verify: Option<VerifyParams>,
    /// What other crates know about it.
    pub interfaces: Interfaces,
}

/// A discardable attribute of a parameter or a result of a function.
#[derive(Clone, Copy)]
pub struct ParameterAttribute<'a> {
    /// The function.
    pub function: OpRef<'a>,
    /// All attributes of the parameter or result, a dictionary.
    pub all: Attribute,
    /// Its name, namespace included.
    pub name: &'a str,
    /// Its value.
    pub value: Attribute,
    /// The type of the parameter or result.
    pub ty: Type,
    /// Whether it is an attribute of a result.
    pub is_result: bool,
}

/// Checks an attribute of a parameter or result; an error is the message.
pub type VerifyParameter = fn(ParameterAttribute<'_>) -> Result<(), String>;

/// A declared type.
pub struct TypeDef {
    /// The dialect's namespace.
    pub dialect: &'static str,
    /// What follows the namespace: `ptr`.
    pub mnemonic: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// The name of its class in MLIR's C++, which diagnostics say: `LLVM_DIFileAttr`.
    pub cpp_name: Option<&'static str>,
    /// What diagnostics call it where it is what a property must be: the summary in ODS.
    pub summary: Option<&'static str>,
    /// Its parameters.
    pub params: &'static [ParamDecl],
    /// Its syntax after the mnemonic.
    pub assembly: ParamAssembly<TypeDef>,
    /// The syntax, compiled when it is first needed.
    pub compiled: std::sync::OnceLock<CompiledFormat>,
    /// A name for its aliases, if MLIR gives it one.
    pub alias: Option<&'static str>,
    /// What it demands of its parameters; an error is the message.
    pub verify: Option<VerifyParams>,
    /// What other crates know about it.
    pub interfaces: Interfaces,
}

/// The syntax of a declared attribute or type.
pub enum ParamAssembly<D: 'static> {
    /// Nothing follows the mnemonic.
    None,
    /// MLIR's declarative assembly format.
    Format(&'static str),
    /// Written by hand.
    Custom {
        /// Reads what follows the mnemonic.
        parse: fn(&mut ParamParser<'_, '_>, &'static D) -> ParseResult<Box<[Param]>>,
        /// Prints what follows the mnemonic.
        print: fn(&mut ParamPrinter<'_>, &[Param]),
    },
}

impl<D> ParamAssembly<D> {
    /// The declarative format, if there is one.
    pub fn format(&self) -> Option<&'static str> {
        match self {
            Self::Format(text) => Some(text),
            Self::None | Self::Custom { .. } => None,
        }
    }
}

macro_rules! identity_by_address {
    ($($def:ident),*) => {$(
        impl PartialEq for $def {
            fn eq(&self, other: &Self) -> bool {
                std::ptr::eq(self, other)
            }
        }
        impl Eq for $def {}
        impl std::hash::Hash for $def {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                std::ptr::hash(self, state);
            }
        }
        impl std::fmt::Debug for $def {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}.{}", self.dialect, self.mnemonic)
            }
        }
    )*};
}
identity_by_address!(AttrDef, TypeDef);

impl AttrDef {
    /// What the crate of `I` knows about the attribute.
    pub fn interface<I: Any>(&self) -> Option<&'static I> {
        find_interface(self.interfaces)
    }
}

impl TypeDef {
    /// What the crate of `I` knows about the type.
    pub fn interface<I: Any>(&self) -> Option<&'static I> {
        find_interface(self.interfaces)
    }
}

/// A declared parameter of an attribute or a type.
#[derive(Debug)]
pub struct ParamDecl {
    /// The name.
    pub name: &'static str,
    /// Whether it must be there; a default is spelled as in the syntax.
    pub presence: Presence,
    /// What it is.
    pub kind: &'static ParamKind,
    /// Its type in MLIR's C++, which diagnostics say: `StringAttr`.
    pub cpp_type: Option<&'static str>,
}

/// What a parameter is.
#[derive(Debug)]
pub enum ParamKind {
    /// A type.
    Type,
    /// Any attribute.
    Attribute,
    /// One of these attributes; where it is a single one, formats spell it without `#dialect.mnemonic`.
    Declared(&'static [&'static AttrDef]),
    /// A builtin attribute of this class, spelled as the class is in the format of an operation.
    Class(&'static AttrClass),
    /// `true`, `false`.
    Bool,
    /// A signed integer that fits this many bits.
    Signed(u32),
    /// An unsigned integer that fits this many bits.
    Unsigned(u32),
    /// `"text"`, held as text.
    String,
    /// An enum, spelled by its keyword.
    Enum(&'static EnumDef),
    /// A number with a symbolic spelling, such as a DWARF tag.
    Symbolic(&'static EnumDef),
    /// A comma-separated list.
    List(&'static ParamKind),
    /// The same in braces: `{a, b}`.
    Braced(&'static ParamKind),
}

impl ParamKind {
    /// Whether there may be attributes in a parameter of this kind.
    pub(crate) fn may_hold_attributes(&self) -> bool {
        match self {
            Self::Type | Self::Attribute | Self::Declared(_) | Self::Class(_) => true,
            Self::Bool
            | Self::Signed(_)
            | Self::Unsigned(_)
            | Self::String
            | Self::Enum(_)
            | Self::Symbolic(_) => false,
            Self::List(item) | Self::Braced(item) => item.may_hold_attributes(),
        }
    }
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Param {
    /// An optional parameter that is not there.
    Absent,
    /// A type.
    Type(Type),
    /// An attribute.
    Attribute(Attribute),
    /// `true`, `false`.
    Bool(bool),
    /// A signed integer.
    Signed(i64),
    /// An unsigned integer, an enum or bits of an enum.
    Unsigned(u64),
    /// A text.
    String(Ident),
    /// A list.
    List(ThinVec<Param>),
}

impl Param {
    /// The attribute.
    pub fn as_attribute(&self) -> Option<Attribute> {
        match self {
            Self::Attribute(attribute) => Some(*attribute),
            _ => None,
        }
    }

    /// The type.
    pub fn as_type(&self) -> Option<Type> {
        match self {
            Self::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The unsigned integer or enum value.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Unsigned(value) => Some(*value),
            _ => None,
        }
    }

    /// The list.
    pub fn as_list(&self) -> Option<&[Param]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// The text.
    pub fn as_string(&self) -> Option<Ident> {
        match self {
            Self::String(text) => Some(*text),
            _ => None,
        }
    }
}
