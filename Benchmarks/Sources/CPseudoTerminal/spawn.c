#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

// A pipe through which the child says when it calls exec; closed on exec at both ends.
static int open_clock(int clock[2]) {
  if (pipe(clock) != 0) return -1;
  fcntl(clock[0], F_SETFD, FD_CLOEXEC);
  fcntl(clock[1], F_SETFD, FD_CLOEXEC);
  return 0;
}

static void become(char *const arguments[], char *const environment[], int clock) {
  double now = milliseconds();
  if (write(clock, &now, sizeof now) == sizeof now) execve(arguments[0], arguments, environment);
  _exit(127);
}

static int read_clock(int clock[2], double *start) {
  close(clock[1]);
  ssize_t count;
  do count = read(clock[0], start, sizeof *start);
  while (count < 0 && errno == EINTR);
  close(clock[0]);
  return count == sizeof *start ? 0 : -1;
}

pid_t spawn_in_terminal(
    char *const arguments[], char *const environment[], unsigned short columns,
    unsigned short rows, int *primary, double *start) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  int clock[2];
  if (open_clock(clock) != 0) return -1;
  pid_t process = forkpty(primary, NULL, NULL, &size);
  if (process == 0) become(arguments, environment, clock[1]);
  if (read_clock(clock, start) != 0) return -1;
  if (process > 0) fcntl(*primary, F_SETFD, FD_CLOEXEC);
  return process;
}

int run_to_end(char *const arguments[], char *const environment[], double *took) {
  int clock[2];
  if (open_clock(clock) != 0) return -1;
  pid_t process = fork();
  if (process == 0) {
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, 0);
    dup2(nothing, 1);
    become(arguments, environment, clock[1]);
  }
  double start = 0;
  if (read_clock(clock, &start) != 0) return -1;
  int status = -1;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
  *took = milliseconds() - start;
  return status;
}

int raise_descriptor_limit(long count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  if (limit.rlim_cur >= (rlim_t)count) return 0;
  limit.rlim_cur = (rlim_t)count;
  return setrlimit(RLIMIT_NOFILE, &limit);
}
