//! `cargo xtask ods-diff`: compares Tern's declarations with upstream's `.td` files.
//!
//! For the `llvm` dialect, the dialects above it and those of hardware, it compares:
//!
//! * operations: operands and results (name, arity, constraint by its summary), attributes (name, presence, enum, unit),
//!   regions and successors, traits and interfaces, assembly format, presence of a verifier, and for intrinsics the name, the
//!   overloaded types and the immediate arguments;
//! * attributes and types: parameters (name, optionality), assembly format, presence of aliases;
//! * enums: cases, values, and how bits combine.

use std::collections::{BTreeMap, BTreeSet};

use tern_dialect_hardware::nvvm::chips::ChipRequirement;
use tern_mlir::declare::Dialect;
use tern_mlir::declare::{
    Arity, Assembly, AttrClass, AttrDecl, EnumDef, EnumForm, OpDef, ParamAssembly, ParamDecl, Presence,
    RegionDecl, RegionSize, Trait, ValueDecl,
};

use crate::ods::{Argument, Record, Records};
use crate::{Outcome, oracle};

/// Compares our declarations with upstream's: what is missing, and what is different.
///
/// Exits with 1 if anything is missing.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Also list what is only ours.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// The differences found, by severity.
#[derive(Default)]
struct Findings {
    missing: Vec<String>,
    different: Vec<String>,
    extra: Vec<String>,
}

impl Findings {
    /// Records the names that only one side has.
    fn names<'a>(
        &mut self,
        what: &str,
        upstream: impl IntoIterator<Item = &'a str>,
        ours: impl IntoIterator<Item = &'a str>,
    ) {
        let (upstream, ours): (BTreeSet<_>, BTreeSet<_>) =
            (upstream.into_iter().collect(), ours.into_iter().collect());
        self.missing.extend(upstream.difference(&ours).map(|name| format!("{what} {name}")));
        self.extra.extend(ours.difference(&upstream).map(|name| format!("{what} {name}")));
    }

    /// Records a property that differs.
    fn equal<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, upstream: T, ours: T) {
        if upstream != ours {
            self.different.push(format!("{what}: upstream {upstream:?}, ours {ours:?}"));
        }
    }
}

/// One of our dialects, with the place of upstream's declaration.
struct Pair {
    ours: &'static Dialect,
    /// The dialect's name in upstream's records.
    upstream: &'static str,
    /// The files that declare its operations and attributes.
    operations: &'static [&'static str],
    /// The file that declares its types.
    types: Option<&'static str>,
    /// Whether the overloaded types come from LLVM's table of intrinsics rather than from the declarations.
    by_table: bool,
}

impl Pair {
    const fn of(ours: &'static Dialect, upstream: &'static str, operations: &'static [&'static str]) -> Self {
        Self { ours, upstream, operations, types: None, by_table: true }
    }
}

