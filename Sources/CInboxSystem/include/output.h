// A limit on the time that a screen's last output may take once a signal asks the program to end.
#ifndef INBOX_OUTPUT_H
#define INBOX_OUTPUT_H

/// From now on, output of this thread that blocks ends some time after a signal that asks for the
/// end was forwarded: the descriptor then leads to /dev/null. One descriptor at a time.
void inbox_output_limit_install(int descriptor);
/// Begins the time, if a limit is installed; may be called in a signal handler.
void inbox_output_limit_begin(void);
/// Ends the limit; whether the output was cut, which then stays so.
int inbox_output_limit_remove(void);

#endif
