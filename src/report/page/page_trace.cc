#include "report/page/page_trace.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "analysis/lock_changes.h"
#include "analysis/sync_edges.h"
#include "report/model/failure_names.h"
#include "report/page/packed_columns.h"
#include "report/text/thread_text.h"
#include "report/text/told_steps.h"
#include "report/text/trace_words.h"

namespace heddle::report {

namespace {

using PageJson = nlohmann::ordered_json;

constexpr int kTakenOnPage = 1, kTakenSharedOnPage = 2, kGivenUpOnPage = -1;
constexpr int kToldOnPage = 1, kToldAlwaysOnPage = 2;

// Numbers for things that are the same again and again, in the order in which they are met.
template <typename Key>
class Numbers {
 public:
  // True: it is new, and what it stands for has to be added.
  bool add(const Key& key, int& number) {
    const auto [entry, added] = numbers_.try_emplace(key, static_cast<int>(numbers_.size()));
    number = entry->second;
    return added;
  }

 private:
  std::map<Key, int> numbers_;
};

class TraceOfPage {
 public:
  TraceOfPage(const PagedExecution& what, const Places& places, PageSources& sources)
      : what_(what),
        events_(what.trace.events),
        places_(places),
        sources_(sources),
        words_(what.trace, what.threads, places),
        first_(events_.size() > what.most_events ? events_.size() - what.most_events : 0) {}

  PageJson json() {
    // First of all what is told: heap objects then have the numbers that `heddle explain` gives them.
    const ToldSteps steps = told_steps(what_.trace, what_.failure, words_);
    for (std::size_t index : steps.told) words_.text(index);
    PageJson json;
    json["threads"] = shown_threads(what_.threads, what_.failure);
    json["events"] = columns(steps);
    json["kinds"] = kinds_;
    json["texts"] = texts_;
    PageJson locks = locks_json();  // may name further objects, and frames
    PageJson last = last_json();
    json["objects"] = objects_;
    json["stacks"] = stacks_;
    json["frames"] = frames_;
    json["switches"] = switches_;
    json["locks"] = std::move(locks);
    json["edges"] = edges_json();
    const std::uint64_t one = what_.failure.race.first.step, other = what_.failure.race.second.step;
    if (what_.failure.kind == FailureKind::kDataRace && !what_.failure.race.first.allocates &&
        std::min(one, other) >= first_ && std::max(one, other) < events_.size())
      json["race"] = {one - first_, other - first_};
    if (PageJson sights = sights_json(); !sights.empty()) json["sights"] = std::move(sights);
    json["last"] = std::move(last);
    json["cut"] = first_ != 0;
    json["first"] = first_;
    return json;
  }

 private:
  PageJson columns(const ToldSteps& steps) {
    const std::size_t count = events_.size() - first_;
    std::vector<int> threads(count), kinds(count), texts(count), objects(count), stacks(count), tells(count);
    Numbers<OperationKind> kind_numbers;
    Numbers<std::string> text_numbers;
    DecidedSwitches switches(what_.preemptions);
    for (std::size_t index = 0; index < events_.size(); ++index) {
      const bool switched = switches.add(events_[index].thread, index);
      if (index < first_) continue;
      const std::size_t row = index - first_;
      if (switched) switches_.push_back(row);
      threads[row] = events_[index].thread;
      if (kind_numbers.add(events_[index].kind, kinds[row]))
        kinds_.push_back(std::string(to_string(events_[index].kind)));
      std::string text = words_.text(index);
      if (text_numbers.add(text, texts[row])) texts_.push_back(std::move(text));
      objects[row] = words_.object(index).known() ? object_number(index) : -1;
      stacks[row] = stack_number(index);
    }
    for (std::size_t index : steps.told)
      if (index >= first_)
        tells[index - first_] = steps.decisive.contains(index) && changes_value(what_.trace, index)
                                    ? kToldAlwaysOnPage
                                    : kToldOnPage;
    PageJson json;
    json["thread"] = column_of(threads);
    json["kind"] = column_of(kinds);
    json["text"] = column_of(texts);
    json["object"] = column_of(objects);
    json["stack"] = column_of(stacks);
    json["told"] = column_of(tells);
    return json;
  }

  // Of what an event is about. Different objects may have the same name.
  int object_number(std::size_t index) {
    const ObjectName& object = words_.object(index);
    std::string name = object.known() ? object.plain() : "unnamed";
    int number = 0;
    if (object_numbers_.add({events_[index].location, name}, number))
      objects_.push_back({{"name", std::move(name)}, {"meaning", words_.meaning(index)}});
    return number;
  }

  int stack_number(std::size_t index) {
    const Event& event = events_[index];
    if (event.site == kNoSite || event.kind == OperationKind::kThreadStart) return number_of_stack({});
    const auto [entry, added] =
        at_.try_emplace(std::uint64_t{what_.trace.stacks[index]} << 32 | event.site, 0);
    if (!added) return entry->second;
    const std::vector<Frame>& frames = words_.stack(index);
    return entry->second = number_of_stack(frames.empty() ? std::vector{places_.frame(event.site)} : frames);
  }

  int number_of_stack(const std::vector<Frame>& frames) {
    std::vector<int> numbers;
    for (const Frame& frame : frames) numbers.push_back(frame_number(frame));
    int number = 0;
    if (stack_numbers_.add(numbers, number)) stacks_.push_back(std::move(numbers));
    return number;
  }

  int frame_number(const Frame& frame) {
    int number = 0;
    if (frame_numbers_.add({frame.function, frame.place, frame.path, frame.line}, number))
      frames_.push_back({{"function", frame.function},
                         {"place", frame.place},
                         {"source", sources_.index_of(frame.path)},
                         {"line", frame.line}});
    return number;
  }

