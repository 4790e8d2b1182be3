// Threads run code that Heddle did not instrument. With `count` they add to a counter under a lock, 40,000
// times each, and end: only memory tells. With `spin` they lock and unlock until the counter has a value that
// it never has.
//
// run: count => nothing
// run: spin => livelock
// options: --executions 3
// never: no progress seen
// plain library: counting_past_us_library.cc
// build: -ldl
// make check: gxx contexts
#include <dlfcn.h>
#include <string>
#include <thread>

int main(int, char** arguments) {
  const std::string program = arguments[0];
  const std::string folder = program.substr(0, program.rfind('/') + 1);
  void* const library = dlopen((folder + "counting_past_us_library.so").c_str(), RTLD_NOW);
  if (library == nullptr) return 2;
  auto* const work = reinterpret_cast<void (*)()>(dlsym(library, arguments[1]));
  std::thread first(work), second(work);
  first.join();
  second.join();
}
