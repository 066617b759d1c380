//! Access tags: what the types of the source say. Source: LangRef, `tbaa` Metadata. A tag names a base type, the type that is accessed, and
//! the offset in the base type. Types are scalars with a parent, up to a root, or structs with the types of their fields. Types of other
//! roots belong to other languages and say nothing of each other.

use tern_llvm_ir::metadata::MdNodeKind;
use tern_llvm_ir::{MdNode, Metadata, Module};

use crate::integers::Integer;

/// How many types are looked at on the way from one to another. Longer ways are those of types in a circle.
const LIMIT: usize = 1000;

/// An access tag.
#[derive(Clone, Copy)]
struct Tag {
    base: MdNode,
    access: MdNode,
    offset: u64,
    is_new: bool,
}

/// Whether accesses with these tags may meet.
pub(super) fn may_meet(module: &Module, a: MdNode, b: MdNode) -> bool {
    let tags = Tags { module };
    let (Some(x), Some(y)) = (tags.tag(a), tags.tag(b)) else { return true };
    if a == b {
        return true;
    }
    let Some(common) = tags.common_type(x.access, y.access) else { return true };
    tags.leads_to(x, y, common).or_else(|| tags.leads_to(y, x, common)).unwrap_or(false)
}

struct Tags<'a> {
    module: &'a Module,
}

impl<'a> Tags<'a> {
    fn operands(&self, node: MdNode) -> &'a [Metadata] {
        match self.module.metadata.nodes.get(node).map(|data| &data.kind) {
            Some(MdNodeKind::Tuple(operands)) => operands,
            _ => &[],
        }
    }

    fn node(&self, of: MdNode, at: usize) -> Option<MdNode> {
        match self.operands(of).get(at) {
            Some(&Metadata::Node(node)) => Some(node),
            _ => None,
        }
    }

    fn number(&self, of: MdNode, at: usize) -> Option<u64> {
        match self.operands(of).get(at) {
            Some(&Metadata::Constant(constant)) => {
                u64::try_from(Integer::of(self.module, constant)?.unsigned()).ok()
            }
            _ => None,
        }
    }

    /// Whether a type has sizes: its parent comes first.
    fn is_new(&self, ty: MdNode) -> bool {
        self.operands(ty).len() >= 3 && self.node(ty, 0).is_some()
    }

    /// A tag; `None` for a malformed one.
    fn tag(&self, tag: MdNode) -> Option<Tag> {
        let (base, access) = (self.node(tag, 0)?, self.node(tag, 1)?);
        let is_new = self.operands(tag).len() >= 4 && self.is_new(access);
        Some(Tag { base, access, offset: self.number(tag, 2)?, is_new })
    }

    fn parent(&self, ty: MdNode) -> Option<MdNode> {
        self.node(ty, if self.is_new(ty) { 0 } else { 1 })
    }

    /// The types from one up to its root; `None` if they are too many.
    fn path(&self, ty: MdNode) -> Option<Vec<MdNode>> {
        let path: Vec<MdNode> = std::iter::successors(Some(ty), |&ty| self.parent(ty)).take(LIMIT).collect();
        (path.len() < LIMIT).then_some(path)
    }

    /// The last type that the ways down from the root have in common.
    fn common_type(&self, a: MdNode, b: MdNode) -> Option<MdNode> {
        if a == b {
            return Some(a);
        }
        let (a, b) = (self.path(a)?, self.path(b)?);
        let both = a.iter().rev().zip(b.iter().rev());
        both.take_while(|(a, b)| a == b).last().map(|(&common, _)| common)
    }

    /// Whether an access to `whole` may be one to what holds `part`, or to it, by the way down from the base type of `whole`. `None` if the
    /// way does not tell.
    fn leads_to(&self, whole: Tag, part: Tag, common: MdNode) -> Option<bool> {
        // Any access to a type may be one to a type below it.
        if whole.access == whole.base && whole.access == common {
            return Some(true);
        }
        let (mut ty, mut offset) = (whole.base, whole.offset);
        for _ in 0..LIMIT {
            if ty == part.base {
                let is_met = offset == part.offset || ty == whole.access || part.base == part.access;
                return Some(is_met);
            }
            if whole.is_new && ty == whole.access {
                break;
            }
            match self.field(ty, offset) {
                Some((field, within)) => (ty, offset) = (field, within),
                None => break,
            }
        }
        // In types with sizes, aggregates can be accessed as a whole.
        (whole.is_new && self.has_field(whole.access, part.base)).then_some(true)
    }

    /// The fields of a type: the places of the node and of the offset in the operands. The parent of a scalar counts as a field.
    fn fields(&self, ty: MdNode) -> impl DoubleEndedIterator<Item = (MdNode, u64)> + use<'_, 'a> {
        let (first, step) = if self.is_new(ty) { (3, 3) } else { (1, 2) };
        let places = (first..self.operands(ty).len()).step_by(step);
        places.filter_map(move |at| Some((self.node(ty, at)?, self.number(ty, at + 1).unwrap_or(0))))
    }

    /// The field at an offset, and the offset in it.
    fn field(&self, ty: MdNode, offset: u64) -> Option<(MdNode, u64)> {
        let first = self.fields(ty).next()?;
        let (field, at) = self.fields(ty).take_while(|&(_, at)| at <= offset).last().unwrap_or(first);
        Some((field, offset.wrapping_sub(at)))
    }

    /// Whether a type has a field of another type, or has one that has.
    fn has_field(&self, ty: MdNode, wanted: MdNode) -> bool {
        let (mut pending, mut seen) = (vec![ty], Vec::new());
        while let Some(ty) = pending.pop() {
            for (field, _) in self.fields(ty) {
                if field == wanted || seen.len() == LIMIT {
                    return true;
                }
                if !seen.contains(&field) {
                    seen.push(field);
                    pending.push(field);
                }
            }
        }
        false
    }
}
