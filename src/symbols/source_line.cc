#include "symbols/source_line.h"

#include <filesystem>
#include <fstream>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace heddle::symbols {
namespace {

// No source file is larger; a record that names a huge file by mistake must not fill the memory.
constexpr std::uintmax_t kLargestSource = 64U << 20U;

std::vector<std::string> read_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return lines;
  if (std::filesystem::file_size(path, error) > kLargestSource || error) return lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::optional<std::string> source_line(const std::string& path, int line) {
  static std::mutex mutex;
  static std::unordered_map<std::string, std::vector<std::string>> files;
  const std::lock_guard lock(mutex);
  auto file = files.find(path);
  if (file == files.end()) file = files.emplace(path, read_lines(path)).first;
  if (line < 1 || static_cast<size_t>(line) > file->second.size()) return std::nullopt;
  return file->second[static_cast<size_t>(line) - 1];
}

}  // namespace heddle::symbols
