#include "runtime/interpose/open_descriptors.h"

#include <fcntl.h>

#include "runtime/arch/raw_syscall.h"
#include "runtime/hooks/access.h"
#include "runtime/memory/shadow.h"
#include "runtime/naming/descriptor_names.h"
#include "runtime/state/globals.h"

namespace heddle::runtime::open_descriptors {

namespace {

bool is_followed(int descriptor, const CallSite& call) {
  return hot.active && descriptor >= 0 && descriptor < descriptor_names::kMost &&
         load_map().calls_for_the_user(call.return_address);
}

// What earlier executions found shared.
void mark_known(int descriptor) {
  const std::uint64_t word = descriptor_names::word_of(descriptor);
  sharing::Cell* const cell = shadow::cell(word);
  if (*cell != 0) return;
  const auto* known = program().knowledge.shared_in(descriptor_names::name_of(word).object_key());
  if (known == nullptr) return;
  shadow::note_touched(word);
  *cell = sharing::shared(known->front().location);
}

bool is_open(int descriptor) {
  return raw_syscall(SYS_fcntl, descriptor, F_GETFD) >= 0;
}

void touch(int descriptor) {
  descriptor_names::touched(descriptor);
  if (descriptor_names::is_closed(descriptor) && is_open(descriptor)) descriptor_names::renew(descriptor);
  mark_known(descriptor);
}

}  // namespace

void opened(int descriptor, const CallSite& call) {
  if (is_followed(descriptor, call)) descriptor_names::opened(descriptor, user_site(call));
}

void use(int descriptor, const CallSite& call) {
  if (!is_followed(descriptor, call)) return;
  touch(descriptor);
  shared_use(descriptor_names::word_of(descriptor), call);
}

void closing(int descriptor, const CallSite& call) {
  if (!is_followed(descriptor, call)) return;
  touch(descriptor);
  range_access(descriptor_names::word_of(descriptor), descriptor_names::kWordSize, true, call);
}

void closed(int descriptor) {
  if (descriptor >= 0 && descriptor < descriptor_names::kMost) descriptor_names::closed(descriptor);
}

}  // namespace heddle::runtime::open_descriptors
