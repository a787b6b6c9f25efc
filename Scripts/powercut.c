// Records what a program asks of the files below a folder, for Scripts/powercut: a library for LD_PRELOAD.
//
//   POWERCUT_FOLDER  the folder
//   POWERCUT_LOG     where the records go, behind those of other processes
//
// A record is the line "OPERATION PROCESS FILE OFFSET COUNT PATH" and COUNT bytes. It is written when the
// call has returned, so that what a sync covers stands before it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { most_files = 4096 };
static char is_watched[most_files];

static int is_below(const char *path) {
  const char *folder = getenv("POWERCUT_FOLDER");
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static void record(
    const char *operation, int file, long long offset, const void *bytes, size_t count,
    const char *path) {
  static int log = -1;
  int error = errno;
  if (log < 0) {
    const char *place = getenv("POWERCUT_LOG");
    int plain = place ? (int)syscall(SYS_openat, AT_FDCWD, place, O_WRONLY | O_APPEND | O_CREAT, 0600) : -1;
    log = fcntl(plain, F_DUPFD_CLOEXEC, 1000);
    syscall(SYS_close, plain);
  }
  char head[5000];
  int length = snprintf(
      head, sizeof head, "%s %d %d %lld %zu %s\n", operation, getpid(), file, offset, count,
      path ? path : "-");
  struct iovec parts[] = {{head, (size_t)length}, {(void *)bytes, count}};
  (void)!syscall(SYS_writev, log, parts, 2);
  errno = error;
}

static int watches(int file) { return file >= 0 && file < most_files && is_watched[file]; }

static int opened(int file, const char *path, int flags) {
  if (file < 0 || file >= most_files) return file;
  is_watched[file] = is_below(path);
  if (is_watched[file]) record(flags & O_TRUNC ? "open-empty" : "open", file, 0, 0, 0, path);
  return file;
}

#define mode_of(flags) \
  int mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, int); va_end(rest); }

int open(const char *path, int flags, ...) {
  mode_of(flags)
  return opened((int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, flags);
}
int open64(const char *path, int flags, ...) {
  mode_of(flags)
  return opened((int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, flags);
}
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open(path, flags); }
int openat(int folder, const char *path, int flags, ...) {
  mode_of(flags)
  return opened((int)syscall(SYS_openat, folder, path, flags, mode), path, flags);
}

static ssize_t written(int file, long long offset, const void *bytes, ssize_t count) {
  if (count > 0 && watches(file)) record("write", file, offset, bytes, (size_t)count, 0);
  return count;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return written(file, offset, bytes, syscall(SYS_pwrite64, file, bytes, count, offset));
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return pwrite(file, bytes, count, offset);
}
ssize_t write(int file, const void *bytes, size_t count) {
  ssize_t done = syscall(SYS_write, file, bytes, count);
  if (done > 0 && watches(file)) written(file, lseek(file, 0, SEEK_CUR) - done, bytes, done);
  return done;
}

int ftruncate(int file, off_t size) {
  int result = (int)syscall(SYS_ftruncate, file, size);
  if (result == 0 && watches(file)) record("truncate", file, size, 0, 0, 0);
  return result;
}
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

static int synced(int file, int result) {
  if (result == 0 && watches(file)) record("sync", file, 0, 0, 0, 0);
  return result;
}
int fsync(int file) { return synced(file, (int)syscall(SYS_fsync, file)); }
int fdatasync(int file) { return synced(file, (int)syscall(SYS_fdatasync, file)); }

int unlink(const char *path) {
  int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (result == 0 && is_below(path)) record("unlink", -1, 0, 0, 0, path);
  return result;
}
static int moved(const char *operation, const char *from, const char *to, int result) {
  if (result == 0 && is_below(to)) record(operation, -1, 0, to, strlen(to), from);
  return result;
}
int rename(const char *from, const char *to) {
  return moved("rename", from, to, (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int renameat2(int folder, const char *from, int other, const char *to, unsigned flags) {
  return moved("rename", from, to, (int)syscall(SYS_renameat2, folder, from, other, to, flags));
}
int link(const char *from, const char *to) {
  return moved("link", from, to, (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}
