// Which processor a thread runs on, and which ones it may use.
#include "runtime/carrier/processors.h"

#include <sched.h>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/interpose.h"
#include "runtime/services/irreversible.h"
#include "runtime/services/kernel_ids.h"

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int sched_getcpu() noexcept {
  if (hot.active) return static_cast<int>(processors::read(*hot.current));
  unsigned number = 0;
  const long result = raw_syscall(SYS_getcpu, &number, nullptr, nullptr);
  return result < 0 ? fail_with(static_cast<int>(-result)) : static_cast<int>(number);
}

int getcpu(unsigned* processor, unsigned* node) noexcept {
  if (!hot.active) return as_result(static_cast<int>(-raw_syscall(SYS_getcpu, processor, node, nullptr)));
  const unsigned number = processors::read(*hot.current);
  if (processor != nullptr) *processor = number;
  if (node != nullptr) *node = processors::node_of(number);
  return 0;
}

int sched_setaffinity(pid_t thread, std::size_t size, const cpu_set_t* set) noexcept {
  if (Thread* const own = kernel_ids::find(thread)) return as_result(processors::choose(*own, size, set));
  note_irreversible("sched_setaffinity");
  return as_result(static_cast<int>(-raw_syscall(SYS_sched_setaffinity, thread, size, set)));
}

int sched_getaffinity(pid_t thread, std::size_t size, cpu_set_t* set) noexcept {
  if (const Thread* const own = kernel_ids::find(thread))
    return as_result(processors::copy_allowed(*own, size, set));
  const long result = raw_syscall(SYS_sched_getaffinity, thread, size, set);
  if (result < 0) return fail_with(static_cast<int>(-result));
  std::memset(reinterpret_cast<char*>(set) + result, 0, size - static_cast<std::size_t>(result));
  return 0;
}

int pthread_setaffinity_np(pthread_t handle, std::size_t size, const cpu_set_t* set) noexcept {
  if (!hot.active) return real().pthread_setaffinity_np(handle, size, set);
  Thread* thread = find_thread(handle);
  return thread != nullptr ? processors::choose(*thread, size, set) : ESRCH;
}

int pthread_getaffinity_np(pthread_t handle, std::size_t size, cpu_set_t* set) noexcept {
  if (!hot.active) return real().pthread_getaffinity_np(handle, size, set);
  const Thread* thread = find_thread(handle);
  return thread != nullptr ? processors::copy_allowed(*thread, size, set) : ESRCH;
}

}  // extern "C"
