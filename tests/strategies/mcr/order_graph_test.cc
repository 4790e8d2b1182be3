#include "strategies/mcr/order_graph.h"

#include <gtest/gtest.h>

#include <set>

#include "event/random.h"

namespace heddle::causality {
namespace {

using Event = OrderGraph::Event;
using Reason = OrderGraph::Reason;

void add_events(OrderGraph& graph, int count) {
  for (int i = 0; i < count; ++i) graph.add_event();
}

TEST(OrderGraph, PutsEventsInAnOrderThatAgrees) {
  OrderGraph graph;
  add_events(graph, 4);
  std::vector<Reason> cycle;
  EXPECT_TRUE(graph.add_edge(3, 2, 1, cycle));
  EXPECT_TRUE(graph.add_edge(2, 0, 2, cycle));
  EXPECT_TRUE(graph.comes_first(3, 2));
  EXPECT_TRUE(graph.comes_first(2, 0));
  EXPECT_EQ((std::set<std::uint32_t>{graph.place(0), graph.place(1), graph.place(2), graph.place(3)}).size(),
            4u);
}

TEST(OrderGraph, NamesTheShortestWayBack) {
  OrderGraph graph;
  add_events(graph, 4);
  std::vector<Reason> cycle;
  graph.add_edge(0, 1, 10, cycle);
  graph.add_edge(1, 2, 11, cycle);
  graph.add_edge(2, 3, 12, cycle);
  graph.add_edge(0, 2, 13, cycle);
  EXPECT_FALSE(graph.add_edge(3, 0, 14, cycle));
  EXPECT_EQ((std::set<Reason>(cycle.begin(), cycle.end())), (std::set<Reason>{12, 13}));
  EXPECT_EQ(graph.edges(), 4u);
}

TEST(OrderGraph, NoEventComesBeforeItself) {
  OrderGraph graph;
  add_events(graph, 1);
  std::vector<Reason> cycle;
  EXPECT_FALSE(graph.add_edge(0, 0, 1, cycle));
  EXPECT_TRUE(cycle.empty());
}

TEST(OrderGraph, TakesEdgesBack) {
  OrderGraph graph;
  add_events(graph, 2);
  std::vector<Reason> cycle;
  graph.add_edge(0, 1, 1, cycle);
  EXPECT_FALSE(graph.add_edge(1, 0, 2, cycle));
  graph.shrink_to(0);
  EXPECT_TRUE(graph.add_edge(1, 0, 2, cycle));
  EXPECT_TRUE(graph.comes_first(1, 0));
}

// What is reachable, worked out anew each time.
TEST(OrderGraph, RefusesExactlyTheEdgesThatCloseACycle) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    constexpr std::size_t kEvents = 12;
    OrderGraph graph;
    add_events(graph, kEvents);
    std::vector<std::pair<Event, Event>> edges;
    std::vector<Reason> cycle;
    const auto reaches = [&](Event from, Event to) {
      std::set<Event> seen = {from};
      for (std::size_t i = 0; i < edges.size(); ++i)
        for (const auto& [a, b] : edges)
          if (seen.contains(a)) seen.insert(b);
      return seen.contains(to);
    };
    for (int step = 0; step < 40; ++step) {
      if (random.below(8) == 0) {
        edges.resize(random.below(edges.size() + 1));
        graph.shrink_to(edges.size());
      }
      const auto from = static_cast<Event>(random.below(kEvents)),
                 to = static_cast<Event>(random.below(kEvents));
      const bool is_possible = !reaches(to, from);
      ASSERT_EQ(graph.add_edge(from, to, static_cast<Reason>(edges.size()), cycle), is_possible);
      if (is_possible) {
        edges.emplace_back(from, to);
      } else {
        // The way back, from its end to its beginning.
        Event at = from;
        for (const Reason reason : cycle) {
          ASSERT_EQ(edges[reason].second, at);
          at = edges[reason].first;
        }
        ASSERT_EQ(at, to);
      }
      for (const auto& [a, b] : edges) ASSERT_TRUE(graph.comes_first(a, b));
    }
  }
}

}  // namespace
}  // namespace heddle::causality
