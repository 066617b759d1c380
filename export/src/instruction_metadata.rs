//! Exports metadata of instructions that MLIR models by fields of operations.

use tern_dialect_llvm::attributes::{DEREFERENCEABLE, MMRA_TAG, VEC_TYPE_HINT};
use tern_dialect_llvm::ops;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::globals::Global;
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::{MdNode, StrId};
use tern_mapping::asides;
use tern_mapping::instruction_metadata::{
    ATTACHMENTS, AttachmentForm, BRANCH_WEIGHTS, ENTRY_COUNT, FUNCTION_ATTACHMENTS, FunctionMetadataForm,
    MMRA,
};
use tern_mlir::declare::Param;
use tern_mlir::{Location, OpRef};

use crate::mlir::Attribute;
use crate::{Exporter, Result};

impl Exporter<'_> {
    /// Adds the attachments that the fields and the location of an operation stand for. `scope` is that of the function.
    pub(crate) fn modelled_attachments(
        &mut self,
        op: OpRef<'_>,
        scope: Option<MdNode>,
        attachments: &mut Vec<(StrId, MdNode)>,
    ) -> Result<()> {
        let before = attachments.len();
        self.location_attachment(op.body.op_location(op.op), scope, attachments);
        let context = self.context;
        for property in op.body.properties(op.op).as_dictionary(context).unwrap_or_default() {
            let known = self.tables.attachment_fields.iter().position(|field| *field == property.name);
            let Some(&(_, kind, form)) = known.and_then(|index| ATTACHMENTS.get(index)) else { continue };
            if let Some((kind, node)) = self.attachment(op, kind, form, property.value)? {
                attachments.push((self.intern(kind.as_bytes()), node));
            }
        }
        let is_kept = |tags: &Attribute| {
            !self.tables.policy.drops_unread_fields || tags.as_array(self.context) != Some(&[])
        };
        if let Some(tags) = op.attribute(MMRA.0).filter(is_kept) {
            match self.mmra_node(tags) {
                Some(node) => attachments.push((self.intern(MMRA.1.as_bytes()), node)),
                None => {
                    return self
                        .error(op, format!("expected an MMRA tag or an array of them in `{}`", MMRA.0));
                }
            }
        }
        if attachments.len() != before {
            self.sort_attachments(attachments);
        }
        Ok(())
    }

    /// Adds the `dbg` attachment for a location, unless there is one already.
    pub(crate) fn location_attachment(
        &mut self,
        location: Location,
        scope: Option<MdNode>,
        attachments: &mut Vec<(StrId, MdNode)>,
    ) {
        let cut = self.metadata.locations.cut;
        let Some(node) = self.location(location, scope) else {
            self.count_unkept_location(location);
            return;
        };
        let dbg = self.tables.location_names.attachment;
        match attachments.iter().all(|(kind, _)| *kind != dbg) {
            true => attachments.push((dbg, node)),
            // The explicit attachment takes precedence, so nothing is lost.
            false => self.metadata.locations.cut = cut,
        }
    }

    /// The kind and the node of an attachment; `None` if the field means that there is none.
    fn attachment(
        &mut self,
        op: OpRef<'_>,
        kind: &'static str,
        form: AttachmentForm,
        value: Attribute,
    ) -> Result<Option<(&'static str, MdNode)>> {
        let context = self.context;
        let list = value.as_array(context);
        // An unset flag or an empty list.
        if list.is_some_and(<[_]>::is_empty) || value == Attribute::bool(context, false) {
            return Ok(None);
        }
        let (mut kind, mut several) = (kind, false);
        let node = match form {
            AttachmentForm::Tbaa => match list {
                Some(&[tag]) => self.tbaa_node(tag),
                _ => {
                    several = list.is_some();
                    None
                }
            },
            AttachmentForm::AliasScopes => list.and_then(|scopes| self.alias_scopes_node(scopes)),
            AttachmentForm::AccessGroups => list.and_then(|groups| self.access_groups_node(groups)),
            AttachmentForm::Loop => {
                let number = op.attribute(asides::LOOP_ID).and_then(|number| number.as_u64(context));
                self.loop_node_of(value, number)
            }
            AttachmentForm::BranchWeights => value.as_dense_i32(context).map(|weights| {
                let name = self.metadata_string(BRANCH_WEIGHTS.as_bytes());
                let weights = weights.into_iter().map(|weight| self.metadata_integer(32, weight.into()));
                let operands = std::iter::once(name).chain(weights.collect::<Vec<_>>()).collect();
                self.tuple(operands)
            }),
            AttachmentForm::Unit => Some(self.tuple(Vec::new())),
            AttachmentForm::UnitOne => {
                let one = self.metadata_integer(32, 1);
                Some(self.tuple(vec![one]))
            }
            AttachmentForm::Dereferenceable(or_null) => {
                value.declared(context, &DEREFERENCEABLE).and_then(|params| {
                    let [bytes, may_be_null] = params else { return None };
                    if *may_be_null == Param::Bool(true) {
                        kind = or_null;
                    }
                    let bytes = self.metadata_integer(64, bytes.as_u64()? as i64);
                    Some(self.tuple(vec![bytes]))
                })
            }
        };
        match node {
            Some(node) => Ok(Some((kind, node))),
            None if several => {
                self.count_loss("several TBAA access tags, of which LLVM IR has one for each instruction");
                Ok(None)
            }
            None => self.error(op, format!("has metadata for `{kind}` that cannot be translated")),
        }
    }

    /// Adds the attachments that the fields of a function stand for.
    pub(crate) fn function_metadata(&mut self, op: OpRef<'_>, function: Global) -> Result<()> {
        let context = self.context;
        if let Some(count) = ops::Func::unverified(op).and_then(|func| func.function_entry_count()) {
            let operands =
                vec![self.metadata_string(ENTRY_COUNT.as_bytes()), self.metadata_integer(64, count as i64)];
            let node = self.tuple(operands);
            let prof = self.intern(b"prof");
            self.ir.globals[function].attachments.push((prof, node));
        }
        for &(field, kind, form) in FUNCTION_ATTACHMENTS {
            let Some(value) = op.property(field) else { continue };
            let operands = match form {
                FunctionMetadataForm::VecTypeHint => self.vec_type_hint(value),
                FunctionMetadataForm::Numbers => {
                    let numbers = value.as_dense_i32(context);
                    let numbers = numbers.or_else(|| Some(vec![i32::try_from(value.as_i64(context)?).ok()?]));
                    numbers.map(|numbers| {
                        numbers.into_iter().map(|number| self.metadata_integer(32, number.into())).collect()
                    })
                }
            };
            let Some(operands) = operands else {
                return self.error(op, format!("has a malformed `{field}`"));
            };
            let node = self.tuple(operands);
            let kind = self.intern(kind.as_bytes());
            self.ir.globals[function].attachments.push((kind, node));
        }
        let mut attachments = std::mem::take(&mut self.ir.globals[function].attachments);
        self.sort_attachments(&mut attachments);
        self.ir.globals[function].attachments = attachments;
        Ok(())
    }

    fn vec_type_hint(&mut self, hint: Attribute) -> Option<Vec<Metadata>> {
        let [ty, signed] = hint.declared(self.context, &VEC_TYPE_HINT)? else { return None };
        let ty = self.ty(ty.as_attribute()?.as_type(self.context)?)?;
        let undef = self.ir.constants.intern(ty, ConstantKind::Undef);
        let signed = self.metadata_integer(32, i64::from(*signed == Param::Bool(true)));
        Some(vec![Metadata::Constant(undef), signed])
    }

    /// The node of a tag, or of an array of tags.
    fn mmra_node(&mut self, tags: Attribute) -> Option<MdNode> {
        let context = self.context;
        if let Some(tags) = tags.as_array(context) {
            let tags = tags.iter().map(|&tag| self.mmra_node(tag).map(Metadata::Node));
            let tags = tags.collect::<Option<Vec<_>>>()?;
            return match tags[..] {
                [Metadata::Node(only)] => Some(only),
                _ => Some(self.tuple(tags)),
            };
        }
        let [prefix, suffix] = tags.declared(context, &MMRA_TAG)? else { return None };
        let operands = [prefix, suffix]
            .into_iter()
            .map(|part| Some(self.metadata_string(context.bytes(part.as_string()?))))
            .collect::<Option<Vec<_>>>()?;
        Some(self.tuple(operands))
    }
}
