// What linkers and loaders see: thread-local variables, weak symbols, aliases, ifuncs, constructors, sections, inline assembly.
#include <pthread.h>
#include <stdio.h>

static __thread int local = 5;
__thread long shared = 7;

static void *work(void *argument) {
  local += *(int *)argument;
  shared *= 2;
  printf("thread %d %ld\n", local, shared);
  return 0;
}

__attribute__((weak)) int perhaps(void);
__attribute__((weak)) int overridden(void) { return 1; }

int original(int x) { return x + 1; }
int aliased(int x) __attribute__((alias("original")));

static int fast(int x) { return x * 3; }
static int (*resolve(void))(int) { return fast; }
int resolved(int x) __attribute__((ifunc("resolve")));

static int order[4], count;
__attribute__((constructor(202))) static void second(void) { order[count++] = 2; }
__attribute__((constructor(201))) static void first(void) { order[count++] = 1; }
__attribute__((constructor)) static void third(void) { order[count++] = 3; }
__attribute__((destructor)) static void last(void) { puts("destructor"); }

__attribute__((section("numbers"), used)) static int one = 1;
__attribute__((section("numbers"), used)) static int two = 2;
extern int __start_numbers[], __stop_numbers[];

__asm__(".globl from_assembly\nfrom_assembly:\n\tmovl $17, %eax\n\tret\n");
int from_assembly(void);

static unsigned long rotated(unsigned long x) {
  unsigned char carry;
  __asm__ volatile("rolq $8, %0\n\tsetc %1" : "+r"(x), "=q"(carry) : : "cc");
  return x + carry;
}

static int positive(int x) {
  __asm__ goto("testl %0, %0\n\tjs %l1" : : "r"(x) : "cc" : negative);
  return 1;
negative:
  return 0;
}

int main(void) {
  pthread_t thread;
  int more = 10;
  pthread_create(&thread, 0, work, &more);
  pthread_join(thread, 0);
  printf("main %d %ld\n", local, shared);
  printf("%d %d\n", perhaps ? perhaps() : -1, overridden());
  printf("%d %d\n", aliased(1), resolved(7));
  printf("%d%d%d\n", order[0], order[1], order[2]);
  int total = 0;
  for (int *number = __start_numbers; number != __stop_numbers; ++number)
    total += *number;
  printf("%d\n", total);
  printf("%d %lx %d%d\n", from_assembly(), rotated(0xff00000000000001ul), positive(3), positive(-3));
  return 0;
}
