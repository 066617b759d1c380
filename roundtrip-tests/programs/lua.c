// Runs the script of Lua that the first argument names.
#include <stdio.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

int main(int count, char **arguments) {
  lua_State *state = luaL_newstate();
  if (count < 2 || !state)
    return 2;
  luaL_openlibs(state);
  int failed = luaL_dofile(state, arguments[1]);
  if (failed)
    printf("error: %s\n", lua_tostring(state, -1));
  lua_close(state);
  return failed ? 1 : 0;
}
