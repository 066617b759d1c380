//! Lets dialects define how calls of intrinsics and other instructions are imported. MLIR: `LLVMImportDialectInterface`.
//!
//! The importer asks the dialects that are registered in the context, if operations of dialects are
//! [requested](crate::Options::intrinsic_operations), and always under [`Compat::Upstream`](crate::Compat::Upstream):
//!
//! * first, a dialect with the interface [`ImportsInstructions`] can import any instruction but a PHI node;
//! * a dialect with the interface [`ImportsFrom`] can make an operation of a call of an intrinsic;
//! * otherwise, an operation that is declared with a regular `intrinsic` stands for a call of it. Nothing else is needed. If several
//!   dialects have one, the dialect registered last wins.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tern_dialect_llvm::interfaces::{OperandBundleInterface, ResultRangeInterface};
use tern_llvm_ir::attributes::{Attribute as IrAttribute, AttributeKind};
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::function::Function;
use tern_llvm_ir::instruction::{CallSite, Instruction, TailKind};
use tern_llvm_ir::{Global, Inst, Module, TypeKind};
use tern_mlir::declare::{Arity, OpDef, Trait};
use tern_mlir::{Attribute, Context, Location, Type, Value};

use crate::builder::New;
use crate::calls::{with_bundles, with_signature};
use crate::functions::BodyState;
use crate::policy::{Intrinsics, Policy};
use crate::{Importer, Result, Tables};

/// The interface of a dialect that turns calls of intrinsics into operations.
pub struct ImportsFrom(pub &'static dyn DialectImport);

/// Import rules of a dialect that its declarations cannot express.
pub trait DialectImport: Sync {
    /// The operation for a call of an intrinsic; `None` if the dialect has none.
    fn intrinsic(&self, call: &IntrinsicCall<'_>) -> Option<Operation> {
        let _ = call;
        None
    }
}

/// A call of an intrinsic, as passed to [`DialectImport::intrinsic`].
pub struct IntrinsicCall<'a> {
    /// The context in which to create attributes.
    pub context: &'a Context,
    /// The module that contains the call.
    pub module: &'a Module,
    /// The intrinsic's name, including its type suffixes.
    pub name: &'a str,
    /// The call itself.
    pub call: &'a CallSite,
}

impl IntrinsicCall<'_> {
    /// The value of an argument, if it is a constant integer of at most 64 bits.
    pub fn integer(&self, position: usize) -> Option<u64> {
        let constant = self.call.args.get(position)?.constant()?;
        match self.module.constants.kind(constant) {
            ConstantKind::Integer(bits) => Some(*bits),
            _ => None,
        }
    }
}

/// The interface of a dialect that imports some instructions in its own way.
pub struct ImportsInstructions(pub &'static dyn InstructionImport);

/// A dialect's own import of instructions.
pub trait InstructionImport: Sync {
    /// The operation that stands for an instruction; `None` leaves the instruction to the importer. The operation gets the
    /// instruction's result, name, location and metadata. Operations that must precede it are
    /// [appended](InstructionTranslation::append).
    ///
    /// # Errors
    /// If the instruction cannot be imported.
    fn instruction(
        &self,
        translation: &mut InstructionTranslation<'_, '_, '_, '_>,
    ) -> Result<Option<Operation<Value>>>;
}

/// An instruction that is being imported, as passed to [`InstructionImport::instruction`].
pub struct InstructionTranslation<'a, 'm, 'c, 's> {
    importer: &'a mut Importer<'m, 'c>,
    site: &'a mut BodyState<'s>,
    function: &'a Function,
    inst: Inst,
}

impl<'a, 'c> InstructionTranslation<'a, '_, 'c, '_> {
    /// The context in which to create types and attributes.
    pub fn context(&self) -> &'c Context {
        self.importer.context
    }

    /// The module that contains the instruction.
    pub fn module(&self) -> &Module {
        self.importer.ir
    }

    /// The instruction to import; its operands are those of LLVM IR, which [`value`](Self::value) imports.
    pub fn instruction(&self) -> &'a Instruction {
        &self.function.insts[self.inst].inst
    }

    /// The imported type of the instruction's result, if it has one.
    pub fn result_type(&mut self) -> Option<Type> {
        let local = self.function.insts[self.inst].result.expand()?;
        Some(self.importer.ty(self.function.locals[local].ty))
    }

    /// Imports an operand of the instruction.
    ///
    /// # Errors
    /// If it is a constant that the dialect `llvm` cannot represent.
    pub fn value(&mut self, operand: tern_llvm_ir::Value) -> Result<Value> {
        self.importer.value(self.site, operand)
    }

    /// Appends an operation with results of these types to the current block, and returns the results. It has the location of
    /// the instruction.
    ///
    /// # Errors
    /// If the instruction is in no block of the function.
    pub fn append(&mut self, operation: Operation<Value>, results: &[Type]) -> Result<Vec<Value>> {
        let mut new = operation.start(self.importer.context);
        new.state.result_types = results.into();
        new.state.location = self.location();
        let op = new.make(&mut self.site.body);
        self.importer.put(self.site, self.function, op, None)?;
        Ok(self.site.body.results(op).collect())
    }

    fn location(&mut self) -> Location {
        self.importer.inst_location(self.function, self.inst)
    }
}

