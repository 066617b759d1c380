// Control flow that is not structured: computed goto, jump into a loop, switch over ranges and through cases, setjmp.
#include <setjmp.h>
#include <stdio.h>

enum { PUSH, ADD, MULTIPLY, DUPLICATE, JUMP_IF_SMALL, PRINT, HALT };

// An interpreter whose instructions jump to each other.
static int interpret(const int *code) {
  static const void *const labels[] = {&&push, &&add, &&multiply, &&duplicate, &&jump_if_small, &&print, &&halt};
  int stack[16], top = 0, at = 0;
#define NEXT goto *labels[code[at++]]
  NEXT;
push:
  stack[top++] = code[at++];
  NEXT;
add:
  --top;
  stack[top - 1] += stack[top];
  NEXT;
multiply:
  --top;
  stack[top - 1] *= stack[top];
  NEXT;
duplicate:
  stack[top] = stack[top - 1];
  ++top;
  NEXT;
jump_if_small:
  if (stack[top - 1] < 1000)
    at = code[at];
  else
    ++at;
  NEXT;
print:
  printf("%d\n", stack[top - 1]);
  NEXT;
halt:
  return stack[0];
}

static void copy(char *to, const char *from, int count) {
  int rounds = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      *to++ = *from++;
    case 3:
      *to++ = *from++;
    case 2:
      *to++ = *from++;
    case 1:
      *to++ = *from++;
    } while (--rounds > 0);
  }
}

static const char *kind(long c) {
  switch (c) {
  case 'a' ... 'z':
    return "lower";
  case 'A' ... 'Z':
    return "upper";
  case 1L << 40:
    return "large";
  case -1:
    return "end";
  default:
    return "other";
  }
}

static jmp_buf target;

static int descend(int depth) {
  if (depth == 0)
    longjmp(target, 42);
  return descend(depth - 1) + 1;
}

static int irreducible(int n) {
  int steps = 0;
  if (n & 1)
    goto middle;
top:
  ++steps;
middle:
  n /= 2;
  if (n > 3)
    goto top;
  if (n == 3) {
    n = 40;
    goto middle;
  }
  return steps * 100 + n;
}

int main(void) {
  const int program[] = {PUSH, 3, DUPLICATE, PUSH, 2, MULTIPLY, ADD, PRINT, JUMP_IF_SMALL, 2, HALT};
  printf("%d\n", interpret(program));
  char buffer[16] = "..............";
  copy(buffer, "hello, world!", 13);
  puts(buffer);
  printf("%s %s %s %s %s\n", kind('q'), kind('Q'), kind(1L << 40), kind(-1), kind('?'));
  volatile int calls = 0;
  int value = setjmp(target);
  if (value == 0) {
    ++calls;
    descend(20);
  }
  printf("%d %d\n", value, calls);
  printf("%d %d %d\n", irreducible(100), irreducible(27), irreducible(13));
  return 0;
}
