#include "host/near_replay.h"

#include <algorithm>
#include <utility>

#include "analysis/thread_name_hashes.h"
#include "search/repeat.h"
#include "search/saved_turns.h"

namespace heddle::host {

namespace {

constexpr int kMostAlignments = 6;
constexpr int kFarthestMove = 12;  // operations that matter, from where the schedule switches threads
constexpr char kInFunction[] = " in ";

// "bank.cc:24 in Account::withdraw", as report::to_recorded writes it.
std::string function_in(const std::string& place) {
  const std::size_t at = place.find(kInFunction);
  return at == std::string::npos ? std::string() : place.substr(at + sizeof kInFunction - 1);
}

bool has_end(const Turn& turn) {
  return turn.until != kAsFarAsPossible;
}

// By address: more than one thread is there.
std::set<std::uint64_t> shared_addresses(const std::vector<PerformedOperation>& operations) {
  std::unordered_map<std::uint64_t, ThreadId> first;
  std::set<std::uint64_t> shared;
  for (const PerformedOperation& operation : operations) {
    if (operation.what.address == 0) continue;
    const auto [entry, added] = first.try_emplace(operation.what.address, operation.thread);
    if (!added && entry->second != operation.thread) shared.insert(operation.what.address);
  }
  return shared;
}

}  // namespace

NearReplay::NearReplay(const ScheduleFile& file, Replayer& replayer, const NearSettings& settings,
                       FunctionOf function_of, IsSame is_same, std::function<bool()> interrupted)
    : file_(file),
      replayer_(replayer),
      settings_(settings),
      function_of_(std::move(function_of)),
      is_same_(std::move(is_same)),
      interrupted_(std::move(interrupted)),
      random_(settings.seed),
      saved_(saved_turns(file.schedule, file.threads)) {}

OperationKey NearReplay::key_of(OperationKind kind, const std::string& function) const {
  const auto number = [this](const std::string& name) {
    return names_.try_emplace(name, static_cast<std::uint32_t>(names_.size() + 1)).first->second;
  };
  const std::string what(to_string(kind));
  return {number(what + "@" + function), number(what)};
}

NearReplay::Steps NearReplay::recorded_steps() const {
  std::vector<OperationKey> keys;
  for (const RecordedStepKind& kind : file_.kinds) keys.push_back(key_of(kind.kind, function_in(kind.place)));
  Steps result;
  std::size_t step = 0;
  for (const Run& run : file_.schedule) {
    ThreadSteps& own = result[ThreadNameHashes::of_name(file_.threads[run.thread])];
    for (std::uint32_t i = 0; i < run.steps && step < file_.steps.size(); ++i, ++step) {
      own.keys.push_back(keys[file_.steps[step]]);
      own.steps.push_back(step);
    }
  }
  return result;
}

NearReplay::Steps NearReplay::steps_of(const Replayed& replayed) {
  const std::set<std::uint64_t> shared = shared_addresses(replayed.operations);
  Steps result;
  for (std::size_t step = 0; step < replayed.operations.size(); ++step) {
    const PerformedOperation& operation = replayed.operations[step];
    if (operation.thread >= replayed.report.threads.size()) continue;
    const auto [function, added] = functions_.try_emplace(operation.what.site);
    if (added && operation.what.site != kNoSite) function->second = function_of_(operation.what.site);
    ThreadSteps& own = result[ThreadNameHashes::of_name(replayed.report.threads[operation.thread])];
    own.keys.push_back(key_of(operation.what.kind, function->second));
    own.steps.push_back(step);
    own.matters.push_back(!is_access(operation.what.kind) || shared.contains(operation.what.address));
  }
  return result;
}

ReplayRequest NearReplay::request_by(const std::vector<Turn>& turns) const {
  ReplayRequest request = replay_request(settings_.execution, {}, FailureKind::kNone);
  request.execution.capture_output = false;
  request.max_recorded_steps = 0;
  follow_turns(request, turns, file_.schedule);
  return request;
}

bool NearReplay::execute(const ReplayRequest& request, Replayed& replayed) {
  if (result_.executions >= settings_.executions || interrupted_()) return !(over_ = true);
  ++result_.executions;
  Result<Replayed> answer = replayer_.replay(request, interrupted_);
  if (!answer) {
    result_.problem = answer.error();
    return !(over_ = true);
  }
  replayed = std::move(*answer);
  return true;
}

bool NearReplay::try_turns(const std::vector<Turn>& turns) {
  std::vector<std::uint64_t> plan;
  for (const Turn& turn : turns) plan.insert(plan.end(), {turn.thread, turn.until});
  if (over_) return true;
  if (!tried_.insert(std::move(plan)).second) return false;
  ReplayRequest request = request_by(turns);
  request.operations = true;
  Replayed replayed;
  if (!execute(request, replayed)) return true;
  now_ = steps_of(replayed);
  const bool failed = replayed.report.end == End::kFailed && is_same_(replayed.report.failure);
  if (failed) result_.report = std::move(replayed.report);
  return over_ = failed || (is_race() && races(turns));
}

// Whether the two accesses race in an execution of these turns is asked in another one: where they are is
// known by now.
bool NearReplay::races(const std::vector<Turn>& turns) {
  align_with_last();
  const std::optional<RacingSteps> steps = racing_steps();
  if (!steps) return false;
  ReplayRequest request = request_by(turns);
  request.race = {0, std::min(steps->first, steps->second), std::max(steps->first, steps->second)};
  Replayed replayed;
  if (!execute(request, replayed)) return true;
  if (replayed.report.end != End::kFailed || replayed.report.failure.kind != FailureKind::kDataRace)
    return false;
  result_.report = std::move(replayed.report);
  return true;
}

std::optional<NearReplay::RacingSteps> NearReplay::racing_steps() const {
  const auto now = [this](std::uint64_t step) -> std::optional<std::uint64_t> {
    for (const auto& [thread, own] : before_) {
      const auto at = std::lower_bound(own.steps.begin(), own.steps.end(), step);
      if (at == own.steps.end() || *at != step) continue;
      const auto matches = matches_.find(thread);
      const auto there = now_.find(thread);
      if (matches == matches_.end() || there == now_.end()) return std::nullopt;
      const std::int64_t place = matches->second[static_cast<std::size_t>(at - own.steps.begin())];
      if (place == kUnmatched) return std::nullopt;
      return there->second.steps[static_cast<std::size_t>(place)];
    }
    return std::nullopt;
  };
  const std::optional<std::uint64_t> first = now(file_.first_access), second = now(file_.second_access);
  if (!first || !second) return std::nullopt;
  return RacingSteps{*first, *second};
}

void NearReplay::align_with_last() {
  matches_.clear();
  for (const auto& [thread, own] : before_) {
    const auto there = now_.find(thread);
    matches_[thread] = there == now_.end() ? std::vector<std::int64_t>(own.keys.size(), kUnmatched)
                                           : align(own.keys, there->second.keys);
  }
}

std::vector<Turn> NearReplay::mapped_turns(Near preferred) const {
  std::vector<Turn> turns = saved_;
  for (Turn& turn : turns) {
    if (!has_end(turn)) continue;
    const auto matches = matches_.find(turn.thread);
    const std::int64_t place =
        matches == matches_.end() ? kUnmatched : mapped(matches->second, turn.until, preferred);
    if (place != kUnmatched) turn.until = static_cast<std::uint64_t>(place);
  }
  return turns;
}

// Where a thread goes on elsewhere than it did, what it does from there on is aligned in the next execution.
void NearReplay::follow() {
  best_ = saved_;
  if (try_turns(best_)) return;
  for (int i = 0; i < kMostAlignments; ++i) {
    align_with_last();
    const std::vector<Turn> other = mapped_turns(Near::kLast);
    const std::vector<Turn> next = mapped_turns(Near::kNext);
    const bool is_new = next != best_;
    best_ = next;
    if (try_turns(best_) || try_turns(other) || !is_new) return;
  }
}

// The turn ends so many operations that matter later, or earlier.
std::vector<Turn> NearReplay::moved(std::size_t turn, int by) const {
  std::vector<Turn> turns = best_;
  const auto own = now_.find(turns[turn].thread);
  if (own == now_.end()) return turns;
  const std::vector<bool>& matters = own->second.matters;
  const int step = by > 0 ? 1 : -1;
  auto at = static_cast<std::int64_t>(std::min<std::uint64_t>(turns[turn].until, matters.size()));
  for (int left = by > 0 ? by : -by; left > 0;) {
    at += step;
    if (at < 0 || at > static_cast<std::int64_t>(matters.size())) return turns;
    if (at == static_cast<std::int64_t>(matters.size()) || matters[static_cast<std::size_t>(at)]) --left;
  }
  turns[turn].until = static_cast<std::uint64_t>(at);
  return turns;
}

std::vector<Turn> NearReplay::moved_at_random() {
  const std::vector<Turn> best = best_;
  for (std::size_t turn = 0; turn < best.size(); ++turn) {
    if (!has_end(best[turn])) continue;
    // Mostly near, seldom far.
    int by = 0;
    while (by < 2 * kFarthestMove && random_.unit() < 0.6) ++by;
    if (by != 0) best_ = moved(turn, random_.below(2) == 0 ? by : -by);
  }
  return std::exchange(best_, best);
}

// First each place alone, the nearest operations first; then all of them at random.
void NearReplay::search_around() {
  for (int by = 1; by <= kFarthestMove; ++by)
    for (std::size_t turn = best_.size(); turn-- > 0;) {
      if (!has_end(best_[turn])) continue;
      if (try_turns(moved(turn, by)) || try_turns(moved(turn, -by))) return;
      // Half of the executions are for what two places have to change for.
      if (2 * result_.executions > settings_.executions) by = kFarthestMove;
    }
  for (int failures = 0; failures < 1'000; ++failures)
    if (try_turns(moved_at_random())) return;
}

// Of the places at which the schedule switches threads.
void NearReplay::judge() {
  align_with_last();
  for (const Turn& turn : saved_) {
    if (!has_end(turn)) continue;
    ++result_.places;
    const auto matches = matches_.find(turn.thread);
    if (matches != matches_.end() && mapped(matches->second, turn.until, Near::kNext) != kUnmatched)
      ++result_.found;
  }
  const bool is_found = 2 * result_.found >= result_.places && result_.places > 0;
  result_.verdict = is_found ? NearVerdict::kGone : NearVerdict::kCannotBeFollowed;
}

NearResult NearReplay::run() {
  before_ = recorded_steps();
  follow();
  if (!over_) judge();
  if (!over_ && result_.verdict == NearVerdict::kGone) search_around();
  if (result_.report) result_.verdict = NearVerdict::kStillThere;
  return std::move(result_);
}

}  // namespace heddle::host
