#include "classes/pair_tests.h"

#include <algorithm>
#include <map>
#include <utility>

namespace heddle::classes {

namespace {

constexpr std::uint64_t kUsualValues = 3;  // the first of a list

bool touches(const Method& method, const std::set<std::string>& fields, bool writes) {
  return std::ranges::any_of(method.accesses, [&](const FieldAccess& access) {
    return fields.contains(access.field) && (!writes || access.type == AccessType::kWrite);
  });
}

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

// One value most of the time, another one sometimes, and any now and then.
std::uint64_t TestMaker::favourite(const std::string& type, std::size_t values) {
  std::vector<std::uint64_t>& known = favourites_[type];
  while (known.size() < 2) {
    const std::uint64_t usual = std::min<std::uint64_t>(kUsualValues, values);
    known.push_back(random_->below(4) != 0 ? random_->below(usual) : random_->below(values));
  }
  const std::uint64_t draw = random_->below(8);
  return draw < 4 ? known[0] % values : draw < 6 ? known[1] % values : random_->below(values);
}

Call TestMaker::constructor() {
  constexpr int kDraws = 50;
  Call call;
  for (int i = 0; i < kDraws; ++i) {
    call = {static_cast<std::uint32_t>(random_->below(operations_.constructors().size())), {}};
    for (const Slot& slot : operations_.constructors()[call.operation].slots)
      call.argument_seeds.push_back(slot.values.empty() ? 0 : random_->below(slot.values.size()));
    if (!bad_constructors_.contains(call)) break;
  }
  return call;
}

void TestMaker::learn_from_beginning(const TestCase& test, bool has_ended) {
  const Call& constructor = test.prefix.front();
  if (has_ended)
    good_constructors_.insert(constructor);
  else if (test.prefix.size() == 1)
    bad_constructors_.insert(constructor);
  else if (test.prefix.size() == 2 && good_constructors_.contains(constructor))
    avoided_.insert(test.prefix[1].operation);
}

std::uint64_t TestMaker::seed_for(const Operation& operation, const Slot& slot, const CallSequence& prefix,
                                  const CallSequence& own, std::size_t thread) {
  if (slot.is_object()) return random_->below(operations_.objects());
  if (!slot.has_values()) return 0;
  if (slot.takes_results && random_->below(2) == 0) {
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
    if (!numbers.empty()) return Operations::kFirstResult + numbers[random_->below(numbers.size())];
  }
  return favourite(operations_.method_of(operation).parameters[slot.parameter].type.spelling,
                   slot.values.size());
}

// Whether an argument before this one has the same type and value.
bool TestMaker::is_repeated(const Operation& operation, const Call& made, std::uint64_t seed) const {
  const auto type_of = [&](const Slot& slot) -> const std::string& {
    return operations_.method_of(operation).parameters[slot.parameter].type.spelling;
  };
  const Slot& slot = operation.slots[made.argument_seeds.size()];
  if (slot.kind != Slot::Kind::kValue) return false;
  for (std::size_t i = 0; i < made.argument_seeds.size(); ++i) {
    const Slot& before = operation.slots[i];
    if (before.kind == Slot::Kind::kValue && made.argument_seeds[i] == seed &&
        type_of(before) == type_of(slot))
      return true;
  }
  return false;
}

// Arguments of one call are different more often than not: most ranges would be empty otherwise.
Call TestMaker::call(std::uint32_t number, const CallSequence& prefix, const CallSequence& own,
                     std::size_t thread) {
  const Operation& operation = operations_.methods()[number];
  Call made;
  made.operation = number;
  for (const Slot& slot : operation.slots) {
    std::uint64_t seed = seed_for(operation, slot, prefix, own, thread);
    if (is_repeated(operation, made, seed)) seed = seed_for(operation, slot, prefix, own, thread);
    made.argument_seeds.push_back(seed);
  }
  return made;
}

std::vector<std::uint32_t> TestMaker::that_prepare(std::uint32_t first, std::uint32_t second) const {
  std::set<std::string> fields;
  for (const std::uint32_t each : {first, second})
    for (const FieldAccess& access : operations_.method_of(operations_.methods()[each]).accesses)
      fields.insert(access.field);
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < operations_.methods().size(); ++i)
    if (touches(operations_.method_of(operations_.methods()[i]), fields, true)) all.push_back(i);
  return all;
}

CallSequence TestMaker::prefix(std::size_t longest, const std::vector<std::uint32_t>& helpful) {
  CallSequence calls = {constructor()};
  for (std::size_t length = random_->below(longest + 1); length != 0; --length) {
    const bool is_helpful = !helpful.empty() && random_->below(8) != 0;
    const std::uint32_t operation = is_helpful ? helpful[random_->below(helpful.size())] : any_operation();
    if (avoided_.contains(operation)) continue;
    // Before the threads, results are numbered as those of no thread: there are only the prefix's own.
    Call made = call(operation, calls, {}, 0);
    calls.push_back(std::move(made));
  }
  return calls;
}

bool Roles::allow(std::size_t thread, std::uint32_t operation) const {
  bool is_somebodys = false;
  for (std::size_t i = 0; i < by_thread_.size(); ++i) {
    if (!by_thread_[i].contains(operation)) continue;
    if (i == thread) return true;
    is_somebodys = true;
  }
  return !is_somebodys;
}

std::uint32_t TestMaker::any_operation_of(std::size_t thread, std::uint32_t otherwise) {
  constexpr int kDraws = 50;
  for (int i = 0; i < kDraws; ++i)
    if (const std::uint32_t operation = any_operation(); roles_.allow(thread, operation)) return operation;
  return otherwise;
}

TestCase TestMaker::for_pair(std::uint32_t first, std::uint32_t second, const TestShape& shape) {
  if (!roles_.allow(0, first) || !roles_.allow(1, second)) std::swap(first, second);
  favourites_.clear();
  TestCase test;
  test.prefix = prefix(shape.longest_prefix,
                       shape.guided_prefix ? that_prepare(first, second) : std::vector<std::uint32_t>{});
  test.suffixes.resize(std::max<std::size_t>(shape.threads, 2));
  for (std::size_t thread = 0; thread < test.suffixes.size(); ++thread) {
    CallSequence& suffix = test.suffixes[thread];
    const std::size_t length = 1 + random_->below(shape.longest_suffix);
    const std::size_t place = random_->below(length);
    for (std::size_t i = 0; i < length; ++i) {
      const std::uint32_t of_pair = thread == 0 ? first : second;
      const std::uint32_t operation = i == place && thread < 2 ? of_pair : any_operation_of(thread, of_pair);
      suffix.push_back(call(operation, test.prefix, suffix, thread));
    }
  }
  settle_results(test, operations_);
  return test;
}

TestCase TestMaker::any(const TestShape& shape) {
  const std::uint32_t first = any_operation_of(0, 0);
  return for_pair(first, any_operation_of(1, first), shape);
}

}  // namespace heddle::classes
