//! Enums of the dialect whose cases are DWARF constants.

use tern_support::dwarf::Table;

use tern_mlir::declare::{EnumCase, EnumDef, EnumForm};

/// Converts a table of names to enum cases.
const fn cases<const N: usize>(table: Table) -> [EnumCase; N] {
    let mut cases = [EnumCase { spelling: "", value: 0 }; N];
    let mut at = 0;
    while at < N {
        (cases[at].value, cases[at].spelling) = table.names[at];
        at += 1;
    }
    cases
}

macro_rules! dwarf_enums {
    ($($(#[doc = $doc:literal])* $table:ident = $name:literal)+) => {
        /// All enums of DWARF constants.
        pub static ENUMS: &[&EnumDef] = &[$(&$table),+];

        $(
            $(#[doc = $doc])*
            pub static $table: EnumDef = EnumDef {
                name: $name,
                doc: concat!($($doc, "\n"),*),
                summary: $name,
                cpp_name: None,
                is_enum_parameter: false,
                form: EnumForm::Value(32),
                cases: &cases::<{ tern_support::dwarf::$table.names.len() }>(tern_support::dwarf::$table),
                groups: &[],
            };
        )+
    };
}

dwarf_enums! {
    /// Tags of debugging information entries. DWARF 5, 7.5.3.
    TAGS = "DITag"
    /// Encodings of base types. DWARF 5, 7.8.
    ENCODINGS = "DIEncoding"
    /// Source languages. DWARF 5, 7.12.
    LANGUAGES = "DILanguage"
    /// Calling conventions. DWARF 5, 7.15.
    CALLING_CONVENTIONS = "DICallingConvention"
    /// Operations of expressions. DWARF 5, 7.7.1.
    OPERATIONS = "DIOperationEncoding"
}
