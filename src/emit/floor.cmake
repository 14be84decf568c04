# The fixed part of generated C: real headers, compiled and tested by themselves, copied beside what is generated.
file(GLOB c_runtime CONFIGURE_DEPENDS src/emit/c_runtime/*.h)
seqcheck_embed(c_runtime INTO floor_emit FILES ${c_runtime} src/engine/ops.h src/engine/fault_kind.h)

# The page of `explore --html`: real files, put together in emit/html.c.
file(GLOB page_files CONFIGURE_DEPENDS src/emit/page/*)
seqcheck_embed(page INTO floor_emit FILES ${page_files})
