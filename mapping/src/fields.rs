//! The fields of instructions and the attributes of their operations, in one table for both directions. Branches, calls and
//! `getelementptr` are not in it, as their operands and attributes depend on more than the instruction; nor are binary operations
//! and casts, which have flags alone.

use std::borrow::Cow;

use tern_dialect_llvm::enums::{AtomicBinOp, AtomicOrdering, FCmpPredicate, ICmpPredicate};
use tern_dialect_llvm::ops;
use tern_llvm_ir::instruction::{
    Alignment, Alloca, AtomicRmw, Atomicity, CmpXchg, FloatPredicate, Instruction, IntPredicate, List,
    Opcode, Ordering, RmwOp,
};
use tern_llvm_ir::{self as ir, StrId};
use tern_mlir::declare::New;
use tern_mlir::{self as mlir, Ident, OpRef};

use crate::asides;
use crate::enums::{ToDialect, ToIr};

/// What the translation of fields to attributes needs to know of its module.
pub trait FieldSource {
    /// The type in MLIR.
    fn ty(&mut self, ty: ir::Type) -> mlir::Type;
    /// The string in MLIR.
    fn text(&self, text: StrId) -> Ident;
    /// The numbers of a list of the function.
    fn numbers(&self, list: List<u32>) -> &[u32];
}

/// What the translation of attributes to fields needs to know of its module.
pub trait FieldTarget {
    /// The type in LLVM IR, if it has one.
    fn ty(&mut self, ty: mlir::Type) -> Option<ir::Type>;
    /// The string in LLVM IR; `None` if it is empty.
    fn text(&self, text: Ident) -> Option<StrId>;
    /// A list of the function with these numbers.
    fn numbers(&mut self, numbers: &[u32]) -> List<u32>;
}

/// A field of an instruction.
trait Field: Sized {
    /// What the attributes hold that correspond to it.
    type Attribute;

    fn to_attribute(&self, source: &mut impl FieldSource) -> Self::Attribute;

    /// The error says what is wrong with the attribute.
    fn of_attribute(attribute: Self::Attribute, target: &mut impl FieldTarget) -> Result<Self, &'static str>;
}

/// The attributes that are required may be missing in an operation that has not been verified.
const MISSING: &str = "lacks a required attribute";

impl Field for bool {
    type Attribute = bool;

    fn to_attribute(&self, _: &mut impl FieldSource) -> bool {
        *self
    }

    fn of_attribute(attribute: bool, _: &mut impl FieldTarget) -> Result<Self, &'static str> {
        Ok(attribute)
    }
}

impl Field for Alignment {
    type Attribute = Option<u64>;

    fn to_attribute(&self, _: &mut impl FieldSource) -> Option<u64> {
        self.bytes()
    }

    fn of_attribute(bytes: Option<u64>, _: &mut impl FieldTarget) -> Result<Self, &'static str> {
        alignment(bytes)
    }
}

/// The alignment that an attribute holds.
///
/// # Errors
/// If it is not a power of two.
pub fn alignment(bytes: Option<u64>) -> Result<Alignment, &'static str> {
    match bytes {
        None => Ok(Alignment::NONE),
        Some(bytes) => Alignment::new(bytes).ok_or("alignment attribute is not a power of 2"),
    }
}

macro_rules! enums {
    ($($field:ty = $attribute:ty,)+) => {$(
        impl Field for $field {
            type Attribute = Option<$attribute>;

            fn to_attribute(&self, _: &mut impl FieldSource) -> Self::Attribute {
                Some(self.to_dialect())
            }

            fn of_attribute(case: Self::Attribute, _: &mut impl FieldTarget) -> Result<Self, &'static str> {
                Ok(case.ok_or(MISSING)?.to_ir())
            }
        }
    )+};
}

enums! {
    IntPredicate = ICmpPredicate,
    FloatPredicate = FCmpPredicate,
}

/// The operation, or the one that stands for one that MLIR lacks, and whether it does.
impl Field for RmwOp {
    type Attribute = (Option<AtomicBinOp>, bool);

    fn to_attribute(&self, _: &mut impl FieldSource) -> Self::Attribute {
        (Some(self.to_dialect()), self.to_dialect().to_ir() != *self)
    }

    fn of_attribute((case, lacked): Self::Attribute, _: &mut impl FieldTarget) -> Result<Self, &'static str> {
        let case = case.ok_or(MISSING)?;
        let lacks = |op: &&Self| op.to_dialect() == case && **op != case.to_ir();
        match lacked {
            true => Self::ALL.iter().find(lacks).copied().ok_or("no operation ignores what is not a number"),
            false => Ok(case.to_ir()),
        }
    }
}

