#include "signals.h"

#include "output.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

enum { signal_count = 65 };

static struct sigaction earlier[signal_count];
static volatile sig_atomic_t forwarded[signal_count];
static volatile sig_atomic_t pipes[signal_count];
static volatile sig_atomic_t ignores_kernel[signal_count];

static int is_from_kernel(const siginfo_t *information) {
#ifdef SI_KERNEL
  return information->si_code == SI_KERNEL;
#else
  return 0;
#endif
}

static void forward(int signal, siginfo_t *information, void *context) {
  if (ignores_kernel[signal] && is_from_kernel(information)) return;
  int saved = errno;
  int goes_on =
      signal == SIGWINCH || signal == SIGTSTP || signal == SIGCONT || signal == SIGCHLD;
  if (!goes_on) inbox_output_limit_begin();
  unsigned char byte = (unsigned char)signal;
  // A full pipe wakes its reader already, so a lost byte loses nothing but a repetition.
  (void)!write(pipes[signal], &byte, 1);
  errno = saved;
}

int inbox_signal_forward(int signal, int pipe, int ignoring_kernel) {
  if (signal <= 0 || signal >= signal_count || forwarded[signal]) return -1;
  struct sigaction action = {0};
  action.sa_sigaction = forward;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigfillset(&action.sa_mask);
  pipes[signal] = pipe;
  ignores_kernel[signal] = ignoring_kernel;
  if (sigaction(signal, &action, &earlier[signal]) != 0) return -1;
  forwarded[signal] = 1;
  return 0;
}

void inbox_signal_restore(int signal) {
  if (signal <= 0 || signal >= signal_count || !forwarded[signal]) return;
  sigaction(signal, &earlier[signal], 0);
  forwarded[signal] = 0;
}

int inbox_signal_is_ignored(int signal) {
  struct sigaction action;
  return sigaction(signal, 0, &action) == 0 && action.sa_handler == SIG_IGN;
}

void inbox_stop(void) {
  struct sigaction action = {0}, mine;
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, &mine);
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &mine, 0);
}
