// Programs made at random, run by a strategy as the engine does it: threads that create and join others, take
// locks, wait, spin, sleep and access memory that overlaps. What a strategy decides in many of them, and what
// it says of itself, is one number: two versions of it with the same number have decided alike.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "analysis/thread_name_hashes.h"
#include "event/hash.h"
#include "strategies/registry.h"
#include "strategies/strategy.h"

namespace heddle::testing {

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) {
    Random random(seed);
    constexpr std::size_t kThreads[] = {2, 2, 3, 3, 4, 5, 8, 8, 12, 20, 40, 70};
    bodies_.resize(kThreads[random.below(std::size(kThreads))]);
    const std::size_t length = bodies_.size() > 10 ? 5 : 3 + random.below(20);
    variables_ = 1 + random.below(6);
    locks_ = 1 + random.below(3);
    waits_ = random.below(3) == 0;
    spins_ = random.below(3) == 0;
    has_large_ = random.below(4) == 0;
    // Main creates most of them, others the rest; main joins some of its own.
    for (std::size_t i = 1; i < bodies_.size(); ++i)
      bodies_[random.below(3) != 0 ? 0 : random.below(i)].push_back(
          {OperationKind::kThreadCreate, static_cast<std::uint32_t>(i)});
    for (std::size_t i = 0; i < bodies_.size(); ++i) fill(bodies_[i], length, i, random);
  }

  struct Step {
    OperationKind kind;
    std::uint32_t object = 0;  // a thread's body, a lock, a variable
    std::uint8_t size = 0;
    std::uint8_t offset = 0;
    SiteId site = 0;
  };
  using Body = std::vector<Step>;

  const std::vector<Body>& bodies() const { return bodies_; }

 private:
  void fill(Body& body, std::size_t length, std::size_t number, Random& random) {
    using enum OperationKind;
    const Body creations = std::move(body);
    body.clear();
    std::size_t created = 0;
    std::vector<std::uint32_t> held;
    if (number != 0) body.push_back({kThreadStart});
    for (std::size_t i = 0; i < length; ++i) {
      if (created < creations.size() && random.below(2) == 0) body.push_back(creations[created++]);
      switch (random.below(12)) {
        case 0:
        case 1:
          if (held.size() < 2) {
            const auto lock = static_cast<std::uint32_t>(random.below(locks_));
            if (std::find(held.begin(), held.end(), lock) != held.end()) break;
            const bool tries = random.below(6) == 0;
            body.push_back({tries ? kTryLock : kLock, lock});
            held.push_back(lock);
          }
          break;
        case 2:
        case 3:
          if (!held.empty()) {
            body.push_back({kUnlock, held.back()});
            held.pop_back();
          }
          break;
        case 4:
          if (waits_ && !held.empty()) body.push_back({kWait, held.back()});
          break;
        case 5:
          if (waits_) body.push_back({random.coin() ? kSignal : kBroadcast, 0});
          break;
        case 6:
          if (spins_ && held.empty()) body.push_back({kAtomicLoad, kFlag, 4});
          break;
        case 7:
          if (random.below(3) == 0) body.push_back({random.coin() ? kYield : kSleep});
          break;
        default: {
          constexpr OperationKind kAccesses[] = {kRead, kWrite, kAtomicLoad, kAtomicStore, kAtomicUpdate};
          constexpr std::uint8_t kSizes[] = {1, 2, 4, 4, 4, 8, 8, 16};
          const bool large = has_large_ && random.below(8) == 0;
          body.push_back({kAccesses[random.below(std::size(kAccesses))],
                          static_cast<std::uint32_t>(random.below(variables_)),
                          large ? std::uint8_t{255} : kSizes[random.below(std::size(kSizes))],
                          static_cast<std::uint8_t>(random.below(2) * random.below(12))});
        }
      }
    }
    for (; created < creations.size(); ++created) body.push_back(creations[created]);
    for (; !held.empty(); held.pop_back()) body.push_back({kUnlock, held.back()});
    if (spins_) body.push_back({kAtomicStore, kFlag, 4});
    for (const Step& creation : creations)
      if (random.coin()) body.push_back({kThreadJoin, creation.object});
    for (std::size_t i = 0; i < body.size(); ++i)
      body[i].site = static_cast<SiteId>(1 + (number % 3) * 100 + i % 50);
  }

 public:
  static constexpr std::uint32_t kFlag = 100;  // a variable that is stored to once, and polled until then

 private:
  std::vector<Body> bodies_;
  std::uint64_t variables_ = 0, locks_ = 0;
  bool waits_ = false, spins_ = false, has_large_ = false;
};

