#include "host/explorer_crew.h"

#include <algorithm>
#include <utility>

namespace heddle::host {

namespace {

using Clock = std::chrono::steady_clock;

// Places in the code are numbers; they mean the same if the modules lie in the same order.
bool means_the_same(const ModuleTable& one, const ModuleTable& other) {
  const std::size_t common = std::min(one.modules.size(), other.modules.size());
  return std::equal(one.modules.begin(), one.modules.begin() + static_cast<std::ptrdiff_t>(common),
                    other.modules.begin(), [](const Module& a, const Module& b) {
                      return a.first == b.first && a.size == b.size && a.path == b.path;
                    });
}

}  // namespace

std::vector<ExplorerCrew::Member*> ExplorerCrew::members() {
  std::vector<Member*> all{&first_member_};
  for (Other& other : others_) all.push_back(&other.member);
  return all;
}

ExplorerCrew::Member* ExplorerCrew::who_runs(const Bytes& request) {
  for (Member* member : members())
    if (!member->is_dismissed && member->running == request) return member;
  return nullptr;
}

// Takes an answer that nobody wants, if it is there.
bool ExplorerCrew::is_free(Member& member) {
  if (member.running.empty()) return true;
  if (!member.is_dismissed || !member.explorer->has_answered()) return false;
  static_cast<void>(member.explorer->finish_replay(nullptr));
  member.running.clear();
  member.is_dismissed = false;
  return true;
}

void ExplorerCrew::begin(Member& member, const ReplayRequest& request, Bytes encoded) {
  if (member.explorer->begin_replay(request)) member.running = std::move(encoded);
}

void ExplorerCrew::dismiss(Member& member) {
  if (member.running.empty() || member.is_dismissed) return;
  member.is_dismissed = true;
  member.explorer->hurry();
}

void ExplorerCrew::free_first() {
  dismiss(first_member_);
  if (first_member_.running.empty()) return;
  static_cast<void>(first_.finish_replay(nullptr));
  first_member_.running.clear();
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
  std::vector<Bytes> encoded;
  for (const ReplayRequest& request : next) encoded.push_back(encode(request));
  for (Member* member : members())
    if (std::ranges::find(encoded, member->running) == encoded.end()) dismiss(*member);
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (who_runs(encoded[i]) != nullptr) continue;
    for (Member* member : members()) {
      if (!is_free(*member)) continue;
      begin(*member, next[i], std::move(encoded[i]));
      break;
    }
  }
}

Result<Replayed> ExplorerCrew::replay(const ReplayRequest& request, const Watch& watch) {
  const auto start = Clock::now();
  Member* const member = others_.empty() ? nullptr : who_runs(encode(request));
  Result<Replayed> answer = Error{};
  if (member == nullptr) {
    answer = replay_by_first(request, watch);
  } else {
    answer = member->explorer->finish_replay(watch);
    member->running.clear();
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
