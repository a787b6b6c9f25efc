// Makes the wide-character ncurses importable; macros that Swift cannot see become functions.
#ifndef BELLBOARD_CNCURSES_SHIM_H
#define BELLBOARD_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>

#endif
