#pragma once

// Servers of libdbus ask libsystemd which sockets systemd has opened for them. Debian has no static
// libsystemd, and clients never ask, so these answer that there are none. They are hidden: a program
// that is linked to the shared libraries uses the functions of libsystemd.

__attribute__((visibility("hidden"))) int sd_listen_fds(int unset_environment);
__attribute__((visibility("hidden"))) int sd_is_socket(
    int fd, int family, int type, int listening);
