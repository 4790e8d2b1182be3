// A client sends a question over a pair of sockets and waits for the answer with poll, for 100 ms at most.
// Bug: it does not look at what poll returned, and takes the answer for granted.
// Fails when the time is over before the server has answered.
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cassert>
#include <thread>

int ends[2];

void serve() {
  int question = 0;
  while (recv(ends[1], &question, sizeof question, MSG_WAITALL) == sizeof question) {
    const int answer = question * 10;
    send(ends[1], &answer, sizeof answer, MSG_NOSIGNAL);
  }
}

int main() {
  [[maybe_unused]] const int result = socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  assert(result == 0);
  std::thread server(serve);
  const int question = 4;
  send(ends[0], &question, sizeof question, 0);
  pollfd answered{ends[0], POLLIN, 0};
  poll(&answered, 1, 100);
  int answer = 40;
  [[maybe_unused]] const ssize_t got = recv(ends[0], &answer, sizeof answer, MSG_DONTWAIT);
  assert(got == sizeof answer && answer == 40);
  shutdown(ends[0], SHUT_RDWR);
  server.join();
}
