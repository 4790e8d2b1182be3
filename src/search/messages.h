// What `heddle` and the explorer say to each other, as data (event/wire.h gives the bytes).
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/predicted_deadlock.h"
#include "event/execution.h"
#include "event/modules.h"
#include "event/wire.h"
#include "search/search.h"
#include "strategies/follow_turns.h"

namespace heddle {

enum class MessageType : std::uint8_t { kHello, kSearch, kPaused, kReplay, kReplayed, kProblem };

// Where the explorer finds its end of the conversation: HEDDLE_CONTROL=<socket>,<progress>,<output>
inline constexpr char kControlVariable[] = "HEDDLE_CONTROL";
// What LD_PRELOAD was before Heddle put its library in front.
inline constexpr char kOriginalPreloadVariable[] = "HEDDLE_ORIGINAL_PRELOAD";

// What surrounds every execution (host/execution_place.h), told to the explorer: the folder that it runs in,
// the folder that it is a copy of, the command of the driver.
inline constexpr char kFolderVariable[] = "HEDDLE_FRESH_FOLDER";
inline constexpr char kTemplateVariable[] = "HEDDLE_FRESH_TEMPLATE";
inline constexpr char kDriverVariable[] = "HEDDLE_DRIVER";
// Told to the program and its driver, too: where the one listens and the other connects to.
inline constexpr char kPortVariable[] = "HEDDLE_PORT";
inline constexpr char kSocketVariable[] = "HEDDLE_SOCKET";

// A replay for a debugger (runtime/isolation/debug_replay.h): the folder that holds the two files.
inline constexpr char kDebugReplayVariable[] = "HEDDLE_DEBUG_REPLAY";
inline constexpr char kDebugRequestFile[] = "request";  // an encoded ReplayRequest
inline constexpr char kDebugInputFile[] = "input";

// Shared memory: figures for the progress line, and the word that stops a search.
inline constexpr std::uint32_t kStopNow = 2;

struct Progress {
  std::atomic<std::uint64_t> executions;
  std::atomic<std::uint64_t> steps;
  std::atomic<std::uint64_t> failed;
  // Left, field by field.
  std::atomic<std::uint32_t> left_samples;
  std::atomic<double> left_mean, left_variance;
  std::atomic<std::uint32_t> stop;  // 1: at the end of the execution; kStopNow: in the middle of it
  // Of an execution that takes long: for how long, how far it has come, and where it is.
  std::atomic<std::uint64_t> running_milliseconds;  // 0: none does
  std::atomic<std::uint64_t> running_steps;
  std::atomic<SiteId> running_site;
};

// The explorer is ready.
struct Hello {
  std::string version;
  ModuleTable modules;
  bool randomised_addresses = false;
};

struct SearchRequest {
  SearchSettings settings;
  std::uint64_t executions = 0;
  std::vector<Guide> guides;  // what the executions are to follow, if the strategy does
  bool fresh = true;          // a new search; false: go on with the former
  // Of a new search: what the program is given to do (runtime/services/task.h), and what executions of other
  // tasks have shown of its memory, as a pause told it. Where there is a task, nothing else is known.
  std::vector<std::uint8_t> task;
  std::vector<std::uint8_t> knowledge;
  // Of a new search: it goes on with what another one has left (SearchPaused::left_to_do, with its
  // knowledge), and counts from what that one had done.
  std::vector<std::uint8_t> left;
  SearchTotals before = {};
  bool tells_left = false;  // when it pauses; of a new search
  bool gives_away = false;  // a part of that is given away when it is stopped

