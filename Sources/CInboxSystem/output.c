#define _GNU_SOURCE
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#include <unistd.h>

// Seconds that a terminal has to take the last output; one that is read takes milliseconds.
enum { patience = 2 };

static struct sigaction earlier;
static pthread_t writer;
static volatile sig_atomic_t installed;
static volatile sig_atomic_t has_begun;
static volatile sig_atomic_t was_cut;
static volatile sig_atomic_t outputs[2];
static volatile sig_atomic_t nowhere;

static void cut(int signal, siginfo_t *information, void *context) {
  if (!installed) return;
  // Not the end of the time, but another program's signal.
  if (!has_begun) {
    if (earlier.sa_flags & SA_SIGINFO) earlier.sa_sigaction(signal, information, context);
    return;
  }
  int saved = errno;
  for (int i = 0; i < 2; i++) dup2(nowhere, outputs[i]);
  was_cut = 1;
  // A write that waits goes on only when a signal reaches its thread.
  if (!pthread_equal(pthread_self(), writer)) pthread_kill(writer, signal);
  errno = saved;
}

void inbox_output_limit_install(int first, int second) {
  if (installed) return;
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null < 0) return;
  nowhere = null;
  outputs[0] = first;
  outputs[1] = second;
  writer = pthread_self();
  was_cut = 0;
  has_begun = 0;
  struct sigaction action = {0};
  action.sa_sigaction = cut;
  action.sa_flags = SA_SIGINFO;
  installed = sigaction(SIGALRM, &action, &earlier) == 0;
  if (!installed) close(null);
}

void inbox_output_limit_begin(void) {
  if (!installed) return;
  has_begun = 1;
  alarm(patience);
}

int inbox_output_limit_remove(void) {
  if (!installed) return 0;
  alarm(0);
  installed = 0;
  sigaction(SIGALRM, &earlier, 0);
  close(nowhere);
  return was_cut;
}

int inbox_memory_file_open(void) {
#ifdef __linux__
  return memfd_create("inbox", MFD_CLOEXEC);
#else
  return -1;
#endif
}

int inbox_descriptor_replace(int descriptor, int source) {
  if (descriptor == source) return 0;
#ifdef __linux__
  int result;
  // Linux refuses a number that another thread is just opening.
  do result = dup3(source, descriptor, O_CLOEXEC);
  while (result < 0 && (errno == EINTR || errno == EBUSY));
  return result < 0 ? -1 : 0;
#else
  return dup2(source, descriptor) < 0 || fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0 ? -1 : 0;
#endif
}
