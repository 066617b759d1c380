//! Prints pieces of a module as LLVM prints them by themselves, for use in messages.

use super::Writer;
use super::slots::{FunctionSlots, Mark};
use crate::function::{Block, Local, Value};
use crate::globals::Global;
use crate::instruction::{DebugRecord, Inst, RecordOperand};
use crate::metadata::{MdNode, Metadata};
use crate::module::Module;
use crate::types::Type;

/// Prints pieces of a module. Numbers are assigned once, so printing many pieces is cheap.
pub struct Excerpts<'m> {
    module: &'m Module,
    /// A writer in which all metadata has numbers.
    whole: Option<Writer<'m>>,
    /// A writer in which the module has numbers, and one function.
    one: Option<Writer<'m>>,
    /// That function, and what had numbers without it.
    function: Option<(Global, Mark)>,
}

impl<'m> Excerpts<'m> {
    /// Prepares to print pieces of `module`. Numbers are assigned on first use.
    pub fn new(module: &'m Module) -> Self {
        Self { module, whole: None, one: None, function: None }
    }

    /// A metadata operand: for a node, its number and contents, such as `!2 = !{!3}`.
    pub fn metadata(&mut self, metadata: Metadata) -> String {
        let module = self.module;
        let writer = self.whole.get_or_insert_with(|| {
            let mut writer = Writer::new(module);
            writer.number_functions(None).expect("without a checker there are no problems");
            writer
        });
        match metadata {
            Metadata::Node(node) => writer.numbered_node(node),
            other => writer.metadata_operand(other),
        }
        writer.taken()
    }

    /// An instruction, indented by two spaces: `  %1 = add i32 %0, 1`.
    pub fn instruction(&mut self, global: Global, inst: Inst) -> String {
        let Some(function) = self.module.globals[global].as_function() else { return String::new() };
        let writer = self.of_function(global);
        writer.instruction(function, inst);
        let mut text = writer.taken();
        text.truncate(text.trim_end_matches('\n').len());
        text
    }

    /// A value with its type: `i32 %a`.
    pub fn value(&mut self, global: Global, value: Value) -> String {
        let writer = self.of_function(global);
        writer.typed_value(value);
        writer.taken()
    }

    /// The name or number of a block, as operands refer to it: `%entry`, `%3`. An entry without a label has a number as well.
    pub fn block_name(&mut self, global: Global, block: Block) -> String {
        let writer = self.of_function(global);
        writer.block_name(block);
        writer.taken()
    }

    /// The name or number of an argument or result: `%x`, `%3`.
    pub fn local_name(&mut self, global: Global, local: Local) -> String {
        let writer = self.of_function(global);
        writer.value(local.into());
        writer.taken()
    }

    /// The name or number of a global: `@f`, `@3`.
    pub fn global_name(&mut self, global: Global) -> String {
        let writer = self.one.get_or_insert_with(|| writer(self.module));
        writer.global_name(global);
        writer.taken()
    }

    /// A type: `{ i32, ptr }`, `%0`.
    pub fn ty(&mut self, ty: Type) -> String {
        let writer = self.one.get_or_insert_with(|| writer(self.module));
        writer.ty(ty);
        writer.taken()
    }

    /// A debug record: `#dbg_value(i32 %a, !7, !DIExpression(), !6)`.
    pub fn record(&mut self, global: Global, record: &DebugRecord) -> String {
        let writer = self.of_function(global);
        writer.debug_record(record);
        writer.taken().trim().to_owned()
    }

    /// A debug record as a call of the intrinsic that it replaced:
    /// `  tail call void @llvm.dbg.value(metadata i32 %a, metadata !7, metadata !DIExpression()), !dbg !6`.
    pub fn record_as_call(&mut self, global: Global, record: &DebugRecord) -> String {
        let writer = self.of_function(global);
        writer.text("  tail call void @");
        writer.text(record.kind.intrinsic());
        writer.text("(");
        writer.separated(&record.operands, |writer, operand| {
            writer.text("metadata ");
            writer.record_operand(operand);
        });
        writer.text(")");
        if let Some(location) = record.location {
            writer.text(", !dbg ");
            writer.node(location);
        }
        writer.taken()
    }

    /// An operand of a debug record: `i32 %a`, `!DIArgList(i32 %a, i32 5)`.
    pub fn record_operand(&mut self, global: Global, operand: &RecordOperand) -> String {
        let writer = self.of_function(global);
        writer.record_operand(operand);
        writer.taken()
    }

    /// A variable, alias, ifunc or function with its body.
    pub fn global(&mut self, global: Global) -> String {
        let mut writer = writer(self.module);
        match self.module.globals[global].as_function() {
            Some(_) => {
                // LLVM numbers the metadata of all functions, not only of this one.
                writer.number_functions(None).expect("without a checker there are no problems");
                writer.comments = Some("");
                writer.function_definition(global);
                writer.taken().trim_start_matches('\n').to_owned()
            }
            None => {
                writer.global(global);
                writer.taken().trim_end_matches('\n').to_owned()
            }
        }
    }

