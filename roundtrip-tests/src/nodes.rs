//! Specialized metadata nodes as text, generated from Tern's table of them.

use tern_llvm_ir::metadata::specialized::{FieldDef, Holds};

/// A typical value for a field; `!1` is a node.
pub fn plain(field: &FieldDef) -> String {
    match field.holds {
        Holds::Metadata | Holds::NotNull => "!1".to_owned(),
        Holds::List => "{!1}".to_owned(),
        Holds::String | Holds::Text => "\"x\"".to_owned(),
        Holds::Bool => "true".to_owned(),
        Holds::Dwarf(table, ..) => table.names[0].1.to_owned(),
        Holds::Flags(words) => format!("{}{}", words.prefix, words.names[0]),
        Holds::OneOf(names, ..) => names[0].to_owned(),
        _ => "1".to_owned(),
    }
}
