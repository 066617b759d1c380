//! How the command is linked.

/// Where code may lie anywhere, a quarter of the start of the command goes into tables of addresses that are corrected before `main`:
/// the declarations of operations are full of them. So the executable has a place of its own on Linux, but not where it holds more than
/// Rust.
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
