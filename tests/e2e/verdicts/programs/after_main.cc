// What runs after main belongs to the execution: handlers of exit, destructors of global and thread-local
// objects, functions that the dynamic linker calls. Each of them fails here in the very first execution.
// `nothing` guards the others.
//
// run: handler => assertion
// run: global => assertion
// run: thread_local => assertion
// run: function => assertion
// run: nothing => nothing
// options: --executions 100
// replays: Failed as recorded
#include <cassert>
#include <cstdlib>
#include <string_view>
#include <thread>

std::string_view failing = "nothing";

void end(std::string_view part) {
  assert(failing != part);
}

struct Ending {
  explicit Ending(std::string_view part) : part(part) {}
  ~Ending() { end(part); }
  std::string_view part;
};

Ending global("global");
thread_local Ending of_thread("thread_local");

__attribute__((destructor)) static void end_function() {
  end("function");
}

int main(int, char** arguments) {
  std::atexit([] { end("handler"); });
  std::thread([] {}).join();
  if (of_thread.part.empty()) return 1;  // the first use constructs it
  failing = arguments[1];
}
