//! Link options of the command.

/// In a position-independent executable, a quarter of the start-up time goes into relocations, as the declarations of
/// operations are full of addresses. So the executable is linked at a fixed address on Linux, unless it contains more than Rust
/// code.
fn main() {
    let is = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && std::env::var_os("CARGO_FEATURE_LLVM").is_none()
    {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