static PAIRS: &[Pair] = &[
    Pair {
        ours: &tern_dialect_llvm::DIALECT,
        upstream: "LLVM_Dialect",
        operations: &["LLVMIR/LLVMOps.td", "LLVMIR/LLVMIntrinsicOps.td"],
        types: Some("LLVMIR/LLVMTypes.td"),
        by_table: false,
    },
    Pair {
        types: Some("AMX/AMX.td"),
        ..Pair::of(&tern_dialect_hardware::amx::DIALECT, "AMX_Dialect", &["AMX/AMX.td"])
    },
    Pair::of(&tern_dialect_core::vector::DIALECT, "Vector_Dialect", &["Vector/IR/VectorOps.td"]),
    Pair::of(&tern_dialect_hardware::x86vector::DIALECT, "X86Vector_Dialect", &["X86Vector/X86Vector.td"]),
    Pair::of(&tern_dialect_hardware::arm_neon::DIALECT, "ArmNeon_Dialect", &["ArmNeon/ArmNeon.td"]),
    Pair::of(&tern_dialect_hardware::arm_sve::DIALECT, "ArmSVE_Dialect", &["ArmSVE/IR/ArmSVE.td"]),
    Pair::of(
        &tern_dialect_hardware::arm_sme::DIALECT,
        "ArmSME_Dialect",
        &["ArmSME/IR/ArmSMEOps.td", "ArmSME/IR/ArmSMEIntrinsicOps.td"],
    ),
    Pair::of(&tern_dialect_hardware::nvvm::DIALECT, "NVVM_Dialect", &["LLVMIR/NVVMOps.td"]),
    Pair::of(&tern_dialect_hardware::ptr::DIALECT, "Ptr_Dialect", &["Ptr/IR/PtrOps.td"]),
    Pair::of(&tern_dialect_hardware::rocdl::DIALECT, "ROCDL_Dialect", &["LLVMIR/ROCDLOps.td"]),
    Pair {
        by_table: false,
        ..Pair::of(&tern_dialect_core::arith::DIALECT, "Arith_Dialect", &["Arith/IR/ArithOps.td"])
    },
    Pair::of(&tern_dialect_core::affine::DIALECT, "Affine_Dialect", &["Affine/IR/AffineOps.td"]),
    Pair::of(&tern_dialect_core::memref::DIALECT, "MemRef_Dialect", &["MemRef/IR/MemRefOps.td"]),
    Pair::of(&tern_dialect_core::scf::DIALECT, "SCF_Dialect", &["SCF/IR/SCFOps.td"]),
    Pair::of(&tern_dialect_core::cf::DIALECT, "ControlFlow_Dialect", &["ControlFlow/IR/ControlFlowOps.td"]),
    Pair::of(&tern_dialect_core::complex::DIALECT, "Complex_Dialect", &["Complex/IR/ComplexOps.td"]),
    Pair::of(&tern_dialect_core::index::DIALECT, "IndexDialect", &["Index/IR/IndexOps.td"]),
    Pair::of(&tern_dialect_core::math::DIALECT, "Math_Dialect", &["Math/IR/MathOps.td"]),
    Pair::of(&tern_dialect_core::ub::DIALECT, "UB_Dialect", &["UB/IR/UBOps.td"]),
    Pair::of(&tern_dialect_hardware::xevm::DIALECT, "XeVM_Dialect", &["LLVMIR/XeVMOps.td"]),
];

/// The number of upstream's declarations.
#[derive(Default)]
struct Counts {
    operations: usize,
    attributes: usize,
    types: usize,
    enums: usize,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    let (mut found, mut counts) = (Findings::default(), Counts::default());
    for pair in PAIRS {
        compare(&mut found, &mut counts, pair)?;
    }
    let Findings { missing, different, extra } = &found;
    let extra_shown = if args.verbose { &extra[..] } else { &[] };
    for (kind, lines) in
        [("missing", &missing[..]), ("different", &different[..]), ("ours only", extra_shown)]
    {
        for line in lines {
            println!("{kind}: {line}");
        }
    }
    println!(
        "upstream: {} operations, {} attributes, {} types, {} enums; missing {}, different {}, ours only {}",
        counts.operations,
        counts.attributes,
        counts.types,
        counts.enums,
        missing.len(),
        different.len(),
        extra.len()
    );
    Ok(missing.is_empty())
}

