//! Carries strings, constants and attributes of the source into the module that is linked into.

use tern_llvm_ir::attributes::{Attribute, AttributeKind, AttributeList, AttributeListId, AttributeSetId};
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::handles::HandlesMut;
use tern_llvm_ir::instruction::CastOp;
use tern_llvm_ir::{Constant, ConstantExpr, ConstantKind, Global, MdNode, Metadata, StrId, Type};

use crate::linkage::address_of_nothing;
use crate::mover::{Context, Mover};

/// Constants of the source with what became of them.
#[derive(Default)]
pub(crate) struct ConstantMap(Vec<u32>);

impl ConstantMap {
    /// `None` if it is not known; the constant within is none if it refers to a global that is left out.
    fn get(&self, constant: Constant) -> Option<Option<Constant>> {
        match self.0.get(constant.index()) {
            None | Some(0) => None,
            Some(1) => Some(None),
            Some(known) => Some(Some(Constant::new(*known as usize - 2))),
        }
    }

    fn set(&mut self, constant: Constant, to: Option<Constant>) {
        if self.0.len() <= constant.index() {
            self.0.resize(constant.index() + 1, 0);
        }
        self.0[constant.index()] = to.map_or(1, |to| to.index() as u32 + 2);
    }
}

impl Mover<'_> {
    pub(crate) fn map_string(&mut self, id: StrId) -> StrId {
        if self.strings.len() <= id.index() {
            self.strings.resize(id.index() + 1, None);
        }
        if let Some(known) = self.strings[id.index()] {
            return known;
        }
        let new = self.linker.module.strings.intern(self.source.strings.get(id));
        self.strings[id.index()] = Some(new);
        new
    }

    pub(crate) fn map_type(&mut self, ty: Type) -> Type {
        self.types.get(&self.source, &mut self.linker.module, &mut self.linker.structs, ty)
    }

    /// A set of attributes, without `nocallback` if `visible`: what is linked may call back into its own module.
    pub(crate) fn map_attribute_set(&mut self, set: AttributeSetId, visible: bool) -> AttributeSetId {
        if set == AttributeSetId::default() {
            return set;
        }
        let attributes = self.source.attributes.get(set).to_vec().into_iter();
        let kept = attributes.filter(|it| !visible || *it != Attribute::Enum(AttributeKind::NoCallback));
        let mapped = kept
            .map(|attribute| match attribute {
                Attribute::Enum(_) | Attribute::Integer(..) => attribute,
                Attribute::Type(kind, ty) => Attribute::Type(kind, self.map_type(ty)),
                Attribute::Text(kind, text) => Attribute::Text(kind, self.map_string(text)),
                Attribute::String(key, value) => {
                    Attribute::String(self.map_string(key), value.map(|value| self.map_string(value)))
                }
            })
            .collect();
        self.linker.module.attributes.set(&self.linker.module.strings, mapped)
    }

    pub(crate) fn map_attributes(&mut self, list: AttributeListId, visible: bool) -> AttributeListId {
        if list == AttributeListId::default() {
            return list;
        }
        if let Some(&known) = self.lists[usize::from(visible)].get(&list) {
            return known;
        }
        let AttributeList { function, ret, params } = self.source.attributes.get_list(list).clone();
        let function = self.map_attribute_set(function, visible);
        let ret = self.map_attribute_set(ret, false);
        let params = params.into_iter().map(|set| self.map_attribute_set(set, false)).collect();
        let new = self.linker.module.attributes.list(AttributeList { function, ret, params });
        self.lists[usize::from(visible)].insert(list, new);
        new
    }

    /// The constant in the module that is linked into; none if it refers to a global that is left out.
    pub(crate) fn map_constant(&mut self, constant: Constant, context: Context) -> Option<Constant> {
        if let Some(known) = self.constants[context as usize].get(constant) {
            return known;
        }
        let mut open = vec![constant];
        while let Some(&constant) = open.last() {
            let known = &self.constants[context as usize];
            if known.get(constant).is_some() {
                open.pop();
                continue;
            }
            let before = open.len();
            self.source.constants.kind(constant).for_each_operand(|operand| {
                if known.get(operand).is_none() {
                    open.push(operand);
                }
            });
            if open.len() > before {
                open[before..].reverse();
                continue;
            }
            let mapped = self.map_alone(constant, context);
            self.constants[context as usize].set(constant, mapped);
            open.pop();
        }
        self.constants[context as usize].get(constant).flatten()
    }

    /// A constant whose operands are mapped.
    fn map_alone(&mut self, constant: Constant, context: Context) -> Option<Constant> {
        let ty = self.source.constants.ty(constant);
        let mut kind = self.source.constants.kind(constant).clone();
        let mut all = true;
        kind.for_each_operand_mut(|operand| match self.constants[context as usize].get(*operand).flatten() {
            Some(mapped) => *operand = mapped,
            None => all = false,
        });
        if !all && !matches!(kind, ConstantKind::Metadata(_)) {
            return None;
        }
        let target = |mover: &mut Self, global: Global| {
            let mapped = mover.map_global(global, context)?;
            match *mover.linker.module.constants.kind(mapped) {
                ConstantKind::Global(global) => Some(global),
                _ => None,
            }
        };
        match &mut kind {
            ConstantKind::Global(global) => return self.map_global(*global, context),
            ConstantKind::DsoLocalEquivalent(global) | ConstantKind::NoCfi(global) => {
                *global = target(self, *global)?;
            }
            ConstantKind::BlockAddress(global, _) => {
                let of = *global;
                *global = target(self, of)?;
                let Some(moved) = self.moved_to(of) else {
                    let ty = self.map_type(ty);
                    return Some(address_of_nothing(&self.linker.module, ty));
                };
                *global = moved;
                self.linker.addressed.insert(moved);
            }
            ConstantKind::Expr(expr) => {
                if let ConstantExpr::GetElementPtr { element, .. } = &mut **expr {
                    *element = self.map_type(*element);
                }
                if let ConstantExpr::Cast { op: CastOp::AddrSpaceCast, value } = **expr {
                    let ty = self.map_type(ty);
                    return Some(self.target().constants.addrspace_cast(value, ty));
                }
            }
            ConstantKind::InlineAsm(asm) => {
                asm.function_type = self.map_type(asm.function_type);
                asm.template = self.map_string(asm.template);
                asm.constraints = self.map_string(asm.constraints);
            }
            ConstantKind::Metadata(metadata) => match metadata {
                Metadata::Constant(_) if !all => *metadata = Metadata::Null,
                Metadata::Constant(_) | Metadata::Null => {}
                Metadata::String(string) => *string = self.map_string(*string),
                Metadata::Node(node) => *node = self.map_node(*node),
            },
            _ => {}
        }
        let ty = self.map_type(ty);
        let module = &self.linker.module;
        Some(match kind {
            ConstantKind::Aggregate(elements) => module.constants.aggregate(&module.types, ty, &elements),
            kind => module.constants.intern(ty, kind),
        })
    }

    pub(crate) fn map_metadata(&mut self, metadata: Metadata) -> Metadata {
        match metadata {
            Metadata::Null => Metadata::Null,
            Metadata::String(string) => Metadata::String(self.map_string(string)),
            Metadata::Node(node) => Metadata::Node(self.map_node(node)),
            Metadata::Constant(constant) => {
                let mapped = self.map_constant(constant, Context::Value);
                mapped.map_or(Metadata::Null, Metadata::Constant)
            }
        }
    }

    pub(crate) fn map_attachments(&mut self, attachments: &[(StrId, MdNode)]) -> Vec<(StrId, MdNode)> {
        attachments.iter().map(|&(kind, node)| (self.map_string(kind), self.map_node(node))).collect()
    }
}

/// The handles in the body of a function are replaced by those of the module that is linked into.
impl HandlesMut for Mover<'_> {
    fn string(&mut self, string: &mut StrId) {
        *string = self.map_string(*string);
    }

    fn ty(&mut self, ty: &mut Type) {
        *ty = self.map_type(*ty);
    }

    fn constant(&mut self, constant: &mut Constant) {
        // Only an error leaves a constant out, and then the module is of no use.
        if let Some(mapped) = self.map_constant(*constant, Context::Value) {
            *constant = mapped;
        }
    }

    fn node(&mut self, node: &mut MdNode) {
        *node = self.map_node(*node);
    }

    fn metadata(&mut self, metadata: &mut Metadata) {
        *metadata = self.map_metadata(*metadata);
    }

    fn attributes(&mut self, attributes: &mut AttributeListId) {
        *attributes = self.map_attributes(*attributes, true);
    }

    fn call_attributes(&mut self, attributes: &mut AttributeListId) {
        *attributes = self.map_attributes(*attributes, true);
    }
}
