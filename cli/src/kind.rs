//! Detects the kind of a file from its content.

use std::fmt;
use std::path::Path;

/// The kind of content of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// LLVM IR as text.
    LlvmText,
    /// LLVM bitcode, bare or wrapped.
    LlvmBitcode,
    /// An archive, offload bundle or object file, which may contain bitcode.
    Container,
    /// MLIR's assembly.
    MlirText,
    /// MLIR's bytecode.
    MlirBytecode,
    /// Only whitespace and comments, or text that starts like neither language.
    Unclear,
}

impl Kind {
    /// Says that a file is of this kind, and which command reads it, not of the kind that is expected.
    pub(crate) fn instead_of(self, expected: Self, reader: &str) -> String {
        format!("this is {self}, not {expected}; `{reader}` reads it")
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LlvmText => "LLVM IR",
            Self::LlvmBitcode => "LLVM bitcode",
            Self::Container => "an archive, offload bundle or object",
            Self::MlirText => "MLIR",
            Self::MlirBytecode => "MLIR bytecode",
            Self::Unclear => "neither LLVM IR nor MLIR",
        })
    }
}

/// The magic numbers of files that may contain bitcode: archives, offload bundles and binaries, objects (ELF, Mach-O, COFF for
/// x86 and ARM).
const CONTAINERS: [&[u8]; 14] = [
    b"!<arch>\n",
    b"!<thin>\n",
    b"<bigaf>\n",
    b"__CLANG_OFFLOAD_BUNDLE__",
    b"CCOB",
    b"\x10\xff\x10\xad",
    b"\x7fELF",
    b"\xcf\xfa\xed\xfe",
    b"\xce\xfa\xed\xfe",
    b"\xfe\xed\xfa\xcf",
    b"\xfe\xed\xfa\xce",
    b"\x64\x86",
    b"\x4c\x01",
    b"\x64\xaa",
];

/// Detects the kind of `bytes` from the magic number, or from the first tokens of a text.
pub(crate) fn of(bytes: &[u8]) -> Kind {
    match bytes {
        [b'B', b'C', 0xc0, 0xde, ..] | [0xde, 0xc0, 0x17, 0x0b, ..] => return Kind::LlvmBitcode,
        _ if CONTAINERS.iter().any(|magic| bytes.starts_with(magic)) => return Kind::Container,
        _ if tern_mlir::bytecode::is_bytecode(bytes) => return Kind::MlirBytecode,
        _ => {}
    }
    let text = past_space(bytes);
    match text {
        [] => return Kind::Unclear,
        // The languages differ in their comment syntax.
        [b';', ..] | [b'/', b'*', ..] => return Kind::LlvmText,
        [b'/', b'/', ..] => return Kind::MlirText,
        [b'!', ..] => return after_exclamation_mark(text),
        [b'@' | b'$', ..] => return Kind::LlvmText,
        [b'^', digit, ..] if digit.is_ascii_digit() => return Kind::LlvmText,
        [b'#' | b'"' | b'{', ..] => return Kind::MlirText,
        [b'%', ..] => return after_percent_sign(text),
        _ => {}
    }
    let (first, tail) = word(text);
    match first {
        b"source_filename" | b"target" | b"define" | b"declare" | b"attributes" | b"uselistorder"
        | b"uselistorder_bb" => Kind::LlvmText,
        b"module" if word(past_trivia(tail)).0 == b"asm" => Kind::LlvmText,
        b"module" => Kind::MlirText,
        // MLIR operation names have a namespace: `llvm.func`, `func.func`, `builtin.module`.
        name if name.contains(&b'.') => Kind::MlirText,
        _ => Kind::Unclear,
    }
}

/// Like [`of`], but the name of the file decides where the beginning of a text does not: metadata of LLVM IR and aliases of MLIR can
/// look alike, and wrong text like anything.
pub(crate) fn of_file(name: &str, bytes: &[u8]) -> Kind {
    let kind = of(bytes);
    let is_ambiguous = match kind {
        Kind::Unclear => !past_trivia(bytes).is_empty(),
        Kind::MlirText => matches!(past_space(bytes), [b'!' | b'%', ..]),
        _ => false,
    };
    let is_llvm = Path::new(name).extension().is_some_and(|extension| extension == "ll");
    if is_ambiguous && is_llvm { Kind::LlvmText } else { kind }
}

/// Splits off the first word.
fn word(text: &[u8]) -> (&[u8], &[u8]) {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    text.split_at(text.iter().position(|byte| !in_word(byte)).unwrap_or(text.len()))
}

/// Strips leading whitespace.
fn past_space(text: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0);
    &text[text.iter().position(|byte| !is_space(byte)).unwrap_or(text.len())..]
}

