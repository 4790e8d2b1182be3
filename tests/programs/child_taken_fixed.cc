// A child process for each of two threads; when both children have ended, each thread collects its own.
// It asks for it by its number.
#include <sys/wait.h>
#include <unistd.h>

#include <barrier>
#include <cassert>
#include <thread>

std::barrier both_have_ended(2);

pid_t start_child(int code) {
  const pid_t child = fork();
  if (child == 0) _exit(code);
  assert(child > 0);
  return child;
}

void collect(pid_t child, int code) {
  siginfo_t news{};
  [[maybe_unused]] const int result = waitid(P_PID, static_cast<id_t>(child), &news, WEXITED | WNOWAIT);
  assert(result == 0 && news.si_pid == child);
  both_have_ended.arrive_and_wait();
  int status = 0;
  [[maybe_unused]] const pid_t collected = waitpid(child, &status, 0);
  assert(collected == child && WIFEXITED(status) && WEXITSTATUS(status) == code);
}

int main() {
  const pid_t three = start_child(3);
  const pid_t four = start_child(4);
  std::thread first(collect, three, 3);
  std::thread second(collect, four, 4);
  first.join();
  second.join();
}
