//! Weights of branches in `!prof`. Source: LangRef, "LLVM Branch Weight Metadata".

use tern_llvm_ir::metadata::views::MetadataRef;
use tern_llvm_ir::{Function, Inst, Instruction, Module};

use super::Probability;
use crate::integers::Integer;

/// The number that metadata is, at most 64 bits of it.
pub(crate) fn number(module: &Module, metadata: Option<MetadataRef<'_>>) -> Option<u64> {
    Some(Integer::of(module, metadata?.constant()?)?.unsigned() as u64)
}

/// The weights of the edges of a terminator, if it has one for each.
pub(super) fn of_terminator(module: &Module, function: &Function, terminator: Inst) -> Option<Vec<u32>> {
    let instruction = &function.insts[terminator].inst;
    let is_weighed = matches!(
        instruction,
        Instruction::CondBr { .. }
            | Instruction::Switch(_)
            | Instruction::IndirectBr { .. }
            | Instruction::Invoke(_)
            | Instruction::CallBr(_)
    );
    if !is_weighed {
        return None;
    }
    let profile = module.attached(function.inst_attachments(terminator), "prof")?;
    let mut elements = profile.elements().peekable();
    if elements.next()??.string()? != b"branch_weights" {
        return None;
    }
    // Weights that do not come from a run say so: "expected".
    let _ = elements.next_if(|element| element.is_some_and(|it| it.string().is_some()));
    let weights: Vec<u32> =
        elements.map(|weight| number(module, weight).map(|it| it as u32)).collect::<Option<_>>()?;
    (weights.len() == instruction.successors().len()).then_some(weights)
}

/// Divides weights by a number that makes their sum fit into 32 bits. Those that become zero become `least`. Returns the sum.
pub(super) fn scale(weights: &mut [u32], least: u32) -> u32 {
    let sum: u64 = weights.iter().copied().map(u64::from).sum();
    if let Ok(sum) = u32::try_from(sum) {
        return sum;
    }
    let factor = sum / u64::from(u32::MAX) + 1;
    let scaled = |weight: &mut u32| {
        *weight = ((u64::from(*weight) / factor) as u32).max(least);
        *weight
    };
    weights.iter_mut().map(scaled).sum()
}

/// The probabilities by weights. Edges to what is not expected to run are not believed to be taken, whatever the profile says.
pub(super) fn probabilities(mut weights: Vec<u32>, is_reached: &[bool]) -> Vec<Probability> {
    let mut sum = scale(&mut weights, 0);
    let is_any_reached = is_reached.contains(&true);
    if sum == 0 || !is_any_reached {
        weights.fill(1);
        sum = weights.len() as u32;
    }
    let mut found: Vec<Probability> = weights.iter().map(|&weight| Probability::new(weight, sum)).collect();
    if !is_any_reached || !is_reached.contains(&false) {
        return found;
    }
    let total = |found: &[Probability], reached: bool| {
        let of = found.iter().zip(is_reached).filter(|&(_, &is)| is == reached);
        of.fold(Probability::ZERO, |sum, (&probability, _)| sum.plus(probability))
    };
    for (probability, _) in found.iter_mut().zip(is_reached).filter(|&(_, &is)| !is) {
        *probability = (*probability).min(Probability::LEAST);
    }
    // The others keep their proportions.
    let (new, old) = (total(&found, false).complement(), total(&found, true));
    if new == old {
        return found;
    }
    let reached = is_reached.iter().filter(|&&is| is).count() as u32;
    for (probability, _) in found.iter_mut().zip(is_reached).filter(|&(_, &is)| is) {
        let product = u64::from(new.0) * u64::from(probability.0) + u64::from(old.0 / 2);
        *probability = Probability(match old {
            Probability::ZERO => new.0 / reached,
            _ => (product / u64::from(old.0)) as u32,
        });
    }
    found
}
