// The race detector against the definition: for many short random programs, happens-before is built as a
// graph from the words of the standard, and every pair of accesses is looked at.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "event/random.h"
#include "race_program.h"

namespace heddle::race_random_test {
namespace {

constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_consume,
                                         std::memory_order_acquire, std::memory_order_release,
                                         std::memory_order_acq_rel, std::memory_order_seq_cst};
bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}
bool acquires(std::memory_order order) {
  return order != std::memory_order_relaxed && order != std::memory_order_release;
}

// Every operation is a node; `before[n]` are all that happen before n.
class Graph {
 public:
  struct Node {
    ThreadId thread = 0;
    bool is_access = false;
    AccessKind kind = AccessKind::kRead;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::vector<bool> before;
  };

  explicit Graph(unsigned threads) : last_(threads, -1), release_fence_(threads, -1), loads_(threads) {
    nodes.emplace_back();  // events count from 1
  }

  std::vector<Node> nodes;

  int add(ThreadId thread) {
    Node node;
    node.thread = thread;
    node.before.resize(4096);
    nodes.push_back(std::move(node));
    const int number = static_cast<int>(nodes.size()) - 1;
    if (last_[thread] >= 0) edge(last_[thread], number);
    last_[thread] = number;
    return number;
  }
  void edge(int from, int to) {
    Node& target = nodes[to];
    target.before[from] = true;
    for (int i = 0; i < from; ++i)
      if (nodes[from].before[i]) target.before[i] = true;
  }
  int last(ThreadId thread) const { return last_[thread]; }
  void access(int number, AccessKind kind, std::uint64_t address, std::uint64_t size) {
    nodes[number].is_access = true;
    nodes[number].kind = kind;
    nodes[number].address = address;
    nodes[number].size = size;
  }

  // Atomics.
  struct Modification {
    int node;
    bool updates;
    int releases_from;  // the node that a reader who acquires comes after; -1: none
  };
  std::vector<Modification> modifications[8];

  void fence(int number, ThreadId thread, std::memory_order order) {
    if (acquires(order))
      for (const std::vector<int>& heads : loads_[thread])
        for (int head : heads) edge(head, number);
    if (releases(order)) release_fence_[thread] = number;
  }
  void load(int number, ThreadId thread, unsigned atomic, std::memory_order order) {
    std::vector<int> heads;
    const auto& all = modifications[atomic];
    for (std::size_t i = all.size(); i-- > 0;) {
      if (all[i].releases_from >= 0) heads.push_back(all[i].releases_from);
      if (!all[i].updates) break;
    }
    if (acquires(order))
      for (int head : heads) edge(head, number);
    else
      loads_[thread].push_back(heads);
  }
  void store(int number, ThreadId thread, unsigned atomic, std::memory_order order, bool updates) {
    modifications[atomic].push_back({number, updates, releases(order) ? number : release_fence_[thread]});
  }

  bool races(int first, int second) const {
    const Node& one = nodes[first];
    const Node& other = nodes[second];
    return one.is_access && other.is_access && one.thread != other.thread && conflict(one.kind, other.kind) &&
           one.address < other.address + other.size && other.address < one.address + one.size &&
           !other.before[first];
  }

 private:
  std::vector<int> last_;
  std::vector<int> release_fence_;
  std::vector<std::vector<std::vector<int>>> loads_;  // by thread: the heads of every relaxed load
};

constexpr unsigned kThreads = 5;
constexpr std::uint64_t kAtomics = 0x1000;  // 4 of 4 bytes each
constexpr std::uint64_t kData = 0x2000;     // 24 bytes
constexpr std::uint64_t kMutexes = 0x3000;
constexpr std::uint64_t kSemaphore = 0x4000;
constexpr std::uint64_t kBarrier = 0x5000;

RaceLimits limits(ReleaseSequence sequence) {
  RaceLimits result;
  result.reports = 4000;
  result.synchronisation.release_sequence = sequence;
  return result;
}

class RandomRun {
 public:
  RandomRun(std::uint64_t seed, RaceProgram& program)
      : random_(seed), program_(program), graph_(kThreads), created_(kThreads), joined_(kThreads) {
    program_.begin();
    created_[0] = true;
    // Some programs lock often, some hardly; few that write much are correct.
    locking_ = below(40);
    fencing_ = below(20);
    writing_ = below(3) == 0 ? 50 : 5;
  }

