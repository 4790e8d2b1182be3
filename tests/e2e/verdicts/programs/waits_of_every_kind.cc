// Each thread waits for something else that no thread will give it. A report says for what, how it stands,
// and who used it last.
//
// run: => deadlock
// options: --executions 20
// says: main waits at \S+ for the latch `ready`, which needs 5 more arrivals
// replays: for a token of the semaphore `seats`; it was last taken by this thread at
// replays: at the barrier `start`, where 1 of 2 threads has arrived
// replays: waits at \S+kind.cc:\d+ for the atomic `phase`, which is 7, to change
// replays: waits at \S+kind.cc:\d+ for the atomic `stopped` to change
// replays: (for the result of a future|heap object allocated at \S+:25)
// replays: waits at \S+kind.cc:\d+ for a token of the semaphore `tickets`
#include <pthread.h>
#include <semaphore.h>
#include <atomic>
#include <future>
#include <latch>
#include <semaphore>
#include <thread>

sem_t seats;
pthread_barrier_t start;
std::atomic<int> phase{7};
std::atomic<bool> stopped{false};
std::promise<int> price;
std::counting_semaphore<4> tickets{0};
std::latch ready(6);

int main() {
  sem_init(&seats, 0, 1);
  pthread_barrier_init(&start, nullptr, 2);
  std::thread taker([] {
    sem_wait(&seats);
    ready.count_down();
    sem_wait(&seats);
  });
  std::thread starter([] { pthread_barrier_wait(&start); });
  std::thread follower([] { phase.wait(7); });
  std::thread stopper([] { stopped.wait(false); });
  std::thread buyer([] { price.get_future().get(); });
  std::thread visitor([] { tickets.acquire(); });
  ready.wait();
}
