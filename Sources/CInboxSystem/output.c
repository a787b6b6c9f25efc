#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

// Seconds that a terminal has to take the last output; one that is read takes milliseconds.
enum { patience = 2 };

static struct sigaction earlier;
static pthread_t writer;
static volatile sig_atomic_t installed;
static volatile sig_atomic_t was_cut;
static volatile sig_atomic_t output;
static volatile sig_atomic_t nowhere;

static void cut(int signal) {
  if (!installed) return;
  int saved = errno;
  dup2(nowhere, output);
  was_cut = 1;
  // A write that waits goes on only when a signal reaches its thread.
  if (!pthread_equal(pthread_self(), writer)) pthread_kill(writer, signal);
  errno = saved;
}

void inbox_output_limit_install(int descriptor) {
  if (installed) return;
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null < 0) return;
  nowhere = null;
  output = descriptor;
  writer = pthread_self();
  was_cut = 0;
  struct sigaction action = {0};
  action.sa_handler = cut;
  installed = sigaction(SIGALRM, &action, &earlier) == 0;
  if (!installed) close(null);
}

void inbox_output_limit_begin(void) {
  if (installed) alarm(patience);
}

int inbox_output_limit_remove(void) {
  if (!installed) return 0;
  alarm(0);
  installed = 0;
  sigaction(SIGALRM, &earlier, 0);
  close(nowhere);
  return was_cut;
}
