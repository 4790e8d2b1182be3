// Whether what executions of a test case showed is what a thread-safe class may show.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "classes/container_oracle.h"
#include "classes/linearizability.h"
#include "classes/run/driver_process.h"

namespace heddle::classes {

enum class Oracle : std::uint8_t {
  kLinearizability,  // results, exceptions, the final state, and all that follows
  kThreadSafety,     // crashes, deadlocks and exceptions that no order of the calls shows (ConTeGe)
};

struct JudgeOptions {
  Oracle oracle = Oracle::kLinearizability;
  LinearizabilityOptions linearizability;
  std::optional<Holding> holding = {};     // the order of what it holds may be another
  const Operations* operations = nullptr;  // none: no such promise is looked at
  std::set<std::uint32_t> looking = {};  // operations that only look: what they answer may be meant as a hint
};

// A promise that a class may not make, and without which what was seen is right.
struct Relaxation {
  enum class Kind : std::uint8_t {
    kSpurious,              // this operation may fail whenever it likes
    kHint,                  // what this operation answers need not be true
    kQuiescent,             // calls keep their order only where no call was running in between
    kProgram,               // calls keep only the order of their threads
    kProducers,             // values keep the order of the thread that put them
    kProducersAndSpurious,  // the same, and this operation may fail whenever it likes
    kBag,                   // values keep no order
  };
  Kind kind = Kind::kQuiescent;
  std::uint32_t operation = 0;
};

// Something that no order of the calls, one after the other, shows.
struct Violation {
  FailureKind kind = FailureKind::kNone;
  TestCase test;
  ToldHistory told;
  std::vector<std::uint8_t> observed;          // Observation::observed
  std::optional<Failure> failure;              // of the execution: a crash, a deadlock, a data race
  std::optional<Linearization> linearization;  // of what is not linearizable
  std::vector<Relaxation> relaxations = {};    // each of which would explain it
  bool is_alone = false;    // it takes no threads: the one thread of the test is stuck by itself
  std::uint64_t times = 0;  // of how many executions
  std::uint64_t executions = 0;
};

struct Judgement {
  enum class Verdict : std::uint8_t {
    kRight,
    kWrong,
    kNoTest,    // the calls before the threads fail by themselves, or the constructor throws
    kNotKnown,  // what the calls do one after the other could not be told
  };
  Verdict verdict = Verdict::kRight;
  std::optional<Violation> violation;
  std::string why_no_test;
  // Some results could not be judged; crashes, races and whatever else ends an execution were.
  bool has_unjudged_results = false;
  // That ends the program without any threads: not to be used again.
  std::optional<std::size_t> failing_observer;
};

class Judge {
 public:
  // `specification` is the driver of the class itself, or of one that says what is right.
  Judge(DriverProcess& specification, const JudgeOptions& options)
      : specification_(specification), options_(options) {}

  // Before tests are run: what their calls give one after the other is found out meanwhile.
  void prepare(std::span<const TestRequest> tests);
  Judgement judge(const TestCase& test, const Observation& observation, const TestRun& run);

 private:
  DriverProcess& specification_;
  JudgeOptions options_;
};

// Whether the two calls, of different threads, overlapped.
bool overlapped(const HistoryCall& one, const HistoryCall& other);

}  // namespace heddle::classes
