//! Checks the numbers of operands, results, regions and successors, and the structure of blocks.

use std::ops::Range;

use smallvec::SmallVec;

use super::Verifier;
use crate::asm::op_to_string;
use crate::body::{Block, Body, OpRef, Value};
use crate::declare::{Arity, RegionSize, Trait, ValueDecl};
use crate::diagnostic::Diagnostic;

/// The operands that `op` passes to its successor `index`, if it is a known branch operation.
pub fn successor_operands<'a>(op: OpRef<'a>, index: usize) -> Option<&'a [Value]> {
    successor_operand_range(op, index).map(|range| op.operands().get(range).unwrap_or_default())
}

/// The index range of the operands that `op` passes to its successor `index`, if it is a known branch operation.
pub fn successor_operand_range(op: OpRef<'_>, index: usize) -> Option<Range<usize>> {
    if let Some(sizes) = op.def()?.branch_segments() {
        return trailing_operands(op, index, sizes);
    }
    let (groups, group, arity) = branch_group(op, index)?;
    let range = op.operand_range(group);
    let Arity::VariadicOfVariadic(sizes) = arity else { return Some(range) };
    // The last group has a segment for each successor from its own index on.
    let (last, segments) = (groups - 1, op.operand_segments(group, sizes));
    let before: usize = segments.iter().take(index - last).map(|segment| segment.len()).sum();
    let length = segments.get(index - last).map_or(0, |segment| segment.len());
    Some(range.start + before..range.start + before + length)
}

/// The index range of the operands for the successor `index`, if the last operands are those of the successors and the attribute
/// `sizes` is valid.
fn trailing_operands(op: OpRef<'_>, index: usize, sizes: &'static str) -> Option<Range<usize>> {
    let count = op.operands().len();
    let Some(sizes) = op.declared(sizes) else { return Some(count..count) };
    let sizes = sizes.as_dense_i32(op.context)?.into_iter().map(|size| usize::try_from(size).ok());
    let sizes: SmallVec<[usize; 4]> = sizes.collect::<Option<_>>()?;
    let start =
        count.checked_sub(sizes.iter().sum())? + sizes[..index.min(sizes.len())].iter().sum::<usize>();
    Some(start..start + sizes.get(index)?)
}

/// The number of operand groups that a branch passes to successors, and the group of successor `index` with its arity.
fn branch_group(op: OpRef<'_>, index: usize) -> Option<(usize, &'static str, Arity)> {
    let def = op.def()?;
    let groups = def.branch_groups()?;
    // Only the last successor can be variadic.
    let group = *groups.get(index.min(groups.len().saturating_sub(1)))?;
    let arity = def.operands.iter().find(|decl| decl.name == group)?.arity;
    Some((groups.len(), group, arity))
}

impl<'a> Verifier<'a> {
    pub(super) fn structure(&mut self, op: OpRef<'a>) {
        self.successors(op);
        let Some(def) = op.def() else { return };
        self.values(op, def.operands, op.operands().len(), "operand", "operandSegmentSizes");
        self.values(op, def.results, op.body.results(op.op).len(), "result", "resultSegmentSizes");
        let (body, regions) = op.body.regions(op.op);
        let variadic = def.regions.iter().any(|region| region.variadic);
        if !variadic && regions.len() != def.regions.len() {
            match def.regions.len() {
                0 => self.error(op, "requires zero regions"),
                1 => self.error(op, "requires one region"),
                count => self.error(op, format!("requires {count} regions")),
            }
            return;
        }
        // If the last declared region is variadic, it stands for all further regions.
        let decls = def.regions.iter().chain(def.regions.last().into_iter().cycle().filter(|_| variadic));
        for (index, (&region, decl)) in regions.iter().zip(decls).enumerate() {
            let count = body.region_blocks(region).len();
            let (fits, wanted) = match decl.size {
                RegionSize::Any => (true, String::new()),
                RegionSize::Sized(size) => (count == size as usize, format!("region with {size} blocks")),
                RegionSize::Max(size) => {
                    (count <= size as usize, format!("region with at most {size} blocks"))
                }
                RegionSize::Min(size) => {
                    (count >= size as usize, format!("region with at least {size} blocks"))
                }
            };
            if !fits {
                let name = decl.name;
                self.error(op, format!("region #{index} ('{name}') failed to verify constraint: {wanted}"));
            }
        }
        let count = op.successors().len();
        let fixed = def.successors.iter().filter(|successor| !successor.variadic).count();
        let flexible = fixed < def.successors.len();
        if count < fixed || (count > fixed && !flexible) {
            let plural = if fixed == 1 { "" } else { "s" };
            let least = if flexible { "at least " } else { "" };
            self.error(op, format!("requires {least}{fixed} successor{plural} but found {count}"));
        }
    }

