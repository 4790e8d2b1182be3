#include "classes/container_oracle.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "classes/role_guess.h"

namespace heddle::classes {

namespace {

using Answer = Linearization::Answer;
using HeldValues = std::vector<std::string>;

constexpr std::size_t kMostStates = 500;
constexpr std::uint32_t kBeforeThreads = ~0U;  // the producer of what was put before them

// What is held, by who put it. A bag does not ask who.
using HeldState = std::map<std::uint32_t, std::deque<std::string>>;

// "std::make_unique<int>(1)", as the driver tells what it points at: 1.
std::string plain_value(std::string expression) {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const char* const wrapper : {"std::make_unique<", "std::make_shared<", "std::optional<"}) {
      const std::size_t open = expression.find(">(");
      if (!expression.starts_with(wrapper) || open == std::string::npos || !expression.ends_with(')'))
        continue;
      expression = expression.substr(open + 2, expression.size() - open - 3);
      goes_on = true;
    }
  }
  return expression;
}

// "{1, 2}": its elements. Texts with commas in them are not read.
HeldValues elements_of(const std::string& list) {
  HeldValues words(1);
  for (std::size_t i = 1; i + 1 < list.size(); ++i) {
    if (list[i] == ',')
      words.emplace_back();
    else if (list[i] != ' ' || !words.back().empty())
      words.back() += list[i];
  }
  return words;
}

