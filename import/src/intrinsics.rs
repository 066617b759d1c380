//! Imports calls of intrinsics as operations whose operands are not just the arguments in order.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::enums::{FPExceptionBehavior, RoundingMode};
use tern_llvm_ir::attributes::{Attribute as IrAttribute, AttributeKind, AttributeSetId};
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::instruction::CallSite;
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::{Global, TypeKind};
use tern_mapping::asides;
use tern_mapping::intrinsics::{Argument, IrregularDecl, ParameterAlignment, irregular};
use tern_mlir::Attribute;
use tern_mlir::declare::{Arity, OpDef};

use crate::attributes::Fields;
use crate::builder::{New, string};
use crate::calls::with_signature;
use crate::extension::BUNDLES;
use crate::functions::BodyState;
use crate::policy::Intrinsics;
use crate::{Importer, Result, Tables};

impl<'c> Importer<'_, 'c> {
    /// The operation of the `llvm` dialect from which export rebuilds exactly this call; `None` if there is none.
    pub(crate) fn exact_intrinsic(
        &mut self,
        site: &mut BodyState<'_>,
        call: &CallSite,
        callee: Global,
    ) -> Result<Option<New<'c>>> {
        let Some(def) = self.intrinsic_of(callee).filter(|def| self.is_exact(def, call)) else {
            return Ok(None);
        };
        let decl = irregular(def.name);
        let new = match decl {
            Some(_) => self.irregular(site, call, def)?,
            None => self.regular(site, call, def)?,
        };
        let Some(mut new) = new else { return Ok(None) };
        if def.attribute("fastmathFlags").is_none() {
            new = self.with_fast_math(new, call.flags, false);
        }
        new = self.with_tail(new, call.tail);
        let set = self.ir.attributes.get_list(call.attributes).function;
        let mut attributes = self.function_attributes(set, Fields::None).rest.clone();
        if decl.is_some_and(|decl| decl.strict) {
            let strict = string(self.context, AttributeKind::StrictFP.spelling().as_bytes());
            attributes.retain(|attribute| *attribute != strict);
        }
        if !attributes.is_empty() {
            new = new.aside(asides::PASSTHROUGH, Attribute::array(self.context, attributes));
        }
        let aligned = decl.is_some_and(|decl| decl.alignment.is_some());
        Ok(Some(self.with_intrinsic_attributes(new, call, def, aligned)))
    }

    /// The operation for an intrinsic, if export derives the same name and type from it. Cached.
    pub(crate) fn intrinsic_of(&mut self, callee: Global) -> Option<&'static OpDef> {
        if let Some(&known) = self.ops.intrinsics.get(&callee) {
            return known;
        }
        let found = self.find_exact_intrinsic(callee);
        self.ops.intrinsics.insert(callee, found);
        found
    }

    fn find_exact_intrinsic(&mut self, callee: Global) -> Option<&'static OpDef> {
        let module = self.ir;
        let value = &module.globals[callee];
        let name = module.text(value.name?);
        let base = tern_llvm_ir::intrinsics::base_name(&name)?;
        let def = self.operation_for(base).filter(|_| !base.starts_with("llvm.dbg."))?;
        let TypeKind::Function { ret, params, varargs: false } = module.types.kind(value.ty) else {
            return None;
        };
        let full = tern_llvm_ir::intrinsics::overloaded_name(module, base, *ret, params);
        let returns = *ret != module.types.common.void;
        let named = full == name.as_bytes() && returns != def.results.is_empty();
        (named && self.has_types(def, *ret, params)).then_some(def)
    }

    /// Whether the operation accepts the types of this intrinsic. Some operations are more restrictive than LLVM.
    fn has_types(&mut self, def: &OpDef, ret: tern_llvm_ir::Type, params: &[tern_llvm_ir::Type]) -> bool {
        let mut typed = Vec::new();
        if let [result] = def.results {
            typed.push((result, ret));
        }
        // For irregular ones, the table says which operand is which argument.
        if irregular(def.name).is_none() {
            let immediates = def.intrinsic.as_ref().map_or(&[][..], |intrinsic| intrinsic.immediates);
            let is_immediate = |at: usize| immediates.iter().any(|&(index, _)| index as usize == at);
            let values = params.iter().enumerate().filter(|(at, _)| !is_immediate(*at)).map(|(_, &ty)| ty);
            let single = def.operands.iter().take_while(|operand| operand.arity == Arity::One);
            typed.extend(single.zip(values));
        }
        typed.into_iter().all(|(decl, ty)| (decl.constraint.check)(self.context, self.ty(ty)))
    }

    /// The operation that a call becomes, if that does not depend on context and the operation may have attachments as fields.
    pub(crate) fn certain_call(&mut self, call: &CallSite) -> Option<&'static OpDef> {
        if self.policy.intrinsics != Intrinsics::Exact
            || self.needs_extension(call, true)
            || self.asm(call).is_some()
        {
            return None;
        }
        match self.direct_callee(call).filter(|&callee| self.ir.is_intrinsic(callee)) {
            Some(_) if self.options.unregistered_intrinsics => None,
            Some(callee) => {
                let def = self.intrinsic_of(callee).filter(|def| self.is_exact(def, call))?;
                let certain = irregular(def.name)
                    .is_none_or(|decl| decl.arguments.iter().all(|it| matches!(it, Argument::Scope(_))));
                certain.then_some(def)
            }
            None => self.context.op_name_data(self.context.op_name_of_two("llvm.", "call")).def,
        }
    }

    /// Adds the attributes of arguments and of the result: as fields if the operation has them, else as asides.
    fn with_intrinsic_attributes(
        &mut self,
        new: New<'c>,
        call: &CallSite,
        def: &OpDef,
        aligned: bool,
    ) -> New<'c> {
        let context = self.context;
        let (args, results) = self.signature_attributes(call.attributes, call.args.len());
        let fields = def.attribute("arg_attrs").is_some();
        let new = match results {
            Some(results) if fields => with_signature(new, None, Some(results)),
            Some(results) => new.aside(asides::RES_ATTRS, results),
            None => new,
        };
        // Here the alignment is the only attribute of the arguments, and a field holds it.
        let Some(args) = args.filter(|_| !aligned) else { return new };
        let immediates = def.intrinsic.as_ref().map_or(0, |intrinsic| intrinsic.immediates.len());
        let operands = call.args.len().saturating_sub(immediates);
        let immediates_last = def
            .intrinsic
            .as_ref()
            .is_some_and(|intrinsic| intrinsic.immediates.iter().all(|(at, _)| *at as usize >= operands));
        let all = args.as_array(context).unwrap_or_default();
        let nothing = Attribute::dictionary(context, []);
        let (kept, left) = all.split_at_checked(operands).unwrap_or((all, &[]));
        // The field has one entry for each operand.
        match fields && immediates_last && left.iter().all(|entry| *entry == nothing) {
            true => with_signature(new, Some(Attribute::array(context, kept.to_vec())), None),
            false => new.aside(asides::ARG_ATTRS, args),
        }
    }

    /// The operation for a call in the table of irregular intrinsics; `None` if some argument cannot be represented.
    pub(crate) fn irregular(
        &mut self,
        site: &mut BodyState<'_>,
        call: &CallSite,
        def: &'static OpDef,
    ) -> Result<Option<New<'c>>> {
        let context = self.context;
        let Some(decl) = irregular(def.name) else { return Ok(None) };
        let mut new = New::op(context, def.name);
        // Older versions of the intrinsic have the alignment as an argument.
        let old = match decl.alignment {
            Some(ParameterAlignment::Given(index, _)) if call.args.len() > decl.arguments.len() => {
                Some(index + 1)
            }
            _ => None,
        };
        let args = call.args.iter().enumerate().filter(|(index, _)| Some(*index) != old);
        for ((_, &arg), &argument) in args.zip(decl.arguments) {
            let kind = arg.constant().map(|constant| self.ir.constants.kind(constant).clone());
            let text = match &kind {
                Some(ConstantKind::Metadata(Metadata::String(text))) => Some(self.ir.text(*text)),
                _ => None,
            };
            let (name, value) = match argument {
                Argument::Operand(_) | Argument::OrPoison(_) => {
                    new = new.operands([self.value(site, arg)?]);
                    continue;
                }
                Argument::Immediate(name) => {
                    self.visit_unused(site, arg)?;
                    (name, arg.constant().and_then(|it| self.plain_attribute(it)))
                }
                Argument::Rounding(name) => {
                    let mode = text.as_deref().and_then(|text| text.strip_prefix("round."));
                    let mode = mode.and_then(RoundingMode::from_spelling);
                    (name, mode.map(|mode| llvm::rounding_mode(context, mode)))
                }
                Argument::Exceptions(name) => {
                    let behavior = text.as_deref().and_then(|text| text.strip_prefix("fpexcept."));
                    let behavior = behavior.and_then(FPExceptionBehavior::from_spelling);
                    (name, behavior.map(|behavior| llvm::fp_exception_behavior(context, behavior)))
                }
                Argument::Scope(name) => {
                    let Some(ConstantKind::Metadata(Metadata::Node(node))) = kind else { return Ok(None) };
                    let scopes = match self.policy.exact {
                        false => self.alias_scopes(node)?,
                        true => match self.alias_scope_forms(node) {
                            Some(scopes) if scopes.len() == 1 => scopes,
                            _ => return Ok(None),
                        },
                    };
                    (name, scopes.first().copied())
                }
            };
            match value {
                Some(value) => new = new.property(name, value),
                None => return Ok(None),
            }
        }
        let old = old.and_then(|index| call.args[index].constant());
        let old = match old.map(|constant| self.ir.constants.kind(constant)) {
            Some(ConstantKind::Integer(bytes)) => Some(*bytes),
            _ => None,
        };
        Ok(Some(self.with_parameter_alignment(new, call, decl, old)))
    }
}

