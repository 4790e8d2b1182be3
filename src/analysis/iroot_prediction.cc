#include "analysis/iroot_prediction.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "analysis/thread_model.h"
#include "analysis/thread_order.h"

namespace heddle {

namespace {

// A lock that is held at an access, and the neighbours of the access in that critical section.
struct Section {
  LocationId lock = kNoLocation;
  bool shared = false;
  bool is_first = true;  // no write of the same thread to the location comes before it in the section
  bool is_last = true;   // ... nor after it
};

// An access, or all that are alike in everything that matters here.
struct Step {
  ThreadId thread = kNoThread;
  Segment segment = 0;
  StaticEvent what;
  LocationId location = kNoLocation;
  std::vector<Section> sections;

  std::uint64_t hash() const {
    std::uint64_t value = combine(combine(thread, segment),
                                  std::uint64_t{what.site} << 8 | static_cast<std::uint64_t>(what.kind));
    value = combine(value, location);
    for (const Section& each : sections)
      value = combine(value, std::uint64_t{each.lock} << 3 | (each.shared ? 4u : 0u) |
                                 (each.is_first ? 2u : 0u) | (each.is_last ? 1u : 0u));
    return value;
  }
};

// Two accesses of one thread near each other, the locks that it holds all the time from one to the other
// among them.
struct LocalPair {
  Step first, second;
  std::vector<Section> throughout;
};

bool exclude_each_other(const std::vector<Section>& one, const std::vector<Section>& other) {
  for (const Section& mine : one)
    for (const Section& theirs : other)
      if (mine.lock == theirs.lock && !(mine.shared && theirs.shared)) return true;
  return false;
}

bool conflict(const Step& one, const Step& other) {
  return one.what.kind == OperationKind::kWrite || other.what.kind == OperationKind::kWrite;
}

// What one execution did, as far as it matters.
class Steps {
 public:
  Steps(std::span<const Event> events, std::size_t local_window) : order_(ThreadOrder::Edges::kAll) {
    collect(events);
    for (const auto& [thread, places] : of_thread_) look_at_neighbours(places);
    find_distinct(local_window);
  }

  bool precedes(const Step& first, const Step& second) const {
    return order_.precedes(first.thread, first.segment, second.thread, second.segment);
  }
  const std::map<LocationId, std::vector<Step>>& by_location() const { return by_location_; }
  const std::map<std::pair<LocationId, LocationId>, std::vector<LocalPair>>& pairs() const { return pairs_; }

 private:
  struct Raw {
    Step step;
    LockSet held;
  };

  void collect(std::span<const Event> events) {
    HeldLocks locks(events);
    for (const Event& event : events) {
      const Segment segment = order_.add(event);
      locks.add(event);
      if (!is_access(event.kind) || event.location == kNoLocation) continue;
      const OperationKind kind = wrote(event) ? OperationKind::kWrite : OperationKind::kRead;
      of_thread_[event.thread].push_back(raw_.size());
      raw_.push_back(
          {{event.thread, segment, {event.site, kind}, event.location, {}}, locks.of(event.thread)});
    }
  }

  // In which critical sections each access is, and whether it is the first or the last one there that
  // matters.
  void look_at_neighbours(const std::vector<std::size_t>& places) {
    std::unordered_map<std::uint64_t, std::pair<std::size_t, std::size_t>> writes_in;  // first and last place
    const auto key = [](LocationId location, const Guard& guard) {
      return combine(guard.acquisition, location);
    };
    for (const std::size_t place : places) {
      const Raw& raw = raw_[place];
      if (raw.step.what.kind != OperationKind::kWrite) continue;
      for (const Guard& guard : raw.held) {
        const auto [entry, added] = writes_in.try_emplace(key(raw.step.location, guard), place, place);
        if (!added) entry->second.second = place;
      }
    }
    for (const std::size_t place : places) {
      Raw& raw = raw_[place];
      for (const Guard& guard : raw.held) {
        const auto found = writes_in.find(key(raw.step.location, guard));
        const bool none = found == writes_in.end();
        raw.step.sections.push_back({guard.lock, guard.shared, none || found->second.first >= place,
                                     none || found->second.second <= place});
      }
    }
  }

  void find_distinct(std::size_t local_window) {
    std::unordered_set<std::uint64_t> known, known_pairs;
    for (const auto& [thread, places] : of_thread_)
      for (std::size_t i = 0; i < places.size(); ++i) {
        const Raw& own = raw_[places[i]];
        const std::uint64_t hash = own.step.hash();
        if (known.insert(hash).second) by_location_[own.step.location].push_back(own.step);
        for (std::size_t k = i - std::min(i, local_window); k < i; ++k) {
          const Raw& before = raw_[places[k]];
          if (!known_pairs.insert(combine(before.step.hash(), hash)).second) continue;
          LocalPair pair{before.step, own.step, {}};
          for (const Guard& guard : held_throughout(before.held, own.held))
            pair.throughout.push_back({guard.lock, guard.shared, true, true});
          pairs_[{before.step.location, own.step.location}].push_back(std::move(pair));
        }
      }
  }

  ThreadOrder order_;
  std::vector<Raw> raw_;
  std::map<ThreadId, std::vector<std::size_t>> of_thread_;
  std::map<LocationId, std::vector<Step>> by_location_;
  std::map<std::pair<LocationId, LocationId>, std::vector<LocalPair>> pairs_;  // by their two locations
};

class Predictor {
 public:
  Predictor(std::span<const Event> events, const IRootPrediction& options)
      : options_(options), steps_(events, (options.idioms & ~0b10) == 0 ? 0 : options.local_window) {
    if (contains(options.idioms, 1)) {
      predict_locks(events);
      predict_1();
    }
    if (contains(options.idioms, 2)) predict_2();
    for (const auto& [locations, pairs] : steps_.pairs()) {
      const bool one_location = locations.first == locations.second;
      if (contains(options.idioms, one_location ? 3 : 4)) predict_3_and_4(one_location ? 3 : 4, pairs);
      if (!one_location && contains(options.idioms, 5)) predict_5(locations, pairs);
    }
  }
  std::vector<IRoot> take() { return std::move(roots_); }