fn compare(found: &mut Findings, counts: &mut Counts, pair: &Pair) -> Result<(), String> {
    let load = |file: &&str| Records::load(&format!("mlir/Dialect/{file}"));
    let files: Vec<Records> = pair.operations.iter().map(load).collect::<Result<_, _>>()?;
    let types = pair.types.as_ref().map(load).transpose()?;
    let namespace = pair.ours.namespace;

    let of_dialect =
        |record: &Record<'_>| record.record("opDialect").is_some_and(|d| d.name() == pair.upstream);
    let upstream: BTreeMap<String, Record<'_>> = files
        .iter()
        .flat_map(|records| records.of_class("Op"))
        .filter(of_dialect)
        .map(|record| (format!("{namespace}.{}", record.text("opName")), record))
        .collect();
    found.names(
        "operation",
        upstream.keys().map(String::as_str),
        pair.ours.operations.iter().map(|def| def.name),
    );
    for def in pair.ours.operations {
        if let Some(record) = upstream.get(def.name) {
            operation(found, *record, def, pair.by_table);
        }
    }
    counts.operations += upstream.len();

    let Some(operations) = files.first() else { return Ok(()) };
    let attributes = declared(operations, "AttrDef", pair.upstream);
    // An enum may be declared more than once for one C++ class.
    let all = operations.of_class("EnumInfo").map(|record| (record.text("className"), record));
    let named: BTreeSet<&str> =
        attributes.values().filter_map(|a| a.record("enum")).map(Record::name).collect();
    // The records include enums of other dialects. Those of this dialect are found through its attributes.
    let enums: BTreeMap<&str, Record<'_>> =
        all.filter(|(_, record)| !pair.by_table || named.contains(record.name())).collect();
    let ours =
        pair.ours.enums.iter().filter(|def| !def.name.starts_with("DI") || enums.contains_key(def.name));
    found.names("enum", enums.keys().copied(), ours.map(|def| def.name));
    for def in pair.ours.enums {
        if let Some(record) = enums.get(def.name) {
            cases(found, *record, def);
        }
    }
    counts.enums += enums.len();

    found.names("attribute", attributes.keys().copied(), pair.ours.attributes.iter().map(|def| def.mnemonic));
    for def in pair.ours.attributes {
        if let Some(record) = attributes.get(def.mnemonic) {
            let what = format!("#{namespace}.{}", def.mnemonic);
            parameters(found, &what, *record, def.params, syntax(&def.assembly), def.alias);
        }
    }
    counts.attributes += attributes.len();

    let declared_types = declared(types.as_ref().unwrap_or(operations), "TypeDef", pair.upstream);
    found.names("type", declared_types.keys().copied(), pair.ours.types.iter().map(|def| def.mnemonic));
    for def in pair.ours.types {
        if let Some(record) = declared_types.get(def.mnemonic) {
            let what = format!("!{namespace}.{}", def.mnemonic);
            parameters(found, &what, *record, def.params, syntax(&def.assembly), def.alias);
        }
    }
    counts.types += declared_types.len();
    Ok(())
}

/// The attributes or types of the dialect, by mnemonic.
fn declared<'a>(records: &'a Records, class: &str, dialect: &str) -> BTreeMap<&'a str, Record<'a>> {
    let of_dialect = |record: &Record<'_>| record.record("dialect").is_some_and(|d| d.name() == dialect);
    let records = records.of_class(class).filter(of_dialect);
    records
        .map(|record| (record.text("mnemonic"), record))
        .filter(|(mnemonic, _)| !mnemonic.is_empty())
        .collect()
}

fn operation(found: &mut Findings, record: Record<'_>, def: &OpDef, by_table: bool) {
    let (mut operands, mut attributes) = (Vec::new(), Vec::new());
    for argument in record.arguments("arguments").map(unwrapped) {
        let is_type = argument.record.is_some_and(|record| record.is("TypeConstraint"));
        if is_type { &mut operands } else { &mut attributes }.push(argument);
    }
    values(found, &format!("{}: operand", def.name), operands, def.operands);
    let results: Vec<_> = record.arguments("results").map(unwrapped).collect();
    values(found, &format!("{}: result", def.name), results, def.results);

    let what = format!("{}: attribute", def.name);
    found.names(&what, attributes.iter().map(|a| a.name), def.attributes.iter().map(|a| a.name));
    for (record, decl) in attributes.iter().filter_map(|a| Some((a.record?, def.attribute(a.name)?))) {
        attribute(found, &format!("{what} {}", decl.name), record, decl);
    }

    let regions: Vec<_> = record.arguments("regions").collect();
    let what = format!("{}: region", def.name);
    found.names(&what, regions.iter().map(|r| r.name), def.regions.iter().map(|r| r.name));
    for region in &regions {
        let decl = def.regions.iter().find(|decl| decl.name == region.name);
        if let (Some(record), Some(decl)) = (region.record, decl) {
            found.equal(&format!("{what} {}", decl.name), record.text("summary").to_owned(), summary(decl));
            found.equal(
                &format!("{what} {} variadic", decl.name),
                record.is("VariadicRegion"),
                decl.variadic,
            );
        }
    }

    let successors: Vec<_> = record
        .arguments("successors")
        .map(|s| (s.name, s.record.is_some_and(|record| record.is("VariadicSuccessor"))))
        .collect();
    let ours: Vec<_> = def.successors.iter().map(|s| (s.name, s.variadic)).collect();
    let what = format!("{}: successor", def.name);
    found.names(&what, successors.iter().map(|s| s.0), ours.iter().map(|s| s.0));
    found.equal(&format!("{what}s"), successors, ours);

    let mut traits = BTreeSet::new();
    record.list("traits").for_each(|record| upstream_trait(&mut traits, record));
    let ours: BTreeSet<String> = our_traits(def).collect();
    let what = format!("{}: trait", def.name);
    found.names(&what, traits.iter().map(String::as_str), ours.iter().map(String::as_str));

    let what = format!("{}: assembly", def.name);
    match (
        record.optional_text("assemblyFormat"),
        record.number("hasCustomAssemblyFormat") != 0,
        &def.assembly,
    ) {
        (Some(upstream), _, Assembly::Format(ours)) => found.equal(&what, folded(upstream), folded(ours)),
        (Some(format), _, Assembly::Generic) => found.missing.push(format!("{what} {}", folded(format))),
        (None, true, Assembly::Generic) => found.missing.push(format!("{what}, written by hand upstream")),
        (None, false, Assembly::Format(_) | Assembly::Custom { .. }) => {
            found.different.push(format!("{what}: upstream has only the generic form"));
        }
        // Both are written by hand; only tests can compare them.
        _ => {}
    }
    if record.number("hasVerifier") != 0 && def.verify.is_none() {
        found.different.push(format!("{}: upstream has a verifier", def.name));
    }
    intrinsic(found, record, def, by_table);
}

