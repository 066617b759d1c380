//! Imports the module and its members: comdats, variables, aliases, ifuncs, functions.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use tern_dialect_llvm::attributes::ZERO;
use tern_dialect_llvm::enums::CConv;
use tern_dialect_llvm::interfaces::GlobalValueInterface;
use tern_dialect_llvm::ops;
use tern_llvm_ir::attributes::AttributeSetId;
use tern_llvm_ir::constants::{ConstantExpr, ConstantKind};
use tern_llvm_ir::function::Function;
use tern_llvm_ir::globals::{DllStorage, Global, GlobalKind, GlobalValue, TlsModel, UnnamedAddr, Variable};
use tern_llvm_ir::{Constant, TypeKind};
use tern_mapping::asides;
use tern_mapping::enums::ToDialect;
use tern_mlir::builtin::SymbolOpInterface;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{AttrKind, Attribute, Body, Context, Ident, Module, OpState};
use tern_support::parallel;

use crate::attributes::Fields;
use crate::beyond_mlir::BeyondMlir;
use crate::builder::{Attributes, New, string, symbol};
use crate::calls::with_signature;
use crate::functions::BodyState;
use crate::policy::{Order, Policy};
use crate::representations::Representations;
use crate::state::{Decisions, Reports};
use crate::{Error, Import, Importer, Result, Tables, ir};

/// The variables with the lists of constructors and destructors.
const CTORS: &[u8] = b"llvm.global_ctors";
const DTORS: &[u8] = b"llvm.global_dtors";

/// An imported global, and what was reported meanwhile.
type Member<'c> = (Result<New<'c>>, Reports);

/// The cost of importing a global, estimated as its number of operations.
pub(crate) fn weight(module: &ir::Module) -> impl Fn(&Global) -> usize + '_ {
    |&global| 1 + module.globals[global].as_function().map_or(0, |function| function.insts.len())
}

impl<'m, 'c> Importer<'m, 'c> {
    /// Creates an importer and makes all decisions that functions rely on. `representations` holds those that were made
    /// earlier.
    pub(crate) fn new(
        context: &'c Context,
        module: &'m ir::Module,
        options: crate::Options,
        representations: Option<Representations>,
    ) -> Self {
        let policy = Policy::of(options);
        let mut importer = Self::with(context, module, (options, policy), Decisions::default());
        importer.decide(representations);
        importer
    }

    /// Makes all decisions that functions rely on.
    pub(crate) fn decide(&mut self, representations: Option<Representations>) {
        match representations {
            Some(chosen) => self.decisions().representations = chosen,
            None => {
                self.look_at_nodes();
                self.choose_representations();
            }
        }
        if !self.policy.exact {
            self.find_access_groups();
        }
        self.choose_symbols();
        self.number_addressed_blocks();
        if self.policy.satisfies_verifier {
            self.decisions().beyond_mlir = BeyondMlir::find(self.ir);
        }
        self.finish_representations();
    }

    /// Gives every global a symbol: its name, or a fresh one.
    fn choose_symbols(&mut self) {
        let (context, module) = (self.context, self.ir);
        let mut symbols = FxHashMap::default();
        let mut used: FxHashSet<Ident> = FxHashSet::default();
        for (global, value) in &module.globals {
            if let Some(name) = value.name {
                let ident = self.ident(name);
                used.insert(ident);
                symbols.insert(global, ident);
            }
        }
        let mut next = 0;
        for global in self.nameless() {
            symbols.entry(global).or_insert_with(|| {
                let mut fresh = std::iter::repeat_with(|| {
                    next += 1;
                    match self.policy.mlir_names {
                        true => context.ident(&format!("mlir.llvm.nameless_global_{}", next - 1)),
                        false => context.ident(&format!("__unnamed_{next}")),
                    }
                });
                fresh.find(|ident| !used.contains(ident)).expect("there is always a free number")
            });
        }
        self.decisions().symbols = symbols;
    }

