//! Lets other dialects define their translation to LLVM IR. MLIR: `LLVMTranslationDialectInterface`.
//!
//! A dialect attaches [interfaces](tern_mlir::declare::Interfaces) to its declarations, and export finds them through the
//! context. There are three ways, beginning with the simplest:
//!
//! * an operation that is declared with an `intrinsic` becomes a call of it; nothing else is needed;
//! * an operation with the interface [`ToLlvm`] is translated by its function;
//! * a dialect with the interface [`TranslatesTo`] is asked to translate its other operations, and its attributes on operations of
//!   any dialect.

use tern_llvm_ir::attributes::{AttributeList, AttributeSetId};
use tern_llvm_ir::constants::{ConstantExpr, ConstantKind, InlineAsm};
use tern_llvm_ir::instruction::{AttachmentList, CallSite, CastOp, Flags, Instruction, TailKind};
use tern_llvm_ir::intrinsics::Overload;
use tern_llvm_ir::metadata::{MdNodeKind, Metadata, fixed_kind};
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{StrId, TypeKind};
use tern_mlir::declare::{Access, View};
use tern_mlir::{Attribute, Context, OpRef, Type, Value};

use crate::functions::BodyState;
use crate::nodes::Nodes;
use crate::{Exporter, Result, ir};

/// The interface of an operation that is translated by a function.
pub struct ToLlvm(pub fn(&mut Translation<'_, '_, '_>) -> Result<()>);

/// The interface of a dialect that translates its operations and attributes.
pub struct TranslatesTo(pub &'static dyn DialectTranslation);

/// A metadata attachment of an instruction: its kind and its node.
pub(crate) type Attachment = (StrId, ir::MdNode);

/// The metadata attachments of an instruction under construction.
pub struct Attachments<'t> {
    module: &'t mut ir::Module,
    nodes: &'t mut Nodes,
    list: &'t mut Vec<Attachment>,
}

impl Attachments<'_> {
    /// The module under construction, for its types, constants and strings.
    pub fn module(&mut self) -> &mut ir::Module {
        self.module
    }

    /// The uniqued tuple with these operands.
    pub fn node(&mut self, operands: impl IntoIterator<Item = Metadata>) -> ir::MdNode {
        let operands = operands.into_iter().collect();
        self.nodes.unique(&mut self.module.metadata, MdNodeKind::Tuple(operands))
    }

    /// Adds an attachment of the given kind.
    pub fn attach(&mut self, kind: &str, node: ir::MdNode) {
        self.list.push((self.module.strings.intern(kind.as_bytes()), node));
    }
}

/// The kind of operation that carries a discardable attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributePlace {
    /// The module itself.
    Module,
    /// A function.
    Function,
    /// An operation in the body of a function.
    Instruction,
    /// Any other operation: a variable, a comdat, a constant.
    Other,
}

/// Translation rules of a dialect that its declarations cannot express.
pub trait DialectTranslation: Sync {
    /// Translates an operation of the dialect that has neither an intrinsic nor [`ToLlvm`].
    ///
    /// # Errors
    /// If the operation cannot be translated to LLVM IR.
    fn operation(&self, translation: &mut Translation<'_, '_, '_>) -> Result<()> {
        translation.error("cannot be converted to LLVM IR")
    }

    /// Translates an operation of the dialect at the top level of the module, after globals have been declared. It may translate
    /// to nothing if it does not concern the LLVM module.
    ///
    /// # Errors
    /// A message if the operation is invalid there; `None` if it has no translation.
    fn member(&self, op: OpRef<'_>, module: &mut ir::Module) -> std::result::Result<(), Option<String>> {
        let _ = (op, module);
        Err(None)
    }

    /// Whether the dialect translates the discardable attribute `name` at `place`. Attributes that it does not translate are
    /// counted as left out. By default it translates all of its attributes on modules, functions and instructions.
    fn translates_attribute(&self, name: &str, place: AttributePlace) -> bool {
        let _ = name;
        place != AttributePlace::Other
    }

