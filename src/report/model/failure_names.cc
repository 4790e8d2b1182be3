#include "report/model/failure_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/model/text.h"

namespace heddle::report {

FailureNames::FailureNames(const Failure& failure, const Places& places)
    : failure_(failure), places_(places) {
  for (const ThreadReport& report : failure.threads) thread_names_.push_back(report.name);

  std::map<std::string, std::vector<std::uint64_t>> objects;  // by name
  std::unordered_map<std::uint64_t, bool> seen;
  const auto collect = [&](const Location& location, std::uint64_t access_size) {
    if (location.kind == ObjectKind::kNone || !seen.emplace(location.key(), true).second) return;
    objects[places.object(location, thread_names_, access_size).plain()].push_back(location.key());
  };
  for (const ThreadReport& report : failure.threads) {
    collect(report.object, report.next.size);
    for (const HeldLock& held : report.held) collect(held.lock, 0);
  }
  for (const auto& [shared_name, keys] : objects)
    for (unsigned i = 0; keys.size() > 1 && i < keys.size(); ++i) numbers_[keys[i]] = i + 1;
}

std::string FailureNames::thread(ThreadId id) const {
  const ThreadReport* found = report(id);
  return found == nullptr ? identity(id) : with_given_name(identity(id), visible(found->given_name));
}

std::string FailureNames::identity(ThreadId id) const {
  if (id == kNoThread) return "another thread";
  if (id >= thread_names_.size() || thread_names_[id].empty()) return fmt::format("thread {}", id);
  return visible(thread_names_[id]);
}

ObjectName FailureNames::name(const Location& location, std::uint64_t access_size) const {
  ObjectName result = places_.object(location, thread_names_, access_size);
  const auto number = numbers_.find(location.key());
  if (number == numbers_.end()) return result;
  const std::string mark = fmt::format("#{}", number->second);
  if (result.detail.ends_with(')'))
    result.detail.insert(result.detail.size() - 1, ", " + mark);
  else
    result.detail += fmt::format("{}({})", result.detail.empty() ? "" : " ", mark);
  return result;
}

std::string FailureNames::plain(const Location& location, std::uint64_t access_size) const {
  return location.kind == ObjectKind::kNone ? std::string() : name(location, access_size).plain();
}

std::string FailureNames::phrase(const Location& location, std::string_view otherwise,
                                 std::uint64_t access_size) const {
  return location.kind == ObjectKind::kNone ? std::string(otherwise) : name(location, access_size).phrase();
}

std::string FailureNames::type(const Location& location) const {
  return location.kind == ObjectKind::kNone ? std::string() : places_.object(location, thread_names_).type;
}

std::string FailureNames::racing_plain() const {
  return plain(failure_.race.place, failure_.race.named_size());
}

std::string FailureNames::racing_phrase() const {
  return phrase(failure_.race.place, "memory", failure_.race.named_size());
}

const ThreadReport* FailureNames::report(ThreadId id) const {
  return id < failure_.threads.size() ? &failure_.threads[id] : nullptr;
}

bool FailureNames::is_finished(ThreadId id) const {
  const ThreadReport* found = report(id);
  return found != nullptr && found->state == ThreadState::kFinished;
}

SiteId FailureNames::taken_at(ThreadId owner, const Location& lock) const {
  const ThreadReport* found = report(owner);
  if (found == nullptr || lock.kind == ObjectKind::kNone) return kNoSite;
  for (const HeldLock& held : found->held)
    if (held.lock == lock) return held.site;
  return kNoSite;
}

std::vector<ThreadId> FailureNames::root_waiters() const {
  std::vector<ThreadId> result;
  for (std::size_t id = 0; id < failure_.threads.size(); ++id) {
    const ThreadReport& waiter = failure_.threads[id];
    if (waiter.state != ThreadState::kBlocked || waiter.next.kind == OperationKind::kExit) continue;
    const bool waits_for_all =
        waiter.next.kind == OperationKind::kThreadJoin && waiter.next.peer == kNoThread;
    if (!waits_for_all && (waiter.waits_for == kNoThread || is_finished(waiter.waits_for)))
      result.push_back(static_cast<ThreadId>(id));
  }
  const auto rank = [this](ThreadId id) {
    const ThreadReport& waiter = failure_.threads[id];
    const ThreadReport* stuck = report(failure_.thread);
    if (id == failure_.thread) return 0;
    if (stuck != nullptr && waiter.object == stuck->object && waiter.object.kind != ObjectKind::kNone)
      return 1;
    return waiter.wait.rounds == 0 ? 2 : 3;
  };
  std::stable_sort(result.begin(), result.end(), [&](ThreadId a, ThreadId b) { return rank(a) < rank(b); });
  return result;
}

}  // namespace heddle::report
