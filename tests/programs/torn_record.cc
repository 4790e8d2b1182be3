// Two threads write records into one pipe, the reader takes them out.
// Bug: a record is written in two parts, its header and its body, without a lock.
// Fails when the other thread's record comes between the two.
#include <unistd.h>

#include <cassert>
#include <thread>

int ends[2];

void report(char who) {
  const char body = static_cast<char>(who + 1);
  [[maybe_unused]] ssize_t written = write(ends[1], &who, 1);
  assert(written == 1);
  written = write(ends[1], &body, 1);
  assert(written == 1);
}

void collect() {
  char record[2];
  for (int i = 0; i < 2; ++i) {
    for (int got = 0; got < 2;) {
      const ssize_t bytes = read(ends[0], record + got, static_cast<size_t>(2 - got));
      assert(bytes > 0);
      got += static_cast<int>(bytes);
    }
    assert(record[1] == record[0] + 1);
  }
}

int main() {
  [[maybe_unused]] const int result = pipe(ends);
  assert(result == 0);
  std::thread reader(collect);
  std::thread first(report, 'a');
  std::thread second(report, 'k');
  first.join();
  second.join();
  reader.join();
}
