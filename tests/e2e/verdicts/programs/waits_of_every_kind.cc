// Each thread waits for something else that no thread will give it. A report says for what, how it stands,
// and who used it last.
//
// run: => deadlock
// options: --executions 20
// says: deadlock:
// main\s+waits\s+at\s+\S+\s+for\s+the\s+latch\s+`ready`,\s+which\s+needs\s+5\s+more\s+arrivals explains: for
// a token of the\s+semaphore `seats`; it was\s+last taken by main.0\s+at explains: at the barrier\s+`start`,
// where 1\s+of 2 threads has arrived explains: for the atomic\s+`phase`, which is 7,\s+to change explains:
// for the atomic\s+`stopped` to change explains: for the result\s+of a future explains: for a token of
// the\s+semaphore `tickets`
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
