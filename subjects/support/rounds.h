// Threads that work in rounds, as the clients and connections of a test do that sends one request after the
// other.
#pragma once

#include <pthread.h>

#include <functional>
#include <thread>
#include <vector>

namespace subjects {

// Runs each body in a thread of its own, once in every round. Nobody begins a round before all others, main
// included, have ended the one before.
inline void run_rounds(int rounds, const std::vector<std::function<void()>>& bodies) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, static_cast<unsigned>(bodies.size() + 1));
  std::vector<std::thread> threads;
  for (const std::function<void()>& body : bodies) {
    threads.emplace_back([&barrier, &body, rounds] {
      // Copies of what main wrote: each read of that would be a scheduling point.
      const std::function<void()> own_body = body;
      const int own_rounds = rounds;
      pthread_barrier_t* const own_barrier = &barrier;
      for (int i = 0; i < own_rounds; ++i) {
        pthread_barrier_wait(own_barrier);
        own_body();
      }
    });
  }
  for (int i = 0; i < rounds; ++i) pthread_barrier_wait(&barrier);
  for (std::thread& thread : threads) thread.join();
  pthread_barrier_destroy(&barrier);
}

}  // namespace subjects
