//! Bitcode as input of commands that read LLVM IR, bare or in archives, bundles and objects: each module of it becomes a text.

use std::borrow::Cow;
use std::path::Path;

use tern_llvm_ir::Module;
use tern_llvm_ir::bitcode::container::{self, Member};
use tern_llvm_ir::bitcode::{AsRead, File};
use tern_llvm_ir::entity::Strings;

use crate::diagnostics::{self, Report};
use crate::files::Input;
use crate::kind::{self, Kind};
use crate::languages::Source;

/// Bitcode in a file.
pub(crate) struct Bitcode<'a> {
    /// `libx.a(y.o)`, or the name of the file if it is bitcode itself.
    pub(crate) name: String,
    pub(crate) bytes: Cow<'a, [u8]>,
}

/// A module of bitcode that was read.
pub(crate) struct Read {
    /// The name of the bitcode; `a.bc(1)` if that has several modules.
    pub(crate) name: String,
    pub(crate) module: Module,
    pub(crate) orders: AsRead,
}

/// The bitcode in a file, whatever contains it.
pub(crate) fn contents(input: &Input) -> Result<Vec<Bitcode<'_>>, Vec<Report>> {
    // Thin archives name files beside them; standard input has no folder.
    let folder = Path::new(&input.name).parent().filter(|_| Path::new(&input.name).is_file());
    let contents = container::modules(&input.bytes, folder)
        .map_err(|message| vec![Report::about_file(&input.name, message)])?;
    if contents.modules.is_empty() {
        let message = match kind::of(&input.bytes) {
            Kind::Container => "there is no bitcode in this".to_owned(),
            kind => format!("this is {kind}, not bitcode"),
        };
        return Err(vec![Report::about_file(&input.name, message)]);
    }
    if !contents.others.is_empty() {
        let message = format!("not bitcode, and left alone: {}", contents.others.join(", "));
        diagnostics::emit(&[Report::about_file(&input.name, message).into_warning()]);
    }
    let bitcode = |Member { name, bytes }| {
        let name = if name.is_empty() { input.name.clone() } else { format!("{}({name})", input.name) };
        Bitcode { name, bytes }
    };
    Ok(contents.modules.into_iter().map(bitcode).collect())
}

/// The bitcode in a file that has this name there, whatever contains it; all of it without a name.
pub(crate) fn members<'a>(input: &'a Input, member: Option<&str>) -> Result<Vec<Bitcode<'a>>, Vec<Report>> {
    let wanted = member.map(|member| format!("{}({member})", input.name));
    let mut found = contents(input)?;
    found.retain(|bitcode| wanted.as_ref().is_none_or(|wanted| *wanted == bitcode.name));
    match member {
        Some(member) if found.is_empty() => Err(no_member(input, member)),
        _ => Ok(found),
    }
}

fn no_member(input: &Input, member: &str) -> Vec<Report> {
    let message = format!("there is no bitcode by the name `{member}` in this");
    vec![Report::about_file(&input.name, message)]
}

/// Reads the modules of a file of bitcode. `member` selects one.
pub(crate) fn read(input: &Input, member: Option<&str>) -> Result<Vec<Read>, Vec<Report>> {
    let wanted = member.map(|member| format!("{}({member})", input.name));
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    let mut modules = Vec::new();
    for Bitcode { name, bytes } in contents(input)? {
        // A member is wanted as a whole, or one of its modules.
        let start = name.strip_suffix(')').unwrap_or(&name);
        if wanted.as_ref().is_some_and(|wanted| !wanted.starts_with(start)) {
            continue;
        }
        let wrong = |found| vec![Report::of_ir(&found)];
        let file = File::open(&bytes, &name).map_err(wrong)?;
        for index in 0..file.count() {
            let own = if file.count() > 1 { numbered(&name, index) } else { name.clone() };
            if is_wanted(&name) || is_wanted(&own) {
                let (module, orders) = file.read(index, &Strings::default()).map_err(wrong)?;
                modules.push(Read { name: own, module, orders });
            }
        }
    }
    let warnings = modules.iter().flat_map(|read| &read.module.warnings);
    diagnostics::emit(&warnings.map(|warning| Report::of_ir(warning).into_warning()).collect::<Vec<_>>());
    match member {
        Some(member) if modules.is_empty() => Err(no_member(input, member)),
        _ => Ok(modules),
    }
}

