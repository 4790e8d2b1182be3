// Two threads increment a plain counter: as small a schedule as a bug can have.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int counter = 0;

void* increment(void* unused) {
  counter++;
  return unused;
}

int main(void) {
  pthread_t first;
  pthread_t second;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
}
