// Which parts of a trace are worth telling: the steps that another thread could notice, the switches between
// threads that were a choice, and what went wrong at the end.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "event/failure.h"
#include "report/model/places.h"
#include "report/text/trace_words.h"
#include "search/messages.h"

namespace heddle::report {

struct ToldSteps {
  std::vector<std::size_t> told;  // indices of events, in their order
  // Those at which threads read and write what the failure is about: what the failing thread looked at last,
  // or what races. They are shown however long the trace is.
  std::set<std::size_t> decisive;
};
ToldSteps told_steps(const ExplainedTrace& trace, const Failure& failure, TraceWords& words);

// Of a decisive step: whether it leaves another value behind.
bool changes_value(const ExplainedTrace& trace, std::size_t index);

// Tells, event by event, whether a thread goes on although the one before it could have, or comes back after
// it was left so. Events may be left out.
class DecidedSwitches {
 public:
  // The steps at which a thread was left that could have gone on; must outlive it.
  explicit DecidedSwitches(const std::vector<std::uint32_t>& preemptions) : preemptions_(preemptions) {}

  bool add(ThreadId thread, std::size_t index);

 private:
  const std::vector<std::uint32_t>& preemptions_;
  std::set<ThreadId> left_;  // that could have gone on
  ThreadId last_thread_ = kNoThread;
  std::uint32_t last_index_ = 0;
};

// What went wrong, for the threads that failed.
struct TraceEnd {
  ThreadId thread = kNoThread;
  SiteId site = kNoSite;
  std::string text;
};
std::vector<TraceEnd> ends_of(const Failure& failure, const Places& places);

}  // namespace heddle::report
