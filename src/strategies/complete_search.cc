#include "strategies/complete_search.h"

#include <algorithm>
#include <utility>

#include "strategies/complete/cpp_memory_model.h"
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
constexpr std::size_t kWordsOfStep = 3, kWordsOfBytes = 5;

// In place of an event: the execution was given up; for want of what, and of which operation nothing is
// known.
constexpr std::uint32_t kGivenUp = ~std::uint32_t{0};
constexpr std::uint32_t kCannotGoOn = 1, kIsUnknown = 2, kSpinning = 3, kTooLong = 4, kWaitingSite = 5,
                        kDeadEnd = 6;
// Or it goes on: a thread (its id, and how many steps) has gone round; from here on all only wait.
constexpr std::uint32_t kCameRound = 7, kLetsWait = 8;
// A fence (thread and ordering); a thread was not asked which store it sees.
constexpr std::uint32_t kFenced = 9, kNotTold = 10, kIsStated = 11;

// Points without progress after which there is no hope.
constexpr std::uint64_t kLastPatience = 10 * SpinWatch::kPatience;

// More than any semaphore has, and threads wait at a barrier.
constexpr std::uint32_t kEndless = 1u << 30;

// A thread does something wrong, and that is the end, at once. In all others it is the end of everything.
constexpr bool is_dead_end(FailureKind failure) {
  switch (failure) {
    case FailureKind::kAssertion:
    case FailureKind::kCrash:
    case FailureKind::kHeapError:
    case FailureKind::kLockMisuse:
    case FailureKind::kUncaughtException:
    case FailureKind::kStackError:
      return true;
    default:
      return false;
  }
}
constexpr bool is_usual_end(FailureKind failure) {
  return failure == FailureKind::kNone || failure == FailureKind::kDeadlock ||
         failure == FailureKind::kLivelock || failure == FailureKind::kExitStatus ||
         failure == FailureKind::kThreadLeak;
}

std::string_view words_of(Hidden hidden) {
  switch (hidden) {
    case Hidden::kTimeLimit:
      return "waits with a time limit";
    case Hidden::kClock:
      return "reads the clock while other threads live";
    case Hidden::kRandom:
      return "takes random numbers while other threads live";
    case Hidden::kByItself:
      return "has waits that may end by themselves";
    case Hidden::kOldStore:
      return "makes more stores than are kept";
    case Hidden::kWeakExchange:
    case Hidden::kTry:
    case Hidden::kCount:
      break;
  }
  return "asks whether a thread has ended";
}

constexpr bool is_of_semaphore(Act act) {
  return act == Act::kTake || act == Act::kTryTake || act == Act::kPost;
}

}  // namespace

std::unique_ptr<GraphSearch> CompleteSearch::new_graph_search(complete::Blocked blocked, bool weak_memory) {
  std::unique_ptr<complete::MemoryModel> model;
  if (weak_memory)
    model = std::make_unique<complete::CppMemoryModel>();
  else
    model = std::make_unique<complete::SequentialConsistency>();
  return std::make_unique<GraphSearch>(std::move(model), blocked);
}

CompleteSearch::CompleteSearch(const CompleteOptions& options)
    : options_(options), search_(new_graph_search(blocked_, weak_memory_)) {}

Facets CompleteSearch::facets() {
  if (every_schedule_ != nullptr) {
    Facets facets = every_schedule_->facets();
    facets.exit = ExitRule::kHeld;
    facets.exhaustible = this;
    facets.divisible = this;
    return facets;
  }
  return {.needs = {.executed = true,
                    .whole = true,
                    .forced = true,
                    .state = true,
                    .may_give_up = true,
                    .stores = true,
                    .every_store = true},
          .exit = ExitRule::kHeld,
          .exhaustible = this,
          .divisible = this,
          .until_lesson = 0};
}

bool CompleteSearch::exhausted() const {
  return every_schedule_ != nullptr ? every_schedule_->facets().is_exhausted() : search_->is_exhausted();
}

std::string CompleteSearch::claim() const {
  constexpr const char* kHeld = " while the process ends last";
  if (every_schedule_ == nullptr) {
    const std::string bound =
        has_cut_ ? " up to " + std::to_string(options_.unroll) + " passes through the same place" : "";
    const std::string memory = weak_memory_ ? " under the C++ memory model" : "";
    const std::string exchanges =
        has_weak_exchange_ ? " in which no compare_exchange_weak fails for no reason" : "";
    return "every behaviour" + memory + exchanges + bound + kHeld;
  }
  const std::string claim = every_schedule_->facets().claim();
  return claim.empty() ? claim : claim + kHeld + " (`complete` left it to `dfs`: " + reason() + ")";
}

