; What stands alone with a function, and what only it calls.
; RUN: tern extract --func main --deps -S %s
; RUN: tern extract --func main --recursive -S %s

@table = internal constant [1 x ptr] [ptr @by_pointer]
@count = internal global i32 0
@unused = global i32 1
@other = internal alias void (), ptr @behind
@outside = external global i32

declare void @declared()

define internal void @behind() {
  store i32 1, ptr @count
  ret void
}

define internal void @by_pointer() {
  call void @declared()
  ret void
}

define internal void @called() {
  ret void
}

define void @dead() {
  ret void
}

define void @main() {
  %p = load ptr, ptr getelementptr (i8, ptr @table, i64 0)
  call void %p()
  call void @called()
  call void @other()
  store i32 2, ptr @outside
  ret void
}
