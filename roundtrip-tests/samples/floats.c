// Numbers of every float type and width: long double, __float128, _Float16, __int128, _BitInt, rounding, exceptional values.
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

static void wide(const char *name, unsigned __int128 x) {
  printf("%s %016llx%016llx\n", name, (unsigned long long)(x >> 64), (unsigned long long)x);
}

static double divided(double a, double b) { return a / b; }

int main(void) {
  long double third = 1.0L / 3;
  printf("%.20Lf %La %Lg\n", third, third, LDBL_MAX);
  __float128 quad = 2;
  quad = quad / 3 + 1e-30L;
  uint64_t parts[2];
  memcpy(parts, &quad, sizeof parts);
  printf("%016llx%016llx\n", (unsigned long long)parts[1], (unsigned long long)parts[0]);
  _Float16 half = (_Float16)0.1f;
  half = half * 3 + (_Float16)1024;
  printf("%a %d\n", (double)half, half > (_Float16)1024);
  float denormal = FLT_MIN / 8;
  printf("%a %a %d %d\n", denormal, -0.0, isnan(NAN), signbit(-NAN) != 0);
  printf("%.17g %.17g %g\n", fma(1.1, 1.1, -1.21), sqrt(2.0), copysign(3.0, -0.0));
  int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int i = 0; i < 4; ++i) {
    fesetround(modes[i]);
    printf("%a %ld\n", divided(1, 3), lrint(2.5));
  }
  fesetround(FE_TONEAREST);
  unsigned __int128 product = (unsigned __int128)0x123456789abcdef0ull * 0xfedcba9876543210ull;
  wide("product", product);
  wide("quotient", product / 1000000007u);
  __int128 negative = -(__int128)product;
  wide("shifted", (unsigned __int128)(negative >> 9));
  wide("from double", (unsigned __int128)1e30);
  printf("%.6e\n", (double)negative);
  unsigned _BitInt(77) odd = 1;
  for (int i = 1; i < 20; ++i)
    odd = odd * 3 + (unsigned _BitInt(77))i;
  wide("odd", (unsigned __int128)(odd << 40));
  _BitInt(13) tiny = 4095;
  tiny += 1;
  printf("%d %d\n", (int)tiny, (int)(tiny >> 5));
  int saturated, overflow = __builtin_add_overflow(INT32_MAX, 1, &saturated);
  printf("%d %d %d %d\n", overflow, saturated, __builtin_popcountll(0xf0f0f0f0f0ull), __builtin_clz(77));
  printf("%08x %04x %d\n", __builtin_bswap32(0x12345678), __builtin_bswap16(0xabcd), __builtin_ctzll(1ull << 50));
  return 0;
}
