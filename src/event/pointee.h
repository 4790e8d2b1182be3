// What pointers point to, as it changes on the way: addresses are handed on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "event/location.h"

namespace heddle {

// From this event on the value was an address in an object that has a name.
struct Pointee {
  std::uint64_t event = 0;
  std::uint64_t value = 0;
  Location location;
};

class Pointees {
 public:
  Pointees() = default;
  explicit Pointees(std::span<const Pointee> pointees) {
    for (const Pointee& each : pointees) pointees_[each.value].push_back(each);
  }

  // At an event. An object that is gone by then is still the one that is pointed to. Null: the value was
  // never known as an address.
  const Location* at(std::uint64_t value, std::uint64_t event) const {
    const auto known = pointees_.find(value);
    if (known == pointees_.end()) return nullptr;
    const std::vector<Pointee>& all = known->second;
    const auto after =
        std::upper_bound(all.begin(), all.end(), event,
                         [](std::uint64_t wanted, const Pointee& each) { return wanted < each.event; });
    return after == all.begin() ? nullptr : &std::prev(after)->location;
  }

 private:
  std::unordered_map<std::uint64_t, std::vector<Pointee>> pointees_;  // in their order
};

}  // namespace heddle
