// The same as weak_atomics.cc by C11's atomics.
//
// options: --memory c++ --executions 500 --races ignore --no-shrink
// run: relaxed => assertion
// run: ordered => nothing
// run: fenced => nothing
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static _Atomic int data;
static atomic_bool flag;
static memory_order set, get;
static int fences;

static void* write_message(void* nothing) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  if (fences) atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, set);
  return nothing;
}

static void* read_message(void* nothing) {
  if (!atomic_load_explicit(&flag, get)) return nothing;
  if (fences) atomic_thread_fence(memory_order_acquire);
  assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  return nothing;
}

int main(int count, char** arguments) {
  (void)count;
  fences = strcmp(arguments[1], "fenced") == 0;
  const int is_ordered = strcmp(arguments[1], "ordered") == 0;
  set = is_ordered ? memory_order_release : memory_order_relaxed;
  get = is_ordered ? memory_order_acquire : memory_order_relaxed;
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_message, NULL);
  pthread_create(&reader, NULL, read_message, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
}
