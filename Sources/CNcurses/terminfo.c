#include <curses.h>
#include <term.h>

int curses_check_type(const char *type, int descriptor) {
  int found = 0;
  if (setupterm(type, descriptor, &found) != OK) return found == 1 ? -2 : found;
  return cursor_address && clear_screen ? 1 : -2;
}
