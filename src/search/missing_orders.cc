#include "search/missing_orders.h"

#include <algorithm>

#include "analysis/missing_order.h"
#include "event/access_detail.h"

namespace heddle {

namespace {

// The frames of an event are those of its own function and its callers, innermost first.
SiteId caller_of(const ExplainedTrace& trace, std::uint32_t event) {
  constexpr std::size_t kCaller = 1;
  const std::size_t place = trace.stacks[event];
  if (place == 0 || place + 1 + kCaller >= trace.frames.size() || trace.frames[place] <= kCaller)
    return kNoSite;
  return trace.frames[place + 1 + kCaller];
}

class Orders {
 public:
  Orders(const ExplainedTrace& trace, const CodeLines& lines) : trace_(trace), lines_(lines) {}

  // For all operations of the event's kind at its line, as far as the execution has met them.
  void add(std::uint32_t event, bool acquires, bool releases) {
    const Event& meant = trace_.events[event];
    const std::string line = lines_.line(meant.site);
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const Event& each = trace_.events[i];
      if (each.kind != meant.kind || (each.site != meant.site && lines_.line(each.site) != line)) continue;
      const SiteId caller = lines_.is_in_library(each.site) ? caller_of(trace_, i) : kNoSite;
      if (caller == (lines_.is_in_library(meant.site) ? caller_of(trace_, event) : kNoSite))
        add_at({each.site, caller, releases, acquires});
    }
  }

  std::vector<Strengthened> all;

 private:
  void add_at(const Strengthened& wanted) {
    const auto known = std::ranges::find_if(all, [&](const Strengthened& each) {
      return each.site == wanted.site && each.caller == wanted.caller;
    });
    Strengthened& order = known != all.end()
                              ? *known
                              : all.emplace_back(Strengthened{wanted.site, wanted.caller, false, false});
    order.acquires = order.acquires || wanted.acquires;
    order.releases = order.releases || wanted.releases;
  }

  const ExplainedTrace& trace_;
  const CodeLines& lines_;
};

}  // namespace

OlderStores older_stores(const ExplainedTrace& trace) {
  const SightsOfExecution sights(trace.events, trace.sights);
  OlderStores older;
  for (const OrderNote& note : trace.sights) {
    if (note.event >= trace.events.size()) continue;
    if (note.kind == OrderKind::kSees)
      ++(sights.failed_for_no_reason(note) ? older.failed : older.read);
    else if (!reads(trace.events[note.event].kind))
      ++older.overtaken;
  }
  return older;
}

std::vector<Strengthened> missing_orders(const ExplainedTrace& trace, const CodeLines& lines) {
  Orders orders(trace, lines);
  const SightsOfExecution sights(trace.events, trace.sights);
  for (const OrderNote& note : trace.sights) {
    if (note.event >= trace.events.size() || sights.failed_for_no_reason(note)) continue;
    const std::optional<MissingOrder> missing = sights.missing_order(note.event);
    if (!missing) continue;  // no order of two operations would help
    if (!releases(ordering_of(trace.events[missing->store]))) orders.add(missing->store, false, true);
    if (!acquires(ordering_of(trace.events[missing->load]))) orders.add(missing->load, true, false);
    if (orders.all.size() > ExecutionOptions().strengthened.size()) return {};
  }
  return std::move(orders.all);
}

}  // namespace heddle
