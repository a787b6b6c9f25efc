#ifndef INBOX_VARIABLES_H
#define INBOX_VARIABLES_H

// The variables of the process as "NAME=VALUE", the last of them NULL; Swift takes the C library's own
// name for shared state that may change at any time.
static inline char *const *inbox_variables(void) {
  extern char **environ;
  return environ;
}

#endif
