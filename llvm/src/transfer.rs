//! Transfers modules between Tern and LLVM as text.

use std::ffi::{CStr, c_char};
use std::ptr;

use inkwell::context::{AsContextRef, Context};
use inkwell::llvm_sys::core::LLVMDisposeMessage;
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext2;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

use crate::{Error, Result};

/// Converts the module to LLVM's representation.
///
/// # Errors
///
/// [`Error::Read`] if LLVM does not accept the module: a [`tern_llvm_ir::Module`] can break LLVM's rules.
pub fn to_llvm<'c>(context: &'c Context, module: &tern_llvm_ir::Module) -> Result<Module<'c>> {
    let name = module.source_filename.map_or_else(|| "module".into(), |name| module.text(name));
    read(context, &tern_llvm_ir::write(module), &name)
}

/// Converts the module to Tern's representation.
///
/// # Errors
///
/// [`Error::Tern`] if Tern cannot read what LLVM prints, which is a bug in Tern.
pub fn from_llvm(module: &Module<'_>) -> Result<tern_llvm_ir::Module> {
    let name = module.get_name().to_string_lossy().into_owned();
    Ok(tern_llvm_ir::read(module.print_to_string().to_bytes(), &name)?)
}

/// Checks the module with LLVM's verifier.
///
/// # Errors
///
/// [`Error::Invalid`] with all of the verifier's messages.
pub fn verify(module: &Module<'_>) -> Result<()> {
    module.verify().map_err(|found| Error::Invalid(found.to_string().trim_end().to_owned()))
}

/// Reads text or bitcode, as `llvm::parseIR` does. (inkwell's own function never frees its buffer.)
pub(crate) fn read<'c>(context: &'c Context, bytes: &[u8], name: &str) -> Result<Module<'c>> {
    // The copy adds the terminating NUL that LLVM's lexer needs.
    let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, &name.replace('\0', "\u{fffd}"));
    let (mut module, mut message) = (ptr::null_mut(), ptr::null_mut());
    let place = (&raw mut module, &raw mut message);
    // SAFETY: context and buffer live through the call and stay ours; the call writes to the two places only.
    let failed =
        unsafe { LLVMParseIRInContext2(context.as_ctx_ref(), buffer.as_mut_ptr(), place.0, place.1) };
    if failed != 0 {
        return Err(Error::Read(taken(message).trim_end().to_owned()));
    }
    // SAFETY: the call succeeded, so this is a module of `context` with no other owner.
    Ok(unsafe { Module::new(module) })
}

/// Takes ownership of a message that LLVM leaves to the caller to free.
pub(crate) fn taken(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM's messages end with a NUL.
    let text = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
    // SAFETY: the message belongs to LLVM's allocator and is not used afterwards.
    unsafe { LLVMDisposeMessage(message) };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_llvm_rejects_is_an_error_with_a_place() {
        let context = Context::create();
        let error = read(&context, b"define i32 @f() {\n  ret i64 0\n}\n", "f.ll").unwrap_err();
        assert!(
            error.to_string().contains("f.ll:2:7: error: value doesn't match function result type"),
            "{error}"
        );
    }

    #[test]
    fn the_verifier_says_what_is_wrong() {
        let context = Context::create();
        let text = b"define i32 @f() {\n  %a = add i32 %b, 1\n  %b = add i32 1, 1\n  ret i32 %a\n}\n";
        let found = verify(&read(&context, text, "f.ll").unwrap()).unwrap_err();
        assert!(found.to_string().contains("Instruction does not dominate all uses!"), "{found}");
    }

    #[test]
    fn names_and_metadata_come_back() {
        let text = b"define i32 @f(i32 %\"a b\") !m !0 {\nthe_entry:\n  ret i32 %\"a b\"\n}\n\n!0 = !{!\"x\\00y\"}\n";
        let context = Context::create();
        let module = tern_llvm_ir::read(text, "f.ll").unwrap();
        let back = from_llvm(&to_llvm(&context, &module).unwrap()).unwrap();
        let printed = String::from_utf8(tern_llvm_ir::write(&back)).unwrap();
        assert!(printed.ends_with(std::str::from_utf8(text).unwrap()), "{printed}");
    }
}
