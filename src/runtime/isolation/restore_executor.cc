#include "runtime/isolation/restore_executor.h"

#include <sys/time.h>
#include <sys/wait.h>
#include <algorithm>
#include <csignal>
#include <ctime>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/program.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/learning.h"
#include "runtime/isolation/left_out.h"
#include "runtime/isolation/main_thread.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/setup.h"
#include "runtime/isolation/time_limit.h"
#include "runtime/services/program_state.h"
#include "runtime/services/task.h"
#include "runtime/state/finish.h"
#include "runtime/system/real.h"
#include "search/messages.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kLookMilliseconds = 100;
constexpr std::uint64_t kAuditPeriod = 4096;
constexpr std::uint64_t kBeginning = 4096;
// A new worker costs about as much as a fork, so a worker that runs a few executions pays.
constexpr std::uint64_t kEndsToJudge = 4;
constexpr std::uint64_t kTooLargeToJudge = 16;
constexpr std::uint64_t kExecutionsToPay = 2;

Context* worker_loop = nullptr;

void back_to_worker() {
  heddle_load(worker_loop);
}

Context* start = nullptr;

void stop_at_first_thread() {
  before_first_thread = nullptr;
  hot.active = false;
  start->thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  heddle_switch(start, worker_loop);
}

// Now and then, and often at the beginning, when most goes wrong that goes wrong at all.
bool is_audited(std::uint64_t number, std::uint64_t before) {
  if (before >= kBeginning) return (before + number) % kAuditPeriod == 2;
  // With another task, which may do something new at once.
  if (before != 0) return number == 2 || before + number == 64 || before + number == 512;
  return number % kAuditPeriod == 2 || number == 8 || number == 64 || number == 512;
}

std::string text_of(const Finished& finished) {
  return {finished.text, std::find(std::begin(finished.text), std::end(finished.text), '\0')};
}

std::string reason_to_retire(const Finished& finished) {
  switch (finished.retirement) {
    case Finished::Retirement::kIrreversible:
      return "they do what nothing undoes (" + text_of(finished) + ")";
    case Finished::Retirement::kCrash:
      return "most of them crash";
    default:
      return "their mappings cannot be put back";
  }
}

// What the strategy noted and what the program told is small, and always passed on.
void leave_out_events(FinishedArrays& arrays) {
  const ExecutionArrays all = arrays;
  static_cast<ExecutionArrays&>(arrays) = {};
  arrays.notes = all.notes;
  arrays.told = all.told;
}

void write_text(const char* text, Finished& finished) {
  std::string_view(text).substr(0, kMaxCallName - 1).copy(finished.text, kMaxCallName);
}

}  // namespace

RestoreExecutor::RestoreExecutor(Recording& recording, ForkExecutor& fork, void (*program)(),
                                 Progress& progress, ProgramSurroundings& surroundings)
    : recording_(recording),
      fork_(fork),
      program_(program),
      progress_(progress),
      surroundings_(surroundings),
      ring_(FinishedRing::map()) {
  program_state::leave_out(ring_);
}

const Execution& RestoreExecutor::run(Strategy& strategy, const ExecutionOptions& options) {
  if (is_worker_) return execute(strategy, options);
  if (!prepare(options)) return fork_.run(strategy, options);
  if (worker_ <= 0 && start_worker()) {
    if (options.skip_set_up && !needs_set_up_ && !strategy.facets().needs.every_operation)
      run_set_up(strategy, options);
    begin_worker();
    return execute(strategy, options);
  }
  return receive(strategy, options);
}

// ---- The explorer.

// False: this execution is to be forked.
bool RestoreExecutor::prepare(const ExecutionOptions& options) {
  if (!fallback_.empty() || options.carrier != Carrier::kContexts || options.capture_output) return false;
  if (worker_ > 0) return true;
  context_pool().fill(fork_.contexts());
  if (contexts_in_image_ == context_pool().size()) return true;
  std::string problem = ring_ == nullptr ? "there is no shared memory"
                                         : image_.take();  // replaced where the set-up is left out
  if (problem.empty() && !kernel_.take()) problem = "too many files are open";
  fallback_ = problem;
  contexts_in_image_ = context_pool().size();
  return problem.empty();
}

