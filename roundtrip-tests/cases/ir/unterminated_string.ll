; RUN: tern check %s
@s = constant [3 x i8] c"ab
