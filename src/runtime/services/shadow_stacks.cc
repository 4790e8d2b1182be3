#include "runtime/services/shadow_stacks.h"

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

}  // namespace heddle::runtime::shadow_stacks