std::string CompleteSearch::reason() const {
  switch (why_) {
    case Why::kOperation:
      return "it does not know what depends on this operation: " + std::string(to_string(unknown_));
    case Why::kSpins:
      return "a loop waits, or goes on for long";
    case Why::kLong:
      return "an execution is too long";
    case Why::kHidden:
      for (unsigned each = 0; each < static_cast<unsigned>(Hidden::kCount); ++each)
        if ((hidden_ & set_of(static_cast<Hidden>(each))) != 0)
          return "the program " + std::string(words_of(static_cast<Hidden>(each)));
      break;
    case Why::kNotWhole:
      return "an execution ended while threads could go on";
    case Why::kStated:
      return "code states an order that is no operation";
    case Why::kContradicted:
      break;
  }
  return "the same operations did not do the same again";
}

void CompleteSearch::begin_run() {
  trouble_ = Trouble::kNone;
  last_ = kNoThread;
  dead_end_ = complete::kNobody;
  lets_wait_ = looks_ = false;
  visits_.clear();
  last_without_progress_ = 0;
  steps_ = 0;
  stand_ = {};
  no_beginning_ = kNoSite;
  ids_.clear();
  deeds_.clear();
  order_of_deeds_.clear();
  was_told_ = false;
  reader_.begin(weak_memory_);
  search().begin();
}

// It begins anew where an execution is of another memory model than the ones before (--memory auto).
void CompleteSearch::be_of(bool weak_memory) {
  if (weak_memory == weak_memory_) return;
  weak_memory_ = weak_memory;
  reader_ = complete::Reader();
  initial_.clear();
  begin_anew();
}

void CompleteSearch::begin(const RunContext& run) {
  if (every_schedule_ != nullptr) return every_schedule_->begin(run);
  is_running_ = true;
  notes_ = run.notes;
  locations_ = &run.locations;
  be_of(run.weak_memory);
  begin_run();
}

Decision CompleteSearch::choose(const Choice& choice) {
  if (every_schedule_ != nullptr) return every_schedule_->choose(choice);
  if (gives_up()) return Decision::abandon();
  looks_ = false;
  if (lets_wait_) return take_turns(choice);
  if (!reader_.has_threads()) return Decision::go(choice.enabled.front().thread);
  if (choice.without_progress >= kLastPatience) return give_up(kSpinning, 0);
  if (choice.current_enabled && seems_to_wait(choice))
    return give_up(kWaitingSite, choice.find(choice.current)->next->site);
  if (choice.current_enabled && came_back(choice)) return Decision::abandon();
  candidates_.clear();
  bool has_cut = false;
  for (const Candidate& each : choice.enabled) {
    if (is_cut(each.thread, each.next->kind, each.next->site, each.next->location)) {
      has_cut = true;
      continue;
    }
    const complete::Thread number = reader_.number_of(each.thread);
    complete::Step step;
    if (reader_.announced(each.thread, *each.next, step) == Reading::kUnknown)
      return give_up(kIsUnknown, static_cast<std::uint32_t>(each.next->kind));
    candidates_.push_back({number, step});
    if (number >= ids_.size()) ids_.resize(number + 1u, kNoThread);
    ids_[number] = each.thread;
  }
  if (candidates_.empty()) return Decision::abandon();
  if (!has_cut && search().is_only_waiting(candidates_)) {
    note(kLetsWait, 0);
    lets_wait_ = true;
    return take_turns(choice);
  }
  const complete::Thread chosen = search().choose(candidates_);
  if (chosen != complete::kNobody) {
    look_at_stand(ids_[chosen], choice.find(ids_[chosen])->next->site);
    return Decision::go(ids_[chosen]);
  }
  return search().is_contradicted() ? give_up(kCannotGoOn, 0) : Decision::abandon();
}

std::uint32_t CompleteSearch::choose_store(const StoreChoice& choice) {
  if (every_schedule_ != nullptr) return every_schedule_->choose_store(choice);
  if (lets_wait_ || !reader_.has_threads()) return 0;
  was_told_ = true;
  const std::size_t newer = search().newer_writes(reader_.number_of(choice.thread));
  return StoreChoice::kOfAll |
         static_cast<std::uint32_t>(std::min<std::size_t>(newer, StoreChoice::kOfAll - 1));
}

