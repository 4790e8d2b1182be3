// Locks in a library whose frame has another size each time; the last lock never comes.
#include <pthread.h>

extern "C" void lock_with_room(pthread_mutex_t* mutex, unsigned size);

int main() {
  pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
  lock_with_room(&first, 16);
  lock_with_room(&second, 2000);
  lock_with_room(&first, 500);
}
