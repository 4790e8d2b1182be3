#include "host/search_crew.h"

#include <algorithm>
#include <utility>

#include "host/module_order.h"

namespace heddle::host {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

SearchCrew::SearchCrew(std::unique_ptr<ExplorerProcess> first, const LaunchOptions& launch, unsigned jobs,
                       std::chrono::milliseconds worthwhile)
    : launch_(launch), jobs_(jobs), worthwhile_(worthwhile) {
  members_.push_back(std::make_unique<Member>(Member{std::move(first)}));
  last_ = members_.front().get();
}

SearchCrew::Member* SearchCrew::who_runs(const SearchRequest& request) const {
  for (const auto& member : members_)
    if (!member->is_dismissed && member->running == request) return member.get();
  return nullptr;
}

// Takes an answer that nobody wants, if it is there.
bool SearchCrew::is_free(Member& member) {
  if (!member.running) return true;
  if (!member.is_dismissed || !member.explorer->has_answered()) return false;
  wait_for(member);
  return true;
}

void SearchCrew::wait_for(Member& member) {
  if (member.running) static_cast<void>(member.explorer->finish(nullptr));
  member.running.reset();
  member.is_dismissed = false;
}

void SearchCrew::dismiss(Member& member) {
  if (!member.running || member.is_dismissed) return;
  member.is_dismissed = true;
  member.explorer->hurry();
}

void SearchCrew::begin(Member& member, const SearchRequest& request) {
  if (member.explorer->begin(request)) member.running = request;
}

SearchCrew::Member* SearchCrew::free_member() {
  for (const auto& member : members_)
    if (is_free(*member)) return member.get();
  return nullptr;
}

// One that is to end what it runs, if all have something to do: what was expected last is the least likely.
SearchCrew::Member& SearchCrew::freed_member() {
  if (Member* const member = free_member()) return *member;
  const auto dismissed =
      std::ranges::find_if(members_, [](const auto& member) { return member->is_dismissed; });
  Member& member = dismissed != members_.end() ? **dismissed : *members_.back();
  dismiss(member);
  wait_for(member);
  return member;
}

bool SearchCrew::others_run(const Member& member) const {
  return std::ranges::any_of(members_,
                             [&](const auto& other) { return other.get() != &member && other->running; });
}

SearchCrew::Member* SearchCrew::hire() {
  if (works_alone_ || members_.size() >= jobs_ || searching_ < worthwhile_) return nullptr;
  Result<std::unique_ptr<ExplorerProcess>> started = ExplorerProcess::start(launch_);
  if (!started || !means_the_same(modules(), (*started)->hello().modules)) {
    work_alone();
    return nullptr;
  }
  members_.push_back(std::make_unique<Member>(Member{std::move(*started)}));
  return members_.back().get();
}

void SearchCrew::work_alone() {
  works_alone_ = true;
  for (const auto& member : members_) dismiss(*member);
  last_ = members_.front().get();
  wait_for(*last_);
  members_.resize(1);
}

void SearchCrew::expect(std::span<const SearchRequest> next) {
  for (const auto& member : members_)
    if (member->running && std::ranges::find(next, *member->running) == next.end()) dismiss(*member);
  for (const SearchRequest& request : next) {
    if (who_runs(request) != nullptr) continue;
    Member* member = free_member();
    if (member == nullptr) member = hire();
    if (member == nullptr) return;
    begin(*member, request);
  }
}

Result<SearchPaused> SearchCrew::search(const SearchRequest& request, const Watch& watch) {
  const auto start = Clock::now();
  if (!request.fresh) return last().search(request, watch);
  Member* member = who_runs(request);
  if (member == nullptr) {
    member = &freed_member();
    begin(*member, request);
    if (!member->running) return Error{"the program under control does not answer any more"};
  }
  const bool was_alone = !others_run(*member);
  Result<SearchPaused> answer = member->explorer->finish(watch);
  member->running.reset();
  last_ = member;
  searching_ += Clock::now() - start;
  if (answer && answer->uses_outside) works_alone_ = true;
  if (members_.size() == 1) return answer;
  const bool is_certain =
      answer && (was_alone || !answer->uses_outside) && means_the_same(modules(), answer->modules);
  if (is_certain && !works_alone_) return answer;
  const bool is_of_first = member == members_.front().get();
  work_alone();
  if (is_certain && is_of_first) return answer;
  return search(request, watch);
}

}  // namespace heddle::host
