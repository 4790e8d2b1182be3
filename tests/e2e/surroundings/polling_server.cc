// A server that never only waits: it polls with a time-out, and a thread of it wakes up every second.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

std::atomic<int> seconds{0}, count{0};

void answer(int connection) {
  for (char request = 0; read(connection, &request, 1) == 1;) {
    char text = request;
    if (request == '+') ++count;
    if (request == '?') text = static_cast<char>('0' + count);
    if (write(connection, &text, 1) != 1) break;
  }
  close(connection);
}

int main() {
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(std::getenv("HEDDLE_PORT"))));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(server, 8) != 0)
    return 70;
  std::thread([] {
    for (;; ++seconds) std::this_thread::sleep_for(std::chrono::seconds(1));
  }).detach();
  for (;;) {
    pollfd waiting{server, POLLIN, 0};
    if (poll(&waiting, 1, 500) == 1) std::thread(answer, accept(server, nullptr, nullptr)).detach();
  }
}
