// What came of a task, told piece by piece: each is a letter, a number, and a text behind its length.
#pragma once

#include <heddle/task_abi.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::driver {

enum class Piece : std::uint8_t {
  kInvoked = 'i',      // by the thread; --memory c++: a byte for each thread, how many of its calls are past
  kReturned = 'r',     // with this value
  kThrew = 't',        // this exception
  kBeforeThrew = 'x',  // the call with this number, of those before the threads
  kReady = 'b',        // the object is there, and the calls before the threads are made
  kOrder = 'o',        // the order with this number begins
  kState = 's',        // of all objects at the end
  kObserver = 'v',     // the observer with this number is about to look
  kNoObject = 'n',     // the constructor threw
};

inline constexpr std::size_t kLongestText = 2000;

// There is no room for long texts. What was cut off is still told apart.
inline std::string shortened(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  const std::string rest = " ... and more, in all #" + std::to_string(hash);
  return std::string(text.substr(0, kLongestText - rest.size())) + rest;
}

inline void tell(Piece piece, std::uint32_t number, std::string_view text = {}) {
  if (text.size() > kLongestText) return tell(piece, number, shortened(text));
  constexpr std::size_t kHeader = 1 + 4 + 4;
  unsigned char bytes[kHeader + kLongestText];
  const std::size_t size = text.size();
  bytes[0] = static_cast<unsigned char>(piece);
  for (int i = 0; i < 4; ++i) {
    bytes[1 + i] = static_cast<unsigned char>(number >> (8 * i));
    bytes[5 + i] = static_cast<unsigned char>(size >> (8 * i));
  }
  text.copy(reinterpret_cast<char*>(bytes) + kHeader, size);
  heddle_tell(bytes, kHeader + size);
}

}  // namespace heddle::driver
