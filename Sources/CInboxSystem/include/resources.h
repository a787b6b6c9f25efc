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

/// How many files the process may open; the largest number for no limit.
static inline long long inbox_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > 1000000000) return 1000000000;
  return (long long)limit.rlim_cur;
}

/// Opens what libdispatch otherwise opens when the main thread leaves its function, and traps without.
void inbox_open_main_queue(void);

/// Lets the process open as many files as it may, up to a maximum; -1 where that cannot be asked for.
static inline int inbox_raise_descriptor_limit(long long maximum) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  rlim_t wanted = limit.rlim_max;
  if (wanted == RLIM_INFINITY || wanted > (rlim_t)maximum) wanted = (rlim_t)maximum;
  if (wanted <= limit.rlim_cur) return 0;
  limit.rlim_cur = wanted;
  return setrlimit(RLIMIT_NOFILE, &limit);
}

#endif
