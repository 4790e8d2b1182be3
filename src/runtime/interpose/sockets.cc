// Sockets: connecting, accepting, sending and receiving.
#include <sys/socket.h>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/call_memory.h"
#include "runtime/interpose/descriptors.h"
#include "runtime/interpose/open_descriptors.h"
#include "runtime/interpose/vectors.h"
#include "runtime/services/irreversible.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// Neither waits for ordinary data.
constexpr int kNeverBlocking = MSG_DONTWAIT | MSG_OOB | MSG_ERRQUEUE;

bool waits(int socket, int flags) {
  return (flags & kNeverBlocking) == 0 && blocks(socket);
}

bool is_stream(int socket) {
  int type = 0;
  socklen_t size = sizeof type;
  return raw_syscall(SYS_getsockopt, socket, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

// MSG_WAITALL: as many bytes as there is room for, over as many waits as it takes.
ssize_t receive_all(int socket, msghdr* message, int flags, SiteId site) {
  const Vectors all(message->msg_iov, message->msg_iovlen);
  std::size_t done = 0;
  do {
    std::vector<iovec> rest = all.after(done);
    msghdr part = *message;
    part.msg_iov = rest.data();
    part.msg_iovlen = rest.size();
    const ssize_t got = take(OperationKind::kReceive, socket, true, site, [&] {
      return real().recvmsg(socket, &part, (flags & ~MSG_WAITALL) | MSG_DONTWAIT);
    });
    if (got <= 0) return done > 0 ? static_cast<ssize_t>(done) : got;
    message->msg_flags = part.msg_flags;
    if (done == 0) {
      message->msg_namelen = part.msg_namelen;
      message->msg_controllen = part.msg_controllen;
    }
    done += static_cast<std::size_t>(got);
  } while (done < all.size());
  return static_cast<ssize_t>(done);
}

bool wants_all(int socket, int flags) {
  return (flags & (MSG_WAITALL | MSG_PEEK)) == MSG_WAITALL && waits(socket, flags) && is_stream(socket);
}

ssize_t receive_bytes(int socket, void* bytes, std::size_t size, int flags, sockaddr* from, socklen_t* length,
                      SiteId site) {
  if (size > 0 && wants_all(socket, flags)) {
    iovec vector{bytes, size};
    msghdr message{};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    message.msg_name = from;
    message.msg_namelen = length != nullptr ? *length : 0;
    const ssize_t got = receive_all(socket, &message, flags, site);
    if (got >= 0 && length != nullptr) *length = message.msg_namelen;
    return got;
  }
  return take(OperationKind::kReceive, socket, waits(socket, flags), site,
              [&] { return real().recvfrom(socket, bytes, size, flags, from, length); });
}

ssize_t receive(int socket, void* bytes, std::size_t size, int flags, sockaddr* from, socklen_t* length,
                const CallSite& call) {
  open_descriptors::use(socket, call);
  const ssize_t got = may_wait(socket)
                          ? receive_bytes(socket, bytes, size, flags, from, length, user_site(call))
                          : real().recvfrom(socket, bytes, size, flags, from, length);
  const CallMemory memory(call);
  if (got >= 0 && from != nullptr && length != nullptr) memory.writes(from, *length);
  return memory.wrote(bytes, got);
}

ssize_t receive_whole(int socket, msghdr* message, int flags, SiteId site) {
  if (wants_all(socket, flags)) return receive_all(socket, message, flags, site);
  return take(OperationKind::kReceive, socket, waits(socket, flags), site,
              [&] { return real().recvmsg(socket, message, flags); });
}

ssize_t receive_message(int socket, msghdr* message, int flags, const CallSite& call) {
  open_descriptors::use(socket, call);
  const ssize_t got = may_wait(socket) ? receive_whole(socket, message, flags, user_site(call))
                                       : real().recvmsg(socket, message, flags);
  const CallMemory memory(call);
  memory.writes(message->msg_iov, message->msg_iovlen, got);
  if (got >= 0) memory.writes(message->msg_control, message->msg_controllen);
  return got;
}

// Only a stream is sent in parts; what goes with its bytes goes with the first of them.
ssize_t send_whole(int socket, const msghdr* message, int flags, SiteId site) {
  const Vectors all(message->msg_iov, message->msg_iovlen);
  const bool blocking = waits(socket, flags);
  const std::size_t size = is_stream(socket) ? all.size() : 0;
  return give(socket, blocking, size, site, [&](std::size_t done) {
    std::vector<iovec> rest = all.after(done);
    msghdr part = *message;
    part.msg_iov = rest.data();
    part.msg_iovlen = rest.size();
    if (done > 0) {
      part.msg_control = nullptr;
      part.msg_controllen = 0;
    }
    return real().sendmsg(socket, &part, blocking ? flags | MSG_DONTWAIT : flags);
  });
}

ssize_t send_message(int socket, const msghdr* message, int flags, const CallSite& call) {
  open_descriptors::use(socket, call);
  if (!may_wait(socket)) return real().sendmsg(socket, message, flags);
  const CallMemory memory(call);
  memory.reads(message->msg_iov, message->msg_iovlen, ~std::size_t{0});
  memory.reads(message->msg_control, message->msg_controllen);
  return send_whole(socket, message, flags, user_site(call));
}

ssize_t send_bytes(int socket, const void* bytes, std::size_t size, int flags, const sockaddr* to,
                   socklen_t length, const CallSite& call) {
  open_descriptors::use(socket, call);
  if (!may_wait(socket)) return real().sendto(socket, bytes, size, flags, to, length);
  CallMemory(call).reads(bytes, size);
  iovec vector{const_cast<void*>(bytes), size};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  message.msg_name = const_cast<sockaddr*>(to);
  message.msg_namelen = length;
  return send_whole(socket, &message, flags, user_site(call));
}

template <typename Accept>
int accept_with(int socket, const CallSite& call, Accept accept) {
  open_descriptors::use(socket, call);
  const int accepted = take(OperationKind::kAccept, socket, blocks(socket), user_site(call), accept);
  open_descriptors::opened(accepted, call);
  return accepted;
}

int connect_socket(int socket, const sockaddr* address, socklen_t length, const CallSite& call) {
  open_descriptors::use(socket, call);
  CallMemory(call).reads(address, length);
  note_used_address(address, length);
  const Operation operation = outside::operation(OperationKind::kConnect, user_site(call));
  const bool blocking = blocks(socket);
  const auto deadline = socket_deadline(socket, SO_SNDTIMEO);
  outside::announce(operation);
  for (;;) {
    int result;
    {
      const WithoutBlocking guard(socket);
      result = real().connect(socket, address, length);
    }
    finish(socket, result == 0 ? 1 : -1);
    if (result == 0 || !blocking) return result;
    if (errno == EINPROGRESS) break;
    if (errno != EAGAIN) return result;
    outside::Retry retry;  // a local socket whose queue of connections is full
    if (!outside::await(operation, retry.wait, deadline ? &*deadline : nullptr))
      return finish(socket, fail_with(error_of(retry.wait)));
  }
  const Watch watch{socket, POLLOUT};
  OutsideWait wait{.watches = {&watch, 1}};
  if (!outside::await(operation, wait, deadline ? &*deadline : nullptr))
    return finish(socket, fail_with(error_of(wait, EINPROGRESS)));
  int error = 0;
  socklen_t size = sizeof error;
  raw_syscall(SYS_getsockopt, socket, SOL_SOCKET, SO_ERROR, &error, &size);
  outside::performed(error != 0 ? 1 : 0, Effect::kProgress);
  return error != 0 ? fail_with(error) : 0;
}

}  // namespace

extern "C" {

[[noreturn]] void __chk_fail();

ssize_t recv(int socket, void* bytes, std::size_t size, int flags) {
  if (!hot.active) return real().recv(socket, bytes, size, flags);
  return receive(socket, bytes, size, flags, nullptr, nullptr, HEDDLE_CALL_SITE);
}

ssize_t __recv_chk(int socket, void* bytes, std::size_t size, std::size_t room, int flags) {
  if (size > room) __chk_fail();
  if (!hot.active) return real().recv(socket, bytes, size, flags);
  return receive(socket, bytes, size, flags, nullptr, nullptr, HEDDLE_CALL_SITE);
}

ssize_t recvfrom(int socket, void* bytes, std::size_t size, int flags, sockaddr* from, socklen_t* length) {
  if (!hot.active) return real().recvfrom(socket, bytes, size, flags, from, length);
  return receive(socket, bytes, size, flags, from, length, HEDDLE_CALL_SITE);
}

ssize_t __recvfrom_chk(int socket, void* bytes, std::size_t size, std::size_t room, int flags, sockaddr* from,
                       socklen_t* length) {
  if (size > room) __chk_fail();
  if (!hot.active) return real().recvfrom(socket, bytes, size, flags, from, length);
  return receive(socket, bytes, size, flags, from, length, HEDDLE_CALL_SITE);
}

ssize_t recvmsg(int socket, msghdr* message, int flags) {
  if (!hot.active) return real().recvmsg(socket, message, flags);
  return receive_message(socket, message, flags, HEDDLE_CALL_SITE);
}

// The time limit is looked at after each message only, as the kernel does it.
int recvmmsg(int socket, mmsghdr* messages, unsigned count, int flags, timespec* limit) {
  if (!hot.active || !may_wait(socket)) return real().recvmmsg(socket, messages, count, flags, limit);
  const CallSite call = HEDDLE_CALL_SITE;
  const std::uint64_t deadline = limit != nullptr ? program().clock.now() + nanoseconds(*limit) : ~0ull;
  int done = 0;
  for (unsigned i = 0; i < count; ++i) {
    const bool no_more_waiting = done > 0 && (flags & MSG_WAITFORONE) != 0;
    const int each = (flags & ~MSG_WAITFORONE) | (no_more_waiting ? MSG_DONTWAIT : 0);
    const ssize_t got = receive_message(socket, &messages[i].msg_hdr, each, call);
    if (got < 0) return done > 0 ? done : -1;
    messages[i].msg_len = static_cast<unsigned>(got);
    ++done;
    if (program().clock.now() >= deadline) break;
  }
  return done;
}

ssize_t send(int socket, const void* bytes, std::size_t size, int flags) {
  if (!hot.active) return real().send(socket, bytes, size, flags);
  return send_bytes(socket, bytes, size, flags, nullptr, 0, HEDDLE_CALL_SITE);
}

ssize_t __send(int socket, const void* bytes, std::size_t size, int flags) {
  if (!hot.active) return real().send(socket, bytes, size, flags);
  return send_bytes(socket, bytes, size, flags, nullptr, 0, HEDDLE_CALL_SITE);
}

ssize_t sendto(int socket, const void* bytes, std::size_t size, int flags, const sockaddr* to,
               socklen_t length) {
  if (!hot.active) return real().sendto(socket, bytes, size, flags, to, length);
  return send_bytes(socket, bytes, size, flags, to, length, HEDDLE_CALL_SITE);
}

ssize_t sendmsg(int socket, const msghdr* message, int flags) {
  if (!hot.active) return real().sendmsg(socket, message, flags);
  return send_message(socket, message, flags, HEDDLE_CALL_SITE);
}

int sendmmsg(int socket, mmsghdr* messages, unsigned count, int flags) {
  if (!hot.active || !may_wait(socket)) return real().sendmmsg(socket, messages, count, flags);
  const CallSite call = HEDDLE_CALL_SITE;
  for (unsigned i = 0; i < count; ++i) {
    const ssize_t sent = send_message(socket, &messages[i].msg_hdr, flags, call);
    if (sent < 0) return i > 0 ? static_cast<int>(i) : -1;
    messages[i].msg_len = static_cast<unsigned>(sent);
  }
  return static_cast<int>(count);
}

int accept(int socket, sockaddr* address, socklen_t* length) {
  if (!hot.active || !may_wait(socket)) return real().accept(socket, address, length);
  return accept_with(socket, HEDDLE_CALL_SITE, [&] { return real().accept(socket, address, length); });
}

int accept4(int socket, sockaddr* address, socklen_t* length, int flags) {
  if (!hot.active || !may_wait(socket)) return real().accept4(socket, address, length, flags);
  return accept_with(socket, HEDDLE_CALL_SITE,
                     [&] { return real().accept4(socket, address, length, flags); });
}

int connect(int socket, const sockaddr* address, socklen_t length) {
  if (!hot.active || !may_wait(socket)) return real().connect(socket, address, length);
  return connect_socket(socket, address, length, HEDDLE_CALL_SITE);
}

int __connect(int socket, const sockaddr* address, socklen_t length) {
  if (!hot.active || !may_wait(socket)) return real().connect(socket, address, length);
  return connect_socket(socket, address, length, HEDDLE_CALL_SITE);
}

}  // extern "C"
