//! Writes functions.

use std::io;

use super::check::{Checker, Problem, Seen};
use super::comments::predecessors;
use super::slots::Used;
use super::{FunctionSlots, Sink, Writer, invalid};
use crate::function::{Block, Function};
use crate::globals::{Global, RISCV_VLS_CC, calling_convention_name, calling_convention_since};
use crate::module::Module;
use crate::types::TypeKind;

/// Splits the functions of a module into runs that are large enough for a thread.
fn runs(module: &Module) -> Vec<&[Global]> {
    let weight = |&global: &Global| module.globals[global].as_function().map_or(0, |it| it.insts.len());
    tern_support::parallel::runs(&module.functions, tern_support::parallel::RUN, weight)
}

impl Writer<'_> {
    /// Writes the name of a calling convention and a space; nothing for the C convention.
    pub(super) fn calling_convention(&mut self, number: u32) {
        if number == 0 {
            return;
        }
        if RISCV_VLS_CC.contains(&number) && self.version >= calling_convention_since(number) {
            self.text("riscv_vls_cc(");
            self.number(32u32 << (number - RISCV_VLS_CC.start()));
            return self.text(") ");
        }
        match calling_convention_name(number).filter(|_| self.version >= calling_convention_since(number)) {
            Some(name) => {
                self.word(name);
                // LLVM's own names for these end with a space.
                self.text(if name.starts_with("avr_") { " " } else { "" });
            }
            None => {
                self.text("cc");
                self.number(number);
                self.text(" ");
            }
        }
    }

    /// Assigns numbers to everything that functions use, and checks their bodies if there is a `checker`.
    ///
    /// # Errors
    /// The first problem in a body.
    pub(super) fn number_functions(&mut self, checker: Option<&Checker<'_>>) -> Result<(), Problem> {
        let module = self.module;
        let slots = self.slots_mut();
        let find = |run: &&[Global], seen: &mut Seen, (used, problem): &mut (Used, Option<Problem>)| {
            used.clear();
            for &global in *run {
                *problem = checker.and_then(|checker| checker.function(global, seen).err());
                if problem.is_some() {
                    return;
                }
                used.add(module, global);
            }
        };
        let mut first = Ok(());
        tern_support::parallel::in_order(&runs(module), find, |_, (used, problem)| match problem.take() {
            Some(problem) if first.is_ok() => first = Err(problem),
            _ => slots.add_used(module, used),
        });
        first
    }

    /// Writes all functions, in parallel.
    pub(super) fn functions(&mut self, checker: Option<&Checker<'_>>, sink: Sink<'_>) -> io::Result<()> {
        self.number_functions(checker).map_err(invalid)?;
        self.in_pieces(&runs(self.module), sink, |writer, run| {
            run.iter().for_each(|&global| writer.function_definition(global));
        })
    }

    /// Writes a function. Everything that it uses must have its number.
    pub(super) fn function_definition(&mut self, global: Global) {
        let module = self.module;
        let value = &module.globals[global];
        let Some(function) = value.as_function() else { return };
        let TypeKind::Function { ret, params, varargs } = module.types.kind(value.ty) else { return };
        self.function = Some((function, FunctionSlots::new(function)));
        self.statepoints = None;
        let declaration = function.is_declaration();
        self.text("\n");
        self.annotate_function(global, function);
        self.function_comment(function, value.name);
        self.predecessors =
            (self.comments.is_some() && !declaration).then(|| predecessors(function, self.creation));
        if let (Some(orders), Some(predecessors)) = (self.orders, &mut self.predecessors) {
            for &block in &function.layout {
                orders.arrange(global, block, &mut predecessors[block]);
            }
        }
        self.text(if declaration { "declare" } else { "define" });
        if declaration {
            self.attachments(&value.attachments, " ");
        }
        self.text(" ");
        self.global_prefix(value);
        self.calling_convention(function.calling_convention);
        let attributes = module.attributes.get_list(function.attributes);
        for &attribute in module.attributes.get(attributes.ret) {
            self.attribute(attribute, false);
            self.text(" ");
        }
        self.ty(*ret);
        self.text(" ");
        self.global_name(global);
        self.text("(");
        self.separated(params.iter().enumerate(), |writer, (index, &param)| {
            writer.ty(param);
            writer.attribute_set(attributes.params.get(index).copied().unwrap_or_default());
            if let (false, Some(&arg)) = (declaration, function.args.get(index))
                && (!writer.is_before(10) || function.locals[arg].name.is_some())
            {
                writer.text(" ");
                writer.value(arg.into());
            }
        });
        if *varargs {
            self.text(if params.is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
        if !value.unnamed_addr.spelling().is_empty() {
            self.text(" ");
            self.text(value.unnamed_addr.spelling());
        }
        if value.address_space != 0 || self.program_address_space != 0 {
            self.text(" addrspace(");
            self.number(value.address_space);
            self.text(")");
        }
        self.attribute_group_reference(attributes.function);
        self.field(" section ", value.section);
        self.field(" partition ", value.partition);
        self.comdat_reference(value);
        if let Some(bytes) = value.alignment.bytes() {
            self.text(" align ");
            self.number(bytes);
        }
        if let Some(bytes) = function.preferred_alignment.bytes() {
            self.text(" prefalign(");
            self.number(bytes);
            self.text(")");
        }
        self.field(" gc ", function.gc);
        for (keyword, constant) in [
            (" prefix ", function.prefix),
            (" prologue ", function.prologue),
            (" personality ", function.personality),
        ] {
            if let Some(constant) = constant {
                self.text(keyword);
                self.typed_constant(constant);
            }
        }
        if declaration {
            self.text("\n");
        } else {
            self.attachments(&value.attachments, " ");
            self.text(" {\n");
            for (index, &block) in function.layout.iter().enumerate() {
                self.block(function, block, index == 0);
            }
            self.use_lists_of_function(function);
            self.text("}\n");
        }
        self.function = None;
    }

    fn block(&mut self, function: &Function, block: Block, entry: bool) {
        let module = self.module;
        if !entry {
            self.text("\n");
        }
        let start = self.out.len();
        match function.blocks[block].name {
            Some(name) => {
                self.name(module.strings.get(name));
                self.text(":");
            }
            None if entry => {}
            None => {
                let number = self.function.as_ref().map_or(0, |(_, slots)| slots.blocks[block]);
                // Labels could not be numbers before LLVM 9.
                self.text(if self.is_before(9) { "; <label>:" } else { "" });
                self.small(number);
                self.text(":");
            }
        }
        if !entry {
            self.block_comment(block, start);
        }
        if self.out.len() != start {
            self.text("\n");
        }
        for &inst in function.block_insts(block) {
            self.instruction(function, inst);
        }
    }
}
