#include "host/explorer_crew.h"

#include <algorithm>
#include <utility>

#include "host/module_order.h"

namespace heddle::host {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

std::vector<ExplorerCrew::Member*> ExplorerCrew::members() {
  std::vector<Member*> all{&first_member_};
  for (Other& other : others_) all.push_back(&other.member);
  return all;
}

ExplorerCrew::Member* ExplorerCrew::who_runs(const ReplayRequest& request) {
  for (Member* member : members())
    if (!member->is_dismissed && member->running == request) return member;
  return nullptr;
}

// Takes an answer that nobody wants, if it is there.
bool ExplorerCrew::is_free(Member& member) {
  if (!member.running) return true;
  if (!member.is_dismissed || !member.explorer->has_answered()) return false;
  static_cast<void>(member.explorer->finish_replay(nullptr));
  member.running.reset();
  member.is_dismissed = false;
  return true;
}

void ExplorerCrew::begin(Member& member, const ReplayRequest& request) {
  if (member.explorer->begin_replay(request)) member.running = request;
}

void ExplorerCrew::dismiss(Member& member) {
  if (!member.running || member.is_dismissed) return;
  member.is_dismissed = true;
  member.explorer->hurry();
}

void ExplorerCrew::free_first() {
  dismiss(first_member_);
  if (!first_member_.running) return;
  static_cast<void>(first_.finish_replay(nullptr));
  first_member_.running.reset();
  first_member_.is_dismissed = false;
}

Result<SearchPaused> ExplorerCrew::search(const SearchRequest& request, const Watch& watch) {
  free_first();
  return first_.search(request, watch);
}

void ExplorerCrew::hire_if_it_pays() {
  if (works_alone_ || replaying_ < worthwhile_ || !others_.empty()) return;
  while (others_.size() + 1 < jobs_) {
    Result<std::unique_ptr<ExplorerProcess>> started = ExplorerProcess::start(launch_);
    if (!started || !means_the_same(first_.hello().modules, (*started)->hello().modules)) {
      works_alone_ = true;
      return;
    }
    Member member{started->get(), {}};
    others_.push_back({std::move(*started), std::move(member)});
  }
}

void ExplorerCrew::expect(const std::vector<ReplayRequest>& next) {
  hire_if_it_pays();
  if (works_alone_ || others_.empty()) return;
  for (Member* member : members())
    if (member->running && std::ranges::find(next, *member->running) == next.end()) dismiss(*member);
  for (const ReplayRequest& request : next) {
    if (who_runs(request) != nullptr) continue;
    for (Member* member : members()) {
      if (!is_free(*member)) continue;
      begin(*member, request);
      break;
    }
  }
}

Result<Replayed> ExplorerCrew::replay(const ReplayRequest& request, const Watch& watch) {
  const auto start = Clock::now();
  Member* const member = others_.empty() ? nullptr : who_runs(request);
  Result<Replayed> answer = Error{};
  if (member == nullptr) {
    answer = replay_by_first(request, watch);
  } else {
    answer = member->explorer->finish_replay(watch);
    member->running.reset();
    answer = checked(std::move(answer), *member, request, watch);
  }
  replaying_ += Clock::now() - start;
  if (answer && answer->uses_outside) works_alone_ = true;
  return answer;
}

Result<Replayed> ExplorerCrew::replay_by_first(const ReplayRequest& request, const Watch& watch) {
  free_first();
  return first_.replay(request, watch);
}

// What somebody else answers is the first one's answer, or is asked again.
Result<Replayed> ExplorerCrew::checked(Result<Replayed> answer, Member& by, const ReplayRequest& request,
                                       const Watch& watch) {
  const bool is_first = by.explorer == &first_;
  const bool was_alone = answer && !answer->uses_outside;
  if (was_alone && (is_first || means_the_same(first_.hello().modules, answer->modules))) return answer;
  if (is_first && !answer) return answer;
  works_alone_ = true;
  others_.clear();
  return replay_by_first(request, watch);
}

}  // namespace heddle::host
