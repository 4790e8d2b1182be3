// Names and priorities of threads. The kernel does not know our threads, so what the program sets
// is kept and given back; it changes no schedule: every order is explored, whatever the priorities.
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "runtime/carrier/processors.h"
#include "runtime/interpose/interpose.h"
#include "runtime/interpose/thread_start.h"
#include "runtime/memory/plain_memory.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

constexpr std::size_t kLongestName = sizeof(ThreadAttributes::name) - 1;

ThreadAttributes* attributes_of(pthread_t handle) {
  Thread* thread = find_thread(handle);
  return thread != nullptr ? &thread->attributes : nullptr;
}

// As glibc says it.
std::size_t in_whole_pages(std::size_t size) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (size + page - 1) & ~(page - 1);
}

// Reports show it beside the thread's own name. What is too long is cut.
void give_name(Thread& thread, const char* name) {
  const std::size_t length = plain().strnlen(name, kLongestName);
  std::memcpy(thread.attributes.name, name, length);
  thread.attributes.name[length] = '\0';
  Recording& recording = *hot.recording;
  recording.has_given_names = true;
  std::memcpy(recording.given_names[thread.id], thread.attributes.name, sizeof thread.attributes.name);
}

// A thread that was given no name has the program's.
void copy_name(const ThreadAttributes& attributes, char* buffer) {
  const char* name = attributes.name[0] != '\0' ? attributes.name : program_invocation_short_name;
  const std::size_t length = plain().strnlen(name, kLongestName);
  std::memcpy(buffer, name, length);
  buffer[length] = '\0';
}

}  // namespace

namespace heddle::runtime {

void name_thread(Thread& thread, const char* name) {
  give_name(thread, name);
}

}  // namespace heddle::runtime

extern "C" {

int pthread_setname_np(pthread_t handle, const char* name) {
  if (!hot.active) return real().pthread_setname_np(handle, name);
  if (std::strlen(name) > kLongestName) return ERANGE;
  Thread* thread = find_thread(handle);
  if (thread == nullptr) return ESRCH;
  give_name(*thread, name);
  return 0;
}

int pthread_getname_np(pthread_t handle, char* buffer, std::size_t size) {
  if (!hot.active) return real().pthread_getname_np(handle, buffer, size);
  const ThreadAttributes* attributes = attributes_of(handle);
  if (attributes == nullptr) return ESRCH;
  if (size <= kLongestName) return ERANGE;
  copy_name(*attributes, buffer);
  return 0;
}

// The names of threads only: everything else is the process's own affair.
int prctl(int option, ...) {
  std::va_list list;
  va_start(list, option);
  unsigned long arguments[4];
  for (unsigned long& argument : arguments) argument = va_arg(list, unsigned long);
  va_end(list);
  if (hot.active && option == PR_SET_NAME) {
    give_name(*hot.current, reinterpret_cast<const char*>(arguments[0]));
    return 0;
  }
  if (hot.active && option == PR_GET_NAME) {
    copy_name(hot.current->attributes, reinterpret_cast<char*>(arguments[0]));
    return 0;
  }
  return real().prctl(option, arguments[0], arguments[1], arguments[2], arguments[3]);
}

int pthread_setschedparam(pthread_t handle, int policy, const sched_param* parameters) {
  if (!hot.active) return real().pthread_setschedparam(handle, policy, parameters);
  ThreadAttributes* attributes = attributes_of(handle);
  if (attributes == nullptr) return ESRCH;
  const int lowest = sched_get_priority_min(policy), highest = sched_get_priority_max(policy);
  if (lowest < 0 || parameters->sched_priority < lowest || parameters->sched_priority > highest)
    return EINVAL;
  attributes->policy = policy;
  attributes->priority = parameters->sched_priority;
  return 0;
}

int pthread_getschedparam(pthread_t handle, int* policy, sched_param* parameters) {
  if (!hot.active) return real().pthread_getschedparam(handle, policy, parameters);
  const ThreadAttributes* attributes = attributes_of(handle);
  if (attributes == nullptr) return ESRCH;
  *policy = attributes->policy;
  *parameters = {};
  parameters->sched_priority = attributes->priority;
  return 0;
}

int pthread_setschedprio(pthread_t handle, int priority) {
  if (!hot.active) return real().pthread_setschedprio(handle, priority);
  ThreadAttributes* attributes = attributes_of(handle);
  if (attributes == nullptr) return ESRCH;
  if (priority < sched_get_priority_min(attributes->policy) ||
      priority > sched_get_priority_max(attributes->policy))
    return EINVAL;
  attributes->priority = priority;
  return 0;
}

// The kernel, which glibc asks, does not know our threads.
int pthread_getattr_np(pthread_t handle, pthread_attr_t* attributes) {
  if (!hot.active) return real().pthread_getattr_np(handle, attributes);
  const Thread* thread = find_thread(handle);
  if (thread == nullptr) return ESRCH;
  if (const int error = pthread_attr_init(attributes)) return error;
  pthread_attr_setstack(attributes, reinterpret_cast<void*>(thread->stack_low),
                        thread->stack_high - thread->stack_low);
  pthread_attr_setguardsize(attributes, in_whole_pages(thread->attributes.guard_size));
  pthread_attr_setdetachstate(attributes,
                              thread->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  sched_param parameters{};
  parameters.sched_priority = thread->attributes.priority;
  pthread_attr_setschedpolicy(attributes, thread->attributes.policy);
  pthread_attr_setschedparam(attributes, &parameters);
  cpu_set_t processors;
  if (processors::copy_allowed(*thread, sizeof processors, &processors) == 0)
    pthread_attr_setaffinity_np(attributes, sizeof processors, &processors);
  return 0;
}

// Processor time of a thread is virtual time like any other.
int pthread_getcpuclockid(pthread_t handle, clockid_t* clock) {
  if (!hot.active) return real().pthread_getcpuclockid(handle, clock);
  if (attributes_of(handle) == nullptr) return ESRCH;
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

}  // extern "C"
