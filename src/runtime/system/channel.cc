#include "runtime/system/channel.h"

#include <sys/socket.h>
#include <cerrno>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

namespace {

// Sends or receives all of it; `call` moves some bytes and returns how many.
template <typename Pointer, typename Call>
bool transfer(Pointer bytes, std::size_t size, Call call) {
  while (size > 0) {
    const long moved = call(bytes, size);
    if (moved == -EINTR) continue;
    if (moved <= 0) return false;
    bytes += moved;
    size -= static_cast<std::size_t>(moved);
  }
  return true;
}

}  // namespace

bool send_message(int socket, const std::vector<std::uint8_t>& message) {
  const auto write = [socket](const std::uint8_t* bytes, std::size_t size) {
    return raw_syscall(SYS_sendto, socket, bytes, size, MSG_NOSIGNAL, nullptr, 0);
  };
  const std::uint64_t size = message.size();
  return transfer(reinterpret_cast<const std::uint8_t*>(&size), sizeof size, write) &&
         transfer(message.data(), message.size(), write);
}

bool receive_message(int socket, std::vector<std::uint8_t>& message) {
  const auto read = [socket](std::uint8_t* bytes, std::size_t size) {
    return raw_syscall(SYS_recvfrom, socket, bytes, size, 0, nullptr, nullptr);
  };
  std::uint64_t size = 0;
  if (!transfer(reinterpret_cast<std::uint8_t*>(&size), sizeof size, read)) return false;
  message.resize(size);
  return transfer(message.data(), message.size(), read);
}

}  // namespace heddle::runtime
