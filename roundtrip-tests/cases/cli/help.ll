; RUN: tern --help
; RUN: tern import --help
; RUN: tern export --help
; RUN: tern roundtrip --help
; RUN: tern check --help
; RUN: tern translate --help
; RUN: tern run --help
; RUN: tern frobnicate
; RUN: tern import --frobnicate
