//! A consistency check of a dialect's declaration, to be called from a test of the crate that declares it.

use super::{AttrClass, AttrDecl, Dialect, Presence, Trait, default_value};
use crate::context::Context;

/// Checks a dialect: each assembly format is well-formed, names begin with the namespace, no name is declared twice, and default
/// values are valid for their attributes. Returns the number of assembly formats.
///
/// # Panics
///
/// If a check fails; the message says which.
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
        for decl in def.discardable {
            assert!(def.attribute(decl.name).is_none(), "{}: {} is declared twice", def.name, decl.name);
        }
        for t in def.traits {
            let named = match t {
                Trait::MemAlloc(on) | Trait::MemFree(on) | Trait::MemRead(on) | Trait::MemWrite(on) => {
                    std::slice::from_ref(on)
                }
                Trait::AliasAnalysis(on) => on,
                _ => continue,
            };
            for on in named {
                let mut groups = def.operands.iter().chain(def.results);
                let is_declared = groups.any(|group| group.name == *on);
                assert!(is_declared, "{}: no operand or result is called {on}", def.name);
            }
        }
        if let Some(segments) = def.branch_segments() {
            let is_declared = def.attribute(segments).is_some() || def.is_discardable(segments);
            assert!(is_declared, "{}: {segments} is not declared", def.name);
        }
        for decl in def.attributes {
            assert!(
                has_default(&context, decl),
                "{}: the default of {} is not a valid value",
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

/// Whether the declared default of an attribute, if there is one, is a valid value for it.
fn has_default(context: &Context, decl: &AttrDecl) -> bool {
    let (Presence::Default(text) | Presence::Implied(text)) = decl.presence else { return true };
    // These classes accept arbitrary attributes, which need not have a spelling that `default_value` understands.
    if matches!(decl.class, AttrClass::Any | AttrClass::Other { .. }) {
        return true;
    }
    default_value(context, decl.class, text).is_some_and(|value| super::fits(context, decl.class, value))
}

#[cfg(test)]
mod tests {
    #![allow(unreachable_pub)]

    use super::check;
    use crate::builtin::ANY;
    use crate::declare::{Trait, families};

    families! { "test." => "";
        /// Arithmetic.
        family [] {
            traits: [Pure, SameOperandsAndResultType],
            operands: { lhs: one(ANY), rhs: one(ANY) },
            results: { res: one(ANY) },
        }
        /// The sum.
        Sum: "sum" [Commutative, Declared("Idempotent")],
        Difference: "difference",
        /// The product.
        "product" [Commutative];
    }

    #[test]
    fn an_operation_of_a_family_may_have_documentation_and_traits_of_its_own() {
        let [sum, difference, product] = TABLE else { panic!("three operations") };
        assert_eq!(
            [sum.doc, difference.doc, product.doc],
            [" The sum.\n", " Arithmetic.\n", " The product.\n"]
        );
        assert_eq!([sum, difference, product].map(|def| def.traits.len()), [4, 2, 3]);
        let is_commutative = |def: &crate::declare::OpDef| def.has(|t| matches!(t, Trait::Commutative));
        assert_eq!([sum, difference, product].map(|def| is_commutative(def)), [true, false, true]);
        assert_eq!((Sum::NAME, Difference::NAME), ("test.sum", "test.difference"));
    }

    #[test]
    fn builtin_is_well_formed() {
        assert!(check(&crate::builtin::DIALECT) > 0);
    }
}
