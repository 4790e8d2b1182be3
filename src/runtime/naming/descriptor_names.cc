#include "runtime/naming/descriptor_names.h"

#include "event/hash.h"
#include "runtime/memory/shadow.h"
#include "runtime/system/large.h"

namespace heddle::runtime::descriptor_names {

namespace {

struct Life {
  std::uint32_t number = 0;  // how many there were under the same descriptor before
  SiteId opened = kNoSite;
  bool closed = false;
};

HEDDLE_LARGE std::uint32_t words[kMost];
static_assert(sizeof words[0] == kWordSize);
HEDDLE_LARGE Life lives[kMost];
int highest = -1;  // of those that were touched in this execution

}  // namespace

void begin_execution() {
  for (int i = 0; i <= highest; ++i) lives[i] = {};
  highest = -1;
}

std::uint64_t word_of(int descriptor) {
  return reinterpret_cast<std::uint64_t>(&words[descriptor]);
}

void touched(int descriptor) {
  if (descriptor > highest) highest = descriptor;
}

void renew(int descriptor) {
  lives[descriptor] = {lives[descriptor].number + 1, kNoSite, false};
  shadow::clear(word_of(descriptor), word_of(descriptor) + kWordSize);
}

void opened(int descriptor, SiteId site) {
  touched(descriptor);
  renew(descriptor);
  lives[descriptor].opened = site;
}

void closed(int descriptor) {
  touched(descriptor);
  lives[descriptor].closed = true;
}

bool is_closed(int descriptor) {
  return lives[descriptor].closed;
}

bool owns(std::uint64_t address) {
  return address - word_of(0) < sizeof words;
}

Location name_of(std::uint64_t address) {
  const auto descriptor = static_cast<std::uint32_t>((address - word_of(0)) / kWordSize);
  const Life& life = lives[descriptor];
  Location location;
  location.kind = ObjectKind::kDescriptor;
  location.ordinal = descriptor;
  location.allocation_site = life.opened;
  // Mixed first: two small numbers would be the same as two others with their sum.
  location.thread = combine(combine(mix(descriptor + 1), life.number), life.opened);
  return location;
}

}  // namespace heddle::runtime::descriptor_names
