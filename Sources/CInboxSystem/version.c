#include "version.h"

#ifndef BELLBOARD_COMMIT
#define BELLBOARD_COMMIT ""
#endif

const char *inbox_commit(void) { return BELLBOARD_COMMIT; }
