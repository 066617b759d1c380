//! Exports the module and its members: comdats, variables, aliases, ifuncs, functions.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use tern_dialect_llvm::attributes::ZERO;
use tern_dialect_llvm::interfaces::GlobalValueInterface;
use tern_dialect_llvm::ops;
use tern_llvm_ir::addressed_blocks::name_addressed_blocks;
use tern_llvm_ir::attributes::AttributeList;
use tern_llvm_ir::constants::{Constant, ConstantKind};
use tern_llvm_ir::entity::Strings;
use tern_llvm_ir::function::Function;
use tern_llvm_ir::globals::{
    CodeModel, ComdatData, DllStorage, Global, GlobalKind, GlobalValue, Linkage, Sanitizer, TlsModel,
    Variable,
};
use tern_llvm_ir::instruction::Alignment;
use tern_llvm_ir::{AsmTarget, TypeKind};
use tern_mapping::asides;
use tern_mapping::enums::ToIr;
use tern_mapping::fields::alignment;
use tern_mlir::body::Block;
use tern_mlir::builtin::SymbolOpInterface;
use tern_mlir::declare::{Trait, Unverified, View};
use tern_mlir::resources::Resources;
use tern_mlir::{AttrKind, Body, Context, Ident, Module, OpRef};

use crate::expressions::Expressions;
use crate::extension::AttributePlace;
use crate::functions::BodyState;
use crate::instruction_cache::InstructionCache;
use crate::layout::definition;
use crate::state::{MetadataState, Tables};
use crate::text::Bodies;
use crate::types::TypeCache;
use crate::{Diagnostic, Export, Exporter, Options, Result, ir, mlir};

/// The operations that declare members of a module other than metadata.
const GLOBALS: &[&str] = &[
    ops::ComdatTable::NAME,
    ops::Func::NAME,
    ops::Alias::NAME,
    ops::Global::NAME,
    ops::GlobalCtors::NAME,
    ops::GlobalDtors::NAME,
    ops::IFunc::NAME,
];

const MALFORMED_CONSTANT: &str = "malformed constant in an attribute";

/// A member of the module, and its global if it has one.
pub(crate) type Declared<'b> = (OpRef<'b>, Option<Global>);

impl<'c> Exporter<'c> {
    pub(crate) fn new(context: &'c Context, resources: &'c Resources, options: Options) -> Self {
        let strings = Strings::sharing(context.strings());
        let mut tables = Tables::new(context, resources, *options.compat.policy(), &strings);
        tables.show_operations = options.show_operations;
        Self::with_tables(context, tables.into(), ir::Module { strings, ..ir::Module::default() })
    }

    pub(crate) fn with_tables(context: &'c Context, tables: Arc<Tables<'c>>, ir: ir::Module) -> Self {
        Self {
            context,
            tables,
            ir,
            metadata: MetadataState::default(),
            types: TypeCache::default(),
            open_structs: Vec::new(),
            expressions: Expressions::default(),
            instruction_cache: InstructionCache::default(),
            attribute_sets: FxHashMap::default(),
            param_sets: FxHashMap::default(),
            call_attributes: SecondaryMap::new(),
            tags: FxHashMap::default(),
            steps: Vec::new(),
            bodies: Bodies::default(),
            losses: std::collections::BTreeMap::new(),
            errors: Vec::new(),
            is_final_error: false,
            worker: None,
            struct_order: None,
            records_types: false,
            completed: 0,
        }
    }

    pub(crate) fn module(mut self, module: &'c Module) -> std::result::Result<Export, Vec<Diagnostic>> {
        let context = self.context;
        let op = OpRef::new(context, module.body(), module.root());
        let Some(body) = module.body().nested(module.root()) else {
            return Err(vec![Diagnostic::error(module.body().op_location(op.op), "expected a module")]);
        };
        if op.def().is_none_or(|def| !def.has(|of| matches!(of, Trait::SymbolTable))) {
            return Err(self
                .error::<()>(op, "can not be translated to an LLVMIR module")
                .err()
                .into_iter()
                .collect());
        }
        let done = self.translate_members(op, body);
        match done {
            Err(error) => self.errors.push(error),
            Ok(()) if self.errors.is_empty() => {
                if self.tables.policy.keeps_names {
                    name_addressed_blocks(&mut self.ir);
                }
                self.count_cut_locations();
                return Ok(Export { module: self.ir, losses: self.losses });
            }
            Ok(()) => {}
        }
        Err(self.errors)
    }

