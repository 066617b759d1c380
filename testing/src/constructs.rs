//! The constructs of LLVM IR by name: all that exist, and those that a module contains.
//!
//! The list is derived from the enums and tables of `tern-llvm-ir`, so that it grows with them. A generator or gallery that
//! should show everything can compare [`wanted`] with [`of`] its modules.

use std::collections::BTreeSet;

use tern_llvm_ir::attributes::{Attribute, AttributeKind, AttributeListId, AttributePlace, AttributeSetId};
use tern_llvm_ir::function::Function;
use tern_llvm_ir::globals::{
    CALLING_CONVENTIONS, CodeModel, ComdatKind, DllStorage, GlobalKind, GlobalValue, Linkage, RISCV_VLS_CC,
    Sanitizer, TlsModel, UnnamedAddr, Visibility,
};
use tern_llvm_ir::instruction::{
    BinaryOp, CallSite, CastOp, DebugRecordKind, Flags, FloatPredicate, Instruction, IntPredicate, Ordering,
    RecordOperand, RmwOp, TailKind,
};
use tern_llvm_ir::metadata::specialized;
use tern_llvm_ir::metadata::{FIXED_KINDS, FieldValue, MdNodeKind, Metadata};
use tern_llvm_ir::summary::{
    Access, AllocationType, ByArgumentKind, DevirtualizationKind, FunctionSummary, Hotness, ImportType,
    Summary, SummaryKind, TypeTestKind,
};
use tern_llvm_ir::use_lists::UsedInFunction;
use tern_llvm_ir::versions::LlvmVersion;
use tern_llvm_ir::{Constant, ConstantExpr, ConstantKind, Module, Type, TypeKind};

/// Names of constructs, each with its group, such as `instruction Ret` or `attribute byval`.
pub type Names = BTreeSet<String>;