/// The attribute is absent if the access is not atomic, which is the default where there is one.
impl Field for Ordering {
    type Attribute = Option<AtomicOrdering>;

    fn to_attribute(&self, _: &mut impl FieldSource) -> Self::Attribute {
        (*self != Self::NotAtomic).then(|| self.to_dialect())
    }

    fn of_attribute(ordering: Self::Attribute, _: &mut impl FieldTarget) -> Result<Self, &'static str> {
        Ok(ordering.ok_or(MISSING)?.to_ir())
    }
}

impl Field for Option<StrId> {
    type Attribute = Option<Ident>;

    fn to_attribute(&self, source: &mut impl FieldSource) -> Self::Attribute {
        self.map(|text| source.text(text))
    }

    fn of_attribute(text: Self::Attribute, target: &mut impl FieldTarget) -> Result<Self, &'static str> {
        Ok(text.and_then(|text| target.text(text)))
    }
}

impl Field for Atomicity {
    type Attribute = (Option<AtomicOrdering>, Option<Ident>);

    fn to_attribute(&self, source: &mut impl FieldSource) -> Self::Attribute {
        (self.ordering.to_attribute(source), self.scope.to_attribute(source))
    }

    fn of_attribute(
        (ordering, scope): Self::Attribute,
        target: &mut impl FieldTarget,
    ) -> Result<Self, &'static str> {
        let ordering = Ordering::of_attribute(ordering, target)?;
        Ok(Self { ordering, scope: Option::of_attribute(scope, target)? })
    }
}

impl Field for ir::Type {
    type Attribute = Option<mlir::Type>;

    fn to_attribute(&self, source: &mut impl FieldSource) -> Self::Attribute {
        Some(source.ty(*self))
    }

    fn of_attribute(ty: Self::Attribute, target: &mut impl FieldTarget) -> Result<Self, &'static str> {
        target.ty(ty.ok_or(MISSING)?).ok_or("element type without LLVM IR")
    }
}

/// The indices of `extractvalue` and `insertvalue`.
impl Field for List<u32> {
    type Attribute = Option<Vec<i64>>;

    fn to_attribute(&self, source: &mut impl FieldSource) -> Self::Attribute {
        Some(source.numbers(*self).iter().map(|&index| i64::from(index)).collect())
    }

    fn of_attribute(indices: Self::Attribute, target: &mut impl FieldTarget) -> Result<Self, &'static str> {
        let indices = indices.ok_or(MISSING)?.into_iter().map(u32::try_from);
        let indices = indices.collect::<Result<Vec<u32>, _>>().or(Err("position out of bounds"))?;
        Ok(target.numbers(&indices))
    }
}

/// Matches an instruction of one of the forms `{ field, … }`, `Parts { field, … }` and `(field)`, and binds its fields.
macro_rules! fields_of {
    ($inst:ident, $name:ident (operand) []) => {};
    ($inst:ident, $name:ident {} [$($field:ident)*]) => {
        let Instruction::$name { $($field,)* .. } = $inst else { unreachable!() };
    };
    ($inst:ident, $name:ident (parts) [$($field:ident)*]) => {
        let Instruction::$name(parts) = $inst else { unreachable!() };
        let parts: &$name = parts;
        let $name { $($field,)* .. } = parts;
    };
    ($inst:ident, $name:ident (field) [$field:ident]) => {
        let Instruction::$name($field) = $inst else { unreachable!() };
    };
}

/// Makes an instruction of one of these forms, or of the form `(operand)`.
macro_rules! instruction_of {
    ($name:ident (operand) { $operand:ident, }) => { Instruction::$name($operand) };
    ($name:ident {} { $($part:tt)* }) => { Instruction::$name { $($part)* } };
    ($name:ident (parts) { $($part:tt)* }) => { Instruction::$name($name { $($part)* }.into()) };
    ($name:ident (field) { $field:ident: $value:expr, }) => { Instruction::$name($value) };
}

/// Reads the attributes that correspond to a field.
macro_rules! read {
    ($view:ident, [$aside:ident]) => {
        $view.0.attribute(asides::$aside).is_some()
    };
    ($view:ident, ($attribute:ident, [$aside:ident])) => {
        ($view.$attribute(), $view.0.attribute(asides::$aside).is_some())
    };
    ($view:ident, ($first:ident, $second:ident)) => {
        ($view.$first(), $view.$second())
    };
    ($view:ident, $attribute:ident) => {
        $view.$attribute()
    };
}

