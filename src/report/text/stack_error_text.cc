#include "report/text/stack_error_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/model/deed_words.h"
#include "report/model/text.h"
#include "report/text/heap_text.h"
#include "report/text/stack_text.h"

namespace heddle::report {

namespace {

const StackError& stack_error_of(const FailureNames& names) {
  return names.failure().stack;
}

// "in the frame of start, from which main has returned"
std::string which_frame(const FailureNames& names) {
  const StackError& error = stack_error_of(names);
  const std::string owner =
      error.owner == names.failure().thread ? std::string("it") : names.thread(error.owner);
  const std::string function = frame_function(names);
  if (error.kind == StackErrorKind::kEnded) {
    const std::string frame = function.empty() ? "" : fmt::format("in the frame of {}, ", function);
    return fmt::format("{}on the stack of {}, which has ended", frame, owner);
  }
  if (error.owner == kNoThread) return "in a stack frame that is gone";
  if (function.empty()) return fmt::format("in a frame that {} has left", owner);
  return fmt::format("in the frame of {}, from which {} has returned", function, owner);
}

}  // namespace

std::string_view stack_error_id(StackErrorKind kind) {
  return kind == StackErrorKind::kEnded ? "use-after-thread-end" : "use-after-return";
}

std::string stack_error_name(const StackError& error) {
  std::string name(stack_error_id(error.kind));
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

std::string frame_function(const FailureNames& names) {
  const SiteId site = stack_error_of(names).object.allocation_site;
  if (site == kNoSite) return {};
  // What was inlined at the site has no frame of its own.
  const std::vector<Frame> frames = names.places().user_stack({&site, 1});
  return frames.empty() ? std::string() : frames.back().function;
}

std::string stack_error_headline(const FailureNames& names) {
  const Failure& failure = names.failure();
  const StackError& error = failure.stack;
  const std::string where = failure.site == kNoSite ? "" : " at " + names.place(failure.site);
  return fmt::format("stack error{}: {}: {} {} {} {}", where, stack_error_name(error),
                     names.thread(failure.thread), deed_words(error.deed).now,
                     names.phrase(error.object, "memory", error.size), which_frame(names));
}

std::string stack_error_text(const FailureNames& names, const Style& style) {
  const PastDeed& used = stack_error_of(names).used;
  if (used.thread == kNoThread) return {};
  return fmt::format("While the frame was there, {} used it last\n", style.bold(names.thread(used.thread))) +
         stack_text(names.places().user_stack(used.stack), "at", style);
}

}  // namespace heddle::report
