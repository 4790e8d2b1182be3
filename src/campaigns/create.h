// A campaign in a store: made, or brought up to date. A program that was built again begins a new series
// beside the old one, whose open work is withdrawn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaigns/description.h"
#include "event/result.h"
#include "report/formats/known_bugs.h"
#include "store/database.h"

namespace heddle::campaigns {

struct PackedFile {
  std::string path;  // below the folder of the pack: "bin/bank", "lib/libaccount.so", "files/accounts.txt"
  std::string digest;
  bool executable = false;
};

// What is explored on its own.
struct Subject {
  std::string test;  // empty: the program
  std::vector<std::string> arguments;
};

struct PackedProgram {
  ProgramDescription description;
  std::string build_id;
  std::string architecture;
  std::string input;  // path within the pack; empty: none
  std::vector<PackedFile> files;
  std::vector<Subject> subjects;
};

struct CreatedSeries {
  std::string program;
  std::uint64_t number = 0;
  std::size_t cells = 0;
  bool is_new = false;  // otherwise it goes on
};

// The same twice is no different from once.
Result<std::vector<CreatedSeries>> create_campaign(store::Database& database, const store::Patience& patience,
                                                   const CampaignDescription& campaign,
                                                   const std::string& text,
                                                   const std::vector<PackedProgram>& programs,
                                                   const report::KnownBugs& known);

}  // namespace heddle::campaigns
