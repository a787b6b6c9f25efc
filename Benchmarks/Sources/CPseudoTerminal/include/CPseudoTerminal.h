// Starts programs, with a clock that starts in the child, just before it becomes the program; in
// the child only calls that are safe after a fork.
#include <sys/types.h>

// Starts a program in a pseudo-terminal. Returns the process, or -1; *primary is the terminal's
// other end, closed on exec; *start is when the child called exec, in milliseconds of the monotonic
// clock.
pid_t spawn_in_terminal(
    char *const arguments[], char *const environment[], unsigned short columns,
    unsigned short rows, int *primary, double *start);

// Lets this process and what it starts open at least so many files; 0 when they may.
int raise_descriptor_limit(long count);

// Runs a program to its end, without input and output. Returns its wait status, or -1; *took is the
// time from exec to the end, in milliseconds.
int run_to_end(char *const arguments[], char *const environment[], double *took);
