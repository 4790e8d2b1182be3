// OpenMP under control: teams, their threads and tasks. Heddle is the OpenMP runtime of a program under
// control (decision 0035): gomp.cc has the functions that g++ calls, kmpc.cc those that clang++ calls, api.cc
// those of omp.h. They stand in front of libgomp's and libomp's, which run the program natively.
//
// Every thread of a parallel region and every explicit task is a program thread to the engine, with a clock
// of its own: so tasks race, whichever thread runs them. What a team has are its *members*: a member is a
// number and thread-local storage, and runs one task at a time. A task that comes to a task scheduling point
// gives its member up, and takes it again to go on.
#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "runtime/interpose/interpose.h"

namespace heddle::runtime::openmp {

struct Member;
struct Share;
struct Task;
struct Team;

enum class LoopKind : std::uint8_t { kStatic, kDynamic, kGuided, kAuto, kRuntime };

struct LoopSchedule {
  LoopKind kind = LoopKind::kStatic;
  std::uint64_t chunk = 0;  // 0: the default one
};

// What is called by each thread of a region.
struct Body {
  void (*run)(void* argument, unsigned number) = nullptr;
  void* argument = nullptr;
};

// A taskgroup.
struct Group {
  Group* outer = nullptr;
  std::vector<Task*> tasks;
  void* reductions = nullptr;         // as the compilers' interfaces keep them
  void* reduction_input = nullptr;    // what the program said of them
  void* shared_reductions = nullptr;  // ... of a whole team
  bool is_cancelled = false;
};

// What a detached task waits for after it has run.
struct Completion {
  Task* task = nullptr;
  bool is_fulfilled = false;
};

// How a task depends on others that name the same address. Tasks of one kind, except kOut, are not ordered
// among themselves.
enum class DependenceKind : std::uint8_t { kIn, kOut, kMutual, kSet };

struct Dependence {
  const void* address;
  DependenceKind kind;
};

struct Task {
  Task* parent = nullptr;
  Team* team = nullptr;
  Member* member = nullptr;  // that runs it; null: it has not started
  Thread* thread = nullptr;
  Group* group = nullptr;
  void* object = nullptr;  // a block of the program's that stands for it
  SiteId site = kNoSite;
  bool is_explicit = false;
  bool is_tied = true;
  bool is_final = false;
  bool is_finished = false;
  bool has_run = false;
  bool uses_members_memory = false;
  const void* reduction_parts = nullptr;  // its own, of a reduction of the whole team
  Completion* event = nullptr;            // it is not finished before that
  void (*run)(void*) = nullptr;
  void* argument = nullptr;

  // While it is suspended: what it waits for, apart from its member.
  bool (*is_ready)(const Task&) = nullptr;
  const Task* awaited = nullptr;
  std::uint64_t awaited_number = 0;
  const Share* awaited_share = nullptr;

  std::vector<Task*> children;  // not waited for yet
  unsigned open_predecessors = 0;
  std::vector<Task*> predecessors, successors;
  std::vector<const void*> mutual;  // addresses, of each of which one task runs at a time
  // Of its children's dependences, by address.
  struct Last {
    DependenceKind kind = DependenceKind::kOut;
    std::vector<Task*> current, before;
  };
  std::unordered_map<const void*, Last> dependences;

  // The internal control variables that belong to a task.
  unsigned threads = 0;         // for its parallel regions; 0: as many as the settings say
  unsigned pushed_threads = 0;  // ... for the next one; 0: as above
  LoopSchedule schedule;
};

// Part of a loop: iterations, counted from 0.
struct Chunk {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool is_empty() const { return begin == end; }
};

// A thread of a team.
struct Member {
  Team* team = nullptr;
  unsigned number = 0;
  Thread* thread = nullptr;  // whose thread-local storage it is
  Task implicit;
  Task* occupant = nullptr;      // the task that runs on it now
  std::vector<Task*> suspended;  // tied explicit tasks; a tied one may start only if it descends from them
  void* object = nullptr;        // a block that stands for memory of its own that its tasks share
  std::uint64_t shares_begun = 0;
  // The worksharing construct that it is in.
  Share* share = nullptr;
  Share* dependences = nullptr;  // between the iterations of a loop
  Chunk chunk;
  std::uint64_t chunks_taken = 0;
  std::uint64_t iteration = 0;  // that it is in, of an ordered loop
};

// A worksharing construct that threads of a team are in.
struct Share {
  std::uint64_t number = 0;  // in the order of the constructs of a team
  unsigned threads_left = 0;
  void* object = nullptr;  // a block of the program's that stands for it
  std::uint64_t iterations = 0;
  std::uint64_t next = 0;
  unsigned long long range[2] = {0, 1};  // the program's variable in the first iteration, and its step
  LoopSchedule schedule;
  bool is_taken = false;  // single
  bool is_cancelled = false;
  void* copied = nullptr;  // copyprivate
  void* memory = nullptr;  // that the compiler asked for
  void* reductions = nullptr;
  std::uint64_t turn = 0;             // ordered: all iterations before it are done
  std::vector<Chunk> done;            // ... and these, later ones
  std::vector<std::uint64_t> counts;  // doacross: iterations of each loop
  std::vector<bool> posted;
  char* posts = nullptr;  // a word for each
};

struct Team {
  Team* outer = nullptr;
  Task* parent = nullptr;
  SiteId site = kNoSite;
  unsigned level = 0;
  unsigned active_level = 0;
  std::vector<Member*> members;
  Body body;
  char* object = nullptr;  // a block of the program's that stands for its barrier, and for its tasks
  unsigned arrived = 0;
  std::uint64_t generation = 0;  // of its barrier
  std::vector<Task*> tasks;      // explicit ones that are not finished
  bool had_tasks = false;
  bool is_cancelled = false;
  std::list<Share> shares;
  void* reductions = nullptr;
  void* copied = nullptr;  // copyprivate

