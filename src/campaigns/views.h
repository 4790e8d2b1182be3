// What a store has to say of a campaign.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "event/result.h"
#include "store/database.h"

namespace heddle::campaigns {

struct CampaignInfo {
  std::uint64_t id = 0;
  std::string name;
  std::string description;
  std::uint64_t created = 0, started = 0, ended = 0, now = 0;  // milliseconds; 0: not yet
  double seconds = 0;
  double lease_seconds = 0;
};

struct SeriesInfo {
  std::uint64_t id = 0;
  std::string program;
  std::uint64_t number = 0;
  std::string build_id, architecture, heddle, input;
  std::uint64_t created = 0;
  bool retired = false;
};

struct PackedInfo {
  std::string path, digest;
  bool executable = false;
};

struct CellInfo {
  std::uint64_t id = 0, series = 0;
  std::string program, test, strategy, ended;
  std::uint64_t series_number = 0;
  bool retired = false;
  std::uint64_t asked = 0;  // executions; 0: any number
  std::uint64_t units = 0, leased = 0, given_up = 0, executions = 0, failed = 0, covered = 0, bugs = 0;
  double seconds = 0;  // of all workers
};

struct BugInfo {
  std::uint64_t id = 0;
  std::string program, test, fingerprint, kind, functions, message, headline;
  std::uint64_t found = 0;   // milliseconds
  std::string worker;        // who saw it first
  std::string strategy;      // with which
  std::uint64_t series = 0;  // the number of the first that has it
  std::uint64_t last_series = 0;
  std::uint64_t unit = 0;
  std::uint64_t times = 0, units = 0;
  bool stable = false;
  bool known = false;
};

struct Evidence {
  std::uint64_t series = 0;  // id
  std::uint64_t series_number = 0;
  std::string schedule, report;
  store::Bytes output;
};

struct WorkerInfo {
  std::string name, heddle, note;
  std::uint64_t began = 0, seen = 0, ended = 0;
  std::uint64_t units = 0, executions = 0;
};

// How many there were by the end of each interval since the campaign began.
struct TimelinePoint {
  std::uint64_t at = 0;  // milliseconds since 1970
  std::uint64_t total = 0;
};

class Views {
 public:
  Views(store::Database& database, store::Patience patience)
      : database_(database), patience_(std::move(patience)) {}

  // The only one, or that of the name.
  Result<CampaignInfo> campaign(const std::string& name);
  Result<std::vector<SeriesInfo>> series(std::uint64_t campaign);
  Result<std::vector<PackedInfo>> packed(std::uint64_t series);
  Result<std::vector<CellInfo>> cells(std::uint64_t campaign);
  Result<std::vector<BugInfo>> bugs(std::uint64_t campaign);
  Result<std::optional<Evidence>> evidence(std::uint64_t bug);
  Result<std::vector<WorkerInfo>> workers(std::uint64_t campaign);
  Result<std::vector<TimelinePoint>> bugs_over_time(std::uint64_t campaign);
  Result<std::vector<TimelinePoint>> coverage_over_time(std::uint64_t campaign);
  Result<std::vector<TimelinePoint>> executions_over_time(std::uint64_t campaign);
  // Which bugs a series of a program has.
  Result<std::vector<std::uint64_t>> bugs_of_series(std::uint64_t series);

  // A worker begins, and ends.
  Result<std::uint64_t> add_worker(std::uint64_t campaign, const std::string& name);
  Result<bool> end_worker(std::uint64_t worker, const std::string& note);

 private:
  Result<std::vector<TimelinePoint>> timeline(const std::string& sql, std::uint64_t campaign);

  store::Database& database_;
  store::Patience patience_;
};

}  // namespace heddle::campaigns