/// Sets the attributes that correspond to a field.
macro_rules! write {
    ($context:ident, $new:ident, [$aside:ident], $value:expr) => {
        let mut $new = $new;
        if $value {
            $new.0.discardable(asides::$aside, $context.common.unit);
        }
    };
    ($context:ident, $new:ident, ($attribute:ident, [$aside:ident]), $value:expr) => {
        let (value, is_set) = $value;
        write!($context, $new, $attribute, value);
        write!($context, $new, [$aside], is_set);
    };
    ($context:ident, $new:ident, ($first:ident, $second:ident), $value:expr) => {
        let (first, second) = $value;
        let $new = $new.$first(first).$second(second);
    };
    ($context:ident, $new:ident, position, $value:expr) => {
        let $new = $new.position($value.as_deref());
    };
    ($context:ident, $new:ident, $attribute:ident, $value:expr) => {
        let $new = $new.$attribute($value);
    };
}

/// Rows `Instruction form = Operation [operands] flags? { field: attribute, … }`. In place of one attribute, a field may have two in
/// parentheses, or an aside in brackets.
macro_rules! correspondence {
    ($($name:ident $form:tt = $op:ident [$($operand:ident),*] $($flags:ident)?
        { $($field:ident: $attribute:tt),* $(,)? })+) => {
        /// Whether the instruction is in the table.
        #[inline]
        pub fn is_known(inst: &Instruction) -> bool {
            matches!(inst, $(Instruction::$name { .. })|+)
        }

        /// The operation for an instruction, without operands, result, and asides other than those of flags; `None` if the
        /// instruction is not in the table.
        pub fn operation(
            context: &mlir::Context,
            inst: &Instruction,
            source: &mut impl FieldSource,
        ) -> Option<New> {
            Some(match inst {
                $(Instruction::$name { .. } => {
                    fields_of!(inst, $name $form [$($field)* $($flags)?]);
                    let new = ops::$op::start();
                    $(write!(context, new, $attribute, $field.to_attribute(source));)*
                    let new = New::from(new);
                    $(let new = crate::flags::set(context, new, *$flags);)?
                    new
                })+
                _ => return None,
            })
        }

        /// The instruction for an operation that has the parts of the one called `model`; `None` if the operation is not in the
        /// table, or has another number of operands.
        ///
        /// # Errors
        /// What is wrong with an attribute.
        pub fn instruction(
            op: OpRef<'_>,
            model: &str,
            operands: &[ir::Value],
            target: &mut impl FieldTarget,
        ) -> Result<Option<Instruction>, Cow<'static, str>> {
            Ok(Some(match (model, operands) {
                $((ops::$op::NAME, &[$($operand),*]) => {
                    #[allow(unused_variables)]
                    let view = ops::$op::like(op);
                    instruction_of!($name $form {
                        $($field: Field::of_attribute(read!(view, $attribute), target)?,)*
                        $($operand,)*
                        $($flags: crate::flags::of(op, Opcode::$name)?,)?
                    })
                })+
                _ => return Ok(None),
            }))
        }
    };
}

correspondence! {
    FNeg {} = FNeg [value] flags {}
    ICmp {} = ICmp [lhs, rhs] flags { predicate: predicate }
    FCmp {} = FCmp [lhs, rhs] flags { predicate: predicate }
    Select {} = Select [condition, then, otherwise] flags {}
    ExtractElement {} = ExtractElement [vector, index] {}
    // The first operand is the vector, although the syntax begins with the value.
    InsertElement {} = InsertElement [vector, value, index] {}
    ExtractValue {} = ExtractValue [aggregate] { indices: position }
    InsertValue {} = InsertValue [aggregate, value] { indices: position }
    Alloca (parts) = Alloca [count] { alignment: alignment, allocated: elem_type, inalloca: inalloca, swifterror: [SWIFTERROR] }
    Load {} = Load [address] { alignment: alignment, volatile: volatile_, atomicity: (ordering, syncscope) }
    Store {} = Store [value, address] { alignment: alignment, volatile: volatile_, atomicity: (ordering, syncscope) }
    Fence (field) = Fence [] { atomicity: (ordering, syncscope) }
    CmpXchg (parts) = CmpXchg [address, expected, new] {
        weak: weak,
        volatile: volatile_,
        success: success_ordering,
        failure: failure_ordering,
        scope: syncscope,
        alignment: alignment,
    }
    AtomicRmw (parts) = AtomicRMW [address, value] {
        op: (bin_op, [NUMBER]),
        volatile: volatile_,
        elementwise: [ELEMENTWISE],
        atomicity: (ordering, syncscope),
        alignment: alignment,
    }
    VaArg {} = VaArg [list] {}
    Freeze (operand) = Freeze [value] {}
    Resume (operand) = Resume [value] {}
    Unreachable {} = Unreachable [] {}
}
