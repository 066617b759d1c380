//! Source lines: which instructions a line became, and where an instruction comes from, through all functions that were inlined.
//! Source: LLVM, Source Level Debugging.

use serde::Serialize;
use tern_llvm_ir::metadata::views::{DIFile, DILocalVariable, DILocation, DISubprogram, MetadataRef};
use tern_llvm_ir::{Function, Global, Inst, Module};

/// A place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Place {
    /// The file as the compiler was given it.
    pub file: String,
    /// The directory to which the file's name is relative.
    pub directory: String,
    /// The line, from 1; 0 if there is none.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
    /// The name of the function in the source.
    pub function: String,
}

impl Place {
    fn of(location: DILocation<'_>) -> Self {
        let scope = location.scope();
        let (file, directory) = scope
            .and_then(file_of)
            .map_or_else(Default::default, |file| (text(file.filename()), text(file.directory())));
        let subprogram = scope.and_then(subprogram_of);
        let function = subprogram.map_or_else(String::new, |it| text(it.name()));
        Self { file, directory, line: location.line(), column: location.column(), function }
    }

    /// Whether the place is in a file. `file` may be the name alone, or any end of the path. Of both, `.` and `..` are worked out.
    pub fn is_in(&self, file: &str) -> bool {
        let path = match self.file.starts_with('/') || self.directory.is_empty() {
            true => self.file.clone(),
            false => format!("{}/{}", self.directory, self.file),
        };
        let (path, file) = (normalized(&path), normalized(file));
        path.strip_suffix(&file)
            .is_some_and(|before| before.is_empty() || before.ends_with('/') || file.starts_with('/'))
    }
}

