#include "report/text/explain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "report/model/text.h"
#include "report/text/headline.h"
#include "report/text/table_rows.h"
#include "report/text/told_steps.h"
#include "report/text/trace_words.h"

namespace heddle::report {

namespace {

constexpr std::size_t kWidestCall = 40;
constexpr std::size_t kWidestThreadName = 24;
constexpr std::size_t kNarrowestColumn = 18;
constexpr std::size_t kDeepest = 5;          // calls that are indented
constexpr std::size_t kMostLines = 200'000;  // of all steps; each is looked up in the debug information

// Of places in front of the columns.
std::size_t longest_place() {
  return std::min<std::size_t>(22 + (line_width() - kNarrowest) / 6, 40);
}

class Table {
 public:
  Table(const Explanation& what, const Places& places)
      : what_(what), places_(places), words_(what.trace, what.threads, places), switches_(what.preemptions) {}

  const std::vector<Meaning>& legend() const { return words_.legend(); }

  // What was not the newest value.
  std::string sights() {
    constexpr std::size_t kMostSights = 5;
    std::string text;
    std::size_t told = 0;
    std::uint32_t last = kNoEvent;
    for (const OrderNote& note : what_.trace.sights) {
      if (note.event >= what_.trace.events.size() || note.event == last) continue;
      last = note.event;
      if (told++ < kMostSights) text += "\n" + wrapped(words_.sight(note.event), 0, 2);
    }
    if (told > kMostSights) text += fmt::format("\n... {} more such operations ...\n", told - kMostSights);
    return text;
  }

  std::vector<Row> rows() {
    ToldSteps steps = told_steps(what_.trace, what_.failure, words_);
    decisive_ = std::move(steps.decisive);
    for (const OrderNote& note : what_.trace.sights) decisive_.insert(note.event);
    for (std::size_t index : steps.told) add_step(index);
    for (const TraceEnd& end : ends_of(what_.failure, places_)) add_end(end);
    return std::move(rows_);
  }

 private:
  void add_step(std::size_t index) {
    const ThreadId thread = what_.trace.events[index].thread;
    open_calls(thread, words_.stack(index));
    Row row;
    row.thread = thread;
    row.place = words_.place(index);
    row.text = indented(thread) + words_.text(index);
    row.switched = switches_.add(thread, index);
    row.decisive = decisive_.contains(index);
    row.changes = row.decisive && changes_value(what_.trace, index);
    row.marked = races(index);
    rows_.push_back(std::move(row));
  }

  bool races(std::size_t index) const {
    const DataRace& race = what_.failure.race;
    return what_.failure.kind == FailureKind::kDataRace &&
           (index == race.first.step || index == race.second.step);
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
      rows_.push_back(std::move(row));
      open.push_back(now[common]);
    }
  }

  // In the column of the failing thread.
  void add_end(const TraceEnd& end) {
    Row row;
    row.kind = RowKind::kEnd;
    row.thread = end.thread;
    row.place = end.site == kNoSite ? "" : places_.place(end.site);
    row.text = end.text;
    rows_.push_back(std::move(row));
  }

  const Explanation& what_;
  const Places& places_;
  TraceWords words_;
  DecidedSwitches switches_;
  std::set<std::size_t> decisive_;
  std::vector<Row> rows_;
  std::map<ThreadId, std::vector<std::string>> open_;  // functions, outermost first
};

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
  if (used < columns) text.append(columns - used, ' ');
  return text;
}

// Where the columns are.
struct Layout {
  std::vector<ThreadId> threads;
  std::size_t place = 0;
  std::vector<std::size_t> columns;  // of each thread
  bool in_columns = true;            // otherwise the thread's name stands in front of what it does

  std::size_t column_of(ThreadId thread) const {
    const auto at = std::find(threads.begin(), threads.end(), thread);
    return at == threads.end() ? columns.front() : columns[static_cast<std::size_t>(at - threads.begin())];
  }
};

// Each gets what its text needs; where that is too much, those that need most get the same.
std::vector<std::size_t> shared_out(std::vector<std::size_t> needs, std::size_t room) {
  std::vector<std::size_t> ascending = needs;
  std::sort(ascending.begin(), ascending.end());
  std::size_t left = room, most = ascending.empty() ? 0 : ascending.back();
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    const std::size_t share = left / (ascending.size() - i);
    if (ascending[i] > share) {
      most = share;
      break;
    }
    left -= ascending[i];
  }
  for (std::size_t& need : needs) need = std::min(need, most);
  return needs;
}

