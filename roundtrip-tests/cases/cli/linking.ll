; What `tern link` and `tern extract` say.
; RUN: tern link -v -d %s -o /dev/null
; RUN: tern extract --func nowhere %s
; RUN: tern extract --glob nowhere %s
; RUN: tern extract --alias nowhere %s
; RUN: tern extract --ralias ^now %s

@x = global i32 0
@y = alias i32, ptr @x
