//! `cargo xtask manual`: writes the reference manual of the dialects, `docs/dialects/`, from their declarations, and `docs/VERSIONS.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use tern_dialect_hardware::nvvm::chips::ChipRequirement;
use tern_mlir::declare::{
    Arity, Assembly, AttrClass, AttrDecl, AttrDef, Dialect, EnumDef, EnumForm, OpDef, ParamAssembly,
    ParamDecl, ParamKind, Presence, RegionSize, TypeDef, ValueDecl,
};

use crate::ods_diff::our_trait;
use crate::{Outcome, root};

/// Writes the reference manual of all dialects, `docs/dialects/`, from their declarations. A test checks that it is up to date.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Runs the task.
pub(crate) fn run(_: &Args) -> Outcome {
    let folder = folder();
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (name, text) in pages() {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let path = crate::versions::path();
    std::fs::write(&path, crate::versions::page()).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(true)
}

fn folder() -> PathBuf {
    root().join("docs/dialects")
}

/// All dialects but `builtin`.
fn dialects() -> Vec<&'static Dialect> {
    let mut all = [
        tern_dialect_llvm::DIALECTS,
        tern_dialect_tern::DIALECTS,
        tern_dialect_core::DIALECTS,
        tern_dialect_hardware::DIALECTS,
    ]
    .concat();
    all.sort_by_key(|dialect| dialect.namespace);
    all
}

/// The pages of the manual, by file name.
fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut contents = "# The dialects\n\nWritten by `cargo xtask manual` from the declarations in `dialect/`; do not edit.\n\n\
        | dialect | operations | attributes | types | enums |\n|---|---|---|---|---|\n"
        .to_owned();
    for dialect in dialects() {
        let name = dialect.namespace;
        let counts =
            [dialect.operations.len(), dialect.attributes.len(), dialect.types.len(), dialect.enums.len()];
        let counts: Vec<String> = counts.map(|count| count.to_string()).to_vec();
        let _ = writeln!(contents, "| [`{name}`]({name}.md) | {} |", counts.join(" | "));
        pages.insert(format!("{name}.md"), page(dialect));
    }
    pages.insert("README.md".to_owned(), contents);
    pages
}

/// The page of a dialect.
fn page(dialect: &Dialect) -> String {
    let mut out = format!(
        "# The dialect `{}`\n\nWritten by `cargo xtask manual` from the declarations; do not edit.\n",
        dialect.namespace
    );
    section(&mut out, "Operations", !dialect.operations.is_empty());
    for family in dialect.operations.chunk_by(|a, b| family_of(a) == family_of(b)) {
        match family {
            [def] => operation(&mut out, def),
            family => family_table(&mut out, family),
        }
    }
    section(&mut out, "Attributes", !dialect.attributes.is_empty());
    for AttrDef { mnemonic, doc, params, assembly, .. } in dialect.attributes {
        parameterized(&mut out, &format!("#{}.{mnemonic}", dialect.namespace), doc, assembly, params);
    }
    section(&mut out, "Types", !dialect.types.is_empty());
    for TypeDef { mnemonic, doc, params, assembly, .. } in dialect.types {
        parameterized(&mut out, &format!("!{}.{mnemonic}", dialect.namespace), doc, assembly, params);
    }
    section(&mut out, "Enums", !dialect.enums.is_empty());
    for def in dialect.enums {
        enumeration(&mut out, def);
    }
    out
}

fn section(out: &mut String, title: &str, is_there: bool) {
    if is_there {
        let _ = write!(out, "\n## {title}\n");
    }
}

/// What the operations of a family have in common: all but their names, the constraints on types, and the intrinsics.
fn family_of(def: &OpDef) -> impl PartialEq {
    let groups = |groups: &'static [ValueDecl]| -> Vec<_> {
        groups.iter().map(|group| (group.name, arity(group.arity))).collect()
    };
    (
        (def.doc, traits(def), syntax(&def.assembly), def.intrinsic.is_some()),
        (groups(def.operands), groups(def.results)),
        (attribute_rows(def), region_rows(def), def.interface::<ChipRequirement>()),
    )
}

/// The section of one operation.
fn operation(out: &mut String, def: &OpDef) {
    heading(out, def.name, def.doc);
    code(out, syntax(&def.assembly).map(|syntax| format!("{} {syntax}", def.name)));
    notes(out, def);
    if let Some(intrinsic) = &def.intrinsic {
        let _ = write!(out, "\nIntrinsic: `{}`\n", intrinsic.name);
    }
    let groups = |kind: &'static str, groups: &'static [ValueDecl]| {
        groups.iter().map(move |group| {
            let what = format!("{}{}", arity(group.arity), group.constraint.summary);
            (format!("{kind} `{}`", group.name), what)
        })
    };
    let rows: Vec<_> = groups("operand", def.operands)
        .chain(attribute_rows(def))
        .chain(groups("result", def.results))
        .chain(region_rows(def))
        .collect();
    if !rows.is_empty() {
        out.push_str("\n| | |\n|---|---|\n");
    }
    for (name, what) in rows {
        let _ = writeln!(out, "| {name} | {} |", cell(&what));
    }
}

