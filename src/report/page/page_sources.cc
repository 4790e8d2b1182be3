#include "report/page/page_sources.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heddle::report {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    if (lines.back().ends_with('\r')) lines.back().pop_back();
    start = end + 1;
  }
  return lines;
}

}  // namespace

int PageSources::index_of(const std::string& path) {
  if (path.empty()) return -1;
  const auto [entry, added] = indices_.try_emplace(path, static_cast<int>(files_.size()));
  if (!added) return entry->second;
  files_.push_back({path, {}});
  if (const std::optional<std::string> text = read_(path, std::min(kLargest, kMostInAll - total_))) {
    total_ += text->size();
    files_.back().lines = lines_of(*text);
  }
  return entry->second;
}

nlohmann::ordered_json PageSources::json() const {
  auto json = nlohmann::ordered_json::array();
  for (const File& file : files_) json.push_back({{"path", file.path}, {"lines", file.lines}});
  return json;
}

}  // namespace heddle::report