    /// Records an error, so that the export can continue with independent members.
    ///
    /// # Errors
    /// The error itself, if the export stops at the first one, or if the text is going to be read and exported as a whole instead.
    fn note<T>(&mut self, result: Result<T>) -> Result<Option<T>> {
        match result {
            Ok(done) => Ok(Some(done)),
            Err(error) if self.tables.policy.stops_at_first_error || self.bodies.are_put_off() => Err(error),
            Err(error) => {
                self.errors.push(error);
                Ok(None)
            }
        }
    }

    pub(crate) fn translate_members(&mut self, op: OpRef<'c>, body: &'c Body) -> Result<()> {
        let context = self.context;
        let done = self.properties(op);
        self.note(done)?;
        self.prepare_metadata(op);
        let members: Vec<OpRef<'c>> = body
            .root_regions()
            .iter()
            .flat_map(|&region| body.region_blocks(region))
            .flat_map(|&block| body.block_ops(block))
            .map(|member| OpRef::new(context, body, member))
            .collect();
        // Declare everything before exporting anything, because members may refer to each other; comdats come before their members.
        for &member in members.iter().filter(|member| member.is(ops::ComdatTable::DEF)) {
            let comdats = self.comdats(member);
            self.note(comdats)?;
        }
        let mut declared = Vec::with_capacity(members.len());
        let mut definitions = FxHashMap::default();
        for &member in &members {
            let global = self.declare(member);
            let global = self.note(global)?.flatten();
            if let (Some(global), ops::Func::NAME) = (global, member.name()) {
                definitions.insert(global, member);
            }
            declared.push((member, global));
        }
        self.tables_mut().definitions = definitions;
        let (laid_out, done) =
            self.lay_out_beside(&declared, |exporter| exporter.all_but_functions(op, &declared));
        done?;
        let mut bodies = self.translate_bodies(laid_out);
        for (index, &(member, global)) in declared.iter().enumerate() {
            if let (Some(global), ops::Func::NAME) = (global, member.name()) {
                let site = bodies.remove(&index);
                let done = self.define(member, global, site);
                self.note(done)?;
            }
        }
        self.complete_debug_information();
        self.debug_info_flags();
        let done = self.summary(op);
        self.note(done).map(drop)
    }

