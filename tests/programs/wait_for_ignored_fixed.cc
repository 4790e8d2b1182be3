// The repaired twin of wait_for_ignored: a consumer waits for a letter, 50 ms at a time.
// Whatever ended a wait, it looks for the letter again.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

std::mutex inbox_lock;
std::condition_variable letter_came;
std::deque<std::string> inbox;

void deliver() {
  std::lock_guard lock(inbox_lock);
  inbox.push_back("hello");
  letter_came.notify_one();
}

void open_letter() {
  std::unique_lock lock(inbox_lock);
  while (inbox.empty()) letter_came.wait_for(lock, std::chrono::milliseconds(50));
  assert(!inbox.empty());
  inbox.pop_front();
}

int main() {
  std::thread consumer(open_letter);
  std::thread postman(deliver);
  consumer.join();
  postman.join();
}
