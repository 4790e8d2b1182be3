// A loader reads a document in the background; the editor waits for it before it shows the title.
// Bug: "is it loaded" is tested before the lock is taken, and what happens in between is missed.
// Deadlocks when the loader finishes between the editor's test and its wait: nobody wakes the editor again.
#include <atomic>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

class Document {
 public:
  void load() {
    title_ = "On Looms";
    loaded_ = true;
    finished_.notify_all();
  }

  const std::string& title() {
    if (!loaded_) {
      std::unique_lock lock(mutex_);
      finished_.wait(lock);
    }
    return title_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable finished_;
  std::atomic<bool> loaded_{false};
  std::string title_;
};

int main() {
  Document document;
  std::thread loader([&] { document.load(); });
  std::thread editor([&] { std::cout << document.title() << '\n'; });
  loader.join();
  editor.join();
}
