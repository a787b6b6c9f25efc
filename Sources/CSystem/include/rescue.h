// Gives the terminal back even when the program crashes.
#ifndef BELLBOARD_RESCUE_H
#define BELLBOARD_RESCUE_H

#include <termios.h>

/// From now on a crash first writes the text to the terminal and restores its settings.
void bellboard_rescue_arm(
    int descriptor, const struct termios *settings, const char *text, int count);
/// Ends that: crashes do again what they did before.
void bellboard_rescue_disarm(void);

#endif