/// Lists and names the variants of an enum. The list is also an exhaustive match, so a new variant does not compile until it is
/// added here. Those behind `-` are in no module that LLVM 22 reads.
macro_rules! variants {
    ($($name:ident: $of:ident { $($variant:ident),+ $(,)? } $(- { $($except:ident),+ })?)+) => {$(
        fn $name(value: Option<&$of>) -> (&'static str, &'static [&'static str]) {
            let name = match value {
                $(Some($of::$variant { .. }) => stringify!($variant),)+
                $($(Some($of::$except { .. }) => "",)+)?
                None => "",
            };
            (name, &[$(stringify!($variant)),+])
        }
    )+};
}

variants! {
    instruction: Instruction {
        Ret, Br, CondBr, Switch, IndirectBr, Invoke, CallBr, Resume, CatchSwitch, CatchRet, CleanupRet, Unreachable, FNeg,
        Binary, Cast, ICmp, FCmp, Select, Freeze, Phi, ExtractElement, InsertElement, ShuffleVector, ExtractValue, InsertValue,
        Alloca, Load, Store, Fence, CmpXchg, AtomicRmw, GetElementPtr, VaArg, Call, LandingPad, CatchPad, CleanupPad,
        DebugRecord,
    }
    constant: ConstantKind {
        Integer, BigInteger, Float, Zero, Undef, Poison, None, Aggregate, Data, Splat, Global, Expr, BlockAddress,
        DsoLocalEquivalent, NoCfi, PtrAuth, InlineAsm, Metadata, ArgList, LocalMetadata,
    }
    expression: ConstantExpr { Cast, Binary, GetElementPtr, ExtractElement, InsertElement, ShuffleVector }
    ty: TypeKind {
        Void, Half, BFloat, Float, Double, X86Fp80, Fp128, PpcFp128, Label, Metadata, X86Amx, Token, Integer, Pointer, Array,
        Vector, Struct, Identified, Function, TargetExt,
    } - { TypedPointer, Byte }
    global: GlobalKind { Variable, Function, Alias, IFunc }
    attribute_class: Attribute { Enum, Integer, Type, Text, String }
    metadata: Metadata { Null, String, Node, Constant }
    node: MdNodeKind { Tuple, Specialized }
    field_value: FieldValue { Metadata, Element, Integer, Wide, Bool, String, Symbols }
    record_operand: RecordOperand { Value, Metadata, ArgList }
    summary: SummaryKind { Function, Variable, Alias }
}

/// Lists in summaries.
const SUMMARY: &[&str] = &[
    "calls",
    "typeTests",
    "vcalls",
    "const vcalls",
    "allocs",
    "callsites",
    "params",
    "vTableFuncs",
    "vtables",
];

/// What orders of uses are about.
const USED: &[&str] = &["constant", "local", "block"];

/// Whether LLVM 22, which judges what is made, does not have a construct.
fn is_newer(name: &str) -> bool {
    let places = [AttributePlace::Function, AttributePlace::Parameter, AttributePlace::Result];
    let is_newer = |since| since > LlvmVersion::DEFAULT;
    match name.split_once(' ') {
        Some(("attribute", name)) => AttributeKind::from_spelling(name.as_bytes())
            .is_some_and(|kind| places.into_iter().filter_map(|place| kind.since(place)).all(is_newer)),
        Some(("atomicrmw", name)) => {
            RmwOp::from_spelling(name.as_bytes()).is_some_and(|op| is_newer(op.since()))
        }
        _ => false,
    }
}

/// All constructs of LLVM IR.
pub fn wanted() -> Names {
    let mut names = Names::new();
    let mut want = |group: &str, all: &[&str]| {
        names.extend(all.iter().filter(|name| !name.is_empty()).map(|name| format!("{group} {name}")));
    };
    want("instruction", instruction(None).1);
    want("constant", constant(None).1);
    want("expression", expression(None).1);
    want("type", ty(None).1);
    want("global", global(None).1);
    want("kind of attribute", attribute_class(None).1);
    want("metadata", metadata(None).1);
    want("node", node(None).1);
    want("field", field_value(None).1);
    want("operand of a record", record_operand(None).1);
    want("node", &specialized::KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>());
    want("attachment", FIXED_KINDS);
    macro_rules! spelled {
        ($($group:literal $of:ident),+ $(,)?) => {$(
            want($group, &$of::ALL.iter().map(|case| case.spelling()).collect::<Vec<_>>());
        )+};
    }
    spelled!(
        "binary" BinaryOp, "cast" CastOp, "icmp" IntPredicate, "fcmp" FloatPredicate, "atomicrmw" RmwOp,
        "ordering" Ordering, "call" TailKind, "record" DebugRecordKind, "attribute" AttributeKind,
        "linkage" Linkage, "visibility" Visibility, "storage" DllStorage, "tls" TlsModel, "address" UnnamedAddr,
        "code model" CodeModel, "comdat" ComdatKind, "sanitizer" Sanitizer,
    );
    spelled!(
        "summary: import" ImportType, "summary: hotness" Hotness, "summary: access" Access,
        "summary: allocation" AllocationType, "summary: test" TypeTestKind,
        "summary: devirtualized" DevirtualizationKind, "summary: by argument" ByArgumentKind,
    );
    want("summary", summary(None).1);
    want("summary", SUMMARY);
    want("uselistorder", USED);
    want("flag", &Flags::KEYWORDS.iter().map(|(keyword, _)| *keyword).collect::<Vec<_>>());
    names.extend(conventions().map(|number| format!("convention {number}")));
    names.retain(|name| !is_newer(name));
    names
}

/// The numbers of all calling conventions.
fn conventions() -> impl Iterator<Item = u32> {
    CALLING_CONVENTIONS.iter().map(|&(number, _)| number).chain(RISCV_VLS_CC)
}

/// The constructs that a module contains.
pub fn of(module: &Module) -> Names {
    let mut seen = Seen { module, names: Names::new(), types: BTreeSet::new() };
    seen.module();
    seen.names
}

struct Seen<'m> {
    module: &'m Module,
    names: Names,
    types: BTreeSet<Type>,
}