// True in the worker.
bool RestoreExecutor::start_worker() {
  wait_for_dismissed();
  ring_->reset();
  recording_.reset();
  received_from_worker_ = 0;
  worker_ = fork_child();
  if (worker_ != 0) return false;
  is_worker_ = true;
  worker_ = -1;
  itimerval none{};
  setitimer(ITIMER_REAL, &none, nullptr);
  struct sigaction defaults{};
  real().sigaction(SIGALRM, &defaults, nullptr);
  return true;
}

// What cannot be restored is told to the explorer in place of an execution.
void RestoreExecutor::begin_worker() {
  ring_->set_worker(raw_syscall(SYS_getpid));
  std::string problem = kernel_.begin();
  if (problem.empty()) problem = image_.begin();
  if (!problem.empty()) leave_with(Finished::Content::kProblem, problem);
}

const Execution& RestoreExecutor::run_forked(Strategy& strategy, const ExecutionOptions& options) {
  if (surroundings_.have_folder()) end_worker(true);  // both would run in it
  const Execution* execution = &fork_.run(strategy, options);
  // Whoever killed it from outside may have had enough.
  constexpr int kTries = 3;
  for (int i = 1; i < kTries && execution->end == End::kLost; ++i)
    if (progress_.stop.load(std::memory_order_relaxed) != kStopNow) execution = &fork_.run(strategy, options);
  if (execution->end == End::kFailed) verified_.insert(execution->failure.signature());
  return *execution;
}

const Execution& RestoreExecutor::receive(Strategy& strategy, const ExecutionOptions& options) {
  Finished finished{};
  FinishedArrays arrays;
  if (!wait_for_worker(options)) return judge_stuck(strategy, options);
  if (!ring_->take(finished, arrays)) {
    // The worker is gone, and took an execution with it. That one is run again, where it cannot hurt anybody.
    end_worker(false);
    if (recording_.stray != 0) {
      read_recording(recording_, options, execution_);
      return execution_;
    }
    count_end_of_worker("they end their process in a way that nothing brings back");
    return run_forked(strategy, options);
  }
  if (finished.content == Finished::Content::kTooLarge) return receive_large(strategy, options);
  if (finished.content != Finished::Content::kExecution) return do_without(finished, strategy, options);
  if (finished.number != options.number) {
    fallback_ = "a worker lost its way";
    end_worker(true);
    return run_forked(strategy, options);
  }
  ++received_;
  accept(finished, arrays, options);
  if (finished.retirement != Finished::Retirement::kNone) {
    end_worker(false);
    if (finished.retirement != Finished::Retirement::kNews) count_end_of_worker(reason_to_retire(finished));
  }
  if (finished.end == End::kStuck) {
    learn(arrays.discoveries, arrays.modules);
    return receive_stuck(strategy, options);
  }
  ++received_from_worker_;
  if (is_usual(finished) && !finished.audited) {
    learn(arrays.discoveries, arrays.modules);
    return execution_;
  }
  if (ring_->is_closed()) {
    end_worker(false);
    give_memory_back(recording_);
  }
  const std::uint64_t signature = execution_.end == End::kFailed ? execution_.failure.signature() : 0;
  const End end = execution_.end;
  const Execution& forked = run_forked(strategy, options);
  const bool same = finished.left_behind == 0 && forked.end == end &&
                    (end != End::kFailed || forked.failure.signature() == signature) &&
                    (!finished.audited || hash_of(forked.events) == hash_of(arrays.events));
  // One that has to do with other processes may go differently each time.
  if (!same && finished.retirement == Finished::Retirement::kIrreversible)
    fallback_ = reason_to_retire(finished);
  else if (!same)
    suspect("execution " + std::to_string(options.number + 1) + " went differently in a fork");
  return forked;
}

const Execution& RestoreExecutor::receive_stuck(Strategy& strategy, const ExecutionOptions& options) {
  end_worker(true);
  // It was told too late, and the next one took it for itself.
  if (stuck_after_ == 0) return run_forked(strategy, options);
  execution_.milliseconds = stuck_after_;
  return judge_stuck(strategy, options);
}

