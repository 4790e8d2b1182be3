// Threads that Heddle did not make: of the system call, and of libc itself (asynchronous input and output).
// They call what Heddle controls, or are what the controlled threads wait for. Neither can be explored.
//
// run: clone => status 3
// run: call => status 3
// run: allocate => status 3
// run: wait => status 3
// says: that Heddle did not make
// never: unstable
// options: --executions 20
#include <aio.h>
#include <fcntl.h>
#include <sched.h>
#include <semaphore.h>

#include <atomic>
#include <cstring>

std::atomic<int> word = 0;
sem_t done;

int touch_from_clone(void*) {
  ++word;
  return 0;
}

void come_from_libc(sigval) {
  ++word;
}

aiocb request = {};

// libc reads in a thread of its own, which stays for a while, and calls back in another one.
void read_asynchronously(bool calls_back) {
  static char byte;
  request.aio_fildes = open("/dev/zero", O_RDONLY);
  request.aio_buf = &byte;
  request.aio_nbytes = 1;
  request.aio_sigevent.sigev_notify = calls_back ? SIGEV_THREAD : SIGEV_NONE;
  request.aio_sigevent.sigev_notify_function = come_from_libc;
  aio_read(&request);
}

int main(int, char** arguments) {
  sem_init(&done, 0, 0);
  if (std::strcmp(arguments[1], "clone") == 0) {
    alignas(16) static char stack[1 << 16];
    clone(touch_from_clone, stack + sizeof stack,
          CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, nullptr);
  } else {
    read_asynchronously(std::strcmp(arguments[1], "call") == 0);
  }
  sem_wait(&done);
}
