// Signals as bytes in a pipe: a handler may do little more than write.
#ifndef BELLBOARD_SIGNALS_H
#define BELLBOARD_SIGNALS_H

/// From now on each arrival of the signal is one byte, its number, in the pipe; 0 on success.
int bellboard_signal_forward(int signal, int pipe);
/// Puts back what the signal did before it was forwarded.
void bellboard_signal_restore(int signal);
/// Stops the whole process group as the terminal's Ctrl-Z would; returns when it goes on.
void bellboard_stop(void);

#endif
