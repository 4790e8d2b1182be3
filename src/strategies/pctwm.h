// `pctwm`: Gao, Chakraborty and Kulahcioglu Ozkan, "Probabilistic Concurrency Testing for Weak Memory
// Programs", ASPLOS 2023, derived anew from its idea: what makes a bug of weak memory deep is the number d of
// its communications, that is of reads that take something from another thread. All other reads see what
// their own thread knows already.
//
// Threads have random priorities. Of the k reads of an execution (k as measured), d are drawn as
// communications. A thread that is about to perform one goes behind all others, the first communication of
// the tuple last; once it is chosen, the read sees one of the newest h stores that it may see, uniformly.
// Every other load sees the oldest store that it may see, and every other read-modify-write the newest one.
//
// A bug that needs d communications, each from one of the newest h stores, is met with a probability of at
// least 1 / (k h)^d.
#pragma once

#include <cstdint>
#include <vector>

#include "strategies/profile.h"
#include "strategies/spin_watch.h"
#include "strategies/strategy.h"

namespace heddle {

struct PctwmOptions {
  unsigned depth = 2;        // d
  std::uint32_t stores = 2;  // h
  std::uint64_t reads = 0;   // k; 0: as measured
};

class Pctwm : public Strategy {
 public:
  // With a profile, which outlives it, that has measured the reads.
  explicit Pctwm(const PctwmOptions& options, const Profile* profile = nullptr)
      : options_(options), profile_(profile) {}

  Facets facets() override { return {.needs = {.executed = true, .stores = true}}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  std::uint32_t choose_store(const StoreChoice& choice) override;
  void executed(const Event& event) override;
  Lesson learn(const Execution& execution) override;

 private:
  static constexpr std::size_t kReads = 0;  // of the tally

  std::uint64_t usual_reads() const;
  static bool is_read(OperationKind kind) { return is_atomic_access(kind) && reads(kind); }
  void meet(ThreadId thread);
  // The place of the read that comes next in the tuple of communications; 0: it is none.
  std::size_t communication() const;

  PctwmOptions options_;
  const Profile* profile_;
  std::uint64_t measured_ = 1;  // the most reads of an execution so far

  // This execution.
  Random* random_ = nullptr;
  std::uint64_t* tally_ = nullptr;
  std::uint64_t reads_ = 0;                    // begun, those that were put off included
  std::vector<std::uint64_t> communications_;  // numbers of reads, a tuple
  struct Priority {
    double value;
    bool reads_counted = false;  // the next read of the thread has its number
    bool communicates = false;   // ... and is a communication
  };
  std::vector<Priority> priorities_;  // by ThreadId
  double lowest_ = 0;
  SpinWatch spin_watch_;
};

}  // namespace heddle
