# Toolchain: Debian's cross compiler for aarch64; what it builds runs under qemu-user (docs/architectures.md).
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(triplet aarch64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/cross_toolchain.cmake)
