#include "scripted_program.h"

#include <sys/mman.h>

#include "event/failure_wire.h"
#include "runtime/arch/context.h"
#include "runtime/engine/wait_queue.h"
#include "runtime/naming/load_map.h"

namespace heddle::runtime::testing {

namespace {

ScriptedProgram* running = nullptr;
Context the_test;

void back_to_the_test() {
  heddle_load(&the_test);
}

bool is_free(const Thread& thread) {
  return *reinterpret_cast<const ThreadId*>(thread.next.address) == kNoThread;
}
ThreadId holder(const Thread& thread) {
  return *reinterpret_cast<const ThreadId*>(thread.next.address);
}
constexpr Condition kIsFree{is_free, holder};

bool has_ended(const Thread& thread) {
  return reinterpret_cast<const Thread*>(thread.next.address)->finished;
}
ThreadId joined_thread(const Thread& thread) {
  return reinterpret_cast<const Thread*>(thread.next.address)->id;
}
constexpr Condition kHasEnded{has_ended, joined_thread};

bool never(const Thread&) {
  return false;
}
constexpr Condition kNever{never, nullptr};

}  // namespace

LocalState ScriptedState::of_running_thread() {
  const Thread& self = *hot.current;
  LocalState state;
  state.words = {self.id, static_cast<std::uint64_t>(self.next.kind), self.next.address};
  if (changes) state.words.push_back(++looks);
  return state;
}

RestOfState ScriptedState::rest(const std::vector<bool>&) {
  return {.known = true, .hash = changes ? ++looks : 1, .reads_before = ~0ull, .reads_after = ~0ull};
}

struct ScriptedProgram::Stack {
  static constexpr std::size_t kSize = 256 * 1024;
  char* memory = static_cast<char*>(
      mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0));
  Context context{};

  Stack() { make_context(context, memory + kSize, &ScriptedProgram::enter); }
  ~Stack() { munmap(memory, kSize); }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
};

