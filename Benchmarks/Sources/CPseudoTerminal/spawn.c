#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <fcntl.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif
#include <sys/ioctl.h>
#include <unistd.h>

pid_t spawn_in_terminal(
    char *const arguments[], char *const environment[], unsigned short columns,
    unsigned short rows, int *primary) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  pid_t process = forkpty(primary, NULL, NULL, &size);
  if (process == 0) {
    execve(arguments[0], arguments, environment);
    _exit(127);
  }
  if (process > 0) fcntl(*primary, F_SETFD, FD_CLOEXEC);
  return process;
}
