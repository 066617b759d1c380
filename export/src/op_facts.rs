//! Caches facts that follow from the name of an operation or of a field.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use tern_dialect_llvm::{intrinsics, ops};
use tern_dialect_tern::constants::PtrAuth;
use tern_dialect_tern::refused;
use tern_llvm_ir::instruction::{BinaryOp, CastOp};
use tern_mapping::asides::{self, Aside, AsideType};
use tern_mlir::declare::attribute_error;
use tern_mlir::declare::{AttrClass, Dialect, Presence};
use tern_mlir::{Context, Ident, OpName, OpRef};

use crate::attributes::attribute_fields;
use crate::extension::{ToLlvm, TranslatesTo};
use crate::left_out::TRANSLATED;
use crate::{Exporter, Result};

/// The facts about an operation's name.
#[derive(Clone, Copy)]
pub(crate) struct OpFacts<'c> {
    /// The namespace of its dialect.
    pub(crate) dialect: &'c str,
    /// The rest of its name.
    pub(crate) name: &'c str,
    /// The operation whose parts it has: itself, or, if it is one that MLIR's verifier refuses in the dialect `llvm`, that of the
    /// same name there.
    pub(crate) model: OpName,
    /// The name of the model.
    pub(crate) model_name: &'c str,
    /// Whether it always computes a constant.
    pub(crate) is_constant: bool,
    /// Whether it is `llvm.blocktag`.
    pub(crate) is_tag: bool,
    /// Whether it always becomes a debug record.
    pub(crate) is_record: bool,
    /// Whether it calls an intrinsic and thereby declares it.
    pub(crate) calls_intrinsic: bool,
    /// Whether it belongs to the dialect `llvm`.
    pub(crate) is_llvm: bool,
    /// Whether it belongs to the dialect `tern`.
    pub(crate) is_tern: bool,
    /// Whether its dialect can be translated to LLVM IR at all.
    pub(crate) is_translated: bool,
    /// The translation that its dialect brings, if any.
    pub(crate) translation: Option<&'static TranslatesTo>,
    /// Its instruction, if that is a binary one.
    pub(crate) binary: Option<BinaryOp>,
    /// Its instruction, if that is a cast.
    pub(crate) cast: Option<CastOp>,
}

/// The kinds of all operations of a context. Shared between threads.
pub(crate) struct FactTables<'c> {
    pub(crate) context: &'c Context,
    /// Indexed by operation name; computed on first use.
    known: Box<[OnceLock<OpFacts<'c>>]>,
    /// The names of fields that hold attributes of functions, calls and variables.
    attribute_fields: FxHashSet<Ident>,
    /// The declaration of each aside, by name.
    asides: FxHashMap<Ident, &'static Aside>,
    /// The names of other discardable attributes that are translated.
    translated: FxHashSet<Ident>,
}

impl<'c> FactTables<'c> {
    pub(crate) fn new(context: &'c Context) -> Self {
        Self {
            context,
            known: std::iter::repeat_with(OnceLock::new).take(context.op_name_count()).collect(),
            attribute_fields: attribute_fields().map(|field| context.ident(field)).collect(),
            asides: asides::ALL.iter().map(|aside| (context.ident(aside.name), aside)).collect(),
            translated: TRANSLATED.iter().map(|name| context.ident(name)).collect(),
        }
    }

    /// Whether the field `name` holds an attribute of a function, call or variable.
    pub(crate) fn says_attributes(&self, name: Ident) -> bool {
        self.attribute_fields.contains(&name)
    }

    /// Whether a discardable attribute of this name is translated where an operation of the name `op` carries it.
    pub(crate) fn is_translated_attribute(&self, name: Ident, op: &str) -> bool {
        self.asides.get(&name).is_some_and(|aside| aside.stands_on(op)) || self.translated.contains(&name)
    }

    /// The first malformed aside of an operation, and the form that it should have.
    fn malformed_aside(&self, op: OpRef<'_>) -> Option<(Ident, AsideType)> {
        let context = self.context;
        op.body.attributes(op.op).as_dictionary(context)?.iter().find_map(|entry| {
            let form = self.asides.get(&entry.name)?.form;
            (!form.holds(context, entry.value)).then_some((entry.name, form))
        })
    }