void CompleteSearch::noted(const OrderNote& order) {
  if (every_schedule_ != nullptr || trouble_ != Trouble::kNone || lets_wait_) return;
  complete::Step step;
  switch (reader_.read(order, step)) {
    case Reading::kNothing:
      return;
    case Reading::kStep:
      if (!notes_.has_room(2 * words_of_step() + kWordsOfBytes)) {
        give_up(kTooLong, 0);
        return;
      }
      note(kFenced, order.thread | static_cast<std::uint32_t>(order.ordering) << 16);
      return stated(order);
    case Reading::kUnknown:
      break;
  }
  note(kIsStated, 0);
  be_at_a_loss(Why::kStated);
}

// A fence.
void CompleteSearch::stated(const OrderNote& order) {
  complete::Step step;
  if (reader_.read(order, step) != Reading::kStep) return;
  ++steps_;
  search().performed(reader_.number_of(order.thread), step, false);
}

void CompleteSearch::stands(StateProbe& probe) {
  if (every_schedule_ != nullptr) return every_schedule_->stands(probe);
  if (looks_ && stand_.hash == 0) stand_.hash = probe.hash();
  looks_ = false;
}

// It has come to the same operation again and again, and no thread made progress. Where a loop takes a lock,
// it begins without it: others may need it.
bool CompleteSearch::seems_to_wait(const Choice& choice) {
  // Before it would be cut. The first time counts as progress, and is not seen.
  constexpr std::uint64_t kOften = 4;
  const std::uint64_t often =
      options_.unroll == 0 ? kOften : std::clamp<std::uint64_t>(options_.unroll, 2, kOften + 1) - 1;
  const Operation& next = *choice.find(choice.current)->next;
  if (choice.without_progress < last_without_progress_) visits_.clear();
  last_without_progress_ = choice.without_progress;
  if (choice.without_progress == 0 || waiting_sites_.contains(next.site)) return false;
  const std::uint32_t locks = reader_.locks_of(choice.current);
  std::uint32_t least = locks;  // in the loop
  Visit* here = nullptr;
  for (Visit& each : visits_) {
    if (each.thread != choice.current) continue;
    least = std::min(least, each.locks);
    if (each.site == next.site && each.address == next.address) here = &each;
  }
  if (here == nullptr)
    visits_.push_back({choice.current, next.site, next.address, locks, 1});
  else
    ++here->times;
  return here != nullptr && here->times >= often && locks == least;
}

// The thread goes on from here. Where a loop begins that may wait, it is looked at.
void CompleteSearch::look_at_stand(ThreadId thread, SiteId site) {
  constexpr std::uint32_t kLongestLoop = 64;
  const bool is_other = stand_.thread != thread || steps_ - stand_.step > kLongestLoop;
  if (is_other) stand_ = {};
  if (stand_.thread == thread || site == no_beginning_ || !waiting_sites_.contains(site)) return;
  stand_ = {thread, site, steps_, 0};
  looks_ = true;
}

// The thread has gone round once, and nothing is different. True: the execution is of no more use.
bool CompleteSearch::came_back(const Choice& choice) {
  const SiteId site = choice.find(choice.current)->next->site;
  const std::uint32_t steps = steps_ - stand_.step;
  if (stand_.thread != choice.current || stand_.site != site || steps == 0 || steps > 0xffff) return false;
  const std::uint64_t hash = choice.state != nullptr ? choice.state->hash() : 0;
  const bool is_back = stand_.hash == hash && hash != 0;
  stand_ = {choice.current, site, steps_, hash};
  if (!is_back) return false;
  const complete::Thread thread = reader_.number_of(choice.current);
  const GraphSearch::Round round = search().came_round(thread, steps);
  if (round == GraphSearch::Round::kIsOver) undo(choice.current, steps);
  if (round == GraphSearch::Round::kCounts) {  // another site of the loop may do
    no_beginning_ = site;
    stand_ = {};
  }
  if (round == GraphSearch::Round::kDeadEnd) give_up(kDeadEnd, choice.current);
  if (round == GraphSearch::Round::kIsOver) note(kCameRound, choice.current | steps << 16);
  return round == GraphSearch::Round::kDeadEnd;
}

