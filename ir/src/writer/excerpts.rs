//! Pieces of a module as LLVM prints them alone, for messages about them.

use super::Writer;
use super::slots::FunctionSlots;
use crate::function::Value;
use crate::globals::Global;
use crate::instruction::Inst;
use crate::metadata::{MdNode, MdNodeKind, Metadata};
use crate::module::Module;

/// Prints pieces of a module. Numbers are made once, so that many pieces can be printed.
pub struct Excerpts<'m> {
    module: &'m Module,
    /// With the numbers of all metadata.
    whole: Option<Writer<'m>>,
    /// With the numbers of the module and one function.
    function: Option<(Global, Writer<'m>)>,
}

impl<'m> Excerpts<'m> {
    /// Pieces of this module.
    pub fn new(module: &'m Module) -> Self {
        Self { module, whole: None, function: None }
    }

    /// A metadata operand as it stands in a message: a node with its number and what is in it, `!2 = !{!3}`.
    pub fn metadata(&mut self, metadata: Metadata) -> String {
        let module = self.module;
        let writer = self.whole.get_or_insert_with(|| {
            let mut writer = Writer::new(module);
            for &global in &module.functions {
                if let Some(function) = module.globals[global].as_function() {
                    writer.slots.add_function(module, global, function);
                }
            }
            writer
        });
        match metadata {
            Metadata::Node(node) => writer.numbered_node(node),
            other => writer.metadata_operand(other),
        }
        writer.taken()
    }

    /// An instruction, two spaces in front: `  %1 = add i32 %0, 1`.
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

    /// A variable, alias, ifunc or function as a whole.
    pub fn global(&mut self, global: Global) -> String {
        let mut writer = Writer::new(self.module);
        match self.module.globals[global].as_function() {
            Some(_) => {
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
        if self.function.as_ref().is_none_or(|(known, _)| *known != global) {
            let mut writer = Writer::new(module);
            if let Some(function) = module.globals[global].as_function() {
                writer.slots.add_function(module, global, function);
                writer.function = Some((function, FunctionSlots::new(function)));
            }
            self.function = Some((global, writer));
        }
        match &mut self.function {
            Some((_, writer)) => writer,
            None => unreachable!("made above"),
        }
    }
}

impl Writer<'_> {
    fn numbered_node(&mut self, node: MdNode) {
        self.node(node);
        let inline = matches!(&self.module.metadata.nodes[node].kind, MdNodeKind::Specialized { .. })
            && super::slots::is_inline(self.module, node);
        if !inline {
            self.text(" = ");
            self.node_body(node);
        }
    }

    /// What has been written so far.
    fn taken(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.out)).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_numbers_of_where_they_stand() {
        let text = b"@x = global i32 0\ndefine void @e() !m !1 {\n ret void\n}\n\
            define i32 @f(i32 %0) {\n %2 = add i32 %0, 1, !m !0\n ret i32 %2\n}\n!0 = !{!\"a\"}\n!1 = !{i32 1}\n";
        let module = crate::read(text, "test").unwrap();
        let mut excerpts = Excerpts::new(&module);
        let &[_, f] = &module.functions[..] else { panic!("two functions") };
        let function = module.globals[f].as_function().unwrap();
        let inst = function.blocks[function.layout[0]].insts[0];
        let node = function.inst_attachments(inst)[0].1;
        assert_eq!(excerpts.instruction(f, inst), "  %2 = add i32 %0, 1, !m !0");
        assert_eq!(excerpts.metadata(Metadata::Node(node)), "!1 = !{!\"a\"}");
        assert_eq!(excerpts.value(f, function.args[0].into()), "i32 %0");
        assert_eq!(excerpts.global(module.variables[0]), "@x = global i32 0");
        assert_eq!(excerpts.global(module.functions[0]), "define void @e() !m !0 {\n  ret void\n}\n");
    }
}
