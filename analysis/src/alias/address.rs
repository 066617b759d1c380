//! Addresses: a pointer as another one, plus a constant, plus multiples of integers. Source: LangRef, `getelementptr`.

use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::constants::ConstantExpr;
use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::instruction::{CastOp, Flags};
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{ConstantKind, Function, GlobalKind, Instruction, Module, Type, Value, ValueKind};

use super::variables::{Linear, Variable, wrapped};
use crate::indices::{Offset, offsets};

/// A multiple of an integer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) variable: Variable,
    pub(super) scale: i128,
    /// Whether the product is known not to overflow as a signed number.
    pub(super) exact: bool,
}

/// A pointer, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Address {
    /// The pointer that the others are added to.
    pub(super) base: Value,
    /// The constant, in bytes.
    pub(super) offset: i128,
    /// The others, each variable once.
    pub(super) terms: Vec<Term>,
    /// Whether a `getelementptr` was looked through, and all of them are `inbounds`.
    pub(super) inbounds: bool,
    /// Whether a `getelementptr` was looked through, and no sum or product overflows as an unsigned number.
    pub(super) unsigned: bool,
    /// Whether a `getelementptr` was looked through.
    pub(super) is_computed: bool,
    /// The width of addresses, in bits; 0 if it is none that is known about.
    pub(super) width: u32,
}

/// How many values are looked through.
const LIMIT: usize = 32;

/// A value that a pointer is the same as, or computed from.
enum Step<'a> {
    Same(Value),
    Index { flags: Flags, element: Type, base: Value, indices: Indices<'a> },
}

enum Indices<'a> {
    Values(&'a [Value]),
    Constants(&'a [tern_llvm_ir::Constant]),
}

impl Indices<'_> {
    fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        let (values, constants) = match self {
            Self::Values(values) => (*values, &[][..]),
            Self::Constants(constants) => (&[][..], *constants),
        };
        values.iter().copied().chain(constants.iter().map(|&constant| constant.into()))
    }
}

impl Address {
    /// Takes a pointer of a function apart.
    pub(super) fn of(module: &Module, layout: &DataLayout, function: &Function, pointer: Value) -> Self {
        let width = width_of(module, layout, function, pointer).unwrap_or(0);
        let mut address = Self {
            base: pointer,
            offset: 0,
            terms: Vec::new(),
            inbounds: false,
            unsigned: false,
            is_computed: false,
            width,
        };
        for _ in 0..LIMIT {
            let Some(step) = step(module, function, address.base) else { break };
            let next = match step {
                Step::Same(next) => Some(Self { base: next, ..address.clone() }),
                Step::Index { flags, element, base, indices } => {
                    address.before((module, layout, function), flags, element, base, &indices)
                }
            };
            let is_alike = |next: &Self| width_of(module, layout, function, next.base) == Some(width);
            let Some(next) = next.filter(is_alike) else { break };
            address = next;
        }
        address
    }

    /// The address with its base, a `getelementptr`, looked through.
    fn before(
        &self,
        (module, layout, function): (&Module, &DataLayout, &Function),
        flags: Flags,
        element: Type,
        base: Value,
        indices: &Indices<'_>,
    ) -> Option<Self> {
        let sizes = Sizes { strings: &module.strings, types: &module.types, layout };
        let mut sum = self.clone();
        sum.unsigned = flags.contains(Flags::NUW) && (self.unsigned || !self.is_computed);
        for offset in offsets(module, &sizes, element, indices.iter())? {
            let (index, size) = match offset {
                Offset::Field(bytes) => {
                    sum.offset = sum.offset.wrapping_add(bytes.into());
                    continue;
                }
                Offset::Times(index, size) => (index, size),
            };
            let is_exact = flags.intersects(Flags::INBOUNDS | Flags::NUSW);
            let linear =
                Linear::of(module, function, index, self.width)?.times(size.into(), self.width, is_exact);
            sum.offset = sum.offset.wrapping_add(linear.offset);
            sum.unsigned &= linear.unsigned;
            if let Some(variable) = linear.variable {
                sum.add(Term { variable, scale: linear.scale, exact: linear.exact });
            }
        }
        let inbounds = flags.contains(Flags::INBOUNDS) && (self.inbounds || !self.is_computed);
        Some(Self { base, offset: wrapped(sum.offset, self.width), inbounds, is_computed: true, ..sum })
    }

