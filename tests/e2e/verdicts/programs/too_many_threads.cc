// More threads in one execution than Heddle keeps: it says so. What the program would do if it could start no
// more is no bug of it.
//
// run: => status 3
// options: --executions 2
// says: more than 4,096 threads
// make check: gxx contexts
#include <thread>

int main() {
  for (int i = 0; i < 4200; ++i) {
    std::thread worker([] {});
    worker.join();
  }
}
