#include "memory_program.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace heddle::testing {

namespace {

constexpr std::array<std::string_view, 6> kOrderNames = {"relaxed", "consume", "acquire",
                                                         "release", "acq_rel", "seq_cst"};
constexpr std::array<std::string_view, 6> kStepNames = {"load", "store", "add", "swap", "cas", "fence"};

Ordering ordering_named(const std::string& name) {
  return static_cast<Ordering>(std::find(kOrderNames.begin(), kOrderNames.end(), name) - kOrderNames.begin());
}

std::string_view name_of(Ordering ordering) {
  return kOrderNames[static_cast<std::size_t>(ordering)];
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (part.find_first_not_of(' ') != std::string::npos) parts.push_back(part);
  return parts;
}

MemoryStep parse_step(const std::string& text, std::string& variable) {
  const std::vector<std::string> words = parts_of(text, ' ');
  MemoryStep step;
  step.kind = static_cast<MemoryStep::Kind>(std::find(kStepNames.begin(), kStepNames.end(), words.at(0)) -
                                            kStepNames.begin());
  std::size_t next = 1;
  if (step.kind != MemoryStep::Kind::kFence) variable = words.at(next++);
  if (step.kind == MemoryStep::Kind::kCompareExchange) step.expected = std::stoull(words.at(next++));
  if (step.kind != MemoryStep::Kind::kFence && step.kind != MemoryStep::Kind::kLoad)
    step.value = std::stoull(words.at(next++));
  step.ordering = ordering_named(words.at(next++));
  if (step.kind == MemoryStep::Kind::kCompareExchange) step.failure = ordering_named(words.at(next));
  return step;
}

// SplitMix64. Not heddle's own generator, which may change.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}

  std::uint64_t below(std::uint64_t bound) {
    state_ += 0x9e37'79b9'7f4a'7c15ull;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58'476d'1ce4'e5b9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d0'49bb'1331'11ebull;
    return (mixed ^ (mixed >> 31)) % bound;
  }
  template <typename T, std::size_t kCount>
  T one_of(const std::array<T, kCount>& all) {
    return all[below(kCount)];
  }

 private:
  std::uint64_t state_;
};

constexpr std::array<Ordering, 5> kOrders = {Ordering::kRelaxed, Ordering::kAcquire, Ordering::kRelease,
                                             Ordering::kAcquireRelease, Ordering::kSequential};
constexpr std::array<Ordering, 3> kLoadOrders = {Ordering::kRelaxed, Ordering::kAcquire,
                                                 Ordering::kSequential};
constexpr std::array<Ordering, 3> kStoreOrders = {Ordering::kRelaxed, Ordering::kRelease,
                                                  Ordering::kSequential};
constexpr std::array<Ordering, 4> kFenceOrders = {Ordering::kAcquire, Ordering::kRelease,
                                                  Ordering::kAcquireRelease, Ordering::kSequential};

MemoryStep random_step(Draws& draws, std::size_t variables, std::uint64_t& next_value) {
  using Kind = MemoryStep::Kind;
  constexpr std::array<Kind, 12> kKinds = {
      Kind::kStore, Kind::kStore, Kind::kStore, Kind::kStore,           Kind::kLoad, Kind::kLoad, Kind::kLoad,
      Kind::kLoad,  Kind::kAdd,   Kind::kSwap,  Kind::kCompareExchange, Kind::kFence};
  MemoryStep step;
  step.variable = draws.below(variables);
  step.kind = draws.one_of(kKinds);
  switch (step.kind) {
    case Kind::kLoad:
      step.ordering = draws.one_of(kLoadOrders);
      break;
    case Kind::kStore:
      step.value = next_value++;
      step.ordering = draws.one_of(kStoreOrders);
      break;
    case Kind::kFence:
      step.variable = 0;
      step.ordering = draws.one_of(kFenceOrders);
      break;
    case Kind::kCompareExchange:
      step.expected = draws.below(2);
      step.value = next_value++;
      step.ordering = draws.one_of(kOrders);
      step.failure = draws.one_of(kLoadOrders);
      break;
    case Kind::kAdd:
    case Kind::kSwap:
      step.value = next_value++;
      step.ordering = draws.one_of(kOrders);
      break;
  }
  return step;
}

}  // namespace

