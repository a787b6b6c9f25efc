// Sets the clock of a program ahead, by the seconds of CLOCK_AHEAD: a library for LD_PRELOAD, for
// Scripts/proof and the tests of the exchange.
//
// It leaves the clock of timers alone. libfaketime changes more: with it, bellboardd does not end.
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  const char *ahead = getenv("CLOCK_AHEAD");
  if (result == 0 && clock == CLOCK_REALTIME && ahead) time->tv_sec += atol(ahead);
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  struct timespec now;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
