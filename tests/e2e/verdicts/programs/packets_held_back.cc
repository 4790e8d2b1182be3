// A client sends each question as two small packets. TCP holds the second one back until the first is
// acknowledged, or for more to come (MSG_MORE): 40 to 200 ms during which every thread waits. That is no
// deadlock. Bug of `forget`: the server leaves the last question without an answer.
//
// run: delay => nothing
// run: more => nothing
// run: forget => deadlock
// options: --executions 30
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cassert>
#include <string>
#include <thread>

#include "libraries/listening_socket.h"

constexpr int kQuestions = 12;

void serve(int listener, int answers) {
  const int connection = accept(listener, nullptr, nullptr);
  char question[2];
  for (int i = 0; i < kQuestions; ++i) {
    if (recv(connection, question, sizeof question, MSG_WAITALL) != sizeof question) break;
    if (i < answers) send(connection, question, 1, 0);
  }
}

// Heddle hurries the packets without a trace in the options of the socket.
bool is_hurried(int connection) {
  int no_delay = 0;
  socklen_t size = sizeof no_delay;
  getsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &no_delay, &size);
  return no_delay != 0;
}

void ask(int connection, int flags_of_second) {
  char answer;
  for (int i = 0; i < kQuestions; ++i) {
    send(connection, "a", 1, 0);
    send(connection, "b", 1, flags_of_second);
    assert(recv(connection, &answer, 1, 0) == 1 && answer == 'a');
    assert(!is_hurried(connection));
  }
}

int main(int, char** arguments) {
  const std::string mode = arguments[1];
  const int listener = socket(AF_INET, SOCK_STREAM, 0), connection = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = listen_anywhere(listener);
  std::thread server(serve, listener, mode == "forget" ? kQuestions - 1 : kQuestions);
  connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address);
  ask(connection, mode == "more" ? MSG_MORE : 0);
  server.join();
}