impl Seen<'_> {
    fn note(&mut self, group: &str, name: &str) {
        self.names.insert(format!("{group} {name}"));
    }

    fn module(&mut self) {
        for comdat in self.module.comdats.values() {
            self.note("comdat", comdat.kind.spelling());
        }
        for value in self.module.globals.values() {
            self.global(value);
        }
        if let Some(summary) = &self.module.summary {
            self.summary(summary);
        }
        if !self.module.use_list_orders.is_empty() {
            self.note("uselistorder", "constant");
        }
        for index in 0..self.module.constants.len() {
            self.constant(Constant::from_u32(index as u32));
        }
        for data in self.module.metadata.nodes.values() {
            self.note("node", node(Some(&data.kind)).0);
            match &data.kind {
                MdNodeKind::Tuple(operands) => operands.iter().for_each(|it| self.metadata(*it)),
                MdNodeKind::Specialized { kind, fields } => {
                    self.note("node", &self.module.text(*kind));
                    for field in fields {
                        self.note("field", field_value(Some(&field.value)).0);
                    }
                }
            }
        }
    }

    fn summary(&mut self, entries: &Summary) {
        for it in entries.values.values().flat_map(|entry| &entry.summaries) {
            self.note("summary", summary(Some(&it.kind)).0);
            self.note("summary: import", it.import.spelling());
            it.refs.iter().for_each(|it| self.note("summary: access", it.access.spelling()));
            match &it.kind {
                SummaryKind::Function(function) => self.function_summary(function),
                SummaryKind::Variable(it) if !it.vtable_functions.is_empty() => {
                    self.note("summary", "vTableFuncs")
                }
                SummaryKind::Variable(_) | SummaryKind::Alias(_) => {}
            }
        }
        for entry in entries.type_ids.values() {
            if !entry.vtables.is_empty() {
                self.note("summary", "vtables");
            }
            let Some(resolution) = &entry.resolution else { continue };
            self.note("summary: test", resolution.test.kind.spelling());
            for it in resolution.devirtualized.values() {
                self.note("summary: devirtualized", it.kind.spelling());
                it.by_args.values().for_each(|it| self.note("summary: by argument", it.kind.spelling()));
            }
        }
    }

    fn function_summary(&mut self, function: &FunctionSummary) {
        function.calls.iter().for_each(|it| self.note("summary: hotness", it.hotness.spelling()));
        function.allocs.iter().flat_map(|it| &it.versions).for_each(|it| {
            self.note("summary: allocation", it.spelling());
        });
        let vcalls = function.type_test_assume_vcalls.len() + function.type_checked_load_vcalls.len();
        let const_vcalls =
            function.type_test_assume_const_vcalls.len() + function.type_checked_load_const_vcalls.len();
        let lists = [
            ("calls", function.calls.len()),
            ("typeTests", function.type_tests.len()),
            ("vcalls", vcalls),
            ("const vcalls", const_vcalls),
            ("allocs", function.allocs.len()),
            ("callsites", function.callsites.len()),
            ("params", function.params.len()),
        ];
        lists.iter().filter(|(_, count)| *count != 0).for_each(|(name, _)| self.note("summary", name));
    }

    fn metadata(&mut self, of: Metadata) {
        self.note("metadata", metadata(Some(&of)).0);
    }

    fn global(&mut self, value: &GlobalValue) {
        self.note("global", global(Some(&value.kind)).0);
        self.note("linkage", value.linkage.spelling());
        self.note("visibility", value.visibility.spelling());
        self.note("storage", value.dll_storage.spelling());
        self.note("address", value.unnamed_addr.spelling());
        if let Some(model) = value.tls {
            self.note("tls", model.spelling());
        }
        for &(kind, _) in &value.attachments {
            self.note("attachment", &self.module.text(kind));
        }
        self.ty(value.ty);
        match &value.kind {
            GlobalKind::Variable(variable) => {
                if let Some(model) = variable.code_model {
                    self.note("code model", model.spelling());
                }
                for sanitizer in &variable.sanitizers {
                    self.note("sanitizer", sanitizer.spelling());
                }
                self.attributes(variable.attributes);
            }
            GlobalKind::Function(function) => self.function(function),
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {}
        }
    }

    fn function(&mut self, function: &Function) {
        self.note("convention", &function.calling_convention.to_string());
        self.attribute_list(function.attributes);
        if !function.is_declaration() {
            self.ty(self.module.types.common.label);
        }
        for local in function.locals.values() {
            self.ty(local.ty);
        }
        for (kind, _) in function.all_attachments() {
            self.note("attachment", &self.module.text(*kind));
        }
        for data in function.insts.values() {
            self.instruction(&data.inst);
        }
        for order in &function.use_list_orders {
            self.note(
                "uselistorder",
                match order.of {
                    UsedInFunction::Value(_) => "local",
                    UsedInFunction::Block(_) => "block",
                },
            );
        }
    }

    fn instruction(&mut self, inst: &Instruction) {
        self.note("instruction", instruction(Some(inst)).0);
        match inst {
            Instruction::Binary { op, flags, .. } => {
                self.note("binary", op.spelling());
                self.flags(*flags);
            }
            Instruction::Cast { op, flags, .. } => {
                self.note("cast", op.spelling());
                self.flags(*flags);
            }
            Instruction::ICmp { predicate, flags, .. } => {
                self.note("icmp", predicate.spelling());
                self.flags(*flags);
            }
            Instruction::FCmp { predicate, .. } => self.note("fcmp", predicate.spelling()),
            Instruction::GetElementPtr { flags, .. } => self.flags(*flags),
            Instruction::AtomicRmw(rmw) => {
                self.note("atomicrmw", rmw.op.spelling());
                self.note("ordering", rmw.atomicity.ordering.spelling());
            }
            Instruction::Load { atomicity, .. } => self.note("ordering", atomicity.ordering.spelling()),
            Instruction::DebugRecord(record) => {
                self.note("record", record.kind.spelling());
                for operand in &record.operands {
                    self.note("operand of a record", record_operand(Some(operand)).0);
                }
            }
            _ => {}
        }
        if let Some(call) = inst.call_site() {
            self.call(call);
        }
    }

    fn call(&mut self, call: &CallSite) {
        self.note("call", call.tail.spelling());
        self.note("convention", &call.calling_convention.to_string());
        self.flags(call.flags);
        self.attribute_list(call.attributes);
    }

    fn flags(&mut self, flags: Flags) {
        for &(keyword, flag) in Flags::KEYWORDS {
            if flags.contains(flag) {
                self.note("flag", keyword);
            }
        }
    }

    fn attribute_list(&mut self, list: AttributeListId) {
        let list = self.module.attributes.get_list(list);
        for &set in [list.function, list.ret].iter().chain(&list.params) {
            self.attributes(set);
        }
    }

    fn attributes(&mut self, set: AttributeSetId) {
        for attribute in self.module.attributes.get(set) {
            self.note("kind of attribute", attribute_class(Some(attribute)).0);
            if let Some(kind) = attribute.kind() {
                self.note("attribute", kind.spelling());
            }
        }
    }

    fn constant(&mut self, of: Constant) {
        self.ty(self.module.constants.ty(of));
        let kind = self.module.constants.kind(of);
        self.note("constant", constant(Some(kind)).0);
        match kind {
            ConstantKind::Metadata(of) => self.metadata(*of),
            ConstantKind::Expr(of) => {
                self.note("expression", expression(Some(of)).0);
                match &**of {
                    ConstantExpr::Cast { op, .. } => self.note("cast", op.spelling()),
                    ConstantExpr::Binary { op, .. } => self.note("binary", op.spelling()),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Records a type and its component types.
    fn ty(&mut self, of: Type) {
        if !self.types.insert(of) {
            return;
        }
        self.note("type", ty(Some(self.module.types.kind(of))).0);
        for part in self.module.types.parts(of) {
            self.ty(part);
        }
    }
}
