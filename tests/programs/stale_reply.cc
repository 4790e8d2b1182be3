// A client asks a server two questions, each with a deadline (wait_until), and gives up when it passes.
// Bug: the reply to a question that was given up stays, and answers the next question.
// Fails when the first deadline passes, and the server replies to that question all the same.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

using Clock = std::chrono::steady_clock;

std::mutex desk_lock;
std::condition_variable desk_changed;
std::optional<int> question;
std::optional<int> reply;
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
    reply = answer;
    desk_changed.notify_all();
  }
}

std::optional<int> ask(int number) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(100);
  std::unique_lock lock(desk_lock);
  question = number;
  desk_changed.notify_all();
  if (!desk_changed.wait_until(lock, deadline, [] { return reply.has_value(); })) {
    assert(Clock::now() >= deadline);
    return std::nullopt;
  }
  return std::exchange(reply, std::nullopt);
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