MemoryProgram parse_memory_program(std::string_view text) {
  std::vector<std::vector<std::pair<MemoryStep, std::string>>> threads;
  std::set<std::string> names;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find('#'));
    const std::vector<std::string> steps = parts_of(line, ';');
    if (steps.empty()) continue;
    threads.emplace_back();
    for (const std::string& each : steps) {
      std::string variable;
      const MemoryStep step = parse_step(each, variable);
      if (!variable.empty()) names.insert(variable);
      threads.back().emplace_back(step, variable);
    }
  }
  MemoryProgram program{{names.begin(), names.end()}, {}};
  for (const auto& thread : threads) {
    program.threads.emplace_back();
    for (auto [step, variable] : thread) {
      const auto found = std::find(program.variables.begin(), program.variables.end(), variable);
      if (!variable.empty()) step.variable = static_cast<std::size_t>(found - program.variables.begin());
      program.threads.back().push_back(step);
    }
  }
  return program;
}

std::string print(const MemoryProgram& program) {
  std::ostringstream text;
  for (const std::vector<MemoryStep>& thread : program.threads) {
    const char* separator = "";
    for (const MemoryStep& step : thread) {
      text << separator << kStepNames[static_cast<std::size_t>(step.kind)];
      if (step.kind != MemoryStep::Kind::kFence) text << ' ' << program.variables[step.variable];
      if (step.kind == MemoryStep::Kind::kCompareExchange) text << ' ' << step.expected;
      if (step.kind != MemoryStep::Kind::kFence && step.kind != MemoryStep::Kind::kLoad)
        text << ' ' << step.value;
      text << ' ' << name_of(step.ordering);
      if (step.kind == MemoryStep::Kind::kCompareExchange) text << ' ' << name_of(step.failure);
      separator = " ; ";
    }
    text << '\n';
  }
  return text.str();
}

MemoryProgram random_memory_program(std::uint64_t number) {
  constexpr std::array<std::size_t, 4> kThreads = {2, 2, 2, 3};
  constexpr std::array<std::size_t, 4> kVariables = {2, 2, 1, 3};
  constexpr std::size_t kMostSteps = 7, kMostOfThread = 3;
  Draws draws(number);
  const std::size_t threads = draws.one_of(kThreads), variables = draws.one_of(kVariables);
  MemoryProgram program;
  std::uint64_t next_value = 1;
  std::size_t room = kMostSteps;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    program.threads.emplace_back();
    const std::size_t most = std::min(kMostOfThread, room - (threads - 1 - thread));
    for (std::size_t left = 1 + draws.below(most); left > 0; --left, --room)
      program.threads.back().push_back(random_step(draws, variables, next_value));
  }
  // Only variables that are used have a name, and by the order of the alphabet.
  std::set<std::size_t> used;
  for (const auto& thread : program.threads)
    for (const MemoryStep& step : thread)
      if (step.kind != MemoryStep::Kind::kFence) used.insert(step.variable);
  for (const std::size_t variable : used)
    program.variables.push_back(std::string(1, static_cast<char>('x' + variable)));
  for (auto& thread : program.threads)
    for (MemoryStep& step : thread)
      if (step.kind != MemoryStep::Kind::kFence)
        step.variable = static_cast<std::size_t>(std::distance(used.begin(), used.find(step.variable)));
  return program;
}

std::string print(const Outcomes& outcomes) {
  std::string text;
  for (const Outcome& outcome : outcomes) {
    for (std::size_t i = 0; i < outcome.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(outcome[i]);
    text += '\n';
  }
  return text;
}

std::uint32_t digest(const Outcomes& outcomes) {
  std::uint32_t hash = 2'166'136'261u;
  for (const char c : print(outcomes)) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619u;
  return hash;
}

}  // namespace heddle::testing
