//! Questions about a module: globals by name, definitions, callees, the positions of instructions.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::attributes::{Attribute, AttributeKind, AttributeSetId};
use crate::constants::{Constant, ConstantExpr, ConstantKind, Constants, InlineAsm};
use crate::edit::AttributeIndex;
use crate::function::{Block, Function, Local, Value};
use crate::globals::{Global, GlobalKind, GlobalValue};
use crate::instruction::{CallSite, Inst};
use crate::intrinsics;
use crate::module::Module;

/// What a call site calls; see [`Module::called`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee<'m> {
    /// A function, or an ifunc, named by the call itself.
    Direct(Global),
    /// One of LLVM's intrinsics: a function whose name begins with `llvm.`.
    Intrinsic(Global),
    /// A function, or an ifunc, behind aliases, casts, `dso_local_equivalent` or `no_cfi`. An alias that the linker may replace, such
    /// as a `weak` one, is looked through as well.
    Behind(Global),
    /// Inline assembly.
    Asm(&'m InlineAsm),
    /// A value that is known only when the program runs, or a constant that is no function.
    Indirect(Value),
}

impl Callee<'_> {
    /// The function or ifunc, if the callee is one.
    pub fn global(self) -> Option<Global> {
        match self {
            Self::Direct(global) | Self::Intrinsic(global) | Self::Behind(global) => Some(global),
            Self::Asm(_) | Self::Indirect(_) => None,
        }
    }
}

impl Module {
    /// All globals that the module lists: variables, functions, aliases, ifuncs, each kind in its order.
    pub fn listed_globals(&self) -> impl Iterator<Item = Global> {
        let lists = [&self.variables, &self.functions, &self.aliases, &self.ifuncs];
        lists.into_iter().flatten().copied()
    }

    /// The global of any kind with this name. Takes time in proportion to the number of globals.
    ///
    /// ```
    /// let module = tern_llvm_ir::read(b"@x = global i32 7\ndeclare void @f()\n", "x.ll").unwrap();
    /// assert_eq!(module.global("x"), Some(module.variables[0]));
    /// assert_eq!(module.function("f"), Some(module.functions[0]));
    /// assert_eq!((module.function("x"), module.global("y")), (None, None));
    /// ```
    pub fn global(&self, name: impl AsRef<[u8]>) -> Option<Global> {
        let name = Some(self.strings.find(name.as_ref())?);
        self.listed_globals().find(|&global| self.globals[global].name == name)
    }

    /// The name of a global as bytes, without `@`; none if LLVM numbers it. [`Excerpts`](crate::writer::Excerpts) gives the name that
    /// the text has: `@f`, `@"a b"`, `@0`.
    pub fn name(&self, global: Global) -> Option<&[u8]> {
        self.globals[global].name.map(|name| self.strings.get(name))
    }

    /// The function with this name, defined or declared. Takes time in proportion to the number of functions.
    pub fn function(&self, name: impl AsRef<[u8]>) -> Option<Global> {
        let name = Some(self.strings.find(name.as_ref())?);
        self.functions.iter().copied().find(|&global| self.globals[global].name == name)
    }

    /// The functions, defined and declared, in order.
    pub fn functions(&self) -> impl Iterator<Item = (Global, &GlobalValue, &Function)> {
        self.functions.iter().filter_map(|&global| {
            let value = &self.globals[global];
            value.as_function().map(|function| (global, value, function))
        })
    }

    /// The functions that have a body, in order.
    pub fn definitions(&self) -> impl Iterator<Item = (Global, &GlobalValue, &Function)> {
        self.functions().filter(|(_, _, function)| !function.is_declaration())
    }

