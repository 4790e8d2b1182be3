// Looks whether anything is left of an execution before this one, then changes every kind of state that it
// can, and ends in the way that its argument names. What is left is told by the exit status 77 and a line on
// standard error.
#include <fcntl.h>
#include <getopt.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <dlfcn.h>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

int zeros;
int number = 77;
std::map<std::string, int> words;
std::vector<int> numbers{1, 2, 3};
thread_local int of_thread = 5;
thread_local std::string text_of_thread = "x";
std::mutex mutex;
std::once_flag once;
bool once_ran;
int initialised;
int exit_handlers;
pthread_once_t posix_once = PTHREAD_ONCE_INIT;
std::atomic<int> started;
char word_list[] = "a,b,c";
void* const kPlace = reinterpret_cast<void*>(0x6000'0000'0000);

struct Object {
  int value = 3;
  ~Object() { value = 0; }
};
Object object;

Object& lazily() {
  static Object made = (++initialised, Object());
  return made;
}

void expect(bool clean, const char* what) {
  if (clean) return;
  dprintf(2, "left behind: %s\n", what);
  _exit(77);
}

bool is_mapped(void* address) {
  unsigned char resident;
  return mincore(address, 4096, &resident) == 0;
}

void handle(int) {}

void look(char** arguments) {
  expect(zeros == 0 && number == 77, "global variables");
  expect(words.empty() && numbers.size() == 3, "containers");
  expect(object.value == 3, "an object that was destroyed");
  expect(initialised == 0, "a static of a function");
  expect(of_thread == 5 && text_of_thread == "x", "thread_local variables of main");
  expect(errno == 0, "errno");
  expect(std::getenv("LEFTOVER") == nullptr, "the environment");
  expect(std::strcmp(std::setlocale(LC_ALL, nullptr), "C") == 0, "the locale");
  expect(optind == 1, "the state of getopt");
  expect(std::rand() == 1804289383, "the state of rand");
  expect(std::strcmp(word_list, "a,b,c") == 0, "a text that was cut");
  expect(exit_handlers == 0, "functions for the exit");
  expect(std::strchr(arguments[0], '#') == nullptr, "the arguments");
  expect(mutex.try_lock(), "a locked mutex");
  mutex.unlock();
  std::call_once(once, [] { once_ran = true; });
  expect(once_ran, "a once_flag");
  pthread_once(&posix_once, [] { ++zeros; });
  expect(zeros == 1, "a pthread_once_t");
  expect(std::cout.good() && std::cout.width() == 0, "the state of std::cout");
  expect(std::set_new_handler(nullptr) == nullptr, "the handler of new");
  expect(std::uncaught_exceptions() == 0, "an exception");
  expect(std::fegetround() == FE_TONEAREST, "the rounding mode");
  struct sigaction action{};
  expect(sigaction(SIGUSR1, nullptr, &action) == 0 && action.sa_handler == SIG_DFL, "a signal handler");
  sigset_t mask;
  sigprocmask(SIG_SETMASK, nullptr, &mask);
  expect(sigismember(&mask, SIGUSR2) == 0, "the signal mask");
  sigpending(&mask);
  expect(sigismember(&mask, SIGUSR2) == 0, "a pending signal");
  itimerval timer{};
  getitimer(ITIMER_REAL, &timer);
  expect(timer.it_value.tv_sec == 0, "an alarm");
  const int file = open("/dev/null", O_RDONLY);
  expect(file == 3, "an open descriptor");
  close(file);
  for (int standard : {0, 1, 2}) expect(fcntl(standard, F_GETFD) == 0, "a closed descriptor");
  expect((fcntl(0, F_GETFL) & O_NONBLOCK) == 0, "a flag of an open file");
  expect(lseek(0, 0, SEEK_CUR) == 0, "the place in the input");
  int letter = std::getchar();
  expect(letter == 'i', "the buffer of the input");
  pthread_key_t key;
  expect(pthread_key_create(&key, nullptr) == 0 && pthread_getspecific(key) == nullptr, "a value of a key");
  static pthread_key_t first_key;
  expect(first_key == 0, "a key");
  first_key = key;
  pthread_setspecific(key, &zeros);
  expect(!is_mapped(kPlace), "a mapping");
  static char* const end_of_data = static_cast<char*>(sbrk(0));
  expect(end_of_data == sbrk(0), "the break");
  auto* fresh = static_cast<volatile char*>(std::malloc(5000));
  expect(fresh[0] == 0 && fresh[2500] == 0 && fresh[4999] == 0, "memory of the heap");
  volatile char deep[50'000];
  expect(deep[100] == 0, "memory of the stack");
  deep[100] = 1;
  expect(dlopen("libz.so.1", RTLD_NOW | RTLD_NOLOAD) == nullptr, "a library");
  char folder[4096];
  expect(getcwd(folder, sizeof folder) != nullptr && std::strcmp(folder, "/") != 0, "the working directory");
  expect(umask(0) != 0753, "the mask of files' modes");
  rlimit limit{};
  getrlimit(RLIMIT_CORE, &limit);
  expect(limit.rlim_cur != 12345, "a limit");
}

void spoil(char** arguments) {
  zeros = 1000;
  number = 0;
  words["one"] = 1;
  numbers.assign(1000, 7);
  lazily();
  of_thread = 9;
  text_of_thread = "a text that is long enough to lie on the heap";
  setenv("LEFTOVER", "1", 1);
  std::setlocale(LC_ALL, "C.UTF-8");
  optind = 9;
  std::srand(5);
  std::strtok(word_list, ",");
  std::atexit([] { ++exit_handlers; });
  arguments[0][0] = '#';
  mutex.lock();
  std::cout.setstate(std::ios::badbit);
  std::cout.width(10);
  std::set_new_handler([] { std::abort(); });
  try {
    throw std::runtime_error("caught");
  } catch (const std::exception&) {
  }
  std::fesetround(FE_UPWARD);
  std::signal(SIGUSR1, handle);
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR2);
  sigprocmask(SIG_BLOCK, &mask, nullptr);
  raise(SIGUSR2);
  alarm(1000);
  for (int i = 0; i < 20; ++i) open("/dev/null", O_RDONLY);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) close(ends[0]);
  std::FILE* file = std::fopen("/proc/self/status", "r");
  if (file != nullptr) std::fgetc(file);
  std::ungetc('z', stdin);
  fcntl(0, F_SETFL, O_NONBLOCK);
  auto* memory =
      static_cast<char*>(mmap(kPlace, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  memory[5] = 1;
  static_cast<char*>(sbrk(1 << 16))[7] = 1;
  for (int i = 0; i < 200; ++i) std::memset(std::malloc(1000), 0xee, 1000);
  std::memset(std::malloc(3 << 20), 0xee, 3 << 20);
  dlopen("libz.so.1", RTLD_NOW);
  if (chdir("/") == 0) umask(0753);
  rlimit limit{};
  getrlimit(RLIMIT_CORE, &limit);
  limit.rlim_cur = 12345;
  setrlimit(RLIMIT_CORE, &limit);
  const int nameless = memfd_create("leftover", 0);
  // Where memory is shared with other processes, no livelock is certain, and each takes millions of steps.
  if (std::strcmp(arguments[1], "spin") != 0 && ftruncate(nameless, 4096) == 0) {
    void* shared = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, nameless, 0);
    if (shared != MAP_FAILED) *static_cast<char*>(shared) = 1;
  }
  std::printf("a line that is not finished");
  errno = 55;
}