    /// Imports the module with the given subset of its functions.
    pub(crate) fn module(&mut self, functions: &[Global]) -> std::result::Result<Import, Vec<Diagnostic>> {
        match self.module_and_attributes(functions) {
            Ok((body, attributes)) => Ok(self.imported(body, attributes)),
            Err(errors) => {
                let mut reported = self.reports.take().messages;
                reported.extend(errors);
                Err(reported)
            }
        }
    }

    fn module_and_attributes(
        &mut self,
        functions: &[Global],
    ) -> std::result::Result<(Body, Attributes<'c>), Vec<Diagnostic>> {
        let (context, module) = (self.context, self.ir);
        let fail = |importer: &Self, error| -> Vec<Diagnostic> { importer.diagnostics(error).collect() };
        self.check_types().map_err(|error| fail(self, error))?;
        let mut attributes = Attributes::new(context);
        if self.policy.spells_implied {
            let layout = self.data_layout().map_err(|error| fail(self, error))?;
            attributes.set(asides::DL_SPEC, layout);
        }
        let comdats = self.comdats();
        if !self.policy.exact {
            self.check_metadata().map_err(|error| fail(self, error))?;
        }
        let flags: Vec<New<'c>> = self.linker_options().into_iter().chain(self.module_flags()).collect();
        self.source_attributes(&mut attributes);
        self.summary(&mut attributes);
        if self.policy.keeps_all {
            self.metadata(&mut attributes);
        }
        self.identification(&mut attributes);
        let (mut body, block) = Body::with_block();
        let functions = functions.iter().copied().filter(|&function| !self.is_implied(function));
        let functions: Vec<Global> = functions.collect();
        // The order in which errors are reported: variables, functions, others.
        let variables = self.members(&module.variables)?;
        let functions = self.members(&functions)?;
        let aliases = self.members(&module.aliases)?;
        let mut ifuncs = self.members(&module.ifuncs)?;
        if self.policy.walks() {
            // A walk inserts each ifunc in front of the previous ones.
            ifuncs.reverse();
        }
        let named = variables.into_iter().chain(aliases).chain(ifuncs);
        for new in comdats.into_iter().chain(named).chain(flags).chain(functions) {
            let op = self.without_asides(new).make(&mut body);
            body.append_op(block, op);
        }
        Ok((body, attributes))
    }

