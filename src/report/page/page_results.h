// What a folder of Heddle's holds, and which of its bugs have a schedule that can be executed again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "event/result.h"

namespace heddle::report {

// The texts of the files that there are.
struct ResultFiles {
  std::optional<std::string> results;   // results.json
  std::optional<std::string> coverage;  // coverage.json
  std::optional<std::string> study;     // study.json
};

struct ListedBug {
  std::uint64_t id = 0;
  std::optional<std::size_t> test;  // of `heddle test`: which of its tests
  std::string kind;
  std::string headline;
  std::string schedule;  // files, as seen from the folder; empty: there is none
  std::string output;
};

struct PageResults {
  // What the page is given of it: "run", "coverage", "class", "tests", "study".
  nlohmann::ordered_json parts = nlohmann::ordered_json::object();
  std::vector<ListedBug> bugs;
};

// The error is about what the files hold. `read_beside` reads a file of the folder: the program that a
// failing test of a class was written out as.
using ReadBeside = std::function<std::optional<std::string>(const std::string& name)>;
Result<PageResults> page_results(const ResultFiles& files, const ReadBeside& read_beside);

}  // namespace heddle::report
