//! Exports calls: direct and indirect, of intrinsics, of inline assembly; `invoke`; debug records.

use std::cell::Cell;

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::enums::{AsmDialect, TailCallKind};
use tern_dialect_llvm::interfaces::{CallOpInterface, CallingConventionInterface, OperandBundleInterface};
use tern_dialect_llvm::ops;
use tern_llvm_ir::attributes::{Attribute, AttributeKind, AttributeList, AttributeListId};
use tern_llvm_ir::constants::{ConstantKind, InlineAsm};
use tern_llvm_ir::function::ValueKind;
use tern_llvm_ir::instruction::{
    Args, Bundle, CallSite, DebugRecord, DebugRecordKind, Flags, Instruction, Invoke, RecordOperand, TailKind,
};
use tern_llvm_ir::intrinsics::declaration;
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::writer::type_to_string;
use tern_llvm_ir::{MdNode, Type, TypeKind};
use tern_mapping::asides;
use tern_mapping::enums::ToIr;
use tern_mlir::declare::{Unverified, View};
use tern_mlir::{AttrKind, OpRef, OpShape};

use crate::functions::BodyState;
use crate::instruction_cache::{CallTemplate, InstructionTemplate};
use crate::parallel::{OpenCallee, OpenPart};
use crate::{Exporter, Result, ir, mlir};

/// The error for an `llvm.metadata_args` that does not fit the operands.
const MALFORMED_ARGUMENTS: &str = "malformed `llvm.metadata_args`";

/// The key of the element type among the attributes of an inline assembly operand.
const ELEMENT_TYPE: &str = "elementtype";

/// An argument of a call, which may be metadata.
enum Argument {
    Value(ir::Value),
    /// A value wrapped in metadata.
    Wrapped(ir::Value),
    /// A `!DIArgList(…)`.
    List(Vec<ir::Value>),
    Metadata(Metadata),
}

/// The parts of a call site that come from attributes of the operation.
#[derive(Clone, Copy)]
pub(crate) struct CallAttributes {
    attributes: AttributeListId,
    tail: TailKind,
    calling_convention: u32,
    flags: Flags,
    /// In a worker, whether types are among the attributes, which are recorded for each body.
    names_types: bool,
}

