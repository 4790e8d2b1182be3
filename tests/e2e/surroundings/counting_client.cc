// Counts over two connections at a time, asks for the count, and fails with status 42 if it is not 2.
//   counting_client port|socket [stays]
// With `stays` it does not end, and sends nothing more.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

static int connect_to_port() {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(std::getenv("HEDDLE_PORT"))));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::exit(73);
  return connection;
}

static int connect_to_socket() {
  const int connection = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, std::getenv("HEDDLE_SOCKET"));
  if (connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::exit(74);
  return connection;
}

static void send_request(int connection, char request) {
  if (write(connection, &request, 1) != 1) std::exit(75);
}

static char answer(int connection) {
  char text = 0;
  if (read(connection, &text, 1) != 1) std::exit(76);
  return text;
}

int main(int argc, char** argv) {
  const auto connect_to_server = argv[1] == std::string("port") ? connect_to_port : connect_to_socket;
  const int one = connect_to_server(), two = connect_to_server();
  send_request(one, '+');
  send_request(two, '+');
  answer(one);
  answer(two);
  if (argc > 2) pause();
  send_request(one, '?');
  return answer(one) == '2' ? 0 : 42;
}
