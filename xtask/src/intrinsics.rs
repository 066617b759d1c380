//! `cargo xtask intrinsics`: generates the tables of LLVM's intrinsics in `llvm-ir/src/intrinsics` from LLVM's
//! `Intrinsics*.td`.
//!
//! A table has one line per set of function attributes (`@0 nocallback …`), and then one line per intrinsic:
//!
//! ```text
//! masked.load @2 anyvector(anyptr,as:0:i1,0) 0=captures(none)
//! dbg.label @0 void(metadata)
//! ```
//!
//! A line has the name without `llvm.` and the target, the number of the attribute set, the type as described in
//! `llvm-ir/src/intrinsics/signature.rs`, and the attributes of parameters.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::ods::{Record, Records};
use crate::{Outcome, oracle, root};

/// Writes the tables of LLVM's intrinsics anew, from the `.td` files of the LLVM that is installed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; exit with 1 if a table is not up to date.
    #[arg(long)]
    check: bool,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    let records = Records::load("llvm/IR/Intrinsics.td")?;
    let defaults: Vec<&str> = records
        .of_class("IntrinsicProperty")
        .filter(|property| property.number("IsDefault") != 0)
        .map(Record::name)
        .collect();
    let types = Spelled::new(&records);
    let mut tables: BTreeMap<&str, Table> = BTreeMap::new();
    for record in records.of_class("Intrinsic") {
        let target = record.text("TargetPrefix");
        let spelled = record.text("LLVMName").to_owned();
        let name = if spelled.is_empty() {
            record.name().trim_start_matches("int_").replace('_', ".")
        } else {
            spelled.trim_start_matches("llvm.").to_owned()
        };
        let name = name.strip_prefix(target).map_or(&name[..], |rest| rest.trim_start_matches('.'));
        let table = tables.entry(if target.is_empty() { "generic" } else { target }).or_default();
        let set = function_attributes(record, &defaults);
        let next = table.sets.len();
        let set = *table.sets.entry(set).or_insert(next);
        let mut line = format!("{name} @{set} {}", signature(record, &types)?);
        for (position, attributes) in parameter_attributes(record)? {
            write!(line, " {position}={}", attributes.join(";")).map_err(|error| error.to_string())?;
        }
        table.lines.push(line);
    }
    let mut current = true;
    for (target, table) in tables {
        let path = root().join(format!("llvm-ir/src/intrinsics/{target}.txt"));
        let text = table.text();
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        current = false;
        println!("{}", path.display());
        if !args.check {
            std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(current || !args.check)
}

#[derive(Default)]
struct Table {
    /// The number of each attribute set.
    sets: BTreeMap<String, usize>,
    lines: Vec<String>,
}

impl Table {
    fn text(mut self) -> String {
        let mut sets: Vec<(usize, String)> =
            self.sets.into_iter().map(|(text, number)| (number, text)).collect();
        sets.sort();
        self.lines.sort_by(|a, b| a.split(' ').next().cmp(&b.split(' ').next()));
        let sets = sets.into_iter().map(|(number, text)| format!("@{number} {text}\n"));
        sets.chain(self.lines.into_iter().map(|line| line + "\n")).collect()
    }
}

/// The function attributes, in LLVM's spelling.
fn function_attributes(record: Record<'_>, defaults: &[&str]) -> String {
    let mut properties: Vec<&str> = record.list("IntrProperties").map(Record::name).collect();
    if record.number("DisableDefaultAttributes") == 0 {
        properties.extend(defaults);
    }
    let has = |name: &str| properties.contains(&name);
    let mut attributes = Vec::new();
    for (property, attribute) in [
        ("IntrCold", "cold"),
        ("IntrConvergent", "convergent"),
        ("IntrNoCallback", "nocallback"),
        ("IntrNoCreateUndefOrPoison", "nocreateundeforpoison"),
        ("IntrNoDuplicate", "noduplicate"),
        ("IntrNoFree", "nofree"),
        ("IntrNoMerge", "nomerge"),
        ("IntrNoReturn", "noreturn"),
        ("IntrNoSync", "nosync"),
        ("IntrSpeculatable", "speculatable"),
        ("IntrStrictFP", "strictfp"),
        ("IntrWillReturn", "willreturn"),
    ] {
        if has(property) {
            attributes.push(attribute);
        }
    }
    if !has("Throws") {
        attributes.push("nounwind");
    }
    let access = match (has("IntrReadMem"), has("IntrWriteMem")) {
        (true, false) => "read",
        (false, true) => "write",
        _ => "readwrite",
    };
    let memory = if has("IntrNoMem") {
        // An intrinsic with other side effects may access memory as well.
        if has("IntrHasSideEffects") { String::new() } else { "memory(none)".to_owned() }
    } else if has("IntrInaccessibleMemOrArgMemOnly") {
        format!("memory(argmem:{access},inaccessiblemem:{access})")
    } else if has("IntrInaccessibleMemOnly") {
        format!("memory(inaccessiblemem:{access})")
    } else if has("IntrArgMemOnly") {
        format!("memory(argmem:{access})")
    } else if access != "readwrite" {
        format!("memory({access})")
    } else {
        String::new()
    };
    attributes.sort_unstable();
    let mut text = attributes.join(" ");
    if !memory.is_empty() {
        text = format!("{text} {memory}").trim_start().to_owned();
    }
    text
}

/// The type of an intrinsic, `result(parameter,…)`, in the syntax of `llvm-ir/src/intrinsics/signature.rs`.
fn signature(record: Record<'_>, spelled: &Spelled<'_>) -> Result<String, String> {
    let returned = record.list("RetTypes").count();
    // LLVM ignores a type without a code, whatever its record says.
    let types =
        record.list("RetTypes").chain(record.list("ParamTypes")).filter(|ty| !ty.numbers("Sig").is_empty());
    let types = types.map(|ty| spelled.of(ty)).collect::<Result<Vec<_>, _>>();
    let types = types.map_err(|error| format!("{}: {error}", record.name()))?;
    let (results, params) = types.split_at(returned.min(types.len()));
    let params = params.join(",");
    Ok(match results {
        [] => format!("void({params})"),
        [only] => format!("{only}({params})"),
        _ => format!("{{{}}}({params})", results.join(",")),
    })
}

/// Context for spelling types.
struct Spelled<'a> {
    /// Fixed types, by LLVM's encoding.
    fixed: BTreeMap<Vec<i64>, Record<'a>>,
    /// For element types, by LLVM's encoding: the overloaded type that they are the element of.
    elements: BTreeMap<Vec<i64>, i64>,
}

