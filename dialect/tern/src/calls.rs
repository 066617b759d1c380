//! Calls that no operation of the dialect `llvm` says all of: inline assembly that is invoked or has operand bundles, metadata
//! among the arguments of `invoke` or in operand bundles, an `invoke` that unwinds to a funclet, and `callbr`.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::constraints::{ANY, LLVM_TYPE, is_pointer};
use tern_dialect_llvm::types::{FunctionParts, function_parts, void};
use tern_mapping::asides::METADATA_ARGS;
use tern_mlir::asm::type_to_string;
use tern_mlir::declare::{AttrClass, operations};
use tern_mlir::verify::Verifier;
use tern_mlir::{AttrKind, Attribute, Ident, OpRef, Type, Value};

use crate::names;
use crate::operands::{Operands, sizes};

/// Declares calls. They differ in their traits and successors only.
macro_rules! calls {
    ($($(#[doc = $doc:literal])* $name:ident = $opname:literal { traits: $traits:tt, $(successors: $successors:tt,)? })+) => {
        operations! {$(
            $(#[doc = $doc])*
            $name = $opname {
                traits: $traits,
                operands: { operands: variadic(ANY) },
                discardable: {
                    callee: optional(AttrClass::FlatSymbol),
                    asm: optional(AttrClass::Dictionary),
                    function_type: required(AttrClass::Type),
                    op_bundle_sizes: optional(AttrClass::DenseArray("i32")),
                    op_bundle_tags: optional(AttrClass::Array),
                    successor_segments: optional(AttrClass::DenseArray("i32")),
                },
                results: { res: optional(LLVM_TYPE) },
                $(successors: $successors,)?
                verify: call,
            }
        )+}
    };
}

calls! {
    /// A call. LangRef: `call` instruction.
    ///
    /// The operands are the callee, unless `callee` or `asm` gives it, the arguments, and the arguments of the operand bundles.
    /// `llvm.metadata_args` says which arguments are metadata.
    Call = "tern.call" {
        traits: [BranchSegments("successor_segments"), SymbolUser(callee)],
    }

    /// A call whose exceptions go to a block. LangRef: `invoke` instruction.
    ///
    /// The operands are those of `tern.call`, then those of the successors.
    Invoke = "tern.invoke" {
        traits: [Terminator, BranchSegments("successor_segments"), SymbolUser(callee)],
        successors: { normal: one, unwind: one },
    }

    /// A call of inline assembly that may jump to other blocks. LangRef: `callbr` instruction.
    ///
    /// The operands are those of `tern.call`, then those of the successors: where the assembly falls through to, and where it may
    /// jump to.
    CallBr = "tern.callbr" {
        traits: [Terminator, BranchSegments("successor_segments"), SymbolUser(callee)],
        successors: { fallthrough: one, indirect: variadic },
    }
}

/// The error for a callee that is not there.
pub const NO_SYMBOL: &str = "callee does not reference a symbol in the current scope";

/// What is called.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// Inline assembly, as a dictionary.
    Assembly(Attribute),
    /// A global by name.
    Symbol(Ident),
    /// A pointer.
    Value(Value),
}

/// The parts of a call. Export translates them; the verifier checks that there are such.
#[derive(Debug)]
pub struct CallParts<'a> {
    /// What is called.
    pub callee: Callee,
    /// The type of the called function.
    pub function_type: Type,
    /// The operands that are arguments, those of operand bundles included.
    pub operands: &'a [Value],
    /// For each operand bundle, its number of arguments; the last arguments are those of the bundles.
    pub bundle_sizes: Vec<usize>,
    /// For each operand bundle, its tag as a string.
    pub bundle_tags: &'a [Attribute],
    /// For each successor, the operands that are passed to it.
    pub edges: Vec<&'a [Value]>,
}

impl<'a> CallParts<'a> {
    /// The parts of a call of this dialect, which need not be verified.
    ///
    /// # Errors
    /// If an attribute is missing or malformed, or there are too few or too many operands.
    pub fn of(op: OpRef<'a>) -> Result<Self, String> {
        let context = op.context;
        let function_type = op.attribute(names::FUNCTION_TYPE).and_then(|ty| ty.as_type(context));
        let Some(function_type) = function_type else {
            return Err(format!("requires attribute '{}'", names::FUNCTION_TYPE));
        };
        let bundle_sizes = sizes(op, names::BUNDLE_SIZES)?;
        let Operands { own: mut operands, edges } = Operands::of(op)?;
        let callee = if let Some(asm) = op.attribute(names::ASM) {
            Callee::Assembly(asm)
        } else if let Some(callee) = op.attribute(names::CALLEE) {
            let Some(symbol) = callee.as_symbol(context) else {
                return Err(format!("malformed attribute '{}'", names::CALLEE));
            };
            Callee::Symbol(symbol)
        } else if let [callee, rest @ ..] = operands {
            operands = rest;
            Callee::Value(*callee)
        } else {
            return Err("must have a callee".to_owned());
        };
        let bundle_tags = match op.attribute(names::BUNDLE_TAGS).map(|tags| tags.as_array(context)) {
            None => &[],
            Some(Some(tags)) => tags,
            Some(None) => return Err(format!("malformed attribute '{}'", names::BUNDLE_TAGS)),
        };
        if function_parts(context, function_type).is_none() {
            return Err("`function_type` is no function type".to_owned());
        }
        Ok(Self { callee, function_type, operands, bundle_sizes, bundle_tags, edges })
    }
}

/// Checks that the callee exists.
fn callee(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if let Ok(CallParts { callee: Callee::Symbol(symbol), .. }) = CallParts::of(op)
        && verifier.symbol(symbol).is_none()
    {
        verifier.error(op, NO_SYMBOL);
    }
}

fn call(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if let Err(message) = CallParts::of(op).and_then(|parts| parts.check(op)) {
        verifier.error(op, message);
    }
}

impl CallParts<'_> {
    /// Checks what [`of`](Self::of) does not need.
    fn check(&self, op: OpRef<'_>) -> Result<(), String> {
        match self.callee {
            Callee::Assembly(asm) => check_assembly(op, asm)?,
            Callee::Value(callee) if !is_pointer(op.context, op.type_of(callee)) => {
                let found = type_to_string(op.context, op.type_of(callee));
                return Err(format!("the callee has type {found}, which is no pointer"));
            }
            Callee::Symbol(_) | Callee::Value(_) => {}
        }
        let arguments = arguments(op, self.operands)?;
        if self.bundle_tags.len() < self.bundle_sizes.len()
            || self.bundle_tags.iter().any(|tag| tag.as_str(op.context).is_none())
        {
            return Err("operand bundle without a tag".to_owned());
        }
        if self.bundle_tags.len() > self.bundle_sizes.len() {
            return Err("more operands or tags than bundles take".to_owned());
        }
        let bundled = self.bundle_sizes.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
        let Some(count) = arguments.len().checked_sub(bundled) else {
            return Err("fewer operands than bundles take".to_owned());
        };
        self.check_types(op, &arguments[..count])
    }

    /// Checks the arguments and the result against the type of the function.
    fn check_types(&self, op: OpRef<'_>, arguments: &[Type]) -> Result<(), String> {
        let context = op.context;
        let Some(FunctionParts { result, parameters, variadic }) =
            function_parts(context, self.function_type)
        else {
            return Ok(());
        };
        let (found, wanted) = (arguments.len(), parameters.len());
        if found < wanted || found > wanted && !variadic {
            return Err(format!("has {found} arguments, and the function type has {wanted} parameters"));
        }
        let wrong = |what: &str, found: Type, wanted: Type| {
            let (found, wanted) = (type_to_string(context, found), type_to_string(context, wanted));
            Err(format!("{what} has type {found}, and the function type says {wanted}"))
        };
        for (index, (&found, &wanted)) in arguments.iter().zip(&parameters).enumerate() {
            if found != wanted {
                return wrong(&format!("argument #{index}"), found, wanted);
            }
        }
        let found = op.result().map_or_else(|| void(context), |value| op.type_of(value));
        if found != result { wrong("the result", found, result) } else { Ok(()) }
    }
}

