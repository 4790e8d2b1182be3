#include "runtime/services/shadow_stacks.h"

#include <algorithm>

#include "runtime/memory/arena.h"
#include "runtime/state/recording.h"

namespace heddle::runtime::shadow_stacks {

namespace {

ShadowFrame** stacks = nullptr;

}  // namespace

void set_up() {
  stacks = static_cast<ShadowFrame**>(reserve_memory(kMaxThreads * sizeof *stacks));
  if (stacks == nullptr) out_of_memory();
}

ShadowFrame* of(ThreadId thread) {
  ShadowFrame*& stack = stacks[thread];
  if (stack != nullptr) [[likely]]
    return stack;
  stack = static_cast<ShadowFrame*>(
      reserve_memory((kMaxShadowFrames + kInnermostShadowFrames) * sizeof(ShadowFrame)));
  if (stack == nullptr) out_of_memory();
  return stack;
}

// Those in the ring are kept whole.
void Kept::keep(const Thread& thread) {
  const AllocateAs lasting(Lifetime::kLasting);
  const std::size_t count =
      thread.depth <= kMaxShadowFrames ? thread.depth : kMaxShadowFrames + kInnermostShadowFrames;
  stack_ = thread.frames;
  entries_.assign(stack_, stack_ + count);
}

void Kept::put_back() const {
  std::copy(entries_.begin(), entries_.end(), stack_);
}

void prepare(std::size_t threads) {
  for (std::size_t id = std::min(threads, kMaxThreads); id > 0 && stacks[id - 1] == nullptr; --id)
    of(static_cast<ThreadId>(id - 1));
}

}  // namespace heddle::runtime::shadow_stacks
