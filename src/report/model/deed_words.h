// Verbs for what a thread does to memory or to a synchronisation object: "locks", "locked"; and the words of
// event/operation_words.h with a name where they have a gap for it.
#pragma once

#include <string>
#include <string_view>

#include "event/operation.h"

namespace heddle::report {

struct DeedWords {
  std::string_view now;
  std::string_view past;
};

DeedWords deed_words(OperationKind kind);

inline constexpr std::string_view kGap = "{}";

constexpr bool has_gap(std::string_view words) {
  return words.find(kGap) != std::string_view::npos;
}

// name() is asked where there is a gap only.
template <typename Name>
std::string filled(std::string_view words, const Name& name) {
  std::string text(words);
  if (has_gap(words)) text.replace(words.find(kGap), kGap.size(), name());
  return text;
}

}  // namespace heddle::report
