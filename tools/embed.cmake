# Files as C tables. In a CMakeLists.txt or a src/NAME/floor.cmake:
#
#   seqcheck_embed(diag_pages INTO floor_cli FILES docs/diagnostics/SQ0101.md ...)
#
# gives the target floor_cli a header "embed/diag_pages.h" with `embed_diag_pages` (an array of EmbeddedFile, base/embedded.h,
# in the order of the file names) and `embed_diag_pages_count`. The list of files may be empty. Run as a script
# (cmake -DTABLE=... -DOUTPUT=... -DLIST=... -P embed.cmake), it writes the C file.
if(CMAKE_SCRIPT_MODE_FILE)
  file(STRINGS ${LIST} paths)
  set(text "/* Generated from the files named below. */\n#include \"embed/${TABLE}.h\"\n\n")
  set(rows "")
  set(number 0)
  foreach(path IN LISTS paths)
    get_filename_component(name ${path} NAME)
    file(READ ${path} hex HEX)
    string(LENGTH "${hex}" length)
    math(EXPR length "${length} / 2")
    string(REGEX REPLACE "(................................................................)" "\\1\n" hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," hex "${hex}")
    string(APPEND text "static const char text_${number}[] = { /* ${name} */\n${hex}\n0};\n\n")
    string(APPEND rows "  {\"${name}\", text_${number}, ${length}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND text "const EmbeddedFile embed_${TABLE}[] = {\n${rows}  {NULL, NULL, 0},\n};\n")
  string(APPEND text "const size_t embed_${TABLE}_count = ${number};\n")
  file(WRITE ${OUTPUT} "${text}")
  return()
endif()

set(SEQCHECK_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
function(seqcheck_embed table)
  cmake_parse_arguments(arg "" "INTO" "FILES" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/generated/${table})
  set(paths "")
  foreach(path IN LISTS arg_FILES)
    get_filename_component(path ${path} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
    list(APPEND paths ${path})
  endforeach()
  list(SORT paths)
  list(JOIN paths "\n" lines)
  file(CONFIGURE OUTPUT ${root}/${table}.list CONTENT "${lines}\n" @ONLY)
  file(
    CONFIGURE OUTPUT ${root}/embed/${table}.h @ONLY
    CONTENT
      "/* Generated: files embedded in the program. Ownership: static. */
#pragma once

#include \"base/embedded.h\"

extern const EmbeddedFile embed_${table}[];
extern const size_t embed_${table}_count;
")
  add_custom_command(
    OUTPUT ${root}/${table}.c
    COMMAND ${CMAKE_COMMAND} -DTABLE=${table} -DOUTPUT=${root}/${table}.c -DLIST=${root}/${table}.list -P ${SEQCHECK_EMBED_SCRIPT}
    DEPENDS ${paths} ${root}/${table}.list ${SEQCHECK_EMBED_SCRIPT}
    COMMENT "Embedding ${table}"
    VERBATIM)
  target_sources(${arg_INTO} PRIVATE ${root}/${table}.c)
  target_include_directories(${arg_INTO} PRIVATE ${root})
endfunction()
