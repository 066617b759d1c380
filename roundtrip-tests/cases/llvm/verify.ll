; Tern's verifier says what LLVM's says, and where it is.
; RUN: tern check %s
; RUN: tern verify --llvm %s
define i32 @f(i1 %c) {
  br i1 %c, label %then, label %end

then:
  %x = add i32 1, 2
  br label %end

end:
  ret i32 %x
}
