//! What a declaration must be so that it can be used: to be called from a test of the crate that declares a dialect.

use super::{AttrClass, AttrDecl, Dialect, Presence, default_value};
use crate::context::Context;

/// Checks a dialect: that each assembly format is well-formed, that names begin with the namespace, that no name is declared twice, and
/// that default values are values of their attributes. Returns how many formats there are.
///
/// # Panics
///
/// Where one of these is not so; the message says which.
pub fn check(dialect: &'static Dialect) -> usize {
    let namespace = dialect.namespace;
    let context = Context::new(&[dialect]);
    let mut names = Vec::new();
    for def in dialect.operations {
        let rest = def.name.strip_prefix(namespace).and_then(|rest| rest.strip_prefix('.'));
        assert!(
            rest.is_some_and(|rest| !rest.is_empty()),
            "{} is not in the namespace {namespace}",
            def.name
        );
        names.push(def.name);
        for decl in def.attributes {
            assert!(
                has_default(&context, decl),
                "{}: the default of {} is none of its values",
                def.name,
                decl.name
            );
        }
    }
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    assert!(twice.is_none(), "declared twice: {twice:?}");
    let attributes = dialect.attributes.iter().map(|def| (def.dialect, def.mnemonic));
    for (of, mnemonic) in attributes.chain(dialect.types.iter().map(|def| (def.dialect, def.mnemonic))) {
        assert_eq!(of, namespace, "the namespace of {mnemonic}");
    }
    crate::asm::compile_formats(dialect)
}

/// Whether the default of an attribute, if it has one, is a value of it.
fn has_default(context: &Context, decl: &AttrDecl) -> bool {
    let (Presence::Default(text) | Presence::Implied(text)) = decl.presence else { return true };
    // These may hold anything, also nothing that a text says.
    if matches!(decl.class, AttrClass::Any | AttrClass::Other { .. }) {
        return true;
    }
    default_value(context, decl.class, text).is_some_and(|value| super::fits(context, decl.class, value))
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn builtin_is_well_formed() {
        assert!(check(&crate::builtin::DIALECT) > 0);
    }
}