    /// The function or ifunc whose address a constant is, even behind aliases, casts, `dso_local_equivalent` and `no_cfi`.
    pub(crate) fn function_behind(&self, mut constant: Constant) -> Option<Global> {
        // Aliases in a cycle are not valid, but can be read.
        for _ in 0..=self.aliases.len() {
            let global = loop {
                match self.constants.kind(constant) {
                    ConstantKind::Global(global)
                    | ConstantKind::DsoLocalEquivalent(global)
                    | ConstantKind::NoCfi(global) => break *global,
                    ConstantKind::Expr(expr) => match **expr {
                        ConstantExpr::Cast { value, .. } => constant = value,
                        _ => return None,
                    },
                    _ => return None,
                }
            };
            match &self.globals[global].kind {
                GlobalKind::Function(_) | GlobalKind::IFunc(_) => return Some(global),
                GlobalKind::Alias(aliasee) => constant = *aliasee,
                GlobalKind::Variable(_) => return None,
            }
        }
        None
    }

    /// What a call site calls.
    ///
    /// ```
    /// use tern_llvm_ir::query::Callee;
    ///
    /// let text = b"@g = alias void (), ptr @f\ndefine void @f() {\n  call void @g()\n  ret void\n}\n";
    /// let module = tern_llvm_ir::read(text, "calls.ll").unwrap();
    /// let (f, _, function) = module.definitions().next().unwrap();
    /// let first = function.block_insts(function.layout[0])[0];
    /// let call = function.insts[first].inst.call_site().unwrap();
    /// assert_eq!(module.called(call), Callee::Behind(f));
    /// ```
    pub fn called(&self, call: &CallSite) -> Callee<'_> {
        let Some(constant) = call.callee.constant() else { return Callee::Indirect(call.callee) };
        if let ConstantKind::InlineAsm(asm) = self.constants.kind(constant) {
            return Callee::Asm(asm);
        }
        let Some(global) = self.function_behind(constant) else { return Callee::Indirect(call.callee) };
        if *self.constants.kind(constant) != ConstantKind::Global(global) {
            return Callee::Behind(global);
        }
        match self.is_intrinsic(global) {
            true => Callee::Intrinsic(global),
            false => Callee::Direct(global),
        }
    }

    /// Whether a global has the name of an intrinsic: one that begins with `llvm.`. [`intrinsics::find`](crate::intrinsics::find)
    /// says whether LLVM has it.
    pub fn is_intrinsic(&self, global: Global) -> bool {
        self.globals[global].name.is_some_and(|name| self.strings.get(name).starts_with(b"llvm."))
    }

    /// The global that a call site names as its callee, of whatever kind; none if the callee is any other value.
    pub fn named_callee(&self, call: &CallSite) -> Option<Global> {
        match self.constants.kind(call.callee.constant()?) {
            ConstantKind::Global(global) => Some(*global),
            _ => None,
        }
    }

    /// The attribute of a kind in a set; `None` if it is not in it.
    pub fn attribute(&self, set: AttributeSetId, kind: AttributeKind) -> Option<Attribute> {
        self.attributes.get(set).iter().copied().find(|attribute| attribute.kind() == Some(kind))
    }

    /// The value of the string attribute with this key: an empty one if the attribute has none.
    ///
    /// ```
    /// let text = b"define void @f() \"frame-pointer\"=\"all\" {\n  ret void\n}\n";
    /// let module = tern_llvm_ir::read(text, "f.ll").unwrap();
    /// let (_, _, function) = module.definitions().next().unwrap();
    /// let set = module.attributes.get_list(function.attributes).function;
    /// assert_eq!(module.string_attribute(set, "frame-pointer"), Some(&b"all"[..]));
    /// assert_eq!(module.string_attribute(set, "target-cpu"), None);
    /// ```
    pub fn string_attribute(&self, set: AttributeSetId, key: &str) -> Option<&[u8]> {
        let key = self.strings.find(key.as_bytes())?;
        self.attributes.get(set).iter().find_map(|attribute| match *attribute {
            Attribute::String(known, value) if known == key => {
                Some(value.map_or(&[][..], |value| self.strings.get(value)))
            }
            _ => None,
        })
    }

    /// Whether a function has this attribute.
    pub fn has_attribute(&self, function: &Function, kind: AttributeKind) -> bool {
        self.attribute(self.attributes.get_list(function.attributes).function, kind).is_some()
    }

    /// Whether a call has this attribute: itself, or by its callee. LangRef says of attributes of functions that they hold for both.
    ///
    /// ```
    /// use tern_llvm_ir::attributes::AttributeKind;
    ///
    /// let text = b"declare void @g() nounwind\ndefine void @f() {\n  call void @g() #0\n  ret void\n}\nattributes #0 = { cold }\n";
    /// let module = tern_llvm_ir::read(text, "f.ll").unwrap();
    /// let (_, _, function) = module.definitions().next().unwrap();
    /// let first = function.block_insts(function.layout[0])[0];
    /// let call = function.insts[first].inst.call_site().unwrap();
    /// let has = |kind| module.call_has_attribute(call, kind);
    /// assert!(has(AttributeKind::NoUnwind) && has(AttributeKind::Cold) && !has(AttributeKind::NoReturn));
    /// ```
    pub fn call_has_attribute(&self, call: &CallSite, kind: AttributeKind) -> bool {
        self.call_has_attribute_at(call, AttributeIndex::Function, kind)
    }

    /// Whether one of the [sets](Self::call_attributes) that hold at a place of a call has this attribute.
    pub fn call_has_attribute_at(&self, call: &CallSite, index: AttributeIndex, kind: AttributeKind) -> bool {
        self.call_attributes(call, index).any(|set| self.attribute(set, kind).is_some())
    }

    /// The sets of attributes that hold at a place of a call: its own, those of the callee that it names, and, if that is an intrinsic, those
    /// of LLVM's declaration.
    pub fn call_attributes(
        &self,
        call: &CallSite,
        index: AttributeIndex,
    ) -> impl Iterator<Item = AttributeSetId> + '_ {
        let own = self.attribute_set(call.attributes, index);
        let callee = self.named_callee(call);
        let declared = callee.and_then(|callee| self.globals[callee].as_function());
        let declared = declared.map(|function| self.attribute_set(function.attributes, index));
        let of_intrinsic = move || {
            let intrinsic = callee.filter(|&callee| self.is_intrinsic(callee))?;
            let list = intrinsics::find(self.name(intrinsic)?)?.attributes(self, self.globals[intrinsic].ty);
            Some(self.attribute_set(list, index))
        };
        [Some(own), declared].into_iter().chain(std::iter::once_with(of_intrinsic)).flatten()
    }

    /// The attributes of an argument of a function.
    pub fn argument_attributes(&self, function: &Function, argument: Local) -> AttributeSetId {
        let position = function.argument_position(argument);
        position.map_or_else(AttributeSetId::default, |position| {
            self.attribute_set(function.attributes, AttributeIndex::Parameter(position))
        })
    }
}

