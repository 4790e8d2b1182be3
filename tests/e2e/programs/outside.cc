// Waits that only another process can end, and waits that nobody can end; the argument says which.
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

std::mutex mutex;
std::atomic<int> count{0};
int ends[2];

// A child that says a word after some time of its own, which is real, and ends.
pid_t start_child() {
  const int made = pipe(ends);
  assert(made == 0);
  const pid_t child = fork();
  if (child == 0) {
    usleep(30'000);
    _exit(write(ends[1], "word", 4) == 4 ? 5 : 6);
  }
  close(ends[1]);
  return child;
}

void collect(pid_t child) {
  int status = 0;
  const pid_t ended = waitpid(child, &status, 0);
  assert(ended == child && WEXITSTATUS(status) == 5);
}

void read_word() {
  char word[8];
  const ssize_t got = read(ends[0], word, sizeof word);
  assert(got == 4 && std::memcmp(word, "word", 4) == 0);
}

void add() {
  count = count + 1;
}

// One thread waits for the child while others have something to do.
void reader() {
  const pid_t child = start_child();
  std::thread waiter([] {
    read_word();
    std::lock_guard lock(mutex);
    ++count;
  });
  std::thread other([] {
    std::lock_guard lock(mutex);
    ++count;
  });
  collect(child);
  waiter.join();
  other.join();
  assert(count == 2);
}

// Both wait for the child, and then an update gets lost.
void racing_reader() {
  const pid_t child = start_child();
  std::thread waiter([] {
    read_word();
    add();
  });
  collect(child);
  add();
  waiter.join();
  assert(count == 2);
}

// Time passes quickly in a program that does nothing but sleep; the child takes its own.
void asking_child() {
  const pid_t child = start_child();
  std::thread asker([&] {
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) usleep(1000);
    assert(WEXITSTATUS(status) == 5);
  });
  asker.join();
}

void asking_pipe() {
  const pid_t child = start_child();
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  std::thread asker([] {
    char word[8];
    while (read(ends[0], word, sizeof word) < 0) {
      assert(errno == EAGAIN);
      std::this_thread::yield();
    }
  });
  asker.join();
  collect(child);
}

// Others go on for ever until the child has spoken.
void heartbeat() {
  const pid_t child = start_child();
  std::atomic<bool> spoken{false};
  std::thread heart([&] {
    while (!spoken) {
      ++count;
      usleep(1000);
    }
  });
  read_word();
  spoken = true;
  heart.join();
  collect(child);
}

void patient() {
  const pid_t child = start_child();
  std::thread waiter([] {
    pollfd ready{ends[0], POLLIN, 0};
    const int result = poll(&ready, 1, 10'000);
    assert(result == 1);
  });
  waiter.join();
  collect(child);
}

// Both write more than fits before they read.
void both_write() {
  const int made = socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  assert(made == 0);
  const auto talk = [](int end) {
    std::vector<char> text(2'000'000);
    ssize_t moved = write(end, text.data(), text.size());
    assert(moved > 0);
    moved = recv(end, text.data(), text.size(), MSG_WAITALL);
    assert(moved > 0);
  };
  std::thread first(talk, ends[0]), second(talk, ends[1]);
  first.join();
  second.join();
}

void epoll_of_own() {
  const int made = pipe(ends);
  assert(made == 0);
  const int epoll = epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN;
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
  std::thread waiter([&] { epoll_wait(epoll, &event, 1, -1); });
  waiter.join();
}

// A child has the pipe too, and never writes; who reads it waits in vain. Only where an update gets lost.
void silent_child() {
  const int made = pipe(ends);
  assert(made == 0);
  const pid_t parent = getpid();
  if (fork() == 0) {
    while (getppid() == parent) usleep(10'000);
    _exit(0);
  }
  std::thread first(add), second(add);
  first.join();
  second.join();
  if (count != 2) read_word();
}

// A thread waits for a signal that is blocked everywhere else, until main sends it one.
void signal_thread() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  const timespec limit{0, 10'000'000};
  const int nothing = sigtimedwait(&set, nullptr, &limit);
  assert(nothing == -1 && errno == EAGAIN);
  std::thread waiter([&] {
    int signal = 0;
    const int result = sigwait(&set, &signal);
    assert(result == 0 && signal == SIGUSR1);
    add();
  });
  {
    std::lock_guard lock(mutex);
    pthread_kill(waiter.native_handle(), SIGUSR1);
  }
  waiter.join();
  assert(count == 1);
}

void chatter() {
  const auto talk = [] {
    for (int i = 0; i < 1000; ++i) {
      const ssize_t written = write(1, "word\n", 5);
      assert(written == 5);
    }
    add();
  };
  std::thread first(talk), second(talk);
  first.join();
  second.join();
}

}  // namespace

int main(int, char** arguments) {
  const std::string which = arguments[1];
  if (which == "reader") reader();
  if (which == "racing_reader") racing_reader();
  if (which == "asking_child") asking_child();
  if (which == "asking_pipe") asking_pipe();
  if (which == "heartbeat") heartbeat();
  if (which == "patient") patient();
  if (which == "both_write") both_write();
  if (which == "epoll_of_own") epoll_of_own();
  if (which == "silent_child") silent_child();
  if (which == "signal_thread") signal_thread();
  if (which == "chatter") chatter();
}
