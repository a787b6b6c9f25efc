// Starts a program in a pseudo-terminal: fork, and in the child only calls that are safe there.
#include <sys/types.h>

// Returns the process, or -1; *primary is the terminal's other end, closed on exec.
pid_t spawn_in_terminal(
    char *const arguments[], char *const environment[], unsigned short columns,
    unsigned short rows, int *primary);
