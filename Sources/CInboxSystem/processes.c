#define _GNU_SOURCE
#include "processes.h"

#ifdef __linux__
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// More than the system lets an environment have is not read.
enum { most_bytes = 8 << 20 };

// The environment of a process as it was started, with a zero byte at its end; 0 where it may not be
// read. A process that has ended has an empty one.
static char *environment_of(int number, size_t *count) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char *text = 0;
  size_t room = 0;
  *count = 0;
  for (;;) {
    if (room - *count < 4097) {
      room += 16384;
      char *larger = room <= most_bytes ? realloc(text, room) : 0;
      if (!larger) break;
      text = larger;
    }
    ssize_t part = read(file, text + *count, room - *count - 1);
    if (part <= 0) break;
    *count += (size_t)part;
  }
  close(file);
  if (text) text[*count] = 0;
  return text;
}

static int is_marked(int number, const char *beginning) {
  size_t count = 0, length = strlen(beginning);
  char *text = environment_of(number, &count);
  int found = 0;
  for (size_t start = 0; text && !found && start < count; start += strlen(text + start) + 1) {
    found = strncmp(text + start, beginning, length) == 0;
  }
  free(text);
  return found;
}

// The descriptor keeps the number from meaning another process between the look and the signal.
static int signal_if_marked(int number, const char *beginning, int signal) {
#ifdef SYS_pidfd_open
  int process = (int)syscall(SYS_pidfd_open, number, 0);
  int found = is_marked(number, beginning);
  if (found && signal) {
    if (process < 0) kill(number, signal);
    else (void)syscall(SYS_pidfd_send_signal, process, signal, 0, 0);
  }
  if (process >= 0) close(process);
  return found;
#else
  int found = is_marked(number, beginning);
  if (found && signal) kill(number, signal);
  return found;
#endif
}

int inbox_signal_marked(const char *beginning, int signal) {
  DIR *all = opendir("/proc");
  if (!all) return 0;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(all));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    int number = atoi(entry->d_name);
    if (number > 1 && number != getpid()) count += signal_if_marked(number, beginning, signal);
  }
  closedir(all);
  return count;
}
#else
int inbox_signal_marked(const char *beginning, int signal) { return 0; }
#endif
