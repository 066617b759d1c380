; Comdats
; One operation holds them all; globals refer to what is in it.
$any = comdat any
$exact = comdat exactmatch
$largest = comdat largest
$none = comdat nodeduplicate
$same = comdat samesize
$f = comdat any

@any = linkonce_odr global i32 1, comdat
@a = global i32 1, comdat($exact)
@b = global i32 2, comdat($largest)
@c = global i32 3, comdat($none)
@d = global i32 4, comdat($same)

define linkonce_odr void @f() comdat {
  ret void
}
