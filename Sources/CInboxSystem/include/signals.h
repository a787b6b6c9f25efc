// Signals as bytes in pipes: a handler may do little more than write.
#ifndef INBOX_SIGNALS_H
#define INBOX_SIGNALS_H

/// From now on each arrival of the signal is one byte, its number, in the pipe; 0 on success.
/// What the kernel sends, as for a terminal's key, is ignored if asked.
int inbox_signal_forward(int signal, int pipe, int ignores_kernel);
/// Puts back the handling from before the signal was forwarded.
void inbox_signal_restore(int signal);
/// Whether the process ignores the signal now, as `nohup` has it.
int inbox_signal_is_ignored(int signal);
/// Stops the whole process group as the terminal's Ctrl-Z would; returns when it is continued.
void inbox_stop(void);

#endif
