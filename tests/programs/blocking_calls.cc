// Every call that can block in the system, on descriptors whose other end another thread holds, and on child
// processes: results and errors are those of POSIX, on every schedule. Prints ALL OK.
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      std::printf("line %d: %s (errno %d)\n", __LINE__, #condition, errno); \
      std::exit(1);                                                         \
    }                                                                       \
  } while (false)

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct Pipe {
  int in, out;
  Pipe() {
    int ends[2];
    CHECK(pipe(ends) == 0);
    in = ends[0], out = ends[1];
  }
  ~Pipe() { close(in), close(out); }
};

struct Pair {
  int a, b;
  explicit Pair(int type = SOCK_STREAM) {
    int ends[2];
    CHECK(socketpair(AF_UNIX, type, 0, ends) == 0);
    a = ends[0], b = ends[1];
  }
  ~Pair() { close(a), close(b); }
};

// More than a pipe or a socket holds, in both directions of a scattered write.
void long_writes() {
  const std::string text(300'000, 'x');
  for (const bool sockets : {false, true}) {
    Pipe pipe;
    Pair pair;
    const int in = sockets ? pair.a : pipe.in, out = sockets ? pair.b : pipe.out;
    std::thread writer([&] {
      CHECK(write(out, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
      iovec parts[3] = {{const_cast<char*>("ab"), 2},
                        {const_cast<char*>(text.data()), text.size()},
                        {const_cast<char*>("yz"), 2}};
      CHECK(writev(out, parts, 3) == static_cast<ssize_t>(text.size() + 4));
    });
    std::string got;
    std::vector<char> buffer(50'000);
    while (got.size() < 2 * text.size() + 4) {
      iovec parts[2] = {{buffer.data(), 100}, {buffer.data() + 100, buffer.size() - 100}};
      const ssize_t bytes = readv(in, parts, 2);
      CHECK(bytes > 0);
      got.append(buffer.data(), static_cast<std::size_t>(bytes));
    }
    CHECK(got == text + "ab" + text + "yz");
    writer.join();
  }
}

// Many small writes fill a pipe to the last byte without a reader.
void pipe_takes_what_it_holds() {
  Pipe pipe;
  const int size = fcntl(pipe.out, F_GETPIPE_SZ);
  for (int i = 0; i < size / 64; ++i) CHECK(write(pipe.out, std::string(64, 'p').data(), 64) == 64);
  CHECK(fcntl(pipe.out, F_SETFL, O_NONBLOCK) == 0);
  CHECK(write(pipe.out, "p", 1) == -1 && errno == EAGAIN);
}

void ends_of_pipes() {
  Pipe pipe;
  char c = 0;
  std::thread closer([&] {
    CHECK(write(pipe.out, "1", 1) == 1);
    close(pipe.out);
  });
  CHECK(read(pipe.in, &c, 1) == 1 && c == '1');
  CHECK(read(pipe.in, &c, 1) == 0);
  closer.join();
  pipe.out = open("/dev/null", O_WRONLY);
  CHECK(read(pipe.in, &c, 0) == 0);
  CHECK(read(-1, &c, 1) == -1 && errno == EBADF);
  Pipe broken;
  close(broken.in);
  CHECK(write(broken.out, "1", 1) == -1 && errno == EPIPE);
  broken.in = open("/dev/null", O_RDONLY);
}

void not_blocking() {
  Pipe pipe;
  char c = 0;
  CHECK(fcntl(pipe.in, F_SETFL, O_NONBLOCK) == 0);
  CHECK(read(pipe.in, &c, 1) == -1 && errno == EAGAIN);
  std::thread writer([&] { CHECK(write(pipe.out, "n", 1) == 1); });
  while (read(pipe.in, &c, 1) == -1) CHECK(errno == EAGAIN);
  CHECK(c == 'n' && fcntl(pipe.in, F_GETFL) == (O_RDONLY | O_NONBLOCK));
  CHECK((fcntl(pipe.out, F_GETFL) & O_NONBLOCK) == 0);
  writer.join();
}

void sockets() {
  Pair pair;
  std::thread writer([&] {
    CHECK(send(pair.b, "abc", 3, 0) == 3);
    CHECK(send(pair.b, "def", 3, 0) == 3);
    iovec part{const_cast<char*>("ghi"), 3};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    CHECK(sendmsg(pair.b, &message, 0) == 3);
    CHECK(sendto(pair.b, "j", 1, 0, nullptr, 0) == 1);
    shutdown(pair.b, SHUT_WR);
  });
  char text[8] = {};
  CHECK(recv(pair.a, text, 6, MSG_WAITALL) == 6 && std::strcmp(text, "abcdef") == 0);
  iovec parts[2] = {{text, 1}, {text + 1, 2}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  CHECK(recvmsg(pair.a, &message, MSG_WAITALL) == 3 && std::strncmp(text, "ghi", 3) == 0);
  CHECK(recvfrom(pair.a, text, 8, MSG_WAITALL, nullptr, nullptr) == 1 && text[0] == 'j');
  CHECK(recv(pair.a, text, 8, 0) == 0);
  CHECK(recv(pair.a, text, 8, MSG_OOB) == -1);
  writer.join();
  close(pair.b);
  CHECK(send(pair.a, "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  pair.b = open("/dev/null", O_RDONLY);
}

void datagrams() {
  Pair pair(SOCK_DGRAM);
  std::thread writer([&] {
    iovec parts[3] = {{const_cast<char*>("a"), 1}, {const_cast<char*>("bc"), 2}, {const_cast<char*>("d"), 1}};
    mmsghdr messages[3] = {};
    for (int i = 0; i < 3; ++i) messages[i].msg_hdr.msg_iov = &parts[i], messages[i].msg_hdr.msg_iovlen = 1;
    CHECK(sendmmsg(pair.b, messages, 3, 0) == 3 && messages[1].msg_len == 2);
  });
  char text[2][8];
  iovec parts[2] = {{text[0], 8}, {text[1], 8}};
  mmsghdr messages[2] = {};
  for (int i = 0; i < 2; ++i) messages[i].msg_hdr.msg_iov = &parts[i], messages[i].msg_hdr.msg_iovlen = 1;
  CHECK(recvmmsg(pair.a, messages, 2, 0, nullptr) == 2 && messages[0].msg_len == 1 &&
        messages[1].msg_len == 2);
  CHECK(recv(pair.a, text[0], 8, 0) == 1 && text[0][0] == 'd');
  writer.join();
}

void time_limits_of_sockets() {
  Pair pair;
  const timeval limit{0, 20'000};
  CHECK(setsockopt(pair.a, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0);
  char c;
  const auto start = Clock::now();
  CHECK(recv(pair.a, &c, 1, 0) == -1 && errno == EAGAIN);
  CHECK(Clock::now() - start >= milliseconds(20));
}

template <typename Address>
void connections(int domain, Address address, socklen_t size) {
  const int listener = socket(domain, SOCK_STREAM, 0);
  auto* name = reinterpret_cast<sockaddr*>(&address);
  CHECK(bind(listener, name, size) == 0 && listen(listener, domain == AF_UNIX ? 0 : 4) == 0);
  size = sizeof address;
  CHECK(getsockname(listener, name, &size) == 0);
  std::vector<std::thread> clients;
  for (int i = 0; i < 3; ++i)
    clients.emplace_back([&] {
      const int client = socket(domain, SOCK_STREAM, 0);
      CHECK(connect(client, name, size) == 0);
      char c = 0;
      CHECK(recv(client, &c, 1, 0) == 1 && c == 'w');
      CHECK(send(client, "!", 1, 0) == 1);
      close(client);
    });
  for (int i = 0; i < 3; ++i) {
    const int served =
        i % 2 == 0 ? accept(listener, nullptr, nullptr) : accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    char c = 0;
    CHECK(served >= 0 && write(served, "w", 1) == 1 && read(served, &c, 1) == 1 && c == '!');
    close(served);
  }
  for (std::thread& client : clients) client.join();
  close(listener);
  const int late = socket(domain, SOCK_STREAM, 0);
  CHECK(connect(late, name, size) == -1 && errno == ECONNREFUSED);
  close(late);
}

void loopback() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connections(AF_INET, address, sizeof address);
}

void local() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  connections(AF_UNIX, address, sizeof(sa_family_t));  // a name of the system's choice
}

void polling() {
  Pipe pipe, other;
  pollfd both[2] = {{other.in, POLLIN, 0}, {pipe.in, POLLIN, 0}};
  CHECK(poll(both, 2, 0) == 0);
  auto start = Clock::now();
  CHECK(poll(both, 2, 30) == 0 && Clock::now() - start >= milliseconds(30));
  const timespec limit{0, 30'000'000};
  start = Clock::now();
  CHECK(ppoll(both, 2, &limit, nullptr) == 0 && Clock::now() - start >= milliseconds(30));
  start = Clock::now();
  CHECK(poll(nullptr, 0, 10) == 0 && Clock::now() - start >= milliseconds(10));
  std::thread writer([&] { CHECK(write(pipe.out, "p", 1) == 1); });
  CHECK(poll(both, 2, -1) == 1 && both[0].revents == 0 && both[1].revents == POLLIN);
  writer.join();
  close(pipe.out);
  char c;
  CHECK(read(pipe.in, &c, 1) == 1);
  CHECK(poll(both, 2, -1) == 1 && both[1].revents == POLLHUP);
  pollfd closed{999, POLLIN, 0};
  CHECK(poll(&closed, 1, -1) == 1 && closed.revents == POLLNVAL);
  pipe.out = open("/dev/null", O_RDONLY);
}

void selecting() {
  Pipe pipe;
  fd_set set;
  FD_ZERO(&set);
  FD_SET(pipe.in, &set);
  timeval limit{0, 30'000};
  const auto start = Clock::now();
  CHECK(select(pipe.in + 1, &set, nullptr, nullptr, &limit) == 0 && !FD_ISSET(pipe.in, &set));
  CHECK(Clock::now() - start >= milliseconds(30) && limit.tv_sec == 0 && limit.tv_usec == 0);
  std::thread writer([&] { CHECK(write(pipe.out, "s", 1) == 1); });
  FD_SET(pipe.in, &set);
  CHECK(select(pipe.in + 1, &set, nullptr, nullptr, nullptr) == 1 && FD_ISSET(pipe.in, &set));
  writer.join();
  fd_set writable;
  FD_ZERO(&writable);
  FD_SET(pipe.out, &writable);
  limit = {5, 0};
  CHECK(select(64, &set, &writable, nullptr, &limit) == 2 && limit.tv_sec > 0);
  CHECK(pselect(64, &set, &writable, nullptr, nullptr, nullptr) == 2);
  limit = {0, -1};
  CHECK(select(0, nullptr, nullptr, nullptr, &limit) == -1 && errno == EINVAL);
}

void epolling() {
  Pipe pipe;
  const int epoll = epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN | EPOLLET;
  event.data.fd = pipe.in;
  epoll_event events[4];
  std::thread adder([&] { CHECK(epoll_ctl(epoll, EPOLL_CTL_ADD, pipe.in, &event) == 0); });
  std::thread writer([&] { CHECK(write(pipe.out, "e", 1) == 1); });
  CHECK(epoll_wait(epoll, events, 4, -1) == 1 && events[0].data.fd == pipe.in);
  adder.join();
  writer.join();
  const auto start = Clock::now();
  CHECK(epoll_wait(epoll, events, 4, 20) == 0 && Clock::now() - start >= milliseconds(20));
  CHECK(epoll_pwait(epoll, events, 4, 0, nullptr) == 0);
  CHECK(epoll_wait(pipe.in, events, 4, 0) == -1 && errno == EINVAL);
  close(epoll);
}

void events() {
  const int event = eventfd(0, EFD_SEMAPHORE);
  std::thread poster([&] { CHECK(eventfd_write(event, 2) == 0); });
  eventfd_t value = 0;
  CHECK(eventfd_read(event, &value) == 0 && value == 1);
  std::uint64_t same = 0;
  CHECK(read(event, &same, sizeof same) == sizeof same && same == 1);
  poster.join();
  // A counter that is full makes the writer wait.
  const int full = eventfd(0, 0);
  CHECK(eventfd_write(full, UINT64_MAX - 1) == 0);
  std::thread writer([&] { CHECK(eventfd_write(full, 1) == 0); });
  CHECK(eventfd_read(full, &value) == 0 && value == UINT64_MAX - 1);
  CHECK(eventfd_read(full, &value) == 0 && value == 1);
  writer.join();
  close(event);
  close(full);
}

void timers() {
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  CHECK(timer >= 0);
  std::uint64_t count = 0;
  const auto start = Clock::now();
  itimerspec setting{{0, 10'000'000}, {0, 20'000'000}};
  std::thread setter([&] { CHECK(timerfd_settime(timer, 0, &setting, nullptr) == 0); });
  CHECK(read(timer, &count, sizeof count) == sizeof count && count >= 1);
  CHECK(Clock::now() - start >= milliseconds(20));
  pollfd expired{timer, POLLIN, 0};
  CHECK(poll(&expired, 1, 5000) == 1);
  CHECK(read(timer, &count, sizeof count) == sizeof count && count >= 1 &&
        Clock::now() - start >= milliseconds(30));
  itimerspec left{};
  CHECK(timerfd_gettime(timer, &left) == 0 && left.it_interval.tv_nsec == 10'000'000 &&
        left.it_value.tv_nsec <= 10'000'000);
  const itimerspec off{};
  CHECK(timerfd_settime(timer, 0, &off, nullptr) == 0);
  CHECK(fcntl(timer, F_SETFL, O_NONBLOCK) == 0);
  CHECK(read(timer, &count, sizeof count) == -1 && errno == EAGAIN);
  CHECK(timerfd_settime(0, 0, &off, nullptr) == -1 && errno == EINVAL);
  CHECK(timerfd_settime(-1, 0, &off, nullptr) == -1 && errno == EBADF);
  setter.join();
  close(timer);
}

void children() {
  int status = 0;
  CHECK(wait(&status) == -1 && errno == ECHILD);
  Pipe pipe;
  const pid_t child = fork();
  if (child == 0) {
    char c;
    const ssize_t got = read(pipe.in, &c, 1);
    _exit(got == 1 ? 7 : 8);
  }
  CHECK(waitpid(child, &status, WNOHANG) == 0);
  siginfo_t news{};
  CHECK(waitid(P_PID, static_cast<id_t>(child), &news, WEXITED | WNOHANG) == 0 && news.si_pid == 0);
  std::thread writer([&] { CHECK(write(pipe.out, "c", 1) == 1); });
  CHECK(waitid(P_PID, static_cast<id_t>(child), &news, WEXITED | WNOWAIT) == 0 && news.si_status == 7);
  rusage usage{};
  CHECK(wait4(-1, &status, 0, &usage) == child && WEXITSTATUS(status) == 7);
  writer.join();
  CHECK(waitpid(child, &status, 0) == -1 && errno == ECHILD);
  const pid_t quick = vfork();
  if (quick == 0) _exit(9);
  CHECK(waitpid(quick, &status, 0) == quick && WEXITSTATUS(status) == 9);
  CHECK(std::system("exit 3") == 3 << 8);
  FILE* stream = popen("echo from a child", "r");
  char line[32];
  CHECK(stream != nullptr && std::fgets(line, sizeof line, stream) != nullptr &&
        std::strcmp(line, "from a child\n") == 0);
  CHECK(pclose(stream) == 0);
}

void file_locks() {
  char path[] = "/tmp/blocking_calls.XXXXXX";
  const int first = mkstemp(path);
  const int second = open(path, O_RDWR);
  unlink(path);
  CHECK(flock(first, LOCK_EX) == 0);
  CHECK(flock(second, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK);
  bool unlocked = false;
  std::thread unlocker([&] {
    unlocked = true;
    CHECK(flock(first, LOCK_UN) == 0);
  });
  CHECK(flock(second, LOCK_EX) == 0 && unlocked);
  unlocker.join();
  struct flock whole{};
  whole.l_type = F_WRLCK;
  CHECK(fcntl(first, F_OFD_SETLK, &whole) == 0);
  CHECK(fcntl(second, F_OFD_SETLK, &whole) == -1 && errno == EAGAIN);
  std::thread releaser([&] {
    struct flock none{};
    none.l_type = F_UNLCK;
    CHECK(fcntl(first, F_OFD_SETLK, &none) == 0);
  });
  CHECK(fcntl(second, F_OFD_SETLKW, &whole) == 0);
  releaser.join();
  close(first);
  close(second);
}

}  // namespace

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  const std::function<void()> parts[] = {long_writes,
                                         pipe_takes_what_it_holds,
                                         ends_of_pipes,
                                         not_blocking,
                                         sockets,
                                         datagrams,
                                         time_limits_of_sockets,
                                         loopback,
                                         local,
                                         polling,
                                         selecting,
                                         epolling,
                                         events,
                                         timers,
                                         children,
                                         file_locks};
  for (const auto& part : parts) part();
  std::puts("ALL OK");
}
