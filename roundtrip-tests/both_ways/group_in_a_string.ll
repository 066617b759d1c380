; The line within the string is no attribute group.
attributes #0 = { nounwind }
module asm "
attributes #0 = { cold }
"
declare void @f() #0
