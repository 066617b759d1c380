//! Writes the comments of `llvm-dis --show-annotations`: how often values are used, their types, and where instructions come from.

use std::sync::Arc;

use super::Writer;
use crate::constants::ConstantKind;
use crate::function::Function;
use crate::globals::Global;
use crate::instruction::Inst;
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::use_lists::{UsesInFunction, UsesOfConstants};

/// The column of a comment.
const COLUMN: usize = 50;

/// The numbers of uses.
pub(super) struct Annotations {
    of_constants: Arc<UsesOfConstants>,
    /// Those in the function that is being written.
    in_function: Option<UsesInFunction>,
}

impl Annotations {
    pub(super) fn of(module: &Module) -> Self {
        Self { of_constants: Arc::new(UsesOfConstants::of(module)), in_function: None }
    }

    /// Those for the writer of another function.
    pub(super) fn fork(&self) -> Self {
        Self { of_constants: Arc::clone(&self.of_constants), in_function: None }
    }
}

impl Writer<'_> {
    /// Writes `; [#uses=1]` before a function.
    pub(super) fn annotate_function(&mut self, global: Global, function: &Function) {
        let Some(annotations) = &mut self.annotations else { return };
        annotations.in_function = Some(UsesInFunction::of(function));
        let uses = self.uses_of_global(global);
        self.text("; [#uses=");
        self.number(uses);
        self.text("]\n");
    }

    /// Writes `; [#uses=1 type=ptr]` behind the definition of another global, which began at `start`.
    pub(super) fn annotate_global(&mut self, global: Global, start: usize) {
        if self.annotations.is_some() {
            let module = self.module;
            let ty = module.types.pointer(module.globals[global].address_space);
            let uses = self.uses_of_global(global);
            self.pad_to_column(start);
            self.uses_and_type(uses, ty);
        }
    }

    /// Writes `; [#uses=1 type=i32] [debug line = 3:4]` behind an instruction, which began at `start`.
    pub(super) fn annotate_instruction(&mut self, function: &Function, inst: Inst, start: usize) {
        let Some(annotations) = &self.annotations else { return };
        let result = function.insts[inst].result.expand();
        let uses = result.zip(annotations.in_function.as_ref()).map(|(result, uses)| uses.local(result));
        if let (Some(uses), Some(result)) = (uses, result) {
            self.pad_to_column(start);
            self.uses_and_type(uses, function.locals[result].ty);
        }
        let mut locations = self.module.locations(function, inst).peekable();
        if locations.peek().is_none() {
            return;
        }
        if result.is_none() {
            self.pad_to_column(start);
            self.text(";");
        }
        self.text(" [debug line = ");
        for (depth, location) in locations.enumerate() {
            self.text(if depth == 0 { "" } else { "@" });
            self.number(location.line());
            self.text(":");
            self.number(location.column());
        }
        self.text("]");
    }

    fn uses_of_global(&self, global: Global) -> u32 {
        let module = self.module;
        let ty = module.types.pointer(module.globals[global].address_space);
        let constant = module.constants.intern(ty, ConstantKind::Global(global));
        self.annotations.as_ref().map_or(0, |annotations| annotations.of_constants.constant(constant))
    }

    /// Pads the line to the column of comments, with a space at least. The text of the value began at `start`.
    fn pad_to_column(&mut self, start: usize) {
        let text = &self.out[start..];
        let line = &text[memchr::memrchr(b'\n', text).map_or(0, |end| end + 1)..];
        let width = line.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        let spaces = COLUMN.saturating_sub(width).max(1);
        self.out.resize(self.out.len() + spaces, b' ');
    }

    fn uses_and_type(&mut self, uses: u32, ty: Type) {
        self.text("; [#uses=");
        self.number(uses);
        self.text(" type=");
        self.ty(ty);
        if let TypeKind::Identified(id) = *self.module.types.kind(ty) {
            self.text(" = type ");
            self.struct_definition(id);
        }
        self.text("]");
    }
}
