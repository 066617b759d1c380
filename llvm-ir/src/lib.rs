//! LLVM IR as plain Rust data, with a reader and a writer of `.ll` text.
//!
//! A [`Module`] can hold everything that LLVM 22 can print. [`read`] parses a text to a module, and [`try_write`] prints a module as
//! text. [`bitcode::read`] reads bitcode of all versions. LLVM is not needed.
//!
//! Strings, types, constants and attribute sets are interned in the module: handles are `u32`, and equal handles mean equal values. A
//! [`Function`] holds its blocks, instructions and values by index; an operand is a [`Value`], either a local of the function or a
//! constant of the module. [`metadata`] is a graph of nodes by index. Debug records are entries of the blocks that contain them.
//!
//! # Walk a module
//!
//! [`query`] answers questions about a module: globals by name, definitions, callees, attributes. An instruction has an
//! [opcode](instruction::Opcode), [operands](Instruction::for_each_operand) and [successors](Instruction::successors).
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! let text = "declare i32 @getpid()\n\ndefine i32 @main() {\n  %1 = call i32 @getpid()\n  %2 = add i32 %1, 1\n  ret i32 %2\n}\n";
//! let module = tern_llvm_ir::read(text.as_bytes(), "main.ll")?;
//! let (mut opcodes, mut calls) = (BTreeMap::new(), BTreeMap::new());
//! for (_, _, function) in module.definitions() {
//!     for (_, inst) in function.instructions() {
//!         let inst = &function.insts[inst].inst;
//!         *opcodes.entry(inst.opcode().spelling()).or_insert(0) += 1;
//!         if let Some(callee) = inst.call_site().and_then(|call| module.called(call).global()) {
//!             *calls.entry(module.name(callee)).or_insert(0) += 1;
//!         }
//!     }
//! }
//! assert_eq!(opcodes, [("add", 1), ("call", 1), ("ret", 1)].into());
//! assert_eq!(calls, [(Some(&b"getpid"[..]), 1)].into());
//! # Ok::<(), tern_llvm_ir::Diagnostic>(())
//! ```
//!
//! [`graph`] has dominators, loops and orders of blocks, [`sizes`] sizes and offsets in memory,
//! [`attributes::values`] the values of attributes as data. The numbers that unnamed values have in the text are
//! [`writer::FunctionSlots`]; [`writer::Excerpts`] prints pieces of a module: names of
//! globals as the text has them, types, operands.
//!
//! # Build a function
//!
//! A [`Builder`] makes instructions, infers the types of their results and checks their operands:
//!
//! ```
//! let mut module = tern_llvm_ir::Module::new();
//! let i32 = module.types.common.i32;
//! let twice = module.add_function("twice", i32, &[i32])?;
//! let mut b = module.build(twice).unwrap();
//! let (x, entry) = (b.argument(0), b.block("entry"));
//! b.position_at_end(entry);
//! let sum = b.nsw().add(x, x);
//! b.ret(sum);
//! let text = String::from_utf8(tern_llvm_ir::write(&module)).unwrap();
//! assert!(text.contains("define i32 @twice(i32 %0) {\nentry:\n  %1 = add nsw i32 %0, %0\n  ret i32 %1\n}\n"));
//! # Ok::<(), tern_llvm_ir::edit::EditError>(())
//! ```
//!
//! # Change and delete
//!
//! [`edit`] has changes that are refused if they would leave something dangling:
//!
//! ```
//! use tern_llvm_ir::edit::EditError;
//!
//! let text = "@used = global i32 1\n@unused = global i32 2\n\ndefine ptr @f() {\n  ret ptr @used\n}\n";
//! let mut module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap();
//! let [used, unused] = ["used", "unused"].map(|name| module.global(name).unwrap());
//! assert!(module.remove_global(unused).is_ok());
//! assert_eq!(module.remove_global(used).err(), Some(EditError::StillUsed(1)));
//! module.rename_global(used, Some("kept"))?;
//! assert!(String::from_utf8(tern_llvm_ir::write(&module)).unwrap().contains("ret ptr @kept"));
//! # Ok::<(), EditError>(())
//! ```
//!
//! # Read debug info
//!
//! [`metadata::views`] has a typed view of each kind of specialized node:
//!
//! ```
//! let text = "define void @f() !dbg !1 {\n  ret void, !dbg !3\n}\n\
//!     !llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2)\n\
//!     !1 = distinct !DISubprogram(name: \"f\", unit: !0, line: 3)\n!2 = !DIFile(filename: \"f.c\", directory: \"/src\")\n\
//!     !3 = !DILocation(line: 4, column: 2, scope: !1)\n";
//! let module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap();
//! for (f, _, function) in module.definitions() {
//!     assert_eq!(module.subprogram(f).unwrap().line(), 3);
//!     for (_, inst) in function.instructions() {
//!         let location = module.location(function, inst).unwrap();
//!         assert_eq!((location.line(), location.column()), (4, 2));
//!     }
//! }
//! ```
//!
//! # Invariants you must keep
//!
//! The builder and [`edit`] keep these. Code that changes fields itself must keep them; [`try_write`] finds most violations.
//!
//! * A handle belongs to one module or one function. Handles of blocks, locals, instructions and [lists](instruction::List) do not say
//!   which function they are of: another function takes them for its own if they are in range, and panics otherwise.
//! * A module lists each global once, in the list of its kind. Names are unique among globals, and among the values and blocks of a
//!   function.
//! * An instruction is in one block, once; only instructions that are in a block of [`Function::layout`](function::Function::layout)
//!   exist. A block ends with its only terminator.
//! * A local is an argument or the result of one instruction: [`LocalData::inst`](function::LocalData::inst) and
//!   [`InstData::result`](function::InstData::result) agree. Its type is the one that the operands imply.
//! * [`GlobalValue::ty`](globals::GlobalValue::ty) of a function and the types of [`Function::args`](function::Function::args) agree.
//! * Constants are in canonical form: use [`Constants::aggregate`](constants::Constants::aggregate),
//!   [`integer`](constants::Constants::integer) and [`zero`](constants::Constants::zero) where they apply.
//! * A PHI node has one edge for each edge of the graph into its block.
//! * [Orders of uses](use_lists) fit the number of uses; [`Module::retain_use_list_orders`] removes those that do not.
//!
//! ```
//! let module = tern_llvm_ir::read(b"define void @f() {\n  ret void\n}\n", "f.ll").unwrap();
//! let mut broken = module.clone();
//! broken.functions.push(broken.functions[0]);
//! let problem = tern_llvm_ir::try_write(&broken).unwrap_err();
//! assert_eq!(problem.to_string(), "@f is listed twice");
//! ```
//!
//! # Crates of others in the interface
//!
//! Handles are entities of [`cranelift_entity`]; small lists are those of [`smallvec`] and [`thin_vec`]. They are re-exported, for the
//! versions to match.

