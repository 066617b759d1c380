//! Named metadata and module flags. Source: LangRef, Module Flags Metadata; LLVM, `IRMover.cpp`.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_llvm_ir::metadata::{MdNodeData, MdNodeKind};
use tern_llvm_ir::writer::Excerpts;
use tern_llvm_ir::{Constant, ConstantKind, MdNode, Metadata, Module, StrId};

use crate::mover::Mover;
use crate::{LinkError, Linker};

const FLAGS: &[u8] = b"llvm.module.flags";

/// How a flag is merged with one of the same name. Source: LLVM, `Module::ModFlagBehavior`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Behavior {
    Error = 1,
    Warning,
    Require,
    Override,
    Append,
    AppendUnique,
    Max,
    Min,
}

impl Behavior {
    const ALL: [Self; 8] = [
        Self::Error,
        Self::Warning,
        Self::Require,
        Self::Override,
        Self::Append,
        Self::AppendUnique,
        Self::Max,
        Self::Min,
    ];
}

/// A flag, by its parts.
#[derive(Clone, Copy)]
struct Flag {
    node: MdNode,
    behavior: Behavior,
    /// The first part of the node.
    number: Metadata,
    name: StrId,
    value: Metadata,
}

fn integer(module: &Module, metadata: Metadata) -> Option<(Constant, u64)> {
    let Metadata::Constant(constant) = metadata else { return None };
    match module.constants.kind(constant) {
        ConstantKind::Integer(value) => Some((constant, *value)),
        _ => None,
    }
}

fn elements(module: &Module, metadata: Metadata) -> Vec<Metadata> {
    match metadata {
        Metadata::Node(node) => module.metadata.nodes[node].kind.operands().copied().collect(),
        _ => Vec::new(),
    }
}

fn flag(module: &Module, node: MdNode) -> Option<Flag> {
    let MdNodeKind::Tuple(parts) = &module.metadata.nodes[node].kind else { return None };
    let &[number, Metadata::String(name), value] = &parts[..] else { return None };
    let (_, behavior) = integer(module, number)?;
    let behavior = Behavior::ALL.into_iter().find(|it| *it as u64 == behavior)?;
    Some(Flag { node, behavior, number, name, value })
}

impl Mover<'_> {
    /// Appends the named metadata of the source, but for the module flags, to those of the target.
    pub(crate) fn link_named_metadata(&mut self) {
        for (name, nodes) in self.source.metadata.named.clone() {
            if self.source.strings.get(name) == FLAGS {
                continue;
            }
            let name = self.map_string(name);
            let place = self.linker.named_metadata(name);
            for node in nodes {
                let node = self.map_node(node);
                if self.linker.named.entry(name).or_default().insert(node) {
                    self.linker.module.metadata.named[place].1.push(node);
                }
            }
        }
    }

    /// Merges the module flags.
    pub(crate) fn link_flags(&mut self) -> Result<(), LinkError> {
        let named = self.source.metadata.named.iter();
        let mut of_source = named.filter(|(name, _)| self.source.strings.get(*name) == FLAGS);
        let Some((name, nodes)) = of_source.next().cloned() else { return Ok(()) };
        let name = self.map_string(name);
        let nodes: Vec<MdNode> = nodes.into_iter().map(|node| self.map_node(node)).collect();
        let place = self.linker.named_metadata(name);
        if self.linker.module.metadata.named[place].1.is_empty() {
            self.linker.module.metadata.named[place].1 = nodes;
            return Ok(());
        }
        let mut merge = Merge::new(self.linker, &self.identifier, place)?;
        for node in nodes {
            merge.add(node)?;
        }
        merge.lower_minima();
        merge.check_requirements()
    }
}

impl Linker {
    /// The place of the list with this name, which is added if there is none.
    fn named_metadata(&mut self, name: StrId) -> usize {
        let named = &mut self.module.metadata.named;
        named.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            named.push((name, Vec::new()));
            named.len() - 1
        })
    }
}

