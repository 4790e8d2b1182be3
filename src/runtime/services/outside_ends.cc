// Who could end a wait for a descriptor: this process alone, or others too. Asked only when nobody can run,
// so that it may take its time.
//
// A descriptor is this process's own if it was not inherited, no child is there to have inherited it, and its
// other end is known to be here: an unnamed pipe, an eventfd, a pair of sockets, a connection between two of
// its sockets, an epoll instance that watches only such. In doubt, others hold it.
//
// Any process of the machine may connect to a listening socket. It is taken for this process's own if this
// process is connected to it, or if the system chose its port, which no other process can know. The verdict
// says that this was assumed.
#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>
#include <vector>

#include "runtime/arch/raw_syscall.h"
#include "runtime/services/driver.h"
#include "runtime/services/outside.h"
#include "runtime/system/proc_text.h"

namespace heddle::runtime::outside {

namespace {

constexpr int kMaxDescriptors = 1024;  // as far as inherited ones and own sockets are looked for
constexpr unsigned kMaxNesting = 5;    // of epoll instances, as the kernel has it

struct Identity {
  int descriptor;
  dev_t device;
  ino_t inode;
  bool anonymous;  // eventfd and the like share one inode
};
std::vector<Identity>* inherited = nullptr;
bool assumed = false;  // that no other process connects

bool identify(int descriptor, Identity& identity) {
  struct stat status{};
  if (raw_syscall(SYS_fstat, descriptor, &status) != 0) return false;
  identity = {descriptor, status.st_dev, status.st_ino, (status.st_mode & S_IFMT) == 0};
  return true;
}

bool is_inherited(const Identity& identity) {
  if (inherited == nullptr) return true;
  for (const Identity& each : *inherited)
    if (identity.anonymous ? each.anonymous && each.descriptor == identity.descriptor
                           : each.device == identity.device && each.inode == identity.inode)
      return true;
  return false;
}

template <typename Value>
bool socket_option(int descriptor, int option, Value& value) {
  socklen_t size = sizeof value;
  return raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, option, &value, &size) == 0;
}

struct Address {
  sockaddr_storage bytes{};
  socklen_t size = sizeof bytes;

