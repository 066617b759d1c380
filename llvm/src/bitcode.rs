//! Reading and writing LLVM bitcode. Source: LLVM Bitcode File Format.

use inkwell::context::Context;

use crate::{Result, transfer};

/// Reads trusted bitcode, bare or in a wrapper, or text. Bitcode of older releases is upgraded.
///
/// LLVM may crash on maliciously damaged bitcode, and take the process with it; use [`isolated`](crate::isolated) for untrusted
/// input.
///
/// # Errors
///
/// [`Error::Read`](crate::Error::Read) if LLVM cannot read it.
pub fn read(bytes: &[u8], name: &str) -> Result<tern_llvm_ir::Module> {
    let context = Context::create();
    transfer::from_llvm(&transfer::read(&context, bytes, name)?)
}

/// Writes the module as bitcode of LLVM 22.
///
/// # Errors
///
/// [`Error::Read`](crate::Error::Read) if LLVM does not accept the module.
pub fn write(module: &tern_llvm_ir::Module) -> Result<Vec<u8>> {
    let context = Context::create();
    Ok(of(&transfer::to_llvm(&context, module)?))
}

/// Writes a module that LLVM holds as bitcode.
pub fn of(module: &inkwell::module::Module<'_>) -> Vec<u8> {
    module.write_bitcode_to_memory().as_slice().to_vec()
}

#[cfg(test)]
mod tests {
    #[test]
    fn bitcode_comes_back() {
        let text = b"@g = global i32 7\n\ndefine ptr @f() {\n  ret ptr @g\n}\n";
        let bitcode = super::write(&tern_llvm_ir::read(text, "f.ll").unwrap()).unwrap();
        assert!(bitcode.starts_with(b"BC\xc0\xde"));
        let back = tern_llvm_ir::write(&super::read(&bitcode, "f.bc").unwrap());
        assert!(back.ends_with(text), "{}", String::from_utf8_lossy(&back));
    }
}