void run_thread(int which) {
  expect(of_thread == 5 && text_of_thread == "x", "thread_local variables of a thread");
  expect(std::fegetround() == FE_TONEAREST, "the rounding mode of a thread");
  of_thread = which;
  text_of_thread = std::string(50, 'q');
  const std::lock_guard guard(mutex);
  words["thread " + std::to_string(which)] = which;
  ++started;
  errno = 66;
}

int overflow(int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return overflow(depth + 1) + frame[0];
}

void use_a_null_pointer() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

// Where a library holds a lock, or would go on after the program's function.
void crash_in_stream() {
  cookie_io_functions_t functions{};
  functions.write = [](void*, const char*, std::size_t size) {
    use_a_null_pointer();
    return static_cast<ssize_t>(size);
  };
  std::FILE* const stream = fopencookie(nullptr, "w", functions);
  std::fputs("text", stream);
  std::fflush(stream);
}

void crash_in_linker() {
  dl_iterate_phdr(
      [](dl_phdr_info*, std::size_t, void*) {
        use_a_null_pointer();
        return 0;
      },
      nullptr);
}

void crash_in_sort() {
  std::vector<int> numbers(100);
  std::qsort(numbers.data(), numbers.size(), sizeof(int), [](const void*, const void*) {
    use_a_null_pointer();
    return 0;
  });
}

