// The words in braces of an SQL text, replaced.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::store {

using Words = std::vector<std::pair<std::string_view, std::string_view>>;

inline std::string replace_words(std::string sql, const Words& words) {
  for (const auto& [word, meaning] : words)
    for (std::size_t at = 0; (at = sql.find(word, at)) != std::string::npos; at += meaning.size())
      sql.replace(at, word.size(), meaning);
  return sql;
}

}  // namespace heddle::store
