// Things that Heddle does not see, or sees and cannot follow; the first argument says which. For
// docs/recipes/cannot-see.md.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

namespace {

// A system call of its own, not one of libc's functions.
long futex(int* word, int operation, int value) {
  long result = 0;
#if defined(__x86_64__)
  register long timeout __asm__("r10") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_futex), "D"(word), "S"(operation), "d"(value), "r"(timeout)
                   : "rcx", "r11", "memory");
#else
  register long number __asm__("x8") = SYS_futex;
  register long first __asm__("x0") = reinterpret_cast<long>(word);
  register long second __asm__("x1") = operation;
  register long third __asm__("x2") = value;
  register long timeout __asm__("x3") = 0;
  __asm__ volatile("svc 0" : "+r"(first) : "r"(number), "r"(second), "r"(third), "r"(timeout) : "memory");
  result = first;
#endif
  return result;
}

int word;

void own_futex() {
  std::thread waiter([] {
    while (__atomic_load_n(&word, __ATOMIC_ACQUIRE) == 0) futex(&word, 0, 0);
  });
  __atomic_store_n(&word, 1, __ATOMIC_RELEASE);
  futex(&word, 1, 1);
  waiter.join();
}

void stdio_pipe() {
  int ends[2];
  assert(pipe(ends) == 0);
  std::thread reader([&] {
    std::FILE* in = fdopen(ends[0], "r");
    assert(std::fgetc(in) == '!');
    std::fclose(in);
  });
  assert(write(ends[1], "!", 1) == 1);
  reader.join();
}

int counter;

void add_in_assembly() {
#if defined(__x86_64__)
  __asm__ volatile(
      "movl (%0), %%eax\n\t"
      "incl %%eax\n\t"
      "movl %%eax, (%0)"
      :
      : "r"(&counter)
      : "eax", "memory");
#else
  __asm__ volatile(
      "ldr w9, [%0]\n\t"
      "add w9, w9, #1\n\t"
      "str w9, [%0]"
      :
      : "r"(&counter)
      : "x9", "memory");
#endif
}

void assembly() {
  std::thread one(add_in_assembly), two(add_in_assembly);
  one.join();
  two.join();
  assert(counter == 2);
}

void kernel_timer() {
  std::thread worker([] {
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, nullptr, &timer);
  });
  worker.join();
}

// The child counts in the same memory, and nobody controls it.
void another_process() {
  auto* shared = static_cast<int*>(
      mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  const pid_t child = fork();
  if (child == 0) {
    ++*shared;
    _exit(0);
  }
  std::thread worker([&] { ++*shared; });
  worker.join();
  waitpid(child, nullptr, 0);
  assert(*shared == 2);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "futex") own_futex();
  if (what == "stdio") stdio_pipe();
  if (what == "assembly") assembly();
  if (what == "timer") kernel_timer();
  if (what == "process") another_process();
}