impl Constants {
    /// All constants, each after its operands. Constants that nothing uses any more are among them.
    pub fn ids(&self) -> impl Iterator<Item = Constant> + use<> {
        (0..self.len()).map(Constant::new)
    }

    /// All addresses of blocks, with the function and the block.
    pub fn block_addresses(&self) -> impl Iterator<Item = (Constant, Global, Block)> + '_ {
        self.ids().filter_map(|constant| match *self.kind(constant) {
            ConstantKind::BlockAddress(global, block) => Some((constant, global, block)),
            _ => None,
        })
    }
}

impl Function {
    /// The position of an argument; `None` if the local is none.
    pub fn argument_position(&self, local: Local) -> Option<usize> {
        self.args.iter().position(|&argument| argument == local)
    }

    /// The instructions in order, each with its block; debug records are among them.
    ///
    /// ```
    /// use tern_llvm_ir::instruction::Opcode;
    ///
    /// let text = b"define void @f() {\n  fence seq_cst\n  br label %b\n\nb:\n  ret void\n}\n";
    /// let module = tern_llvm_ir::read(text, "f.ll").unwrap();
    /// let (_, _, function) = module.definitions().next().unwrap();
    /// let opcodes: Vec<Opcode> = function.instructions().map(|(_, inst)| function.insts[inst].inst.opcode()).collect();
    /// assert_eq!(opcodes, [Opcode::Fence, Opcode::Br, Opcode::Ret]);
    /// ```
    pub fn instructions(&self) -> impl Iterator<Item = (Block, Inst)> {
        let blocks = self.layout.iter();
        blocks.flat_map(|&block| self.block_insts(block).iter().map(move |&inst| (block, inst)))
    }

