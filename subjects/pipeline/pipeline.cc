// A pipeline of six stages and a listener at its end. Each stage takes a number, adds one and passes it on.
// When main has stopped the pipeline, a stop token takes the place of the last number. Bug: the token is the
// number 0, which is also the first number that main sends. Besides, a number that nobody has taken yet is
// overwritten by the next one. Fails when the first stage takes that 0 and ends before main has stopped the
// pipeline.
#include <array>
#include <cassert>
#include <thread>

#include "support/fixed.h"
#include "support/monitor.h"

using namespace subjects;

constexpr int kStages = 6;
constexpr int kNumbers = 2;
constexpr int kNothing = -1;
constexpr int kStop = kFixed ? 100 : 0;

class Connector {
 public:
  void add(int number) {
    Synchronized lock(monitor_);
    while (kFixed && number_ != kNothing) monitor_.wait();
    number_ = number;
    monitor_.notify_all();
  }
  int take() {
    Synchronized lock(monitor_);
    while (number_ == kNothing) monitor_.wait();
    const int taken = number_;
    number_ = kNothing;
    if (kFixed) monitor_.notify_all();
    return taken;
  }
  void stop() { add(kStop); }

 private:
  Monitor monitor_;
  int number_ = kNothing;
};

std::array<Connector, kStages + 1> connectors;
bool is_stopped = false;

template <int stage>
void run_stage() {
  for (;;) {
    const int number = connectors[stage].take();
    if (number == kStop) break;
    connectors[stage + 1].add(number + 1);
  }
  connectors[stage + 1].stop();
  assert(is_stopped);
}

void listen() {
  while (connectors[kStages].take() != kStop) {
  }
}

int main() {
  std::array threads{std::thread(run_stage<0>), std::thread(run_stage<1>), std::thread(run_stage<2>),
                     std::thread(run_stage<3>), std::thread(run_stage<4>), std::thread(run_stage<5>),
                     std::thread(listen)};
  for (int number = 0; number < kNumbers; ++number) connectors[0].add(number);
  is_stopped = true;
  connectors[0].stop();
  for (std::thread& thread : threads) thread.join();
}
