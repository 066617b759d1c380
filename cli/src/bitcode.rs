//! Bitcode as input of commands that read LLVM IR: each module of it becomes a text.

use crate::diagnostics::{self, Report};
use crate::files::Input;

/// The modules of bitcode as texts. If there are several, their names have their numbers: `a.bc(1)`.
pub(crate) fn texts(name: &str, bytes: &[u8]) -> Result<Vec<Input>, Vec<Report>> {
    let modules =
        tern_llvm_ir::bitcode::read_all(bytes, name).map_err(|found| vec![Report::of_ir(&found)])?;
    if modules.is_empty() {
        return Err(vec![Report::about_file(name, "there is no module in this")]);
    }
    let warnings = modules.iter().flat_map(|module| &module.warnings);
    let warnings: Vec<Report> = warnings.map(|warning| Report::of_ir(warning).into_warning()).collect();
    diagnostics::emit(&warnings);
    let are_many = modules.len() > 1;
    let text = |(index, module)| {
        let name = if are_many { format!("{name}({index})") } else { name.to_owned() };
        match tern_llvm_ir::try_write(&module) {
            Ok(text) => Ok(Input::new(name, text)),
            Err(problem) => Err(vec![Report::about_file(&name, problem.to_string())]),
        }
    };
    modules.into_iter().enumerate().map(text).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn damage_has_a_place() {
        let Err(reports) = super::texts("a.bc", b"BC\xc0\xde\x35\x14\x00\x00\xff\xff\xff\xff") else {
            panic!("this is damaged");
        };
        assert!(reports[0].headline().contains("at bit"), "{}", reports[0].headline());
    }
}
