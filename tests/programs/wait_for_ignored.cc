// A consumer waits up to 50 ms for a letter and opens it.
// Bug: it does not ask why wait_for() returned, nor whether there is a letter.
// Fails when the wait times out before the letter is there.
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
  if (inbox.empty()) letter_came.wait_for(lock, std::chrono::milliseconds(50));
  assert(!inbox.empty());
  inbox.pop_front();
}

int main() {
  std::thread consumer(open_letter);
  std::thread postman(deliver);
  consumer.join();
  postman.join();
}
