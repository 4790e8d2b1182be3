// A thread-local variable of a plugin (plugin_thread_locals.cc).
#ifndef COUNTS
#define COUNTS 4
#endif

thread_local int counts[COUNTS] = {7};

__attribute__((noinline)) void increment(int* all) {
  for (int i = 0; i < 4; ++i) ++all[i];
}

// Whether it was as it is at the start of a thread.
extern "C" bool count_up() {
  const bool fresh = counts[0] == 7 && counts[3] == 0;
  increment(counts);
  return fresh;
}

extern "C" int* lend() {
  return counts;
}
