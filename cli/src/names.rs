//! Names of globals on the command line: as they are, or as LLVM IR spells them.

use tern_llvm_ir::writer::Excerpts;
use tern_llvm_ir::{Global, Module, unescape};

/// The one of some globals that is meant by a name: a name itself, `main`, or as LLVM IR spells it, `@main`, `@"a\20b"`, `@0`. A global
/// whose name begins with `@` is preferred.
pub(crate) fn find(module: &Module, globals: &[Global], text: &str) -> Option<Global> {
    let named = |name: &[u8]| globals.iter().copied().find(|&global| module.name(global) == Some(name));
    let as_it_is = named(text.as_bytes());
    let spelled = || {
        let name = text.strip_prefix('@')?;
        if let Some(quoted) = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            return named(&unescape(quoted.as_bytes()));
        }
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
            let mut excerpts = Excerpts::new(module);
            let mut unnamed = globals.iter().copied().filter(|&global| module.name(global).is_none());
            return unnamed.find(|&global| excerpts.global_name(global) == text);
        }
        named(name.as_bytes())
    };
    as_it_is.or_else(spelled)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn names_are_found_by_every_spelling() {
        let text = b"define void @f() {\n  ret void\n}\ndefine void @\"a b\\5C\"() {\n  ret void\n}\n\
            define void @0() {\n  ret void\n}\ndefine void @\"0\"() {\n  ret void\n}\n";
        let module = tern_llvm_ir::read(text, "names.ll").unwrap();
        let find = |text| {
            find(&module, &module.functions, text)
                .map(|it| module.functions.iter().position(|&other| other == it).unwrap())
        };
        let cases = [
            ("f", Some(0)),
            ("@f", Some(0)),
            ("@\"f\"", Some(0)),
            ("a b\\", Some(1)),
            ("@\"a\\20b\\5c\"", Some(1)),
            ("@\"a b\\\\\"", Some(1)),
            ("@0", Some(2)),
            ("0", Some(3)),
            ("@\"0\"", Some(3)),
            ("@1", None),
            ("@", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(find(text), expected, "{text}");
        }
    }
}
