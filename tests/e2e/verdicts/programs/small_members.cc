// Flags of one byte and counters of two lie beside each other in a global and in a local object: each is
// called by its own name.
//
// run: flags => assertion, data-race?
// run: counters => assertion, data-race?
// options: --executions 500
// says: assertion
// never: `plain.opened`
// explains: (door.closed → true)|(ring.tail → 0)
// explains: (door.open → false)|(ring.head → 1)
// explains: (door.open = true)|(ring.tail = 2)
// explains: (plain.finished → true)|(ring.third → 5)
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <thread>

struct Door {
  std::atomic<bool> open{false}, closed{false};
} door;
struct Plain {
  bool opened = false, finished = false, failed = false;
} plain;

// The thread sets them in the order in which main must not see them.
void flags() {
  std::thread setter([] {
    door.closed = true;
    plain.finished = true;
    door.open = true;
  });
  const bool closed = door.closed;
  const bool open = door.open;
  const bool finished = plain.finished;
  setter.join();
  assert(!(closed && !open && finished));
}

struct Ring {
  std::atomic<std::uint16_t> head{0}, tail{0}, third{0};
};

void counters() {
  Ring ring;
  std::thread writer([&] {
    ring.head = 1;
    ring.tail = 2;
    ring.third = 5;
  });
  const std::uint16_t tail = ring.tail;
  const std::uint16_t head = ring.head;
  const std::uint16_t third = ring.third;
  writer.join();
  assert(!(tail == 0 && head == 1 && third == 5));
}

int main(int, char** arguments) {
  if (std::strcmp(arguments[1], "flags") == 0)
    flags();
  else
    counters();
}
