#include "report/failure_names.h"

#include <fmt/format.h>

#include <map>

#include "report/text.h"

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
  if (id == kNoThread) return "another thread";
  if (id >= thread_names_.size() || thread_names_[id].empty()) return fmt::format("thread {}", id);
  return visible(thread_names_[id]);
}

ObjectName FailureNames::name(const Location& location, std::uint64_t access_size) const {
  ObjectName result = places_.object(location, thread_names_, access_size);
  const auto number = numbers_.find(location.key());
  if (number != numbers_.end())
    result.detail += fmt::format("{}(#{})", result.detail.empty() ? "" : " ", number->second);
  return result;
}

std::string FailureNames::plain(const Location& location, std::uint64_t access_size) const {
  return location.kind == ObjectKind::kNone ? std::string() : name(location, access_size).plain();
}

std::string FailureNames::phrase(const Location& location, std::string_view otherwise,
                                 std::uint64_t access_size) const {
  return location.kind == ObjectKind::kNone ? std::string(otherwise) : name(location, access_size).phrase();
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

}  // namespace heddle::report
