//! How the other versions of MLIR spell the dialect.

use tern_mlir::asm::{Inherent, PrintedOp, Style, type_to_string};
use tern_mlir::attributes::{Attribute, NamedAttribute, NamedAttributes};
use tern_mlir::context::Context;
use tern_mlir::declare::OpDef;
use tern_mlir::types::{Type, TypeKind};

use super::{MlirVersion, NEWER, STAND_INS, V16, V19, V22, V24, table};
use crate::enums::GEPNoWrapFlags;
use crate::types::TOKEN;

#[derive(Debug)]
struct VersionStyle(MlirVersion);

static STYLE_16: VersionStyle = VersionStyle(V16);
static STYLE_19: VersionStyle = VersionStyle(V19);
static STYLE_24: VersionStyle = VersionStyle(V24);

impl MlirVersion {
    /// The style in which the printer prints a module that was [downgraded](super::downgrade) to this version; `None` for the default
    /// version.
    pub fn style(self) -> Option<&'static dyn Style> {
        match self {
            V16 => Some(&STYLE_16),
            V19 => Some(&STYLE_19),
            V24 => Some(&STYLE_24),
            _ => None,
        }
    }
}

/// The name without `llvm.` of the operation of a declaration, if it is one of the dialect.
pub(super) fn short_name(def: Option<&'static OpDef>) -> Option<&'static str> {
    def?.name.strip_prefix("llvm.")
}

/// Whether the version lacks an inherent attribute of an operation.
pub(super) fn lacks_property(version: MlirVersion, op: &str, name: &str) -> bool {
    let rows = table::PROPERTIES.iter().filter(|row| version < row.since && row.name == name);
    rows.into_iter().any(|row| row.on.is_empty() || row.on.contains(&op))
}

/// Whether an operation is a stand-in.
fn stands_in(op: PrintedOp<'_>) -> bool {
    op.attribute(NEWER) == Some(op.context().common.unit)
}

impl Style for VersionStyle {
    fn inherent(&self) -> Inherent {
        match self.0 {
            V16 => Inherent::Among,
            V24 => Inherent::Apart,
            _ => Inherent::Usual,
        }
    }

    fn is_generic(&self, op: PrintedOp<'_>) -> bool {
        short_name(op.def()).is_some_and(|name| stands_in(op) || table::lacks(table::FORMS, self.0, name))
    }

    fn name(&self, op: PrintedOp<'_>) -> Option<String> {
        let name = short_name(op.def()).filter(|_| stands_in(op))?;
        Some(format!("{STAND_INS}.{name}"))
    }

    fn properties(&self, op: PrintedOp<'_>, properties: &mut NamedAttributes) {
        let context = op.context();
        let segments = context.common.operand_segment_sizes;
        if stands_in(op) {
            // The defaults may be attributes that the version lacks.
            let is_default = |entry: &NamedAttribute| {
                let decl = op.def().and_then(|def| def.attribute(context.str(entry.name)));
                decl.is_some_and(|decl| tern_mlir::declare::is_default(context, decl, entry.value))
            };
            properties.retain(|entry| !is_default(entry));
        } else if let Some(name) = short_name(op.def()) {
            let is_bundles = |entry: &NamedAttribute| context.bytes(entry.name) == b"op_bundle_sizes";
            let has_bundles = table::GROUPS.iter().any(|row| self.0 >= row.0 || !row.2.contains(&name));
            properties.retain(|entry| {
                !lacks_property(self.0, name, context.str(entry.name)) && (has_bundles || !is_bundles(entry))
            });
            if !has_bundles && let Some(at) = properties.iter().position(|entry| entry.name == segments) {
                match without_last(context, properties[at].value) {
                    Some(sizes) => properties[at].value = sizes,
                    None => drop(properties.remove(at)),
                }
            }
            let unit = |name| NamedAttribute { name: context.name(name), value: context.common.unit };
            if self.0 < V22 && op.property("noWrapFlags").and_then(|flags| flags.as_u64(context)) == INBOUNDS
            {
                properties.push(unit("inbounds"));
            }
            if self.0 < V19 && name == "fence" && op.property("syncscope").is_none() {
                let empty = Attribute::string(context, "");
                properties.push(NamedAttribute { name: context.name("syncscope"), value: empty });
            }
            if self.0 < V22 && name.starts_with("intr.lifetime.") {
                let size = Attribute::integer(context, context.common.i64, -1);
                properties.push(NamedAttribute { name: context.name("size"), value: size });
            }
        }
        if self.0 < V19
            && let Some(entry) = properties.iter_mut().find(|entry| entry.name == segments)
        {
            entry.name = context.name("operand_segment_sizes");
        }
    }

    fn ty(&self, context: &Context, ty: Type) -> Option<String> {
        if self.0 >= V24 && ty.declared(context, &TOKEN).is_some() {
            return Some("token".to_owned());
        }
        let TypeKind::Vector { shape, scalable, element } = ty.kind(context) else { return None };
        if self.0 >= V22 || !matches!(element.kind(context), TypeKind::Declared { .. }) {
            return None;
        }
        let scale = if scalable.contains(&true) { "? x " } else { "" };
        Some(format!("!llvm.vec<{scale}{} x {}>", shape.first()?, type_to_string(context, *element)))
    }
}

/// The flags that are spelled `inbounds`.
const INBOUNDS: Option<u64> = Some(GEPNoWrapFlags::INBOUNDS.bits());

/// The sizes of groups without the last; `None` if one group is left.
fn without_last(context: &Context, sizes: Attribute) -> Option<Attribute> {
    let sizes = sizes.as_dense_i32(context)?;
    let (_, sizes) = sizes.split_last()?;
    (sizes.len() > 1).then(|| Attribute::dense_i32(context, sizes))
}
