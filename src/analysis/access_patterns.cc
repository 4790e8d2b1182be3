#include "analysis/access_patterns.h"

namespace heddle {

namespace {

PairKinds kinds_of(const Access& first, const Access& second) {
  PairKinds kinds = 0;
  if (first.reads && second.writes) kinds |= kReadWrite;
  if (first.writes && second.reads) kinds |= kWriteRead;
  if (first.writes && second.writes) kinds |= kWriteWrite;
  return kinds;
}

AccessPair pair_of(const Access& first, const Access& second) {
  return {first.index, second.index, first.site, second.site, first.location, kinds_of(first, second)};
}

// The kinds that one pair of a quadruple has where the other has these.
PairKinds counterpart(PairKinds kinds) {
  PairKinds result = kinds & kWriteWrite;
  if ((kinds & kWriteRead) != 0) result |= kReadWrite;
  if ((kinds & kReadWrite) != 0) result |= kWriteRead;
  return result;
}

// The ids of the quadruples with their accesses in one order, by the kind of the pair on x.
struct QuadrupleIds {
  std::uint8_t write_write;
  std::uint8_t write_read;
  std::uint8_t read_write;
};
constexpr QuadrupleIds kXBeforeY = {9, 12, 14};      // x x y y
constexpr QuadrupleIds kAlternating = {10, 13, 15};  // x y x y
constexpr QuadrupleIds kYWithinX = {11, 17, 16};     // x y y x

}  // namespace

// A thread that reads again and again at one site, as when it spins, brings nothing but new quadruples.
void PatternExtractor::add_access(const Event& event, const Sink& report) {
  history_.add(
      access_of(event, ++accesses_),
      [&](const Access& first, const Access& second, bool again) {
        if (!again) find_pair(first, second, report);
        if (!finds_quadruples()) return;
        recent_pairs_.add(first.thread, second.thread, pair_of(first, second), options_.window,
                          [&](const AccessPair& recent) { find_quadruple(recent, first, second, report); });
      },
      [&](const Access& first, const Access& middle, const Access& last) {
        find_triple(first, middle, last, report);
      });
}

void PatternExtractor::preview_access(const Event& event, const Sink& report) const {
  history_.preview(
      access_of(event, accesses_ + 1),
      [&](const Access& first, const Access& second, bool again) {
        if (!again) find_pair(first, second, report);
        if (!finds_quadruples()) return;
        recent_pairs_.preview(
            first.thread, second.thread, pair_of(first, second), options_.window,
            [&](const AccessPair& recent) { find_quadruple(recent, first, second, report); });
      },
      [&](const Access& first, const Access& middle, const Access& last) {
        find_triple(first, middle, last, report);
      });
}

void PatternExtractor::find_pair(const Access& first, const Access& second, const Sink& report) const {
  const PairKinds kinds = kinds_of(first, second);
  if ((kinds & kReadWrite) != 0) report_pattern(report, 1, first, second);
  if ((kinds & kWriteRead) != 0) report_pattern(report, 2, first, second);
  if ((kinds & kWriteWrite) != 0) report_pattern(report, 3, first, second);
}

void PatternExtractor::find_triple(const Access& first, const Access& middle, const Access& last,
                                   const Sink& report) const {
  if (middle.writes) {
    if (first.reads && last.reads) report_pattern(report, 4, first, middle, last);
    if (first.writes && last.reads) report_pattern(report, 5, first, middle, last);
  }
  if (first.writes && middle.reads && last.writes) report_pattern(report, 6, first, middle, last);
  if (middle.writes) {
    if (first.reads && last.writes) report_pattern(report, 7, first, middle, last);
    if (first.writes && last.writes) report_pattern(report, 8, first, middle, last);
  }
}

void PatternExtractor::find_quadruple(const AccessPair& recent, const Access& first, const Access& second,
                                      const Sink& report) const {
  const PairKinds joined = recent.kinds & counterpart(kinds_of(first, second));
  if (joined == 0 || recent.location == first.location) return;
  const Access recent_first{0, second.thread, recent.first_site, recent.location, false, false};
  const Access recent_second{0, first.thread, recent.second_site, recent.location, false, false};
  const auto report_quadruples = [&](const QuadrupleIds& ids, PairKinds x, const auto&... accesses) {
    if ((x & kWriteWrite) != 0) report_pattern(report, ids.write_write, accesses...);
    if ((x & kWriteRead) != 0) report_pattern(report, ids.write_read, accesses...);
    if ((x & kReadWrite) != 0) report_pattern(report, ids.read_write, accesses...);
  };
  if (recent.second_index < first.index)
    report_quadruples(kXBeforeY, joined, recent_first, recent_second, first, second);
  else if (recent.first_index < first.index)
    report_quadruples(kAlternating, joined, recent_first, first, recent_second, second);
  else
    report_quadruples(kYWithinX, counterpart(joined), first, recent_first, recent_second, second);
}

template <typename... Accesses>
void PatternExtractor::report_pattern(const Sink& report, std::uint8_t id,
                                      const Accesses&... accesses) const {
  const auto to_element = [this](const Access& access) -> PatternElement {
    const bool named = options_.threads == PatternOptions::Threads::kNames;
    return {named ? threads_.of(access.thread) : 0, access.site, access.location};
  };
  report(Pattern{id, sizeof...(accesses), {to_element(accesses)...}});
}

}  // namespace heddle
