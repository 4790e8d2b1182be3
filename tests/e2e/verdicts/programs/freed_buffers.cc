// What libc and the kernel read and write for the program is memory like any other: a buffer that was freed
// is an error, though no line of the program touches it.
//
// run: write => heap-error
// run: send => heap-error
// run: read => heap-error
// run: printf => heap-error
// run: snprintf => heap-error
// run: strftime => heap-error
// options: --executions 20
// says: use\s+after\s+free
// carriers: contexts
#include <sys/socket.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

int main(int, char** arguments) {
  const std::string mode = arguments[1];
  auto* buffer = static_cast<char*>(std::malloc(32));
  std::strcpy(buffer, "some text");
  int ends[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  write(ends[1], "12345678", 8);
  std::free(buffer);
  std::thread([&] {
    if (mode == "write") write(ends[0], buffer, 8);
    if (mode == "send") send(ends[0], buffer, 8, 0);
    if (mode == "read") read(ends[0], buffer, 8);
    if (mode == "printf") std::printf("%5d %-*s %s\n", 1, 3, "x", buffer);
    if (mode == "snprintf") std::snprintf(buffer, 8, "%d", 42);
    const std::tm time{};
    if (mode == "strftime") std::strftime(buffer, 32, "%Y", &time);
  }).join();
}
