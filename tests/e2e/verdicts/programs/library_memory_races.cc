// Two threads share a buffer that only libc and the kernel touch: one writes it, the other reads or writes
// it, and nothing orders them.
//
// run: snprintf puts => data-race
// run: read write => data-race
// run: localtime_r strftime => data-race
// run: strerror_r printf => data-race
// run: qsort fwrite => data-race
// run: getaddrinfo read => data-race
// options: --executions 300
// carriers: contexts
#include <netdb.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

char buffer[64] = "dcba";
std::tm broken_down;
int ends[2];
char formatted[64];
addrinfo hints;
addrinfo* addresses;

int compare(const void*, const void*) {
  return 0;
}

void touch(const std::string& function) {
  const std::time_t now = 0;
  if (function == "snprintf") std::snprintf(buffer, sizeof buffer, "%d", 42);
  if (function == "puts") std::puts(buffer);
  if (function == "read") read(ends[0], buffer, 4);
  if (function == "write") write(ends[1], buffer, 4);
  if (function == "localtime_r") localtime_r(&now, &broken_down);
  if (function == "strftime") std::strftime(formatted, sizeof formatted, "%Y", &broken_down);
  if (function == "strerror_r") strerror_r(12345, buffer, sizeof buffer);
  if (function == "printf") std::printf("%.*s\n", 4, buffer);
  if (function == "getaddrinfo") getaddrinfo(buffer, nullptr, &hints, &addresses);
  if (function == "qsort") std::qsort(buffer, 4, 1, compare);
  if (function == "fwrite") std::fwrite(buffer, 1, 4, stdout);
}

int main(int, char** arguments) {
  hints.ai_flags = AI_NUMERICHOST;
  if (pipe(ends) != 0) return 0;
  write(ends[1], "1234", 4);
  std::thread other([&] { touch(arguments[1]); });
  touch(arguments[2]);
  other.join();
}
