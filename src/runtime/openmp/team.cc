// Parallel regions, barriers, and how tasks give their member up.
#include "runtime/openmp/team.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "runtime/interpose/program.h"
#include "runtime/interpose/thread_start.h"
#include "runtime/naming/construct_names.h"
#include "runtime/state/finish.h"

namespace heddle::runtime::openmp {

namespace {

// Of the execution that is running.
struct State {
  std::uint64_t execution = ~std::uint64_t{0};
  Settings settings;
  std::vector<Task*> running;                 // by ThreadId: the task that the thread executes
  std::vector<std::vector<Thread*>> workers;  // by ThreadId: the threads that it has made for its regions
  std::vector<std::unordered_map<const void*, void*>> threadprivate;  // by ThreadId
};

State* the_state = nullptr;

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view{} : value;
}

unsigned number_in(std::string_view text, unsigned otherwise) {
  unsigned number = 0;
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9')
    number = number * 10 + static_cast<unsigned>(text[digits++] - '0');
  return digits == 0 ? otherwise : number;
}

bool is_true(std::string_view text) {
  return text == "true" || text == "TRUE" || text == "1" || text == "yes" || text == "on";
}

Settings settings_of_environment() {
  Settings given;
  given.threads_are_given = !variable("OMP_NUM_THREADS").empty();
  given.threads = std::max(1u, number_in(variable("OMP_NUM_THREADS"), given.threads));
  given.is_dynamic = is_true(variable("OMP_DYNAMIC"));
  given.may_cancel = is_true(variable("OMP_CANCELLATION"));
  given.thread_limit = std::max(1u, number_in(variable("OMP_THREAD_LIMIT"), given.thread_limit));
  if (is_true(variable("OMP_NESTED"))) given.max_active_levels = ~0u;
  given.max_active_levels = number_in(variable("OMP_MAX_ACTIVE_LEVELS"), given.max_active_levels);
  std::string_view schedule = variable("OMP_SCHEDULE");
  if (const std::size_t modifier = schedule.find(':'); modifier != std::string_view::npos)
    schedule.remove_prefix(modifier + 1);
  if (schedule.starts_with("static")) given.schedule = {LoopKind::kStatic, 0};
  if (schedule.starts_with("guided")) given.schedule = {LoopKind::kGuided, 1};
  if (schedule.starts_with("auto")) given.schedule = {LoopKind::kAuto, 0};
  if (const std::size_t comma = schedule.find(','); comma != std::string_view::npos)
    given.schedule.chunk = number_in(schedule.substr(comma + 1), 0);
  return given;
}

// The state is part of the execution: it is made anew with each.
State& state() {
  if (the_state != nullptr && the_state->execution == program().serial) [[likely]]
    return *the_state;
  the_state = new State;
  the_state->execution = program().serial;
  the_state->settings = settings_of_environment();
  return *the_state;
}

template <typename Value>
Value& at(std::vector<Value>& values, ThreadId thread) {
  if (thread >= values.size()) values.resize(thread + std::size_t{1});
  return values[thread];
}

Thread& lender_of(Thread& thread) {
  return thread.lender != nullptr ? *thread.lender : thread;
}

Member& add_member(Team& team, Thread& thread) {
  auto* member = new Member;
  member->team = &team;
  member->number = team.size();
  member->thread = &lender_of(thread);
  member->implicit.team = &team;
  member->implicit.member = member;
  member->implicit.parent = team.parent;
  member->implicit.site = team.site;
  member->implicit.thread = &thread;
  if (team.parent != nullptr) {
    member->implicit.threads = team.parent->threads;
    member->implicit.schedule = team.parent->schedule;
  } else {
    member->implicit.schedule = settings().schedule;
  }
  member->occupant = &member->implicit;
  team.members.push_back(member);
  return *member;
}

// A thread that is in no region.
Task& begin_alone(Thread& thread) {
  auto* team = new Team;
  return add_member(*team, thread).implicit;
}

void* run_member(void* argument) {
  auto& member = *static_cast<Member*>(argument);
  Thread& self = scheduler().current();
  at(state().running, self.id) = &member.implicit;
  member.team->body.run(member.team->body.argument, member.number);
  member.implicit.is_finished = true;
  member.occupant = nullptr;
  at(state().running, self.id) = nullptr;
  scheduler().reconsider_all();
  return nullptr;
}

void seat(Thread& worker, Member& member) {
  member.thread = &worker;
  member.implicit.thread = &worker;
}

// One that the running thread has made before, and that runs no other region of it.
Thread* free_worker() {
  for (Thread* const each : at(state().workers, scheduler().current().id))
    if (each->joined) return each;
  return nullptr;
}

void start_worker(Member& member, SiteId site) {
  Scheduler& engine = scheduler();
  const ThreadStart start{.function = run_member, .c11_function = nullptr, .argument = &member};
  if (Thread* const worker = free_worker()) {
    seat(*worker, member);
    engine.announce({OperationKind::kThreadStartAgain, 0, worker->id, site, kNoLocation, 0});
    worker->start = start;
    engine.start_again(*worker, site);
    return engine.performed(worker->id, Effect::kProgress);
  }
  if (before_first_thread != nullptr) [[unlikely]]
    before_first_thread();
  engine.announce({OperationKind::kThreadCreate, 0, kNoThread, site, kNoLocation, 0});
  Thread* const worker = begin_thread(nullptr, start, site, nullptr);
  if (worker == nullptr) engine.refuse("the system gives no more threads to an OpenMP team", site);
  worker->keeps_storage = true;
  seat(*worker, member);
  name_thread(*worker, "OpenMP thread");
  at(state().workers, engine.current().id).push_back(worker);
  engine.performed(worker->id, Effect::kProgress);
}

bool has_finished(const Task& task) {
  return program().threads[task.awaited_number]->finished;
}

void join_worker(Thread& worker, SiteId site) {
  Scheduler& engine = scheduler();
  Task& self = current_task();
  self.awaited_number = worker.id;
  wait_as({OperationKind::kThreadJoin, 0, worker.id, site, kNoLocation, address_of(&worker)}, has_finished);
  worker.joined = true;
  engine.joined(worker);
  engine.performed(worker.id, Effect::kProgress);
}

unsigned team_size(const Task& parent, unsigned asked) {
  const Settings& known = settings();
  if (parent.team->active_level >= known.max_active_levels) return 1;
  if (asked == 0) asked = parent.threads;
  hot.recording->default_team |= asked == 0 && !known.threads_are_given;
  return std::clamp(asked == 0 ? known.threads : asked, 1u, known.thread_limit);
}

Team& make_team(Task& parent, unsigned size, SiteId site) {
  auto& team = *new Team;
  team.outer = parent.team;
  team.parent = &parent;
  team.site = site;
  team.level = parent.team->level + 1;
  team.active_level = parent.team->active_level + (size > 1 ? 1 : 0);
  return team;
}

bool can_resume(const Thread& thread) {
  const Task* const task = task_of(thread);
  return task->member->occupant == nullptr && task->is_ready(*task);
}
ThreadId awaited_thread(const Thread& thread) {
  const Task* const task = task_of(thread);
  if (thread.next.kind != OperationKind::kThreadJoin) return kNoThread;
  return task->is_ready(*task) ? kNoThread : thread.next.peer;
}
constexpr Condition kCanResume{can_resume, awaited_thread};

bool is_open(const Task& task) {
  return task.team->generation != task.awaited_number || task.team->is_cancelled;
}

}  // namespace

