#include "runtime/naming/construct_names.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "event/hash.h"
#include "runtime/state/program.h"
#include "runtime/system/large.h"

namespace heddle::runtime::construct_names {

namespace {

constexpr std::size_t kMostWords = 1 << 18;
HEDDLE_LARGE alignas(16) std::uint32_t words[kMostWords];

struct Construct {
  std::uint64_t start;
  Location name;
};

struct Constructs {
  std::size_t words_used = 0;
  std::vector<Construct> all;                              // by address
  std::unordered_map<std::uint64_t, std::uint32_t> alike;  // by kind, thread and line: how many
};
Constructs* constructs = nullptr;  // of this execution

}  // namespace

void begin_execution() {
  constructs = nullptr;
}

void* make(ConstructKind kind, SiteId site, std::size_t size) {
  if (constructs == nullptr) constructs = new Constructs;
  const std::size_t needed = (size + 15) / 16 * 4;
  if (constructs->words_used + needed > kMostWords) return nullptr;
  void* const memory = words + constructs->words_used;
  constructs->words_used += needed;
  Location name;
  name.kind = ObjectKind::kConstruct;
  name.module = static_cast<std::uint32_t>(kind);
  name.allocation_site = site;
  name.thread = hot.current->name_hash;
  const std::uint64_t alike = combine(combine(name.thread, site), name.module);
  name.ordinal = constructs->alike[alike]++;
  name.object = combine(alike, name.ordinal);
  name.size = size;
  constructs->all.push_back({reinterpret_cast<std::uint64_t>(memory), name});
  return memory;
}

bool owns(std::uint64_t address) {
  return address - reinterpret_cast<std::uint64_t>(words) < sizeof words;
}

Location name_of(std::uint64_t address) {
  if (constructs == nullptr || constructs->all.empty()) return {};
  auto found =
      std::upper_bound(constructs->all.begin(), constructs->all.end(), address,
                       [](std::uint64_t place, const Construct& each) { return place < each.start; });
  if (found == constructs->all.begin()) return {};
  --found;
  Location name = found->name;
  name.offset = address - found->start;
  return name;
}

}  // namespace heddle::runtime::construct_names
