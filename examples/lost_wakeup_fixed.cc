// A loader reads a document in the background and the editor waits for it: lost_wakeup.cc, repaired.
// The flag changes under the lock, and the wait tests it under the same lock.
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

class Document {
 public:
  void load() {
    std::lock_guard lock(mutex_);
    title_ = "On Looms";
    loaded_ = true;
    finished_.notify_all();
  }

  const std::string& title() {
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [this] { return loaded_; });
    return title_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable finished_;
  bool loaded_ = false;
  std::string title_;
};

int main() {
  Document document;
  std::thread loader([&] { document.load(); });
  std::thread editor([&] { std::cout << document.title() << '\n'; });
  loader.join();
  editor.join();
}
