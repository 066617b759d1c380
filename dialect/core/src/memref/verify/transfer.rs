//! Verifiers of DMA operations.

use tern_mlir::Value;
use tern_mlir::asm::PrintedOp;
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::declare::View;
use tern_mlir::verify::Verifier;

use super::memref_of;
use crate::memref::{DmaStart, DmaWait};

/// The operands of `memref.dma_start`, which form a single group.
pub(crate) struct Parts<'a> {
    /// The source memref and its indices.
    pub(crate) source: (Value, &'a [Value]),
    /// The target memref and its indices.
    pub(crate) target: (Value, &'a [Value]),
    /// The number of elements.
    pub(crate) count: Value,
    /// The tag memref and its indices.
    pub(crate) tag: (Value, &'a [Value]),
    /// The stride, and the number of elements per stride; empty if not strided.
    pub(crate) strides: &'a [Value],
}

impl<'a> Parts<'a> {
    /// Splits the operands; `None` if some are missing or not memrefs.
    pub(crate) fn of(op: PrintedOp<'a>) -> Option<Self> {
        Self::split(op).ok()
    }

    fn split(op: PrintedOp<'a>) -> Result<Self, String> {
        let operands = op.operands();
        let mut needed = 4;
        let mut rest = operands;
        let mut is_enough = |more: usize| {
            needed += more;
            if operands.len() < needed { Err(format!("expected at least {needed} operands")) } else { Ok(()) }
        };
        is_enough(0)?;
        let one = |rest: &mut &'a [Value]| -> Value {
            let (&first, others) = rest.split_first().unwrap_or((&operands[0], &[]));
            *rest = others;
            first
        };
        let mut access = |rest: &mut &'a [Value], what: &str| -> Result<(Value, &'a [Value]), String> {
            let memref = one(rest);
            let Some(ty) = MemRefType::of(op.context(), op.type_of(memref)) else {
                return Err(format!("expected {what} to be of memref type"));
            };
            is_enough(ty.rank())?;
            let (indices, others) = rest.split_at(ty.rank().min(rest.len()));
            *rest = others;
            if indices.iter().any(|&index| op.type_of(index) != op.context().common.index) {
                return Err(format!("expected {what} indices to be of index type"));
            }
            Ok((memref, indices))
        };
        let source = access(&mut rest, "source")?;
        let target = access(&mut rest, "destination")?;
        let (&count, others) = rest.split_first().ok_or("incorrect number of operands")?;
        if op.type_of(count) != op.context().common.index {
            return Err("expected num elements to be of index type".to_owned());
        }
        rest = others;
        let tag = access(&mut rest, "tag")?;
        match rest {
            [] => {}
            [stride, each] => {
                if [stride, each].iter().any(|&&value| op.type_of(value) != op.context().common.index) {
                    let message = "expected stride and num elements per stride to be of type index";
                    return Err(message.to_owned());
                }
            }
            _ => return Err("incorrect number of operands".to_owned()),
        }
        Ok(Self { source, target, count, tag, strides: rest })
    }
}

/// Checks the operands.
pub(crate) fn dma_start(verifier: &mut Verifier<'_>, op: DmaStart<View<'_>>) {
    if let Err(message) = Parts::split(PrintedOp::from(*op.0)) {
        verifier.error(*op.0, message);
    }
}

/// Checks the number of indices of the tag.
pub(crate) fn dma_wait(verifier: &mut Verifier<'_>, wait: DmaWait<View<'_>>) {
    let op = *wait.0;
    let Some(rank) = memref_of(op, wait.tagMemRef()).map(|ty| ty.rank()) else { return };
    let found = wait.tagIndices().len();
    if rank != found {
        let message = format!(
            "expected tagIndices to have the same number of elements as the tagMemRef rank, expected {rank}, but got {found}"
        );
        verifier.error(op, message);
    }
}
