#include "host/alignment.h"

#include <algorithm>

namespace heddle::host {

namespace {

constexpr std::size_t kMostCells = std::size_t{1} << 22;  // of the table of a longest common subsequence
constexpr std::size_t kNearby = 16;                       // operations
constexpr std::size_t kPiece = 800;                       // old operations of a table
constexpr std::size_t kWiderPiece = 1'200;                // new ones

// A stretch of both sequences that lies between two matches.
struct Gap {
  std::size_t old_from, old_to, new_from, new_to;

  bool is_empty() const { return old_from == old_to || new_from == new_to; }
};

template <typename Same>
class GapFiller {
 public:
  GapFiller(std::vector<std::int64_t>& matches, Same same) : matches_(matches), same_(same) {}

  void fill(Gap gap) {
    while (!gap.is_empty() && same_(gap.old_from, gap.new_from)) match(gap.old_from++, gap.new_from++);
    while (!gap.is_empty() && same_(gap.old_to - 1, gap.new_to - 1)) match(--gap.old_to, --gap.new_to);
    if (gap.is_empty()) return;
    const std::size_t rows = gap.old_to - gap.old_from, columns = gap.new_to - gap.new_from;
    if (rows < kMostCells / columns)
      by_table(gap);
    else
      by_pieces(gap);
  }

 private:
  void match(std::size_t old_place, std::size_t new_place) {
    matches_[old_place] = static_cast<std::int64_t>(new_place);
  }

  // The longest common subsequence.
  void by_table(const Gap& gap) {
    const std::size_t rows = gap.old_to - gap.old_from, columns = gap.new_to - gap.new_from;
    std::vector<std::uint16_t> length((rows + 1) * (columns + 1));
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint16_t& {
      return length[row * (columns + 1) + column];
    };
    for (std::size_t row = rows; row-- > 0;)
      for (std::size_t column = columns; column-- > 0;)
        at(row, column) = same_(gap.old_from + row, gap.new_from + column)
                              ? static_cast<std::uint16_t>(at(row + 1, column + 1) + 1)
                              : std::max(at(row + 1, column), at(row, column + 1));
    for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
      if (same_(gap.old_from + row, gap.new_from + column))
        match(gap.old_from + row++, gap.new_from + column++);
      else if (at(row + 1, column) >= at(row, column + 1))
        ++row;
      else
        ++column;
    }
  }

  // What is too long for that, piece by piece: of what is matched in each, the first half is kept.
  void by_pieces(Gap gap) {
    while (!gap.is_empty()) {
      const Gap piece{gap.old_from, std::min(gap.old_to, gap.old_from + kPiece), gap.new_from,
                      std::min(gap.new_to, gap.new_from + kWiderPiece)};
      by_table(piece);
      const bool is_last = piece.old_to == gap.old_to && piece.new_to == gap.new_to;
      if (is_last) return;
      const std::size_t keep = std::min(piece.old_to, gap.old_from + kPiece / 2);
      gap.old_from = keep;
      for (std::size_t i = piece.old_from; i < keep; ++i)
        if (matches_[i] != kUnmatched) gap.new_from = static_cast<std::size_t>(matches_[i] + 1);
      for (std::size_t i = keep; i < piece.old_to; ++i) matches_[i] = kUnmatched;
    }
  }

  std::vector<std::int64_t>& matches_;
  Same same_;
};

}  // namespace

std::vector<std::int64_t> align(const std::vector<OperationKey>& before,
                                const std::vector<OperationKey>& after) {
  std::vector<std::int64_t> matches(before.size(), kUnmatched);
  GapFiller by_name(matches, [&](std::size_t i, std::size_t j) { return before[i].name == after[j].name; });
  by_name.fill({0, before.size(), 0, after.size()});
  GapFiller by_kind(matches, [&](std::size_t i, std::size_t j) { return before[i].kind == after[j].kind; });
  for (std::size_t start = 0; start < before.size();) {
    if (matches[start] != kUnmatched) {
      ++start;
      continue;
    }
    std::size_t end = start;
    while (end < before.size() && matches[end] == kUnmatched) ++end;
    const std::size_t new_from = start == 0 ? 0 : static_cast<std::size_t>(matches[start - 1] + 1);
    const std::size_t new_to = end == before.size() ? after.size() : static_cast<std::size_t>(matches[end]);
    by_kind.fill({start, end, new_from, new_to});
    start = end;
  }
  return matches;
}

std::int64_t mapped(const std::vector<std::int64_t>& matches, std::uint64_t performed, Near preferred) {
  const auto next = [&](std::size_t steps) -> std::int64_t {
    const std::size_t place = performed + steps;
    return place < matches.size() ? matches[place] : kUnmatched;
  };
  const auto last = [&](std::size_t steps) -> std::int64_t {
    if (performed < steps + 1 || performed - steps - 1 >= matches.size()) return kUnmatched;
    const std::int64_t place = matches[performed - steps - 1];
    return place == kUnmatched ? kUnmatched : place + 1;
  };
  for (std::size_t steps = 0; steps < kNearby; ++steps) {
    const std::int64_t first = preferred == Near::kNext ? next(steps) : last(steps);
    if (first != kUnmatched) return first;
    const std::int64_t second = preferred == Near::kNext ? last(steps) : next(steps);
    if (second != kUnmatched) return second;
  }
  return kUnmatched;
}

}  // namespace heddle::host