/// Unwraps `Arg` and `Res`, which add memory effects to a constraint.
fn unwrapped(mut argument: Argument<'_>) -> Argument<'_> {
    if let Some(constraint) =
        argument.record.filter(|record| record.is("OpVariable")).and_then(|r| r.record("constraint"))
    {
        argument.record = Some(constraint);
    }
    argument
}

fn values(found: &mut Findings, what: &str, mut upstream: Vec<Argument<'_>>, ours: &[ValueDecl]) {
    // Some results have no name upstream; all of ours have one.
    for (value, decl) in upstream.iter_mut().zip(ours).filter(|(value, _)| value.name.is_empty()) {
        value.name = decl.name;
    }
    let names: Vec<_> = upstream.iter().map(|value| value.name).collect();
    let our_names: Vec<_> = ours.iter().map(|value| value.name).collect();
    found.names(what, names.iter().copied(), our_names.iter().copied());
    found.equal(&format!("{what}s in order"), names, our_names);
    for (record, decl) in
        upstream.iter().filter_map(|v| Some((v.record?, ours.iter().find(|d| d.name == v.name)?)))
    {
        let what = format!("{what} {}", decl.name);
        let (arity, constraint) = if record.is("VariadicOfVariadic") {
            ("variadic of variadic", record.record("baseType"))
        } else if record.is("Variadic") {
            ("variadic", record.record("baseType"))
        } else if record.is("Optional") {
            ("optional", record.record("baseType"))
        } else {
            ("one", Some(record))
        };
        let our_arity = match decl.arity {
            Arity::One => "one",
            Arity::Optional => "optional",
            Arity::Variadic => "variadic",
            Arity::VariadicOfVariadic(segments) => {
                found.equal(&format!("{what} segments"), record.text("segmentAttrName"), segments);
                "variadic of variadic"
            }
        };
        found.equal(&format!("{what} arity"), arity, our_arity);
        // A variadic of variadics wraps a variadic, which wraps the constraint.
        let constraint =
            constraint.map(|c| if c.is("Variadic") { c.record("baseType").unwrap_or(c) } else { c });
        if let Some(constraint) = constraint {
            found.equal(&format!("{what} type"), constraint.text("summary"), decl.constraint.summary);
        }
    }
}

fn attribute(found: &mut Findings, what: &str, record: Record<'_>, decl: &AttrDecl) {
    let presence = if record.is("Property") {
        if record.text("defaultValue").is_empty() { "required" } else { "default" }
    } else if record.is("OptionalAttr") || record.number("isOptional") != 0 || record.name() == "UnitAttr" {
        "optional"
    } else if record.has("defaultValue") {
        "default"
    } else {
        "required"
    };
    let ours = match decl.presence {
        Presence::Required => "required",
        Presence::Optional | Presence::Implied(_) => "optional",
        Presence::Default(_) => "default",
    };
    found.equal(&format!("{what} presence"), presence, ours);

    let base = record.record("baseAttr").unwrap_or(record);
    found.equal(&format!("{what} unit"), base.name() == "UnitAttr", matches!(decl.class, AttrClass::Unit));
    let upstream_enum = match base.record("enum") {
        Some(of_property) if !base.is("EnumAttr") => Some(of_property),
        _ => base.is("EnumInfo").then_some(base),
    };
    if let (
        Some(upstream),
        AttrClass::Enum(ours) | AttrClass::EnumProperty(ours) | AttrClass::NamedEnum(_, ours),
    ) = (upstream_enum, decl.class)
    {
        found.equal(&format!("{what} enum"), upstream.text("className"), ours.name);
    }
    if let AttrClass::NamedEnum(keyword, _) = decl.class {
        found.equal(&format!("{what} keyword"), record.text("mnemonic"), *keyword);
    }
    if let (AttrClass::Declared(def), Some(_)) = (decl.class, base.optional_text("mnemonic")) {
        found.equal(&format!("{what} attribute"), base.text("mnemonic"), def.mnemonic);
    }
}

/// Upstream's summary for this region constraint.
fn summary(region: &RegionDecl) -> String {
    match region.size {
        RegionSize::Any => "any region".to_owned(),
        RegionSize::Sized(blocks) => format!("region with {blocks} blocks"),
        RegionSize::Max(blocks) => format!("region with at most {blocks} blocks"),
        RegionSize::Min(blocks) => format!("region with at least {blocks} blocks"),
    }
}

/// The name under which an upstream trait is compared.
fn upstream_trait(all: &mut BTreeSet<String>, record: Record<'_>) {
    let name = match record.optional_text("cppInterfaceName") {
        Some("SymbolOpInterface") => "Symbol".to_owned(),
        Some("FunctionOpInterface") => "FunctionLike".to_owned(),
        Some(interface) => interface.to_owned(),
        None if record.name() == "InferTypeOpAdaptor" => "InferTypeOpInterface".to_owned(),
        None if record.is("AllTypesMatch") => all_types_match(&record.texts("values")),
        None if record.is("TypesMatchWith") => {
            types_match_with(record.text("lhs"), record.text("rhs"), record.text("summary"))
        }
        None if record.is("SingleBlockImplicitTerminator") => {
            let inner = record.list("traits").find(|inner| inner.is("ParamNativeOpTrait"));
            let terminator = inner.map_or("", |inner| inner.text("trait"));
            single_block_implicit_terminator(terminator)
        }
        None if record.is("PredOpTrait") => format!("Predicate: {}", record.text("summary")),
        // The parents are given as class names.
        None if record.is_anonymous() && record.text("trait").starts_with("HasParent<") => {
            "HasParent".to_owned()
        }
        None if record.is_anonymous() => record.text("trait").to_owned(),
        None => record.name().to_owned(),
    };
    all.insert(name);
}

/// The names under which the traits of one of our operations are compared. What upstream says by a trait may be an interface.
fn our_traits(def: &OpDef) -> impl Iterator<Item = String> {
    let requirement = def.interface::<ChipRequirement>().map(|requirement| match requirement {
        ChipRequirement::AtLeast(least) => format!("NVVMRequiresSM<{least}>::Impl"),
        ChipRequirement::Accelerated(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            format!("NVVMRequiresSMa<{}>::Impl", numbers.join(","))
        }
    });
    def.traits.iter().filter_map(our_trait).chain(requirement)
}

/// The name under which one of our traits is compared.
pub(crate) fn our_trait(found: &Trait) -> Option<String> {
    let name = match found {
        Trait::AliasAnalysis(_) => "AliasAnalysisOpInterface",
        Trait::AffineScope => "AffineScope",
        Trait::AttrSizedOperandSegments => "AttrSizedOperandSegments",
        Trait::AttrSizedResultSegments => "AttrSizedResultSegments",
        Trait::AutomaticAllocationScope => "AutomaticAllocationScope",
        Trait::Branch(_) | Trait::BranchSegments(_) => "BranchOpInterface",
        Trait::Cast(_) => "CastOpInterface",
        Trait::Commutative => "Commutative",
        Trait::ConstantLike => "ConstantLike",
        Trait::DefaultDialect(_) | Trait::ResultName(_) => "OpAsmOpInterface",
        // Describes a limitation of upstream's parser, which ODS does not state.
        Trait::Unreadable(_) => return None,
        Trait::Elementwise => "Elementwise",
        Trait::FunctionLike => "FunctionLike",
        // In ODS the effects of operands and results are part of their constraints.
        Trait::MemAlloc(_) | Trait::MemFree(_) | Trait::MemRead(_) | Trait::MemWrite(_) => return None,
        Trait::UnknownEffectsIf(_) => return None,
        Trait::RecursiveMemoryEffects => "RecursiveMemoryEffects",
        Trait::GraphRegion => "GraphRegion",
        Trait::HasParent(_) => "HasParent",
        Trait::IsolatedFromAbove => "IsolatedFromAbove",
        Trait::NoMemoryEffect => "NoMemoryEffect",
        Trait::NoRegionArguments => "NoRegionArguments",
        Trait::NoTerminator => "NoTerminator",
        Trait::Pure => "Pure",
        Trait::SameOperandsAndResultElementType => "SameOperandsAndResultElementType",
        Trait::SameOperandsAndResultShape => "SameOperandsAndResultShape",
        Trait::SameOperandsAndResultType => "SameOperandsAndResultType",
        Trait::SameOperandsElementType => "SameOperandsElementType",
        Trait::SameOperandsShape => "SameOperandsShape",
        Trait::SameTypeOperands => "SameTypeOperands",
        Trait::SingleBlock => "SingleBlock",
        Trait::Symbol => "Symbol",
        Trait::SymbolTable => "SymbolTable",
        Trait::SymbolUser(_) => "SymbolUserOpInterface",
        Trait::Terminator => "Terminator",
        Trait::SingleBlockImplicitTerminator(operation) => {
            return Some(single_block_implicit_terminator(operation));
        }
        Trait::AllTypesMatch(names) => return Some(all_types_match(names)),
        Trait::TypesMatchWith { summary, from, to, .. } => return Some(types_match_with(from, to, summary)),
        Trait::Predicate { summary, .. } => return Some(format!("Predicate: {summary}")),
        Trait::ElementsMatch { shaped, elements } => {
            return Some(format!(
                "Predicate: shaped type '{shaped}' matches '{elements}' element count and types"
            ));
        }
        Trait::InferResults(_) => "InferTypeOpInterface",
        Trait::Declared(name) => name,
        Trait::WeightedBranch => "WeightedBranchOpInterface",
        // In ODS this is a field of the record, not a trait.
        Trait::RegionVerifier(_) => return None,
        Trait::RegionBranch(_) => "RegionBranchOpInterface",
    };
    Some(name.to_owned())
}

fn all_types_match(names: &[&str]) -> String {
    format!("AllTypesMatch<{}>", names.join(", "))
}

fn types_match_with(from: &str, to: &str, summary: &str) -> String {
    format!("TypesMatchWith<{from}, {to}: {summary}>")
}

/// Upstream names the terminator's C++ class (`ReturnOp`), we its operation (`llvm.return`), so only the presence of the trait
/// is compared.
fn single_block_implicit_terminator(_: &str) -> String {
    "SingleBlockImplicitTerminator".to_owned()
}

fn intrinsic(found: &mut Findings, record: Record<'_>, def: &OpDef, by_table: bool) {
    let upstream = record.optional_text("llvmEnumName").filter(|_| record.is("LLVM_IntrOpBase"));
    let what = format!("{}: intrinsic", def.name);
    let (upstream, ours) = match (upstream, &def.intrinsic) {
        (None, _) => return,
        (Some(upstream), None) => return found.missing.push(format!("{what} {upstream}")),
        (Some(upstream), Some(ours)) => (upstream, ours),
    };
    let our_name = ours.name.strip_prefix("llvm.").unwrap_or(ours.name).replace('.', "_");
    found.equal(&what, upstream.to_owned(), our_name);
    if !ours.regular {
        // Parser and printer are written by hand.
        return;
    }
    let numbers = |field: &str| -> Vec<u32> {
        record
            .text(field)
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect()
    };
    if !by_table {
        let results = numbers("overloadedResultsCpp");
        found.equal(&format!("{what} overloaded results"), &results[..], ours.overloaded_results);
        let operands = numbers("overloadedOperandsCpp");
        found.equal(&format!("{what} overloaded operands"), &operands[..], ours.overloaded_operands);
    }
    let names = record.text("immArgAttrNamesCpp").split('"').skip(1).step_by(2);
    let immediates: Vec<(u32, &str)> = numbers("immArgPositionsCpp").into_iter().zip(names).collect();
    found.equal(&format!("{what} immediates"), &immediates[..], ours.immediates);
}

fn cases(found: &mut Findings, record: Record<'_>, def: &EnumDef) {
    let what = format!("enum {}", def.name);
    let unsupported: Vec<_> = record.list("unsupported").map(Record::name).collect();
    let upstream: BTreeMap<&str, i64> = record
        .list("enumerants")
        .filter(|case| !unsupported.contains(&case.name()))
        .map(|case| (case.text("str"), case.number("value")))
        .collect();
    let ours: BTreeMap<&str, i64> = def.all().map(|case| (case.spelling, case.value.cast_signed())).collect();
    found.names(&format!("{what}: case"), upstream.keys().copied(), ours.keys().copied());
    for (spelling, value) in &upstream {
        if let Some(our_value) = ours.get(spelling) {
            found.equal(&format!("{what}: case {spelling}"), *value, *our_value);
        }
    }
    let form = match record.optional_text("separator") {
        Some(separator) => format!("bits, {separator:?}"),
        None => format!("value of {} bits", record.number("bitwidth")),
    };
    let our_form = match def.form {
        EnumForm::Bits(separator, _) => format!("bits, {separator:?}"),
        EnumForm::Value(width) => format!("value of {width} bits"),
    };
    found.equal(&what, form, our_form);
}

/// The format; `Some("")` if it is written by hand, `None` if nothing follows the mnemonic.
fn syntax<D>(assembly: &ParamAssembly<D>) -> Option<&'static str> {
    match assembly {
        ParamAssembly::None => None,
        ParamAssembly::Format(format) => Some(format),
        ParamAssembly::Custom { .. } => Some(""),
    }
}

