; A block that is named by its number behind its function.
define void @f() {
  br label %1

1:
  ret void
}

@x = global ptr blockaddress(@f, %1)
