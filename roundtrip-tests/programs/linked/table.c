// The other file of C.
#include "shared.h"
#include <stdlib.h>
#include <string.h>

int total;
char buffer[64];

static struct entry *first;
static int counter;
static int helper(int x) { return x * 2 + ++counter; }

__attribute__((weak)) const char *greeting(void) { return "weak"; }

void add_entry(const char *name, int value) {
  struct entry *entry = malloc(sizeof *entry);
  *entry = (struct entry){name, value, first};
  first = entry;
  total += value;
}

const struct entry *entries(void) { return first; }
void fill(void) { strcpy(buffer, "in the larger buffer of both"); }
int visits(void) { return counter; }

__attribute__((constructor(200))) static void start(void) { add_entry("table", helper(20)); }

static int leave(int at) { return at; }
static int again(int at) { return nested(at - 1) + 1; }
static int (*const next[])(int) = {leave, again};

int nested(int at) {
  depth += at;
  return next[clamp(at, 0, 1)](at) + helper(0);
}
