// One 64-bit mixing function, used for names, seeds and tables. Its values are written into schedule files,
// so it must not change.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle {

constexpr std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9ull;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebull;
  value ^= value >> 31;
  return value;
}

constexpr std::uint64_t combine(std::uint64_t seed, std::uint64_t value) {
  return mix(seed + 0x9e3779b97f4a7c15ull + value);
}

constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return mix(hash);
}

}  // namespace heddle
