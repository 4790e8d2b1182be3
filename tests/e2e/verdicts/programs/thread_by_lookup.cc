// A library makes a thread by a function that it finds with dlsym or dlvsym. The thread is one like any
// other.
//
// run: next => nothing
// run: handle => nothing
// run: version => nothing
// run: next lose => assertion
// plain library: thread_maker.cc
// options: --executions 200
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <string>

using MakeThread = int (*)(const char*, pthread_t*, void* (*)(void*));

std::atomic<int> updates = 0;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int told = 0;

void* update_once(void*) {
  ++updates;
  pthread_mutex_lock(&mutex);
  ++told;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

void* lose_an_update(void*) {
  updates = updates + 1;
  return nullptr;
}

int main(int count, char** arguments) {
  std::string library = arguments[0];
  library.replace(library.rfind('/') + 1, std::string::npos, "thread_maker.so");
  void* loaded = dlopen(library.c_str(), RTLD_NOW);
  assert(loaded != nullptr);
  const auto make_thread = reinterpret_cast<MakeThread>(dlsym(loaded, "make_thread"));
  const bool loses = count > 2;
  pthread_t one, other;
  const auto start = loses ? lose_an_update : update_once;
  assert(make_thread(arguments[1], &one, start) == 0);
  assert(pthread_create(&other, nullptr, start, nullptr) == 0);
  pthread_mutex_lock(&mutex);
  while (!loses && told < 2) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(one, nullptr);
  pthread_join(other, nullptr);
  assert(updates == 2);
}
