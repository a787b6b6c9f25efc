// Makes the wide-character ncurses importable; macros that Swift cannot see become functions.
#ifndef INBOX_CNCURSES_SHIM_H
#define INBOX_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <sys/ioctl.h>
#include <termios.h>

/// The attributes of a cell, each with its names in ncurses and in terminfo.
#define CURSES_ATTRIBUTES(each) \
  each(bold, A_BOLD, "bold") \
  each(dim, A_DIM, "dim") \
  each(italic, A_ITALIC, "sitm") \
  each(underline, A_UNDERLINE, "smul") \
  each(reverse, A_REVERSE, "rev")

#define CURSES_CONSTANT(name, attribute, capability) \
  static const attr_t curses_##name = attribute;
CURSES_ATTRIBUTES(CURSES_CONSTANT)
#undef CURSES_CONSTANT
static const attr_t curses_normal = A_NORMAL;

/// Colors that the terminal of the running screen has; global in ncurses.
static inline int curses_color_count(void) { return COLORS; }

/// Color pairs that the terminal of the running screen has; global in ncurses.
static inline int curses_pair_count(void) { return COLOR_PAIRS; }

/// The picture that the terminal shows just now; global in ncurses.
static inline WINDOW *curses_shown_window(void) { return curscr; }

/// The window that covers the screen; global in ncurses.
static inline WINDOW *curses_standard_window(void) { return stdscr; }

/// Begins a screen on standard input and a stream of the terminal, or else
/// standard output; NULL when ncurses cannot.
static inline SCREEN *curses_new_screen(const char *type, FILE *output) {
  return newterm(type, output ? output : stdout, stdin);
}

/// Attributes and a pair of any number for what is written next.
static inline int curses_set_style(WINDOW *window, attr_t attributes, int pair) {
  return wattr_set(window, attributes, (short)pair, &pair);
}

/// The attributes and the pair that the window writes in just now.
static inline attr_t curses_style(WINDOW *window, int *pair) {
  attr_t attributes = A_NORMAL;
  short number = 0;
  wattr_get(window, &attributes, &number, pair);
  return attributes;
}

/// Writes UTF-8 at the cursor, in a look.
int curses_write(
    WINDOW *window, const unsigned char *text, int count, attr_t attributes, int pair);

/// A cell of a window: its character with what combines with it, its look and its width.
typedef struct {
  wchar_t text[CCHARW_MAX + 1];
  attr_t attributes;
  int pair;
  int width;
} curses_cell;

/// Reads the cell at a place, to which the window's cursor moves; a blank where there is none.
void curses_read_cell(WINDOW *window, int row, int column, curses_cell *cell);

/// The bytes that give what is written next a look, and those that move the cursor; ncurses knows
/// of neither. Their number is returned.
int curses_style_bytes(attr_t attributes, int pair, char *bytes, int capacity);
int curses_move_bytes(int row, int column, char *bytes, int capacity);

/// The columns that the C library, and so ncurses, gives a scalar; -1 when it does not know it.
int curses_scalar_columns(unsigned scalar);

/// What terminfo knows of a type: 1 found, 0 unknown, -1 no terminfo; -2 too little to draw with.
int curses_check_type(const char *type, int descriptor);

/// The names of what an entry of terminfo can say, by place; NULL behind the last one.
const char *curses_flag_name(int index);
const char *curses_number_name(int index);
const char *curses_string_name(int index);

/// Whether terminfo says that colors are red, green and blue; the flag comes in three types.
static inline int curses_has_direct_color(void) {
  char *text = tigetstr("RGB");
  return tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || (text && text != (char *)-1);
}

/// A string of terminfo, or NULL when the terminal has none of that name.
static inline const char *curses_capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *)-1 ? NULL : text;
}

/// What the mouse did; a click is a press and a release that ncurses has joined.
enum curses_mouse {
  curses_mouse_none, curses_mouse_other, curses_mouse_press, curses_mouse_drag, curses_mouse_release,
  curses_mouse_click, curses_mouse_up, curses_mouse_down
};

/// Takes the newest mouse event that ncurses holds, at a cell of the screen; none when it holds no more.
///
/// One KEY_MOUSE may stand for several of them, of which getmouse gives the newest first.
static inline enum curses_mouse curses_take_mouse(int *column, int *row) {
  MEVENT event;
  if (getmouse(&event) != OK) return curses_mouse_none;
  *column = event.x;
  *row = event.y;
  if (event.bstate & BUTTON1_PRESSED) return curses_mouse_press;
  if (event.bstate & BUTTON1_RELEASED) return curses_mouse_release;
  if (event.bstate & (BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED)) return curses_mouse_click;
  if (event.bstate & BUTTON4_PRESSED) return curses_mouse_up;
  if (event.bstate & BUTTON5_PRESSED) return curses_mouse_down;
  if (event.bstate & REPORT_MOUSE_POSITION) return curses_mouse_drag;
  return curses_mouse_other;
}

/// The kernel's idea of the size; 0 when it answered.
static inline int curses_window_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  int result = ioctl(descriptor, TIOCGWINSZ, &size);
  if (result == 0) {
    *columns = size.ws_col;
    *rows = size.ws_row;
  }
  return result;
}

/// The kernel's idea of the pixels of a cell; 0 when it knows them.
static inline int curses_cell_size(int descriptor, int *width, int *height) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || !size.ws_col || !size.ws_row) return -1;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return *width && *height ? 0 : -1;
}

#endif
