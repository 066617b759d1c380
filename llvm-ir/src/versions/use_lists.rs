//! Orders of uses as a version counts uses. An order that does not fit is an error to its reader.

use rustc_hash::FxHashSet;

use super::LlvmVersion;
use crate::constants::{Constant, ConstantKind};
use crate::globals::Global;
use crate::module::Module;
use crate::use_lists::{UseListOrder, UsedInFunction, UsesInFunction};

/// Since this version, the address of a block does not use its function.
const NO_USE_OF_FUNCTION: u8 = 21;

/// Since this version, it does not use the block either.
const NO_USE_OF_BLOCK: u8 = 23;

/// Leaves out the orders that do not fit after the module was brought to a version. Returns how many.
pub(super) fn retain(module: &mut Module, version: LlvmVersion) -> u64 {
    if !module.has_use_list_orders() {
        return 0;
    }
    let mut removed = module.retain_use_list_orders();
    // Typed pointers need casts, which are uses.
    let keeps_any = version.has_opaque_pointers();
    let addressed = functions_with_addressed_blocks(module);
    let mut orders = std::mem::take(&mut module.use_list_orders);
    removed += orders.len();
    orders.retain(|UseListOrder { of, .. }| {
        let is_addressed = |constant: Constant| match module.constants.kind(constant) {
            ConstantKind::Global(global) => addressed.contains(global),
            _ => false,
        };
        keeps_any && !(version.is_before(NO_USE_OF_FUNCTION) && is_addressed(*of))
    });
    removed -= orders.len();
    module.use_list_orders = orders;
    for global in module.functions.clone() {
        let Some(function) = module.globals[global].as_function_mut() else { continue };
        if function.use_list_orders.is_empty() {
            continue;
        }
        let uses = UsesInFunction::of(function);
        removed += function.use_list_orders.len();
        function.use_list_orders.retain(|UseListOrder { of, indexes }| match *of {
            UsedInFunction::Block(block) if !version.is_before(NO_USE_OF_BLOCK) => {
                indexes.len() == uses.block(block) as usize
            }
            _ => keeps_any,
        });
        removed -= function.use_list_orders.len();
    }
    removed as u64
}

/// The functions with a block whose address is taken.
fn functions_with_addressed_blocks(module: &Module) -> FxHashSet<Global> {
    module.constants.block_addresses().map(|(_, function, _)| function).collect()
}
