# Toolchain: Debian's cross compiler for x86_64; what it builds runs under qemu-user (docs/architectures.md).
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(triplet x86_64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/cross_toolchain.cmake)
