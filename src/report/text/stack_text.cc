#include "report/text/stack_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/model/text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kMaxFrames = 8;
constexpr std::size_t kOuterFrames = 2;  // of a stack that is too long: where the thread began
constexpr std::size_t kMaxLocks = 8;

// Frames that repeat are one line: a recursion of 10,000 calls has little to tell.
struct Repeated {
  const Frame* frame;
  std::size_t times;
};

std::vector<Repeated> folded(const std::vector<Frame>& stack) {
  std::vector<Repeated> result;
  for (const Frame& frame : stack) {
    if (!result.empty() && result.back().frame->place == frame.place &&
        result.back().frame->function == frame.function)
      ++result.back().times;
    else
      result.push_back({&frame, 1});
  }
  return result;
}

std::string frame_text(const Repeated& repeated, std::string_view preposition) {
  const Frame& frame = *repeated.frame;
  std::string text = fmt::format("      {} ", preposition);
  text += shortened_path(frame.place, 48);
  const std::string times =
      repeated.times > 1 ? fmt::format(" ({} times)", with_thousands(repeated.times)) : "";
  if (!frame.function.empty()) {
    text += " in ";
    text += shortened(frame.function, line_width() - width(text) - width(times));
  }
  return text + times + "\n";
}

}  // namespace

std::string stack_text(const std::vector<Frame>& stack, std::string_view first, const Style& style) {
  const std::vector<Repeated> lines = folded(stack);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines.size() > kMaxFrames && i == kMaxFrames - kOuterFrames) {
      const std::size_t left_out = lines.size() - kMaxFrames;
      text += fmt::format("      ... {} ...\n", counted(left_out, "more call"));
      i += left_out;
    }
    text += frame_text(lines[i], i > 0 ? "called from" : first);
    if (i > 0) continue;
    const std::string source = Places::source_text(stack.front());
    if (source.empty()) continue;
    const std::string gutter = fmt::format("{:>11} | ", stack.front().line);
    text += style.dim(gutter) + shortened(source, line_width() - width(gutter)) + "\n";
  }
  return text;
}

std::string origin_text(const FailureNames& names, ThreadId id) {
  const ThreadReport* const thread = names.report(id);
  if (thread == nullptr || thread->created_at == kNoSite) return {};
  const bool is_task = thread->given_name == "OpenMP task";
  return wrapped(fmt::format("{} at {}", is_task ? "the task" : "of the parallel region",
                             names.place(thread->created_at)),
                 6, 8);
}

std::string held_text(const FailureNames& names, const std::vector<HeldLock>& held) {
  std::string text;
  for (std::size_t i = 0; i < std::min(held.size(), kMaxLocks); ++i)
    text += wrapped(fmt::format("holds {}{}, locked at {}", names.phrase(held[i].lock, "a lock"),
                                held[i].for_reading ? " for reading" : "", names.place(held[i].site)),
                    6, 8);
  if (held.size() > kMaxLocks)
    text += fmt::format("      holds {}\n", counted(held.size() - kMaxLocks, "more lock"));
  return text;
}

}  // namespace heddle::report
