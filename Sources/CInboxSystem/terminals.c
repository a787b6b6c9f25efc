#define _GNU_SOURCE
#include "terminals.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int inbox_pseudo_terminal_open(int side, int width, int height, int *master) {
  struct winsize size = {
      .ws_row = side, .ws_col = side, .ws_xpixel = width, .ws_ypixel = height};
  int near = posix_openpt(O_RDWR | O_NOCTTY);
  if (near < 0) return -1;
  fcntl(near, F_SETFD, FD_CLOEXEC);
  const char *name = grantpt(near) == 0 && unlockpt(near) == 0 ? ptsname(near) : 0;
  int far = name ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
  if (far >= 0 && ioctl(far, TIOCSWINSZ, &size) == 0) {
    *master = near;
    return far;
  }
  if (far >= 0) close(far);
  close(near);
  return -1;
}
