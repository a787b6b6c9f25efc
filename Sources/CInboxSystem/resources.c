#include "resources.h"

// Where the library has no such function, it opens nothing late either.
__attribute__((weak)) extern int _dispatch_get_main_queue_handle_4CF(void);

void inbox_open_main_queue(void) {
  if (_dispatch_get_main_queue_handle_4CF) _dispatch_get_main_queue_handle_4CF();
}
