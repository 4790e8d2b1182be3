// A worker does a job and becomes idle again; main polls, sleeping in between, until the job is done.
// Bug: "done" is a passing state that main may sleep through.
// Livelock when the worker is idle again before main looks.
#include <atomic>
#include <chrono>
#include <thread>

enum class State { kIdle, kBusy, kDone };

std::atomic<State> state{State::kIdle};

void work() {
  state = State::kBusy;
  state = State::kDone;
  state = State::kIdle;
}

int main() {
  std::thread worker(work);
  while (state != State::kDone) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  worker.join();
}
