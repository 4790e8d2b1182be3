// The least number of insertions, deletions and substitutions that make one sequence the other, by the
// algorithm of Wagner and Fischer, a row at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace heddle::classes {

template <typename Element, typename Equal = std::equal_to<Element>>
std::size_t levenshtein(std::span<const Element> a, std::span<const Element> b, Equal is_equal = {}) {
  std::vector<std::size_t> row(b.size() + 1);  // from the first i elements of a to the first j of b
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (is_equal(a[i - 1], b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

}  // namespace heddle::classes
