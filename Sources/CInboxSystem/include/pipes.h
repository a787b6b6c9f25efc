// Pipes that no started program inherits, whose call Swift does not import.
#ifndef INBOX_PIPES_H
#define INBOX_PIPES_H

#include <fcntl.h>

/// Opens a pipe whose ends are closed for programs from the start, also for one that another thread
/// starts at this moment; -1 with an error number when there are no descriptors left.
int inbox_pipe_open(int ends[2], int flags);

#endif