// An execution with everything that it points to.
struct RandomExecution {
  Execution execution;
  std::vector<Event> events;
  std::vector<std::uint32_t> notes;
  std::uint64_t digest = 0;  // of what was decided
};

class RandomProgramRun {
 public:
  RandomProgramRun(const RandomProgram& program, std::uint64_t number)
      : RandomProgramRun(program, number, mix(number + 2)) {}
  RandomProgramRun(const RandomProgram& program, std::uint64_t number, std::uint64_t seed)
      : program_(program), random_(mix(number + 1)), choices_(seed) {
    result_.execution.number = number;
    result_.execution.seed = seed;
  }

  RandomExecution run(Strategy& strategy, bool exit_held) {
    needs_ = strategy.facets().needs;
    Execution& execution = result_.execution;
    execution.exit_held = exit_held;
    std::uint64_t noted = 0;
    strategy.begin({.execution = execution.number,
                    .random = choices_,
                    .locations = locations_,
                    .tally = execution.tally.data(),
                    .notes = Notes({note_room_.get(), kNoteRoom}, noted)});
    threads_.reserve(program_.bodies().size());
    add_thread(0);
    while (execution.end == End::kCompleted && look_around()) {
      if (result_.events.size() >= kMostEvents) {
        execution.end = End::kFailed;
        execution.failure.kind = FailureKind::kLivelock;
        break;
      }
      const ThreadId chosen = decide(strategy);
      if (chosen == kNoThread) break;
      perform(chosen, strategy);
    }
    result_.notes.assign(note_room_.get(), note_room_.get() + noted);
    result_.digest = combine(result_.digest, hash_of(result_.events));
    for (const std::uint32_t note : result_.notes) result_.digest = combine(result_.digest, note);
    for (const std::uint64_t count : execution.tally) result_.digest = combine(result_.digest, count);
    execution.threads.resize(threads_.size());
    for (std::size_t i = 0; i < threads_.size(); ++i) execution.threads[i] = threads_[i].name;
    execution.events = result_.events;
    execution.notes = result_.notes;
    execution.steps = execution.recorded = result_.events.size();
    execution.found_shared = execution.number < 10 && random_.below(8) == 0;
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kMostEvents = 6000;
  static constexpr std::size_t kNoteRoom = 200'000;

  enum class State : std::uint8_t { kReady, kAwaits, kEnded };
  struct Thread {
    std::size_t body = 0;
    std::string name = {};
    std::size_t place = 0;
    std::size_t children = 0;
    State state = State::kReady;
    bool relocks = false;  // its wait is over
    bool failed_to_lock[8] = {};
    Operation next = {};
  };

  void add_thread(std::size_t body, ThreadId creator = kNoThread) {
    Thread thread{.body = body};
    thread.name = creator == kNoThread
                      ? "main"
                      : threads_[creator].name + "." + std::to_string(threads_[creator].children++);
    threads_.push_back(thread);
    id_of_body_.resize(program_.bodies().size(), kNoThread);
    id_of_body_[body] = static_cast<ThreadId>(threads_.size() - 1);
    announce(threads_.back());
  }

  void announce(Thread& thread) {
    const RandomProgram::Body& body = program_.bodies()[thread.body];
    if (thread.place == body.size()) {
      thread.state = State::kEnded;
      return;
    }
    using enum OperationKind;
    const RandomProgram::Step& step = body[thread.place];
    Operation next{.kind = step.kind, .size = step.size, .site = step.site};
    if (step.kind == kThreadCreate || step.kind == kThreadJoin) next.peer = id_of_body_[step.object];
    if (is_access(step.kind)) {
      next.address = 0x1000 + 8u * step.object + step.offset;
      next.location = 1 + step.object;
    } else if (step.kind == kSignal || step.kind == kBroadcast || step.kind == kWait) {
      next.address = 0x3000;
      next.location = 300;
    } else if (step.kind == kLock || step.kind == kTryLock || step.kind == kUnlock) {
      next.address = 0x2000 + 40u * step.object;
      next.location = 200 + step.object;
    }
    thread.next.become(next);
  }

  std::uint32_t lock_of(const Thread& thread) const {
    return program_.bodies()[thread.body][thread.place].object;
  }

  bool is_enabled(const Thread& thread) const {
    if (thread.state != State::kReady) return false;
    if (thread.next.kind == OperationKind::kLock || thread.next.kind == OperationKind::kRelock)
      return holder_[lock_of(thread)] == kNoThread;
    if (thread.next.kind == OperationKind::kThreadJoin) {
      const ThreadId peer = id_of_body_[lock_of(thread)];
      return peer != kNoThread && threads_[peer].state == State::kEnded;
    }
    return true;
  }

  // False: it is over.
  bool look_around() {
    enabled_.clear();
    bool all_ended = true;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      all_ended = all_ended && threads_[i].state == State::kEnded;
      if (is_enabled(threads_[i])) enabled_.push_back({static_cast<ThreadId>(i), &threads_[i].next});
    }
    if (needs_.time)
      for (Candidate& each : enabled_)
        each.deadline = each.next->kind == OperationKind::kSleep
                            ? 1000 * (1 + threads_[each.thread].place) + now_ / 10'000 * 10'000
                            : 0;
    if (!enabled_.empty()) return true;
    for (Thread& thread : threads_)  // wakes for no reason
      if (thread.state == State::kAwaits) {
        wake(thread);
        return look_around();
      }
    if (!all_ended) {
      result_.execution.end = End::kFailed;
      result_.execution.failure.kind = FailureKind::kDeadlock;
    }
    return false;
  }