bool is_number(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

class ContainerSearch {
 public:
  ContainerSearch(const TestCase& test, const History& history, const ContainerPromise& promise,
                  const LinearizabilityOptions& options)
      : test_(test),
        history_(history),
        operations_(*promise.operations),
        is_bag_(promise.holding == Holding::kBag),
        options_(options),
        before_(predecessors(history, options.order)),
        is_made_(history.calls.size()) {}

  Answer run() {
    const std::set<HeldState> beginnings = after_prefix();
    bool is_explained = false;
    for (const HeldState& each : beginnings) is_explained = is_explained || (!is_unknown_ && extend(each));
    if (is_unknown_) return Answer::kGivenUp;
    return is_explained ? Answer::kExplained : Answer::kNotExplained;
  }

 private:
  // What a call with these arguments puts.
  HeldValues values_put(const Operation& operation, const Call& call) const {
    const Method& method = operations_.method_of(operation);
    HeldValues values;
    for (std::size_t i = 0; i < operation.slots.size() && i < call.argument_seeds.size(); ++i) {
      const Slot& slot = operation.slots[i];
      if (slot.kind == Slot::Kind::kArray)
        for (const std::string& each : Operations::elements(slot, call.argument_seeds[i]))
          values.push_back(plain_value(each));
      if (slot.kind != Slot::Kind::kValue || call.argument_seeds[i] >= Operations::kFirstResult) continue;
      if (method.parameters[slot.parameter].type.category == TypeCategory::kCallback) continue;
      values.push_back(plain_value(operations_.expression(slot, call.argument_seeds[i])));
    }
    return values;
  }

  void put(HeldState& state, std::uint32_t producer, const std::string& value) const {
    state[is_bag_ ? 0 : producer].push_back(value);
  }

  // All states that come of taking this value; any value if there is none.
  std::vector<HeldState> without(const HeldState& state, const std::string* value) const {
    std::vector<HeldState> found;
    for (const auto& [producer, values] : state)
      for (std::size_t i = 0; i < (is_bag_ ? values.size() : std::min<std::size_t>(1, values.size())); ++i) {
        if (value != nullptr && values[i] != *value) continue;
        HeldState next = state;
        next[producer].erase(next[producer].begin() + static_cast<std::ptrdiff_t>(i));
        found.push_back(std::move(next));
      }
    return found;
  }

  static bool is_empty(const HeldState& state) {
    return std::ranges::all_of(state, [](const auto& each) { return each.second.empty(); });
  }

  // The driver does not report what calls before the threads gave: a put may have failed if it can, a take
  // may have found any value, or nothing.
  std::set<HeldState> after_prefix() {
    const Operation& constructor = operations_.constructors()[test_.prefix.front().operation];
    HeldState first;
    for (std::size_t i = 0; i < constructor.slots.size(); ++i)
      if (constructor.slots[i].kind == Slot::Kind::kArray)
        for (const std::string& each :
             Operations::elements(constructor.slots[i], test_.prefix.front().argument_seeds[i]))
          put(first, kBeforeThreads, plain_value(each));
    std::set<HeldState> states = {first};
    for (std::size_t i = 1; i < test_.prefix.size() && !is_unknown_; ++i) {
      const Operation& operation = operations_.methods()[test_.prefix[i].operation];
      const Method& method = operations_.method_of(operation);
      if (method.is_const) continue;
      std::set<HeldState> next;
      for (const HeldState& state : states) after_unknown(operation, method, test_.prefix[i], state, next);
      states = std::move(next);
      is_unknown_ = is_unknown_ || states.size() > kMostStates;
    }
    return states;
  }

  void after_unknown(const Operation& operation, const Method& method, const Call& call,
                     const HeldState& state, std::set<HeldState>& next) {
    const std::optional<Side> side = side_of(operation.name);
    if (!side || is_look(operation.name)) {
      is_unknown_ = is_unknown_ || !side;
      next.insert(state);
    } else if (*side == Side::kPuts) {
      HeldState more = state;
      if (method.returns.category != TypeCategory::kVoid) next.insert(state);
      for (const std::string& each : values_put(operation, call)) {
        put(more, kBeforeThreads, each);
        if (method.returns.category != TypeCategory::kVoid) next.insert(more);
      }
      next.insert(more);
    } else {
      const std::size_t most = has_array(operation) ? Operations::kArrayLength : 1;
      std::vector<HeldState> states = {state};
      for (std::size_t taken = 0; taken < most; ++taken) {
        std::vector<HeldState> fewer;
        for (const HeldState& each : states) {
          next.insert(each);
          for (HeldState& rest : without(each, nullptr)) fewer.push_back(std::move(rest));
        }
        states = std::move(fewer);
      }
      next.insert(states.begin(), states.end());
    }
  }

  static bool has_array(const Operation& operation) {
    return std::ranges::any_of(operation.slots, [](const Slot& slot) {
      return slot.kind == Slot::Kind::kOutputArray || slot.kind == Slot::Kind::kArray;
    });
  }

  static bool is_look(const std::string& name) {
    return name == "front" || name == "back" || name == "peek" || name == "top";
  }

  bool extend(const HeldState& state) {
    if (std::ranges::find(is_made_, false) == is_made_.end()) return has_final_state(state);
    if (is_unknown_ || !seen_.insert({is_made_, state}).second) return false;
    if (seen_.size() > options_.most_steps) is_unknown_ = true;
    for (std::size_t call = 0; call < history_.calls.size(); ++call) {
      if (is_made_[call] ||
          !std::ranges::all_of(before_[call], [&](std::size_t each) { return is_made_[each]; }))
        continue;
      is_made_[call] = true;
      const bool found = std::ranges::any_of(states_after(history_.calls[call], state),
                                             [&](const HeldState& each) { return extend(each); });
      is_made_[call] = false;
      if (found) return true;
    }
    return false;
  }

  std::vector<HeldState> states_after(const HistoryCall& made, const HeldState& state) {
    const Operation& operation = operations_.methods()[made.call.operation];
    const Method& method = operations_.method_of(operation);
    const std::optional<Side> side = side_of(operation.name);
    if (method.is_const || is_look(operation.name)) return {state};
    if (!side || !made.outcome || made.outcome->kind != Outcome::Kind::kValue) {
      is_unknown_ = true;
      return {};
    }
    if (*side == Side::kPuts) return {after_put(operation, made, state)};
    return after_take(operation, made, state);
  }

  HeldState after_put(const Operation& operation, const HistoryCall& made, HeldState state) const {
    if (is_refusal(*made.outcome)) return state;
    HeldValues values = values_put(operation, made.call);
    if (has_array(operation) && is_number(made.outcome->text))
      values.resize(std::min(values.size(), static_cast<std::size_t>(std::stoul(made.outcome->text))));
    for (const std::string& each : values) put(state, made.thread, each);
    return state;
  }

  // "true and gives 2", "2", "2 and gives {1, 2}".
  std::vector<HeldState> after_take(const Operation& operation, const HistoryCall& made,
                                    const HeldState& state) {
    const std::string& text = made.outcome->text;
    if (options_.ignored.contains(made.call.operation)) is_unknown_ = true;
    if (is_refusal(*made.outcome)) {
      // A number may be what was taken.
      const bool is_value = text == "0" && !has_array(operation);
      if (is_value)
        if (std::vector<HeldState> taken = without(state, &text); !taken.empty()) return taken;
      if (is_empty(state) || options_.spurious.contains(made.call.operation)) return {state};
      return {};
    }
    static constexpr std::string_view kGives = "gives ";
    const std::size_t given = text.find(kGives);
    const std::string value = given == std::string::npos ? text : text.substr(given + kGives.size());
    if (value.empty() || value == "true") {
      std::vector<HeldState> any = without(state, nullptr);  // it does not tell which
      return any;
    }
    if (!has_array(operation)) return without(state, &value);
    const std::string count = text.substr(0, text.find(' '));
    if (!is_number(count) || !value.starts_with('{')) {
      is_unknown_ = true;
      return {};
    }
    HeldValues values = elements_of(value);
    values.resize(std::min(values.size(), static_cast<std::size_t>(std::stoul(count))));
    std::vector<HeldState> states = {state};
    for (const std::string& each : values) {
      std::vector<HeldState> fewer;
      for (const HeldState& before : states)
        for (HeldState& rest : without(before, &each)) fewer.push_back(std::move(rest));
      states = std::move(fewer);
    }
    return states;
  }

  // "size() is 2, empty() is false": nothing is running any more, so that they tell the truth.
  bool has_final_state(const HeldState& state) const {
    if (!history_.final_state) return true;
    std::size_t held = 0;
    for (const auto& [producer, values] : state) held += values.size();
    const auto says = [&](std::string_view name) -> std::optional<std::string> {
      const std::string head = std::string(name) + "() is ";
      const std::size_t at = history_.final_state->find(head);
      if (at == std::string::npos || (at != 0 && (*history_.final_state)[at - 1] != ' ')) return std::nullopt;
      const std::size_t start = at + head.size();
      return history_.final_state->substr(start, history_.final_state->find(',', start) - start);
    };
    for (const std::string_view name : {"size", "size_approx", "unsafe_size", "length", "read_available"})
      if (const auto number = says(name); number && is_number(*number) && *number != std::to_string(held))
        return false;
    for (const std::string_view name : {"empty", "is_empty", "was_empty"})
      if (const auto answer = says(name); answer && *answer != (held == 0 ? "true" : "false")) return false;
    return true;
  }

  const TestCase& test_;
  const History& history_;
  const Operations& operations_;
  bool is_bag_;
  const LinearizabilityOptions& options_;
  std::vector<std::vector<std::size_t>> before_;
  std::vector<bool> is_made_;
  std::set<std::pair<std::vector<bool>, HeldState>> seen_;
  bool is_unknown_ = false;
};

}  // namespace

bool is_container(const Operations& operations) {
  bool puts = false, takes = false;
  for (const Operation& operation : operations.methods()) {
    const std::optional<Side> side = side_of(operation.name);
    puts = puts || side == Side::kPuts;
    takes = takes || side == Side::kTakes || side == Side::kSteals;
  }
  return puts && takes;
}

Answer explained_by_container(const TestCase& test, const History& history, const ContainerPromise& promise,
                              const LinearizabilityOptions& options) {
  return ContainerSearch(test, history, promise, options).run();
}

}  // namespace heddle::classes