    /// Imports globals and collects the errors in all of them; if the messages are those of MLIR's own importer, only the first.
    fn members(&mut self, globals: &[Global]) -> std::result::Result<Vec<New<'c>>, Vec<Diagnostic>> {
        let mut members = Vec::with_capacity(globals.len());
        let mut errors = Vec::new();
        for (member, reports) in self.globals(globals) {
            self.reports.merge(reports);
            match member {
                Ok(new) => members.push(new),
                Err(error) => {
                    errors.extend(self.diagnostics(error));
                    if self.policy.mlir_messages {
                        break;
                    }
                }
            }
        }
        if errors.is_empty() { Ok(members) } else { Err(errors) }
    }

    fn imported(&mut self, body: Body, attributes: Attributes<'c>) -> Import {
        let context = self.context;
        let location = self.module_location();
        let Reports { losses, messages } = self.reports.take();
        let module = Module::new(|outer| {
            let mut state = OpState::new(context.op_name("builtin.module"), location);
            state.attributes = attributes.entries;
            state.body = Some(Box::new(body));
            outer.create_op(context, state)
        });
        Import { module, losses, diagnostics: messages }
    }

    /// Imports globals, in parallel if they are large enough. Each comes with what was reported of it.
    fn globals(&mut self, globals: &[Global]) -> Vec<Member<'c>> {
        let one = |importer: &mut Self, &global: &Global| -> Member<'c> {
            let member = importer.global(global).map_err(|error| importer.unhandled_global(global, error));
            (member, importer.reports.take())
        };
        if self.is_order_visible() {
            let before = self.reports.take();
            let members = globals.iter().map(|global| one(self, global)).collect();
            self.reports = before;
            return members;
        }
        let weight = weight(self.ir);
        let run = parallel::fair_run(globals.iter().map(&weight).sum());
        let runs = parallel::runs(globals, run, weight);
        self.in_runs(runs.par_iter().copied(), one).into_iter().flatten().collect()
    }

    /// `llvm.comdat` with a selector for each comdat.
    fn comdats(&mut self) -> Option<New<'c>> {
        let (context, module) = (self.context, self.ir);
        let order = match self.policy.order {
            Order::Module => module.comdats.keys().collect(),
            Order::Walk => self.used_comdats(),
        };
        if order.is_empty() {
            return None;
        }
        let (mut body, block) = Body::with_block();
        for comdat in order {
            let comdat = &module.comdats[comdat];
            let new = ops::ComdatSelector::start().sym_name(self.ident(comdat.name));
            let new = New::of(context, new.comdat(comdat.kind.to_dialect()));
            let op = self.located(new).make(&mut body);
            body.append_op(block, op);
        }
        let new = New::of(context, ops::ComdatTable::start().sym_name(context.ident(asides::COMDATS)));
        Some(self.with_body(self.located(new), body))
    }

    pub(crate) fn global(&mut self, global: Global) -> Result<New<'c>> {
        let (context, module) = (self.context, self.ir);
        let value = &module.globals[global];
        let new = match &value.kind {
            GlobalKind::Variable(variable) => {
                if let Some(new) = self.structors(value, variable)? {
                    return Ok(new);
                }
                if !self.policy.keeps_all && is_structors(value.name.map(|name| module.strings.get(name))) {
                    return Err(Error::nothing());
                }
                self.variable(value, variable)?
            }
            GlobalKind::Alias(target) => {
                let new = ops::Alias::start().alias_type(self.ty(value.ty));
                let body = self.initializer(*target)?;
                self.with_body(New::of(context, new.thread_local_(value.tls.is_some())), body)
            }
            GlobalKind::IFunc(resolver) => {
                let Some(resolver_function) = self.global_within(*resolver) else {
                    return Err(Error::new("an ifunc whose resolver names no global"));
                };
                let new = ops::IFunc::start()
                    .i_func_type(self.ty(value.ty))
                    .resolver(self.symbol(resolver_function))
                    .resolver_type(self.ty(module.constants.ty(*resolver)))
                    .address_space(Some(value.address_space).filter(|&space| space != 0));
                let new = New::of(context, new);
                let new = match module.constants.kind(*resolver) {
                    ConstantKind::Global(_) => new,
                    _ => new.aside(asides::RESOLVER, self.constant_attribute(*resolver)),
                };
                self.with_body(new, Body::new())
            }
            GlobalKind::Function(function) => self.function(global, value, function)?,
        };
        Ok(self.with_name(new, global, value))
    }

    /// Imports a function whose body has been moved out of the module.
    pub(crate) fn function_apart(&mut self, global: Global, function: &Function) -> Result<New<'c>> {
        let value = &self.ir.globals[global];
        let new = self.function(global, value, function)?;
        Ok(self.with_name(new, global, value))
    }

    /// Adds the symbol name and the properties common to all globals.
    fn with_name(&mut self, new: New<'c>, global: Global, value: &GlobalValue) -> New<'c> {
        let name = self.symbol(global);
        let new = new.with(|new| SymbolOpInterface(new).sym_name(name).0);
        self.common(new.unit_aside(asides::UNNAMED, value.name.is_none()), global, value)
    }

    /// Adds the properties common to all globals.
    fn common(&mut self, mut new: New<'c>, global: Global, value: &GlobalValue) -> New<'c> {
        let (context, module) = (self.context, self.ir);
        let comdat = value.comdat.map(|comdat| {
            let selector = self.ident(module.comdats[comdat].name);
            let root = context.ident(asides::COMDATS);
            context.attr(AttrKind::SymbolRef { root, nested: [selector].into() })
        });
        let unnamed = value.unnamed_addr != UnnamedAddr::None;
        new = new.with(|new| {
            let new = GlobalValueInterface(new)
                .linkage(value.linkage.to_dialect())
                // Not written where it is implied.
                .dso_local(value.dso_local)
                .visibility_(value.visibility.to_dialect())
                .unnamed_addr(unnamed.then(|| value.unnamed_addr.to_dialect()))
                .section(value.section.map(|section| self.ident(section)))
                .comdat(comdat)
                .alignment(value.alignment.bytes());
            new.0
        });
        if value.dll_storage != DllStorage::Default {
            new = new.aside(asides::DLL_STORAGE, string(context, value.dll_storage.spelling().as_bytes()));
        }
        if let Some(model) = value.tls.filter(|model| *model != TlsModel::GeneralDynamic) {
            new = new.aside(asides::TLS_MODEL, string(context, model.spelling().as_bytes()));
        }
        if let Some(partition) = value.partition {
            new = new.aside(asides::PARTITION, self.text_attribute(partition));
        }
        match self.policy.keeps_all {
            true => self.with_global_attachments(new, value),
            false => self.with_modelled_attachments(new, global, value),
        }
    }

    fn variable(&mut self, value: &GlobalValue, variable: &Variable) -> Result<New<'c>> {
        let (context, module) = (self.context, self.ir);
        let ty = self.ty(value.ty);
        let attributes = (variable.attributes != AttributeSetId::default())
            .then(|| self.function_attributes(variable.attributes, Fields::None));
        let plain = variable.initializer.and_then(|initializer| self.plain_attribute(initializer));
        let new = ops::Global::start()
            .global_type(ty)
            .constant(variable.constant)
            .thread_local_(value.tls.is_some())
            // MLIR's own importer leaves this out although there is a field.
            .externally_initialized(variable.externally_initialized && self.policy.keeps_all)
            // Written even where it is implied, as upstream does.
            .addr_space(value.address_space)
            .value(plain)
            .target_specific_attrs(attributes.as_ref().map(|attributes| &attributes.rest[..]));
        let mut new = New::of(context, new);
        let mut body = Body::new();
        if let (Some(initializer), None) = (variable.initializer, plain) {
            body = if self.is_refused_initializer(initializer) {
                new = new.aside(asides::INITIALIZER, self.constant_attribute(initializer));
                let undefined = module.constants.intern(value.ty, ConstantKind::Undef);
                self.initializer(undefined)?
            } else {
                self.initializer(initializer)?
            };
        }
        if body.root_regions().is_empty() {
            body.add_root_region();
        }
        if let Some(model) = variable.code_model {
            new = new.aside(asides::CODE_MODEL, string(context, model.spelling().as_bytes()));
        }
        if !variable.sanitizers.is_empty() {
            let markers =
                variable.sanitizers.iter().map(|marker| string(context, marker.spelling().as_bytes()));
            new = new.aside(asides::SANITIZE, Attribute::array(context, markers.collect::<Vec<_>>()));
        }
        Ok(self.with_body(new, body))
    }

    /// `llvm.mlir.global_ctors` and `llvm.mlir.global_dtors`, MLIR's form of these lists; `None` if they cannot express the variable.
    fn structors(&mut self, value: &GlobalValue, variable: &Variable) -> Result<Option<New<'c>>> {
        let (context, module) = (self.context, self.ir);
        let name = value.name.map(|name| module.strings.get(name));
        if !is_structors(name) {
            return Ok(None);
        }
        let Some(initializer) =
            variable.initializer.filter(|_| !self.policy.exact || self.is_plain_list(value, variable))
        else {
            return Ok(None);
        };
        if value.linkage != ir::globals::Linkage::Appending {
            return Ok(None);
        }
        let rows = match module.constants.kind(initializer) {
            ConstantKind::Aggregate(rows) => &rows[..],
            ConstantKind::Zero if module.types.element_count(module.constants.ty(initializer)) == Some(0) => {
                &[]
            }
            _ => return Ok(None),
        };
        let (mut functions, mut priorities, mut data) = (Vec::new(), Vec::new(), Vec::new());
        for &row in rows {
            let fields = match module.constants.kind(row) {
                ConstantKind::Aggregate(fields) => &fields[..],
                _ => &[],
            };
            let &[priority, function, datum] = fields else { return Ok(None) };
            let (Some(priority), ConstantKind::Global(function)) =
                (self.plain_attribute(priority), module.constants.kind(function))
            else {
                return Ok(None);
            };
            // MLIR requires a function that is defined in this module.
            let called = module.globals[*function].as_function();
            if called.is_none_or(|called| called.is_declaration() && self.policy.satisfies_verifier) {
                return Ok(None);
            }
            data.push(match module.constants.kind(datum) {
                ConstantKind::Global(datum) => symbol(context, self.symbol(*datum)),
                ConstantKind::Zero => Attribute::declare(context, &ZERO, []),
                _ => return Ok(None),
            });
            functions.push(symbol(context, self.symbol(*function)));
            priorities.push(priority);
        }
        let (functions, priorities, data) = (&functions[..], &priorities[..], &data[..]);
        let new = match name {
            Some(CTORS) => {
                New::of(context, ops::GlobalCtors::start().ctors(functions).priorities(priorities).data(data))
            }
            _ => {
                New::of(context, ops::GlobalDtors::start().dtors(functions).priorities(priorities).data(data))
            }
        };
        Ok(Some(self.located(new)))
    }

    /// The region that computes an initializer.
    fn initializer(&mut self, constant: Constant) -> Result<Body> {
        let mut site = BodyState::new(std::mem::take(&mut self.attributes.dictionaries));
        let value = self.constant(&mut site, constant)?;
        let entry = site.entry;
        let mut new = New::of(self.context, ops::Return::start()).operands([value]);
        new.state.location = self.module_location();
        site.append_new(entry, new);
        self.attributes.dictionaries = site.dictionaries;
        Ok(site.body)
    }

    fn function(&mut self, global: Global, value: &GlobalValue, function: &Function) -> Result<New<'c>> {
        let (context, module) = (self.context, self.ir);
        let convention = CConv::from_value(u64::from(function.calling_convention));
        let set = module.attributes.get_list(function.attributes).function;
        let attributes = self.function_attributes(set, Fields::Function);
        let func = ops::Func::start()
            .function_type(self.ty(value.ty))
            .CConv(convention)
            .passthrough(attributes.pass_through.and_then(|list| list.as_array(context)))
            .garbageCollector(function.gc.map(|gc| self.ident(gc)));
        let mut new = New::of(context, func);
        if convention.is_none() {
            let number = i64::from(function.calling_convention);
            let number = Attribute::integer(context, context.common.i64, number);
            new = new.aside(asides::CALLING_CONVENTION, number);
        }
        for &(name, value) in &attributes.fields {
            new = new.property(name, value);
        }
        let location = self.function_location(&value.attachments);
        self.warn_of_attributes(set, location);
        let returns = !matches!(module.types.kind(value.ty), TypeKind::Function { ret, .. } if *ret == module.types.common.void);
        let (args, results) = self.function_signature(function.attributes, value.ty, function.args.len());
        new = match results {
            Some(results) if !returns && self.policy.satisfies_verifier => {
                with_signature(new, args, None).aside(asides::RES_ATTRS, results)
            }
            results => with_signature(new, args, results),
        };
        if let Some(personality) = function.personality {
            let attribute = self.constant_attribute(personality);
            let named = |new: New<'c>, symbol| new.with(|new| ops::Func(new).personality(symbol).0);
            new = match attribute.as_symbol(context) {
                Some(symbol) => named(new, symbol),
                None => {
                    let location = self.function_location(&value.attachments);
                    self.warn(location, "could not deduce personality, skipping it");
                    let new = new.aside(asides::PERSONALITY, attribute);
                    // Landing pads require the field, and it can only name a function.
                    match self.policy.satisfies_verifier {
                        false => new,
                        true => {
                            let within = self
                                .global_within(personality)
                                .filter(|&it| self.ir.globals[it].as_function().is_some());
                            named(new, self.symbol(within.unwrap_or(global)))
                        }
                    }
                }
            };
        }
        for (name, constant) in [(asides::PREFIX, function.prefix), (asides::PROLOGUE, function.prologue)] {
            if let Some(constant) = constant {
                let attribute = self.constant_attribute(constant);
                new = new.aside(name, attribute);
            }
        }
        if let Some(bytes) = function.preferred_alignment.bytes() {
            let bytes = Attribute::integer(context, context.common.i64, bytes as i64);
            new = new.aside(asides::PREFERRED_ALIGNMENT, bytes);
        }
        if value.address_space != 0 {
            let space = Attribute::integer(context, context.common.i32, i64::from(value.address_space));
            new = new.aside(asides::ADDRESS_SPACE, space);
        }
        if function.is_declaration() {
            return Ok(self.with_body(new, Body::with_region()));
        }
        if let Some(name) = function.blocks[function.layout[0]].name {
            new = new.aside(asides::ENTRY_BLOCK, self.text_attribute(name));
        }
        if !function.use_list_orders.is_empty() {
            let orders = self.use_lists_of_function(function);
            new = new.aside(asides::USE_LIST_ORDERS, orders);
        }
        let body = self.function_body(global, function)?;
        Ok(self.with_body(new, body))
    }
}

