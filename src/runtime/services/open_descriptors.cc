#include "runtime/services/open_descriptors.h"

#include <fcntl.h>

#include "event/hash.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/engine/scheduler.h"
#include "runtime/hooks/access.h"

namespace heddle::runtime::open_descriptors {

namespace {

constexpr int kMost = 4096;  // those above are not followed

struct Life {
  std::uint32_t number = 0;  // how many there were under the same descriptor before
  SiteId opened = kNoSite;
  bool closed = false;
};

std::uint32_t words[kMost];
Life lives[kMost];
int highest = 0;  // of those that were touched in this execution

std::uint64_t word_of(int descriptor) {
  return reinterpret_cast<std::uint64_t>(&words[descriptor]);
}

bool is_followed(int descriptor, const CallSite& call) {
  return hot.active && descriptor >= 0 && descriptor < kMost &&
         load_map().calls_for_the_user(call.return_address);
}

// What earlier executions found shared.
void mark_known(int descriptor) {
  const std::uint64_t word = word_of(descriptor);
  sharing::Cell* const cell = shadow::cell(word);
  if (*cell != 0) return;
  const auto* known = scheduler().knowledge.shared_in(name_of(word).object_key());
  if (known == nullptr) return;
  shadow::note_touched(word);
  *cell = sharing::shared(known->front().location);
}

// Whatever gets a number that was closed is new, however it was opened.
void renew(int descriptor) {
  lives[descriptor] = {lives[descriptor].number + 1, kNoSite, false};
  shadow::clear(word_of(descriptor), word_of(descriptor) + sizeof words[0]);
}

bool is_open(int descriptor) {
  return raw_syscall(SYS_fcntl, descriptor, F_GETFD) >= 0;
}

void touch(int descriptor) {
  if (descriptor > highest) highest = descriptor;
  if (lives[descriptor].closed && is_open(descriptor)) renew(descriptor);
  mark_known(descriptor);
}

}  // namespace

void begin_execution() {
  for (int i = 0; i <= highest; ++i) lives[i] = {};
  highest = 0;
}

void opened(int descriptor, const CallSite& call) {
  if (!is_followed(descriptor, call)) return;
  if (descriptor > highest) highest = descriptor;
  renew(descriptor);
  lives[descriptor].opened = user_site(call);
}

void use(int descriptor, const CallSite& call) {
  if (!is_followed(descriptor, call)) return;
  touch(descriptor);
  shared_use(word_of(descriptor), call);
}

void closing(int descriptor, const CallSite& call) {
  if (!is_followed(descriptor, call)) return;
  touch(descriptor);
  range_access(word_of(descriptor), sizeof words[0], true, call);
}

void closed(int descriptor) {
  if (descriptor < 0 || descriptor >= kMost) return;
  if (descriptor > highest) highest = descriptor;
  lives[descriptor].closed = true;
}

bool owns(std::uint64_t address) {
  return address - word_of(0) < sizeof words;
}

Location name_of(std::uint64_t address) {
  const auto descriptor = static_cast<std::uint32_t>((address - word_of(0)) / sizeof words[0]);
  const Life& life = lives[descriptor];
  Location location;
  location.kind = ObjectKind::kDescriptor;
  location.ordinal = descriptor;
  location.allocation_site = life.opened;
  location.thread = combine(combine(descriptor, life.number), life.opened);
  return location;
}

}  // namespace heddle::runtime::open_descriptors
