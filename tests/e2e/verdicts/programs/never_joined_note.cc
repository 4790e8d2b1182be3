// A thread that is neither joined nor detached is no failure, unless it is asked for: the summary has a note.
//
// options: --executions 50
// compilers: gxx
// run: => nothing
// says: Note: threads ended and were neither joined nor detached
// says: never_joined_note.cc:16
#include <pthread.h>

void* end_at_once(void*) {
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, end_at_once, nullptr);
}
