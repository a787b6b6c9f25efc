#include "clock.h"

#ifdef __linux__

#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int inbox_clock_open(void) {
  return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

void inbox_clock_arm(int clock, long long milliseconds) {
  struct itimerspec moment = {0};
  clock_gettime(CLOCK_REALTIME, &moment.it_value);
  if (milliseconds < 0) milliseconds = 0;
  long long nanoseconds = moment.it_value.tv_nsec + milliseconds % 1000 * 1000000;
  moment.it_value.tv_sec += milliseconds / 1000 + nanoseconds / 1000000000;
  moment.it_value.tv_nsec = nanoseconds % 1000000000;
  // A set clock cancels the wait, which makes the descriptor readable.
  timerfd_settime(clock, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &moment, 0);
}

void inbox_clock_take(int clock) {
  uint64_t count;
  (void)!read(clock, &count, sizeof count);
}

#else

int inbox_clock_open(void) { return -1; }
void inbox_clock_arm(int clock, long long milliseconds) {}
void inbox_clock_take(int clock) {}

#endif
