#include "crash.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { crash_count = sizeof crashes / sizeof *crashes };

static struct sigaction earlier[crash_count];
static struct termios original;
static char restoring[512];
static int restoring_count;
static int terminal;
static volatile sig_atomic_t installed;
// A stack of its own, for the crash that is a stack overflow.
static char stack[65536];

static const char file_was_cut[] =
    "The screen has ended: a file of the inbox was cut short, or its disk failed, while it was"
    " open. What was stored before is kept; open the screen again.\n";
static const char fault[] = "The screen has ended by a fault of the program.\n";

static void say(const char *text, int count) { (void)!write(STDERR_FILENO, text, count); }

static void restore_terminal(int signal) {
  if (installed) {
    installed = 0;
    (void)!write(terminal, restoring, restoring_count);
    tcsetattr(terminal, TCSANOW, &original);
    // A page of a mapped file that is not there any more.
    if (signal == SIGBUS) say(file_was_cut, sizeof file_was_cut - 1);
    else say(fault, sizeof fault - 1);
  }
  for (int index = 0; index < crash_count; index++) {
    if (crashes[index] == signal) sigaction(signal, &earlier[index], 0);
  }
  raise(signal);
}

void inbox_crash_handler_install(
    int descriptor, const struct termios *settings, const char *text, int count) {
  if (installed) return;
  original = *settings;
  restoring_count = count < (int)sizeof restoring ? count : (int)sizeof restoring;
  memcpy(restoring, text, restoring_count);
  terminal = descriptor;

  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack}, present;
  if (sigaltstack(0, &present) == 0 && (present.ss_flags & SS_DISABLE)) sigaltstack(&own, 0);
  struct sigaction action = {0};
  action.sa_handler = restore_terminal;
  action.sa_flags = SA_NODEFER | SA_ONSTACK;
  installed = 1;
  for (int index = 0; index < crash_count; index++) {
    sigaction(crashes[index], &action, &earlier[index]);
  }
}

void inbox_crash_handler_remove(void) {
  if (!installed) return;
  installed = 0;
  for (int index = 0; index < crash_count; index++) {
    sigaction(crashes[index], &earlier[index], 0);
  }
}
