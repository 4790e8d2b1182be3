// Programs that cannot be controlled, or that the user has to be told something about. The first argument
// says which.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <thread>

namespace {

int flag;  // neither atomic nor volatile to the eye of the compiler: read through a pointer that it cannot
           // see through

void spin() {
  int* volatile seen = &flag;
  while (*static_cast<volatile int*>(seen) == 0) {
  }
}

void work(const char* what) {
  const auto is = [what](const char* name) { return std::strcmp(what, name) == 0; };
  if (is("timer")) {
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, nullptr, &timer);
  } else if (is("processor-timer")) {
    const itimerval interval{{1, 0}, {1, 0}};
    setitimer(ITIMER_PROF, &interval, nullptr);
  } else if (is("file")) {
    std::FILE* file = std::fopen("notes.txt", "w");
    std::fputs("written\n", file);
    std::fclose(file);
  } else if (is("killed")) {
    ::syscall(SYS_kill, getpid(), SIGKILL);  // what the kernel does when there is no memory left
  } else if (is("spin")) {
    spin();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (std::strcmp(what, "alone") == 0) return 0;
  std::thread thread(work, what);
  sched_yield();
  flag = 1;
  thread.join();
}
