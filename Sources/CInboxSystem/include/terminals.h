#ifndef INBOX_SYSTEM_TERMINALS_H
#define INBOX_SYSTEM_TERMINALS_H

/// Opens a pseudo-terminal that nobody looks at, with so many columns and rows
/// as well as pixels of each; returns the program's end and sets the other one.
/// -1 where the system gives none.
int inbox_pseudo_terminal_open(int side, int width, int height, int *master);

#endif
