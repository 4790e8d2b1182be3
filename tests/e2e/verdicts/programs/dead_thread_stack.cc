// A thread returns the address of a variable on its stack, and the thread that joins it reads it; or main
// ends with pthread_exit, and a thread goes on with what was main's.
//
// run: result => stack-error
// run: main => stack-error
// run: static => nothing
// options: --executions 300
// says: frame\s+of\s+compute,\s+on\s+the\s+stack|frame\s+of\s+main,|No bug found
#include <pthread.h>
#include <atomic>
#include <string_view>

bool on_stack;

void* compute(void*) {
  static int lasting = 1;
  int result = 1;
  int* volatile answer = on_stack ? &result : &lasting;
  return answer;
}

void* count(void* counter) {
  for (int i = 0; i < 3; ++i) static_cast<std::atomic<int>*>(counter)->fetch_add(1);
  return nullptr;
}

int main(int, char** arguments) {
  const std::string_view what = arguments[1];
  on_stack = what == "result";
  pthread_t thread;
  if (what == "main") {
    std::atomic<int> counter{0};
    pthread_create(&thread, nullptr, count, &counter);
    pthread_exit(nullptr);
  }
  pthread_create(&thread, nullptr, compute, nullptr);
  void* answer;
  pthread_join(thread, &answer);
  return *static_cast<int*>(answer) == 1 ? 0 : 2;
}
