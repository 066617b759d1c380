; RUN: tern check %s
@f = global float 0.1