    /// Translates a discardable attribute of the dialect on the module, after globals have been declared.
    ///
    /// # Errors
    /// A message if the attribute is invalid there.
    fn module_attribute(
        &self,
        context: &Context,
        module: &mut ir::Module,
        attribute: (&str, Attribute),
    ) -> std::result::Result<(), String> {
        let _ = (context, module, attribute);
        Ok(())
    }

    /// Checks a discardable attribute of the dialect on an operation that becomes neither a function nor an instruction: a
    /// variable, an alias, a constant, a top-level operation of a dialect.
    ///
    /// # Errors
    /// A message if the attribute is invalid there.
    fn other_attribute(
        &self,
        context: &Context,
        attribute: (&str, Attribute),
    ) -> std::result::Result<(), String> {
        let _ = (context, attribute);
        Ok(())
    }

    /// The LLVM type for a type of the dialect; `None` if there is none.
    fn ty(&self, context: &Context, module: &mut ir::Module, ty: Type) -> Option<ir::Type> {
        let _ = (context, module, ty);
        None
    }

    /// Translates a discardable attribute of the dialect on a function. The function is in the module already.
    ///
    /// # Errors
    /// A message if the attribute is invalid there.
    fn function_attribute(
        &self,
        context: &Context,
        module: &mut ir::Module,
        function: ir::Global,
        attribute: (&str, Attribute),
    ) -> std::result::Result<(), String> {
        let _ = (context, module, function, attribute);
        Ok(())
    }

    /// Translates an attribute of the dialect on a parameter.
    ///
    /// # Errors
    /// A message if the attribute is invalid there.
    fn parameter_attribute(
        &self,
        context: &Context,
        module: &mut ir::Module,
        attribute: (&str, Attribute),
    ) -> std::result::Result<Option<ir::attributes::Attribute>, String> {
        let _ = (context, module, attribute);
        Ok(None)
    }

    /// Translates a discardable attribute of the dialect on an operation that becomes an instruction.
    ///
    /// # Errors
    /// A message if the attribute is invalid there.
    fn instruction_attribute(
        &self,
        context: &Context,
        attachments: &mut Attachments<'_>,
        attribute: (&str, Attribute),
    ) -> std::result::Result<(), String> {
        let _ = (context, attachments, attribute);
        Ok(())
    }
}

/// The translation of one operation: gives access to its operands as LLVM values, and appends instructions to the current block.
pub struct Translation<'t, 'c, 'b> {
    exporter: &'t mut Exporter<'c>,
    site: &'t mut BodyState<'b>,
    block: ir::Block,
    op: OpRef<'t>,
    attachments: AttachmentList,
}

/// The state of the views of operations that are translated, which may not have been verified: a part that the declaration
/// requires is an error if it is missing.
#[derive(Debug)]
pub struct Translated;

impl Access for Translated {
    type Required<T> = std::result::Result<T, Missing>;

    fn required<T>(_: OpRef<'_>, part: Option<T>, name: &'static str) -> Self::Required<T> {
        part.ok_or(Missing(name))
    }
}

/// The name of a part that an operation lacks. [`Translation::input`] and [`Translation::part`] make it an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing(&'static str);

