// Says of many modules whether LLVM's reader and verifier accept them, in one process: starting a tool for each takes longer than its work.
//
// Input: for each module its length in decimal, a newline, and the text. Output: for each one letter, the length of the message in decimal, a
// newline, and the message. The letter: A accepted, R refused by the reader, V refused by the verifier, C crashed. Each module is judged by a
// child, so that a crash loses nothing else.

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

// What LLVM prints to standard error.
static int said;

static void answer(char letter, const char *message) {
  off_t printed = lseek(said, 0, SEEK_CUR);
  char *text = calloc((size_t)printed + 1, 1);
  if (printed > 0 && pread(said, text, (size_t)printed, 0) != printed) text[0] = 0;
  printf("%c%zu\n%s%s", letter, strlen(message) + strlen(text), message, text);
  fflush(stdout);
  _exit(0);
}

// The reader verifies debug information; what else is wrong then ends the process.
static void fatal(const char *reason) {
  answer(strstr(reason, "Broken module") ? 'V' : 'C', "");
}

static void judge(char *text, size_t length) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(text, length, "mutant.ll", 1);
  LLVMModuleRef module;
  char *message = NULL;
  if (LLVMParseIRInContext(context, buffer, &module, &message)) answer('R', message);
  if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) answer('V', message);
  answer('A', "");
}

int main(void) {
  LLVMInstallFatalErrorHandler(fatal);
  size_t length;
  while (scanf("%zu", &length) == 1 && getchar() == '\n') {
    char *text = malloc(length + 1);
    if (fread(text, 1, length, stdin) != length) return 1;
    text[length] = 0;
    said = memfd_create("said", 0);
    pid_t child = fork();
    if (child == 0) {
      dup2(said, 2);
      alarm(20);
      judge(text, length);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) < 0) return 1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) printf("C0\n");
    fflush(stdout);
    close(said);
    free(text);
  }
  return 0;
}