/// The merging of the flags of one module into those that there are.
struct Merge<'l> {
    linker: &'l mut Linker,
    source: &'l str,
    place: usize,
    /// Flags with their place in the list.
    flags: FxHashMap<StrId, (Flag, usize)>,
    requirements: Vec<Metadata>,
    minima: Vec<usize>,
    seen: FxHashSet<StrId>,
}

impl<'l> Merge<'l> {
    fn new(linker: &'l mut Linker, source: &'l str, place: usize) -> Result<Self, LinkError> {
        let mut merge = Self {
            linker,
            source,
            place,
            flags: FxHashMap::default(),
            requirements: Vec::new(),
            minima: Vec::new(),
            seen: FxHashSet::default(),
        };
        for (index, node) in merge.linker.module.metadata.named[place].1.clone().into_iter().enumerate() {
            let flag = merge.read(node)?;
            match flag.behavior {
                Behavior::Require => merge.require(flag.value),
                behavior => {
                    if behavior == Behavior::Min {
                        merge.minima.push(index);
                    }
                    merge.flags.insert(flag.name, (flag, index));
                    true
                }
            };
        }
        Ok(merge)
    }

    fn read(&self, node: MdNode) -> Result<Flag, LinkError> {
        let invalid = || LinkError(format!("linking module flags of '{}': a flag is not valid", self.source));
        flag(&self.linker.module, node).ok_or_else(invalid)
    }

    fn require(&mut self, requirement: Metadata) -> bool {
        let is_new = !self.requirements.contains(&requirement);
        if is_new {
            self.requirements.push(requirement);
        }
        is_new
    }

    fn list(&mut self) -> &mut Vec<MdNode> {
        &mut self.linker.module.metadata.named[self.place].1
    }

    fn text(&self, metadata: Metadata) -> String {
        Excerpts::new(&self.linker.module).metadata(metadata)
    }

    fn about(&self, name: StrId, message: &str) -> LinkError {
        LinkError(format!("linking module flags '{}': {message}", self.linker.module.text(name)))
    }

    /// Puts another flag in the place of one.
    fn set(&mut self, index: usize, flag: Flag) {
        self.list()[index] = flag.node;
        self.flags.insert(flag.name, (flag, index));
    }

    fn make(&mut self, parts: [Metadata; 3], distinct: bool) -> MdNode {
        let Linker { module, nodes, .. } = &mut *self.linker;
        match distinct {
            false => nodes.tuple(module, parts.into()),
            true => {
                module.metadata.nodes.push(MdNodeData { distinct, kind: MdNodeKind::Tuple(parts.into()) })
            }
        }
    }

    /// Merges a flag of the source.
    fn add(&mut self, node: MdNode) -> Result<(), LinkError> {
        let new = self.read(node)?;
        self.seen.insert(new.name);
        if new.behavior == Behavior::Require {
            if self.require(new.value) {
                self.list().push(node);
            }
            return Ok(());
        }
        let Some(&(old, index)) = self.flags.get(&new.name) else {
            let index = self.list().len();
            if new.behavior == Behavior::Min {
                self.minima.push(index);
                self.seen.remove(&new.name);
            }
            self.flags.insert(new.name, (new, index));
            self.list().push(node);
            return Ok(());
        };
        let names = (self.source.to_owned(), self.linker.identifier.clone());
        if old.behavior == Behavior::Override {
            if new.behavior == Behavior::Override && new.value != old.value {
                let message =
                    format!("IDs have conflicting override values in '{}' and '{}'", names.0, names.1);
                return Err(self.about(new.name, &message));
            }
            return Ok(());
        }
        if new.behavior == Behavior::Override {
            self.set(index, new);
            return Ok(());
        }
        let either = |behavior| old.behavior == behavior || new.behavior == behavior;
        let goes_with_warning = either(Behavior::Warning) && (either(Behavior::Min) || either(Behavior::Max));
        if old.behavior != new.behavior && !goes_with_warning {
            let message = format!("IDs have conflicting behaviors in '{}' and '{}'", names.0, names.1);
            return Err(self.about(new.name, &message));
        }
        if either(Behavior::Warning) && new.value != old.value {
            let (a, b) = (self.text(new.value), self.text(old.value));
            let message =
                format!("IDs have conflicting values ('{a}' from {} with '{b}' from {})", names.0, names.1);
            let warning = self.about(new.name, &message).0;
            self.linker.warnings.push(warning);
        }
        for (behavior, new_wins) in
            [(Behavior::Min, u64::lt as fn(&u64, &u64) -> bool), (Behavior::Max, u64::gt)]
        {
            if either(behavior) {
                self.choose(behavior, old, new, index, new_wins);
                return Ok(());
            }
        }
        match new.behavior {
            Behavior::Error if new.value != old.value => {
                let (a, b) = (self.text(new.value), self.text(old.value));
                let message = format!(
                    "IDs have conflicting values: '{a}' from {}, and '{b}' from {}",
                    names.0, names.1
                );
                return Err(self.about(new.name, &message));
            }
            Behavior::Append | Behavior::AppendUnique => self.append(old, new, index),
            _ => {}
        }
        Ok(())
    }

