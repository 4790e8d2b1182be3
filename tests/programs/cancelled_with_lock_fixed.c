/* A thread that is cancelled while it holds a lock unlocks it on its way out. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void* held) {
  pthread_mutex_unlock(held);
}

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  usleep(1000);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
