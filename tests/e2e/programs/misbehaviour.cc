// Programs that cannot be controlled, or that the user has to be told something about. The first argument
// says which.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <atomic>
#include <cassert>
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

// A lock made of the futex call itself, without libc.
void call() {
  static int word = 1;
#if defined(__x86_64__)
  long result = SYS_futex;
  register long no_time asm("r10") = 0;
  asm volatile("syscall" : "+a"(result) : "D"(&word), "S"(0), "d"(1), "r"(no_time) : "rcx", "r11", "memory");
#else
  register long number asm("x8") = SYS_futex;
  register long address asm("x0") = reinterpret_cast<long>(&word);
  register long operation asm("x1") = 0;
  register long expected asm("x2") = 1;
  register long no_time asm("x3") = 0;
  asm volatile("svc 0" : "+r"(address) : "r"(number), "r"(operation), "r"(expected), "r"(no_time) : "memory");
#endif
}

// Changes something in every round, and gets nowhere.
void undo_each_others_work() {
  static std::atomic<unsigned> value{0};
  while (value.fetch_add(1) != 4'000'000'000u) value.fetch_sub(1);
}

// Every execution finds another number in a file, and goes on at another line.
void count_executions() {
  static std::atomic<int> seen{0};
  int number = 0;
  if (std::FILE* file = std::fopen("count.txt", "r")) {
    if (std::fscanf(file, "%d", &number) != 1) number = 0;
    std::fclose(file);
  }
  std::FILE* file = std::fopen("count.txt", "w");
  std::fprintf(file, "%d\n", number + 1);
  std::fclose(file);
  if (number % 2 == 0)
    seen.store(1);
  else
    seen.fetch_add(1);
  assert(number != 3);
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
  } else if (is("counts")) {
    count_executions();
  } else if (is("killed")) {
    ::syscall(SYS_kill, getpid(), SIGKILL);  // what the kernel does when there is no memory left
  } else if (is("spin")) {
    spin();
  } else if (is("call")) {
    call();
  } else if (is("works")) {
    undo_each_others_work();
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
