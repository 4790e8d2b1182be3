// What a campaign is to do: a TOML file (docs/campaigns.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "event/result.h"

namespace heddle::campaigns {

struct ProgramDescription {
  std::string name;  // unique within the campaign
  std::string path;
  std::vector<std::string> arguments;
  std::string input;               // a file: standard input of every execution
  std::vector<std::string> files;  // that the program reads: copied into the folder that it runs in
  bool tests = false;              // a program of a test framework: each test is explored on its own
  std::string framework = "auto";
  std::vector<std::string> filters;     // of its tests, as for heddle test
  std::vector<std::string> strategies;  // each is a search of its own
  std::vector<std::string> options;     // of heddle run, as words of its command line
  std::uint64_t unit = 0;               // executions of a unit of work
};

// Whatever comes first. All of them open: the campaign goes on until it is stopped.
struct EndDescription {
  std::uint64_t executions = 0;  // of each program or test with each strategy; 0: any number
  double seconds = 0;            // since the first worker began; 0: any time
  std::uint64_t saturation = 0;  // so many units in a row without a new bug or new coverage; 0: not looked at
};

struct CampaignDescription {
  std::string name;
  std::uint64_t seed = 1;
  double lease_seconds = 60;
  EndDescription end;
  std::string known;  // a file of heddle test --known; empty: none
  std::vector<ProgramDescription> programs;
};

inline constexpr std::uint64_t kUsualUnit = 10'000;
inline constexpr std::uint64_t kUsualSaturation = 20;

// `file` is for errors, which name the line. Paths stay as they are written.
Result<CampaignDescription> parse_campaign(std::string_view text, const std::string& file);

}  // namespace heddle::campaigns