    fn of_function(&mut self, global: Global) -> &mut Writer<'m> {
        let module = self.module;
        let writer = self.one.get_or_insert_with(|| writer(module));
        if self.function.is_none_or(|(known, _)| known != global) {
            let slots = writer.slots_mut();
            if let Some((_, mark)) = self.function.take() {
                slots.take_back(mark);
            }
            self.function = Some((global, slots.mark()));
            writer.function = module.globals[global].as_function().map(|function| {
                slots.add_function(module, global);
                (function, FunctionSlots::new(function))
            });
        }
        writer
    }
}

/// A writer that spells out what LLVM adds while reading.
fn writer(module: &Module) -> Writer<'_> {
    Writer { implied_by: Some(module.layout()), ..Writer::new(module) }
}

impl Writer<'_> {
    fn numbered_node(&mut self, node: MdNode) {
        match self.slots.is_inline(self.module, node) {
            true => self.node(node),
            false => self.node_definition(node),
        }
    }

    /// Takes the text written so far.
    fn taken(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.out)).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::Instruction;

    #[test]
    fn pieces_have_the_numbers_of_where_they_stand() {
        let text = b"@x = global i32 0\ndefine void @e() !m !1 {\n ret void\n}\n\
            define i32 @f(i32 %0) {\n %2 = add i32 %0, 1, !m !0\n ret i32 %2\n}\n!0 = !{!\"a\"}\n!1 = !{i32 1}\n";
        let module = crate::read(text, "test").unwrap();
        let mut excerpts = Excerpts::new(&module);
        let &[_, f] = &module.functions[..] else { panic!("two functions") };
        let function = module.globals[f].as_function().unwrap();
        let inst = function.block_insts(function.layout[0])[0];
        let node = function.inst_attachments(inst)[0].1;
        assert_eq!(excerpts.instruction(f, inst), "  %2 = add i32 %0, 1, !m !0");
        assert_eq!(excerpts.metadata(Metadata::Node(node)), "!1 = !{!\"a\"}");
        assert_eq!(excerpts.value(f, function.args[0].into()), "i32 %0");
        assert_eq!(excerpts.local_name(f, function.args[0]), "%0");
        assert_eq!(excerpts.block_name(f, function.layout[0]), "%1");
        assert_eq!(excerpts.global_name(f), "@f");
        assert_eq!(excerpts.global(module.variables[0]), "@x = global i32 0");
        assert_eq!(excerpts.global(module.functions[0]), "define void @e() !m !0 {\n  ret void\n}\n");
        assert!(excerpts.global(f).contains("!m !1"));
    }

    #[test]
    fn numbers_of_one_function_do_not_show_in_another() {
        let text = b"define void @f() {\n  call void @f() #0, !m !0\n  ret void\n}\ndefine void @g() {\n  call void @g() #1, !m !1\n  ret void\n}\n\
            attributes #0 = { nounwind }\nattributes #1 = { cold }\n!0 = !{!\"a\"}\n!1 = !{!\"b\"}\n";
        let module = crate::read(text, "test").unwrap();
        let mut excerpts = Excerpts::new(&module);
        for round in 0..2 {
            for &function in &module.functions {
                let name = excerpts.global_name(function);
                let inst = module.globals[function].as_function().unwrap();
                let inst = inst.block_insts(inst.layout[0])[0];
                let expected = format!("  call void {name}() #0, !m !0");
                assert_eq!(excerpts.instruction(function, inst), expected, "{round}");
            }
        }
    }

    #[test]
    fn a_record_is_a_call() {
        let text = b"define void @f(i32 %\"a, (\") {\n #dbg_value(!DIArgList(i32 %\"a, (\", i32 5), !0, !DIExpression(), !1)\n ret void\n}\n\
            !0 = !DILocalVariable(scope: !2)\n!1 = !DILocation(scope: !2)\n!2 = distinct !DISubprogram()\n";
        let module = crate::read(text, "test").unwrap();
        let f = module.functions[0];
        let function = module.globals[f].as_function().unwrap();
        let inst = &function.insts[function.block_insts(function.layout[0])[0]].inst;
        let Instruction::DebugRecord(record) = inst else { panic!("a record") };
        let mut excerpts = Excerpts::new(&module);
        let operand = "!DIArgList(i32 %\"a, (\", i32 5)";
        assert_eq!(excerpts.record_operand(f, &record.operands[0]), operand);
        assert_eq!(excerpts.record(f, record), format!("#dbg_value({operand}, !0, !DIExpression(), !2)"));
        assert_eq!(
            excerpts.record_as_call(f, record),
            format!(
                "  tail call void @llvm.dbg.value(metadata {operand}, metadata !0, metadata !DIExpression()), !dbg !2"
            )
        );
    }
}
