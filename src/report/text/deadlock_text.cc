#include "report/text/deadlock_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/model/text.h"
#include "report/text/thread_text.h"
#include "report/text/wait_text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kMaxNames = 6;
constexpr std::size_t kMaxLines = 16;

bool is_member(const std::vector<ThreadId>& threads, std::size_t id) {
  return std::find(threads.begin(), threads.end(), id) != threads.end();
}

std::size_t count_others(const Failure& failure, ThreadState state) {
  std::size_t count = 0;
  for (std::size_t id = 0; id < failure.threads.size(); ++id)
    if (failure.threads[id].state == state && !is_member(failure.cycle, id)) ++count;
  return count;
}

// The lock's owner has finished: it will never be unlocked.
bool is_abandoned(const FailureNames& names, ThreadId id) {
  const ThreadReport* thread = names.report(id);
  return thread != nullptr && is_acquisition(thread->next.kind) && names.is_finished(thread->waits_for);
}

std::string others_go_on(const Failure& failure) {
  const std::size_t others = count_others(failure, ThreadState::kEnabled);
  if (others == 0) return "while the rest of the program goes on";
  return fmt::format("while {} {}", counted(others, "other thread"), others == 1 ? "goes on" : "go on");
}

std::string cycle_headline(const FailureNames& names) {
  const Failure& failure = names.failure();
  std::vector<std::string> members;
  for (ThreadId id : failure.cycle) members.push_back(names.thread(id));
  std::string text = "deadlock: ";
  if (members.size() <= 1) {
    text += (members.empty() ? names.thread(failure.thread) : members.front()) + " waits for itself";
    if (failure.site != kNoSite) text += " at " + names.place(failure.site);
  } else {
    text += listed(members, kMaxNames) + " wait for each other" + (members.size() > 2 ? " in a circle" : "");
  }
  if (failure.shape == DeadlockShape::kPartialCycle) text += " " + others_go_on(failure);
  return text;
}

// The stuck thread, and those that wait for the same object. Other threads that wait may be idle workers,
// which wait as they should.
std::vector<ThreadId> stuck_threads(const FailureNames& names) {
  const std::vector<ThreadId> waiting = names.root_waiters();
  std::vector<ThreadId> stuck;
  for (ThreadId id : waiting) {
    const ThreadReport &first = *names.report(waiting.front()), &other = *names.report(id);
    if (other.next.kind == first.next.kind && other.object == first.object) stuck.push_back(id);
  }
  return stuck;
}

// What they wait for, if that says more than that they wait.
std::string awaited_part(const FailureNames& names, ThreadId id) {
  constexpr std::string_view kWaits = "waits";
  const ThreadReport& thread = *names.report(id);
  if (!awaited_text(names, thread).empty())
    return thread.object.kind == ObjectKind::kNone ? "" : " " + awaited_in_short(names, thread);
  const std::string state = state_text(names, id);
  return state.starts_with(kWaits) ? state.substr(kWaits.size()) : "";
}

std::string no_wakeup_headline(const FailureNames& names) {
  const std::vector<ThreadId> stuck = stuck_threads(names);
  if (stuck.empty()) return "deadlock: every thread waits and no thread is left to wake any of them";
  const ThreadReport& first = *names.report(stuck.front());
  const std::string place = place_of(names, stuck.front());
  if (is_abandoned(names, stuck.front()))
    return fmt::format("deadlock: {} waits at {} for a lock that {} never unlocked",
                       names.thread(stuck.front()), place, names.thread(first.waits_for));
  std::vector<std::string> members;
  bool same_place = true;
  for (ThreadId id : stuck) {
    members.push_back(names.thread(id));
    same_place = same_place && names.report(id)->next.site == first.next.site;
  }
  const bool one = members.size() == 1;
  std::string text = fmt::format("deadlock: {} wait{}{}", listed(members, kMaxNames), one ? "s" : "",
                                 same_place ? " at " + place : "");
  text += awaited_part(names, stuck.front());
  return text + (one ? ", and no thread is left to wake it" : ", and no thread is left to wake them");
}