impl<'a> Spelled<'a> {
    fn new(records: &'a Records) -> Self {
        let fixed =
            records.of_class("LLVMType").filter(|ty| !ty.is("LLVMMatchType") && !ty.is("LLVMAnyType"));
        let elements = records.of_class("LLVMVectorElementType");
        Self {
            fixed: fixed.map(|ty| (ty.numbers("Sig"), ty)).collect(),
            elements: elements.map(|ty| (ty.numbers("Sig"), ty.number("Number"))).collect(),
        }
    }

    fn of(&self, ty: Record<'_>) -> Result<String, String> {
        if ty.is("LLVMAnyType") {
            return match ty.number("ArgCode") {
                0 => Ok("any".to_owned()),
                1 => Ok("anyint".to_owned()),
                2 => Ok("anyfloat".to_owned()),
                3 => Ok("anyvector".to_owned()),
                4 => Ok("anyptr".to_owned()),
                code => Err(format!("unknown kind {code} of overloaded type")),
            };
        }
        if !ty.is("LLVMMatchType") {
            return Self::fixed(ty);
        }
        let number = ty.number("Number");
        let code = ty.numbers("Sig");
        for (class, word) in [
            ("LLVMExtendedType", "wide"),
            ("LLVMTruncatedType", "narrow"),
            ("LLVMVectorElementType", "element"),
            ("LLVMSubdivide2VectorType", "halves"),
            ("LLVMSubdivide4VectorType", "quarters"),
            ("LLVMVectorOfBitcastsToInt", "bits"),
            ("LLVMVectorOfAnyPointersToElt", "pointers"),
        ] {
            if ty.is(class) {
                return Ok(format!("{word}:{number}"));
            }
        }
        match (ty.is("LLVMOneNthElementsVectorType"), ty.is("LLVMScalarOrSameVectorWidth"), &code[..]) {
            (true, _, [_, _, count]) => Ok(format!("part{count}:{number}")),
            (_, true, [_, _, element @ ..]) => match self.fixed.get(element) {
                Some(&element) => Ok(format!("as:{number}:{}", Self::fixed(element)?)),
                None => match self.elements.get(element) {
                    Some(other) => Ok(format!("as:{number}:element:{other}")),
                    None => Err(format!("unknown element {element:?}")),
                },
            },
            _ if code.len() == 2 => Ok(number.to_string()),
            _ => Err(format!("unknown type {}", ty.name())),
        }
    }

    fn fixed(ty: Record<'_>) -> Result<String, String> {
        let Some(value_type) = ty.record("VT") else { return Err(format!("{}: no value type", ty.name())) };
        Ok(match (value_type.name(), &ty.numbers("Sig")[..]) {
            ("iPTR", [_, space]) => format!("p{space}"),
            ("iPTR", _) => "p0".to_owned(),
            ("isVoid", _) => "...".to_owned(),
            ("MetadataVT", _) => "metadata".to_owned(),
            ("externref", _) => "p10".to_owned(),
            ("funcref", _) => "p20".to_owned(),
            // Today a vector of one integer in LLVM.
            ("x86mmx", _) => "v1i64".to_owned(),
            (name, _) => name.to_owned(),
        })
    }
}

/// The attributes of the result (`r`) and of parameters, by position.
fn parameter_attributes(record: Record<'_>) -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut all: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for property in record.list("IntrProperties").filter(|property| property.has("ArgNo")) {
        // Position 0 is the result.
        let position = property.number("ArgNo");
        let attribute = match property {
            _ if property.is("ImmArg") => "immarg".to_owned(),
            _ if property.is("NoCapture") => "captures(none)".to_owned(),
            _ if property.is("ReadOnly") => "readonly".to_owned(),
            _ if property.is("WriteOnly") => "writeonly".to_owned(),
            _ if property.is("ReadNone") => "readnone".to_owned(),
            _ if property.is("NoUndef") => "noundef".to_owned(),
            _ if property.is("NoAlias") => "noalias".to_owned(),
            _ if property.is("NonNull") => "nonnull".to_owned(),
            _ if property.is("Returned") => "returned".to_owned(),
            _ if property.is("Align") => format!("align({})", property.number("Align")),
            _ if property.is("Dereferenceable") => format!("dereferenceable({})", property.number("Bytes")),
            _ if property.is("Range") => {
                format!("range({},{})", property.number("Lower"), property.number("Upper"))
            }
            // Only affects comments in LLVM's printer.
            _ if property.is("ArgInfo") => continue,
            _ => return Err(format!("{}: unknown property {}", record.name(), property.name())),
        };
        all.entry(position).or_default().push(attribute);
    }
    let named = |position: i64| if position == 0 { "r".to_owned() } else { (position - 1).to_string() };
    Ok(all.into_iter().map(|(position, attributes)| (named(position), attributes)).collect())
}
