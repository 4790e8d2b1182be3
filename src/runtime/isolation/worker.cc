#include "runtime/isolation/worker.h"

#include <sys/time.h>
#include <algorithm>
#include <csignal>
#include <string_view>

#include "runtime/arch/raw_syscall.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kAuditPeriod = 4096;
constexpr std::uint64_t kBeginning = 4096;

// Now and then, and often at the beginning, when most goes wrong that goes wrong at all.
bool is_audited(std::uint64_t number, std::uint64_t before) {
  if (before >= kBeginning) return (before + number) % kAuditPeriod == 2;
  // With another task, which may do something new at once.
  if (before != 0) return number == 2 || before + number == 64 || before + number == 512;
  return number % kAuditPeriod == 2 || number == 8 || number == 64 || number == 512;
}

// What the strategy noted and what the program told is small, and always passed on.
void leave_out_events(FinishedArrays& arrays) {
  const ExecutionArrays all = arrays;
  static_cast<ExecutionArrays&>(arrays) = {};
  arrays.notes = all.notes;
  arrays.pending = all.pending;
  arrays.told = all.told;
}

void write_text(const char* text, Finished& finished) {
  std::string_view(text).substr(0, kMaxCallName - 1).copy(finished.text, kMaxCallName);
}

}  // namespace

void Worker::begin(WorkerLink& link, Executor::Role role, bool may_skip_set_up, std::uint64_t before) {
  link_ = &link;
  role_ = role;
  may_skip_set_up_ = may_skip_set_up;
  before_ = before;
  itimerval none{};
  setitimer(ITIMER_REAL, &none, nullptr);
  struct sigaction defaults{};
  real().sigaction(SIGALRM, &defaults, nullptr);
}

void Worker::share(Allotment& allotment, std::size_t number, Piece first) {
  allotment_ = &allotment;
  number_ = number;
  piece_ = first;
  next_ = first.begin;
}

// What cannot be restored is told to the explorer in place of an execution.
void Worker::set_up(Strategy& strategy, const ExecutionOptions& options) {
  is_set_up_ = true;
  FinishedRing& ring = link_->ring();
  ring.set_worker(raw_syscall(SYS_getpid));
  if (may_skip_set_up_ && options.skip_set_up && !strategy.facets().needs.every_operation) {
    ring.begin_execution(options.number);
    if (!program_.run_set_up(strategy, options, link_->recording()))
      leave_with(Finished::Content::kNeedsSetUp, {});
    ring.set_worker(raw_syscall(SYS_getpid));
  }
  const std::string problem = program_.begin();
  if (!problem.empty()) leave_with(Finished::Content::kProblem, problem);
}

const Execution& Worker::run(Strategy& strategy, const ExecutionOptions& options) {
  if (role_ == Executor::Role::kRunsAhead && link_->ring().is_called_back()) leave();
  if (!is_set_up_) set_up(strategy, options);
  Recording& recording = link_->recording();
  link_->ring().begin_execution(options.number);
  give_memory_back(recording);
  if (std::string problem = surroundings_.renew_folder(); !problem.empty())
    leave_with(Finished::Content::kProblem, problem);
  const bool restored = program_.execute(strategy, options, recording);
  read_recording(recording, options, execution_);
  retirement_ = why_to_retire(restored);
  // Its events are many, and not looked at, if it is stuck.
  is_audited_ = execution_.end != End::kStuck && is_audited(options.number, before_);
  // Before the search learns from it, which is no part of the program, either.
  left_behind_ =
      is_audited_ && retirement_ == Finished::Retirement::kNone ? program_.first_difference() : 0;
  asked_for_events_ = strategy.facets().needs.executions || options.keep_events;
  if (role_ == Executor::Role::kShares) {
    next_ = options.number + 1;
    return execution_;
  }
  hand_over(asked_for_events_, Lesson::kNone);
  if (retirement_ != Finished::Retirement::kNone) leave();
  return execution_;
}