// One thread's wait, with the thread that it waits for.
std::string wait_text(const FailureNames& names, ThreadId id) {
  const ThreadReport* thread = names.report(id);
  if (thread == nullptr) return names.thread(id) + " waits";
  const std::string who = names.thread(id);
  const std::string where = thread->next.site == kNoSite ? "" : " at " + place_of(names, id);
  if (thread->next.kind == OperationKind::kThreadJoin)
    return fmt::format("{} waits{} for {}", who, where,
                       deed_text(names, *thread).substr(std::string_view("wait for ").size()));
  if (!is_acquisition(thread->next.kind)) {
    constexpr std::string_view kWaits = "waits";
    const std::string state = state_text(names, id);
    if (!state.starts_with(kWaits)) return fmt::format("{}: {}{}", who, state, where);
    // A thread that may be idle is not blamed on a signal.
    const bool may_be_idle = thread->wait.how == OperationKind::kWait && !is_member(stuck_threads(names), id);
    const std::string history = may_be_idle ? "" : wait_history(names, id);
    return fmt::format("{} waits{}{}{}", who, where, state.substr(kWaits.size()),
                       history.empty() ? "" : "; " + history);
  }
  std::string text = fmt::format("{} waits{} to {}", who, where, deed_text(names, *thread));
  if (thread->waits_for == kNoThread) return text;
  const std::string owner = thread->waits_for == id ? "itself" : names.thread(thread->waits_for);
  const SiteId taken = names.taken_at(thread->waits_for, thread->object);
  text += taken == kNoSite ? fmt::format(", which {} holds", thread->waits_for == id ? "it" : owner)
                           : fmt::format(", which {} locked at {}", thread->waits_for == id ? "it" : owner,
                                         names.place(taken));
  return names.is_finished(thread->waits_for) ? text + " and did not unlock before it finished" : text;
}

std::string wait_lines(const FailureNames& names, const std::vector<ThreadId>& threads) {
  std::string text;
  for (std::size_t i = 0; i < std::min(threads.size(), kMaxLines); ++i)
    text += wrapped(wait_text(names, threads[i]), 2, 6);
  if (threads.size() > kMaxLines)
    text += fmt::format("  ... and {}\n", counted(threads.size() - kMaxLines, "more thread"));
  return text;
}

std::string lost_wakeup_text(const FailureNames& names) {
  const Failure& failure = names.failure();
  const ThreadReport* waiter = names.report(failure.thread);
  const std::string condition =
      names.phrase(waiter != nullptr ? waiter->object : Location{}, "a condition variable");
  std::string text = wrapped(
      fmt::format("{} waits on {} at {}", names.thread(failure.thread), condition, names.place(failure.site)),
      2, 6);
  const std::string sender =
      failure.lost_signal_thread == kNoThread ? "Another thread" : names.thread(failure.lost_signal_thread);
  const std::string where =
      failure.lost_signal_site == kNoSite ? "" : " at " + names.place(failure.lost_signal_site);
  text += wrapped(
      fmt::format("{} signalled it{} before that, when no thread waited: the signal was lost", sender, where),
      2, 6);
  return text + "\n" +
         wrapped(
             "A signal wakes only threads that wait already. Test the condition and wait in one critical "
             "section, "
             "and change the condition under the same mutex.");
}

}  // namespace

std::string deadlock_headline(const FailureNames& names) {
  const Failure& failure = names.failure();
  switch (failure.shape) {
    case DeadlockShape::kCycle:
    case DeadlockShape::kPartialCycle:
    case DeadlockShape::kSelf:
      return cycle_headline(names);
    case DeadlockShape::kLostWakeup:
      return fmt::format(
          "lost wake-up: {} waits at {} for a signal that was sent{} before it waited",
          names.thread(failure.thread), names.place(failure.site),
          failure.lost_signal_site == kNoSite ? "" : " at " + names.place(failure.lost_signal_site));
    default:
      return no_wakeup_headline(names);
  }
}

std::string deadlock_text(const FailureNames& names) {
  const Failure& failure = names.failure();
  if (failure.shape == DeadlockShape::kLostWakeup) return lost_wakeup_text(names);
  if (!failure.cycle.empty()) {
    std::string text = wait_lines(names, failure.cycle);
    if (failure.shape != DeadlockShape::kPartialCycle) return text;
    const std::size_t stuck = failure.cycle.size();
    text += "\n" +
            wrapped(fmt::format("This is a partial deadlock: {} {} stuck for ever {}.",
                                counted(stuck, "thread"), stuck == 1 ? "is" : "are", others_go_on(failure)));
    return text;
  }
  // Those at the bottom of it, then who waits for their locks. Who joins them is no part of the reason.
  std::vector<ThreadId> waiting = names.root_waiters();
  for (std::size_t id = 0; id < failure.threads.size(); ++id) {
    const ThreadReport& thread = failure.threads[id];
    const bool waits_for_lock =
        thread.state == ThreadState::kBlocked && is_acquisition(thread.next.kind) && !is_member(waiting, id);
    if (waits_for_lock) waiting.push_back(static_cast<ThreadId>(id));
  }
  std::string end = "Every thread that has not finished waits, and no thread is left to wake any of them.";
  if (!failure.text.empty()) end += fmt::format(" This assumes that {}.", visible(failure.text));
  return wait_lines(names, waiting) + "\n" + wrapped(end);
}

}  // namespace heddle::report
