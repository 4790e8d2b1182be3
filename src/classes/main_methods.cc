#include "classes/main_methods.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "classes/method_choice.h"
#include "classes/method_words.h"

namespace heddle::classes {

namespace {

using Words = std::set<std::string_view>;

// Of these a class usually consists, whatever comes before and behind.
bool is_main_by_name(std::string_view name) {
  static const Words* const before = new Words{"try", "wait", "timed", "blocking", "async"};
  static const Words* const verbs = new Words{
      "push",   "pop",    "insert",  "erase", "remove",  "find",     "enqueue", "dequeue", "put",
      "take",   "add",    "offer",   "poll",  "lock",    "unlock",   "acquire", "release", "notify",
      "signal", "submit", "post",    "send",  "receive", "update",   "store",   "load",    "lookup",
      "get",    "set",    "publish", "read",  "write",   "schedule", "execute", "log",     "append"};
  static const Words* const behind =
      new Words{"for",  "until", "front", "back",   "bulk",   "if",     "or",     "one",     "all",   "fn",
                "with", "first", "last",  "left",   "right",  "value",  "item",   "element", "key",   "n",
                "wait", "non",   "top",   "bottom", "assign", "update", "shared", "timeout", "absent"};
  std::vector<std::string> words = words_of(name);
  while (words.size() > 1 && before->contains(words.front())) words.erase(words.begin());
  return !words.empty() && verbs->contains(words.front()) &&
         std::all_of(words.begin() + 1, words.end(),
                     [](const std::string& word) { return behind->contains(word); });
}

std::size_t fields_written(const Method& method) {
  std::set<std::string_view> fields;
  for (const FieldAccess& access : method.accesses)
    if (access.type == AccessType::kWrite) fields.insert(access.field);
  return fields.size();
}

struct Overloads {
  bool is_called = false;
  bool was_left_out = false;
  std::size_t writes = 0;
  std::string reasons;
};

// Empty: tests made the call, and it came back.
std::string why_in_vain(const OperationUse& use) {
  if (!use.was_called)
    return "no test that could be judged called it before the budget was spent; raise --tests and --time";
  if (use.came_back) return "";
  if (use.threw.empty()) return "no call of it came back";
  return "every call of it threw " + use.threw;
}

std::string why_not_tested(const Operations& operations, std::span<const OperationUse> uses,
                           std::size_t method) {
  const std::string& reason = operations.why_not_called(method);
  if (!reason.empty() || uses.empty()) return reason;
  const std::optional<std::uint32_t> operation = operations.operation_of(method);
  return operation ? why_in_vain(uses[*operation]) : "";
}

}  // namespace

std::vector<Untested> untested_main_methods(const Operations& operations,
                                            std::span<const OperationUse> uses) {
  const std::vector<Method>& methods = operations.model().methods;
  std::map<std::string, Overloads> by_name;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (methods[i].is_constructor || methods[i].not_callable == kExcluded ||
        methods[i].not_callable == kDeleted)
      continue;
    Overloads& overloads = by_name[methods[i].name];
    overloads.writes = std::max(overloads.writes, fields_written(methods[i]));
    const std::string reason = why_not_tested(operations, uses, i);
    overloads.is_called = overloads.is_called || reason.empty();
    overloads.was_left_out = overloads.was_left_out || is_left_out(reason);
    if (!reason.empty() && overloads.reasons.find(reason) == std::string::npos)
      overloads.reasons += (overloads.reasons.empty() ? "" : "; ") + reason;
  }
  std::size_t writers = 0, called_writers = 0, most_written = 0;
  for (const auto& [name, each] : by_name) {
    if (each.writes == 0 || is_for_one_thread(name) || each.was_left_out) continue;
    ++writers;
    called_writers += each.is_called ? 1 : 0;
    most_written = std::max(most_written, each.writes);
  }
  std::vector<Untested> untested;
  for (const auto& [name, each] : by_name) {
    if (each.is_called || each.was_left_out || is_for_one_thread(name)) continue;
    const bool has_most_state =
        each.writes != 0 && each.writes == most_written && 2 * called_writers < writers;
    if (is_main_by_name(name) || has_most_state) untested.push_back({name, each.reasons});
  }
  return untested;
}

}  // namespace heddle::classes