impl Exporter<'_> {
    /// A call site, with everything that comes from attributes of `op` filled in.
    pub(crate) fn call_site(
        &mut self,
        op: OpRef<'_>,
        callee: ir::Value,
        function_type: Type,
        args: Vec<ir::Value>,
        bundles: Vec<Bundle>,
    ) -> Result<CallSite> {
        let CallAttributes { attributes, tail, calling_convention, flags, .. } = self.call_attributes(op)?;
        let flags = match *self.ir.types.kind(function_type) {
            TypeKind::Function { ret, .. } => self.flags_on(ret, flags),
            _ => flags,
        };
        let (args, bundles) = (Args::from_slice(&args), bundles.into());
        Ok(CallSite { callee, function_type, args, calling_convention, attributes, bundles, flags, tail })
    }

    /// The parts of a call site that come from attributes of the operation. Cached.
    fn call_attributes(&mut self, op: OpRef<'_>) -> Result<CallAttributes> {
        let shape = self.shape_of(op);
        if let Some(known) = self.call_attributes[shape]
            && !(known.names_types && self.is_worker())
        {
            return Ok(known);
        }
        let lost = self.lost();
        let (ret, params) = self.signature_attributes(op)?;
        let function = self.function_attributes(op, asides::PASSTHROUGH)?;
        let attributes = self.ir.attributes.list(AttributeList { function, ret, params });
        let tail = self.tail(op)?;
        let calling_convention = self.calling_convention(op)?;
        let flags = self.fast_math(op)?;
        let names_types = self.is_worker() && self.names_types(attributes);
        let all = CallAttributes { attributes, tail, calling_convention, flags, names_types };
        // Not cached if something is left out: each loss must be counted.
        if self.lost() == lost {
            self.call_attributes[shape] = Some(all);
        }
        Ok(all)
    }

    /// Whether types are among the attributes of a list.
    fn names_types(&self, list: AttributeListId) -> bool {
        let AttributeList { function, ret, params } = self.ir.attributes.get_list(list);
        let mut sets = [function, ret].into_iter().chain(params);
        let is_type = |attribute: &Attribute| matches!(attribute, Attribute::Type(..));
        sets.any(|&set| self.ir.attributes.get(set).iter().any(is_type))
    }

    /// The kind of tail call, from a field or an aside.
    pub(crate) fn tail(&self, op: OpRef<'_>) -> Result<TailKind> {
        let field = match ops::Call::unverified(op) {
            Some(call) => call.TailCallKind(),
            None => ops::InlineAsm::unverified(op).and_then(|asm| asm.tail_call_kind()),
        };
        if let Some(tail) = field.filter(|&tail| tail != TailCallKind::None) {
            return Ok(tail.to_ir());
        }
        match op.attribute(asides::TAIL).map(|tail| llvm::as_tail_call_kind(self.context, tail)) {
            None => Ok(TailKind::None),
            Some(Some(tail)) => Ok(tail.to_ir()),
            Some(None) => self.error(op, "malformed kind of tail call"),
        }
    }

    pub(crate) fn calling_convention(&self, op: OpRef<'_>) -> Result<u32> {
        let by_name = CallingConventionInterface(op).CConv().map(|convention| convention.value());
        let by_number = op.attribute(asides::CALLING_CONVENTION).and_then(|cc| cc.as_u64(self.context));
        Ok(by_number.or(by_name).map_or(0, |number| number as u32))
    }

    pub(crate) fn bundles(&mut self, site: &mut BodyState<'_>, op: OpRef<'_>) -> Result<Vec<Bundle>> {
        let bundles = OperandBundleInterface(op);
        let sizes = bundles.op_bundle_sizes().unwrap_or_default();
        let inputs = self.values(site, op, bundles.op_bundle_operands())?;
        self.bundles_of(op, &sizes, bundles.op_bundle_tags().unwrap_or_default(), inputs)
    }

    /// Splits `inputs` into operand bundles of these sizes.
    pub(crate) fn bundles_of(
        &mut self,
        op: OpRef<'_>,
        sizes: &[i32],
        tags: &[mlir::Attribute],
        inputs: Vec<ir::Value>,
    ) -> Result<Vec<Bundle>> {
        let mut inputs = inputs.into_iter();
        let mut bundles = Vec::with_capacity(sizes.len());
        for (index, &size) in sizes.iter().enumerate() {
            let Some(size) = usize::try_from(size).ok().filter(|&size| size <= inputs.len()) else {
                return self.error(op, "fewer operands than bundles take");
            };
            let Some(tag) = tags.get(index).and_then(|&tag| self.bytes(tag)).map(<[u8]>::to_vec) else {
                return self.error(op, "operand bundle without a tag");
            };
            let tag = self.intern(&tag);
            bundles.push(Bundle { tag, inputs: inputs.by_ref().take(size).collect() });
        }
        if inputs.len() != 0 || tags.len() > sizes.len() {
            return self.error(op, "more operands or tags than bundles take");
        }
        Ok(bundles)
    }

    /// The type of a function with these parameters and the result type of `op`.
    pub(crate) fn function_type(&mut self, op: OpRef<'_>, params: Vec<Type>) -> Result<Type> {
        let ret = match op.result() {
            None => self.ir.types.common.void,
            Some(result) => match self.ty(op.type_of(result)) {
                Some(ty) => ty,
                None => return self.error(op, "result type without LLVM IR"),
            },
        };
        Ok(self.ir.types.intern(TypeKind::Function { ret, params: params.into(), varargs: false }))
    }

    fn types_of(&self, site: &BodyState<'_>, values: &[ir::Value]) -> Vec<Type> {
        values.iter().map(|&value| self.ir.type_of(&site.function, value)).collect()
    }

    /// The callee, the function type and the arguments of a `call` or `invoke`.
    fn callee(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
    ) -> Result<(ir::Value, Type, Vec<ir::Value>)> {
        let call = CallOpInterface(op);
        let mut operands = self.values(site, op, call.callee_operands())?;
        let callee: ir::Value = match call.callee() {
            Some(symbol) => self.callee_symbol(op, symbol)?,
            None if !operands.is_empty() => operands.remove(0),
            None => return self.error(op, "must have either a `callee` attribute or at least an operand"),
        };
        let function_type = match call.var_callee_type().and_then(|ty| self.ty(ty)) {
            Some(ty) => ty,
            None => {
                let params = self.types_of(site, &operands);
                self.function_type(op, params)?
            }
        };
        Ok((callee, function_type, operands))
    }

    /// The cacheable form of a call; `InstructionTemplate::Other` if it has operand bundles.
    pub(crate) fn call_form(&mut self, call: ops::Call<View<'_, Unverified>>) -> Result<InstructionTemplate> {
        let sizes = call.0.operand_segment_sizes().unwrap_or_default();
        let [operands, _] = sizes[..] else { return Ok(InstructionTemplate::Other) };
        if call.op_bundle_sizes().is_some_and(|sizes| !sizes.is_empty()) {
            return Ok(InstructionTemplate::Other);
        }
        let callee = call.callee().map(|symbol| self.callee_symbol(*call.0, symbol)).transpose()?;
        let variadic = call.var_callee_type();
        let Ok(operands) = usize::try_from(operands) else { return Ok(InstructionTemplate::Other) };
        Ok(InstructionTemplate::Call(CallTemplate { callee, operands, variadic, function_type: None }))
    }

    /// Exports a call that has a cached form.
    pub(crate) fn formed_call(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        shape: OpShape,
        form: CallTemplate,
    ) -> Result<Instruction> {
        let CallTemplate { callee, operands, variadic, function_type } = form;
        let operands = match op.operands() {
            all if all.len() == operands => all,
            _ => return self.error(op, "has other operands than 'operandSegmentSizes' says"),
        };
        let (callee, operands) = match (callee, operands) {
            (Some(callee), operands) => (callee, operands),
            (None, [callee, operands @ ..]) => (self.value(site, op, *callee)?, operands),
            (None, []) => {
                return self.error(op, "must have either a `callee` attribute or at least an operand");
            }
        };
        let args = self.values(site, op, operands)?;
        let function_type = match variadic.and_then(|ty| self.ty(ty)) {
            Some(ty) => ty,
            None => match function_type.filter(|&ty| self.is_type_of_call(site, op, ty, &args)) {
                Some(ty) => ty,
                None => {
                    let params = self.types_of(site, &args);
                    let found = self.function_type(op, params)?;
                    let form = CallTemplate { function_type: Some(found), ..form };
                    self.instruction_cache.all[shape].form = Some(InstructionTemplate::Call(form));
                    found
                }
            },
        };
        Ok(Instruction::Call(Box::new(self.call_site(op, callee, function_type, args, Vec::new())?)))
    }

    /// Whether a function type has these arguments and the result type of `op`.
    fn is_type_of_call(&mut self, site: &BodyState<'_>, op: OpRef<'_>, ty: Type, args: &[ir::Value]) -> bool {
        let result = match op.result() {
            None => Some(self.ir.types.common.void),
            Some(result) => self.ty(op.type_of(result)),
        };
        let TypeKind::Function { ret, params, varargs: false } = self.ir.types.kind(ty) else { return false };
        let of_args = args.iter().map(|&arg| self.ir.type_of(&site.function, arg));
        Some(*ret) == result && of_args.eq(params.iter().copied())
    }

    /// The global for a callee's symbol.
    fn callee_symbol(&mut self, op: OpRef<'_>, symbol: mlir::Ident) -> Result<ir::Value> {
        match self.tables.symbols.get(&symbol) {
            Some(&global) => Ok(self.ir.address_of(global).into()),
            None => {
                let name = self.context.str(symbol);
                self.error(op, format!("'{name}' does not reference a symbol in the current scope"))
            }
        }
    }

    pub(crate) fn call(&mut self, site: &mut BodyState<'_>, op: OpRef<'_>) -> Result<Instruction> {
        let (callee, function_type, args) = self.callee(site, op)?;
        let bundles = self.bundles(site, op)?;
        Ok(Instruction::Call(Box::new(self.call_site(op, callee, function_type, args, bundles)?)))
    }

    pub(crate) fn invoke(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        invoke: ops::Invoke<View<'_, Unverified>>,
    ) -> Result<Instruction> {
        let op = *invoke.0;
        let (callee, function_type, args) = self.callee(site, op)?;
        let bundles = self.bundles(site, op)?;
        let &[normal, unwind] = op.successors() else { return self.error(op, "expects two successors") };
        let normal = self.edge(site, op, block, normal, invoke.normalDestOperands())?;
        let unwind = self.edge(site, op, block, unwind, invoke.unwindDestOperands())?;
        let call = self.call_site(op, callee, function_type, args, bundles)?;
        Ok(Instruction::Invoke(Box::new(Invoke { call, normal, unwind })))
    }

    /// Inline assembly from the fields of a dictionary, which are those of `llvm.inline_asm`.
    pub(crate) fn inline_asm_of(
        &mut self,
        function_type: Type,
        op: OpRef<'_>,
        field: impl Fn(&'static str) -> Option<mlir::Attribute>,
    ) -> Result<ir::Value> {
        let text = |name: &'static str| match field(name).and_then(|text| self.string(text)) {
            Some(text) => Ok(self.text(text)),
            None => self.error(op, format!("requires a string '{name}'")),
        };
        let dialect = match field("asm_dialect").map(|dialect| llvm::as_asm_dialect(self.context, dialect)) {
            None => None,
            Some(Some(dialect)) => Some(dialect),
            Some(None) => return self.error(op, "malformed attribute 'asm_dialect'"),
        };
        let asm = InlineAsm {
            function_type,
            template: text("asm_string")?,
            constraints: text("constraints")?,
            side_effect: field("has_side_effects").is_some(),
            align_stack: field("is_align_stack").is_some(),
            intel_dialect: dialect == Some(AsmDialect::AdIntel),
            unwind: field(asides::UNWIND).is_some(),
        };
        Ok(self.inline_asm_value(asm))
    }

    fn inline_asm_value(&self, asm: InlineAsm) -> ir::Value {
        let ptr = self.ir.types.common.ptr;
        self.ir.constants.intern(ptr, ConstantKind::InlineAsm(Box::new(asm))).into()
    }

    pub(crate) fn inline_asm(
        &mut self,
        site: &mut BodyState<'_>,
        asm: ops::InlineAsm<View<'_, Unverified>>,
    ) -> Result<Instruction> {
        let op = *asm.0;
        let args = self.values(site, op, op.operands())?;
        let params = self.types_of(site, &args);
        let function_type = self.function_type(op, params)?;
        let callee = self.inline_asm_value(InlineAsm {
            function_type,
            template: self.text(self.required(op, asm.asm_string())?),
            constraints: self.text(self.required(op, asm.constraints())?),
            side_effect: asm.has_side_effects(),
            align_stack: asm.is_align_stack(),
            intel_dialect: asm.asm_dialect() == Some(AsmDialect::AdIntel),
            unwind: op.attribute(asides::UNWIND).is_some(),
        });
        if let Some(operand_attrs) = asm.operand_attrs() {
            // `elementtype` of indirect operands, spelled without the `llvm.` prefix of parameter attributes.
            let params = operand_attrs.iter().map(|&operand| {
                let element = operand.get(self.context, self.context.ident(ELEMENT_TYPE));
                let element = element.and_then(|element| self.ty(element.as_type(self.context)?));
                let element = element.map(|element| Attribute::Type(AttributeKind::ElementType, element));
                self.ir.attributes.set(&self.ir.strings, element.into_iter().collect())
            });
            let params = params.collect();
            let mut call = self.call_site(op, callee, function_type, args, Vec::new())?;
            let mut list = self.ir.attributes.get_list(call.attributes).clone();
            list.params = params;
            call.attributes = self.ir.attributes.list(list);
            return Ok(Instruction::Call(Box::new(call)));
        }
        Ok(Instruction::Call(Box::new(self.call_site(op, callee, function_type, args, Vec::new())?)))
    }

    /// The arguments of a call: its operands, and metadata arguments from the aside.
    fn arguments(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        operands: Vec<ir::Value>,
    ) -> Result<Vec<Argument>> {
        let context = self.context;
        let mut operands = operands.into_iter();
        let Some(forms) = op.attribute(asides::METADATA_ARGS).and_then(|forms| forms.as_array(context))
        else {
            return Ok(operands.map(Argument::Value).collect());
        };
        let mut arguments = Vec::with_capacity(forms.len());
        for &form in forms {
            let argument = match form.kind(context) {
                AttrKind::Unit => operands.next().map(Argument::Value),
                AttrKind::Integer { ty, value } if *ty == context.common.i1 => match value.is_zero() {
                    true => Some(Argument::Metadata(Metadata::Null)),
                    false => operands.next().map(Argument::Wrapped),
                },
                AttrKind::Integer { ty, value } if *ty == context.common.i64 => {
                    value.as_u64().and_then(|count| usize::try_from(count).ok()).and_then(|count| {
                        let list: Vec<ir::Value> = operands.by_ref().take(count).collect();
                        (list.len() == count).then_some(Argument::List(list))
                    })
                }
                AttrKind::Dictionary(_) if form.entry(context, asides::LOCAL).is_some() => {
                    let number = form.entry(context, asides::LOCAL);
                    number
                        .and_then(|number| number.as_u64(context))
                        .and_then(|number| site.numbered(number))
                        .map(Argument::Wrapped)
                }
                AttrKind::DenseArray { .. } => {
                    let numbers = form.as_dense_i64(context).unwrap_or_default();
                    let values = numbers.into_iter().map(|number| match u64::try_from(number) {
                        Ok(number) => site.numbered(number),
                        Err(_) => operands.next(),
                    });
                    values.collect::<Option<Vec<_>>>().map(Argument::List)
                }
                _ => self.metadata_operand(form).map(Argument::Metadata),
            };
            match argument {
                Some(argument) => arguments.push(argument),
                None => return self.error(op, MALFORMED_ARGUMENTS),
            }
        }
        match operands.next() {
            None => Ok(arguments),
            Some(_) => self.error(op, MALFORMED_ARGUMENTS),
        }
    }

    /// Like [`arguments`](Self::arguments), with metadata arguments wrapped as values.
    pub(crate) fn argument_values(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        operands: Vec<ir::Value>,
    ) -> Result<Vec<ir::Value>> {
        let arguments = self.arguments(site, op, operands)?;
        Ok(self.values_of_arguments(arguments))
    }

    fn values_of_arguments(&mut self, arguments: Vec<Argument>) -> Vec<ir::Value> {
        let metadata = self.ir.types.common.metadata;
        let args = arguments.into_iter().map(|argument| {
            let kind = match argument {
                Argument::Value(value) => return value,
                Argument::Wrapped(value) => match value.kind() {
                    ValueKind::Local(local) => ConstantKind::LocalMetadata(local),
                    ValueKind::Constant(constant) => ConstantKind::Metadata(Metadata::Constant(constant)),
                },
                Argument::List(values) => ConstantKind::ArgList(values.into()),
                Argument::Metadata(metadata) => ConstantKind::Metadata(metadata),
            };
            self.ir.constants.intern(metadata, kind).into()
        });
        args.collect()
    }

    pub(crate) fn call_intrinsic(
        &mut self,
        site: &mut BodyState<'_>,
        call: ops::CallIntrinsic<View<'_, Unverified>>,
    ) -> Result<Instruction> {
        let op = *call.0;
        let name = call.intrin().map(|name| self.context.bytes(name).to_vec()).unwrap_or_default();
        let operands = self.values(site, op, call.args())?;
        let arguments = self.arguments(site, op, operands)?;
        if op.attribute(asides::DEBUG_RECORD).is_some() {
            return self.debug_record(op, &name, arguments, site.subprogram);
        }
        let args = self.values_of_arguments(arguments);
        let bundles = self.bundles(site, op)?;
        let params = self.types_of(site, &args);
        let function_type = self.function_type(op, params)?;
        let (callee, function_type) = self.called(op, name, function_type, true)?;
        Ok(Instruction::Call(Box::new(self.call_site(op, callee, function_type, args, bundles)?)))
    }

    /// The intrinsic that an operation calls with type `ty`, and its declared type. `as_written` tells whether the name may lack
    /// suffixes. A worker leaves the intrinsic open unless it is declared.
    pub(crate) fn called(
        &mut self,
        op: OpRef<'_>,
        name: Vec<u8>,
        ty: Type,
        as_written: bool,
    ) -> Result<(ir::Value, Type)> {
        if !self.is_worker() {
            let (name, ty) = if as_written { self.called_intrinsic(op, name, ty)? } else { (name, ty) };
            return Ok(self.intrinsic(&name, ty));
        }
        let ident = self.context.ident_of_bytes(&name);
        // The names that bodies before have declared are not known.
        let is_complete = !as_written || self.tables.symbols.contains_key(&ident);
        let (full, declared) = match as_written {
            true => self.called_intrinsic(op, name.clone(), ty)?,
            false => (name.clone(), ty),
        };
        if is_complete && let Some(known) = self.declared_intrinsic(&full, declared) {
            return Ok((self.ir.address_of(known).into(), self.ir.globals[known].ty));
        }
        self.leave_open(|| OpenPart::Callee(op.op, OpenCallee { name, ty, as_written, declared }.into()));
        Ok((self.placeholder().into(), declared))
    }

    /// The full name and the declared type of an intrinsic that is called with type `ty`. Unless names are looked up, the name
    /// of a function that the module declares, or that LLVM does not know, is kept.
    pub(crate) fn called_intrinsic(
        &mut self,
        op: OpRef<'_>,
        name: Vec<u8>,
        ty: Type,
    ) -> Result<(Vec<u8>, Type)> {
        if !self.tables.policy.looks_up_names
            && self.tables.symbols.contains_key(&self.context.ident_of_bytes(&name))
        {
            return Ok((name, ty));
        }
        let text = String::from_utf8_lossy(&name).into_owned();
        let Some(intrinsic) = tern_llvm_ir::intrinsics::find(&name) else {
            if self.tables.policy.looks_up_names {
                return self.plain_error(op, format!("could not find LLVM intrinsic: \"{text}\""));
            }
            return Ok((name, ty));
        };
        if let Some(fixed) = intrinsic.fixed_type(&self.ir) {
            self.check_fixed_signature(op, &text, fixed, ty)?;
            return Ok((name, fixed));
        }
        let declared = match self.ir.types.kind(ty).clone() {
            TypeKind::Function { ret, params, .. } if intrinsic.is_variadic() => {
                self.ir.types.intern(TypeKind::Function { ret, params, varargs: true })
            }
            _ => ty,
        };
        // The names that bodies before have declared are not known to a worker.
        let asked = Cell::new(false);
        let taken = |name: &[u8]| {
            asked.set(true);
            let global = self.tables.symbols.get(&self.context.ident_of_bytes(name));
            global.is_some_and(|&global| self.ir.globals[global].ty != declared)
        };
        let full = tern_llvm_ir::intrinsics::full_name(&self.ir, &text, declared, taken);
        if asked.get() {
            self.put_off();
        }
        match full {
            Some(full) => Ok((full, declared)),
            None => {
                let ty = type_to_string(&self.ir, ty);
                let message = format!(
                    "call intrinsic signature {ty} to overloaded intrinsic \"{text}\" does not match any of the overloads"
                );
                self.plain_error(op, message)
            }
        }
    }

    /// Checks that the type of a call fits that of the intrinsic.
    fn check_fixed_signature(&self, op: OpRef<'_>, name: &str, declared: Type, called: Type) -> Result<()> {
        let kinds = (self.ir.types.kind(declared), self.ir.types.kind(called));
        let (
            TypeKind::Function { ret: expected, params, varargs },
            TypeKind::Function { ret, params: args, .. },
        ) = kinds
        else {
            return Ok(());
        };
        let show = |ty| type_to_string(&self.ir, ty);
        if ret != expected {
            let (ret, expected) = (show(*ret), show(*expected));
            let message = format!("intrinsic call returns {ret} but \"{name}\" actually returns {expected}");
            return self.plain_error(op, message);
        }
        let (count, expected) = (args.len(), params.len());
        if !varargs && count != expected {
            let message = format!("intrinsic call has {count} operands but \"{name}\" expects {expected}");
            return self.plain_error(op, message);
        }
        if count < expected {
            let message = format!(
                "intrinsic call has {count} operands but variadic \"{name}\" expects at least {expected}"
            );
            return self.plain_error(op, message);
        }
        let different =
            params.iter().zip(args).enumerate().find(|(_, (expected, actual))| expected != actual);
        if let Some((index, (&expected, &actual))) = different {
            let (actual, expected) = (show(actual), show(expected));
            let message = format!(
                "intrinsic call operand #{index} has type {actual} but \"{name}\" expects {expected}"
            );
            return self.plain_error(op, message);
        }
        Ok(())
    }

    /// The intrinsic with this name, and its declared type; declares it if necessary. As in LLVM, a global that has the name but
    /// is something else is renamed; symbols still refer to it.
    pub(crate) fn intrinsic(&mut self, name: &[u8], ty: Type) -> (ir::Value, Type) {
        let global = match self.declared_intrinsic(name, ty) {
            Some(global) => global,
            None => {
                let ident = self.context.ident_of_bytes(name);
                let symbol = self.tables.symbols.get(&ident).copied();
                if let Some(symbol) = symbol {
                    self.displace(symbol, name);
                }
                let name = self.intern(name);
                let mut value = declaration(&self.ir, name, ty);
                value.address_space = self.tables.layout.program_address_space;
                let global = self.ir.add_global(value);
                let tables = self.tables_mut();
                let names = if symbol.is_some() { &mut tables.displacing } else { &mut tables.symbols };
                names.insert(ident, global);
                global
            }
        };
        (self.ir.address_of(global).into(), self.ir.globals[global].ty)
    }

    /// The intrinsic with this name and type, if it is declared.
    fn declared_intrinsic(&self, name: &[u8], ty: Type) -> Option<ir::Global> {
        let ident = self.context.ident_of_bytes(name);
        let of_symbol =
            self.tables.symbols.get(&ident).copied().filter(|&global| self.is_intrinsic(global, ty));
        of_symbol.or_else(|| self.tables.displacing.get(&ident).copied())
    }

    /// Whether a global with the name of an intrinsic is that intrinsic with type `ty`.
    fn is_intrinsic(&self, global: ir::Global, ty: Type) -> bool {
        let value = &self.ir.globals[global];
        // A variadic intrinsic accepts any arguments.
        let is_variadic = || matches!(self.ir.types.kind(value.ty), TypeKind::Function { varargs: true, .. });
        value.as_function().is_some() && (value.ty == ty || is_variadic())
    }

    /// Renames a global that has the name of an intrinsic but another type, as LLVM does.
    fn displace(&mut self, global: ir::Global, name: &[u8]) {
        let mut other = [name, b".invalid"].concat();
        let length = other.len();
        for number in 1.. {
            if !self.tables.symbols.contains_key(&self.context.ident_of_bytes(&other)) {
                break;
            }
            other.truncate(length);
            other.extend_from_slice(format!(".{number}").as_bytes());
        }
        let other = self.intern(&other);
        self.ir.globals[global].name = Some(other);
    }

    fn debug_record(
        &mut self,
        op: OpRef<'_>,
        name: &[u8],
        arguments: Vec<Argument>,
        scope: Option<MdNode>,
    ) -> Result<Instruction> {
        let Some(kind) = DebugRecordKind::of_intrinsic(name) else {
            return self.error(op, "is no debug record");
        };
        let operands = arguments.into_iter().map(|argument| match argument {
            Argument::Value(value) | Argument::Wrapped(value) => RecordOperand::Value(value),
            Argument::List(values) => RecordOperand::ArgList(values.into()),
            Argument::Metadata(metadata) => RecordOperand::Metadata(metadata),
        });
        let operands = operands.collect();
        let location = match self.leave_open(|| OpenPart::RecordLocation(op.op)) {
            true => None,
            false => self.record_location(op, scope)?,
        };
        Ok(Instruction::DebugRecord(Box::new(DebugRecord { kind, operands, location })))
    }

    /// The location of a debug record that is written as a call, in a function with this subprogram.
    pub(crate) fn record_location(&mut self, op: OpRef<'_>, scope: Option<MdNode>) -> Result<Option<MdNode>> {
        let attachments = self.attachments(op, op.attribute(asides::ATTACHMENTS))?;
        let attached = attachments.first().map(|&(_, node)| node);
        Ok(attached.or_else(|| self.location(op.body.op_location(op.op), scope)))
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::Context;
    use tern_mlir::asm::{ParseOptions, parse};

    /// One base name stands for a function for each combination of overloaded types.
    #[test]
    fn intrinsics_called_by_name_get_suffixes_for_their_types() {
        let text = br#"
            llvm.func @f(%a: i32, %b: i16) {
              %0 = llvm.call_intrinsic "llvm.smax"(%a, %a) : (i32, i32) -> i32
              %1 = llvm.call_intrinsic "llvm.smax"(%b, %b) : (i16, i16) -> i16
              %2 = llvm.call_intrinsic "llvm.smax.i16"(%b, %b) : (i16, i16) -> i16
              llvm.return
            }"#;
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = parse(&context, "test", text, &ParseOptions::default()).unwrap();
        let text = String::from_utf8(tern_llvm_ir::write(&crate::export(&context, &module).unwrap().module))
            .unwrap();
        for call in [
            "i32 @llvm.smax.i32(i32 %a, i32 %a)",
            "%2 = call i16 @llvm.smax.i16(i16",
            "%3 = call i16 @llvm.smax.i16(i16",
        ] {
            assert!(text.contains(call), "{text}");
        }
    }

    /// A global that has the name of an intrinsic but is something else is renamed, and its calls still reach it.
    #[test]
    fn symbols_with_names_of_intrinsics_make_room() {
        let text = br#"
            llvm.func @llvm.ctpop.i64(i64) -> i32
            llvm.mlir.global @llvm.ctpop.i64.invalid(0 : i8) : i8
            llvm.mlir.global @llvm.ctpop.i32(1 : i8) : i8
            llvm.func @llvm.smax.i32(i32, i32) -> i32
            llvm.func @f(%a: i64, %b: i32) {
              %0 = llvm.intr.ctpop(%a) : (i64) -> i64
              %1 = llvm.call @llvm.ctpop.i64(%a) : (i64) -> i32
              %2 = llvm.intr.ctpop(%b) : (i32) -> i32
              %3 = llvm.intr.ctpop(%0) : (i64) -> i64
              %4 = llvm.intr.smax(%b, %b) : (i32, i32) -> i32
              %5 = llvm.mlir.addressof @llvm.ctpop.i32 : !llvm.ptr
              llvm.store %1, %5 : i32, !llvm.ptr
              llvm.return
            }"#;
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = parse(&context, "test", text, &ParseOptions::default()).unwrap();
        // LLVM's verifier takes the new names for those of intrinsics.
        let options = crate::Options { verify: false, ..crate::Options::default() };
        let exported = crate::export_with(&context, &module, options).unwrap();
        let text = String::from_utf8(tern_llvm_ir::write(&exported.module)).unwrap();
        for part in [
            "@llvm.ctpop.i32.invalid = global i8 1",
            "declare i32 @llvm.ctpop.i64.invalid.1(i64)",
            "call i64 @llvm.ctpop.i64(i64 %a)",
            "call i32 @llvm.ctpop.i64.invalid.1(i64 %a)",
            "call i32 @llvm.ctpop.i32(i32 %b)",
            "call i64 @llvm.ctpop.i64(i64 %1)",
            "call i32 @llvm.smax.i32(i32 %b, i32 %b)",
            "ptr @llvm.ctpop.i32.invalid",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(text.matches("declare i64 @llvm.ctpop.i64(i64)").count(), 1, "{text}");
    }
}
