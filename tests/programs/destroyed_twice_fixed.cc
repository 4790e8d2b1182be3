// The repaired twin of destroyed_twice: two users of a heap object leave it, and the last one tears it down.
// One atomic operation decrements the number of users and says what it has become.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

class Session {
 public:
  void leave() {
    if (--users_ == 0) tear_down();
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
