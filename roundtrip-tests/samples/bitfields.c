// Bit-fields, packed and aligned records, unions, flexible arrays, records by value in every size that the ABI knows.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Flags {
  unsigned a : 3;
  signed b : 5;
  unsigned long long c : 37;
  unsigned : 0;
  unsigned d : 1;
};

struct __attribute__((packed)) Packed {
  char tag;
  double value;
  short tail;
};

struct __attribute__((aligned(32))) Aligned {
  int x;
};

union Pun {
  float f;
  unsigned u;
  unsigned char bytes[4];
};

struct List {
  size_t length;
  int items[];
};

struct Small { short x, y; };
struct Pair { double x; long y; };
struct Large { int values[9]; };
struct Empty {};

static struct Small small(struct Small s) { return (struct Small){s.y, s.x}; }
static struct Pair pair(struct Pair p, struct Small s) { return (struct Pair){p.x * s.x, p.y - s.y}; }
static struct Large large(struct Large l, struct Empty e, _Complex double z) {
  (void)e;
  l.values[8] = (int)(__real__ z * 10 + __imag__ z);
  return l;
}

static struct Flags table[] = {{1, -2, 1ull << 36, 1}, {7, 15, 12345, 0}};

int main(void) {
  struct Flags f = table[0];
  f.a += 9;
  f.b *= 8;
  f.c |= 0xff;
  printf("%u %d %llx %u %zu\n", f.a, f.b, (unsigned long long)f.c, f.d, sizeof f);
  struct Packed p = {'x', 2.5, -7};
  printf("%zu %zu %g %d\n", sizeof p, offsetof(struct Packed, tail), p.value, p.tail);
  struct Aligned aligned[2] = {{1}, {2}};
  printf("%zu %d %d\n", sizeof aligned, aligned[1].x, (int)((size_t)&aligned[1] % 32));
  union Pun pun = {.f = -1.5f};
  printf("%08x %d\n", pun.u, pun.bytes[3]);
  struct List *list = malloc(sizeof *list + 3 * sizeof(int));
  list->length = 3;
  memcpy(list->items, (int[]){4, 5, 6}, 3 * sizeof(int));
  printf("%d\n", list->items[list->length - 1]);
  free(list);
  struct Small s = small((struct Small){1, -2});
  struct Pair q = pair((struct Pair){1.25, 10}, s);
  struct Large l = large((struct Large){{[3] = 33}}, (struct Empty){}, 4.0 + 2.0i);
  printf("%d %d %g %ld %d %d\n", s.x, s.y, q.x, q.y, l.values[3], l.values[8]);
  return 0;
}
