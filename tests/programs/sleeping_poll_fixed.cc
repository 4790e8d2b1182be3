// The repaired twin of sleeping_poll: main polls, sleeping in between, until a worker's job is done.
// Main looks at the number of jobs done, which never goes back.
#include <atomic>
#include <chrono>
#include <thread>

enum class State { kIdle, kBusy };

std::atomic<State> state{State::kIdle};
std::atomic<int> jobs_done{0};

void work() {
  state = State::kBusy;
  ++jobs_done;
  state = State::kIdle;
}

int main() {
  std::thread worker(work);
  while (jobs_done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  worker.join();
}