void crash_in_handler() {
  std::signal(SIGUSR1, [](int) { use_a_null_pointer(); });
  std::raise(SIGUSR1);
}

void crash_twice() {
  std::signal(SIGSEGV, [](int) { use_a_null_pointer(); });
  use_a_null_pointer();
}

void copy_to_nowhere(const std::string& text) {
  char* volatile nowhere = nullptr;
  std::memcpy(nowhere, text.data(), text.size());
}

void call_nothing() {
  void (*volatile nothing)() = nullptr;
  nothing();
}

void write_wildly() {
  volatile int* volatile somewhere = reinterpret_cast<int*>(0x6666'0000'0000);
  *somewhere = 1;
}

void crash_with_locks() {
  const std::lock_guard guard(mutex);
  flockfile(stdout);
  use_a_null_pointer();
}

void end(const std::string& how) {
  if (how == "exit") std::exit(0);
  if (how == "_exit") _exit(0);
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "status") std::exit(3);
  if (how == "abort") std::abort();
  if (how == "assert") assert(how.empty());
  if (how == "throw") throw std::runtime_error("not caught");
  if (how == "terminate") std::terminate();
  if (how == "crash") use_a_null_pointer();
  if (how == "crash_in_stream") crash_in_stream();
  if (how == "crash_in_linker") crash_in_linker();
  if (how == "crash_in_sort") crash_in_sort();
  if (how == "crash_in_handler") crash_in_handler();
  if (how == "crash_twice") crash_twice();
  if (how == "crash_with_locks") crash_with_locks();
  if (how == "crash_in_thread") std::thread(use_a_null_pointer).join();
  if (how == "crash_in_copy") copy_to_nowhere(how);
  if (how == "call_of_nothing") call_nothing();
  if (how == "trap") __builtin_trap();
  if (how == "wild") write_wildly();
  if (how == "overflow") std::printf("%d", overflow(0));
  if (how == "deadlock") mutex.lock();
  if (how == "pthread_exit") pthread_exit(nullptr);
  if (how == "raise") raise(SIGTERM);
  if (how == "close") close(0), std::fclose(stdout), close(2);
  if (how == "exit_in_thread") std::thread([] { std::exit(0); }).join();
  if (how == "spin")
    for (std::atomic<int> never; never.load() == 0;) std::this_thread::yield();
}

}  // namespace

int main(int, char** arguments) {
  errno = 0;
  const std::string how = arguments[1];
  look(arguments);
  std::thread first(run_thread, 1), second(run_thread, 2);
  if (how == "detached") {
    first.detach();
    second.detach();
    while (started.load() < 2) std::this_thread::yield();
  } else {
    first.join();
    second.join();
  }
  std::set_new_handler(nullptr);
  spoil(arguments);
  end(how);
}
