// What the files of C and C++ share.
#ifndef SHARED_H
#define SHARED_H

#ifdef __cplusplus
extern "C" {
#endif

struct entry {
  const char *name;
  int value;
  struct entry *next;
};

void add_entry(const char *name, int value);
const struct entry *entries(void);
const char *greeting(void);
int visits(void);
int nested(int depth);
void fill(void);
void run_shapes(void);

static inline int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

#ifdef __cplusplus
}
#else
extern _Thread_local int depth;
// Both files define them: with -fcommon they are one, and the larger array stays.
extern int total;
#endif
#endif