/// Strips leading whitespace and comments of either language.
fn past_trivia(text: &[u8]) -> &[u8] {
    let mut rest = past_space(text);
    loop {
        let end = match rest {
            [b';', ..] | [b'/', b'/', ..] => rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')),
            [b'/', b'*', inner @ ..] => inner.windows(2).position(|end| end == b"*/").map(|at| at + 4),
            _ => return rest,
        };
        rest = past_space(&rest[end.unwrap_or(rest.len())..]);
    }
}

/// If `text` starts with a definition, the text after its `=`.
fn defined_as(text: &[u8]) -> Option<&[u8]> {
    // Whitespace is allowed between the sigil and a number.
    let name = past_trivia(&text[1..]);
    let behind = match name {
        [b'"', quoted @ ..] => &quoted[quoted.iter().position(|&byte| byte == b'"')? + 1..],
        _ => {
            let in_name =
                |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'$' | b'\\');
            &name[name.iter().position(|byte| !in_name(byte)).unwrap_or(name.len())..]
        }
    };
    past_trivia(behind).strip_prefix(b"=").map(past_trivia)
}

/// `!name = !{…}` and `!0 = distinct !DIFile(…)` are LLVM metadata; `!alias = !llvm.ptr` is an MLIR type alias.
fn after_exclamation_mark(text: &[u8]) -> Kind {
    match defined_as(text) {
        Some([b'!', b'D' | b'G', ..]) => Kind::LlvmText,
        Some([b'!', node @ ..]) if past_trivia(node).starts_with(b"{") => Kind::LlvmText,
        Some(value) if matches!(word(value).0, b"distinct" | b"metadata") => Kind::LlvmText,
        _ => Kind::MlirText,
    }
}

/// `%name = type …` is an LLVM struct type; `%name = "op"()` and `%a, %b = …` are MLIR operations.
fn after_percent_sign(text: &[u8]) -> Kind {
    match defined_as(text) {
        Some(value) if word(value).0 == b"type" => Kind::LlvmText,
        _ => Kind::MlirText,
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, of, of_file};

    #[test]
    fn the_name_decides_where_the_text_does_not() {
        for text in ["foo", "!0 = i32 5", "%x = foo"] {
            assert_eq!(of_file("a.ll", text.as_bytes()), Kind::LlvmText, "{text}");
            assert_ne!(of_file("a.mlir", text.as_bytes()), Kind::LlvmText, "{text}");
        }
        assert_eq!(of_file("a.ll", b"module { }"), Kind::MlirText);
    }

    #[test]
    fn texts_are_told_apart() {
        let llvm = [
            "; ModuleID = 'a'",
            "source_filename = \"a.c\"",
            "\n  target triple = \"x\"",
            "define void @f() {",
            "@g = global i32 0",
            "$c = comdat any",
            "%t = type { i32 }",
            "%\"a b\" = type opaque",
            "!0 = !{}",
            "!llvm.module.flags = !{!0}",
            "!1 = distinct !DICompileUnit(language: 1)",
            "module asm \"nop\"",
            "attributes #0 = { nounwind }",
            "\0!0=!{}",
            "! 0\n=\r\n! ; =\n{}",
            "!n ; !llvm.ptr\r= ; a comment\r!{!0}",
            "%\"a = b\"=;c\ntype { i32 }",
            "module ; {\n asm \"nop\"",
            "/* module { */ @g = global i32 0",
            "!0 /* ! */ = /* !llvm.ptr */ !{}",
            "!0 = metadata !{}",
        ];
        for text in llvm {
            assert_eq!(of(text.as_bytes()), Kind::LlvmText, "{text}");
        }
        let mlir = [
            "// comment",
            "module {",
            "module @m attributes {} {",
            "llvm.func @f()",
            "\"builtin.module\"() ({}) : () -> ()",
            "#loc = loc(unknown)",
            "!t = !llvm.struct<(i32)>",
            "!t = i32",
            "%0 = llvm.mlir.constant(1 : i32) : i32",
            "{-# dialect_resources: {} #-}",
            "!t // !{}\n= // !{}\n!llvm.ptr",
            "%0\n=\nllvm.mlir.poison : i32",
            "module // asm\n@asm {",
        ];
        for text in mlir {
            assert_eq!(of(text.as_bytes()), Kind::MlirText, "{text}");
        }
    }

    #[test]
    fn binary_forms_are_known() {
        assert_eq!(of(b"BC\xc0\xde\x35\x14"), Kind::LlvmBitcode);
        assert_eq!(of(&[0xde, 0xc0, 0x17, 0x0b, 0]), Kind::LlvmBitcode);
        assert_eq!(of(b"!<arch>\n"), Kind::Container);
        assert_eq!(of(b"\x7fELF\x02"), Kind::Container);
        assert_eq!(of(b"ML\xefR\x06"), Kind::MlirBytecode);
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        for bytes in [&b""[..], b" \n\t", b"int main() {}", b"\xff\xfe"] {
            assert_eq!(of(bytes), Kind::Unclear, "{bytes:?}");
        }
    }
}