  void run(unsigned operations) {
    for (unsigned i = 0; i < operations; ++i) step();
    ASSERT_EQ(graph_.nodes.size(), program_.events() + 1);
  }
  const Graph& graph() const { return graph_; }
  const RaceDetector& detector() const { return program_.detector; }

 private:
  unsigned below(unsigned end) { return static_cast<unsigned>(random_.below(end)); }
  std::memory_order any_order() { return kOrders[below(6)]; }

  void step() {
    ThreadId thread = 0;
    do thread = static_cast<ThreadId>(below(kThreads));
    while (!created_[thread] || joined_[thread]);
    const unsigned what = below(100 + locking_ + fencing_);
    if (what < 8)
      create_or_join(thread);
    else if (what < 55)
      plain(thread);
    else if (what < 85)
      atomic(thread);
    else if (what < 92)
      semaphore(thread);
    else if (what < 100)
      barrier(thread);
    else if (what < 100 + locking_)
      lock(thread);
    else
      fence(thread);
  }

  void create_or_join(ThreadId thread) {
    const auto other = static_cast<ThreadId>(1 + below(kThreads - 1));
    if (!created_[other]) {
      created_[other] = true;
      const int node = graph_.add(thread);
      program_.create(thread, other);
      // An operation without effect carries the edge.
      const int started = graph_.add(other);
      graph_.edge(node, started);
      program_.fence(other, std::memory_order_relaxed);
    } else if (other != thread && !joined_[other] && below(3) == 0) {
      joined_[other] = true;
      const int node = graph_.add(thread);
      graph_.edge(graph_.last(other), node);
      program_.join(thread, other);
    }
  }
  void plain(ThreadId thread) {
    static constexpr std::uint64_t kSizes[] = {1, 1, 2, 4, 4, 4, 8, 16, 11};
    const std::uint64_t size = kSizes[below(9)];
    const bool write = below(100) < writing_;
    // Now and then bytes of an atomic.
    const std::uint64_t address = below(8) == 0 ? kAtomics + below(16) : kData + below(8);
    const int node = graph_.add(thread);
    graph_.access(node, write ? AccessKind::kWrite : AccessKind::kRead, address, size);
    if (write)
      program_.write(thread, address, size);
    else
      program_.read(thread, address, size);
  }
  void atomic(ThreadId thread) {
    const unsigned which = below(4);
    const std::uint64_t address = kAtomics + 4 * which;
    const std::memory_order order = any_order();
    const int node = graph_.add(thread);
    switch (below(3)) {
      case 0: {
        graph_.load(node, thread, which, order);
        graph_.access(node, AccessKind::kAtomicRead, address, 4);
        program_.load(thread, address, order);
        break;
      }
      case 1:
        graph_.store(node, thread, which, order, false);
        graph_.access(node, AccessKind::kAtomicWrite, address, 4);
        program_.store(thread, address, order);
        break;
      default:
        graph_.load(node, thread, which, order);
        graph_.store(node, thread, which, order, true);
        graph_.access(node, AccessKind::kAtomicWrite, address, 4);
        program_.update(thread, address, order);
    }
  }
  void fence(ThreadId thread) {
    const std::memory_order order = any_order();
    const int node = graph_.add(thread);
    graph_.fence(node, thread, order);
    program_.fence(thread, order);
  }
  void semaphore(ThreadId thread) {
    const int node = graph_.add(thread);
    if (below(2) == 0) {
      posts_.push_back(node);
      program_.release(thread, kSemaphore);
    } else {
      for (int post : posts_) graph_.edge(post, node);
      program_.acquire(thread, kSemaphore);
    }
  }
  void barrier(ThreadId thread) {
    const unsigned what = below(3);
    if (what == 0) {
      arrived_.push_back(graph_.add(thread));
      program_.arrive(thread, kBarrier);
    } else if (what == 1) {
      opened_.insert(opened_.end(), arrived_.begin(), arrived_.end());
      arrived_.clear();
      program_.open(kBarrier);
    } else {
      const int node = graph_.add(thread);
      for (int arrival : opened_) graph_.edge(arrival, node);
      program_.leave(thread, kBarrier);
    }
  }
  void lock(ThreadId thread) {
    const unsigned which = below(2);
    const std::uint64_t mutex = kMutexes + 64 * which;
    Lock& state = locks_[which];
    const auto reads = std::find(state.readers.begin(), state.readers.end(), thread);
    if (state.writer == thread) {
      state.writer = kNoThread;
      const int node = graph_.add(thread);
      state.write_unlocks.push_back(node);
      program_.unlock(thread, mutex);
    } else if (reads != state.readers.end()) {
      state.readers.erase(reads);
      const int node = graph_.add(thread);
      state.read_unlocks.push_back(node);
      program_.unlock_shared(thread, mutex);
    } else if (state.writer == kNoThread && below(2) == 0) {
      state.readers.push_back(thread);
      const int node = graph_.add(thread);
      for (int unlock : state.write_unlocks) graph_.edge(unlock, node);
      program_.lock_shared(thread, mutex);
    } else if (state.writer == kNoThread && state.readers.empty()) {
      state.writer = thread;
      const int node = graph_.add(thread);
      for (int unlock : state.write_unlocks) graph_.edge(unlock, node);
      for (int unlock : state.read_unlocks) graph_.edge(unlock, node);
      program_.lock(thread, mutex);
    }
  }

