//! Generates rare metadata attachments of instructions and globals, so that every kind with a fixed number in LLVM occurs.

use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::instruction::{CastOp, Instruction};
use tern_llvm_ir::metadata::{MdNode, Metadata};
use tern_llvm_ir::{Global, StrId, Type};

use super::Generator;

impl Generator {
    fn empty(&mut self) -> MdNode {
        self.tuple(Vec::new())
    }

    fn md_i64(&self, value: i64) -> Metadata {
        self.md_integer(self.module.types.common.i64, value)
    }

    fn md_i32(&self, value: i64) -> Metadata {
        self.md_integer(self.module.types.common.i32, value)
    }

    fn numbers(&mut self, numbers: &[i64]) -> MdNode {
        let operands = numbers.iter().map(|&number| self.md_i64(number)).collect();
        self.tuple(operands)
    }

    fn strings(&mut self, texts: &[&str]) -> MdNode {
        let operands = texts.iter().map(|text| self.md_string(text)).collect();
        self.tuple(operands)
    }

    fn nested(&mut self, node: MdNode) -> MdNode {
        self.tuple(vec![Metadata::Node(node)])
    }

    /// A rare attachment of an instruction.
    pub(super) fn rare_attachment(
        &mut self,
        instruction: &Instruction,
        result: Option<Type>,
        in_debugged: bool,
    ) -> Option<(StrId, MdNode)> {
        let kinds: &[&str] = match instruction {
            Instruction::Load { .. } | Instruction::AtomicRmw(_) | Instruction::CmpXchg(_) => {
                &["noalias.addrspace", "mmra", "llvm.mem.parallel_loop_access"]
            }
            Instruction::Store { .. } => &["noalias.addrspace", "mmra", "DIAssignID"],
            Instruction::Fence(_) => &["mmra"],
            Instruction::Alloca(_) => &["DIAssignID", "coro.outside.frame"],
            Instruction::Cast { op: CastOp::IntToPtr, .. } => &["nofree"],
            Instruction::CondBr { .. } => &["make.implicit", "irr_loop"],
            Instruction::Br(_) => &["irr_loop"],
            Instruction::Call(call) => {
                let callee = call.callee.constant().map(|it| self.module.constants.kind(it).clone());
                match callee {
                    Some(ConstantKind::Global(callee)) => {
                        let name = self.module.globals[callee].name.map(|name| self.module.text(name));
                        match name {
                            Some(name) if name.starts_with("llvm.memcpy.p0") => {
                                &["tbaa.struct", "DIAssignID"]
                            }
                            Some(name) if name.starts_with("llvm.") => &["pcsections"],
                            _ => &["memprof", "callsite", "alloc_token", "llvm.preserve.access.index"],
                        }
                    }
                    Some(ConstantKind::InlineAsm(_)) => &["pcsections"],
                    _ => &["callees", "callee_type"],
                }
            }
            _ => &["nosanitize", "pcsections"],
        };
        let kind = *self.choices.pick(kinds);
        let node = match kind {
            // LLVM drops it in functions without debug information.
            "DIAssignID" if in_debugged => self.assign_id(),
            "DIAssignID" => return None,
            "nofree" if !result.is_some_and(|ty| self.module.types.is_pointer(ty)) => return None,
            "noalias.addrspace" => {
                let (low, high) = (self.md_i32(5), self.md_i32(6));
                self.tuple(vec![low, high])
            }
            "mmra" => self.strings(&["amdgpu-as", "local"]),
            "llvm.mem.parallel_loop_access" => {
                let node = self.distinct_tuple(Vec::new());
                self.set_operands(node, vec![Metadata::Node(node)]);
                node
            }
            "irr_loop" => {
                let (name, weight) = (self.md_string("loop_header_weight"), self.md_i64(100));
                self.tuple(vec![name, weight])
            }
            "tbaa.struct" => {
                let tag = Metadata::Node(self.tbaa_tag());
                let (zero, four) = (self.md_i64(0), self.md_i64(4));
                self.tuple(vec![zero, four, tag, four, four, tag])
            }
            "memprof" => {
                let stack = Metadata::Node(self.numbers(&[123, -456]));
                let (hint, size) = (self.md_string("cold"), Metadata::Node(self.numbers(&[123, 400])));
                let block = self.tuple(vec![stack, hint, size]);
                self.nested(block)
            }
            "callsite" => self.numbers(&[123]),
            "alloc_token" => {
                let (name, pointers) = (self.md_string("int"), self.int(self.module.types.common.i1, 0));
                self.tuple(vec![name, Metadata::Constant(pointers)])
            }
            "callees" => {
                let functions: Vec<Metadata> = self
                    .functions
                    .clone()
                    .into_iter()
                    .map(|it| Metadata::Constant(self.module.address_of(it)))
                    .collect();
                self.tuple(functions)
            }
            "callee_type" => {
                let (offset, name) = (self.md_i64(0), self.md_string("_ZTSFvvE.generalized"));
                let ty = self.tuple(vec![offset, name]);
                self.nested(ty)
            }
            "pcsections" => {
                let (name, numbers) = (self.md_string("section!C"), Metadata::Node(self.numbers(&[1, 2])));
                self.tuple(vec![name, numbers])
            }
            _ => self.empty(),
        };
        Some((self.text(kind), node))
    }

    /// Adds `captures` metadata to the attachments of a pointer store.
    pub(super) fn with_captures(&mut self, mut attachments: Vec<(StrId, MdNode)>) -> Vec<(StrId, MdNode)> {
        let parts = *self.choices.pick(&[&["address"][..], &["address_is_null", "read_provenance"]]);
        let node = self.strings(parts);
        attachments.push((self.text("captures"), node));
        self.sorted(attachments)
    }

    /// A rare attachment of a global.
    pub(super) fn rare_global_attachment(&mut self, global: Global) -> Option<(StrId, MdNode)> {
        let kinds: &[&str] = match self.module.globals[global].as_function().is_some() {
            true => &["func_sanitize", "callback", "implicit.ref", "pcsections"],
            false => &["absolute_symbol", "associated", "exclude", "vcall_visibility"],
        };
        let kind = *self.choices.pick(kinds);
        let node = match kind {
            "func_sanitize" => {
                let (hash, ty) = (self.md_i32(1), self.md_i32(-2));
                self.tuple(vec![hash, ty])
            }
            "callback" => {
                let varargs = self.int(self.module.types.common.i1, 0);
                let (callee, argument) = (self.md_i64(0), self.md_i64(-1));
                let encoding = self.tuple(vec![callee, argument, Metadata::Constant(varargs)]);
                self.nested(encoding)
            }
            "associated" | "implicit.ref" => {
                let mut others = self.variables.iter().copied().filter(|&it| it != global);
                let other = others.find(|&it| self.module.globals[it].address_space == 0)?;
                let address = self.module.address_of(other);
                self.tuple(vec![Metadata::Constant(address)])
            }
            // The bounds are as wide as the pointer.
            "absolute_symbol" if self.module.globals[global].address_space != 0 => return None,
            "absolute_symbol" => self.numbers(&[0, 256]),
            "vcall_visibility" => self.numbers(&[1]),
            "pcsections" => self.strings(&["section"]),
            _ => self.empty(),
        };
        Some((self.text(kind), node))
    }
}
