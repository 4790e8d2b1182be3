// Campaigns of the tests: their description, their workers, and what they must have in the end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "support/workplace.h"

namespace heddle::e2e {

// Everything that must not depend on who did the work.
struct CampaignFacts {
  // Of each program, test and strategy: executions, those that failed, and how much was covered.
  std::map<std::string, std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> cells;
  // Of each bug, by its program and fingerprint: how often it was seen.
  std::map<std::string, std::uint64_t> bugs;

  bool operator==(const CampaignFacts&) const = default;
};

class CampaignPlace {
 public:
  // `store` is a URL, or empty for a file.
  explicit CampaignPlace(const std::string& store = {});

  const Workplace& place() const { return place_; }
  // `heddle campaign ARGUMENTS`, told of the store by its environment.
  Command command(const std::vector<std::string>& arguments) const;
  Outcome campaign(const std::vector<std::string>& arguments) const { return run(command(arguments)); }
  // Another worker of one process, in the background.
  std::unique_ptr<Process> worker() const;
  void create(const std::string& description) const;
  CampaignFacts facts() const;
  Json status() const;

 private:
  Workplace place_;
  std::string store_;
};

// A campaign of these test programs; leases of a second, so that what a killed worker had is soon done again.
std::string description_of(const std::vector<std::string>& programs, std::uint64_t executions,
                           std::uint64_t unit);

}  // namespace heddle::e2e
