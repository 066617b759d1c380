//! Assigns the numbers of `llvm.blocktag` to blocks whose address is taken.

use tern_dialect_llvm::attributes::BLOCK_TAG;
use tern_mlir::Attribute;
use tern_mlir::declare::Param;

use crate::{Importer, Tables, ir};

impl Importer<'_, '_> {
    /// Numbers all blocks whose address is taken.
    pub(crate) fn number_addressed_blocks(&mut self) {
        let addresses = self.ir.constants.block_addresses();
        let mut addressed: Vec<_> = addresses.map(|(_, global, block)| (global, block)).collect();
        // The order of constants depends on the threads that read the module.
        addressed.sort_unstable();
        addressed.dedup();
        let tag = |(number, (global, block))| match self.policy.mlir_names {
            true => ((global, block), self.block_number(global, block)),
            false => ((global, block), number as u32 + 1),
        };
        let tags = addressed.into_iter().enumerate().map(tag).collect();
        self.decisions().block_tags = tags;
    }
}

impl Tables<'_, '_> {
    /// The tag of a block, if its address is taken.
    pub(crate) fn block_tag(&self, global: ir::Global, block: ir::Block) -> Option<u32> {
        self.decided.block_tags.get(&(global, block)).copied()
    }

    /// `#llvm.blocktag<id = n>`
    pub(crate) fn block_tag_attribute(&self, tag: u32) -> Attribute {
        Attribute::declare(self.context, &BLOCK_TAG, [Param::Unsigned(u64::from(tag))])
    }
}
