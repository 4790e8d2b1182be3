#include "report/explain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "report/contest.h"
#include "report/failure_names.h"
#include "report/headline.h"
#include "report/heap_text.h"
#include "report/step_text.h"
#include "report/text.h"
#include "report/thread_text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kLongestPlace = 22;
constexpr std::size_t kNarrowestColumn = 18;
constexpr std::size_t kDeepest = 5;      // calls that are indented
constexpr std::size_t kMostInARun = 24;  // rows of one thread in a row
constexpr std::size_t kKeptOfARun = 8;   // at each end, of one that is longer
constexpr std::size_t kMostRows = 90;
constexpr std::size_t kFirstRows = 20;  // of those, when there are more

constexpr std::size_t kMostLines = 200'000;  // of all steps; each is looked up in the debug information

constexpr std::size_t kLastAccesses = 2;  // of the failing thread, that are shown in any case

enum class RowKind { kStep, kCall, kFold, kEnd };

struct Row {
  RowKind kind = RowKind::kStep;
  ThreadId thread = kNoThread;
  std::string place;
  std::string text;
  bool switched = false;  // the thread before it could have gone on
};

struct Meaning {
  std::string name, meaning;
};

class Table {
 public:
  Table(const Explanation& what, const Places& places) : what_(what), places_(places) {}

  const std::vector<Meaning>& legend() const { return legend_; }

  std::vector<Row> rows() {
    const Contest contest(what_.trace.events);
    shared_ = contest.locations();
    find_last_accesses(contest);
    const std::set<std::size_t> overwritten = overwritten_in_set_up();
    for (std::size_t i = 0; i < what_.trace.events.size(); ++i)
      if ((matters(what_.trace.events[i]) && !overwritten.contains(i)) || last_accesses_.contains(i))
        add_step(i);
    add_ends();
    return std::move(rows_);
  }

  // Of steps that have no row, too.
  std::string line(std::size_t index) {
    const Event& event = what_.trace.events[index];
    const std::string thread =
        event.thread < what_.threads.size() ? visible(what_.threads[event.thread]) : "?";
    return fmt::format("{}\t{}\t{}\n", thread, place_of(index), text_of(index));
  }

 private:
  static constexpr std::uint64_t kNoise = set_of(OperationKind::kYield, OperationKind::kFence);

  bool matters(const Event& event) const {
    if (is_one_of(event.kind, kNoise)) return false;
    if (event.kind == OperationKind::kFree) return frees_the_culprit(event) || is_shared(event);
    if (is_plain_access(event.kind) && event.size > sizeof(AccessValue::before)) return false;
    return event.location == kNoLocation ? !is_access(event.kind) : is_shared(event);
  }

  bool is_shared(const Event& event) const { return shared_.contains(event.location); }

  // The block that was used after this, or freed again.
  bool frees_the_culprit(const Event& event) const {
    const Location& block = what_.failure.heap.object;
    return what_.failure.kind == FailureKind::kHeapError && event.location != kNoLocation &&
           event.location <= what_.trace.locations.size() && block.kind == ObjectKind::kHeap &&
           what_.trace.locations[event.location - 1].object_key() == block.object_key();
  }

  // While there is only one thread, the last value that it leaves somewhere is all that others can find.
  std::set<std::size_t> overwritten_in_set_up() const {
    std::set<std::size_t> result;
    std::unordered_map<LocationId, std::size_t> last;
    const std::vector<Event>& events = what_.trace.events;
    for (std::size_t i = 0; i < events.size() && events[i].kind != OperationKind::kThreadCreate; ++i) {
      if (!is_plain_access(events[i].kind)) continue;
      const auto [entry, added] = last.try_emplace(events[i].location, i);
      if (added) continue;
      result.insert(writes(events[i].kind) ? entry->second : i);
      if (writes(events[i].kind)) entry->second = i;
    }
    return result;
  }

