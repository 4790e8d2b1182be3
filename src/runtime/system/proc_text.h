// What /proc says about a descriptor of this process, without libc.
#pragma once

#include <fcntl.h>
#include <charconv>
#include <cstring>
#include <string_view>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

class ProcText {
 public:
  ProcText(std::string_view folder, int descriptor) {
    std::memcpy(path_, folder.data(), folder.size());
    std::to_chars(path_ + folder.size(), path_ + sizeof path_ - 1, descriptor);
  }
  std::string_view link() {
    const long size = raw_syscall(SYS_readlinkat, AT_FDCWD, path_, text_, sizeof text_);
    return {text_, size > 0 ? static_cast<std::size_t>(size) : 0};
  }
  std::string_view file() {
    const long file = raw_syscall(SYS_openat, AT_FDCWD, path_, O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    const long size = raw_syscall(SYS_read, file, text_, sizeof text_);
    raw_syscall(SYS_close, file);
    return {text_, size > 0 ? static_cast<std::size_t>(size) : 0};
  }
  bool is_cut(std::string_view text) const { return text.size() == sizeof text_; }

 private:
  char path_[64] = {};
  char text_[8192];
};

}  // namespace heddle::runtime
