// A server and its client in one process, connected through TCP. The server's loop waits for requests and for
// replies of its workers, who wake it through an eventfd. Bug: a worker asks whether there are replies
// already, and adds its own in another critical section: it may be added to an empty list without waking the
// loop. Then all threads wait for each other's sockets, and none of them for another process.
//
// run: => deadlock
// options: --executions 300
// says: deadlock: main.[12] waits at \S+ for something to read
// says: context switch(es are| is) enough
// never: another process
// replays: assumes that no other process connects
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

int listener, loop, wake;
std::mutex replies_lock;
std::vector<int> replies;  // connections that are to be answered

void watch(int descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = descriptor;
  epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &event);
}

sockaddr_in listen_anywhere() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  bind(listener, reinterpret_cast<sockaddr*>(&address), size);
  listen(listener, 2);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  return address;
}

void serve(int connection) {
  char request;
  if (read(connection, &request, 1) != 1) return;
  bool was_empty;
  {
    std::lock_guard lock(replies_lock);
    was_empty = replies.empty();
  }
  {
    std::lock_guard lock(replies_lock);
    replies.push_back(connection);
  }
  const std::uint64_t one = 1;
  if (was_empty) (void)!write(wake, &one, sizeof one);
}

void answer_all() {
  std::uint64_t count;
  (void)!read(wake, &count, sizeof count);
  std::vector<int> all;
  {
    std::lock_guard lock(replies_lock);
    all.swap(replies);
  }
  for (int connection : all) (void)!write(connection, "!", 1);
}

void run_loop() {
  std::vector<std::thread> workers;
  for (;;) {
    epoll_event event;
    if (epoll_wait(loop, &event, 1, -1) != 1) continue;
    if (event.data.fd == wake)
      answer_all();
    else
      workers.emplace_back(serve, accept(listener, nullptr, nullptr));
  }
}

void ask(sockaddr_in server) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection, reinterpret_cast<sockaddr*>(&server), sizeof server) != 0) return;
  char reply;
  (void)!write(connection, "?", 1);
  (void)!read(connection, &reply, 1);
  close(connection);
}

int main() {
  const sockaddr_in address = listen_anywhere();
  loop = epoll_create1(0);
  wake = eventfd(0, 0);
  watch(listener);
  watch(wake);
  std::thread(run_loop).detach();
  std::thread first(ask, address), second(ask, address);
  first.join();
  second.join();
}
