#include "runtime/services/irreversible.h"

#include <cstddef>

#include "runtime/state/hot.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

namespace {

bool mappings_changed = false;  // restored with the program's memory

}  // namespace

void note_irreversible(const char* call) {
  if (!hot.active) return;
  char(&place)[kMaxCallName] = hot.recording->irreversible;
  if (place[0] != '\0') return;
  std::size_t length = 0;
  for (; length + 1 < kMaxCallName && call[length] != '\0'; ++length) place[length] = call[length];
  place[length] = '\0';
}

void note_changed_mappings() {
  mappings_changed = mappings_changed || hot.active;
}
bool mappings_were_changed() {
  return mappings_changed;
}

}  // namespace heddle::runtime