bool CompleteSearch::gives_up() const {
  return every_schedule_ == nullptr && !lets_wait_ &&
         (trouble_ != Trouble::kNone || search().is_over() || dead_end_ != complete::kNobody);
}

// Written down for the copy that learns from it.
void CompleteSearch::note(std::uint32_t what, std::uint32_t detail) {
  if (!notes_.has_room(kWordsOfStep)) return;
  notes_.add(kGivenUp);
  notes_.add(what);
  notes_.add(detail);
}

Decision CompleteSearch::give_up(std::uint32_t what, std::uint32_t detail) {
  note(what, detail);
  gave_up(what, detail);
  return Decision::abandon();
}

void CompleteSearch::gave_up(std::uint32_t what, std::uint32_t detail) {
  switch (what) {
    case kIsUnknown:
      unknown_ = static_cast<OperationKind>(detail);
      return be_at_a_loss(Why::kOperation);
    case kSpinning:
      return be_at_a_loss(Why::kSpins);
    case kTooLong:
      return be_at_a_loss(Why::kLong);
    case kWaitingSite:
      waiting_sites_.insert(detail);
      blocked_ = complete::Blocked::kStays;
      trouble_ = Trouble::kBeginAnew;
      return;
    case kDeadEnd:
      dead_end_ = reader_.number_of(static_cast<ThreadId>(detail));
      return;
    case kCameRound:
      search().came_round(reader_.number_of(static_cast<ThreadId>(detail)), detail >> 16);
      undo(static_cast<ThreadId>(detail), detail >> 16);
      return;
    case kLetsWait:
      lets_wait_ = true;
      return;
    case kFenced:
      return stated({.thread = static_cast<ThreadId>(detail),
                     .kind = OrderKind::kFence,
                     .ordering = static_cast<Ordering>(detail >> 16)});
    case kNotTold:
      return be_at_a_loss(Why::kContradicted);
    case kIsStated:
      return be_at_a_loss(Why::kStated);
    default:
      if (!search().is_over()) search().refuse();
  }
}

bool CompleteSearch::is_cut(ThreadId thread, OperationKind kind, SiteId site, LocationId location) const {
  if (options_.unroll == 0) return false;
  const auto found = deeds_.find({thread, kind, site, location});
  return found != deeds_.end() && found->second >= options_.unroll;
}

void CompleteSearch::did(const Event& event) {
  if (options_.unroll == 0) return;
  const Deed deed{event.thread, event.kind, event.site, event.location};
  order_of_deeds_[event.thread].push_back(deed);
  if (event.location != kNoLocation) ++deeds_[deed];
}

// The thread's last steps were a round that changes nothing.
void CompleteSearch::undo(ThreadId thread, std::uint32_t steps) {
  if (options_.unroll == 0) return;
  std::vector<Deed>& order = order_of_deeds_[thread];
  for (; steps != 0 && !order.empty(); --steps) {
    if (const auto found = deeds_.find(order.back()); found != deeds_.end()) --found->second;
    order.pop_back();
  }
}

std::size_t CompleteSearch::words_of_step() const {
  return options_.unroll == 0 ? kWordsOfStep : kWordsOfStep + 1;
}

void CompleteSearch::be_at_a_loss(Why why) {
  if (trouble_ == Trouble::kUnknown) return;
  why_ = why;
  trouble_ = Trouble::kUnknown;
}

void CompleteSearch::executed(const Event& event) {
  if (every_schedule_ != nullptr) return every_schedule_->executed(event);
  if (trouble_ != Trouble::kNone || lets_wait_) return;
  const bool had_to_be_told = weak_memory_ && reader_.has_threads() && is_access(event.kind) &&
                              search().newer_writes(reader_.number_of(event.thread)) != 0;
  if (had_to_be_told && !was_told_) {
    give_up(kNotTold, 0);
    return;
  }
  was_told_ = false;
  if (!notes_.has_room(2 * words_of_step() + kWordsOfBytes)) {
    give_up(kTooLong, 0);
    return;
  }
  notes_.add(event.location);
  notes_.add(event.thread | static_cast<std::uint32_t>(event.kind) << 16 | std::uint32_t{event.size} << 24);
  notes_.add(event.detail);
  if (options_.unroll != 0) notes_.add(event.site);
  if (!is_new_access(event)) return happened(event, nullptr);
  const complete::Bytes bytes = complete::Places::bytes(event, *locations_);
  notes_.add(static_cast<std::uint32_t>(bytes.object));
  notes_.add(static_cast<std::uint32_t>(bytes.object >> 32));
  notes_.add(static_cast<std::uint32_t>(bytes.start));
  notes_.add(bytes.size);
  notes_.add(bytes.site);
  happened(event, &bytes);
}

