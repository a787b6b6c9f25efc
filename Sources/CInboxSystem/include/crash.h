// A crash handler that restores the terminal and says in a sentence what happened.
#ifndef INBOX_CRASH_H
#define INBOX_CRASH_H

#include <termios.h>

/// From now on a crash first writes the text to the terminal and restores its settings.
void inbox_crash_handler_install(
    int descriptor, const struct termios *settings, const char *text, int count);
/// Puts back the handling of crashes from before.
void inbox_crash_handler_remove(void);

#endif
