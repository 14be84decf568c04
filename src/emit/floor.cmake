# The fixed part of generated C: real headers, compiled and tested by themselves, copied beside what is generated.
file(GLOB c_runtime CONFIGURE_DEPENDS src/emit/c_runtime/*.h)
seqcheck_embed(c_runtime INTO floor_emit FILES ${c_runtime} src/engine/ops.h src/engine/fault_kind.h)
