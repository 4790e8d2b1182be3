/* The semaphore lets two threads in where one is expected. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t slots;
static atomic_int inside, most;

static void* visit(void* unused) {
  sem_wait(&slots);
  const int now = ++inside;
  if (now > most) most = now;
  --inside;
  sem_post(&slots);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&slots, 0, 2);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, visit, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(most == 1 && inside == 0);
  return 0;
}