    /// The block of each instruction; for many questions. Instructions that are in no block have none.
    pub fn blocks_of_insts(&self) -> SecondaryMap<Inst, PackedOption<Block>> {
        let mut blocks = SecondaryMap::with_capacity(self.insts.len());
        for (block, inst) in self.instructions() {
            blocks[inst] = block.into();
        }
        blocks
    }

    /// The block and position of an instruction, by a search of the function.
    pub fn position(&self, inst: Inst) -> Option<(Block, usize)> {
        self.layout.iter().find_map(|&block| {
            let index = self.block_insts(block).iter().position(|&other| other == inst)?;
            Some((block, index))
        })
    }

    /// The predecessors of each block, once for each edge, in the order of the blocks.
    pub fn predecessors(&self) -> SecondaryMap<Block, Vec<Block>> {
        let mut predecessors: SecondaryMap<Block, Vec<Block>> =
            SecondaryMap::with_capacity(self.blocks.len());
        for &block in &self.layout {
            for successor in self.successors(block) {
                predecessors[successor].push(block);
            }
        }
        predecessors
    }
}

#[cfg(test)]
mod tests {
    use super::Callee;

    #[test]
    fn callees_are_told_apart() {
        let text = b"@weak = weak alias void (), ptr @direct\n@twice = alias void (), ptr @weak\n@data = global ptr null\n\
            @loop = alias void (), ptr @loop\n@at = ifunc void (), ptr @resolve\n\
            declare void @direct()\ndeclare void @llvm.donothing()\ndeclare ptr @resolve()\n\
            define void @f(ptr %p) {\n  call void @direct()\n  call void @llvm.donothing()\n  call void @weak()\n  call void @twice()\n  \
            call void asm \"nop\", \"\"()\n  call void %p()\n  call void null()\n  call void @data()\n  call void @at()\n  \
            call void inttoptr (i32 ptrtoint (ptr @direct to i32) to ptr)()\n  call void no_cfi @direct()\n  ret void\n}\n";
        // An alias of itself is refused by LLVM's verifier, and is read by its reader.
        let module = crate::read(text, "test").unwrap();
        let direct = module.function("direct").unwrap();
        let (_, _, function) = module.definitions().next().unwrap();
        let callees: Vec<Callee<'_>> = function
            .instructions()
            .filter_map(|(_, inst)| function.insts[inst].inst.call_site())
            .map(|call| module.called(call))
            .collect();
        assert_eq!(callees[0], Callee::Direct(direct));
        assert_eq!(callees[1], Callee::Intrinsic(module.function("llvm.donothing").unwrap()));
        assert_eq!(callees[2..4], [Callee::Behind(direct); 2]);
        assert!(matches!(callees[4], Callee::Asm(_)));
        assert!(callees[5..8].iter().all(|callee| matches!(callee, Callee::Indirect(_))), "{callees:?}");
        assert_eq!(callees[8], Callee::Direct(module.global("at").unwrap()));
        assert_eq!(callees[9..], [Callee::Behind(direct); 2]);
        let of_loop = module.global("loop").unwrap();
        let mut module = module.clone();
        let itself = module.address_of(of_loop);
        assert_eq!(module.function_behind(itself), None);
    }

    #[test]
    fn positions_are_those_of_the_blocks() {
        let text = b"define void @f(i1 %c) {\na:\n  br i1 %c, label %b, label %b\nb:\n  fence seq_cst\n  ret void\n}\n";
        let module = crate::read(text, "test").unwrap();
        let (_, _, function) = module.definitions().next().unwrap();
        let blocks = function.blocks_of_insts();
        for (block, inst) in function.instructions() {
            assert_eq!(blocks[inst].expand(), Some(block));
            let (found, index) = function.position(inst).unwrap();
            assert_eq!((found, function.block_insts(found)[index]), (block, inst));
        }
        let &[a, b] = &function.layout[..] else { panic!("two blocks") };
        let predecessors = function.predecessors();
        assert_eq!((&predecessors[a][..], &predecessors[b][..]), (&[][..], &[a, a][..]));
    }
}