/// The interfaces of the dialects that import instructions, if the options ask for them.
pub(crate) fn instruction_imports(
    context: &Context,
    policy: &Policy,
) -> SmallVec<[&'static dyn InstructionImport; 1]> {
    let asked = policy.intrinsics != Intrinsics::Exact;
    let dialects = context.dialects().iter().filter(|_| asked);
    dialects.filter_map(|dialect| dialect.interface()).map(|ImportsInstructions(import)| *import).collect()
}

/// The operation to create for a call or another instruction. It has the result of that.
pub struct Operation<O = usize> {
    /// The operation's full name, such as `nvvm.barrier0`.
    pub name: &'static str,
    /// The operands: for a call of an intrinsic the positions of its arguments, otherwise values.
    pub operands: Vec<O>,
    /// Inherent attributes, by name.
    pub properties: Vec<(&'static str, Attribute)>,
}

impl Operation<Value> {
    /// The operation without result and location.
    fn start(self, context: &Context) -> New<'_> {
        let new = New::op(context, self.name).operands(self.operands);
        self.properties.into_iter().fold(new, |new, (name, value)| new.property(name, value))
    }
}

/// The operand group that holds the operands of bundles.
pub(crate) const BUNDLES: &str = "op_bundle_operands";

/// The operations that stand for intrinsics, keyed by the intrinsic's name without type suffixes. Built on first use.
#[derive(Default)]
pub(crate) struct IntrinsicOperations(OnceLock<FxHashMap<&'static str, &'static OpDef>>);

impl IntrinsicOperations {
    fn all(context: &Context, chosen: Intrinsics) -> FxHashMap<&'static str, &'static OpDef> {
        let operations = context.dialects().iter().flat_map(|dialect| dialect.operations);
        let operations = operations.filter_map(|def| {
            let intrinsic = def.intrinsic.as_ref()?;
            (chosen.includes(def) && !intrinsic.export_only).then_some((intrinsic.name, *def))
        });
        operations.collect()
    }
}

