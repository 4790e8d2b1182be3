#include "extraction_cost.h"

#include <ctime>
#include <vector>

#include "analysis/access_patterns.h"
#include "analysis/iroot_observer.h"
#include "event/random.h"
#include "median.h"

namespace heddle::bench {

namespace {

constexpr std::size_t kThreads = 16, kLocations = 1000;
constexpr int kRounds = 3;

std::vector<Event> trace_of(std::size_t length) {
  Random random(1);
  std::vector<Event> events;
  for (std::size_t i = 0; i < length; ++i) {
    const auto location = static_cast<LocationId>(1 + random.below(kLocations));
    const auto thread = static_cast<ThreadId>(random.below(kThreads));
    const bool write = random.below(10) < 4;
    events.push_back({location, static_cast<SiteId>(1 + location % 50 * 2 + (write ? 1 : 0)), thread,
                      write ? OperationKind::kWrite : OperationKind::kRead, 4, 0});
  }
  return events;
}

double processor_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// A function that adds all events to a new extractor, and tells its size.
template <typename Extract>
ExtractionCost cost_of(std::size_t length, const Extract& extract) {
  const std::vector<Event> events = trace_of(length);
  ExtractionCost cost;
  cost.nanoseconds = median_of(kRounds, [&] {
    const double start = processor_nanoseconds();
    cost.bytes = static_cast<double>(extract(events)) / static_cast<double>(kThreads * kLocations);
    return (processor_nanoseconds() - start) / static_cast<double>(length);
  });
  return cost;
}

}  // namespace

ExtractionCost pattern_cost(std::size_t events) {
  return cost_of(events, [](const std::vector<Event>& trace) {
    PatternExtractor extractor;
    std::uint64_t keys = 0;
    for (const Event& event : trace)
      extractor.add(event, [&keys](const Pattern& pattern) { keys ^= pattern.key(); });
    return extractor.bytes() + (keys == 1 ? 1 : 0);
  });
}

ExtractionCost iroot_cost(std::size_t events) {
  return cost_of(events, [](const std::vector<Event>& trace) {
    IRootObserver observer(kAllIdioms);
    std::uint64_t keys = 0;
    for (const Event& event : trace) observer.add(event, [&keys](const IRoot& root) { keys ^= root.key(); });
    return observer.bytes() + (keys == 1 ? 1 : 0);
  });
}

}  // namespace heddle::bench