fn parameters(
    found: &mut Findings,
    what: &str,
    record: Record<'_>,
    params: &[ParamDecl],
    syntax: Option<&str>,
    alias: Option<&str>,
) {
    let upstream: Vec<_> = record.arguments("parameters").collect();
    let what_param = format!("{what}: parameter");
    found.names(&what_param, upstream.iter().map(|p| p.name), params.iter().map(|p| p.name));
    for (argument, decl) in
        upstream.iter().filter_map(|a| Some((a, params.iter().find(|decl| decl.name == a.name)?)))
    {
        let optional = argument.record.is_some_and(|record| !record.text("defaultValue").is_empty());
        let ours = !matches!(decl.presence, Presence::Required);
        found.equal(&format!("{what_param} {} can be absent", decl.name), optional, ours);
    }
    let by_hand = record.number("hasCustomAssemblyFormat") != 0;
    match (record.optional_text("assemblyFormat"), syntax) {
        (Some(upstream), Some(ours)) if !ours.is_empty() => {
            found.equal(&format!("{what}: assembly"), folded(upstream), folded(ours));
        }
        // There is nothing to print after the mnemonic.
        (Some(""), None) => {}
        (Some(format), None) => found.missing.push(format!("{what}: assembly {}", folded(format))),
        (None, None) if by_hand => found.missing.push(format!("{what}: assembly, written by hand upstream")),
        _ => {}
    }
    found.equal(&format!("{what}: has an alias"), record.number("genMnemonicAlias") != 0, alias.is_some());
}

/// Normalizes the whitespace of a format: none next to brackets, one blank elsewhere.
fn folded(format: &str) -> String {
    // Literals are separate words, and may be blank.
    let mut words = Vec::new();
    for (at, part) in format.split('`').enumerate() {
        if at % 2 == 1 {
            words.push(format!("`{part}`"));
        } else {
            words.extend(part.split_ascii_whitespace().map(str::to_owned));
        }
    }
    let mut folded = String::new();
    for word in words {
        let glued = folded.is_empty() || folded.ends_with(['(', '[']) || word.starts_with([')', ']', ',']);
        if !glued {
            folded.push(' ');
        }
        folded.push_str(&word);
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn white_space_of_formats_does_not_count() {
        assert_eq!(folded("\n  $a `,`\n ( `x` $b^ )? attr-dict "), folded("$a `,` (`x` $b^)? attr-dict"));
        assert_eq!(folded("attr-dict`:`$a"), folded("attr-dict `:` $a"));
        assert_ne!(folded("$a $b"), folded("$a `` $b"));
        assert_ne!(folded("$a `` $b"), folded("$a ` ` $b"));
    }
}