Settings& settings() {
  return state().settings;
}

void*& copy_of_threadprivate(const void* variable, ThreadId thread) {
  return at(state().threadprivate, thread)[variable];
}

const Task* task_of(const Thread& thread) {
  return at(state().running, thread.id);
}

Task& current_task() {
  Thread& self = scheduler().current();
  Task*& task = at(state().running, self.id);
  if (task == nullptr) task = &begin_alone(self);
  return *task;
}

void set_current_task(Task* task) {
  at(state().running, scheduler().current().id) = task;
}

void* stand_in(ConstructKind kind, SiteId site, std::size_t size) {
  void* const memory = construct_names::make(kind, site, size);
  if (memory == nullptr)
    scheduler().refuse("an execution has more OpenMP constructs than Heddle keeps: about 60,000", site);
  return memory;
}

void wait_as(const Operation& operation, bool (*is_ready)(const Task&)) {
  Scheduler& engine = scheduler();
  Task& self = current_task();
  Member& member = *self.member;
  const bool binds = self.is_explicit && self.is_tied;
  self.is_ready = is_ready;
  member.occupant = nullptr;
  if (binds) member.suspended.push_back(&self);
  engine.reconsider_all();
  engine.announce(operation, &kCanResume);
  if (member.object != nullptr)
    engine.note_order(OrderKind::kAcquire, locate(address_of(member.object)), operation.site);
  member.occupant = &self;
  if (binds) std::erase(member.suspended, &self);
  engine.reconsider_all();
}

void begin_alone_in_region(SiteId site) {
  set_current_task(&add_member(make_team(current_task(), 1, site), scheduler().current()).implicit);
}

void end_alone_in_region() {
  set_current_task(current_team().parent);
}

void parallel(const Body& body, unsigned threads, SiteId site) {
  Task& parent = current_task();
  const unsigned size = team_size(parent, threads);
  Team& team = make_team(parent, size, site);
  team.body = body;
  Member& own = add_member(team, scheduler().current());
  if (size > 1) {
    team.object = static_cast<char*>(stand_in(ConstructKind::kRegion, site, 16));
    // All of them, before the first thread asks how many there are.
    while (team.size() < size) add_member(team, scheduler().current());
    for (unsigned i = 1; i < size; ++i) start_worker(*team.members[i], site);
  }
  set_current_task(&own.implicit);
  body.run(body.argument, 0);
  if (size > 1) {
    for (unsigned i = 1; i < size; ++i) join_worker(*team.members[i]->thread, site);
    wait_for_tasks_of(team, site);
  }
  set_current_task(&parent);
}

void open_barrier_if_complete(Team& team) {
  if (team.arrived != team.size() || !team.tasks.empty()) return;
  team.arrived = 0;
  ++team.generation;
  scheduler().reconsider_all();
}

bool barrier(SiteId site) {
  Task& self = current_task();
  Team& team = *self.team;
  if (team.size() == 1) return false;
  if (team.is_cancelled) return true;
  Scheduler& engine = scheduler();
  engine.announce(operation_for(OperationKind::kBarrierWait, team.object, site));
  const std::uint64_t generation = team.generation;
  const bool is_last = ++team.arrived == team.size();
  open_barrier_if_complete(team);
  engine.performed(is_last ? 0 : 1, Effect::kProgress);
  if (team.generation == generation && !team.is_cancelled) {
    self.awaited_number = generation;
    wait_as(operation_for(OperationKind::kWake, team.object, site), is_open);
    engine.performed(0, Effect::kProgress);
  }
  if (team.had_tasks) engine.note_order(OrderKind::kAcquire, locate(address_of(team.object + 8)), site);
  return team.is_cancelled;
}

}  // namespace heddle::runtime::openmp
