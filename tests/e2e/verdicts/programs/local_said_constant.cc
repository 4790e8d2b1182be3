// clang++ says of a local object that it holds the value it was initialised with, long after its address has
// gone to another thread. The object has its name all the same. Bug: head is written before tail.
//
// run: => assertion
// options: --executions 300
// explains: ring.tail → 0
// explains: ring.head = 1
// explains: ring.third → 5
// never: local variable of main
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct Ring {
  std::atomic<std::uint8_t> head{0}, tail{0}, third{0};
  std::uint8_t unused = 0, spare = 0;
};

int main() {
  Ring ring;
  std::thread writer([&] {
    ring.head = 1;
    ring.tail = 2;
    ring.third = 5;
  });
  const std::uint8_t tail = ring.tail;
  const std::uint8_t head = ring.head;
  const std::uint8_t third = ring.third;
  writer.join();
  assert(!(tail == 0 && head == 1 && third == 5));
}