/// The section of a family of operations: what they have in common, and a table of the rest.
fn family_table(out: &mut String, family: &[&'static OpDef]) {
    let first = family[0];
    heading(out, &format!("{} … ({} operations)", first.name, family.len()), first.doc);
    code(out, syntax(&first.assembly).map(str::to_owned));
    notes(out, first);
    let rows: Vec<_> = attribute_rows(first).into_iter().chain(region_rows(first)).collect();
    if !rows.is_empty() {
        out.push_str("\n| | |\n|---|---|\n");
    }
    for (name, what) in rows {
        let _ = writeln!(out, "| {name} | {} |", cell(&what));
    }
    let groups = |def: &'static OpDef| def.operands.iter().chain(def.results);
    let mut titles: Vec<String> =
        first.operands.iter().map(|group| format!("operand `{}`", group.name)).collect();
    titles.extend(first.results.iter().map(|group| format!("result `{}`", group.name)));
    // Columns that say the same of all operations are left out.
    let varies = |column: usize| {
        let of = |def: &'static OpDef| groups(def).nth(column).map(|group| group.constraint.summary);
        family.iter().any(|def| of(def) != of(first))
    };
    let (varying, same): (Vec<usize>, Vec<usize>) = (0..titles.len()).partition(|&column| varies(column));
    for column in same {
        if let Some(group) = groups(first).nth(column) {
            let (arity, summary) = (arity(group.arity), group.constraint.summary);
            let _ = write!(out, "\n{}: {arity}{summary}\n", titles[column]);
        }
    }
    let columns = varying.iter().map(|&column| format!(" {} |", titles[column])).collect::<String>();
    let _ = write!(out, "\n| operation |{columns}\n|---|{}\n", "---|".repeat(varying.len()));
    for def in family {
        let types =
            varying.iter().map(|&column| groups(def).nth(column).map_or("", |it| it.constraint.summary));
        let types = types.map(|summary| format!(" {} |", cell(summary))).collect::<String>();
        let _ = writeln!(out, "| `{}`{} |{types}", def.name, intrinsic_of(def));
    }
}

/// The heading of an entry, and its documentation.
fn heading(out: &mut String, name: &str, doc: &str) {
    let doc: Vec<&str> = doc.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let _ = write!(out, "\n### {name}\n\n{}\n", doc.join("\n").trim());
}

fn code(out: &mut String, text: Option<String>) {
    if let Some(text) = text {
        let _ = write!(out, "\n```\n{}\n```\n", text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

/// The traits of an operation, and the chips that it requires.
fn notes(out: &mut String, def: &OpDef) {
    let traits = traits(def);
    if !traits.is_empty() {
        let _ = write!(out, "\nTraits: {}\n", traits.join(", "));
    }
    if let Some(requirement) = def.interface::<ChipRequirement>() {
        let _ = write!(out, "\nChips: {requirement}\n");
    }
}

/// The intrinsic of an operation in a table.
fn intrinsic_of(def: &OpDef) -> String {
    def.intrinsic.as_ref().map_or_else(String::new, |intrinsic| format!(" = `{}`", intrinsic.name))
}

fn traits(def: &OpDef) -> Vec<String> {
    let mut traits: Vec<String> =
        def.traits.iter().filter_map(our_trait).map(|name| format!("`{name}`")).collect();
    traits.sort();
    traits.dedup();
    traits
}

fn syntax(assembly: &Assembly) -> Option<&'static str> {
    match assembly {
        Assembly::Format(format) => Some(format),
        Assembly::Generic | Assembly::Custom { .. } => None,
    }
}

fn attribute_rows(def: &OpDef) -> Vec<(String, String)> {
    let rows = |kind: &'static str, decls: &'static [AttrDecl]| {
        decls.iter().map(move |decl| {
            let class = match decl.class {
                AttrClass::Enum(def) | AttrClass::EnumProperty(def) | AttrClass::NamedEnum(_, def) => {
                    enum_link(def)
                }
                class => class.summary(),
            };
            (format!("{kind} `{}`", decl.name), presence(decl.presence, &class))
        })
    };
    rows("attribute", def.attributes).chain(rows("discardable attribute", def.discardable)).collect()
}

/// A link to the section of an enum, on the page of its dialect.
fn enum_link(def: &'static EnumDef) -> String {
    let owns = |dialect: &&Dialect| dialect.enums.iter().any(|&known| std::ptr::eq(known, def));
    let owner = dialects().into_iter().find(owns);
    match owner {
        Some(owner) => {
            format!("enum [{}]({}.md#{})", def.name, owner.namespace, def.name.to_lowercase())
        }
        None => format!("enum {}", def.name),
    }
}

fn region_rows(def: &OpDef) -> Vec<(String, String)> {
    let variadic = |is: bool| if is { "any number" } else { "" };
    let regions = def.regions.iter().map(|region| {
        let size = match region.size {
            RegionSize::Any => "any region".to_owned(),
            RegionSize::Sized(1) => "one block".to_owned(),
            RegionSize::Sized(size) => format!("{size} blocks"),
            RegionSize::Max(size) => format!("at most {size} blocks"),
            RegionSize::Min(size) => format!("at least {size} blocks"),
        };
        (
            format!("region `{}`", region.name),
            format!("{} {size}", variadic(region.variadic)).trim().to_owned(),
        )
    });
    let successors = def.successors.iter().map(|successor| {
        (format!("successor `{}`", successor.name), variadic(successor.variadic).to_owned())
    });
    regions.chain(successors).collect()
}

fn arity(arity: Arity) -> &'static str {
    match arity {
        Arity::One => "",
        Arity::Optional => "optional ",
        Arity::Variadic => "variadic of ",
        Arity::VariadicOfVariadic(_) => "variadic of variadic of ",
    }
}

/// A class or kind with its presence.
fn presence(presence: Presence, what: &str) -> String {
    match presence {
        Presence::Required => what.to_owned(),
        Presence::Optional => format!("optional {what}"),
        Presence::Default("") | Presence::Implied("") => format!("{what}, by default empty"),
        Presence::Default(value) | Presence::Implied(value) => format!("{what}, by default `{value}`"),
    }
}

/// The section of an attribute or a type.
fn parameterized<D>(
    out: &mut String,
    name: &str,
    doc: &str,
    assembly: &ParamAssembly<D>,
    params: &'static [ParamDecl],
) {
    heading(out, name, doc);
    code(out, assembly.format().map(|format| format!("{name} {format}")));
    if !params.is_empty() {
        out.push_str("\n| parameter | |\n|---|---|\n");
    }
    for param in params {
        let what = presence(param.presence, &kind(param.kind));
        let _ = writeln!(out, "| `{}` | {} |", param.name, cell(&what));
    }
}

fn kind(of: &ParamKind) -> String {
    match of {
        ParamKind::Type => "type".to_owned(),
        ParamKind::Attribute => "attribute".to_owned(),
        ParamKind::Declared(defs) => {
            let names = defs.iter().map(|def| format!("`#{}.{}`", def.dialect, def.mnemonic));
            names.collect::<Vec<_>>().join(" or ")
        }
        ParamKind::Class(class) => class.summary(),
        ParamKind::Bool => "`true` or `false`".to_owned(),
        ParamKind::Signed(width) => format!("signed integer of {width} bits"),
        ParamKind::Unsigned(width) => format!("unsigned integer of {width} bits"),
        ParamKind::String => "string".to_owned(),
        ParamKind::Enum(def) => enum_link(def),
        ParamKind::Symbolic(def) => format!("number or a name of the enum {}", def.name),
        ParamKind::List(item) | ParamKind::Braced(item) => format!("list of: {}", kind(item)),
    }
}

/// The section of an enum: its cases, each with its value.
fn enumeration(out: &mut String, def: &EnumDef) {
    heading(out, def.name, def.doc);
    let (form, hexadecimal) = match def.form {
        EnumForm::Value(width) => (format!("An integer of {width} bits"), false),
        EnumForm::Bits(separator, width) => {
            (format!("Bits of an integer of {width} bits, separated by `{}`", separator.trim()), true)
        }
    };
    let cases = def.all().map(|case| match hexadecimal {
        true => format!("`{}` {:#x}", case.spelling, case.value),
        false => format!("`{}` {}", case.spelling, case.value as i64),
    });
    let _ = write!(out, "\n{form}: {}\n", cases.collect::<Vec<_>>().join(", "));
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_is_up_to_date() {
        let pages = pages();
        for (name, text) in &pages {
            let found = std::fs::read_to_string(folder().join(name)).unwrap_or_default();
            assert!(found == *text, "docs/dialects/{name} is not up to date: run `cargo xtask manual`");
        }
        let files = std::fs::read_dir(folder()).expect("the folder of the manual").count();
        assert_eq!(files, pages.len(), "files in docs/dialects");
    }

    #[test]
    fn each_declaration_has_its_entry() {
        for dialect in dialects() {
            let page = page(dialect);
            for def in dialect.operations {
                assert!(page.contains(def.name), "{}", def.name);
            }
            for def in dialect.enums {
                assert!(page.contains(&format!("### {}\n", def.name)), "{}", def.name);
            }
        }
    }
}
