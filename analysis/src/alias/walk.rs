//! Compares two pointers with their sizes: by the objects that they point into, by their addresses, and through PHI nodes and `select`s.

use tern_llvm_ir::{ConstantKind, Inst, Instruction, Value};

use super::distance::Distance;
use super::location::Size;
use super::{Alias, Aliases};

/// A pointer with the size of an access.
type Access = (Value, Size);

/// How many pairs of pointers are compared for one question.
const PAIRS: u32 = 300;

/// The comparison of two locations.
pub(super) struct Walk<'q, 'a> {
    aliases: &'q Aliases<'a>,
    /// The pairs that are being compared, and whether they are of different iterations. Through PHI nodes a pair can depend on itself. It is
    /// then taken to be apart: if the answer is that the pair is apart, this holds by induction on the iterations; any other answer does not
    /// rest on it, because a result that is joined with "apart" is "apart" or not known.
    pending: Vec<(Access, Access, bool)>,
    left: u32,
    /// Whether the two pointers may be of different iterations of a loop. Then a value that is the same in the text may be another one.
    crosses: bool,
}

impl<'q, 'a> Walk<'q, 'a> {
    pub(super) fn new(aliases: &'q Aliases<'a>) -> Self {
        Self { aliases, pending: Vec::new(), left: PAIRS, crosses: false }
    }

    pub(super) fn alias(&mut self, a: Access, b: Access) -> Alias {
        let is_empty = |size: Size| size.limit() == Some(0);
        if is_empty(a.1) || is_empty(b.1) {
            return Alias::No;
        }
        let (a, b) = ((self.stripped(a.0), a.1), (self.stripped(b.0), b.1));
        if self.is_undefined(a.0) || self.is_undefined(b.0) {
            return Alias::No;
        }
        if self.is_same(a.0, b.0) {
            return Alias::Must;
        }
        if self.aliases.are_apart(a.0, b.0) || self.is_too_large(a, b) || self.is_too_large(b, a) {
            return Alias::No;
        }
        // If an access may begin before its pointer, nothing is gained by where the other one begins.
        let (a, b) = match a.1 == Size::Around || b.1 == Size::Around {
            true => ((a.0, Size::After), (b.0, Size::After)),
            false => (a, b),
        };
        let key = (a, b, self.crosses);
        if self.pending.contains(&key) || self.pending.contains(&(b, a, self.crosses)) {
            return Alias::No;
        }
        let Some(left) = self.left.checked_sub(1) else { return Alias::May };
        self.left = left;
        self.pending.push(key);
        let found = self.compare(a, b);
        self.pending.pop();
        found
    }

    fn compare(&mut self, a: Access, b: Access) -> Alias {
        let mut found = self.by_address(a, b);
        if found == Alias::May {
            found = match (self.inst(a.0), self.inst(b.0)) {
                (Some(Instruction::Phi { .. }), _) => self.by_phi(a, b),
                (_, Some(Instruction::Phi { .. })) => self.by_phi(b, a).swapped(),
                (Some(Instruction::Select { .. }), _) => self.by_select(a, b),
                (_, Some(Instruction::Select { .. })) => self.by_select(b, a).swapped(),
                _ => Alias::May,
            };
        }
        match found == Alias::May && self.is_whole(a, b) {
            true => Alias::Partial(None),
            false => found,
        }
    }

    fn inst_of(&self, value: Value) -> Option<Inst> {
        self.aliases.function.locals[value.local()?].inst.expand()
    }

