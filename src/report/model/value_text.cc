#include "report/model/value_text.h"

#include <fmt/format.h>

#include <bit>

#include "report/model/text.h"

namespace heddle::report {

namespace {

std::int64_t signed_value(std::uint64_t bits, unsigned size) {
  const unsigned unused = 64 - 8 * size;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::string character(std::uint64_t bits) {
  const auto letter = static_cast<char>(bits);
  if (letter >= ' ' && letter <= '~') return fmt::format("'{}'", letter);
  return fmt::format("{}", signed_value(bits, 1));
}

// "const std::atomic<int>" holds an int.
std::string_view held_type(std::string_view type) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string_view word : {"const ", "volatile ", "std::"}) {
      if (!type.starts_with(word)) continue;
      type.remove_prefix(word.size());
      changed = true;
    }
    for (const std::string_view around : {"atomic<", "__atomic_base<"}) {
      if (!type.starts_with(around) || !type.ends_with('>')) continue;
      type = trimmed(type.substr(around.size(), type.size() - around.size() - 1));
      changed = true;
    }
  }
  return type;
}

bool is_number(std::string_view type) {
  for (const std::string_view word : {"int", "long", "short", "char", "size_t", "unsigned", "signed", "time"})
    if (type.find(word) != std::string_view::npos) return true;
  return false;
}

}  // namespace

std::string value_text(std::uint64_t bits, unsigned size, std::string_view type) {
  type = held_type(type);
  if (size == 0 || size > 8) return "...";
  if (type == "bool" && bits <= 1) return bits != 0 ? "true" : "false";
  if (type == "char" && size == 1) return character(bits);
  if (type == "float" && size == 4)
    return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (type == "double" && size == 8) return fmt::format("{}", std::bit_cast<double>(bits));
  const bool is_pointer = type.ends_with('*');
  if (is_pointer && bits == 0) return "nullptr";
  // Programs do not write such numbers; addresses look like this.
  const bool is_address = !is_number(type) && size == 8 && bits >= 1ull << 40 && bits < 1ull << 48;
  if (is_pointer || is_address) return hexadecimal(bits);
  if (type.find("unsigned") != std::string_view::npos || type == "size_t" || type.starts_with("uint"))
    return fmt::format("{}", bits);
  return fmt::format("{}", signed_value(bits, size));
}

std::string_view pointee_type(std::string_view type) {
  type = held_type(type);
  if (!type.ends_with('*')) return {};
  type.remove_suffix(1);
  return held_type(trimmed(type));
}

bool may_be_pointer(std::string_view type) {
  type = held_type(type);
  return type.ends_with('*') || (!is_number(type) && type != "double");
}

}  // namespace heddle::report
