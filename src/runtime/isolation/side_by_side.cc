// The explorer's side of workers that share executions out (restore_executor.h).
#include <algorithm>

#include "runtime/engine/scheduler.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/learning.h"
#include "runtime/isolation/left_out.h"
#include "runtime/isolation/restore_executor.h"
#include "runtime/system/real_time.h"

namespace heddle::runtime {

namespace {

using Answer = WorkerLink::Answer;

constexpr std::uint64_t kEndMilliseconds = 5;  // when workers are about to leave
// What the first executions of a worker cost more than others, with all the pages that they touch first.
constexpr std::uint64_t kFirstExecutions = 500'000;  // nanoseconds
constexpr std::uint64_t kExecutionsToTime = 16;

}  // namespace

// Before the image of the program's memory is taken: rings and recordings are not part of it.
void RestoreExecutor::set_jobs(unsigned jobs) {
  jobs_ = std::max(1u, jobs);
  has_shared_ = learns_always_ = false;
  while (!links_.empty() && links_.size() < jobs_) {
    std::unique_ptr<WorkerLink> link = WorkerLink::make(nullptr);
    if (link == nullptr) break;
    program_.forget_image();
    links_.push_back(std::move(link));
  }
}

void RestoreExecutor::pass(const ExecutionOptions& next, const Ahead& ahead, Passed& passed) {
  next_ = next.number;
  while (!worker_.is_here() && answer_ == Answer::kNone) {
    const bool is_over = is_sharing_ && next.number >= allotment_->end();
    if (is_over || progress_.stop.load(std::memory_order_relaxed) == kStopNow) end_sharing();
    if (!is_sharing_ && !begin_sharing(next, ahead)) return;
    if (!worker_.is_here() && come_to(next)) look_at_answer(next, passed);
    if (passed.count != 0) return;
  }
  if (worker_.is_here()) worker_.pass(next, passed);
}

std::string RestoreExecutor::why_alone() const {
  if (jobs_ == 1 || has_shared_) return {};
  if (!fallback_.empty()) return "each is a process of its own";
  if (uses_outside_) return "they use what others at the same time would use, too";
  if (surroundings_.have_folder()) return "each has the fresh folder for itself";
  return learns_always_ ? "the strategy learns from every execution" : "";
}

bool RestoreExecutor::begin_sharing(const ExecutionOptions& next, const Ahead& ahead) {
  learns_always_ = ahead.until_lesson == 0;
  // Two at the same time would share the folder.
  if (links_.empty() || !can_restore(next) || uses_outside_ || surroundings_.have_folder()) return false;
  const bool is_forced = ahead.until_lesson != 0 && is_left_out("patience");
  if (!is_called_back_ && !is_forced && !sharing_.pays(ahead)) return false;
  if (!is_called_back_ && links_.front()->is_running()) {
    links_.front()->ring().call_back();
    is_called_back_ = true;
  }
  if (is_called_back_ && !is_drained(next)) return false;
  is_called_back_ = false;
  if (!prepare()) return false;
  const std::uint64_t start = real_nanoseconds();
  allotment_->begin(next.number, next.number + Sharing::extent(ahead), sharing_.piece(ahead, jobs_));
  is_sharing_ = has_shared_ = true;
  link_ = nullptr;
  received_from_worker_ = 1;
  shared_from_ = next.number;
  contexts_ = fork_.contexts();
  knowledge_ = extent_of_knowledge();
  for (std::size_t i = 0; i < links_.size() && i < jobs_; ++i)
    if (start_share(i, {})) return true;
  sharing_.note_start(real_nanoseconds() - start + kFirstExecutions);
  return true;
}

// What the worker in step has run ahead is taken first. True: it has left.
bool RestoreExecutor::is_drained(const ExecutionOptions& next) {
  WorkerLink& link = *links_.front();
  if (!link.is_running() && link.ring().is_empty()) return true;  // it was killed, which is known
  wait_for(link, next);
  if (answer_ != Answer::kGone || !link.ring().is_closed()) return false;
  answer_ = Answer::kNone;
  return true;
}

// True in the worker.
bool RestoreExecutor::start_share(std::size_t number, Piece first) {
  WorkerLink& link = *links_[number];
  link.begin();
  const long child = fork_child();
  link.set_process(child);
  if (child != 0) return false;
  worker_.begin(link, Role::kShares, !needs_set_up_, received_before_);
  worker_.share(*allotment_, number, first);
  return true;
}

// Waits for what the owner of that execution says. False: look again.
bool RestoreExecutor::come_to(const ExecutionOptions& next) {
  allotment_->forget_before(next.number);
  const std::optional<std::size_t> owner = allotment_->owner_of(next.number);
  // Whoever told the last one is gone: another worker does the rest of the piece.
  if (link_ != nullptr && !link_->is_running() && link_->ring().is_empty()) {
    const std::size_t gone = number_of(*link_);
    link_ = nullptr;
    const Piece rest{next.number, allotment_->piece_of(next.number).end};
    return start_share(gone, owner == gone ? rest : Piece{}) && false;
  }
  if (owner && *owner < links_.size()) {
    wait_for(*links_[*owner], next);
    return true;
  }
  const bool any = std::any_of(links_.begin(), links_.end(), [](const auto& link) { return link->is_there(); });
  if (any)
    allotment_->wait(next.number, WorkerLink::kLookMilliseconds);
  else
    end_sharing();  // all of them were killed
  return false;
}

std::size_t RestoreExecutor::number_of(const WorkerLink& wanted) const {
  const auto place = std::find_if(links_.begin(), links_.end(),
                                  [&wanted](const auto& link) { return link.get() == &wanted; });
  return static_cast<std::size_t>(place - links_.begin());
}

void RestoreExecutor::look_at_answer(const ExecutionOptions& next, Passed& passed) {
  if (answer_ == Answer::kEntry && finished_.content == Finished::Content::kPassed) {
    answer_ = Answer::kNone;
    if (!arrays_.passed.empty()) take_sum(next, arrays_.passed.front(), passed);
    if (passed.count != 0) return;
    fallback_ = "a worker lost its way";
    end_workers(true);
  }
  if (answer_ != Answer::kGone) return;
  if (link_->ring().is_closed())
    answer_ = Answer::kNone;  // it has left by itself
  else
    take_sum(next, link_->ring().kept(), passed);  // and took an execution with it that lies behind these
}

void RestoreExecutor::take_sum(const ExecutionOptions& next, const Passed& sum, Passed& passed) {
  const bool makes_sense = sum.first == next.number && sum.count != 0 &&
                           sum.totals.executions + sum.totals.abandoned == sum.count &&
                           sum.count <= allotment_->piece_of(next.number).end - next.number;
  if (!makes_sense) return;
  passed = sum;
  next_ += sum.count;
  received_ += sum.count;
  saw_threads_ = saw_threads_ || sum.most_threads > 1;
  fork_.note_threads(sum.most_threads);
  sharing_.note_quiet(sum.count);
}

void RestoreExecutor::learnt(const Execution& execution, Lesson lesson, bool tells) {
  if (worker_.is_here()) return worker_.learnt(execution, lesson, tells || !is_usual(execution));
  const std::uint64_t knowledge = extent_of_knowledge();
  const bool is_news = lesson == Lesson::kNews || finished_.is_news || knowledge != knowledge_ ||
                       fork_.contexts() != contexts_;
  knowledge_ = knowledge;
  contexts_ = fork_.contexts();
  if (!is_sharing_ && received_in_step_ % kExecutionsToTime == 0)
    sharing_.note_time(received_in_step_, real_nanoseconds() - in_step_since_);
  if (!is_news) return sharing_.note_quiet(1);
  // At the end of what was shared out a lesson was expected.
  const bool is_expected = is_sharing_ && execution.number + 1 == allotment_->end();
  if (is_sharing_ && !is_expected) sharing_.note_surprise(execution.number - shared_from_);
  if (!is_sharing_) sharing_.note_news();
  if (is_sharing_) end_sharing();
}

// What still runs is in vain.
void RestoreExecutor::end_sharing() {
  if (!is_sharing_) return;
  for (const auto& link : links_) link->dismiss();
  is_sharing_ = false;
  link_ = nullptr;
  answer_ = Answer::kNone;
}

// The search is to stop: each worker does the rest of its piece, and leaves.
bool RestoreExecutor::shares_more() {
  while (progress_.stop.load(std::memory_order_relaxed) != kStopNow && next_ < allotment_->end()) {
    const bool any =
        std::any_of(links_.begin(), links_.end(), [](const auto& link) { return link->is_there(); });
    const std::optional<std::size_t> owner = allotment_->owner_of(next_);
    if (!owner && !any) return false;
    if (!owner) {
      allotment_->wait(next_, kEndMilliseconds);
      continue;
    }
    WorkerLink& link = *links_[*owner];
    if (link.look()) continue;
    const Passed kept = link.ring().kept();
    return !link.ring().is_empty() || (!link.ring().is_closed() && kept.count != 0 && kept.first == next_);
  }
  return false;
}

}  // namespace heddle::runtime
