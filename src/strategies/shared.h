// A constant value with several owners, within one thread. std::shared_ptr would bring the exception
// machinery of the standard library into the program under test.
#pragma once

#include <cstdint>
#include <utility>

namespace heddle {

template <typename Value>
class Shared {
 public:
  Shared() = default;
  explicit Shared(Value value) : owned_(new Owned{std::move(value)}) {}
  Shared(const Shared& other) : owned_(other.owned_) {
    if (owned_ != nullptr) ++owned_->owners;
  }
  Shared(Shared&& other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~Shared() {
    if (owned_ != nullptr && --owned_->owners == 0) delete owned_;
  }

  // Not of an empty one.
  const Value& operator*() const { return owned_->value; }

 private:
  struct Owned {
    Value value;
    std::uint32_t owners = 1;
  };
  Owned* owned_ = nullptr;
};

}  // namespace heddle
