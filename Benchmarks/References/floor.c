// floor COUNT: the least that an ncurses inbox can do, as the reference of the benchmark.
//
// COUNT made-up messages of two lines each, painted in the whole window: a bar, the rows, a bar.
// Keys: j k (one message), f b (a page), g G (top, bottom), q.
#define _XOPEN_SOURCE 700
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>

static long count, top, current;

static void draw_message(int row, long index) {
  int unread = index % 10 == 0, selected = index == current;
  char head[512], text[512];
  snprintf(head, sizeof head, " %s ✉  Message %ld of the benchmark: build finished", unread ? "●" : " ",
           count - index);
  snprintf(text, sizeof text, "      host%ld reports: job %ld took %ld s, no errors; see the log.",
           index % 40, index * 7, index % 97);
  attrset((selected ? A_REVERSE : 0) | (unread ? A_BOLD | COLOR_PAIR(1 + index % 6) : 0));
  mvprintw(row, 0, "%-*.*s", COLS, COLS, head);
  mvprintw(row, COLS - 20, "%12s %5ldm ", "http/ci", index % 60);
  attrset(selected ? A_REVERSE : A_NORMAL);
  mvprintw(row + 1, 0, "%-*.*s", COLS, COLS, text);
  attrset(A_NORMAL);
}

static void paint(void) {
  long rows = (LINES - 2) / 2;
  if (current < 0) current = 0;
  if (current >= count) current = count - 1;
  if (current < top) top = current;
  if (current >= top + rows) top = current - rows + 1;
  if (top < 0) top = 0;
  mvprintw(0, 0, "%-*s", COLS, " inbox");
  for (long i = 0; i < rows && top + i < count; i++) draw_message(1 + 2 * (int)i, top + i);
  mvprintw(LINES - 1, 0, " %ld/%ld", current + 1, count);
  clrtoeol();
  refresh();
}

int main(int arguments, char **values) {
  count = arguments > 1 ? atol(values[1]) : 1000;
  setlocale(LC_ALL, "");
  initscr();
  start_color();
  use_default_colors();
  for (short i = 1; i < 7; i++) init_pair(i, i, -1);
  raw();
  noecho();
  keypad(stdscr, TRUE);
  curs_set(0);
  paint();
  for (int key; (key = getch()) != 'q';) {
    long page = (LINES - 2) / 2;
    switch (key) {
      case 'j': current++; break;
      case 'k': current--; break;
      case 'f': current += page; top += page; break;
      case 'b': current -= page; top -= page; break;
      case 'g': current = 0; break;
      case 'G': current = count - 1; break;
    }
    if (top > count - page) top = count - page;
    paint();
  }
  endwin();
  return 0;
}