// The first execution of a worker is as good as one in a fork. In a later one, what was not put back may be
// what it waits for.
const Execution& RestoreExecutor::judge_stuck(Strategy& strategy, const ExecutionOptions& options) {
  if (received_from_worker_ == 0 || progress_.stop.load(std::memory_order_relaxed) == kStopNow)
    return execution_;
  const Execution& forked = run_forked(strategy, options);
  if (forked.end == End::kCompleted) suspect("a worker hung where a fork did not");
  return forked;
}

// What does not fit into the ring is still where the worker has recorded it. It has left.
const Execution& RestoreExecutor::receive_large(Strategy& strategy, const ExecutionOptions& options) {
  end_worker(false);
  ++received_;
  // Strategies ask for the events of their first executions, and then of few.
  ++too_large_;
  if (too_large_ >= kTooLargeToJudge && received_ < too_large_ * kExecutionsToPay)
    fallback_ = "they are too long to be passed on";
  read_recording(recording_, options, execution_);
  learn({recording_.discoveries, bounded(recording_.discoveries_count, Most::discoveries)},
        {recording_.modules, bounded(recording_.modules_count, Most::modules)});
  saw_threads_ = saw_threads_ || execution_.threads.size() > 1;
  fork_.note_threads(execution_.threads.size());
  if (execution_.end == End::kStuck) return receive_stuck(strategy, options);
  return is_usual(execution_) ? execution_ : run_forked(strategy, options);
}

// A worker has left, and this in place of an execution.
const Execution& RestoreExecutor::do_without(const Finished& finished, Strategy& strategy,
                                             const ExecutionOptions& options) {
  end_worker(false);
  if (finished.content == Finished::Content::kNeedsSetUp) {
    needs_set_up_ = true;
    return run(strategy, options);
  }
  if (finished.content == Finished::Content::kProblem) fallback_ = text_of(finished);
  return run_forked(strategy, options);
}

void RestoreExecutor::suspect(const std::string& reason) {
  ++suspected_;
  fallback_ = reason;
  end_worker(true);
}

// What a fork has shown already, or need not show.
bool RestoreExecutor::is_usual(const ExecutionFacts& finished) {
  if (finished.end == End::kCompleted || finished.end == End::kAbandoned) return true;
  return finished.end == End::kFailed && verified_.contains(execution_.failure.signature());
}

// Waits until the ring holds something, or the worker is gone. False: the execution was ended, because its
// time was up.
bool RestoreExecutor::wait_for_worker(const ExecutionOptions& options) {
  ring_->give_back();
  TimeLimit limit(recording_, options, progress_);
  stuck_after_ = 0;
  std::uint64_t seen = ring_->started();
  while (ring_->is_empty() && !ring_->is_closed()) {
    ring_->wait(kLookMilliseconds);
    if (!ring_->is_empty() || ring_->is_closed()) break;
    int status = 0;
    if (raw_syscall(SYS_wait4, worker_, &status, WNOHANG, nullptr) == worker_) {
      worker_ = 0;
      if (!limit.was_reached()) break;
      read_recording(recording_, options, execution_);
      if (execution_.end != End::kStuck) execution_.whereabouts = Whereabouts::kUnknown;
      execution_.end = End::kStuck;
      execution_.milliseconds = limit.elapsed_milliseconds();
      saw_threads_ = saw_threads_ || execution_.threads.size() > 1;
      return false;
    }
    if (ring_->started() != seen) {
      seen = ring_->started();
      limit.restart();
    }
    limit.look(process_of_worker());
    if (limit.was_reached()) stuck_after_ = limit.elapsed_milliseconds();
  }
  return true;
}

// Where a process keeps the image, its child runs the executions.
long RestoreExecutor::process_of_worker() const {
  return ring_->worker() > 0 ? ring_->worker() : worker_;
}