  // The threads' locks at the end, where the failure tells them.
  std::vector<std::vector<LocationId>> held_at_end() const {
    std::unordered_map<std::uint64_t, LocationId> ids;
    for (std::size_t i = 0; i < what_.trace.locations.size(); ++i)
      ids.try_emplace(what_.trace.locations[i].key(), static_cast<LocationId>(i + 1));
    std::vector<std::vector<LocationId>> held;
    for (const ThreadReport& thread : what_.failure.threads) {
      std::vector<LocationId>& own = held.emplace_back();
      for (const HeldLock& lock : thread.held)
        if (const auto id = ids.find(lock.lock.key()); id != ids.end()) own.push_back(id->second);
    }
    return held;
  }

  // What was taken before the first event and is still held stands at that event.
  PageJson locks_json() {
    std::vector<int> rows;
    std::vector<LockChange> before;
    std::unordered_map<LocationId, int> numbers;
    const auto add = [&](const LockChange& change, std::size_t row) {
      const int kind = change.kind == LockChangeKind::kTaken         ? kTakenOnPage
                       : change.kind == LockChangeKind::kTakenShared ? kTakenSharedOnPage
                                                                     : kGivenUpOnPage;
      // Where it is given up the event may be about a condition variable.
      if (kind != kGivenUpOnPage) numbers.try_emplace(change.lock, object_number(change.event));
      rows.insert(rows.end(), {static_cast<int>(row), change.thread, numbers.at(change.lock), kind});
    };
    bool within = false;
    const auto begin = [&] {
      for (const LockChange& change : before) add(change, 0);
      within = true;
    };
    for (const LockChange& change : lock_changes(events_, held_at_end())) {
      const bool gives_up =
          change.kind == LockChangeKind::kGivenUp || change.kind == LockChangeKind::kGivenUpShared;
      if (change.event >= first_) {
        if (!within) begin();
        add(change, change.event - first_);
      } else if (gives_up) {
        const auto taken = std::find_if(before.rbegin(), before.rend(), [&](const LockChange& each) {
          return each.thread == change.thread && each.lock == change.lock;
        });
        before.erase(std::next(taken).base());
      } else {
        before.push_back(change);
      }
    }
    if (!within) begin();
    return rows_of(rows, 4);
  }

  // What was not the newest value, in words.
  PageJson sights_json() {
    PageJson json = PageJson::array();
    for (const OrderNote& note : what_.trace.sights)
      if (note.kind == OrderKind::kSees && note.event >= first_ && note.event < events_.size())
        json.push_back({{"row", note.event - first_}, {"text", words_.sight(note.event)}});
    return json;
  }

  PageJson edges_json() const {
    std::vector<int> rows;
    for (const SyncEdge& edge : sync_edges(events_, what_.trace.locations))
      if (edge.from >= first_)
        rows.insert(rows.end(), {static_cast<int>(edge.from - first_), static_cast<int>(edge.to - first_)});
    return rows_of(rows, 2);
  }

  PageJson last_json() {
    PageJson json = PageJson::array();
    const FailureNames names(what_.failure, places_);
    for (const TraceEnd& end : ends_of(what_.failure, places_)) {
      if (end.thread >= what_.threads.size()) continue;
      std::vector<Frame> frames;
      if (what_.failure.kind == FailureKind::kDataRace)
        frames = places_.user_stack(what_.failure.race.second.stack);
      else if (names.report(end.thread) != nullptr)
        frames = stack_of(names, end.thread);
      if (frames.empty() && end.site != kNoSite) frames.push_back(places_.frame(end.site));
      json.push_back({{"thread", end.thread}, {"text", end.text}, {"stack", number_of_stack(frames)}});
    }
    return json;
  }

  const PagedExecution& what_;
  const std::vector<Event>& events_;
  const Places& places_;
  PageSources& sources_;
  TraceWords words_;
  std::size_t first_;  // event that is shown

  PageJson kinds_ = PageJson::array(), texts_ = PageJson::array(), objects_ = PageJson::array();
  PageJson stacks_ = PageJson::array(), frames_ = PageJson::array(), switches_ = PageJson::array();
  Numbers<std::pair<LocationId, std::string>> object_numbers_;
  Numbers<std::vector<int>> stack_numbers_;
  Numbers<std::tuple<std::string, std::string, std::string, int>> frame_numbers_;
  std::unordered_map<std::uint64_t, int> at_;  // numbers of stacks, by what the trace calls them, and site
};

}  // namespace

nlohmann::ordered_json page_trace(const PagedExecution& what, const Places& places, PageSources& sources) {
  return TraceOfPage(what, places, sources).json();
}

nlohmann::ordered_json page_waits(const Failure& failure, std::size_t threads, const Places& places) {
  PageJson json = PageJson::array();
  if (failure.kind != FailureKind::kDeadlock) return json;
  const FailureNames names(failure, places);
  for (std::size_t id = 0; id < std::min(failure.threads.size(), threads); ++id) {
    const ThreadReport& thread = failure.threads[id];
    if (thread.state != ThreadState::kBlocked) continue;
    PageJson wait;
    wait["thread"] = id;
    wait["for_thread"] = thread.waits_for < threads ? PageJson(thread.waits_for) : PageJson(nullptr);
    wait["object"] = names.plain(thread.object);
    wait["operation"] = to_string(thread.next.kind);
    wait["site"] = thread.next.site == kNoSite ? std::string() : places.place(thread.next.site);
    wait["words"] = state_text(names, static_cast<ThreadId>(id));
    wait["in_cycle"] = std::find(failure.cycle.begin(), failure.cycle.end(), id) != failure.cycle.end();
    json.push_back(std::move(wait));
  }
  return json;
}

}  // namespace heddle::report
