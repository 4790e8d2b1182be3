/* The malloc family: alignment, zeroing, what realloc keeps, and its error codes. */
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static int is_aligned(const void* memory, size_t alignment) {
  return (uintptr_t)memory % alignment == 0;
}

static void* use_the_heap(void* seed) {
  for (size_t size = 1; size < 200000; size = size * 3 + (size_t)(uintptr_t)seed) {
    char* block = malloc(size);
    CHECK(block != NULL && is_aligned(block, 16) && malloc_usable_size(block) >= size);
    memset(block, 7, size);
    block = realloc(block, size * 2);
    CHECK(block != NULL && block[0] == 7 && block[size - 1] == 7);
    free(block);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (uintptr_t i = 0; i < 2; ++i)
    CHECK(pthread_create(&threads[i], NULL, use_the_heap, (void*)(i + 1)) == 0);
  for (int i = 0; i < 2; ++i) CHECK(pthread_join(threads[i], NULL) == 0);

  char* block = calloc(100, 10);
  for (int i = 0; i < 1000; ++i) CHECK(block[i] == 0);
  free(block);
  volatile size_t huge = SIZE_MAX / 2;
  errno = 0;
  CHECK(calloc(huge, 4) == NULL && errno == ENOMEM);
  errno = 0;
  CHECK(malloc(huge) == NULL && errno == ENOMEM);
  errno = 0;
  CHECK(reallocarray(NULL, huge, 4) == NULL && errno == ENOMEM);
  block = reallocarray(NULL, 10, 10);
  CHECK(block != NULL && realloc(block, 0) == NULL);

  void* aligned = NULL;
  CHECK(posix_memalign(&aligned, 3, 100) == EINVAL && posix_memalign(&aligned, 4096, 100) == 0);
  CHECK(is_aligned(aligned, 4096));
  free(aligned);
  aligned = aligned_alloc(256, 512);
  CHECK(aligned != NULL && is_aligned(aligned, 256));
  free(aligned);
  aligned = memalign(48, 100); /* rounded up to a power of two */
  CHECK(aligned != NULL && is_aligned(aligned, 64));
  free(aligned);
  aligned = valloc(10);
  CHECK(aligned != NULL && is_aligned(aligned, 4096));
  free(aligned);
  aligned = pvalloc(10);
  CHECK(aligned != NULL && is_aligned(aligned, 4096) && malloc_usable_size(aligned) >= 4096);
  free(aligned);
  free(NULL);
  return 0;
}
