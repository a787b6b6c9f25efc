#!/usr/bin/env bash
# ncurses 6.4: alloc_pair hands out numbers above COLOR_PAIRS, and later one that is still in use.
#
# Expected: the numbers lie below COLOR_PAIRS, as for init_pair, and when none is left the call fails or the
# pair that was used longest ago comes back. Seen with xterm-256color (COLOR_PAIRS 65536) after
# use_default_colors: 66047 different pairs are given, up to number 66047, and the next call gives number 1,
# whose colours thereby change on the screen. A program cannot take COLOR_PAIRS for the end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/pairs.c" <<'C'
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdio.h>
int main(void) {
  FILE *nowhere = fopen("/dev/null", "r+");
  SCREEN *screen = newterm("xterm-256color", nowhere, nowhere);
  if (!screen) return 1;
  start_color();
  use_default_colors();
  int given = 0, highest = 0, pair = 0;
  // All pairs of 256 colours and the default one, but for the default on itself: 66048.
  for (int fg = -1; fg < 256; fg++)
    for (int bg = -1; bg < 256; bg++) {
      if (fg < 0 && bg < 0) continue;
      pair = alloc_pair(fg, bg);
      if (pair <= highest) break;
      highest = pair;
      given++;
    }
  int pairs = COLOR_PAIRS;
  endwin();
  printf("%s: COLOR_PAIRS %d, %d given, highest %d, then %d\n", curses_version(), pairs, given, highest, pair);
  return 0;
}
C
(cd "$folder" && for package in libncursesw6 libtinfo6 libncurses-dev; do
  apt-get download "$package=6.4-4" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root
done)
library=$(find "$folder/root" -name libncursesw.a -printf '%h')
cc -o "$folder/pairs" -I "$folder/root/usr/include" "$folder/pairs.c" "$library/libncursesw.a" "$library/libtinfo.a"
seen=$("$folder/pairs")
echo "$seen"
[ "$seen" = "ncurses 6.4.20221231: COLOR_PAIRS 65536, 66047 given, highest 66047, then 1" ]
