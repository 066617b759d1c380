//! Generates module-level operations: variables, functions, aliases, ifuncs, comdats, constructors; and the module's own
//! attributes.

use tern_dialect_llvm::attributes::{LINKAGE, VSCALE_RANGE};
use tern_dialect_llvm::enums::Linkage;
use tern_dialect_llvm::ops::{ComdatSelector, ComdatTable, Func};
use tern_dialect_llvm::types::{self, FunctionParts};
use tern_mlir::declare::Param;
use tern_mlir::{AttrKind, Attribute, Body, Ident, NamedAttribute, OpState, Type};

use super::function::Header;
use super::{Generator, Symbol};
use crate::llvm::control_flow::{Kinds, Role, Skeleton, plans};

/// Linkages of definitions.
const DEFINED: [Linkage; 7] = [
    Linkage::External,
    Linkage::Internal,
    Linkage::Private,
    Linkage::Linkonce,
    Linkage::LinkonceODR,
    Linkage::Weak,
    Linkage::WeakODR,
];

const COMDATS: &str = "__llvm_global_comdat";

/// Function attributes given as strings, with values that LLVM accepts.
const TEXTS: &[(&str, &[&str])] = &[
    ("garbageCollector", &["statepoint-example", "a gc"]),
    ("section", &[".text.hot", "a \"section\""]),
    ("target_cpu", &["x86-64", "gfx90a"]),
    ("tune_cpu", &["generic"]),
    ("reciprocal_estimates", &["all", "none"]),
    ("prefer_vector_width", &["256"]),
    ("denormal_fp_math", &["ieee,ieee", "preserve-sign,preserve-sign"]),
    ("denormal_fp_math_f32", &["ieee,preserve-sign"]),
    ("fp_contract", &["fast", "off"]),
    ("instrument_function_entry", &["__fentry__"]),
    ("instrument_function_exit", &["__exit"]),
];

/// Function attributes that LLVM does not allow in combination, or that are generated elsewhere.
const NOT_AT_RANDOM: &[&str] = &[
    "sym_name",
    "sym_visibility",
    "function_type",
    "linkage",
    "dso_local",
    "CConv",
    "comdat",
    "personality",
    "passthrough",
    "visibility_",
    "unnamed_addr",
    "alignment",
    "vscale_range",
    "target_features",
    "no_inline",
    "always_inline",
    "optimize_none",
    "arm_streaming",
    "arm_locally_streaming",
    "arm_streaming_compatible",
    "arm_new_za",
    "arm_in_za",
    "arm_out_za",
    "arm_inout_za",
    "arm_preserves_za",
    "vec_type_hint",
    "work_group_size_hint",
    "reqd_work_group_size",
];

/// A function whose body is generated after all symbols are known.
struct Planned {
    symbol: Symbol,
    parts: FunctionParts,
    skeleton: Skeleton,
}

