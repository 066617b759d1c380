// Arguments in variable number: integers, floats, records, copies of the list, handed on to others; functions by pointer.
#include <stdarg.h>
#include <stdio.h>

struct Point { double x, y; };
struct Big { long values[5]; };

static double sum(const char *kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  double total = 0;
  va_copy(copy, list);
  for (const char *kind = kinds; *kind; ++kind) {
    switch (*kind) {
    case 'i':
      total += va_arg(list, int);
      break;
    case 'd':
      total += va_arg(list, double);
      break;
    case 'l':
      total += (double)va_arg(list, long double);
      break;
    case 'p': {
      struct Point point = va_arg(list, struct Point);
      total += point.x * point.y;
      break;
    }
    case 'b': {
      struct Big big = va_arg(list, struct Big);
      total += (double)big.values[4];
      break;
    }
    case 'f':
      total += va_arg(list, int (*)(int))(10);
      break;
    }
  }
  va_end(list);
  if (kinds[0] == 'i')
    total += va_arg(copy, int) / 100.0;
  va_end(copy);
  return total;
}

static int say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vprintf(format, list);
  va_end(list);
  return count;
}

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int (*const operations[])(int) = {twice, square};

__attribute__((noinline, regparm(0))) static long many(long a, int b, char c, short d, float e, double f, long g, long h,
                                                       long i, long j) {
  return a + b * 2 + c * 3 + d * 4 + (long)e * 5 + (long)f * 6 + g * 7 + h * 8 + i * 9 + j * 10;
}

int main(void) {
  struct Point point = {1.5, 4};
  struct Big big = {{1, 2, 3, 4, 5}};
  printf("%g\n", sum("idlpbf", 7, 0.25, 100.0L, point, big, square));
  printf("%g\n", sum("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  printf("%g\n", sum("dddddddddd", .1, .2, .3, .4, .5, .6, .7, .8, .9, 1.));
  printf("%d\n", say("%s %c %5.2f|%-6d|%x\n", "text", 'c', 3.14159, 42, 0xbeef));
  printf("%d %d\n", operations[0](21), operations[1](12));
  printf("%ld\n", many(1, -2, 'x', -4, 5.5f, 6.5, 7, 8, 9, 10));
  return 0;
}
