// The program marks the regions itself.
//
// run: twice => assertion
// run: once => nothing
// options: --executions 500 --region marked --races ignore
#include <heddle/mark.h>
#include <atomic>
#include <cassert>
#include <string_view>
#include <thread>

std::atomic<int> counter{0}, other{0};

void add(std::atomic<int>& to) {
  const int now = to.load();
  to.store(now + 1);
}

// Without the mark no update is lost, because no thread is preempted.
void test(bool marked) {
  add(other);
  if (marked) {
    const heddle::Region region;
    add(counter);
  } else {
    add(counter);
  }
}

int main(int, char** arguments) {
  const bool twice = std::string_view(arguments[1]) == "twice";
  std::thread one(test, twice), two(test, twice);
  one.join();
  two.join();
  {
    const heddle::Region region;
    ++counter;
  }
  assert(counter == 3 && other == 2);
}