    /// The facts about an operation's name.
    #[inline(always)]
    pub(crate) fn of(&self, op: OpRef<'_>) -> OpFacts<'c> {
        match self.known.get(op.body.op_name(op.op).index()) {
            Some(known) => *known.get_or_init(|| self.find(op)),
            // A name registered after this cache was made.
            None => self.find(op),
        }
    }

    /// Whether an operation computes a constant.
    pub(crate) fn is_constant(&self, op: OpRef<'_>) -> bool {
        self.of(op).is_constant || op.attribute(asides::CONSTEXPR).is_some()
    }

    #[cold]
    fn find(&self, op: OpRef<'_>) -> OpFacts<'c> {
        let own_name = op.body.op_name(op.op);
        let data = self.context.op_name_data(own_name);
        let name = data.def.map_or_else(|| self.context.str(data.name), |def| def.name);
        let (dialect, rest) = name.split_once('.').unwrap_or((name, ""));
        let is_llvm = dialect == "llvm";
        let is_tern = dialect == tern_dialect_tern::DIALECT.namespace;
        let own = Some(rest.as_bytes()).filter(|_| is_llvm || is_tern);
        let (model, model_name) = match refused::model(name) {
            Some(model) => (self.context.op_name(model), model),
            None => (own_name, name),
        };
        OpFacts {
            dialect,
            name: rest,
            model,
            model_name,
            is_constant: matches!(
                model_name,
                ops::Constant::NAME
                    | ops::Zero::NAME
                    | ops::Undef::NAME
                    | ops::Poison::NAME
                    | ops::NoneToken::NAME
                    | ops::AddressOf::NAME
                    | ops::DSOLocalEquivalent::NAME
                    | ops::BlockAddress::NAME
                    | PtrAuth::NAME
            ),
            is_tag: name == ops::BlockTag::NAME,
            is_record: matches!(
                name,
                intrinsics::DbgValue::NAME | intrinsics::DbgDeclare::NAME | intrinsics::DbgLabel::NAME
            ),
            calls_intrinsic: name == ops::CallIntrinsic::NAME
                || op.def().is_some_and(|def| def.intrinsic.is_some()),
            is_llvm,
            is_tern,
            is_translated: self.is_translated(dialect),
            translation: self.context.dialect(dialect).and_then(|dialect| dialect.interface()),
            binary: own.and_then(BinaryOp::from_spelling),
            cast: own.and_then(CastOp::from_spelling),
        }
    }

    /// Whether operations of a dialect can be translated to LLVM IR at all.
    pub(crate) fn is_translated(&self, namespace: &str) -> bool {
        let of_dialect = |dialect: &Dialect| {
            let mut operations = dialect.operations.iter();
            dialect.interface::<TranslatesTo>().is_some()
                || operations.any(|def| def.intrinsic.is_some() || def.interface::<ToLlvm>().is_some())
        };
        matches!(namespace, "llvm" | "builtin")
            || namespace == tern_dialect_tern::DIALECT.namespace
            || self.context.dialect(namespace).is_some_and(of_dialect)
    }
}

impl<'c> Exporter<'c> {
    /// Checks that an operation has all required attributes, that its attributes belong to their declared classes, and that its
    /// asides are well-formed. Needed because export accepts unverified modules, and the verifier does not check asides.
    pub(crate) fn check_attributes(&self, op: OpRef<'_>) -> Result<()> {
        for (decl, value) in op.attributes_declared_by(self.kind(op).model) {
            match value {
                None if decl.presence == Presence::Required && !matches!(decl.class, AttrClass::Unit) => {
                    return self.error(op, format!("requires attribute '{}'", decl.name));
                }
                Some(value) if attribute_error(self.context, decl, value).is_some() => {
                    return self.error(op, format!("malformed attribute '{}'", decl.name));
                }
                Some(_) | None => {}
            }
        }
        match self.tables.facts.malformed_aside(op) {
            None => Ok(()),
            Some((name, form)) => {
                self.error(op, format!("expects attribute '{}' to be {form}", self.context.str(name)))
            }
        }
    }

    /// The facts about an operation's name.
    #[inline(always)]
    pub(crate) fn kind(&self, op: OpRef<'_>) -> OpFacts<'c> {
        self.tables.facts.of(op)
    }
}