Layout layout_of(const std::vector<Row>& rows, const std::vector<std::string>& names) {
  Layout layout;
  std::map<ThreadId, std::size_t> needs;
  for (const Row& row : rows) {
    layout.place = std::max(layout.place, std::min(width(row.place), longest_place()));
    if (row.thread == kNoThread) continue;
    const std::size_t most = row.kind == RowKind::kCall ? kWidestCall : line_width();
    std::size_t& need = needs[row.thread];
    need = std::max({need, std::min(width(row.text), most), kNarrowestColumn});
  }
  std::size_t longest = 0;
  for (auto& [thread, need] : needs) {
    const std::size_t name = thread < names.size() ? width(names[thread]) : 0;
    longest = std::max(longest, name);
    need = std::max(need, std::min(name, kWidestThreadName));
    layout.threads.push_back(thread);
    layout.columns.push_back(need);
  }
  const std::size_t room = line_width() - layout.place - 3;
  const std::size_t rules = 3 * layout.threads.size();
  layout.in_columns = layout.threads.size() * (kNarrowestColumn + 3) <= room;
  if (layout.in_columns)
    layout.columns = shared_out(layout.columns, room - rules);
  else
    layout.columns.assign(layout.threads.size(), room - std::min(longest, kWidestThreadName) - 5);
  return layout;
}

std::string dressed(const Row& row, const std::string& text, const Style& style) {
  if (row.marked) return style.red(text);
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
    std::string rule = std::string(layout_.place + 3, '-');
    for (std::size_t i = 0; i < layout_.threads.size(); ++i) {
      const std::size_t columns = layout_.columns[i];
      text +=
          " | " + style_.bold(padded(shortened(column_name(layout_.threads[i], names_), columns), columns));
      rule += "-+-" + std::string(columns, '-');
    }
    return without_trailing(text) + "\n" + rule + "\n";
  }

  std::string lines(const Row& row) const {
    std::string text;
    const bool is_wrong = row.marked || row.kind == RowKind::kEnd;
    const std::string mark = is_wrong ? "!! " : row.switched ? ">> " : "   ";
    const std::size_t columns =
        row.thread == kNoThread ? layout_.columns.front() : layout_.column_of(row.thread);
    // A name is cut sooner than broken.
    const std::vector<std::string> cell =
        row.kind == RowKind::kCall ? std::vector{shortened(row.text, columns)} : broken(row.text, columns);
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
      const std::size_t longest = line_width() - layout_.place - 8 - layout_.columns.front();
      const std::string name =
          first && row.thread != kNoThread ? shortened(column_name(row.thread, names_), longest) : "";
      return " | " + style_.bold(padded(name, longest)) + "  " + dressed(row, line, style_);
    }
    std::string text;
    for (std::size_t i = 0; i < layout_.threads.size(); ++i) {
      const bool own = layout_.threads[i] == row.thread || (row.thread == kNoThread && i == 0);
      const std::size_t columns = layout_.columns[i];
      text += " | " + (own ? dressed(row, padded(line, columns), style_) : std::string(columns, ' '));
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
  const std::vector<std::string> names = shown_threads(what.threads, what.failure);
  if (!what.everything) rows = folded(without_repetition(std::move(rows), names));
  const Layout layout = layout_of(rows, names);
  const Printer printer(layout, names, style);
  std::string first = wrapped(headline(what.failure, places, what.expected_exit), 0, 2);
  first.pop_back();
  std::string text = style.red(first) + "\n\n" + printer.heading();
  for (const Row& row : rows) text += printer.lines(row);
  const std::string sights = table.sights();
  text += legend_text(table.legend(), rows) + sights;
  text += "\n" +
          wrapped(
              "x → 1: x was read and held 1; x = 2: it was written; x → 1 = 2: both at once. "
              "'>>': another thread goes on although the one before it could, or that one comes back. "
              "Steps that no other thread can notice are left out." +
              std::string(what.failure.kind == FailureKind::kDataRace ? " '!!': the two accesses of the race."
                                                                      : ""));
  return text;
}

std::string step_lines(const Explanation& what, const Places& places) {
  const std::size_t count = what.trace.events.size();
  if (count > kMostLines) return "";
  TraceWords words(what.trace, what.threads, places);
  // Blocks of the heap are numbered as they are asked for: first those that the table tells.
  for (const std::size_t told : told_steps(what.trace, what.failure, words).told) words.text(told);
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += fmt::format("{}\t{}\t{}\n", column_name(what.trace.events[i].thread, what.threads),
                        words.place(i), words.text(i));
  return text;
}

}  // namespace heddle::report
