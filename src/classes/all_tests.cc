#include "classes/all_tests.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace heddle::classes {

namespace {

std::size_t values_of(const Slot& slot, const Operations& operations, std::size_t most) {
  if (slot.is_object()) return operations.objects();
  if (!slot.has_values()) return 1;
  return std::max<std::size_t>(1, std::min(most, slot.values.size()));
}

// With all arguments, the last one counts fastest.
void add_calls(std::uint32_t number, const Operation& operation, const Operations& operations,
               std::size_t most, std::vector<Call>& calls) {
  std::vector<Call> made = {{number, {}}};
  for (const Slot& slot : operation.slots) {
    std::vector<Call> longer;
    for (const Call& each : made)
      for (std::uint64_t seed = 0; seed < values_of(slot, operations, most); ++seed) {
        longer.push_back(each);
        longer.back().argument_seeds.push_back(seed);
      }
    made = std::move(longer);
  }
  calls.insert(calls.end(), made.begin(), made.end());
}

std::size_t calls_in(const std::vector<std::size_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{0});
}

// So many of `kinds`, whatever their order.
long double selections(long double kinds, std::size_t chosen) {
  long double count = 1;
  for (std::size_t i = 1; i <= chosen; ++i)
    count = count * (kinds + static_cast<long double>(i) - 1) / static_cast<long double>(i);
  return count;
}

}  // namespace

AllTests::AllTests(const Operations& operations, const Bounds& bounds, const Roles& roles)
    : operations_(operations), bounds_(bounds) {
  for (std::uint32_t i = 0; i < operations.constructors().size(); ++i)
    add_calls(i, operations.constructors()[i], operations, bounds.values, constructors_);
  for (std::size_t thread = 0; thread < bounds.threads; ++thread) {
    calls_.emplace_back();
    for (std::uint32_t i = 0; i < operations.methods().size(); ++i)
      if (roles.allow(thread, i))
        add_calls(i, operations.methods()[i], operations, bounds.values, calls_.back());
  }
  Shape shape;
  add_shapes(shape);
  std::ranges::stable_sort(shapes_, [](const Shape& one, const Shape& other) {
    return std::pair(calls_in(one), std::ranges::max(one)) <
           std::pair(calls_in(other), std::ranges::max(other));
  });
  if (constructors_.empty()) shapes_.clear();
  if (!shapes_.empty()) begin_shape();
}

// Of threads that are alike, none makes more calls than the one before it.
void AllTests::add_shapes(Shape& shape) {
  const std::size_t thread = shape.size();
  if (thread == bounds_.threads) {
    if (std::ranges::count(shape, 0u) + 2 <= static_cast<std::ptrdiff_t>(bounds_.threads))
      shapes_.push_back(shape);
    return;
  }
  std::size_t most = calls_[thread].empty() ? 0 : bounds_.calls;
  if (thread != 0 && calls_[thread] == calls_[thread - 1]) most = std::min(most, shape.back());
  for (std::size_t calls = 0; calls <= most; ++calls) {
    shape.push_back(calls);
    add_shapes(shape);
    shape.pop_back();
  }
}

bool AllTests::is_like_before(const Shape& shape, std::size_t thread) const {
  return thread != 0 && shape[thread] == shape[thread - 1] && calls_[thread] == calls_[thread - 1];
}

std::uint64_t AllTests::size() const {
  long double all = 0;
  for (const Shape& shape : shapes_) {
    long double count = static_cast<long double>(constructors_.size());
    for (std::size_t thread = 0; thread < shape.size();) {
      std::size_t alike = 1;
      while (thread + alike < shape.size() && is_like_before(shape, thread + alike)) ++alike;
      const auto calls = static_cast<long double>(calls_[thread].size());
      count *= selections(std::pow(calls, static_cast<long double>(shape[thread])), alike);
      thread += alike;
    }
    all += count;
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  return all < static_cast<long double>(kMost) ? static_cast<std::uint64_t>(all) : kMost;
}

void AllTests::begin_shape() {
  chosen_.clear();
  for (const std::size_t calls : shapes_[shape_]) chosen_.emplace_back(calls);
  constructor_ = 0;
}

// To the next ones of a thread, in the order of a dictionary.
bool AllTests::advance(std::size_t thread) {
  std::vector<std::size_t>& chosen = chosen_[thread];
  for (std::size_t i = chosen.size(); i-- > 0;) {
    if (++chosen[i] < calls_[thread].size()) return true;
    chosen[i] = 0;
  }
  return false;
}

void AllTests::advance() {
  if (++constructor_ < constructors_.size()) return;
  constructor_ = 0;
  const Shape& shape = shapes_[shape_];
  for (std::size_t thread = shape.size(); thread-- > 0;) {
    if (!advance(thread)) continue;
    // Those behind it begin again; of threads that are alike, none is before the one before it.
    for (std::size_t other = thread + 1; other < shape.size(); ++other)
      chosen_[other] =
          is_like_before(shape, other) ? chosen_[other - 1] : std::vector<std::size_t>(shape[other]);
    return;
  }
  if (++shape_ < shapes_.size()) begin_shape();
}

std::optional<TestCase> AllTests::next() {
  if (shape_ >= shapes_.size()) return std::nullopt;
  TestCase test;
  test.prefix.push_back(constructors_[constructor_]);
  for (std::size_t thread = 0; thread < chosen_.size(); ++thread) {
    if (chosen_[thread].empty()) continue;
    CallSequence& suffix = test.suffixes.emplace_back();
    for (const std::size_t call : chosen_[thread]) suffix.push_back(calls_[thread][call]);
  }
  settle_results(test, operations_);
  advance();
  return test;
}

std::map<std::string, std::vector<std::string>> AllTests::arguments(const Operations& operations,
                                                                    std::size_t values) {
  std::map<std::string, std::vector<std::string>> by_type;
  const auto add = [&](const Operation& operation) {
    for (const Slot& slot : operation.slots) {
      if (!slot.has_values()) continue;
      std::vector<std::string>& known =
          by_type[operations.method_of(operation).parameters[slot.parameter].type.spelling];
      for (std::uint64_t seed = 0; seed < values_of(slot, operations, values); ++seed) {
        const std::string value = operations.expression(slot, seed);
        if (std::ranges::find(known, value) == known.end()) known.push_back(value);
      }
    }
  };
  std::ranges::for_each(operations.methods(), add);
  return by_type;
}

}  // namespace heddle::classes