  unsigned size() const { return static_cast<unsigned>(members.size()); }
};

// What the program and its environment set.
struct Settings {
  unsigned threads = 3;  // of a region that does not say
  bool threads_are_given = false;
  bool is_dynamic = false;
  unsigned max_active_levels = 1;
  unsigned thread_limit = 0x7fff'ffff;
  LoopSchedule schedule{LoopKind::kDynamic, 1};
  bool may_cancel = false;
};
Settings& settings();

void set_current_task(Task* task);

// The copy of a thread of a variable that each thread has one of; null: not made yet.
void*& copy_of_threadprivate(const void* variable, ThreadId thread);

// The task that the running thread executes. A thread outside all regions is a team of its own.
Task& current_task();
inline Member& current_member() {
  return *current_task().member;
}
inline Team& current_team() {
  return *current_task().team;
}

// ---- Regions (team.cc).

// Threads 0: as many as the program's settings say.
void parallel(const Body& body, unsigned threads, SiteId site);
// A region of one thread that the compiler calls itself.
void begin_alone_in_region(SiteId site);
void end_alone_in_region();
// True: the region is cancelled.
bool barrier(SiteId site);
// Memory that stands for a construct, and has its name.
void* stand_in(ConstructKind kind, SiteId site, std::size_t size);
inline Operation operation_for(OperationKind kind, const void* object, SiteId site) {
  return {kind, 0, kNoThread, site, locate(address_of(object)), address_of(object)};
}

// The running task gives its member up, until it is ready and was chosen.
void wait_as(const Operation& operation, bool (*is_ready)(const Task&));
void open_barrier_if_complete(Team& team);

// ---- Tasks (tasks.cc).

struct NewTask {
  void (*run)(void*) = nullptr;
  void* argument = nullptr;
  bool is_deferred = true;
  bool is_tied = true;
  bool is_final = false;
  Completion* event = nullptr;
  std::vector<Dependence> dependences;
  SiteId site = kNoSite;
};

void task(const NewTask& task);
void wait_for_children(SiteId site);
void wait_for_dependences(const std::vector<Dependence>& dependences, SiteId site);
void yield_task(SiteId site);
void begin_group();
void end_group(SiteId site);
void fulfil(Completion& event, SiteId site);
// A task that runs as a call of the running thread.
Task* begin_at_once(const NewTask& task);
void end_at_once(Task* task);
void wait_for_tasks_of(Team& team, SiteId site);
const Task* task_of(const Thread& thread);

// ---- Worksharing (worksharing.cc).

// Ends the execution: a construct is where OpenMP does not allow it.
[[noreturn]] void misuse_of_openmp(const char* what, SiteId site);
// Of a barrier that the program writes down: no thread may be inside a worksharing construct.
void check_barrier(SiteId site);

Share& begin_share(SiteId site);
void end_share();
// The next part of the loop for the running thread; empty: there is none.
Chunk next_chunk(SiteId site);
LoopSchedule resolved(LoopSchedule schedule);
// True for one thread of the team.
bool take_single(SiteId site);
void begin_ordered(SiteId site);
void end_ordered(SiteId site);
// What the running thread has done of an ordered loop.
void finish_chunk();
void finish_iteration();
// Of the construct that the running thread is in.
void begin_dependences(std::vector<std::uint64_t> counts, SiteId site);
void post(std::uint64_t iteration, SiteId site);
void wait_for_post(std::uint64_t iteration, SiteId site);
std::uint64_t flat(const Share& share, const std::vector<std::uint64_t>& iterations);

// ---- Locks (locks.cc).

void lock(const void* object, bool is_nested, SiteId site);
// How often it is held then; 0: in vain.
unsigned try_lock(const void* object, bool is_nested, SiteId site);
void unlock(const void* object, bool is_nested, SiteId site);
void forget_lock(const void* object, SiteId site);
const void* unnamed_critical();
const void* atomic_lock();

}  // namespace heddle::runtime::openmp
