// A plain access of eight bytes, and one to some of them through a volatile lvalue, which orders nothing: a
// data race whatever the sizes. In `apart` they touch different bytes of the same word.
//
// run: whole => data-race
// run: first-byte => data-race
// run: inner-byte => data-race
// run: unaligned => data-race
// run: apart => nothing
// options: --executions 200
#include <cstring>
#include <thread>

struct __attribute__((packed)) Unaligned {
  long value;
};

alignas(16) char bytes[64];

int main(int, char** arguments) {
  const auto is = [&](const char* what) { return std::strcmp(arguments[1], what) == 0; };
  std::thread other([&] {
    if (is("whole")) *reinterpret_cast<volatile long*>(bytes) = 42;
    if (is("first-byte")) *static_cast<volatile char*>(bytes) = 42;
    if (is("inner-byte") || is("unaligned")) *static_cast<volatile char*>(bytes + 3) = 42;
    if (is("apart")) *static_cast<volatile char*>(bytes + 1) = 42;
  });
  if (is("apart"))
    bytes[0] = 1;
  else if (is("unaligned"))
    reinterpret_cast<Unaligned*>(bytes + 1)->value = 1;
  else
    *reinterpret_cast<long*>(bytes) = 1;
  other.join();
}
