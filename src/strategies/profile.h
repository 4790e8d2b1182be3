// What a program usually does, learnt from complete executions: how long it is, how much each thread has left
// to do, which memory is shared. Threads are identified by their path of creation, so they are the same in
// every execution.
#pragma once

#include <bit>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "event/execution.h"
#include "strategies/event_class.h"

namespace heddle {

class Profile {
 public:
  using Node = std::uint32_t;  // a thread: a place in the tree of creations
  static constexpr Node kMain = 0;
  static constexpr Node kUnknown = ~Node{0};

  struct Share {
    Node node;
    double events;  // on average
  };

  // The first executions, which are spent on nothing else.
  static constexpr std::uint64_t kFirstExecutions = 4;

  std::uint64_t executions() const { return executions_; }
  bool has_seen_whole() const { return seen_whole_; }
  bool is_ready() const { return executions_ >= kFirstExecutions; }
  // Whether the next execution has to be whole, and come with its events.
  bool wants_next() const { return until_lesson() == 0; }
  // So many of the next executions tell it nothing.
  std::uint64_t until_lesson() const {
    if (!is_ready() || (!seen_whole_ && executions_ < 2 * kFirstPeriod)) return 0;
    const std::uint64_t period = this->period();
    return (period - executions_ % period) % period;
  }
  // Every execution, in order. Whether it told something.
  bool add(const Execution& execution);
  // So many that told nothing.
  void pass_over(std::uint64_t executions) { executions_ += executions; }

  // The most seen, main included.
  std::uint64_t threads() const { return threads_; }
  std::uint64_t events(EventClass of) const { return events_[static_cast<int>(of)]; }
  // Whether any thread took a lock while it held another one.
  bool nests_locks() const { return nests_locks_; }
  // Whether atomic operations do what the C++ memory model allows, and how many of an execution read, at
  // most.
  bool has_weak_memory() const { return has_weak_memory_; }
  std::uint64_t atomic_reads() const { return atomic_reads_; }

  // The thread that `parent` created after `ordinal` others.
  Node child(Node parent, std::size_t ordinal) const;
  Node parent(Node node) const { return nodes_[node].parent; }
  std::size_t nodes() const { return nodes_.size(); }
  double events_of(Node node) const { return scaled(nodes_[node].events); }

  // Locations that several threads used.
  const std::vector<LocationId>& shared_locations() const { return shared_; }
  // What each thread did there.
  template <typename Visit>
  void for_each_share(LocationId location, Visit visit) const {
    for (const Share& share : shares_[location]) visit(Share{share.node, scaled(share.events)});
  }

  // Where shared memory and synchronisation objects are used.
  const std::vector<SiteId>& sites() const { return sites_; }

 private:
  static constexpr std::uint64_t kFirstPeriod = 32;
  static constexpr double kMemory = 64;  // executions after which older ones count half
  static constexpr std::uint64_t kOutlier = 4;

  struct ThreadNode {
    Node parent = kUnknown;
    std::vector<Node> children;
    double events = 0;
  };

  // Between two that are measured: fewer and fewer tell anything, and all those between them are chosen by
  // the same knowledge, so that several processes can run them.
  std::uint64_t period() const {
    return executions_ < 4 * kFirstPeriod ? kFirstPeriod : std::bit_floor(executions_) / 4;
  }
  double scaled(double sum) const { return weight_ > 0 ? sum / weight_ : 0; }
  void forget_half();
  Node grow_child(Node parent, std::size_t ordinal);
  void count(const Execution& execution);
  void count_location(LocationId location, Node node);

  std::uint64_t executions_ = 0;
  bool seen_whole_ = false;
  std::uint64_t usual_length_ = 0;  // the events of the longest of the first executions
  double weight_ = 0;               // of the sums below, in executions
  std::uint64_t threads_ = 1;
  std::uint64_t events_[kEventClasses] = {};
  bool nests_locks_ = false;
  bool has_weak_memory_ = false;
  std::uint64_t atomic_reads_ = 0;
  std::vector<ThreadNode> nodes_ = std::vector<ThreadNode>(1);
  std::vector<std::vector<Share>> shares_;  // by LocationId
  std::vector<LocationId> shared_;
  std::vector<SiteId> sites_;
  std::unordered_set<SiteId> known_sites_;
};

}  // namespace heddle
