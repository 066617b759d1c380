//! The declaration language: the single definition of each operation, attribute, type and enum.
//!
//! A declaration follows MLIR's ODS closely enough that it can be compared with upstream's `.td` line by line: same names, same
//! order, same assembly-format notation. It drives parsing, printing, verification, typed views, builders and the reference manual.
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
//!
//! Each operation is a type: `Add::of(op)` is a [`View`] of an operation, with an accessor for each part of the declaration
//! (`add.lhs()`, `add.overflowFlags()`), and `Add::build(lhs, rhs)` a [`New`] operation.

mod build;
mod check;
mod classes;
mod defaults;
mod enums;
mod facts;
mod fields;
mod interfaces;
pub mod macros;
mod old_spellings;
mod params;
mod views;

use std::any::Any;

use thin_vec::ThinVec;

pub use build::New;
pub use check::check;
pub use classes::attribute_error;
pub(crate) use classes::{fits, is_flag, optional_property};
pub use defaults::{constant_default, is_default};
pub(crate) use defaults::{default_param, default_value};
pub(crate) use enums::enum_spellings;
pub use enums::{EnumCase, EnumDef, EnumForm};
pub(crate) use facts::Facts;
pub use fields::{FieldValue, Holds, enum_value};
pub use interfaces::op_interfaces;
pub use macros::{
    attribute_classes, attribute_defs, bit_enums, concat, enums, families, operations, type_constraints,
    type_defs,
};
pub use old_spellings::{OldAttribute, OldForm, OldSpellings, OldTypes};
pub use params::{HoldsParam, Items, ListOf, NewParams, OfClass, ParamDef, Params};
pub use views::{Access, Printed, Subject, Unverified, Verified, View};

use crate::asm::format::CompiledFormat;
use crate::asm::{OpParser, OpPrinter, ParamParser, ParamPrinter, ParseResult, PrintedOp};
use crate::attributes::Attribute;
use crate::body::{OpRef, OpState};
use crate::bytecode::BytecodeAttribute;
use crate::context::{Context, Ident};
use crate::types::{Type, TypeKind};
use crate::verify::{RegionEdge, Verifier};

/// A dialect: a namespace and its declarations.
pub struct Dialect {
    /// The namespace: `llvm`.
    pub namespace: &'static str,
    /// Declared operations.
    pub operations: &'static [&'static OpDef],
    /// Declared attributes.
    pub attributes: &'static [&'static AttrDef],
    /// Declared types.
    pub types: &'static [&'static TypeDef],
    /// Declared enums.
    pub enums: &'static [&'static EnumDef],
    /// Parsers and printers of `custom<…>` directives in assembly formats.
    pub directives: &'static [crate::asm::Directive],
    /// Checks a discardable attribute in this dialect's namespace (`llvm.noalias`) on an operation.
    pub verify_attribute: Option<fn(&mut Verifier<'_>, OpRef<'_>, Ident, Attribute)>,
    /// Checks an attribute in this dialect's namespace on a parameter or result of a function.
    pub verify_parameter: Option<VerifyParameter>,
    /// The attributes that have a bytecode encoding, by their codes; all others are written as text there.
    pub bytecode: &'static [BytecodeAttribute],
    /// Whether bytecode stores properties as a dictionary, as it does those of undeclared operations. For a dialect that MLIR's own
    /// tools do not know: they can read the file with `--allow-unregistered-dialect`.
    pub properties_by_name: bool,
    /// The dialect's spellings from 2019 to 2022, read on request.
    pub old_spellings: Option<&'static OldSpellings>,
    /// The namespace in which operations of this dialect are spelled, in generic form, for a version of MLIR that does not have them.
    pub stand_ins: Option<&'static str>,
    /// Whether undeclared operations of this namespace are allowed. MLIR: `allowUnknownOperations`.
    pub unknown_operations: bool,
    /// Whether undeclared types and attributes of this namespace are allowed.
    pub unknown_types: bool,
    /// The error message for an undeclared type, given the text after the namespace; `None` for MLIR's default message.
    pub unknown_type: Option<fn(&str) -> String>,
    /// Interfaces that other crates attach to the dialect as a whole.
    pub interfaces: Interfaces,
}