    /// Exports everything but functions, and the metadata of functions themselves. Metadata is created in upstream's order: for
    /// signatures, for other globals, for the module; that of bodies follows later.
    fn all_but_functions(&mut self, op: OpRef<'_>, declared: &[Declared<'_>]) -> Result<()> {
        let done = self.metadata(op);
        self.note(done)?;
        for &(member, global) in declared {
            if let (Some(global), ops::Func::NAME) = (global, member.name())
                && let Some(subprogram) = self.subprogram(member)
            {
                let dbg = self.intern(b"dbg");
                self.ir.globals[global].attachments.push((dbg, subprogram));
            }
        }
        for &(member, global) in declared {
            if let (Some(global), false) = (global, member.is(ops::Func::DEF)) {
                let done = self.define(member, global, None);
                self.note(done)?;
            }
        }
        self.list_globals();
        let done = self.identification(op);
        self.note(done)?;
        let done = self.foreign_module_attributes(op);
        self.note(done)?;
        let members = declared.iter().filter(|(_, global)| global.is_none()).map(|&(member, _)| member);
        for member in members.filter(|member| !GLOBALS.contains(&member.name())) {
            let done = match member.name() {
                ops::ModuleFlags::NAME => self.module_flags(member),
                ops::LinkerOptions::NAME => self.linker_options(member),
                _ => self.foreign_member(member),
            };
            let done = done.and_then(|()| self.foreign_other_attributes(member));
            self.note(done)?;
        }
        Ok(())
    }

    /// Exports properties of the module as a whole.
    fn properties(&mut self, module: OpRef<'_>) -> Result<()> {
        let context = self.context;
        self.check_attributes(module)?;
        self.count_left_out(module, AttributePlace::Module);
        let text = |exporter: &mut Self, name: &'static str| {
            let text = module.attribute(name).and_then(|text| exporter.bytes(text)).map(<[u8]>::to_vec)?;
            Some(exporter.intern(&text))
        };
        self.ir.data_layout = text(self, asides::DATA_LAYOUT);
        self.ir.target_triple = text(self, asides::TARGET_TRIPLE);
        self.ir.source_filename = text(self, asides::SOURCE_FILENAME);
        if self.ir.source_filename.is_none() {
            self.ir.source_filename =
                self.tables.policy.source_filename.map(|name| self.intern(name.as_bytes()));
        }
        if let (None, Some(spec)) = (self.ir.data_layout, tern_dialect_llvm::dlti::spec_of(module)) {
            let layout = self.data_layout(module, spec)?;
            self.ir.data_layout = (!layout.is_empty()).then(|| self.intern(layout.as_bytes()));
        }
        self.tables_mut().layout = self.ir.layout();
        let targets = module.attribute(asides::MODULE_ASM_TARGETS).and_then(|list| list.as_array(context));
        for &target in targets.unwrap_or_default() {
            let entry = |name: &'static str| target.entry(context, name);
            let first_line = entry(asides::FIRST_LINE).and_then(|line| line.as_u64(context)).unwrap_or(0);
            let mut text = |name: &'static str| {
                let text = self.bytes(entry(name)?)?.to_vec();
                Some(self.intern(&text))
            };
            let (features, cpu) = (text(asides::FEATURES), text(asides::CPU));
            self.ir.module_asm_targets.push(AsmTarget { first_line: first_line as usize, features, cpu });
        }
        let Some(lines) = module.attribute(asides::MODULE_ASM) else { return Ok(()) };
        let Some(lines) = lines.as_array(context) else {
            return self.plain_error(module, "expected an array attribute for a module level asm");
        };
        for &line in lines {
            let Some(line) = self.bytes(line).map(<[u8]>::to_vec) else {
                return self
                    .plain_error(module, "expected a string attribute for each entry of a module level asm");
            };
            let line = self.intern(&line);
            self.ir.module_asm.push(line);
        }
        Ok(())
    }

    /// Reads an aside that holds a keyword of LLVM.
    fn word<T>(
        &self,
        op: OpRef<'_>,
        aside: &'static str,
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Option<T> {
        read(self.bytes(op.attribute(aside)?)?)
    }

    fn symbol_name(&self, op: OpRef<'_>) -> Option<Ident> {
        SymbolOpInterface(op).sym_name()
    }

    /// Declares the global for an operation, without anything that it refers to.
    fn declare(&mut self, op: OpRef<'_>) -> Result<Option<Global>> {
        let context = self.context;
        // Operations of other dialects count their own losses.
        if GLOBALS.contains(&op.name())
            || matches!(op.name(), ops::ModuleFlags::NAME | ops::LinkerOptions::NAME)
        {
            let place = if op.is(ops::Func::DEF) { AttributePlace::Function } else { AttributePlace::Other };
            self.count_left_out(op, place);
        }
        // The type, the address space that a field holds, and the kind.
        let (ty, space, kind) = match op.name() {
            ops::Global::NAME => {
                let variable = ops::Global::like(op);
                let kind = GlobalKind::Variable(Variable::default());
                (variable.global_type(), variable.addr_space(), kind)
            }
            ops::Alias::NAME => {
                let space = self.aliased_address_space(op);
                (ops::Alias::like(op).alias_type(), space, GlobalKind::Alias(self.placeholder()))
            }
            ops::IFunc::NAME => {
                let ifunc = ops::IFunc::like(op);
                (ifunc.i_func_type(), ifunc.address_space(), GlobalKind::IFunc(self.placeholder()))
            }
            ops::Func::NAME => {
                (ops::Func::like(op).function_type(), None, GlobalKind::Function(Box::default()))
            }
            ops::GlobalCtors::NAME | ops::GlobalDtors::NAME => {
                return self.declare_constructors(op).map(Some);
            }
            // Members of other dialects are translated after the globals.
            _ => return Ok(None),
        };
        self.check_attributes(op)?;
        let Some(ty) = ty.and_then(|ty| self.ty(ty)) else { return self.error(op, "type without LLVM IR") };
        let Some(symbol) = self.symbol_name(op) else {
            return self.error(op, "requires attribute 'sym_name'");
        };
        // An empty name in LLVM means no name.
        let unnamed = op.attribute(asides::UNNAMED).is_some() || context.bytes(symbol).is_empty();
        let name = (!unnamed).then(|| self.text(symbol));
        let mut value = GlobalValue::new(name, ty, kind);
        // The builder is not given the address space of functions, so the data layout's default applies.
        let implied = match op.is(ops::Func::DEF) && self.tables.policy.uses_builder {
            true => self.tables.layout.program_address_space,
            false => 0,
        };
        let beside = op.attribute(asides::ADDRESS_SPACE).and_then(|space| space.as_u64(context));
        let space = space.filter(|&space| space != 0).or(beside.map(|space| space as u32));
        value.address_space = space.unwrap_or(implied);
        self.common(op, &mut value)?;
        let global = self.ir.add_global(value);
        if self.tables_mut().symbols.insert(symbol, global).is_some() {
            return self.error(op, format!("redefinition of symbol named '{}'", context.str(symbol)));
        }
        Ok(Some(global))
    }

    /// The address space of what an alias stands for.
    fn aliased_address_space(&mut self, op: OpRef<'_>) -> Option<u32> {
        let (body, block) = initializer_block(op)?;
        let last = body.block_ops(block).last()?;
        let &value = OpRef::new(self.context, body, last).operands().first()?;
        let ty = self.ty(body.value_type(value))?;
        match *self.ir.types.kind(ty) {
            TypeKind::Pointer(space) => Some(space),
            _ => None,
        }
    }

    /// A placeholder for an address that is not known yet.
    pub(crate) fn placeholder(&self) -> Constant {
        let ptr = self.ir.types.common.ptr;
        self.ir.constants.intern(ptr, ConstantKind::Zero)
    }

    fn comdats(&mut self, op: OpRef<'_>) -> Result<()> {
        let context = self.context;
        let (body, regions) = op.body.regions(op.op);
        let selectors: Vec<OpRef<'_>> = regions
            .iter()
            .flat_map(|&region| body.region_blocks(region))
            .flat_map(|&block| body.block_ops(block))
            .map(|selector| OpRef::new(context, body, selector))
            .collect();
        for selector in selectors {
            let Some(view) = ops::ComdatSelector::unverified(selector) else {
                return self.no_translation(selector);
            };
            self.check_attributes(selector)?;
            self.count_left_out(selector, AttributePlace::Other);
            let kind = self.required(selector, view.comdat())?.to_ir();
            let Some(symbol) = self.symbol_name(selector) else {
                return self.error(selector, "requires attribute 'sym_name'");
            };
            let name = self.text(symbol);
            if self.tables.comdats.contains_key(&symbol) {
                return self.plain_error(
                    selector,
                    "comdat selection symbols must be unique even in different comdat regions",
                );
            }
            let comdat = self.ir.comdats.push(ComdatData { name, kind });
            self.tables_mut().comdats.insert(symbol, comdat);
        }
        Ok(())
    }

    /// Exports the properties common to all globals.
    fn common(&mut self, op: OpRef<'_>, value: &mut GlobalValue) -> Result<()> {
        let context = self.context;
        let fields = GlobalValueInterface(op);
        if let Some(linkage) = fields.linkage() {
            value.linkage = linkage.to_ir();
        }
        if let Some(visibility) = fields.visibility_() {
            value.visibility = visibility.to_ir();
        }
        if let Some(unnamed_addr) = fields.unnamed_addr() {
            value.unnamed_addr = unnamed_addr.to_ir();
        }
        if let Some(storage) = self.word(op, asides::DLL_STORAGE, DllStorage::from_spelling) {
            value.dll_storage = storage;
        }
        if fields.thread_local_() {
            value.tls = Some(TlsModel::GeneralDynamic);
        }
        value.tls = self.word(op, asides::TLS_MODEL, TlsModel::from_spelling).or(value.tls);
        let partition = op.attribute(asides::PARTITION).and_then(|partition| self.bytes(partition));
        value.partition = partition.map(<[u8]>::to_vec).map(|partition| self.intern(&partition));
        let section = fields.section().filter(|_| !self.is_bare_declaration(op));
        value.section = section.map(|section| self.text(section));
        let may_be_local = !self.tables.policy.drops_unread_fields || !op.is(ops::Alias::DEF);
        value.dso_local = may_be_local && fields.dso_local() || value.implies_dso_local();
        if let Some(AttrKind::SymbolRef { nested, .. }) = fields.comdat().map(|comdat| comdat.kind(context)) {
            let comdat = nested.last().and_then(|name| self.tables.comdats.get(name).copied());
            let Some(comdat) = comdat else { return self.error(op, "expected comdat symbol") };
            value.comdat = Some(comdat);
        }
        value.alignment = alignment(fields.alignment()).or_else(|message| self.error(op, message))?;
        Ok(())
    }

    /// Fills in everything that a global refers to.
    fn define(&mut self, op: OpRef<'_>, global: Global, site: Option<BodyState<'_>>) -> Result<()> {
        let mut attachments = self.attachments(op, op.attribute(asides::ATTACHMENTS))?;
        attachments.append(&mut self.ir.globals[global].attachments);
        self.global_debug_info(op, &mut attachments);
        self.sort_attachments(&mut attachments);
        self.ir.globals[global].attachments = attachments;
        if matches!(op.name(), ops::Global::NAME | ops::Alias::NAME) {
            self.foreign_other_attributes(op)?;
        }
        let kind = match op.name() {
            ops::Global::NAME => GlobalKind::Variable(self.variable(ops::Global::like(op), global)?),
            ops::Alias::NAME => match self.initializer(op)? {
                Some(target) => GlobalKind::Alias(target),
                None => return self.error(op, "must have an initializer"),
            },
            ops::IFunc::NAME => {
                let resolver = ops::IFunc::like(op).resolver();
                let expression = match op.attribute(asides::RESOLVER) {
                    None => None,
                    Some(resolver) => match self.constant_of_attribute(resolver) {
                        None => return self.error(op, MALFORMED_CONSTANT),
                        expression => expression,
                    },
                };
                match resolver.and_then(|resolver| self.tables.symbols.get(&resolver).copied()) {
                    Some(resolver) => {
                        GlobalKind::IFunc(expression.unwrap_or_else(|| self.ir.address_of(resolver)))
                    }
                    None => return self.error(op, "resolver must be a function in the module"),
                }
            }
            ops::Func::NAME => {
                GlobalKind::Function(Box::new(self.function(ops::Func::like(op), global, site)?))
            }
            _ => return self.constructors(op, global),
        };
        self.ir.globals[global].kind = kind;
        if op.is(ops::Func::DEF) {
            self.foreign_function_attributes(op, global)?;
        }
        Ok(())
    }

    fn variable(&mut self, variable: ops::Global<View<'_, Unverified>>, global: Global) -> Result<Variable> {
        let (context, op) = (self.context, *variable.0);
        let ty = self.ir.globals[global].ty;
        let mut part = ty;
        while let TypeKind::Array { element, .. } = *self.ir.types.kind(part) {
            part = element;
        }
        // LLVM's verifier refuses these; the fields of structs are left to it.
        match *self.ir.types.kind(part) {
            TypeKind::Vector { scalable: true, .. } => {
                return self.plain_error(op, "Globals cannot contain scalable types");
            }
            TypeKind::Identified(id)
                if self.ir.types.structs[id].fields.is_none() && variable.value().is_some() =>
            {
                return self.plain_error(op, "Global variable initializer must be sized");
            }
            _ => {}
        }
        let beside = match op.attribute(asides::INITIALIZER) {
            None => None,
            Some(constant) => match self.constant_of_attribute(constant) {
                Some(constant) if self.ir.constants.ty(constant) == ty => Some(constant),
                _ => return self.error(op, MALFORMED_CONSTANT),
            },
        };
        let initializer = match variable.value() {
            _ if beside.is_some() => beside,
            Some(value) => {
                Some(self.constant_of(value, ty).or_else(|message| self.plain_error(op, message))?)
            }
            None => self.initializer(op)?.or_else(|| {
                // Only declarations may lack an initializer.
                let linkage = self.ir.globals[global].linkage;
                let elsewhere = matches!(linkage, Linkage::External | Linkage::ExternWeak);
                (!elsewhere).then(|| self.ir.constants.intern(ty, ConstantKind::Undef))
            }),
        };
        // In LLVM IR these are declarations.
        let is_weak = self.ir.globals[global].linkage == Linkage::ExternWeak;
        let initializer = initializer.filter(|&initializer| {
            if is_weak
                && *self.ir.constants.kind(initializer) != ConstantKind::Undef
                && self.tables.policy.counts_losses
            {
                self.count_loss("initializer of an extern_weak variable");
            }
            !is_weak
        });
        let attributes = self.function_attributes(op, "target_specific_attrs")?;
        let model = self.word(op, asides::CODE_MODEL, CodeModel::from_spelling);
        let markers =
            op.attribute(asides::SANITIZE).and_then(|markers| markers.as_array(context)).unwrap_or_default();
        let sanitizers =
            markers.iter().filter_map(|&marker| Sanitizer::from_spelling(self.bytes(marker)?)).collect();
        Ok(Variable {
            constant: variable.constant(),
            externally_initialized: variable.externally_initialized(),
            initializer,
            code_model: model,
            sanitizers,
            attributes,
        })
    }

    /// The constant computed by the region of a global.
    fn initializer(&mut self, op: OpRef<'_>) -> Result<Option<Constant>> {
        let context = self.context;
        let Some((body, block)) = initializer_block(op) else { return Ok(None) };
        let mut site = BodyState::new(body);
        for member in body.block_ops(block) {
            let member = OpRef::new(context, body, member);
            if member.is(ops::Return::DEF) {
                self.count_left_out(member, AttributePlace::Other);
                let Some(&value) = member.operands().first() else { return Ok(None) };
                return self.constant_value(&mut site, member, value).map(Some);
            }
            self.count_left_out(member, AttributePlace::Other);
            self.constant_op(&mut site, member)?;
        }
        self.error(op, "initializer region must end with a return")
    }

    fn function(
        &mut self,
        func: ops::Func<View<'_, Unverified>>,
        global: Global,
        site: Option<BodyState<'_>>,
    ) -> Result<Function> {
        let op = *func.0;
        let completed = site.and_then(|mut site| self.complete(&mut site, op).then_some(site.function));
        let read = match completed {
            Some(_) => None,
            None => self.read_body(op)?,
        };
        let body = read.as_ref().or(definition(op));
        let mut function = match (completed, body) {
            (Some(function), _) => function,
            (None, Some(body)) => {
                let mut site = self.lay_out(op, body);
                self.function_body(&mut site, op)?;
                site.function
            }
            (None, None) => match self.ir.types.kind(self.ir.globals[global].ty) {
                TypeKind::Function { params, .. } => Function::declared(params),
                _ => Function::default(),
            },
        };
        self.hand_back(read);
        function.calling_convention = self.calling_convention(op)?;
        let (ret, params) = self.signature_attributes(op)?;
        let set = self.function_attributes(op, "passthrough")?;
        function.attributes = self.ir.attributes.list(AttributeList { function: set, ret, params });
        if self.tables.policy.uses_builder {
            function.attributes = self.with_intrinsic_attributes(global, function.attributes);
        }
        function.gc = func.garbageCollector().map(|gc| self.text(gc));
        let constant = |exporter: &mut Self, attribute: Option<mlir::Attribute>| match attribute {
            None => Ok(None),
            Some(attribute) => match exporter.constant_of_attribute(attribute) {
                Some(constant) => Ok(Some(constant)),
                None => exporter.error(op, MALFORMED_CONSTANT),
            },
        };
        function.personality = match func.personality().filter(|_| !self.is_bare_declaration(op)) {
            Some(named) if op.attribute(asides::PERSONALITY).is_none() => {
                match self.tables.symbols.get(&named) {
                    Some(&global) => Some(self.ir.address_of(global)),
                    None => return self.error(op, MALFORMED_CONSTANT),
                }
            }
            _ => constant(self, op.attribute(asides::PERSONALITY))?,
        };
        let preferred =
            op.attribute(asides::PREFERRED_ALIGNMENT).and_then(|bytes| bytes.as_u64(self.context));
        function.preferred_alignment = preferred.and_then(Alignment::new).unwrap_or_default();
        function.prefix = constant(self, op.attribute(asides::PREFIX))?;
        function.prologue = constant(self, op.attribute(asides::PROLOGUE))?;
        self.function_metadata(op, global)?;
        Ok(function)
    }

    /// Declares `llvm.global_ctors` or `llvm.global_dtors`.
    fn declare_constructors(&mut self, op: OpRef<'_>) -> Result<Global> {
        let context = self.context;
        self.check_attributes(op)?;
        let Structors { name, functions, .. } = structors(op);
        let len = functions.len() as u64;
        let common = self.ir.types.common;
        let fields = [common.i32, common.ptr, common.ptr].into();
        let element = self.ir.types.intern(TypeKind::Struct { packed: false, fields });
        let ty = self.ir.types.intern(TypeKind::Array { len, element });
        let id = self.intern(name.as_bytes());
        let mut value = GlobalValue::new(Some(id), ty, GlobalKind::Variable(Variable::default()));
        value.linkage = Linkage::Appending;
        let global = self.ir.add_global(value);
        self.tables_mut().symbols.insert(context.ident(name), global);
        Ok(global)
    }

    fn constructors(&mut self, op: OpRef<'_>, global: Global) -> Result<()> {
        let context = self.context;
        let Structors { functions, priorities, data, .. } = structors(op);
        if priorities.len() != functions.len() || data.len() != functions.len() {
            return self.error(op, "must have as many priorities and data as functions");
        }
        let ty = self.ir.globals[global].ty;
        let Some(element) = self.ir.types.element(ty, 0) else { return Ok(()) };
        let common = self.ir.types.common;
        let mut elements = Vec::with_capacity(functions.len());
        for ((&function, priority), &data) in functions.iter().zip(priorities).zip(data) {
            let Some(priority) = priority.as_i64(context) else {
                return self.error(op, "malformed attribute 'priorities'");
            };
            let address = |exporter: &Self, symbol: mlir::Attribute| {
                let global = *exporter.tables.symbols.get(&symbol.as_symbol(context)?)?;
                Some(exporter.ir.constants.intern(common.ptr, ConstantKind::Global(global)))
            };
            let Some(function) = address(self, function) else {
                return self.error(op, "must reference a function in the module");
            };
            let data = match data.declared(context, &ZERO) {
                Some(_) => self.placeholder(),
                None => match address(self, data) {
                    Some(data) => data,
                    None => {
                        return self.error(op, "must have `#llvm.zero` or a symbol of the module as data");
                    }
                },
            };
            let priority = self.ir.constants.integer(&self.ir.types, common.i32, priority);
            let fields = [priority, function, data];
            elements.push(self.ir.constants.aggregate(&self.ir.types, element, &fields));
        }
        let initializer = Some(self.ir.constants.aggregate(&self.ir.types, ty, &elements));
        self.ir.globals[global].kind = GlobalKind::Variable(Variable { initializer, ..Variable::default() });
        Ok(())
    }
}

/// The block that computes the initializer of a variable or what an alias stands for, with its body.
fn initializer_block(op: OpRef<'_>) -> Option<(&Body, Block)> {
    let body = op.body.nested(op.op)?;
    let region = *body.root_regions().first()?;
    Some((body, *body.region_blocks(region).first()?))
}

/// The fields of `llvm.mlir.global_ctors` or `llvm.mlir.global_dtors`, and the name of the variable in LLVM IR.
struct Structors<'a> {
    name: &'static str,
    functions: &'a [mlir::Attribute],
    priorities: &'a [mlir::Attribute],
    data: &'a [mlir::Attribute],
}

fn structors(op: OpRef<'_>) -> Structors<'_> {
    let (name, functions, priorities, data) = match ops::GlobalCtors::unverified(op) {
        Some(ctors) => ("llvm.global_ctors", ctors.ctors(), ctors.priorities(), ctors.data()),
        None => {
            let dtors = ops::GlobalDtors::like(op);
            ("llvm.global_dtors", dtors.dtors(), dtors.priorities(), dtors.data())
        }
    };
    let [functions, priorities, data] = [functions, priorities, data].map(Option::unwrap_or_default);
    Structors { name, functions, priorities, data }
}
