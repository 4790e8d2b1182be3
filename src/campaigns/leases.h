// The plan of work: units, and leases of them. A lease that is not renewed in time is given to another
// worker, and what the first one brings later is not taken.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "event/result.h"
#include "store/database.h"

namespace heddle::campaigns {

// What units have in common that explore the same.
struct Cell {
  std::uint64_t id = 0;
  std::uint64_t series = 0;
  std::string program;  // its name in the campaign
  std::string test;
  std::vector<std::string> arguments;
  std::string strategy;
  std::vector<std::string> options;
  std::uint64_t seed = 0;
};

struct Lease {
  Cell cell;
  std::uint64_t unit = 0;
  std::uint64_t executions = 0;
  std::uint64_t attempts = 0;  // this one included
  std::string token;

  // Of this unit's search: each has another one, and the same whoever does it.
  std::uint64_t seed() const;
};

// A unit that so many workers began, none of which came back, is given up.
inline constexpr std::uint64_t kMostAttempts = 10;

class WorkQueue {
 public:
  WorkQueue(store::Database& database, store::Patience patience, std::uint64_t campaign, std::uint64_t worker,
            double lease_seconds);

  enum class Why : std::uint8_t {
    kTaken,
    kWait,  // others are at what is left
    kOver,
  };
  // The lease is there with kTaken.
  struct Offer {
    Why why = Why::kWait;
    std::optional<Lease> lease;
  };
  Result<Offer> take();
  // False: it is another worker's by now, or it was withdrawn.
  Result<bool> renew(const Lease& lease);
  // For others, at once. `counts` is false where it was not the unit's fault.
  Result<bool> give_back(const Lease& lease, bool counts);
  // This worker cannot run that program: no more of it is taken.
  void leave_out(std::uint64_t series) { left_out_.push_back(series); }
  static constexpr std::size_t kMostLeftOut = 8;
  bool leaves_out_too_much() const { return left_out_.size() > kMostLeftOut; }

 private:
  Result<std::optional<Lease>> take_planned(const std::string& token);
  Result<std::optional<Lease>> taken_before(const std::string& token);
  Result<std::optional<Lease>> lease_of(const store::Rows& rows, const std::string& token);
  Result<Cell> cell(std::uint64_t id);
  enum class Planned : std::uint8_t { kMore, kNothing };
  Result<Planned> plan();
  Result<bool> plan_cell(const store::Row& row, std::uint64_t most);
  Result<bool> end_if_saturated(std::uint64_t cell, std::uint64_t planned, std::uint64_t window, bool& ended);
  Result<bool> end_if_out_of_time();
  Result<bool> is_over();

  store::Database& database_;
  store::Patience patience_;
  std::uint64_t campaign_;
  std::uint64_t worker_;
  std::uint64_t lease_milliseconds_;
  std::map<std::uint64_t, Cell> cells_;
  std::vector<std::uint64_t> left_out_;
};

}  // namespace heddle::campaigns