    /// Keeps the greater or lesser of two values.
    fn choose(
        &mut self,
        behavior: Behavior,
        old: Flag,
        new: Flag,
        index: usize,
        new_wins: fn(&u64, &u64) -> bool,
    ) {
        let number = |value| integer(&self.linker.module, value).map_or(0, |(_, number)| number);
        let value = if new_wins(&number(new.value), &number(old.value)) { new.value } else { old.value };
        let of_number = if old.behavior == behavior { old } else { new };
        let node = self.make([of_number.number, Metadata::String(old.name), value], false);
        self.set(index, Flag { node, value, behavior, ..of_number });
    }

    fn append(&mut self, old: Flag, new: Flag, index: usize) {
        let mut all = elements(&self.linker.module, old.value);
        let more = elements(&self.linker.module, new.value);
        let mut old = old;
        let is_distinct =
            matches!(old.value, Metadata::Node(node) if self.linker.module.metadata.nodes[node].distinct);
        if !is_distinct {
            let data = MdNodeData { distinct: true, kind: MdNodeKind::Tuple(Box::default()) };
            old.value = Metadata::Node(self.linker.module.metadata.nodes.push(data));
            old.node = self.make([old.number, Metadata::String(old.name), old.value], true);
            self.set(index, old);
        }
        if new.behavior == Behavior::Append {
            all.extend(more);
        } else {
            let mut seen: FxHashSet<Metadata> = FxHashSet::default();
            let before = all.len();
            let unique: Vec<Metadata> =
                all.iter().chain(&more).copied().filter(|it| seen.insert(*it)).collect();
            // As in LLVM, what the list had twice stays, and takes the place of something new.
            all.extend(unique.into_iter().skip(before));
        }
        if let Metadata::Node(list) = old.value {
            self.linker.module.metadata.nodes[list].kind = MdNodeKind::Tuple(all.into());
        }
    }

    /// The least value of a flag that one of the modules does not have is zero.
    fn lower_minima(&mut self) {
        for index in std::mem::take(&mut self.minima) {
            let node = self.list()[index];
            let Some(flag) = flag(&self.linker.module, node).filter(|flag| !self.seen.contains(&flag.name))
            else {
                continue;
            };
            let Some((value, _)) = integer(&self.linker.module, flag.value) else { continue };
            let module = &self.linker.module;
            let zero = module.constants.zero(&module.types, module.constants.ty(value));
            let node = self.make([flag.number, Metadata::String(flag.name), Metadata::Constant(zero)], false);
            self.list()[index] = node;
        }
    }

    fn check_requirements(&self) -> Result<(), LinkError> {
        for &requirement in &self.requirements {
            let parts = elements(&self.linker.module, requirement);
            let &[Metadata::String(name), value] = &parts[..] else { continue };
            if self.flags.get(&name).is_none_or(|(flag, _)| flag.value != value) {
                return Err(self.about(name, "does not have the required value"));
            }
        }
        Ok(())
    }
}