  // What the failing thread looked at last, even if nobody else has been there yet: a pointer that is still
  // null.
  void find_last_accesses(const Contest& contest) {
    const FailureKind failed = what_.failure.kind;
    if (failed != FailureKind::kAssertion && failed != FailureKind::kCrash &&
        failed != FailureKind::kUncaughtException && failed != FailureKind::kHeapError)
      return;
    for (std::size_t i = what_.trace.events.size(); i-- > 0 && last_accesses_.size() < kLastAccesses;) {
      const Event& event = what_.trace.events[i];
      const bool is_end = i + 1 == what_.trace.events.size();
      if (event.thread != what_.failure.thread || (wrote(event) && !is_end)) continue;
      if (event.location == kNoLocation || event.location > what_.trace.locations.size()) continue;
      const ObjectKind kind = what_.trace.locations[event.location - 1].kind;
      const bool is_known =
          kind == ObjectKind::kGlobal || kind == ObjectKind::kHeap || contest.is_passed_on(event.location);
      if (!is_access(event.kind) || !is_known || event.size > sizeof(AccessValue::before)) continue;
      const std::vector<Frame>& stack = stack_at(i);
      if (!stack.empty() && !stack.front().library) last_accesses_.insert(i);
    }
  }

  void add_step(std::size_t index) {
    const Event& event = what_.trace.events[index];
    // Before its first step a thread is nowhere.
    static const std::vector<Frame> nowhere;
    const std::vector<Frame>& stack = event.kind == OperationKind::kThreadStart ? nowhere : stack_at(index);
    open_calls(event.thread, stack);
    Row row;
    row.thread = event.thread;
    row.place = place_of(index);
    row.text = indented(event.thread) + text_of(index);
    add(std::move(row), index);
  }

  std::string place_of(std::size_t index) {
    const Event& event = what_.trace.events[index];
    if (event.site == kNoSite || event.kind == OperationKind::kThreadStart) return "";
    const std::vector<Frame>& stack = stack_at(index);
    return stack.empty() ? places_.place(event.site) : stack.front().place;
  }

  std::string text_of(std::size_t index) {
    const Event& event = what_.trace.events[index];
    return step_text(event, what_.trace.values[index], object_of(event), what_.threads);
  }

  void add(Row row, std::size_t index) {
    if (row.thread != last_thread_) {
      // Whoever was left since the last row could have gone on.
      const auto left = std::upper_bound(what_.preemptions.begin(), what_.preemptions.end(), last_index_);
      const bool was_left = last_thread_ != kNoThread && left != what_.preemptions.end() && *left <= index;
      row.switched = was_left || left_.contains(row.thread);
      left_.erase(row.thread);
      if (was_left) left_.insert(last_thread_);
    }
    last_thread_ = row.thread;
    last_index_ = static_cast<std::uint32_t>(index);
    rows_.push_back(std::move(row));
  }

  std::string indented(ThreadId thread) const {
    const auto open = open_.find(thread);
    const std::size_t depth = open == open_.end() ? 0 : open->second.size();
    return std::string(2 * std::min(depth, kDeepest), ' ');
  }

  // A row for each function that the thread has entered since its last one.
  void open_calls(ThreadId thread, const std::vector<Frame>& stack) {
    std::vector<std::string> now;
    for (std::size_t i = stack.size(); i-- > 0;)
      if (!stack[i].function.empty()) now.push_back(stack[i].function);
    std::vector<std::string>& open = open_[thread];
    std::size_t common = 0;
    while (common < open.size() && common < now.size() && open[common] == now[common]) ++common;
    open.resize(common);
    for (; common < now.size(); ++common) {
      Row row;
      row.kind = RowKind::kCall;
      row.thread = thread;
      row.text = indented(thread) + now[common] + "()";
      pending_calls_.push_back(std::move(row));
      open.push_back(now[common]);
    }
    for (Row& row : pending_calls_) {
      row.switched = false;
      rows_.push_back(std::move(row));
    }
    pending_calls_.clear();
  }

  const std::vector<Frame>& stack_at(std::size_t index) {
    const std::uint32_t place = what_.trace.stacks[index];
    const auto [entry, added] = stacks_.try_emplace(place);
    if (!added || place == 0 || place >= what_.trace.frames.size()) return entry->second;
    const std::vector<SiteId>& frames = what_.trace.frames;
    const std::size_t count = std::min<std::size_t>(frames[place], frames.size() - place - 1);
    entry->second = places_.user_stack({frames.data() + place + 1, count});
    return entry->second;
  }

