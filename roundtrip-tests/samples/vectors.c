// Vectors: arithmetic, comparisons, shuffles, conversions, reductions, loads that are not aligned, loops for the vectorizer.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int32_t i4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef uint8_t b16 __attribute__((vector_size(16)));
typedef float f8 __attribute__((ext_vector_type(8)));
typedef int64_t l2 __attribute__((vector_size(16)));
typedef float f3 __attribute__((ext_vector_type(3)));

static void show(const char *name, i4 v) { printf("%s %d %d %d %d\n", name, v[0], v[1], v[2], v[3]); }

__attribute__((noinline)) static i4 blend(i4 a, i4 b) {
  i4 mask = a > b;
  return (a & mask) | (b & ~mask);
}

__attribute__((noinline)) static float dot(const float *restrict a, const float *restrict b, int count) {
  float total = 0;
#pragma clang loop vectorize(enable) interleave_count(2)
  for (int i = 0; i < count; ++i)
    total += a[i] * b[i];
  return total;
}

__attribute__((noinline)) static void saturate(uint8_t *restrict to, const uint8_t *from, int count) {
  for (int i = 0; i < count; ++i) {
    int sum = to[i] + from[i];
    to[i] = sum > 255 ? 255 : (uint8_t)sum;
  }
}

int main(void) {
  i4 a = {1, -2, 3, -4}, b = {4, 3, -2, -1};
  show("blend", blend(a, b));
  show("shuffle", __builtin_shufflevector(a, b, 7, 0, 5, 2));
  show("shift", (a << 3) >> (i4){1, 2, 3, 4});
  show("product", a * b % 5);
  f4 f = __builtin_convertvector(a, f4) * 0.5f;
  d2 d = {f[0], f[3]};
  printf("%g %g %g\n", f[1], d[0], d[1]);
  b16 bytes;
  memcpy(&bytes, "0123456789abcdef" , 16);
  bytes = __builtin_shufflevector(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  printf("%.16s\n", (const char *)&bytes);
  f8 wide = {1, 2, 3, 4, 5, 6, 7, 8};
  wide.lo = wide.hi.wzyx;
  printf("%g %g %g\n", wide[0], wide[3], wide.s7);
  f3 three = {1, 2, 3};
  three = three.zxy + 0.5f;
  printf("%g %g %g\n", three.x, three.y, three.z);
  l2 compared = (d2){1, 2} < (d2){2, 1};
  printf("%ld %ld\n", (long)compared[0], (long)compared[1]);
  printf("%d %d\n", __builtin_reduce_add(a), __builtin_reduce_max(b));
  float x[37], y[37];
  for (int i = 0; i < 37; ++i) {
    x[i] = (float)i;
    y[i] = (float)(i % 5);
  }
  printf("%g\n", dot(x + 1, y, 36));
  uint8_t to[50], from[50];
  for (int i = 0; i < 50; ++i) {
    to[i] = (uint8_t)(i * 5);
    from[i] = (uint8_t)(i * 3);
  }
  saturate(to, from, 50);
  printf("%d %d %d\n", to[3], to[31], to[49]);
  int index = (int)(to[0]) + 2;
  a[index] = 99;
  show("inserted", a);
  return 0;
}