  struct Lock {
    ThreadId writer = kNoThread;
    std::vector<ThreadId> readers;
    std::vector<int> write_unlocks, read_unlocks;
  };

  Random random_;
  RaceProgram& program_;
  Graph graph_;
  std::vector<bool> created_, joined_;
  unsigned locking_ = 0, fencing_ = 0, writing_ = 0;
  std::vector<int> posts_, arrived_, opened_;
  Lock locks_[2];
};

struct Totals {
  std::uint64_t racy_programs = 0, programs = 0, reports = 0, racy_bytes = 0;
};

void compare(std::uint64_t seed, ReleaseSequence sequence, RaceProgram& program, Totals& totals) {
  RandomRun run(seed, program);
  run.run(10 + seed % 90);
  const Graph& graph = run.graph();
  const auto races = run.detector().races();
  ++totals.programs;
  totals.reports += races.size();
  for (const Race& race : races)
    ASSERT_TRUE(graph.races(static_cast<int>(race.first.event), static_cast<int>(race.second.event)))
        << "made up, seed " << seed << ": " << race.first.event << " and " << race.second.event;
  ASSERT_FALSE(run.detector().is_incomplete());
  if (sequence != ReleaseSequence::kCpp20) return;

  std::uint32_t first_racy = 0;
  for (std::uint32_t second = 1; second < graph.nodes.size() && first_racy == 0; ++second)
    for (std::uint32_t first = 1; first < second; ++first)
      if (graph.races(static_cast<int>(first), static_cast<int>(second))) first_racy = second;
  ASSERT_EQ(races.empty() ? 0 : races.front().second.event, first_racy) << "seed " << seed;
  totals.racy_programs += first_racy != 0;

  // Every byte that somebody raced for is in a report.
  const auto covers = [&](std::uint32_t event, std::uint64_t byte) {
    const Graph::Node& node = graph.nodes[event];
    return byte >= node.address && byte < node.address + node.size;
  };
  for (std::uint32_t second = 1; second < graph.nodes.size(); ++second)
    for (std::uint32_t first = 1; first < second; ++first) {
      if (!graph.races(static_cast<int>(first), static_cast<int>(second))) continue;
      const Graph::Node& node = graph.nodes[second];
      for (std::uint64_t byte = node.address; byte < node.address + node.size; ++byte) {
        if (!covers(first, byte)) continue;
        ++totals.racy_bytes;
        ASSERT_TRUE(std::any_of(races.begin(), races.end(),
                                [&](const Race& race) {
                                  return covers(race.first.event, byte) && covers(race.second.event, byte);
                                }))
            << "missed, seed " << seed << ": " << first << " and " << second;
      }
    }
}

TEST(RaceRandom, FindsExactlyWhatTheStandardCallsRaces) {
  Totals totals;
  RaceProgram program(limits(ReleaseSequence::kCpp20), 1);  // the same detector for all
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    compare(seed, ReleaseSequence::kCpp20, program, totals);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(totals.racy_programs, totals.programs / 4);
  EXPECT_LT(totals.racy_programs, totals.programs * 9 / 10) << "many programs are correct";
}

// More is ordered then, and nothing else changes.
TEST(RaceRandom, MakesNothingUpWithTheReleaseSequencesOfBefore) {
  Totals totals;
  RaceProgram program(limits(ReleaseSequence::kBeforeCpp20), 1);  // the same detector for all
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    compare(seed, ReleaseSequence::kBeforeCpp20, program, totals);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(totals.reports, totals.programs);
}

}  // namespace
}  // namespace heddle::race_random_test