  ObjectName object_of(const Event& event) {
    if (event.location == kNoLocation || event.location > what_.trace.locations.size()) return {};
    const Location& location = what_.trace.locations[event.location - 1];
    const std::uint64_t size = is_access(event.kind) ? event.size : 0;
    if (location.kind == ObjectKind::kHeap)
      return heap_name(location, event.kind == OperationKind::kFree, size);
    return places_.object(location, what_.threads, size);
  }

  // Cells are narrow: "Node#2.next", and below the table what Node#2 is.
  ObjectName heap_name(const Location& location, bool whole, std::uint64_t size) {
    const HeapPart part = places_.heap_part(location, size);
    std::string& object = blocks_[location.object_key()];
    if (object.empty()) {
      object =
          fmt::format("{}#{}", part.object == "heap object" ? "block" : part.object, ++numbers_[part.object]);
      legend_.push_back({object, fmt::format("allocated at {} by {}", places_.place(location.allocation_site),
                                             thread_of_hash(location.thread, what_.threads))});
    }
    ObjectName name;
    name.name = whole ? object : object + part.path;
    name.type = part.type;
    if (!whole && part.rest != 0) name.detail = fmt::format("(+{})", part.rest);
    return name;
  }

  // What went wrong, in the columns of those whom it went wrong for.
  void add_ends() {
    const FailureNames names(what_.failure, places_);
    const Failure& failure = what_.failure;
    if (failure.kind == FailureKind::kDeadlock) {
      for (std::size_t id = 0; id < failure.threads.size(); ++id)
        if (failure.threads[id].state == ThreadState::kBlocked)
          add_end(static_cast<ThreadId>(id), failure.threads[id].next.site,
                  state_text(names, static_cast<ThreadId>(id)));
      return;
    }
    if (failure.thread != kNoThread) add_end(failure.thread, failure.site, end_text(names));
  }

  static std::string end_text(const FailureNames& names) {
    const Failure& failure = names.failure();
    switch (failure.kind) {
      case FailureKind::kAssertion:
        return "the assertion fails";
      case FailureKind::kDataRace:
        return "data race with " + names.thread(failure.race.first.thread);
      case FailureKind::kHeapError:
        return heap_error_name(failure.heap);
      default:
        return std::string(to_string(failure.kind));
    }
  }

  void add_end(ThreadId thread, SiteId site, const std::string& text) {
    Row row;
    row.kind = RowKind::kEnd;
    row.thread = thread;
    row.place = site == kNoSite ? "" : places_.place(site);
    row.text = text;
    rows_.push_back(std::move(row));
  }

  const Explanation& what_;
  const Places& places_;
  std::set<LocationId> shared_;
  std::set<std::size_t> last_accesses_;
  std::vector<Row> rows_;
  std::unordered_map<std::uint64_t, std::string> blocks_;  // short names, by object
  std::map<std::string, unsigned> numbers_;                // used up, by kind of object
  std::vector<Meaning> legend_;
  std::vector<Row> pending_calls_;
  std::map<ThreadId, std::vector<std::string>> open_;  // functions, outermost first
  std::unordered_map<std::uint32_t, std::vector<Frame>> stacks_;
  std::set<ThreadId> left_;  // that could have gone on
  ThreadId last_thread_ = kNoThread;
  std::uint32_t last_index_ = 0;
};

Row fold(ThreadId thread, std::size_t count) {
  Row row;
  row.kind = RowKind::kFold;
  row.thread = thread;
  row.text = fmt::format("... {} ...", counted(count, "more row"));
  return row;
}

// The same over and over is one row.
std::vector<Row> without_repetition(std::vector<Row> rows) {
  std::vector<Row> result;
  std::size_t times = 1;
  const auto finish = [&] {
    if (times > 1) result.back().text += fmt::format(" ({} times)", with_thousands(times));
    times = 1;
  };
  for (Row& row : rows) {
    const bool again = !result.empty() && row.kind == RowKind::kStep && result.back().kind == row.kind &&
                       result.back().thread == row.thread && result.back().place == row.place &&
                       result.back().text == row.text;
    if (again) {
      ++times;
      continue;
    }
    if (!result.empty()) finish();
    result.push_back(std::move(row));
  }
  if (!result.empty()) finish();
  return result;
}

