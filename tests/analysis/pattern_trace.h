// Traces and memory-access patterns as text, for tests.
#pragma once

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/access_patterns.h"

namespace heddle {

// "1Rx 2Wx@7": thread 1 reads x, then thread 2 writes x at site 7. A site that is not given is the place in
// the trace, counted from 1. U is an atomic update, F one that failed, L an atomic load, S an atomic store.
inline std::vector<Event> trace_of(const std::string& text) {
  std::vector<Event> trace;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    Event event{};
    event.thread = static_cast<ThreadId>(word[0] - '0');
    event.kind = word[1] == 'R'   ? OperationKind::kRead
                 : word[1] == 'W' ? OperationKind::kWrite
                 : word[1] == 'L' ? OperationKind::kAtomicLoad
                 : word[1] == 'S' ? OperationKind::kAtomicStore
                                  : OperationKind::kAtomicUpdate;
    event.detail = word[1] == 'F' ? 1 : 0;
    event.location = static_cast<LocationId>(word[2]);
    event.site = static_cast<SiteId>(word.size() > 3 ? std::stoul(word.substr(4)) : trace.size() + 1);
    event.size = 4;
    trace.push_back(event);
  }
  return trace;
}

// "1@1x": thread 1 at site 1 of x.
inline std::string element_text(const Event& event) {
  return std::to_string(event.thread) + "@" + std::to_string(event.site) + static_cast<char>(event.location);
}

// "2: 1@1x 2@2x". Of the threads that traces name, none is created in the trace.
inline std::string pattern_text(const Pattern& pattern) {
  const ThreadNameHashes names;
  std::string text = std::to_string(pattern.id) + ":";
  for (std::size_t i = 0; i < pattern.size; ++i) {
    const PatternElement& element = pattern.elements[i];
    Event event{};
    while (names.of(event.thread) != element.thread_name && event.thread < 9) ++event.thread;
    event.site = element.site;
    event.location = element.location;
    text += " " + element_text(event);
  }
  return text;
}

inline std::set<std::string> patterns_of(const std::vector<Event>& trace,
                                         const PatternOptions& options = {}) {
  PatternExtractor extractor(options);
  std::set<std::string> found;
  for (const Event& event : trace)
    extractor.add(event, [&](const Pattern& pattern) { found.insert(pattern_text(pattern)); });
  return found;
}

inline std::set<std::string> patterns_of(const std::string& trace, const PatternOptions& options = {}) {
  return patterns_of(trace_of(trace), options);
}

inline std::set<std::string> with_id(int id, const std::set<std::string>& patterns) {
  std::set<std::string> result;
  for (const std::string& pattern : patterns)
    if (std::stoi(pattern) == id) result.insert(pattern);
  return result;
}

inline std::set<std::string> quadruples_in(const std::set<std::string>& patterns) {
  std::set<std::string> result;
  for (const std::string& pattern : patterns)
    if (std::stoi(pattern) >= 9) result.insert(pattern);
  return result;
}

// Table I of the HARS paper, without its misprints.
struct TableRow {
  int id;
  const char* accesses;
};
inline constexpr TableRow kTable[] = {
    {1, "1Rx 2Wx"},          {2, "1Wx 2Rx"},          {3, "1Wx 2Wx"},          {4, "1Rx 2Wx 1Rx"},
    {5, "1Wx 2Wx 1Rx"},      {6, "1Wx 2Rx 1Wx"},      {7, "1Rx 2Wx 1Wx"},      {8, "1Wx 2Wx 1Wx"},
    {9, "1Wx 2Wx 2Wy 1Wy"},  {10, "1Wx 2Wy 2Wx 1Wy"}, {11, "1Wx 2Wy 1Wy 2Wx"}, {12, "1Wx 2Rx 2Ry 1Wy"},
    {13, "1Wx 2Ry 2Rx 1Wy"}, {14, "1Rx 2Wx 2Wy 1Ry"}, {15, "1Rx 2Wy 2Wx 1Ry"}, {16, "1Rx 2Wy 1Ry 2Wx"},
    {17, "1Wx 2Ry 1Wy 2Rx"},
};

}  // namespace heddle
