//! The report on recognized memrefs, as text and as JSON.

use std::fmt;

use serde::Serialize;
use tern_mlir::asm::type_to_string;

use crate::program::{Evidence, Plan, Program};

/// The memrefs recognized in a module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// The width of `index` in bits, according to the descriptors.
    pub index_bits: u32,
    /// The functions with memrefs in their signatures, in order.
    pub functions: Vec<FunctionReport>,
}

/// The memrefs recognized in the signature of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FunctionReport {
    /// The name of the function.
    pub name: String,
    /// The memrefs among the parameters.
    pub parameters: Vec<ParameterReport>,
    /// The memrefs among the results.
    pub results: Vec<ResultReport>,
    /// The name of the C wrapper, if there is one.
    pub wrapper: Option<String>,
    /// Whether the signature was restored.
    pub restored: bool,
    /// The reason why it was not.
    pub why_not: Option<String>,
}

/// A group of parameters that are the fields of a descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParameterReport {
    /// The index of the first parameter, from 0.
    pub first: usize,
    /// The number of parameters.
    pub count: usize,
    /// The rank; none for an unranked memref.
    pub rank: Option<usize>,
    /// The memref type, if the element type is known.
    pub memref: Option<String>,
    /// The reason why the type is unknown.
    pub why_not: Option<String>,
    /// The evidence for the memref.
    pub evidence: Vec<Evidence>,
}

/// A descriptor that is returned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ResultReport {
    /// The index of the result, from 0.
    pub index: usize,
    /// The rank; none for an unranked memref.
    pub rank: Option<usize>,
    /// The memref type, if the element type is known.
    pub memref: Option<String>,
    /// The reason why the type is unknown.
    pub why_not: Option<String>,
}

impl Report {
    /// The report on a program and the plan for it.
    pub(crate) fn of(program: &Program<'_>, plan: &Plan) -> Self {
        let functions = program.functions.iter().enumerate().filter_map(|(index, function)| {
            let type_of = |descriptor: crate::descriptor::Descriptor, element: Result<_, String>| {
                let memref = element.and_then(|element| {
                    let memref = descriptor.memref(program.context, element);
                    memref.ok_or_else(|| "no memref has such elements".to_owned())
                });
                match memref {
                    Ok(memref) => (Some(type_to_string(program.context, memref)), None),
                    Err(why) => (None, Some(why)),
                }
            };
            let parameters = function.groups.iter().map(|(&first, group)| {
                let descriptor = group.descriptor;
                let (memref, why_not) = type_of(descriptor, program.elements.of_parameter(index, first));
                ParameterReport {
                    first,
                    count: descriptor.count(),
                    rank: descriptor.rank,
                    memref,
                    why_not,
                    evidence: group.evidence.iter().copied().collect(),
                }
            });
            let parameters: Vec<ParameterReport> = parameters.collect();
            let results = function.results.iter().enumerate().filter_map(|(number, descriptor)| {
                let descriptor = (*descriptor)?;
                let (memref, why_not) = type_of(descriptor, program.elements.of_result(index, number));
                // Structs of two or three fields are common in other code: report them only if the element type is known.
                let is_plain = descriptor.rank.is_none_or(|rank| rank == 0);
                if is_plain && memref.is_none() {
                    return None;
                }
                Some(ResultReport { index: number, rank: descriptor.rank, memref, why_not })
            });
            let results: Vec<ResultReport> = results.collect();
            if parameters.is_empty() && results.is_empty() {
                return None;
            }
            let decision = &plan.functions[index];
            Some(FunctionReport {
                name: program.name(index),
                parameters,
                results,
                wrapper: program.wrapper(index).map(|wrapper| program.name(wrapper)),
                restored: decision.is_ok(),
                why_not: decision.as_ref().err().cloned(),
            })
        });
        Self { index_bits: plan.index_bits, functions: functions.collect() }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.functions.is_empty() {
            return writeln!(f, "no memrefs in signatures");
        }
        for function in &self.functions {
            writeln!(f, "@{}", function.name)?;
            for parameter in &function.parameters {
                let ParameterReport { first, count, rank, memref, why_not, evidence } = parameter;
                write!(f, "  parameters {first} to {}: ", first + count - 1)?;
                memref_line(f, *rank, memref, why_not)?;
                let evidence: Vec<&str> = evidence.iter().map(|evidence| evidence.words()).collect();
                writeln!(f, "; {}", evidence.join("; "))?;
            }
            for ResultReport { index, rank, memref, why_not } in &function.results {
                write!(f, "  result {index}: ")?;
                memref_line(f, *rank, memref, why_not)?;
                writeln!(f)?;
            }
            if let Some(wrapper) = &function.wrapper {
                writeln!(f, "  wrapper for C: @{wrapper}")?;
            }
            match &function.why_not {
                None => writeln!(f, "  can be restored")?,
                Some(why) => writeln!(f, "  cannot be restored: {why}")?,
            }
        }
        Ok(())
    }
}

fn memref_line(
    f: &mut fmt::Formatter<'_>,
    rank: Option<usize>,
    memref: &Option<String>,
    why_not: &Option<String>,
) -> fmt::Result {
    match (memref, rank) {
        (Some(memref), _) => f.write_str(memref)?,
        (None, Some(rank)) => write!(f, "a memref of rank {rank}")?,
        (None, None) => f.write_str("an unranked memref")?,
    }
    why_not.as_ref().map_or(Ok(()), |why| write!(f, ", {why}"))
}

impl Evidence {
    fn words(self) -> &'static str {
        match self {
            Self::Descriptor => "a descriptor is made of them",
            Self::Wrapper => "the wrapper for C takes them out of a descriptor",
            Self::Call => "callers take them out of a descriptor",
        }
    }
}
