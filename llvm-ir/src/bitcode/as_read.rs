//! What `llvm-dis` shows of a file beside its module: in particular, predecessors in the orders of uses of blocks that the file states.

use rustc_hash::FxHashMap;

use crate::addressed_blocks::{Mention, first_mentions};
use crate::function::{Block, Function};
use crate::globals::Global;
use crate::instruction::Inst;
use crate::module::Module;
use crate::versions::LlvmVersion;

/// Since this version, the address of a block does not use it.
const NO_USE_BY_ADDRESS: u8 = 23;

/// The version of LLVM, whose spelling is shown if it is newer than the usual one, and the orders of the uses of blocks by terminators,
/// where the file says that they differ from those of reading.
#[derive(Clone, Debug, Default)]
pub struct AsRead {
    version: LlvmVersion,
    orders: FxHashMap<(Global, Block), Vec<u32>>,
}

impl AsRead {
    /// `orders` has the orders of all uses of blocks, by terminators and as addresses.
    pub(super) fn new(
        module: &Module,
        version: LlvmVersion,
        mut orders: FxHashMap<(Global, Block), Vec<u32>>,
    ) -> Self {
        if !orders.is_empty() && version.is_before(NO_USE_BY_ADDRESS) {
            let mentions = first_mentions(module, |global, block| orders.contains_key(&(global, block)));
            for ((global, block), mention) in mentions {
                // The number of uses before the address.
                let edges = match (mention, module.globals[global].as_function()) {
                    (Mention::Before, _) => 0,
                    (Mention::At(inst), Some(function)) => edges_before(function, block, inst),
                    _ => continue,
                };
                // The latest use comes first.
                if let Some(order) = orders.get_mut(&(global, block))
                    && let Some(at) = order.len().checked_sub(edges + 1)
                {
                    order.remove(at);
                }
            }
        }
        Self { version, orders }
    }

    /// The version in whose spelling the module is shown.
    pub(crate) fn version(&self) -> LlvmVersion {
        self.version
    }

    /// Brings the uses of a block by terminators, the latest first, into order. An order of another number of uses means nothing.
    pub(crate) fn arrange(&self, function: Global, block: Block, uses: &mut [Block]) {
        let Some(order) = self.orders.get(&(function, block)).filter(|order| order.len() == uses.len())
        else {
            return;
        };
        let mut keyed: Vec<(u32, Block)> = order.iter().copied().zip(uses.iter().copied()).collect();
        keyed.sort_by_key(|&(key, _)| key);
        uses.iter_mut().zip(keyed).for_each(|(place, (_, block))| *place = block);
    }
}

/// The number of edges to a block from terminators before an instruction, in the order of the function.
fn edges_before(function: &Function, block: Block, end: Inst) -> usize {
    let before = function.instructions().map(|(_, inst)| inst).take_while(|&inst| inst != end);
    let edges =
        |inst: Inst| function.insts[inst].inst.successors().into_iter().filter(|&to| to == block).count();
    before.map(edges).sum()
}
