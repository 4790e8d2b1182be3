// A program that loads the library at run time: plugin FILE [locked]. Threads come one after the other, too:
// each finds the library's thread_local variables new.
#include <dlfcn.h>

#include <cassert>
#include <cstdio>
#include <thread>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  void* library = dlopen(argv[1], RTLD_NOW);
  if (library == nullptr) {
    std::puts(dlerror());
    return 2;
  }
  const auto count = reinterpret_cast<int (*)()>(dlsym(library, argc > 2 ? "count_one_locked" : "count_one"));
  const auto counted = reinterpret_cast<int (*)()>(dlsym(library, "counted"));
  for (int i = 0; i < 2; ++i) std::thread([&] { assert(count() == 1); }).join();
  std::thread other([&] { assert(count() == 1); });
  assert(count() == 1);
  other.join();
  assert(counted() == 4);
  dlclose(library);
}
