//! Exports operations that stand for intrinsics, such as `llvm.intr.smax`, by their declarations.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::interfaces::{OperandBundleInterface, ResultRangeInterface};
use tern_llvm_ir::attributes::{Attribute, AttributeKind, AttributeList};
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::instruction::{CallSite, Instruction};
use tern_llvm_ir::intrinsics::Overload;
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Type, TypeKind};
use tern_mapping::asides;
use tern_mapping::intrinsics::{Argument, IrregularDecl, ParameterAlignment, irregular};
use tern_mlir::OpRef;
use tern_mlir::declare::IntrinsicDecl;

use crate::functions::BodyState;
use crate::parallel::OpenNode;
use crate::{Exporter, Result, ir};

impl Exporter<'_> {
    /// The call of the intrinsic for an operation.
    pub(crate) fn intrinsic_op(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        intrinsic: &IntrinsicDecl,
    ) -> Result<Option<Instruction>> {
        if self.kind(op).is_record {
            return self.debug_record_op(site, op);
        }
        let irregular = irregular(op.name());
        let args = match irregular {
            Some(decl) => self.irregular_arguments(site, op, decl)?,
            None => self.regular_arguments(site, op, intrinsic)?,
        };
        let bundles = self.bundles(site, op)?;
        let types: Vec<Type> = args.iter().map(|&arg| self.ir.type_of(&site.function, arg)).collect();
        let ret = match op.result() {
            None => self.ir.types.common.void,
            Some(result) => match self.ty(op.type_of(result)) {
                Some(ty) => ty,
                None => return self.error(op, "result type without LLVM IR"),
            },
        };
        let ret = self.returned(intrinsic, ret, &types);
        let params = types.clone().into();
        let function_type = self.ir.types.intern(TypeKind::Function { ret, params, varargs: false });
        let name = self.overloaded_name(intrinsic.name, ret, &types);
        let (callee, function_type) = self.called(op, name, function_type, false)?;
        let (mut ret_set, mut params) = self.signature_attributes(op)?;
        if let Some(range) = ResultRangeInterface(op).range().and_then(|range| self.return_range(range, None))
        {
            let mut attributes = self.ir.attributes.get(ret_set).to_vec();
            attributes.push(range);
            ret_set = self.ir.attributes.set(&self.ir.strings, attributes);
        }
        let mut function = self.function_attributes(op, asides::PASSTHROUGH)?;
        if let Some(decl) = irregular {
            if let Some((index, bytes)) = self.parameter_alignment(op, decl.alignment)? {
                params.resize(args.len(), Default::default());
                let align = vec![Attribute::Integer(AttributeKind::Alignment, bytes)];
                params[index] = self.ir.attributes.set(&self.ir.strings, align);
            }
            if decl.strict {
                let mut all = self.ir.attributes.get(function).to_vec();
                all.push(Attribute::Enum(AttributeKind::StrictFP));
                function = self.ir.attributes.set(&self.ir.strings, all);
            }
        }
        let list = AttributeList { function, ret: ret_set, params };
        let attributes = self.ir.attributes.list(list);
        let flags = self.flags_on(ret, self.fast_math(op)?);
        let call = CallSite {
            callee,
            function_type,
            args: args.into(),
            calling_convention: 0,
            attributes,
            bundles: bundles.into(),
            flags,
            tail: self.tail(op)?,
        };
        Ok(Some(Instruction::Call(Box::new(call))))
    }

    /// The return type of an intrinsic for an operation with a result of type `ret`. It is the type that LLVM fixes, if any; an
    /// operation may also drop a result whose type is that of an operand.
    pub(crate) fn returned(&mut self, intrinsic: &IntrinsicDecl, ret: Type, params: &[Type]) -> Type {
        let Some(found) = tern_llvm_ir::intrinsics::find(intrinsic.name.as_bytes()) else { return ret };
        if let Some(fixed) = found.fixed_result(&self.ir) {
            return fixed;
        }
        let operand = intrinsic.overloaded_operands.first().and_then(|&index| params.get(index as usize));
        match operand {
            Some(&ty)
                if ret == self.ir.types.common.void
                    && found.overloads().any(|overload| overload == Overload::Result) =>
            {
                ty
            }
            _ => ret,
        }
    }

    /// The operands in order, with immediates inserted at their positions.
    fn regular_arguments(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        intrinsic: &IntrinsicDecl,
    ) -> Result<Vec<ir::Value>> {
        let mut args = self.values(site, op, op.operands())?;
        args.truncate(args.len() - OperandBundleInterface(op).op_bundle_operands().len());
        for (position, name) in intrinsic.immediates {
            let constant = self.immediate(op, name)?;
            args.insert((*position as usize).min(args.len()), constant);
        }
        Ok(args)
    }

    fn immediate(&mut self, op: OpRef<'_>, name: &'static str) -> Result<ir::Value> {
        match op.property_or_default(name).and_then(|value| self.constant_of_attribute(value)) {
            Some(constant) => Ok(constant.into()),
            None => self.error(op, format!("requires attribute '{name}'")),
        }
    }

    /// The arguments according to the table of irregular intrinsics.
    fn irregular_arguments(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        decl: &IrregularDecl,
    ) -> Result<Vec<ir::Value>> {
        let context = self.context;
        let mut args = Vec::with_capacity(decl.arguments.len());
        for argument in decl.arguments {
            let metadata = match *argument {
                Argument::Immediate(name) => {
                    args.push(self.immediate(op, name)?);
                    continue;
                }
                Argument::Operand(name) | Argument::OrPoison(name) => {
                    let poison = matches!(argument, Argument::OrPoison(_));
                    let value = match (op.operand_group(name).first(), op.result()) {
                        (Some(&value), _) => self.value(site, op, value)?,
                        (None, Some(result)) if poison => match self.ty(op.type_of(result)) {
                            Some(ty) => self.ir.constants.intern(ty, ConstantKind::Poison).into(),
                            None => return self.error(op, "result type without LLVM IR"),
                        },
                        _ => return self.error(op, format!("requires operand '{name}'")),
                    };
                    args.push(value);
                    continue;
                }
                Argument::Rounding(name) => {
                    let mode = op.property(name).and_then(|mode| llvm::as_rounding_mode(context, mode));
                    mode.map(|mode| self.metadata_string(format!("round.{}", mode.spelling()).as_bytes()))
                }
                Argument::Exceptions(name) => {
                    let behavior =
                        op.property(name).and_then(|it| llvm::as_fp_exception_behavior(context, it));
                    behavior.map(|it| self.metadata_string(format!("fpexcept.{}", it.spelling()).as_bytes()))
                }
                Argument::Scope(name) => {
                    let scopes = op.property(name).and_then(|scope| {
                        self.open_node(OpenNode::Scopes(scope)).or_else(|| self.alias_scopes_node(&[scope]))
                    });
                    scopes.map(Metadata::Node)
                }
            };
            let Some(metadata) = metadata else { return self.error(op, "has a malformed attribute") };
            let ty = self.ir.types.common.metadata;
            args.push(self.ir.constants.intern(ty, ConstantKind::Metadata(metadata)).into());
        }
        Ok(args)
    }

    /// The index and the alignment in bytes of the parameter that has an alignment.
    fn parameter_alignment(
        &mut self,
        op: OpRef<'_>,
        alignment: Option<ParameterAlignment>,
    ) -> Result<Option<(usize, u64)>> {
        match alignment {
            None => Ok(None),
            Some(ParameterAlignment::Given(index, name)) => {
                Ok(op.property(name).and_then(|bytes| bytes.as_u64(self.context)).map(|bytes| (index, bytes)))
            }
            Some(ParameterAlignment::Element(index, operand)) => {
                let matrix = match operand {
                    Some(name) => op.operand_group(name).first().copied(),
                    None => op.result(),
                };
                let matrix = matrix.and_then(|matrix| self.ty(op.type_of(matrix)));
                let element = matrix.map(|matrix| self.ir.types.scalar(matrix));
                match element.and_then(|element| self.sizes().abi_alignment(element)) {
                    Some(bytes) => Ok(Some((index, bytes))),
                    None => self.error(op, "has a matrix of elements without a size"),
                }
            }
        }
    }

    /// Sizes and alignments under the module's data layout.
    pub(crate) fn sizes(&self) -> Sizes<'_> {
        Sizes { strings: &self.ir.strings, types: &self.ir.types, layout: &self.tables.layout }
    }

    /// The name of an intrinsic with the suffixes for these types, from LLVM's table of intrinsics.
    pub(crate) fn overloaded_name(&self, name: &str, ret: Type, params: &[Type]) -> Vec<u8> {
        tern_llvm_ir::intrinsics::overloaded_name(&self.ir, name, ret, params)
    }
}
