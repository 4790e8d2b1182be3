// Threads that end and are neither joined nor detached keep their stacks until the process ends. A thread
// that another thread joins, however late, is none of them.
//
// options: --executions 200 --unjoined fail
// run: forgotten => thread-leak
// run: detached => nothing
// run: joined => nothing
// run: joined-by-another => nothing
#include <pthread.h>
#include <cstring>

void* end_at_once(void*) {
  return nullptr;
}

void* join(void* thread) {
  pthread_join(*static_cast<pthread_t*>(thread), nullptr);
  return nullptr;
}

int main(int, char** arguments) {
  const auto is = [what = arguments[1]](const char* name) { return std::strcmp(what, name) == 0; };
  static pthread_t thread;
  pthread_create(&thread, nullptr, end_at_once, nullptr);
  if (is("detached")) pthread_detach(thread);
  if (is("joined")) pthread_join(thread, nullptr);
  if (is("joined-by-another")) {
    pthread_t joiner;
    pthread_create(&joiner, nullptr, join, &thread);
    pthread_detach(joiner);
  }
}
