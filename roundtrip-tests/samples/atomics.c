// Atomic operations of every ordering and width, fences, and threads that share them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic uint32_t counter;
static _Atomic uint64_t wide = 1;
static _Atomic uint8_t narrow;
static _Atomic(void *) pointer;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static unsigned long guarded;

static void *work(void *argument) {
  unsigned seed = (unsigned)(uintptr_t)argument;
  for (int i = 0; i < 10000; ++i) {
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    atomic_fetch_xor_explicit(&narrow, (uint8_t)seed, memory_order_acq_rel);
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    }
    guarded += seed;
    atomic_flag_clear_explicit(&lock, memory_order_release);
  }
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (uintptr_t i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, work, (void *)(i + 1));
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
  printf("%u %u %lu\n", counter, narrow, guarded);

  uint64_t expected = 2;
  int strong = atomic_compare_exchange_strong(&wide, &expected, 5);
  printf("%d %llu\n", strong, (unsigned long long)expected);
  while (!atomic_compare_exchange_weak_explicit(&wide, &expected, 7, memory_order_seq_cst, memory_order_relaxed)) {
  }
  printf("%llu %llu\n", (unsigned long long)atomic_fetch_sub(&wide, 10), (unsigned long long)atomic_load(&wide));
  printf("%llu\n", (unsigned long long)atomic_fetch_and(&wide, 0xff));
  printf("%llu\n", (unsigned long long)atomic_fetch_or(&wide, 0x100));
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acq_rel);
  void *old = atomic_exchange(&pointer, &wide);
  printf("%d %d\n", old == 0, atomic_load_explicit(&pointer, memory_order_consume) == (void *)&wide);
  volatile int watched = 3;
  watched += 4;
  printf("%d\n", watched);
  return 0;
}
