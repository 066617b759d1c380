//! The functions whose addresses are taken.

use rustc_hash::FxHashSet;
use tern_llvm_ir::{Constant, ConstantKind, Global, GlobalKind, Module};

use crate::uses::{ConstantUses, User};

/// The functions among these whose address goes anywhere but into the callee of calls, and into lists of what must be kept.
pub(super) fn address_taken(module: &Module, uses: &ConstantUses, functions: &[Global]) -> FxHashSet<Global> {
    let mut search = Search {
        module,
        uses,
        pending: Vec::new(),
        seen: FxHashSet::default(),
        aliases: FxHashSet::default(),
    };
    functions.iter().copied().filter(|&function| search.finds_use(function)).collect()
}

/// Follows the address of a function through constants and aliases.
struct Search<'m> {
    module: &'m Module,
    uses: &'m ConstantUses,
    /// The constants whose users are to be looked at.
    pending: Vec<Constant>,
    /// The constants that have been pending, apart from those that name the function.
    seen: FxHashSet<Constant>,
    /// The aliases of the function that were found.
    aliases: FxHashSet<Global>,
}

impl Search<'_> {
    /// Whether there is a use of the address of a function that is no callee.
    fn finds_use(&mut self, function: Global) -> bool {
        self.pending.clear();
        self.seen.clear();
        self.aliases.clear();
        self.add_names(function);
        while let Some(constant) = self.pending.pop() {
            let uses = self.uses;
            if uses.escapes(constant) || uses.of_constant(constant).iter().any(|&user| self.is_use(user)) {
                return true;
            }
        }
        false
    }

    /// Adds the constants that are the address of a global. Who jumps to a block of a function does not call it.
    fn add_names(&mut self, global: Global) {
        let is_address =
            |it: &Constant| !matches!(self.module.constants.kind(*it), ConstantKind::BlockAddress(..));
        self.pending.extend(self.uses.naming(global).filter(is_address));
    }

    /// Whether a user of a constant that does not [escape](ConstantUses::escapes) may do anything with it but call it. Otherwise the user
    /// may have to be followed itself.
    fn is_use(&mut self, user: User) -> bool {
        match user {
            // They call it.
            User::Inst(..) => false,
            User::Constant(outer) => {
                if self.seen.insert(outer) {
                    self.pending.push(outer);
                }
                false
            }
            User::Global(by) => match &self.module.globals[by].kind {
                // An alias is another name.
                GlobalKind::Alias(_) => {
                    if self.aliases.insert(by) {
                        self.add_names(by);
                    }
                    false
                }
                // A function has it as its personality, prefix or prologue.
                GlobalKind::Function(_) => false,
                GlobalKind::Variable(_) | GlobalKind::IFunc(_) => {
                    !matches!(self.module.name(by), Some(b"llvm.used" | b"llvm.compiler.used"))
                }
            },
            User::Record(..) => false,
        }
    }
}
