// Memory that this process shares with those that it forks.
#pragma once

#include <sys/mman.h>
#include <cstddef>
#include <new>
#include <type_traits>

namespace heddle::process {

// So many elements, each zero at first.
template <typename T>
class SharedArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  explicit SharedArray(std::size_t count) : bytes_(sizeof(T) * (count > 0 ? count : 1)) {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    elements_ = static_cast<T*>(memory);
    for (std::size_t i = 0; i < count; ++i) new (elements_ + i) T{};
  }
  ~SharedArray() { munmap(elements_, bytes_); }
  SharedArray(const SharedArray&) = delete;
  SharedArray& operator=(const SharedArray&) = delete;

  T& operator[](std::size_t index) { return elements_[index]; }
  const T& operator[](std::size_t index) const { return elements_[index]; }

 private:
  std::size_t bytes_;
  T* elements_ = nullptr;
};

}  // namespace heddle::process
