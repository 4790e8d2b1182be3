// A descriptor that one thread closes while another one uses it, in no order: the number may belong to
// another file by then.
//
// run: pipe => data-race
// run: file => data-race
// run: socket => data-race
// options: --executions 300
// says: descriptor\s+[0-9]+\s+\(opened\s+at\s+\S*descriptor_closed_in_use.cc:(18|19|20)\)
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <string>
#include <thread>

int main(int, char** arguments) {
  const std::string kind = arguments[1];
  int ends[2] = {-1, -1};
  if (kind == "pipe" && pipe(ends) != 0) return 0;
  if (kind == "socket" && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 0;
  if (kind == "file") ends[1] = open("/dev/null", O_WRONLY);
  std::thread writer([&] { write(ends[1], "x", 1); });
  close(ends[1]);
  writer.join();
}
