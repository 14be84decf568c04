/* Writing of files, once for all that write any. A disk that fills up, a full quota or a kill in the middle leaves the
 * older file as it was. */
#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int descriptor, const char *text, size_t length) {
  for (size_t at = 0; at < length;) {
    ssize_t written = write(descriptor, text + at, length - at);
    if (written < 0 && errno != EINTR)
      return false;
    at += written > 0 ? (size_t)written : 0;
  }
  return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS; /* a device or a pipe has nothing to sync */
}

/* Closes in any case; the first fault counts. */
static bool write_and_close(int descriptor, const char *text, size_t length) {
  bool written = write_all(descriptor, text, length);
  int fault = errno;
  if (close(descriptor) != 0 && written) {
    written = false;
    fault = errno;
  }
  errno = fault;
  return written;
}

bool files_write_beside(const char *path, const char *text, size_t length, char **ret_beside) {
  char *beside = g_strconcat(path, ".XXXXXX", NULL);
  int descriptor = g_mkstemp_full(beside, O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor >= 0 && write_and_close(descriptor, text, length)) {
    *ret_beside = beside;
    return true;
  }
  int fault = errno;
  if (descriptor >= 0)
    g_unlink(beside);
  g_free(beside);
  errno = fault;
  return false;
}

static bool write_into(const char *path, const char *text, size_t length) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  return descriptor >= 0 && write_and_close(descriptor, text, length);
}

bool files_write(const char *path, const char *text, size_t length) {
  struct stat there;
  bool is_open_one = g_str_has_prefix(path, "/dev/") || g_str_has_prefix(path, "/proc/"); /* /dev/stdout */
  if (is_open_one || (stat(path, &there) == 0 && !S_ISREG(there.st_mode)))
    return write_into(path, text, length);
  char *resolved = realpath(path, NULL);
  const char *place = resolved ? resolved : path;
  char *beside = NULL;
  bool written = files_write_beside(place, text, length, &beside) && g_rename(beside, place) == 0;
  int fault = errno;
  if (!written && beside)
    g_unlink(beside);
  g_free(beside);
  free(resolved);
  errno = fault;
  return written;
}
