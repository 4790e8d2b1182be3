// The repaired twin of stale_reply: a client asks a server two questions, each with a deadline (wait_until).
// A reply names its question, and a client only takes its own.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

using Clock = std::chrono::steady_clock;

struct Reply {
  int question;
  int answer;
};

std::mutex desk_lock;
std::condition_variable desk_changed;
std::optional<int> question;
std::optional<Reply> reply;
bool closing = false;

void serve() {
  std::unique_lock lock(desk_lock);
  for (;;) {
    desk_changed.wait(lock, [] { return question || closing; });
    if (!question) return;
    const int number = *question;
    question.reset();
    lock.unlock();
    const int answer = number * 10;
    lock.lock();
    reply = Reply{number, answer};
    desk_changed.notify_all();
  }
}

std::optional<int> ask(int number) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(100);
  std::unique_lock lock(desk_lock);
  question = number;
  desk_changed.notify_all();
  const auto answered = [number] { return reply && reply->question == number; };
  if (!desk_changed.wait_until(lock, deadline, answered)) {
    assert(Clock::now() >= deadline);
    return std::nullopt;
  }
  return reply->answer;
}

int main() {
  std::thread server(serve);
  ask(1);
  const std::optional<int> answer = ask(2);
  assert(answer.value_or(20) == 20);
  {
    std::lock_guard lock(desk_lock);
    closing = true;
    desk_changed.notify_all();
  }
  server.join();
}
