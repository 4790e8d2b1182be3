// The options that every verb has which explores a program, and what they mean for a hunt.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "host/hunt.h"
#include "report/model/suppressions.h"
#include "search/stall.h"
#include "sessions/program_places.h"

namespace heddle::cli {

struct HuntArguments {
  std::string strategy = "auto";
  std::optional<std::uint64_t> unroll;  // an option of the strategy
  std::optional<std::uint64_t> executions;
  std::optional<std::string> time;
  std::string seed = "1";
  std::string granularity = "shared";
  std::uint64_t step_limit = 50'000;
  std::string execution_timeout = "10s";
  std::string memory_limit = "512M";
  std::string out = "heddle-out";
  std::string json;
  std::string isolation = "restore";
  std::string races = "report";
  std::string suppressions;
  std::string snapshot = "start";
  std::string region;
  std::string cwd;
  std::string carrier = "contexts";
  std::string unjoined = "note";
  std::string volatile_means = "plain";
  unsigned jobs = 1;
  bool jobs_given = false;
  bool spurious = false;
  std::string memory = "auto";
  std::string stall = kUsualStall;
  bool no_predict = false;
  bool no_shrink = false;
  bool quiet = false;
  bool verbose = false;
  std::string config;  // read before the command line is (option_sources.h)
};

// Of which a verb has its own words in --help.
struct HuntHelp {
  std::string executions;
  std::string time;
  std::string quiet;
  std::string verbose;
};

// `arguments` must outlive the application.
void add_hunt_options(CLI::App& app, HuntArguments& arguments, const HuntHelp& help);

// --jobs: executions at the same time, as many as there are cores unless it is given.
void add_search_jobs(CLI::App& app, HuntArguments& arguments);

// For so long where no budget was given; throws CLI::ValidationError for a value that makes no sense.
host::HuntOptions hunt_options(const HuntArguments& arguments, double seconds);

sessions::PlaceChoices place_choices(const HuntArguments& arguments);

// --snapshot names a place in the middle of the program.
bool begins_at_a_place(const HuntArguments& arguments);

// What --cwd says; throws likewise.
Surroundings surroundings(const HuntArguments& arguments);

Result<report::Suppressions> read_suppressions(const std::string& path);

}  // namespace heddle::cli