impl<'m, 'c> Tables<'m, 'c> {
    /// Unnamed globals in the order in which they get their symbols. May contain duplicates.
    fn nameless(&self) -> Vec<Global> {
        let module = self.ir;
        let is_nameless = |global: &Global| module.globals[*global].name.is_none();
        if module.globals.keys().all(|global| !is_nameless(&global)) {
            return Vec::new();
        }
        let mut all = match self.policy.order {
            Order::Module => module.variables.clone(),
            Order::Walk => self.variables_and_mentioned(),
        };
        all.extend(module.aliases.iter().chain(&module.ifuncs).chain(&module.functions));
        // Globals that were removed from these lists may be mentioned nevertheless.
        all.extend(module.globals.keys());
        all.retain(is_nameless);
        all
    }

    pub(crate) fn symbol(&self, global: Global) -> Ident {
        *self.decided.symbols.get(&global).expect("every global has a symbol")
    }

    /// Adds the triple, the module's assembly and, unchanged, the data layout and the name of the source.
    fn source_attributes(&self, attributes: &mut Attributes<'_>) {
        let (context, module, policy) = (self.context, self.ir, &self.policy);
        let text = |text: Option<ir::StrId>| text.map(|text| module.strings.get(text));
        let implied = policy.spells_implied.then_some(&b""[..]);
        let kept = |text: Option<_>| text.filter(|_| policy.keeps_all);
        for (name, text) in [
            (asides::TARGET_TRIPLE, text(module.target_triple).or(implied)),
            (asides::DATA_LAYOUT, kept(text(module.data_layout))),
            (asides::SOURCE_FILENAME, kept(text(module.source_filename))),
        ] {
            if let Some(text) = text {
                attributes.string(name, text);
            }
        }
        if policy.spells_implied || !module.module_asm.is_empty() {
            let lines = module.module_asm.iter().map(|&line| module.strings.get(line));
            let lines = lines.filter(|line| policy.keeps_all || !line.is_empty());
            let lines = lines.map(|line| string(context, line));
            attributes.set(asides::MODULE_ASM, Attribute::array(context, lines.collect::<Vec<_>>()));
        }
        if policy.keeps_all && !module.module_asm_targets.is_empty() {
            let targets = module.module_asm_targets.iter().map(|target| {
                let mut entries = Attributes::new(context);
                let line = Attribute::integer(context, context.common.i64, target.first_line as i64);
                entries.set(asides::FIRST_LINE, line);
                for (name, value) in [(asides::FEATURES, target.features), (asides::CPU, target.cpu)] {
                    if let Some(value) = value {
                        entries.set(name, string(context, module.strings.get(value)));
                    }
                }
                entries.dictionary()
            });
            let targets = targets.collect::<Vec<_>>();
            attributes.set(asides::MODULE_ASM_TARGETS, Attribute::array(context, targets));
        }
    }

