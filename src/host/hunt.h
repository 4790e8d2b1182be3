// A hunt for the bugs of one program, such as a run of `heddle run`: searches within a budget, confirms what
// fails in a fresh process, and tells the same bug from a new one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "event/result.h"
#include "event/schedule_file.h"
#include "host/explorer.h"
#include "host/warning.h"
#include "search/after_race.h"
#include "search/bug.h"
#include "search/missing_orders.h"
#include "search/repeat.h"
#include "search/search.h"

namespace heddle::host {

enum class Until : std::uint8_t { kFirstBug, kBudget, kSaturation };

inline constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};
inline constexpr double kAnyTime = std::numeric_limits<double>::infinity();

struct HuntOptions {
  SearchSettings search;
  std::uint64_t executions = kAnyNumber;
  double seconds = 60;
  Until until = Until::kFirstBug;
  std::uint64_t max_bugs = 100;
  bool measure_deadlocks = true;                      // how deep they are; costs some executions more
  std::function<bool(const Failure&)> is_suppressed;  // of data races: nobody wants to hear of it
  bool shrink = false;                // the schedules of bugs are made shorter, by some executions more
  bool ends_without_threads = false;  // nothing to explore: one execution is enough
  // The time is for shrinking and all else, too; only what is found at its end is still confirmed.
  bool time_covers_all = false;
  // Until the first bug: whether somebody knows of this one already, so that the search goes on.
  std::function<bool(const Bug&)> is_known;
  CodeLines lines;  // not known: what would order a bug's threads is not tried
};

enum class HuntEnd : std::uint8_t {
  kBudget,
  kFirstBug,
  kMaxBugs,
  kExhausted,
  kSaturated,
  kInterrupted,
  kUncontrolled
};

struct HuntResult {
  HuntEnd end = HuntEnd::kBudget;
  std::string problem;            // why it could not be controlled
  SiteId problem_site = kNoSite;  // where in the program, if at a certain place
  SearchTotals totals;
  CoverageReport coverage;
  ProgramSize size;          // as far as the strategy needed to know it
  double seconds = 0;        // of the search
  double whole_seconds = 0;  // with confirming, measuring and shrinking what it found
  std::vector<Bug> bugs;
  std::vector<Warning> warnings;
  bool fails_always = false;  // every schedule that was tried failed in the same way
  std::uint64_t probes = 0;   // extra executions that told so; not in the totals
  bool saw_threads = false;   // any execution had more than its main thread
  std::string first_output;   // with ends_without_threads: what the first execution printed
  // The execution that was not over when its time was up, or that of a search without a finished one.
  std::optional<ExecutionReport> unfinished;
  std::string fallback;         // why executions were forked although they were to be restored
  std::string alone;            // why never several were run side by side although there are jobs for it
  std::uint64_t suspected = 0;  // executions that went differently in a fork
  std::string written_file;     // the first that any execution opened for writing
  std::vector<UnjoinedPlace> unjoined;
  std::uint64_t suppressed = 0;  // data races
  // By race_place: a library that may have ordered the accesses in all executions that were looked at. It is
  // not instrumented, and has atomics of its own.
  std::map<std::uint64_t, std::string> possible_races;
  std::string claim;  // exhausted: of what every one has been executed; empty: of nothing
  Left left;          // otherwise: how many executions that will take
};

struct HuntProgress {
  std::uint64_t executions = 0;
  std::uint64_t steps = 0;
  std::size_t bugs = 0;  // failures
  std::size_t races = 0;
  double seconds = 0;
  Left left = {};                  // of a search that tries everything
  unsigned shrinking = 0;          // the bug whose schedule is made shorter; 0: the search goes on
  std::uint64_t reexecutions = 0;  // for that
  // Of the execution that is running, where it takes long.
  double running_seconds = 0;
  std::uint64_t running_steps = 0;
  SiteId running_site = kNoSite;
};

class Hunt {
 public:
  // `interrupted` is asked often; true ends the hunt with what was found so far.
  // `on_bug` is given all results so far, as those of a hunt that was interrupted.
  Hunt(Explorer& explorer, const HuntOptions& options, std::function<bool()> interrupted,
       std::function<void(const HuntProgress&)> on_progress, std::function<void(const HuntResult&)> on_bug)
      : explorer_(explorer),
        options_(options),
        interrupted_(std::move(interrupted)),
        on_progress_(std::move(on_progress)),
        on_bug_(std::move(on_bug)) {}

  HuntResult run();

 private:
  bool out_of_time() const;
  double elapsed() const;
  std::chrono::steady_clock::time_point end_of_everything();
  std::chrono::steady_clock::time_point end_of_refinements();
  bool must_end();
  void lose_control(const ExecutionReport& report);
  void finish_nothing(const ExecutionReport& last);
  void confirm(Bug& bug, const ExecutionReport& found);
  void look_for_difference(Bug& bug, ReplayRequest request, const Replayed& first);
  bool starts_no_thread();
  HuntProgress progress(std::uint64_t executions, std::uint64_t steps) const;
  bool is_news(const Bug& bug) const;
  bool never_in_region() const;
  void probe_other_schedules();
  void shrink_all();
  void measure_deadlock(Bug& bug, std::chrono::steady_clock::time_point end);
  void count(SearchPaused& paused);
  SearchSettings for_other_executions() const;

  // hunt_search.cc
  void search();
  bool goes_on_after(const SearchPaused& paused);
  void handle_failure(const SearchPaused& paused, bool attempt = false);
  void handle_races(std::vector<ExecutionReport>& found);
  bool is_enough_after_race() const;
  void list_races();

  // hunt_weak_memory.cc
  void try_without_weak_memory(Bug& bug);
  void try_with_missing_orders(Bug& bug);
  std::uint64_t look_again(const Bug& bug, const SearchSettings& settings,
                           const std::function<bool(const ExecutionReport&)>& take, bool& was_taken);

  // predictions.cc
  void attempt_predictions();
  bool has_enough_bugs() const;
  void note_what_happened();
  void attempt(Warning& warning, std::chrono::steady_clock::time_point end);

  Explorer& explorer_;
  HuntOptions options_;
  std::function<bool()> interrupted_;
  std::function<void(const HuntProgress&)> on_progress_;
  std::function<void(const HuntResult&)> on_bug_;
  std::chrono::steady_clock::time_point start_;
  std::optional<std::chrono::steady_clock::time_point> interrupted_at_;
  std::optional<AfterRace> after_race_;
  std::vector<Bug> races_;
  std::set<std::uint64_t> racy_places_;  // of theirs, see race_place
  HuntResult result_;
};

}  // namespace heddle::host
