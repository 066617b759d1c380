; RUN: tern check %s
hello, world
