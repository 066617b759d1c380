; A program that parses and evaluates: recursion, a table of functions, functions from elsewhere.
@operators = internal constant [3 x ptr] [ptr @plus, ptr @minus, ptr @times]
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @getchar()
declare i32 @putchar(i32)

define i32 @main() {
  %tree = call ptr @parse()
  %value = call i32 @evaluate(ptr %tree)
  call void @print(i32 %value)
  call void @discard(ptr %tree)
  ret i32 0
}
define internal ptr @parse() {
  %left = call ptr @term()
  %right = call ptr @term()
  %node = call ptr @node(ptr %left, ptr %right)
  ret ptr %node
}
define internal ptr @term() {
  %c = call i32 @next()
  %open = icmp eq i32 %c, 40
  br i1 %open, label %inner, label %leaf
inner:
  %sub = call ptr @parse()
  ret ptr %sub
leaf:
  %node = call ptr @node(ptr null, ptr null)
  ret ptr %node
}
define internal i32 @next() {
  %c = call i32 @getchar()
  ret i32 %c
}
define internal ptr @node(ptr %l, ptr %r) {
  %p = call ptr @malloc(i64 32)
  ret ptr %p
}
define internal i32 @evaluate(ptr %tree) {
  %leaf = icmp eq ptr %tree, null
  br i1 %leaf, label %zero, label %inner
zero:
  ret i32 0
inner:
  %l = call i32 @evaluate(ptr null)
  %r = call i32 @evaluate(ptr null)
  %op = load ptr, ptr @operators
  %v = call i32 %op(i32 %l, i32 %r)
  ret i32 %v
}
define internal i32 @plus(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}
define internal i32 @minus(i32 %a, i32 %b) {
  %r = sub i32 %a, %b
  ret i32 %r
}
define internal i32 @times(i32 %a, i32 %b) {
  %r = mul i32 %a, %b
  ret i32 %r
}
define internal void @print(i32 %v) {
  %small = icmp slt i32 %v, 10
  br i1 %small, label %digit, label %more
more:
  %q = udiv i32 %v, 10
  call void @print(i32 %q)
  br label %digit
digit:
  %c = call i32 @putchar(i32 %v)
  ret void
}
define internal void @discard(ptr %tree) {
  call void @discard(ptr null)
  call void @free(ptr %tree)
  ret void
}
