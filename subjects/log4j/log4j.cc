// Three threads log by one appender, as in Log4j, and a fourth closes it.
// Bug: append() looks whether the appender is closed and uses the writer after that, without a lock.
// Fails when the appender is closed in between: the writer is gone, a null pointer.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kMessages = 2;

struct Writer {
  int lines = 0;
};

class Appender {
 public:
  void append(int level) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    if (is_closed_ || level < threshold_) return;
    reload();
    assert(writer_ != nullptr);
    ++writer_->lines;
  }

  void close() {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    if (is_closed_) return;
    is_closed_ = true;
    reload();
    writer_ = nullptr;
  }

 private:
  std::mutex mutex_;  // only the twin takes it
  int threshold_ = 1;
  bool is_closed_ = false;
  Writer file_;
  Writer* writer_ = &file_;
};

Appender appender;

void log() {
  for (int i = 0; i < kMessages; ++i) {
    appender.append(1);
    reload();
  }
}

int main() {
  std::array threads{std::thread(log), std::thread(log), std::thread(log),
                     std::thread([] { appender.close(); })};
  for (std::thread& thread : threads) thread.join();
}
