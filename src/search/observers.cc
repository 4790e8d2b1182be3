#include "search/observers.h"

#include <map>
#include <string_view>

#include "analysis/lock_order.h"
#include "event/interruption.h"
#include "strategies/prefix_search.h"

namespace heddle {

namespace {

std::uint64_t& count_of(Bound bound, SearchPaused& paused) {
  return paused.totals.beyond[static_cast<std::size_t>(bound)];
}

class TraceKeeper final : public Observer {
 public:
  std::optional<PauseReason> look_at(const Execution& execution) override {
    traces_.push_back({execution.end,
                       execution.failure.kind,
                       execution.failure.thread,
                       execution.found_shared,
                       execution.truncated || execution.values.size() < execution.events.size(),
                       execution.tally[kTurnsTaken] != 0,
                       {execution.events.begin(), execution.events.end()},
                       {execution.values.begin(), execution.values.end()}});
    return std::nullopt;
  }
  void tell(SearchPaused& paused) override { paused.traces = std::exchange(traces_, {}); }

 private:
  std::vector<Trace> traces_;
};

// What executions told, each once.
class TellingKeeper final : public Observer {
 public:
  std::optional<PauseReason> look_at(const Execution& execution) override {
    if (execution.told.empty() || execution.end != End::kCompleted) return std::nullopt;
    const std::string_view told(reinterpret_cast<const char*>(execution.told.data()), execution.told.size());
    const auto known = places_.find(told);
    if (known != places_.end()) {
      ++tellings_[known->second].times;
    } else {
      places_.emplace(told, tellings_.size());
      tellings_.push_back({{execution.told.begin(), execution.told.end()}, execution.number, 1});
    }
    return std::nullopt;
  }
  bool look_ahead(const Execution& execution) override { return !execution.told.empty(); }
  void tell(SearchPaused& paused) override {
    places_.clear();
    paused.tellings = std::exchange(tellings_, {});
  }

 private:
  std::map<std::string, std::size_t, std::less<>> places_;
  std::vector<Telling> tellings_;
};

class DeadlockPredictor final : public Observer {
 public:
  explicit DeadlockPredictor(const LocationTable& locations) : locations_(locations) {}

  std::optional<PauseReason> look_at(const Execution& execution) override {
    if (is_over(execution)) order_.add(execution);
    return std::nullopt;
  }
  bool look_ahead(const Execution& execution) override { return is_over(execution) && order_.add(execution); }
  void tell(SearchPaused& paused) override {
    paused.predictions = predicted_deadlocks(order_, locations_);
    count_of(Bound::kLockOrders, paused) += order_.left_out();
  }

 private:
  const LocationTable& locations_;
  LockOrder order_;
};

class CoverageObserver final : public Observer {
 public:
  CoverageObserver(const SearchSettings& settings, const LocationTable& locations,
                   std::function<double()> seconds)
      : locations_(locations),
        seconds_(std::move(seconds)),
        meter_(settings.coverage, settings.requirements) {}

  std::optional<PauseReason> look_at(const Execution& execution) override {
    if (!is_over(execution)) return std::nullopt;
    meter_.add(execution, seconds_());
    return why_to_pause();
  }
  bool look_ahead(const Execution& execution) override {
    if (meter_.counts_executions()) return true;
    return is_over(execution) && meter_.add(execution, seconds_());
  }
  std::optional<PauseReason> pass_over(std::uint64_t executions) override {
    meter_.pass_over(executions, seconds_());
    return why_to_pause();
  }
  void tell(SearchPaused& paused) override { paused.coverage = meter_.report(locations_); }

 private:
  std::optional<PauseReason> why_to_pause() const {
    return meter_.is_saturated() ? std::optional(PauseReason::kSaturated) : std::nullopt;
  }

  const LocationTable& locations_;
  std::function<double()> seconds_;
  Meter meter_;
};

class InterruptionCounter final : public Observer {
 public:
  std::optional<PauseReason> look_at(const Execution& execution) override {
    if (look_ahead(execution)) ++cut_short_;
    return std::nullopt;
  }
  bool look_ahead(const Execution& execution) override {
    return is_over(execution) && was_cut_short(execution);
  }
  void tell(SearchPaused& paused) override { count_of(Bound::kPassedOn, paused) += cut_short_; }

 private:
  std::uint64_t cut_short_ = 0;
};

}  // namespace

bool was_cut_short(const Execution& execution) {
  return is_analysis_over() && execution.events.size() >= kEventsBetweenLooks;
}

std::unique_ptr<Observer> make_trace_keeper() {
  return std::make_unique<TraceKeeper>();
}

std::unique_ptr<Observer> make_interruption_counter() {
  return std::make_unique<InterruptionCounter>();
}

void add_observers(const SearchSettings& settings, const LocationTable& locations,
                   const std::function<double()>& seconds, Observers& observers) {
  observers.add(std::make_unique<TellingKeeper>());
  if (settings.predict_deadlocks) observers.add(std::make_unique<DeadlockPredictor>(locations));
  if (settings.coverage.metrics != 0)
    observers.add(std::make_unique<CoverageObserver>(settings, locations, seconds));
}

}  // namespace heddle
