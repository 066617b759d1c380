// Operations that differ in the number of their successors only.
func.func @f() {
  "unknown.branch"()[^a] : () -> ()
^a:
  "unknown.branch"()[^a, ^b] : () -> ()
^b:
  "unknown.branch"()[^a, ^b] : () -> ()
}