/// A path without `.`, `..` and empty parts. A `..` that nothing comes before is left out.
fn normalized(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Scopes lie in each other; more than this many are taken for a circle.
const DEEPEST: usize = 4096;

/// Where an instruction or debug record comes from; none if it has no location.
pub fn place(module: &Module, function: &Function, inst: Inst) -> Option<Place> {
    module.location(function, inst).map(Place::of)
}

/// Where an instruction or debug record comes from: its own place first, then the calls that were inlined, innermost first.
pub fn places(module: &Module, function: &Function, inst: Inst) -> Vec<Place> {
    module.locations(function, inst).map(Place::of).collect()
}

fn text(bytes: Option<&[u8]>) -> String {
    String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
}

/// A scope and those around it, up to the function.
fn scopes(scope: MetadataRef<'_>) -> impl Iterator<Item = MetadataRef<'_>> {
    std::iter::successors(Some(scope), |&scope| match scope.view::<DISubprogram<'_>>() {
        Some(_) => None,
        None => scope.field("scope")?.metadata(),
    })
    .take(DEEPEST)
}

fn file_of(scope: MetadataRef<'_>) -> Option<DIFile<'_>> {
    scopes(scope).find_map(|scope| scope.field("file")?.metadata()?.view())
}

fn subprogram_of(scope: MetadataRef<'_>) -> Option<DISubprogram<'_>> {
    scopes(scope).find_map(|scope| scope.view())
}

/// Whether an instruction or debug record comes from these lines, directly or by inlining.
pub fn comes_from(
    module: &Module,
    function: &Function,
    inst: Inst,
    file: &str,
    lines: std::ops::RangeInclusive<u32>,
) -> bool {
    let is_there =
        |location: DILocation<'_>| lines.contains(&location.line()) && Place::of(location).is_in(file);
    module.locations(function, inst).any(is_there)
}

/// Where a function of the source is defined.
pub fn place_of_function(subprogram: DISubprogram<'_>) -> Place {
    let file = file_of(subprogram.metadata());
    let (file, directory) =
        file.map_or_else(Default::default, |file| (text(file.filename()), text(file.directory())));
    Place { file, directory, line: subprogram.line(), column: 0, function: text(subprogram.name()) }
}

/// The instructions, debug records apart, that come from a line, directly or by inlining.
pub fn at_line(module: &Module, file: &str, line: u32) -> Vec<(Global, Inst)> {
    let mut found = Vec::new();
    for (global, _, function) in module.definitions() {
        for (_, inst) in function.instructions() {
            let is_record = function.insts[inst].inst.debug_record().is_some();
            if !is_record && comes_from(module, function, inst, file, line..=line) {
                found.push((global, inst));
            }
        }
    }
    found
}

/// A row of a line table: instructions of a function from here on come from a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// The number of the instruction in the function, debug records apart.
    pub instruction: usize,
    /// The place, without the calls that were inlined.
    pub place: Place,
}

/// The line table of a function: a row for each instruction whose place differs from that of the one before.
pub fn line_table(module: &Module, function: &Function) -> Vec<Row> {
    let insts = function.instructions().map(|(_, inst)| inst);
    let insts = insts.filter(|&inst| function.insts[inst].inst.debug_record().is_none());
    let mut rows: Vec<Row> = Vec::new();
    for (instruction, inst) in insts.enumerate() {
        let Some(place) = place(module, function, inst) else { continue };
        if rows.last().is_none_or(|row| row.place != place) {
            rows.push(Row { instruction, place });
        }
    }
    rows
}

/// The variables that a value is in, as debug records say.
pub fn variables<'m>(
    module: &'m Module,
    function: &'m Function,
    value: tern_llvm_ir::Value,
) -> Vec<DILocalVariable<'m>> {
    let records = crate::uses::described_by(function, value);
    let variables =
        records.into_iter().filter_map(|inst| module.variable(function.insts[inst].inst.debug_record()?));
    let mut found: Vec<DILocalVariable<'m>> = Vec::new();
    for variable in variables {
        if !found.contains(&variable) {
            found.push(variable);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"define i32 @f(i32 %x) !dbg !1 {\n    #dbg_value(i32 %x, !7, !DIExpression(), !3)\n  %y = add i32 %x, 1, !dbg !5\n\
        \x20 ret i32 %y, !dbg !3\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2)\n\
        !1 = distinct !DISubprogram(name: \"f\", file: !2, unit: !0, line: 1, spFlags: DISPFlagDefinition)\n\
        !2 = !DIFile(filename: \"dir/f.c\", directory: \"/src\")\n!3 = !DILocation(line: 4, column: 2, scope: !1)\n\
        !4 = distinct !DISubprogram(name: \"g\", file: !2, unit: !0, line: 8, spFlags: DISPFlagDefinition)\n\
        !5 = !DILocation(line: 9, column: 3, scope: !6, inlinedAt: !3)\n!6 = !DILexicalBlock(scope: !4, line: 8)\n\
        !7 = !DILocalVariable(name: \"x\", arg: 1, scope: !1, file: !2, line: 1, type: !8)\n\
        !8 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n";

    #[test]
    fn paths_are_compared_without_dots() {
        let is_in = |path: &str, file: &str| {
            let place = Place {
                file: path.to_owned(),
                directory: "/tmp/d".to_owned(),
                line: 1,
                column: 1,
                function: String::new(),
            };
            place.is_in(file)
        };
        for file in ["/tmp/d/sub/a/x.h", "./sub/a/x.h", "sub/b/../a/x.h", "sub//a/x.h", "../a/x.h", "x.h"] {
            assert!(is_in("./sub/a/x.h", file) && is_in("../d/sub/a/./x.h", file), "{file}");
        }
        assert!(is_in("../../../x.h", "/x.h"));
        assert!(!is_in("./sub/a/x.h", "b/x.h") && !is_in("../x.h", "d/x.h") && !is_in("ax.h", "x.h"));
    }

    #[test]
    fn inlined_calls_are_told() {
        let module = tern_llvm_ir::read(TEXT, "f.ll").unwrap();
        let (f, _, function) = module.definitions().next().unwrap();
        let insts: Vec<Inst> = function.instructions().map(|(_, inst)| inst).collect();
        let told: Vec<_> = places(&module, function, insts[1])
            .into_iter()
            .map(|it| (it.function.clone(), it.line))
            .collect();
        assert_eq!(told, [("g".to_owned(), 9), ("f".to_owned(), 4)]);
        assert_eq!(at_line(&module, "f.c", 4), [(f, insts[1]), (f, insts[2])]);
        assert_eq!(at_line(&module, "/src/dir/f.c", 9), [(f, insts[1])]);
        assert_eq!(at_line(&module, "x.c", 9), []);
        assert_eq!(line_table(&module, function).len(), 2);
        let names: Vec<_> =
            variables(&module, function, function.args[0].into()).iter().map(|it| it.name()).collect();
        assert_eq!(names, [Some(&b"x"[..])]);
    }
}
