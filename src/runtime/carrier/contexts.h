// Contexts: real pthreads (real TCB, stack and thread-local storage) without a kernel thread of their own,
// run one at a time by the one kernel thread that carries the program. They are made once and used again and
// again.
#pragma once

#include <pthread.h>
#include <bit>
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
};

// Contexts by their numbers.
class ContextSet {
 public:
  void reserve(std::size_t count) { words_.resize(count / kBits + 1); }
  void insert(std::size_t number) { words_[number / kBits] |= bit_of(number); }
  void erase(std::size_t number) { words_[number / kBits] &= ~bit_of(number); }
  bool contains(std::size_t number) const { return (words_[number / kBits] & bit_of(number)) != 0; }
  std::size_t size() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  // Takes the smallest number out of the set; kNone: it is empty.
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t take_smallest() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i] == 0) continue;
      const auto bit = static_cast<std::size_t>(std::countr_zero(words_[i]));
      words_[i] &= words_[i] - 1;
      return i * kBits + bit;
    }
    return kNone;
  }
  // visit(number) for each that `others` lacks, which then is in it.
  template <typename Visit>
  void add_missing_to(ContextSet& others, Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t left = words_[i] & ~others.words_[i]; left != 0; left &= left - 1) {
        others.words_[i] |= left & -left;
        visit(i * kBits + static_cast<std::size_t>(std::countr_zero(left)));
      }
  }

 private:
  static constexpr std::size_t kBits = 64;
  static std::uint64_t bit_of(std::size_t number) { return std::uint64_t{1} << (number % kBits); }

  std::vector<std::uint64_t> words_;
};

class ContextPool {
 public:
  // Makes sure that so many contexts are ready.
  void fill(std::size_t count);
  // A context with at least the stack that the attributes ask for; null with errno when none can be made.
  PooledContext* take(const pthread_attr_t* attributes) {
    const std::size_t number = attributes == nullptr ? free_.take_smallest() : ContextSet::kNone;
    return number != ContextSet::kNone ? all_[number] : take_unusual(attributes);
  }
  void give_back(PooledContext& context) {
    context.used = true;
    context.thread = nullptr;
    if (pooled_.contains(context.number)) free_.insert(context.number);
  }
  // The execution is over, wherever its threads were: every context is as good as new.
  void take_back_all();
  // The same after the contexts' memory was restored: they are new.
  void renew();
  std::size_t size() const { return all_.size(); }

 private:
  // To the program's own attributes, or because none is free.
  PooledContext* take_unusual(const pthread_attr_t* attributes);
  // With a stack of at least so many bytes.
  PooledContext* make(std::size_t size);
  PooledContext* make_on(const pthread_attr_t& attributes);
  PooledContext* make_with(const pthread_attr_t& attributes);

  std::vector<PooledContext*> all_;
  ContextSet pooled_;  // the others are made to the program's own attributes, and not used again
  ContextSet free_;    // of these, those that no thread has
};

[[gnu::visibility("hidden")]] extern ContextPool* the_context_pool;
void make_context_pool();
inline ContextPool& context_pool() {
  if (the_context_pool == nullptr) [[unlikely]]
    make_context_pool();
  return *the_context_pool;
}

// Where glibc keeps the id of a thread in its TCB.
std::uint32_t* thread_id_word(pthread_t handle);

}  // namespace heddle::runtime