bool RestoreExecutor::has_more() {
  if (is_worker_ || worker_ <= 0) return false;
  while (ring_->is_empty() && !ring_->is_closed()) {
    int status = 0;
    if (raw_syscall(SYS_wait4, worker_, &status, WNOHANG, nullptr) == worker_) worker_ = 0;
    if (worker_ <= 0 || progress_.stop.load(std::memory_order_relaxed) == kStopNow) return false;
    ring_->wait(kLookMilliseconds);
  }
  return !ring_->is_empty();
}

void RestoreExecutor::accept(const Finished& finished, const FinishedArrays& arrays,
                             const ExecutionOptions& options) {
  execution_ = {};
  static_cast<ExecutionFacts&>(execution_) = finished;
  static_cast<ExecutionArrays&>(execution_) = arrays;
  execution_.number = finished.number;
  execution_.seed = options.seed;
  execution_.exit_held = options.hold_exit;
  execution_.recorded = finished.all_events;
  execution_.event_hash = finished.event_hash;
  name_threads(arrays.origins, execution_.threads);
  read_report(arrays.report, execution_);
  saw_threads_ = saw_threads_ || execution_.threads.size() > 1;
  fork_.note_threads(execution_.threads.size());
}

// Its end takes as long as a fork, and may come while something else is done.
void RestoreExecutor::dismiss_worker() {
  if (worker_ <= 0) return;
  raw_syscall(SYS_kill, process_of_worker(), SIGKILL);
  dismissed_ = worker_;
  worker_ = 0;
}

void RestoreExecutor::wait_for_dismissed() {
  if (dismissed_ <= 0) return;
  for (int status; raw_syscall(SYS_wait4, dismissed_, &status, 0, nullptr) == -EINTR;) {
  }
  dismissed_ = 0;
}

void RestoreExecutor::end_worker(bool by_force) {
  if (worker_ <= 0) return;
  // One that keeps the image ends when its child has ended.
  if (by_force) raw_syscall(SYS_kill, process_of_worker(), SIGKILL);
  for (int status; raw_syscall(SYS_wait4, worker_, &status, 0, nullptr) == -EINTR;) {
  }
  worker_ = 0;
}

// Workers that never last are more expensive than forks.
void RestoreExecutor::count_end_of_worker(const std::string& reason) {
  ++ends_;
  if (ends_ >= kEndsToJudge && received_ < ends_ * kExecutionsToPay) fallback_ = reason;
}

void RestoreExecutor::forget_program() {
  needs_set_up_ = false;
  fallback_.clear();
  ends_ = too_large_ = 0;
  received_before_ += received_;
  received_ = 0;
}

void RestoreExecutor::pause() {
  if (is_worker_) leave();
  // What is done for a task leaves nothing outside of its process: nobody needs it to be over.
  if (has_task())
    dismiss_worker();
  else
    end_worker(true);
}

std::string RestoreExecutor::written_file() const {
  const char* const start = recording_.written_file;
  const std::string file(start, std::find(start, start + kMaxPath, '\0'));
  return file.empty() ? fork_.written_file() : file;
}

// ---- The worker.

void RestoreExecutor::leave() {
  ring_->close();
  leave_process(0);
}

void RestoreExecutor::leave_with(Finished::Content content, const std::string& text) {
  Finished finished{};
  finished.content = content;
  write_text(text.c_str(), finished);
  ring_->put(finished, {});
  leave();
}

// The program from its start; returns when the execution is over.
void RestoreExecutor::enter(Strategy& strategy, const ExecutionOptions& options) {
  worker_loop = &loop_;
  loop_.thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  Context entry;
  begin_program(strategy, options, recording_, fork_.main_stack());
  finish_execution = back_to_worker;
  process_goes_on = true;
  make_context(entry, fork_.main_stack().high(), program_);
  hot.active = true;
  heddle_switch(&loop_, &entry);
  lifetime_of_new_memory = Lifetime::kLasting;
}

void RestoreExecutor::resume(Strategy& strategy, const ExecutionOptions& options) {
  recording_.reset(mark_);
  set_up_frames_.put_back();
  scheduler().become(strategy, options);
  lifetime_of_new_memory = Lifetime::kExecution;
  hot.active = true;
  heddle_switch(&loop_, &start_);
  lifetime_of_new_memory = Lifetime::kLasting;
}

