#include "classes/role_guess.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "classes/method_words.h"

namespace heddle::classes {

std::optional<Side> side_of(const std::string& method) {
  static const std::set<std::string>* const putting =
      new std::set<std::string>{"push", "enqueue", "put", "offer", "send", "produce", "emplace", "write"};
  static const std::set<std::string>* const taking = new std::set<std::string>{
      "pop", "dequeue", "take", "poll", "receive", "consume", "front", "peek", "read"};
  for (const std::string& word : words_of(method)) {
    if (word == "steal") return Side::kSteals;
    if (putting->contains(word)) return Side::kPuts;
    if (taking->contains(word)) return Side::kTakes;
  }
  return std::nullopt;
}

namespace {

enum Number : std::uint8_t { kPuts, kTakes, kSteals };  // of sides

std::size_t number_of(Side side) {
  return static_cast<std::size_t>(side);
}

void add_name(std::string& list, const std::string& name) {
  const std::string with_comma = "," + name + ",";
  if (("," + list + ",").find(with_comma) != std::string::npos) return;
  list += (list.empty() ? "" : ",") + name;
}

}  // namespace

std::vector<std::string> guessed_roles(const TestCase& test, const Operations& operations) {
  std::array<std::string, 3> names;
  for (const Operation& operation : operations.methods())
    if (const std::optional<Side> side = side_of(operation.name))
      add_name(names[number_of(*side)], operation.name);
  std::array<int, 3> threads{};  // that call a method of this side
  for (const CallSequence& suffix : test.suffixes) {
    std::array<bool, 3> calls{};
    for (const Call& call : suffix)
      if (const std::optional<Side> side = side_of(operations.methods()[call.operation].name))
        calls[number_of(*side)] = true;
    for (std::size_t side = 0; side < calls.size(); ++side) threads[side] += calls[side] ? 1 : 0;
  }
  if (!names[kSteals].empty()) {
    std::string owner = names[kPuts];
    if (!names[kTakes].empty()) owner += (owner.empty() ? "" : ",") + names[kTakes];
    return owner.empty() || threads[kPuts] + threads[kTakes] < 2 ? std::vector<std::string>{}
                                                                 : std::vector<std::string>{owner};
  }
  if (names[kPuts].empty() || names[kTakes].empty()) return {};
  if (threads[kPuts] < 2 && threads[kTakes] < 2) return {};
  return {names[kPuts], names[kTakes]};
}

std::vector<std::string> only_method(const TestCase& test, const Operations& operations) {
  std::set<std::string> names;
  for (const CallSequence& suffix : test.suffixes)
    for (const Call& call : suffix) names.insert(operations.methods()[call.operation].name);
  return names.size() == 1 ? std::vector<std::string>{*names.begin()} : std::vector<std::string>{};
}

}  // namespace heddle::classes
