// The clock on the wall as a descriptor: timers are no part of what Swift imports of C's library.
#ifndef INBOX_CLOCK_H
#define INBOX_CLOCK_H

/// A descriptor that never blocks; -1 where there is none of this kind.
int inbox_clock_open(void);
/// Makes it readable when the clock shows so many milliseconds more, and when the clock is set.
void inbox_clock_arm(int clock, long long milliseconds);
/// Takes what has made it readable.
void inbox_clock_take(int clock);

#endif
