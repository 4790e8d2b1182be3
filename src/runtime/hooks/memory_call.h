// A call of a mem* or str* function as accesses to memory. A read is announced and then read; what is written
// is announced and written in pieces, as a processor does it: another thread may see a copy half done.
#pragma once

#include <cstddef>
#include <type_traits>

#include "runtime/naming/call_site.h"
#include "runtime/state/hot.h"

namespace heddle::runtime {

// Whether a call from there is an access of the program: by instrumented code, or on its behalf by the C++
// library, whose out-of-line code (std::string) copies the user's memory. All others call for themselves.
inline bool is_seen_call(const void* return_address) {
  return hot.active && load_map().calls_for_the_user(reinterpret_cast<std::uint64_t>(return_address));
}

class MemoryCall {
 public:
  explicit MemoryCall(const CallSite& call) : call_(call) {}

  void read(const void* memory, std::size_t size) const;
  void write(const void* memory, std::size_t size) const;

  // A single variable.
  template <typename T>
  T load(const T& variable) const {
    read(&variable, sizeof variable);
    return variable;
  }
  template <typename T>
  void assign(T& variable, std::type_identity_t<T> value) const {
    write(&variable, sizeof variable);
    variable = value;
  }

  // With memmove's meaning.
  void copy(void* target, const void* source, std::size_t size) const;
  // The source has been read already.
  void store(void* target, const void* source, std::size_t size) const;
  void fill(void* target, int value, std::size_t size) const;

 private:
  template <typename Act>
  void in_pieces(std::size_t size, bool backwards, Act act) const;

  CallSite call_;
};

// The same without anybody looking: what the runtime does with nodes of its own.
struct UnseenCall {
  template <typename T>
  T load(const T& variable) const {
    return variable;
  }
  template <typename T>
  void assign(T& variable, std::type_identity_t<T> value) const {
    variable = value;
  }
};

}  // namespace heddle::runtime
