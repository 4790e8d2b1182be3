#include "classes/test_space.h"

#include <algorithm>

namespace heddle::classes {

namespace {

// Draws after which the neighbours of the last one are gone through instead.
constexpr int kDraws = 100;

Call first_call(const TestSpace::Operation& operation) {
  return {operation.number, std::vector<std::uint64_t>(operation.arguments)};
}

}  // namespace

Call TestSpace::draw_call(const std::vector<Operation>& among, Random& random) const {
  Call call = first_call(among[random.below(among.size())]);
  for (std::uint64_t& argument : call.argument_seeds) argument = random.below(bounds_.values);
  return call;
}

TestCase TestSpace::draw(Random& random) const {
  TestCase test;
  test.prefix.push_back(draw_call(constructors_, random));
  const std::uint64_t more = random.below(bounds_.longest_prefix + 1);
  for (std::uint64_t i = 0; i < more; ++i) test.prefix.push_back(draw_call(methods_, random));
  test.suffixes.resize(bounds_.threads);
  for (CallSequence& suffix : test.suffixes) {
    const std::uint64_t length = 1 + random.below(bounds_.longest_suffix);
    for (std::uint64_t i = 0; i < length; ++i) suffix.push_back(draw_call(methods_, random));
  }
  return test;
}

std::optional<TestCase> TestSpace::draw_unseen(Random& random, const IsSeen& is_seen) const {
  TestCase test = draw(random);
  for (int draws = 1; draws < kDraws && is_seen(test); ++draws) test = draw(random);
  // Nearly all are seen: no more steps than there are seen ones lead to one that is not.
  const TestCase start = test;
  while (is_seen(test)) {
    advance(test);
    if (test == start) return std::nullopt;
  }
  return test;
}

TestCase TestSpace::first() const {
  return {{first_call(constructors_.front())},
          std::vector<CallSequence>(bounds_.threads, {first_call(methods_.front())})};
}

// Arguments count up, then the operation.
bool TestSpace::advance(Call& call, const std::vector<Operation>& among) const {
  for (std::uint64_t& argument : call.argument_seeds) {
    if (++argument < bounds_.values) return true;
    argument = 0;
  }
  const auto at = std::ranges::find(among, call.operation, &Operation::number);
  const bool is_last = at == among.end() || at + 1 == among.end();
  call = first_call(is_last ? among.front() : *(at + 1));
  return !is_last;
}

// Calls count up, then the length. The first `fixed` ones are not ours.
bool TestSpace::advance(CallSequence& calls, std::size_t fixed, std::size_t shortest,
                        std::size_t longest) const {
  for (std::size_t i = fixed; i < calls.size(); ++i)
    if (advance(calls[i], methods_)) return true;
  const bool is_longest = calls.size() == longest;
  calls.resize(is_longest ? shortest : calls.size() + 1, first_call(methods_.front()));
  return !is_longest;
}

bool TestSpace::advance(TestCase& test) const {
  for (CallSequence& suffix : test.suffixes)
    if (advance(suffix, 0, 1, bounds_.longest_suffix)) return true;
  if (advance(test.prefix, 1, 1, 1 + bounds_.longest_prefix)) return true;
  return advance(test.prefix.front(), constructors_);
}

}  // namespace heddle::classes
