// Two servers race to answer one request through a promise; the first answer counts.
// Bug: whether it has been answered is tested and recorded in two steps, so both may call set_value().
// Fails with std::future_error when both servers test before either of them records.
#include <atomic>
#include <cassert>
#include <future>
#include <thread>

std::promise<int> reply;
std::atomic<bool> answered{false};

void serve(int answer) {
  if (answered) return;
  answered = true;
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
