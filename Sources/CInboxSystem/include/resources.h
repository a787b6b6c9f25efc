// Limits of the process, whose names C's library declares in ways that Swift does not import alike.
#ifndef INBOX_RESOURCES_H
#define INBOX_RESOURCES_H

#include <sys/resource.h>

/// The limit on the size of files in bytes; -1 for none.
static inline long long inbox_file_size_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return -1;
  return (long long)limit.rlim_cur;
}

#endif
