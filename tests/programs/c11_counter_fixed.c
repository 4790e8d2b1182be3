/* C11 threads: two of them count, each step under one lock. */
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int count(void* amount) {
  for (int i = 0; i < 2; ++i) {
    mtx_lock(&mutex);
    counter += *(int*)amount;
    mtx_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  int one = 1;
  thrd_t threads[2];
  mtx_init(&mutex, mtx_plain);
  for (int i = 0; i < 2; ++i) thrd_create(&threads[i], count, &one);
  for (int i = 0; i < 2; ++i) thrd_join(threads[i], NULL);
  assert(counter == 4);
  return 0;
}
