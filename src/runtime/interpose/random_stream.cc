#include "runtime/interpose/random_stream.h"

#include <fcntl.h>
#include <cstdint>
#include <vector>

#include "runtime/interpose/interpose.h"
#include "runtime/interpose/random.h"
#include "runtime/memory/arena.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// libc gives no descriptor for a stream whose bytes come from elsewhere; the C++ library asks for it.
struct RandomStream {
  FILE* stream;
  int descriptor;
  std::uint64_t execution;
};
std::vector<RandomStream>* random_streams = nullptr;

int descriptor_of(void* cookie) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(cookie));
}

ssize_t read_cookie(void* cookie, char* bytes, std::size_t size) {
  const ssize_t count = real().read(descriptor_of(cookie), bytes, size);
  return hot.active ? replace_random(bytes, count) : count;
}
ssize_t write_cookie(void* cookie, const char* bytes, std::size_t size) {
  return real().write(descriptor_of(cookie), bytes, size);
}
int close_cookie(void* cookie) {
  if (random_streams != nullptr)
    std::erase_if(*random_streams,
                  [&](const RandomStream& each) { return each.descriptor == descriptor_of(cookie); });
  return real().close(descriptor_of(cookie));
}

void remember(FILE* stream, int descriptor) {
  const AllocateAs lasting(Lifetime::kLasting);
  if (random_streams == nullptr) random_streams = new std::vector<RandomStream>;
  const std::uint64_t now = program().serial;
  std::erase_if(*random_streams, [&](const RandomStream& each) { return each.execution != now; });
  random_streams->push_back({stream, descriptor, now});
}

// -1: not one of ours.
int descriptor_of_stream(FILE* stream) {
  if (random_streams == nullptr) return -1;
  for (const RandomStream& each : *random_streams)
    if (each.stream == stream && each.execution == program().serial) return each.descriptor;
  return -1;
}

FILE* make_stream(int descriptor, const char* mode) {
  FILE* made = fopencookie(reinterpret_cast<void*>(std::intptr_t{descriptor}), mode,
                           {read_cookie, write_cookie, nullptr, close_cookie});
  if (made != nullptr) remember(made, descriptor);
  return made;
}

using FileNumber = int(FILE*);

}  // namespace

namespace heddle::runtime {

FILE* controlled_stream(FILE* stream, const char* mode) {
  if (stream == nullptr || !hot.active) return stream;
  static FileNumber* const number = libc<FileNumber>("fileno");
  if (!is_random_device(number(stream))) return stream;
  const int descriptor = real().fcntl(number(stream), F_DUPFD_CLOEXEC, 0);
  std::fclose(stream);
  return descriptor < 0 ? nullptr : make_stream(descriptor, mode);
}

}  // namespace heddle::runtime

extern "C" {

FILE* fdopen(int descriptor, const char* mode) noexcept {
  if (hot.active && is_random_device(descriptor)) return make_stream(descriptor, mode);
  return libc<FILE*(int, const char*)>("fdopen")(descriptor, mode);
}

int fileno(FILE* stream) noexcept {
  static FileNumber* const next = libc<FileNumber>("fileno");
  const int own = descriptor_of_stream(stream);
  return own >= 0 ? own : next(stream);
}

int fileno_unlocked(FILE* stream) noexcept {
  static FileNumber* const next = libc<FileNumber>("fileno_unlocked");
  const int own = descriptor_of_stream(stream);
  return own >= 0 ? own : next(stream);
}

}  // extern "C"
