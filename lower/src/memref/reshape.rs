//! Conversion of `memref.reshape`, whose shape operand is in memory.

use tern_dialect_core::memref;
use tern_dialect_llvm::enums::ICmpPredicate;
use tern_dialect_llvm::ops as llvm;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Type, Value};

use super::views::pointers;
use super::{address_space, element, element_address, index_constant, is_unranked, parts};
use crate::conversion::{
    Adaptor, LlvmBuilder, MemRefDescriptor, NoMatch, Point, Rewrite, Rewriter, UnrankedMemRefDescriptor,
};

/// Converts `memref.reshape`.
pub(super) fn reshape(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = memref::Reshape::expect(b.original(op));
    let reshape = memref::Reshape::expect(b.converted(op));
    let source = (b.type_of(original.source()), reshape.source());
    let shape = (b.type_of(original.shape()), reshape.shape());
    let to = b.type_of(original.result());
    let descriptor = match is_unranked(b.context(), to) {
        false => ranked(op, b, source, shape, to)?,
        true => unranked(op, b, source, shape, to)?,
    };
    b.replace(op.op, &[descriptor]);
    Ok(())
}

/// Casts an element of the shape, of any integer type, to the converted type of `index`.
fn as_index(b: &mut Rewriter<'_, '_>, number: Value) -> Value {
    let (wanted, found) = (b.converter().index(), b.type_of(number));
    let context = b.context();
    match found.integer_width(context).cmp(&wanted.integer_width(context)) {
        std::cmp::Ordering::Equal => number,
        std::cmp::Ordering::Less => b.create_value(llvm::SExt::build(number, wanted)),
        std::cmp::Ordering::Greater => b.create_value(llvm::Trunc::build(number, wanted)),
    }
}

/// Builds the descriptor for a known rank.
fn ranked(
    op: Adaptor<'_>,
    b: &mut Rewriter<'_, '_>,
    source: (Type, Value),
    shape: (Type, Value),
    to: Type,
) -> Result<Value, NoMatch> {
    let (wanted, memref) = (b.converted_result(op.op)?, parts(b, to)?);
    let number = element(b, shape.0)?;
    let element_of_shape = parts(b, shape.0)?.element;
    let mut descriptor = MemRefDescriptor::poison(b, wanted);
    let (allocated, aligned, _) = pointers(b, source.0, source.1)?;
    descriptor.set_allocated(b, allocated);
    descriptor.set_aligned(b, aligned);
    if memref.offset == DYNAMIC {
        return Err("dynamic offset is unsupported".into());
    }
    descriptor.set_constant_offset(b, memref.offset);
    let mut stride: Option<Value> = None;
    for dimension in (0..memref.rank()).rev() {
        let own = match (memref.strides[dimension], stride) {
            (DYNAMIC, Some(stride)) => stride,
            (DYNAMIC, None) => index_constant(b, 1),
            (known, _) => index_constant(b, known),
        };
        let size = match memref.shape[dimension] {
            DYNAMIC => {
                let index = index_constant(b, dimension as i64);
                let address = element_address(b, shape.0, shape.1, &[index], true)?;
                let size = b.load(number, address);
                match element_of_shape {
                    // Upstream loads before it converts; the casts cancel.
                    ty if ty == b.context().common.index => {
                        let size = b.unrealized_cast(&[size], ty);
                        b.unrealized_cast(&[size], b.converter().index())
                    }
                    _ => as_index(b, size),
                }
            }
            size => index_constant(b, size),
        };
        descriptor.set_size(b, dimension, size);
        descriptor.set_stride(b, dimension, own);
        stride = Some(b.create_value(llvm::Mul::build(own, size)));
    }
    Ok(descriptor.value)
}

/// Builds the descriptor for a rank known at run time: a loop fills the ranked descriptor on the stack, from the last dimension
/// on.
fn unranked(
    op: Adaptor<'_>,
    b: &mut Rewriter<'_, '_>,
    source: (Type, Value),
    shape: (Type, Value),
    to: Type,
) -> Result<Value, NoMatch> {
    let wanted = b.converted_result(op.op)?;
    let space = address_space(b, to)?;
    let number = element(b, shape.0)?;
    let block = b.body().op_block(op.op).ok_or("the operation stands nowhere")?;
    let region = b.body().block_region(block).ok_or("the operation stands nowhere")?;
    let converter = b.converter();
    let (index, pointer) = (converter.index(), converter.pointer(space));

    let shape = MemRefDescriptor::new(shape.1);
    let rank = shape.size(b, 0);
    let mut result = UnrankedMemRefDescriptor::poison(b, wanted);
    result.set_rank(b, rank);
    let size = result.size(b, converter, space);
    let place = b.alloca(size, b.context().common.i8);
    result.set_descriptor(b, place);
    let (allocated, aligned, descriptor) = pointers(b, source.0, source.1)?;
    let offset = match descriptor {
        Some(descriptor) => UnrankedMemRefDescriptor::offset(b, converter, descriptor, pointer),
        None => MemRefDescriptor::new(source.1).offset(b),
    };
    UnrankedMemRefDescriptor::set_allocated(b, place, allocated);
    UnrankedMemRefDescriptor::set_aligned(b, place, aligned);
    UnrankedMemRefDescriptor::set_offset(b, place, pointer, offset);
    let sizes = UnrankedMemRefDescriptor::sizes_address(b, converter, place, space);
    let strides = UnrankedMemRefDescriptor::strides_address(b, converter, sizes, rank);
    let numbers = shape.aligned(b);
    let one = index_constant(b, 1);
    let last = b.create_value(llvm::Sub::build(rank, one));

    let rest = b.split_block(block, op.op);
    let end = b.body().region_blocks(region).last().copied().unwrap_or(rest);
    let condition = b.create_block_after(end, &[index, index]);
    let body = b.create_block_after(condition, &[]);
    b.move_block_after(rest, body);
    b.at(Point::End(block));
    b.br(condition, &[last, one]);
    let arguments = b.body().block_arguments(condition).to_vec();
    let (dimension, stride) = (arguments[0], arguments[1]);
    b.at(Point::End(condition));
    let zero = index_constant(b, 0);
    let more = b.icmp(ICmpPredicate::Sge, dimension, zero);
    b.cond_br(more, (body, &[]), (rest, &[]));

    b.at(Point::End(body));
    let address = b.gep(numbers, number, &[dimension.into()]);
    let size = b.load(number, address);
    let size = as_index(b, size);
    UnrankedMemRefDescriptor::set_number(b, converter, sizes, dimension, size);
    UnrankedMemRefDescriptor::set_number(b, converter, strides, dimension, stride);
    let next = b.create_value(llvm::Mul::build(stride, size));
    let before = b.create_value(llvm::Sub::build(dimension, one));
    b.br(condition, &[before, next]);
    b.at(Point::Before(op.op));
    Ok(result.value)
}
