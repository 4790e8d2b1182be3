#include "classes/test_case.h"

#include "event/hash.h"

namespace heddle::classes {

namespace {

// Lengths are part of it, so that a call moved from one sequence to the next makes a difference.
std::uint64_t hash_of(std::uint64_t seed, const CallSequence& calls) {
  std::uint64_t hash = combine(seed, calls.size());
  for (const Call& call : calls) {
    hash = combine(combine(hash, call.operation), call.argument_seeds.size());
    for (const std::uint64_t argument : call.argument_seeds) hash = combine(hash, argument);
  }
  return hash;
}

std::string line_of(const CallSequence& calls, std::span<const std::string> operation_names) {
  std::string line;
  for (const Call& call : calls) line += (line.empty() ? "" : " ") + to_text(call, operation_names);
  return line.empty() ? "nothing" : line;
}

}  // namespace

std::uint64_t hash_of(const TestCase& test) {
  std::uint64_t hash = hash_of(test.suffixes.size(), test.prefix);
  for (const CallSequence& suffix : test.suffixes) hash = hash_of(hash, suffix);
  return hash;
}

std::string to_text(const Call& call, std::span<const std::string> operation_names) {
  std::string text = call.operation < operation_names.size() ? operation_names[call.operation]
                                                             : "#" + std::to_string(call.operation);
  text += '(';
  for (std::size_t i = 0; i < call.argument_seeds.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(call.argument_seeds[i]);
  return text + ')';
}

std::string to_text(const TestCase& test, std::span<const std::string> operation_names) {
  std::string text = "before    " + line_of(test.prefix, operation_names) + '\n';
  for (std::size_t thread = 0; thread < test.suffixes.size(); ++thread)
    text += "thread " + std::to_string(thread + 1) + "  " + line_of(test.suffixes[thread], operation_names) +
            '\n';
  return text;
}

}  // namespace heddle::classes
