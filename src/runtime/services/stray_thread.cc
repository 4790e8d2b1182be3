#include "runtime/services/stray_thread.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <ctime>
#include <string_view>

#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/contexts.h"
#include "runtime/carrier/process_thread.h"
#include "runtime/state/globals.h"
#include "runtime/state/recording.h"

namespace heddle::runtime::stray {

bool is_certain() {
  const bool contexts = program().options.carrier == Carrier::kContexts;
  const std::uint32_t* expected = contexts ? own_thread_id() : thread_id_word(hot.current->handle);
  return static_cast<std::uint32_t>(raw_syscall(SYS_gettid)) != *expected;
}

namespace {

std::size_t threads_at_start = 1;
// The process that forks has one thread: then there is no emulator, and a child has one thread, too.
bool is_alone = false;
unsigned looks = 0;

// /proc has a folder for each thread, and a folder has a link for each one in it.
std::size_t count_threads() {
  struct stat folder{};
  if (raw_syscall(SYS_newfstatat, AT_FDCWD, "/proc/self/task", &folder, 0) != 0 || folder.st_nlink < 3)
    return 1;
  return folder.st_nlink - 2;
}

}  // namespace

// To ask the system costs a child more than all other things that it does at first.
void before_fork() {
  constexpr unsigned kMostLooks = 5;  // a thread that has ended is there for a moment longer
  if (is_alone || looks == kMostLooks) return;
  ++looks;
  is_alone = count_threads() == 1;
}

void begin_process() {
  const std::size_t now = is_alone ? 1 : count_threads();
  if (threads_at_start != now) threads_at_start = now;  // a write would be a page more
}

// A thread that has ended is there for a moment longer.
bool exist() {
  if (program().in_process) return false;
  std::size_t own = threads_at_start;
  if (program().options.carrier == Carrier::kThreads)
    for (const Thread* thread : program().threads)
      if (thread->id != kMainThread && (!thread->finished || thread == hot.current || thread->starts_again()))
        ++own;
  constexpr int kTries = 20;
  for (int i = 0; i < kTries; ++i) {
    if (count_threads() <= own) return false;
    const timespec a_moment{0, 1'000'000};
    raw_syscall(SYS_nanosleep, &a_moment, nullptr);
  }
  return true;
}

const char* reason(std::uint32_t deed) {
  return deed == 1 + static_cast<std::uint32_t>(Deed::kCrash)
             ? "a thread crashed that Heddle did not make: it was started by a system call (clone), or "
               "inside a "
               "library that does not call pthread_create; what such threads do cannot be repeated"
             : "a thread that Heddle did not make calls it: it was started by a system call (clone), or "
               "inside "
               "a library that does not call pthread_create; what such threads do cannot be repeated";
}

// The controlled thread goes on running meanwhile, so nothing is used that is its own.
void end_run(Deed deed, SiteId site) {
  const std::uint32_t told = 1 + static_cast<std::uint32_t>(deed);
  hot.recording->stray_site = site;
  __atomic_store_n(&hot.recording->stray, told, __ATOMIC_RELEASE);
  const bool alone = program().in_process;
  if (alone) {  // there is no other process that could say so
    const std::string_view why = reason(told);
    raw_syscall(SYS_write, 2, "heddle: ", 8);
    raw_syscall(SYS_write, 2, why.data(), why.size());
    raw_syscall(SYS_write, 2, "\n", 1);
  }
  raw_syscall(SYS_exit_group, alone ? 3 : 0);
  __builtin_unreachable();
}

namespace {

class Strays final : public StrayThreads {
 public:
  void check_caller(SiteId site) override {
    if (is_certain()) end_run(Deed::kCall, site);
  }
  bool exist() override { return stray::exist(); }
};
constinit Strays strays;

}  // namespace

StrayThreads& threads() {
  return strays;
}

}  // namespace heddle::runtime::stray
