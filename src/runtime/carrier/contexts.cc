#include "runtime/carrier/contexts.h"

#include <linux/futex.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>

#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/thread_id.h"
#include "runtime/carrier/thread_local_storage.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/stacks.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

ContextPool* the_context_pool = nullptr;

namespace {

// Recursive locks inside glibc compare thread ids, so every context needs one of its own. Real ids are far
// below.
constexpr std::uint32_t kFirstFakeId = 0x3000'0000;
std::uint32_t next_fake_id = kFirstFakeId;

void* context_main(void* argument) {
  auto& context = *static_cast<PooledContext*>(argument);
  heddle_orphan(&context.registers, &context.captured);
  // From here on the carrier runs this stack. It comes back each time the context is given to another thread.
  for (;;) {
    if (context.used) reset_thread_local_storage(context.thread_pointer);
    run_program_thread(*context.thread);
  }
}

// The kernel clears the word there when the thread has left.
std::ptrdiff_t thread_id_offset() {
  static const std::ptrdiff_t offset = find_thread_id(reinterpret_cast<const char*>(pthread_self()),
                                                      static_cast<std::uint32_t>(raw_syscall(SYS_gettid)));
  return offset;
}

long futex(std::uint32_t* word, int operation, std::uint32_t value) {
  return raw_syscall(SYS_futex, word, operation, value, nullptr, nullptr, 0);
}

void wait_while(std::uint32_t* word, std::uint32_t value, int operation) {
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value) futex(word, operation, value);
}

// Waits until the kernel thread has left its stack, and gives the context a thread id of its own.
void settle(PooledContext& context) {
  wait_while(&context.captured, 0, FUTEX_WAIT_PRIVATE);
  std::uint32_t* id = thread_id_word(context.handle);
  for (std::uint32_t value; (value = __atomic_load_n(id, __ATOMIC_ACQUIRE)) != 0;)
    wait_while(id, value, FUTEX_WAIT);
  *id = next_fake_id++;
}

std::size_t stack_size_of(const pthread_attr_t* attributes) {
  std::size_t size = 0;
  if (attributes != nullptr) pthread_attr_getstacksize(attributes, &size);
  return size;
}

}  // namespace

bool ThreadBody::take_stack_of(const pthread_attr_t* attributes) {
  void* low = nullptr;
  std::size_t size = 0;
  // Without one the address is that of its upper end, 0: then the lower one lies below 0.
  if (attributes == nullptr || pthread_attr_getstack(attributes, &low, &size) != 0 || low == nullptr ||
      reinterpret_cast<std::uint64_t>(low) + size < size)
    return false;
  stack_low = reinterpret_cast<std::uint64_t>(low);
  stack_high = stack_low + size;
  is_on_programs_memory = true;
  return true;
}

std::uint32_t* thread_id_word(pthread_t handle) {
  return reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(handle) + thread_id_offset());
}

void make_context_pool() {
  the_context_pool = new ContextPool;
}

PooledContext* ContextPool::make(std::size_t size) {
  const Stack stack = map_stack(all_.size() + 1, size);
  if (stack.low == nullptr) {
    errno = EAGAIN;
    return nullptr;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack.low, stack.size);
  PooledContext* context = make_with(attributes);
  pthread_attr_destroy(&attributes);
  if (context != nullptr) context->is_on_programs_memory = false;
  return context;
}

// On the program's memory.
PooledContext* ContextPool::make_on(const pthread_attr_t& attributes) {
  pthread_attr_t joinable = attributes;
  pthread_attr_setdetachstate(&joinable, PTHREAD_CREATE_JOINABLE);
  return make_with(joinable);
}

PooledContext* ContextPool::make_with(const pthread_attr_t& attributes) {
  const AllocateAs lasting(Lifetime::kLasting);
  thread_id_offset();
  auto* context = new PooledContext;
  context->take_stack_of(&attributes);
  sigset_t all, before;
  sigfillset(&all);
  real().pthread_sigmask(SIG_BLOCK, &all, &before);
  const int error = real().pthread_create(&context->handle, &attributes, context_main, context);
  real().pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error != 0) {
    delete context;
    errno = error;
    return nullptr;
  }
  settle(*context);
  context->thread_pointer = reinterpret_cast<char*>(context->registers.thread_pointer);
  context->initial = context->registers;
  context->number = all_.size();
  all_.push_back(context);
  pooled_.reserve(all_.size());
  free_.reserve(all_.size());
  pooled_.insert(context->number);
  return context;
}

void ContextPool::fill(std::size_t count) {
  while (free_.size() < count) {
    PooledContext* context = make(0);
    if (context == nullptr) return;
    give_back(*context);
    context->used = false;
  }
}

PooledContext* ContextPool::take_unusual(const pthread_attr_t* attributes) {
  const std::size_t size = stack_size_of(attributes);
  const bool given = ThreadBody{}.take_stack_of(attributes);
  if (given || size > stack_size()) {
    PooledContext* context = given ? make_on(*attributes) : make(size);
    if (context != nullptr) pooled_.erase(context->number);
    return context;
  }
  const std::size_t number = free_.take_smallest();
  return number != ContextSet::kNone ? all_[number] : make(0);
}

void ContextPool::take_back_all() {
  pooled_.add_missing_to(free_, [this](std::size_t number) {
    PooledContext& context = *all_[number];
    if (context.thread == nullptr) return;
    context.registers = context.initial;
    context.used = true;
    context.thread = nullptr;
  });
}

void ContextPool::renew() {
  for (PooledContext* context : all_) context->registers = context->initial;
  take_back_all();
  for (PooledContext* context : all_) {
    context->used = false;
    context->used_in = 0;
  }
}

}  // namespace heddle::runtime
