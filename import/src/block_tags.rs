//! Assigns the numbers of `llvm.blocktag` to blocks whose address is taken.

use tern_dialect_llvm::attributes::BLOCK_TAG;
use tern_llvm_ir::constants::ConstantKind;
use tern_mlir::Attribute;
use tern_mlir::declare::Param;

use crate::{Importer, Tables, ir};

impl Importer<'_, '_> {
    /// Numbers all blocks whose address is taken.
    pub(crate) fn number_addressed_blocks(&mut self) {
        let module = self.ir;
        let constants = module.constants.ids();
        let mut addressed: Vec<_> = constants
            .filter_map(|constant| match *module.constants.kind(constant) {
                ConstantKind::BlockAddress(global, block) => Some((global, block)),
                _ => None,
            })
            .collect();
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
    /// The number that LLVM's reader gives to a block, which MLIR's own importer uses as its tag. LLVM creates blocks when they
    /// are first mentioned; those whose address is taken before their function is read come first, sorted by name.
    fn block_number(&self, global: ir::Global, block: ir::Block) -> u32 {
        let number = block.as_u32();
        let Some(function) = self.ir.globals[global].as_function() else { return number };
        // The entry block cannot be a branch target, so its own label is the first mention of it.
        let early = function.layout.first().map_or(0, |entry| entry.as_u32());
        if number >= early {
            return number;
        }
        let key = |block: ir::Block| match function.blocks[block].name {
            Some(name) => (0, self.ir.strings.get(name)),
            None => {
                let place = function.layout.iter().position(|&other| other == block);
                (place.expect("a block is in the layout of its function"), &b""[..])
            }
        };
        let own = key(block);
        (0..early).filter(|&other| key(ir::Block::from_u32(other)) < own).count() as u32
    }

    /// The tag of a block, if its address is taken.
    pub(crate) fn block_tag(&self, global: ir::Global, block: ir::Block) -> Option<u32> {
        self.decided.block_tags.get(&(global, block)).copied()
    }

    /// `#llvm.blocktag<id = n>`
    pub(crate) fn block_tag_attribute(&self, tag: u32) -> Attribute {
        Attribute::declare(self.context, &BLOCK_TAG, [Param::Unsigned(u64::from(tag))])
    }
}
