// Every thread asks where its stack is, as garbage collectors and language runtimes do, and finds its own
// variables inside, the guard that it asked for, and its own memory if it brought some.
//
// run: => nothing
// options: --executions 20
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct Wanted {
  size_t guard;
  size_t smallest_stack;
  void* stack;  // null: any
};

static void check(int condition) {
  if (!condition) abort();
}

static void* check_bounds(void* argument) {
  const struct Wanted* wanted = argument;
  pthread_attr_t attributes;
  void* low = NULL;
  size_t size = 0, guard = 0;
  int state = -1;
  check(pthread_getattr_np(pthread_self(), &attributes) == 0);
  check(pthread_attr_getstack(&attributes, &low, &size) == 0);
  check(pthread_attr_getguardsize(&attributes, &guard) == 0 && guard == wanted->guard);
  check(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
  check(pthread_attr_destroy(&attributes) == 0);
  check((char*)&attributes >= (char*)low && (char*)&attributes < (char*)low + size);
  check(size >= wanted->smallest_stack && (wanted->stack == NULL || wanted->stack == low));
  *(volatile char*)low = 1;  // all of it is there
  return NULL;
}

static void check_thread(const pthread_attr_t* attributes, struct Wanted wanted) {
  pthread_t thread;
  check(pthread_create(&thread, attributes, check_bounds, &wanted) == 0);
  check(pthread_join(thread, NULL) == 0);
}

int main(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  struct Wanted main_stack = {0, 65536, NULL};
  check_bounds(&main_stack);
  check_thread(NULL, (struct Wanted){page, 65536, NULL});

  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setguardsize(&attributes, 2 * page + 1);
  pthread_attr_setstacksize(&attributes, 32u << 20);
  check_thread(&attributes, (struct Wanted){3 * page, 31u << 20, NULL});

  const size_t own_size = 1u << 20;
  void* own = mmap(NULL, own_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_attr_setstack(&attributes, own, own_size);
  check_thread(&attributes, (struct Wanted){0, own_size, own});
  check_thread(&attributes, (struct Wanted){0, own_size, own});
  pthread_attr_destroy(&attributes);
  return 0;
}
