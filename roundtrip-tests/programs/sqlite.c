// A shell for SQLite: runs the script that the first argument names on a database in memory and prints all rows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite3.h"

// collatz(n): how many steps it takes to get from n to 1.
static void collatz(sqlite3_context *context, int count, sqlite3_value **arguments) {
  (void)count;
  sqlite3_int64 n = sqlite3_value_int64(arguments[0]), steps = 0;
  for (; n > 1; ++steps)
    n = n % 2 ? 3 * n + 1 : n / 2;
  sqlite3_result_int64(context, steps);
}

static int print(void *unused, int columns, char **values, char **names) {
  (void)unused, (void)names;
  for (int i = 0; i < columns; ++i)
    printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
  puts("");
  return 0;
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return 0;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  text[fread(text, 1, (size_t)size, file)] = 0;
  fclose(file);
  return text;
}

int main(int count, char **arguments) {
  char *script = count > 1 ? contents(arguments[1]) : 0;
  sqlite3 *database;
  if (!script || sqlite3_open(":memory:", &database) != SQLITE_OK)
    return 2;
  sqlite3_create_function(database, "collatz", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, 0, collatz, 0, 0);
  // Statement by statement, so that what follows an error is run all the same.
  for (const char *rest = script; rest && *rest;) {
    sqlite3_stmt *statement;
    const char *start = rest;
    int status = sqlite3_prepare_v2(database, start, -1, &statement, &rest);
    char *text = status == SQLITE_OK ? sqlite3_mprintf("%.*s", (int)(rest - start), start) : 0;
    sqlite3_finalize(statement);
    if (text)
      status = sqlite3_exec(database, text, print, 0, 0);
    if (status != SQLITE_OK) {
      printf("error: %s\n", sqlite3_errmsg(database));
      if (!text)
        rest = strchr(start, ';') ? strchr(start, ';') + 1 : 0;
    }
    sqlite3_free(text);
  }
  free(script);
  return sqlite3_close(database) == SQLITE_OK ? 0 : 1;
}
