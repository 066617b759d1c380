; RUN: tern check %s
@s = constant [4 x i8] c"ab\00"
