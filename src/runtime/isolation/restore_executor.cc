#include "runtime/isolation/restore_executor.h"

#include <algorithm>
#include <utility>

#include "runtime/engine/scheduler.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/learning.h"
#include "runtime/isolation/left_out.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/services/program_state.h"
#include "runtime/services/task.h"
#include "runtime/system/real_time.h"
#include "search/messages.h"

namespace heddle::runtime {

namespace {

using Answer = WorkerLink::Answer;

// A new worker costs about as much as a fork, so a worker that runs a few executions pays.
constexpr std::uint64_t kEndsToJudge = 4;
constexpr std::uint64_t kTooLargeToJudge = 16;
constexpr std::uint64_t kExecutionsToPay = 2;

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

}  // namespace

RestoreExecutor::RestoreExecutor(Recording& recording, ForkExecutor& fork, void (*program)(),
                                 Progress& progress, ProgramSurroundings& surroundings)
    : fork_(fork),
      progress_(progress),
      surroundings_(surroundings),
      program_(program, fork.main_stack()),
      worker_(program_, surroundings),
      allotment_(Allotment::map()) {
  program_state::leave_out(allotment_);
  if (auto link = WorkerLink::make(&recording)) links_.push_back(std::move(link));
}

const Execution& RestoreExecutor::run(Strategy& strategy, const ExecutionOptions& options) {
  if (worker_.is_here()) return worker_.run(strategy, options);
  if (answer_ == Answer::kNone) {  // pass() has seen nothing
    if (!can_restore(options) || !prepare()) return fork_.run(strategy, options);
    link_ = links_.front().get();
    if (!link_->is_running() && start_in_step()) return worker_.run(strategy, options);
    wait_for(*link_, options);
  }
  return receive(strategy, options);
}

// ---- The explorer.

bool RestoreExecutor::can_restore(const ExecutionOptions& options) const {
  return fallback_.empty() && options.carrier == Carrier::kContexts && !options.capture_output;
}

// False: this execution is to be forked.
bool RestoreExecutor::prepare() {
  if (!links_.empty() && links_.front()->is_running()) return true;
  fallback_ = links_.empty() ? "there is no shared memory" : program_.take_image(fork_.contexts());
  return fallback_.empty();
}

// True in the worker.
bool RestoreExecutor::start_in_step() {
  link_->begin();
  received_from_worker_ = received_in_step_ = 0;
  in_step_since_ = real_nanoseconds();
  const long child = fork_child();
  if (child == 0) worker_.begin(*link_, Role::kRunsAhead, !needs_set_up_, received_before_);
  link_->set_process(child);
  return child == 0;
}

const Execution& RestoreExecutor::run_forked(Strategy& strategy, const ExecutionOptions& options) {
  if (surroundings_.have_folder()) end_workers(true);  // both would run in it
  const Execution* execution = &fork_.run(strategy, options);
  // Whoever killed it from outside may have had enough.
  constexpr int kTries = 3;
  for (int i = 1; i < kTries && execution->end == End::kLost; ++i)
    if (progress_.stop.load(std::memory_order_relaxed) != kStopNow) execution = &fork_.run(strategy, options);
  if (execution->end == End::kFailed) verified_.insert(execution->failure.signature());
  return *execution;
}

// Behind it answer_ says what there is; an entry is in finished_ and arrays_.
void RestoreExecutor::wait_for(WorkerLink& link, const ExecutionOptions& options) {
  link_ = &link;
  answer_ = link.wait(options, progress_);
  if (answer_ == Answer::kEntry && !link.ring().take(finished_, arrays_)) answer_ = Answer::kGone;
  if (answer_ == Answer::kGone) link.end(false);
}

const Execution& RestoreExecutor::receive(Strategy& strategy, const ExecutionOptions& options) {
  const Answer answer = std::exchange(answer_, Answer::kNone);
  next_ = options.number + 1;
  if (answer != Answer::kEntry) finished_ = {};
  if (answer == Answer::kStuck) {
    read_stuck(options);
    return judge_stuck(strategy, options);
  }
  if (answer == Answer::kGone) return receive_nothing(strategy, options);
  if (finished_.content == Finished::Content::kTooLarge) return receive_large(strategy, options);
  if (finished_.content == Finished::Content::kNeedsSetUp || finished_.content == Finished::Content::kProblem)
    return do_without(strategy, options);
  if (finished_.content != Finished::Content::kExecution || finished_.number != options.number) {
    fallback_ = "a worker lost its way";
    end_workers(true);
    return run_forked(strategy, options);
  }
  ++received_;
  ++received_in_step_;
  accept(options);
  if (finished_.retirement != Finished::Retirement::kNone) {
    link_->end(false);
    if (finished_.retirement != Finished::Retirement::kNews) count_end_of_worker(reason_to_retire(finished_));
  }
  uses_outside_ =
      uses_outside_ || finished_.used_outside || finished_.retirement == Finished::Retirement::kIrreversible;
  if (finished_.end == End::kStuck) {
    learn(arrays_.discoveries, arrays_.modules);
    return receive_stuck(strategy, options);
  }
  ++received_from_worker_;
  // Others at the same time may have used the same: it counts only alone.
  if (uses_outside_ && is_sharing_) {
    end_workers(true);
    return run_forked(strategy, options);
  }
  if (is_usual(execution_) && !finished_.audited) {
    learn(arrays_.discoveries, arrays_.modules);
    return execution_;
  }
  if (link_->ring().is_closed()) {
    link_->end(false);
    give_memory_back(link_->recording());
  }
  const std::uint64_t signature = execution_.end == End::kFailed ? execution_.failure.signature() : 0;
  const End end = execution_.end;
  const Execution& forked = run_forked(strategy, options);
  const bool same = finished_.left_behind == 0 && forked.end == end &&
                    (end != End::kFailed || forked.failure.signature() == signature) &&
                    (!finished_.audited || hash_of(forked.events) == hash_of(arrays_.events));
  // One that has to do with other processes may go differently each time.
  if (!same && finished_.retirement == Finished::Retirement::kIrreversible)
    fallback_ = reason_to_retire(finished_);
  else if (!same)
    suspect("execution " + std::to_string(options.number + 1) + " went differently in a fork");
  return forked;
}

// The worker is gone, and took an execution with it. That one is run again, where it cannot hurt anybody.
const Execution& RestoreExecutor::receive_nothing(Strategy& strategy, const ExecutionOptions& options) {
  if (link_->recording().stray != 0) {
    read_recording(link_->recording(), options, execution_);
    return execution_;
  }
  count_end_of_worker("they end their process in a way that nothing brings back");
  return run_forked(strategy, options);
}

const Execution& RestoreExecutor::receive_stuck(Strategy& strategy, const ExecutionOptions& options) {
  link_->end(true);
  // It was told too late, and the next one took it for itself.
  if (link_->stuck_after() == 0) return run_forked(strategy, options);
  execution_.milliseconds = link_->stuck_after();
  return judge_stuck(strategy, options);
}

// It had to be ended from outside.
void RestoreExecutor::read_stuck(const ExecutionOptions& options) {
  read_recording(link_->recording(), options, execution_);
  if (execution_.end != End::kStuck) execution_.whereabouts = Whereabouts::kUnknown;
  execution_.end = End::kStuck;
  execution_.milliseconds = link_->stuck_after();
  saw_threads_ = saw_threads_ || execution_.threads.size() > 1;
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
  link_->end(false);
  ++received_;
  // Strategies ask for the events of their first executions, and then of few.
  ++too_large_;
  if (too_large_ >= kTooLargeToJudge && received_ < too_large_ * kExecutionsToPay)
    fallback_ = "they are too long to be passed on";
  const Recording& recording = link_->recording();
  read_recording(recording, options, execution_);
  learn({recording.discoveries, bounded(recording.discoveries_count, Most::discoveries)},
        {recording.modules, bounded(recording.modules_count, Most::modules)});
  saw_threads_ = saw_threads_ || execution_.threads.size() > 1;
  fork_.note_threads(execution_.threads.size());
  if (execution_.end == End::kStuck) return receive_stuck(strategy, options);
  return is_usual(execution_) ? execution_ : run_forked(strategy, options);
}

// A worker has left, and this in place of an execution.
const Execution& RestoreExecutor::do_without(Strategy& strategy, const ExecutionOptions& options) {
  const bool needs_set_up = finished_.content == Finished::Content::kNeedsSetUp;
  if (!needs_set_up) fallback_ = text_of(finished_);
  end_workers(true);
  if (!needs_set_up) return run_forked(strategy, options);
  needs_set_up_ = true;
  return run(strategy, options);
}

void RestoreExecutor::suspect(const std::string& reason) {
  ++suspected_;
  fallback_ = reason;
  end_workers(true);
}

// What a fork has shown already, or need not show.
bool RestoreExecutor::is_usual(const Execution& execution) const {
  if (execution.end == End::kCompleted || execution.end == End::kAbandoned) return true;
  return execution.end == End::kFailed && verified_.contains(execution.failure.signature());
}

void RestoreExecutor::accept(const ExecutionOptions& options) {
  execution_ = {};
  static_cast<ExecutionFacts&>(execution_) = finished_;
  static_cast<ExecutionArrays&>(execution_) = arrays_;
  execution_.number = finished_.number;
  execution_.seed = options.seed;
  execution_.exit_held = options.hold_exit;
  execution_.recorded = finished_.all_events;
  execution_.event_hash = finished_.event_hash;
  name_threads(arrays_.origins, execution_.threads);
  read_report(arrays_.report, execution_);
  saw_threads_ = saw_threads_ || execution_.threads.size() > 1;
  fork_.note_threads(execution_.threads.size());
}

// Workers that never last are more expensive than forks.
void RestoreExecutor::count_end_of_worker(const std::string& reason) {
  ++ends_;
  if (ends_ >= kEndsToJudge && received_ < ends_ * kExecutionsToPay) fallback_ = reason;
}

void RestoreExecutor::end_workers(bool by_force) {
  for (const auto& link : links_)
    if (by_force) link->dismiss();
  for (const auto& link : links_) {
    link->end(by_force);
    link->wait_for_dismissed();
  }
  is_sharing_ = is_called_back_ = false;
  answer_ = Answer::kNone;
}

void RestoreExecutor::wait_for_dismissed() {
  for (const auto& link : links_) link->wait_for_dismissed();
}

void RestoreExecutor::forget_program() {
  needs_set_up_ = false;
  uses_outside_ = false;
  sharing_ = {};
  fallback_.clear();
  ends_ = too_large_ = 0;
  received_before_ += received_;
  received_ = 0;
}

bool RestoreExecutor::has_more() {
  const bool stops_now = progress_.stop.load(std::memory_order_relaxed) == kStopNow;
  if (worker_.is_here()) return !stops_now && worker_.role() == Role::kShares && worker_.is_in_piece();
  if (answer_ == Answer::kEntry) return true;
  if (is_sharing_) return shares_more();
  if (links_.empty() || !links_.front()->is_running()) return false;
  while (links_.front()->look())
    if (progress_.stop.load(std::memory_order_relaxed) == kStopNow) return false;
  return !links_.front()->ring().is_empty();
}

bool RestoreExecutor::shows_progress() const {
  if (worker_.is_here()) return worker_.role() == Role::kRunsAhead;
  return is_sharing_ || links_.empty() || !links_.front()->is_running();
}

void RestoreExecutor::pause() {
  if (worker_.is_here()) worker_.leave();
  // What is done for a task leaves nothing outside of its process: the explorer need not wait for its end.
  if (!has_task()) return end_workers(true);
  for (const auto& link : links_) link->dismiss();
  is_sharing_ = is_called_back_ = false;
  answer_ = Answer::kNone;
}

std::string RestoreExecutor::written_file() const {
  for (const auto& link : links_) {
    const char* const start = link->recording().written_file;
    if (*start != '\0') return {start, std::find(start, start + kMaxPath, '\0')};
  }
  return fork_.written_file();
}

}  // namespace heddle::runtime
