// Who could end a wait for a descriptor: this process alone, or others too. Asked only when nobody can run,
// so that it may take its time.
//
// A descriptor is this process's own if it was not inherited, no child is there to have inherited it, and its
// other end is known to be here: an unnamed pipe, an eventfd, a pair of sockets, a connection between two of
// its sockets, an epoll instance that watches only such. In doubt, others hold it.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>
#include <vector>

#include "runtime/arch/raw_syscall.h"
#include "runtime/outside.h"
#include "runtime/proc_text.h"

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

bool socket_has_both_ends_here(int descriptor) {
  int domain = 0, listens = 0;
  if (!socket_option(descriptor, SO_DOMAIN, domain) || !socket_option(descriptor, SO_ACCEPTCONN, listens) ||
      listens != 0)
    return false;
  if (domain == AF_UNIX) {
    ucred peer{};
    return socket_option(descriptor, SO_PEERCRED, peer) && peer.pid == raw_syscall(SYS_getpid);
  }
  if (domain != AF_INET && domain != AF_INET6) return false;
  Address here, there;
  if (!here.of(SYS_getsockname, descriptor) || !there.of(SYS_getpeername, descriptor)) return false;
  for (int other = 0; other < kMaxDescriptors; ++other) {
    Address name, peer;
    if (other != descriptor && name.of(SYS_getsockname, other) && peer.of(SYS_getpeername, other) &&
        name == there && peer == here)
      return true;
  }
  return false;
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