  ThreadId decide(Strategy& strategy) {
    if (enabled_.size() == 1 && !needs_.every_operation) return enabled_.front().thread;
    ++result_.execution.points;
    Choice choice{.enabled = enabled_,
                  .current = current_,
                  .current_enabled = false,
                  .step = result_.events.size(),
                  .without_progress = without_progress_,
                  .now = needs_.time ? now_ : 0};
    choice.current_enabled = choice.is_enabled(current_);
    const Decision decision = strategy.choose(choice);
    result_.digest = combine(result_.digest, decision.thread);
    if (decision.abandons()) result_.execution.end = End::kAbandoned;
    return decision.thread;
  }

  // As far as the strategy can see; at once, or after it has gone on.
  void wake(Thread& thread) {
    thread.state = State::kReady;
    if (!random_.coin()) return;
    begin_relock(thread);
  }
  static void begin_relock(Thread& thread) {
    thread.relocks = true;
    thread.next.kind = OperationKind::kRelock;
  }

  void perform(ThreadId id, Strategy& strategy) {
    using enum OperationKind;
    Thread& thread = threads_[id];
    const Operation next = thread.next;
    Event event{next.location, next.site, id, next.kind, next.size, 0};
    bool goes_on = true, progress = true;
    now_ += 50;
    switch (next.kind) {
      case kThreadCreate:
        event.detail = static_cast<std::uint32_t>(threads_.size());
        add_thread(lock_of(thread), id);
        break;
      case kLock:
        holder_[lock_of(thread)] = id;
        break;
      case kRelock:
        holder_[lock_of(thread)] = id;
        event.location = 200 + lock_of(thread);
        thread.relocks = false;
        break;
      case kTryLock: {
        const bool fails = holder_[lock_of(thread)] != kNoThread;
        event.detail = fails ? 1 : 0;
        thread.failed_to_lock[lock_of(thread)] = fails;
        if (!fails) holder_[lock_of(thread)] = id;
        break;
      }
      case kUnlock:
        if (thread.failed_to_lock[lock_of(thread)]) {
          thread.failed_to_lock[lock_of(thread)] = false;
          ++thread.place;
          return announce(thread);
        }
        holder_[lock_of(thread)] = kNoThread;
        break;
      case kWait:
        if (thread.failed_to_lock[lock_of(thread)]) break;
        holder_[lock_of(thread)] = kNoThread;
        thread.state = State::kAwaits;
        thread.next.kind = kWake;
        goes_on = false;
        break;
      case kWake:
        begin_relock(thread);
        goes_on = false;
        break;
      case kSignal:
      case kBroadcast:
        for (Thread& each : threads_) {
          if (each.state != State::kAwaits) continue;
          wake(each);
          if (next.kind == kSignal) break;
        }
        break;
      case kAtomicLoad:
        progress = next.location != 1 + RandomProgram::kFlag;
        goes_on = progress || flag_;
        break;
      case kAtomicStore:
        flag_ = flag_ || next.location == 1 + RandomProgram::kFlag;
        break;
      case kSleep:
        now_ += 1000;
        break;
      case kYield:
      case kRead:
        progress = false;
        break;
      default:
        break;
    }
    without_progress_ = progress ? 0 : without_progress_ + 1;
    current_ = id;
    result_.events.push_back(event);
    if (needs_.executed) strategy.executed(event);
    if (!goes_on) return;
    ++thread.place;
    announce(thread);
  }

