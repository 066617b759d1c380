//! Correspondence of `#dlti.dl_spec` and LLVM's data layout string. Source: MLIR's `DLTIBase.td`; LangRef, Data Layout.

/// How an entry whose key is a name is spelled in the data layout string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyForm {
    /// `"little"` is `e`, `"big"` is `E`.
    Endianness,
    /// A string with this prefix.
    Text(&'static str),
    /// A number with this prefix. Zero is LLVM's default and is omitted.
    Number(&'static str),
    /// `#dlti.function_pointer_alignment`: `Fi`, or `Fn` if it depends on the function's alignment. Zero is omitted.
    FunctionPointer,
    /// A dense array of numbers: `n8:16`.
    Widths,
}

/// All entries whose key is a name.
pub static KEYS: &[(&str, KeyForm)] = &[
    ("dlti.endianness", KeyForm::Endianness),
    ("dlti.mangling_mode", KeyForm::Text("m:")),
    ("dlti.program_memory_space", KeyForm::Number("P")),
    ("dlti.global_memory_space", KeyForm::Number("G")),
    ("dlti.alloca_memory_space", KeyForm::Number("A")),
    ("dlti.stack_alignment", KeyForm::Number("S")),
    ("dlti.function_pointer_alignment", KeyForm::FunctionPointer),
    ("dlti.legal_int_widths", KeyForm::Widths),
];

/// The form of the entry with this key.
pub fn form_of(key: &str) -> Option<KeyForm> {
    KEYS.iter().find(|(known, _)| *known == key).map(|(_, form)| *form)
}

/// The entries that MLIR's importer assumes unless the module's string overrides them.
pub const DEFAULT: &str = "e-p:64:64:64-i1:8-i8:8-i16:16-i32:32-i64:32:64-f16:16-f64:64-f128:128";
