#include "report/text/table_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "report/model/text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kMostInARun = 24;  // rows of one thread in a row
constexpr std::size_t kKeptOfARun = 8;   // at each end, of one that is longer
constexpr std::size_t kMostRows = 90;
constexpr std::size_t kFirstRows = 20;       // of those, when there are more
constexpr std::size_t kMostDecisive = 120;   // rows that are shown in any case
constexpr std::size_t kNotWorthFolding = 3;  // rows in a row
constexpr std::size_t kLongestLoop = 64;     // rows of one time round
constexpr std::size_t kFewestTimes = 3;      // what is done twice need not be a loop
constexpr std::size_t kMostNamed = 3;        // threads of a loop

Row fold_row(ThreadId thread, std::string text) {
  Row row;
  row.kind = RowKind::kFold;
  row.thread = thread;
  row.text = std::move(text);
  return row;
}

// What is repeated from some row on.
struct Loop {
  std::size_t rows = 0;   // of one time round
  std::size_t times = 1;  // that it is there

  std::size_t all() const { return rows * times; }
  std::size_t saved() const { return rows * (times - 1); }
};

class Repetitions {
 public:
  Repetitions(std::vector<Row> rows, const std::vector<std::string>& names)
      : rows_(std::move(rows)), names_(names) {
    std::map<std::tuple<RowKind, ThreadId, std::string_view, std::string_view>, std::uint32_t> known;
    for (const Row& row : rows_) {
      // What must be seen is like no other row.
      const auto next = static_cast<std::uint32_t>(words_.size());
      const bool alone = row.marked || row.changes || row.kind == RowKind::kEnd;
      words_.push_back(
          alone ? next : known.try_emplace({row.kind, row.thread, row.place, row.text}, next).first->second);
    }
  }

  std::vector<Row> told() {
    for (std::size_t at = 0; at < rows_.size();) {
      const Loop loop = loop_at(at);
      if (loop.rows > 1 && loop.times >= kFewestTimes && loop.saved() > kNotWorthFolding) {
        add_once(at, at + loop.rows);
        result_.push_back(fold_row(thread_of(at, loop.rows), words_for(at, loop)));
        at += loop.all();
      } else {
        at = add_row(at, rows_.size());
      }
    }
    return std::move(result_);
  }

 private:
  // The one that explains most rows; of those, the shortest.
  Loop loop_at(std::size_t at) const {
    Loop best;
    for (std::size_t rows = 1; rows <= kLongestLoop && at + 2 * rows <= words_.size(); ++rows) {
      std::size_t same = 0;
      while (at + rows + same < words_.size() && words_[at + same] == words_[at + rows + same]) ++same;
      const Loop loop{rows, 1 + same / rows};
      if (loop.times > 1 && (best.rows == 0 || loop.all() > best.all())) best = loop;
    }
    return best;
  }

  // One row that is there several times is shown once, with how often.
  std::size_t add_row(std::size_t at, std::size_t end) {
    std::size_t next = at + 1;
    while (next < end && words_[next] == words_[at] && rows_[at].kind == RowKind::kStep) ++next;
    result_.push_back(std::move(rows_[at]));
    if (next > at + 1) result_.back().text += fmt::format(" ({} times)", with_thousands(next - at));
    return next;
  }

  void add_once(std::size_t at, std::size_t end) {
    while (at < end) at = add_row(at, end);
  }

  ThreadId thread_of(std::size_t at, std::size_t count) const {
    for (std::size_t i = at; i < at + count; ++i)
      if (rows_[i].thread != rows_[at].thread) return kNoThread;
    return rows_[at].thread;
  }

  std::string words_for(std::size_t at, const Loop& loop) const {
    std::vector<std::string> threads;
    std::size_t steps = 0;
    for (std::size_t i = at; i < at + loop.rows; ++i) {
      steps += rows_[i].kind == RowKind::kStep ? 1 : 0;
      std::string name = column_name(rows_[i].thread, names_);
      if (std::find(threads.begin(), threads.end(), name) == threads.end())
        threads.push_back(std::move(name));
    }
    const std::string what = steps == 1 ? "this step" : fmt::format("these {}", counted(steps, "step"));
    const std::string times = counted(loop.times - 1, "time");
    // In its own column a thread needs no name.
    return threads.size() == 1
               ? fmt::format("... repeats {} {} ...", what, times)
               : fmt::format("... {} repeat {} {} ...", listed(threads, kMostNamed), what, times);
  }

  std::vector<Row> rows_;
  const std::vector<std::string>& names_;
  std::vector<std::uint32_t> words_;  // the same number: the same row
  std::vector<Row> result_;
};

// The first ones and the last ones that count as decisive: a loop may have thousands of them.
void limit_decisive(std::vector<Row>& rows) {
  const auto decides = [](const Row& row) { return row.decisive; };
  const auto count = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), decides));
  if (count <= kMostDecisive) return;
  std::size_t number = 0;
  for (Row& row : rows) {
    if (!row.decisive) continue;
    row.decisive = number < kFirstRows || number >= count - (kMostDecisive - kFirstRows);
    ++number;
  }
}

// Which rows are left out: of long stretches of one thread, then of the middle of what is still too long.
std::vector<bool> left_out(const std::vector<Row>& rows) {
  std::vector<bool> hidden(rows.size());
  for (std::size_t start = 0; start < rows.size();) {
    std::size_t end = start + 1;
    while (end < rows.size() && rows[end].thread == rows[start].thread && rows[end].kind != RowKind::kEnd)
      ++end;
    if (end - start > kMostInARun)
      for (std::size_t i = start + kKeptOfARun; i < end - kKeptOfARun; ++i) hidden[i] = !rows[i].decisive;
    start = end;
  }
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!hidden[i]) shown.push_back(i);
  if (shown.size() <= kMostRows) return hidden;
  for (std::size_t i = kFirstRows; i < shown.size() - (kMostRows - kFirstRows); ++i)
    hidden[shown[i]] = !rows[shown[i]].decisive;
  return hidden;
}

}  // namespace

std::string column_name(ThreadId thread, const std::vector<std::string>& names) {
  return thread < names.size() ? visible(names[thread]) : fmt::format("thread {}", thread);
}

std::vector<Row> without_repetition(std::vector<Row> rows, const std::vector<std::string>& names) {
  return Repetitions(std::move(rows), names).told();
}

std::vector<Row> folded(std::vector<Row> rows) {
  limit_decisive(rows);
  const std::vector<bool> hidden = left_out(rows);
  std::vector<Row> result;
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t end = i;
    while (end < rows.size() && hidden[end]) ++end;
    if (end - i > kNotWorthFolding) {
      const bool alone = std::all_of(rows.begin() + static_cast<std::ptrdiff_t>(i),
                                     rows.begin() + static_cast<std::ptrdiff_t>(end),
                                     [&](const Row& row) { return row.thread == rows[i].thread; });
      result.push_back(fold_row(alone ? rows[i].thread : kNoThread,
                                fmt::format("... {} ...", counted(end - i, "more row"))));
      i = end;
    }
    for (end = std::max(end, std::min(i + 1, rows.size())); i < end; ++i)
      result.push_back(std::move(rows[i]));
  }
  return result;
}

}  // namespace heddle::report