impl Generator<'_> {
    /// The attributes of the module: layout, triple, inline assembly.
    pub(super) fn module_attributes(&mut self) {
        const LAYOUTS: [(&str, &str); 2] = [
            (
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
                "x86_64-unknown-linux-gnu",
            ),
            ("e-m:o-i64:64-i128:128-n32:64-S128-Fn32", "arm64-apple-macosx"),
        ];
        if self.choices.chance(30) {
            let (layout, triple) = *self.choices.pick(&LAYOUTS);
            self.attributes.push(self.entry("llvm.data_layout", self.string(layout)));
            self.attributes.push(self.entry("llvm.target_triple", self.string(triple)));
        }
        let mut lines = Vec::new();
        while self.choices.chance(10) {
            let line = *self.choices.pick(&[".globl x", "\ty = \"\\\\z\""]);
            lines.push(self.string(line));
        }
        if !lines.is_empty() {
            self.attributes.push(self.entry("llvm.module_asm", Attribute::array(self.context, lines)));
        }
    }

    /// Generates the module-level operations of a case.
    pub(super) fn globals(&mut self) {
        let mut planned = Vec::new();
        let variables: Vec<(Symbol, bool)> =
            (0..self.choices.below(4)).map(|_| self.declare_variable()).collect();
        for &(symbol, thread_local) in &variables {
            if thread_local { self.thread_locals.push(symbol) } else { self.variables.push(symbol) }
        }
        let declared: Vec<(Symbol, FunctionParts)> =
            (0..self.choices.below(3)).map(|_| self.declare_function(false)).collect();
        for _ in 0..self.choices.within(1, self.options.functions.max(1)) {
            let (symbol, parts) = self.declare_function(true);
            let kinds = Kinds { landing_pads: 20, funclets: 0, callbr: false };
            let (roles, plans) = plans(&mut self.choices, self.options.blocks, kinds);
            let skeleton = Skeleton::of(roles, plans);
            for block in 1..skeleton.plans.len() {
                if skeleton.roles[block] == Role::Plain && self.choices.chance(8) {
                    self.tags.push((symbol.name, block as u32));
                }
            }
            planned.push(Planned { symbol, parts, skeleton });
        }
        for (symbol, thread_local) in variables {
            self.variable(symbol, thread_local);
        }
        for (symbol, parts) in declared {
            self.function(symbol, &parts, None);
        }
        let names: Vec<Ident> = planned.iter().map(|function| function.symbol.name).collect();
        for function in planned {
            self.function(function.symbol, &function.parts, Some(function.skeleton));
        }
        if self.choices.chance(20) {
            self.alias();
        }
        if self.choices.chance(10) {
            self.ifunc();
        }
        if self.choices.chance(10) {
            self.structors(&names);
        }
    }

    fn name_of(&self, name: Ident) -> NamedAttribute {
        let value = self.context.attr(AttrKind::String { value: name, ty: self.context.common.none });
        self.entry("sym_name", value)
    }

    /// Generates linkage and related properties.
    fn properties(&mut self, state: &mut OpState, linkage: Linkage) {
        let common = self.context.common;
        let value = Attribute::declare(self.context, &LINKAGE, [Param::Unsigned(linkage.value())]);
        state.properties.push(self.entry("linkage", value));
        let local = matches!(linkage, Linkage::Private | Linkage::Internal);
        if !local && self.choices.chance(20) {
            let visibility = self.choices.below(3) as i64;
            state.properties.push(self.entry("visibility_", self.int(common.i64, visibility)));
        }
        if self.choices.chance(20) {
            let unnamed = self.choices.below(3) as i64;
            state.properties.push(self.entry("unnamed_addr", self.int(common.i64, unnamed)));
        }
        if self.choices.chance(20) {
            state.properties.push(self.entry("dso_local", common.unit));
        }
    }

    fn comdat(&mut self, state: &mut OpState) {
        if !self.choices.chance(12) {
            return;
        }
        if self.comdats.is_empty() || self.choices.chance(50) {
            let name = self.fresh_name("comdat");
            self.comdats.push(name);
            let kind = self.choices.below(5) as u64;
            self.selectors.push((name, kind));
        }
        let selector = *self.choices.pick(&self.comdats);
        let root = self.context.ident(COMDATS);
        let value = self.context.attr(AttrKind::SymbolRef { root, nested: [selector].into() });
        state.properties.push(self.entry("comdat", value));
    }

    /// Generates the comdat table for all cases.
    pub(super) fn comdat_table(&mut self) {
        if self.selectors.is_empty() {
            return;
        }
        let mut table = self.state(ComdatTable::DEF.name);
        table.properties.push(self.name_of(self.context.ident(COMDATS)));
        let region = self.body.add_region();
        let block = self.body.add_block(region);
        for (name, kind) in std::mem::take(&mut self.selectors) {
            let mut selector = self.state(ComdatSelector::DEF.name);
            let kind = self.int(self.context.common.i64, kind as i64);
            selector.properties.extend([self.name_of(name), self.entry("comdat", kind)]);
            let op = self.body.create_op(self.context, selector);
            self.body.append_op(block, op);
        }
        table.regions.push(region);
        let op = self.body.create_op(self.context, table);
        match self.body.block_first(self.block) {
            Some(first) => self.body.insert_op_before(first, op),
            None => self.body.append_op(self.block, op),
        }
    }

    fn declare_variable(&mut self) -> (Symbol, bool) {
        let name = self.fresh_name("g");
        let ty = match self.choices.weighted(&[60, 30, 3]) {
            0 => self.type_where(Self::is_fixed, self.context.common.i32),
            1 => self.fixed_type(2),
            _ => types::target_extension(self.context, "spirv.Event", &[], &[]),
        };
        let space = if self.choices.chance(15) { *self.choices.pick(&[1, 3, 5]) } else { 0 };
        let defined = self.choices.chance(80);
        let linkage = if defined && self.choices.chance(5) { Linkage::Common } else { self.linkage(defined) };
        (Symbol { name, ty, space, linkage, defined }, space == 0 && self.choices.chance(15))
    }

    fn variable(&mut self, symbol: Symbol, thread_local: bool) {
        let context = self.context;
        let common = context.common;
        let mut state = self.state("llvm.mlir.global");
        state.properties.push(self.name_of(symbol.name));
        state.properties.push(self.entry("global_type", Attribute::of_type(context, symbol.ty)));
        state.properties.push(self.entry("addr_space", self.int(common.i32, i64::from(symbol.space))));
        let (defined, linkage) = (symbol.defined, symbol.linkage);
        self.properties(&mut state, linkage);
        let unit =
            |g: &Self, state: &mut OpState, name: &str| state.properties.push(g.entry(name, common.unit));
        if thread_local {
            unit(self, &mut state, "thread_local_");
        }
        if linkage != Linkage::Common && self.choices.chance(35) {
            unit(self, &mut state, "constant");
        }
        if self.choices.chance(6) {
            unit(self, &mut state, "externally_initialized");
        }
        if self.choices.chance(30) {
            let alignment = *self.choices.pick(&[1, 4, 16, 4096]);
            state.properties.push(self.entry("alignment", self.int(common.i64, alignment)));
        }
        if self.choices.chance(8) {
            state.properties.push(self.entry("section", self.string(".a \"section\"")));
        }
        if defined && linkage != Linkage::Common {
            self.comdat(&mut state);
        }
        let mut body = Body::with_region();
        let attribute = self.choices.chance(40).then(|| self.value_attribute(symbol.ty)).flatten();
        let target = symbol.ty.declared(context, &types::TARGET).is_some();
        match attribute.filter(|_| linkage != Linkage::Common) {
            _ if !defined => {}
            Some(value) => state.properties.push(self.entry("value", value)),
            None if linkage == Linkage::Common || target => body = self.zero_initializer(symbol.ty),
            None => body = self.initializer(symbol.ty),
        }
        state.body = Some(Box::new(body));
        self.member(state);
    }

    /// An initializer region that returns zero.
    fn zero_initializer(&mut self, ty: Type) -> Body {
        let mut zero = self.state("llvm.mlir.zero");
        zero.result_types.push(ty);
        self.returning(zero)
    }

    fn linkage(&mut self, defined: bool) -> Linkage {
        let linkages: &[Linkage] = if defined { &DEFINED } else { &[Linkage::External, Linkage::ExternWeak] };
        *self.choices.pick(linkages)
    }

    fn declare_function(&mut self, defined: bool) -> (Symbol, FunctionParts) {
        let name = self.fresh_name("f");
        let mut parts = self.function_parts();
        if self.choices.chance(5) {
            parts.parameters.push(self.target_type(false));
        }
        let ty = types::function(self.context, parts.result, &parts.parameters, parts.variadic);
        let symbol = Symbol { name, ty, space: 0, linkage: self.linkage(defined), defined };
        self.functions.push(symbol);
        (symbol, parts)
    }

    /// Generates a function, with a body if there is a skeleton.
    fn function(&mut self, symbol: Symbol, parts: &FunctionParts, skeleton: Option<Skeleton>) {
        let context = self.context;
        let Symbol { name, linkage, .. } = symbol;
        let mut state = self.state(Func::DEF.name);
        state.properties.push(self.name_of(name));
        let ty = types::function(context, parts.result, &parts.parameters, parts.variadic);
        state.properties.push(self.entry("function_type", Attribute::of_type(context, ty)));
        self.properties(&mut state, linkage);
        let convention = self.convention(parts.variadic);
        state.properties.extend(convention);
        self.function_attributes(&mut state, skeleton.is_some());
        let attributes = self.signature_attributes(&parts.parameters, parts.result);
        let may_tail_call = attributes.is_empty() && !parts.variadic;
        state.properties.extend(attributes);
        let mut body = Body::with_region();
        if let Some(skeleton) = skeleton {
            self.comdat(&mut state);
            if skeleton.roles.contains(&Role::LandingPad) {
                let personality = self.personality();
                state.properties.push(self.entry("personality", self.symbol(personality)));
            }
            let subprogram = self.choices.chance(20).then(|| self.subprogram(name));
            if let Some(subprogram) = subprogram {
                state.location = self.fused(subprogram);
            }
            let header = Header { convention, subprogram, may_tail_call };
            body = self.function_body(name, skeleton, parts.clone(), header);
        }
        state.body = Some(Box::new(body));
        self.member(state);
    }

    fn function_attributes(&mut self, state: &mut OpState, defined: bool) {
        let common = self.context.common;
        let random = self.attributes_of(Func::DEF);
        for mut entry in random {
            let name = self.context.str(entry.name);
            let counted = defined || name != "function_entry_count";
            if NOT_AT_RANDOM.contains(&name) || !counted || !self.choices.chance(40) {
                continue;
            }
            if let Some((_, texts)) = TEXTS.iter().find(|(known, _)| *known == name) {
                let text = *self.choices.pick(texts);
                entry.value = self.string(text);
            }
            state.properties.push(entry);
        }
        if self.choices.chance(15) {
            let sets: [&[&str]; 3] = [&["no_inline"], &["always_inline"], &["no_inline", "optimize_none"]];
            let set = *self.choices.pick(&sets);
            state
                .properties
                .retain(|entry| self.context.str(entry.name) != "inline_hint" || set == ["no_inline"]);
            state.properties.extend(set.iter().map(|name| self.entry(name, common.unit)));
        }
        if self.choices.chance(5) {
            let names = [
                "arm_streaming",
                "arm_locally_streaming",
                "arm_streaming_compatible",
                "arm_new_za",
                "arm_in_za",
            ];
            let name = *self.choices.pick(&names);
            state.properties.push(self.entry(name, common.unit));
        }
        if self.choices.chance(6) {
            let (least, most) = *self.choices.pick(&[(1, 16), (2, 2), (1, 0)]);
            let params = [self.int(common.i32, least), self.int(common.i32, most)].map(Param::Attribute);
            state
                .properties
                .push(self.entry("vscale_range", Attribute::declare(self.context, &VSCALE_RANGE, params)));
        }
        if self.choices.chance(8) {
            let alignment = *self.choices.pick(&[2, 16, 4096]);
            state.properties.push(self.entry("alignment", self.int(common.i64, alignment)));
        }
        if self.choices.chance(10) {
            let key = Attribute::array(self.context, [self.string("a key"), self.string("a \"value\"")]);
            let stack = Attribute::array(self.context, [self.string("alignstack"), self.string("8")]);
            let all = [self.string("cold"), self.string("a-text"), key, stack];
            let count = self.choices.within(1, all.len());
            state.properties.push(self.entry("passthrough", Attribute::array(self.context, &all[..count])));
        }
        for name in ["work_group_size_hint", "reqd_work_group_size"] {
            if self.choices.chance(4) {
                state.properties.push(self.entry(name, Attribute::dense_i32(self.context, &[16, 1, 2])));
            }
        }
    }

    fn personality(&mut self) -> Ident {
        if let Some(name) = self.personality {
            return name;
        }
        let name = self.context.ident("__gxx_personality_v0");
        let mut state = self.state(Func::DEF.name);
        let ty = types::function(self.context, self.context.common.i32, &[], true);
        state.properties.push(self.name_of(name));
        state.properties.push(self.entry("function_type", Attribute::of_type(self.context, ty)));
        state.body = Some(Box::new(Body::with_region()));
        self.member(state);
        self.personality = Some(name);
        name
    }

    fn alias(&mut self) {
        let defined = self.variables.iter().chain(&self.functions).find(|symbol| symbol.defined);
        let Some(target) = defined.copied() else { return };
        let mut state = self.state("llvm.mlir.alias");
        let name = self.fresh_name("alias");
        state.properties.push(self.name_of(name));
        state
            .properties
            .push(self.entry("alias_type", Attribute::of_type(self.context, self.context.common.i32)));
        let linkage = *self.choices.pick(&DEFINED);
        self.properties(&mut state, linkage);
        state.body = Some(Box::new(self.address_initializer(target)));
        self.member(state);
    }

    /// An initializer region that returns an address.
    fn address_initializer(&mut self, target: Symbol) -> Body {
        let mut address = self.state("llvm.mlir.addressof");
        address.result_types.push(self.pointer(target.space));
        address.properties.push(self.entry("global_name", self.symbol(target.name)));
        self.returning(address)
    }

    /// An initializer region that returns the result of an operation.
    fn returning(&self, state: OpState) -> Body {
        let (mut body, block) = Body::with_block();
        let value = body.create_op(self.context, state);
        body.append_op(block, value);
        let mut end = self.state("llvm.return");
        end.operands.extend(body.result(value));
        let end = body.create_op(self.context, end);
        body.append_op(block, end);
        body
    }

    /// Generates an ifunc with its resolver.
    fn ifunc(&mut self) {
        let resolver = self.fresh_name("resolver");
        let parts = FunctionParts { result: self.pointer(0), parameters: Vec::new(), variadic: false };
        let single = Skeleton::of(vec![Role::Plain], vec![crate::llvm::control_flow::Plan::Return]);
        let ty = types::function(self.context, parts.result, &[], false);
        let linkage = self.linkage(true);
        let symbol = Symbol { name: resolver, ty, space: 0, linkage, defined: true };
        self.function(symbol, &parts, Some(single));
        let mut state = self.state("llvm.mlir.ifunc");
        let name = self.fresh_name("ifunc");
        let ty = types::function(self.context, self.context.common.i32, &[self.pointer(0)], false);
        state.properties.extend([
            self.name_of(name),
            self.entry("i_func_type", Attribute::of_type(self.context, ty)),
            self.entry("resolver", self.symbol(resolver)),
            self.entry("resolver_type", Attribute::of_type(self.context, self.pointer(0))),
        ]);
        let linkage = *self.choices.pick(&DEFINED);
        self.properties(&mut state, linkage);
        self.member(state);
    }

    fn structors(&mut self, functions: &[Ident]) {
        let name = if self.choices.chance(50) { "llvm.mlir.global_ctors" } else { "llvm.mlir.global_dtors" };
        // A module can have only one of each.
        if std::mem::replace(&mut self.has_structors[usize::from(name.ends_with("ctors"))], true) {
            return;
        }
        let count = self.choices.below(functions.len() + 1);
        let all = |g: &Self, of: &dyn Fn(Ident) -> Attribute| {
            Attribute::array(g.context, functions[..count].iter().map(|&name| of(name)).collect::<Vec<_>>())
        };
        let zero = Attribute::declare(self.context, &tern_dialect_llvm::attributes::ZERO, []);
        let list = if name.ends_with("ctors") { "ctors" } else { "dtors" };
        let mut state = self.state(name);
        state.properties.extend([
            self.entry(list, all(self, &|name| self.symbol(name))),
            self.entry("priorities", all(self, &|_| self.int(self.context.common.i32, 65_535))),
            self.entry("data", all(self, &|_| zero)),
        ]);
        self.member(state);
    }
}
