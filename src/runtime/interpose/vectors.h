// What is left of scattered buffers after some bytes of them have been moved.
#pragma once

#include <sys/uio.h>
#include <cstddef>
#include <vector>

namespace heddle::runtime {

class Vectors {
 public:
  Vectors(const iovec* vectors, std::size_t count) : vectors_(vectors), count_(count) {}

  std::size_t size() const {
    std::size_t size = 0;
    for (std::size_t i = 0; i < count_; ++i) size += vectors_[i].iov_len;
    return size;
  }

  std::vector<iovec> after(std::size_t done) const {
    std::vector<iovec> rest;
    for (std::size_t i = 0; i < count_; ++i) {
      const iovec& each = vectors_[i];
      if (done >= each.iov_len && done != 0) {
        done -= each.iov_len;
        continue;
      }
      rest.push_back({static_cast<char*>(each.iov_base) + done, each.iov_len - done});
      done = 0;
    }
    return rest;
  }

 private:
  const iovec* vectors_;
  std::size_t count_;
};

}  // namespace heddle::runtime
