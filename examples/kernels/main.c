// Calls the kernels beside this file, through their C interfaces, and checks what they compute.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// The descriptors that `memref<?x?x…>` and `memref<?x…>` become.
#define DESCRIPTOR(name, element, rank) \
  struct name { element *allocated, *aligned; int64_t offset, sizes[rank], strides[rank]; }
DESCRIPTOR(matrix_f64, double, 2);
DESCRIPTOR(matrix_i32, int32_t, 2);
DESCRIPTOR(vector_f32, float, 1);
struct sum_and_greatest { float sum, greatest; };

void _mlir_ciface_matmul(struct matrix_f64 *a, struct matrix_f64 *b, struct matrix_f64 *c);
void _mlir_ciface_convolution(struct matrix_i32 *result, struct matrix_i32 *image, struct matrix_i32 *filter);
void _mlir_ciface_reduction(struct sum_and_greatest *result, struct vector_f32 *values);

static int failed;

static void expect(const char *what, double found, double wanted) {
  if (found != wanted) {
    printf("%s: %g instead of %g\n", what, found, wanted);
    failed = 1;
  }
}

static void check_matmul(void) {
  enum { ROWS = 7, INNER = 5, COLUMNS = 9 };
  double a[ROWS * INNER], b[INNER * COLUMNS], c[ROWS * COLUMNS];
  for (int i = 0; i < ROWS * INNER; i++) a[i] = i - 11;
  for (int i = 0; i < INNER * COLUMNS; i++) b[i] = 3 * i + 1;
  for (int i = 0; i < ROWS * COLUMNS; i++) c[i] = i;
  struct matrix_f64 da = {a, a, 0, {ROWS, INNER}, {INNER, 1}};
  struct matrix_f64 db = {b, b, 0, {INNER, COLUMNS}, {COLUMNS, 1}};
  struct matrix_f64 dc = {c, c, 0, {ROWS, COLUMNS}, {COLUMNS, 1}};
  _mlir_ciface_matmul(&da, &db, &dc);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      double wanted = i * COLUMNS + j;
      for (int k = 0; k < INNER; k++) wanted += a[i * INNER + k] * b[k * COLUMNS + j];
      expect("matmul", c[i * COLUMNS + j], wanted);
    }
}

static void check_convolution(void) {
  enum { HEIGHT = 6, WIDTH = 8, SIDE = 3 };
  int32_t image[HEIGHT * WIDTH], filter[SIDE * SIDE] = {1, 0, -1, 2, 0, -2, 1, 0, -1};
  for (int i = 0; i < HEIGHT * WIDTH; i++) image[i] = i * i % 23;
  struct matrix_i32 di = {image, image, 0, {HEIGHT, WIDTH}, {WIDTH, 1}};
  struct matrix_i32 df = {filter, filter, 0, {SIDE, SIDE}, {SIDE, 1}};
  struct matrix_i32 result;
  _mlir_ciface_convolution(&result, &di, &df);
  expect("rows", result.sizes[0], HEIGHT - SIDE + 1);
  expect("columns", result.sizes[1], WIDTH - SIDE + 1);
  for (int64_t i = 0; i < result.sizes[0]; i++)
    for (int64_t j = 0; j < result.sizes[1]; j++) {
      int32_t wanted = 0;
      for (int k = 0; k < SIDE; k++)
        for (int l = 0; l < SIDE; l++) wanted += image[(i + k) * WIDTH + j + l] * filter[k * SIDE + l];
      expect("convolution", result.aligned[result.offset + i * result.strides[0] + j * result.strides[1]], wanted);
    }
  free(result.allocated);
}

static void check_reduction(void) {
  float values[] = {99, 3, 99, -4, 99, 10, 99, -1, 99, 0.5f};
  struct vector_f32 every_second = {values, values, 1, {5}, {2}};
  struct sum_and_greatest result;
  _mlir_ciface_reduction(&result, &every_second);
  expect("sum", result.sum, 13.5);
  expect("greatest", result.greatest, 10);
}

int main(void) {
  check_matmul();
  check_convolution();
  check_reduction();
  if (!failed) puts("all numbers are right");
  return failed;
}
