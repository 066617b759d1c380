; RUN: tern check %s
@i = global i8 256

@j = global i99999999 0
