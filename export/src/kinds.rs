//! What follows from the name of an operation, found once for each name.

use tern_dialect::OpRef;
use tern_ir::instruction::{BinaryOp, CastOp};

use crate::Exporter;
use crate::extension::TranslatesTo;

/// What is asked of each operation.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// Whether it computes a constant whatever it says.
    pub(crate) is_constant: bool,
    /// Whether it is `llvm.blocktag`.
    pub(crate) is_tag: bool,
    /// Whether it is a debug record whatever it says.
    pub(crate) is_record: bool,
    /// Whether it is of the dialect `llvm`.
    pub(crate) is_llvm: bool,
    /// Whether operations of its dialect become LLVM IR at all.
    pub(crate) is_translated: bool,
    /// The translation of its dialect, if that brings its own.
    pub(crate) translation: Option<&'static TranslatesTo>,
    /// The instruction that it is, if it is one of two operands.
    pub(crate) binary: Option<BinaryOp>,
    /// The instruction that it is, if it is a conversion.
    pub(crate) cast: Option<CastOp>,
}

impl Exporter<'_> {
    /// What follows from the name of an operation.
    pub(crate) fn kind(&self, op: OpRef<'_>) -> Kind {
        let name = op.body.op_name(op.op).index();
        if let Some(&Some(kind)) = self.kinds.borrow().get(name) {
            return kind;
        }
        let kind = self.kind_of(op.name());
        let mut kinds = self.kinds.borrow_mut();
        if kinds.len() <= name {
            kinds.resize(name + 1, None);
        }
        kinds[name] = Some(kind);
        kind
    }

    fn kind_of(&self, name: &str) -> Kind {
        let (dialect, rest) = name.split_once('.').unwrap_or((name, ""));
        let is_llvm = dialect == "llvm";
        let own = Some(rest.as_bytes()).filter(|_| matches!(dialect, "llvm" | "tern"));
        Kind {
            is_constant: matches!(
                name,
                "llvm.mlir.constant"
                    | "llvm.mlir.zero"
                    | "llvm.mlir.undef"
                    | "llvm.mlir.poison"
                    | "llvm.mlir.none"
                    | "llvm.mlir.addressof"
                    | "llvm.dso_local_equivalent"
                    | "llvm.blockaddress"
                    | "tern.ptrauth"
            ),
            is_tag: name == "llvm.blocktag",
            is_record: name.starts_with("llvm.intr.dbg."),
            is_llvm,
            is_translated: self.is_translated(dialect),
            translation: self.context.dialect(dialect).and_then(|dialect| dialect.interface()),
            binary: own.and_then(BinaryOp::from_spelling),
            cast: own.and_then(CastOp::from_spelling),
        }
    }
}
