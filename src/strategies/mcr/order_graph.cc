#include "strategies/mcr/order_graph.h"

#include <algorithm>

namespace heddle::causality {

OrderGraph::Event OrderGraph::add_event() {
  const auto event = static_cast<Event>(place_.size());
  place_.push_back(event);
  after_.emplace_back();
  before_.emplace_back();
  is_seen_.push_back(false);
  return event;
}

bool OrderGraph::add_edge(Event from, Event to, Reason reason, std::vector<Reason>& cycle) {
  cycle.clear();
  if (from == to) return false;
  if (place_[from] > place_[to]) {
    if (!collect_after(from, to, cycle)) return false;
    collect_before(from, place_[to]);
    reorder();
  }
  after_[from].push_back({to, reason});
  before_[to].push_back(from);
  edges_.push_back({from, to});
  return true;
}

void OrderGraph::shrink_to(std::size_t edges) {
  while (edges_.size() > edges) {
    after_[edges_.back().from].pop_back();
    before_[edges_.back().to].pop_back();
    edges_.pop_back();
  }
}

// What has to come after the edge's end and is not behind its beginning yet. Breadth first, so that a cycle
// is a short one.
bool OrderGraph::collect_after(Event from, Event to, std::vector<Reason>& cycle) {
  later_.clear();
  later_.push_back({to, 0, 0});
  is_seen_[to] = true;
  bool closes = false;
  for (std::uint32_t i = 0; i < later_.size() && !closes; ++i)
    for (const Edge& edge : after_[later_[i].event]) {
      ++work_;
      if (edge.to == from) {
        cycle.push_back(edge.reason);
        for (std::uint32_t at = i; at != 0; at = later_[at].came_from) cycle.push_back(later_[at].reason);
        closes = true;
        break;
      }
      if (is_seen_[edge.to] || place_[edge.to] > place_[from]) continue;
      is_seen_[edge.to] = true;
      later_.push_back({edge.to, i, edge.reason});
    }
  for (const Visit& visit : later_) is_seen_[visit.event] = false;
  return !closes;
}

// What has to come before its beginning and is behind its end.
void OrderGraph::collect_before(Event to, std::uint32_t first) {
  earlier_.assign(1, to);
  is_seen_[to] = true;
  for (std::size_t i = 0; i < earlier_.size(); ++i)
    for (const Event event : before_[earlier_[i]]) {
      ++work_;
      if (is_seen_[event] || place_[event] < first) continue;
      is_seen_[event] = true;
      earlier_.push_back(event);
    }
  for (const Event event : earlier_) is_seen_[event] = false;
}

// The same places are given out again: first to what comes earlier.
void OrderGraph::reorder() {
  const auto by_place = [this](Event a, Event b) { return place_[a] < place_[b]; };
  std::sort(earlier_.begin(), earlier_.end(), by_place);
  std::sort(later_.begin(), later_.end(),
            [&](const Visit& a, const Visit& b) { return by_place(a.event, b.event); });
  places_.clear();
  for (const Event event : earlier_) places_.push_back(place_[event]);
  for (const Visit& visit : later_) places_.push_back(place_[visit.event]);
  std::sort(places_.begin(), places_.end());
  std::size_t next = 0;
  for (const Event event : earlier_) place_[event] = places_[next++];
  for (const Visit& visit : later_) place_[visit.event] = places_[next++];
}

}  // namespace heddle::causality
