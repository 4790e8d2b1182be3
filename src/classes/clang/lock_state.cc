#include "classes/clang/lock_state.h"

#include <algorithm>

namespace heddle::classes {

void LockState::acquire(const LockIdentity& lock, std::uint32_t section) {
  if (held.empty()) sections = std::min(sections + 1, kMaximumSections);
  held.push_back({lock, section});
}

void LockState::release(const LockIdentity& lock) {
  const auto is_it = [&](const Held& each) {
    return each.lock.name == lock.name && each.lock.owner == lock.owner &&
           each.lock.instance == lock.instance;
  };
  const auto last = std::find_if(held.rbegin(), held.rend(), is_it);
  if (last != held.rend()) held.erase(std::next(last).base());
}

void LockState::acquire(Guard& guard, std::uint32_t section) {
  for (const LockIdentity& lock : guard.locks) acquire(lock, section);
  guard.owns = true;
}

void LockState::release(Guard& guard) {
  if (!guard.owns) return;
  for (auto lock = guard.locks.rbegin(); lock != guard.locks.rend(); ++lock) release(*lock);
  guard.owns = false;
}

void LockState::join(const LockState& other) {
  std::vector<Held> theirs = other.held;
  std::vector<Held> common;
  for (const Held& each : held) {
    const auto same =
        std::ranges::find_if(theirs, [&](const Held& their) { return their.lock == each.lock; });
    if (same == theirs.end()) continue;
    common.push_back({each.lock, std::min(each.section, same->section)});
    theirs.erase(same);
  }
  held = std::move(common);
  for (const auto& [storage, guard] : other.guards) {
    const auto [mine, is_new] = guards.try_emplace(storage, guard);
    mine->second.owns = mine->second.owns && guard.owns && !is_new;
  }
  for (auto& [storage, guard] : guards)
    if (!other.guards.contains(storage)) guard.owns = false;
  published.insert(other.published.begin(), other.published.end());
  sections = std::max(sections, other.sections);
}

std::string LockState::signature() const {
  std::string text;
  for (const Held& each : held)
    text += each.lock.name + '/' + std::to_string(static_cast<int>(each.lock.mode)) +
            std::to_string(static_cast<int>(each.lock.owner)) + std::to_string(each.section) + ' ';
  for (const auto& [storage, guard] : guards) text += guard.owns ? '+' : '-';
  return text + std::to_string(published.size()) + ' ' + std::to_string(sections);
}

}  // namespace heddle::classes
