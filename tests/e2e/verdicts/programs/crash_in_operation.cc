// The address of an object is published too late: a thread that is faster uses a null pointer, in an atomic
// operation or in a call of the library. That step belongs to the schedule, so the crash is stable.
// run: load => crash
// run: store => crash
// run: update => crash
// run: wide => crash
// run: lock => crash
// run: signal => crash
// run: signal safely => nothing
// never: unstable
// options: --executions 200
#include <pthread.h>

#include <atomic>
#include <cstring>
#include <thread>

struct Object {
  long padding[2] = {};
  std::atomic<int> number{0};
  std::atomic<__int128> wide{0};
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
};

Object the_object;
std::atomic<Object*> published = nullptr;

void use(const char* how) {
  Object* object = published;
  if (std::strcmp(how, "load") == 0) object->number.load();
  if (std::strcmp(how, "store") == 0) object->number = 1;
  if (std::strcmp(how, "update") == 0) ++object->number;
  if (std::strcmp(how, "wide") == 0) object->wide = 1;
  if (std::strcmp(how, "lock") == 0) {
    pthread_mutex_lock(&object->mutex);
    pthread_mutex_unlock(&object->mutex);
  }
  if (std::strcmp(how, "signal") == 0) pthread_cond_signal(&object->condition);
}

int main(int count, char** arguments) {
  const bool safely = count > 2;
  if (safely) published = &the_object;
  std::thread publisher([] { published = &the_object; });
  std::thread user([=] { use(arguments[1]); });
  publisher.join();
  user.join();
}