// Runs the program up to its first thread. The image is taken there, and kept by this process; a child of it
// becomes the worker. What was learnt since the image was taken would have changed the set-up's events: then
// a new worker takes a new one.
void RestoreExecutor::run_set_up(Strategy& strategy, const ExecutionOptions& options) {
  ring_->set_worker(raw_syscall(SYS_getpid));
  ring_->begin_execution(options.number);
  if (!kernel_.begin().empty()) leave();
  start = &start_;
  before_first_thread = stop_at_first_thread;
  enter(strategy, options);
  const bool came_there = before_first_thread == nullptr;
  if (!came_there || !image_.take().empty() || !kernel_.take_again())
    leave_with(Finished::Content::kNeedsSetUp, {});
  resumes_ = true;
  mark_ = recording_;
  set_up_frames_.keep(scheduler().current());
  const long child = fork_child();
  if (child == 0) return;
  for (int status; raw_syscall(SYS_wait4, child, &status, 0, nullptr) == -EINTR;) {
  }
  leave_process(0);
}

const Execution& RestoreExecutor::execute(Strategy& strategy, const ExecutionOptions& options) {
  ring_->begin_execution(options.number);
  give_memory_back(recording_);
  if (std::string problem = surroundings_.renew_folder(); !problem.empty())
    leave_with(Finished::Content::kProblem, problem);
  image_.before_execution();
  if (resumes_)
    resume(strategy, options);
  else
    enter(strategy, options);
  kernel_.note_changes();
  image_.restore();
  const bool restored = kernel_.restore(image_.has_faulted());
  if (!is_left_out("contexts")) context_pool().renew();
  read_recording(recording_, options, execution_);
  const Finished::Retirement retirement = why_to_retire(restored);
  hand_over(strategy.facets().needs.executions || options.keep_events, retirement);
  if (retirement != Finished::Retirement::kNone) leave();
  return execution_;
}

Finished::Retirement RestoreExecutor::why_to_retire(bool restored) const {
  if (recording_.irreversible[0] != '\0') return Finished::Retirement::kIrreversible;
  if (recording_.may_have_hit_ours && execution_.failure.kind == FailureKind::kCrash)
    return Finished::Retirement::kCrash;
  if (!restored) return Finished::Retirement::kMappings;
  const bool learnt = resumes_ && recording_.discoveries_count != mark_.discoveries_count;
  const bool has_news = learnt || context_pool().size() != contexts_in_image_;
  return has_news ? Finished::Retirement::kNews : Finished::Retirement::kNone;
}

void RestoreExecutor::hand_over(bool asked_for_events, Finished::Retirement retirement) {
  const bool retires = retirement != Finished::Retirement::kNone;
  Finished finished{};
  static_cast<ExecutionFacts&>(finished) = execution_;
  finished.number = execution_.number;
  finished.all_events = execution_.recorded;
  const bool is_stuck = execution_.end == End::kStuck;  // its events are many, and not looked at
  finished.audited = !is_stuck && is_audited(execution_.number, received_before_);
  finished.left_behind = finished.audited && !retires ? image_.first_difference() : 0;
  finished.event_hash = execution_.event_hash;
  finished.retirement = retirement;
  write_text(recording_.irreversible, finished);
  FinishedArrays arrays;
  arrays.origins = {recording_.origins, execution_.threads.size()};
  arrays.discoveries = {recording_.discoveries, bounded(recording_.discoveries_count, Most::discoveries)};
  arrays.report = {recording_.report, bounded(recording_.report_count, Most::report)};
  arrays.modules = {recording_.modules, bounded(recording_.modules_count, Most::modules)};
  static_cast<ExecutionArrays&>(arrays) = execution_;
  if (!finished.audited && (is_stuck || !asked_for_events)) leave_out_events(arrays);
  if (!ring_->fits(arrays)) leave_with(Finished::Content::kTooLarge, {});
  ring_->put(finished, arrays);
}

}  // namespace heddle::runtime
