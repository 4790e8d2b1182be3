// The same with 64 KiB of thread-local storage.
#define COUNTS 16384
#include "small_plugin.cc"
