#define _GNU_SOURCE
#include "pipes.h"

#include <spawn.h>
#include <unistd.h>

int inbox_pipe_open(int ends[2], int flags) {
#ifdef __linux__
  return pipe2(ends, flags | O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    if (flags) fcntl(ends[i], F_SETFL, flags);
  }
  return 0;
#endif
}

int inbox_spawn_close_from(void *actions, int first) {
#ifdef __linux__
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
  (void)actions;
  (void)first;
  return 0;
#endif
}
