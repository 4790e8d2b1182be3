// Two threads add one to the same value, and the first one checks that it has grown by one.
// Bug: the first thread takes the lock of the value, the second one another lock.
// Fails when the second thread writes the value between the first one's reads of it.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

struct Data {
  std::recursive_mutex mutex;
  int value = 0;
};

Data data;

class Adder {
 public:
  void add_and_check() {
    std::lock_guard lock(data.mutex);
    const int before = data.value;
    reload();
    ++data.value;
    reload();
    assert(data.value == before + 1);
  }
  void add() {
    std::lock_guard lock(kFixed ? data.mutex : mutex_);
    ++data.value;
  }

 private:
  std::recursive_mutex mutex_;
};

Adder adder;

int main() {
  std::thread first([] { adder.add_and_check(); });
  std::thread second([] { adder.add(); });
  first.join();
  second.join();
}
