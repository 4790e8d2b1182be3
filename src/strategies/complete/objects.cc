#include "strategies/complete/objects.h"

#include <algorithm>
#include <utility>

#include "event/hash.h"

namespace heddle::complete {

namespace {

constexpr Effect kCannot{.can = false};
constexpr Effect kFindsIt{};  // and leaves it as it is

bool is_free(const State& state) {
  return state.owner == kNobody && state.threads.empty();
}

std::uint64_t hash_of_state(const State& state) {
  std::uint64_t hash = combine(combine(state.owner, state.count), state.most);
  for (const Thread thread : state.threads) hash = combine(hash, thread);
  return hash;
}

}  // namespace

StateId States::intern(const State& state) {
  const std::uint64_t hash = hash_of_state(state);
  const auto [first, last] = known_.equal_range(hash);
  for (auto each = first; each != last; ++each)
    if (states_[each->second] == state) return each->second;
  const auto id = static_cast<StateId>(states_.size());
  states_.push_back(state);
  known_.emplace(hash, id);
  return id;
}

Effect States::changed(State state) {
  return {.writes = true, .after = intern(state)};
}

Effect States::effect(Act act, StateId before, Thread thread, std::uint32_t choice) {
  State state = states_[before];
  const auto own = std::find(state.threads.begin(), state.threads.end(), thread);
  switch (act) {
    case Act::kLock:
    case Act::kTryLock:
      if (!is_free(state)) return act == Act::kLock ? kCannot : kFindsIt;
      state.owner = thread;
      return changed(std::move(state));
    case Act::kLockShared:
    case Act::kTryLockShared:
      if (state.owner != kNobody) return act == Act::kLockShared ? kCannot : kFindsIt;
      state.threads.insert(std::lower_bound(state.threads.begin(), state.threads.end(), thread), thread);
      return changed(std::move(state));
    case Act::kUnlock:
      if (state.owner == thread)
        state.owner = kNobody;
      else if (own != state.threads.end())
        state.threads.erase(own);
      else
        return kCannot;
      return changed(std::move(state));
    case Act::kTake:
    case Act::kTryTake:
      if (state.count == 0) return act == Act::kTake ? kCannot : kFindsIt;
      --state.count;
      return changed(std::move(state));
    case Act::kPost:
      ++state.count;
      return changed(std::move(state));
    case Act::kEnqueue:
      state.threads.push_back(thread);
      return changed(std::move(state));
    case Act::kNotifyOne: {
      if (state.threads.empty()) return kFindsIt;
      const auto choices = static_cast<std::uint32_t>(state.threads.size());
      state.threads.erase(state.threads.begin() + static_cast<std::ptrdiff_t>(choice % choices));
      Effect effect = changed(std::move(state));
      effect.choices = choices;
      return effect;
    }
    case Act::kNotifyAll:
      if (state.threads.empty()) return kFindsIt;
      state.threads.clear();
      return changed(std::move(state));
    case Act::kArrive: {
      state.threads.push_back(thread);
      const bool opens = state.threads.size() == state.most;
      if (opens) state.threads.clear();
      Effect effect = changed(std::move(state));
      effect.opens = opens;
      return effect;
    }
    case Act::kTouch:
      return changed(std::move(state));
    default:
      return kFindsIt;
  }
}

}  // namespace heddle::complete
