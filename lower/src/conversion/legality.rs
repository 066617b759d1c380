//! Which operations a conversion leaves as they are, and which it must not leave.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use tern_mlir::OpRef;

use super::type_converter::TypeConverter;

/// What a conversion does with an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legal {
    /// It stays.
    Yes,
    /// It stays, and so does all that is in it.
    Recursively,
    /// It is converted where a pattern fits and stays otherwise.
    Unknown,
    /// It must be converted; where that fails, the conversion fails.
    No,
}

/// A decision by looking at the operation.
pub type Decide = Box<dyn Fn(OpRef<'_>) -> Legal + Send + Sync>;

enum Rule {
    Always(Legal),
    Dynamic(Decide),
}

/// The legality of operations, by name and by dialect. What a name says goes before what its dialect says. Nothing said, an
/// operation is [unknown](Legal::Unknown). MLIR: `ConversionTarget`.
#[derive(Default)]
pub struct Legality {
    operations: FxHashMap<Cow<'static, str>, Rule>,
    dialects: FxHashMap<Cow<'static, str>, Rule>,
    others: Option<Rule>,
}

impl Legality {
    /// Nothing is said of any operation.
    pub fn new() -> Self {
        Self::default()
    }

    /// What conversions to the `llvm` dialect begin with: that is legal, and so are casts that no one resolved yet.
    pub fn llvm() -> Self {
        Self::new().dialect("llvm", Legal::Yes).op("builtin.unrealized_conversion_cast", Legal::Yes)
    }

    /// Says what is done with the operations of a dialect.
    #[must_use]
    pub fn dialect(mut self, namespace: impl Into<Cow<'static, str>>, legal: Legal) -> Self {
        self.dialects.insert(namespace.into(), Rule::Always(legal));
        self
    }

    /// Says what is done with an operation.
    #[must_use]
    pub fn op(mut self, name: impl Into<Cow<'static, str>>, legal: Legal) -> Self {
        self.operations.insert(name.into(), Rule::Always(legal));
        self
    }

    /// Lets `decide` say what is done with an operation.
    #[must_use]
    pub fn op_if(
        mut self,
        name: impl Into<Cow<'static, str>>,
        decide: impl Fn(OpRef<'_>) -> Legal + Send + Sync + 'static,
    ) -> Self {
        self.operations.insert(name.into(), Rule::Dynamic(Box::new(decide)));
        self
    }

    /// Says what is done with operations of which nothing else is said. MLIR: `markUnknownOpDynamicallyLegal`.
    #[must_use]
    pub fn others(mut self, legal: Legal) -> Self {
        self.others = Some(Rule::Always(legal));
        self
    }

    /// What is done with `op`.
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

/// Whether the types of all operands and results of `op` are what `converter` makes of them.
pub fn types_are_legal(converter: &TypeConverter<'_>, op: OpRef<'_>) -> bool {
    let results = op.body.results(op.op);
    op.operands().iter().copied().chain(results).all(|value| converter.is_legal(op.type_of(value)))
}
