// Threads that begin and end: creation, joining, detaching, and what runs when a thread is over.
#pragma once

#include <pthread.h>
#include <threads.h>

#include "case.h"

namespace race_cases::threads {

void by_creation(bool before) {
  if (before) data = 1;
  std::thread thread([] { seen = data; });
  if (!before) data = 1;
  thread.join();
}

void by_join(bool after) {
  std::thread thread([] { data = 1; });
  if (!after) seen = data;
  thread.join();
  if (after) seen = data;
}

void by_destruction_of_thread() {
  {
    std::jthread worker([] { data = 1; });
  }
  seen = data;
}

void by_grandchild(bool joins) {
  data = 1;
  std::thread child([=] {
    std::thread grandchild([] { data = 2; });
    if (joins) {
      grandchild.join();
    } else {
      grandchild.detach();
    }
  });
  child.join();
  if (!joins) stay_behind();
  seen = data;
}

// Brothers are not ordered by what their parent does with each of them alone.
void by_brother(bool joined_before) {
  std::thread first([] { data = 1; });
  if (joined_before) first.join();
  std::thread second([] { data = 2; });
  if (!joined_before) first.join();
  second.join();
}

void by_detached(std::memory_order store) {
  static std::atomic<int> done{0};
  std::thread([=] {
    data = 1;
    done.store(1, store);
  }).detach();
  while (done.load(std::memory_order_acquire) == 0) std::this_thread::yield();
  seen = data;
}

int run_c11(void*) {
  data = 1;
  return 0;
}

void by_c11_thread(bool reads_after) {
  thrd_t thread;
  thrd_create(&thread, run_c11, nullptr);
  if (!reads_after) seen = data;
  thrd_join(thread, nullptr);
  if (reads_after) seen = data;
}

void clean_up(void*) {
  data = 1;
}

// Destructors of a thread's values run before it can be joined.
void by_key_destructor(bool after_join) {
  static pthread_key_t key;
  pthread_key_create(&key, clean_up);
  std::thread thread([] { pthread_setspecific(key, &key); });
  if (!after_join) seen = data;
  thread.join();
  if (after_join) seen = data;
}

struct Farewell {
  ~Farewell() { data = 1; }
  void greet() { seen = 0; }
};

void by_thread_local_destructor() {
  std::thread([] {
    static thread_local Farewell farewell;
    farewell.greet();
  }).join();
  seen = data;
}

Cases chapter() {
  using enum Right;
  using enum std::memory_order;
  static constexpr Case kAll[] = {
      {"creation", kClean, [] { by_creation(true); }},
      {"creation_late", kRacy, [] { by_creation(false); }},
      {"join", kClean, [] { by_join(true); }},
      {"join_late", kRacy, [] { by_join(false); }},
      {"jthread", kClean, by_destruction_of_thread},
      {"grandchild", kClean, [] { by_grandchild(true); }},
      {"grandchild_detached", kRacy, [] { by_grandchild(false); }},
      {"brother_joined", kClean, [] { by_brother(true); }},
      {"brother", kRacy, [] { by_brother(false); }},
      {"detached", kClean, [] { by_detached(release); }},
      {"detached_relaxed", kRacy, [] { by_detached(relaxed); }},
      {"c11_thread", kClean, [] { by_c11_thread(true); }, "it does not know thrd_create"},
      {"c11_thread_late", kRacy, [] { by_c11_thread(false); }},
      {"key_destructor", kClean, [] { by_key_destructor(true); }},
      {"key_destructor_late", kRacy, [] { by_key_destructor(false); }},
      {"thread_local_destructor", kClean, by_thread_local_destructor},
  };
  return kAll;
}

}  // namespace race_cases::threads