  const RandomProgram& program_;
  Random random_, choices_;
  LocationTable locations_;
  Needs needs_;
  RandomExecution result_;
  // Not initialised: most executions note little.
  std::unique_ptr<std::uint32_t[]> note_room_ = std::make_unique_for_overwrite<std::uint32_t[]>(kNoteRoom);
  std::vector<Thread> threads_;
  std::vector<ThreadId> id_of_body_;
  ThreadId holder_[8] = {kNoThread, kNoThread, kNoThread, kNoThread,
                         kNoThread, kNoThread, kNoThread, kNoThread};
  bool flag_ = false;
  std::vector<Candidate> enabled_;
  ThreadId current_ = kMainThread;
  std::uint64_t without_progress_ = 0, now_ = 0;
};

// What a strategy decides in a search of a program, as one number: itself, and a copy that only learns.
inline std::uint64_t digest_of_search(std::string_view spec, std::uint64_t program_seed,
                                      std::uint64_t executions) {
  const RandomProgram program(program_seed);
  const std::unique_ptr<Strategy> runs = std::move(*make_strategy(spec));
  const std::unique_ptr<Strategy> learns = std::move(*make_strategy(spec));
  std::uint64_t digest = 0;
  const auto add = [&digest](std::uint64_t number) { digest = combine(digest, number); };
  const auto add_text = [&add](std::string_view text) { add(hash_text(text)); };
  for (std::uint64_t i = 0; i < executions; ++i) {
    for (Strategy* const each : {runs.get(), learns.get()}) {
      const Facets facets = each->facets();
      add(static_cast<std::uint64_t>(facets.exit));
      add(facets.needs.executions ? 1 : 0);
      add(facets.is_exhausted() ? 1 : 0);
      add_text(facets.claim());
      if (facets.series != nullptr && !facets.series->empty()) add(facets.series->size());
    }
    const Facets facets = learns->facets();
    if (facets.is_exhausted() && facets.guidable == nullptr) break;
    const bool held = facets.exit == ExitRule::kHeld || (facets.exit == ExitRule::kEither && mix(i) % 2 != 0);
    const RandomExecution ran = RandomProgramRun(program, mix(program_seed) + i).run(*runs, held);
    add(ran.digest);
    Execution execution = ran.execution;
    execution.events = ran.events;
    execution.notes = ran.notes;
    add_text(learns->facets().tactic(execution.seed));
    for (Strategy* const each : {runs.get(), learns.get()}) each->learn(execution);
    if (facets.guidable == nullptr) continue;
    Random random(i);
    ThreadNameHashes names;
    Guide guide;
    for (const Event& event : ran.events) {
      names.look_for_creation(event);
      guide.push_back(names.of(event.thread));
    }
    guide.resize(random.below(guide.size() + 1));
    for (Strategy* const each : {runs.get(), learns.get()}) each->facets().guidable->guide({guide});
  }
  return digest;
}

}  // namespace heddle::testing
