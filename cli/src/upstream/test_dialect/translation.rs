//! The translations of the `test` dialect by `mlir-translate -test-to-llvmir` and `-test-import-llvmir`. Source: MLIR's
//! `TestToLLVMIRTranslation.cpp` and `TestFromLLVMIRTranslation.cpp`.

use tern_export::extension::{Attachments, DialectTranslation, Translation};
use tern_import::extension::{InstructionImport, InstructionTranslation, Operation};
use tern_llvm_ir::Module;
use tern_llvm_ir::globals::{GlobalKind, GlobalValue, Variable};
use tern_llvm_ir::instruction::Instruction;
use tern_llvm_ir::metadata::Metadata;
use tern_mlir::{Attribute, Context, OpRef, Value};

/// The error for an operation without translation.
const UNSUPPORTED: &str = "unsupported translation of test operation";

/// The module attribute that, if `true`, adds the symbol [`FROM_ATTRIBUTE`].
const ADDS_SYMBOL: &str = "test.discardable_mod_attr";

/// The name of the added symbol.
const FROM_ATTRIBUTE: &str = "sym_from_attr";

/// The operation attribute that is translated to metadata of the instruction.
const ADDS_ANNOTATION: &str = "test.add_annotation";

pub(super) struct Test;

impl DialectTranslation for Test {
    fn operation(&self, translation: &mut Translation<'_, '_, '_>) -> tern_export::Result<()> {
        translation.error(UNSUPPORTED)
    }

    fn member(&self, op: OpRef<'_>, module: &mut Module) -> Result<(), Option<String>> {
        let name = op.property("sym_name").filter(|_| op.name() == "test.symbol");
        let name = name.and_then(|name| name.as_str(op.context));
        add_number(module, name.ok_or_else(|| Some(UNSUPPORTED.to_owned()))?);
        Ok(())
    }

    fn module_attribute(
        &self,
        context: &Context,
        module: &mut Module,
        (name, value): (&str, Attribute),
    ) -> Result<(), String> {
        if name == ADDS_SYMBOL && value == Attribute::bool(context, true) {
            add_number(module, FROM_ATTRIBUTE);
        }
        Ok(())
    }

    fn function_attribute(
        &self,
        _: &Context,
        _: &mut Module,
        _: tern_llvm_ir::Global,
        (name, _): (&str, Attribute),
    ) -> Result<(), String> {
        match name {
            ADDS_SYMBOL => Err(format!("attribute '{ADDS_SYMBOL}' only supported in modules")),
            _ => Ok(()),
        }
    }

    fn instruction_attribute(
        &self,
        context: &Context,
        attachments: &mut Attachments<'_>,
        (name, value): (&str, Attribute),
    ) -> Result<(), String> {
        if name == ADDS_SYMBOL {
            return Err(format!("attribute '{ADDS_SYMBOL}' only supported in modules"));
        }
        if name == ADDS_ANNOTATION {
            let detail = value.as_str(context).map(|detail| format!(": {detail}")).unwrap_or_default();
            let text = format!("annotation_from_test{detail}");
            let text = attachments.module().strings.intern(text.as_bytes());
            let node = attachments.node([Metadata::String(text)]);
            attachments.attach("annotation", node);
        }
        Ok(())
    }
}

impl InstructionImport for Test {
    /// Imports a load as a plain one and an operation of the dialect on what was loaded.
    fn instruction(
        &self,
        translation: &mut InstructionTranslation<'_, '_, '_, '_>,
    ) -> tern_import::Result<Option<Operation<Value>>> {
        let (Instruction::Load { address, .. }, Some(ty)) =
            (translation.instruction(), translation.result_type())
        else {
            return Ok(None);
        };
        let address = translation.value(*address)?;
        let load = Operation { name: "llvm.load", operands: vec![address], properties: Vec::new() };
        let loaded = translation.append(load, &[ty])?;
        let operands = [loaded.clone(), loaded].concat();
        Ok(Some(Operation { name: "test.same_operand_element_type", operands, properties: Vec::new() }))
    }
}

/// Declares an external global of type `i32`.
fn add_number(module: &mut Module, name: &str) {
    let name = module.strings.intern(name.as_bytes());
    let ty = module.types.common.i32;
    module.add_global(GlobalValue::new(Some(name), ty, GlobalKind::Variable(Variable::default())));
}