 private:
  bool is_new(const IRoot& root) {
    return roots_.size() < options_.most_roots && !known_.contains(root.key());
  }
  void add(const IRoot& root) {
    known_.insert(root.key());
    roots_.push_back(root);
  }

  // An unlock, and a lock of another thread that can follow it.
  void predict_locks(std::span<const Event> events) {
    const ThreadModel model(events, ThreadOrder::Edges::kAll);
    std::map<LocationId, std::vector<const LockAction*>> by_lock;
    std::unordered_set<std::uint64_t> seen;
    for (const LockAction& action : model.actions()) {
      std::uint64_t key = combine(combine(action.thread, action.segment), action.site);
      key = combine(combine(key, action.unlock_site), action.lock);
      for (const Guard& guard : action.lockset) key = combine(key, guard.lock);
      if (seen.insert(key).second) by_lock[action.lock].push_back(&action);
    }
    for (const auto& [lock, actions] : by_lock)
      for (const LockAction* p : actions)
        for (const LockAction* q : actions) {
          if (p->thread == q->thread || p->unlock_site == kNoSite) continue;
          const IRoot root{1, {{{p->unlock_site, OperationKind::kUnlock}, {q->site, OperationKind::kLock}}}};
          if (is_new(root) && are_disjoint(p->to_next, q->lockset) &&
              are_disjoint(p->lockset, q->from_previous) && !model.precedes(*q, *p))
            add(root);
        }
  }

  // Within a common lock only the last access of one section and the first of the other can follow each
  // other.
  static bool sections_allow(const Step& first, const Step& second) {
    for (const Section& mine : first.sections)
      for (const Section& theirs : second.sections)
        if (mine.lock == theirs.lock && !(mine.shared && theirs.shared) && !(mine.is_last && theirs.is_first))
          return false;
    return true;
  }
  // Asked first: most pairs of steps fail it, and it costs less than the key of a root.
  static bool may_depend(const Step& first, const Step& second) {
    return first.thread != second.thread && conflict(first, second);
  }
  bool can_depend(const Step& first, const Step& second) const {
    return may_depend(first, second) && !steps_.precedes(second, first);
  }

  void predict_1() {
    for (const auto& [location, steps] : steps_.by_location())
      for (const Step& first : steps)
        for (const Step& second : steps) {
          if (!can_depend(first, second) || !sections_allow(first, second)) continue;
          const IRoot root{1, {{first.what, second.what}}};
          if (is_new(root)) add(root);
        }
  }

  void predict_2() {
    for (const auto& [locations, pairs] : steps_.pairs()) {
      if (locations.first != locations.second) continue;
      const std::vector<Step>& steps = steps_.by_location().at(locations.first);
      for (const LocalPair& outer : pairs)
        for (const Step& middle : steps) {
          if (!may_depend(outer.first, middle) || !may_depend(middle, outer.second)) continue;
          const IRoot root{2, {{outer.first.what, middle.what, outer.second.what}}};
          if (is_new(root) && can_depend(outer.first, middle) && can_depend(middle, outer.second) &&
              !exclude_each_other(outer.throughout, middle.sections))
            add(root);
        }
    }
  }

  // a(T1) -> b(T2), c(T2) -> d(T1).
  void predict_3_and_4(std::uint8_t idiom, const std::vector<LocalPair>& pairs) {
    for (const LocalPair& outer : pairs)
      for (const LocalPair& inner : pairs) {
        if (!may_depend(outer.first, inner.first) || !may_depend(inner.second, outer.second)) continue;
        const IRoot root{idiom, {{outer.first.what, inner.first.what, inner.second.what, outer.second.what}}};
        if (is_new(root) && can_depend(outer.first, inner.first) && can_depend(inner.second, outer.second) &&
            !exclude_each_other(outer.throughout, inner.first.sections) &&
            !exclude_each_other(outer.throughout, inner.second.sections))
          add(root);
      }
  }

  // T1 is at X and then at Y, T2 at Y and then at X.
  void predict_5(const std::pair<LocationId, LocationId>& locations, const std::vector<LocalPair>& pairs) {
    const auto others = steps_.pairs().find({locations.second, locations.first});
    if (others == steps_.pairs().end()) return;
    for (const LocalPair& one : pairs)
      for (const LocalPair& other : others->second) {
        if (!may_depend(one.first, other.second) || !may_depend(other.first, one.second)) continue;
        const IRoot root{5, {{one.first.what, other.first.what, other.second.what, one.second.what}}};
        if (is_new(root) && can_depend(one.first, other.second) && can_depend(other.first, one.second) &&
            !exclude_each_other(one.throughout, other.first.sections) &&
            (!exclude_each_other(one.throughout, other.second.sections) ||
             !exclude_each_other(other.throughout, one.second.sections)))
          add(root);
      }
  }

  IRootPrediction options_;
  Steps steps_;
  std::vector<IRoot> roots_;
  std::unordered_set<std::uint64_t> known_;
};

}  // namespace

std::vector<IRoot> predict_iroots(std::span<const Event> events, const IRootPrediction& options) {
  return Predictor(events, options).take();
}

}  // namespace heddle