impl Dialect {
    /// A dialect without declarations.
    pub const fn new(namespace: &'static str) -> Self {
        Self {
            namespace,
            operations: &[],
            attributes: &[],
            types: &[],
            enums: &[],
            directives: &[],
            verify_attribute: None,
            verify_parameter: None,
            bytecode: &[],
            properties_by_name: false,
            old_spellings: None,
            stand_ins: None,
            unknown_operations: false,
            unknown_types: false,
            unknown_type: None,
            interfaces: &[],
        }
    }

    /// The interface of type `I` attached to the dialect, if any.
    pub fn interface<I: Any>(&self) -> Option<&'static I> {
        find_interface(self.interfaces)
    }
}

impl std::fmt::Debug for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.namespace)
    }
}

/// Interfaces that crates unknown to this one attach to a dialect or a declaration, each a value of a type of its own: for
/// instance, how it is translated. MLIR: dialect and operation interfaces.
pub type Interfaces = &'static [&'static (dyn Any + Send + Sync)];

fn find_interface<I: Any>(interfaces: Interfaces) -> Option<&'static I> {
    interfaces.iter().find_map(|interface| (*interface as &'static dyn Any).downcast_ref())
}

/// The declaration of an operation.
pub struct OpDef {
    /// The full name: `llvm.add`.
    pub name: &'static str,
    /// Documentation; the first line is the summary.
    pub doc: &'static str,
    /// Traits and interfaces, as in ODS.
    pub traits: &'static [Trait],
    /// Declared operand groups, in order.
    pub operands: &'static [ValueDecl],
    /// Declared inherent attributes.
    pub attributes: &'static [AttrDecl],
    /// Declared discardable attributes, which are no properties. Their names need no prefix.
    pub discardable: &'static [AttrDecl],
    /// Declared result groups, in order.
    pub results: &'static [ValueDecl],
    /// Declared regions.
    pub regions: &'static [RegionDecl],
    /// Declared successors.
    pub successors: &'static [SuccessorDecl],
    /// The custom assembly.
    pub assembly: Assembly,
    /// The compiled `assembly` if it is a `Format`; compiled on first use.
    pub compiled: std::sync::OnceLock<CompiledFormat>,
    /// Checks what the rest of the declaration does not express.
    pub verify: Option<fn(&mut Verifier<'_>, OpRef<'_>)>,
    /// The LLVM intrinsic that the operation represents.
    pub intrinsic: Option<IntrinsicDecl>,
    /// Interfaces that other crates attach to the operation.
    pub interfaces: Interfaces,
}

/// How an operation represents a call of an LLVM intrinsic, in both directions.
///
/// The arguments of the call are the operands in order, with the `immediates` inserted at their positions. Fast-math flags, access
/// groups, alias scopes, TBAA tags, argument and result attributes and operand bundles are translated if the operation declares
/// attributes or operands for them.
#[derive(Debug)]
pub struct IntrinsicDecl {
    /// The name without type suffixes: `llvm.smax`.
    pub name: &'static str,
    /// The results whose types become type suffixes; for an intrinsic that returns a struct, the indices of its fields.
    pub overloaded_results: &'static [u32],
    /// The call arguments whose types become the type suffixes after those of the results.
    pub overloaded_operands: &'static [u32],
    /// The call arguments that must be constants: their positions, and the attributes that hold them.
    pub immediates: &'static [(u32, &'static str)],
    /// Whether import ignores this operation and makes a generic intrinsic call, as upstream's import does.
    pub export_only: bool,
    /// Whether this record fully describes the intrinsic; otherwise it needs code of its own in both directions.
    pub regular: bool,
}

