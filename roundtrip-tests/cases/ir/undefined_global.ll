; RUN: tern check %s
define ptr @f() {
  ret ptr @nowhere
}
