// The host's own door to ncurses: Swift sees neither its globals nor most of its macros.
#ifndef LOBBY_CURSES_H
#define LOBBY_CURSES_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>

/// Begins to write in a pair of colors that the host made.
static inline void lobby_pair(WINDOW *window, int pair, int bold) {
  wattr_set(window, bold ? A_BOLD : A_NORMAL, (short)pair, 0);
}

/// Fills a window with the background of a pair.
static inline void lobby_fill(WINDOW *window, int pair) {
  wbkgdset(window, ' ' | COLOR_PAIR(pair));
  werase(window);
}

/// Asks for the first button and the wheel of the mouse, which then come as KEY_MOUSE.
static inline void lobby_take_mouse(void) {
  mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON4_PRESSED | BUTTON5_PRESSED, 0);
  mouseinterval(0);
}

/// Takes a key or a character: OK, KEY_CODE_YES or ERR.
static inline int lobby_key(WINDOW *window, unsigned int *code) {
  wint_t wide = 0;
  int result = wget_wch(window, &wide);
  *code = wide;
  return result;
}

#endif