  friend bool operator==(const SearchRequest&, const SearchRequest&) = default;
};

// Describes an execution that is to be examined.
struct ExecutionReport : ExecutionFacts {
  std::uint64_t number = 0;
  Failure failure;
  Divergence divergence;
  std::uint64_t milliseconds = 0;  // that it had taken, if it was ended because its time was up
  std::vector<std::string> threads;
  Schedule schedule;
  std::string tactic;  // which of its ways the strategy went; empty: it has only one
  std::vector<std::uint8_t> told;
};

ExecutionReport report_of(const Execution& execution);

// All of an execution, for a search that is worked out in `heddle`.
struct Trace {
  End end = End::kCompleted;
  FailureKind failure = FailureKind::kNone;
  ThreadId failed_thread = kNoThread;
  bool found_shared = false;
  bool truncated = false;
  bool took_turns = false;  // threads that spin
  std::vector<Event> events;
  std::vector<AccessValue> values;
};

// What executions that completed told of themselves.
struct Telling {
  std::vector<std::uint8_t> told;
  std::uint64_t first = 0;  // the number of the first that told this
  std::uint64_t times = 0;
};

struct SearchPaused {
  PauseReason reason = PauseReason::kBudget;
  SearchTotals totals;
  std::vector<std::uint64_t> signatures;  // of all failures so far, and how often each was met
  std::vector<std::uint64_t> counts;
  ProgramSize size;
  bool saw_threads = false;     // any execution had more than its main thread
  std::string fallback;         // why executions are forked although they were to be restored
  std::string alone;            // why never several were run side by side although there are jobs for it
  std::uint64_t suspected = 0;  // executions that went differently in a fork
  std::string written_file;     // the first file that any execution opened for writing
  bool uses_outside = false;    // others at the same time might use it, too: a file, a port
  std::vector<UnjoinedPlace> unjoined;
  std::vector<double> series;          // Facets::series
  std::string claim;                   // after kExhausted: of what every one has been executed
  Left left;                           // otherwise: how many executions that will take
  ExecutionReport report;              // of a failed or lost execution
  std::vector<ExecutionReport> races;  // executions with a data race that is new since the last pause
  std::vector<Trace> traces;           // of the executions since the last pause, where they are guided
  std::vector<Telling> tellings;       // since the last pause, each once
  CoverageReport coverage;             // as far as it was measured
  std::vector<PredictedDeadlock> predictions;  // where they were asked for
  ModuleTable modules;                         // all that were met so far
  // Where there is a task, or where it tells what is left: SearchRequest::knowledge of the next.
  std::vector<std::uint8_t> knowledge;
  std::vector<std::uint8_t> left_to_do;  // for SearchRequest::left; empty: that cannot be told
  std::vector<std::uint8_t> given_away;  // of that, to be done by another search
  std::uint64_t beginnings = 0;          // Divisible
};

// All that an execution did, for explaining it. Of each event what was read and written, and the call stack:
// where its frames begin, as in Execution.
struct ExplainedTrace {
  std::vector<Event> events;
  std::vector<AccessValue> values;
  std::vector<std::uint32_t> stacks;
  std::vector<SiteId> frames;
  std::vector<Location> locations;  // by LocationId, from 1
  std::vector<FrameName> frame_names;
  std::vector<Pointee> pointees;
  std::vector<OrderNote> sights;  // kSees and kStoresBehind
};

// A race that a replay is to be judged by: with that signature of its failure, or between these steps.
struct WantedRace {
  std::uint64_t signature = 0;  // 0: not told
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  bool is_any() const { return signature != 0 || second != 0; }
  friend bool operator==(const WantedRace&, const WantedRace&) = default;
};

struct ReplayRequest {
  ExecutionOptions execution;
  Schedule schedule;
  StepRecord record;
  std::uint64_t max_recorded_steps = 0;
  // In place of the schedule: turns that are followed as far as they go, and the steps after which that is
  // given up.
  bool by_turns = false;
  std::vector<Turn> turns;
  std::uint64_t longest = 0;
  bool operations = false;  // all operations are wanted, in place of the preemptions
  WantedRace race;          // the execution has failed if it has this one
  bool explain = false;     // the trace is wanted
  std::vector<std::uint8_t> task;

  friend bool operator==(const ReplayRequest&, const ReplayRequest&) = default;
};

struct Replayed {
  ExecutionReport report;
  StepRecord record;                           // what really happened
  std::uint64_t event_hash = 0;                // of all events, for comparing two replays
  std::vector<std::uint32_t> preemptions;      // steps at which a thread was left that could have gone on
  std::vector<PerformedOperation> operations;  // step by step, where they were asked for
  ExplainedTrace trace;                        // where it was asked for
  ModuleTable modules;                         // all that were met so far
  // The race in question is one only if this code, which is not seen, orders nothing.
  SiteId ordered_by = kNoSite;
  std::vector<KernelAnswer> answers;  // where they were asked for
  bool uses_outside = false;          // others at the same time might use it, too: a file, a port
};

std::vector<std::uint8_t> encode(const Hello& message);
std::vector<std::uint8_t> encode(const SearchRequest& message);
std::vector<std::uint8_t> encode(const SearchPaused& message);
std::vector<std::uint8_t> encode(const ReplayRequest& message);
std::vector<std::uint8_t> encode(const Replayed& message);
std::vector<std::uint8_t> encode_problem(const std::string& text);

// The type is the first byte; decode() reads what follows it. False: not what it should be.
bool decode(Reader& reader, Hello& message);
bool decode(Reader& reader, SearchRequest& message);
bool decode(Reader& reader, SearchPaused& message);
bool decode(Reader& reader, ReplayRequest& message);
bool decode(Reader& reader, Replayed& message);

}  // namespace heddle
