// What is left of a search that was stopped, as a file, and of what it is: it
// goes on only with the same program, the same question, and the same Heddle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "event/result.h"
#include "host/divided_search.h"
#include "host/explorer_process.h"

namespace heddle::host {

inline constexpr char kSavedSearchFile[] = "search.left";

// What a search is of, as hashes: of files, of words.
struct SearchIdentity {
  std::uint64_t heddle = 0;     // its version and library
  std::uint64_t program = 0;    // the file, and the libraries that it loads
  std::uint64_t arguments = 0;  // and standard input
  std::uint64_t settings = 0;   // but for the number of jobs

  friend bool operator==(const SearchIdentity&, const SearchIdentity&) = default;
};

SearchIdentity identity_of(const LaunchOptions& launch, const ModuleTable& modules,
                           const SearchSettings& settings);

std::string to_file(const WhatIsLeft& left, const SearchIdentity& identity);
// The error says what is other, or that the file is damaged.
Result<WhatIsLeft> from_file(const std::string& contents, const SearchIdentity& identity);

}  // namespace heddle::host
