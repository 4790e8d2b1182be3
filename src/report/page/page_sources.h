// The source files that a page shows: each read once, whole, as long as they are not too much for a page.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

class PageSources {
 public:
  static constexpr std::size_t kLargest = std::size_t{1} << 20;
  static constexpr std::size_t kMostInAll = std::size_t{8} << 20;

  // Gives what a file holds, up to so many bytes; nothing if it cannot be read or holds more.
  using Read = std::function<std::optional<std::string>(const std::string& path, std::size_t most)>;
  explicit PageSources(Read read) : read_(std::move(read)) {}

  // Which one of json() it is; -1: there is no such file. What cannot be shown has no lines.
  int index_of(const std::string& path);
  nlohmann::ordered_json json() const;
  std::size_t size() const { return files_.size(); }

 private:
  struct File {
    std::string path;
    std::vector<std::string> lines;
  };

  Read read_;
  std::size_t total_ = 0;
  std::vector<File> files_;
  std::map<std::string, int> indices_;
};

}  // namespace heddle::report
