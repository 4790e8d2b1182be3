// What went wrong in an execution: facts as the runtime saw them. Words for people are made by report/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "event/data_race.h"
#include "event/heap_error.h"
#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/stack_error.h"
#include "event/wait_state.h"

namespace heddle {

// The names are part of results.json and the schedule file.
enum class FailureKind : std::uint8_t {
  kNone,
  kAssertion,
  kCrash,
  kDeadlock,
  kLivelock,
  kDataRace,
  kHeapError,
  kLockMisuse,
  kUncaughtException,
  kExitStatus,
  kNotLinearizable,
  kNotThreadSafe,
  kTimeout,       // the real-time limit, the last resort
  kLeftBehind,    // an in-process body returned with threads running or locks held
  kStackError,    // a stack frame that is gone
  kThreadLeak,    // a thread that ended was never joined nor detached, where that is to be a failure
  kDriver,        // the driver of the program said that something is wrong, by its exit status
  kOpenMpMisuse,  // a construct is where OpenMP does not allow it
  kCount
};

std::string_view to_string(FailureKind kind);
FailureKind failure_kind_from(std::string_view name);  // kNone when unknown

enum class ThreadState : std::uint8_t { kEnabled, kBlocked, kFinished };

struct ThreadReport {
  std::string name;
  std::string given_name;  // by the program, for people: pthread_setname_np, prctl(PR_SET_NAME); mostly empty
  ThreadState state = ThreadState::kEnabled;
  Operation next;                  // what it was about to do or waits for
  Location object;                 // of `next`
  ThreadId waits_for = kNoThread;  // the owner of the lock, or the thread to be joined
  WaitState wait;                  // of a blocked thread
  std::vector<HeldLock> held;
  std::vector<SiteId> stack;    // innermost first
  SiteId created_at = kNoSite;  // of a thread or task of OpenMP: the region or the task
};

// The words of a crash that is one: a thread has used up its stack.
inline constexpr std::string_view kStackOverflow = "stack overflow";

// Why threads wait for ever; see detect/deadlock.h.
enum class DeadlockShape : std::uint8_t { kNone, kCycle, kPartialCycle, kLostWakeup, kNoWakeup, kSelf };

struct Failure {
  FailureKind kind = FailureKind::kNone;
  ThreadId thread = kNoThread;
  SiteId site = kNoSite;
  std::string text;           // the program's words: assertion text, exception type and what(), misuse
  int code = 0;               // signal, exit status or kind of heap error
  std::uint64_t address = 0;  // fault address
  DeadlockShape shape = DeadlockShape::kNone;
  std::vector<ThreadId> cycle;  // threads that wait for each other, in order
  SiteId lost_signal_site = kNoSite;
  ThreadId lost_signal_thread = kNoThread;
  std::vector<SiteId> spinning;  // livelock: where the steps were spent
  std::vector<ThreadReport> threads;
  std::uint64_t step = 0;
  DataRace race;
  HeapError heap;
  StackError stack;

  // Nothing is said in it.
  bool is_blank() const {
    return kind == FailureKind::kNone && text.empty() && site == kNoSite && threads.empty();
  }
  // The same bug found twice has the same signature: kind and sites, not addresses or thread numbers.
  std::uint64_t signature() const;
};

// Of a deadlock in which threads wait at these sites, in any order.
std::uint64_t deadlock_signature(std::vector<SiteId> sites);

}  // namespace heddle
