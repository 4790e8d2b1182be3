#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<int> tally{0};
int listener;

void serve() {
  for (int client; (client = accept(listener, nullptr, nullptr)) >= 0; close(client))
    for (char request; read(client, &request, 1) == 1;) {
      if (request == '+') {
        const int before = tally;
        tally = before + 1;
      }
      const char answer = '0' + tally;
      write(client, &answer, 1);
    }
}

int main() {
  listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::atoi(std::getenv("HEDDLE_PORT")));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address);
  listen(listener, 8);
  std::thread other(serve);
  serve();
}