    /// Whether a function is the declaration of an intrinsic whose calls all become operations, and need not be kept.
    fn is_implied(&self, global: Global) -> bool {
        !self.policy.keeps_all && self.stands_for_operation(global)
    }

    /// Whether the order of imports affects the result. It affects the form of recursive types in debug information, and the
    /// names given to unnamed struct types.
    fn is_order_visible(&self) -> bool {
        let unnamed_structs = || self.ir.types.structs.values().any(|known| known.name.is_none());
        self.policy.walks() && (!self.named("llvm.dbg.cu").is_empty() || unnamed_structs())
    }

    /// Gives an operation its body: a body of its own if the operation is isolated from above, else a region of the enclosing body.
    fn with_body(&self, mut new: New<'c>, body: Body) -> New<'c> {
        new.state.body = Some(Box::new(body));
        new
    }

    /// The global inside casts and other constant expressions.
    fn global_within(&self, mut constant: Constant) -> Option<Global> {
        loop {
            constant = match self.ir.constants.kind(constant) {
                ConstantKind::Global(global) => return Some(*global),
                ConstantKind::Expr(expr) => match **expr {
                    ConstantExpr::Cast { value, .. } => value,
                    ConstantExpr::GetElementPtr { base, .. } => base,
                    _ => return None,
                },
                _ => return None,
            };
        }
    }

    /// Whether the variable of such a list has no properties besides its initializer and is not referenced.
    fn is_plain_list(&self, value: &GlobalValue, variable: &Variable) -> bool {
        let module = self.ir;
        let i32_ptr_ptr = |fields: &[tern_llvm_ir::Type]| {
            let common = module.types.common;
            fields == [common.i32, common.ptr, common.ptr]
        };
        let rows = match module.types.kind(value.ty) {
            TypeKind::Array { element, .. } => match module.types.kind(*element) {
                TypeKind::Struct { packed, fields } => Some((&fields[..], *packed)),
                _ => None,
            },
            _ => None,
        };
        let referred = |constant| match module.constants.kind(constant) {
            ConstantKind::Global(global) => module.globals[*global].name == value.name,
            _ => false,
        };
        rows.is_some_and(|(fields, packed)| i32_ptr_ptr(fields) && !packed)
            && value.linkage == tern_llvm_ir::globals::Linkage::Appending
            && value.visibility == tern_llvm_ir::globals::Visibility::Default
            && value.dll_storage == DllStorage::Default
            && value.unnamed_addr == tern_llvm_ir::globals::UnnamedAddr::None
            && value.alignment == tern_llvm_ir::instruction::Alignment::NONE
            && !value.dso_local
            && value.tls.is_none()
            && value.address_space == 0
            && value.partition.is_none()
            && value.section.is_none()
            && value.comdat.is_none()
            && value.attachments.is_empty()
            && !variable.constant
            && !variable.externally_initialized
            && variable.code_model.is_none()
            && variable.sanitizers.is_empty()
            && variable.attributes == AttributeSetId::default()
            && !module.constants.ids().any(referred)
    }
}

/// Whether a variable is the list of constructors or destructors, by its name.
fn is_structors(name: Option<&[u8]>) -> bool {
    matches!(name, Some(CTORS | DTORS))
}