ScriptedProgram::ScriptedProgram() {
  // Far larger than what is touched of it.
  recording_ = static_cast<Recording*>(mmap(nullptr, sizeof(Recording), PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (the_load_map == nullptr) {
    prepare_thread_pointer();
    the_load_map = new LoadMap;
    the_load_map->read();
  }
  program_ = std::make_unique<Program>(knowledge_);
  engine_ = std::make_unique<Scheduler>(*program_,
                                        Services{guard, signals, world, debugger, strays, state, carrier});
}

ScriptedProgram::~ScriptedProgram() {
  munmap(recording_, sizeof(Recording));
}

std::size_t ScriptedProgram::add(Script script) {
  scripts_.push_back(std::move(script));
  return scripts_.size() - 1;
}

Thread& ScriptedProgram::add_thread(std::size_t script, Thread* creator, const Condition* when) {
  Thread& thread = engine_->add_thread(creator, kNoSite, when);
  stacks_.push_back(std::make_unique<Stack>());
  thread.registers = &stacks_.back()->context;
  thread.thread_pointer = thread_pointer();
  started_[script] = &thread;
  script_of_[&thread] = script;
  return thread;
}

void ScriptedProgram::enter() {
  ScriptedProgram& self = *running;
  scheduler().started();
  self.run_script(self.scripts_[self.script_of_[hot.current]]);
  if (hot.current->id == kMainThread) scheduler().end(End::kCompleted);
  scheduler().thread_ended();
  __builtin_unreachable();
}

void ScriptedProgram::run_script(const Script& script) {
  for (const Step& step : script) step();
}

void ScriptedProgram::make_current() {
  running = this;
  the_program = program_.get();
  the_scheduler = engine_.get();
  finish_execution = back_to_the_test;
  hot.recording = recording_;
}

void ScriptedProgram::run(Strategy& strategy, const ExecutionOptions& options) {
  make_current();
  stacks_.clear();
  started_.clear();
  script_of_.clear();
  locks_.clear();
  wait_queue::begin_execution();
  engine_->begin(strategy, options);
  Thread& main = add_thread(0, nullptr);
  hot.current = &main;
  hot.own = program_->segments.of(kMainThread);
  the_test.thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  heddle_switch(&the_test, main.registers);
}

std::vector<std::string> ScriptedProgram::story() const {
  std::vector<std::string> story;
  for (const Event& event : recording_->recorded_events())
    story.push_back(std::to_string(event.thread) + " " + std::string(to_string(event.kind)) +
                    (event.location != kNoLocation ? " " + std::to_string(event.location) : ""));
  return story;
}

Schedule ScriptedProgram::schedule() const {
  return {recording_->schedule, recording_->schedule + recording_->schedule_count};
}

Failure ScriptedProgram::failure() const {
  Failure failure;
  if (recording_->end != End::kFailed) return failure;
  Reader reader({recording_->report, recording_->report_count});
  get(reader, failure);
  return failure;
}

std::uint64_t ScriptedProgram::address_of(LocationId object) {
  return reinterpret_cast<std::uint64_t>(&locks_[object].holder);
}

Operation ScriptedProgram::operation(OperationKind kind, LocationId object) {
  return {kind, 4, kNoThread, kNoSite, object, address_of(object)};
}

ScriptedProgram::Step ScriptedProgram::start(std::size_t script, const Condition* when) {
  return [this, script, when] {
    engine_->announce({OperationKind::kThreadCreate, 0, kNoThread, kNoSite, kNoLocation, 0});
    const Thread& thread = add_thread(script, hot.current, when);
    engine_->performed(thread.id, Effect::kProgress);
  };
}

ScriptedProgram::Step ScriptedProgram::join(std::size_t script) {
  return [this, script] {
    Thread& thread = *started_.at(script);
    engine_->announce({OperationKind::kThreadJoin, 0, thread.id, kNoSite, kNoLocation,
                       reinterpret_cast<std::uint64_t>(&thread)},
                      &kHasEnded);
    engine_->joined(thread);
    engine_->performed(thread.id, Effect::kProgress);
  };
}

ScriptedProgram::Step ScriptedProgram::write(LocationId object) {
  return [this, object] {
    engine_->access(OperationKind::kWrite, address_of(object), 4, kNoSite, object, 0, Effect::kProgress);
  };
}

ScriptedProgram::Step ScriptedProgram::read(LocationId object) {
  return [this, object] {
    engine_->access(OperationKind::kRead, address_of(object), 4, kNoSite, object, 0, Effect::kNone);
  };
}

ScriptedProgram::Step ScriptedProgram::lock(LocationId object) {
  return [this, object] {
    engine_->announce(operation(OperationKind::kLock, object), &kIsFree);
    locks_[object].holder = hot.current->id;
    engine_->changed(address_of(object));
    engine_->performed(0, Effect::kProgress);
  };
}

ScriptedProgram::Step ScriptedProgram::unlock(LocationId object) {
  return [this, object] {
    engine_->announce(operation(OperationKind::kUnlock, object));
    locks_[object].holder = kNoThread;
    engine_->changed(address_of(object));
    engine_->performed(0, Effect::kProgress);
  };
}

ScriptedProgram::Step ScriptedProgram::wait(LocationId condition) {
  return [this, condition] {
    wait_queue::enter(*hot.current, address_of(condition));
    engine_->announce(operation(OperationKind::kWait, condition), &wait_queue::when_woken);
    wait_queue::leave(*hot.current);
    engine_->performed(0, Effect::kProgress);
  };
}

ScriptedProgram::Step ScriptedProgram::signal(LocationId condition) {
  return [this, condition] {
    engine_->announce(operation(OperationKind::kSignal, condition));
    wait_queue::wake_one(address_of(condition));
    engine_->performed(0, Effect::kProgress);
  };
}

ScriptedProgram::Step ScriptedProgram::sleep(std::uint64_t nanoseconds) {
  return [nanoseconds] {
    scheduler().announce_timed({OperationKind::kSleep, 0, kNoThread, kNoSite, kNoLocation, 0}, kNever,
                               program().clock.now() + nanoseconds);
    scheduler().performed(0, Effect::kProgress);
  };
}

ScriptedProgram::Step ScriptedProgram::spin_on(LocationId object) {
  return [this, object] {
    for (const Step step = read(object);;) step();
  };
}

ScriptedProgram::Step ScriptedProgram::exit() {
  return [] {
    scheduler().announce_exit({OperationKind::kExit, 0, kNoThread, kNoSite, kNoLocation, 0});
    scheduler().performed(0, Effect::kProgress);
    scheduler().end(End::kCompleted);
  };
}

}  // namespace heddle::runtime::testing
