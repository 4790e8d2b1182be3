// Not instrumented. Its frame is as large as the caller wants, at one and the same call.
#include <alloca.h>
#include <pthread.h>

void lock_with_room(pthread_mutex_t* mutex, unsigned size) {
  volatile char* room = alloca(size);
  for (unsigned i = 0; i < size; ++i) room[i] = 0;
  pthread_mutex_lock(mutex);
  room[0] = 1;
}
