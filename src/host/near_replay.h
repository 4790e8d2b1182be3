// A saved schedule in a program that was changed since: followed as far as it goes, by what threads do in
// which functions instead of by counts, and then executions around it.
//
// A schedule says how far each thread gets, in operations of its own. Those of the old program are known by
// kind and function; an execution of the new one is aligned with them, thread by thread, which tells how far
// the same places are now. Where the threads take other ways from there on, the next execution is aligned
// again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "event/random.h"
#include "event/schedule_file.h"
#include "host/alignment.h"
#include "search/replayer.h"
#include "strategies/follow_turns.h"

namespace heddle::host {

struct NearSettings {
  ExecutionOptions execution;
  std::uint64_t executions = 100;
  std::uint64_t seed = 1;
};

enum class NearVerdict : std::uint8_t {
  kStillThere,
  kGone,             // in none of the executions near the schedule
  kCannotBeFollowed  // the places where it switches threads are gone
};

struct NearResult {
  NearVerdict verdict = NearVerdict::kCannotBeFollowed;
  std::uint64_t executions = 0;
  std::optional<ExecutionReport> report;  // of the execution that failed in the same way
  std::size_t places = 0;                 // at which the schedule switches threads
  std::size_t found = 0;                  // of them, in the program as it is now
  std::string problem;                    // the program could not be executed
};

class NearReplay {
 public:
  // Names the function of a site; empty: not known.
  using FunctionOf = std::function<std::string(SiteId)>;
  // Whether this is the failure that was recorded.
  using IsSame = std::function<bool(const Failure&)>;

  NearReplay(const ScheduleFile& file, Replayer& replayer, const NearSettings& settings,
             FunctionOf function_of, IsSame is_same, std::function<bool()> interrupted);

  NearResult run();

 private:
  // The operations of one thread, in its order, and the place of each in the execution.
  struct ThreadSteps {
    std::vector<OperationKey> keys;
    std::vector<std::size_t> steps;
    std::vector<bool> matters;  // other threads could notice it
  };
  using Steps = std::unordered_map<std::uint64_t, ThreadSteps>;  // by the hash of the thread's name
  using Matches = std::unordered_map<std::uint64_t, std::vector<std::int64_t>>;
  struct RacingSteps {
    std::uint64_t first = 0, second = 0;
  };

  Steps recorded_steps() const;
  Steps steps_of(const Replayed& replayed);
  OperationKey key_of(OperationKind kind, const std::string& function) const;
  bool is_race() const { return file_.outcome == FailureKind::kDataRace; }

  ReplayRequest request_by(const std::vector<Turn>& turns) const;
  // One execution, two for a race; true: it failed in the same way, or there is no more to do.
  bool try_turns(const std::vector<Turn>& turns);
  bool races(const std::vector<Turn>& turns);
  std::optional<RacingSteps> racing_steps() const;
  bool execute(const ReplayRequest& request, Replayed& replayed);

  void align_with_last();
  std::vector<Turn> mapped_turns(Near preferred) const;
  void follow();
  void search_around();
  std::vector<Turn> moved(std::size_t turn, int by) const;
  std::vector<Turn> moved_at_random();
  void judge();

  const ScheduleFile& file_;
  Replayer& replayer_;
  NearSettings settings_;
  FunctionOf function_of_;
  IsSame is_same_;
  std::function<bool()> interrupted_;
  Random random_;
  mutable std::unordered_map<std::string, std::uint32_t> names_;
  std::unordered_map<SiteId, std::string> functions_;
  Steps before_;
  Steps now_;  // of the last execution
  Matches matches_;
  std::vector<Turn> saved_;  // as they were
  std::vector<Turn> best_;   // as they are now
  std::set<std::vector<std::uint64_t>> tried_;
  NearResult result_;
  bool over_ = false;
};

}  // namespace heddle::host
