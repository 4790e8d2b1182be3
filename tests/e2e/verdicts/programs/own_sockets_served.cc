// A server and two clients in one process, connected through TCP. Correct: each client gets its answer,
// however long the server waits at its listening socket.
//
// run: => nothing
// options: --executions 200
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cassert>
#include <thread>

#include "libraries/listening_socket.h"

void serve(int listener, int clients) {
  for (int i = 0; i < clients; ++i) {
    const int connection = accept(listener, nullptr, nullptr);
    char question;
    while (read(connection, &question, 1) == 1) (void)!write(connection, &question, 1);
    close(connection);
  }
}

void ask(sockaddr_in server, char question) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  char answer = 0;
  if (connect(connection, reinterpret_cast<sockaddr*>(&server), sizeof server) == 0) {
    (void)!write(connection, &question, 1);
    (void)!read(connection, &answer, 1);
  }
  assert(answer == question);
  close(connection);
}

int main() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in address = listen_anywhere(listener);
  std::thread server(serve, listener, 2);
  std::thread first(ask, address, 'a'), second(ask, address, 'b');
  first.join();
  second.join();
  server.join();
}
