// The repaired twin of promise_set_twice: two servers race to answer one request through a promise.
// An atomic exchange lets one of them through.
#include <atomic>
#include <cassert>
#include <future>
#include <thread>

std::promise<int> reply;
std::atomic<bool> answered{false};

void serve(int answer) {
  if (answered.exchange(true)) return;
  reply.set_value(answer);
}

int main() {
  std::future<int> result = reply.get_future();
  std::thread near(serve, 1);
  std::thread far(serve, 2);
  const int answer = result.get();
  assert(answer == 1 || answer == 2);
  near.join();
  far.join();
}
