#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

enum { most = 65 };

static volatile sig_atomic_t target = -1;
static struct sigaction earlier[most];
static volatile sig_atomic_t forwarded[most];

static void forward(int signal) {
  int saved = errno;
  unsigned char byte = (unsigned char)signal;
  // A full pipe already wakes the loop, so a lost byte loses nothing but a repetition.
  (void)!write(target, &byte, 1);
  errno = saved;
}

int bellboard_signal_forward(int signal, int pipe) {
  if (signal <= 0 || signal >= most) return -1;
  struct sigaction action = {0};
  action.sa_handler = forward;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  target = pipe;
  if (sigaction(signal, &action, &earlier[signal]) != 0) return -1;
  forwarded[signal] = 1;
  return 0;
}

void bellboard_signal_restore(int signal) {
  if (signal <= 0 || signal >= most || !forwarded[signal]) return;
  sigaction(signal, &earlier[signal], 0);
  forwarded[signal] = 0;
}

void bellboard_stop(void) {
  struct sigaction action = {0}, mine;
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, &mine);
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &mine, 0);
}
