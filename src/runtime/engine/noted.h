// Values that are mostly what they usually are, and a word that tells at once whether all of them are.
#pragma once

#include <cstdint>

namespace heddle::runtime {

// A bit for each value that is not the usual one.
using UnusualValues = std::uint32_t;

template <typename T, T kUsual = T{}>
class Noted {
 public:
  Noted(UnusualValues& word, unsigned bit) : word_(word), bit_(UnusualValues{1} << bit) {}
  Noted(const Noted&) = delete;

  operator T() const { return value_; }
  Noted& operator=(const Noted& other) {
    *this = other.value_;
    return *this;
  }
  Noted& operator=(T value) {
    value_ = value;
    word_ = value == kUsual ? word_ & ~bit_ : word_ | bit_;
    return *this;
  }
  void operator++() { *this = value_ + 1; }
  void operator--() { *this = value_ - 1; }

 private:
  T value_ = kUsual;
  UnusualValues& word_;
  UnusualValues bit_;
};

}  // namespace heddle::runtime
