// A trace as the page has it (web/src/data.ts): columns of numbers, and tables of what the numbers stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "event/failure.h"
#include "report/model/places.h"
#include "report/page/page_sources.h"
#include "search/messages.h"

namespace heddle::report {

struct PagedExecution {
  const ExplainedTrace& trace;
  const Failure& failure;
  const std::vector<std::string>& threads;        // names by ThreadId
  const std::vector<std::uint32_t>& preemptions;  // steps at which a thread was left that could have gone on
  std::size_t most_events = 0;                    // the last ones are shown
};

nlohmann::ordered_json page_trace(const PagedExecution& what, const Places& places, PageSources& sources);

// Of a deadlock: which thread waits for which.
nlohmann::ordered_json page_waits(const Failure& failure, std::size_t threads, const Places& places);

}  // namespace heddle::report
