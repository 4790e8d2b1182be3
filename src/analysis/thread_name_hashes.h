// The names of threads (event/thread_name.h) as numbers, learnt from the events that create them. They mean
// the same in every execution, as a ThreadId does not.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "event/hash.h"
#include "event/operation.h"
#include "event/thread_name.h"

namespace heddle {

class ThreadNameHashes {
 public:
  // Of every event. A creation that failed counts for nothing, as it does in the names.
  void look_for_creation(const Event& event) {
    if (event.kind != OperationKind::kThreadCreate || event.detail >= kNoThread) return;
    const auto created = static_cast<ThreadId>(event.detail);
    const std::uint64_t name = combine(of(event.thread), at(event.thread).children++);
    at(created).name = name;
  }

  // A thread whose creation was not seen is told by its id.
  std::uint64_t of(ThreadId thread) const {
    if (thread < threads_.size() && threads_[thread].name != 0) return threads_[thread].name;
    return thread == kMainThread ? name_hash(kMainThreadName) : combine(kUnseen, thread);
  }

  // The same number for a name that is spelt out: "main.0.1".
  static std::uint64_t of_name(std::string_view name) {
    std::uint64_t hash = name_hash(name.substr(0, name.find('.')));
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos;) {
      const std::size_t next = name.find('.', dot + 1);
      std::uint64_t ordinal = 0;
      for (const char digit : name.substr(dot + 1, next - dot - 1))
        ordinal = 10 * ordinal + static_cast<std::uint64_t>(digit - '0');
      hash = combine(hash, ordinal);
      dot = next;
    }
    return hash;
  }

  std::size_t bytes() const { return threads_.capacity() * sizeof(Thread); }

 private:
  static constexpr std::uint64_t kUnseen = hash_text("a thread whose creation was not seen");

  struct Thread {
    std::uint64_t name = 0;  // 0: not created before our eyes
    std::uint32_t children = 0;
  };

  Thread& at(ThreadId thread) {
    if (thread >= threads_.size()) threads_.resize(thread + 1u);
    return threads_[thread];
  }

  std::vector<Thread> threads_;  // by ThreadId
};

}  // namespace heddle