impl<'c> Tables<'_, 'c> {
    /// Whether all calls of a function become operations, so that its declaration need not be imported.
    pub(crate) fn stands_for_operation(&self, global: Global) -> bool {
        let value = &self.ir.globals[global];
        let name = value.name.filter(|_| value.as_function().is_some());
        let Some(name) = name.map(|name| self.ir.text(name)) else { return false };
        let base = tern_llvm_ir::intrinsics::base_name(&name).unwrap_or(&name);
        base.starts_with("llvm.dbg.") || self.operation_for(base).is_some()
    }

    /// Whether the operation can express everything about this call.
    fn is_exact(&self, def: &'static OpDef, call: &CallSite) -> bool {
        let has_bundles = def.operands.iter().any(|operand| operand.name == BUNDLES);
        let plain = call.calling_convention == 0
            && (call.bundles.is_empty() || has_bundles)
            && self.may_have_flags(call);
        plain
            && match irregular(def.name) {
                Some(decl) => self.fits(decl, call),
                None => {
                    let immediates = def.intrinsic.as_ref().map_or(&[][..], |intrinsic| intrinsic.immediates);
                    let is_integer = |&(at, _): &(u32, _)| {
                        let constant = call.args.get(at as usize).and_then(|arg| arg.constant());
                        let kind = constant.map(|constant| self.ir.constants.kind(constant));
                        matches!(kind, Some(ConstantKind::Integer(_)))
                    };
                    // Older versions of an intrinsic may have the same name but another number of arguments.
                    let arguments = def.operands.iter().filter(|operand| operand.name != BUNDLES);
                    arguments.clone().all(|operand| operand.arity == Arity::One)
                        && arguments.count() + immediates.len() == call.args.len()
                        && immediates.iter().all(is_integer)
                }
            }
    }

    /// Whether the call has no fast-math flags, or its type is one for which export looks for them.
    fn may_have_flags(&self, call: &CallSite) -> bool {
        let types = &self.ir.types;
        call.flags.is_empty()
            || matches!(types.kind(call.function_type), TypeKind::Function { ret, .. } if types.is_float(types.scalar(*ret)))
    }

    /// Whether a call has exactly the attributes that its declaration in the table of irregular intrinsics implies.
    fn fits(&self, decl: &IrregularDecl, call: &CallSite) -> bool {
        let attributes = &self.ir.attributes;
        let list = attributes.get_list(call.attributes);
        let strict = attributes.get(list.function).contains(&IrAttribute::Enum(AttributeKind::StrictFP));
        let aligned = match decl.alignment {
            None => true,
            Some(ParameterAlignment::Given(index, _)) => {
                let others = list.params.iter().enumerate().filter(|(at, _)| *at != index);
                let own = list.params.get(index).map(|set| attributes.get(*set));
                matches!(own, Some([IrAttribute::Integer(AttributeKind::Alignment, 1..=0x7fff_ffff)]))
                    && others.clone().all(|(_, set)| *set == AttributeSetId::default())
            }
            // MLIR leaves this alignment implicit, and LLVM's may differ.
            Some(ParameterAlignment::Element(..)) => false,
        };
        call.args.len() == decl.arguments.len() && aligned && strict == decl.strict
    }

    /// Stores the alignment attribute of a parameter in the operation's field.
    fn with_parameter_alignment(
        &self,
        new: New<'c>,
        call: &CallSite,
        decl: &IrregularDecl,
        old: Option<u64>,
    ) -> New<'c> {
        let Some(ParameterAlignment::Given(index, name)) = decl.alignment else { return new };
        let list = self.ir.attributes.get_list(call.attributes);
        let set = list.params.get(index).copied().unwrap_or_default();
        let bytes = self.ir.attributes.get(set).iter().find_map(|attribute| match attribute {
            IrAttribute::Integer(AttributeKind::Alignment, bytes) => Some(*bytes),
            _ => None,
        });
        let bytes =
            Attribute::integer(self.context, self.context.common.i32, old.or(bytes).unwrap_or(1) as i64);
        new.property(name, bytes)
    }
}
