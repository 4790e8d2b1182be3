// read, write and their relatives on pipes, sockets, eventfds and the like.
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <algorithm>

#include "runtime/interpose/call_memory.h"
#include "runtime/interpose/descriptors.h"
#include "runtime/interpose/open_descriptors.h"
#include "runtime/interpose/random.h"
#include "runtime/interpose/vectors.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// A pipe takes what fits, all or nothing up to PIPE_BUF bytes; whether that is so only the attempt can tell.
// The same bytes in the same order leave as without control, and others may come in between where the kernel
// would have blocked.
ssize_t write_vector(int descriptor, DescriptorType type, const iovec* vectors, int count, SiteId site) {
  const Vectors all(vectors, count);
  const bool blocking = blocks(descriptor);
  return give(descriptor, blocking, all.size(), site, [&](std::size_t done) -> ssize_t {
    std::vector<iovec> rest = all.after(done);
    if (type == DescriptorType::kSocket) {
      msghdr message{};
      message.msg_iov = rest.data();
      message.msg_iovlen = rest.size();
      return real().sendmsg(descriptor, &message, blocking ? MSG_DONTWAIT : 0);
    }
    const WithoutBlocking guard(descriptor);
    return real().writev(descriptor, rest.data(), static_cast<int>(rest.size()));
  });
}

ssize_t write_bytes(int descriptor, const void* bytes, std::size_t size, const CallSite& call) {
  open_descriptors::use(descriptor, call);
  const DescriptorType type = type_of(descriptor);
  if (type != DescriptorType::kClosed) CallMemory(call).reads(bytes, size);
  if (!may_wait(type) || is_standard_output(descriptor)) return real().write(descriptor, bytes, size);
  const iovec vector{const_cast<void*>(bytes), size};
  return write_vector(descriptor, type, &vector, 1, user_site(call));
}

ssize_t read_bytes(int descriptor, void* bytes, std::size_t size, const CallSite& call) {
  open_descriptors::use(descriptor, call);
  const DescriptorType type = type_of(descriptor);
  const auto read = [&] { return real().read(descriptor, bytes, size); };
  ssize_t got = size == 0 || !may_wait(type)
                    ? read()
                    : take(OperationKind::kReceive, descriptor, blocks(descriptor), user_site(call), read);
  if (type == DescriptorType::kRandom) got = replace_random(bytes, got);
  return CallMemory(call).wrote(bytes, got);
}

// Of a file, at a place in it: no thread waits.
template <typename Call>
ssize_t read_at(int descriptor, void* bytes, const CallSite& site, Call call) {
  open_descriptors::use(descriptor, site);
  ssize_t got = call();
  if (got > 0 && hot.active && type_of(descriptor) == DescriptorType::kRandom)
    got = replace_random(bytes, got);
  return CallMemory(site).wrote(bytes, got);
}
template <typename Call>
ssize_t write_at(int descriptor, const void* bytes, std::size_t size, const CallSite& site, Call call) {
  open_descriptors::use(descriptor, site);
  CallMemory(site).reads(bytes, size);
  return call();
}

ssize_t read_random_vector(int descriptor, const iovec* vectors, int count) {
  const ssize_t all = real().readv(descriptor, vectors, count);
  std::size_t left = all > 0 ? static_cast<std::size_t>(all) : 0;
  for (; left > 0; ++vectors) {
    const std::size_t size = std::min(left, vectors->iov_len);
    replace_random(vectors->iov_base, static_cast<ssize_t>(size));
    left -= size;
  }
  return all;
}

}  // namespace

extern "C" {

[[noreturn]] void __chk_fail();

ssize_t read(int descriptor, void* bytes, std::size_t size) {
  if (!hot.active) return real().read(descriptor, bytes, size);
  return read_bytes(descriptor, bytes, size, HEDDLE_CALL_SITE);
}

ssize_t __read(int descriptor, void* bytes, std::size_t size) {
  if (!hot.active) return real().read(descriptor, bytes, size);
  return read_bytes(descriptor, bytes, size, HEDDLE_CALL_SITE);
}

ssize_t __read_chk(int descriptor, void* bytes, std::size_t size, std::size_t room) {
  if (size > room) __chk_fail();
  if (!hot.active) return real().read(descriptor, bytes, size);
  return read_bytes(descriptor, bytes, size, HEDDLE_CALL_SITE);
}

ssize_t readv(int descriptor, const iovec* vectors, int count) {
  if (!hot.active) return real().readv(descriptor, vectors, count);
  const CallSite call = HEDDLE_CALL_SITE;
  open_descriptors::use(descriptor, call);
  const DescriptorType type = type_of(descriptor);
  const auto read = [&] {
    return type == DescriptorType::kRandom ? read_random_vector(descriptor, vectors, count)
                                           : real().readv(descriptor, vectors, count);
  };
  const ssize_t got =
      may_wait(type) ? take(OperationKind::kReceive, descriptor, blocks(descriptor), user_site(call), read)
                     : read();
  CallMemory(call).writes(vectors, static_cast<std::size_t>(count), got);
  return got;
}

ssize_t pread(int descriptor, void* bytes, std::size_t size, off_t place) {
  return read_at(descriptor, bytes, HEDDLE_CALL_SITE,
                 [&] { return real().pread(descriptor, bytes, size, place); });
}

ssize_t pread64(int descriptor, void* bytes, std::size_t size, off64_t place) {
  return read_at(descriptor, bytes, HEDDLE_CALL_SITE,
                 [&] { return real().pread64(descriptor, bytes, size, place); });
}

ssize_t pwrite(int descriptor, const void* bytes, std::size_t size, off_t place) {
  return write_at(descriptor, bytes, size, HEDDLE_CALL_SITE,
                  [&] { return real().pwrite(descriptor, bytes, size, place); });
}

ssize_t pwrite64(int descriptor, const void* bytes, std::size_t size, off64_t place) {
  return write_at(descriptor, bytes, size, HEDDLE_CALL_SITE,
                  [&] { return real().pwrite64(descriptor, bytes, size, place); });
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  if (!hot.active) return real().write(descriptor, bytes, size);
  return write_bytes(descriptor, bytes, size, HEDDLE_CALL_SITE);
}

ssize_t __write(int descriptor, const void* bytes, std::size_t size) {
  if (!hot.active) return real().write(descriptor, bytes, size);
  return write_bytes(descriptor, bytes, size, HEDDLE_CALL_SITE);
}

ssize_t writev(int descriptor, const iovec* vectors, int count) {
  if (!hot.active) return real().writev(descriptor, vectors, count);
  const CallSite call = HEDDLE_CALL_SITE;
  open_descriptors::use(descriptor, call);
  const DescriptorType type = type_of(descriptor);
  if (type != DescriptorType::kClosed && count > 0)
    CallMemory(call).reads(vectors, static_cast<std::size_t>(count), ~std::size_t{0});
  if (!may_wait(type) || is_standard_output(descriptor) || count <= 0)
    return real().writev(descriptor, vectors, count);
  return write_vector(descriptor, type, vectors, count, user_site(call));
}

int eventfd_read(int descriptor, eventfd_t* value) {
  if (!hot.active) return real().read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
  return read_bytes(descriptor, value, sizeof *value, HEDDLE_CALL_SITE) == sizeof *value ? 0 : -1;
}

int eventfd_write(int descriptor, eventfd_t value) {
  if (!hot.active) return real().write(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
  return write_bytes(descriptor, &value, sizeof value, HEDDLE_CALL_SITE) == sizeof value ? 0 : -1;
}

}  // extern "C"
