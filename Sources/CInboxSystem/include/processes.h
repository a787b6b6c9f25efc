// Processes by what stands in their environment, where the system tells it.
#ifndef INBOX_PROCESSES_H
#define INBOX_PROCESSES_H

/// Sends a signal to the processes of this user in whose environment a variable begins with a text,
/// such as `NAME=value`; 0 sends none. Returns how many there are; 0 where the system does not tell.
int inbox_signal_marked(const char *beginning, int signal);

#endif
