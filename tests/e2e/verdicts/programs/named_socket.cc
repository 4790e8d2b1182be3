// A socket with a name in the file system: the name is still there when the program runs again, and the next
// bind fails. Heddle does not remove it, but says so.
//
// options: --executions 20
// run: => nothing
// says: writes to 'left_behind.socket'
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <thread>

int main() {
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, "left_behind.socket");
  bool is_bound = false;
  std::thread server([&] {
    is_bound = bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
               errno == EADDRINUSE;
  });
  server.join();
  close(listener);
  return is_bound ? 0 : 1;
}
