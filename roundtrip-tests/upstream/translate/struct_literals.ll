; ARGS: --import-llvm --import-structs-as-literals
; Structs with names as literal ones: in types of all kinds, packed, nested, empty, opaque.
%pair = type { i32, ptr }
%packed = type <{ i8, i32 }>
%nested = type { %pair, [2 x %packed] }
%empty = type {}
%0 = type { i8 }

@pair = global %pair { i32 1, ptr @nested }
@nested = global %nested zeroinitializer
@empty = global %empty zeroinitializer
@unnamed = external global %0

define %pair @f(ptr byval(%nested) %p, %packed %q) {
  %a = alloca %nested
  %x = getelementptr %nested, ptr %p, i32 0, i32 1, i32 1
  %v = load %pair, ptr %a
  %w = insertvalue %pair %v, i32 3, 0
  ret %pair %w
}