pub mod addressed_blocks;
pub mod attributes;
pub mod bitcode;
pub mod builder;
pub mod compare;
pub mod constants;
pub mod debug_info;
pub mod diagnostic;
pub mod edit;
pub mod entity;
pub mod float;
mod fold;
pub mod function;
pub mod globals;
pub mod graph;
pub mod handles;
mod inline_asm;
pub mod instruction;
pub mod intrinsics;
pub mod metadata;
pub mod module;
mod nesting;
pub mod query;
pub mod reader;
pub mod sizes;
pub mod summary;
mod target_types;
pub mod types;
mod upgrade;
pub mod use_lists;
pub mod verify;
pub mod versions;
pub mod writer;

pub use tern_support::datalayout;
pub use {cranelift_entity, smallvec, thin_vec};

pub use builder::Builder;
pub use constants::{Constant, ConstantExpr, ConstantKind};
pub use diagnostic::Diagnostic;
pub use entity::StrId;
pub use function::{Block, Function, Local, Value, ValueKind};
pub use globals::{Global, GlobalKind, GlobalValue, Linkage};
pub use instruction::{Inst, Instruction};
pub use metadata::{MdNode, Metadata};
pub use module::{AsmTarget, Module};
pub use reader::{Options as ReadOptions, Upgrades, read, read_overlapped, read_with, unescape};
pub use types::{Type, TypeKind};
pub use verify::verify;
pub use writer::{Problem, try_write, write, write_to};
