/* The files of a generated program, put into a folder all together or not at all.
 * Ownership: a CFiles owns the texts (c_files_free). */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct CFiles CFiles;

typedef enum CFileKind {
  C_FILE_MADE,  /* written anew each time, over an older one that was generated too */
  C_FILE_START, /* for the user to go on from: one that is there already is left as it is */
} CFileKind;

CFiles *c_files_new(void);
void c_files_free(CFiles *files);

/* Takes the text over. `name` may lead into a folder: "seqcheck/eval.h". */
void c_files_add(CFiles *files, CFileKind kind, const char *name, GString *text);

/* The runtime's headers, under seqcheck/. */
void c_files_add_runtime(CFiles *files);

typedef enum CFilesEnd {
  C_FILES_WRITTEN,
  C_FILES_IN_THE_WAY, /* a file that was not generated: nobody's work is written over */
  C_FILES_FAILED
} CFilesEnd;

/* Makes the folder where it is missing, writes each file beside its place, and renames them when all are written.
 * Otherwise there is a message, and nothing was changed but, at worst, files that were renamed before the one that
 * failed. */
CFilesEnd c_files_write(CFiles *files, const char *folder, char **ret_error);

/* Names of the files that were written, and of those left as they were; in the order added. Borrowed. */
const GPtrArray *c_files_written(const CFiles *files);
const GPtrArray *c_files_kept(const CFiles *files);
