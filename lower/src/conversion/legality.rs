//! Legality: which operations a conversion must convert, and which it leaves alone. MLIR: `ConversionTarget`.

use std::borrow::Cow;
use tern_mlir::builtin;

use rustc_hash::FxHashMap;
use tern_mlir::OpRef;

use super::type_converter::TypeConverter;

/// The legality of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legal {
    /// Legal: the operation stays.
    Yes,
    /// Legal, together with everything nested in it.
    Recursively,
    /// Converted if a pattern matches; stays otherwise.
    Unknown,
    /// Illegal: must be converted, or the conversion fails.
    No,
}

/// A callback that decides the legality of an operation dynamically.
pub type Decide = Box<dyn Fn(OpRef<'_>) -> Legal + Send + Sync>;

enum Rule {
    Always(Legal),
    Dynamic(Decide),
}

/// Legality by operation name and by dialect. An entry for a name takes precedence over one for its dialect. An operation
/// without an entry is [unknown](Legal::Unknown). MLIR: `ConversionTarget`.
#[derive(Default)]
pub struct Legality {
    operations: FxHashMap<Cow<'static, str>, Rule>,
    dialects: FxHashMap<Cow<'static, str>, Rule>,
    others: Option<Rule>,
}

impl Legality {
    /// Creates an empty table: every operation is unknown.
    pub fn new() -> Self {
        Self::default()
    }

    /// The starting point for conversions to the `llvm` dialect: `llvm` is legal, and so are unresolved casts.
    pub fn llvm() -> Self {
        Self::new().dialect("llvm", Legal::Yes).op(builtin::UnrealizedConversionCast::NAME, Legal::Yes)
    }

    /// Sets the legality of all operations of a dialect.
    #[must_use]
    pub fn dialect(mut self, namespace: impl Into<Cow<'static, str>>, legal: Legal) -> Self {
        self.dialects.insert(namespace.into(), Rule::Always(legal));
        self
    }

    /// Sets the legality of operations of one name.
    #[must_use]
    pub fn op(mut self, name: impl Into<Cow<'static, str>>, legal: Legal) -> Self {
        self.operations.insert(name.into(), Rule::Always(legal));
        self
    }

    /// Sets a callback that decides the legality of operations of one name.
    #[must_use]
    pub fn op_if(
        mut self,
        name: impl Into<Cow<'static, str>>,
        decide: impl Fn(OpRef<'_>) -> Legal + Send + Sync + 'static,
    ) -> Self {
        self.operations.insert(name.into(), Rule::Dynamic(Box::new(decide)));
        self
    }

    /// Sets the callback for operations without an entry. MLIR: `markUnknownOpDynamicallyLegal`.
    #[must_use]
    pub fn others(mut self, legal: Legal) -> Self {
        self.others = Some(Rule::Always(legal));
        self
    }

    /// The legality of `op`.
    pub fn of(&self, op: OpRef<'_>) -> Legal {
        let name = op.name();
        let dialect = name.split_once('.').map_or("", |(dialect, _)| dialect);
        let rule = self.operations.get(name).or_else(|| self.dialects.get(dialect)).or(self.others.as_ref());
        match rule {
            None => Legal::Unknown,
            Some(Rule::Always(legal)) => *legal,
            Some(Rule::Dynamic(decide)) => decide(op),
        }
    }
}

/// Whether all operand and result types of `op` are legal for `converter`.
pub fn types_are_legal(converter: &TypeConverter<'_>, op: OpRef<'_>) -> bool {
    let results = op.body.results(op.op);
    op.operands().iter().copied().chain(results).all(|value| converter.is_legal(op.type_of(value)))
}
