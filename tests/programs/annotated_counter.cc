// A counter in code that asks not to be instrumented, as libraries with annotations for ThreadSanitizer have
// it: the annotations are all that can be seen of it. Bug: two threads read the counter before either writes
// it.
#include <cassert>
#include <thread>

extern "C" {
void AnnotateHappensBefore(const char* file, int line, const volatile void* object);
void AnnotateHappensAfter(const char* file, int line, const volatile void* object);
}

#define NOT_INSTRUMENTED __attribute__((noinline, no_sanitize("thread")))

int counter = 0;

NOT_INSTRUMENTED int get() {
  return counter;
}
NOT_INSTRUMENTED void set(int value) {
  counter = value;
}

void count() {
  AnnotateHappensAfter(__FILE__, __LINE__, &counter);
  const int value = get();
  AnnotateHappensBefore(__FILE__, __LINE__, &counter);
  set(value + 1);
}

int main() {
  std::thread one(count);
  std::thread other(count);
  one.join();
  other.join();
  assert(get() == 2);
}
