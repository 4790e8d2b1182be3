// `ars` and `hars`: Mu, Wang, Liu, Sun, J. Chen and X. Chen, "HARS: Heuristic-Enhanced Adaptive Randomized
// Scheduling for Concurrency Testing", Algorithms 1 and 2. `ars` is by Wang, Zhang, Liu and Sun, "Adaptive
// Randomized Scheduling for Concurrency Bug Detection", ICECCS 2019.
//
// A queue holds subtraces, prefixes of schedules. The subtrace whose memory-access patterns are farthest from
// those of all passed traces is executed for one step, and its continuations are queued. HARS breaks ties by
// three heuristics and prunes fully explored subtraces; ARS does neither.
//
// "Execute for one step" offers every enabled thread: as each thread's next operation is announced, the new
// subtraces are known before any of them is executed. A forced move belongs to the step before it. There is
// no saved state to return to. As long as the best subtrace continues the current execution, that execution
// goes on; a jump to another one abandons it and runs the other's prefix again.
// With another Step, every new subtrace is executed to the next choice before one of them is selected, each
// by an execution of its own. docs/decisions/0012-adaptive-search.md and 0059-hars-in-other-readings.md have
// the readings of the paper.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "analysis/access_patterns.h"
#include "event/site_lines.h"
#include "strategies/pattern_distance.h"
#include "strategies/prefix_search.h"
#include "strategies/schedule_tree.h"
#include "strategies/subtrace.h"

namespace heddle {

struct AdaptiveOptions {
  // What line 23, "execute the subtrace for one step", executes.
  enum class Step : std::uint8_t {
    kSelected,  // the subtrace that is selected next
    kAll,       // all continuations: one that fails ends the search, one that passes is a trace (Algorithm 2)
    kAuthors,   // all: one that passes is queued, and a trace when it is selected (the authors' program)
  };

  enum class Places : std::uint8_t { kSites, kLines };

  Step step = Step::kSelected;
  Places places = Places::kSites;
  std::vector<SiteLine> lines;  // where they are the places
  bool heuristics = true;       // and pruning: HARS
  std::size_t queue = 4;        // N
  PatternOptions patterns;
  PatternDistance::Reading distance = PatternDistance::Reading::kNew;
  HeuristicReading reading;
  double chance = 0;       // ours: of a draw between equals, as in ARS, in place of a heuristic
  std::uint64_t cold = 0;  // ours: heuristics until so many traces have passed, then draws; 0: always
  bool restart = true;     // a completed trace ends the search, and counts at once; not in Algorithm 2
};

class AdaptiveSearch : public PrefixSearch {
 public:
  // The tally of an execution.
  enum Count : std::uint8_t { kSelectedTraces = 0, kPruned = 2 };

  explicit AdaptiveSearch(const AdaptiveOptions& options)
      : options_(options), distance_(options.distance), extractor_(options.patterns) {}

  void begin(Random& random, Prefix& prefix) override;
  void forget() override;
  Decision choose(const Crossing& crossing) override;
  void executed(const Event& event, bool in_prefix) override;
  void ended(const Execution& execution) override;
  bool exhausted() const override { return !is_first_ && tree_.is_explored(ScheduleTree::kRoot); }
  std::string claim() const override { return "every schedule in which the process ends last"; }
  // The distinguishable degrees of the first sortings (Figure 3 of the paper).
  const std::vector<double>* series() const override { return &degrees_; }
  void count_in(std::uint64_t* tally) override { tally_ = tally; }

  // What happened in lines 6 to 22.
  struct Sorting {
    std::vector<Subtrace> queue;  // as it was sorted, before anything was taken or cut
    std::size_t chosen = 0;
    std::optional<Heuristic> by;  // none: by the distance
    double degree = 0;            // distinguishable degree; 0: there was only one
  };
  // Is told about every sorting, by tests.
  using Observer = std::function<void(const Sorting&)>;
  void observe(Observer observer) { observer_ = std::move(observer); }
  const ScheduleTree& tree() const { return tree_; }

 private:
  static constexpr std::size_t kMostNodes = 4'000'000;
  static constexpr std::size_t kDegrees = 50;

  bool executes_all() const { return options_.step != AdaptiveOptions::Step::kSelected; }
  Subtrace reached() const;
  void begin_search();
  Event placed(Event event) const;
  void arrive();
  void follow(const Event& event);
  void expand(const Crossing& crossing);
  std::optional<Subtrace> select();
  // Where all continuations are executed.
  Decision choose_after_step(const Crossing& crossing);
  void expand_all(ScheduleTree::Node node, const Shared<SubtraceState>& state);
  std::optional<Subtrace> next_to_execute();
  void end_of_step(const Execution& execution);
  void take_trace(const Subtrace& leaf);
  bool draws_between_equals();
  std::size_t choose_by_heuristics(std::size_t equal, Sorting& sorting);
  void prune(std::vector<Subtrace>& subtraces);
  void count(Count what, std::uint64_t times = 1) {
    if (tally_ != nullptr) tally_[what] += times;
  }

  AdaptiveOptions options_;
  ScheduleTree tree_;
  PatternDistance distance_;
  bool is_first_ = true;                            // no trace has passed yet: Algorithm 1, line 2
  std::vector<Subtrace> queue_;                     // Q
  std::vector<std::vector<PatternNumber>> passed_;  // T, as far as they passed: distances know them later
  std::uint64_t traces_ = 0;                        // that passed
  std::optional<Subtrace> selected_;                // to be executed next
  std::vector<Subtrace> step_;                      // to be executed, last first, before any is selected
  bool ends_after_step_ = false;                    // a continuation was a trace, which ends the search
  std::vector<double> degrees_;

  // The current execution.
  Random* random_ = nullptr;
  std::uint64_t* tally_ = nullptr;
  bool jumps_ = false;  // it was abandoned for another subtrace
  ScheduleTree::Node node_ = ScheduleTree::kRoot;
  PatternExtractor extractor_;
  SubtraceState state_;
  NumberSet patterns_;   // of the subtrace, by number
  NumberSet variables_;  // by location
  std::vector<PatternNumber> news_;

  struct Range {
    std::uint32_t begin = 0, end = 0;
  };
  std::vector<PatternNumber> pattern_pool_;
  Range& patterns_at(ScheduleTree::Node node) {
    if (node >= patterns_at_.size()) patterns_at_.resize(node + std::size_t{1});
    return patterns_at_[node];
  }
  std::vector<Range> patterns_at_;  // by node: the patterns that its step completed, in the pool
  Observer observer_;
};

}  // namespace heddle
