//! Connects Tern to the LLVM library: transfers modules in both directions, and runs what only LLVM can do.
//!
//! [`to_llvm`] and [`from_llvm`] convert between [`tern_llvm_ir::Module`] and inkwell's [`Module`](inkwell::module::Module), by
//! way of LLVM's text. Built on that: [`bitcode`] reads and writes bitcode, [`optimise`] runs passes, [`target`] emits objects
//! and assembly for every target of this LLVM, and [`jit`] compiles a function for this process. [`run`] calls it with textual
//! arguments and with [`memref`]s from `.npy` files.
//!
//! ```
//! let context = tern_llvm::inkwell::context::Context::create();
//! let module = tern_llvm_ir::read(b"define i32 @one() {\n  ret i32 1\n}\n", "one.ll")?;
//! let there = tern_llvm::to_llvm(&context, &module)?;
//! assert_eq!(there.get_function("one").unwrap().count_basic_blocks(), 1);
//! let back = tern_llvm::from_llvm(&there)?;
//! assert!(tern_llvm_ir::write(&back).ends_with(b"define i32 @one() {\n  ret i32 1\n}\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Untrusted input
//!
//! LLVM trusts its input: it may crash on damaged bitcode, and it ends the process on some errors; neither can be caught. Read
//! untrusted input through [`isolated`], in another process; [`bitcode::read`] is for trusted input.
//!
//! # What the text costs
//!
//! Milliseconds for SQLite (`sqlite3.c`, one module), measured on two busy cores; `examples/timings.rs` measures on yours.
//!
//! | | text | LLVM reads bitcode | [`from_llvm`]: LLVM prints + Tern reads | [`to_llvm`]: Tern prints + LLVM reads |
//! |---|---|---|---|---|
//! | `-O0` | 13.7 MiB | 187 | 253 + 303 | 60 + 482 |
//! | `-O2` | 14.9 MiB | 309 | 361 + 282 | 69 + 731 |
//! | `-O2 -g` | 47.4 MiB | 2722 | 1165 + 1081 | 269 + 5256 |
//!
//! So the conversion from LLVM costs, on top of reading the bitcode, one to three times as much again. The conversion to LLVM
//! costs two to three times as much as reading bitcode, nearly all of it in LLVM's text parser.
//!
//! # Building
//!
//! LLVM 22 is linked dynamically. On Debian: `apt-get install --no-install-recommends llvm-22-dev g++`. Elsewhere
//! `LLVM_SYS_221_PREFIX` names the folder that has LLVM's `bin/llvm-config`.

pub mod bitcode;
mod error;
pub mod isolated;
#[allow(unsafe_code)]
pub mod jit;
pub mod memref;
pub mod optimise;
pub mod run;
pub mod target;
#[allow(unsafe_code)]
mod transfer;

pub use error::Error;
/// The binding to LLVM whose types appear in this crate's interface.
pub use inkwell;
pub use transfer::{from_llvm, to_llvm, verify};

/// A result whose error is [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
