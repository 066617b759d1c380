//! Verification shared by compilation targets. Source: the verifiers of `#nvvm.target` and `#rocdl.target`.

use tern_mlir::Context;
use tern_mlir::attributes::AttrKind;
use tern_mlir::declare::Param;

/// Verifies the parameters `O`, `triple` and `chip`.
pub(crate) fn machine(context: &Context, level: &Param, triple: &Param, chip: &Param) -> Result<(), String> {
    let is_empty = |text: &Param| text.as_string().is_some_and(|text| context.bytes(text).is_empty());
    if let Param::Signed(level) = level
        && !(0..=3).contains(level)
    {
        return Err("The optimization level must be a number between 0 and 3.".to_owned());
    }
    if is_empty(triple) {
        return Err("The target triple cannot be empty.".to_owned());
    }
    if is_empty(chip) {
        return Err("The target chip cannot be empty.".to_owned());
    }
    Ok(())
}

/// Verifies the parameter `link`, a list of files.
pub(crate) fn link(context: &Context, link: &Param) -> Result<(), String> {
    let files = link.as_attribute().and_then(|link| link.as_array(context)).unwrap_or_default();
    match files.iter().all(|file| matches!(file.kind(context), AttrKind::String { .. })) {
        true => Ok(()),
        false => Err("All the elements in the `link` array must be strings.".to_owned()),
    }
}
