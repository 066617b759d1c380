//! Writes comdats, variables, aliases and ifuncs.

use std::io;

use rustc_hash::FxHashSet;

use super::check::Checker;
use super::{Sink, Writer};
use crate::StrId;
use crate::constants::{Constant, ConstantKind};
use crate::globals::{ComdatKind, Global, GlobalKind, GlobalValue, Linkage, TlsModel, Variable, Visibility};
use crate::metadata::MdNode;

impl Writer<'_> {
    pub(super) fn comdats(&mut self) {
        let module = self.module;
        // In the order of first use, beginning with functions. LLVM does not write unused comdats.
        let users = module.functions.iter().chain(&module.variables);
        let used = users.filter_map(|&user| module.globals[user].comdat);
        let all = !self.only_used;
        let unused = module.comdats.keys().filter(|_| all);
        let mut written = FxHashSet::default();
        for comdat in used.chain(unused).filter(|&comdat| written.insert(comdat)) {
            let comdat = &module.comdats[comdat];
            self.text("\n$");
            self.name(module.strings.get(comdat.name));
            self.text(" = comdat ");
            self.text(match comdat.kind {
                ComdatKind::NoDeduplicate if self.is_before(13) => "noduplicates",
                kind => kind.spelling(),
            });
            self.out.push(b'\n');
        }
    }

    pub(super) fn global_values(&mut self, checker: Option<&Checker<'_>>, sink: Sink<'_>) -> io::Result<()> {
        let module = self.module;
        for list in [&module.variables, &module.aliases, &module.ifuncs] {
            if !list.is_empty() {
                self.out.push(b'\n');
            }
            for &global in list {
                self.global(global);
            }
        }
        self.functions(checker, sink)
    }

    /// Writes linkage, `dso_local`, visibility and DLL storage class.
    pub(super) fn global_prefix(&mut self, value: &GlobalValue) {
        if value.linkage != Linkage::External {
            self.word(value.linkage.spelling());
        }
        if value.dso_local && !value.implies_dso_local() {
            self.text("dso_local ");
        }
        if value.visibility != Visibility::Default {
            self.word(value.visibility.spelling());
        }
        self.word(value.dll_storage.spelling());
    }

    pub(super) fn global(&mut self, global: Global) {
        let start = self.out.len();
        let value = &self.module.globals[global];
        self.global_name(global);
        self.text(" = ");
        if let GlobalKind::Variable(Variable { initializer: None, .. }) = value.kind
            && value.linkage == Linkage::External
        {
            self.text("external ");
        }
        self.global_prefix(value);
        match value.tls {
            None => {}
            Some(TlsModel::GeneralDynamic) => self.text("thread_local "),
            Some(model) => {
                self.text("thread_local(");
                self.text(model.spelling());
                self.text(") ");
            }
        }
        self.word(value.unnamed_addr.spelling());
        match &value.kind {
            GlobalKind::Variable(variable) => self.variable(value, variable),
            GlobalKind::Alias(target) => self.indirect_symbol("alias ", value, *target),
            GlobalKind::IFunc(target) => self.indirect_symbol("ifunc ", value, *target),
            GlobalKind::Function(_) => {}
        }
        self.annotate_global(global, start);
        self.out.push(b'\n');
    }

    fn variable(&mut self, value: &GlobalValue, variable: &Variable) {
        if value.address_space != 0 {
            self.text("addrspace(");
            self.number(value.address_space);
            self.text(") ");
        }
        self.word(if variable.externally_initialized { "externally_initialized" } else { "" });
        self.text(if variable.constant { "constant " } else { "global " });
        self.ty(value.ty);
        if let Some(initializer) = variable.initializer {
            self.out.push(b' ');
            self.constant(initializer);
        }
        self.field(", section ", value.section);
        self.field(", partition ", value.partition);
        if let Some(model) = variable.code_model {
            self.text(", code_model \"");
            self.text(model.spelling());
            self.text("\"");
        }
        for sanitizer in &variable.sanitizers {
            self.text(", ");
            self.text(sanitizer.spelling());
        }
        if value.comdat.is_some() {
            self.text(",");
            self.comdat_reference(value);
        }
        if let Some(bytes) = value.alignment.bytes() {
            self.text(", align ");
            self.number(bytes);
        }
        self.attachments(&value.attachments, ", ");
        self.attribute_group_reference(variable.attributes);
    }

    fn indirect_symbol(&mut self, keyword: &str, value: &GlobalValue, target: Constant) {
        self.text(keyword);
        self.ty(value.ty);
        self.text(", ");
        // An expression states its own type.
        match self.module.constants.kind(target) {
            ConstantKind::Expr(_) => self.constant(target),
            _ => self.typed_constant(target),
        }
        self.field(", partition ", value.partition);
        self.attachments(&value.attachments, ", ");
    }

    /// Writes ` comdat` or ` comdat($x)`.
    pub(super) fn comdat_reference(&mut self, value: &GlobalValue) {
        let module = self.module;
        let Some(comdat) = value.comdat else { return };
        let name = module.comdats[comdat].name;
        self.text(" comdat");
        if Some(name) != value.name {
            self.text("($");
            self.name(module.strings.get(name));
            self.text(")");
        }
    }

    /// Writes `keyword "text"`, if there is a text.
    pub(super) fn field(&mut self, keyword: &str, text: Option<StrId>) {
        if let Some(text) = text {
            self.text(keyword);
            self.quoted(text);
        }
    }

    pub(super) fn attachments(&mut self, attachments: &[(StrId, MdNode)], separator: &str) {
        let module = self.module;
        for &(kind, node) in attachments {
            self.text(separator);
            self.text("!");
            self.metadata_name(module.strings.get(kind));
            self.out.push(b' ');
            self.node(node);
        }
    }
}
