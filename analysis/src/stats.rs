//! What a module has, in numbers.

use std::collections::BTreeMap;

use serde::Serialize;
use tern_llvm_ir::{Linkage, Module};

use crate::code_size::CodeSize;
use crate::graph::{Cfg, Cycles, Dominators, Loops};
use crate::sections;

/// The numbers of a module. They can be added up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Stats {
    /// Functions with a body.
    pub definitions: u64,
    /// Functions without one, intrinsics among them.
    pub declarations: u64,
    /// Functions that only this module can name.
    pub internal_functions: u64,
    /// Global variables.
    pub variables: u64,
    /// Aliases and ifuncs.
    pub aliases: u64,
    /// Basic blocks.
    pub blocks: u64,
    /// Instructions, debug records apart.
    pub instructions: u64,
    /// Instructions by keyword.
    pub opcodes: BTreeMap<&'static str, u64>,
    /// Calls of intrinsics by their name, without suffixes for types.
    pub intrinsics: BTreeMap<String, u64>,
    /// Debug records by keyword.
    pub debug_records: BTreeMap<&'static str, u64>,
    /// Natural loops.
    pub loops: u64,
    /// The depth of the deepest.
    pub loop_depth: u64,
    /// Cycles with several entries.
    pub irreducible_cycles: u64,
    /// Instructions with a source location.
    pub located: u64,
    /// Metadata nodes by kind; those without a kind are `tuple`.
    pub metadata: BTreeMap<&'static str, u64>,
    /// Identified struct types.
    pub structs: u64,
    /// The most instructions of a function.
    pub largest_function: u64,
    /// The [estimated size](crate::code_size) of the machine code, in simple instructions.
    pub code_size: u64,
    /// The bytes of each [section](sections) of the text.
    pub sections: BTreeMap<&'static str, u64>,
}

impl Stats {
    /// Counts.
    pub fn of(module: &Module) -> Self {
        let mut this = Self::default();
        let sizes = CodeSize::new(module);
        for (_, value, function) in module.functions() {
            this.code_size += sizes.of_function(function);
            match function.is_declaration() {
                true => this.declarations += 1,
                false => this.definitions += 1,
            }
            let is_internal = matches!(value.linkage, Linkage::Internal | Linkage::Private);
            this.internal_functions += u64::from(is_internal && !function.is_declaration());
            this.count_function(module, function);
        }
        this.variables = module.variables.len() as u64;
        this.aliases = (module.aliases.len() + module.ifuncs.len()) as u64;
        this.structs = module.types.definitions.len() as u64;
        this.sections = sections::of(module);
        for node in module.metadata.nodes.keys() {
            *this.metadata.entry(module.node(node).kind().unwrap_or("tuple")).or_default() += 1;
        }
        this
    }

    fn count_function(&mut self, module: &Module, function: &tern_llvm_ir::Function) {
        if function.is_declaration() {
            return;
        }
        self.blocks += function.layout.len() as u64;
        let mut count = 0;
        for (_, inst) in function.instructions() {
            let instruction = &function.insts[inst].inst;
            let keyword = instruction.opcode().spelling();
            if instruction.debug_record().is_some() {
                *self.debug_records.entry(keyword).or_default() += 1;
                continue;
            }
            count += 1;
            *self.opcodes.entry(keyword).or_default() += 1;
            self.located += u64::from(module.location(function, inst).is_some());
            let callee = instruction.call_site().and_then(|call| module.named_callee(call));
            if let Some(callee) = callee.filter(|&callee| module.is_intrinsic(callee)) {
                let name = String::from_utf8_lossy(module.name(callee).unwrap_or_default()).into_owned();
                let base = tern_llvm_ir::intrinsics::base_name(&name).unwrap_or(&name).to_owned();
                *self.intrinsics.entry(base).or_default() += 1;
            }
        }
        self.instructions += count;
        self.largest_function = self.largest_function.max(count);
        let cfg = Cfg::of(function);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        self.loops += loops.len() as u64;
        let deepest = loops.iter().map(|(_, data)| u64::from(data.depth)).max().unwrap_or(0);
        self.loop_depth = self.loop_depth.max(deepest);
        let cycles = Cycles::new(&cfg);
        self.irreducible_cycles += cycles.iter().filter(|(_, cycle)| cycle.is_irreducible).count() as u64;
    }

    /// Adds the numbers of another module.
    pub fn add(&mut self, other: &Self) {
        let sum = |into: &mut u64, from: u64| *into += from;
        sum(&mut self.definitions, other.definitions);
        sum(&mut self.declarations, other.declarations);
        sum(&mut self.internal_functions, other.internal_functions);
        sum(&mut self.variables, other.variables);
        sum(&mut self.aliases, other.aliases);
        sum(&mut self.blocks, other.blocks);
        sum(&mut self.instructions, other.instructions);
        sum(&mut self.loops, other.loops);
        sum(&mut self.irreducible_cycles, other.irreducible_cycles);
        sum(&mut self.located, other.located);
        sum(&mut self.structs, other.structs);
        sum(&mut self.code_size, other.code_size);
        self.loop_depth = self.loop_depth.max(other.loop_depth);
        self.largest_function = self.largest_function.max(other.largest_function);
        add_each(&mut self.opcodes, &other.opcodes);
        add_each(&mut self.debug_records, &other.debug_records);
        add_each(&mut self.metadata, &other.metadata);
        add_each(&mut self.intrinsics, &other.intrinsics);
        add_each(&mut self.sections, &other.sections);
    }
}

fn add_each<K: Ord + Clone>(into: &mut BTreeMap<K, u64>, from: &BTreeMap<K, u64>) {
    for (key, count) in from {
        *into.entry(key.clone()).or_default() += count;
    }
}

#[cfg(test)]
mod tests {
    use super::Stats;

    #[test]
    fn everything_is_counted() {
        let text = b"%s = type { i32 }\n@x = global %s zeroinitializer\ndeclare i32 @llvm.smax.i32(i32, i32)\n\
            define internal void @f(i32 %a, i1 %c) {\n  br label %loop\nloop:\n  %m = call i32 @llvm.smax.i32(i32 %a, i32 1)\n\
            \x20 br i1 %c, label %loop, label %end\nend:\n  ret void\n}\n!n = !{!0}\n!0 = !{}\n";
        let stats = Stats::of(&tern_llvm_ir::read(text, "s.ll").unwrap());
        assert_eq!((stats.definitions, stats.declarations, stats.internal_functions), (1, 1, 1));
        assert_eq!((stats.blocks, stats.instructions, stats.loops, stats.loop_depth), (3, 4, 1, 1));
        assert_eq!((stats.opcodes["br"], stats.intrinsics["llvm.smax"], stats.metadata["tuple"]), (2, 1, 1));
        assert_eq!(stats.sections["types"], "%s = type { i32 }\n\n".len() as u64);
        let mut sum = stats.clone();
        sum.add(&stats);
        assert_eq!((sum.opcodes["call"], sum.loop_depth), (2, 1));
    }
}
