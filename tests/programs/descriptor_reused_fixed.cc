// A worker sends a last word over a connection. Main closes it when the worker says that it is through, and
// opens another. The worker says so after its last word.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> through{false};
int listener;
sockaddr_in address{};

void listen_here() {
  listener = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  [[maybe_unused]] const bool listening =
      bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 && listen(listener, 4) == 0 &&
      getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  assert(listening);
}

int open_connection(int& peer) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  [[maybe_unused]] const int result =
      connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address);
  assert(result == 0);
  peer = accept(listener, nullptr, nullptr);
  assert(peer >= 0);
  return connection;
}

void work(int connection) {
  send(connection, "bye", 3, MSG_NOSIGNAL);
  through = true;
}

int main() {
  listen_here();
  int first_peer, second_peer;
  const int first = open_connection(first_peer);
  std::thread worker(work, first);
  while (!through) std::this_thread::yield();
  close(first);
  const int second = open_connection(second_peer);
  worker.join();
  char word[4];
  [[maybe_unused]] const ssize_t got = recv(second_peer, word, sizeof word, MSG_DONTWAIT);
  assert(got < 0);
  close(second);
}