/// The name of one of several modules: `a.bc(1)`, `libx.a(y.o, 1)`.
fn numbered(name: &str, index: usize) -> String {
    match name.strip_suffix(')') {
        Some(member) => format!("{member}, {index})"),
        None => format!("{name}({index})"),
    }
}

/// Checks that there is one module of these names.
pub(crate) fn only<T>(input: &str, mut modules: Vec<T>, name: impl Fn(&T) -> &str) -> Result<T, Vec<Report>> {
    match (modules.pop(), &modules[..]) {
        (Some(only), []) => Ok(only),
        (Some(last), others) => {
            let names: Vec<&str> = others.iter().chain([&last]).map(name).collect();
            let message =
                format!("this holds {} modules, and one is wanted: {}", names.len(), names.join(", "));
            Err(vec![Report::about_file(input, message)])
        }
        (None, _) => Err(vec![Report::about_file(input, "there is no bitcode in this")]),
    }
}

/// Whether a file is bitcode, or may contain some.
pub(crate) fn is_in(bytes: &[u8]) -> bool {
    matches!(kind::of(bytes), Kind::LlvmBitcode | Kind::Container)
}

/// The modules in a file: a text unchanged, and each module of bitcode as text. The names identify them. `member` selects one.
pub(crate) fn modules(input: Input, member: Option<&str>) -> Result<Vec<Input>, Vec<Report>> {
    sources(input, member)?.into_iter().map(Source::into_text).collect()
}

/// The modules in a file: a text is not read yet, modules of bitcode are. `member` selects one.
pub(crate) fn sources(input: Input, member: Option<&str>) -> Result<Vec<Source>, Vec<Report>> {
    if !is_in(&input.bytes) {
        return match member {
            None => Ok(vec![Source::Text(input)]),
            Some(member) => Err(no_member(&input, member)),
        };
    }
    let source = |mut read: Read| {
        // They have been printed.
        read.module.warnings.clear();
        Source::Module(read.name, Box::new(read.module))
    };
    Ok(read(&input, member)?.into_iter().map(source).collect())
}

/// The only module of a file, bitcode as text. `member` selects one of several modules.
pub(crate) fn module(input: Input, member: Option<&str>) -> Result<Input, Vec<Report>> {
    let name = input.name.clone();
    only(&name, modules(input, member)?, |module| &module.name)
}

/// Returns text unchanged, and converts a single module of bitcode to text.
pub(crate) fn text<'a>(name: &str, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, String> {
    if !is_in(bytes) {
        return Ok(Cow::Borrowed(bytes));
    }
    match module(Input::new(name, bytes.to_vec()), None) {
        Ok(module) => Ok(Cow::Owned(module.bytes.into_vec())),
        Err(reports) => {
            Err(reports.iter().map(|report| report.message().to_owned()).collect::<Vec<_>>().join("; "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_has_a_place() {
        let input = Input::new("a.bc", b"BC\xc0\xde\x35\x14\x00\x00\xff\xff\xff\xff".to_vec());
        let Err(reports) = modules(input, None) else { panic!("this is damaged") };
        assert!(reports[0].headline().contains("at bit"), "{}", reports[0].headline());
    }

    #[test]
    fn modules_have_numbers() {
        assert_eq!(numbered("a.bc", 1), "a.bc(1)");
        assert_eq!(numbered("libx.a(y.o)", 0), "libx.a(y.o, 0)");
    }
}
