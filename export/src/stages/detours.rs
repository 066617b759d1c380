//! Blocks that MLIR inserts if a terminator names a block with arguments more than once.

use tern_llvm_ir::instruction::{Flags, Instruction, List};
use tern_mlir::{Block, OpRef};

use crate::functions::{BodyState, Edge};
use crate::{Exporter, Result, ir};

impl Exporter<'_> {
    /// Inserts the blocks that upstream creates if a terminator names a block with arguments more than once: at the end of the
    /// function, with PHI nodes of their own and a branch to the block. Upstream orders several such blocks by a hash table of
    /// addresses; here they are in the order of the successors.
    pub(crate) fn detours(&mut self, site: &mut BodyState<'_>, blocks: &[Block]) -> Result<()> {
        let (context, body) = (self.context, site.body);
        for &block in blocks {
            let Some(from) = site.blocks[block] else { continue };
            let Some(terminator) = body.block_last(block).map(|last| OpRef::new(context, body, last)) else {
                continue;
            };
            let mut named: Vec<(Block, usize)> = Vec::new();
            for &successor in terminator.successors() {
                match named.iter_mut().find(|(known, _)| *known == successor) {
                    Some((_, times)) => *times += 1,
                    None => named.push((successor, 1)),
                }
            }
            for (successor, times) in named {
                let Some(target) = site.blocks[successor] else { continue };
                if body.block_arguments(successor).is_empty() {
                    continue;
                }
                for _ in 1..times {
                    let (detour, values) = self.detour(site, terminator, successor, target)?;
                    let edge = Edge { key: (true, 0, 0), from: detour, values };
                    site.edges[target].push(edge);
                    site.detours.entry((from, successor)).or_default().1.push_back(detour);
                }
            }
        }
        Ok(())
    }

    /// Adds a block at the end that has the arguments of `successor` and branches to `target`. Returns it with the values of its
    /// arguments.
    fn detour(
        &mut self,
        site: &mut BodyState<'_>,
        terminator: OpRef<'_>,
        successor: Block,
        target: ir::Block,
    ) -> Result<(ir::Block, Vec<ir::Value>)> {
        let body = site.body;
        let detour = site.function.add_block(None);
        let mut values = Vec::new();
        for &argument in body.block_arguments(successor) {
            let Some(ty) = self.ty(body.value_type(argument)) else {
                return self.error(terminator, "block argument type without LLVM IR");
            };
            let local = site.function.add_local(ty, None);
            let mut attachments = Vec::new();
            self.location_attachment(body.value_location(argument), site.subprogram, &mut attachments);
            let attachments = site.function.push_attachments(&attachments);
            let phi = Instruction::Phi { flags: Flags::empty(), incoming: List::default() };
            site.function.append(detour, phi, Some(local), attachments);
            values.push(local.into());
        }
        let mut attachments = Vec::new();
        self.location_attachment(body.op_location(terminator.op), site.subprogram, &mut attachments);
        let attachments = site.function.push_attachments(&attachments);
        site.function.append(detour, Instruction::Br(target), None, attachments);
        Ok((detour, values))
    }

    /// Sets the incoming values of a detour's PHI nodes.
    pub(crate) fn enter_detour(
        &mut self,
        site: &mut BodyState<'_>,
        from: ir::Block,
        detour: ir::Block,
        values: &[ir::Value],
    ) {
        let insts = site.function.block_insts(detour).to_vec();
        for (inst, &value) in insts.into_iter().zip(values) {
            let edge = site.function.push_edges(&[(value, from)]);
            if let Instruction::Phi { incoming, .. } = &mut site.function.insts[inst].inst {
                *incoming = edge;
            }
        }
    }
}
