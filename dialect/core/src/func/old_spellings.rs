//! The syntax of the dialect from 2019 to 2022, when its operations belonged to the dialect `std` or to no dialect.

use tern_mlir::attributes::{Attribute, NamedAttribute};
use tern_mlir::body::OpState;
use tern_mlir::context::Context;
use tern_mlir::declare::OldSpellings;

pub(super) static OLD_SPELLINGS: OldSpellings = OldSpellings {
    heir_of: &["", "std"],
    // Other constants became `arith.constant`.
    is_heir: |name, rest| name != "constant" || rest.trim_ascii_start().starts_with(b"@"),
    complete: declarations_are_private,
    ..OldSpellings::new()
};

/// `func @f()` without a body was a declaration; today declarations are private.
fn declarations_are_private(context: &Context, name: &str, spelled: &str, state: &mut OpState) {
    if name != "func.func" || !["func", "std.func"].contains(&spelled) {
        return;
    }
    let visibility = context.ident("sym_visibility");
    let declared = state
        .body
        .as_ref()
        .is_some_and(|body| body.root_regions().iter().all(|&region| body.region_blocks(region).is_empty()));
    if declared && state.properties.iter().all(|entry| entry.name != visibility) {
        let value = Attribute::string(context, "private");
        state.properties.push(NamedAttribute { name: visibility, value });
    }
}
