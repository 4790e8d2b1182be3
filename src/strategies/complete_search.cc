#include "strategies/complete_search.h"

#include <algorithm>
#include <utility>

#include "strategies/exhaustive_search.h"
#include "strategies/prefix_search.h"
#include "strategies/spin_watch.h"

namespace heddle {

namespace {

using complete::Act;
using complete::GraphSearch;
using complete::Reading;

// The notes of an execution: three words for each event, and where an access is the first of its kind, its
// bytes.
constexpr std::size_t kWordsOfStep = 3, kWordsOfBytes = 4;

// In place of an event: the execution was given up, and why.
constexpr std::uint32_t kGivenUp = ~std::uint32_t{0};
constexpr std::uint32_t kCannotGoOn = 1, kIsUnknown = 2;

// More than any semaphore has, and threads wait at a barrier.
constexpr std::uint32_t kEndless = 1u << 30;

std::unique_ptr<GraphSearch> new_search() {
  return std::make_unique<GraphSearch>(std::make_unique<complete::SequentialConsistency>());
}

constexpr bool is_of_semaphore(Act act) {
  return act == Act::kTake || act == Act::kTryTake || act == Act::kPost;
}

}  // namespace

CompleteSearch::CompleteSearch() : search_(new_search()) {}

Facets CompleteSearch::facets() {
  if (every_schedule_ != nullptr) {
    Facets facets = every_schedule_->facets();
    facets.exit = ExitRule::kHeld;
    return facets;
  }
  return {.needs = {.executed = true, .whole = true},
          .exit = ExitRule::kHeld,
          .exhaustible = this,
          .until_lesson = 0};
}

bool CompleteSearch::exhausted() const {
  return search_->is_exhausted();
}

std::string CompleteSearch::claim() const {
  return "every behaviour while the process ends last";
}

void CompleteSearch::begin_run() {
  trouble_ = Trouble::kNone;
  ids_.clear();
  reader_.begin();
  search_->begin();
}

void CompleteSearch::begin(const RunContext& run) {
  if (every_schedule_ != nullptr) return every_schedule_->begin(run);
  is_running_ = true;
  notes_ = run.notes;
  locations_ = &run.locations;
  begin_run();
}

Decision CompleteSearch::choose(const Choice& choice) {
  if (every_schedule_ != nullptr) return every_schedule_->choose(choice);
  if (trouble_ != Trouble::kNone || search_->gave_up()) return Decision::abandon();
  if (choice.without_progress >= SpinWatch::kPatience) return give_up(kIsUnknown);
  candidates_.clear();
  for (const Candidate& each : choice.enabled) {
    const complete::Thread number = reader_.number_of(each.thread);
    complete::Step step;
    if (reader_.announced(each.thread, *each.next, step) == Reading::kUnknown) return give_up(kIsUnknown);
    candidates_.push_back({number, step});
    if (number >= ids_.size()) ids_.resize(number + 1u, kNoThread);
    ids_[number] = each.thread;
  }
  const complete::Thread chosen = search_->choose(candidates_);
  return chosen == complete::kNobody ? give_up(kCannotGoOn) : Decision::go(ids_[chosen]);
}

// Written down for the copy that learns from it.
Decision CompleteSearch::give_up(std::uint32_t why) {
  if (notes_.has_room(kWordsOfStep)) {
    notes_.add(kGivenUp);
    notes_.add(why);
    notes_.add(0);
  }
  gave_up(why);
  return Decision::abandon();
}

void CompleteSearch::gave_up(std::uint32_t why) {
  if (why == kIsUnknown)
    trouble_ = Trouble::kUnknown;
  else if (!search_->gave_up())
    search_->refuse();
}

void CompleteSearch::executed(const Event& event) {
  if (every_schedule_ != nullptr) return every_schedule_->executed(event);
  if (trouble_ != Trouble::kNone) return;
  if (!notes_.has_room(2 * kWordsOfStep + kWordsOfBytes)) {
    give_up(kIsUnknown);  // too long
    return;
  }
  notes_.add(event.location);
  notes_.add(event.thread | static_cast<std::uint32_t>(event.kind) << 16 | std::uint32_t{event.size} << 24);
  notes_.add(event.detail);
  if (!is_new_access(event)) return happened(event, nullptr);
  const complete::Bytes bytes = complete::Places::bytes(event, *locations_);
  notes_.add(static_cast<std::uint32_t>(bytes.object));
  notes_.add(static_cast<std::uint32_t>(bytes.object >> 32));
  notes_.add(static_cast<std::uint32_t>(bytes.start));
  notes_.add(bytes.size);
  happened(event, &bytes);
}

bool CompleteSearch::is_new_access(const Event& event) {
  return is_access(event.kind) && event.kind != OperationKind::kFree && event.size != 0 &&
         event.location != kNoLocation && reader_.has_threads() && reader_.places().find(event) == nullptr;
}

// Another copy of us ran it.
void CompleteSearch::read_again(const Execution& execution) {
  std::span<const std::uint32_t> notes = execution.notes;
  while (notes.size() >= kWordsOfStep && trouble_ == Trouble::kNone) {
    if (notes[0] == kGivenUp) return gave_up(notes[1]);
    Event event{};
    event.location = notes[0];
    event.thread = static_cast<ThreadId>(notes[1]);
    const std::uint32_t kind = notes[1] >> 16 & 0xff;
    if (kind < static_cast<std::uint32_t>(OperationKind::kCount))
      event.kind = static_cast<OperationKind>(kind);
    event.size = static_cast<std::uint8_t>(notes[1] >> 24);
    event.detail = notes[2];
    notes = notes.subspan(kWordsOfStep);
    if (!is_new_access(event)) {
      happened(event, nullptr);
      continue;
    }
    if (notes.size() < kWordsOfBytes) return;
    const complete::Bytes bytes{notes[0] | std::uint64_t{notes[1]} << 32, static_cast<std::int32_t>(notes[2]),
                                notes[3]};
    notes = notes.subspan(kWordsOfBytes);
    happened(event, &bytes);
  }
}

void CompleteSearch::note_initial(const complete::Step& step) {
  if (!is_of_semaphore(step.act) && step.act != Act::kArrive) return;
  const bool is_known = std::any_of(initial_.begin(), initial_.end(),
                                    [&](const auto& each) { return each.first == step.where; });
  if (is_known) return;
  complete::State state;
  (step.act == Act::kArrive ? state.most : state.count) = kEndless;
  initial_.emplace_back(step.where, state);
  search_->set_initial(step.where, state);
}

bool CompleteSearch::learn_initial(const GraphSearch::Surprise& surprise) {
  const auto known = std::find_if(initial_.begin(), initial_.end(),
                                  [&](const auto& each) { return each.first == surprise.step.where; });
  if (known == initial_.end()) return false;
  complete::State& initial = known->second;
  if (surprise.step.act == Act::kArrive) {
    if (surprise.before.threads.size() + 1 >= initial.most) return false;
    initial.most = static_cast<std::uint32_t>(surprise.before.threads.size()) + 1;
    return true;
  }
  if (surprise.before.count == 0 || surprise.before.count > initial.count) return false;
  initial.count -= surprise.before.count;
  return true;
}

void CompleteSearch::happened(const Event& event, const complete::Bytes* bytes) {
  if (bytes != nullptr && !reader_.places().learn(event, *bytes)) {
    trouble_ = Trouble::kBeginAnew;
    return;
  }
  complete::Step step;
  bool wrote = false;
  switch (reader_.read(event, step, wrote)) {
    case Reading::kNothing:
      return;
    case Reading::kUnknown:
      trouble_ = Trouble::kUnknown;
      return;
    case Reading::kStep:
      break;
  }
  note_initial(step);
  search_->performed(reader_.number_of(event.thread), step, wrote);
  reader_.performed(event, step);
}

void CompleteSearch::begin_anew() {
  search_ = new_search();
  for (const auto& [place, state] : initial_) search_->set_initial(place, state);
}

void CompleteSearch::hand_over() {
  every_schedule_ =
      std::make_unique<Prefixed>(std::make_unique<ExhaustiveSearch>(ExhaustiveOptions{}), ExitRule::kHeld);
}

void CompleteSearch::ended(const Execution& execution) {
  candidates_.clear();
  for (const Event& pending : execution.pending) {
    complete::Step step;
    const Operation operation{pending.kind, pending.size, kNoThread, pending.site, pending.location, 0};
    if (reader_.left_undone(pending.thread, operation, step) == Reading::kUnknown) {
      trouble_ = Trouble::kUnknown;
      return;
    }
    note_initial(step);
    candidates_.push_back({reader_.number_of(pending.thread), step});
  }
  search_->ended(candidates_);
}

Lesson CompleteSearch::learn(const Execution& execution) {
  if (every_schedule_ != nullptr) return every_schedule_->learn(execution);
  if (!is_running_) {
    begin_run();
    read_again(execution);
  }
  is_running_ = false;
  if (execution.found_shared && trouble_ == Trouble::kNone) trouble_ = Trouble::kBeginAnew;
  if (execution.end == End::kLost || execution.end == End::kStuck) trouble_ = Trouble::kUnknown;
  // The other threads had not gone as far as they could: what they would have done is not known.
  const FailureKind failure = execution.end == End::kFailed ? execution.failure.kind : FailureKind::kNone;
  if (failure != FailureKind::kNone && failure != FailureKind::kDeadlock &&
      failure != FailureKind::kExitStatus)
    trouble_ = Trouble::kUnknown;
  if (trouble_ == Trouble::kNone) ended(execution);
  if (trouble_ == Trouble::kNone && search_->is_contradicted()) {
    const bool has_learnt = search_->surprise() && learn_initial(*search_->surprise());
    trouble_ = has_learnt ? Trouble::kBeginAnew : Trouble::kUnknown;
  }
  if (trouble_ == Trouble::kBeginAnew) begin_anew();
  if (trouble_ == Trouble::kUnknown) hand_over();
  return Lesson::kNews;
}

}  // namespace heddle
