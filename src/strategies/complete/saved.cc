// A search as bytes, for another process of the same program, and divided into
// two. What a class has is written member by member: one that is added has to
// be added here, too. The sizes below remind of it.
#include <type_traits>
#include <utility>

#include "event/wire.h"
#include "strategies/complete/graph_search.h"
#include "strategies/complete/reader.h"

namespace heddle::complete {

namespace {

template <typename T>
void put_list(heddle::Writer& writer, const std::vector<T>& values) {
  writer.put_all(std::span<const T>(values));
}

template <typename T>
void put_lists(heddle::Writer& writer, const std::vector<std::vector<T>>& lists) {
  writer.put(static_cast<std::uint64_t>(lists.size()));
  for (const std::vector<T>& each : lists) put_list(writer, each);
}

template <typename T>
void get_lists(heddle::Reader& reader, std::vector<std::vector<T>>& lists) {
  lists.resize(reader.count(sizeof(std::uint64_t)));
  for (std::vector<T>& each : lists) reader.get_all(each);
}

template <typename Map>
void put_map(heddle::Writer& writer, const Map& map) {
  writer.put(static_cast<std::uint64_t>(map.size()));
  for (const auto& [key, value] : map) {
    writer.put(key);
    writer.put(value);
  }
}

template <typename Map>
void get_map(heddle::Reader& reader, Map& map) {
  map.clear();
  for (std::uint64_t count = reader.count(1); count != 0 && reader.ok(); --count) {
    typename Map::key_type key{};
    typename Map::mapped_type value{};
    reader.get(key);
    reader.get(value);
    map.emplace(key, value);
  }
}

}  // namespace

void save(heddle::Writer& writer, const State& state) {
  writer.put(state.owner);
  writer.put(state.count);
  writer.put(state.most);
  put_list(writer, state.threads);
}

void load(heddle::Reader& reader, State& state) {
  reader.get(state.owner);
  reader.get(state.count);
  reader.get(state.most);
  reader.get_all(state.threads);
}

void States::save(heddle::Writer& writer) const {
  writer.put(static_cast<std::uint64_t>(states_.size()));
  for (std::size_t i = 1; i < states_.size(); ++i) complete::save(writer, states_[i]);
}

// They get the numbers that they had.
void States::load(heddle::Reader& reader) {
  *this = States();
  State state;
  for (std::uint64_t count = reader.count(1); count > 1 && reader.ok(); --count) {
    complete::load(reader, state);
    intern(state);
  }
}

void Graph::save(heddle::Writer& writer) const {
  put_list(writer, events_);
  put_list(writer, clocks_);
  writer.put(static_cast<std::uint64_t>(width_));
  put_lists(writer, of_thread_);
  put_lists(writer, chains_);
  put_list(writer, initial_);
  put_list(writer, blocked_);
}

void Graph::load(heddle::Reader& reader) {
  reader.get_all(events_);
  reader.get_all(clocks_);
  std::uint64_t width = 0;
  reader.get(width);
  width_ = width;
  get_lists(reader, of_thread_);
  get_lists(reader, chains_);
  reader.get_all(initial_);
  reader.get_all(blocked_);
}

void GraphSearch::save(heddle::Writer& writer) const {
  static_assert(sizeof(Frame) == 80 && sizeof(PutOff) == 48 && sizeof(Stopped) == 16);
  states_->save(writer);
  writer.put(static_cast<std::uint64_t>(levels_.size()));
  for (const Level& each : levels_) {
    each.graph.save(writer);
    writer.put(static_cast<std::uint64_t>(each.frames.size()));
    for (const Frame& frame : each.frames) {
      writer.put(frame.kind);
      writer.put(frame.event);
      writer.put(frame.place);
      writer.put(frame.choice);
      writer.put(frame.read);
      writer.put(frame.variant);
      writer.put(frame.deferred);
      writer.put(frame.thread);
      writer.put(frame.step);
      writer.put(frame.same_step);
      writer.put(frame.state);
      put_list(writer, frame.waiting);
    }
    put_list(writer, each.put_off);
    put_list(writer, each.stopped);
  }
  put_list(writer, turns_);
  writer.put(unresolved_);
  writer.put(may_write_);
  writer.put(runs_);
  writer.put(changed_);
  writer.put(static_cast<std::uint64_t>(levels_before_));
  writer.put(static_cast<std::uint64_t>(frames_before_));
}

bool GraphSearch::load(heddle::Reader& reader) {
  states_->load(reader);
  levels_.clear();
  for (std::uint64_t count = reader.count(1); count != 0 && reader.ok(); --count) {
    Level& level = levels_.emplace_back(Level{Graph(*states_, blocked_)});
    level.graph.load(reader);
    for (std::uint64_t frames = reader.count(1); frames != 0 && reader.ok(); --frames) {
      Frame frame{.kind = Frame::Kind::kRead, .event = 0};
      reader.get(frame.kind);
      reader.get(frame.event);
      reader.get(frame.place);
      reader.get(frame.choice);
      reader.get(frame.read);
      reader.get(frame.variant);
      reader.get(frame.deferred);
      reader.get(frame.thread);
      reader.get(frame.step);
      reader.get(frame.same_step);
      reader.get(frame.state);
      reader.get_all(frame.waiting);
      level.frames.push_back(std::move(frame));
    }
    reader.get_all(level.put_off);
    reader.get_all(level.stopped);
  }
  reader.get_all(turns_);
  reader.get(unresolved_);
  reader.get(may_write_);
  reader.get(runs_);
  reader.get(changed_);
  std::uint64_t levels = 0, frames = 0;
  reader.get(levels);
  reader.get(frames);
  levels_before_ = levels;
  frames_before_ = frames;
  return reader.ok() && (levels_.empty() || levels_before_ <= levels_.size());
}

// The older half of the decisions on the path. What the search does next, and
// all that comes of that, is its own.
std::optional<GraphSearch> GraphSearch::split() {
  if (branch_ || levels_.empty() || is_contradicted_) return std::nullopt;
  const auto decisions = [this](std::size_t level) {
    return level + 1 == levels_before_ ? frames_before_ : levels_[level].frames.size();
  };
  std::size_t given = 0;
  for (std::size_t i = 0; i < levels_before_; ++i) given += decisions(i);
  given = (given + 1) / 2;
  if (given == 0) return std::nullopt;
  GraphSearch other = *this;
  std::size_t last = 0;
  for (; given > decisions(last); ++last) {
    given -= decisions(last);
    levels_[last].frames.clear();
  }
  const auto of = [given](Level& level) { return level.frames.begin() + static_cast<std::ptrdiff_t>(given); };
  levels_[last].frames.erase(levels_[last].frames.begin(), of(levels_[last]));
  if (last + 1 == levels_before_) frames_before_ -= given;
  other.levels_.erase(other.levels_.begin() + static_cast<std::ptrdiff_t>(last) + 1, other.levels_.end());
  other.levels_.back().frames.erase(of(other.levels_.back()), other.levels_.back().frames.end());
  other.find_next();
  if (other.is_exhausted()) return std::nullopt;  // there was nothing left in what it was given
  return other;
}

void Places::save(heddle::Writer& writer) const {
  writer.put(static_cast<std::uint64_t>(variables_.size()));
  for (const auto& [object, ranges] : variables_) {
    writer.put(object);
    put_map(writer, ranges);
  }
  put_map(writer, known_);
  put_list(writer, std::vector<Place>(mixed_.begin(), mixed_.end()));
  put_list(writer, std::vector<SiteId>(freed_.begin(), freed_.end()));
  put_map(writer, objects_);
  writer.put(next_);
}

void Places::load(heddle::Reader& reader) {
  variables_.clear();
  for (std::uint64_t count = reader.count(1); count != 0 && reader.ok(); --count) {
    std::uint64_t object = 0;
    reader.get(object);
    get_map(reader, variables_[object]);
  }
  get_map(reader, known_);
  std::vector<Place> mixed;
  reader.get_all(mixed);
  mixed_ = {mixed.begin(), mixed.end()};
  std::vector<SiteId> freed;
  reader.get_all(freed);
  freed_ = {freed.begin(), freed.end()};
  get_map(reader, objects_);
  reader.get(next_);
}

void Reader::save(heddle::Writer& writer) const {
  places_.save(writer);
  put_map(writer, numbers_);
  writer.put(unknown_);
  writer.put(lets_nobody_go_);
}

void Reader::load(heddle::Reader& reader) {
  *this = Reader();
  places_.load(reader);
  get_map(reader, numbers_);
  reader.get(unknown_);
  reader.get(lets_nobody_go_);
}

}  // namespace heddle::complete
