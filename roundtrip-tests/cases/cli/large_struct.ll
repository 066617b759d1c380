; The dialect spells structs out wherever they stand, so that these double with each level.
; RUN: tern check %s
; RUN: tern import %s
%s0 = type { ptr, i64 }
%s1 = type { %s0, %s0 }
%s2 = type { %s1, %s1 }
%s3 = type { %s2, %s2 }
%s4 = type { %s3, %s3 }
%s5 = type { %s4, %s4 }
%s6 = type { %s5, %s5 }
%s7 = type { %s6, %s6 }
%s8 = type { %s7, %s7 }
%s9 = type { %s8, %s8 }
%s10 = type { %s9, %s9 }
%s11 = type { %s10, %s10 }
%s12 = type { %s11, %s11 }
%s13 = type { %s12, %s12 }
%s14 = type { %s13, %s13 }
%s15 = type { %s14, %s14 }
%s16 = type { %s15, %s15 }

define ptr @field(ptr %p) {
  %q = getelementptr %s16, ptr %p, i64 0, i32 1
  ret ptr %q
}
