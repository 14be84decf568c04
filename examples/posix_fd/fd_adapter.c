/* Drives the descriptors of this very process for fd.model, on a file made for each sequence in TMPDIR. A handle's id
 * is the descriptor's number. What another process sees of the lock is asked in a child: locks never conflict within a
 * process. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fd_sut.h"

enum { NUMBERS_MOST = 1024 };

struct FdSut {
  char path[4096];
  bool ours[NUMBERS_MOST]; /* the open numbers that open, dup and dup2 gave: the test process has others */
  bool seen[NUMBERS_MOST]; /* those that were given at any time */
};

static FdHandle handle_of(FdSut *sut, int number) {
  if (number >= 0 && number < NUMBERS_MOST)
    sut->ours[number] = sut->seen[number] = true;
  return (FdHandle){.id = (uint64_t)number};
}

static int number_of(FdHandle f) {
  return (int)f.id;
}

/* For what failed with anything but EBADF. */
static void note_errno(const char *call) {
  seqcheck_note("%s: %s (errno %d)", call, strerror(errno), errno);
}

FdSut *fd_reset(void) {
  FdSut *sut = calloc(1, sizeof *sut);
  if (!sut)
    return NULL;
  const char *folder = getenv("TMPDIR");
  int length = snprintf(sut->path, sizeof sut->path, "%s/seqcheck_fd_XXXXXX", folder && *folder ? folder : "/tmp");
  int made = length < (int)sizeof sut->path ? mkstemp(sut->path) : -1;
  if (made < 0) {
    free(sut);
    return NULL;
  }
  close(made);
  return sut;
}

void fd_teardown(FdSut *sut) {
  for (int number = 0; number < NUMBERS_MOST; number++)
    if (sut->ours[number])
      close(number);
  unlink(sut->path);
  free(sut);
}

/* Takes note of a number that the kernel gave; true where it was given before, so that it came back. */
static bool came_back(FdSut *sut, int number, FdHandle *ret_new_fd, FdHandle *ret_value) {
  bool again = number < NUMBERS_MOST && sut->seen[number];
  *ret_value = handle_of(sut, number);
  if (!again)
    *ret_new_fd = *ret_value;
  return again;
}

FdOpenOutcome fd_open(FdSut *sut, FdAccess mode, FdHandle *ret_new_fd, FdHandle *ret_value) {
  int number = open(sut->path, mode == FD_ACCESS_READ_WRITE ? O_RDWR : O_RDONLY);
  if (number >= 0)
    return came_back(sut, number, ret_new_fd, ret_value) ? FD_OPEN_AGAIN : FD_OPEN_FRESH;
  note_errno("open");
  return FD_OPEN_OTHER;
}

FdDupOutcome fd_dup(FdSut *sut, FdHandle f, FdHandle *ret_new_fd, FdHandle *ret_value) {
  int number = dup(number_of(f));
  if (number >= 0)
    return came_back(sut, number, ret_new_fd, ret_value) ? FD_DUP_AGAIN : FD_DUP_FRESH;
  if (errno == EBADF)
    return FD_DUP_EBADF;
  note_errno("dup");
  return FD_DUP_OTHER;
}

FdDup2Outcome fd_dup2(FdSut *sut, FdHandle f, FdHandle to, FdHandle *ret_value) {
  int number = dup2(number_of(f), number_of(to));
  if (number >= 0) {
    *ret_value = handle_of(sut, number);
    return FD_DUP2_DONE;
  }
  if (errno == EBADF)
    return FD_DUP2_EBADF;
  note_errno("dup2");
  return FD_DUP2_OTHER;
}

FdCloseOutcome fd_close(FdSut *sut, FdHandle f) {
  if (close(number_of(f)) == 0) {
    sut->ours[number_of(f)] = false;
    return FD_CLOSE_DONE;
  }
  if (errno == EBADF)
    return FD_CLOSE_EBADF;
  note_errno("close");
  return FD_CLOSE_OTHER;
}

FdSeekOutcome fd_seek(FdSut *sut, FdHandle f, FdWhence whence, FdOptionalInt *ret_value) {
  (void)sut;
  off_t at = lseek(number_of(f), 0, whence == FD_WHENCE_START ? SEEK_SET : SEEK_END);
  *ret_value = (FdOptionalInt){.some = at >= 0, .value = at >= 0 ? at : 0};
  if (at >= 0)
    return FD_SEEK_DONE;
  if (errno == EBADF)
    return FD_SEEK_EBADF;
  note_errno("lseek");
  return FD_SEEK_OTHER;
}

FdReadOutcome fd_read(FdSut *sut, FdHandle f, FdOptionalInt *ret_value) {
  (void)sut;
  char byte = 0;
  ssize_t got = read(number_of(f), &byte, 1);
  *ret_value = (FdOptionalInt){.some = got == 1, .value = got == 1 ? byte - 'a' : 0};
  if (got == 1)
    return FD_READ_DONE;
  if (got == 0)
    return FD_READ_AT_END;
  if (errno == EBADF)
    return FD_READ_EBADF;
  note_errno("read");
  return FD_READ_OTHER;
}

FdWriteOutcome fd_write(FdSut *sut, FdHandle f) {
  (void)sut;
  off_t at = lseek(number_of(f), 0, SEEK_CUR);
  char byte = (char)('a' + (at > 0 ? at : 0));
  if (write(number_of(f), &byte, 1) == 1)
    return FD_WRITE_DONE;
  if (errno == EBADF)
    return FD_WRITE_EBADF;
  note_errno("write");
  return FD_WRITE_OTHER;
}

static int set_lock(FdHandle f, short type) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET};
  return fcntl(number_of(f), F_SETLK, &lock);
}

FdLockOutcome fd_lock(FdSut *sut, FdHandle f) {
  (void)sut;
  if (set_lock(f, F_WRLCK) == 0)
    return FD_LOCK_DONE;
  if (errno == EBADF)
    return FD_LOCK_EBADF;
  note_errno("fcntl(F_SETLK, F_WRLCK)");
  return FD_LOCK_OTHER;
}

FdUnlockOutcome fd_unlock(FdSut *sut, FdHandle f) {
  (void)sut;
  if (set_lock(f, F_UNLCK) == 0)
    return FD_UNLOCK_DONE;
  if (errno == EBADF)
    return FD_UNLOCK_EBADF;
  note_errno("fcntl(F_SETLK, F_UNLCK)");
  return FD_UNLOCK_OTHER;
}

/* In the child: 1 where somebody else holds a lock on the file, 0 where none does, 2 where that cannot be asked. */
static int ask_lock(const char *path) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int number = open(path, O_RDWR);
  if (number < 0 || fcntl(number, F_GETLK, &lock) != 0)
    return 2;
  return lock.l_type != F_UNLCK;
}

bool fd_observe_locked(FdSut *sut) {
  pid_t child = fork();
  if (child == 0)
    _exit(ask_lock(sut->path));
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) == 2) {
    seqcheck_note("the lock could not be asked for");
    return false;
  }
  return WEXITSTATUS(status) == 1;
}

int64_t fd_observe_length(FdSut *sut) {
  struct stat info;
  return stat(sut->path, &info) == 0 ? info.st_size : -1;
}

void fd_observe_open_fds(FdSut *sut, FdSetOfFd *ret_value) {
  ret_value->count = 0;
  for (int number = 0; number < NUMBERS_MOST && ret_value->count < FD_FDS; number++)
    if (sut->ours[number] && fcntl(number, F_GETFD) >= 0)
      ret_value->items[ret_value->count++] = handle_of(sut, number);
}