    fn inst(&self, value: Value) -> Option<&'a Instruction> {
        let function = self.aliases.function;
        Some(&function.insts[self.inst_of(value)?].inst)
    }

    /// The pointer without casts and `getelementptr`s that do not move it.
    fn stripped(&self, pointer: Value) -> Value {
        let address = self.aliases.address(pointer);
        let is_moved = address.offset != 0 || !address.terms.is_empty();
        if is_moved { pointer } else { address.base }
    }

    fn is_undefined(&self, pointer: Value) -> bool {
        let kind = pointer.constant().map(|constant| self.aliases.module.constants.kind(constant));
        matches!(kind, Some(ConstantKind::Undef | ConstantKind::Poison))
    }

    /// Whether a value is the same in both places: nothing is computed anew between them.
    fn is_stable(&self, value: Value) -> bool {
        !self.crosses || self.inst_of(value).is_none_or(|inst| self.aliases.runs_once(inst))
    }

    fn is_same(&self, a: Value, b: Value) -> bool {
        a == b && self.is_stable(a)
    }

    /// Whether the first access, or the object of its pointer, is larger than the object of the other one.
    fn is_too_large(&self, (pointer, size): Access, (other, _): Access) -> bool {
        let accessed = if let Size::Exact(bytes) = size { bytes } else { 0 };
        let bytes = accessed.max(self.aliases.dereferenceable(pointer));
        bytes > 0 && self.aliases.is_smaller_than(self.aliases.address(other).base, bytes)
    }

    /// Both are in the same object, and one of them is all of it.
    fn is_whole(&self, a: Access, b: Access) -> bool {
        let (Size::Exact(first), Size::Exact(second)) = (a.1, b.1) else { return false };
        let base = self.aliases.address(a.0).base;
        if !self.is_same(base, self.aliases.address(b.0).base) {
            return false;
        }
        let origins = self.aliases.origins(base);
        matches!(origins.as_deref(), Some(&[(object, at)])
            if at == base && (self.aliases.is_whole(object, first) || self.aliases.is_whole(object, second)))
    }

    fn by_address(&mut self, a: Access, b: Access) -> Alias {
        let (x, y) = (self.aliases.address(a.0), self.aliases.address(b.0));
        if x.base == a.0 && y.base == b.0 {
            return Alias::May;
        }
        let around = |base| (base, Size::Around);
        if x.width != y.width || a.1.limit().is_none() && b.1.limit().is_none() {
            let bases = self.alias(around(x.base), around(y.base));
            return if bases == Alias::No { Alias::No } else { Alias::May };
        }
        let difference = x.minus(&y, |value| self.is_stable(value));
        if difference.terms.is_empty() {
            // An address in bounds would have to be computed from one before the object.
            let is_behind =
                |size: Size, distance: i128| size.limit().is_some_and(|bytes| distance >= i128::from(bytes));
            let is_out = x.inbounds && is_behind(b.1, difference.offset) && self.aliases.is_beginning(y.base)
                || y.inbounds && is_behind(a.1, -difference.offset) && self.aliases.is_beginning(x.base);
            if is_out {
                return Alias::No;
            }
            if difference.offset == 0 {
                return self.alias((x.base, a.1), (y.base, b.1));
            }
        }
        match self.alias(around(x.base), around(y.base)) {
            Alias::No => Alias::No,
            Alias::Must => {
                let (aliases, crosses) = (self.aliases, self.crosses);
                let distance = |difference, sizes| Distance { aliases, difference, sizes, crosses };
                match distance(&difference, (a.1, b.1)).alias() {
                    Alias::May => {
                        let other = y.minus(&x, |value| self.is_stable(value));
                        let is_apart = distance(&difference, (a.1, b.1)).is_beyond()
                            || distance(&other, (b.1, a.1)).is_beyond();
                        if is_apart { Alias::No } else { Alias::May }
                    }
                    known => known,
                }
            }
            Alias::May | Alias::Partial(_) => Alias::May,
        }
    }

    /// Compares with each value of a PHI node.
    fn by_phi(&mut self, phi: Access, other: Access) -> Alias {
        let function = self.aliases.function;
        let Some(Instruction::Phi { incoming, .. }) = self.inst(phi.0) else { return Alias::May };
        let incoming = function.list(*incoming);
        if let Some(Instruction::Phi { incoming: others, .. }) = self.inst(other.0)
            && !self.crosses
            && self.block_of(phi.0).is_some_and(|block| Some(block) == self.block_of(other.0))
        {
            // Both take their values from the same predecessor, if they are of the same iteration.
            let others = function.list(*others);
            let pairs = incoming.iter().map(|&(value, from)| {
                let (pair, _) = others.iter().find(|(_, block)| *block == from)?;
                Some((value, *pair))
            });
            let pairs: Option<Vec<(Value, Value)>> = pairs.collect();
            return self.joined(
                pairs.unwrap_or_default().into_iter().map(|(a, b)| ((a, phi.1), (b, other.1))).collect(),
            );
        }
        let (mut sources, mut is_recursive): (Vec<Value>, bool) = (Vec::new(), false);
        for &(value, _) in incoming {
            // A step on from the value of the last iteration stays in the object.
            match self.aliases.address(value).base == phi.0 {
                true => is_recursive |= value != phi.0,
                false if !sources.contains(&value) => sources.push(value),
                false => {}
            }
        }
        let size = if is_recursive { Size::Around } else { phi.1 };
        let before = std::mem::replace(&mut self.crosses, true);
        let found = self.joined(sources.into_iter().map(|value| ((value, size), other)).collect());
        self.crosses = before;
        if is_recursive && found != Alias::No { Alias::May } else { found }
    }

    fn block_of(&self, value: Value) -> Option<tern_llvm_ir::Block> {
        self.aliases.blocks[self.inst_of(value)?].expand()
    }

    fn by_select(&mut self, select: Access, other: Access) -> Alias {
        let Some(&Instruction::Select { condition, then, otherwise, .. }) = self.inst(select.0) else {
            return Alias::May;
        };
        let others = match self.inst(other.0) {
            Some(&Instruction::Select { condition: same, then, otherwise, .. })
                if self.is_same(condition, same) =>
            {
                (then, otherwise)
            }
            _ => (other.0, other.0),
        };
        self.joined(vec![
            ((then, select.1), (others.0, other.1)),
            ((otherwise, select.1), (others.1, other.1)),
        ])
    }

    /// What holds of all pairs; nothing is known if there are none.
    fn joined(&mut self, pairs: Vec<(Access, Access)>) -> Alias {
        let mut sum = None;
        for (a, b) in pairs {
            let one = self.alias(a, b);
            let both = sum.map_or(one, |sum: Alias| sum.joined(one));
            if both == Alias::May {
                return Alias::May;
            }
            sum = Some(both);
        }
        sum.unwrap_or(Alias::May)
    }
}
