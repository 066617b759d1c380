//! Bitcode. Source: LLVM Bitcode File Format.

use inkwell::context::Context;

use crate::{Result, carry};

/// Reads bitcode that can be trusted, bare or in a wrapper; a text as well.
///
/// On bitcode that is damaged on purpose, LLVM may crash and take the process with it; what comes from elsewhere is for
/// [`isolated`](crate::isolated). Bitcode of older releases is brought up to date.
///
/// # Errors
///
/// [`Error::Read`](crate::Error::Read) if LLVM cannot read it.
pub fn read(bytes: &[u8], name: &str) -> Result<tern_llvm_ir::Module> {
    let context = Context::create();
    carry::from_llvm(&carry::read(&context, bytes, name)?)
}

/// The module as bitcode of LLVM 22.
///
/// # Errors
///
/// [`Error::Read`](crate::Error::Read) if LLVM does not accept the module.
pub fn write(module: &tern_llvm_ir::Module) -> Result<Vec<u8>> {
    let context = Context::create();
    Ok(of(&carry::to_llvm(&context, module)?))
}

/// A module of LLVM's as bitcode.
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