impl IntrinsicDecl {
    /// An intrinsic without type suffixes and immediate arguments.
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

/// The custom assembly of an operation.
pub enum Assembly {
    /// None: the generic form only.
    Generic,
    /// MLIR's declarative assembly format.
    Format(&'static str),
    /// Irregular syntax, written by hand.
    Custom {
        /// Parses what follows the name, up to but excluding the location. The result must depend only on the text, on the kind
        /// of the token after it, and on which names are equal: the line cache relies on it.
        parse: fn(&mut OpParser<'_, '_>, &mut OpState) -> ParseResult<()>,
        /// Prints what follows the name. The text must depend on nothing but what [`PrintedOp`] shows: the print cache relies on
        /// it.
        print: fn(&mut OpPrinter<'_>, PrintedOp<'_>),
    },
}

/// How many values a declared operand or result group holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// Zero or one.
    Optional,
    /// Any number.
    Variadic,
    /// Any number of groups, whose sizes the dense array attribute of this name holds.
    VariadicOfVariadic(&'static str),
}

/// A declared operand or result group.
#[derive(Debug)]
pub struct ValueDecl {
    /// The name in assembly formats and accessors.
    pub name: &'static str,
    /// How many values the group holds.
    pub arity: Arity,
    /// The condition on the type of each value.
    pub constraint: &'static TypeConstraint,
}

/// A condition on a type.
pub struct TypeConstraint {
    /// The text in diagnostics: `signless integer or LLVM dialect-compatible vector of signless integer`.
    pub summary: &'static str,
    /// Whether a type satisfies the constraint.
    pub check: fn(&Context, Type) -> bool,
    /// The only type that satisfies it, if there is just one: assembly formats need not spell it.
    pub only: Option<fn(&Context) -> Type>,
    /// The declared type whose instances alone satisfy it, if there is one: assembly formats spell these without
    /// `!dialect.mnemonic`.
    pub class: Option<&'static TypeDef>,
    /// The kind of builtin type that all satisfying types have. Assembly formats check it before the condition itself.
    pub kind: Option<BuiltinKind>,
}

/// Kinds of builtin types that assembly formats can check on their own.
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
    /// The type's name in diagnostics.
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
    /// The attribute's name.
    pub name: &'static str,
    /// Whether it must be present, and its default.
    pub presence: Presence,
    /// Which attributes it accepts.
    pub class: &'static AttrClass,
}

/// Whether a declared attribute must be present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// It must be present.
    Required,
    /// It may be absent.
    Optional,
    /// If absent, this default applies: the spelling of an enum case, a number, `true` or `false`, `""`, `[]`.
    Default(&'static str),
    /// `DefaultValuedOptionalAttr`: as `Default`, but the generic form does not print an absent attribute.
    Implied(&'static str),
}

/// The set of attributes that a declared attribute accepts; it also determines the spelling in assembly formats.
#[derive(Debug)]
pub enum AttrClass {
    /// Any attribute.
    Any,
    /// `UnitAttr`.
    Unit,
    /// `UnitProp`: a flag, `unit` or `false`; formats spell the keyword beside it instead of a value.
    Flag,
    /// `OptionalProp`: an array of at most one attribute of the class; formats spell that element.
    OptionalProperty(&'static AttrClass),
    /// `I1Attr`, `BoolAttr`.
    Bool,
    /// A signless integer attribute of this width: `I32Attr`, `I64Attr`. Formats spell it without its type.
    Integer(u32),
    /// As `Integer`, but not negative.
    NonNegative(u32),
    /// `F64Attr` and similar. Formats spell it without its type.
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
    /// `TypeAttrOf<...>`: a type that satisfies the constraint, whose summary diagnostics use.
    TypeOf(&'static TypeConstraint),
    /// `TypedAttrInterface`: any attribute that has a type.
    Typed,
    /// `ArrayAttr`.
    Array,
    /// `TypedArrayAttrBase`: an array of elements of this class, whose summary diagnostics use.
    ArrayOf(&'static AttrClass),
    /// `DictionaryAttr`.
    Dictionary,
    /// `DenseI32ArrayAttr` and similar, by the spelling of the element type.
    DenseArray(&'static str),
    /// `ElementsAttr`.
    Elements,
    /// An enum stored as an integer attribute, spelled by its keyword: `AtomicOrdering`.
    Enum(&'static EnumDef),
    /// `EnumProp` of an enum whose values are single cases: spelled like `Enum`, but not an attribute upstream.
    EnumProperty(&'static EnumDef),
    /// `NamedEnumProp`: an enum stored as an integer attribute, spelled `keyword<case>`: `overflow<nsw>`.
    NamedEnum(&'static str, &'static EnumDef),
    /// A declared attribute; formats spell it without `#dialect.mnemonic`.
    Declared(&'static AttrDef),
    /// One of several declared attributes.
    AnyDeclared(&'static [&'static AttrDef]),
    /// `ConfinedAttr`: an attribute of the class `base` that also satisfies `check`; spelled like that class.
    Confined {
        /// The class that is restricted.
        base: &'static AttrClass,
        /// The text in diagnostics, including that of the base class.
        summary: &'static str,
        /// Whether an attribute of the class satisfies the restriction.
        check: fn(&Context, Attribute) -> bool,
    },
    /// Any attribute that satisfies `check`.
    Other {
        /// The text in diagnostics.
        summary: &'static str,
        /// Whether an attribute satisfies the condition.
        check: fn(&Context, Attribute) -> bool,
    },
}

/// A declared region.
#[derive(Debug)]
pub struct RegionDecl {
    /// The name in assembly formats and accessors.
    pub name: &'static str,
    /// How many blocks the region may have.
    pub size: RegionSize,
    /// Whether it declares any number of regions.
    pub variadic: bool,
}

/// How many blocks a region may have.
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
    /// The name in assembly formats and accessors.
    pub name: &'static str,
    /// Whether it declares any number of successors.
    pub variadic: bool,
}

/// A trait of an operation, named as in ODS.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub enum Trait {
    /// `AliasAnalysisOpInterface`: accesses memory through these operand groups. A call has none: it counts with all its pointer
    /// operands.
    AliasAnalysis(&'static [&'static str]),
    AffineScope,
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    AutomaticAllocationScope,
    /// `BranchOpInterface`: the operand groups that are passed to the successors, in the order of the successors.
    Branch(&'static [&'static str]),
    /// `BranchOpInterface` of an operation that passes its last operands to its successors. The dense `i32` array attribute of
    /// this name has the number of operands for each successor; if it is missing, no successor gets any.
    BranchSegments(&'static str),
    /// `CastOpInterface`: whether the operand types can be cast to the result types.
    Cast(fn(&Context, &[Type], &[Type]) -> bool),
    Commutative,
    ConstantLike,
    /// Works on vectors and tensors element by element.
    Elementwise,
    /// `getDefaultDialect`: in the regions of the operation, operation names of this dialect need no prefix.
    DefaultDialect(&'static str),
    FunctionLike,
    GraphRegion,
    /// `HasParent<...>`: the parent operation must be one of these.
    HasParent(&'static [&'static str]),
    IsolatedFromAbove,
    /// `Arg<…, [MemAlloc]>`: allocates the memory that the operand or result group of this name refers to.
    MemAlloc(&'static str),
    /// `Arg<…, [MemFree]>`: frees that memory.
    MemFree(&'static str),
    /// `Arg<…, [MemRead]>`: reads that memory.
    MemRead(&'static str),
    /// `Arg<…, [MemWrite]>`: writes that memory.
    MemWrite(&'static str),
    NoMemoryEffect,
    NoRegionArguments,
    NoTerminator,
    Pure,
    /// Has the memory effects of the operations in its regions, and those that are declared beside this.
    RecursiveMemoryEffects,
    /// Tells which of the operations may have other effects than those declared, such as volatile accesses.
    UnknownEffectsIf(fn(OpRef<'_>) -> bool),
    /// Tells which operations MLIR prints in a custom form that its own parser rejects or misreads; with
    /// [`PrintOptions::for_mlir`](crate::asm::PrintOptions) they are printed in generic form. The condition may depend on attributes,
    /// types and operand counts only.
    Unreadable(fn(PrintedOp<'_>) -> bool),
    /// `getAsmResultNames`: a suggested name for the result, if any.
    ResultName(fn(OpRef<'_>) -> Option<String>),
    SameOperandsAndResultElementType,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
    SameOperandsElementType,
    SameOperandsShape,
    SameTypeOperands,
    SingleBlock,
    SingleBlockImplicitTerminator(&'static str),
    /// `hasRegionVerifier`: checks the regions after their contents have been verified.
    RegionVerifier(fn(&mut Verifier<'_>, OpRef<'_>)),
    Symbol,
    SymbolTable,
    /// `RegionBranchOpInterface`: the edges along which values flow into, between and out of the regions.
    RegionBranch(fn(OpRef<'_>) -> Vec<RegionEdge<'_>>),
    /// `SymbolUserOpInterface`: checks the symbols that the operation references.
    SymbolUser(fn(&mut Verifier<'_>, OpRef<'_>)),
    Terminator,
    /// `AllTypesMatch<[names]>`: these operands, results and typed attributes have the same type.
    AllTypesMatch(&'static [&'static str]),
    /// `TypesMatchWith<summary, lhs, rhs, transform>`: the type of `to` is `transform` of the type of `from`.
    TypesMatchWith {
        summary: &'static str,
        from: &'static str,
        to: &'static str,
        transform: fn(&Context, Type) -> Option<Type>,
    },
    /// `ShapedTypeMatchesElementCountAndTypes<shaped, elements>`: the group `elements` has as many values as `shaped` has
    /// elements, all of its element type.
    ElementsMatch {
        shaped: &'static str,
        elements: &'static str,
    },
    /// `InferTypeOpInterface`: the result types, if they follow from the operand types and the inherent attributes. Formats need
    /// not spell them.
    InferResults(fn(&Context, &[Type], Attribute) -> Option<Vec<Type>>),
    /// `PredOpTrait`: a condition on the whole operation, with its summary.
    Predicate {
        summary: &'static str,
        check: fn(OpRef<'_>) -> bool,
    },
    /// `WeightedBranchOpInterface`: `branch_weights` has one weight for each successor.
    WeightedBranch,
    /// An interface or trait that upstream declares and that has no effect here.
    Declared(&'static str),
}

impl OpDef {
    /// Whether the operation has a trait for which `is` returns true.
    pub fn has(&self, is: impl Fn(&Trait) -> bool) -> bool {
        self.traits.iter().any(is)
    }

    /// Whether the operation is isolated from above, and so owns a body.
    pub fn is_isolated(&self) -> bool {
        self.has(|t| matches!(t, Trait::IsolatedFromAbove))
    }

    /// Whether the operation must end its block.
    pub fn is_terminator(&self) -> bool {
        self.has(|t| matches!(t, Trait::Terminator))
    }

    /// The dialect whose operations need no prefix in the regions of this one.
    pub(crate) fn default_dialect(&self) -> Option<&'static str> {
        self.traits.iter().find_map(|t| match t {
            Trait::DefaultDialect(name) => Some(*name),
            _ => None,
        })
    }

    /// The operand groups that the operation passes to its successors, if it is a branch.
    pub fn branch_groups(&self) -> Option<&'static [&'static str]> {
        self.traits.iter().find_map(|t| match t {
            Trait::Branch(groups) => Some(*groups),
            _ => None,
        })
    }

    /// The attribute with the number of operands for each successor, if the last operands are passed to the successors.
    pub fn branch_segments(&self) -> Option<&'static str> {
        self.traits.iter().find_map(|t| match t {
            Trait::BranchSegments(name) => Some(*name),
            _ => None,
        })
    }

    /// The operand groups through which the operation accesses memory, if it has alias scopes.
    pub fn accessed_groups(&self) -> Option<&'static [&'static str]> {
        self.traits.iter().find_map(|t| match t {
            Trait::AliasAnalysis(groups) => Some(*groups),
            _ => None,
        })
    }

    /// The interface of type `I` attached to the operation, if any.
    pub fn interface<I: Any>(&self) -> Option<&'static I> {
        find_interface(self.interfaces)
    }

    /// Whether each region of the operation has a block even if that block is empty. A [`Body`](crate::Body) may omit such a
    /// block.
    pub(crate) fn has_empty_block(&self) -> bool {
        self.has(|t| matches!(t, Trait::NoTerminator))
            && self.regions.iter().all(|region| region.size == RegionSize::Sized(1))
    }

    /// Whether `name` is a declared discardable attribute.
    pub fn is_discardable(&self, name: &str) -> bool {
        self.discardable.iter().any(|decl| decl.name == name)
    }

    /// The declaration of the inherent attribute `name`.
    pub fn attribute(&self, name: &str) -> Option<&'static AttrDecl> {
        self.attributes.iter().find(|decl| decl.name == name)
    }
}

/// Checks the parameters of an attribute or type. The error is the diagnostic's message.
pub type VerifyParams = fn(&Context, &[Param]) -> Result<(), String>;

/// The declaration of an attribute.
pub struct AttrDef {
    /// The dialect's namespace.
    pub dialect: &'static str,
    /// The name after the namespace: `di_file`.
    pub mnemonic: &'static str,
    /// Documentation; the first line is the summary.
    pub doc: &'static str,
    /// The C++ class name, for diagnostics: `LLVM_DIFileAttr`.
    pub cpp_name: Option<&'static str>,
    /// The name in diagnostics for properties that require this attribute: the summary in ODS.
    pub summary: Option<&'static str>,
    /// Declared parameters, in order.
    pub params: &'static [ParamDecl],
    /// The syntax after the mnemonic.
    pub assembly: ParamAssembly<AttrDef>,
    /// The compiled assembly format; compiled on first use.
    pub compiled: std::sync::OnceLock<CompiledFormat>,
    /// The prefix of its aliases, if MLIR prints any: `di_file`.
    pub alias: Option<&'static str>,
    /// Checks the parameters.
    pub verify: Option<VerifyParams>,
    /// Interfaces that other crates attach to the attribute.
    pub interfaces: Interfaces,
}

/// A discardable attribute on a parameter or result of a function, as a dialect's check gets it.
#[derive(Clone, Copy)]
pub struct ParameterAttribute<'a> {
    /// The function operation.
    pub function: OpRef<'a>,
    /// The dictionary of all attributes of the parameter or result.
    pub all: Attribute,
    /// The attribute's name, namespace included.
    pub name: &'a str,
    /// The attribute's value.
    pub value: Attribute,
    /// The type of the parameter or result.
    pub ty: Type,
    /// Whether it is on a result rather than a parameter.
    pub is_result: bool,
}

/// Checks an attribute of a parameter or result. The error is the diagnostic's message.
pub type VerifyParameter = fn(ParameterAttribute<'_>) -> Result<(), String>;

/// The declaration of a type.
pub struct TypeDef {
    /// The dialect's namespace.
    pub dialect: &'static str,
    /// The name after the namespace: `ptr`.
    pub mnemonic: &'static str,
    /// Documentation; the first line is the summary.
    pub doc: &'static str,
    /// The C++ class name, for diagnostics: `LLVM_DIFileAttr`.
    pub cpp_name: Option<&'static str>,
    /// The name in diagnostics for properties that require this type: the summary in ODS.
    pub summary: Option<&'static str>,
    /// Declared parameters, in order.
    pub params: &'static [ParamDecl],
    /// The syntax after the mnemonic.
    pub assembly: ParamAssembly<TypeDef>,
    /// The compiled assembly format; compiled on first use.
    pub compiled: std::sync::OnceLock<CompiledFormat>,
    /// The prefix of its aliases, if MLIR prints any.
    pub alias: Option<&'static str>,
    /// Checks the parameters.
    pub verify: Option<VerifyParams>,
    /// Interfaces that other crates attach to the type.
    pub interfaces: Interfaces,
}

/// The syntax of a declared attribute or type after its mnemonic.
pub enum ParamAssembly<D: 'static> {
    /// Nothing follows the mnemonic.
    None,
    /// MLIR's declarative assembly format.
    Format(&'static str),
    /// Written by hand.
    Custom {
        /// Parses what follows the mnemonic.
        parse: fn(&mut ParamParser<'_, '_>, &'static D) -> ParseResult<Box<[Param]>>,
        /// Prints what follows the mnemonic.
        print: fn(&mut ParamPrinter<'_>, &[Param]),
    },
}

impl<D> ParamAssembly<D> {
    /// The declarative format; `None` for the other variants.
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
    /// The interface of type `I` attached to the attribute, if any.
    pub fn interface<I: Any>(&self) -> Option<&'static I> {
        find_interface(self.interfaces)
    }
}

impl TypeDef {
    /// The interface of type `I` attached to the type, if any.
    pub fn interface<I: Any>(&self) -> Option<&'static I> {
        find_interface(self.interfaces)
    }
}

/// A declared parameter of an attribute or a type.
#[derive(Debug)]
pub struct ParamDecl {
    /// The name in assembly formats.
    pub name: &'static str,
    /// Whether it must be present; a default is spelled as in the syntax.
    pub presence: Presence,
    /// Which values it accepts, and how they are spelled.
    pub kind: &'static ParamKind,
    /// The C++ type, for diagnostics: `StringAttr`.
    pub cpp_type: Option<&'static str>,
}

/// The kind of a parameter: which values it accepts, and how they are spelled.
#[derive(Debug)]
pub enum ParamKind {
    /// A type.
    Type,
    /// Any attribute.
    Attribute,
    /// One of these attributes. If there is just one, formats spell it without `#dialect.mnemonic`.
    Declared(&'static [&'static AttrDef]),
    /// A builtin attribute of this class, spelled as the class is in the format of an operation.
    Class(&'static AttrClass),
    /// `true`, `false`.
    Bool,
    /// A signed integer that fits this many bits.
    Signed(u32),
    /// An unsigned integer that fits this many bits.
    Unsigned(u32),
    /// A quoted string, stored as an [`Ident`].
    String,
    /// An enum case, spelled as a keyword.
    Enum(&'static EnumDef),
    /// A number with symbolic names, such as a DWARF tag.
    Symbolic(&'static EnumDef),
    /// A comma-separated list.
    List(&'static ParamKind),
    /// A comma-separated list in braces: `{a, b}`.
    Braced(&'static ParamKind),
}

impl ParamKind {
    /// Whether a parameter of this kind may contain attributes.
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
    /// An omitted optional parameter.
    Absent,
    /// A type.
    Type(Type),
    /// An attribute.
    Attribute(Attribute),
    /// `true`, `false`.
    Bool(bool),
    /// A signed integer.
    Signed(i64),
    /// An unsigned integer, the value of an enum case, or the bits of an enum.
    Unsigned(u64),
    /// A text.
    String(Ident),
    /// A list.
    List(ThinVec<Param>),
}

impl Param {
    /// The attribute, if it is one.
    pub fn as_attribute(&self) -> Option<Attribute> {
        match self {
            Self::Attribute(attribute) => Some(*attribute),
            _ => None,
        }
    }

    /// The type, if it is one.
    pub fn as_type(&self) -> Option<Type> {
        match self {
            Self::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The unsigned integer or enum value, if it is one.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Unsigned(value) => Some(*value),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    pub fn as_list(&self) -> Option<&[Param]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// The string, if it is one.
    pub fn as_string(&self) -> Option<Ident> {
        match self {
            Self::String(text) => Some(*text),
            _ => None,
        }
    }
}