bool CompleteSearch::is_new_access(const Event& event) {
  // What is freed behind all that the others have done is in nobody's way.
  if (event.kind == OperationKind::kFree && reader_.is_alone()) return false;
  return is_access(event.kind) && event.size != 0 && event.location != kNoLocation && reader_.has_threads() &&
         reader_.places().find(event) == nullptr;
}

// Another copy of us ran it.
void CompleteSearch::read_again(const Execution& execution) {
  std::span<const std::uint32_t> notes = execution.notes;
  while (notes.size() >= kWordsOfStep && trouble_ == Trouble::kNone) {
    if (notes[0] == kGivenUp) {
      gave_up(notes[1], notes[2]);
      if (notes[1] != kCameRound && notes[1] != kFenced) return;
      notes = notes.subspan(kWordsOfStep);
      continue;
    }
    if (notes.size() < words_of_step()) return;
    Event event{};
    if (options_.unroll != 0) event.site = notes[kWordsOfStep];
    event.location = notes[0];
    event.thread = static_cast<ThreadId>(notes[1]);
    const std::uint32_t kind = notes[1] >> 16 & 0xff;
    if (kind < static_cast<std::uint32_t>(OperationKind::kCount))
      event.kind = static_cast<OperationKind>(kind);
    event.size = static_cast<std::uint8_t>(notes[1] >> 24);
    event.detail = notes[2];
    notes = notes.subspan(words_of_step());
    if (!is_new_access(event)) {
      happened(event, nullptr);
      continue;
    }
    if (notes.size() < kWordsOfBytes) return;
    const complete::Bytes bytes{notes[0] | std::uint64_t{notes[1]} << 32, static_cast<std::int32_t>(notes[2]),
                                notes[3], notes[4]};
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
  estimator_.set_initial(step.where, state);
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
  last_ = event.thread;
  const bool is_place = bytes != nullptr && !(weak_memory_ && event.kind == OperationKind::kFree);
  if (is_place && !reader_.places().learn(event, *bytes)) {
    trouble_ = Trouble::kBeginAnew;
    return;
  }
  complete::Step step;
  bool wrote = false;
  switch (reader_.read(event, step, wrote)) {
    case Reading::kNothing:
      return;
    case Reading::kUnknown:
      unknown_ = event.kind;
      return be_at_a_loss(Why::kOperation);
    case Reading::kStep:
      break;
  }
  if (reader_.lets_nobody_go() && blocked_ == complete::Blocked::kIsLetGo) {
    trouble_ = Trouble::kBeginAnew;
    return;
  }
  note_initial(step);
  ++steps_;
  did(event);
  search().performed(reader_.number_of(event.thread), step, wrote);
  reader_.performed(event, step);
}

void CompleteSearch::begin_anew() {
  ++beginnings_;
  is_divided_ = false;
  if (reader_.lets_nobody_go()) blocked_ = complete::Blocked::kStays;
  search_ = new_graph_search(blocked_, weak_memory_);
  for (const auto& [place, state] : initial_) search_->set_initial(place, state);
  estimator_ = complete::Estimator();
  has_cut_ = false;
  sample_ = nullptr;
}

void CompleteSearch::hand_over() {
  ++beginnings_;
  sample_ = nullptr;
  every_schedule_ =
      std::make_unique<Prefixed>(std::make_unique<ExhaustiveSearch>(ExhaustiveOptions{}), ExitRule::kHeld);
}

// What threads had not done yet. False: nothing is known of some of it.
bool CompleteSearch::read_pending(const Execution& execution, std::vector<GraphSearch::Candidate>& waiting,
                                  std::vector<GraphSearch::Candidate>& able) {
  for (const Event& pending : execution.pending) {
    const bool is_able = pending.detail != 0;
    const bool is_last = is_able && pending.thread == last_;
    if (is_last && execution.end == End::kFailed) continue;
    if (is_cut(pending.thread, pending.kind, pending.site, pending.location)) {
      has_cut_ = true;
      continue;
    }
    if (is_last) continue;
    complete::Step step;
    const Operation operation{pending.kind, pending.size, kNoThread, pending.site, pending.location, 0};
    if (reader_.left_undone(pending.thread, operation, step) == Reading::kUnknown) {
      unknown_ = pending.kind;
      be_at_a_loss(Why::kOperation);
      return false;
    }
    note_initial(step);
    (is_able ? able : waiting).push_back({reader_.number_of(pending.thread), step});
  }
  return true;
}

void CompleteSearch::ended(const Execution& execution) {
  std::vector<GraphSearch::Candidate> waiting, able;
  if (!read_pending(execution, waiting, able)) return;
  // They do nothing more in this graph. Where they were left to wait, they may stand anywhere in their loops.
  std::erase_if(waiting, [this](const auto& each) { return search().has_stopped(each.thread); });
  const bool fails = execution.end == End::kFailed && is_dead_end(execution.failure.kind);
  // What was freed before is found without a step of its own.
  if (fails && execution.failure.kind == FailureKind::kHeapError &&
      execution.failure.heap.deed == OperationKind::kFree)
    return be_at_a_loss(Why::kNotWhole);
  if (dead_end_ != complete::kNobody || (fails && last_ != kNoThread)) {
    if (blocked_ == complete::Blocked::kIsLetGo) {
      blocked_ = complete::Blocked::kStays;
      trouble_ = Trouble::kBeginAnew;
      return;
    }
    const complete::Thread thread = dead_end_ != complete::kNobody ? dead_end_ : reader_.number_of(last_);
    std::erase_if(waiting, [thread](const auto& each) { return each.thread == thread; });
    return search().came_to_dead_end(thread, waiting, able);
  }
  const bool livelocked = execution.end == End::kFailed && execution.failure.kind == FailureKind::kLivelock;
  if (lets_wait_ != livelocked) return be_at_a_loss(lets_wait_ ? Why::kContradicted : Why::kSpins);
  if (execution.end != End::kAbandoned && !able.empty() && !livelocked) return be_at_a_loss(Why::kNotWhole);
  search().ended(waiting);
}

void CompleteSearch::look_at_end(const Execution& execution) {
  constexpr HiddenSet kAllowed = set_of(Hidden::kWeakExchange);
  has_weak_exchange_ = has_weak_exchange_ || (execution.hidden & kAllowed) != 0;
  if ((execution.hidden & ~kAllowed) != 0) {
    hidden_ = execution.hidden & ~kAllowed;
    be_at_a_loss(Why::kHidden);
  }
  if (execution.found_shared && trouble_ == Trouble::kNone) trouble_ = Trouble::kBeginAnew;
  if (execution.end == End::kLost || execution.end == End::kStuck || execution.end == End::kRefused ||
      execution.truncated)
    be_at_a_loss(Why::kNotWhole);
  if (execution.end == End::kFailed && !is_dead_end(execution.failure.kind) &&
      !is_usual_end(execution.failure.kind))
    be_at_a_loss(Why::kNotWhole);
  if (trouble_ == Trouble::kNone) ended(execution);
  if (trouble_ != Trouble::kNone || !search().is_contradicted()) return;
  if (search().surprise() && learn_initial(*search().surprise()))
    trouble_ = Trouble::kBeginAnew;
  else
    be_at_a_loss(Why::kContradicted);
}

void CompleteSearch::choose_next(const Execution& execution) {
  const bool counts = execution.end != End::kAbandoned;
  if (sample_ == nullptr)
    estimator_.searched(execution.steps, counts);
  else
    estimator_.sampled(execution.steps, counts);
  sample_ = is_divided_ || search_->is_exhausted() ? nullptr : estimator_.next(*search_);
}

Left CompleteSearch::left() const {
  return every_schedule_ != nullptr ? every_schedule_->facets().left() : estimator_.left();
}

Lesson CompleteSearch::learn(const Execution& execution) {
  if (every_schedule_ != nullptr) return every_schedule_->learn(execution);
  if (!is_running_) {
    be_of(execution.weak_memory);
    begin_run();
    read_again(execution);
  }
  is_running_ = false;
  look_at_end(execution);
  if (trouble_ == Trouble::kBeginAnew) begin_anew();
  if (trouble_ == Trouble::kUnknown) hand_over();
  if (trouble_ == Trouble::kNone) choose_next(execution);
  return Lesson::kNews;
}

}  // namespace heddle
