//! Writes instructions.

use super::Writer;
use crate::function::{Function, Value};
use crate::instruction::{
    Alignment, Atomicity, CallSite, DebugRecord, Inst, Instruction, List, Opcode, Ordering, RecordOperand,
    leading,
};
use crate::sizes::Sizes;
use crate::types::{Type, TypeKind};

impl Writer<'_> {
    pub(super) fn instruction(&mut self, function: &Function, inst: Inst) {
        let data = &function.insts[inst];
        if let Instruction::DebugRecord(record) = &data.inst {
            return self.debug_record(record);
        }
        let start = self.out.len();
        self.text("  ");
        if let Some(local) = data.result.expand() {
            self.value(local.into());
            self.text(" = ");
        }
        self.operation(function, inst);
        self.attachments(function.inst_attachments(inst), ", ");
        if self.comments.is_some() {
            self.relocation_comment(function, inst);
            self.annotate_instruction(function, inst, start);
        }
        self.text("\n");
    }

    fn operation(&mut self, function: &Function, inst: Inst) {
        let module = self.module;
        let data = &function.insts[inst];
        let result_type =
            data.result.expand().map_or(module.types.common.void, |local| function.locals[local].ty);
        match &data.inst {
            Instruction::Ret(None) => {
                self.text(leading::Ret);
                self.text("void");
            }
            Instruction::Ret(Some(value)) => {
                self.text(leading::Ret);
                self.typed_value(*value);
            }
            Instruction::Br(block) => {
                self.text(leading::Br);
                self.label(*block);
            }
            Instruction::CondBr { condition, then, otherwise } => {
                self.text(leading::Br);
                self.typed_value(*condition);
                self.text(", ");
                self.label(*then);
                self.text(", ");
                self.label(*otherwise);
            }
            Instruction::Switch(switch) => {
                self.text(leading::Switch);
                self.typed_value(switch.value);
                self.text(", ");
                self.label(switch.default);
                self.text(" [");
                for &(value, block) in &switch.cases {
                    self.text("\n    ");
                    self.typed_value(value);
                    self.text(", ");
                    self.label(block);
                }
                self.text("\n  ]");
            }
            Instruction::IndirectBr { address, destinations } => {
                self.text(leading::IndirectBr);
                self.typed_value(*address);
                self.text(", [");
                self.separated(destinations, |writer, &block| writer.label(block));
                self.text("]");
            }
            Instruction::Invoke(invoke) => {
                self.text(leading::Invoke);
                self.call_site(&invoke.call);
                self.text("\n          to ");
                self.label(invoke.normal);
                self.text(" unwind ");
                self.label(invoke.unwind);
            }
            Instruction::CallBr(callbr) => {
                self.text(leading::CallBr);
                self.call_site(&callbr.call);
                self.text("\n          to ");
                self.label(callbr.fallthrough);
                self.text(" [");
                self.separated(&callbr.indirect, |writer, &block| writer.label(block));
                self.text("]");
            }
            Instruction::Resume(value) => {
                self.text(leading::Resume);
                self.typed_value(*value);
            }
            Instruction::CatchSwitch(switch) => {
                self.text(leading::CatchSwitch);
                self.text("within ");
                self.value(switch.parent);
                self.text(" [");
                self.separated(&switch.handlers, |writer, &block| writer.label(block));
                self.text("] unwind ");
                self.unwind(switch.unwind);
            }
            Instruction::CatchRet { pad, successor } => {
                self.text(leading::CatchRet);
                self.text("from ");
                self.value(*pad);
                self.text(" to ");
                self.label(*successor);
            }
            Instruction::CleanupRet { pad, unwind } => {
                self.text(leading::CleanupRet);
                self.text("from ");
                self.value(*pad);
                self.text(" unwind ");
                self.unwind(*unwind);
            }
            Instruction::Unreachable => self.text(Opcode::Unreachable.spelling()),
            Instruction::FNeg { flags, value } => {
                self.text(leading::FNeg);
                self.flags(*flags);
                self.typed_value(*value);
            }
            Instruction::Binary { op, flags, lhs, rhs } => {
                self.word(op.spelling());
                self.flags(*flags);
                self.typed_value(*lhs);
                self.text(", ");
                self.value(*rhs);
            }
            Instruction::Cast { op, flags, value } => {
                self.word(op.spelling());
                self.flags(*flags);
                self.typed_value(*value);
                self.text(" to ");
                self.ty(result_type);
            }
            Instruction::ICmp { predicate, flags, lhs, rhs } => {
                self.text(leading::ICmp);
                self.flags(*flags);
                self.comparison(predicate.spelling(), *lhs, *rhs);
            }
            Instruction::FCmp { predicate, flags, lhs, rhs } => {
                self.text(leading::FCmp);
                self.flags(*flags);
                self.comparison(predicate.spelling(), *lhs, *rhs);
            }
            Instruction::Select { flags, condition, then, otherwise } => {
                self.text(leading::Select);
                self.flags(*flags);
                self.operands(&[*condition, *then, *otherwise]);
            }
            Instruction::Freeze(value) => {
                self.text(leading::Freeze);
                self.typed_value(*value);
            }
            Instruction::Phi { flags, incoming } => {
                self.text(leading::Phi);
                self.flags(*flags);
                self.ty(result_type);
                self.text(" ");
                self.separated(function.list(*incoming), |writer, &(value, block)| {
                    writer.text("[ ");
                    writer.value(value);
                    writer.text(", ");
                    writer.block_name(block);
                    writer.text(" ]");
                });
            }
            Instruction::ExtractElement { vector, index } => {
                self.text(leading::ExtractElement);
                self.operands(&[*vector, *index]);
            }
            Instruction::InsertElement { vector, value, index } => {
                self.text(leading::InsertElement);
                self.operands(&[*vector, *value, *index]);
            }
            Instruction::ShuffleVector { a, b, mask } => {
                self.text(leading::ShuffleVector);
                self.operands(&[*a, *b]);
                self.text(", ");
                let (len, scalable) = match module.types.kind(result_type) {
                    TypeKind::Vector { len, scalable, .. } => (*len as usize, *scalable),
                    _ => (0, false),
                };
                self.mask(function.list(*mask).iter().map(|&number| number as i32), len, scalable);
            }
            Instruction::ExtractValue { aggregate, indices } => {
                self.text(leading::ExtractValue);
                self.typed_value(*aggregate);
                self.indices(function, *indices);
            }
            Instruction::InsertValue { aggregate, value, indices } => {
                self.text(leading::InsertValue);
                self.operands(&[*aggregate, *value]);
                self.indices(function, *indices);
            }
            Instruction::Alloca(alloca) => {
                self.text(leading::Alloca);
                self.word(if alloca.inalloca { "inalloca" } else { "" });
                self.word(if alloca.swifterror { "swifterror" } else { "" });
                self.ty(alloca.allocated);
                let is_one = alloca.count.constant().is_some_and(|count| {
                    module.constants.ty(count) == module.types.common.i32
                        && *module.constants.kind(count) == crate::ConstantKind::Integer(1)
                });
                if !is_one {
                    self.text(", ");
                    self.typed_value(alloca.count);
                }
                self.alignment(alloca.alignment, &data.inst, alloca.allocated);
                if let Some(space @ 1..) = module.types.address_space(result_type) {
                    self.text(", addrspace(");
                    self.number(space);
                    self.text(")");
                }
            }
            Instruction::Load { address, alignment, volatile, atomicity } => {
                self.text(leading::Load);
                self.memory_access(*atomicity, *volatile);
                self.ty(result_type);
                self.text(", ");
                self.typed_value(*address);
                self.atomicity(*atomicity);
                self.alignment(*alignment, &data.inst, result_type);
            }
            Instruction::Store { value, address, alignment, volatile, atomicity } => {
                self.text(leading::Store);
                self.memory_access(*atomicity, *volatile);
                self.operands(&[*value, *address]);
                self.atomicity(*atomicity);
                self.alignment(*alignment, &data.inst, module.type_of(function, *value));
            }
            Instruction::Fence(atomicity) => {
                self.text(Opcode::Fence.spelling());
                self.atomicity(*atomicity);
            }
            Instruction::CmpXchg(cmpxchg) => {
                self.text(leading::CmpXchg);
                self.word(if cmpxchg.weak { "weak" } else { "" });
                self.word(if cmpxchg.volatile { "volatile" } else { "" });
                self.operands(&[cmpxchg.address, cmpxchg.expected, cmpxchg.new]);
                self.atomicity(Atomicity { ordering: cmpxchg.success, scope: cmpxchg.scope });
                self.text(" ");
                self.text(cmpxchg.failure.spelling());
                self.alignment(cmpxchg.alignment, &data.inst, module.type_of(function, cmpxchg.new));
            }
            Instruction::AtomicRmw(rmw) => {
                self.text(leading::AtomicRmw);
                self.word(if rmw.volatile { "volatile" } else { "" });
                self.word(if rmw.elementwise { "elementwise" } else { "" });
                self.word(rmw.op.spelling());
                self.operands(&[rmw.address, rmw.value]);
                self.atomicity(rmw.atomicity);
                self.alignment(rmw.alignment, &data.inst, module.type_of(function, rmw.value));
            }
            Instruction::GetElementPtr { flags, element, base, indices } => {
                self.text(leading::GetElementPtr);
                self.flags(*flags);
                self.ty(*element);
                self.text(", ");
                self.typed_value(*base);
                for &index in function.list(*indices) {
                    self.text(", ");
                    self.typed_value(index);
                }
            }
            Instruction::VaArg { list } => {
                self.text(leading::VaArg);
                self.typed_value(*list);
                self.text(", ");
                self.ty(result_type);
            }
            Instruction::Call(call) => {
                self.word(call.tail.spelling());
                self.text(leading::Call);
                self.flags(call.flags);
                self.call_site(call);
            }
            Instruction::LandingPad(pad) => {
                self.text(leading::LandingPad);
                self.ty(result_type);
                if pad.cleanup {
                    self.text("\n          cleanup");
                }
                for &(value, filter) in &pad.clauses {
                    self.text(if filter { "\n          filter " } else { "\n          catch " });
                    self.typed_value(value);
                }
            }
            Instruction::CatchPad { parent, args } => self.pad(leading::CatchPad, function, *parent, *args),
            Instruction::CleanupPad { parent, args } => {
                self.pad(leading::CleanupPad, function, *parent, *args)
            }
            Instruction::DebugRecord(_) => {}
        }
    }

    /// Writes values with their types.
    fn operands(&mut self, values: &[Value]) {
        self.separated(values, |writer, &value| writer.typed_value(value));
    }

    fn comparison(&mut self, predicate: &str, lhs: Value, rhs: Value) {
        self.word(predicate);
        self.typed_value(lhs);
        self.text(", ");
        self.value(rhs);
    }

    fn indices(&mut self, function: &Function, indices: List<u32>) {
        for &index in function.list(indices) {
            self.text(", ");
            self.number(index);
        }
    }

    /// Writes the alignment of `inst`, which allocates or accesses a value of type `ty`.
    fn alignment(&mut self, alignment: Alignment, inst: &Instruction, ty: Type) {
        let (types, strings) = (&self.module.types, &self.module.strings);
        let sizes = self.implied_by.as_ref().map(|layout| Sizes { strings, types, layout });
        let implied = || sizes.and_then(|sizes| sizes.implied_alignment(inst, ty));
        if let Some(bytes) = alignment.bytes().or_else(implied) {
            self.text(", align ");
            match u32::try_from(bytes) {
                Ok(small) => self.small(small),
                Err(_) => self.number(bytes),
            }
        }
    }

    fn memory_access(&mut self, atomicity: Atomicity, volatile: bool) {
        self.word(if atomicity.ordering == Ordering::NotAtomic { "" } else { "atomic" });
        self.word(if volatile { "volatile" } else { "" });
    }

    fn atomicity(&mut self, atomicity: Atomicity) {
        if atomicity.ordering == Ordering::NotAtomic {
            return;
        }
        if let Some(scope) = atomicity.scope {
            self.text(" syncscope(");
            self.quoted(scope);
            self.text(")");
        }
        self.text(" ");
        self.text(atomicity.ordering.spelling());
    }

    fn unwind(&mut self, target: Option<crate::function::Block>) {
        match target {
            Some(block) => self.label(block),
            None => self.text("to caller"),
        }
    }

    fn pad(&mut self, keyword: &str, function: &Function, parent: Value, args: List<Value>) {
        self.text(keyword);
        self.text("within ");
        self.value(parent);
        self.text(" [");
        self.operands(function.list(args));
        self.text("]");
    }

    fn call_site(&mut self, call: &CallSite) {
        let module = self.module;
        self.calling_convention(call.calling_convention);
        let attributes = module.attributes.get_list(call.attributes);
        for &attribute in module.attributes.get(attributes.ret) {
            self.attribute(attribute, false);
            self.text(" ");
        }
        let callee_type = match &self.function {
            Some((function, _)) => module.type_of(function, call.callee),
            None => module.types.common.ptr,
        };
        if let Some(space) = module.types.address_space(callee_type)
            && (space != 0 || self.program_address_space != 0)
        {
            self.text("addrspace(");
            self.number(space);
            self.text(") ");
        }
        match module.types.kind(call.function_type) {
            TypeKind::Function { ret, varargs: false, .. } => self.ty(*ret),
            _ => self.ty(call.function_type),
        }
        self.text(" ");
        self.value(call.callee);
        self.text("(");
        let immediates = self.immediates(call);
        let described_from = call.args.len().saturating_sub(immediates.len());
        self.separated(call.args.iter().enumerate(), |writer, (index, &arg)| {
            if let Some(&immediate) = index.checked_sub(described_from).and_then(|at| immediates.get(at)) {
                writer.immediate_comment(immediate, arg);
            }
            let ty = match &writer.function {
                Some((function, _)) => module.type_of(function, arg),
                None => module.types.common.void,
            };
            writer.ty(ty);
            writer.attribute_set(attributes.params.get(index).copied().unwrap_or_default());
            writer.text(" ");
            writer.value(arg);
        });
        let varargs =
            matches!(module.types.kind(call.function_type), TypeKind::Function { varargs: true, .. });
        if call.tail == crate::instruction::TailKind::MustTail && varargs && self.in_varargs_function() {
            self.text(if call.args.is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
        self.attribute_group_reference(attributes.function);
        if !call.bundles.is_empty() {
            self.text(" [ ");
            self.separated(&call.bundles, |writer, bundle| {
                writer.quoted(bundle.tag);
                writer.text("(");
                writer.operands(&bundle.inputs);
                writer.text(")");
            });
            self.text(" ]");
        }
    }

    /// Whether the current function takes variable arguments.
    fn in_varargs_function(&self) -> bool {
        let Some((current, _)) = &self.function else { return false };
        let global = self.module.functions.iter().map(|&global| &self.module.globals[global]);
        let ty =
            global.into_iter().find(|value| value.as_function().is_some_and(|f| std::ptr::eq(f, *current)));
        ty.is_some_and(|value| {
            matches!(self.module.types.kind(value.ty), TypeKind::Function { varargs: true, .. })
        })
    }

    pub(super) fn debug_record(&mut self, record: &DebugRecord) {
        self.text("    #");
        self.text(record.kind.spelling());
        self.text("(");
        for operand in &record.operands {
            self.record_operand(operand);
            self.text(", ");
        }
        match record.location {
            Some(location) => self.node(location),
            None => self.text("!{}"),
        }
        self.text(")\n");
    }

    pub(super) fn record_operand(&mut self, operand: &RecordOperand) {
        match operand {
            RecordOperand::Value(value) => self.typed_value(*value),
            RecordOperand::Metadata(metadata) => self.metadata_operand(*metadata),
            RecordOperand::ArgList(values) => self.arg_list(values),
        }
    }

    pub(super) fn arg_list(&mut self, values: &[Value]) {
        self.text("!DIArgList(");
        self.operands(values);
        self.text(")");
    }
}
