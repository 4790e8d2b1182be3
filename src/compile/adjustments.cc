#include "compile/adjustments.h"

#include <algorithm>
#include <array>
#include <optional>

#include "compile/names.h"

namespace heddle::compile {
namespace {

constexpr std::string_view kSanitize = "-fsanitize=";
constexpr std::string_view kNoSanitize = "-fno-sanitize=";

std::vector<std::string> split_at_commas(std::string_view list) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = list.find(',');
    parts.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += separator;
    text += part;
  }
  return text;
}

// Each of these instruments the same memory accesses, or brings an allocator or a stack of its own.
bool is_rival_sanitizer(std::string_view name) {
  constexpr auto kRivals = std::to_array<std::string_view>(
      {"address", "kernel-address", "hwaddress", "kernel-hwaddress", "memory", "kernel-memory", "leak",
       "dataflow", "pointer-compare", "pointer-subtract", "safe-stack", "scudo", "realtime", "type"});
  return contains(kRivals, name);
}

// With -flto the objects hold no code yet, and the link, which does not get -fsanitize=thread, makes it
// without any hook and without a word (measured with g++ 12).
bool is_link_time_optimisation(std::string_view option) {
  constexpr auto kOptions = std::to_array<std::string_view>(
      {"-flto", "-ffat-lto-objects", "-fwhole-program", "-fwhole-program-vtables", "-fsplit-lto-unit",
       "-funified-lto", "-fvirtual-function-elimination"});
  constexpr auto kPrefixes =
      std::to_array<std::string_view>({"-flto=", "-flto-", "-fthinlto", "-fthin-link-bitcode"});
  return contains(kOptions, option) ||
         std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return option.starts_with(prefix); });
}

std::optional<std::string> refusal(const CommandLine& line) {
  for (const Item& item : line.items) {
    if (item.kind != ItemKind::kOption || !item.value.starts_with(kSanitize)) continue;
    for (const std::string& name : split_at_commas(std::string_view(item.value).substr(kSanitize.size()))) {
      if (!is_rival_sanitizer(name)) continue;
      return "-fsanitize=" + name +
             " cannot be combined with Heddle: both would take over the same memory accesses and "
             "allocations. Build without it here (Heddle finds data races and heap errors itself) and keep "
             "the sanitizer for a build of its own";
    }
  }
  if (line.goal != Goal::kLink || line.relocatable()) return std::nullopt;
  for (const std::string_view option : {"-static", "-static-pie"}) {
    if (!line.has(option)) continue;
    return std::string(option) +
           " cannot be combined with Heddle: it controls a program through the dynamic linker, which a "
           "fully static program does not have. Link without " +
           std::string(option) + " (-static-libstdc++ and -static-libgcc are fine)";
  }
  // libtool links shared libraries with -nostdlib and names the libraries itself: that is fine.
  const bool names_libc = std::any_of(line.items.begin(), line.items.end(), [](const Item& item) {
    return item.kind == ItemKind::kLinkerArgument && item.value == "-lc";
  });
  if (line.has("-nostdlib") && !line.shared() && !names_libc) {
    return "-nostdlib cannot be combined with Heddle: it controls a program through the C library's "
           "functions. Link without -nostdlib, or name the C library with -lc";
  }
  return std::nullopt;
}

class Adjustment {
 public:
  std::vector<std::string> apply(CommandLine& line) {
    std::vector<Item> kept;
    for (Item& item : line.items) {
      if (keep(item)) kept.push_back(std::move(item));
    }
    line.items = std::move(kept);
    return notes();
  }

 private:
  bool keep(Item& item) {
    if (item.kind == ItemKind::kLinkerArgument && item.value == "-ltsan") {
      remember(thread_sanitizer_, "-ltsan");
      return false;
    }
    if (item.kind != ItemKind::kOption) return true;
    if (item.value.starts_with(kSanitize)) return keep_without_thread(item, kSanitize, thread_sanitizer_);
    if (item.value.starts_with(kNoSanitize)) return keep_without_thread(item, kNoSanitize, uninstrumented_);
    if (item.value.starts_with("-fno-sanitize-thread-")) {
      remember(uninstrumented_, item.value);
      return false;
    }
    if (is_link_time_optimisation(item.value)) {
      remember(link_time_, item.value);
      return false;
    }
    return item.value != "-static-libtsan";
  }

  // Of `-fsanitize=thread,undefined` only `thread` is taken out.
  bool keep_without_thread(Item& item, std::string_view option, std::vector<std::string>& left_out) {
    std::vector<std::string> names = split_at_commas(std::string_view(item.value).substr(option.size()));
    if (std::erase(names, "thread") == 0) return true;
    remember(left_out, std::string(option) + "thread");
    item.value = std::string(option) + join(names, ",");
    item.words = {item.value};
    return !names.empty();
  }

  static void remember(std::vector<std::string>& left_out, const std::string& option) {
    if (!contains(left_out, option)) left_out.push_back(option);
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    const auto add = [&](const std::vector<std::string>& left_out, std::string_view reason) {
      if (!left_out.empty()) notes.push_back(join(left_out, ", ") + " left out: " + std::string(reason));
    };
    add(thread_sanitizer_, "Heddle instruments by itself, and links its own runtime in place of libtsan");
    add(uninstrumented_, "Heddle has to see every memory access");
    add(link_time_, "link-time optimisation would silently drop the instrumentation");
    return notes;
  }

  std::vector<std::string> thread_sanitizer_;
  std::vector<std::string> uninstrumented_;
  std::vector<std::string> link_time_;
};

}  // namespace

Result<std::vector<std::string>> adjust_for_instrumentation(CommandLine& line) {
  if (line.goal == Goal::kAnswer) return std::vector<std::string>();
  if (std::optional<std::string> reason = refusal(line)) return Error{*std::move(reason)};
  return Adjustment().apply(line);
}

}  // namespace heddle::compile
