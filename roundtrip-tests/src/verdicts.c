// Says of many modules whether LLVM's reader and verifier accept them, in one process: starting a tool for each takes longer than its work.
//
// Input: for each module its length in decimal, a newline, and the text. Output: for each one letter, the length of the message in decimal, a
// newline, and the message, or else what LLVM printed. The letter: A accepted, R refused by the reader, V refused by the verifier, C crashed.
// A child judges one module after the other; if it crashes, another goes on behind the module.

#define _GNU_SOURCE
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// The number of modules that are done, shared with children.
static size_t *done;

// What LLVM prints to standard error while it looks at a module.
static int said;

static void answer(char letter, const char *message) {
  // What was printed is the message of what has none.
  off_t printed = message[0] ? 0 : lseek(said, 0, SEEK_END);
  char *text = calloc((size_t)printed + 1, 1);
  if (printed > 0 && pread(said, text, (size_t)printed, 0) != printed) text[0] = 0;
  printf("%c%zu\n%s%s", letter, strlen(message) + strlen(text), message, text);
  fflush(stdout);
  free(text);
  ++*done;
  if (ftruncate(said, 0) < 0 || lseek(said, 0, SEEK_SET) < 0) _exit(0);
}

// The reader verifies debug information; what else is wrong then ends the process.
static void fatal(const char *reason) {
  answer(strstr(reason, "Broken module") ? 'V' : 'C', "");
  _exit(0);
}

static void judge(const char *text, size_t length) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, length, "mutant.ll");
  LLVMModuleRef module;
  char *message = NULL;
  if (LLVMParseIRInContext(context, buffer, &module, &message)) {
    answer('R', message);
  } else {
    char letter = LLVMVerifyModule(module, LLVMReturnStatusAction, &message) ? 'V' : 'A';
    answer(letter, letter == 'V' ? message : "");
    LLVMDisposeModule(module);
  }
  LLVMDisposeMessage(message);
  LLVMContextDispose(context);
}

// All of the input, and a zero.
static char *input(size_t *size) {
  size_t capacity = 1 << 16, count;
  char *text = malloc(capacity);
  *size = 0;
  while ((count = fread(text + *size, 1, capacity - *size - 1, stdin)) > 0) {
    *size += count;
    if (capacity - *size < 2) text = realloc(text, capacity *= 2);
  }
  text[*size] = 0;
  return text;
}

int main(void) {
  size_t size, index = 0, at = 0;
  char *all = input(&size);
  done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (done == MAP_FAILED) return 1;
  while (at < size) {
    said = memfd_create("said", 0);
    pid_t child = fork();
    if (child == 0) {
      dup2(said, 2);
      LLVMInstallFatalErrorHandler(fatal);
    }
    // The parent goes as far as the child has come.
    int status = 0;
    if (child < 0 || (child > 0 && waitpid(child, &status, 0) < 0)) return 1;
    int has_crashed = child > 0 && (!WIFEXITED(status) || WEXITSTATUS(status) != 0);
    if (has_crashed) {
      printf("C0\n");
      fflush(stdout);
      ++*done;
    }
    for (; at < size && (child == 0 || index < *done); index++) {
      char *text;
      size_t length = strtoull(all + at, &text, 10);
      if (*text++ != '\n' || length > size - (size_t)(text - all)) return 1;
      if (child == 0) {
        alarm(20);
        judge(text, length);
      }
      at = (size_t)(text - all) + length;
    }
    if (child == 0) return 0;
    close(said);
  }
  return 0;
}
