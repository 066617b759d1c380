//! The names of globals of the module that is linked into, and of the structs of all modules. What has a name that is taken gets a
//! number appended; LLVM counts these numbers, and so do we.

use rustc_hash::FxHashMap;
use tern_llvm_ir::entity::{StrId, Strings};
use tern_llvm_ir::{Global, Type};

/// The globals of a module by name.
#[derive(Default)]
pub(crate) struct Symbols {
    by_name: FxHashMap<StrId, Global>,
    last: u32,
    /// Names of code for NVPTX have no dot.
    pub(crate) without_dot: bool,
}

impl Symbols {
    pub(crate) fn get(&self, name: StrId) -> Option<Global> {
        self.by_name.get(&name).copied()
    }

    /// Gives a global this name, or the name with a number behind it if it is taken.
    pub(crate) fn claim(&mut self, strings: &Strings, name: StrId, global: Global) -> StrId {
        let name = if self.by_name.contains_key(&name) { self.next(strings, name) } else { name };
        self.by_name.insert(name, global);
        name
    }

    /// The next name with a number behind it that nothing has.
    pub(crate) fn next(&mut self, strings: &Strings, name: StrId) -> StrId {
        let base = strings.get(name).to_vec();
        loop {
            self.last += 1;
            let mut full = base.clone();
            if !self.without_dot {
                full.push(b'.');
            }
            full.extend_from_slice(self.last.to_string().as_bytes());
            match strings.find(&full) {
                Some(known) if self.by_name.contains_key(&known) => {}
                _ => return strings.intern(&full),
            }
        }
    }

    /// Gives a global exactly this name. Returns who had it.
    pub(crate) fn force(&mut self, name: StrId, global: Global) -> Option<Global> {
        self.by_name.insert(name, global)
    }

    pub(crate) fn release(&mut self, name: StrId) {
        self.by_name.remove(&name);
    }
}

/// The names of the structs of all modules: each has the name once, as in a context of LLVM.
#[derive(Default)]
pub(crate) struct StructNames {
    /// The struct of the module that is linked into, for names of these.
    owners: FxHashMap<Box<[u8]>, Option<Type>>,
    next: u32,
}

impl StructNames {
    /// Takes a name for a struct that is read; another if it is taken.
    pub(crate) fn claim(&mut self, name: &[u8]) -> Box<[u8]> {
        let mut full: Box<[u8]> = name.into();
        while self.owners.contains_key(&full) {
            full = [name, b".", self.next.to_string().as_bytes()].concat().into();
            self.next += 1;
        }
        self.owners.insert(full.clone(), None);
        full
    }

    /// Notes that a struct of the module that is linked into has a name that was claimed.
    pub(crate) fn set_owner(&mut self, name: &[u8], ty: Type) {
        self.owners.insert(name.into(), Some(ty));
    }

    pub(crate) fn owner(&self, name: &[u8]) -> Option<Type> {
        self.owners.get(name).copied().flatten()
    }

    pub(crate) fn release(&mut self, name: &[u8]) {
        self.owners.remove(name);
    }
}
