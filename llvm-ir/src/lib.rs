//! LLVM IR as plain Rust data, with a reader and a writer of `.ll` text.
//!
//! A [`Module`] can hold everything that LLVM 22 can print. Strings, types, constants and attribute sets are interned in it:
//! handles are `u32`, and equal handles mean equal values. A [`Function`] holds its blocks, instructions and values by index; an
//! operand is a [`Value`], either a local of the function or a constant of the module. [`metadata`] is a graph of nodes by index.
//! Debug records are entries of the blocks that contain them.
//!
//! [`read`] parses a text to a module, and [`write()`] prints a module as text.
//!
//! ```
//! let module = tern_llvm_ir::read(b"define i32 @one() {\n  ret i32 1\n}\n", "one.ll").unwrap();
//! assert_eq!(module.functions.len(), 1);
//! assert!(String::from_utf8(tern_llvm_ir::write(&module)).unwrap().contains("ret i32 1"));
//! ```

pub mod addressed_blocks;
pub mod attributes;
pub mod compare;
pub mod constants;
pub mod debug_info;
pub mod diagnostic;
pub mod dominance;
pub mod entity;
pub mod float;
pub mod function;
pub mod globals;
pub mod graph;
pub mod instruction;
pub mod intrinsics;
pub mod metadata;
pub mod module;
mod nesting;
pub mod reader;
pub mod sizes;
pub mod types;
pub mod writer;

pub use tern_support::datalayout;

pub use constants::{Constant, ConstantExpr, ConstantKind};
pub use diagnostic::Diagnostic;
pub use entity::StrId;
pub use function::{Block, Function, Local, Value, ValueKind};
pub use globals::{Global, GlobalKind, GlobalValue, Linkage};
pub use instruction::{Inst, Instruction};
pub use metadata::{MdNode, Metadata};
pub use module::Module;
pub use reader::{read, read_with};
pub use types::{Type, TypeKind};
pub use writer::{Problem, try_write, write, write_to};