impl<'t, 'c> Translation<'t, 'c, '_> {
    /// The operation being translated.
    pub fn op(&self) -> OpRef<'t> {
        self.op
    }

    /// A view of the operation, to make a typed one: `Load(t.view())`.
    pub fn view(&self) -> View<'t, Translated> {
        View::new(self.op)
    }

    /// An attribute that the declaration requires.
    ///
    /// # Errors
    /// If the operation lacks it.
    pub fn part<T>(&self, part: std::result::Result<T, Missing>) -> Result<T> {
        match part {
            Ok(part) => Ok(part),
            Err(Missing(name)) => self.error(format!("requires attribute '{name}'")),
        }
    }

    /// The LLVM value of an operand that the declaration requires.
    ///
    /// # Errors
    /// If the operation lacks it, or it has no LLVM value.
    pub fn input(&mut self, operand: std::result::Result<Value, Missing>) -> Result<ir::Value> {
        match operand {
            Ok(operand) => self.value(operand),
            Err(Missing(name)) => self.error(format!("requires operand '{name}'")),
        }
    }

    /// The context of the operation.
    pub fn context(&self) -> &'c Context {
        self.exporter.context
    }

    /// The module under construction, for its types, constants and strings.
    pub fn module(&mut self) -> &mut ir::Module {
        &mut self.exporter.ir
    }

    /// Returns an error at the operation.
    ///
    /// # Errors
    /// Always.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.exporter.error(self.op, message)
    }

    /// Counts something that LLVM IR cannot represent as left out.
    pub fn count_loss(&mut self, what: &str) {
        self.exporter.count_loss(what);
    }

    /// The LLVM value of an operand.
    ///
    /// # Errors
    /// If it has none.
    pub fn value(&mut self, value: Value) -> Result<ir::Value> {
        self.exporter.value(self.site, self.op, value)
    }

    /// The LLVM values of all operands.
    ///
    /// # Errors
    /// If one of them has none.
    pub fn operands(&mut self) -> Result<Vec<ir::Value>> {
        self.exporter.values(self.site, self.op, self.op.operands())
    }

    /// The LLVM values of the operands declared as `name`.
    ///
    /// # Errors
    /// If one of them has none.
    pub fn group(&mut self, name: &str) -> Result<Vec<ir::Value>> {
        self.exporter.values(self.site, self.op, self.op.operand_group(name))
    }

    /// The LLVM value of the operand declared as `name`.
    ///
    /// # Errors
    /// If it is absent.
    pub fn operand(&mut self, name: &str) -> Result<ir::Value> {
        match self.optional(name)? {
            Some(value) => Ok(value),
            None => self.error(format!("requires operand '{name}'")),
        }
    }

    /// The LLVM value of the optional operand declared as `name`; `None` if it is absent.
    ///
    /// # Errors
    /// If the operand has no LLVM value.
    pub fn optional(&mut self, name: &str) -> Result<Option<ir::Value>> {
        self.op.operand_group(name).first().map(|&operand| self.value(operand)).transpose()
    }

    /// The LLVM type for a type of MLIR.
    ///
    /// # Errors
    /// If there is none.
    pub fn ty(&mut self, ty: Type) -> Result<ir::Type> {
        match self.exporter.ty(ty) {
            Some(ty) => Ok(ty),
            None => self.error("type without LLVM IR"),
        }
    }

    /// The LLVM type of the operation's only result; `void` if it has none.
    ///
    /// # Errors
    /// If the type has no LLVM equivalent.
    pub fn result_type(&mut self) -> Result<ir::Type> {
        match self.op.result() {
            Some(result) => self.ty(self.op.type_of(result)),
            None => Ok(self.exporter.ir.types.common.void),
        }
    }

    /// The type of an LLVM value.
    pub fn type_of(&self, value: ir::Value) -> ir::Type {
        self.exporter.ir.type_of(&self.site.function, value)
    }

    /// An integer constant; `value` is truncated to `width` bits.
    pub fn integer(&mut self, width: u32, value: i64) -> ir::Value {
        let ty = self.exporter.ir.types.integer(width);
        self.exporter.ir.constants.integer(&self.exporter.ir.types, ty, value).into()
    }

    /// A constant of type `i1`.
    pub fn bool(&mut self, value: bool) -> ir::Value {
        self.integer(1, i64::from(value))
    }

    /// The zero of a type: null, 0, or `zeroinitializer`.
    pub fn zero(&mut self, ty: ir::Type) -> ir::Value {
        self.exporter.ir.constants.zero(&self.exporter.ir.types, ty).into()
    }

    /// `poison`, for instance as the result of an operation that has no value.
    pub fn poison(&mut self, ty: ir::Type) -> ir::Value {
        self.exporter.ir.constants.intern(ty, ConstantKind::Poison).into()
    }

    /// The constant for an attribute.
    ///
    /// # Errors
    /// If the attribute does not stand for a constant.
    pub fn constant(&mut self, attribute: Attribute) -> Result<ir::Value> {
        match self.exporter.constant_of_attribute(attribute) {
            Some(constant) => Ok(constant.into()),
            None => self.error("attribute is no constant"),
        }
    }

    /// A constant pointer of type `ty` to an address.
    ///
    /// # Errors
    /// If the address is not a constant.
    pub fn pointer_to(&mut self, address: Attribute, ty: ir::Type) -> Result<ir::Value> {
        let address = self.constant(address)?;
        let Some(value) = address.constant() else { return self.error("attribute is no constant") };
        let expression = ConstantExpr::Cast { op: CastOp::IntToPtr, value };
        Ok(self.exporter.ir.constants.intern(ty, ConstantKind::Expr(Box::new(expression))).into())
    }

    /// The number of bits of a pointer in an address space.
    pub fn pointer_width(&self, address_space: u32) -> u32 {
        self.exporter.tables.layout.pointer_size(address_space)
    }

    /// Appends an instruction with a result of type `ty`; returns `None` if that is `void`.
    pub fn append(&mut self, ty: ir::Type, inst: Instruction) -> Option<ir::Value> {
        let function = &mut self.site.function;
        let result = (ty != self.exporter.ir.types.common.void).then(|| function.add_local(ty, None));
        function.append(self.block, inst, result, self.attachments);
        result.map(ir::Value::from)
    }

    /// Like [`append`](Self::append), but folds the instruction as LLVM's builder does if that is used.
    ///
    /// # Panics
    /// If `ty` is `void`.
    pub fn build(&mut self, ty: ir::Type, inst: Instruction) -> ir::Value {
        if self.exporter.tables.policy.uses_builder
            && let Some(folded) = self.exporter.folder().instruction(&self.site.function, &inst, ty)
        {
            return folded;
        }
        self.append(ty, inst).expect("an instruction with a result")
    }

    /// Appends a `getelementptr`.
    pub fn element_pointer(
        &mut self,
        ty: ir::Type,
        flags: Flags,
        element: ir::Type,
        base: ir::Value,
        indices: &[ir::Value],
    ) -> ir::Value {
        let indices = self.site.function.push_values(indices);
        self.build(ty, Instruction::GetElementPtr { flags, element, base, indices })
    }

    /// Sizes and alignments under the module's data layout.
    pub fn sizes(&self) -> Sizes<'_> {
        let module = &self.exporter.ir;
        Sizes { layout: &self.exporter.tables.layout, types: &module.types, strings: &module.strings }
    }

    /// The number of bits of an index for pointers into an address space.
    pub fn index_width(&self, address_space: u32) -> u32 {
        self.exporter.tables.layout.index_size(address_space)
    }

    /// Converts a value to type `ty`; returns it unchanged if it has that type already. Integer constants are folded, as LLVM's
    /// builder does.
    ///
    /// # Panics
    /// If `ty` is `void`.
    pub fn cast(&mut self, op: CastOp, value: ir::Value, ty: ir::Type) -> ir::Value {
        if self.type_of(value) == ty {
            return value;
        }
        let module = &mut self.exporter.ir;
        if let Some(constant) = value.constant()
            && let &ConstantKind::Integer(bits) = module.constants.kind(constant)
            && let (Some(from), Some(to)) =
                (module.types.integer_width(module.constants.ty(constant)), module.types.integer_width(ty))
            && from <= 64
            && to <= 64
        {
            let wide = match op {
                CastOp::SExt => (bits << (64 - from)).cast_signed() >> (64 - from),
                _ => bits.cast_signed(),
            };
            return module.constants.integer(&module.types, ty, wide).into();
        }
        let cast = Instruction::Cast { op, flags: Flags::empty(), value };
        self.append(ty, cast).expect("a cast has a result")
    }

    /// Calls an intrinsic. `name` has no type suffixes; these are added from the table of intrinsics. The return type is fixed by
    /// LLVM, or that of the operation's result. Returns `None` if the intrinsic returns nothing.
    ///
    /// # Errors
    /// If LLVM has no such intrinsic.
    pub fn intrinsic(&mut self, name: &str, args: Vec<ir::Value>) -> Result<Option<ir::Value>> {
        let Some(known) = tern_llvm_ir::intrinsics::find(name.as_bytes()) else {
            return self.error(format!("has no LLVM IR: there is no intrinsic '{name}'"));
        };
        let ret = match known.fixed_result(&self.exporter.ir) {
            Some(fixed) => fixed,
            None if known.overloads().any(|overload| !matches!(overload, Overload::Parameter(_))) => {
                self.result_type()?
            }
            None => self.exporter.ir.types.common.void,
        };
        let types: Vec<ir::Type> = args.iter().map(|&arg| self.type_of(arg)).collect();
        let full = self.exporter.overloaded_name(name, ret, &types);
        let params = types.into();
        let function_type = self.exporter.ir.types.intern(TypeKind::Function { ret, params, varargs: false });
        let (callee, function_type) = self.exporter.intrinsic(&full, function_type);
        Ok(self.call_value(callee, function_type, ret, args))
    }

    /// Extracts a field of an aggregate; `None` if `index` is out of range.
    pub fn extract(&mut self, aggregate: ir::Value, index: u32) -> Option<ir::Value> {
        let ty = self.type_of(aggregate);
        let field = self.exporter.ir.types.element(ty, u64::from(index))?;
        let indices = self.site.function.push_numbers(&[index]);
        self.append(field, Instruction::ExtractValue { aggregate, indices })
    }

    /// Calls the function `name`, and declares it if necessary.
    pub fn call(&mut self, name: &str, ret: ir::Type, args: Vec<ir::Value>) -> Option<ir::Value> {
        let params = args.iter().map(|&arg| self.type_of(arg)).collect();
        let function_type = self.exporter.ir.types.intern(TypeKind::Function { ret, params, varargs: false });
        let (callee, function_type) = self.exporter.intrinsic(name.as_bytes(), function_type);
        self.call_value(callee, function_type, ret, args)
    }

    /// Calls inline assembly.
    pub fn inline_asm(
        &mut self,
        (template, constraints): (&str, &str),
        ret: ir::Type,
        args: Vec<ir::Value>,
        side_effect: bool,
    ) -> Option<ir::Value> {
        let params = args.iter().map(|&arg| self.type_of(arg)).collect();
        let module = &mut self.exporter.ir;
        let function_type = module.types.intern(TypeKind::Function { ret, params, varargs: false });
        let asm = InlineAsm {
            function_type,
            template: module.strings.intern(template.as_bytes()),
            constraints: module.strings.intern(constraints.as_bytes()),
            side_effect,
            align_stack: false,
            intel_dialect: false,
            unwind: false,
        };
        let callee = module.constants.intern(module.types.common.ptr, ConstantKind::InlineAsm(Box::new(asm)));
        self.call_value(callee.into(), function_type, ret, args)
    }

    fn call_value(
        &mut self,
        callee: ir::Value,
        function_type: ir::Type,
        ret: ir::Type,
        args: Vec<ir::Value>,
    ) -> Option<ir::Value> {
        let call = CallSite {
            callee,
            function_type,
            args: args.into(),
            calling_convention: 0,
            attributes: Default::default(),
            bundles: Default::default(),
            flags: Flags::empty(),
            tail: TailKind::None,
        };
        self.append(ret, Instruction::Call(Box::new(call)))
    }

    /// Sets the alignment in bytes of an argument of the call appended last.
    pub fn align_argument(&mut self, argument: usize, bytes: u64) {
        let module = &mut self.exporter.ir;
        let alignment = ir::attributes::Attribute::Integer(ir::attributes::AttributeKind::Alignment, bytes);
        let aligned = module.attributes.set(&module.strings, vec![alignment]);
        let mut params = vec![AttributeSetId::default(); argument];
        params.push(aligned);
        self.attribute_last_call(AttributeList { params, ..AttributeList::default() });
    }

    /// Sets the attributes of the call appended last.
    fn attribute_last_call(&mut self, list: AttributeList) {
        let list = self.exporter.ir.attributes.list(list);
        let function = &mut self.site.function;
        let last = function.block_insts(self.block).last().copied();
        if let Some(Instruction::Call(call)) = last.map(|last| &mut function.insts[last].inst) {
            call.attributes = list;
        }
    }

    /// Sets the range of the result of the call appended last from a `#llvm.constant_range`, in the width of the result.
    pub fn return_range(&mut self, ret: ir::Type, range: Option<Attribute>) {
        let width = self.exporter.ir.types.integer_width(ret);
        let range = range.and_then(|range| self.exporter.return_range(range, width));
        let Some(range) = range else { return };
        let module = &mut self.exporter.ir;
        let attributes = vec![range];
        let ret = module.attributes.set(&module.strings, attributes);
        self.attribute_last_call(AttributeList { ret, ..AttributeList::default() });
    }

    /// Sets the value of the operation's only result.
    ///
    /// # Errors
    /// If the operation has no result, or `value` is `None`.
    pub fn define(&mut self, value: Option<ir::Value>) -> Result<()> {
        match (self.op.result(), value) {
            (Some(result), Some(value)) => self.define_result(result, value),
            _ => self.error("has no result"),
        }
    }

    /// Sets the value of a result of the operation.
    ///
    /// # Errors
    /// If the result has been used already, and `value` is not the result of a new instruction.
    pub fn define_result(&mut self, result: Value, value: ir::Value) -> Result<()> {
        let function = &mut self.site.function;
        if let Some(local) = self.site.results[result] {
            self.site.pending.remove(&local);
        }
        let local = self.site.results[result].filter(|&local| function.locals[local].inst.is_none());
        // The last instruction's result has no uses yet, so the instruction can take over the local reserved for the operation's result.
        let last = function.block_insts(self.block).last().copied();
        if let (Some(local), Some(last), Some(new)) = (local, last, value.local())
            && function.insts[last].result.expand() == Some(new)
        {
            function.insts[last].result = local.into();
            function.locals[local].inst = last.into();
            return Ok(());
        }
        if local.is_some_and(|local| self.site.used_early.contains(&local)) {
            return self.error("result is used before it is there, and is no instruction of its own");
        }
        self.site.values[result] = Some(value);
        Ok(())
    }
}

