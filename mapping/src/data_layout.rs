//! Data layouts: `#dlti.dl_spec` and LLVM's data layout string. Source: MLIR's `DLTIBase.td`; LangRef, Data Layout.

/// What an entry of a specification with a name for its key holds, and how the string says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyForm {
    /// `"little"` is `e`, `"big"` is `E`.
    Endianness,
    /// A text after this.
    Text(&'static str),
    /// A number after this; zero, which LLVM assumes, is not said.
    Number(&'static str),
    /// `#dlti.function_pointer_alignment`: `Fi`, or `Fn` where it depends on the function's; zero is not said.
    FunctionPointer,
    /// A dense array of numbers: `n8:16`.
    Widths,
}

/// Entries whose key is a name.
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

/// The form of a key.
pub fn form_of(key: &str) -> Option<KeyForm> {
    KEYS.iter().find(|(known, _)| *known == key).map(|(_, form)| *form)
}

/// What MLIR's importer assumes where the string of the module says nothing else.
pub const DEFAULT: &str = "e-p:64:64:64-i1:8-i8:8-i16:16-i32:32-i64:32:64-f16:16-f64:64-f128:128";
