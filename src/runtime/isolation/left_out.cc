#include "runtime/isolation/left_out.h"

#include <cstdlib>
#include <cstring>

#include "runtime/memory/arena.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/stacks.h"
#include "runtime/naming/load_map.h"

namespace heddle::runtime {

namespace {

char left_out[32];

std::string_view part_of(std::uint64_t address) {
  if (heap::owns(reinterpret_cast<const void*>(address))) return "heap";
  if (kStacks.contains(address)) return "stacks";
  if (kExecutionMemory.contains(address)) return "execution";
  const int module = load_map().module_at(address);
  if (module == 0) return "program";
  if (module < 0) return "other";
  return load_map().table().modules[static_cast<std::size_t>(module)].path.find("libheddle") !=
                 std::string::npos
             ? "runtime"
             : "libraries";
}

}  // namespace

void read_left_out() {
  const char* part = std::getenv(kLeaveOutVariable);
  if (part == nullptr) return;
  for (std::size_t i = 0; i + 1 < sizeof left_out && part[i] != '\0'; ++i) left_out[i] = part[i];
  unsetenv(kLeaveOutVariable);
}

bool is_left_out(std::string_view part) {
  return part == left_out;
}
bool is_left_out(std::uint64_t address) {
  return left_out[0] != '\0' && part_of(address) == left_out;
}

}  // namespace heddle::runtime
