//! Tern and the LLVM library: modules go from one to the other, and what only LLVM can do is done to them.
//!
//! [`to_llvm`] and [`from_llvm`] carry a module between [`tern_llvm_ir::Module`] and inkwell's
//! [`Module`](inkwell::module::Module), with LLVM's text as the carrier. On top of that: [`bitcode`] is read and written,
//! [`optimise`] runs passes, [`target`] emits objects and assembly for whatever target this LLVM has, and [`jit`] compiles a
//! function for this process; [`run`] calls it with arguments that are written down, [`memref`]s from `.npy` files among them. [`container`] finds bitcode in archives, offload bundles and objects.
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
//! LLVM trusts what it reads: on damaged bitcode it may crash, on some errors it ends the process, and neither can be caught.
//! Whoever reads what they did not write does it through [`isolated`], in another process; [`bitcode::read`] is for one's own.
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
//! So to come from LLVM costs, on top of reading the bitcode, one to three times as much again; to go to LLVM costs two to three
//! times what bitcode would, nearly all of it in LLVM's reader of text.
//!
//! # Building
//!
//! LLVM 22 is linked dynamically. On Debian: `apt-get install --no-install-recommends llvm-22-dev g++`. Elsewhere
//! `LLVM_SYS_221_PREFIX` names the folder that has LLVM's `bin/llvm-config`.

pub mod bitcode;
#[allow(unsafe_code)]
mod carry;
mod compressed;
pub mod container;
mod error;
pub mod isolated;
#[allow(unsafe_code)]
pub mod jit;
pub mod memref;
pub mod optimise;
pub mod run;
pub mod target;

pub use carry::{from_llvm, to_llvm, verify};
pub use error::Error;
/// The interface to LLVM that modules are handed over in.
pub use inkwell;

/// What can go wrong is said by [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
