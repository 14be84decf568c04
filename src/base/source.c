/* Source: holds the text of one input file and finds lines and columns in it.
 *
 * Takes a file, a pipe or bytes in memory; keeps them exactly as they are (zero bytes and a byte order mark too: the
 * lexer judges them). The starts of lines are found once, so that a place costs a binary search
 * and a short walk. */
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"

#define READ_CHUNK_BYTES ((size_t)65536)
#define MILESTONE_BYTES 4096u

/* A character in a long line, so that a column is not counted from the start of the line each time. */
typedef struct Milestone {
  uint32_t offset;
  uint32_t column;
} Milestone;

struct Source {
  char *name;
  char *text;
  size_t length;
  GArray *line_starts; /* of uint32_t; the first is 0 */
  GArray *milestones;  /* of Milestone, by offset; about one for every MILESTONE_BYTES of a line longer than that */
};

static void find_lines(Source *source) {
  uint32_t start = 0;
  g_array_append_val(source->line_starts, start);
  for (size_t i = 0; i < source->length; i++) {
    char c = source->text[i];
    if (c == '\r' && source->text[i + 1] == '\n') {
      continue;
    }
    if (c == '\n' || c == '\r') {
      start = (uint32_t)(i + 1);
      g_array_append_val(source->line_starts, start);
    }
  }
}

static uint32_t line_start(const Source *source, int line) {
  return g_array_index(source->line_starts, uint32_t, line - 1);
}

/* Bytes of the character at the start of `text`; 1 where it is ill-formed. */
static size_t character_bytes(const char *text, size_t left) {
  if ((unsigned char)*text < 0x80) {
    return 1;
  }
  gunichar c = g_utf8_get_char_validated(text, (gssize)left);
  return c == (gunichar)-1 || c == (gunichar)-2 ? 1 : (size_t)g_unichar_to_utf8(c, NULL);
}

/* Where the columns of a line begin, and that of the milestone of that line which is the last at or before the offset.
 */
static Milestone walk_start(const Source *source, int line, uint32_t offset) {
  Milestone found = {line_start(source, line), 1};
  if (found.offset == 0 && source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0) {
    found.offset = 3; /* editors do not count a byte order mark either */
  }
  size_t low = 0, high = source->milestones->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (g_array_index(source->milestones, Milestone, middle).offset <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low > 0 && g_array_index(source->milestones, Milestone, low - 1).offset > found.offset) {
    found = g_array_index(source->milestones, Milestone, low - 1);
  }
  return found;
}

static void find_milestones(Source *source) {
  for (guint line = 1; line <= source->line_starts->len; line++) {
    size_t end = line < source->line_starts->len ? line_start(source, (int)line + 1) : source->length;
    Milestone last = walk_start(source, (int)line, line_start(source, (int)line));
    uint32_t column = last.column;
    for (size_t at = last.offset; end - MIN(end, last.offset) > MILESTONE_BYTES && at < end; column++) {
      if (at - last.offset >= MILESTONE_BYTES) {
        last = (Milestone){(uint32_t)at, column};
        g_array_append_val(source->milestones, last);
      }
      at += character_bytes(source->text + at, source->length - at);
    }
  }
}

/* Takes the text, which has a zero behind its end. */
static Source *source_adopt(const char *name, char *text, size_t length) {
  g_assert(length < UINT32_MAX);
  Source *source = g_new0(Source, 1);
  source->name = g_strdup(name);
  source->text = text;
  source->length = length;
  source->line_starts = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  source->milestones = g_array_new(FALSE, FALSE, sizeof(Milestone));
  find_lines(source);
  find_milestones(source);
  return source;
}

Source *source_new(const char *name, const char *text, size_t length) {
  char *copy = g_malloc(length + 1);
  if (length > 0) {
    memcpy(copy, text, length);
  }
  copy[length] = '\0';
  return source_adopt(name, copy, length);
}

static void set_error(GError **error, int code, const char *name, const char *what) {
  g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "%s: %s", name, what);
}

/* Reads to the end, at most one byte more than the limit. False with `error` set where reading fails. */
static bool read_all(int fd, const char *name, GByteArray *bytes, GError **error) {
  g_autofree guint8 *chunk = g_malloc(READ_CHUNK_BYTES);
  while (bytes->len <= LIMIT_SOURCE_BYTES) {
    ssize_t got = read(fd, chunk, READ_CHUNK_BYTES);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      set_error(error, errno, name, g_strerror(errno));
      return false;
    }
    if (got == 0) {
      return true;
    }
    g_byte_array_append(bytes, chunk, (guint)got);
  }
  return true;
}

static Source *source_read_fd(int fd, const char *name, GError **error) {
  struct stat status;
  if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    set_error(error, EISDIR, name, "is a folder, not a file");
    return NULL;
  }
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  if (!read_all(fd, name, bytes, error)) {
    return NULL;
  }
  if (bytes->len > LIMIT_SOURCE_BYTES) {
    g_autofree char *what = g_strdup_printf("is longer than %u MiB", LIMIT_SOURCE_BYTES >> 20);
    set_error(error, EFBIG, name, what);
    return NULL;
  }
  return source_new(name, (const char *)bytes->data, bytes->len);
}

Source *source_read(const char *path, GError **error) {
  if (strcmp(path, "-") == 0) {
    return source_read_fd(STDIN_FILENO, "<stdin>", error);
  }
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) {
    set_error(error, errno, path, g_strerror(errno));
    return NULL;
  }
  Source *source = source_read_fd(fd, path, error);
  close(fd);
  return source;
}

void source_free(Source *source) {
  if (source == NULL) {
    return;
  }
  g_array_unref(source->line_starts);
  g_array_unref(source->milestones);
  g_free(source->text);
  g_free(source->name);
  g_free(source);
}

const char *source_name(const Source *source) {
  return source->name;
}

const char *source_text(const Source *source) {
  return source->text;
}

size_t source_length(const Source *source) {
  return source->length;
}

int source_line_count(const Source *source) {
  return (int)source->line_starts->len;
}

/* The last line that starts at or before the offset. */
static int line_at(const Source *source, uint32_t offset) {
  int low = 1, high = source_line_count(source);
  while (low < high) {
    int middle = low + (high - low + 1) / 2;
    if (line_start(source, middle) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

void source_locate(const Source *source, uint32_t offset, int *ret_line, int *ret_column) {
  offset = MIN(offset, (uint32_t)source->length);
  int line = line_at(source, offset);
  Milestone start = walk_start(source, line, offset);
  int column = (int)start.column;
  size_t at = start.offset;
  while (at < offset) {
    at += character_bytes(source->text + at, source->length - at);
    if (at <= offset) {
      column++; /* an offset inside a character is at that character */
    }
  }
  *ret_line = line;
  *ret_column = column;
}

const char *source_line(const Source *source, int line, size_t *ret_length) {
  g_assert(line >= 1 && line <= source_line_count(source));
  size_t start = line_start(source, line);
  size_t end = line < source_line_count(source) ? line_start(source, line + 1) : source->length;
  if (end > start && source->text[end - 1] == '\n') {
    end--;
  }
  if (end > start && source->text[end - 1] == '\r') {
    end--;
  }
  *ret_length = end - start;
  return source->text + start;
}

Span span_join(Span a, Span b) {
  if (a.end == 0 || b.end == 0) {
    return a.end == 0 ? b : a; /* one of them is no place */
  }
  return (Span){MIN(a.start, b.start), MAX(a.end, b.end)};
}