Finished::Retirement Worker::why_to_retire(bool restored) const {
  const Recording& recording = link_->recording();
  if (recording.irreversible[0] != '\0') return Finished::Retirement::kIrreversible;
  if (recording.may_have_hit_ours && execution_.failure.kind == FailureKind::kCrash)
    return Finished::Retirement::kCrash;
  if (!restored) return Finished::Retirement::kMappings;
  return program_.has_grown(recording) ? Finished::Retirement::kNews : Finished::Retirement::kNone;
}

void Worker::pass(const ExecutionOptions& next, Passed& passed) {
  if (role_ != Executor::Role::kShares) return;
  if (next_ == piece_.end) {
    hand_over_sum();
    const std::optional<Piece> piece = allotment_->take(number_);
    if (!piece) leave();
    piece_ = *piece;
    next_ = piece_.begin;
  }
  passed.first = next.number;
  passed.count = next_ - next.number;
}

void Worker::learnt(const Execution& execution, Lesson lesson, bool tells) {
  if (role_ != Executor::Role::kShares) return;
  const Recording& recording = link_->recording();
  const bool found_any = recording.discoveries_count != program_.discoveries_at_start() ||
                         recording.modules_count != 0 || recording.used_outside;
  const bool is_plain = !tells && !found_any && retirement_ == Finished::Retirement::kNone && !is_audited_;
  if (is_plain && sum_.count == 0) sum_.first = execution.number;
  if (is_plain && sum_.add(execution)) return link_->ring().keep(sum_);
  hand_over_sum();
  hand_over(asked_for_events_, lesson);
  if (retirement_ != Finished::Retirement::kNone) leave();
}

void Worker::hand_over_sum() {
  if (sum_.count == 0) return;
  Finished finished{};
  finished.content = Finished::Content::kPassed;
  finished.number = sum_.first;
  FinishedArrays arrays;
  arrays.passed = {&sum_, 1};
  link_->ring().put(finished, arrays, FinishedRing::Urgency::kHigh);
  sum_ = {};
}

void Worker::hand_over(bool asked_for_events, Lesson lesson) {
  const Recording& recording = link_->recording();
  Finished finished{};
  static_cast<ExecutionFacts&>(finished) = execution_;
  finished.number = execution_.number;
  finished.all_events = execution_.recorded;
  finished.audited = is_audited_;
  finished.left_behind = left_behind_;
  finished.event_hash = execution_.event_hash;
  finished.is_news = lesson == Lesson::kNews;
  finished.used_outside = recording.used_outside;
  finished.retirement = retirement_;
  write_text(recording.irreversible, finished);
  FinishedArrays arrays;
  arrays.origins = {recording.origins, execution_.threads.size()};
  arrays.discoveries = {recording.discoveries, bounded(recording.discoveries_count, Most::discoveries)};
  arrays.report = {recording.report, bounded(recording.report_count, Most::report)};
  arrays.modules = {recording.modules, bounded(recording.modules_count, Most::modules)};
  static_cast<ExecutionArrays&>(arrays) = execution_;
  if (!is_audited_ && (execution_.end == End::kStuck || !asked_for_events)) leave_out_events(arrays);
  FinishedRing& ring = link_->ring();
  if (!FinishedRing::fits(arrays)) leave_with(Finished::Content::kTooLarge, {});
  ring.put(finished, arrays,
           role_ == Executor::Role::kShares ? FinishedRing::Urgency::kHigh : FinishedRing::Urgency::kSome);
}

void Worker::leave() {
  hand_over_sum();
  link_->ring().close();
  leave_process(0);
}

void Worker::leave_with(Finished::Content content, const std::string& text) {
  hand_over_sum();
  Finished finished{};
  finished.content = content;
  write_text(text.c_str(), finished);
  link_->ring().put(finished, {});
  leave();
}

}  // namespace heddle::runtime
