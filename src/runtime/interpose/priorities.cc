// Priorities of threads by the kernel's numbers: kept and given back. Every order is explored whatever they
// are, and a search must not become slower because the program wants to be nice.
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/interpose.h"
#include "runtime/interpose/priorities.h"
#include "runtime/services/irreversible.h"
#include "runtime/services/kernel_ids.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

constexpr int kLeastNice = -20, kMostNice = 19;

// A thread of the program; null: other processes.
Thread* own_thread(__priority_which_t which, id_t who) {
  return which == PRIO_PROCESS ? kernel_ids::find(static_cast<pid_t>(who)) : nullptr;
}

template <typename... Arguments>
int pass_on(long number, Arguments... arguments) {
  const long result = raw_syscall(number, arguments...);
  return result < 0 ? fail_with(static_cast<int>(-result)) : static_cast<int>(result);
}

// As the kernel has it since sched_getattr exists; libc has no name for it.
struct Attributes {
  std::uint32_t size = sizeof(Attributes);
  std::uint32_t policy = 0;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0, deadline = 0, period = 0;
};
static_assert(sizeof(Attributes) == 48);

int tell_attributes(const Thread& thread, void* to, unsigned size) {
  if (size < sizeof(Attributes)) return EINVAL;
  Attributes told;
  told.policy = static_cast<std::uint32_t>(thread.attributes.policy);
  told.nice = thread.attributes.niceness;
  told.priority = static_cast<std::uint32_t>(thread.attributes.priority);
  std::memcpy(to, &told, sizeof told);
  return 0;
}

int keep_attributes(Thread& thread, const void* from) {
  Attributes given;
  std::uint32_t size = 0;  // 0 stands for what the first version of the call had
  std::memcpy(&size, from, sizeof size);
  if (size != 0 && size < sizeof given) return EINVAL;
  std::memcpy(&given, from, sizeof given);
  thread.attributes.policy = static_cast<int>(given.policy);
  thread.attributes.niceness = std::clamp(given.nice, kLeastNice, kMostNice);
  thread.attributes.priority = static_cast<int>(given.priority);
  return 0;
}

}  // namespace

namespace heddle::runtime {

bool answer_about_thread(long number, const long* arguments, int& error) {
  if (number != SYS_sched_getattr && number != SYS_sched_setattr) return false;
  Thread* const own = kernel_ids::find(static_cast<pid_t>(arguments[0]));
  if (own == nullptr || arguments[1] == 0) return false;
  error = number == SYS_sched_getattr ? tell_attributes(*own, reinterpret_cast<void*>(arguments[1]),
                                                        static_cast<unsigned>(arguments[2]))
                                      : keep_attributes(*own, reinterpret_cast<const void*>(arguments[1]));
  return true;
}

}  // namespace heddle::runtime

extern "C" {

int getpriority(__priority_which_t which, id_t who) noexcept {
  if (const Thread* const own = own_thread(which, who)) return own->attributes.niceness;
  // The kernel's answer is never negative: 20 stands for 0.
  const long result = raw_syscall(SYS_getpriority, static_cast<int>(which), who);
  return result < 0 ? fail_with(static_cast<int>(-result)) : 20 - static_cast<int>(result);
}

int setpriority(__priority_which_t which, id_t who, int niceness) noexcept {
  if (Thread* const own = own_thread(which, who)) {
    own->attributes.niceness = std::clamp(niceness, kLeastNice, kMostNice);
    return 0;
  }
  note_irreversible("setpriority");
  return pass_on(SYS_setpriority, static_cast<int>(which), who, niceness);
}

int nice(int increment) noexcept {
  const int niceness = getpriority(PRIO_PROCESS, 0) + increment;
  return setpriority(PRIO_PROCESS, 0, niceness) == 0 ? getpriority(PRIO_PROCESS, 0) : -1;
}

int sched_setscheduler(pid_t id, int policy, const sched_param* parameters) noexcept {
  if (const Thread* const own = kernel_ids::find(id))
    return as_result(pthread_setschedparam(own->handle, policy, parameters));
  note_irreversible("sched_setscheduler");
  return pass_on(SYS_sched_setscheduler, id, policy, parameters);
}

int sched_getscheduler(pid_t id) noexcept {
  const Thread* const own = kernel_ids::find(id);
  return own != nullptr ? own->attributes.policy : pass_on(SYS_sched_getscheduler, id);
}

int sched_setparam(pid_t id, const sched_param* parameters) noexcept {
  if (const Thread* const own = kernel_ids::find(id))
    return as_result(pthread_setschedparam(own->handle, own->attributes.policy, parameters));
  note_irreversible("sched_setparam");
  return pass_on(SYS_sched_setparam, id, parameters);
}

int sched_getparam(pid_t id, sched_param* parameters) noexcept {
  const Thread* const own = kernel_ids::find(id);
  if (own == nullptr) return pass_on(SYS_sched_getparam, id, parameters);
  *parameters = {};
  parameters->sched_priority = own->attributes.priority;
  return 0;
}

}  // extern "C"
