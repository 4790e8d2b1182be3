#include "report/text/heap_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "event/allocator_name.h"
#include "report/model/deed_words.h"
#include "report/model/text.h"
#include "report/text/stack_text.h"

namespace heddle::report {

namespace {

const HeapError& error_of(const FailureNames& names) {
  return names.failure().heap;
}

// A constructor that was inlined into code of the C++ library is where the block was allocated, not what
// called that code.
Location block_in(const FailureNames& names) {
  const HeapError& error = error_of(names);
  Location block = error.object;
  const std::vector<SiteId>& stack = error.allocated.stack;
  if (stack.empty() || stack.front() == block.allocation_site) return block;
  const Frame innermost = names.places().frame(stack.front());
  if (innermost.library || is_allocator_name(innermost.function)) return block;
  block.allocation_site = stack.front();
  block.ordinal = 0;  // was counted at the other place
  return block;
}

std::string block_of(const FailureNames& names) {
  return names.phrase(block_in(names), "memory");
}

// The part of the block that was touched.
std::string touched(const FailureNames& names) {
  const HeapError& error = error_of(names);
  Location part = block_in(names);
  if (error.offset > 0) part.offset += static_cast<std::uint64_t>(error.offset);
  return names.phrase(part, "memory", error.size);
}

std::string bytes_text(std::uint64_t size) {
  return size == 255 ? "255 bytes or more" : counted(size, "byte");
}

// "main.0 freed at list.cc:12"; what is not known is left out.
std::string who_did(const FailureNames& names, const PastDeed& deed, std::string_view past) {
  if (deed.thread == kNoThread) return fmt::format("was {}", past);
  const std::vector<Frame> stack = names.places().user_stack(deed.stack);
  const std::string who = fmt::format("{} {}", names.thread(deed.thread), past);
  return stack.empty() ? who : fmt::format("{} at {}", who, stack.front().place);
}

std::string misplaced(const FailureNames& names) {
  const HeapError& error = error_of(names);
  const auto end = static_cast<std::int64_t>(error.block_size);
  std::string where;
  if (error.offset < 0)
    where = fmt::format("{} before the start", counted(static_cast<std::uint64_t>(-error.offset), "byte"));
  else if (error.offset < end)
    where = "across the end";
  else if (error.offset == end)
    where = "right behind the end";
  else
    where = fmt::format("{} behind the end", counted(static_cast<std::uint64_t>(error.offset - end), "byte"));
  return fmt::format("{} of {}, which has {}", where, block_of(names), counted(error.block_size, "byte"));
}

std::string_view destroyed_object(HeapErrorKind kind) {
  switch (kind) {
    case HeapErrorKind::kDestroyedReadWriteLock:
      return "read-write lock";
    case HeapErrorKind::kDestroyedSemaphore:
      return "semaphore";
    case HeapErrorKind::kDestroyedBarrier:
      return "barrier";
    case HeapErrorKind::kDestroyedConditionVariable:
      return "condition variable";
    case HeapErrorKind::kDestroyedSpinLock:
      return "spin lock";
    default:
      return "mutex";
  }
}

std::string what_happened(const FailureNames& names) {
  const HeapError& error = error_of(names);
  switch (error.kind) {
    case HeapErrorKind::kUseAfterFree:
      return fmt::format("{} {}, which {}", deed_words(error.deed).now, touched(names),
                         who_did(names, error.freed, "freed"));
    case HeapErrorKind::kDoubleFree:
      return fmt::format("frees {}, which {}", block_of(names), who_did(names, error.freed, "freed"));
    case HeapErrorKind::kInvalidFree:
      if (error.block_size != 0 || error.offset != 0)
        return fmt::format("frees an address {} {} {}, where no block begins",
                           counted(static_cast<std::uint64_t>(std::max(error.offset, -error.offset)), "byte"),
                           error.offset < 0 ? "before" : "inside", block_of(names));
      return fmt::format("frees {}, which malloc never returned", block_of(names));
    case HeapErrorKind::kOutOfBounds:
      return fmt::format("{} {}, {}", deed_words(error.deed).now, bytes_text(error.size), misplaced(names));
    case HeapErrorKind::kNone:
      break;
    default:
      return fmt::format("uses {}, which {}",
                         names.phrase(error.object, fmt::format("a {}", destroyed_object(error.kind))),
                         who_did(names, error.freed, "destroyed"));
  }
  return "uses heap memory in a way that no program may";
}

std::string deed_text(const FailureNames& names, const PastDeed& deed, std::string_view what,
                      const Style& style) {
  if (deed.thread == kNoThread) return {};
  return fmt::format("  {} by {}\n", what, style.bold(names.thread(deed.thread))) +
         stack_text(names.places().user_stack(deed.stack), "at", style);
}

}  // namespace

std::string_view heap_error_id(HeapErrorKind kind) {
  switch (kind) {
    case HeapErrorKind::kUseAfterFree:
      return "use-after-free";
    case HeapErrorKind::kDoubleFree:
      return "double-free";
    case HeapErrorKind::kInvalidFree:
      return "invalid-free";
    case HeapErrorKind::kOutOfBounds:
      return "out-of-bounds";
    case HeapErrorKind::kDestroyed:
      return "use-of-destroyed-mutex";
    case HeapErrorKind::kDestroyedReadWriteLock:
      return "use-of-destroyed-read-write-lock";
    case HeapErrorKind::kDestroyedSemaphore:
      return "use-of-destroyed-semaphore";
    case HeapErrorKind::kDestroyedBarrier:
      return "use-of-destroyed-barrier";
    case HeapErrorKind::kDestroyedConditionVariable:
      return "use-of-destroyed-condition-variable";
    case HeapErrorKind::kDestroyedSpinLock:
      return "use-of-destroyed-spin-lock";
    case HeapErrorKind::kNone:
      break;
  }
  return "unknown";
}

std::string heap_error_name(const HeapError& error) {
  std::string name(heap_error_id(error.kind));
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

std::string heap_headline(const FailureNames& names) {
  const Failure& failure = names.failure();
  const std::string where = failure.site == kNoSite ? "" : " at " + names.place(failure.site);
  return fmt::format("heap error{}: {}: {} {}", where, heap_error_name(failure.heap),
                     names.thread(failure.thread), what_happened(names));
}

std::string heap_text(const FailureNames& names, const Style& style) {
  const HeapError& error = error_of(names);
  const bool destroyed = is_of_destroyed_object(error.kind);
  const std::string deeds = deed_text(names, error.allocated, "allocated", style) +
                            deed_text(names, error.freed, destroyed ? "destroyed" : "freed", style);
  if (deeds.empty()) return {};
  if (destroyed) return fmt::format("The {}:\n", destroyed_object(error.kind)) + deeds;
  return wrapped(fmt::format("The block of {}:", counted(error.block_size, "byte"))) + deeds;
}

}  // namespace heddle::report
