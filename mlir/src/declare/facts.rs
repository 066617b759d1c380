//! Facts derived from a declaration that are needed for every operation; computed once per context.

use super::{Dialect, OpDef, Trait};
use crate::asm::PrintedOp;
use crate::body::OpRef;
use crate::context::{Context, Ident};
use crate::fold::{Fold, Folds};
use crate::verify::Verifier;

/// Facts derived from the declaration of an operation, with names interned in a context.
#[derive(Default)]
pub(crate) struct Facts {
    /// Names of the declared attributes, in declaration order.
    pub(crate) attributes: Box<[Ident]>,
    /// The folder of the operation.
    pub(crate) fold: Option<Fold>,
    /// Traits that relate the types of named operands and results.
    pub(crate) relations: Box<[&'static Trait]>,
    /// Traits that constrain the operation itself.
    pub(crate) demands: Box<[&'static Trait]>,
    /// Traits that constrain the contents of the regions.
    pub(crate) on_regions: Box<[&'static Trait]>,
    /// The check of referenced symbols (`SymbolUserOpInterface`).
    pub(crate) symbol_user: Option<fn(&mut Verifier<'_>, OpRef<'_>)>,
    /// Whether the sizes of the groups are stored in a property: of operands, of results.
    pub(crate) segmented: [bool; 2],
    /// Whether the operation is a symbol table.
    pub(crate) is_symbol_table: bool,
    /// Tells which of these operations MLIR cannot read in custom form ([`Trait::Unreadable`]).
    pub(crate) unreadable: Option<fn(PrintedOp<'_>) -> bool>,
}

impl Facts {
    /// Derives the facts from a declaration.
    pub(crate) fn of(context: &Context, dialect: Option<&'static Dialect>, def: &'static OpDef) -> Self {
        let folds = dialect.and_then(|dialect| dialect.interface::<Folds>());
        let pick = |is: fn(&Trait) -> bool| def.traits.iter().filter(|of| is(of)).collect();
        Self {
            attributes: def.attributes.iter().map(|decl| context.ident(decl.name)).collect(),
            fold: folds.and_then(|folds| folds.of(def.name)),
            relations: pick(|of| {
                matches!(
                    of,
                    Trait::AllTypesMatch(_)
                        | Trait::TypesMatchWith { .. }
                        | Trait::ElementsMatch { .. }
                        | Trait::Predicate { .. }
                )
            }),
            demands: pick(|of| {
                matches!(
                    of,
                    Trait::SameOperandsAndResultType
                        | Trait::SameTypeOperands
                        | Trait::SameOperandsAndResultElementType
                        | Trait::SameOperandsElementType
                        | Trait::SameOperandsAndResultShape
                        | Trait::SameOperandsShape
                        | Trait::InferResults(_)
                        | Trait::Elementwise
                        | Trait::WeightedBranch
                        | Trait::Cast(_)
                        | Trait::HasParent(_)
                        | Trait::Symbol
                        | Trait::Terminator
                        | Trait::SingleBlock
                        | Trait::SingleBlockImplicitTerminator(_)
                )
            }),
            on_regions: pick(|of| {
                matches!(
                    of,
                    Trait::SymbolTable
                        | Trait::SingleBlockImplicitTerminator(_)
                        | Trait::RegionVerifier(_)
                        | Trait::RegionBranch(_)
                )
            }),
            symbol_user: def.traits.iter().find_map(|of| match of {
                Trait::SymbolUser(verify) => Some(*verify),
                _ => None,
            }),
            segmented: [
                def.has(|of| matches!(of, Trait::AttrSizedOperandSegments)),
                def.has(|of| matches!(of, Trait::AttrSizedResultSegments)),
            ],
            is_symbol_table: def.has(|of| matches!(of, Trait::SymbolTable)),
            unreadable: def.traits.iter().find_map(|of| match of {
                Trait::Unreadable(is_unreadable) => Some(*is_unreadable),
                _ => None,
            }),
        }
    }
}

impl std::fmt::Debug for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Facts").finish_non_exhaustive()
    }
}
