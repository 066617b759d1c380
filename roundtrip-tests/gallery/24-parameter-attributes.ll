; Attributes of parameters and results
; Upstream's names where it has them, else `llvm.` and the keyword; on calls as well.
%pair = type { i32, i32 }

declare noundef nonnull align 8 dereferenceable(16) ptr @result(ptr noalias returned captures(none) %p)

declare signext range(i8 0, 10) i8 @numbers(i8 zeroext %a, i16 signext %b, i32 inreg %c, i32 noext %d, float nofpclass(nan inf) %e)

declare void @memory(ptr sret(%pair) align 4 %a, ptr byval(i32) %b, ptr readonly %c, ptr writeonly %d, ptr readnone %e, ptr writable dereferenceable_or_null(4) %f, ptr dead_on_unwind %g, ptr dead_on_return %h)

declare void @more(ptr byref(i32) %a, ptr nest %b, ptr nofree %c, ptr allocptr %d, i64 allocalign %e, ptr captures(address, read_provenance) %f, ptr initializes((0, 4), (8, 12)) %g, ptr "mine"="too" %h)

declare void @inalloca(ptr inalloca(%pair))

declare void @preallocated(ptr preallocated(%pair))

declare i32 @llvm.abs.i32(i32, i1 immarg)

declare swiftcc void @swift(ptr swiftself %a, ptr swiftasync %b, ptr swifterror %c)

define swiftcc i8 @f(ptr swifterror %error, ptr %p) {
  %slot = alloca swifterror ptr, align 8
  call swiftcc void @swift(ptr swiftself %p, ptr swiftasync %p, ptr swifterror %slot)
  %r = call signext i8 @numbers(i8 zeroext 1, i16 signext 2, i32 inreg 3, i32 noext 4, float nofpclass(zero) 1.000000e+00)
  ret i8 %r
}
