// Which pair of methods the next test is for (BC-ConTest paper, II.D and III.C.4). An algorithm is a score,
// and the pair with the smallest score is next; pairs that share it are drawn from.
//
// With groups, each pair of high priority comes once before any of low priority, and each of those once
// before any comes again; from then on all are chosen from alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "event/random.h"
#include "event/result.h"

namespace heddle::classes {

// What came of the tests for one pair.
struct PairRecord {
  std::uint64_t tries = 0;    // tests that were to cover it
  std::uint64_t covered = 0;  // those that did: the two calls overlapped

  // The paper's r, which starts at 1, and c.
  constexpr std::uint64_t r() const { return tries + 1; }
  constexpr std::uint64_t c() const { return covered; }
};

using PairScore = std::uint64_t (*)(const PairRecord&);

// Formula (6): 1 for a pair never tried, 2 for one that was covered at the first try, 4 for one that was
// missed.
constexpr std::uint64_t bc_contest_score(const PairRecord& p) {
  const std::uint64_t distance = p.r() > p.c() ? p.r() - p.c() : p.c() - p.r();
  return (distance > 1 ? distance : 1) * p.r();
}

// Towards what has not been covered: (c + 1) r, our reading of what is said about CovCon.
constexpr std::uint64_t covcon_score(const PairRecord& p) {
  return (p.c() + 1) * p.r();
}

// The one tried the least number of times: round after round, each in an order of its own.
constexpr std::uint64_t naive_score(const PairRecord& p) {
  return p.tries;
}

constexpr std::uint64_t random_score(const PairRecord&) {
  return 0;
}

class PairSelection {
 public:
  // Pairs are numbered from 0, those of high priority first.
  struct Sizes {
    std::size_t high_priority = 0;
    std::size_t low_priority = 0;
  };

  PairSelection(PairScore pair_score, bool has_groups, Sizes sizes, Random& random)
      : score_(pair_score), has_groups_(has_groups), sizes_(sizes), random_(&random) {
    records_.resize(sizes.high_priority + sizes.low_priority);
  }

  // The pair that the next test is for; none: there are no pairs.
  std::optional<std::size_t> next();

  // What came of a test for it.
  void feedback(std::size_t pair, bool covered);

  // A copy of its choice draws from another source.
  void draw_from(Random& random) { random_ = &random; }

  const PairRecord& record(std::size_t pair) const { return records_[pair]; }
  std::uint64_t score(std::size_t pair) const { return score_(records_[pair]); }

 private:
  std::vector<std::size_t> untried(std::size_t from, std::size_t to) const;
  std::vector<std::size_t> choosable() const;

  PairScore score_;
  bool has_groups_;
  Sizes sizes_;
  Random* random_;
  std::vector<PairRecord> records_;
};

struct PairSelectionInfo {
  std::string_view name;
  std::string_view summary;
  PairScore score;
  bool has_groups;  // unless it is told otherwise
};

// bc-contest, bc-contest-ng, covcon, naive, random.
std::span<const PairSelectionInfo> all_pair_selections();

// By name; `groups` in place of what is usual for it. The error says which names there are.
Result<PairSelection> make_pair_selection(std::string_view name, std::optional<bool> groups,
                                          PairSelection::Sizes sizes, Random& random);

}  // namespace heddle::classes
