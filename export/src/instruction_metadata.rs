//! Metadata of instructions that MLIR models by fields of operations.

use tern_dialect::declare::Param;
use tern_dialect::llvm::attributes::{DEREFERENCEABLE, MMRA_TAG};
use tern_dialect::{Location, OpRef};
use tern_ir::metadata::Metadata;
use tern_ir::{MdNode, StrId};
use tern_mapping::instruction_metadata::{ATTACHMENTS, AttachmentForm, BRANCH_WEIGHTS, MMRA};

use crate::mlir::Attribute;
use crate::{Exporter, Result};

impl Exporter<'_> {
    /// Adds the attachments that fields of the operation and its location stand for, within the scope of a function.
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
            let name = context.str(property.name);
            let Some(&(_, kind, form)) = ATTACHMENTS.iter().find(|(field, ..)| *field == name) else {
                continue;
            };
            if let Some((kind, node)) = self.attachment(op, kind, form, property.value)? {
                attachments.push((self.intern(kind.as_bytes()), node));
            }
        }
        if let Some(tags) = op.attribute(MMRA.0) {
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

    /// Adds the attachment that a location stands for, unless there is one.
    pub(crate) fn location_attachment(
        &mut self,
        location: Location,
        scope: Option<MdNode>,
        attachments: &mut Vec<(StrId, MdNode)>,
    ) {
        if let Some(node) = self.location(location, scope) {
            let dbg = self.intern(b"dbg");
            if attachments.iter().all(|(kind, _)| *kind != dbg) {
                attachments.push((dbg, node));
            }
        }
    }

    /// The kind and the node of an attachment; `None` where the field says nothing.
    fn attachment(
        &mut self,
        op: OpRef<'_>,
        kind: &'static str,
        form: AttachmentForm,
        value: Attribute,
    ) -> Result<Option<(&'static str, MdNode)>> {
        let context = self.context;
        let list = value.as_array(context);
        if list.is_some_and(<[_]>::is_empty) {
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
            AttachmentForm::Loop => self.loop_node(value),
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
                self.lose("several TBAA access tags, of which LLVM IR has one for each instruction");
                Ok(None)
            }
            None => self.error(op, format!("has metadata for `{kind}` that cannot be translated")),
        }
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
