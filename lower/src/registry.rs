//! The registry of passes by name.

use crate::pass::PassDef;
use crate::passes;

/// A table of passes by name.
#[derive(Clone, Debug)]
pub struct Registry {
    /// Sorted by name.
    passes: Vec<&'static PassDef>,
}

impl Default for Registry {
    /// Tern's own passes.
    fn default() -> Self {
        let mut registry = Self::empty();
        for pass in passes::ALL {
            registry.add(pass);
        }
        registry
    }
}

impl Registry {
    /// Creates a registry without passes.
    pub fn empty() -> Self {
        Self { passes: Vec::new() }
    }

    /// Adds a pass; replaces a pass of the same name.
    pub fn add(&mut self, pass: &'static PassDef) {
        match self.passes.binary_search_by_key(&pass.name, |other| other.name) {
            Ok(at) => self.passes[at] = pass,
            Err(at) => self.passes.insert(at, pass),
        }
    }

    /// Looks up a pass by name.
    pub fn pass(&self, name: &str) -> Option<&'static PassDef> {
        let at = self.passes.binary_search_by_key(&name, |pass| pass.name).ok()?;
        Some(self.passes[at])
    }

    /// All passes, sorted by name.
    pub fn passes(&self) -> &[&'static PassDef] {
        &self.passes
    }
}
