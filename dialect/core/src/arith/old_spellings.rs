//! The syntax of the dialect from 2019 to 2022, when its operations belonged to the dialect `std`.

use tern_mlir::declare::OldSpellings;

pub(super) static OLD_SPELLINGS: OldSpellings = OldSpellings {
    heir_of: &["", "std"],
    // A constant that names a function became `func.constant` instead.
    is_heir: |name, rest| name != "constant" || !rest.trim_ascii_start().starts_with(b"@"),
    renamed: &[
        ("and", "arith.andi"),
        ("ceildivi_signed", "arith.ceildivsi"),
        ("divi_signed", "arith.divsi"),
        ("divi_unsigned", "arith.divui"),
        ("floordivi_signed", "arith.floordivsi"),
        ("fpext", "arith.extf"),
        ("fptrunc", "arith.truncf"),
        ("or", "arith.ori"),
        ("remi_signed", "arith.remsi"),
        ("remi_unsigned", "arith.remui"),
        ("sexti", "arith.extsi"),
        ("shift_left", "arith.shli"),
        ("shift_right_signed", "arith.shrsi"),
        ("shift_right_unsigned", "arith.shrui"),
        ("signed_shift_right", "arith.shrsi"),
        ("xor", "arith.xori"),
        ("zexti", "arith.extui"),
    ],
    ..OldSpellings::new()
};
