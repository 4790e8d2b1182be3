// A plugin that came by dlopen has a thread-local variable: a small one, for which glibc may find room beside
// the thread control block, or one that is too large for that. Each thread finds it as the plugin initialised
// it, also one that runs where another thread has ended. Correct. With `lent` a thread counts in the variable
// of another one.
//
// run: small_plugin => nothing
// run: large_plugin => nothing
// run: small_plugin lent => data-race
// run: large_plugin lent => data-race
// options: --executions 200
// library: small_plugin.cc large_plugin.cc
#include <dlfcn.h>
#include <cstdlib>
#include <string>
#include <thread>

int main(int count, char** arguments) {
  const std::string program = arguments[0];
  const std::string path = program.substr(0, program.rfind('/') + 1) + arguments[1] + ".so";
  void* const plugin = dlopen(path.c_str(), RTLD_NOW);
  if (plugin == nullptr) std::abort();
  const auto count_up = reinterpret_cast<bool (*)()>(dlsym(plugin, "count_up"));
  const auto lend = reinterpret_cast<int* (*)()>(dlsym(plugin, "lend"));
  const auto work = [&] {
    for (int i = 0; i < 2; ++i) {
      std::thread helper([&] {
        if (!count_up()) std::abort();
      });
      helper.join();
    }
  };
  const auto share = [&] {
    int* const lent = lend();
    std::thread borrower([lent] { ++*lent; });
    ++*lent;
    borrower.join();
  };
  const auto task = [&] { count > 2 ? share() : work(); };
  std::thread first(task), second(task);
  first.join();
  second.join();
}
