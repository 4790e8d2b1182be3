#include "runtime/services/task.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "heddle/task_abi.h"
#include "runtime/engine/scheduler.h"
#include "runtime/state/hot.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

namespace {

std::vector<std::uint8_t>* current = nullptr;  // never destroyed: the program may ask while it ends

}  // namespace

bool set_task(std::span<const std::uint8_t> task) {
  if (current == nullptr) current = new std::vector<std::uint8_t>;
  if (std::ranges::equal(task, *current)) return false;
  current->assign(task.begin(), task.end());
  return true;
}

bool has_task() {
  return current != nullptr && !current->empty();
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

extern "C" {

std::size_t heddle_task(const unsigned char** bytes) {
  *bytes = current != nullptr ? current->data() : nullptr;
  return current != nullptr ? current->size() : 0;
}

void heddle_tell(const unsigned char* bytes, std::size_t size) {
  Recording* recording = hot.recording;
  if (recording == nullptr || size > Most::told - std::min<std::size_t>(recording->told_count, Most::told))
    return;
  std::memcpy(recording->told + recording->told_count, bytes, size);
  recording->told_count += size;
}

void heddle_note_moment(unsigned number) {
  if (hot.recording != nullptr && hot.weak_memory) scheduler().note_moment(number);
}

int heddle_moment_is_past(unsigned number) {
  if (hot.recording == nullptr || !hot.weak_memory) return -1;
  return scheduler().moment_is_past(number) ? 1 : 0;
}

}  // extern "C"