// Long stretches of one thread, then the middle of what is still too long.
std::vector<Row> folded(std::vector<Row> rows) {
  std::vector<Row> result;
  for (std::size_t start = 0; start < rows.size();) {
    std::size_t end = start + 1;
    while (end < rows.size() && rows[end].thread == rows[start].thread && rows[end].kind != RowKind::kEnd)
      ++end;
    const bool is_long = end - start > kMostInARun;
    for (std::size_t i = start; i < end; ++i) {
      if (is_long && i == start + kKeptOfARun) {
        result.push_back(fold(rows[i].thread, end - start - 2 * kKeptOfARun));
        i = end - kKeptOfARun;
      }
      result.push_back(std::move(rows[i]));
    }
    start = end;
  }
  if (result.size() <= kMostRows) return result;
  const std::size_t left_out = result.size() - kMostRows;
  result.erase(result.begin() + kFirstRows,
               result.begin() + static_cast<std::ptrdiff_t>(kFirstRows + left_out));
  result.insert(result.begin() + kFirstRows, fold(kNoThread, left_out));
  return result;
}

// Lines of at most so many columns, further ones indented like the first and a little more.
std::vector<std::string> broken(const std::string& text, std::size_t columns) {
  const std::size_t indentation = std::min(text.find_first_not_of(' '), text.size());
  std::vector<std::string> lines;
  std::string rest = text;
  while (width(rest) > columns) {
    std::size_t end = 0, fits = 0, last_space = std::string::npos;
    while (end < rest.size() && fits < columns) {
      if (rest[end] == ' ' && end > indentation + 2) last_space = end;
      do ++end;
      while (end < rest.size() && (static_cast<unsigned char>(rest[end]) & 0xc0) == 0x80);
      ++fits;
    }
    if (last_space != std::string::npos) end = last_space;
    lines.push_back(rest.substr(0, end));
    rest = std::string(std::min(indentation + 2, columns / 2), ' ') + std::string(trimmed(rest.substr(end)));
  }
  lines.push_back(rest);
  return lines;
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t used = width(text);
  return used < columns ? text + std::string(columns - used, ' ') : text;
}

// Where the columns are.
struct Layout {
  std::vector<ThreadId> threads;
  std::size_t place = 0;
  std::size_t column = 0;
  bool in_columns = true;  // otherwise the thread's name stands in front of what it does
};

Layout layout_of(const std::vector<Row>& rows, const std::vector<std::string>& names) {
  Layout layout;
  std::set<ThreadId> threads;
  for (const Row& row : rows) {
    if (row.thread != kNoThread) threads.insert(row.thread);
    layout.place = std::max(layout.place, std::min(width(row.place), kLongestPlace));
  }
  layout.threads.assign(threads.begin(), threads.end());
  const std::size_t room = kLineWidth - layout.place - 4;
  if (!layout.threads.empty()) layout.column = room / layout.threads.size() - 3;
  layout.in_columns = layout.threads.size() * (kNarrowestColumn + 3) <= room;
  if (layout.in_columns) return layout;
  std::size_t longest = 0;
  for (ThreadId thread : layout.threads)
    if (thread < names.size()) longest = std::max(longest, width(names[thread]));
  layout.column = room - longest - 3;
  return layout;
}

std::string name_of(ThreadId thread, const std::vector<std::string>& names) {
  return thread < names.size() ? visible(names[thread]) : fmt::format("thread {}", thread);
}

std::string dressed(const Row& row, const std::string& text, const Style& style) {
  switch (row.kind) {
    case RowKind::kCall:
    case RowKind::kFold:
      return style.dim(text);
    case RowKind::kEnd:
      return style.red(text);
    default:
      return text;
  }
}

class Printer {
 public:
  Printer(const Layout& layout, const std::vector<std::string>& names, const Style& style)
      : layout_(layout), names_(names), style_(style) {}

