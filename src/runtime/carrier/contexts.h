// Contexts: real pthreads (real TCB, stack and thread-local storage) without a kernel thread of their own,
// run one at a time by the one kernel thread that carries the program. They are made once and used again and
// again.
#pragma once

#include <pthread.h>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/arch/context.h"
#include "runtime/carrier/thread_body.h"

namespace heddle::runtime {

struct PooledContext : ThreadBody {
  std::size_t number = 0;  // in the order of creation; says where its stack lies
  Context registers{};
  Context initial{};           // the registers of a context that waits for its first thread
  std::uint32_t captured = 0;  // 1 once the registers are saved
  bool used = false;           // ran a thread before: its thread-local storage is not fresh
  bool pooled = true;          // false: made to the program's own attributes, not used again
};

class ContextPool {
 public:
  // Makes sure that so many contexts are ready.
  void fill(std::size_t count);
  // A context with at least the stack that the attributes ask for; null with errno when none can be made.
  PooledContext* take(const pthread_attr_t* attributes);
  void give_back(PooledContext& context);
  // The execution is over, wherever its threads were: every context is as good as new.
  void take_back_all();
  // The same after the contexts' memory was restored: they are new.
  void renew();
  std::size_t size() const { return all_.size(); }

 private:
  // With a stack of at least so many bytes.
  PooledContext* make(std::size_t size);
  PooledContext* make_on(const pthread_attr_t& attributes);
  PooledContext* make_with(const pthread_attr_t& attributes);

  std::vector<PooledContext*> all_;
  std::vector<PooledContext*> free_;  // ordered: the smallest number last, so that it is taken first
};

ContextPool& context_pool();

// Where glibc keeps the id of a thread in its TCB.
std::uint32_t* thread_id_word(pthread_t handle);

}  // namespace heddle::runtime
