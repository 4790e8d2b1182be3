#include "runtime/carrier/process_thread.h"

#include <pthread.h>

#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/contexts.h"

namespace heddle::runtime {

namespace {

std::uint32_t* process_thread_id = nullptr;

}  // namespace

void find_own_thread_id() {
  process_thread_id = thread_id_word(pthread_self());
}

std::uint32_t* own_thread_id() {
  return process_thread_id;
}

void adopt_process_id() {
  *process_thread_id = static_cast<std::uint32_t>(raw_syscall(SYS_gettid));
}

}  // namespace heddle::runtime
