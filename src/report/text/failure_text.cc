#include "report/text/failure_text.h"

#include <fmt/format.h>

#include <csignal>

#include "event/livelock.h"
#include "report/model/failure_names.h"
#include "report/model/text.h"
#include "report/text/deadlock_text.h"
#include "report/text/heap_text.h"
#include "report/text/race_text.h"
#include "report/text/stack_error_text.h"
#include "report/text/thread_text.h"

namespace heddle::report {

namespace {

// The runtime keeps no more frames of a stack than these.
constexpr std::size_t kDeepStack = 200;

// Where the threads go round and round, with the source.
std::string livelock_text(const FailureNames& names, const Style& style) {
  const std::string& verdict = names.failure().text;
  const char* meaning = "The execution was ended there.";
  if (verdict == kNothingChanges)
    meaning =
        "Threads still run, but they repeat the same steps: none of them changes anything that another one "
        "could be waiting for.";
  else if (verdict.starts_with(kNoProgress))
    meaning =
        "Threads still run, but none of them changed anything that another one could be waiting for. Their "
        "state did not come back (a counter runs, or the time is read), so they might still end.";
  std::string text = wrapped(std::string(meaning) + " The last steps were spent at:");
  std::string last;
  for (SiteId site : names.failure().spinning) {
    const Frame frame = names.places().frame(site);
    const std::string place = names.place(site);
    if (site == kNoSite || place == last) continue;
    last = place;
    const std::string where = "  " + shortened_path(place, 48);
    const std::string source = Places::source_text(frame);
    text += where;
    if (!source.empty()) text += style.dim(" | ") + shortened(source, line_width() - width(where) - 3);
    text += "\n";
  }
  return text;
}

std::string explanation(const FailureNames& names, const Style& style) {
  const Failure& failure = names.failure();
  switch (failure.kind) {
    case FailureKind::kDeadlock:
      return deadlock_text(names);
    case FailureKind::kLivelock:
      return failure.spinning.empty() ? std::string() : livelock_text(names, style);
    case FailureKind::kDataRace:
      return race_text(names, style);
    case FailureKind::kHeapError:
      return heap_text(names, style);
    case FailureKind::kStackError:
      return stack_error_text(names, style);
    case FailureKind::kCrash: {
      const ThreadReport* thread = names.report(failure.thread);
      if (failure.code == SIGSEGV && thread != nullptr && thread->stack.size() >= kDeepStack)
        return wrapped(
            fmt::format("The thread is at least {} calls deep: probably its stack overflowed.", kDeepStack));
      return {};
    }
    default:
      return {};
  }
}

}  // namespace

std::string failure_text(const Failure& failure, const Places& places, const Style& style,
                         int expected_exit) {
  const FailureNames names(failure, places);
  std::string first = wrapped(headline(failure, places, expected_exit), 0, 2);
  first.pop_back();
  std::string text = style.red(first) + "\n";
  if (const std::string why = explanation(names, style); !why.empty()) text += "\n" + why;
  if (failure.kind == FailureKind::kDataRace) return text;  // what the others do does not matter
  const std::string threads = threads_text(names, style);
  if (threads.empty()) return text;
  return text + "\n" + (failure.threads.size() == 1 ? "The thread:\n" : "The threads at that moment:\n") +
         threads;
}

}  // namespace heddle::report