    fn add(&mut self, term: Term) {
        match self.terms.iter().position(|known| known.variable == term.variable) {
            None => self.terms.extend((term.scale != 0).then_some(term)),
            Some(at) => {
                let known = &mut self.terms[at];
                known.scale = wrapped(known.scale.wrapping_add(term.scale), self.width);
                known.exact = false;
                if known.scale == 0 {
                    self.terms.swap_remove(at);
                }
            }
        }
    }

    /// The difference of two addresses, as if both had the same base. Both have the same width. The result is `unsigned` if it is not
    /// negative and at least as large as its constant. `is_same` tells whether a value is equal in both addresses.
    pub(super) fn minus(&self, other: &Self, is_same: impl Fn(Value) -> bool) -> Self {
        let mut difference = self.clone();
        difference.offset = wrapped(self.offset.wrapping_sub(other.offset), self.width);
        let is_less = |a: i128, b: i128| a.rem_euclid(1 << self.width) < b.rem_euclid(1 << self.width);
        difference.unsigned &= !is_less(self.offset, other.offset);
        for term in &other.terms {
            let scale = wrapped(term.scale.wrapping_neg(), self.width);
            let same = self.terms.iter().find(|own| own.variable == term.variable);
            let is_same_value = is_same(term.variable.value);
            difference.unsigned &= same.is_some_and(|own| is_same_value && !is_less(own.scale, term.scale));
            let term = Term { scale, ..*term };
            match is_same_value {
                true => difference.add(term),
                false => difference.terms.push(term),
            }
        }
        difference
    }
}

/// The width of addresses in the space of a pointer, if it is from 1 to 64.
fn width_of(module: &Module, layout: &DataLayout, function: &Function, pointer: Value) -> Option<u32> {
    let space = module.types.address_space(module.type_of(function, pointer))?;
    Some(layout.index_size(space)).filter(|width| (1..=64).contains(width))
}

fn step<'a>(module: &'a Module, function: &'a Function, value: Value) -> Option<Step<'a>> {
    let is_cast = |op| matches!(op, CastOp::BitCast | CastOp::AddrSpaceCast);
    match value.kind() {
        ValueKind::Local(local) => match &function.insts[function.locals[local].inst.expand()?].inst {
            &Instruction::GetElementPtr { flags, element, base, indices } => {
                Some(Step::Index { flags, element, base, indices: Indices::Values(function.list(indices)) })
            }
            &Instruction::Cast { op, value, .. } if is_cast(op) => Some(Step::Same(value)),
            &Instruction::Phi { incoming, .. } => match function.list(incoming) {
                &[(value, _)] => Some(Step::Same(value)),
                _ => None,
            },
            inst => {
                let call = inst.call_site()?;
                let is_result = |&position: &usize| {
                    let set = module.attribute_set(call.attributes, AttributeIndex::Parameter(position));
                    module.attribute(set, AttributeKind::Returned).is_some()
                };
                let position = (0..call.args.len()).find(is_result)?;
                Some(Step::Same(call.args[position]))
            }
        },
        ValueKind::Constant(constant) => match module.constants.kind(constant) {
            ConstantKind::Expr(expr) => match &**expr {
                ConstantExpr::GetElementPtr { flags, element, base, indices, .. } => Some(Step::Index {
                    flags: *flags,
                    element: *element,
                    base: (*base).into(),
                    indices: Indices::Constants(indices),
                }),
                ConstantExpr::Cast { op, value } if is_cast(*op) => Some(Step::Same((*value).into())),
                _ => None,
            },
            ConstantKind::Global(global) => match module.globals[*global].kind {
                GlobalKind::Alias(aliasee) if !module.globals[*global].linkage.is_interposable() => {
                    Some(Step::Same(aliasee.into()))
                }
                _ => None,
            },
            _ => None,
        },
    }
}
