#include <curses.h>
#include <term.h>

const char *curses_flag_name(int index) { return boolnames[index]; }

const char *curses_number_name(int index) { return numnames[index]; }

const char *curses_string_name(int index) { return strnames[index]; }

int curses_check_type(const char *type, int descriptor) {
  int found = 0;
  if (setupterm(type, descriptor, &found) != OK) return found == 1 ? -2 : found;
  return cursor_address && clear_screen ? 1 : -2;
}