  bool of(long call, int descriptor) { return raw_syscall(call, descriptor, &bytes, &size) == 0; }
  friend bool operator==(const Address& a, const Address& b) {
    return a.size == b.size && std::memcmp(&a.bytes, &b.bytes, a.size) == 0;
  }
};

// 0 if it is no socket of the internet's.
std::uint16_t port_of(const Address& address) {
  const sa_family_t family = address.bytes.ss_family;
  if (family == AF_INET) return ntohs(reinterpret_cast<const sockaddr_in&>(address.bytes).sin_port);
  if (family == AF_INET6) return ntohs(reinterpret_cast<const sockaddr_in6&>(address.bytes).sin6_port);
  return 0;
}

// Calls function(descriptor, name, peer) for each connected socket of the process until one answers true.
template <typename Function>
bool any_connection(Function function) {
  for (int descriptor = 0; descriptor < kMaxDescriptors; ++descriptor) {
    Address name, peer;
    if (name.of(SYS_getsockname, descriptor) && peer.of(SYS_getpeername, descriptor) &&
        function(descriptor, name, peer))
      return true;
  }
  return false;
}

// A listener may be bound to every address of the machine: its port tells whose it is.
bool listens_here(const Address& at) {
  for (int descriptor = 0; descriptor < kMaxDescriptors; ++descriptor) {
    int listens = 0;
    Address name;
    if (socket_option(descriptor, SO_ACCEPTCONN, listens) && listens != 0 &&
        name.of(SYS_getsockname, descriptor) && port_of(name) != 0 && port_of(name) == port_of(at))
      return true;
  }
  return false;
}

bool is_chosen_by_the_system(std::uint16_t port) {
  const long file = raw_syscall(SYS_openat, AT_FDCWD, "/proc/sys/net/ipv4/ip_local_port_range", O_RDONLY);
  if (file < 0) return false;
  char text[64];
  const long size = raw_syscall(SYS_read, file, text, sizeof text);
  raw_syscall(SYS_close, file);
  if (size <= 0) return false;
  unsigned first = 0, last = 0;
  const char* const end = text + size;
  const char* second = std::from_chars(text, end, first).ptr;
  while (second < end && (*second == '\t' || *second == ' ')) ++second;
  std::from_chars(second, end, last);
  return first != 0 && first <= port && port <= last;
}

// Another process could connect, but there is no sign of one.
bool listens_for_own_threads(int listener) {
  Address at;
  if (driver::is_there()) return false;
  if (!at.of(SYS_getsockname, listener)) return false;
  const std::uint16_t port = port_of(at);
  const auto is_connected_to_it = [&](int, const Address&, const Address& peer) {
    return port != 0 ? port_of(peer) == port : at.size > sizeof(sa_family_t) && peer == at;
  };
  const bool expected = (port != 0 && is_chosen_by_the_system(port)) || any_connection(is_connected_to_it);
  assumed = assumed || expected;
  return expected;
}

bool socket_has_both_ends_here(int descriptor) {
  int domain = 0, listens = 0;
  if (!socket_option(descriptor, SO_DOMAIN, domain) || !socket_option(descriptor, SO_ACCEPTCONN, listens))
    return false;
  if (listens != 0) return listens_for_own_threads(descriptor);
  if (domain == AF_UNIX) {
    ucred peer{};
    return socket_option(descriptor, SO_PEERCRED, peer) && peer.pid == raw_syscall(SYS_getpid);
  }
  if (domain != AF_INET && domain != AF_INET6) return false;
  Address here, there;
  if (!here.of(SYS_getsockname, descriptor) || !there.of(SYS_getpeername, descriptor)) return false;
  const auto is_other_end = [&](int other, const Address& name, const Address& peer) {
    return other != descriptor && name == there && peer == here;
  };
  // What no thread has accepted yet has no descriptor.
  return any_connection(is_other_end) || listens_here(there);
}

bool is_own(int descriptor, unsigned nesting);

bool epoll_watches_own_only(int epoll, unsigned nesting) {
  ProcText info("/proc/self/fdinfo/", epoll);
  const std::string_view text = info.file();
  if (text.empty() || info.is_cut(text)) return false;
  constexpr std::string_view kTarget = "tfd:";
  for (std::size_t at = text.find(kTarget); at != std::string_view::npos; at = text.find(kTarget, at + 1)) {
    std::size_t number = at + kTarget.size();
    while (number < text.size() && text[number] == ' ') ++number;
    int target = -1;
    std::from_chars(text.data() + number, text.data() + text.size(), target);
    if (!is_own(target, nesting + 1)) return false;
  }
  return true;
}

bool is_own(int descriptor, unsigned nesting) {
  Identity identity{};
  if (nesting > kMaxNesting || !identify(descriptor, identity) || is_inherited(identity)) return false;
  ProcText link("/proc/self/fd/", descriptor);
  const std::string_view name = link.link();
  if (name.starts_with("pipe:")) return true;
  if (name.starts_with("socket:")) return socket_has_both_ends_here(descriptor);
  if (name == "anon_inode:[eventfd]") return true;
  if (name == "anon_inode:[eventpoll]") return epoll_watches_own_only(descriptor, nesting);
  return false;
}

}  // namespace

bool has_children() {
  siginfo_t info{};
  return raw_syscall(SYS_waitid, P_ALL, 0, &info,
                     WEXITED | WSTOPPED | WCONTINUED | WNOHANG | WNOWAIT | __WALL, nullptr) != -ECHILD;
}

bool assumes_no_stranger() {
  return assumed;
}

void forget_assumptions() {
  assumed = false;
}

bool may_be_slow(int descriptor) {
  int domain = 0;
  if (socket_option(descriptor, SO_DOMAIN, domain)) return domain == AF_INET || domain == AF_INET6;
  ProcText link("/proc/self/fd/", descriptor);
  return link.link() == "anon_inode:[eventpoll]";  // it may watch such a socket
}

bool has_unsent_bytes() {
  return any_connection([](int descriptor, const Address& name, const Address&) {
    int unsent = 0;
    return port_of(name) != 0 && raw_syscall(SYS_ioctl, descriptor, SIOCOUTQNSD, &unsent) == 0 && unsent > 0;
  });
}

bool is_held_by_others(int descriptor) {
  if (descriptor < 0) return false;  // poll leaves it out
  return has_children() || !is_own(descriptor, 0);
}

bool is_inherited(int descriptor) {
  Identity identity{};
  return identify(descriptor, identity) && is_inherited(identity);
}

void note_inherited() {
  if (inherited == nullptr) inherited = new std::vector<Identity>;
  inherited->clear();
  Identity identity{};
  for (int descriptor = 0; descriptor < kMaxDescriptors; ++descriptor)
    if (identify(descriptor, identity)) inherited->push_back(identity);
}

}  // namespace heddle::runtime::outside