  std::string heading() const {
    std::string text = std::string(layout_.place + 3, ' ');
    if (!layout_.in_columns) return {};
    for (ThreadId thread : layout_.threads)
      text += " | " + style_.bold(padded(shortened(name_of(thread, names_), layout_.column), layout_.column));
    std::string rule = std::string(layout_.place + 3, '-');
    for (std::size_t i = 0; i < layout_.threads.size(); ++i) rule += "-+-" + std::string(layout_.column, '-');
    return without_trailing(text) + "\n" + rule + "\n";
  }

  std::string lines(const Row& row) const {
    std::string text;
    const std::string mark = row.switched ? ">> " : row.kind == RowKind::kEnd ? "!! " : "   ";
    // A name is cut sooner than broken.
    const std::vector<std::string> cell = row.kind == RowKind::kCall
                                              ? std::vector{shortened(row.text, layout_.column)}
                                              : broken(row.text, layout_.column);
    for (std::size_t i = 0; i < cell.size(); ++i) {
      const std::string place = i == 0 ? shortened_path(row.place, layout_.place) : std::string();
      text += without_trailing((i == 0 ? style_.yellow(mark) : std::string(3, ' ')) +
                               style_.dim(padded(place, layout_.place)) + cell_text(row, cell[i], i == 0)) +
              "\n";
    }
    return text;
  }

 private:
  static std::string without_trailing(std::string text) {
    while (text.ends_with(' ')) text.pop_back();
    return text;
  }

  std::string cell_text(const Row& row, const std::string& line, bool first) const {
    if (!layout_.in_columns) {
      const std::size_t longest = kLineWidth - layout_.place - 4 - layout_.column - 3;
      const std::string name = first && row.thread != kNoThread ? name_of(row.thread, names_) : "";
      return " | " + style_.bold(padded(name, longest)) + "  " + dressed(row, line, style_);
    }
    std::string text;
    for (ThreadId thread : layout_.threads) {
      const bool own = thread == row.thread || (row.thread == kNoThread && thread == layout_.threads.front());
      text += " | " +
              (own ? dressed(row, padded(line, layout_.column), style_) : std::string(layout_.column, ' '));
    }
    return text;
  }

  const Layout& layout_;
  const std::vector<std::string>& names_;
  const Style& style_;
};

bool names(const std::vector<Row>& rows, const std::string& object) {
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
    const std::size_t at = row.text.find(object);
    const std::size_t end = at + object.size();
    return at != std::string::npos &&
           (end == row.text.size() || std::isdigit(static_cast<unsigned char>(row.text[end])) == 0);
  });
}

// What the short names in the rows stand for.
std::string legend_text(const std::vector<Meaning>& legend, const std::vector<Row>& rows) {
  std::string text;
  for (const Meaning& each : legend)
    if (names(rows, each.name)) text += wrapped(each.name + ": " + each.meaning, 0, 2);
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string explain_text(const Explanation& what, const Places& places, const Style& style) {
  Table table(what, places);
  std::vector<Row> rows = table.rows();
  if (!what.everything) rows = folded(without_repetition(std::move(rows)));
  const Layout layout = layout_of(rows, what.threads);
  const Printer printer(layout, what.threads, style);
  std::string first = wrapped(headline(what.failure, places, what.expected_exit), 0, 2);
  first.pop_back();
  std::string text = style.red(first) + "\n\n" + printer.heading();
  for (const Row& row : rows) text += printer.lines(row);
  text += legend_text(table.legend(), rows);
  text += "\n" + wrapped(
                     "x → 1: x was read and held 1; x = 2: it was written; x → 1 = 2: both at once. "
                     "'>>': another thread goes on although the one before it could, or that one comes back. "
                     "Steps that no other thread can notice are left out.");
  return text;
}

std::string step_lines(const Explanation& what, const Places& places) {
  const std::size_t count = what.trace.events.size();
  if (count > kMostLines) return "";
  Table table(what, places);
  table.rows();  // gives blocks of the heap the names that they have in the table
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += table.line(i);
  return text;
}

}  // namespace heddle::report
