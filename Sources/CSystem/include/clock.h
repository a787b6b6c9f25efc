// The clock on the wall as a descriptor: timers are no part of what Swift imports of C's library.
#ifndef BELLBOARD_CLOCK_H
#define BELLBOARD_CLOCK_H

/// A descriptor that never blocks; -1 where there is none of this kind.
int bellboard_clock_open(void);
/// Makes it readable when the clock shows so many milliseconds more, and when the clock is set.
void bellboard_clock_arm(int clock, long long milliseconds);
/// Takes what has made it readable.
void bellboard_clock_take(int clock);

#endif
