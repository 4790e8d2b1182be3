// Explicit tasks. A task that may wait for a thread is a program thread to the engine: it can start while its
// dependences are met and a member of its team is free. Any other runs at once, as a call.
#include <algorithm>
#include <utility>

#include "runtime/arch/context.h"
#include "runtime/carrier/contexts.h"
#include "runtime/interpose/program.h"
#include "runtime/interpose/thread_start.h"
#include "runtime/openmp/reductions.h"
#include "runtime/openmp/team.h"

namespace heddle::runtime::openmp {

namespace {

// More run at once, as in every runtime that has too many. What they do is seen, but as what their creator
// does.
constexpr std::size_t kMostTasks = 1000;

bool descends_from(const Task& task, const Task& other) {
  for (const Task* each = task.parent; each != nullptr; each = each->parent)
    if (each == &other) return true;
  return false;
}

bool may_run(const Task& task, const Member& member) {
  if (member.occupant != nullptr) return false;
  return !task.is_tied || std::all_of(member.suspended.begin(), member.suspended.end(),
                                      [&](const Task* each) { return descends_from(task, *each); });
}

// Which of the free members runs a task follows from its name and the step: it is no choice of a strategy's.
Member* free_member(const Task& task) {
  std::vector<Member*> free;
  for (Member* const each : task.team->members)
    if (may_run(task, *each)) free.push_back(each);
  if (free.empty()) return nullptr;
  return free[mix(task.thread->name_hash ^ scheduler().step()) % free.size()];
}

bool is_excluded(const Task& task) {
  const auto shares_one = [&](const Task* other) {
    return other != &task && other->member != nullptr &&
           std::any_of(task.mutual.begin(), task.mutual.end(), [&](const void* address) {
             return std::find(other->mutual.begin(), other->mutual.end(), address) != other->mutual.end();
           });
  };
  return std::any_of(task.team->tasks.begin(), task.team->tasks.end(), shares_one);
}

bool can_start(const Thread& thread) {
  const Task& task = *static_cast<const Task*>(thread.start.argument);
  return task.open_predecessors == 0 && !is_excluded(task) && free_member(task) != nullptr;
}
constexpr Condition kCanStart{can_start, nullptr};

void note(OrderKind kind, const void* object, SiteId site) {
  scheduler().note_order(kind, locate(address_of(object)), site);
}

// From here on the running thread uses the thread-local storage of that one.
void borrow_storage(Thread& self, Thread& lender) {
  self.lender = &lender;
  self.uses_lent_storage = [] { use_members_memory(current_task().site); };
  self.thread_pointer = lender.thread_pointer;
  set_thread_pointer(lender.thread_pointer);
}
void return_storage(Thread& self) {
  self.lender = nullptr;
  self.thread_pointer = self.context->thread_pointer;
  set_thread_pointer(self.thread_pointer);
}

void finish(Task& task) {
  Team& team = *task.team;
  for (const void* address : task.mutual) note(OrderKind::kRelease, address, task.site);
  task.is_finished = true;
  for (Task* each : task.successors) --each->open_predecessors;
  std::erase(team.tasks, &task);
  open_barrier_if_complete(team);
  scheduler().reconsider_all();
}

// g++ finds the copy of the running thread by its number.
bool has_reductions(const Task& task) {
  for (const Group* group = task.group; group != nullptr; group = group->outer)
    if (group->reductions != nullptr || group->shared_reductions != nullptr) return true;
  return false;
}

void* run_task(void* argument) {
  auto& task = *static_cast<Task*>(argument);
  Thread& self = scheduler().current();
  task.member = free_member(task);
  task.member->occupant = &task;
  set_current_task(&task);
  for (const Task* each : task.predecessors) note(OrderKind::kAcquire, each->object, task.site);
  for (const void* address : task.mutual) note(OrderKind::kAcquire, address, task.site);
  scheduler().reconsider_all();
  if (has_reductions(task)) use_members_memory(task.site);
  const bool borrows = program().options.carrier == Carrier::kContexts;
  if (borrows) borrow_storage(self, *task.member->thread);
  if (task.group == nullptr || !task.group->is_cancelled) task.run(task.argument);
  if (borrows) return_storage(self);
  note(OrderKind::kRelease, task.object, task.site);
  note(OrderKind::kRelease, task.team->object + 8, task.site);
  if (task.uses_members_memory) note(OrderKind::kRelease, task.member->object, task.site);
  task.member->occupant = nullptr;
  task.has_run = true;
  if (task.event == nullptr || task.event->is_fulfilled)
    finish(task);
  else
    scheduler().reconsider_all();
  set_current_task(nullptr);
  return nullptr;
}

// Which tasks have to be finished before one with these dependences; it counts as the latest from now on.
std::vector<Task*> predecessors_of(Task& parent, const std::vector<Dependence>& dependences, Task* task) {
  std::vector<Task*> found;
  const auto add = [&](const std::vector<Task*>& tasks) {
    for (Task* each : tasks)
      if (each != task && std::find(found.begin(), found.end(), each) == found.end()) found.push_back(each);
  };
  for (const Dependence& each : dependences) {
    Task::Last& last = parent.dependences[each.address];
    const bool joins = each.kind != DependenceKind::kOut && each.kind == last.kind && !last.current.empty();
    add(joins ? last.before : last.current);
    if (task == nullptr) continue;
    if (!joins) {
      last.before = std::exchange(last.current, {});
      last.kind = each.kind;
    }
    if (std::find(last.current.begin(), last.current.end(), task) == last.current.end())
      last.current.push_back(task);
  }
  return found;
}

bool is_awaited_finished(const Task& task) {
  return task.awaited->is_finished;
}

// The running task comes after all of the other, and waits for it if need be.
void join(Task& other, SiteId site) {
  Scheduler& engine = scheduler();
  if (other.is_finished) {
    note(OrderKind::kAcquire, other.object, site);
    engine.joined(*other.thread);
    return;
  }
  current_task().awaited = &other;
  wait_as({OperationKind::kThreadJoin, 0, other.thread->id, site, kNoLocation, address_of(&other)},
          is_awaited_finished);
  engine.joined(*other.thread);
  note(OrderKind::kAcquire, other.object, site);
  engine.performed(other.thread->id, Effect::kProgress);
}

void join_all(const std::vector<Task*>& tasks, SiteId site) {
  for (std::size_t i = 0; i < tasks.size(); ++i) join(*tasks[i], site);
}

void run_at_once(const NewTask& made) {
  Task* const task = begin_at_once(made);
  made.run(made.argument);
  end_at_once(task);
}

bool has_room() {
  return program().threads.size() < kMostTasks;
}

}  // namespace

Task* begin_at_once(const NewTask& made) {
  Task& parent = current_task();
  join_all(predecessors_of(parent, made.dependences, nullptr), made.site);
  auto* task = new Task;
  task->parent = &parent;
  task->team = parent.team;
  task->member = parent.member;
  task->thread = parent.thread;
  task->group = parent.group;
  task->site = made.site;
  task->is_explicit = true;
  task->is_final = made.is_final || parent.is_final;
  task->threads = parent.threads;
  task->schedule = parent.schedule;
  task->run = made.run;
  task->argument = made.argument;
  task->member->occupant = task;
  task->event = made.event;
  if (made.event != nullptr) made.event->task = task;
  set_current_task(task);
  return task;
}

// What it has started goes on as if its creator had.
void end_at_once(Task* task) {
  Task& parent = *task->parent;
  set_current_task(&parent);
  parent.member->occupant = &parent;
  task->has_run = task->is_finished = true;
  parent.children.insert(parent.children.end(), task->children.begin(), task->children.end());
}

void task(const NewTask& made) {
  Task& parent = current_task();
  Team& team = *parent.team;
  if (!made.is_deferred || parent.is_final || team.size() == 1) return run_at_once(made);
  if (!has_room()) {
    hot.recording->beyond |= set_of(Bound::kTasks);
    return run_at_once(made);
  }
  Scheduler& engine = scheduler();
  engine.announce({OperationKind::kThreadCreate, 0, kNoThread, made.site, kNoLocation, 0});
  auto& task = *new Task;
  task.parent = &parent;
  task.team = &team;
  task.group = parent.group;
  task.site = made.site;
  task.event = made.event;
  if (made.event != nullptr) made.event->task = &task;
  task.object = stand_in(ConstructKind::kTask, made.site, 8);
  task.is_explicit = true;
  task.is_tied = made.is_tied;
  task.is_final = made.is_final;
  task.run = made.run;
  task.argument = made.argument;
  task.threads = parent.threads;
  task.schedule = parent.schedule;
  for (const Dependence& each : made.dependences)
    if (each.kind == DependenceKind::kMutual) task.mutual.push_back(each.address);
  task.predecessors = predecessors_of(parent, made.dependences, &task);
  for (Task* each : task.predecessors) {
    if (each->is_finished) continue;
    ++task.open_predecessors;
    each->successors.push_back(&task);
  }
  Thread* const thread = begin_thread(
      nullptr, {.function = run_task, .c11_function = nullptr, .argument = &task}, made.site, &kCanStart);
  if (thread == nullptr) engine.refuse("the system gives no more threads to OpenMP tasks", made.site);
  task.thread = thread;
  thread->keeps_storage = thread->detached = true;
  name_thread(*thread, "OpenMP task");
  parent.children.push_back(&task);
  if (parent.group != nullptr) parent.group->tasks.push_back(&task);
  team.tasks.push_back(&task);
  team.had_tasks = true;
  engine.performed(thread->id, Effect::kProgress);
  engine.reconsider_all();
}

void wait_for_children(SiteId site) {
  Task& self = current_task();
  join_all(self.children, site);
  self.children.clear();
}

void wait_for_dependences(const std::vector<Dependence>& dependences, SiteId site) {
  join_all(predecessors_of(current_task(), dependences, nullptr), site);
}

void wait_for_tasks_of(Team& team, SiteId site) {
  while (!team.tasks.empty()) join(*team.tasks.front(), site);
  if (team.had_tasks) note(OrderKind::kAcquire, team.object + 8, site);
}

void yield_task(SiteId site) {
  if (current_team().size() == 1) return;
  wait_as({OperationKind::kYield, 0, kNoThread, site, kNoLocation, 0}, [](const Task&) { return true; });
  scheduler().performed();
}

void begin_group() {
  Task& self = current_task();
  auto* group = new Group;
  group->outer = self.group;
  self.group = group;
}

void end_group(SiteId site) {
  Task& self = current_task();
  if (self.group == nullptr) return;
  Group& group = *self.group;
  for (std::size_t i = 0; i < group.tasks.size(); ++i) join(*group.tasks[i], site);
  self.group = group.outer;
}

void fulfil(Completion& event, SiteId site) {
  if (event.is_fulfilled) return;
  event.is_fulfilled = true;
  Task* const task = event.task;
  if (task == nullptr || task->object == nullptr) return;
  note(OrderKind::kRelease, task->object, site);
  note(OrderKind::kRelease, task->team->object + 8, site);
  if (task->has_run) finish(*task);
}

}  // namespace heddle::runtime::openmp
