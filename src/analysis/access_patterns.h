// The memory-access patterns of Falcon (1 to 8) and Unicorn (all 17) in an execution, found event by event.
// Table I of "HARS: Heuristic-Enhanced Adaptive Randomized Scheduling for Concurrency Testing", with two
// misprints put right (10 and 14); t and u are threads, x and y variables:
//
//    1  Rt Wu         9  Wtx Wux Wuy Wty   10  Wtx Wuy Wux Wty   11  Wtx Wuy Wty Wux
//    2  Wt Ru        12  Wtx Rux Ruy Wty   13  Wtx Ruy Rux Wty   17  Wtx Ruy Wty Rux
//    3  Wt Wu        14  Rtx Wux Wuy Rty   15  Rtx Wuy Wux Rty   16  Rtx Wuy Rty Wux
//    4  Rt Wu Rt      5  Wt Wu Rt           6  Wt Ru Wt           7  Rt Wu Wt           8  Wt Wu Wt
//
// A pair (1 to 3) is two accesses of different threads to one variable, at least one of them a write, without
// a write to the variable between them. A triple joins two pairs that share the access in the middle; a
// quadruple two pairs on different variables with the threads reversed. An atomic update is one access that
// stands for a read, for a write, or for both in different patterns; a failed compare-exchange only reads.
//
// Whatever is reported is there. Memory and time for an event are bounded, so not all that is there is
// reported:
// - Of the reads of a variable by one thread between two writes only the last two distinct sites count, each
//   with its last read (access_history.h). All triples and pairs are found where no thread reads a variable
//   at more than two sites between two writes.
// - A quadruple is found when its later pair completes within `window` accesses after the other, and the
//   other is among the last sixteen distinct ones of these threads in these roles (recent_access_pairs.h).
// - An execution of more than 2^30 accesses is beyond what it can count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "analysis/access_history.h"
#include "analysis/pattern_set.h"
#include "analysis/recent_access_pairs.h"
#include "analysis/thread_name_hashes.h"
#include "event/operation.h"

namespace heddle {

struct PatternOptions {
  enum class Patterns : std::uint8_t { kFalcon, kUnicorn };
  enum class Threads : std::uint8_t {
    kNames,    // equation 1 of the paper: the thread's name is part of a pattern's identity
    kIgnored,  // our variant: sites and variables alone
  };

  Patterns patterns = Patterns::kUnicorn;
  Threads threads = Threads::kNames;
  std::uint32_t window = 1000;  // 0: no quadruples
};

// A value: copies are made of few pieces of memory, and continue independently.
class PatternExtractor {
 public:
  explicit PatternExtractor(const PatternOptions& options = {}) : options_(options) {}

  // The events of an execution in their order. Calls `report(const Pattern&)` for every pattern that the
  // event completes; often for one that was reported before.
  template <typename Report>
  void add(const Event& event, Report&& report) {
    threads_.look_for_creation(event);
    if (is_access(event.kind) && event.location != kNoLocation) add_access(event, Sink(report));
  }

  // Calls `report` as add() would do, without adding the event.
  template <typename Report>
  void preview(const Event& event, Report&& report) const {
    if (is_access(event.kind) && event.location != kNoLocation) preview_access(event, Sink(report));
  }

  // The memory it occupies.
  std::size_t bytes() const {
    return sizeof(*this) + threads_.bytes() + history_.bytes() + recent_pairs_.bytes();
  }

 private:
  // Whatever the caller gave, without a copy of the analysis for each of them.
  class Sink {
   public:
    template <typename Report>
    explicit Sink(Report& report)
        : report_(const_cast<void*>(static_cast<const void*>(std::addressof(report)))),
          call_([](void* target, const Pattern& pattern) { (*static_cast<Report*>(target))(pattern); }) {}
    void operator()(const Pattern& pattern) const { call_(report_, pattern); }

   private:
    void* report_;
    void (*call_)(void*, const Pattern&);
  };

  void add_access(const Event& event, const Sink& report);
  void preview_access(const Event& event, const Sink& report) const;
  void find_pair(const Access& first, const Access& second, const Sink& report) const;
  void find_triple(const Access& first, const Access& middle, const Access& last, const Sink& report) const;
  bool finds_quadruples() const {
    return options_.patterns != PatternOptions::Patterns::kFalcon && options_.window != 0;
  }
  void find_quadruple(const AccessPair& recent, const Access& first, const Access& second,
                      const Sink& report) const;

  template <typename... Accesses>
  void report_pattern(const Sink& report, std::uint8_t id, const Accesses&... accesses) const;

  PatternOptions options_;
  std::uint32_t accesses_ = 0;  // so far
  ThreadNameHashes threads_;
  AccessHistory history_;
  RecentAccessPairs recent_pairs_;
};

}  // namespace heddle
