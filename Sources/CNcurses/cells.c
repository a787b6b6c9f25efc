#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "shim.h"
#include <string.h>
#include <term.h>
#include <wchar.h>

// ncurses hands bytes to a function without a context; the screen has one thread.
static _Thread_local struct {
  char *bytes;
  int count, capacity;
} taken;

static int take(int byte) {
  if (taken.count < taken.capacity) taken.bytes[taken.count++] = (char)byte;
  return byte;
}

static void begin(char *bytes, int capacity) {
  taken.bytes = bytes;
  taken.count = 0;
  taken.capacity = capacity;
}

static void put(const char *name, int parameter) {
  char *text = tigetstr((char *)name);
  if (text && text != (char *)-1) tputs(tiparm(text, parameter), 1, take);
}

// vid_puts would do, but it writes some of its bytes, "op", past the function that it is given.
int curses_style_bytes(attr_t attributes, int pair, char *bytes, int capacity) {
#define ROW(name, attribute, capability) {attribute, capability},
  static const struct {
    attr_t attribute;
    const char *capability;
  } rows[] = {CURSES_ATTRIBUTES(ROW)};
  int foreground = -1, background = -1;
  begin(bytes, capacity);
  put("sgr0", 0);
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (attributes & rows[i].attribute) put(rows[i].capability, 0);
  }
  if (pair > 0 && extended_pair_content(pair, &foreground, &background) == OK) {
    if (foreground >= 0) put("setaf", foreground);
    if (background >= 0) put("setab", background);
  }
  return taken.count;
}

int curses_move_bytes(int row, int column, char *bytes, int capacity) {
  begin(bytes, capacity);
  tputs(tiparm(cursor_address, row, column), 1, take);
  return taken.count;
}

// Whether nothing is laid below the text of a window, as a host may have done.
static int has_plain_ground(WINDOW *window) {
  cchar_t ground;
  wchar_t text[CCHARW_MAX + 1] = {0};
  attr_t attributes = A_NORMAL;
  short number = 0;
  int pair = 0;
  return wgetbkgrnd(window, &ground) != ERR &&
         getcchar(&ground, text, &attributes, &number, &pair) != ERR && text[0] == L' ' &&
         text[1] == 0 && (attributes & ~A_COLOR) == A_NORMAL && pair == 0;
}

// Puts ASCII into the cells as it is: no character of it is wide or combines with another, so
// ncurses need not look each of them up, which takes most of the time of a frame.
static int write_cells(
    WINDOW *window, const unsigned char *text, int count, attr_t attributes, int pair) {
  chtype cells[256];
  int row = getcury(window), column = getcurx(window);
  // ncurses itself mixes the ground of a window in, and knows pairs of high numbers.
  if (count > 256 || pair > 255 || !has_plain_ground(window)) return ERR;
  if (column + count > getmaxx(window)) return ERR;
  for (int i = 0; i < count; i++) {
    if (text[i] < 0x20 || text[i] > 0x7e) return ERR;
    cells[i] = text[i] | attributes | (chtype)COLOR_PAIR(pair);
  }
  if (waddchnstr(window, cells, count) == ERR) return ERR;
  // The last column has none behind it to go on to.
  if (column + count < getmaxx(window)) wmove(window, row, column + count);
  return OK;
}

int curses_write(
    WINDOW *window, const unsigned char *text, int count, attr_t attributes, int pair) {
  if (write_cells(window, text, count, attributes, pair) == OK) return OK;
  curses_set_style(window, attributes, pair);
  return waddnstr(window, (const char *)text, count);
}

int curses_scalar_columns(unsigned scalar) { return wcwidth((wchar_t)scalar); }

void curses_read_cell(WINDOW *window, int row, int column, curses_cell *cell) {
  cchar_t found;
  short number = 0;
  memset(cell, 0, sizeof *cell);
  if (mvwin_wch(window, row, column, &found) == ERR ||
      getcchar(&found, cell->text, &cell->attributes, &number, &cell->pair) == ERR) {
    cell->text[0] = L' ';
  }
  cell->attributes &= ~A_COLOR;
  int width = wcwidth(cell->text[0]);
  cell->width = width > 1 ? width : 1;
}
