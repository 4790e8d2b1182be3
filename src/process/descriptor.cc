#include "process/descriptor.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

namespace heddle::process {

namespace {

constexpr int kFirstBeyondStandardStreams = 3;

Error failed_call(const char* call) {
  return Error{std::string(call) + ": " + std::strerror(errno)};
}

// A child's stream would be put on top of it.
Descriptor beyond_standard_streams(int number) {
  Descriptor descriptor(number);
  if (number < 0 || number >= kFirstBeyondStandardStreams) return descriptor;
  return descriptor.duplicate(kFirstBeyondStandardStreams);
}

}  // namespace

void Descriptor::close() {
  if (is_open()) ::close(std::exchange(number_, -1));
}

Descriptor Descriptor::duplicate(int least_number) const {
  return Descriptor(fcntl(number_, F_DUPFD_CLOEXEC, least_number));
}

Result<Pipe> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return failed_call("pipe");
  Pipe pipe{beyond_standard_streams(ends[0]), beyond_standard_streams(ends[1])};
  if (!pipe.read_end.is_open() || !pipe.write_end.is_open()) return failed_call("pipe");
  return pipe;
}

Result<SocketPair> make_socket_pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return failed_call("socketpair");
  SocketPair pair{beyond_standard_streams(ends[0]), beyond_standard_streams(ends[1])};
  if (!pair.ours.is_open() || !pair.theirs.is_open()) return failed_call("socketpair");
  return pair;
}

Result<Descriptor> make_memory_file(const char* name, std::string_view contents) {
  Descriptor file = beyond_standard_streams(memfd_create(name, MFD_CLOEXEC));
  if (!file.is_open() || !write_all(file, contents) || lseek(file.number(), 0, SEEK_SET) != 0)
    return failed_call("memfd_create");
  return file;
}

bool write_all(const Descriptor& descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor.number(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool read_some(const Descriptor& descriptor, std::string& text, std::size_t most) {
  char buffer[65536];
  const ssize_t got = read(descriptor.number(), buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  text.append(buffer, std::min(static_cast<std::size_t>(got), most - std::min(most, text.size())));
  return true;
}

std::string read_to_end(const Descriptor& descriptor) {
  std::string text;
  while (read_some(descriptor, text)) continue;
  return text;
}

}  // namespace heddle::process
