// The output of a screen: a limit on the time that the last of it may take once a signal asks the
// program to end, and what gathers a frame of it.
#ifndef INBOX_OUTPUT_H
#define INBOX_OUTPUT_H

/// From now on, output of this thread that blocks ends some time after a signal that asks for the
/// end was forwarded: both descriptors of the terminal then lead to /dev/null. One terminal at a time.
void inbox_output_limit_install(int first, int second);
/// Begins the time, if a limit is installed; may be called in a signal handler.
void inbox_output_limit_begin(void);
/// Ends the limit; whether the output was cut, which then stays so.
int inbox_output_limit_remove(void);

/// Opens a file in memory, which no started program gets; -1 where there is no such file.
int inbox_memory_file_open(void);
/// Makes a descriptor lead where another one does, for no started program; 0, or -1.
int inbox_descriptor_replace(int descriptor, int source);

#endif