impl Exporter<'_> {
    /// Translates an operation of a dialect that brings its own translation. Returns false for all other operations.
    pub(crate) fn extension(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        op: OpRef<'_>,
        attachments: &[Attachment],
    ) -> Result<bool> {
        let Some(def) = op.def() else { return Ok(false) };
        let by_itself = def.interface::<ToLlvm>();
        if by_itself.is_none() && def.intrinsic.as_ref().is_some_and(|intrinsic| intrinsic.regular) {
            return Ok(false);
        }
        let by_dialect = if by_itself.is_some() { None } else { self.translation_of(op) };
        if by_itself.is_none() && by_dialect.is_none() {
            return Ok(false);
        }
        if self.put_off() {
            return Ok(true);
        }
        self.check_attributes(op)?;
        let attachments = site.function.push_attachments(attachments);
        let mut translation = Translation { exporter: self, site, block, op, attachments };
        match (by_itself, by_dialect) {
            (Some(ToLlvm(translate)), _) => translate(&mut translation)?,
            (None, Some(TranslatesTo(dialect))) => dialect.operation(&mut translation)?,
            (None, None) => {}
        }
        Ok(true)
    }

    /// The translation of the dialect that an operation belongs to.
    fn translation_of(&self, op: OpRef<'_>) -> Option<&'static TranslatesTo> {
        self.kind(op).translation
    }

    /// Translates a top-level operation of another dialect.
    pub(crate) fn foreign_member(&mut self, op: OpRef<'_>) -> Result<()> {
        let Some(TranslatesTo(dialect)) = self.translation_of(op) else { return self.no_translation(op) };
        match dialect.member(op, &mut self.ir) {
            Ok(()) => Ok(()),
            Err(None) => self.no_translation(op),
            Err(Some(message)) => {
                let error = self.diagnostic(op, message);
                Err(self.failed(op, error))
            }
        }
    }

    /// Translates attributes of other dialects on the module.
    pub(crate) fn foreign_module_attributes(&mut self, op: OpRef<'_>) -> Result<()> {
        for (name, value, TranslatesTo(dialect)) in foreign(self.context, op) {
            if let Err(message) = dialect.module_attribute(self.context, &mut self.ir, (name, value)) {
                return self.error(op, message);
            }
        }
        Ok(())
    }

    /// Checks attributes of other dialects on an operation that becomes neither a function nor an instruction.
    pub(crate) fn foreign_other_attributes(&mut self, op: OpRef<'_>) -> Result<()> {
        for (name, value, TranslatesTo(dialect)) in foreign(self.context, op) {
            if let Err(message) = dialect.other_attribute(self.context, (name, value)) {
                return self.error(op, message);
            }
        }
        Ok(())
    }

    /// The LLVM type for a type of another dialect.
    pub(crate) fn foreign_type(&mut self, ty: Type, namespace: &str) -> Option<ir::Type> {
        let TranslatesTo(dialect) = self.context.dialect(namespace)?.interface::<TranslatesTo>()?;
        if self.put_off() {
            return None;
        }
        dialect.ty(self.context, &mut self.ir, ty)
    }

    /// Translates attributes of other dialects on an operation that becomes an instruction.
    pub(crate) fn foreign_attributes(
        &mut self,
        op: OpRef<'_>,
        attachments: &mut Vec<Attachment>,
    ) -> Result<()> {
        let own = attachments.len();
        for (name, value, TranslatesTo(dialect)) in foreign(self.context, op) {
            let mut attachments = Attachments {
                module: &mut self.ir,
                nodes: &mut self.metadata.nodes,
                list: &mut *attachments,
            };
            let done = dialect.instruction_attribute(self.context, &mut attachments, (name, value));
            if let Err(message) = done {
                self.is_final_error = true;
                return self.error(op, message);
            }
        }
        if attachments.len() > own {
            self.order_kinds(&attachments[own..]);
            self.sort_attachments(attachments);
        }
        Ok(())
    }

    /// Adds the kinds of attachments to the order of those that LLVM does not know.
    fn order_kinds(&mut self, attachments: &[Attachment]) {
        for (kind, _) in attachments {
            let name = self.ir.strings.get(*kind);
            if fixed_kind(name).is_none() && !self.metadata.other_kinds.iter().any(|other| other == name) {
                let name = name.to_vec();
                self.metadata.other_kinds.push(name);
            }
        }
    }

    /// Translates attributes of other dialects on a function.
    pub(crate) fn foreign_function_attributes(&mut self, op: OpRef<'_>, function: ir::Global) -> Result<()> {
        for (name, value, TranslatesTo(dialect)) in foreign(self.context, op) {
            let done = dialect.function_attribute(self.context, &mut self.ir, function, (name, value));
            if let Err(message) = done {
                return self.error(op, message);
            }
        }
        Ok(())
    }

    /// Translates an attribute of another dialect on a parameter; `None` if no dialect translates it.
    ///
    /// # Errors
    /// A message if the attribute is invalid there.
    pub(crate) fn foreign_parameter_attribute(
        &mut self,
        name: &str,
        value: Attribute,
    ) -> std::result::Result<Option<ir::attributes::Attribute>, String> {
        let dialect = name.split_once('.').and_then(|(dialect, _)| self.context.dialect(dialect));
        let Some(TranslatesTo(dialect)) = dialect.and_then(|dialect| dialect.interface()) else {
            return Ok(None);
        };
        if self.put_off() {
            return Err(String::new());
        }
        dialect.parameter_attribute(self.context, &mut self.ir, (name, value))
    }
}

/// The discardable attributes of an operation whose dialects have a translation.
pub(crate) fn foreign<'c>(
    context: &'c Context,
    op: OpRef<'_>,
) -> Vec<(&'c str, Attribute, &'static TranslatesTo)> {
    let attributes = op.body.attributes(op.op);
    // Most operations have none.
    if attributes == context.common.empty_dictionary {
        return Vec::new();
    }
    let entries = attributes.as_dictionary(context).unwrap_or_default().iter();
    let found = entries.filter_map(|entry| {
        let name = context.str(entry.name);
        let dialect = context.dialect(name.split_once('.')?.0)?;
        Some((name, entry.value, dialect.interface::<TranslatesTo>()?))
    });
    found.collect()
}