impl<'c> Importer<'_, 'c> {
    /// The operation for a call of an intrinsic, without its result; `None` if the call stays a call by name.
    pub(crate) fn intrinsic_operation(
        &mut self,
        site: &mut BodyState<'_>,
        call: &CallSite,
        callee: Global,
    ) -> Result<Option<New<'c>>> {
        if self.options.unregistered_intrinsics {
            return Ok(None);
        }
        match self.policy.intrinsics {
            Intrinsics::Exact => return self.exact_intrinsic(site, call, callee),
            Intrinsics::AllDialects if !call.bundles.is_empty() || call.tail != TailKind::None => {
                return Ok(None);
            }
            Intrinsics::AllDialects | Intrinsics::Mlir => {}
        }
        let (context, module) = (self.context, self.ir);
        let Some(name) = module.globals[callee].name.map(|name| module.text(name)) else { return Ok(None) };
        let call_of = IntrinsicCall { context, module, name: &name, call };
        let mut dialects = context.dialects().iter().filter_map(|dialect| dialect.interface::<ImportsFrom>());
        let Some(operation) = dialects.find_map(|ImportsFrom(dialect)| dialect.intrinsic(&call_of)) else {
            let base = tern_llvm_ir::intrinsics::base_name(&name).unwrap_or(&name);
            return match self.operation_for(base) {
                Some(def) if def.intrinsic.as_ref().is_some_and(|it| !it.regular) => {
                    self.irregular(site, call, def)
                }
                Some(def) => self.regular(site, call, def),
                None => Ok(None),
            };
        };
        let args: Vec<_> =
            operation.operands.iter().filter_map(|&position| call.args.get(position).copied()).collect();
        let operands = self.values(site, &args)?.into_vec();
        Ok(Some(
            Operation { name: operation.name, operands, properties: operation.properties }.start(context),
        ))
    }

    /// The operation that a dialect makes of an instruction, without its result; `None` if no dialect does.
    #[cold]
    pub(crate) fn instruction_of_dialect(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
    ) -> Option<Result<New<'c>>> {
        let context = self.context;
        self.instruction_imports.clone().into_iter().find_map(|dialect| {
            let mut translation = InstructionTranslation { importer: self, site, function, inst };
            let operation = dialect.instruction(&mut translation).transpose()?;
            Some(operation.map(|operation| operation.start(context)))
        })
    }

    /// A regular operation: its operands are the arguments, except immediate ones, which become properties.
    pub(crate) fn regular(
        &mut self,
        site: &mut BodyState<'_>,
        call: &CallSite,
        def: &'static OpDef,
    ) -> Result<Option<New<'c>>> {
        let context = self.context;
        let immediates = def.intrinsic.as_ref().map_or(&[][..], |intrinsic| intrinsic.immediates);
        let mut new = New::op(context, def.name);
        let mut operands = Vec::with_capacity(call.args.len());
        for (position, &arg) in call.args.iter().enumerate() {
            let immediate = immediates.iter().find(|(place, _)| *place as usize == position);
            match (immediate, arg.constant()) {
                (None, _) => operands.push(arg),
                (Some((_, name)), Some(constant)) => match self.plain_attribute(constant) {
                    Some(value) => new = new.property(name, value),
                    None => return Ok(None),
                },
                // LLVM requires a constant here.
                (Some(_), None) => return Ok(None),
            }
        }
        let bundles = def.operands.iter().any(|operand| operand.name == BUNDLES);
        if bundles {
            let arguments = self.values(site, &operands)?;
            let bundles = self.bundles(site, &call.bundles)?;
            // Without bundles, MLIR's own importer sets an empty list of tags explicitly, which no textual form shows.
            let untagged = call.bundles.is_empty() && self.policy.spells_implied;
            let sizes = [arguments.len(), bundles.operands.len()];
            let new = with_bundles(new.operands(arguments), bundles);
            let new = match untagged {
                true => new.with(|new| OperandBundleInterface(new).op_bundle_tags(&[][..]).0),
                false => new,
            };
            // One operand and one group can be told apart without segment sizes.
            let sized = def.has(|of| matches!(of, Trait::AttrSizedOperandSegments));
            return Ok(Some(if sized { new.segments(&mut self.attributes, &sizes) } else { new }));
        }
        // Several variadic groups would need segment sizes.
        let fixed = def.operands.iter().filter(|operand| operand.arity == Arity::One).count();
        if fixed > operands.len() || def.operands.len() > fixed + 1 {
            return Ok(None);
        }
        let new = new.operands(self.values(site, &operands)?);
        let new = match def.attribute("arg_attrs") {
            Some(_) if self.policy.intrinsics == Intrinsics::Mlir => {
                let (args, results) = self.signature_attributes(call.attributes, call.args.len());
                // The field has one entry for each operand.
                let args = args.and_then(|args| args.as_array(context)).map(|args| {
                    let is_immediate = |place: usize| immediates.iter().any(|(at, _)| *at as usize == place);
                    let kept = args.iter().enumerate().filter(|(place, _)| !is_immediate(*place));
                    Attribute::array(context, kept.map(|(_, args)| *args).collect::<Vec<_>>())
                });
                with_signature(new, args, results)
            }
            _ => new,
        };
        let new = match def.attribute("range") {
            Some(_) => {
                let set = self.ir.attributes.get_list(call.attributes).ret;
                let range = self.ir.attributes.get(set).iter().find_map(|attribute| match attribute {
                    IrAttribute::Text(kind @ AttributeKind::Range, text) => {
                        self.special_text(*kind, &self.ir.text(*text))
                    }
                    _ => None,
                });
                new.with(|new| ResultRangeInterface(new).range(range).0)
            }
            None => new,
        };
        // An intrinsic that no longer returns a value: the operation gets a result of type `void`.
        let ret = match self.ir.types.kind(call.function_type) {
            TypeKind::Function { ret, .. } => *ret,
            _ => call.function_type,
        };
        let new = match ret == self.ir.types.common.void && !def.results.is_empty() {
            true => new.result(tern_dialect_llvm::types::void(context)),
            false => new,
        };
        let takes_flags = def.attribute("fastmathFlags").is_some();
        Ok(Some(if takes_flags { self.with_fast_math(new, call.flags, true) } else { new }))
    }
}

impl<'c> Tables<'_, 'c> {
    /// The operation chosen for an intrinsic; `base` is its name without type suffixes.
    pub(crate) fn operation_for(&self, base: &str) -> Option<&'static OpDef> {
        let IntrinsicOperations(chosen) = &self.decided.intrinsics;
        chosen
            .get_or_init(|| IntrinsicOperations::all(self.context, self.policy.intrinsics))
            .get(base)
            .copied()
    }
}
