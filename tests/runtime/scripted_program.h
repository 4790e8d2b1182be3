// A program for the engine alone: its threads are scripts, lists of operations that each run on a stack of
// their own. The engine is the real one, with services that do as the test says.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "event/failure.h"
#include "runtime/engine/scheduler.h"
#include "runtime/engine/services.h"
#include "search/executor.h"

namespace heddle::runtime::testing {

struct ScriptedGuard final : MemoryGuard {
  std::vector<std::uint64_t> checked;  // addresses

  void check(const Operation& operation) override { checked.push_back(operation.address); }
  void check_object(const Operation& operation) override { checked.push_back(operation.address); }
  void leave_stack() override {}
  bool is_memory(const volatile void*) override { return true; }
  Location name_for_people(std::uint64_t) override { return {}; }
  bool name_left(std::uint64_t, Location&) override { return false; }
};

struct ScriptedSignals final : SignalDelivery {
  std::function<void()> handler = [] {};
  unsigned handled = 0;

  void look_outside() override {}
  bool wait_for_alarm() override { return false; }
  bool run_handlers() override {
    ++handled;
    handler();
    return true;
  }
};

struct ScriptedWorld final : OutsideWorld {
  void look_again() override {}
  Arrival wait_in_kernel(std::uint64_t) override { return Arrival::kNever; }
  Arrival wait_for_others() override { return Arrival::kNever; }
  bool idles_for_ever() override { return false; }
  bool has_driver() override { return false; }
  bool is_left_alone() override { return false; }
  bool assumes_no_stranger() override { return false; }
};

struct ScriptedDebugger final : DebuggerLink {
  bool watches = false;
  unsigned events = 0, failures = 0;

  bool is_watching() override { return watches; }
  void show_event() override { ++events; }
  void show_failure() override { ++failures; }
  void show_divergence(const Divergence&) override {}
};

struct ScriptedStrays final : StrayThreads {
  bool there = false;

  void check_caller(SiteId) override {}
  bool exist() override { return there; }
};

// A program that is in the same state whenever a thread is about to do the same thing.
struct ScriptedState final : StateReader {
  bool changes = false;
  std::uint64_t looks = 0;

  void begin() override {}
  LocalState of_running_thread() override;
  RestOfState rest(const std::vector<bool>&) override;
};

struct ScriptedCarrier final : BatonCarrier {
  void hand_on(Thread&, Thread&) override {}
  void give_away(Thread&) override {}
};

class ScriptedProgram {
 public:
  using Step = std::function<void()>;
  using Script = std::vector<Step>;

  ScriptedProgram();
  ~ScriptedProgram();
  ScriptedProgram(const ScriptedProgram&) = delete;
  ScriptedProgram& operator=(const ScriptedProgram&) = delete;

  // The first script is main's; the others run when a `start` of theirs has been performed.
  std::size_t add(Script script);

  // Its engine is the runtime's from here on.
  void make_current();
  // One execution, to its end.
  void run(Strategy& strategy, const ExecutionOptions& options = {});

  const Recording& recording() const { return *recording_; }
  // What happened, as "0 write 1": the thread, the operation, the location.
  std::vector<std::string> story() const;
  Schedule schedule() const;
  // Empty if there is none.
  Failure failure() const;

  // Steps. Objects have numbers; an object's location is its number.
  // With a condition, the thread can go on only while that holds.
  Step start(std::size_t script, const Condition* when = nullptr);
  Step join(std::size_t script);
  Step write(LocationId object);
  Step read(LocationId object);
  Step lock(LocationId object);
  Step unlock(LocationId object);
  Step wait(LocationId condition);
  Step signal(LocationId condition);
  // Ends after so much virtual time.
  static Step sleep(std::uint64_t nanoseconds);
  // Again and again, for ever.
  Step spin_on(LocationId object);
  static Step exit();
  // Whatever the test wants to look at; no operation.
  static Step look(std::function<void()> function) { return function; }

  ScriptedGuard guard;
  ScriptedSignals signals;
  ScriptedWorld world;
  ScriptedDebugger debugger;
  ScriptedStrays strays;
  ScriptedState state;
  ScriptedCarrier carrier;

  Thread& thread_of(std::size_t script) { return *started_.at(script); }

 private:
  struct Stack;
  struct Lock {
    ThreadId holder = kNoThread;
  };

  static void enter();
  void run_script(const Script& script);
  Thread& add_thread(std::size_t script, Thread* creator, const Condition* when = nullptr);
  std::uint64_t address_of(LocationId object);
  Operation operation(OperationKind kind, LocationId object);

  std::vector<Script> scripts_;
  std::vector<std::unique_ptr<Stack>> stacks_;
  std::map<std::size_t, Thread*> started_;
  std::map<const Thread*, std::size_t> script_of_;
  std::map<LocationId, Lock> locks_;
  Knowledge knowledge_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Scheduler> engine_;
  Recording* recording_ = nullptr;
};

}  // namespace heddle::runtime::testing
