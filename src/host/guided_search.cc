#include "host/guided_search.h"

#include <memory>
#include <utility>

#include "strategies/registry.h"

namespace heddle::host {

bool is_guided(const SearchSettings& settings) {
  const Result<std::unique_ptr<Strategy>> strategy = make_strategy(settings.strategy, settings.requirements);
  return strategy && (*strategy)->facets().needs.guides;  // what is wrong with it the explorer will say
}

Result<SearchPaused> GuidedSearch::search(SearchRequest request, const Watch& watch, const Run& run) {
  const std::uint64_t asked = request.executions;
  for (std::uint64_t done = 0;;) {
    if (!follows_) {
      std::optional<Guide> guide = mcr_.next(watch);
      if (!guide) {
        last_.reason = mcr_.is_exhausted() ? PauseReason::kExhausted : PauseReason::kStopped;
        last_.claim = mcr_.claim();
        return last_;
      }
      request.guides = {std::move(*guide)};
    }
    request.executions = asked - done;
    const std::uint64_t before = request.fresh ? 0 : last_.totals.executions;
    Result<SearchPaused> paused = run(request);
    if (!paused) return paused;
    done += paused->totals.executions - before;
    follows_ = paused->traces.empty();
    for (const Trace& trace : paused->traces) mcr_.add(trace);
    paused->traces.clear();
    last_ = *paused;
    request.guides.clear();
    request.fresh = false;
    if (follows_ && paused->reason == PauseReason::kExhausted)
      return Error{"the explorer did not follow what it was told"};
    const bool goes_on =
        paused->reason == PauseReason::kExhausted || (paused->reason == PauseReason::kBudget && done < asked);
    if (!goes_on) return paused;
    if (follows_ && watch()) {
      last_.reason = PauseReason::kStopped;
      return last_;
    }
  }
}

}  // namespace heddle::host