/// Checks the fields of inline assembly.
fn check_assembly(op: OpRef<'_>, asm: Attribute) -> Result<(), String> {
    for name in ["asm_string", "constraints"] {
        if asm.entry(op.context, name).and_then(|text| text.as_str(op.context)).is_none() {
            return Err(format!("requires a string '{name}'"));
        }
    }
    match asm.entry(op.context, "asm_dialect").map(|dialect| llvm::as_asm_dialect(op.context, dialect)) {
        Some(None) => Err("malformed attribute 'asm_dialect'".to_owned()),
        None | Some(Some(_)) => Ok(()),
    }
}

/// The types of the arguments of a call: those of its operands, or metadata as `llvm.metadata_args` says.
fn arguments(op: OpRef<'_>, operands: &[Value]) -> Result<Vec<Type>, String> {
    let context = op.context;
    let mut operands = operands.iter().map(|&operand| op.type_of(operand));
    let Some(forms) = op.attribute(METADATA_ARGS).and_then(|forms| forms.as_array(context)) else {
        return Ok(operands.collect());
    };
    let metadata = llvm::types::metadata(context);
    let argument = |&form: &Attribute| {
        // The number of operands that become one metadata argument.
        let wrapped = match form.kind(context) {
            AttrKind::Unit => return operands.next(),
            AttrKind::Integer { ty, value } if *ty == context.common.i1 => u64::from(!value.is_zero()),
            AttrKind::Integer { ty, value } if *ty == context.common.i64 => value.as_u64().unwrap_or(0),
            AttrKind::DenseArray { .. } => {
                let numbers = form.as_dense_i64(context).unwrap_or_default();
                numbers.iter().filter(|&&number| number < 0).count() as u64
            }
            _ => 0,
        };
        (0..wrapped).try_for_each(|_| operands.next().map(drop)).map(|()| metadata)
    };
    let arguments: Option<Vec<Type>> = forms.iter().map(argument).collect();
    arguments.filter(|_| operands.len() == 0).ok_or_else(|| format!("malformed `{METADATA_ARGS}`"))
}
