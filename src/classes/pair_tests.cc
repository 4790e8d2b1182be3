#include "classes/pair_tests.h"

#include <algorithm>
#include <map>

namespace heddle::classes {

namespace {

// The first values of a list are drawn most of the time, so that calls meet each other.
constexpr std::uint64_t kUsualValues = 3;

std::uint64_t first_number(const TestCase& test, const CallSequence& calls) {
  if (&calls == &test.prefix) return 0;
  return static_cast<std::uint64_t>(&calls - test.suffixes.data() + 1) * Operations::kNumbers;
}

}  // namespace

void settle_results(TestCase& test, const Operations& operations) {
  std::map<std::uint64_t, Call*> kept;
  const auto each_call = [&](auto&& action) {
    for (std::size_t i = 1; i < test.prefix.size(); ++i) action(test.prefix[i], i - 1);
    for (CallSequence& suffix : test.suffixes)
      for (std::size_t i = 0; i < suffix.size(); ++i) action(suffix[i], first_number(test, suffix) + i);
  };
  each_call([&](Call& call, std::uint64_t number) {
    const Operation& operation = operations.methods()[call.operation];
    call.argument_seeds.resize(operation.slots.size());
    if (operation.keeps_result) kept.emplace(number, &call);
  });
  std::map<std::uint64_t, Call*> given;
  each_call([&](Call& call, std::uint64_t number) {
    const Operation& operation = operations.methods()[call.operation];
    for (std::size_t i = 0; i < operation.slots.size(); ++i) {
      std::uint64_t& seed = call.argument_seeds[i];
      if (seed < Operations::kFirstResult) continue;
      const auto giver = kept.find(seed - Operations::kFirstResult);
      const bool is_earlier = giver != kept.end() && giver->first < number &&
                              (giver->first < Operations::kNumbers ||
                               giver->first / Operations::kNumbers == number / Operations::kNumbers);
      if (is_earlier)
        given.insert(*giver);
      else
        seed %= std::max<std::size_t>(operation.slots[i].values.size(), 1);
    }
  });
  for (const auto& [number, call] : given) call->argument_seeds.push_back(Operations::kFirstResult + number);
}

Call TestMaker::constructor() {
  Call call;
  call.operation = static_cast<std::uint32_t>(random_.below(operations_.constructors().size()));
  for (const Slot& slot : operations_.constructors()[call.operation].slots)
    call.argument_seeds.push_back(slot.values.empty() ? 0 : random_.below(slot.values.size()));
  return call;
}

std::uint64_t TestMaker::seed_for(const Operation& operation, const Slot& slot, const CallSequence& prefix,
                                  const CallSequence& own, std::size_t thread) {
  if (slot.kind == Slot::Kind::kOutput) return 0;
  if (slot.kind != Slot::Kind::kValue) return random_.below(operations_.objects());
  if (slot.takes_results && random_.below(2) == 0) {
    const std::string& wanted = operations_.method_of(operation).parameters[slot.parameter].type.spelling;
    std::vector<std::uint64_t> numbers;
    const auto add = [&](const CallSequence& calls, std::size_t first, std::uint64_t number) {
      for (std::size_t i = first; i < calls.size(); ++i, ++number) {
        const Operation& made = operations_.methods()[calls[i].operation];
        if (made.keeps_result && operations_.method_of(made).returns.spelling == wanted)
          numbers.push_back(number);
      }
    };
    add(prefix, 1, 0);
    add(own, 0, (thread + 1) * Operations::kNumbers);
    if (!numbers.empty()) return Operations::kFirstResult + numbers[random_.below(numbers.size())];
  }
  const std::uint64_t usual = std::min<std::uint64_t>(kUsualValues, slot.values.size());
  return random_.below(4) != 0 ? random_.below(usual) : random_.below(slot.values.size());
}

Call TestMaker::call(std::uint32_t number, const CallSequence& prefix, const CallSequence& own,
                     std::size_t thread) {
  const Operation& operation = operations_.methods()[number];
  Call made;
  made.operation = number;
  for (const Slot& slot : operation.slots)
    made.argument_seeds.push_back(seed_for(operation, slot, prefix, own, thread));
  return made;
}

CallSequence TestMaker::prefix(std::size_t longest) {
  CallSequence calls = {constructor()};
  for (std::size_t length = random_.below(longest + 1); length != 0; --length) {
    const std::uint32_t operation = any_operation();
    if (avoided_.contains(operation)) continue;
    // Before the threads, results are numbered as those of nobody: there are only the prefix's own.
    Call made = call(operation, calls, {}, 0);
    calls.push_back(std::move(made));
  }
  return calls;
}

TestCase TestMaker::for_pair(std::uint32_t first, std::uint32_t second, const TestShape& shape) {
  TestCase test;
  test.prefix = prefix(shape.longest_prefix);
  test.suffixes.resize(std::max<std::size_t>(shape.threads, 2));
  for (std::size_t thread = 0; thread < test.suffixes.size(); ++thread) {
    CallSequence& suffix = test.suffixes[thread];
    const std::size_t length = 1 + random_.below(shape.longest_suffix);
    const std::size_t place = random_.below(length);
    for (std::size_t i = 0; i < length; ++i) {
      const std::uint32_t operation =
          i == place && thread < 2 ? (thread == 0 ? first : second) : any_operation();
      suffix.push_back(call(operation, test.prefix, suffix, thread));
    }
  }
  settle_results(test, operations_);
  return test;
}

TestCase TestMaker::any(const TestShape& shape) {
  return for_pair(any_operation(), any_operation(), shape);
}

}  // namespace heddle::classes
