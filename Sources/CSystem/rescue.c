#include "rescue.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { crash_count = sizeof crashes / sizeof *crashes };

static struct sigaction earlier[crash_count];
static struct termios kept;
static char restoring[512];
static int restoring_count;
static int terminal;
static volatile sig_atomic_t armed;
// A stack of its own, for the crash that is a stack overflow.
static char stack[65536];

static void rescue(int signal) {
  if (armed) {
    armed = 0;
    (void)!write(terminal, restoring, restoring_count);
    tcsetattr(terminal, TCSANOW, &kept);
  }
  for (int index = 0; index < crash_count; index++) {
    if (crashes[index] == signal) sigaction(signal, &earlier[index], 0);
  }
  raise(signal);
}

void bellboard_rescue_arm(
    int descriptor, const struct termios *settings, const char *text, int count) {
  if (armed) return;
  kept = *settings;
  restoring_count = count < (int)sizeof restoring ? count : (int)sizeof restoring;
  memcpy(restoring, text, restoring_count);
  terminal = descriptor;

  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack}, present;
  if (sigaltstack(0, &present) == 0 && (present.ss_flags & SS_DISABLE)) sigaltstack(&own, 0);
  struct sigaction action = {0};
  action.sa_handler = rescue;
  action.sa_flags = SA_NODEFER | SA_ONSTACK;
  armed = 1;
  for (int index = 0; index < crash_count; index++) {
    sigaction(crashes[index], &action, &earlier[index]);
  }
}

void bellboard_rescue_disarm(void) {
  if (!armed) return;
  armed = 0;
  for (int index = 0; index < crash_count; index++) {
    sigaction(crashes[index], &earlier[index], 0);
  }
}
