// What started programs do not inherit, by calls that Swift does not import.
#ifndef INBOX_PIPES_H
#define INBOX_PIPES_H

#include <fcntl.h>

/// Opens a pipe whose ends are closed for programs from the start, also for one that another thread
/// starts at this moment; -1 with an error number when there are no descriptors left.
int inbox_pipe_open(int ends[2], int flags);

/// Closes all descriptors from one on for a program that is started with these
/// posix_spawn_file_actions_t, after the actions so far; 0, or an error number.
int inbox_spawn_close_from(void *actions, int first);

#endif
