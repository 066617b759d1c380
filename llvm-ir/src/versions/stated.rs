//! The version of LLVM that a module says it comes from.

use super::LlvmVersion;
use crate::module::Module;

/// The version that `!llvm.ident` names: that of clang, flang or LLVM itself, the newest of several. `None` if there is none that can be
/// written for, or if the compiler numbers its versions in its own way.
///
/// ```
/// let text = b"!llvm.ident = !{!0}\n!0 = !{!\"Debian clang version 14.0.6\"}\n";
/// let module = tern_llvm_ir::read(text, "f.ll").unwrap();
/// assert_eq!(tern_llvm_ir::versions::stated(&module).map(|version| version.major()), Some(14));
/// ```
pub fn stated(module: &Module) -> Option<LlvmVersion> {
    let nodes = module.named_metadata("llvm.ident");
    let texts = nodes.flat_map(|node| node.elements().flatten().filter_map(|element| element.string()));
    texts.filter_map(|text| in_identification(&String::from_utf8_lossy(text))).max()
}

/// The version in the name of a compiler.
fn in_identification(text: &str) -> Option<LlvmVersion> {
    if text.contains("Apple") {
        return None;
    }
    let named = ["clang version ", "flang version ", "LLVM version "];
    let rest = named.iter().find_map(|name| Some(text.split_once(name)?.1))?;
    let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next()?;
    LlvmVersion::new(digits.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::in_identification;

    #[test]
    fn compilers_say_their_version() {
        let major = |text| in_identification(text).map(|version| version.major());
        assert_eq!(major("clang version 19.1.7 (https://github.com/llvm/llvm-project.git 0)"), Some(19));
        assert_eq!(major("Ubuntu clang version 7.0.1-8"), Some(7));
        assert_eq!(major("LLVM version 23.0.0git"), Some(23));
        for text in [
            "Apple clang version 15.0.0",
            "rustc version 1.95.0",
            "clang version 3.4",
            "clang version 99.0",
            "clang version ",
        ] {
            assert_eq!(major(text), None, "{text}");
        }
    }
}
