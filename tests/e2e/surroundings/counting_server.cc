// A server with two threads, each for one connection at a time. '+' counts, '?' asks for the count.
//   counting_server port|socket lossy|exact [checks]
// A lossy one reads and writes the count in two steps; with `checks` it notices by itself.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

namespace {

std::atomic<int> count{0}, asked_for{0};
int listener = -1;
bool is_lossy = false, checks = false;

void add_one() {
  if (!is_lossy) {
    ++count;
    return;
  }
  const int before = count;
  count = before + 1;
}

void serve() {
  for (;;) {
    const int connection = accept(listener, nullptr, nullptr);
    if (connection < 0) return;
    for (char request = 0; read(connection, &request, 1) == 1;) {
      char answer = '+';
      if (request == '+') {
        ++asked_for;
        add_one();
      } else {
        assert(!checks || count == asked_for);
        answer = static_cast<char>('0' + count);
      }
      if (write(connection, &answer, 1) != 1) break;
    }
    close(connection);
  }
}

int listen_at_port() {
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(std::getenv("HEDDLE_PORT"))));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::exit(70);
  return server;
}

int listen_at_socket() {
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, std::getenv("HEDDLE_SOCKET"));
  if (bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::exit(71);
  return server;
}

}  // namespace

int main(int argc, char** argv) {
  listener = argv[1] == std::string("port") ? listen_at_port() : listen_at_socket();
  is_lossy = argv[2] == std::string("lossy");
  checks = argc > 3;
  if (listen(listener, 8) != 0) return 72;
  std::thread other(serve);
  serve();
  other.join();
}
