/* Look and sale under one lock. */
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int tickets = 1, sold;

static void* sell(void* unused) {
  pthread_spin_lock(&lock);
  const int left = tickets;
  if (left > 0) {
    --tickets;
    ++sold;
  }
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, sell, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(sold == 1);
  return 0;
}
