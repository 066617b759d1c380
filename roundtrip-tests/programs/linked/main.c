// A program of several files: names that are local to each, common variables, weak functions, constructors, variables of a thread.
#include "shared.h"
#include <pthread.h>
#include <stdio.h>

int total;
char buffer[16];
_Thread_local int depth = 1;

static int counter = 100;
static int helper(int x) { return x + counter++; }

const char *greeting(void) { return "strong"; }

__attribute__((constructor)) static void start(void) { add_entry("main", helper(0)); }
__attribute__((destructor)) static void finish(void) { printf("%d in total\n", total); }

__attribute__((weak)) int missing(void);

static void *in_thread(void *result) {
  *(int *)result = nested(3) * 10 + depth;
  return 0;
}

int main(void) {
  for (const struct entry *entry = entries(); entry; entry = entry->next)
    printf("%s %d\n", entry->name, entry->value);
  printf("%s %d %d\n", greeting(), helper(1), clamp(total, 0, 5));
  fill();
  printf("%s %d\n", buffer, missing ? missing() : -1);
  int result = 0;
  pthread_t thread;
  depth = 5;
  if (pthread_create(&thread, 0, in_thread, &result) || pthread_join(thread, 0))
    return 2;
  printf("%d %d %d\n", result, depth, visits());
  run_shapes();
  return visits() & 63;
}
