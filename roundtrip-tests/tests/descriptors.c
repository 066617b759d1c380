// C that has to do with descriptors, or with as many parameters, and knows nothing of memrefs.
#include <stdint.h>

struct matrix { float *allocated, *aligned; int64_t offset, sizes[2], strides[2]; };
struct cell { float *allocated, *aligned; int64_t offset; };
struct unranked { int64_t rank; void *descriptor; };

void _mlir_ciface_kernel(struct matrix *a, struct unranked *b);
void kernel(float *allocated, float *aligned, int64_t offset, int64_t rows, int64_t columns, int64_t row, int64_t column);

void by_pointer(float *values, int64_t rows, int64_t columns) {
  struct matrix m = {values, values, 0, {rows, columns}, {columns, 1}};
  struct unranked u = {2, &m};
  _mlir_ciface_kernel(&m, &u);
}

void field_by_field(struct matrix *m) {
  kernel(m->allocated, m->aligned, m->offset, m->sizes[0], m->sizes[1], m->strides[0], m->strides[1]);
}

float as_parameters(float *allocated, float *aligned, int64_t offset, int64_t rows, int64_t columns, int64_t row,
                    int64_t column) {
  struct matrix m = {allocated, aligned, offset, {rows, columns}, {row, column}};
  return m.aligned[m.offset + (m.sizes[0] - 1) * m.strides[0] + (m.sizes[1] - 1) * m.strides[1]];
}

struct cell returned(float *allocated, float *aligned, int64_t offset) {
  struct cell c = {allocated, aligned, offset};
  return c;
}

struct unranked pair(int64_t rank, void *descriptor) {
  struct unranked u = {rank, descriptor};
  return u;
}
