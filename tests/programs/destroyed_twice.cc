// Two users of a heap object leave it; the last one tears it down, once.
// Bug: the number of users is decremented and tested in two steps.
// Fails when both users decrement before either of them tests: both tear it down.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

class Session {
 public:
  void leave() {
    --users_;
    if (users_ == 0) tear_down();
  }

 private:
  void tear_down() {
    const bool torn_down_before = torn_down_.exchange(true);
    assert(!torn_down_before);
  }

  std::atomic<int> users_{2};
  std::atomic<bool> torn_down_{false};
};

int main() {
  const auto session = std::make_unique<Session>();
  std::thread first([&session] { session->leave(); });
  std::thread second([&session] { session->leave(); });
  first.join();
  second.join();
}