    /// Checks the number of operands or results.
    fn values(
        &mut self,
        op: OpRef<'a>,
        decls: &[ValueDecl],
        count: usize,
        what: &str,
        sizes_name: &'static str,
    ) {
        let fixed = decls.iter().filter(|decl| decl.arity == Arity::One).count();
        let common = &op.context.common;
        let [operands_segmented, results_segmented] = op.facts().segmented;
        let (sizes_of, segmented) = match what {
            "operand" => (common.operand_segment_sizes, operands_segmented),
            _ => (common.result_segment_sizes, results_segmented),
        };
        if let Some(sizes) = op.property_named(sizes_of) {
            let Some(sizes) = sizes.i32s(op.context) else {
                return self.error(op, format!("requires dense i32 array attribute '{sizes_name}'"));
            };
            let sizes: SmallVec<[i32; 8]> = sizes.collect();
            if sizes.len() != decls.len() {
                let (wanted, found) = (decls.len(), sizes.len());
                return self.error(op, format!("'{sizes_name}' attribute for specifying {what} segments must have {wanted} elements, but got {found}"));
            }
            return self.sizes(op, sizes.into_iter(), what, count, sizes_name);
        }
        if segmented {
            // Missing segment sizes mean that all groups are empty.
            return self.sizes(op, std::iter::empty(), what, count, sizes_name);
        }
        if fixed == decls.len() && count != fixed {
            return match fixed {
                0 => self.error(op, format!("requires zero {what}s")),
                1 if what == "operand" => self.error(op, "requires a single operand"),
                1 => self.error(op, "requires one result"),
                _ => self.error(op, format!("expected {fixed} {what}s, but found {count}")),
            };
        }
        let unbounded =
            decls.iter().any(|decl| matches!(decl.arity, Arity::Variadic | Arity::VariadicOfVariadic(_)));
        if count < fixed {
            self.error(op, format!("expected {fixed} or more {what}s, but found {count}"));
        } else if !unbounded && count > decls.len() {
            let optional = decls.iter().position(|decl| decl.arity != Arity::One).unwrap_or_default();
            let found = count - fixed;
            self.error(
                op,
                format!("{what} group starting at #{optional} requires 0 or 1 element, but found {found}"),
            );
        }
    }

    /// Checks the segment sizes in the attribute `sizes_name` for `count` operands or results.
    pub(super) fn sizes(
        &mut self,
        op: OpRef<'a>,
        sizes: impl Iterator<Item = i32>,
        what: &str,
        count: usize,
        sizes_name: &str,
    ) {
        let mut total = 0;
        for size in sizes {
            if size < 0 {
                return self.error(op, format!("'{sizes_name}' attribute cannot have negative elements"));
            }
            total += i64::from(size);
        }
        if total != count as i64 {
            self.error(op, format!("{what} count ({count}) does not match with the total size ({total}) specified in attribute '{sizes_name}'"));
        }
    }

    fn successors(&mut self, op: OpRef<'a>) {
        let successors = op.successors();
        if successors.is_empty() {
            return;
        }
        if op.body.next_op(op.op).is_some() {
            self.error_plain(op, "operation with block successors must terminate its parent block");
        }
        self.pieces(op, successors.len());
        let region = op.body.op_block(op.op).and_then(|block| op.body.block_region(block));
        for (index, &block) in successors.iter().enumerate() {
            if op.body.block_region(block) != region {
                self.error(op, "reference to block defined in another region");
                continue;
            }
            let Some(operands) = successor_operands(op, index) else { continue };
            let arguments = op.body.block_arguments(block);
            if operands.len() != arguments.len() {
                let (given, wanted) = (operands.len(), arguments.len());
                self.error_plain(
                    op,
                    format!(
                        "branch has {given} operands for successor #{index}, but target block has {wanted}"
                    ),
                );
                continue;
            }
            let mismatch = operands.iter().zip(arguments).position(|(&a, &b)| op.type_of(a) != op.type_of(b));
            if let Some(argument) = mismatch {
                self.error_plain(
                    op,
                    format!("type mismatch for bb argument #{argument} of successor #{index}"),
                );
            }
        }
    }

    /// Checks that there is a segment of operands for each successor.
    fn pieces(&mut self, op: OpRef<'a>, successors: usize) {
        let Some((groups, _, Arity::VariadicOfVariadic(sizes))) = branch_group(op, successors - 1) else {
            return;
        };
        let (wanted, property) = (successors + 1 - groups, op.property(sizes));
        match property.and_then(|sizes| sizes.i32s(op.context)).map(Iterator::count) {
            Some(found) if found < wanted => {
                self.error(op, format!("'{sizes}' attribute must have {wanted} elements, one for each successor, but got {found}"));
            }
            _ => {}
        }
    }

    pub(super) fn block(&mut self, body: &'a Body, block: Block) {
        let Some(parent) = self.parent() else { return };
        let Some(def) = parent.def() else { return };
        if def.has(|t| matches!(t, Trait::NoRegionArguments)) && !body.block_arguments(block).is_empty() {
            self.error(parent, "region should have no arguments");
        }
        if def.has(|t| matches!(t, Trait::NoTerminator)) {
            return;
        }
        let context = self.context;
        let implicit = def.traits.iter().find_map(|t| match t {
            Trait::SingleBlockImplicitTerminator(name) => Some(*name),
            _ => None,
        });
        match body.block_last(block).map(|last| OpRef::new(context, body, last)) {
            None if implicit.is_none() => {
                let location = parent.body.op_location(parent.op);
                let message = "empty block: expect at least a terminator";
                self.diagnostics.push(Diagnostic::error(location, message));
            }
            Some(last) if last.def().is_some_and(|def| !def.is_terminator()) => {
                self.error_plain(last, format!("block with no terminator, has {}", op_to_string(last)));
            }
            _ => {}
        }
    }

    /// Checks that nothing branches to the entry block of a region.
    pub(super) fn entry_block(&mut self, body: &'a Body, region: crate::body::Region) {
        let Some(parent) = self.parent() else { return };
        let blocks = body.region_blocks(region);
        let Some(entry) = blocks.first() else { return };
        let mut lasts = blocks.iter().filter_map(|&block| body.block_last(block));
        if lasts.any(|last| body.successors(last).contains(entry)) {
            self.error_plain(parent, "entry block of region may not have predecessors");
        }
    }
}
